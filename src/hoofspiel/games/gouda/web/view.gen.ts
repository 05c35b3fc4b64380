// Written by `python -m hoofspiel.server.typescript` from view.py. Do not edit.

export interface View {
  me: number | null;
  prompt: string;
  phase: "sneak" | "spy" | "reinforce" | "over";
  round: number;
  playoff: number;
  king: number;
  order: number[];
  turn: number | null;
  pieces: number;
  rooms: Room[];
  stray_cheese_cards: number;
  players: Player[];
  pile: number;
  discards: Record<string, number>;
  my_hand: string[];
  last: (Night | null)[];
  lives: boolean;
  winners: number[];
}

export interface Room {
  room: string;
  pieces: number;
  cheese_cards: number;
  rats: number[];
}

export interface Player {
  takes_part: boolean;
  ready: boolean;
  rats: number;
  cards: number;
  row: RowCard[];
  room: string | null;
  through_the_wall: boolean;
  added: string | null;
  moved: string[];
  spied: Turned | null;
  injured: boolean;
  strength: number;
  unknown: number;
  cheese_cards: number;
}

export interface RowCard {
  card: string | null;
  open: boolean;
  gone: boolean;
  surely_room: boolean;
}

export interface Turned {
  target: number;
  place: number;
}

export interface Night {
  room: string;
  strength: number;
  ate: boolean;
  row: string[];
  added: string | null;
  moved: string[];
  spied: Turned | null;
}
