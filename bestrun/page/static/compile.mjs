// Run by node while the site is written: Pyodide itself compiles the modules that it needs first.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , folder, program, ...archives] = process.argv;
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const env = { HOME: "/home/pyodide", PYTHONNODEBUGRANGES: "1" }; // columns of errors are a third of the code
const python = await loadPyodide({ indexURL: `${folder}/`, env });
const inside = (at) => `/archive-${at}.zip`;
archives.forEach((path, at) => python.FS.writeFile(inside(at), readFileSync(path)));
python.runPython(`${readFileSync(program, "utf8")}\ncompile_start(${JSON.stringify(archives.map((_, at) => inside(at)))})`);
archives.forEach((path, at) => writeFileSync(path, python.FS.readFile(inside(at))));
