// The Game tab: an exported game with its time line, and every run in it judged.

import { ask, follow } from "./api.js";
import { earned, proof, runsTable } from "./answer.js";
import { $, fill, h } from "./dom.js";
import { keepGame, keptGame } from "./kept.js";
import { verdictTold } from "./verdict.js";

const NOBODY = "–";
const NO_PLAYER = "the export does not tell who led the company then";
const NOT_JUDGED = "the game could not be followed to this run, so it is not judged";

export class GameTab {
  name = "Game";

  constructor(app) {
    this.app = app;
    this.game = null;
    this.at = 0;
    this.audit = null;
    this.text = h("textarea", {
      rows: 3, placeholder: "…or paste the export here", "aria-label": "Paste an exported game",
      input: () => { if (this.text.value.trim().endsWith("}")) this.app.openText(this.text.value); },
    });
    this.body = h("section", {});
    this.shown = h("section", { id: "verdict", tabindex: -1, "aria-live": "polite", "aria-label": "The run" });
    this.intro = h("details", { open: true }, h("summary", {}, "A game"), h("p", {}, "Drop a game exported from 18xx.games anywhere on this page, or choose the file."),
      h("button", { click: () => $("file").click() }, "Choose a file…"), this.text);
    this.element = h("div", {}, this.intro, this.shown, this.body);
  }

  asks() {
    const run = this.#moment?.run;
    if (!run || this.#edited) return { show: 0 };
    const claim = { runs: run.runs, revenue: run.revenue };
    return this.better ? { claim, show: 0 } : { claim };
  }

  get #moment() {
    return this.game?.moments[this.at];
  }

