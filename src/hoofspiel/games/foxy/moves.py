"""Moves in words: how each is written, and why one is refused, by which paragraph of RULES.md."""

from collections.abc import Sequence

from hoofspiel.games.foxy.components import BOX, COMPASS, GUN_TOKENS, MOVE_IDS, ROWS, STEAL_TOKENS, TOKENS_OF_MOVE
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
from hoofspiel.kernel.bits import lowest
from hoofspiel.kernel.engine import NOBODY
from hoofspiel.kernel.words import either

Reason = tuple[str, str]

ARROW_SIGNS = dict(zip(COMPASS, "↑↓←→↖↘↗↙", strict=True))
ARROW_WORDS = dict(
    zip(COMPASS, ("up", "down", "left", "right", "up-left", "down-right", "up-right", "down-left"), strict=True)
)
ACROSS = {"↑↓": "↕", "←→": "↔"}
SIMPLE_MOVES = {CHASE: "chase", TAKE: "take", STEAL: "steal", GUN: "gun", RESOLVE: "resolve", FINISH: "finish"}
SLOTS = tuple("123456789")
VERBS = ("chase", "take", "steal", "gun", "resolve", "offer", "pass", "move", "attack", "finish")
MAY_DO = {WOLF: "chase or take", RESPOND: "resolve", SPECIAL: "offer or pass", END: "attack, move or finish"}
NOW = {
    WOLF: "A wolf is on the table",
    RESPOND: "A wolf was taken and has not struck yet",
    SPECIAL: "A special token is on the table",
    END: "The path is done",
}
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
        return "R2.1", "Write it as it is offered: lower-case words, tokens in capitals, single spaces."
    if tidy[0] not in VERBS:
        return "R2.1", f"{' '.join(words)!r} is not a move in this game: moves begin with {either(VERBS)}."
    words, verb = tidy, tidy[0]
    if s.waiting >> seat & 1 == 0:
        if s.phase == END:
            return "R5.4", "You have finished. The others are still busy on their farms."
        return TURN_RULE[s.phase], f"It is not your turn: seat {s.turn} is to play."
    if verb == "offer":
        return _why_no_offer(s, seat, words)
    if verb == "move":
        return _why_no_move(s, seat, words)
    if verb == "attack":
        return _why_no_attack(s, seat, words)
    if len(words) > 1:
        return _rule_of(verb), f"Nothing comes after {verb}: it stands alone."
    if verb in ("chase", "take", "steal"):
        return _why_not_in_wolf(s, seat, verb)
    if verb in ("gun", "resolve"):
        return _why_no_answer(s, seat, verb)
    return _why_no_pass(s) if verb == "pass" else ("R5.4", f"{NOW[s.phase]}: you can finish only after the last token.")


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
        verb, "R5.4"
    )


def _why_not_in_wolf(s: State, seat: int, verb: str) -> Reason:
    if s.phase != WOLF:
        return _rule_of(verb), f"{NOW[s.phase]}: you may {MAY_DO[s.phase]}; {verb} is for a wolf nobody has taken."
    if verb == "steal":
        return "R2.9", "You have no Steal token."
    answer = "take the wolf or steal" if s.tokens[seat] & STEAL_TOKENS else "take the wolf"
    return "R2.2", f"You have no cube to chase the wolf with: {answer}."


def _why_no_answer(s: State, seat: int, verb: str) -> Reason:
    if s.phase == RESPOND and s.shot:
        return "R2.7", "You have already shot at this wolf, and a wolf is shot at only once."
    if verb == "gun" and s.tokens[seat] & GUN_TOKENS == 0:
        return "R2.6", "You have no Gun token."
    if verb == "gun" and (s.phase == END or ROW_WOLF <= s.track[s.place] < FIRST_SPECIAL):
        return "R2.6", "The Gun does not work against the TOP, MID and LOW wolves."
    return _rule_of(verb), f"{NOW[s.phase]}: {verb} is for a number wolf you have taken, before it strikes."


def _why_no_offer(s: State, seat: int, words: Sequence[str]) -> Reason:
    if s.phase != SPECIAL:
        return "R3.1", f"{NOW[s.phase]}: you may {MAY_DO[s.phase]}, and offers are for special tokens."
    if len(words) != 2 or not words[1].isdecimal() or str(int(words[1])) != words[1]:
        return "R3.1", f"An offer is a number of cubes, for example offer {s.high + 1}."
    cubes = int(words[1])
    if cubes > s.hand[seat]:
        return "R3.3", f"You cannot offer {cubes}: you have {s.hand[seat]} {'cube' if s.hand[seat] == 1 else 'cubes'}."
    return "R3.2", f"An offer must be higher than the last one, {s.high}."


def _why_no_pass(s: State) -> Reason:
    if s.phase == SPECIAL:
        return "R3.8", "At this table the player who begins must make an offer: 0 or more."
    return "R3.4", f"{NOW[s.phase]}: you may {MAY_DO[s.phase]}, and passing is for special tokens."


def _why_no_attack(s: State, seat: int, words: Sequence[str]) -> Reason:
    if s.phase != END:
        return "R5.2", f"{NOW[s.phase]}: row wolves attack after the last token."
    waiting = [row for number, row in enumerate(ROWS) if s.wolves[seat] >> number & 1]
    if not waiting:
        return "R5.2", "No wolf is waiting beside your farm."
    return "R5.2", f"Name a wolf that is waiting beside your farm: attack {either(waiting)}."


def _why_no_move(s: State, seat: int, words: Sequence[str]) -> Reason:
    if len(words) != 4 or words[1] not in MOVE_IDS or not all(w in SLOTS for w in words[2:]):
        return "R4.1", "Name the move token, the slot of the sheep and the slot it goes to, as in the moves on offer."
    slot, goal = int(words[2]), int(words[3])
    name = _move_name(MOVE_IDS.index(words[1]))
    token = token_of_move(s, seat, MOVE_IDS.index(words[1]))
    if token == NOBODY:
        spent = s.spent[seat] & TOKENS_OF_MOVE[MOVE_IDS.index(words[1])]
        return (
            ("R4.3", f"Your {name} is used up: a token moves one sheep, once.")
            if spent
            else ("R4.1", f"You have no {name} token.")
        )
    cell = cell_of(s, seat, slot)
    if s.sheep[seat] >> cell & 1 == 0:
        return "R4.1", f"There is no sheep on slot {slot}."
    if s.sheep[seat] >> cell_of(s, seat, goal) & 1 and goal != slot:
        return "R4.1", f"There is already a sheep on slot {goal}, and a slot holds only one."
    ways = sorted(slot_at(s, seat, c) for c in range(9) if goals(s, seat, token, cell) >> c & 1)
    if ways:
        return "R4.2", f"{name} moves the sheep on {slot} one step along its arrows, to {either(ways)}."
    if movable(s, seat, token) == 0:
        return "R4.1", f"{name} can move none of your sheep: every step leads off the farm or to another sheep."
    ways_to_go = [ARROW_WORDS[arrow] for number, arrow in enumerate(COMPASS) if arrows_on(s, token) >> number & 1]
    return "R4.2", f"{name} goes one step {either(ways_to_go)}, and the sheep on {slot} cannot go that way."


def _move_name(kind: int) -> str:
    """A move token as people know it, by its arrows: Move ↕."""
    signs = "".join(ARROW_SIGNS[arrow] for arrow in BOX.specials[lowest(TOKENS_OF_MOVE[kind])].arrows)
    return f"Move {ACROSS.get(signs, signs)}"
