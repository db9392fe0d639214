// The Board tab of the 18xx family: company, phase, trains, hexes; the answer beside.

import { fill, h } from "./dom.js";
import { companyChip, folded } from "./chips.js";
import { AnswerView } from "./answer.js";
import { HexView } from "./hex.js";
import { held, hold, turnTo } from "./holdings.js";

export class EditTab {
  name = "Board";

  constructor(app) {
    this.app = app;
    this.answer = new AnswerView(app);
    this.hex = new HexView(app);
    this.unfolded = new Set();
    this.table = h("section", { class: "table", "aria-label": "Company, phase and trains" });
    this.element = h("div", {}, this.table, this.hex.element, this.answer.element);
  }

  asks() {
    return { alternatives: 4, show: this.app.shown, prefer: this.app.prefer };
  }

  enter() {
    this.draw();
  }

  /** Another position is put on the table: the hex that was open was one of the old one. */
  begins() {
    this.hex.close();
  }

  /** A hex or a stop was clicked. */
  chosen({ hex }) {
    if (hex) this.hex.tap(hex);
  }

  leave() {
    this.hex.close();
  }

  changed() {
    this.draw();
  }

  show(view) {
    this.draw();
    this.answer.show(view);
    this.hex.refresh();
  }

  draw() {
    const { facts, store } = this.app;
    const { position } = store;
    if (!facts || facts.family !== "18xx" || !position.phase) return;
    if (this.drawn?.position === position && this.drawn.facts === facts) return; // a finger may be on it
    this.drawn = { position, facts };
    const company = h("select", {
      "aria-label": "Company",
      change: (event) => store.edit((next) => turnTo(next, event.target.value, facts.own)),
    }, facts.companies.map(({ id, name }) => h("option", { value: id, selected: id === position.company }, `${id} – ${name}`)));
    const phases = h("div", { class: "chips", role: "radiogroup", "aria-label": "Phase" },
      facts.phases.map(({ name }) => h("button", {
        class: "chip", role: "radio", "aria-checked": name === position.phase,
        click: () => store.edit((next) => { next.phase = name; }),
      }, name)));
    const phase = facts.phases.find(({ name }) => name === position.phase);
    const trains = h("div", { class: "chips", "aria-label": "Trains" },
      held(position, "trains").map((train, at) => h("button", {
        class: "chip on", title: "Take it away", "aria-label": `Take away train ${train}`,
        click: () => store.edit((next) => hold(next, "trains", held(next, "trains").filter((_, other) => other !== at))),
      }, `${train} ×`)),
      facts.trains.filter((train) => !phase?.gone.includes(train)).map((train) => h("button", {
        class: "chip", "aria-label": `Add train ${train}`,
        click: () => store.edit((next) => hold(next, "trains", [...held(next, "trains"), train])),
      }, `+ ${train}`)));
    fill(this.table,
      h("div", { class: "row" }, companyChip(facts, position.company), company),
      h("div", { class: "row" }, h("span", { class: "label" }, "Phase"), phases),
      h("div", { class: "row" }, h("span", { class: "label" }, "Trains"), trains),
      this.#starters(facts, position, store),
      this.#holdings(facts, position, store));
  }

  /** Companies that have no marker yet: one tap puts them where they begin. */
  #starters(facts, position, store) {
    const idle = facts.companies.filter(({ id, homes }) => homes?.length && !position.tokens?.[id]?.length);
    if (!idle.length) return null;
    return h("div", { class: "row" }, h("span", { class: "label" }, "Begins"),
      folded(this.unfolded, "Place home markers", [], idle.map(({ id, homes }) => companyChip(facts, id, {
        class: "company tray", "aria-label": `${id} begins at home`,
        click: () => store.edit((next) => { (next.tokens ??= {})[id] = [...homes]; }),
      }, `+ ${id}`))));
  }

  /** Privates and markers of the company that matter for its runs. */
  #holdings(facts, position, store) {
    const groups = [["privates", "Privates", facts.privates], ["markers", "Markers", facts.markers]];
    const chip = (key, { id, name }, has) => h("button", {
      class: has ? "chip on" : "chip", "aria-pressed": has, title: name,
      click: () => store.edit((next) => {
        const now = held(next, key);
        hold(next, key, has ? now.filter((each) => each !== id) : [...now, id]);
      }),
    }, id);
    return groups.filter(([, , list]) => list?.length).map(([key, label, list]) => {
      const has = ({ id }) => held(position, key).includes(id);
      return h("div", { class: "row" }, h("span", { class: "label" }, label), folded(this.unfolded, label,
        list.filter(has).map((each) => chip(key, each, true)), list.filter((each) => !has(each)).map((each) => chip(key, each, false))));
    });
  }
}
