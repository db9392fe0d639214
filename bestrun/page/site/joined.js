// Questions about what is on the table, one at a time: the newest is never kept waiting by old ones.

const AGAIN = 1500;

/** Nobody answers: the server is away. */
export class Away extends Error {}

/**
 * Return a function that takes jobs. One is worked on at a time; of those that come meanwhile only
 * the newest is kept. `work(job, newest, patient)` is interrupted only in what it asks with the
 * signal of `patient()`: the server ends a process whose answer nobody waits for, and a new
 * one takes seconds to start. Where nobody answers, `away()` hears of it and the job is tried again.
 */
export function joined(work, away) {
  let next = null;
  let running = false;
  let patience = null;
  let wake = null;

  const patient = () => (patience = new AbortController()).signal;

  async function attempt(job) {
    for (;;) {
      try {
        await work(job, () => next === null, patient);
        return;
      } catch (error) {
        if (error.name === "AbortError" || next !== null) return;
        if (!(error instanceof Away)) throw error;
        away();
        await new Promise((resolve) => { wake = resolve; setTimeout(resolve, AGAIN); });
        if (next !== null) return;
      }
    }
  }

  return async (job) => {
    next = job;
    patience?.abort();
    wake?.();
    if (running) return;
    running = true;
    try {
      while (next !== null) {
        const now = next;
        next = null;
        await attempt(now);
      }
    } finally {
      running = false;
    }
  };
}
