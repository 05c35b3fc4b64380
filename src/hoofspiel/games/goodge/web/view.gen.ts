// Written by `python -m hoofspiel.server.typescript` from view.py. Do not edit.

export interface View {
  me: number | null;
  prompt: string;
  phase: "auction" | "burying" | "trump" | "tricks" | "over";
  round: number;
  target: number;
  dealer: number;
  turn: number | null;
  players: Player[];
  bid: number;
  goodge: number | null;
  trump: "spades" | "diamonds" | "stars" | "hearts" | "clubs" | null;
  trick: Trick | null;
  led: "spades" | "diamonds" | "stars" | "hearts" | "clubs" | null;
  trick_number: number;
  tricks: number;
  last_trick: Trick | null;
  hand: string[];
  found: string[];
  stash: string[] | null;
  stash_points: number | null;
  to_bury: number;
  one_is_high: boolean;
  last_round: Round | null;
  winner: number | null;
}

export interface Player {
  cards: number;
  bid: number | null;
  passed: boolean;
  total: number;
  captured: number | null;
  card: string | null;
}

export interface Trick {
  cards: Laid[];
  winner: number;
  points: number;
}

export interface Laid {
  seat: number;
  card: string;
}

export interface Round {
  goodge: number | null;
  contract: number;
  trump: "spades" | "diamonds" | "stars" | "hearts" | "clubs" | null;
  captured: number[];
  change: number[];
  stash: string[];
  last_trick: number | null;
}
