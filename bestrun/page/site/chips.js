// Small coloured things: companies.

import { h } from "./dom.js";

/** Return a company as its marker: its letters in its colours. */
export function companyChip(facts, id, attributes = {}, words = id) {
  const company = facts.companies.find((each) => each.id === id);
  const chip = h(attributes.click ? "button" : "span", { class: "company", ...attributes }, words ?? "?");
  if (company) {
    chip.style.backgroundColor = company.colour;
    chip.style.color = company.text_colour;
    chip.title ||= company.name;
  }
  return chip;
}

/** Return chips of which one is chosen; `choose` hears of another. */
export function choice(label, options, now, choose, words = "") {
  return h("div", { class: "chips", role: "radiogroup", "aria-label": label }, words ? h("span", { class: "label" }, words) : null,
    options.map(([key, told]) => h("button", { class: "chip", role: "radio", "aria-checked": key === now, click: () => choose(key) }, told)));
}

const MANY = 10; // chips that are all shown

/** Return chips of which only the first are shown if there are many; `open` keeps what was unfolded. */
export function folded(open, label, first, others) {
  const chips = (...list) => h("div", { class: "chips", role: "group", "aria-label": label }, ...list);
  if (others.length <= MANY) return chips(first, others);
  return chips(first, h("details", {
    open: open.has(label), toggle: ({ target }) => (target.open ? open.add(label) : open.delete(label)),
  }, h("summary", {}, `${others.length} ${first.length ? "more" : "to choose from"}`), chips(others)));
}

/** Return a field for a number; `change` hears of it, of `undefined` if it is emptied. */
export function number(label, value, change, { least = 0, most = 999, shown = true, hint = "" } = {}) {
  const field = h("input", {
    type: "number", class: "small", min: least, max: most, value: value ?? "", placeholder: hint, "aria-label": label,
    change: ({ target }) => change(target.value === "" ? undefined : Math.min(most, Math.max(least, Number(target.value)))),
  });
  return shown ? h("label", {}, `${label} `, field) : field;
}
