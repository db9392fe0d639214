// The Board tab of Chicago Express: the board, companies and players by taps; then one of the questions.

import { chicagoAnswer } from "./chicago_answer.js";
import { choice, companyChip, number } from "./chips.js";
import { h, say } from "./dom.js";
import { QuestionTab } from "./question.js";

const ASKS = [
  ["build", "Best build"], ["plan", "Best plan"], ["develop", "Best development"],
  ["action", "Next action"], ["share", "Worth of a share"],
];
const OF_PLAYERS = ["develop", "action"];
const AHEAD = ["action", "share"];
const OF_ACTIONS = ["plan", "action", "share"];
const CASH = "cash";

export class ChicagoTab extends QuestionTab {
  tool = "locomotive";

  chosen({ hex }) {
    if (!hex) return;
    const { facts, store } = this.app;
    if (this.tool === "locomotive" && !store.position.company) {
      say("First choose the company.");
      return;
    }
    const industry = facts.industry.find((each) => each.hex === hex);
    this.#edit((next) => {
      if (this.tool === "locomotive") {
        const networks = (next.networks ??= {});
        const start = facts.companies.find(({ id }) => id === next.company)?.start;
        const own = networks[next.company] ?? (start ? [start] : []);
        if (hex !== start) networks[next.company] = own.includes(hex) ? own.filter((each) => each !== hex) : [...own, hex];
      } else if (industry) this.#grow(next, industry);
      else {
        const houses = next.houses ?? [];
        next.houses = houses.includes(hex) ? houses.filter((each) => each !== hex) : [...houses, hex];
      }
    });
  }

  /** The next value of an industry; after the last one the first. */
  #grow(next, { name, scale }) {
    const at = scale.indexOf(next.industry?.[name] ?? scale[0]);
    (next.industry ??= {})[name] = scale[(at + 1) % scale.length];
  }

  #edit(change) {
    this.app.store.edit((next) => {
      change(next);
      if (OF_PLAYERS.includes(next.ask) && next.players) next.player ??= Object.keys(next.players)[0];
    });
    this.draw(); // the answer may take a while
  }

  answered(answer, open) {
    return chicagoAnswer(this.app, answer, open);
  }

  draw() {
    const { facts, store } = this.app;
    const { position } = store;
    if (facts?.family !== "chicago-express") return;
    const ask = position.ask ?? "build";
    const edit = (change) => this.#edit(change);
    const set = (key) => (value) => edit((next) => { if (value === undefined) delete next[key]; else next[key] = value; });
    const players = Object.keys(position.players ?? {});
    const one = (key, label, least) => number(label, position[key], set(key), { least });
    this.redrawn(h("div", {},
      choice("Question", ASKS, ask, (key) => edit((next) => asked(next, key))),
      h("div", { class: "chips", role: "radiogroup", "aria-label": "Company" }, facts.companies.map(({ id }) => companyChip(facts, id, {
        role: "radio", "aria-checked": id === position.company, click: () => edit((next) => { settle(next); next.company = id; }),
      }))),
      choice("A tap on the board", [["locomotive", position.company ? `a locomotive of ${position.company}` : "a locomotive"], ["house", "a house, an industry"]], this.tool,
        (tool) => { this.tool = tool; this.draw(); }, "A tap puts"),
      this.#companies(position, players, edit),
      OF_PLAYERS.includes(ask) && !players.length ? h("p", {}, "This question is a player's: add the players and tap their shares.") : null,
      OF_PLAYERS.includes(ask) && players.length ? choice("Whose question", players.map((name) => [name, name]), position.player ?? players[0], set("player"), "For") : null,
      h("div", { class: "chips" }, h("span", { class: "label" }, "Dials"), facts.dials.map(({ name, length }) => h("button", {
        class: "chip", "aria-label": `Turn the dial ${name}`, title: "A tap turns it",
        click: () => edit((next) => { const dials = (next.dials ??= {}); dials[name] = ((dials[name] ?? 0) + 1) % (length + 1); }),
      }, `${name} ${position.dials?.[name] ?? 0} of ${length}`))),
      h("div", { class: "chips" }, h("span", { class: "label" }, "Industry"), facts.industry.map((each) => h("button", {
        class: "chip", "aria-label": `Develop ${each.name}`, title: "A tap develops it", click: () => edit((next) => this.#grow(next, each)),
      }, `${each.name} ${position.industry?.[each.name] ?? each.scale[0]}`))),
      h("div", { class: "row" },
        OF_ACTIONS.includes(ask) ? one("actions", ask === "share" ? "Builds before a dividend" : "Actions", 1) : null,
        AHEAD.includes(ask) ? one("dividends", "Dividends", 1) : null),
      ask === "plan" ? choice("Goal", [["income", "most income"], ["chicago", "to Chicago"]], position.goal ?? "income", set("goal")) : null));
  }

  /** Companies in rows, players in columns: money in fields, shares by taps. */
  #companies(position, players, edit) {
    const { facts, view } = this.app;
    const table = view?.figures ?? {};
    const heads = ["", "income", "money", "sold", ...players];
    return h("div", { class: "wide" }, h("table", { class: "round" },
      h("thead", {}, h("tr", {}, heads.map((words) => h("th", { scope: "col" }, words)))),
      h("tbody", {}, facts.companies.map(({ id, shares }) => h("tr", {},
        h("th", { scope: "row" }, companyChip(facts, id)),
        h("td", { class: "figure" }, table[id]?.income ?? "–"),
        h("td", {}, number(`Money of ${id}`, moneyOf(position, id), (value) => edit((next) => {
          settle(next);
          setIn(next, "treasuries", id, value);
        }), { shown: false })),
        h("td", {}, number(`Sold shares of ${id}`, position.shares_sold?.[id], (value) => edit((next) => setIn(next, "shares_sold", id, value)),
          { shown: false, most: shares, hint: table[id]?.sold ?? "" })),
        players.map((name) => {
          const has = position.players[name][id] ?? 0;
          return h("td", {}, h("button", {
            class: "chip", "aria-label": `${name} holds ${has} of ${id}: one more`,
            click: () => edit((next) => hold(next, name, id, (has + 1) % (shares + 1))),
          }, String(has)));
        }))),
      players.length ? h("tr", {}, h("th", { scope: "row", colspan: 4 }, "cash"), players.map((name) => h("td", {},
        number(`Cash of ${name}`, position.players[name][CASH], (value) => edit((next) => {
          if (value === undefined) delete next.players[name][CASH];
          else next.players[name][CASH] = value;
        }), { shown: false })))) : null)),
    h("div", { class: "chips" }, h("button", { class: "chip", "aria-label": "Add a player", click: () => edit(addPlayer) }, "+ player"),
      players.length ? h("button", { class: "chip", "aria-label": "Take the last player away", click: () => edit(lessPlayer) }, "− player") : null));
  }
}

