// Nothing is drawn anew under a finger: a tap means what was there when the finger came down.

const AFTER = 250; // milliseconds from lifting the finger to its click, at most

const waiting = new Map();
let touched = null;
let timer = 0;

/** Draw in an element: now, or when the finger that is on it is gone. The last drawing counts. */
export function drawIn(element, draw) {
  if (touched && element.contains(touched)) waiting.set(element, draw);
  else {
    waiting.delete(element);
    draw();
  }
}

function lifted() {
  touched = null;
  const drawings = [...waiting.values()];
  waiting.clear();
  for (const draw of drawings) draw();
}

function lifts(after) {
  clearTimeout(timer);
  timer = setTimeout(lifted, after);
}

document.addEventListener("pointerdown", ({ target }) => { clearTimeout(timer); touched = target; }, true);
document.addEventListener("click", () => { if (touched) lifts(0); }, true);
for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, () => lifts(AFTER), true);
