"""Gouda Gangster a second time: slow, plain, written from the rules text alone, for comparison."""

import random
from typing import Any

ROOMS = ["children", "bath", "bed", "basement"]
WEAPONS = [str(strength) for strength in range(1, 21)]
ACTIONS = ["nailed-down", "gouda-gangster", "hole-in-the-wall"]
DECK = WEAPONS * 2 + ["trap"] * 4 + ["cheese"] * 2 + ACTIONS * 3
ROUNDS = 80  # lists of rain in a made-up deal: more than a comparison ever plays
MATCHES = 300


def random_deal(seats: int, options: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    return {
        "king": rng.randrange(seats),
        "deck": rng.sample(DECK, len(DECK)),
        "rain": [[rng.choice(ROOMS) for _ in range(seats - 1)] for _ in range(ROUNDS)],
        "reshuffles": [rng.sample(DECK, len(DECK)) for _ in range(ROUNDS)],
    }


class Rat:
    """One player's things of this round."""

    def __init__(self) -> None:
        self.room = ""
        self.row: list[str] = []  # cards in the order of laying; "room" stands for the room card
        self.face_up: list[int] = []  # places turned by spies
        self.gone: list[int] = []  # places of traps that a spy has walked into
        self.injuries = 0
        self.reinforcement = ""
        self.ready = False

    def face_down(self) -> list[int]:
        return [place for place in range(len(self.row)) if place not in self.face_up + self.gone]

    def equipment(self) -> list[str]:
        cards = [card for place, card in enumerate(self.row) if card != "room" and place not in self.gone]
        return [*cards, self.reinforcement] if self.reinforcement else cards

    def weapons(self) -> list[int]:
        return sorted((int(card) for card in self.equipment() if card in WEAPONS), reverse=True)

    def played(self) -> list[str]:
        cards = [card for card in self.row if card != "room"]
        return [*cards, self.reinforcement] if self.reinforcement else cards


class Referee:
    def __init__(self, seats: int, deal: dict[str, Any], options: dict[str, Any]) -> None:
        self.seats = list(range(seats))
        self.prolong = bool(options.get("prolong", False))
        self.last_rat_standing = bool(options.get("last_rat_standing", False))
        self.floor_zero = bool(options.get("floor_zero", False))
        self.biggest_only = bool(options.get("biggest_only", False))
        self.share_playoff = bool(options.get("share_playoff", False))
        self.cheese_decoy = bool(options.get("cheese_decoy", False))
        self.share_last_rats = bool(options.get("share_last_rats", False))
        self.king: int = deal["king"]
        self.pile: list[str] = list(deal["deck"])
        self.rain: list[list[str]] = list(deal["rain"])
        self.reshuffles: list[list[str]] = list(deal["reshuffles"])
        self.discard: list[str] = []
        self.hand: list[list[str]] = [[] for _ in self.seats]
        self.points = [3 if self.last_rat_standing else 0 for _ in self.seats]
        self.playing = list(self.seats)  # who takes part in this round
        self.playoffs = 0
        self.round = 0
        self.over = False
        self.winners: list[int] = []
        self.queue: list[int] = []
        self.phase = "sneak"
        self.start_round()

    # ---- what the table sees

    @property
    def actors(self) -> list[int]:
        if self.over:
            return []
        if self.phase == "sneak":
            return [seat for seat in self.playing if not self.rats[seat].ready]
        return self.queue[:1]

    def moves(self, seat: int) -> list[str]:
        if seat not in self.actors:
            return []
        if self.phase == "sneak":
            return self.sneak_moves(seat)
        if self.phase == "spy":
            return self.spy_moves(seat)
        return self.reinforce_moves(seat)

    def sneak_moves(self, seat: int) -> list[str]:
        equipment = [*WEAPONS, "trap"]
        if not self.playoffs or self.cheese_decoy:
            equipment.append("cheese")
        moves = [f"lay {card}" for card in equipment if card in self.hand[seat]]
        return moves + (["ready"] if self.rats[seat].room else [f"room {room}" for room in ROOMS])

    def spy_moves(self, seat: int) -> list[str]:
        return [
            f"spy {other} {place}" for other in self.playing if other != seat for place in self.rats[other].face_down()
        ]

    def reinforce_moves(self, seat: int) -> list[str]:
        hand = self.hand[seat]
        moves = ["pass"]
        moves += [f"add {card}" for card in WEAPONS if card in hand]
        if "cheese" in hand and not self.playoffs:
            moves.append("add cheese")
        if "nailed-down" in hand:
            moves.append("nailed-down")
        if "gouda-gangster" in hand:
            moves += [f"gangster {a} {b}" for a in ROOMS for b in ROOMS if self.pieces[a] and a != b]
        if "hole-in-the-wall" in hand:
            moves += [f"hole {room}" for room in ROOMS if room != self.rats[seat].room]
        return moves

    def play(self, seat: int, move: str, at: int | None = None) -> None:
        assert move in self.moves(seat), (seat, move)
        verb, *rest = move.split()
        rat = self.rats[seat]
        if self.phase == "sneak":
            if verb == "room":
                rat.room = rest[0]
                rat.row.append("room")
            elif verb == "lay":
                self.hand[seat].remove(rest[0])
                rat.row.append(rest[0])
            else:
                rat.ready = True
                if not self.actors:
                    self.phase = "spy"
                    self.queue = self.in_order()
                    self.skip_idle()
            return
        self.queue.pop(0)
        if self.phase == "spy":
            target, place = self.rats[int(rest[0])], int(rest[1])
            if target.row[place] == "trap":
                target.gone.append(place)
                rat.injuries += 1
            else:
                target.face_up.append(place)
        elif verb != "pass":
            self.reinforce(seat, verb, rest)
        self.skip_idle()

    def reinforce(self, seat: int, verb: str, rest: list[str]) -> None:
        card = {"add": rest[0] if rest else "", "gangster": "gouda-gangster", "hole": "hole-in-the-wall"}.get(
            verb, verb
        )
        self.hand[seat].remove(card)
        self.rats[seat].reinforcement = card
        if verb == "nailed-down":
            self.queue = []
        elif verb == "gangster":
            self.pieces[rest[0]] -= 1
            self.pieces[rest[1]] += 1
        elif verb == "hole":
            self.rats[seat].room = rest[0]

    # ---- the course of a round

    def in_order(self) -> list[int]:
        seats = [(self.king + step) % len(self.seats) for step in self.seats]
        return [seat for seat in seats if seat in self.playing]

    def skip_idle(self) -> None:
        """Go on to the next player who is asked: a spy needs a target, a reinforcement needs a card in hand."""
        if self.phase == "spy":
            while self.queue and not self.spy_moves(self.queue[0]):
                self.queue.pop(0)
            if self.queue:
                return
            self.phase = "reinforce"
            self.queue = self.in_order()
        while self.queue and not self.hand[self.queue[0]]:
            self.queue.pop(0)
        if not self.queue:
            self.fight()

    def start_round(self) -> None:
        self.round += 1
        count = 1 if self.playoffs else max(1, len(self.playing) - (2 if self.prolong else 1))
        drops = self.rain.pop(0)[:count]
        self.pieces = {room: drops.count(room) for room in ROOMS}
        self.rats = [Rat() for _ in self.seats]
        for _ in range(3 if self.round == 1 else 2):
            for seat in self.in_order():
                self.draw(seat)
        self.phase = "sneak"

    def draw(self, seat: int) -> None:
        if not self.pile and self.discard:
            for card in self.reshuffles.pop(0):
                if card in self.discard:
                    self.discard.remove(card)
                    self.pile.append(card)
            assert not self.discard
        if self.pile:
            self.hand[seat].append(self.pile.pop(0))

    def strength(self, seat: int) -> tuple[int, list[int]]:
        weapons = self.rats[seat].weapons()
        total = sum(weapons) - 10 * self.rats[seat].injuries
        if self.floor_zero:
            total = max(0, total)
        return total, weapons[:1] if self.biggest_only else weapons

    def fight(self) -> None:
        fed = []
        for seat in self.playing:
            room = self.rats[seat].room
            here = [other for other in self.playing if self.rats[other].room == room]
            cheese = self.pieces[room]
            if not self.playoffs:
                cheese += sum(self.rats[other].equipment().count("cheese") for other in here)
            better = [other for other in here if self.strength(other) > self.strength(seat)]
            if len(better) < cheese:
                fed.append(seat)
        for seat in self.playing:
            self.discard += self.rats[seat].played()
            if self.last_rat_standing:
                self.points[seat] -= seat not in fed
            else:
                self.points[seat] += seat in fed
        in_play = [card for cards in [self.pile, self.discard, *self.hand] for card in cards]
        assert sorted(in_play) == sorted(DECK)
        if self.last_rat_standing:
            self.bury_the_dead()
        elif self.playoffs:
            self.end_playoff(fed)
        else:
            self.count_rats()
        if not self.over:
            self.king = (self.king + 1) % len(self.seats)
            while self.king not in self.playing:
                self.king = (self.king + 1) % len(self.seats)
            self.start_round()

    def end(self, winners: list[int]) -> None:
        self.over = True
        self.winners = winners

    def count_rats(self) -> None:
        full = [seat for seat in self.seats if self.points[seat] >= 5]
        if len(full) == 1:
            self.end(full)
        elif full:
            self.playing = full
            self.playoffs = 1

    def end_playoff(self, fed: list[int]) -> None:
        left = fed or self.playing
        if len(fed) == 1 or self.share_playoff or self.playoffs == 5:
            self.end(left)
        self.playing = left
        self.playoffs += 1

    def bury_the_dead(self) -> None:
        alive = [seat for seat in self.playing if self.points[seat] > 0]
        if not alive:
            if self.share_last_rats:
                self.end(self.playing)
            else:
                for seat in self.playing:
                    self.points[seat] = 1
            return
        for seat in self.playing:
            if seat not in alive:
                self.discard += self.hand[seat]
                self.hand[seat] = []
        self.playing = alive
        if len(alive) == 1:
            self.end(alive)
