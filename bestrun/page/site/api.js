// Questions, and the commands' JSON as answers; how they travel is the transport's.

import { send } from "./transport.js";

/** What the server says is wrong: one line. */
export class Refused extends Error {
  constructor(line, status) {
    super(line);
    this.status = status;
  }
}

async function post(name, question, { signal, accept } = {}) {
  for (let attempt = 0; ; attempt++) {
    const response = await send(name, JSON.stringify(question), { signal, accept: accept || "application/json" });
    if (response.ok) return response;
    const told = await response.json().catch(() => ({ error: `no answer (${response.status})` }));
    if (response.status !== 503 || attempt >= 4) throw new Refused(told.error, response.status);
    await new Promise((resolve) => setTimeout(resolve, 300 * (attempt + 1)));
  }
}

/** Return the answer to a question. */
export async function ask(name, question, options) {
  return (await post(name, question, options)).json();
}

/** Return a file that answers a question. */
export async function askFile(name, question, options) {
  return (await post(name, question, options)).blob();
}

/** Return the answer to a long question; `heard` is called with its progress. */
export async function follow(name, question, heard, options = {}) {
  const response = await post(name, question, { ...options, accept: "application/x-ndjson" });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    rest += value || "";
    const lines = rest.split("\n");
    rest = done ? "" : lines.pop();
    for (const line of lines.filter(Boolean)) {
      const told = JSON.parse(line);
      if (told.progress) heard(told.progress);
      else if (told.error) throw new Refused(told.error, 422);
      else if ("result" in told) return told.result;
    }
    if (done) throw new Refused("the answer broke off", 500);
  }
}

/** Return a function that asks and forgets the question before it. */
export function latest() {
  let controller = null;
  return async (work) => {
    controller?.abort();
    const own = (controller = new AbortController());
    try {
      return await work(own.signal);
    } catch (error) {
      if (error.name === "AbortError") return undefined;
      throw error;
    }
  };
}
