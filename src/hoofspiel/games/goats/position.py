"""The position of French Goats: what the numbers mean.

A dish 1..13 counts its points; 14, 15 and 16 are the Draw Le Bonus cards. While bidding an action is the card; in a
window it is PASS or a bonus card, with its target added in.
"""

from typing import Annotated

from hoofspiel.kernel.bits import bit
from hoofspiel.kernel.game import Choice, Number, Position, Switch

SEATS = 6
FACE_DOWN = 0
FIRST_DRAW = 14
DRAW_CARDS = 0b111 << FIRST_DRAW

PASS = 0
SEZ_FAIRE = 1
SABOTEUR = 2
COUP = 3
VU = 4
TETE = 5  # three cards: 5, 6, 7
BAAPOLEON = 8  # + seat
DEUX = 16  # + 6 * lower seat + higher seat
TETES = 0b111 << TETE
ALL_BONUS = bit(SEZ_FAIRE) | bit(SABOTEUR) | bit(COUP) | bit(VU) | TETES | bit(BAAPOLEON) | bit(DEUX)
PAIRS = tuple(sum(bit(DEUX + 6 * a + b) for b in range(n) for a in range(b)) for n in range(SEATS + 1))

BEFORE_FLIP = 0  # window W0
BIDDING = 1
BEFORE_REVEAL = 2  # window W1
AFTER_REVEAL = 3  # window W2
OVER = 4

BEATS = 0  # how windows are played: all holders choose at once,
OPEN = 1  # or first come, first served

FOOD = 0  # piles of an explicit deal: food by round, bonus, sabotage by seat, priority
BONUS = 1
SABOTAGE = 2
PRIORITY = 3

FLIPPED = 0  # events: the dish
REVEALED = 1  # seat, the card in front of it
PLAYED = 2  # seat, action
CANCELLED = 3  # how many bids (in place of a seat), the value they share
AWARDED = 4  # winner or NOBODY, dish
DREW = 5  # the seat that drew a bonus card
FOUND = 6  # told to that seat: which
NEW_BID = 7  # told to a victim of Sa Baa Teur: the card
SCORED = 8  # seat, points of the round
MARKED = 9  # the seat that has priority in the first auction
ROUND = 10  # a round begins: its number
BEGAN = 11  # an auction begins: its number

OPTIONS = (
    Choice("windows", ("beats", "open"), origin="printed", printed="open"),
    Number("cards", 3, 13, 10, origin="printed"),
    Number("rounds", 1, 9, 3, origin="printed"),
    Switch("bonus", default=True, origin="printed"),
    Switch("last_round_breaks_ties", origin="ruling"),
    Switch("carry_over", origin="ours"),
    Switch("last_tete_wins", origin="ruling"),
    Switch("vu_wipes_everything", origin="ruling"),
    Switch("one_bonus_per_auction", origin="ruling"),
    Switch("memory", origin="ruling"),
)

Row = Annotated[list[int], SEATS]


class State(Position):
    windows: int  # BEATS or OPEN
    cards: int  # bid cards of a player = auctions of a round = highest dish
    rounds: int
    bonus: int  # are there bonus cards?
    last_round_breaks_ties: int
    carry_over: int
    last_tete_wins: int
    vu_wipes_everything: int
    one_bonus_per_auction: int
    memory: int  # for the view only
    phase: int
    auction: int
    food: int  # food cards not flipped yet in this round
    dish: int
    kept: int  # dishes nobody won that lie under this one (carry_over)
    blind: int  # Baa Sez-Faire: bids before the flip
    coup: int
    plus3: int  # the seat with Baapoleon's three
    hand: Row  # cards not revealed yet in this round; a sealed bid is still among them
    bid: Row  # the card each player bid
    lies: Row  # whose card lies in front of a seat
    tete: Row  # 1 for the seat that played Tête first, 2 for the next ...
    tetes: int
    held: Row  # bonus cards in hand
    pile: int  # bonus cards not drawn yet
    spent: int
    choice: Row  # sealed in this beat
    marker: int  # the seat with priority in this auction
    late: Row  # place at the end of the order for seats that played a card in this window
    played: int  # cards played in this window
    busy: int  # seats that played a bonus card in this auction
    newest: int  # the last bonus card played in the match, as an action plus one, and who played it:
    newest_by: int  # an auction may end at once and take all other traces with it
    dishes: int  # the dishes auctioned in this round, four bits each, the latest lowest; a Draw card is 14,
    bids: Row  # and the card each player bid for them
    last_dishes: int  # the same of the round before
    last_bids: Row
    wild: Row  # notes of a bot, not of the rules: how likely it is that a player bids at random,
    valuing: Row  # or near the worth of the dish, in thousandths (styles.py);
    reckoned: int  # what the points below were reckoned from,
    points_ahead: Row  # and the points that each player has and will win, in thousandths (prospects.py)
    won: Row  # points in this round
    last: Row  # points in the last finished round
    score: Row  # points of finished rounds
