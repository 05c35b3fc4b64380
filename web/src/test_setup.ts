/** What jsdom lacks and pages use; and the language they speak. */
import english from "../../src/hoofspiel/languages/en.toml?language";
import { speak } from "$lib/words";

speak(english);
window.matchMedia ??= ((media: string) => ({ matches: media.includes("reduce"), media, addEventListener() {}, removeEventListener() {}, addListener() {}, removeListener() {} })) as never;
Element.prototype.animate ??= (() => ({ cancel() {}, finished: Promise.resolve() })) as never;
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) { this.open = true; };
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) { this.open = false; };
Element.prototype.scrollIntoView ??= () => {};
