// The answer: revenue, runs, proof, the next best plans.

import { fill, h } from "./dom.js";
import { mistakeRow } from "./hex.js";
import { held } from "./holdings.js";

/** Return a table of runs, coloured as on the board if they are there; pointing at one lights it up. */
export function runsTable(app, runs, onBoard = true) {
  if (!runs.length) return h("p", {}, whyNone(app.store.position));
  const light = (at) => onBoard && app.board.highlight(at === null ? null : `[data-run="${at + 1}"]`);
  return h("table", { class: "runs" },
    h("thead", {}, h("tr", {}, ["Train", "Route", "Earns"].map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, runs.map((run, at) => run && h("tr", {
      tabindex: 0,
      pointerenter: () => light(at), pointerleave: () => light(null), focus: () => light(at), blur: () => light(null),
    },
      coloured(app, onBoard ? at : null, h("th", { scope: "row", class: "run" }, run.train)),
      h("td", {}, route(app, run)),
      h("td", { class: "figure" }, earned(run), parts(run))))));
}

/** Return what is earned in words, with what goes to the treasury beside it. */
export function earned({ revenue, subsidy }) {
  return subsidy ? `${revenue} + ${subsidy}` : String(revenue);
}

/** Return why no train runs. */
function whyNone(position) {
  const { company, tokens } = position;
  const lacks = [];
  if (!tokens?.[company]?.length) lacks.push("no marker on the board");
  if (!held(position, "trains").length) lacks.push("no train");
  if (lacks.length) return `No train runs: ${company} has ${lacks.join(" and ")}.`;
  return `No train runs: the track from the markers of ${company} leads to no second stop.`;
}

/** Give the name of a run the colour that it has on the board. */
export function coloured(app, at, name) {
  const colours = app.facts.colours ?? [];
  if (colours.length && at !== null) name.style.setProperty("--run", colours[at % colours.length]);
  return name;
}

/** How sure an answer is; while a better one may still come it is being worked out. */
export function proof({ proven, revenue, bound }, open) {
  if (proven) return h("span", { class: "proven" }, "proven");
  const between = `${revenue ? `at least ${revenue}, ` : ""}at most ${bound}`;
  return open ? h("span", { class: "working" }, `working… ${between}`) : h("span", { class: "bound" }, `not proven, ${between}`);
}

/** The stops in order, each with what it pays. */
function route(app, run) {
  const names = app.facts.names ?? {};
  return run.stops.flatMap((stop, at) => [at ? " – " : "",
    names[stop] ?? names[stop.replace(/\.\d+$/, "")] ?? stop, " ", h("b", { class: "value" }, String(run.values[at]))]);
}

function parts(run) {
  const more = Object.entries(run.parts ?? {}).filter(([name, amount]) => amount && name !== "stops");
  if (!more.length) return null;
  const words = [`stops ${run.parts.stops}`, ...more.map(([name, amount]) => `${name} ${amount}`)];
  return h("small", {}, words.join(" + "));
}

/** Where this page has no proof, a computer takes the time that it needs: the file to take there. */
export function elsewhere(app, useful) {
  return h("div", { class: "row elsewhere" },
    h("span", { class: "warning" }, useful ? "`bestrun solve` on a computer proves it:" : "Too large for the browser: `bestrun solve` on a computer answers it."),
    h("button", { click: () => app.download("toml") }, "The file for it"));
}

/** The answer to the position on the table. */
export class AnswerView {
  constructor(app) {
    this.app = app;
    this.element = h("section", { id: "answer", tabindex: -1, "aria-live": "polite", "aria-label": "The best run" });
  }

  show({ answer, error, warnings, mistakes, open, large }) {
    const notes = (warnings ?? []).map((line) => h("p", { class: "warning" }, line));
    if (!answer) {
      const wrong = (mistakes ?? []).map((mistake) => mistakeRow(this.app, mistake));
      const said = large ? elsewhere(this.app, false) : h("p", { class: "wrong" }, error ?? "No answer yet.");
      fill(this.element, wrong.length ? wrong : said, notes);
      return;
    }
    const plans = [answer, ...(answer.alternatives ?? [])];
    const shown = Math.min(this.app.shown, plans.length - 1);
    const none = !answer.proven && !answer.revenue; // nothing was found yet: that is no answer
    fill(this.element,
      error ? h("p", { class: "wrong" }, error) : null,
      notes,
      h("h2", {}, none ? null : h("output", { class: "revenue" }, earned(plans[shown])), " ", shown ? `plan ${shown + 1}` : proof(answer, open)),
      answer.proven || open ? null : elsewhere(this.app, !none),
      none ? null : runsTable(this.app, plans[shown].runs),
      this.#prefer(),
      plans.length > 1 ? this.#plans(plans, shown) : null);
  }

  #plans(plans, shown) {
    return h("div", { class: "chips", role: "radiogroup", "aria-label": "Plans, best first" },
      h("span", { class: "label" }, "Plans"),
      plans.map((plan, at) => h("button", {
        class: "chip", role: "radio", "aria-checked": at === shown,
        click: () => { this.app.shown = at; this.app.look(); },
      }, earned(plan))));
  }

  #prefer() {
    const { app } = this;
    if (!app.prefer.length) return null;
    return h("div", { class: "chips" }, h("span", { class: "label" }, "If equal, by way of"),
      app.prefer.map((stop) => h("button", {
        class: "chip on", "aria-label": `No longer prefer ${stop}`,
        click: () => { app.prefer = app.prefer.filter((each) => each !== stop); app.look(); },
      }, `${app.facts.names?.[stop] ?? stop} ×`)));
  }
}
