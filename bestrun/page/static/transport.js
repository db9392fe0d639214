// How a question travels without a server: to a worker in which bestrun itself runs.

const LIMIT = 60_000;
const TOO_LARGE = "too large for the browser: `bestrun solve` on a computer answers it (take the position there as a file)";

/** A worker with Python in it, and the questions that it has not answered yet. */
class Answerer {
  constructor() {
    this.open = new Map();
    this.count = 0;
    this.worker = null;
  }

  ask(name, body, heard) {
    if (!this.worker) this.#start();
    const id = ++this.count;
    return new Promise((resolve) => {
      this.open.set(id, { resolve, heard });
      this.worker.postMessage({ id, name, body });
    });
  }

  #start() {
    this.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data: { id, progress, status, media, body } }) => {
      const asked = this.open.get(id);
      if (progress) asked?.heard?.(progress);
      else if (asked) {
        this.open.delete(id);
        asked.resolve({ status, media, body });
      }
    };
    this.worker.onerror = (event) => this.end(500, `Python could not be started: ${event.message ?? "it was not loaded"}`);
  }

  /** End the worker; whoever waits is told why. The next question starts another one. */
  end(status, line) {
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
export function send(name, body, { signal, accept }) {
  return accept === "application/x-ndjson" ? follow(name, body, signal) : answer(name, body, signal);
}

const stopped = () => new DOMException("stopped", "AbortError");

async function answer(name, body, signal) {
  // The worker takes one question after the other: one that is given up is left to end.
  const given = new Promise((_, reject) => signal?.addEventListener("abort", () => reject(stopped())));
  const clock = setTimeout(() => quick.end(504, TOO_LARGE), LIMIT);
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

if ("serviceWorker" in navigator) navigator.serviceWorker.register(new URL("offline.js", import.meta.url)).catch(() => {});
