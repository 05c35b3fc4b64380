import { expect, test } from "vitest";
import { rulesBlocks, runs } from "./rules_text.ts";

test("a numbered paragraph keeps its number as its address", () => {
  expect(rulesBlocks("## 3 Ties\n\n**R3.2** Equal cards *cancel*.\nAll of them.\n**R3.3** Next.")).toEqual([
    { kind: "head", level: 2, words: [["", "3 Ties"]], id: "3-ties" },
    { kind: "para", id: "R3.2", words: [["", "Equal cards "], ["i", "cancel"], ["", ". All of them."]] },
    { kind: "para", id: "R3.3", words: [["", "Next."]] },
  ]);
});

test("lists, tables and links become plain data", () => {
  expect(rulesBlocks("- one\n  and more\n- two\n\n| a | b |\n|---|---|\n| 1 | **2** |")).toEqual([
    { kind: "list", ordered: false, items: [[["", "one and more"]], [["", "two"]]] },
    { kind: "table", head: [[["", "a"]], [["", "b"]]], rows: [[[["", "1"]], [["b", "2"]]]] },
  ]);
  expect(runs("see [the rules](x.md)")).toEqual([["", "see "], ["", "the rules"]]);
});
