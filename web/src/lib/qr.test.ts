import { expect, test } from "vitest";
import { qr } from "./qr";

const corner = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"];
const row = (cells: boolean[]): string => cells.map(Number).join("");

test("three finders, and a side that grows with the text", () => {
  for (const [text, side] of [["x", 21], ["http://127.0.0.1:8000/t/abcd", 29], ["x".repeat(106), 41]] as const) {
    const code = qr(text);
    expect(code.length).toBe(side);
    expect(code.slice(0, 7).map((cells) => row(cells).slice(0, 7))).toEqual(corner);
    expect(code.slice(0, 7).map((cells) => row(cells).slice(-7))).toEqual(corner);
    expect(code.slice(-7).map((cells) => row(cells).slice(0, 7))).toEqual(corner);
  }
});

// Read back with a scanner when it was written: any change of a module shows here.
test("a known link keeps its known code", () => {
  const sum = qr("https://play.example.org/t/abcd").reduce((all, cells) => (all * 31 + parseInt(row(cells), 2)) % 1_000_000_007, 7);
  expect(sum).toMatchInlineSnapshot(`47712735`);
});

test("a text that does not fit is refused", () => {
  expect(() => qr("x".repeat(107))).toThrow(RangeError);
});