/** What a company has, wherever the position says it. */
function moneyOf(position, id) {
  return position.treasuries?.[id] ?? (id === position.company ? position.treasury : undefined);
}

/** Say the money of the company on turn where that of the others is said. */
function settle(next) {
  if (next.treasury !== undefined && next.company) (next.treasuries ??= {})[next.company] ??= next.treasury;
  delete next.treasury;
}

function setIn(next, key, entry, value) {
  const table = (next[key] ??= {});
  if (value === undefined) delete table[entry];
  else table[entry] = value;
  if (!Object.keys(table).length) delete next[key];
}

/** Another question: what only the one before asks for is left out. */
function asked(next, ask) {
  next.ask = ask;
  delete next.actions;
  if (ask === "plan") next.actions = 3;
  else delete next.goal;
  if (!AHEAD.includes(ask)) delete next.dividends;
}

function addPlayer(next) {
  const players = (next.players ??= {});
  let number = Object.keys(players).length + 1;
  while (players[`P${number}`]) number++;
  players[`P${number}`] = {};
}

function lessPlayer(next) {
  const last = Object.keys(next.players).at(-1);
  delete next.players[last];
  if (next.player === last) delete next.player;
  if (!Object.keys(next.players).length) delete next.players;
}

/** Let a player hold so many shares; no more are held than are sold. */
function hold(next, name, id, many) {
  if (many) next.players[name][id] = many;
  else delete next.players[name][id];
  const held = Object.values(next.players).reduce((sum, each) => sum + (each[id] ?? 0), 0);
  if (next.shares_sold?.[id] < held) next.shares_sold[id] = held;
}
