/** The words of the chant, spoken by the device where it has a voice and somebody wants it. */
import { settings } from "$lib/settings.svelte";
import { speech } from "$lib/words";

/** Quick enough for the beat; a word that comes too late is dropped for the newer one. */
const RATE = 1.35;

export function speak(word: string): void {
  if (!settings.voice || !settings.sound || typeof speechSynthesis === "undefined") return;
  speechSynthesis.cancel();
  const said = new SpeechSynthesisUtterance(word);
  said.lang = speech().code;
  said.rate = RATE;
  speechSynthesis.speak(said);
}
