// What is on the table: one position, its history, and the page's address.

import { unpacked } from "./packed.js";

const LONGEST = 200;

/** The position being edited, with undo and redo; listeners hear of every change. */
export class Store {
  constructor() {
    this.position = { title: "" };
    this.past = [];
    this.future = [];
    this.listeners = [];
  }

  listen(listener) {
    this.listeners.push(listener);
  }

  /** Change the position: `change` gets a copy of it to work on. */
  edit(change) {
    const next = structuredClone(this.position);
    change(next);
    this.replace(next);
  }

  /** Put another position on the table. */
  replace(position) {
    if (JSON.stringify(position) === JSON.stringify(this.position)) return;
    this.past.push(this.position);
    if (this.past.length > LONGEST) this.past.shift();
    this.future = [];
    this.#set(position);
  }

  undo() {
    if (this.past.length < 2) return;
    this.future.push(this.position);
    this.#set(this.past.pop());
  }

  redo() {
    if (!this.future.length) return;
    this.past.push(this.position);
    this.#set(this.future.pop());
  }

  #set(position) {
    const other = position.title !== this.position.title;
    this.position = position;
    for (const listener of this.listeners) listener(position, other);
  }
}

/** Return the position in an address, or null. */
export async function fromAddress(text) {
  const position = await unpacked(text);
  return position && typeof position.title === "string" ? position : null;
}
