/** The screen stays on while somebody plays: nobody touches a phone for as long as the others think. */
import { settings } from "./settings.svelte";

/** Keeps the screen on until the function that comes back is called. A browser takes it back whenever the page is hidden. */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let over = false;
  const ask = () => {
    if (over || document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
    // Low on battery a device says no; then it dims, and the match goes on.
    navigator.wakeLock.request("screen").then((got) => (over ? void got.release() : (lock = got)), () => {});
  };
  ask();
  document.addEventListener("visibilitychange", ask);
  return () => {
    over = true;
    document.removeEventListener("visibilitychange", ask);
    void lock?.release();
  };
}

const YOUR_TURN_MS = 60;

/** A short buzz for whoever is asked: phones know how, other devices do nothing. A browser allows it once the page was touched, and complains before. */
export function nudge(): void {
  if (settings.touch && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(YOUR_TURN_MS);
}
