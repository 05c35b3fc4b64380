"""Moves in words: how each is written, and why one is refused, by which paragraph of RULES.md."""
from collections.abc import Sequence

from hoofspiel.games.foxy.components import COMPASS, GUN_TOKENS, MOVE_IDS, ROWS, STEAL_TOKENS, TOKENS_OF_MOVE
from hoofspiel.games.foxy.farm import arrows_on, cell_of, goals, movable, slot_at, token_of_move
from hoofspiel.games.foxy.position import (
    ATTACK,
    CHASE,
    END,
    FINISH,
    FIRST_SPECIAL,
    GUN,
    MOVE,
    PASS,
    RESOLVE,
    RESPOND,
    ROW_WOLF,
    SPECIAL,
    STEAL,
    TAKE,
    WOLF,
    State,
)
from hoofspiel.games.foxy.rules import legal
from hoofspiel.kernel.engine import NOBODY
from hoofspiel.kernel.words import either

Reason = tuple[str, str]

SIMPLE_MOVES = {CHASE: "chase", TAKE: "take", STEAL: "steal", GUN: "gun", RESOLVE: "resolve", FINISH: "finish"}
SLOTS = tuple("123456789")
VERBS = ("chase", "take", "steal", "gun", "resolve", "offer", "pass", "move", "attack", "finish")
MAY_DO = {WOLF: "chase or take", RESPOND: "resolve", SPECIAL: "offer or pass", END: "attack, move or finish"}
NOW = {WOLF: "A wolf is on the table", RESPOND: "A wolf was taken and has not struck yet",
       SPECIAL: "A special token is on the table", END: "The path is at its end"}
TURN_RULE = {WOLF: "R2.1", RESPOND: "R2.5", SPECIAL: "R3.1", END: "R5.4"}


def spell(s: State, seat: int, action: int) -> str:
    if s.moving[seat]:
        return str(slot_at(s, seat, action))
    if action >= MOVE:
        return f"move {MOVE_IDS[action - MOVE]}"
    if s.phase == SPECIAL:
        return "pass" if action == PASS else f"offer {action}"
    if ATTACK <= action < FINISH:
        return f"attack {ROWS[action - ATTACK]}"
    return SIMPLE_MOVES[action]


def why_not(s: State, seat: int, words: Sequence[str]) -> Reason:
    verb, *rest = words
    tidy = [verb.lower(), *(word.upper() for word in rest)]
    if s.waiting >> seat & 1 and is_legal(s, seat, tidy):
        return "R2.1", f"Moves are written small, tokens in capitals, with single spaces: {' '.join(tidy)}."
    if tidy[0] not in VERBS:
        return "R2.1", f"{' '.join(words)!r} is not a move of this game: moves begin with {either(VERBS)}."
    words, verb = tidy, tidy[0]
    if s.waiting >> seat & 1 == 0:
        if s.phase == END:
            return "R5.4", "You have finished: the others are still busy on their farms."
        return TURN_RULE[s.phase], f"It is not your turn: seat {s.turn} is asked."
    if verb == "offer":
        return _why_no_offer(s, seat, words)
    if verb == "move":
        return _why_no_move(s, seat, words)
    if verb == "attack":
        return _why_no_attack(s, seat, words)
    if len(words) > 1:
        return _rule_of(verb), f"{verb} stands alone, with nothing after it."
    if verb in ("chase", "take", "steal"):
        return _why_not_in_wolf(s, seat, verb)
    if verb in ("gun", "resolve"):
        return _why_no_answer(s, seat, verb)
    return _why_no_pass(s) if verb == "pass" else ("R5.4", f"{NOW[s.phase]}: finish comes after the last token.")


def is_legal(s: State, seat: int, words: Sequence[str]) -> bool:
    """Whether a text says something the seat may do."""
    may = legal(s, seat)
    if words[0] != "move":
        return " ".join(words) in (spell(s, seat, action) for action in range(MOVE) if may >> action & 1)
    if len(words) != 4 or words[1] not in MOVE_IDS or not all(w in SLOTS for w in words[2:]):
        return False
    kind = MOVE_IDS.index(words[1])
    cell, goal = (cell_of(s, seat, int(slot)) for slot in words[2:])
    return bool(may >> MOVE + kind & 1) and bool(goals(s, seat, token_of_move(s, seat, kind), cell) >> goal & 1)


def _rule_of(verb: str) -> str:
    return {"chase": "R2.2", "take": "R2.3", "steal": "R2.9", "gun": "R2.6", "resolve": "R2.5", "pass": "R3.4"}.get(
        verb, "R5.4")


