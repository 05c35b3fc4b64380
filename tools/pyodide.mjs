// Runs pytest in a CPython compiled for Node (the npm package pyodide): for a Python that this machine cannot have otherwise.
// node tools/pyodide.mjs PACKAGE REPOSITORY SITE WORDS... : where pyodide is, what to test, pytest's folder, words for pytest
import { pathToFileURL } from "node:url";

const [home, repository, site, ...words] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${home}/pyodide.mjs`).href);
const python = await loadPyodide();
python.mountNodeFS("/repository", repository);
python.mountNodeFS("/site", site);
python.globals.set("words", python.toPy(words));
try {
  process.exitCode = python.runPython(`
import os, sys
sys.dont_write_bytecode = True
sys.path[:0] = ["/repository/src", "/repository"]
sys.path.append("/site")
os.chdir("/repository")
os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
import pytest
int(pytest.main(["-p", "no:cacheprovider", "-p", "pytest_asyncio.plugin", *words]))
`);
} catch (error) {
  console.error(String(error.message).slice(-2000));
  process.exitCode = 1;
}
