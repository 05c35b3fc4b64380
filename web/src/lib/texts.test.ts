import { expect, test } from "vitest";
import { Texts, type GameTexts } from "./texts";

const all: GameTexts = {
  title: "T", blurb: "", minutes: "5",
  prompts: { bid: "Your bid." },
  moves: { bid: "Bid {1}", swap: "Swap {1:who} and {2:who}" },
  events: { won: "{winner:who} takes {dish:dish}.", "won-you": "You take {dish:dish}.", scored: "{points} {points|point|points}", quiet: "" },
  dish: { "3": "the crêpe", draw: "a bonus card" },
};
const names = ["Ada", "Ben"];
const texts = new Texts(all, (seat) => names[seat]!, 1);

test("fields, names of players, tables and plurals", () => {
  expect(texts.event({ event: "won", winner: 0, dish: 3 })).toBe("Ada takes the crêpe.");
  expect(texts.event({ event: "scored", points: 1 })).toBe("1 point");
  expect(texts.event({ event: "scored", points: 0 })).toBe("0 points");
});

test("the reader is addressed as you where there is such a sentence", () => {
  expect(texts.event({ event: "won", winner: 1, dish: "draw" })).toBe("You take a bonus card.");
});

test("an event may be told by another sentence than that of its name", () => {
  const tied = new Texts({ ...all, events: { ...all.events, "won-tie": "{winner:who} wins the tie.", "won-tie-you": "You win the tie." } }, (seat) => names[seat]!, 1);
  expect(tied.event({ event: "won", said: "won-tie", winner: 0, dish: 3 })).toBe("Ada wins the tie.");
  expect(tied.event({ event: "won", said: "won-tie", winner: 1, dish: 3 })).toBe("You win the tie.");
});

test("a log keeps only the last trick of a round that is played", () => {
  const log = { fades: ["played", "trick"], keeps: "trick", until: ["round"], why: "" };
  const tricks = new Texts({ ...all, log }, (seat) => names[seat]!, 1);
  const shown = (told: string) => {
    const events = told.split(" ").map((event) => ({ event }));
    const faded = tricks.faded(events);
    return events.filter((_, at) => !faded.has(at)).map(({ event }) => event).join(" ");
  };
  expect(shown("round bid played trick")).toBe("round bid played trick");
  expect(shown("round bid played trick played trick played")).toBe("round bid played trick played");
  expect(shown("round bid played trick played trick scored round bid")).toBe("round bid played trick played trick scored round bid");
  expect(texts.faded([{ event: "trick" }, { event: "trick" }, { event: "trick" }]).size).toBe(0);
});

test("a move is spelt from its words", () => {
  expect(texts.move("bid 7")).toBe("Bid 7");
  expect(texts.move("swap 0 1")).toBe("Swap Ada and Ben");
});

test("the reader is you within a sentence, a name stays a name", () => {
  const mine = new Texts({ ...all, events: { lent: "{from:who} lends 3 to {to:who}." } }, (seat) => ["Ada", "You"][seat]!, 1);
  expect(mine.event({ event: "lent", from: 0, to: 1 })).toBe("Ada lends 3 to you.");
  expect(mine.event({ event: "lent", from: 1, to: 0 })).toBe("You lends 3 to Ada.");
  expect(mine.move("swap 0 1")).toBe("Swap Ada and you");
});

test("an event without words says nothing, an unknown key says itself", () => {
  expect(texts.event({ event: "quiet" })).toBe(null);
  expect(texts.event({ event: "never-heard-of" })).toBe(null);
  expect(texts.prompt("never-heard-of")).toBe("never-heard-of");
});
