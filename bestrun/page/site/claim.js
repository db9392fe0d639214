// The Claim tab: stops clicked in order, or lines typed; the verdict.

import { fill, h } from "./dom.js";
import { verdictTold } from "./verdict.js";
import { held } from "./holdings.js";
import { keep, kept } from "./kept.js";

const INTRO = {
  "18xx": "Choose a train, click its stops on the board in order; or type the lines.",
  "chicago-express": "Click the hexes of the build in order; or type the lines, one for each action.",
  "island-rails": "Type what is built, moved and delivered, one action a line.",
};
const EXAMPLE = {
  "chicago-express": "NYC: R3-Binghamton cost 6 income 10",
  "island-rails": "build: Corvane-J9-J7-Zennock cost 5",
};

export class ClaimTab {
  name = "Claim";

  constructor(app) {
    this.app = app;
    this.lines = [];
    this.line = 0;
    this.typed = "";
    this.best = false;
    this.text = h("textarea", {
      rows: 4, spellcheck: "false", "aria-label": "The claim, one line a train",
      input: () => { this.typed = this.text.value; this.best = false; this.#soon(); },
    });
    this.buttons = h("div", { class: "chips" });
    this.verdict = h("section", { id: "verdict", tabindex: -1, "aria-live": "polite", "aria-label": "Verdict" });
    this.element = h("div", {},
      (this.intro = h("p", {})), this.buttons, this.text, this.verdict);
  }

  asks() {
    if (!this.typed.trim()) return { show: 0 };
    return this.best ? { claim: this.typed, show: 0 } : { claim: this.typed };
  }

  enter() {
    this.changed(this.app.store.position);
    this.#draw();
  }

  /** Another title has other trains and places: a claim is for one of them. */
  changed({ title }) {
    if (this.title && this.title !== title) this.#empty();
    this.title = title;
  }

  leave() {
    keep("claim", this.typed.trim() ? { title: this.title, typed: this.typed } : null);
  }

  restore() {
    const claim = kept("claim");
    this.title = this.app.store.position.title;
    if (claim?.title === this.title) this.typed = this.text.value = String(claim.typed);
  }

  #soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.app.look(), 250);
  }

  /** A stop was clicked: it goes on the line of the chosen train. */
  chosen({ hex, stop, point }) {
    const at = stop ?? point ?? hex;
    const who = this.#runners();
    if (!at || !who.length) return;
    const line = (this.lines[this.line] ??= { train: who[this.line] ?? who[0], stops: [] });
    if (line.stops.at(-1) === at) line.stops.pop();
    else line.stops.push(at);
    const least = this.app.facts.family === "18xx" ? 2 : 1;
    this.typed = this.lines.filter((each) => each?.stops.length >= least)
      .map((each) => `${each.train}: ${each.stops.join("-")}`).join("\n");
    this.text.value = this.typed;
    this.#draw();
    this.#soon();
  }

  /** Whose lines a claim has: one for each train, or for each action of a company. */
  #runners() {
    const { position } = this.app.store;
    if (this.app.facts.family === "chicago-express") return Array(position.actions ?? 1).fill(position.company);
    return held(position, "trains");
  }

  #draw() {
    const { family } = this.app.facts;
    this.intro.textContent = INTRO[family] ?? INTRO["18xx"];
    this.text.placeholder = EXAMPLE[family] ?? example(this.app.facts, this.#runners());
    fill(this.buttons, this.#runners().map((train, at) => h("button", {
      class: "chip", "aria-pressed": at === this.line,
      click: () => { this.line = at; this.#draw(); },
    }, `${train}${this.lines[at]?.stops.length ? ` (${this.lines[at].stops.length})` : ""}`)),
      h("button", { class: "chip", click: () => this.#clear() }, "Clear"));
  }

  #empty() {
    this.lines = [];
    this.line = 0;
    this.best = false;
    this.typed = this.text.value = "";
  }

  #clear() {
    this.#empty();
    this.#draw();
    this.app.look();
  }

  show({ verdict, error }) {
    this.#draw();
    if (!verdict) {
      fill(this.verdict, this.typed.trim() && error ? h("p", { class: "wrong" }, error) : null);
      return;
    }
    fill(this.verdict, verdictTold(this.app, verdict, this.best, (best) => { this.best = best; this.app.look(); }));
  }
}

/** Return a line as it could be typed for this title. */
function example({ trains, names }, own) {
  const [one, two] = Object.values(names);
  return `${own[0] ?? trains[0]}: ${one}-${two} = 40`;
}
