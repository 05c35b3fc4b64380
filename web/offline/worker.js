/**
 * Tables without a server: Python in a worker, with the package hoofspiel as it is (src/hoofspiel/offline/post.py).
 *
 * The page has put everything this needs into the cache before, and the pages' service worker hands it out from there.
 * ?python=FOLDER&pace=NUMBER; lines of JSON go both ways, and before them {"ready": true}, {"waiting": true} while another
 * tab has the tables open, or {"failed": "why"}. {"crashed": "why"} when Python can do no more.
 */
const DATABASE = "hoofspiel";
const KEPT = "kept";
const asked = new URL(location.href).searchParams;
const early = [];
let hear = (text) => void early.push(text);
const tell = (text) => postMessage(text);
self.onmessage = (message) => hear(message.data);

const done = (request) =>
  new Promise((good, bad) => {
    request.onsuccess = () => good(request.result);
    request.onerror = request.onblocked = () => bad(request.error);
  });

/** The device's database; null where it is not allowed. */
async function database() {
  try {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(KEPT);
    return await done(opening);
  } catch {
    return null;
  }
}

async function all(kept) {
  if (!kept) return {};
  const store = kept.transaction(KEPT).objectStore(KEPT);
  const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
  return Object.fromEntries(keys.map((key, at) => [key, values[at]]));
}

/** Writes all of it or nothing; resolves to why it could not, or to nothing. */
const keeper = (kept) => (text) =>
  new Promise((told) => {
    if (!kept) return told("storage is not allowed here");
    try {
      const writing = kept.transaction(KEPT, "readwrite");
      const store = writing.objectStore(KEPT);
      for (const [key, value] of Object.entries(JSON.parse(text))) value === null ? store.delete(key) : store.put(value, key);
      writing.oncomplete = () => told("");
      writing.onabort = writing.onerror = () => told(String(writing.error ?? "it was refused"));
    } catch (error) {
      told(String(error));
    }
  });

async function start() {
  const folder = asked.get("python");
  const here = new URL(".", location.href).href;
  const file = async (address) => (await fetch(address)).arrayBuffer();
  const [{ loadPyodide }, lock, ours, msgspec] = await Promise.all([
    import(`${folder}pyodide.mjs`), (await fetch(`${folder}pyodide-lock.json`)).text(), file(`${here}hoofspiel.zip`), file(`${folder}msgspec.zip`),
  ]);
  const python = await loadPyodide({ indexURL: folder, lockFileContents: lock });
  for (const archive of [msgspec, ours]) python.unpackArchive(archive, "zip", { extractDir: "/tables" });
  const kept = await database();
  const post = await python.runPythonAsync(`
import json, sys
sys.path.insert(0, "/tables")
sys.dont_write_bytecode = True
from hoofspiel.offline import Post

async def _begin(kept, write, tell, pace):
    async def keep(changes):
        why = await write(json.dumps(changes))
        if why:
            raise OSError(why)
    return await Post.open(kept, keep, tell, pace=pace)

_begin
`);
  const opened = await post(JSON.stringify(await all(kept)), keeper(kept), tell, Number(asked.get("pace") ?? 1));
  hear = (text) => {
    try {
      opened.take(text);
    } catch (error) {
      tell(JSON.stringify({ crashed: String(error?.message ?? error).slice(-800) }));
    }
  };
  tell(JSON.stringify({ ready: true, unkept: kept === null }));
  for (const text of early.splice(0)) hear(text);
}

/** One tab at a time has the tables: two would write over each other. The lock lasts as long as this worker. */
function alone(run) {
  if (!navigator.locks) return run();
  return navigator.locks.request("hoofspiel-tables", { ifAvailable: true }, (lock) => {
    if (lock) return run().then(() => new Promise(() => {}));
    tell(JSON.stringify({ waiting: true }));
    return navigator.locks.request("hoofspiel-tables", () => run().then(() => new Promise(() => {})));
  });
}

alone(start).catch((error) => tell(JSON.stringify({ failed: String(error?.message ?? error).slice(-800) })));
