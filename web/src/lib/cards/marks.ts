/** Marks on a board, whichever game it is: the cards and buttons that stand for a move are found by what they are called. */
import type { Attachment } from "svelte/attachments";
import type { Texts } from "../texts";

export type Kind = "best" | "played" | "hint";

export interface Mark {
  move: string;
  kind: Kind;
  /** What a screen reader adds to the name of the card. */
  words: string;
}

/** All names under which something on a board may stand for a move: the move itself, and each card in it. */
export function namesOf(move: string, text: Texts): string[] {
  const cards = move.split(" ").map((word) => text.name("card", word));
  return [text.move(move), ...cards.filter((name, at) => name !== move.split(" ")[at])];
}

const called = (one: Element): string => (one.getAttribute("aria-label") ?? one.querySelector(":scope > span")?.textContent ?? one.textContent ?? "").trim();

function draw(root: Element, marks: readonly Mark[], text: Texts): void {
  const wanted = new Map<Element, Mark>();
  const all = [...root.querySelectorAll("button")];
  for (const mark of marks) {
    for (const name of namesOf(mark.move, text)) {
      const hit = all.filter((one) => called(one) === name && !wanted.has(one));
      if (!hit.length) continue;
      wanted.set(hit[0]!, mark);
      if (name === text.move(mark.move)) break; // the move itself: its cards need no mark of their own
    }
  }
  for (const one of root.querySelectorAll("[data-mark]")) {
    if (wanted.has(one)) continue;
    one.removeAttribute("data-mark");
    one.removeAttribute("aria-description");
  }
  for (const [one, { kind, words }] of wanted) {
    if (one.getAttribute("data-mark") !== kind) one.setAttribute("data-mark", kind);
    if (one.getAttribute("aria-description") !== words) one.setAttribute("aria-description", words);
  }
}

/** Put on what holds a board: `<div {@attach marked(marks, text)}>`. */
export const marked = (marks: readonly Mark[], text: Texts): Attachment => (root) => {
  const look = () => draw(root, marks, text);
  look();
  if (!marks.length) return;
  const watch = new MutationObserver(look);
  watch.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ["aria-label"] });
  return () => {
    watch.disconnect();
    draw(root, [], text);
  };
};
