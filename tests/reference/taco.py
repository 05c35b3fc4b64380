"""Taco Verso Bouc Cheese Pizza a second time: slow, plain, written from the rules text alone, for comparison.

What chance decides inside a match (lots, shuffles) is read from what the match has told, and checked to be possible."""

import copy
import math
from fractions import Fraction
from typing import Any

WORDS = ["taco", "cat", "goat", "cheese", "pizza"]
SPECIALS = ["panda", "moose", "seal"]
CLASSIC = ["gorilla", "groundhog", "narwhal"]
TEMPO = {"relaxed": (1000, 3500), "normal": (700, 2200), "fast": (550, 1500)}
BY_ITSELF = 5000
ANSWERING = 5000
LOOK_BACK = 17
TOLD = {"flipped", "picked-up", "out", "won"}


class Illegal(ValueError):
    pass


def picture(card: str) -> str:
    return card.removesuffix("/back").removesuffix("*")


def side_of(card: str) -> str:
    return "back" if card.endswith("/back") else "palm"


class Reveal:
    """A word that was said, with the card that came with it."""

    def __init__(self, number: int, word: str, card: str, time: int) -> None:
        self.number, self.card, self.time = number, card, time
        self.special = card != "" and picture(card) not in WORDS
        self.event = self.special or (card != "" and picture(card) == word)
        self.void = False  # the word was wrong
        self.slaps: list[tuple[int, bool]] = []  # seat and whether it was right, in order
        self.gestures: dict[int, list[str]] = {}
        self.answers: dict[int, str] = {}

    def window(self) -> int:
        return 4000 if self.special else 2500

    def right_answer(self) -> str:
        if not self.event:
            return "nothing"
        return f"{picture(self.card)} {side_of(self.card)}" if self.special else side_of(self.card)


