// The Board tab of a game that asks one question at a time: what is on the table, then the answer.

import { elsewhere } from "./answer.js";
import { fill, h } from "./dom.js";
import { drawIn } from "./finger.js";

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

  changed() {
    this.draw();
  }

  /** Put what is on the table there anew, unless a finger is on it; the field in use stays in use. */
  redrawn(element) {
    drawIn(this.table, () => {
      const used = this.table.contains(document.activeElement) ? document.activeElement : null;
      const label = used?.getAttribute("aria-label");
      fill(this.table, element);
      const same = label && this.table.querySelector(`[aria-label="${CSS.escape(label)}"]`);
      if (!same) return;
      if (used.matches("input") && used.value !== used.defaultValue) same.value = used.value; // half typed
      same.focus({ preventScroll: true });
    });
  }

  /** Show what is wrong, or the answer. */
  show({ answer, error, open, large }) {
    this.draw();
    const said = large ? elsewhere(this.app, false) : error ? h("p", { class: "wrong" }, error) : null;
    fill(this.answer, said, answer ? this.answered(answer, open) : null);
  }
}

/** How sure an answer is; while a better one may still come it is being worked out. */
export function proof(proven, open, bound = "") {
  if (proven) return h("span", { class: "proven" }, "proven");
  return open ? h("span", { class: "working" }, "working…") : h("span", { class: "bound" }, `not proven${bound}`);
}
