// The Board tab of Chicago Express: locomotives and houses by click; then one of the questions.

import { companyChip } from "./chips.js";
import { fill, h } from "./dom.js";
import { QuestionTab } from "./question.js";

const ASKS = [
  ["build", "Best build"], ["plan", "Best plan"], ["develop", "Best development"],
  ["action", "Next action"], ["share", "Worth of a share"],
];
const OF_PLAYERS = ["develop", "action"];
const AHEAD = ["action", "share"];
const OF_ACTIONS = ["plan", "action"];

export class ChicagoTab extends QuestionTab {
  tool = "locomotive";

  chosen({ hex }) {
    if (!hex) return;
    this.app.store.edit((next) => {
      if (this.tool === "house") {
        const houses = next.houses ?? [];
        next.houses = houses.includes(hex) ? houses.filter((each) => each !== hex) : [...houses, hex];
        return;
      }
      const networks = (next.networks ??= {});
      const start = this.app.facts.companies.find(({ id }) => id === next.company)?.start;
      const own = networks[next.company] ?? (start ? [start] : []);
      networks[next.company] = own.includes(hex) ? own.filter((each) => each !== hex) : [...own, hex];
    });
  }

  headline(answer) {
    return h("h2", {}, h("output", { class: "revenue" }, result(answer)), " ",
      answer.proven ? h("span", { class: "proven" }, "proven") : null);
  }

  draw() {
    const { facts, store } = this.app;
    const { position } = store;
    if (facts?.family !== "chicago-express") return;
    const number = (key, label, least = 0) => h("label", {}, `${label} `, h("input", {
      type: "number", min: least, max: 999, value: position[key] ?? "", placeholder: least || "",
      change: (event) => store.edit((next) => {
        if (event.target.value === "") delete next[key];
        else next[key] = Number(event.target.value);
      }),
    }));
    const edit = (change) => {
      store.edit(change);
      this.draw(); // the answer may take a while
    };
    fill(this.table,
      h("div", { class: "chips", role: "radiogroup", "aria-label": "Company" }, facts.companies.map(({ id }) => companyChip(facts, id, {
        role: "radio", "aria-checked": id === position.company,
        click: () => edit((next) => { next.company = id; }),
      }))),
      h("div", { class: "chips", role: "radiogroup", "aria-label": "A click places" },
        h("span", { class: "label" }, "A click places"),
        [["locomotive", "a locomotive"], ["house", "a house"]].map(([tool, words]) => h("button", {
          class: "chip", role: "radio", "aria-checked": tool === this.tool,
          click: () => { this.tool = tool; this.draw(); },
        }, words))),
      h("div", { class: "chips", role: "radiogroup", "aria-label": "Question" }, ASKS.map(([ask, words]) => h("button", {
        class: "chip", role: "radio", "aria-checked": (position.ask ?? "build") === ask,
        click: () => edit((next) => {
          next.ask = ask;
          if (ask === "plan") next.actions ??= 3;
          else delete next.actions;
          if (!AHEAD.includes(ask)) delete next.dividends;
          if (OF_PLAYERS.includes(ask)) {
            next.players ??= { I: { [next.company]: 1 } };
            next.player ??= Object.keys(next.players)[0];
          }
        }),
      }, words))),
      h("div", { class: "row" }, number("treasury", "Treasury"),
        OF_ACTIONS.includes(position.ask) ? number("actions", "Actions", 1) : null,
        AHEAD.includes(position.ask) ? number("dividends", "Dividends", 1) : null));
  }
}

/** Return what comes of the answer, in a few words. */
function result(answer) {
  if (answer.income !== undefined) return `income ${answer.income_before} → ${answer.income}`;
  if (answer.moves) return `+${answer.gain} for ${answer.player}`;
  if (answer.companies) {
    return answer.companies.map(({ company, best_bid: bid, highest_bid: most }) => `${company}: bid ${bid} to ${most}`).join(", ");
  }
  if (answer.hex !== undefined) return answer.hex ? `develop ${answer.hex}` : "no development pays";
  return "";
}
