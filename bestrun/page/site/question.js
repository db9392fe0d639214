// The Board tab of a game that asks one question at a time: what is on the table, then the answer.

import { fill, h } from "./dom.js";

export class QuestionTab {
  name = "Board";

  constructor(app) {
    this.app = app;
    this.table = h("section", { class: "table" });
    this.answer = h("section", { id: "answer", "aria-live": "polite", "aria-label": "The answer" });
    this.element = h("div", {}, this.table, this.answer);
  }

  asks() {
    return { show: 0 };
  }

  enter() {
    this.draw();
  }

  /** Show what is wrong, or the answer: the game's own headline, then all of it in words. */
  show({ answer, error, text }) {
    this.draw();
    fill(this.answer, error ? h("p", { class: "wrong" }, error) : null,
      answer ? this.headline(answer) : null,
      text ? h("pre", { class: "told" }, text) : null);
  }
}
