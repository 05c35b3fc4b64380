import { describe, expect, test } from "vitest";
import type { GameEvent } from "$lib/board";
import kept from "./scenes.json";
import { told } from "./told";
import type { Player, View } from "./view.gen";

interface Staged {
  title: string;
  view: View;
  after?: View;
  events: GameEvent[];
}
const scenes = (kept as unknown as Staged[]).filter((scene) => scene.events.length && scene.after);
const known = ({ row, room, through_the_wall, added, moved, spied, injured, strength, unknown, cheese_cards, cards, rats }: Player) =>
  ({ row: row.map(({ card, open }) => ({ card, open })), room, through_the_wall, added, moved, spied, injured, strength, unknown, cheese_cards, cards, rats });
const house = ({ players, rooms, stray_cheese_cards, my_hand }: View) => ({ players: players.map(known), rooms, stray_cheese_cards, my_hand });

const within = scenes.filter(({ view, after, events }) => events.length === 1 && after!.round === view.round && after!.phase !== "over");
test("there are scenes of every kind of move", () => {
  expect(new Set(within.map((scene) => scene.events[0]!.event))).toEqual(new Set(["spied", "trapped", "added", "gangster", "hole", "passed"]));
});
describe.each(within.map((scene) => [scene.title, scene] as const))("%s", (_, { view, after, events }) => {
  test("what was told makes the house of before into the house of after", () => expect(house(told(view, events, []))).toEqual(house(after!)));
});

const nights = scenes.filter(({ events }) => ["round", "won"].includes(events.at(-1)!.event));
describe.each(nights.map((scene) => [scene.title, scene] as const))("%s", (_, { view, after, events }) => {
  const fought = events.at(-1)!.event === "round" ? events.slice(0, -1) : events;
  const shown = told(view, fought, []);
  test("every card lies open, and nothing is unknown over it", () => {
    for (const player of shown.players) expect([player.unknown, player.row.every((one) => one.open && one.card !== null)]).toEqual([0, true]);
    expect(shown.players.map((player) => player.row.map((one) => one.card))).toEqual(after!.last.map((night) => night?.row ?? []));
  });
  test("the last card played lies there, every rat is where it fought, and is as strong as it was", () => {
    after!.last.forEach((night, seat) => {
      const { added, moved, room, strength } = shown.players[seat]!;
      expect({ added, moved, room, strength }).toEqual({ added: night!.added, moved: night!.moved, room: night!.room, strength: night!.strength });
    });
  });
  test("there is as much cheese in a room as is fought for", () => {
    for (const fight of fought.filter((event) => event.event.startsWith("fight"))) {
      const room = shown.rooms.find((one) => one.room === fight["room"])!;
      expect([room.pieces, room.cheese_cards, room.rats.length]).toEqual([fight["pieces"], fight["cards"], fight["rats"]]);
    }
  });
  test("whoever ate has one rat more", () => expect(shown.players.map((player) => player.rats)).toEqual(after!.players.map((player) => player.rats)));
});

const mornings = scenes.filter(({ events }) => events.at(-1)!.event === "dealt");
describe.each(mornings.map((scene) => [scene.title, scene] as const))("%s", (_, { after, events }) => {
  const at = (name: string) => events.findIndex((event) => event.event === name) + 1;
  const seen = (name: string) => told(after!, events.slice(0, at(name)), events.slice(at(name)));
  test("no cheese has fallen and no card was drawn before it is told", () => {
    const shown = seen("round");
    expect(shown.rooms.map((room) => room.pieces)).toEqual([0, 0, 0, 0]);
    expect(shown.my_hand.length).toBe(after!.my_hand.length - events.filter((event) => event.event === "drew").length);
    expect(shown.players[0]!.cards).toBe(shown.my_hand.length);
  });
  test("it rains, and the cards are drawn after it", () => {
    const shown = seen("rained");
    expect(shown.rooms).toEqual(after!.rooms);
    expect(shown.my_hand.length).toBeLessThan(after!.my_hand.length);
  });
  test("in the end it is the view", () => expect(told(after!, events, [])).toEqual(after));
});
