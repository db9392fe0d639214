// The Table tab: every company with its trains, its best run and what that pays a share.

import { ask, latest, Refused } from "./api.js";
import { earned } from "./answer.js";
import { companyChip } from "./chips.js";
import { fill, h } from "./dom.js";
import { figure, held, setFigure, turnTo } from "./holdings.js";

const FIGURES = [["share_price", "Price"], ["cash", "Cash"]];

export class RoundTab {
  name = "Table";

  constructor(app) {
    this.app = app;
    this.round = null;
    this.newest = latest();
    this.element = h("div", {},
      h("p", {}, "The best run of every company, in operating order where all share prices are known. Tap a company to see its run; its trains are entered on the Board tab."),
      (this.table = h("section", { class: "wide" })),
      (this.answer = h("section", { id: "answer", tabindex: -1, "aria-live": "polite", "aria-label": "The whole table" })));
  }

  asks() {
    return { show: 0 };
  }

  enter() {
    this.#draw();
  }

  changed() {
    this.round = null;
    this.#draw();
  }

  show({ error }) {
    const { position } = this.app.store;
    if (error) {
      fill(this.answer, h("p", { class: "wrong" }, error));
      return;
    }
    this.newest((signal) => ask("round", { position }, { signal })).then((round) => {
      if (!round || position !== this.app.store.position) return;
      this.round = round;
      this.#draw();
    }).catch((failed) => {
      if (!(failed instanceof Refused)) throw failed;
      if (position === this.app.store.position) fill(this.answer, h("p", { class: "wrong" }, failed.message));
    });
  }

  leave() {
    this.round = null;
  }

  /** Companies in the order of the answer, then whoever else has a marker or a train. */
  #companies() {
    const { facts, store: { position } } = this.app;
    const there = facts.companies.map(({ id }) => id)
      .filter((id) => position.tokens?.[id]?.length || held(position, "trains", id).length || id === position.company);
    const first = (this.round?.companies ?? []).map(({ company }) => company);
    return [...first, ...there.filter((id) => !first.includes(id))];
  }

  #draw() {
    const { facts, store: { position } } = this.app;
    if (facts?.family !== "18xx" || !position.phase) return;
    const runs = new Map((this.round?.companies ?? []).map((run) => [run.company, run]));
    const claims = [...runs.values()].some((run) => "claimed" in run);
    const heads = ["", "Trains", "Best", "A share", ...(claims ? ["Claimed", "Missed"] : []), ...FIGURES.map(([, words]) => words)];
    fill(this.table, h("table", { class: "round" },
      h("thead", {}, h("tr", {}, heads.map((words) => h("th", { scope: "col" }, words)))),
      h("tbody", {}, this.#companies().map((id) => this.#row(id, runs.get(id), claims)))));
    fill(this.answer, this.round ? this.#total(this.round) : h("p", { class: "working" }, "working…"));
  }

  #row(id, run, claims) {
    const { facts, store } = this.app;
    const { position } = store;
    const cell = (words) => h("td", { class: "figure" }, words ?? "");
    return h("tr", { class: id === position.company ? "now" : "" },
      h("th", { scope: "row" }, companyChip(facts, id, {
        "aria-label": `Put ${id} on turn`, "aria-pressed": id === position.company,
        click: () => store.edit((next) => turnTo(next, id, facts.own)),
      })),
      h("td", {}, held(position, "trains", id).join(", ") || "–"),
      cell(run && (run.proven ? earned(run) : `${earned(run)} (at most ${run.bound})`)),
      cell(run?.per_share),
      claims ? [cell(run && "claimed" in run ? (run.legal ? run.claimed : "illegal") : ""), cell(run?.missed || "")] : null,
      FIGURES.map(([key, words]) => h("td", {}, h("input", {
        type: "number", min: 0, max: 99999, class: "small", "aria-label": `${words} of ${id}`, value: figure(position, key, id) ?? "",
        change: ({ target }) => store.edit((next) => setFigure(next, key, id, target.value === "" ? undefined : Number(target.value))),
      }))));
  }

  #total(round) {
    const sure = round.proven ? h("span", { class: "proven" }, "proven") : h("span", { class: "bound" }, "not all proven");
    return [
      h("h2", {}, "All together ", h("output", { class: "revenue" }, String(round.revenue)), " ", sure),
      h("p", {}, `Companies stand ${round.order.startsWith("in ") ? "" : "by "}${round.order}.`, round.missed ? ` Claims missed ${round.missed}.` : ""),
    ];
  }
}
