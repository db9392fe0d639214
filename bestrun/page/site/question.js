// The Board tab of a game that asks one question at a time: what is on the table, then the answer.

import { fill, h } from "./dom.js";

export class QuestionTab {
  name = "Board";

  constructor(app) {
    this.app = app;
    this.table = h("section", { class: "table" });
    this.answer = h("section", { id: "answer", tabindex: -1, "aria-live": "polite", "aria-label": "The answer" });
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
      text ? told(text) : null);
  }
}

/** Return tables as they are, and between them what is said in sentences, which may be wrapped. */
function told(text) {
  const parts = [];
  for (const line of text.split("\n")) {
    const spoken = SPOKEN.test(line);
    if (spoken || parts.at(-1)?.spoken !== false) parts.push({ spoken, lines: [line] });
    else parts.at(-1).lines.push(line);
  }
  return parts.map(({ spoken, lines }) => (spoken ? h("p", { class: "aside" }, lines[0]) : h("pre", { class: "told" }, lines.join("\n"))));
}

const SPOKEN = /^(\(|assumed: |note: )/;
