// The board: the server's picture, moved, zoomed, pointed at and clicked.

import { $, picture } from "./dom.js";
import { drawIn } from "./finger.js";

const FAR = 12;
const THUMB = { least: 26, wanted: 40 }; // pixels of a hex that a finger meets, and to which one is enlarged
const PHONE = 800; // pixels: a board that is less wide is a phone's
const SMALLEST = { phone: 7, desktop: 4.5 }; // pixels of a name that is shown
const SVG = "http://www.w3.org/2000/svg";

/** Whether a text is a name, not a value, a marker or a label of one or two letters. */
function isName(text) {
  return text.textContent.trim().length > 3 && /\p{L}{3}/u.test(text.textContent) && !text.closest("[data-marker]");
}

/** A picture of a board in a box. `chosen(kind, id, event)` hears of clicks and keys. */
export class BoardView {
  constructor(box, chosen, pointed) {
    this.box = box;
    this.chosen = chosen;
    this.pointed = pointed;
    this.whole = null;
    this.view = null;
    this.cursor = null;
    this.pointers = new Map();
    this.moved = 0;
    box.addEventListener("pointerdown", (event) => this.#down(event));
    box.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
      box.addEventListener(name, (event) => this.pointers.delete(event.pointerId));
    }
    box.addEventListener("click", (event) => this.#click(event));
    box.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    box.addEventListener("keydown", (event) => this.#key(event));
    box.addEventListener("pointerover", (event) => this.#over(event));
    $("zoom-in").addEventListener("click", () => this.zoom(1 / 1.4));
    $("zoom-out").addEventListener("click", () => this.zoom(1.4));
    $("zoom-all").addEventListener("click", () => this.showAll());
  }

  /** Show another picture; the part that is looked at stays, if the board is the same. */
  show(text, keep = true) {
    const svg = picture(text);
    if (svg) drawIn(this.box, () => this.#put(svg, keep));
  }

  #put(svg, keep) {
    const box = svg.getAttribute("viewBox").split(/[\s,]+/).map(Number);
    const same = this.whole && this.whole.every((value, at) => Math.abs(value - box[at]) < 1);
    this.whole = box;
    if (!keep || !same || !this.view) this.view = [...box];
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    svg.setAttribute("preserveAspectRatio", "xMidYMid meet");
    this.rim = null;
    this.box.replaceChildren(svg);
    this.words = [...svg.querySelectorAll("text")].filter(isName);
    this.#apply();
    this.#mark();
  }

  get svg() {
    return this.box.querySelector("svg");
  }

  /** Light up what belongs to hexes, stops or runs. */
  highlight(selector) {
    for (const lit of this.box.querySelectorAll(".lit")) lit.classList.remove("lit");
    if (selector) for (const each of this.box.querySelectorAll(selector)) each.classList.add("lit");
  }

  zoom(factor, at = null) {
    if (!this.view) return;
    const [x, y, width, height] = this.view;
    const wide = Math.min(Math.max(width * factor, this.whole[2] / FAR), this.whole[2] * 1.5);
    const by = wide / width;
    const [px, py] = at || [x + width / 2, y + height / 2];
    this.view = [px - (px - x) * by, py - (py - y) * by, wide, height * by];
    this.#apply();
  }

  showAll() {
    if (!this.whole) return;
    this.view = [...this.whole];
    this.#apply();
  }

  /** Move a hex to where it is seen, if `cover` lies over it or it is out of sight; enlarge a tiny one. */
  reveal(hex, cover) {
    const found = this.#hexes().get(hex);
    if (!found || !this.svg) return;
    this.cursor = hex;
    this.#mark();
    const { width } = this.box.querySelector(`[data-hex="${CSS.escape(hex)}"]`).getBoundingClientRect();
    if (width < THUMB.least) this.zoom(width / THUMB.wanted, this.#point({ clientX: found[0], clientY: found[1] }));
    const box = this.box.getBoundingClientRect();
    if (box.top < 0) window.scrollBy(0, box.top);
    const seen = this.box.getBoundingClientRect();
    const over = getComputedStyle(cover).position === "fixed" ? cover.getBoundingClientRect().top : seen.bottom;
    const bottom = Math.min(seen.bottom, over, window.innerHeight);
    const [x, y] = this.#hexes().get(hex);
    const margin = 30;
    const inside = x > seen.left + margin && x < seen.right - margin && y > seen.top + margin && y < bottom - margin;
    if (inside) return;
    const scale = 1 / this.svg.getScreenCTM().a;
    this.view[0] += (x - (seen.left + seen.right) / 2) * scale;
    this.view[1] += (y - (seen.top + bottom) / 2) * scale;
    this.#apply(true);
  }

  /** Show the part that is looked at; it is kept over the board, except to reveal a hex. */
  #apply(free = false) {
    if (!this.svg) return;
    const [x, y, width, height] = this.whole;
    const most = free ? 0.5 : 0;
    const keep = (from, size, least, whole) =>
      Math.min(Math.max(from + size / 2, least - most * whole), least + (1 + most) * whole) - size / 2;
    this.view[0] = keep(this.view[0], this.view[2], x, width);
    this.view[1] = keep(this.view[1], this.view[3], y, height);
    this.svg.setAttribute("viewBox", this.view.map((value) => value.toFixed(2)).join(" "));
    const scale = this.svg.getScreenCTM()?.a ?? 1;
    const least = this.box.clientWidth < PHONE ? SMALLEST.phone : SMALLEST.desktop;
    for (const word of this.words) word.classList.toggle("tiny", Number(word.getAttribute("font-size")) * scale < least);
  }

  #point(event) {
    const point = new DOMPoint(event.clientX, event.clientY);
    const { x, y } = point.matrixTransform(this.svg.getScreenCTM().inverse());
    return [x, y];
  }

  #down(event) {
    if (!this.pointers.size) this.moved = 0;
    this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
  }

  #move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before || !this.svg) return;
    const now = [event.clientX, event.clientY];
    const scale = 1 / this.svg.getScreenCTM().a;
    this.moved += Math.hypot(now[0] - before[0], now[1] - before[1]);
    if (this.moved < 6) return;
    if (this.pointers.size === 2) {
      const other = [...this.pointers].find(([id]) => id !== event.pointerId)[1];
      const was = Math.hypot(before[0] - other[0], before[1] - other[1]);
      const is = Math.hypot(now[0] - other[0], now[1] - other[1]);
      if (is > 0 && was > 0) {
        this.zoom(was / is, this.#point({ clientX: (now[0] + other[0]) / 2, clientY: (now[1] + other[1]) / 2 }));
      }
    } else {
      this.view[0] -= (now[0] - before[0]) * scale;
      this.view[1] -= (now[1] - before[1]) * scale;
      this.#apply();
    }
    this.pointers.set(event.pointerId, now);
  }

  #wheel(event) {
    if (!this.svg) return;
    event.preventDefault();
    this.zoom(Math.exp(Math.max(-80, Math.min(80, event.deltaY)) / 300), this.#point(event));
  }

  #click(event) {
    if (this.moved >= 6) return;
    const under = event.detail ? document.elementsFromPoint(event.clientX, event.clientY) : [event.target];
    const first = (what) => under.map((each) => each.closest(what)).find((each) => each && this.box.contains(each));
    const found = first("[data-stop]") ?? first("[data-hex], [data-spot]") ?? this.#nearest(event);
    if (!found) return;
    if (found.dataset.spot && event.pointerType === "touch" && this.#enlarged(found, event)) return;
    const hex = found.closest("[data-hex]")?.dataset.hex ?? null;
    const point = found.dataset.spot ?? null;
    this.cursor = hex ?? point;
    this.#mark();
    this.chosen({ hex, stop: found.dataset.stop ?? null, point });
  }

  /** The point that a tap beside all of them means; nothing far from any. */
  #nearest({ clientX, clientY }) {
    let best = null;
    for (const each of this.box.querySelectorAll("[data-spot]")) {
      const box = each.getBoundingClientRect();
      const far = Math.hypot(clientX - box.x - box.width / 2, clientY - box.y - box.height / 2);
      if (far < THUMB.least && (!best || far < best[0])) best = [far, each];
    }
    return best && best[1];
  }

