// bestrun on Pyodide: questions come as messages and are answered one after the other.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const started = start();
self.onmessage = async ({ data: { id, name, body } }) => {
  try {
    const answer = await started;
    const tell = (progress) => self.postMessage({ id, progress: JSON.parse(progress) });
    const [status, media, text] = answer(name, body, tell);
    self.postMessage({ id, status, media, body: text });
  } catch (error) {
    const line = `no answer: ${String(error.message ?? error).trim().split("\n").at(-1)}`;
    self.postMessage({ id, status: 500, media: "application/json", body: JSON.stringify({ error: line }) });
  }
};

async function start() {
  const [python, bundle] = await Promise.all([
    loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href }),
    fetch(new URL("./bestrun.zip", import.meta.url)).then((response) => response.arrayBuffer()),
  ]);
  const folder = python.runPython("import sysconfig; sysconfig.get_path('purelib')");
  python.unpackArchive(bundle, "zip", { extractDir: folder });
  const ask = python.pyimport("bestrun.page.message").ask;
  return (name, body, tell) => ask(name, body, tell).toJs();
}
