import { expect, test } from "vitest";
import { marked, rulesBlocks, runs } from "./rules_text.ts";

test("a numbered paragraph keeps its number as its address", () => {
  expect(rulesBlocks("## 3 Ties\n\n**R3.2** Equal cards *cancel*.\nAll of them.\n**R3.3** Next.")).toEqual([
    { kind: "head", level: 2, words: [["", "3 Ties"]], id: "3-ties" },
    { kind: "para", id: "R3.2", words: [["", "Equal cards "], ["i", "cancel"], ["", ". All of them."], ["", " "], ["mark", "printed", "", []]] },
    { kind: "para", id: "R3.3", words: [["", "Next."], ["", " "], ["mark", "printed", "", []]] },
  ]);
});

test("lists, tables and links become plain data", () => {
  expect(rulesBlocks("- one\n  and more\n- two\n\n| a | b |\n|---|---|\n| 1 | **2** |")).toEqual([
    { kind: "list", ordered: false, items: [[["", "one and more"]], [["", "two"]]] },
    { kind: "table", head: [[["", "a"]], [["", "b"]]], rows: [[[["", "1"]], [["b", "2"]]]] },
  ]);
  expect(runs("see [the rules](x.md)")).toEqual([["", "see "], ["", "the rules"]]);
});

test("a mark says where the words before it come from, and why", () => {
  expect(marked("So it is. *(F-R5: same `rule`.)* Or so. *(variant)* And *this*. *(ours: for fun)*")).toEqual([
    ["", "So it is. "], ["mark", "ruling", "F-R5", [["", "same "], ["c", "rule"], ["", "."]]],
    ["", " Or so. "], ["mark", "variant", "", []],
    ["", " And "], ["i", "this"], ["", ". "], ["mark", "ours", "", [["", "for fun"]]],
  ]);
});

test("marks are read in every language, whatever space stands before the colon", () => {
  expect(marked("Oui. *(variante)* Non. *(T-R2\u202f: pareil.)* Si. *(maison\u202f: pour rire.)*").filter((run) => run[0] === "mark")).toEqual([
    ["mark", "variant", "", []], ["mark", "ruling", "T-R2", [["", "pareil."]]], ["mark", "ours", "", [["", "pour rire."]]],
  ]);
  expect(rulesBlocks("## 1 Über Bäume")[0]).toMatchObject({ id: "1-uber-baume" });
});
