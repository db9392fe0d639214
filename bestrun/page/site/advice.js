// The Advice tab: what the company could do, ranked by what it adds to its best run.

import { ask, follow } from "./api.js";
import { fill, h, picture, say } from "./dom.js";

export class AdviceTab {
  name = "Advice";

  constructor(app) {
    this.app = app;
    this.controller = null;
    this.move = null;
    this.options = { pairs: true, trains: false, turn: false };
    this.list = h("section", { "aria-live": "polite", "aria-label": "Moves" });
    this.element = h("div", {},
      h("p", {}, "Lays, markers and trains of the company, by what they add to its best run."),
      h("div", { class: "chips" },
        [["pairs", "lay and marker together"], ["trains", "one more train"], ["turn", "the whole turn"]].map(([key, words]) =>
          h("label", { class: "chip" }, h("input", {
            type: "checkbox", checked: this.options[key],
            change: (event) => { this.options[key] = event.target.checked; },
          }), ` ${words}`))),
      h("button", { class: "primary", click: () => this.#ask() }, "Advise"),
      this.list);
  }

  asks() {
    return { show: 0, move: this.move ?? undefined };
  }

  leave() {
    this.controller?.abort();
    this.move = null;
  }

  /** Advice is for one position only. */
  changed() {
    this.controller?.abort();
    this.move = null;
    if (this.list.children.length) fill(this.list, h("p", {}, "The position has changed: ask again."));
  }

  show() {}

  async #ask() {
    this.controller?.abort();
    const controller = (this.controller = new AbortController());
    const bar = h("progress", { max: 1, "aria-label": "Solving" });
    const words = h("span", {}, "thinking…");
    fill(this.list, h("div", { class: "row" }, bar, words,
      h("button", { click: () => { controller.abort(); fill(this.list, h("p", {}, "Cancelled.")); } }, "Cancel")));
    try {
      const advice = await follow("advise", { position: this.app.store.position, ...this.options }, ({ done, of }) => {
        if (of) { bar.max = of; bar.value = done; words.textContent = `${done} of ${of}`; }
      }, { signal: controller.signal });
      const lays = advice.moves.flatMap((move) => [move, ...move.variants]).flatMap(laysOf);
      const drawn = await ask("tiles", { position: this.app.store.position, lays });
      this.pictures = new Map(lays.map((lay, at) => [lay, drawn[at]]));
      this.#draw(advice);
    } catch (error) {
      if (error.name !== "AbortError") fill(this.list, h("p", { class: "wrong" }, error.message));
    }
  }

  /** Make a move: the position is then the one after it. */
  async #make(move) {
    try {
      const told = await ask("move", { position: this.app.store.position, move });
      this.move = null;
      this.app.store.replace(told.position);
      fill(this.list, h("p", {}, "Done. Ask again for what comes next."));
    } catch (error) {
      say(error.message, true);
    }
  }

  #draw(advice) {
    const gaining = advice.moves.filter((move) => move.gain > 0);
    fill(this.list,
      h("p", {}, `Now the best run earns ${advice.revenue}.`),
      (advice.notes ?? []).map((note) => h("p", { class: "warning" }, note)),
      gaining.length ? null : h("p", {}, "No move adds to it."),
      h("ol", { class: "moves" }, gaining.map((move) => h("li", {},
        this.#button(move, h("b", {}, `+${move.gain}`), ` ${words(this.app, move)}: ${move.revenue}`),
        move.variants.length ? h("details", {},
          h("summary", {}, `the same runs after ${move.variants.length === 1 ? "another move" : `${move.variants.length} other moves`}`),
          h("ul", { class: "moves" }, move.variants.map((other) =>
            h("li", {}, this.#button(other, words(this.app, other)))))) : null))));
  }

  /** A move: a first tap shows it on the board, a second makes it. */
  #button(move, ...told) {
    const hint = h("small", { class: "hint" });
    const button = h("button", {
      class: "move", "aria-pressed": false,
      click: () => (this.move === move ? this.#make(move) : this.#look(move, button)),
    }, h("span", {}, ...told, hint), h("span", { "aria-hidden": true }, laysOf(move).map((lay) => picture(this.pictures.get(lay)))));
    return button;
  }

  #look(move, button) {
    for (const other of this.list.querySelectorAll(".move")) {
      other.setAttribute("aria-pressed", String(other === button));
      other.querySelector(".hint").textContent = other === button ? " shown on the board; tap again to make it" : "";
    }
    this.move = move;
    this.app.look();
  }
}

/** Return the lays of a move, the first one first. */
function laysOf(move) {
  return [...(move.lay ? [move.lay] : []), ...(move.further ?? [])];
}

/** Return a move in words. */
function words(app, move) {
  const names = app.facts.names ?? {};
  const said = [];
  for (const lay of laysOf(move)) said.push(`tile ${lay.tile.split(":")[0]} on ${lay.hex}${names[lay.hex] ? ` ${names[lay.hex]}` : ""}`);
  if (move.token) said.push(`marker at ${names[move.token] ?? move.token}`);
  if (move.train) said.push(`train ${move.train}`);
  return said.join(", ");
}
