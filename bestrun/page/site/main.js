// The page put together: what is on the table, the board, the tabs.

import { ask, latest, Refused } from "./api.js";
import { BoardView } from "./board.js";
import { $, fill, h, say } from "./dom.js";
import { fromAddress, Store, toAddress } from "./store.js";
import { setUpFiles } from "./files.js";
import { EditTab } from "./edit.js";
import { ClaimTab } from "./claim.js";
import { GameTab } from "./game.js";
import { AdviceTab } from "./advice.js";
import { ChicagoTab } from "./chicago.js";
import { IslandTab } from "./island.js";

const PATIENCE = 150;

/** Everything the tabs share. */
class App {
  constructor() {
    this.store = new Store();
    this.facts = null;
    this.view = null;
    this.shown = 0;
    this.prefer = [];
    this.looks = latest();
    this.drawings = latest();
    this.board = new BoardView($("board"), (what) => this.tab.chosen?.(what), (what) => this.#pointed(what));
    this.tabs = [];
    this.tab = null;
  }

  async start() {
    const titles = await ask("titles", {});
    fill($("title"), titles.map(({ id, name }) => h("option", { value: id }, name)));
    this.store.listen((position, other) => this.#changed(position, other));
    $("title").addEventListener("change", () => this.newPosition($("title").value));
    $("undo").addEventListener("click", () => this.store.undo());
    $("redo").addEventListener("click", () => this.store.redo());
    $("clear").addEventListener("click", () => this.newPosition(this.store.position.title));
    document.addEventListener("keydown", (event) => this.#key(event));
    setUpFiles(this);
    const shared = await fromAddress(location.hash.slice(1));
    if (shared) await this.openPosition(shared);
    else await this.newPosition("1844");
    window.addEventListener("hashchange", async () => {
      const given = await fromAddress(location.hash.slice(1));
      if (given && location.hash.slice(1) !== this.address) this.openPosition(given);
    });
  }

  /** Begin a title with its printed board. */
  async newPosition(title) {
    const facts = await this.#factsOf(title);
    await this.openPosition(structuredClone(facts.start));
  }

  /** Put a position on the table, of whatever title. */
  async openPosition(position) {
    try {
      await this.#factsOf(String(position.title));
    } catch (error) {
      say(error.message, true);
      return;
    }
    this.shown = 0;
    this.prefer = [];
    this.store.replace({ ...position, title: String(position.title) });
    this.choose(this.tabs[0]);
  }

  async #factsOf(title) {
    if (this.facts?.id === title) return this.facts;
    const facts = await ask("title", { title });
    const other = this.facts?.family !== facts.family;
    this.facts = facts;
    $("title").value = title;
    if (other) this.#makeTabs();
    return facts;
  }

  #makeTabs() {
    const kinds = {
      "18xx": [EditTab, ClaimTab, GameTab, AdviceTab],
      "chicago-express": [ChicagoTab, ClaimTab],
      "island-rails": [IslandTab, ClaimTab],
    };
    this.tabs = (kinds[this.facts.family] || [EditTab]).map((kind) => new kind(this));
    fill($("tabs"), this.tabs.map((tab, at) => h("button", {
      role: "tab", id: `tab-${at}`, "aria-controls": "panel", click: () => this.choose(tab),
      keydown: (event) => this.#tabKey(event, at),
    }, tab.name)));
    this.choose(this.tabs[0]);
  }

  #tabKey(event, at) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = (at + step + this.tabs.length) % this.tabs.length;
    this.choose(this.tabs[next]);
    $(`tab-${next}`).focus();
  }

  /** Show a tab. */
  choose(tab) {
    if (this.tab && this.tab !== tab) this.tab.leave?.();
    this.tab = tab;
    this.tabs.forEach((each, at) => {
      const button = $(`tab-${at}`);
      button.setAttribute("aria-selected", String(each === tab));
      button.tabIndex = each === tab ? 0 : -1;
    });
    $("panel").setAttribute("aria-labelledby", `tab-${this.tabs.indexOf(tab)}`);
    fill($("panel"), tab.element);
    tab.enter?.();
    if (this.store.position.title) this.look();
  }

  #changed(position, other) {
    $("undo").disabled = this.store.past.length < 2;
    $("redo").disabled = !this.store.future.length;
    this.shown = 0;
    if (other && this.facts?.id !== position.title) this.#factsOf(position.title).then(() => this.look(false));
    else this.look(!other);
    this.#share(position);
  }

  async #share(position) {
    const address = await toAddress(position);
    if (position !== this.store.position) return;
    this.address = address;
    history.replaceState(null, "", `#${address}`);
  }

  /** Ask for the picture and the answer to what is on the table, and show them. */
  async look(keep = true) {
    const extra = this.tab?.asks?.() ?? {};
    const question = { position: this.store.position, ...extra };
    $("board").setAttribute("aria-busy", "true");
    const slow = setTimeout(() => this.drawings(async (signal) => {
      const { svg } = await ask("draw", { position: question.position }, { signal });
      this.board.show(svg, keep);
    }).catch(() => {}), PATIENCE * 2);
    try {
      const view = await this.looks((signal) => ask("view", question, { signal }));
      if (view === undefined) return;
      this.drawings(async () => {});
      this.view = view;
      this.board.show(view.svg, keep);
      $("under").textContent = view.error ?? "";
      this.tab.show(view);
    } catch (error) {
      $("under").textContent = error.message;
      if (!(error instanceof Refused)) throw error;
      this.tab.show({ error: error.message });
    } finally {
      clearTimeout(slow);
      $("board").removeAttribute("aria-busy");
    }
  }

  #pointed({ hex, stop, point }) {
    const names = this.facts?.names ?? {};
    const at = stop ?? hex ?? point ?? "";
    const name = names[at] ?? names[hex] ?? "";
    $("under").textContent = this.view?.error ?? [at, name].filter(Boolean).join("  ");
  }

  #key(event) {
    if (!(event.ctrlKey || event.metaKey) || event.target.closest("input, textarea")) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) this.store.undo();
    else if (key === "y" || (key === "z" && event.shiftKey)) this.store.redo();
    else return;
    event.preventDefault();
  }
}

const app = new App();
app.start().catch((error) => say(error.message, true));
