// The Board tab of Island Rails: towns, lines, train, cards and boards of one's own by taps.

import { ask } from "./api.js";
import { choice, number } from "./chips.js";
import { $, h, say } from "./dom.js";
import { islandAnswer } from "./island_answer.js";
import { isTown, paint, toggleRiver } from "./island_board.js";
import { QuestionTab } from "./question.js";

const ASKS = [["track", "Cheapest track"], ["contracts", "What cards pay"], ["deliveries", "Best deliveries"], ["keep", "Which cards to keep"]];
const AIMS = [["money", "money"], ["income", "pay"], ["total", "total"], ["win", "to win"]];
const OFFERS = 3; // deliveries on a card
const OF_BOARD = ["network", "others", "connect", "cards", "public", "at", "load", "lying", "own_ship", "stock"];
const EMPTY = 7; // rings of points around the middle of an empty board

export class IslandTab extends QuestionTab {
  tool = null;
  from = null;
  kind = "plain";
  good = null;

  /** What a tap on the board means now. */
  get #tool() {
    const tools = this.#tools().map(([key]) => key);
    return tools.includes(this.tool) ? this.tool : tools[0];
  }

  #tools() {
    const { position } = this.app.store;
    const question = (position.ask ?? "track") === "track" ? ["connect", "towns to join"] : ["card", "a delivery on a card"];
    return [question, ["at", "the train"], ["network", "my lines"], ["others", "lines of others"], ["paint", "the board itself"]];
  }

  chosen({ point }) {
    const there = this.app.view?.points?.[Number(point)];
    if (point === null || !there) return;
    this[`_${this.#tool}`](there);
    this.draw();
  }

  _connect(there) {
    if (!isTown(there) && there.kind !== "port") return say("Tap a town or a port.");
    return this.#edit((next) => { next.connect = toggled(next.connect ?? [], name(there)); });
  }

  _card(there) {
    if (!isTown(there) && there.kind !== "port") return say("Tap the town that wants the good.");
    if (!this.good) return say("First choose the good.");
    return this.#edit((next) => {
      const cards = (next.cards ??= []);
      if (!cards.length || cards.at(-1).length >= OFFERS) cards.push([]);
      cards.at(-1).push({ good: this.good, town: name(there) });
    });
  }

  _at(there) {
    this.#edit((next) => { if (next.at === name(there)) delete next.at; else next.at = name(there); });
  }

  _network(there) {
    this.#way(there, (next, link) => { next.network = toggledLink(links(next.network, this.app.view.points), link); });
  }

  _others(there) {
    this.#way(there, (next, link) => {
      const others = next.others instanceof Array || !next.others ? { "player 2": next.others ?? [] } : next.others;
      const who = this.other ?? Object.keys(others)[0];
      next.others = { ...others, [who]: toggledLink(links(others[who], this.app.view.points), link) };
    });
  }

  async _paint(there) {
    const { position } = this.app.store;
    if (!position.board?.points) return;
    if (this.kind === "river") this.#way(there, (next, link) => { next.board = toggleRiver(next.board, link); });
    else {
      this.painted = there.id;
      this.#edit((next) => { next.board = paint(next.board, there.id, this.kind); });
    }
  }

  /** A way is tapped point by point: each tap takes the stretch from the point before, or takes it off. */
  #way(there, change) {
    const before = this.from;
    this.from = before === there.id ? null : there.id;
    if (before && before !== there.id) this.#edit((next) => change(next, [before, there.id]));
  }

  #edit(change) {
    this.app.store.edit(change);
  }

  /** Nothing is wrong yet if nothing was chosen. */
  show(view) {
    const { ask: question, connect, cards, aim } = this.app.store.position;
    const begun = ((question ?? "track") === "track" ? connect : cards)?.length || aim === "win";
    if (!begun) $("under").textContent = "";
    super.show(begun ? view : { ...view, error: null });
  }

  answered(answer, open) {
    return islandAnswer(this.app, answer, open);
  }

  draw() {
    const { facts, store } = this.app;
    const { position } = store;
    if (facts?.family !== "island-rails") return;
    const question = position.ask ?? "track";
    const set = (key) => (value) => store.edit((next) => { if (value === undefined) delete next[key]; else next[key] = value; });
    this.redrawn(h("div", {},
      choice("Question", ASKS, question, (key) => store.edit((next) => { next.ask = key; })),
      choice("A tap on the board", this.#tools(), this.#tool, (tool) => { this.tool = tool; this.from = null; this.draw(); }, "A tap puts"),
      this.#hint(),
      question === "track" ? this.#towns(position, store) : this.#cards(position, store),
      h("div", { class: "row" }, choice("Train", facts.trains.map(({ id, name: words, speed, capacity }) => [id, `${words} ${speed}/${capacity}`]),
        position.train ?? facts.trains[0].id, set("train"))),
      h("div", { class: "row" }, number("Money", position.money, set("money"), { most: 9999, hint: facts.money }),
        question === "track" ? null : number("Turns", position.horizon, set("horizon"), { least: 1, most: 40, hint: 12 }),
        number("Round", position.round, set("round"), { least: 1, most: 99 }),
        number("Players", position.players, set("players"), { least: 1, most: 6 })),
      question === "deliveries" ? choice("Aim", AIMS, position.aim ?? "money", set("aim"), "Aim") : null,
      h("div", { class: "chips" }, ["bridges", "ferries"].map((key) => h("button", {
        class: "chip", "aria-pressed": Boolean(position[key]), click: () => set(key)(!position[key]),
      }, `${key} allowed`))),
      this.#board(position, store)));
    this.app.board.point(this.from === null ? null : String((this.app.view?.points ?? []).findIndex(({ id }) => id === this.from)));
  }

  #hint() {
    const words = {
      connect: "Tap the towns to join.", card: "Choose a good, then tap the town that wants it.", at: "Tap where the train stands.",
      network: "Tap your line point by point; a stretch tapped again is taken off. Tap the last point twice to begin elsewhere.",
      others: "Tap their line point by point; a stretch tapped again is taken off.",
      paint: this.app.store.position.board?.points ? "Choose what to paint, then tap points; a river lies between two neighbours." : "",
    };
    return h("p", { class: "hint" }, words[this.#tool]);
  }

  #towns(position, store) {
    return h("div", { class: "chips" }, (position.connect ?? []).map((town) => h("button", {
      class: "chip on", "aria-label": `Leave out ${town}`,
      click: () => store.edit((next) => { next.connect = next.connect.filter((each) => each !== town); }),
    }, `${town} ×`)));
  }

  #cards(position, store) {
    const goods = this.app.view?.goods ?? [];
    return [
      this.#tool === "card" ? choice("Good", goods.map((good) => [good, good]), this.good, (good) => { this.good = good; this.draw(); }) : null,
      (position.cards ?? []).map((card, at) => h("div", { class: "chips" }, h("span", { class: "label" }, `Card ${at + 1}`),
        card.map((each, nth) => h("button", {
          class: "chip on", "aria-label": `Take ${each.good} to ${each.town} off card ${at + 1}`,
          click: () => store.edit((next) => {
            next.cards[at].splice(nth, 1);
            next.cards = next.cards.filter(({ length }) => length);
          }),
        }, `${each.good} → ${each.town} ×`)))),
      position.cards?.length ? h("button", { class: "chip", click: () => store.edit((next) => { next.cards.push([]); }) }, "Next card") : null,
    ];
  }

  /** Another board: by its number, or painted. */
  #board(position, store) {
    const own = Boolean(position.board?.points);
    const other = (board) => store.edit((next) => {
      next.board = board;
      for (const key of OF_BOARD) delete next[key];
    });
    const fetched = (options) => async () => {
      try {
        const board = await ask("board", { position, ...options });
        if (options.radius) other(board);
        else store.edit((next) => { next.board = board; });
        this.tool = "paint";
        this.draw();
      } catch (error) {
        say(error.message, true);
      }
    };
    return h("div", { class: "row" },
      own ? h("span", { class: "label" }, "A board of one's own") : number("Board number", position.board?.seed ?? 1, (seed) => other({ seed: seed ?? 1 }), { most: 999999999 }),
      own ? h("button", { class: "chip", click: () => other({ seed: 1 }) }, "Back to numbered boards")
        : h("button", { class: "chip", click: fetched({}) }, "Change this board"),
      h("button", { class: "chip", click: fetched({ radius: EMPTY }) }, "Paint an empty one"),
      own && this.#tool === "paint" ? [
        choice("Paint", [...this.app.facts.kinds, "river"].map((kind) => [kind, kind]), this.kind, (kind) => { this.kind = kind; this.from = null; this.draw(); }),
        this.#town(position, store)] : null);
  }

  /** The town that was painted last: its name and its goods. */
  #town(position, store) {
    const at = position.board.points.findIndex(({ id }) => id === this.painted);
    const town = position.board.points[at];
    if (!town?.name) return null;
    const change = (work) => store.edit((next) => work(next.board.points[at]));
    return h("div", {},
      h("label", {}, "Its name ", h("input", { value: town.name, "aria-label": "Name of the town", change: ({ target }) => target.value.trim() && change((next) => { next.name = target.value.trim(); }) })),
      town.kind === "port" ? null : h("div", { class: "chips" }, h("span", { class: "label" }, "offers"), this.app.facts.goods.map((good) => h("button", {
        class: "chip", "aria-pressed": (town.goods ?? []).includes(good), click: () => change((next) => { next.goods = toggled(next.goods ?? [], good); }),
      }, good))));
  }
}

const name = (there) => there.name || there.id;

const toggled = (list, item) => (list.includes(item) ? list.filter((each) => each !== item) : [...list, item]);

const same = ([a, b], [c, d]) => (a === c && b === d) || (a === d && b === c);

/** The same links, one more, or one less if it was among them. */
function toggledLink(list, link) {
  return list.some((each) => same(each, link)) ? list.filter((each) => !same(each, link)) : [...list, link];
}

/** Paths as links between the ids of neighbouring points. */
function links(paths, points) {
  const ids = new Map(points.flatMap(({ id, name: word }) => [[id, id], [word.toLowerCase(), id]]));
  const id = (word) => ids.get(String(word)) ?? ids.get(String(word).toLowerCase()) ?? String(word);
  return (paths ?? []).flatMap((path) => {
    const stops = (path instanceof Array ? path : String(path).split("-")).map(id);
    return stops.slice(1).map((stop, at) => [stops[at], stop]);
  });
}
