// bestrun on Pyodide: questions come as messages and are answered one after the other.

import { loadPyodide } from "../@PYODIDE@/pyodide.mjs";

const NEEDS = 501; // a package is missing that may lie beside Pyodide
const fetched = new Set();

let python = null;
const started = start();
self.onmessage = async ({ data: { id, name, body } }) => {
  try {
    const ask = await started;
    const tell = (progress) => self.postMessage({ id, progress: JSON.parse(progress) });
    let [status, media, text] = ask(name, body, tell);
    if (status === NEEDS && (await fetchedNow(text))) [status, media, text] = ask(name, body, tell);
    self.postMessage({ id, status, media, body: text });
  } catch (error) {
    const line = `no answer: ${String(error.message ?? error).trim().split("\n").at(-1)}`;
    self.postMessage({ id, status: 500, media: "application/json", body: JSON.stringify({ error: line }) });
  }
};

async function start() {
  self.postMessage({ started: "Python is being loaded …" });
  const bundle = fetch(new URL("./bestrun.zip", import.meta.url)).then((response) => response.arrayBuffer());
  python = await loadPyodide({ indexURL: new URL("../@PYODIDE@/", import.meta.url).href });
  self.postMessage({ started: "bestrun is being loaded …" });
  const folder = python.runPython("import sysconfig; sysconfig.get_path('purelib')");
  python.unpackArchive(await bundle, "zip", { extractDir: folder });
  const ask = python.pyimport("bestrun.page.message").ask;
  self.postMessage({ started: "" });
  return (name, body, tell) => ask(name, body, tell).toJs();
}

/** Load the package that an answer lacked, once, if this site has it. */
async function fetchedNow(text) {
  const [, name] = JSON.parse(text).error.match(/^this needs (\w+)/) ?? [];
  if (!name || fetched.has(name)) return false;
  fetched.add(name);
  const wheel = Object.values(python.lockfile?.packages ?? {}).find((each) => each.name === name)?.file_name;
  if (!wheel || !(await fetch(new URL(`../@PYODIDE@/${wheel}`, import.meta.url), { method: "HEAD" })).ok) return false;
  await python.loadPackage(name);
  return true;
}
