// What survives a reload: kept in the storage of this browser, where there is any.

import { packed, unpacked } from "./packed.js";

const PREFIX = "bestrun.";
const MOST_SAVED = 30;

/** Keep something under a name; nothing is kept where the browser has no room for it. */
export function keep(name, value) {
  try {
    if (value === null || value === undefined || value === "") localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // full or forbidden: the page works without
  }
}

/** Return what is kept under a name, or null. */
export function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name));
  } catch {
    return null;
  }
}

/** Keep the exported game that is open, and which of its turns is looked at. */
export async function keepGame(game, at = null) {
  if (keepGame.game !== game) {
    keepGame.game = game;
    keepGame.packed = await packed(game);
  }
  if (keepGame.game === game) keep("game", { packed: keepGame.packed, at });
}

/** Return the game that was open, and its turn; or null. */
export async function keptGame() {
  const held = kept("game");
  const game = held && (await unpacked(String(held.packed)));
  return game ? { game, at: held.at } : null;
}

/** Hand a text over to the next page that is opened, the board; whether that can be done. */
export async function handOver(text) {
  const value = await packed(text);
  keep("handed", value);
  return kept("handed") === value;
}

/** Take the text that was handed over; it is taken once. */
export async function takeOver() {
  const value = kept("handed");
  keep("handed", null);
  return value ? unpacked(value) : null;
}

/** Return the saved positions, the newest first: name and address of each. */
export function savedPositions() {
  const list = kept("saved");
  return list instanceof Array ? list.filter((each) => typeof each?.address === "string") : [];
}

/** Save a position under a name; one of the same name is replaced. */
export function savePosition(name, address) {
  const others = savedPositions().filter((each) => each.name !== name);
  keep("saved", [{ name, address }, ...others].slice(0, MOST_SAVED));
}

export function forgetPosition(name) {
  keep("saved", savedPositions().filter((each) => each.name !== name));
}
