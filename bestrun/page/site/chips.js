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
