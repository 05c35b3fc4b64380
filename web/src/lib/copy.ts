/** Copies text, also on plain http where the clipboard of newer browsers is missing, and says so. */
import { toasts } from "./toasts.svelte";
import { say } from "./words";

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    field.className = "unseen";
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  toasts.show(say("copied"), { ms: 2000 });
}
