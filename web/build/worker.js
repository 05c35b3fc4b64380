/**
 * Keeps the pages on the device, so that they open without a connection and say so themselves.
 *
 * One cache for each build: its files fit each other, and an old page keeps its own until it is closed. Pages are asked for
 * over the network first, so nobody is shown an old one while there is a connection; files with a hash in their name never
 * change, so the cache comes first. What the server says (api, ws) is never kept. What offline play needs is put into a
 * cache of its own by the page of whoever asks for it (src/lib/offline.svelte.ts), and only handed out here.
 */
const CACHE = "hoofspiel-__VERSION__";
const FILES = ["__FILES__"];
const BASE = "__BASE__";
const PAGE = `${BASE}index.html`;
const PATIENCE_MS = 4000;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })))));
});

self.addEventListener("activate", (event) => {
  const others = async () => (await caches.keys()).filter((name) => name.startsWith("hoofspiel-") && name !== CACHE);
  event.waitUntil(others().then((names) => Promise.all(names.map((name) => caches.delete(name)))));
});

/** The page from the server; the kept one when there is no answer, or none in time. */
async function page(request) {
  const kept = caches.match(PAGE);
  const fresh = fetch(request);
  fresh.catch(() => {});
  const late = new Promise((done) => setTimeout(done, PATIENCE_MS)).then(() => kept);
  try {
    const answer = (await Promise.race([fresh, late])) ?? (await fresh);
    // a host without a server of ours knows no address of a table
    return answer.status < 500 && answer.status !== 404 ? answer : ((await kept) ?? answer);
  } catch {
    return (await kept) ?? Response.error();
  }
}

async function file(request) {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}

/** A page that has just been kept wants its files from here at once. */
self.addEventListener("message", (event) => {
  if (event.data === "claim") event.waitUntil(self.clients.claim());
});

async function kept(request) {
  return (await caches.match(request, { ignoreSearch: true, ignoreVary: true })) ?? fetch(request);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (address.pathname.startsWith(`${BASE}assets/`)) event.respondWith(file(request));
  else if (address.pathname.startsWith(`${BASE}offline/`) && address.pathname.slice(BASE.length).split("/").length > 2) event.respondWith(kept(request));
  else if (FILES.includes(address.pathname)) event.respondWith(fetch(request).catch(() => caches.match(address.pathname)));
});
