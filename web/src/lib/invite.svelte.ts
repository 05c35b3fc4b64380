/** Where friends find this server: at this page's own address, unless that means this very computer to every device. */
import { api } from "./api";

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

class Invite {
  /** What other devices on the network call this server; null as long as nobody knows. */
  #others = $state.raw<readonly string[] | null>(null);
  readonly #local = LOOPBACK.test(location.hostname);

  /** Asks the server at each visit to a table: a laptop may be on another network by then. */
  look(): void {
    if (this.#local) void api.reach().then((found) => (this.#others = found.addresses), () => {});
  }

  /** Links to send begin with this. */
  origin = $derived(this.#local ? (this.#others?.[0] ?? location.origin) : location.origin);
  /** The same as somebody would type it. */
  typed = $derived(this.origin.replace(/^https?:\/\//, ""));
  /** Links lead nowhere on another device. */
  onlyHere = $derived(this.#local && this.#others?.length === 0);

  link(id: string): string {
    return `${this.origin}/t/${id}`;
  }
}

export const invite = new Invite();
