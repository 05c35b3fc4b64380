// Written by `python -m hoofspiel.server.typescript` from view.py. Do not edit.

export interface View {
  me: number | null;
  prompt: string;
  turn: number;
  starter: number;
  piles: number[];
  centre: number;
  top: string | null;
  colour: string | null;
  reveal: number;
  by: number | null;
  word: string | null;
  card: string | null;
  next_word: string | null;
  now: number;
  shown_at: number;
  beat: number;
  deadline: number;
  window_closes: number | null;
  my_hand: Hand | null;
  my_gestures: string[];
  my_answer: string | null;
  answered: boolean[];
  hands: Hand[];
  answers: string[];
  ending: Ending | null;
  sudden_death: boolean;
  stock: number;
  out: number[];
  winners: number[];
  calm: boolean;
}

export interface Hand {
  seat: number;
  side: "palm" | "back";
  ms: number;
  reveal: number;
  verdict: string | null;
}

export interface Ending {
  seat: number;
  why: string;
  cards: number;
  due: string | null;
}
