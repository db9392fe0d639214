// One hex: the tiles that fit it, its markers, and what else lies there.
//
// A tap lays, a tap on the hex turns. Tiles stand in the order in which they stood when the hex
// was opened, so that a second tap on the same spot means the same tile.

import { ask } from "./api.js";
import { companyChip } from "./chips.js";
import { fill, h, picture, say } from "./dom.js";
import { drawIn } from "./finger.js";

export class HexView {
  constructor(app) {
    this.app = app;
    this.hex = null;
    this.any = false;
    this.colour = null;
    this.brush = null;
    this.painting = false;
    this.asked = 0;
    this.taps = Promise.resolve();
    this.element = h("section", { class: "hex", hidden: true, "aria-label": "Hex" });
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  /** A hex was tapped: turn what lies there, paint it, or open it. Taps are taken in turn. */
  tap(hex) {
    this.taps = this.taps.then(() => this.#tapped(hex)).catch((error) => say(error.message, true));
    return this.taps;
  }

  async #tapped(hex) {
    if (hex === this.hex && this.told) {
      if (this.#now()) this.#turn(1);
      return;
    }
    await this.open(hex);
    if (this.painting && this.brush && this.hex === hex) this.#paint();
  }

  async open(hex) {
    this.hex = hex;
    this.base = this.app.store.position.tiles?.[hex] ?? "";
    this.told = null;
    this.element.hidden = false;
    this.element.dataset.hex = hex;
    document.body.classList.add("sheet");
    this.#waiting();
    this.app.board.reveal(hex, this.element);
    await this.refresh();
    if (document.activeElement === document.body) this.element.querySelector("h2")?.focus({ preventScroll: true });
  }

  close() {
    this.hex = null;
    this.told = null;
    this.element.hidden = true;
    document.body.classList.remove("sheet");
  }

  /** Ask what this hex can have. Until that is known it offers nothing of another hex. */
  async refresh() {
    const { hex } = this;
    if (!hex) return;
    if (!this.app.facts.hexes?.includes(hex)) {
      this.close();
      return;
    }
    const question = { position: this.app.store.position, hex, any: this.any, base: this.base };
    const own = ++this.asked;
    try {
      const told = await ask("hex", question);
      const current = () => hex === this.hex && (own === this.asked || !this.told);
      drawIn(this.element, () => { if (current()) this.#draw(told); });
    } catch (error) {
      say(error.message, true);
    }
  }

  #waiting() {
    const name = this.app.facts.names?.[this.hex];
    fill(this.element, h("h2", { tabindex: -1 }, this.hex, name ? ` ${name}` : "", " …"));
  }

  /** What lies on the hex now, whether or not the server has heard of it yet. */
  #now() {
    return this.app.store.position.tiles?.[this.hex] ?? "";
  }

  #draw(told = this.told) {
    const at = this.element.querySelector(".tiles")?.scrollTop ?? 0;
    this.told = told;
    const lies = Boolean(this.#now());
    fill(this.element,
      h("div", { class: "row head" },
        h("h2", { tabindex: -1 }, told.hex, told.name ? ` ${told.name}` : ""),
        h("button", { class: "thumb", "aria-label": "Turn the tile", title: "Turn (or tap the hex)", disabled: !lies, click: () => this.#turn(1) }, "⟳"),
        h("button", { class: "thumb", "aria-label": "Take the tile off", title: "Take off", disabled: !lies, click: () => this.#lay({ code: "" }) }, "⌫"),
        h("button", { class: "thumb", "aria-label": "Close", click: () => this.close() }, "×")),
      this.#modes(told),
      h("div", { class: "tiles", role: "group", "aria-label": "Tiles" }, this.#shelf(told).map((tile) => this.#tile(tile))),
      this.#shelf(told).length ? null : h("p", { class: "none" }, "No tile fits here now; “as it lies” shows all."),
      told.mistakes.map((mistake) => mistakeRow(this.app, mistake)),
      told.stops.map((stop) => this.#stop(stop)),
      told.assignable.length ? h("div", { class: "chips" }, h("span", { class: "label" }, "Markers here"),
        told.assignable.map((name) => this.#assigned(name, told.assigned.includes(name)))) : null,
      told.lies.length > 1 ? told.lies.map(({ called, without }) => h("div", { class: "row" }, h("span", {}, "Lies here: ", h("b", {}, called)),
        h("button", { click: () => this.#lay({ code: without }) }, "Take it off"))) : null);
    this.element.querySelector(".tiles").scrollTop = at;
  }

  /** As it lies, the brush, and the colours to choose from: they stay as they are. */
  #modes(told) {
    const colours = [...new Set(told.tiles.filter((tile) => tile.possible).map((tile) => tile.colour))];
    const others = told.tiles.some((tile) => !tile.possible);
    const chip = (words, on, click, label) => h("button", { class: "chip", "aria-pressed": on, "aria-label": label, click }, words);
    return h("div", { class: "chips modes" },
      chip("as it lies", this.any, () => { this.any = !this.any; this.refresh(); }, "As it lies: any tile, any turn"),
      chip(this.painting && this.brush ? `brush ${this.brush}` : "brush", this.painting, () => { this.painting = !this.painting; this.#draw(); }, "Brush: the next hexes get the same tile"),
      this.any ? [...colours, ...(others ? ["others"] : [])].map((colour) =>
        chip(colour, this.#colour(told) === colour, () => { this.colour = colour; this.#draw(); })) : null);
  }

  /** The colour that is shown: the one chosen, if this hex can have it. */
  #colour(told) {
    const colours = told.tiles.filter((tile) => tile.possible).map((tile) => tile.colour);
    if (this.colour === "others") return "others";
    return colours.includes(this.colour) ? this.colour : colours[0] ?? "others";
  }

  #shelf(told) {
    if (!this.any) return told.tiles;
    const colour = this.#colour(told);
    return told.tiles.filter((tile) => (colour === "others" ? !tile.possible : tile.possible && tile.colour === colour));
  }

  #stop(stop) {
    const { facts, store } = this.app;
    if (!stop.slots) {
      return h("p", { class: "row" }, `${stop.name} (${stop.kind}, ${stop.value})`, this.#preferButton(stop));
    }
    const own = store.position.company;
    const free = stop.markers.length < stop.slots;
    const others = facts.companies.filter(({ id }) => !stop.markers.includes(id))
      .sort((one, two) => (two.id === own) - (one.id === own));
    return h("div", { class: "chips", data: { stop: stop.stop } },
      h("span", { class: "label" }, `${stop.label} (${stop.value})`),
      stop.markers.map((id) => companyChip(facts, id, {
        "aria-label": `Take away the marker of ${id}`, title: "Take it away",
        click: () => this.#marker(stop, id, false),
      }, `${id} ×`)),
      free ? h("span", { class: "tray", role: "group", "aria-label": "Place a marker" }, others.map(({ id }) => companyChip(facts, id, {
        class: "company tray", "aria-label": `Place a marker of ${id}`, click: () => this.#marker(stop, id, true),
      }, `+ ${id}`))) : h("span", { class: "label" }, "full"),
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
    stop.markers = place ? [...stop.markers, company] : stop.markers.filter((each) => each !== company);
    this.app.store.edit((next) => {
      const tokens = (next.tokens ??= {});
      const now = tokens[company] ?? [];
      tokens[company] = place ? [...now, stop.stop] : now.filter((each) => each !== stop.stop && each !== stop.stop.replace(/\.0$/, ""));
      if (!tokens[company].length) delete tokens[company];
    });
    this.#draw();
  }

  #assigned(name, on) {
    const { hex } = this.told;
    return h("button", {
      class: on ? "chip on" : "chip", "aria-pressed": on,
      click: () => this.app.store.edit((next) => {
        const all = (next.assigned ??= {});
        const here = all[hex] ?? [];
        all[hex] = on ? here.filter((each) => each !== name) : [...here, name];
        if (!all[hex].length) delete all[hex];
      }),
    }, name);
  }

  #tile(tile) {
    const now = this.#now();
    const at = tile.turns.findIndex(({ code }) => code === now);
    const shown = tile.turns[Math.max(0, at)];
    const legal = tile.turns.some((turn) => turn.legal);
    const words = [`tile ${tile.called}`, shown.cost ? `costs ${shown.cost}` : "", shown.legal ? "" : shown.why,
      tile.left === null ? "" : `${tile.left} left`].filter(Boolean).join(", ");
    return h("button", {
      class: `tile${at >= 0 ? " on" : ""}${legal ? "" : " odd"}`, title: words, "aria-label": words,
      "aria-pressed": at >= 0, data: { tile: tile.tile, code: at >= 0 ? shown.code : "" },
      click: () => (this.#now() && at >= 0 ? this.#turn(1) : this.#choose(tile)),
    }, picture(shown.svg) ?? "", h("small", {}, tile.called),
      tile.left === null ? null : h("span", { class: "left" }, String(tile.left)));
  }

  /** Lay a tile as it fits best; the brush then has it. */
  #choose(tile) {
    this.brush = tile.tile;
    this.#lay(tile.turns[0]);
  }

  #paint() {
    const tile = this.told?.tiles.find((each) => each.tile === this.brush);
    if (tile) this.#lay(tile.turns[0]);
    else say(`Tile ${this.brush} does not fit on ${this.hex}.`, true);
  }

  /** Turn the tile that lies there, through the turns that fit best first. */
  #turn(step) {
    const now = this.#now();
    for (const tile of this.told?.tiles ?? []) {
      const at = tile.turns.findIndex(({ code }) => code === now);
      if (at < 0) continue;
      this.#lay(tile.turns[(at + step + tile.turns.length) % tile.turns.length]);
      return;
    }
  }

  /** Put tiles on this hex; its markers go where the new tile has them. */
  #lay({ code, tokens }) {
    const { hex } = this.told;
    this.app.store.edit((next) => {
      next.tiles ??= {};
      if (code) next.tiles[hex] = code;
      else delete next.tiles[hex];
      for (const [company, stops] of Object.entries(tokens ?? {})) {
        const elsewhere = (next.tokens?.[company] ?? []).filter((stop) => stop.split(".")[0] !== hex);
        (next.tokens ??= {})[company] = [...elsewhere, ...stops];
      }
    });
    this.#draw();
  }

  #key(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (event.key === "Escape") this.close();
    if (event.key === "Delete" && this.told && this.#now()) this.#lay({ code: "" });
    if (!step || event.target.closest("select, input")) return;
    event.preventDefault();
    this.#turn(step);
  }
}

/** What is impossible, with a button that takes it out of the position. */
export function mistakeRow(app, { key, entry, item, why }) {
  return h("div", { class: "row mistake" }, h("span", { class: "wrong" }, why), h("button", {
    click: () => app.store.edit((next) => {
      if (entry === null) { delete next[key]; return; }
      if (item === null) { delete next[key][entry]; return; }
      const items = [next[key][entry]].flat();
      items.splice(items.lastIndexOf(item), 1);
      if (items.length) next[key][entry] = items;
      else delete next[key][entry];
    }),
  }, "Take it out"));
}
