"""The Goodge Rules a second time: slow, plain, written from the rules text alone, for comparison."""

import random
from typing import Any

SUITS = {"spades": "s", "diamonds": "d", "stars": "t", "hearts": "h", "clubs": "c"}
DECK = [f"{letter}{number}" for letter in SUITS.values() for number in range(1, 11)] + ["crown"]
STASH = -1
VALUE = {1: 20, 5: 15, 10: 10}
DEALS = 60  # rounds in a made-up deal
LONGEST = 2500  # moves: fewer than so many rounds
MATCHES = 120


def random_deal(seats: int, options: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    first, size = rng.randrange(seats), 48 // seats
    deals = []
    for number in range(DEALS):
        cards = rng.sample(DECK, len(DECK))
        hands = [cards[3 + seat * size : 3 + (seat + 1) * size] for seat in range(seats)]
        deals.append({"dealer": (first + number) % seats, "hands": hands, "stash": cards[:3]})
    return {"deals": deals}


def choose(referee: "Referee", rng: random.Random) -> tuple[int, str, None]:
    """Random bidders without shame never reach 500: keep the bids low most of the time."""
    seat = referee.turn
    moves = sorted(referee.moves(seat))
    bids = [move for move in moves if move.startswith("bid")]
    if bids and rng.random() < 0.9:
        moves = [move for move in moves if move == "pass"] + sorted(bids, key=len)[:1]
    return seat, rng.choice(moves), None


def value(card: str) -> int:
    return 25 if card == "crown" else VALUE.get(int(card[1:]), 0)


class Referee:
    def __init__(self, seats: int, deal: dict[str, Any], options: dict[str, Any]) -> None:
        self.seats = list(range(seats))
        self.target: int = int(options.get("target", 500))
        self.one_is_high = bool(options.get("one_is_high", False))
        self.redeal_when_all_pass = bool(options.get("redeal_when_all_pass", False))
        self.bury: str = options.get("bury", "anything")
        self.claims = bool(options.get("claims", False))
        self.deals: list[dict[str, Any]] = list(deal.get("deals", [deal]))
        self.dealer: int = self.deals[0]["dealer"]
        self.points = [0 for _ in self.seats]
        self.goodge: int | None = None
        self.contract = 0
        self.over = False
        self.winners: list[int] = []
        self.start_round()

    # ---- what the table sees

    @property
    def actors(self) -> list[int]:
        return [] if self.over else [self.turn]

    def moves(self, seat: int) -> list[str]:
        if seat not in self.actors:
            return []
        if self.phase == "bid":
            lowest = 50 if self.goodge is None else self.contract + 5
            bids = [f"bid {bid}" for bid in range(lowest, 251, 5)]
            stuck = self.goodge is None and len(self.passed) == len(self.seats) - 1
            return bids if stuck and not self.redeal_when_all_pass else ["pass", *bids]
        if self.phase == "bury":
            return [f"bury {card}" for card in self.may_bury(self.hand[seat])]
        if self.phase == "trump":
            return [f"trump {suit}" for suit in SUITS]
        moves = [f"play {card}" for card in self.may_play(seat)]
        if self.claims and not self.trick and self.all_mine(seat):
            moves.append("claim")
        return moves

    def play(self, seat: int, move: str, at: int | None = None) -> None:
        assert move in self.moves(seat), (seat, move)
        verb, *rest = move.split()
        if verb == "bid":
            self.goodge, self.contract = seat, int(rest[0])
            self.next_bidder()
        elif verb == "pass":
            self.passed.append(seat)
            self.next_bidder()
        elif verb == "bury":
            self.hand[seat].remove(rest[0])
            self.stash.append(rest[0])
            if len(self.stash) == 3:
                self.phase = "trump"
        elif verb == "trump":
            self.trump = SUITS[rest[0]]
            self.phase = "trick"
        elif verb == "play":
            self.hand[seat].remove(rest[0])
            self.trick.append((seat, rest[0]))
            self.played.append(rest[0])
            lead = self.suit(self.trick[0][1])
            if self.suit(rest[0]) != lead:
                self.voids.add((seat, lead))
            self.turn = (seat + 1) % len(self.seats)
            if len(self.trick) == len(self.seats):
                self.end_trick()
        else:
            for hand in self.hand:
                self.captured[seat] += sum(value(card) for card in hand)
                hand.clear()
            self.end_round(seat)

    # ---- the course of a round

    def start_round(self) -> None:
        deal = self.deals.pop(0)
        self.hand: list[list[str]] = [list(hand) for hand in deal["hands"]]
        self.stash: list[str] = list(deal["stash"])
        self.passed: list[int] = []
        self.goodge = None
        self.contract = 0
        self.trump = ""
        self.trick: list[tuple[int, str]] = []
        self.played: list[str] = []
        self.voids: set[tuple[int, str]] = set()  # who has failed to follow which suit
        self.captured = [0 for _ in self.seats]
        self.phase = "bid"
        self.turn = (self.dealer + 1) % len(self.seats)

    def next_bidder(self) -> None:
        left = [seat for seat in self.seats if seat not in self.passed]
        if not left:
            self.next_dealer()
            self.start_round()
        elif self.contract == 250 or left == [self.goodge]:
            assert self.goodge is not None
            self.turn = self.goodge
            self.hand[self.goodge] += self.stash
            self.stash = []
            self.phase = "bury"
        else:
            self.turn = (self.turn + 1) % len(self.seats)
            while self.turn in self.passed:
                self.turn = (self.turn + 1) % len(self.seats)

    def next_dealer(self) -> None:
        self.dealer = (self.dealer + 1) % len(self.seats)

    def may_bury(self, hand: list[str]) -> list[str]:
        if self.bury == "no-crown":
            return [card for card in hand if card != "crown"]
        if self.bury == "no-points":
            return [card for card in hand if value(card) == 0] or hand
        return hand

    def suit(self, card: str) -> str:
        return self.trump if card == "crown" else card[0]

    def rank(self, card: str) -> int:
        if card == "crown":
            return 12
        number = int(card[1:])
        return 11 if number == 1 and self.one_is_high else number

    def may_play(self, seat: int) -> list[str]:
        hand = self.hand[seat]
        if not self.trick:
            return hand
        lead = self.suit(self.trick[0][1])
        return [card for card in hand if self.suit(card) == lead] or hand

    def end_trick(self) -> None:
        suits = [self.suit(card) for _, card in self.trick]
        ruling = self.trump if self.trump in suits else suits[0]
        winner, _ = max(
            ((seat, card) for seat, card in self.trick if self.suit(card) == ruling),
            key=lambda laid: self.rank(laid[1]),
        )
        self.captured[winner] += sum(value(card) for _, card in self.trick)
        self.trick = []
        self.turn = winner
        if not any(self.hand):
            self.end_round(winner)

    def all_mine(self, seat: int) -> bool:
        """Is it proved, by what this seat has seen, that leading each suit from the top takes every trick left?

        Another player keeps his best card of a suit as long as he has lower ones to follow with; one who has more
        trumps than are led to him ruffs in the end.
        """
        known = self.hand[seat] + self.played + (self.stash if seat == self.goodge else [])
        unseen = [card for card in DECK if card not in known]
        for letter in SUITS.values():
            mine = sorted((self.rank(card) for card in self.hand[seat] if self.suit(card) == letter), reverse=True)
            theirs = [self.rank(card) for card in unseen if self.suit(card) == letter]
            for count in range(1, min(len(theirs), len(self.hand[seat])) + 1):
                beaten = count <= len(mine) and mine[count - 1] < max(theirs)
                ruffed = letter == self.trump and count > len(mine)
                if (beaten or ruffed) and self.may_be_held(letter, count, seat, unseen):
                    return False
        return True

    def may_be_held(self, letter: str, count: int, seat: int, unseen: list[str]) -> bool:
        """May some other player hold so many cards of a suit, for all that this seat knows?"""
        wanted = [card for card in unseen if self.suit(card) == letter][:count]
        rest = [card for card in unseen if card not in wanted]
        for other in self.seats:
            if other == seat or (other, letter) in self.voids:
                continue
            places = [player for player in self.seats if player != seat for _ in self.hand[seat]]
            places += [] if seat == self.goodge else [STASH] * 3
            for _ in wanted:
                places.remove(other)
            if self.can_deal(rest, places):
                return True
        return False

    def can_deal(self, cards: list[str], places: list[int]) -> bool:
        """Can each card go to a place of its own where nobody is known to be void? (Matching by swapping along.)"""
        holds: dict[int, str] = {}

        def settle(card: str, tried: set[int]) -> bool:
            for number, player in sorted(enumerate(places), key=lambda place: place[0] in holds):
                if number in tried or (player, self.suit(card)) in self.voids:
                    continue
                tried.add(number)
                if number not in holds or settle(holds[number], tried):
                    holds[number] = card
                    return True
            return False

        return all(settle(card, set()) for card in cards)

    def end_round(self, last_winner: int) -> None:
        self.captured[last_winner] += sum(value(card) for card in self.stash)
        assert sum(self.captured) == 250
        for seat in self.seats:
            made = seat != self.goodge or self.captured[seat] >= self.contract
            self.points[seat] += self.captured[seat] if made else -self.contract
        best = max(self.points)
        if best >= self.target and self.points.count(best) == 1:
            self.over = True
            self.winners = [self.points.index(best)]
        else:
            self.next_dealer()
            self.start_round()