  /** Whether something else is on the table than at the moment that was chosen. */
  get #edited() {
    return JSON.stringify(this.app.store.position) !== this.there;
  }

  /** Take an exported game: its time line at once, its audit when that is asked for. */
  async open(game, at = null) {
    this.controller?.abort();
    this.game = null;
    this.audit = null;
    this.player = null;
    fill(this.shown);
    fill(this.body, h("p", {}, "Replaying…"));
    try {
      const told = await ask("game", { game });
      this.exported = game;
      this.game = told;
      this.text.value = "";
      this.intro.open = false;
      this.#timeline();
      this.#draw();
      keepGame(game);
      await this.go(Math.min(at ?? Infinity, Math.max(0, told.moments.length - 1)));
      this.#judge();
    } catch (error) {
      fill(this.body, h("p", { class: "wrong" }, error.message));
    }
  }

  /** Show the board as it was at a moment. */
  async go(at, better = false) {
    const moment = this.game?.moments[at];
    if (!moment) return;
    this.at = at;
    this.better = better;
    this.slider.value = at;
    this.slider.setAttribute("aria-valuetext", moment.label);
    const before = this.app.store.position;
    this.there = JSON.stringify(moment.position);
    this.app.store.replace(moment.position);
    this.#label();
    keepGame(this.exported, at);
    if (this.app.store.position === before) this.app.look();
    this.#mark();
  }

  /** Show a run of the table; the board and its verdict are above the table. */
  #open(at, better = false) {
    $("panel").scrollTop = 0;
    window.scrollTo(0, 0);
    this.go(at, better);
  }

  enter() {
    if (!this.game) return;
    $("timeline").hidden = false;
    this.#label();
  }

  /** Open the game again that was open before the page was loaded anew, where it was left. */
  async restore() {
    const last = await keptGame();
    if (!last || this.game) return;
    this.resume = () => this.open(last.game, last.at);
    fill(this.body, h("button", { click: this.resume }, `The game that was open last: ${last.game.id ?? last.game.title ?? ""}`));
  }

  changed() {
    if (this.game) this.#label();
  }

  #label() {
    this.label.textContent = this.#edited ? `${this.#moment.label}, edited since` : this.#moment.label;
  }

  leave() {
    $("timeline").hidden = true;
  }

  /** Tell what is on the board: the claim or the best plan, and the words of both. */
  show({ answer, verdict, error, open }) {
    if (!this.game) return;
    if (error) fill(this.shown, h("p", { class: "wrong" }, error));
    else if (verdict) {
      fill(this.shown, h("h2", {}, this.#moment.label), verdictTold(this.app, verdict, this.better, (best) => this.go(this.at, best)));
    } else if (answer) {
      fill(this.shown, h("h2", {}, this.#edited ? "The best run after the edit " : "The best run ", h("output", { class: "revenue" }, earned(answer)), " ", proof(answer, open)),
        runsTable(this.app, answer.runs));
    }
  }

  #timeline() {
    const last = this.game.moments.length - 1;
    this.label = h("output", {});
    this.slider = h("input", {
      type: "range", min: 0, max: last, step: 1, "aria-label": "Time line",
      input: () => { clearTimeout(this.timer); const at = Number(this.slider.value); this.timer = setTimeout(() => this.go(at), 40); },
    });
    fill($("timeline"),
      h("button", { "aria-label": "One turn back", click: () => this.go(this.at - 1) }, "◀"),
      this.slider,
      h("button", { "aria-label": "One turn on", click: () => this.go(this.at + 1) }, "▶"),
      h("button", { click: () => this.go(last) }, "now"), this.label);
    $("timeline").hidden = this.app.tab !== this;
  }

  async #judge() {
    const controller = (this.controller = new AbortController());
    const bar = h("progress", { max: 1, "aria-label": "Judging the runs" });
    fill(this.summary, h("div", { class: "row" }, bar, " judging every run ",
      h("button", { click: () => controller.abort() }, "Cancel")));
    try {
      this.audit = await follow("audit", { game: this.exported }, ({ done, of }) => {
        bar.max = of; bar.value = done;
      }, { signal: controller.signal });
      this.#draw();
    } catch (error) {
      fill(this.summary, h("p", { class: "wrong" }, error.name === "AbortError" ? "Cancelled." : error.message));
    }
  }

  #draw() {
    this.summary = h("div", {});
    const by = (this.by ??= "run");
    fill(this.body, h("h2", {}, `${this.game.name} (${this.game.title})`), this.summary, this.audit ? [
      h("p", { class: "headline" }, this.audit.headline),
      h("div", { class: "chips", role: "radiogroup", "aria-label": "Group by" },
        ["run", "player", "company", "round"].map((key) => h("button", {
          class: "chip", role: "radio", "aria-checked": key === by, click: () => { this.by = key; this.#draw(); },
        }, `by ${key}`))),
      by === "run" ? this.#runs() : this.#totals(by)] : null);
    this.#mark();
  }

  #runs() {
    const places = new Map(this.game.moments.map((moment, at) => [moment.action, at]));
    const runs = this.audit.runs.filter((run) => !this.player || (run.player ?? NOBODY) === this.player)
      .sort((one, two) => (two.missed ?? 0) - (one.missed ?? 0));
    return [this.player ? h("div", { class: "chips" }, h("button", {
      class: "chip on", "aria-label": "Show the runs of all players", click: () => { this.player = null; this.#draw(); },
    }, `${this.player} ×`)) : null, h("table", { class: "audit" },
      h("thead", {}, h("tr", {}, ["Round", "Company", "Player", "Claimed", "Best", "Missed"].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, runs.map((run) => h("tr", { data: { action: String(run.action) }, class: run.missed ? "missed" : "" },
        h("td", {}, h("button", { class: "link", click: () => this.#open(places.get(run.action)) }, run.round)),
        h("td", {}, run.company), h("td", {}, run.player ?? h("span", { title: NO_PLAYER }, NOBODY)),
        h("td", { class: "figure" }, String(run.claimed)),
        h("td", { class: "figure" }, run.optimum === null ? h("span", { title: run.problems?.join("; ") ?? NOT_JUDGED }, "?")
          : h("button", { class: "link", click: () => this.#open(places.get(run.action), true) }, String(run.optimum))),
        h("td", { class: "figure" }, run.missed ? String(run.missed) : ""))))),
      runs.some((run) => run.optimum === null) ? h("p", { class: "aside" }, `?: ${NOT_JUDGED}.`) : null,
      runs.some((run) => !run.player) ? h("p", { class: "aside" }, `${NOBODY}: ${NO_PLAYER}.`) : null];
  }

  #totals(by) {
    const totals = new Map();
    for (const run of this.audit.runs) {
      const key = run[by] ?? NOBODY;
      const sum = totals.get(key) ?? { runs: 0, claimed: 0, missed: 0 };
      sum.runs += 1;
      sum.claimed += run.claimed;
      sum.missed += run.missed ?? 0;
      totals.set(key, sum);
    }
    const rows = [...totals].sort((one, two) => by === "round" ? 0 : two[1].missed - one[1].missed);
    return h("table", { class: "audit" },
      h("thead", {}, h("tr", {}, [by, "Runs", "Claimed", "Missed"].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, rows.map(([key, sum]) => h("tr", {}, h("th", { scope: "row" }, by === "player" ? h("button", {
        class: "link", title: "Show these runs", click: () => { this.player = key; this.by = "run"; this.#draw(); },
      }, key) : key),
        [sum.runs, sum.claimed, sum.missed].map((figure) => h("td", { class: "figure" }, String(figure)))))));
  }

  #mark() {
    const action = this.game?.moments[this.at]?.action;
    for (const row of this.body.querySelectorAll("tr[data-action]")) {
      row.classList.toggle("now", row.dataset.action === String(action));
    }
  }
}
