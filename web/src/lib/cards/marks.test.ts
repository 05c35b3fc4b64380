import { expect, test } from "vitest";
import { Texts } from "../texts";
import { marked, namesOf, type Mark } from "./marks";

const text = new Texts({ title: "", blurb: "", minutes: "", moves: { bid: "Bid {1}", pass: "Pass", lay: "Lay {1} in {2}" }, card: { fork: "Fork" } } as never, String, null);
const mark = (move: string, kind: Mark["kind"]): Mark => ({ move, kind, words: kind });

function board(html: string): HTMLElement {
  const root = document.createElement("div");
  root.innerHTML = html;
  return root;
}
const found = (root: HTMLElement) => [...root.querySelectorAll("[data-mark]")].map((one) => [one.id, one.getAttribute("data-mark")]);

test("a move is found by its button, by a card called like it, or by a card that is in it", () => {
  expect(namesOf("lay fork bath", text)).toEqual(["Lay fork in bath", "Fork"]);
  const root = board(`<button id="a" aria-label="Bid 7"></button><button id="b">Pass</button><button id="c" aria-label="Fork"></button><button id="d" aria-label="Fork"></button><span aria-label="Bid 7"></span>`);
  const off = marked([mark("bid 7", "best"), mark("pass", "played"), mark("lay fork bath", "hint")], text)(root) as () => void;
  expect(found(root)).toEqual([["a", "best"], ["b", "played"], ["c", "hint"]]);
  expect(root.querySelector("#a")!.getAttribute("aria-description")).toBe("best");
  off();
  expect(found(root)).toEqual([]);
});

test("what is drawn later is marked later", async () => {
  const root = board("");
  marked([mark("bid 7", "hint")], text)(root);
  root.innerHTML = `<button id="late" aria-label="Bid 7"></button>`;
  await Promise.resolve();
  expect(found(root)).toEqual([["late", "hint"]]);
});
