// What survives a reload: kept in the storage of this browser, where there is any.

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
