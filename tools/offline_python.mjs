// Runs a Python file in the Python that offline play uses, with our package as it is packed for browsers.
// node tools/offline_python.mjs FILE : what the file prints is printed, after how long it took to get there
import { readFileSync } from "node:fs";

const root = new URL("../", import.meta.url).pathname;
const bytes = (path) => new Uint8Array(readFileSync(root + path));
const since = performance.now();
const { loadPyodide } = await import(`${root}node_modules/pyodide/pyodide.mjs`);
const python = await loadPyodide();
for (const archive of ["msgspec", "hoofspiel"]) python.unpackArchive(bytes(`build/offline/${archive}.zip`), "zip", { extractDir: "/tables" });
python.runPython('import sys; sys.path.insert(0, "/tables"); import hoofspiel.offline');
console.log(JSON.stringify({ started: Math.round(performance.now() - since) / 1000 }));
await python.runPythonAsync(readFileSync(process.argv[2], "utf8"));