def _why_not_in_wolf(s: State, seat: int, verb: str) -> Reason:
    if s.phase != WOLF:
        return _rule_of(verb), f"{NOW[s.phase]}: you may {MAY_DO[s.phase]}; {verb} is for a wolf nobody has taken."
    if verb == "steal":
        return "R2.9", "You have no STEAL token."
    answer = "take the wolf or steal" if s.tokens[seat] & STEAL_TOKENS else "take the wolf"
    return "R2.2", f"You have no cube to chase the wolf with: {answer}."


def _why_no_answer(s: State, seat: int, verb: str) -> Reason:
    if s.phase == RESPOND and s.shot:
        return "R2.7", "You have used the gun on this wolf, and one gun is all it takes."
    if verb == "gun" and s.tokens[seat] & GUN_TOKENS == 0:
        return "R2.6", "You have no GUN token."
    if verb == "gun" and (s.phase == END or ROW_WOLF <= s.track[s.place] < FIRST_SPECIAL):
        return "R2.6", "The gun is of no use against TOP, MID and LOW."
    return _rule_of(verb), f"{NOW[s.phase]}: {verb} comes between taking a number wolf and its strike."


def _why_no_offer(s: State, seat: int, words: Sequence[str]) -> Reason:
    if s.phase != SPECIAL:
        return "R3.1", f"{NOW[s.phase]}: you may {MAY_DO[s.phase]}, and offers are for special tokens."
    if len(words) != 2 or not words[1].isdecimal() or str(int(words[1])) != words[1]:
        return "R3.1", f"An offer is a number of cubes, such as offer {s.high + 1}."
    cubes = int(words[1])
    if cubes > s.hand[seat]:
        return "R3.3", f"You cannot offer {cubes}: you have {s.hand[seat]} {'cube' if s.hand[seat] == 1 else 'cubes'}."
    return "R3.2", f"An offer must be higher than the last one, {s.high}."


def _why_no_pass(s: State) -> Reason:
    if s.phase == SPECIAL:
        return "R3.8", "At this table whoever begins must open: offer 0 or more."
    return "R3.4", f"{NOW[s.phase]}: you may {MAY_DO[s.phase]}, and passing is for special tokens."


def _why_no_attack(s: State, seat: int, words: Sequence[str]) -> Reason:
    if s.phase != END:
        return "R5.2", f"{NOW[s.phase]}: row wolves attack after the last token."
    waiting = [row for number, row in enumerate(ROWS) if s.wolves[seat] >> number & 1]
    if not waiting:
        return "R5.2", "No wolf lies beside your farm."
    return "R5.2", f"Name a wolf that lies beside your farm: attack {either(waiting)}."


def _why_no_move(s: State, seat: int, words: Sequence[str]) -> Reason:
    example = f"move {MOVE_IDS[0]} 8 5"
    if len(words) != 4 or words[1] not in MOVE_IDS or not all(w in SLOTS for w in words[2:]):
        return "R4.1", f"A move names the token, the sheep's slot and the slot it goes to, such as {example}."
    name, slot, goal = words[1], int(words[2]), int(words[3])
    token = token_of_move(s, seat, MOVE_IDS.index(name))
    if token == NOBODY:
        spent = s.spent[seat] & TOKENS_OF_MOVE[MOVE_IDS.index(name)]
        return ("R4.3", f"Your {name} is spent: a token moves one sheep once.") if spent else (
            "R4.1", f"You have no {name} token.")
    cell = cell_of(s, seat, slot)
    if s.sheep[seat] >> cell & 1 == 0:
        return "R4.1", f"There is no sheep on slot {slot}."
    if s.sheep[seat] >> cell_of(s, seat, goal) & 1 and goal != slot:
        return "R4.1", f"A sheep stands on slot {goal} already, and a slot has room for one."
    ways = sorted(slot_at(s, seat, c) for c in range(9) if goals(s, seat, token, cell) >> c & 1)
    if ways:
        return "R4.2", f"{name} moves the sheep on {slot} one step along its arrows, to {either(ways)}."
    if movable(s, seat, token) == 0:
        return "R4.1", f"{name} can move none of your sheep: every step leads off the farm or to another sheep."
    arrows = [arrow for number, arrow in enumerate(COMPASS) if arrows_on(s, token) >> number & 1]
    return "R4.2", f"{name} goes {either(arrows)}, one step, and there is no way for the sheep on {slot}."
