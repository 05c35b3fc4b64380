/** Keeps the pages on this device (build/worker.js), where the browser can: they then open without a connection too. */

const WORKER = "/worker.js";

interface Policies {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): { createScriptURL: (url: string) => string };
}

export function install(): void {
  if (!import.meta.env.PROD || import.meta.env.MODE !== "production" || !("serviceWorker" in navigator)) return;
  const policies = (window as unknown as { trustedTypes?: Policies }).trustedTypes;
  // The content policy lets nothing become a script but what this policy has seen: the one address.
  const only = policies?.createPolicy("hoofspiel-worker", { createScriptURL: () => WORKER });
  const start = () => void navigator.serviceWorker.register(only?.createScriptURL(WORKER) ?? WORKER).catch(() => {});
  if (document.readyState === "complete") start();
  else addEventListener("load", start, { once: true });
}

/** A part of the pages that is gone from the server was built anew meanwhile: load the page once more, once. */
export function reloadStale(): void {
  addEventListener("vite:preloadError", (event) => {
    if (!navigator.onLine || sessionStorage.getItem("hoofspiel.reloaded") === location.href) return;
    event.preventDefault();
    sessionStorage.setItem("hoofspiel.reloaded", location.href);
    location.reload();
  });
}
