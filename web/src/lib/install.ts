/** Keeps the pages on this device (build/worker.js), where the browser can: they then open without a connection too. */
import { placed } from "./site";
import { scriptAddress } from "./trusted";

export function install(): void {
  if (!import.meta.env.PROD || !["production", "site"].includes(import.meta.env.MODE) || !("serviceWorker" in navigator)) return;
  const start = () => void navigator.serviceWorker.register(scriptAddress(placed("/worker.js"))).catch(() => {});
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
