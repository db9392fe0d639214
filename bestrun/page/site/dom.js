// Elements without markup: whatever a file says becomes text, never HTML.

/** Return an element; attributes that are functions are listeners, false and null are left out. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined) continue;
    if (name.startsWith("aria-")) {
      element.setAttribute(name, String(value));
      continue;
    }
    if (value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else if (name === "data") Object.assign(element.dataset, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Put new content into an element. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const $ = (id) => document.getElementById(id);

/** Return the picture in an SVG text as an element of this page, or null if it is none. */
export function picture(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  const root = parsed.documentElement;
  if (root.nodeName !== "svg") return null;
  for (const script of root.querySelectorAll("script, foreignObject")) script.remove();
  return document.importNode(root, true);
}

/** Say something to everybody, screen readers included. */
export function say(words, wrong = false) {
  const said = $("said");
  said.textContent = words;
  said.classList.toggle("wrong", wrong);
  clearTimeout(say.timer);
  say.timer = setTimeout(() => { said.textContent = ""; }, wrong ? 12000 : 5000);
}
