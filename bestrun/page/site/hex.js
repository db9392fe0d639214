// One hex: its stops and markers, the tiles that fit, and what else lies there.

import { ask, latest } from "./api.js";
import { companyChip } from "./chips.js";
import { fill, h, picture, say } from "./dom.js";

export class HexView {
  constructor(app) {
    this.app = app;
    this.hex = null;
    this.any = false;
    this.asks = latest();
    this.element = h("section", { class: "hex", hidden: true, "aria-label": "Hex" });
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  async open(hex) {
    this.hex = hex;
    this.any = false;
    this.element.hidden = false;
    await this.refresh();
    this.element.querySelector("h2")?.focus();
    this.element.scrollIntoView({ block: "nearest" });
  }

  close() {
    this.hex = null;
    this.element.hidden = true;
  }

  async refresh() {
    if (!this.hex) return;
    if (this.app.facts.names[this.hex] === undefined && !this.app.facts.hexes.includes(this.hex)) {
      this.close();
      return;
    }
    const question = { position: this.app.store.position, hex: this.hex, any: this.any };
    try {
      const told = await this.asks((signal) => ask("hex", question, { signal }));
      if (told) this.#draw(told);
    } catch (error) {
      say(error.message, true);
    }
  }

  #draw(told) {
    this.told = told;
    this.element.dataset.hex = told.hex;
    fill(this.element,
      h("div", { class: "row" },
        h("h2", { tabindex: -1 }, told.hex, told.name ? ` ${told.name}` : ""),
        h("button", { class: "close", "aria-label": "Close", click: () => this.close() }, "×")),
      told.stops.map((stop) => this.#stop(stop)),
      told.assignable.length ? h("div", { class: "chips" }, h("span", { class: "label" }, "Markers here"),
        told.assignable.map((name) => this.#assigned(name, told.assigned.includes(name)))) : null,
      told.lies.map(({ called, without }) => h("div", { class: "row" }, h("span", {}, "Lies here: ", h("b", {}, called)),
        h("button", { click: () => this.#lay(without) }, "Take it off"))),
      h("div", { class: "tiles", role: "group", "aria-label": "Tiles" }, told.tiles.map((tile) => this.#tile(tile))),
      told.tiles.length ? null : h("p", {}, told.why || "No tile fits here now."),
      h("label", { class: "row" }, h("input", {
        type: "checkbox", checked: this.any,
        change: (event) => { this.any = event.target.checked; this.refresh(); },
      }), " any tile (for what already lies there)"));
  }

  #stop(stop) {
    const { facts, store } = this.app;
    if (!stop.slots) {
      return h("p", { class: "row" }, `${stop.name} (${stop.kind}, ${stop.value})`, this.#preferButton(stop));
    }
    const others = facts.companies.filter(({ id }) => !stop.markers.includes(id));
    return h("div", { class: "chips", data: { stop: stop.stop } },
      h("span", { class: "label" }, `${stop.label} (${stop.value})`),
      stop.markers.map((id) => companyChip(facts, id, {
        "aria-label": `Take away the marker of ${id}`, title: "Take it away",
        click: () => this.#marker(stop, id, false),
      })),
      stop.markers.includes(store.position.company) ? null : h("button", {
        class: "chip", click: () => this.#marker(stop, store.position.company, true),
      }, `+ ${store.position.company}`),
      h("select", {
        class: "chip", "aria-label": "Place a marker of another company",
        change: (event) => event.target.value && this.#marker(stop, event.target.value, true),
      }, h("option", { value: "" }, "+ other"), others.map(({ id, name }) => h("option", { value: id }, `${id} – ${name}`))),
      this.#preferButton(stop));
  }

  #preferButton(stop) {
    const { app } = this;
    if (app.prefer.includes(stop.stop)) return null;
    return h("button", {
      class: "chip quiet", title: "Among equal plans, one that runs here",
      click: () => { app.prefer = [...app.prefer, stop.stop]; app.look(); },
    }, "prefer");
  }

  #marker(stop, company, place) {
    this.app.store.edit((next) => {
      const tokens = (next.tokens ??= {});
      const now = tokens[company] ?? [];
      tokens[company] = place ? [...now, stop.stop] : now.filter((each) => each !== stop.stop && each !== stop.stop.replace(/\.0$/, ""));
      if (!tokens[company].length) delete tokens[company];
    });
  }

  #assigned(name, on) {
    return h("button", {
      class: on ? "chip on" : "chip", "aria-pressed": on,
      click: () => this.app.store.edit((next) => {
        const all = (next.assigned ??= {});
        const here = all[this.hex] ?? [];
        all[this.hex] = on ? here.filter((each) => each !== name) : [...here, name];
        if (!all[this.hex].length) delete all[this.hex];
      }),
    }, name);
  }

  #tile(tile) {
    const at = Math.max(0, tile.turns.findIndex(({ on }) => on));
    const shown = tile.turns[at];
    const legal = tile.turns.some((turn) => turn.legal);
    const words = [tile.called, shown.legal ? `costs ${shown.cost}` : shown.why].filter(Boolean).join(": ");
    return h("button", {
      class: `tile${shown.on ? " on" : ""}${legal ? "" : " odd"}`, title: words, "aria-label": words,
      "aria-pressed": Boolean(shown.on), data: { tile: tile.tile, code: shown.on ? shown.code : "" },
      click: () => this.#lay(shown.on ? tile.turns[(at + 1) % tile.turns.length].code : shown.code),
    }, picture(shown.svg) ?? "", h("small", {}, tile.called));
  }

  async #lay(code) {
    const question = { position: this.app.store.position, hex: this.hex, code };
    try {
      this.app.store.replace((await ask("lay", question)).position);
    } catch (error) {
      say(error.message, true);
    }
  }

  #key(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const tile = this.told?.tiles.find((each) => each.turns.some(({ on }) => on));
    if (event.key === "Escape") this.close();
    if (event.key === "Delete" && this.told?.now) this.#lay("");
    if (!step || !tile || event.target.closest("select, input")) return;
    event.preventDefault();
    const at = tile.turns.findIndex(({ on }) => on);
    this.#lay(tile.turns[(at + step + tile.turns.length) % tile.turns.length].code);
  }
}