  /** Enlarge the board instead of taking a tap on a point that is too small for a finger; whether it was. */
  #enlarged(spot, event) {
    const { width } = spot.getBoundingClientRect();
    if (width >= THUMB.least) return false;
    this.zoom(width / THUMB.wanted, this.#point(event));
    return true;
  }

  #over(event) {
    const found = event.target.closest?.("[data-stop], [data-hex], [data-spot]");
    if (found) this.pointed({ hex: found.dataset.hex, stop: found.dataset.stop, point: found.dataset.spot });
  }

  /** Return the middle of every hex on the screen, or of every point. */
  #hexes() {
    const seen = new Map();
    for (const each of this.box.querySelectorAll("[data-hex], [data-spot]")) {
      const name = each.dataset.hex ?? each.dataset.spot;
      if (seen.has(name)) continue;
      const box = each.getBoundingClientRect();
      seen.set(name, [box.x + box.width / 2, box.y + box.height / 2]);
    }
    return seen;
  }

  #key(event) {
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key === "Enter" && this.cursor) {
      event.preventDefault();
      this.chosen({ ...this.#under(), stop: null });
      return;
    }
    if (event.key === "+" || event.key === "-") this.zoom(event.key === "+" ? 1 / 1.4 : 1.4);
    const way = ways[event.key];
    if (!way) return;
    event.preventDefault();
    const hexes = this.#hexes();
    const from = hexes.get(this.cursor);
    let best = null;
    for (const [id, [x, y]] of hexes) {
      if (!from) { best = [0, id]; break; }
      const [dx, dy] = [x - from[0], y - from[1]];
      const along = dx * way[0] + dy * way[1];
      const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
      if (along > 2 && along >= 0.4 * aside && (!best || along + 2 * aside < best[0])) best = [along + 2 * aside, id];
    }
    if (best) {
      this.cursor = best[1];
      this.#mark();
      this.pointed(this.#under());
    }
  }

  /** What the cursor is on: a hex, or a point of a board without hexes. */
  #under() {
    const point = this.box.querySelector(`[data-spot="${CSS.escape(this.cursor)}"]`);
    return point ? { hex: null, point: this.cursor } : { hex: this.cursor, point: null };
  }

  /** Put the cursor somewhere, or nowhere. */
  point(at) {
    this.cursor = at;
    this.#mark();
  }

  /** Draw a rim around the chosen hex that is seen on every colour: dark within light. */
  #mark() {
    this.rim?.remove();
    this.rim = null;
    const ground = this.cursor && this.box.querySelector(`[data-hex="${CSS.escape(this.cursor)}"], [data-spot="${CSS.escape(this.cursor)}"]`);
    const shape = ground && outline(this.svg, ground);
    if (!shape) return;
    this.rim = document.createElementNS(SVG, "g");
    this.rim.setAttribute("class", "cursor");
    for (const kind of ["light", "dark"]) {
      const copy = shape.cloneNode();
      copy.removeAttribute("fill");
      copy.removeAttribute("stroke");
      copy.removeAttribute("stroke-width");
      copy.setAttribute("class", kind);
      this.rim.append(copy);
    }
    const [x, y] = [ground.getAttribute("x") ?? 0, ground.getAttribute("y") ?? 0];
    this.rim.setAttribute("transform", ground.getAttribute("transform") ?? `translate(${x} ${y})`);
    this.svg.append(this.rim);
  }
}

/** Return the shape of a hex's ground: its own, or the one that it uses. */
function outline(svg, ground) {
  const used = ground.getAttribute("href");
  const group = used ? svg.querySelector(used) : ground;
  return group?.matches("path, polygon") ? group : group?.querySelector("path, polygon") ?? null;
}
