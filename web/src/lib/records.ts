/** A match as a file: what `hoofspiel verify` and a server read. */
import { api } from "./api";

export async function saveRecord(id: string): Promise<void> {
  const record = await api.record(id);
  const url = URL.createObjectURL(new Blob([JSON.stringify(record)], { type: "application/json" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: `hoofspiel-${id}.json` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
