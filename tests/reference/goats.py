"""French Goats in Trench Coats a second time: slow, plain, written from the rules text alone, for comparison."""

import itertools
import random
from typing import Any

WINDOWS = {
    "before the flip": ["baa-sez-faire"],
    "bids hidden": ["baa-de-deux", "sa-baa-teur"],
    "bids visible": ["coup-dbaa", "baapoleon", "de-baa-vu", "tete-baa-tete"],
}
PILE = [card for cards in WINDOWS.values() for card in cards] + ["tete-baa-tete"] * 2
MATCHES = 400


def random_deal(seats: int, options: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    cards, rounds, bonus = options.get("cards", 10), options.get("rounds", 3), options.get("bonus", True)
    food = []
    for number in range(rounds):
        dishes: list[Any] = list(range(1, cards + 1))
        if bonus and number < rounds - 1:
            dishes += ["draw"] * 3
        food.append(rng.sample(dishes, len(dishes)))
    deal: dict[str, Any] = {"food": food}
    if bonus:
        deal["bonus"] = rng.sample(PILE, len(PILE))
        deal["sabotage"] = [rng.sample(range(1, cards + 1), cards) for _ in range(seats)]
        deal["priority"] = rng.randrange(seats)
    return deal


class Referee:
    def __init__(self, seats: int, deal: dict[str, Any], options: dict[str, Any]) -> None:
        self.seats = list(range(seats))
        self.open_windows = options.get("windows", "beats") == "open"
        self.cards: int = options.get("cards", 10)
        self.rounds: int = options.get("rounds", 3)
        self.last_round_breaks_ties = bool(options.get("last_round_breaks_ties", False))
        self.carry_over = bool(options.get("carry_over", False))
        self.last_tete_wins = bool(options.get("last_tete_wins", False))
        self.vu_wipes_everything = bool(options.get("vu_wipes_everything", False))
        self.one_bonus_per_auction = bool(options.get("one_bonus_per_auction", False))
        self.food: list[list[int | str]] = [list(dishes) for dishes in deal["food"]]
        self.bonus_pile: list[str] = list(deal.get("bonus", []))
        self.sabotage: list[list[int]] = deal.get("sabotage", [])
        self.marker: int = deal.get("priority", 0)
        self.bonus: list[list[str]] = [[] for _ in self.seats]
        self.recorded: list[list[int]] = []  # one list of points by seat for each finished round
        self.answers: dict[int, str] = {}  # of the window that is open, or of its beat
        self.bid: dict[int, int] = {}  # each seat's own card
        self.front: dict[int, int] = {}  # what lies before each seat: at first its own card
        self.over = False
        self.winners: list[int] = []
        self.start_round()

    # ---- what the table sees

    @property
    def actors(self) -> list[int]:
        if self.over:
            return []
        if self.phase == "bidding":
            return [seat for seat in self.seats if seat not in self.bid]
        return [seat for seat in self.seats if self.bonus[seat] and seat not in self.answers]

    @property
    def points(self) -> list[int]:
        return [sum(score[seat] for score in [*self.recorded, self.score]) for seat in self.seats]

    def moves(self, seat: int) -> list[str]:
        if seat not in self.actors:
            return []
        if self.phase == "bidding":
            return [f"bid {card}" for card in self.hand[seat]]
        moves = ["pass"]
        if self.one_bonus_per_auction and seat in self.played_this_auction:
            return moves
        for card in WINDOWS[self.phase]:
            if card not in self.bonus[seat]:
                continue
            if card == "baa-de-deux":
                moves += [f"{card} {one} {two}" for one, two in itertools.combinations(self.seats, 2)]
            elif card == "baapoleon":
                moves += [f"{card} {target}" for target in self.seats]
            elif card != "tete-baa-tete" or self.may_break_a_tie(seat):
                moves.append(card)
        return moves

    def play(self, seat: int, move: str, at: int | None = None) -> None:
        assert move in self.moves(seat), (seat, move)
        if self.phase == "bidding":
            card = int(move.split()[1])
            self.hand[seat].remove(card)
            self.bid[seat] = card
            if len(self.bid) == len(self.seats):
                self.front = dict(self.bid)
                self.open_window("bids hidden")
        elif self.open_windows:
            if move == "pass":
                self.answers[seat] = move
            else:
                self.answers = {}
                self.use(seat, move)
            self.close_window_if_all_pass()
        else:
            self.answers[seat] = move
            if not self.actors:
                self.end_beat()

    # ---- the course of the game

    def start_round(self) -> None:
        self.hand = [list(range(1, self.cards + 1)) for _ in self.seats]
        self.score = [0 for _ in self.seats]
        self.carried: list[int | str] = []
        self.auction = 0
        self.start_auction()

    def start_auction(self) -> None:
        self.played_this_auction: set[int] = set()
        self.coup = False
        self.forget_bids()
        self.open_window("before the flip")

    def forget_bids(self) -> None:
        self.bid = {}
        self.front = {}
        self.plus_three: int | None = None
        self.tetes: list[int] = []

    def open_window(self, window: str) -> None:
        self.phase = window
        self.answers = {}
        self.order = [(self.marker + step) % len(self.seats) for step in self.seats]
        self.close_window_if_all_pass()

    def close_window_if_all_pass(self) -> None:
        if self.phase == "bidding" or self.actors:
            return
        if self.phase == "before the flip":
            self.phase = "bidding"
        elif self.phase == "bids hidden":
            self.open_window("bids visible")
        else:
            self.award()

    def end_beat(self) -> None:
        """Everybody has answered: the first in order who plays a card has it resolved, the others keep theirs."""
        players = [seat for seat in self.order if self.answers.get(seat, "pass") != "pass"]
        if players:
            first = players[0]
            move = self.answers[first]
            self.answers = {}
            self.order.remove(first)
            self.order.append(first)
            self.use(first, move)
        self.close_window_if_all_pass()

    def use(self, seat: int, move: str) -> None:
        card, *targets = move.split()
        self.bonus[seat].remove(card)
        self.played_this_auction.add(seat)
        if card == "baa-de-deux":
            one, two = int(targets[0]), int(targets[1])
            self.front[one], self.front[two] = self.front[two], self.front[one]
        elif card == "sa-baa-teur":
            for victim in self.seats:
                if victim != seat:
                    self.hand[victim].append(self.bid[victim])
                    drawn = next(value for value in self.sabotage[victim] if value in self.hand[victim])
                    self.hand[victim].remove(drawn)
                    self.bid[victim] = drawn
            self.front = dict(self.bid)  # every swap is undone
        elif card == "coup-dbaa":
            self.coup = True
        elif card == "baapoleon":
            self.plus_three = int(targets[0])
        elif card == "tete-baa-tete":
            self.tetes.append(seat)
        elif card == "de-baa-vu":
            for owner in self.seats:
                self.hand[owner].append(self.bid[owner])
            self.forget_bids()
            if self.vu_wipes_everything:
                self.coup = False
            self.phase = "bidding"
        # Baa Sez-Faire only means that the dish is turned after the bids: no choice of the match depends on it.

    def worth(self, seat: int) -> int:
        return self.front[seat] + (3 if seat == self.plus_three else 0)

    def may_break_a_tie(self, seat: int) -> bool:
        group = [other for other in self.seats if self.worth(other) == self.worth(seat)]
        breakers = [other for other in self.tetes if other in group]
        if breakers and (not self.last_tete_wins or breakers[-1] == seat):
            return False  # broken already; where the last one wins, only somebody else's can be answered
        return len(group) >= 2

    def winner_of_auction(self) -> int | None:
        for value in sorted({self.worth(seat) for seat in self.seats}, reverse=not self.coup):
            group = [seat for seat in self.seats if self.worth(seat) == value]
            if len(group) == 1:
                return group[0]
            breakers = [seat for seat in self.tetes if seat in group]
            if breakers:
                return breakers[-1] if self.last_tete_wins else breakers[0]
        return None

    def award(self) -> None:
        prize = [*self.carried, self.food[len(self.recorded)][self.auction]]
        winner = self.winner_of_auction()
        self.carried = []
        if winner is None:
            if self.carry_over:
                self.carried = prize
        else:
            for dish in prize:
                if isinstance(dish, int):
                    self.score[winner] += dish
                elif self.bonus_pile:
                    self.bonus[winner].append(self.bonus_pile.pop(0))
        self.marker = (self.marker + 1) % len(self.seats)
        self.auction += 1
        if self.auction < self.cards:
            self.start_auction()
        else:
            self.end_round()

    def end_round(self) -> None:
        self.recorded.append(self.score)
        self.score = [0 for _ in self.seats]
        if len(self.recorded) < self.rounds:
            self.start_round()
            return
        self.over = True
        self.winners = [seat for seat in self.seats if self.points[seat] == max(self.points)]
        if self.last_round_breaks_ties:
            last = self.recorded[-1]
            best = max(last[seat] for seat in self.winners)
            self.winners = [seat for seat in self.winners if last[seat] == best]