class Referee:
    def __init__(self, seats: int, deal: dict[str, Any], options: dict[str, Any]) -> None:
        self.seats = list(range(seats))
        self.tempo: str = options.get("tempo", "normal")
        self.auto_word = options.get("word", "call") == "auto"
        self.all_specials = SPECIALS + (CLASSIC if options.get("deck", "verso") == "mixed" else [])
        self.calm = bool(options.get("calm", False))
        self.metronome = bool(options.get("metronome", False))
        self.easy_win = bool(options.get("easy_win", False))
        self.strict_gesture = bool(options.get("strict_gesture", True))
        self.shuffle_pickup = bool(options.get("shuffle_pickup", False))
        self.forgiving = bool(options.get("no_fault_for_wrong_side", False))
        # A pile is a list of blocks, top first; the order inside a block of several cards is not known.
        self.piles: list[list[tuple[str, ...]]] = [[(card,) for card in pile] for pile in deal["piles"]]
        self.order: list[str] = list(deal.get("stock", []))  # of the stock in sudden death, as far as it goes
        self.told: list[dict[str, Any]] | None = None
        self.now = 0
        self.beat = 1_000_000  # of the adaptive tempo, in thousandths of a millisecond
        self.number = 0
        self.centre: list[str] = []
        self.stock: list[str] | None = None  # there is one in sudden death only
        self.out: list[int] = []
        self.pending: tuple[int, str, int] | None = None  # a word ahead of the metronome
        self.missed: tuple[str, int] | None = None  # the word of whoever was too slow, and when that was
        self.open: Reveal | None = None  # the event or, in calm play, any card that waits to be settled
        self.over = False
        self.winners: list[int] = []
        self.start_round(deal["dealer"], 0)

    # ---- what the table sees

    @property
    def actors(self) -> list[int]:
        return [seat for seat in self.seats if self.moves(seat)]

    @property
    def points(self) -> list[int]:
        return [int(seat in self.winners) for seat in self.seats]

    @property
    def view(self) -> dict[str, Any]:
        return {
            "turn": self.turn,
            "piles": [sum(len(block) for block in pile) for pile in self.piles],
            "centre": len(self.centre),
            "top": self.centre[-1] if self.centre else None,
            "reveal": self.number,
        }

    def left(self) -> list[int]:
        return [seat for seat in self.seats if seat not in self.out]

    def moves(self, seat: int) -> list[str]:
        if self.over or seat in self.out:
            return []
        moves = []
        if self.may_say(seat):
            moves += [f"say {word}" for word in ([self.word()] if self.auto_word else WORDS)]
        if self.calm:
            if self.open is not None and seat not in self.open.answers:
                sides = ["palm", "back"]
                gestures = [f"{special} {side}" for special in self.all_specials for side in sides]
                moves += [f"answer {answer}" for answer in ["nothing", *sides, *gestures]]
            return moves
        if self.reveals and self.may_slap(seat, self.reveals[-1]):
            moves += ["slap palm", "slap back"]
        return moves + [f"gesture {special}" for special in self.all_specials]

    def word(self) -> str:
        return WORDS[self.index % 5]

    def may_say(self, seat: int) -> bool:
        if seat != self.turn or self.open is not None or self.pending is not None:
            return False
        if not self.reveals or self.calm:
            return True
        return self.now >= (self.common_beat() - self.slack() if self.metronome else self.beat_from + self.pace())

    def may_slap(self, seat: int, reveal: Reveal) -> bool:
        if not self.centre or reveal.void or any(other == seat for other, _ in reveal.slaps):
            return False
        return not reveal.event or reveal is self.open

    # ---- moves

    def play(self, seat: int | None, move: str, at: int | None = None) -> None:
        assert at is not None
        before = copy.deepcopy({name: value for name, value in vars(self).items() if name != "told"})
        try:
            self.let_time_pass(at)
            if seat is not None:
                self.act(seat, move)
        except Illegal:
            vars(self).update(before)
            raise

    def act(self, seat: int, move: str) -> None:
        if move.startswith("slap") and "#" in move and not self.calm and not self.over and seat not in self.out:
            number = int(move.split("#")[1])
            found = [reveal for reveal in self.reveals if reveal.number == number > self.number - LOOK_BACK - 1]
            if not found or not self.may_slap(seat, found[0]):
                raise Illegal("nothing to slap there")
            self.slap(seat, found[0], move.split()[1])
            return
        if move not in self.moves(seat):
            raise Illegal(move)
        verb, rest = move.split(" ", 1)
        if verb == "say":
            self.say(seat, rest)
        elif verb == "slap":
            self.slap(seat, self.reveals[-1], rest)
        elif verb == "gesture":
            if self.reveals:
                self.reveals[-1].gestures.setdefault(seat, []).append(rest)
        else:
            assert self.open is not None
            self.open.answers[seat] = rest
            if len(self.open.answers) == len(self.left()):
                self.settle_answers(self.open, self.now)

    def say(self, seat: int, word: str) -> None:
        if self.missed is not None:
            missed, when = self.missed
            if self.now <= when + self.pace() or (word == missed and word != "taco"):
                return
        if self.metronome and not self.calm and self.reveals and self.now < self.common_beat():
            self.pending = (seat, word, self.common_beat())
        else:
            self.reveal(seat, word, self.now)

    def slap(self, seat: int, reveal: Reveal, side: str) -> None:
        if not reveal.event:
            self.fault([seat], self.now)
            return
        if self.forgiving and side != side_of(reveal.card):
            return
        done = reveal.gestures.get(seat, [])
        right = side == side_of(reveal.card) and self.now - reveal.time >= (250 if reveal.special else 150)
        if reveal.special:
            needed = [picture(reveal.card)] * (2 if picture(reveal.card) == "seal" else 1)
            right = right and done.count(needed[0]) >= len(needed)
            if self.strict_gesture:
                right = right and done == needed
        first = not any(valid for _, valid in reveal.slaps)
        reveal.slaps.append((seat, right))
        if right and first and (self.stock is not None or not self.piles[seat]):
            self.win([seat])
        elif len(reveal.slaps) == len(self.left()):
            self.settle(reveal, self.now)

    # ---- time

    def pace(self) -> Fraction:
        return Fraction(self.beat, 1000) if self.tempo == "adaptive" else Fraction(TEMPO[self.tempo][0])

    def common_beat(self) -> int:
        return self.beat_from + math.floor(self.pace())

    def slack(self) -> int:
        return math.floor(self.pace() * 35 / 100)

    def deadline(self) -> int:
        wait = math.floor(3 * self.pace()) if self.tempo == "adaptive" else TEMPO[self.tempo][1]
        if self.calm:
            return self.deadline_from + 10 * wait
        if self.metronome:
            return self.common_beat() + self.slack()
        return self.deadline_from + wait

    def next_due(self) -> int | None:
        """When something will happen by itself; it does once that time is past."""
        if self.over:
            return None
        if self.open is not None:
            return self.open.time + (ANSWERING if self.calm else self.open.window())
        if self.pending is not None:
            return self.pending[2]
        if not self.centre and self.stock is None:
            return self.deadline_from + BY_ITSELF * (10 if self.calm else 1)
        return self.deadline()

    def let_time_pass(self, at: int) -> None:
        if at < self.now:
            raise Illegal("time runs backwards")
        while True:
            due = self.next_due()
            if due is None or due >= at:
                break
            if self.open is not None:
                self.settle_answers(self.open, due) if self.calm else self.settle(self.open, due)
            elif self.pending is not None:
                seat, word, _ = self.pending
                self.pending = None
                self.reveal(seat, word, due)
            elif not self.centre and self.stock is None:
                self.reveal(self.turn, self.word(), due)
            else:
                word = self.word()
                self.fault([self.turn], due)
                if self.stock is None:
                    self.missed = (word, due)
        self.now = at

    # ---- what happens

    def facts(self) -> list[dict[str, Any]]:
        """What the match has told and the model has not yet come to."""
        if self.told is None:
            raise Illegal("the match has refused this")
        self.told = [fact for fact in self.told if fact["event"] in TOLD]
        return self.told

    def heard(self, event: str) -> dict[str, Any]:
        facts = self.facts()
        assert facts, f"the match tells of no {event}"
        assert facts[0]["event"] == event, f"{facts[0]} where the model has {event}"
        return facts.pop(0)

    def start_round(self, starter: int, at: int) -> None:
        self.turn = starter
        self.index = 0
        self.reveals: list[Reveal] = []  # of this round
        self.beat_from = self.deadline_from = at
        self.open = self.pending = self.missed = None

    def restart_clock(self, at: int) -> None:
        """The wait for the next word counts from now; so does the beat where it is a common one."""
        self.deadline_from = at
        self.pending = None
        if self.metronome:
            self.beat_from = at

    def next_turn(self, after: int) -> None:
        self.turn = (after + 1) % len(self.seats)
        while self.turn in self.out:
            self.turn = (self.turn + 1) % len(self.seats)

    def top_card(self, seat: int) -> str:
        if self.stock is not None:
            if not self.stock:
                self.stock, self.centre = self.centre, []
            card = str(self.heard("flipped")["card"])
            known = [card for card in self.order if card in self.stock]
            if known:
                assert card == known[0]
                self.order.remove(card)
            self.stock.remove(card)
            return card
        if not self.piles[seat]:
            return ""
        block = list(self.piles[seat].pop(0))
        card = str(self.heard("flipped")["card"])
        block.remove(card)
        if block:
            self.piles[seat].insert(0, tuple(block))
        return card

    def reveal(self, seat: int, word: str, at: int) -> None:
        if self.stock is None and self.centre and not any(self.piles):
            self.stock, self.centre = self.centre, []
        self.missed = None
        self.number += 1
        card = self.top_card(seat)
        if card:
            self.centre.append(card)
        in_time = self.metronome and self.reveals and not self.calm and at <= self.deadline()
        self.beat_from, self.deadline_from = self.common_beat() if in_time else at, at
        if self.number % 10 == 0:
            self.beat = max(self.beat * 97 // 100, 550_000)
        reveal = Reveal(self.number, word, card, at)
        self.reveals.append(reveal)
        expected = self.word()
        self.index += 1
        self.next_turn(seat)
        if word != expected:
            reveal.void = True
            self.fault([seat], at)
        elif self.easy_win and card and self.stock is None and not self.piles[seat]:
            self.win([seat])
        elif reveal.event or self.calm:
            self.open = reveal

    def settle(self, reveal: Reveal, at: int) -> None:
        self.open = None
        wrong = [seat for seat, right in reveal.slaps if not right]
        right = [seat for seat, right in reveal.slaps if right]
        missing = [seat for seat in self.left() if seat not in wrong + right]
        if wrong:
            self.fault(wrong[:1], at)
        elif not right:
            self.restart_clock(at)
        else:
            self.pick_up(missing or [right[-1]], at)

    def settle_answers(self, reveal: Reveal, at: int) -> None:
        self.open = None
        given = {seat: reveal.answers.get(seat, "nothing") for seat in self.left()}
        right = [seat for seat in given if given[seat] == reveal.right_answer()]
        wrong = [seat for seat in given if seat not in right]
        if not wrong and not reveal.event or all(answer == "nothing" for answer in given.values()) or not self.centre:
            self.deadline_from = at
            return
        firsts = []
        if reveal.event and right:  # one of the right answers is drawn as the first
            firsts = [seat for seat in right if self.piles[seat] and self.stock is None]
            if self.facts() and self.facts()[0]["event"] == "won":
                self.win([seat for seat in right if seat not in firsts])
                return
            assert firsts, "the first without cards must win"
        self.fault(wrong or [seat for seat in right if any(first != seat for first in firsts)], at)

    def fault(self, lots: list[int], at: int) -> None:
        """One of these, by lot if there are several, pays for a mistake."""
        if self.stock is None:
            self.pick_up(lots, at)
            return
        seat = self.heard("out")["seat"]
        assert seat in lots
        self.out.append(seat)
        self.restart_clock(at)
        if len(self.left()) == 1:
            self.win(self.left())
            return
        if self.turn == seat:
            self.next_turn(seat)
        if self.open is not None:  # the slap was for an earlier card, and this one still waits for the others
            self.open.slaps = [(other, right) for other, right in self.open.slaps if other != seat]
            if len(self.open.slaps) == len(self.left()):
                self.settle(self.open, at)

    def pick_up(self, lots: list[int], at: int) -> None:
        """One of these takes the centre and begins the next round."""
        seat = lots[0]
        if self.centre:
            seat = self.heard("picked-up")["seat"]
            assert seat in lots
            self.piles[seat] += [tuple(self.centre)] if self.shuffle_pickup else [(card,) for card in self.centre]
            self.centre = []
            self.beat = min(self.beat * 110 // 100, 1_000_000)
        self.start_round(seat, at)

    def win(self, lots: list[int]) -> None:
        winner = self.heard("won")["seat"]
        assert winner in lots
        self.over = True
        self.winners = [winner]
