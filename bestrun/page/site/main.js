// The page put together: what is on the table, the board, the tabs.

import { ask, Refused } from "./api.js";
import { BoardView } from "./board.js";
import { $, fill, h, say } from "./dom.js";
import { Away, joined } from "./joined.js";
import { keep, kept, takeOver } from "./kept.js";
import { packed } from "./packed.js";
import { fromAddress, Store } from "./store.js";
import { setUpFiles } from "./files.js";
import { EditTab } from "./edit.js";
import { ClaimTab } from "./claim.js";
import { GameTab } from "./game.js";
import { RoundTab } from "./round.js";
import { AdviceTab } from "./advice.js";
import { ChicagoTab } from "./chicago.js";
import { IslandTab } from "./island.js";

const PATIENCE = [0.2, 1, 5]; // seconds for an answer, then for a better one while it is shown

const AWAY = "The server does not answer. Trying again; the answer shown is an old one.";
const TOO_LONG = 504; // the time for one question is over

/** Everything the tabs share. */
class App {
  constructor() {
    this.store = new Store();
    this.facts = null;
    this.wanted = 0;
    this.view = null;
    this.shown = 0;
    this.prefer = [];
    this.fresh = false;
    this.turned = false;
    this.looks = joined((...job) => this.#answer(...job), () => this.#away());
    this.board = new BoardView($("board"), (what) => this.tab.chosen?.(what), (what) => this.#pointed(what));
    this.tabs = [];
    this.tab = null;
  }

  async start() {
    this.store.listen((position, other) => this.#changed(position, other));
    $("title").addEventListener("change", () => this.newPosition($("title").value));
    $("undo").addEventListener("click", () => this.store.undo());
    $("redo").addEventListener("click", () => this.store.redo());
    $("clear").addEventListener("click", () => this.newPosition(this.store.position.title));
    document.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("starting", ({ detail }) => { $("starting").textContent = detail; });
    setUpFiles(this);
    new MutationObserver(() => this.#brief()).observe($("panel"), { childList: true, subtree: true });
    $("brief").addEventListener("click", () => ($("answer") ?? $("verdict") ?? $("panel")).scrollIntoView({ block: "center" }));
    $("skip").addEventListener("click", (event) => {
      event.preventDefault(); // the address holds the position
      ($("answer") ?? $("verdict") ?? $("panel")).focus();
    });
    window.addEventListener("popstate", () => this.#back());
    const titles = await ask("titles", {});
    fill($("title"), titles.map(({ id, name }) => h("option", { value: id }, name)));
    await this.#begin();
    window.addEventListener("pagehide", () => this.#keepTab());
  }

  /** Put on the table what the address says, or what was there last. */
  async #begin() {
    const handed = await takeOver();
    if (handed && await this.openText(handed)) return;
    const wanted = new URLSearchParams(location.search).get("title");
    const given = location.hash.slice(1);
    if (wanted && !given) {
      await this.newPosition(wanted).catch((error) => say(error.message, true));
      if (this.facts) return;
    }
    const shared = given ? await fromAddress(given) : null;
    if (given && !shared) say("This link is broken: the position in it cannot be read. Copy all of it.", true);
    const last = given ? null : kept("address");
    const before = shared ?? (last ? await fromAddress(last) : null);
    if (!before || !(await this.openPosition(before))) await this.newPosition("1844");
    const again = before && (!given || given === kept("address")); // the page was loaded anew
    for (const tab of this.tabs) await tab.restore?.();
    const tab = again && this.tabs.find(({ name }) => name === kept("tab"));
    if (tab) {
      this.choose(tab);
      tab.resume?.();
    }
  }

  #keepTab() {
    keep("tab", this.tab?.name);
    keep("address", this.address);
  }

  /** Go where the browser's back button leads: another position, another tab. */
  async #back() {
    const position = await fromAddress(location.hash.slice(1));
    const name = history.state?.tab;
    if (position) await this.openPosition(position, true);
    const tab = this.tabs.find((each) => each.name === name);
    if (tab && tab !== this.tab) this.choose(tab);
  }

  /** Begin a title with its printed board. */
  async newPosition(title) {
    const facts = await this.#factsOf(title);
    if (facts) await this.openPosition(structuredClone(facts.start));
  }

  /** Put a position on the table, of whatever title; whether that could be done. */
  async openPosition(position, back = false) {
    try {
      if (!(await this.#factsOf(String(position.title)))) return true;
    } catch (error) {
      say(error.message, true);
      return false;
    }
    this.shown = 0;
    this.prefer = [];
    this.fresh = true;
    this.turned = !back;
    for (const tab of this.tabs) tab.begins?.();
    const least = this.facts.family === "18xx" ? this.facts.start : {};
    this.store.replace({ ...least, ...position, title: String(position.title) });
    if (!back) this.choose(this.tabs[0]);
    return true;
  }

  /** Return what a title has, or null if it is no longer wanted. */
  async #factsOf(title) {
    const own = ++this.wanted;
    const facts = this.facts?.id === title ? this.facts : await ask("title", { title });
    if (own !== this.wanted) return null; // another title was chosen meanwhile
    const other = this.facts?.family !== facts.family;
    this.facts = facts;
    $("title").value = title;
    if (other) this.#makeTabs();
    return facts;
  }

  #makeTabs() {
    const kinds = {
      "18xx": [EditTab, RoundTab, ClaimTab, GameTab, AdviceTab],
      "chicago-express": [ChicagoTab, ClaimTab],
      "island-rails": [IslandTab, ClaimTab],
    };
    this.tabs = (kinds[this.facts.family] || [EditTab]).map((kind) => new kind(this));
    fill($("tabs"), this.tabs.map((tab, at) => h("button", {
      role: "tab", id: `tab-${at}`, "aria-controls": "panel", click: () => this.#turnTo(tab),
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

  /** Show a tab that was asked for; the back button leads back to this one. */
  #turnTo(tab) {
    if (tab === this.tab) return;
    history.replaceState({ tab: this.tab?.name }, "");
    history.pushState({ tab: tab.name }, "");
    this.choose(tab);
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
    this.tab?.changed?.(position);
    if (other && this.facts?.id !== position.title) {
      this.fresh = true;
      this.#factsOf(position.title).then((facts) => facts && this.look());
    } else this.look();
    this.#share(position);
  }

  async #share(position) {
    const address = await packed(position);
    if (position !== this.store.position) return;
    this.address = address;
    const state = { tab: this.tab?.name };
    if (this.turned && location.hash) history.pushState(state, "", `#${address}`);
    else history.replaceState(state, "", `#${address}`);
    this.turned = false;
    keep("address", address);
  }

  /** Ask for the picture and the answer to what is on the table; until then what is shown is old. */
  look() {
    this.#old();
    const extra = this.tab?.asks?.() ?? {};
    this.looks({ question: { position: this.store.position, ...extra }, tab: this.tab })
      .catch((error) => this.#refused(error));
  }

  /** Mark the answer that is shown as one to an older question. */
  #old() {
    document.body.classList.add("old");
    document.body.classList.toggle("other", this.fresh);
    $("board").setAttribute("aria-busy", "true");
    for (const word of $("panel").querySelectorAll(".proven, .bound")) {
      word.className = "working";
      word.textContent = "working…";
    }
  }

  /** Tell the answer in one line beside the board too: on a phone the panel is below. */
  #brief() {
    const word = (what) => $("panel").querySelector(what)?.textContent ?? "";
    $("brief").textContent = [word(".revenue"), word("h2 .proven, h2 .bound, h2 .working, h2.verdict")].filter(Boolean).join(" ") || word(".wrong");
  }

  /** Answer one question: at once as well as that can be done, then with more and more patience. */
  async #answer({ question, tab }, newest, patient) {
    for (const seconds of PATIENCE) {
      const signal = seconds === PATIENCE[0] ? undefined : patient();
      const view = await reach(() => ask("view", { ...question, seconds }, { signal }));
      if (!newest()) return;
      const unproven = view.answer?.proven === false || view.verdict?.verdict === "unproven";
      const open = unproven && seconds !== PATIENCE.at(-1);
      this.#show(view, tab, open);
      if (!open) return;
    }
  }

  #show(view, tab, open) {
    this.view = { ...view, open };
    this.board.show(view.svg, !this.fresh);
    this.fresh = false;
    this.#settled();
    $("under").textContent = view.error ?? "";
    if (tab === this.tab) this.tab.show(this.view);
  }

  #settled() {
    document.body.classList.remove("old", "other");
    $("board").removeAttribute("aria-busy");
  }

  #refused(error) {
    if (!(error instanceof Refused)) throw error;
    this.#settled();
    $("under").textContent = error.message;
    this.tab.show({ error: error.message, large: error.status === TOO_LONG });
  }

  #away() {
    for (const id of ["under", "brief"]) $(id).textContent = AWAY;
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

/** Ask, and tell an answer that never came from one that refuses. */
async function reach(question) {
  try {
    return await question();
  } catch (error) {
    if (error instanceof Refused || error.name === "AbortError") throw error;
    throw new Away(error.message);
  }
}

const app = new App();
app.start().catch((error) => say(error.message, true));
