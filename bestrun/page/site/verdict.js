// A verdict: the claim run by run, what is wrong with it, and the best plan beside it.

import { earned, runsTable } from "./answer.js";
import { h } from "./dom.js";

const WORDS = {
  best: "Best: no plan earns more", improvable: "Legal, but more was possible",
  misstated: "Legal, but a figure is wrong", illegal: "Illegal",
  unproven: "Legal; whether it is best is not proven", better: "Better than the answer",
};

/** Return a verdict as elements; `choose(best)` hears which of the two plans the board is to show. */
export function verdictTold(app, verdict, best, choose) {
  const runs = verdict.runs?.some(Boolean) ? verdict.runs : null;
  const better = verdict.better?.[0]?.stops ? verdict.better : null;
  return [
    h("h2", { class: `verdict ${verdict.verdict}` }, WORDS[verdict.verdict] ?? verdict.verdict),
    better ? h("div", { class: "chips", role: "radiogroup", "aria-label": "On the board" },
      h("span", { class: "label" }, "On the board"),
      [[false, "the claim"], [true, "the best plan"]].map(([which, words]) => h("button", {
        class: "chip", role: "radio", "aria-checked": which === best, click: () => choose(which),
      }, words))) : null,
    verdict.legal ? h("p", {}, "The claim earns ", h("output", {}, earned(verdict)), ".") : null,
    h("ul", {}, verdict.problems.map((problem) => h("li", {}, problem.train ? `${problem.train}: ` : "", problem.message))),
    runs ? runsTable(app, runs, !best) : null,
    verdict.missed ? h("p", {}, `Missed ${verdict.missed}: the best plan earns ${verdict.optimum}.`) : null,
    better ? runsTable(app, better, best) : null,
  ];
}
