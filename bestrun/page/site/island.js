// The Board tab of Island Rails: a board from a seed, towns and cards, tracks and plans.

import { $, fill, h } from "./dom.js";
import { QuestionTab } from "./question.js";

const ASKS = [["track", "Cheapest track"], ["contracts", "What cards pay"], ["deliveries", "Best deliveries"]];

export class IslandTab extends QuestionTab {
  chosen({ point, stop }) {
    const at = stop ?? point;
    if (!at) return;
    const town = this.app.view?.towns?.find((each) => each.point === at || each.name === at);
    const ask = this.app.store.position.ask ?? "track";
    if (!town) return;
    this.app.store.edit((next) => {
      if (ask === "track") {
        const now = next.connect ?? [];
        next.connect = now.includes(town.name) ? now.filter((each) => each !== town.name) : [...now, town.name];
      } else {
        next.at = town.name;
      }
    });
  }

  /** Nothing is wrong yet if nothing was chosen. */
  show(view) {
    const { ask, connect, cards } = this.app.store.position;
    const begun = ((ask ?? "track") === "track" ? connect : cards)?.length;
    if (!begun) $("under").textContent = "";
    super.show(begun ? view : { ...view, error: null });
  }

  headline(answer) {
    const proven = answer.proven && answer.fewest_turns !== false;
    return h("p", {}, proven ? h("span", { class: "proven" }, "proven") : h("span", { class: "bound" }, "not proven"));
  }

  draw() {
    const { facts, store, view } = this.app;
    const { position } = store;
    if (facts?.family !== "island-rails") return;
    const ask = position.ask ?? "track";
    fill(this.table,
      h("div", { class: "row" }, h("label", {}, "Board number ", h("input", {
        type: "number", min: 0, max: 999999999, value: position.board?.seed ?? 1,
        change: (event) => store.edit((next) => {
          next.board = { seed: Number(event.target.value) };
          for (const key of ["connect", "cards", "network", "at"]) delete next[key];
        }),
      }))),
      h("div", { class: "chips", role: "radiogroup", "aria-label": "Question" }, ASKS.map(([key, words]) => h("button", {
        class: "chip", role: "radio", "aria-checked": key === ask,
        click: () => store.edit((next) => { next.ask = key; }),
      }, words))),
      ask === "track" ? this.#towns(position, store) : this.#cards(position, store, view));
  }

  #towns(position, store) {
    const chosen = position.connect ?? [];
    return [
      h("p", {}, chosen.length ? "Towns to join:" : "Click the towns to join."),
      h("div", { class: "chips" }, chosen.map((name) => h("button", {
        class: "chip on", "aria-label": `Leave out ${name}`,
        click: () => store.edit((next) => { next.connect = next.connect.filter((each) => each !== name); }),
      }, `${name} ×`))),
      ["bridges", "ferries"].map((key) => h("label", { class: "row" }, h("input", {
        type: "checkbox", checked: Boolean(position[key]),
        change: (event) => store.edit((next) => { next[key] = event.target.checked; }),
      }), ` ${key} allowed`)),
    ];
  }

  #cards(position, store, view) {
    const towns = view?.towns ?? [];
    const goods = view?.goods ?? [];
    const cards = position.cards ?? [];
    const good = h("select", { "aria-label": "Good" }, goods.map((each) => h("option", { value: each }, each)));
    const town = h("select", { "aria-label": "Town" }, towns.map(({ name }) => h("option", { value: name }, name)));
    return [
      cards.map((card, at) => h("div", { class: "chips" }, h("span", { class: "label" }, `Card ${at + 1}`),
        card.map((each, nth) => h("button", {
          class: "chip on", "aria-label": `Take ${each.good} to ${each.town} off card ${at + 1}`,
          click: () => store.edit((next) => {
            next.cards[at].splice(nth, 1);
            next.cards = next.cards.filter(({ length }) => length);
          }),
        }, `${each.good} → ${each.town} ×`)),
        h("button", { class: "chip", click: () => store.edit((next) => { next.cards[at].push({ good: good.value, town: town.value }); }) }, "+"))),
      h("div", { class: "row" }, good, " to ", town, h("button", {
        click: () => store.edit((next) => { (next.cards ??= []).push([{ good: good.value, town: town.value }]); }),
      }, "New card")),
      position.ask === "deliveries" ? h("p", {}, `The train stands in ${position.at ?? "any large town"}: click a town to move it.`) : null,
    ];
  }
}
