// Answers of Chicago Express as tables; what a row speaks of lights up on the board.

import { coloured } from "./answer.js";
import { companyChip } from "./chips.js";
import { h } from "./dom.js";
import { proof } from "./question.js";

/** Return an answer as elements: the headline, what is built or done, what else there is. */
export function chicagoAnswer(app, answer, open) {
  const words = WORDS[answer.ask] ?? built;
  const { head, bound, body } = words(app, answer);
  return [
    h("h2", {}, h("output", { class: "revenue" }, head), " ", proof(answer.proven, open, bound)),
    body,
    (answer.notes ?? []).map((note) => h("p", { class: "warning" }, note)),
    answer.assumes?.length ? h("details", { open: true }, h("summary", {}, "assumed"), h("ul", {}, answer.assumes.map((each) => h("li", {}, each)))) : null,
  ];
}

const named = (app, hexes) => hexes.map((hex) => app.facts.names[hex] ?? hex).join(", ");
const figure = (words) => h("td", { class: "figure" }, words ?? "");
const signed = (amount) => (amount > 0 ? `+${amount}` : String(amount ?? ""));

function table(heads, rows) {
  return h("div", { class: "wide" }, h("table", {}, h("thead", {}, h("tr", {}, heads.map((words) => h("th", { scope: "col" }, words)))), h("tbody", {}, rows)));
}

/** A row that lights up its hexes. */
function row(app, hexes, ...cells) {
  const light = (on) => app.board.highlight(on && hexes.length ? hexes.map((hex) => `[data-hex="${hex}"]`).join(", ") : null);
  return h("tr", { tabindex: 0, pointerenter: () => light(true), pointerleave: () => light(false), focus: () => light(true), blur: () => light(false) }, ...cells);
}

function built(app, answer) {
  const actions = answer.ask === "plan" ? answer.hexes : answer.hexes.length ? [answer.hexes] : [];
  const goal = answer.goal === "chicago";
  const share = answer.dividend_per_share === null ? "no share is sold" : `${answer.dividend_per_share} a share`;
  return {
    head: goal ? (answer.reached ? `Chicago in ${answer.actions} ${answer.actions === 1 ? "action" : "actions"}` : "Chicago is out of reach") : `income ${answer.income_before} → ${answer.income}`,
    bound: goal ? `, at least ${answer.bound}` : `, at most ${answer.bound}`,
    body: [
      h("p", {}, "For ", companyChip(app.facts, answer.company), ` cost ${answer.cost}, left ${answer.left}, ${share}.`),
      actions.length ? table(["Action", "Builds"], actions.map((hexes, at) => row(app, hexes,
        coloured(app, at, h("th", { scope: "row", class: "run" }, String(at + 1))), h("td", {}, named(app, hexes)))))
        : h("p", {}, "No build adds to it."),
      answer.chicago ? h("p", {}, `The arrival in Chicago is action ${answer.chicago.action ?? 1}.`) : null,
    ],
  };
}

function developed(app, answer) {
  return {
    head: answer.hex ? `develop ${app.facts.names[answer.hex] ?? answer.hex}` : "no development pays",
    body: [
      h("p", {}, `For ${answer.player}: ${signed(answer.gain_player ?? 0)} a dividend, ${signed(answer.gain_others ?? 0)} for the others.`),
      table(["Hex", "Companies", "Each gets", answer.player, "Others"], answer.options.map((each) => row(app, [each.hex],
        h("th", { scope: "row" }, app.facts.names[each.hex] ?? each.hex), h("td", {}, each.companies.join(", ")),
        figure(each.money ? `${each.money} at once` : `+${each.rise}`), figure(signed(each.gain_player)), figure(signed(each.gain_others))))),
    ],
  };
}

/** A move in words, and the hexes it is about. */
function move(app, each) {
  if (each.build) return [`build ${each.build}: ${named(app, each.hexes)}`, each.hexes];
  if (each.develop) return [`develop ${named(app, [each.develop])}`, [each.develop]];
  return [each.auction ? `auction ${each.auction}, bid ${each.bid}` : "nothing", []];
}

function moves(app, list) {
  return list.length ? h("ol", { class: "plain" }, list.map((each) => h("li", {}, move(app, each)[0]))) : h("p", {}, "To do nothing.");
}

function advised(app, answer) {
  const more = answer.with_auctions;
  return {
    head: `${signed(answer.gain)} for ${answer.player}`,
    bound: `, at most ${signed(answer.bound)}`,
    body: [
      moves(app, answer.moves),
      h("p", {}, `${signed(answer.gain_next)} by the next dividend, ${signed(answer.gain)} in ${answer.dividends === 1 ? "one dividend" : `${answer.dividends} dividends`}; the others ${signed(answer.gain_others)}.`),
      more && more.gain > answer.gain ? [h("p", {}, `With auctions ${signed(more.gain)}:`), moves(app, more.moves)] : null,
      h("h3", {}, "Single actions"),
      table(["Action", "Cost", "Next", "In all", "Others"], answer.options.map((each) => {
        const [words, hexes] = move(app, each);
        return row(app, hexes, h("td", {}, words), figure(each.cost || ""), figure(signed(each.gain_next)), figure(signed(each.gain)), figure(signed(each.gain_others)));
      })),
      answer.auctions?.length ? [h("h3", {}, "Auctions"), table(["Share", "Opens at", "If bought", "If lost", "Worth up to"], answer.auctions.map((each) => h("tr", {},
        h("td", {}, companyChip(app.facts, each.company)), figure(each.opening_bid), figure(signed(each.gain_if_bought)),
        figure(signed(each.gain_if_another_buys)), figure(each.highest_bid))))] : null,
    ],
  };
}

function shares(app, answer) {
  const best = answer.companies[0];
  return {
    head: best ? `${best.company}: bid ${best.best_bid} to ${best.highest_bid}` : "no share is left",
    body: answer.companies.map((each) => [
      h("h3", {}, companyChip(app.facts, each.company), ` bid ${each.best_bid}, at most ${each.highest_bid}; the bank asks ${each.opening_bid}`),
      table(["Bid", "Pays", "Profit", "Builds"], each.prices.map((price) => row(app, price.builds.flat(2),
        figure(price.bid), figure(price.pays === price.pays_at_most ? price.pays : `${price.pays} to ${price.pays_at_most}`), figure(signed(price.profit)),
        h("td", {}, price.builds.map((actions) => actions.map((hexes) => named(app, hexes)).join("; ") || "–").join(" | "))))),
    ]),
  };
}

const WORDS = { build: built, plan: built, develop: developed, action: advised, share: shares };
