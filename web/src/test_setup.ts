/** What jsdom lacks and pages use. */
window.matchMedia ??= ((media: string) => ({ matches: media.includes("reduce"), media, addEventListener() {}, removeEventListener() {}, addListener() {}, removeListener() {} })) as never;
Element.prototype.animate ??= (() => ({ cancel() {}, finished: Promise.resolve() })) as never;
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) { this.open = true; };
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) { this.open = false; };
Element.prototype.scrollIntoView ??= () => {};
