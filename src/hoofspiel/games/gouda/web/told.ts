/** The house as far as it was told: an old view with what happened on stage since, a new one without what is still to come. */
import type { GameEvent } from "$lib/board";
import type { Player, View } from "./view.gen";

const ROOMS: readonly string[] = ["children", "bath", "bed", "basement"];
const INJURY = 10;
/** What a card adds to a strength. */
const weapon = (card: string): number => (/^\d+$/.test(card) ? Number(card) : 0);

/** What the house shows while `beats` are on stage and `coming` are not yet. */
export function told(view: View, beats: readonly GameEvent[], coming: readonly GameEvent[]): View {
  if (!beats.length) return view;
  return beats.some((event) => event.event === "round") ? withheld(view, coming) : carriedOn(view, beats);
}

/** The night has begun: its cheese and its cards are in the view before they have fallen and been drawn. */
function withheld(view: View, coming: readonly GameEvent[]): View {
  const dry = coming.some((event) => event.event === "rained");
  const dealt = new Map(coming.filter((event) => event.event === "dealt").map((event) => [event["seat"] as number, event["cards"] as number]));
  const hand = [...view.my_hand];
  for (const event of coming) if (event.event === "drew") drop(hand, event["card"] as string);
  return {
    ...view,
    my_hand: hand,
    pile: coming.some((event) => event.event === "shuffled") ? view.pile : view.pile + [...dealt.values()].reduce((sum, cards) => sum + cards, 0),
    rooms: dry ? view.rooms.map((room) => ({ ...room, pieces: 0 })) : view.rooms,
    players: view.players.map((player, seat) => ({ ...player, cards: player.cards - (dealt.get(seat) ?? 0) })),
  };
}

/** The view of before, event by event. */
function carriedOn(view: View, beats: readonly GameEvent[]): View {
  const players = view.players.map((player) => ({ ...player, row: player.row.map((one) => ({ ...one })) }));
  const pieces = new Map(view.rooms.map((room) => [room.room, room.pieces]));
  const hand = [...view.my_hand];
  for (const event of beats) {
    const player = players[event["seat"] as number];
    if (!player) continue;
    const spend = (card: string) => {
      player.added = card;
      player.cards--;
      player.strength += weapon(card);
      if (event["seat"] === view.me) drop(hand, card);
    };
    switch (event.event) {
      case "spied":
      case "trapped":
        player.spied = { target: event["target"] as number, place: event["place"] as number };
        turn(players[event["target"] as number]!, event);
        if (event.event === "trapped") Object.assign(player, { injured: true, strength: player.strength - INJURY });
        break;
      case "turned":
        turn(player, event);
        break;
      case "added":
        spend(event["card"] as string);
        if (event["card"] === "cheese") player.cheese_cards++;
        break;
      case "nailed-down":
        spend("nailed-down");
        break;
      case "gangster":
        spend("gouda-gangster");
        player.moved = [event["from"] as string, event["to"] as string];
        for (const [room, more] of [[event["from"], -1], [event["to"], 1]] as [string, number][]) pieces.set(room, pieces.get(room)! + more);
        break;
      case "hole":
        spend("hole-in-the-wall");
        Object.assign(player, { room: event["room"], through_the_wall: true });
        break;
      case "ate":
      case "shared":
        if (!view.lives) player.rats++;
        break;
      case "lost-life":
        player.rats = event["lives"] as number;
        break;
      case "revived":
        player.rats = 1;
        break;
    }
  }
  return {
    ...view,
    players,
    my_hand: hand,
    rooms: view.rooms.map(({ room }) => {
      const rats = players.flatMap((player, seat) => (player.room === room ? [seat] : []));
      return { room, pieces: pieces.get(room)!, rats, cheese_cards: view.playoff ? 0 : cheese(rats.map((seat) => players[seat]!)) };
    }),
    stray_cheese_cards: cheese(players.filter((player) => player.room === null)),
  };
}

const cheese = (players: readonly Player[]): number => players.reduce((sum, player) => sum + player.cheese_cards, 0);

/** A card of a row lies open now: whoever did not know it learns what it adds, and where its rat is. */
function turn(player: Player, event: GameEvent): void {
  const one = player.row[event["place"] as number];
  const card = event["card"] as string;
  if (!one) return;
  if (one.card === null) {
    player.strength += weapon(card);
    if (card === "cheese") player.cheese_cards++;
  }
  Object.assign(one, { card, open: true, surely_room: false });
  if (ROOMS.includes(card) && !player.through_the_wall) player.room = card;
  const backs = player.row.filter((other) => other.card === null).length;
  player.unknown = Math.max(0, backs - (player.row.some((other) => other.open && ROOMS.includes(other.card!)) ? 0 : 1));
}

function drop(hand: string[], card: string): void {
  const at = hand.indexOf(card);
  if (at >= 0) hand.splice(at, 1);
}
