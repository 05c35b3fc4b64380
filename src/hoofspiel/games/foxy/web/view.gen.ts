// Written by `python -m hoofspiel.server.typescript` from view.py. Do not edit.

export interface View {
  me: number | null;
  prompt: string;
  arrange: Arrange | null;
  outlook: Record<string, number>;
  phase: "wolf" | "respond" | "special" | "end" | "over";
  place: number;
  path: (number | string)[];
  token: number | string | null;
  pot: number;
  starter: number;
  turn: number | null;
  high: number | null;
  bidder: number | null;
  target: number | null;
  shot: boolean;
  wolves_left: boolean;
  closed_hands: boolean;
  farms: Farm[];
  gone: string[];
  box: string[];
}

export interface Arrange {
  sheep: number[];
  cubes: number;
  sets: SetPrice[];
  idle: number[];
  herd: number;
}

export interface SetPrice {
  token: string;
  sheep: number;
  cubes: number;
  points: number;
}

export interface Farm {
  cubes: number | null;
  slots: number[];
  sheep: number[];
  tokens: string[];
  spent: string[];
  wolves: string[];
  passed: boolean;
  done: boolean;
  now: Allocation | null;
}

export interface Allocation {
  points: number;
  survivors: number;
  steps: string[];
  with_cube: number[];
  without_cube: number[];
  sets: SetUse[];
  idle_cubes: number;
  idle_points: number;
  hands: boolean;
  herd_points: number;
}

export interface SetUse {
  token: string;
  sheep: number[];
  cubes: number;
  points: number;
}
