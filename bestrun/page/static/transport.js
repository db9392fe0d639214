// How a question travels without a server: to a worker in which bestrun itself runs.

const LIMIT = 60_000;
const START = 120_000;
const TOO_LARGE = "too large for the browser: `bestrun solve` on a computer answers it (take the position there as a file)";
const NO_PYTHON = "Python did not start in this browser: it needs WebAssembly and a few hundred megabytes of memory";

/** Tell the page how far the start of Python is; nothing when it is over. */
const starting = (words) => document.dispatchEvent(new CustomEvent("starting", { detail: words }));

/** A worker with Python in it, and the questions that it has not answered yet. */
class Answerer {
  constructor() {
    this.open = new Map();
    this.count = 0;
    this.worker = null;
    this.ready = false;
  }

  ask(name, body, heard) {
    this.start();
    const id = ++this.count;
    return new Promise((resolve) => {
      this.open.set(id, { resolve, heard });
      this.worker.postMessage({ id, name, body });
    });
  }

  start() {
    if (this.worker) return;
    this.ready = false;
    this.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.watch = setTimeout(() => this.end(500, NO_PYTHON), START);
    this.worker.onmessage = ({ data: { id, progress, started, status, media, body } }) => {
      if (started !== undefined) this.#started(started);
      const asked = this.open.get(id);
      if (progress) asked?.heard?.(progress);
      else if (asked) {
        this.open.delete(id);
        asked.resolve({ status, media, body });
      }
    };
    this.worker.onerror = (event) => this.end(500, `Python could not be started: ${event.message ?? "it was not loaded"}`);
  }

  #started(words) {
    starting(words);
    if (words) return;
    this.ready = true;
    clearTimeout(this.watch);
    if ("serviceWorker" in navigator) keepBoards();
  }

  /** End the worker; whoever waits is told why. The next question starts another one. */
  end(status, line) {
    clearTimeout(this.watch);
    starting("");
    this.worker?.terminate();
    this.worker = null;
    for (const { resolve } of this.open.values()) {
      resolve({ status, media: "application/json", body: JSON.stringify({ error: line }) });
    }
    this.open.clear();
  }
}

const quick = new Answerer();
const long = new Answerer();

/** Return the response to a question, given as JSON. */
export async function send(name, body, { signal, accept }) {
  if (accept === "application/x-ndjson") return follow(name, body, signal);
  return (await prepared(name, body)) ?? answer(name, body, signal);
}

const titles = new Map();

function ofTitle(id) {
  if (!titles.has(id)) {
    const at = new URL(`titles/${encodeURIComponent(id)}`, import.meta.url).href;
    titles.set(id, Promise.all([fetch(`${at}.json`), fetch(`${at}.svg`)]).then(async ([told, svg]) =>
      (told.ok && svg.ok ? { ...(await told.json()), svg } : null)));
  }
  return titles.get(id);
}

/** Return the response that lies ready: the titles, a title, its printed board before Python is there. */
async function prepared(name, body) {
  if (name === "titles") {
    quick.start();
    return fetch(new URL("titles/titles.json", import.meta.url));
  }
  if (name !== "title" && (name !== "view" || quick.ready)) return null;
  const { title, position, claim, move } = JSON.parse(body);
  const told = await ofTitle(title ?? position.title);
  if (!told) return null;
  if (name === "title") return Response.json(told.title);
  if (claim || move || JSON.stringify(position) !== JSON.stringify(told.title.start)) return null;
  return Response.json({ ...told.view, svg: await told.svg.clone().text() });
}

const stopped = () => new DOMException("stopped", "AbortError");

async function answer(name, body, signal) {
  // The worker takes one question after the other: one that is given up is left to end.
  const given = new Promise((_, reject) => signal?.addEventListener("abort", () => reject(stopped())));
  const clock = setTimeout(() => quick.ready && quick.end(504, TOO_LARGE), LIMIT);
  const asked = quick.ask(name, body).finally(() => clearTimeout(clock));
  const told = await Promise.race([asked, given]);
  return new Response(told.body, { status: told.status, headers: { "Content-Type": told.media } });
}

async function follow(name, body, signal) {
  const line = (value) => new TextEncoder().encode(JSON.stringify(value) + "\n");
  const stream = new ReadableStream({
    async start(controller) {
      let over = false;
      signal?.addEventListener("abort", () => {
        if (over) return;
        over = true;
        long.end(499, "stopped");
        controller.error(stopped());
      });
      const told = await long.ask(name, body, (progress) => over || controller.enqueue(line({ progress })));
      if (over) return;
      over = true;
      const value = JSON.parse(told.body);
      controller.enqueue(line(told.status === 200 ? { result: value } : value));
      controller.close();
    },
  });
  return new Response(stream);
}

/** Have the boards of all titles kept: not before this page has what it needs itself. */
async function keepBoards() {
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage("boards");
}

if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register(new URL("../offline.js", import.meta.url)).catch(() => {});
}
