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

/** The answer to the position on the table. */
export class AnswerView {
  constructor(app) {
    this.app = app;
    this.element = h("section", { id: "answer", tabindex: -1, "aria-live": "polite", "aria-label": "The best run" });
  }

  show({ answer, error, warnings, mistakes, open }) {
    const notes = (warnings ?? []).map((line) => h("p", { class: "warning" }, line));
    if (!answer) {
      const wrong = (mistakes ?? []).map((mistake) => mistakeRow(this.app, mistake));
      fill(this.element, wrong.length ? wrong : h("p", { class: "wrong" }, error ?? "No answer yet."), notes);
      return;
    }
    const plans = [answer, ...(answer.alternatives ?? [])];
    const shown = Math.min(this.app.shown, plans.length - 1);
    const proof = answer.proven
      ? h("span", { class: "proven" }, "proven")
      : h("span", { class: open ? "working" : "bound" },
        open ? `working… at least ${answer.revenue}, at most ${answer.bound}` : `not proven, at most ${answer.bound}`);
    fill(this.element,
      error ? h("p", { class: "wrong" }, error) : null,
      notes,
      h("h2", {}, h("output", { class: "revenue" }, earned(plans[shown])), " ", shown ? `plan ${shown + 1}` : proof),
      runsTable(this.app, plans[shown].runs),
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
