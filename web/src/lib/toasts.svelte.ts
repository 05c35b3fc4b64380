/** Short notices. The newest three stay; each leaves by itself. */

export interface Toast {
  id: number;
  words: string;
  tone: "plain" | "why";
  action?: { label: string; run: () => void };
}

class Toasts {
  list = $state<Toast[]>([]);
  #next = 1;

  show(words: string, { tone = "plain", action, ms = 6000 }: { tone?: Toast["tone"]; action?: Toast["action"]; ms?: number } = {}): number {
    const id = this.#next++;
    this.list = [...this.list.filter((toast) => toast.words !== words).slice(-2), { id, words, tone, ...(action ? { action } : {}) }];
    setTimeout(() => this.drop(id), ms);
    return id;
  }

  /** All at once. */
  clear(): void {
    this.list = [];
  }

  drop(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id);
  }
}

export const toasts = new Toasts();
