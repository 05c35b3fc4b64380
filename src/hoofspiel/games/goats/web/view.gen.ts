// Written by `python -m hoofspiel.server.typescript` from view.py. Do not edit.

export interface View {
  me: number | null;
  prompt: string;
  my_bid: number | null;
  my_bonus: string[];
  my_choice_made: boolean;
  unseen_bonus: string[];
  phase: "before-flip" | "bidding" | "before-reveal" | "after-reveal" | "over";
  round: number;
  rounds: number;
  auction: number;
  auctions: number;
  dish: number | "draw" | null;
  kept: (number | "draw")[];
  last_dish: number | "draw" | null;
  to_come: (number | "draw")[];
  blind: boolean;
  coup: boolean;
  plus3: number | null;
  players: Player[];
  priority: number;
  beats: boolean;
  leader: number | null;
  played: string[];
  newest: Newest | null;
}

export interface Player {
  left: number[];
  ready: boolean;
  bonus_cards: number;
  points: number | null;
  recorded: number;
  card: number | null;
  counts: number | null;
  whose: number;
  tete: number;
}

export interface Newest {
  seat: number;
  move: string;
}
