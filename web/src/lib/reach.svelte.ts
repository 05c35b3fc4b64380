/** Whether the server can be reached. Whoever notices that it cannot says so; then it is tried again until it answers. */
import { site } from "./site";

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 10_000;

class Reach {
  lost = $state(false);
  /** Grows whenever the server is found again: what could not be loaded is loaded once more. */
  found = $state(0);
  #wait = FIRST_WAIT_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** An answer came, whatever it said. */
  heard(): void {
    if (!this.lost) return;
    clearTimeout(this.#timer);
    this.#wait = FIRST_WAIT_MS;
    this.lost = false;
    this.found++;
  }

  /** No answer came. */
  missed(): void {
    if (this.lost || site) return;
    this.lost = true;
    this.#later();
  }

  /** Try at once: the device says that it is connected again, or somebody looks at the page. */
  now = (): void => {
    if (this.lost) void this.#ask();
  };

  #later(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(LONGEST_WAIT_MS, this.#wait * 1.6);
  }

  async #ask(): Promise<void> {
    try {
      await fetch("/api/me", { credentials: "same-origin", cache: "no-store" });
      this.heard();
    } catch {
      this.#later();
    }
  }
}

export const reach = new Reach();
addEventListener("online", reach.now);
addEventListener("offline", () => reach.missed());
document.addEventListener("visibilitychange", () => !document.hidden && reach.now());
