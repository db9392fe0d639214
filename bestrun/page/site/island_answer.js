// Answers of Island Rails as tables: turn by turn, card by card.

import { coloured } from "./answer.js";
import { h } from "./dom.js";
import { proof } from "./question.js";

/** Return an answer as elements. */
export function islandAnswer(app, answer, open) {
  const proven = answer.proven && answer.fewest_turns !== false;
  const { head, bound, body } = WORDS[answer.ask](app, answer);
  return [
    h("h2", {}, h("output", { class: "revenue" }, head), " ", answer.proven === undefined ? null : proof(proven, open, bound)),
    body,
    answer.scope ? h("p", { class: "aside" }, `Among ${answer.scope}.`) : null,
    answer.ended ? h("p", { class: "aside" }, `The search ended: ${answer.ended}.`) : null,
  ];
}

function table(heads, rows) {
  return h("div", { class: "wide" }, h("table", {}, h("thead", {}, h("tr", {}, heads.map((words) => h("th", { scope: "col" }, words)))), h("tbody", {}, rows)));
}

const figure = (words) => h("td", { class: "figure" }, words ?? "");

/** One action in a player's words. */
function words(action) {
  const way = action.path?.join(" – ");
  const sum = action.cost ? ` for ${action.cost}` : "";
  if (way) return `${action.do} ${way}${sum}`;
  if (action.do === "deliver") return `deliver ${action.good} to ${action.town}${action.pay === undefined ? "" : ` for ${action.pay}`}${action.card ? ` (card ${action.card})` : ""}`;
  return [action.do, action.good ?? action.train ?? action.ship].filter(Boolean).join(" ") + sum;
}

function turns(app, list) {
  const money = list.some((turn) => turn.money !== undefined);
  const sum = (actions) => actions.reduce((all, each) => all + (each.do === "build" ? each.cost ?? 0 : 0), 0);
  return table(["Turn", "Actions", money ? "Money" : "Cost"], list.map((turn, at) => h("tr", {},
    coloured(app, at, h("th", { scope: "row", class: "run" }, String(at + 1))),
    h("td", {}, h("ul", { class: "plain" }, turn.actions.map((each) => h("li", {}, words(each))))), figure(money ? turn.money : sum(turn.actions)))));
}

function track(app, answer) {
  const many = answer.turns?.length ?? 0;
  return {
    head: answer.cost === null ? "no track joins these towns" : `cost ${answer.cost}`,
    bound: answer.bound === null ? "" : `, at least ${answer.bound}`,
    body: [answer.hire ? h("p", {}, `With ${answer.hire} for hired ships.`) : null,
      many ? h("p", {}, `In ${many} ${many === 1 ? "turn" : "turns"}${answer.fewest_turns ? ", the fewest" : ""}.`) : null,
      turns(app, answer.turns ?? [])],
  };
}

function contracts(app, answer) {
  const best = Math.max(...answer.cards.flat().map(({ pay }) => pay));
  return {
    head: `the best pays ${best}`,
    body: answer.cards.map((card, at) => [h("h3", {}, `Card ${at + 1}`), table(["Good", "From", "To", "Points", "Pays"], card.map((each) => h("tr", {},
      h("th", { scope: "row" }, each.good), h("td", {}, each.source), h("td", {}, each.town), figure(each.distance), figure(each.pay))))]),
  };
}

function deliveries(app, answer) {
  const rate = answer.money_per_turn ?? answer.income_per_turn ?? answer.value;
  return {
    head: answer.turns?.length ? (rate === undefined || rate === null ? `money ${answer.money}` : `${Number(rate).toFixed(2)} a turn`) : "no plan brings a gain",
    bound: answer.bound === null || answer.bound === undefined ? "" : `, at most ${Number(answer.bound).toFixed(2)}`,
    body: answer.turns?.length ? [
      h("p", {}, answer.start ? `From ${answer.start}: ` : "", `pay ${answer.pay}, money ${answer.money} at the end.`), turns(app, answer.turns)] : null,
  };
}

function keep(app, answer) {
  const value = (each) => (typeof each === "number" ? each.toFixed(2) : each ?? "");
  return {
    head: `keep ${answer.keep.join(", ")}`,
    bound: answer.bound === null ? "" : `, at most ${value(answer.bound)}`,
    body: [
      table(["Cards", "Worth", "At most"], answer.hands.map((hand) => h("tr", {}, h("th", { scope: "row" }, hand.cards.join(" ")),
        figure(value(hand.value)), figure(hand.proven ? "" : value(hand.bound))))),
      answer.turns?.length ? turns(app, answer.turns) : null,
    ],
  };
}

const WORDS = { track, contracts, deliveries, keep };
