"""What a position of Gouda Gangster holds, the options, and the numbers of phases, actions and events."""

from typing import Annotated

from hoofspiel.games.gouda.cards import CHEESE_CARDS, EQUIPMENT, FIRST_ROOM, ROOMS
from hoofspiel.kernel.bits import count
from hoofspiel.kernel.game import Option, Position, Switch

SEATS = 6
CARDS_A_WORD = 10  # a row is kept in words of ten cards, six bits each
WORDS_A_ROW = 5  # enough for a room card and all 46 weapons, traps and cheese cards there are
EachSeat = Annotated[list[int], SEATS]
EachRoom = Annotated[list[int], ROOMS]
EachRow = Annotated[list[int], SEATS * WORDS_A_ROW]

NOTHING = -1
RATS_TO_WIN = 5
LIVES = 3
INJURY = 10
MOST_PLAYOFFS = 5
PIECES_A_ROUND = 8  # numbers kept for the pieces of a round in an explicit deal

RAIN = 0  # phases
SNEAK = 1
SPY = 2
REINFORCE = 3
FIGHT = 4
OVER = 5

# Actions. Sneaking: a face lays that card, ENTER + room lays the room card, READY. Spying: the cards in all rows are
# numbered through, seat by seat. Reinforcing: a face adds that card; MOVE_CHEESE, GO_THROUGH and PASS as below.
ENTER = FIRST_ROOM
READY = FIRST_ROOM + ROOMS
PASS = 45
MOVE_CHEESE = 47  # + 3 * from + to, the rooms after `from` counted one less
GO_THROUGH = 59  # + room

KING = 0  # piles of an explicit deal: the first king, the rooms of a round's pieces, the deck by shuffle
DROPS = 1
DECK = 2

CROWNED = 0  # events: seat is king of round `data`
RAINED = 1  # data: pieces by room, 4 bits each
DREW = 2  # told to the seat: a card
DEALT = 3  # seat got `data` cards
SHUFFLED = 4  # data: cards in the new pile
LAID = 5  # seat has `data` cards in its row
SPIED = 6  # seat turned a card: target, place, face
SPARED = 7  # seat found nothing to turn
ADDED = 8  # seat plays a face
CHEESE_MOVED = 9  # seat moves a piece: from * 4 + to
WENT_THROUGH = 10  # seat moves to a room
PASSED = 11
TURNED = 12  # when the fight begins: seat's card: place, face
FOUGHT = 13  # a room: pieces, all cheese and rats in it
ATE = 14  # seat: room, weapons, injuries
ATE_HALF = 15  # the same, of a piece that is shared
STARVED = 16  # the same, without cheese
LOST_LIFE = 17  # seat, lives left
ELIMINATED = 18
REVIVED = 19  # seat is back to one life
PLAYOFF = 20  # number of the play-off
FINALIST = 21  # seat is in it
WON = 22

OPTIONS: tuple[Option, ...] = (
    Switch("prolong", origin="variant"),
    Switch("last_rat_standing", origin="variant"),
    Switch("clumpy_rain", origin="ruling"),
    Switch("floor_zero", origin="ruling"),
    Switch("biggest_only", origin="ruling"),
    Switch("share_playoff", origin="ruling"),
    Switch("cheese_decoy", origin="ruling"),
    Switch("share_last_rats", origin="ruling"),
)


class State(Position):
    prolong: int  # one piece of cheese less
    last_rat_standing: int  # rats are lives
    clumpy_rain: int
    floor_zero: int  # no strength below 0
    biggest_only: int  # equal strength: only the biggest weapon counts
    share_playoff: int
    cheese_decoy: int  # cheese cards may be laid in a play-off, where they count nothing
    share_last_rats: int
    phase: int
    king: int
    turns: int  # seats of the order that had their turn in this phase
    in_play: int  # seats that take part in this round
    playoff: int  # 1 in the first play-off ...; 0 before
    shuffles: int
    shuffled: int  # the discards that became the pile in the last shuffle
    pile: int  # cards to draw; no order lies in it
    discard: int
    pieces: EachRoom  # cheese in the house
    fallen: EachRoom  # where it fell this round
    hand: EachSeat  # cards of the deck
    drew: EachSeat  # cards drawn in this round
    row: EachRow  # faces and room cards in front of a seat: see lies(); 0 beyond its length
    length: EachSeat  # cards laid
    up: EachSeat  # places turned face up
    gone: EachSeat  # places that a trap has left for its victim's side
    room: EachSeat  # the room of the room card laid
    hole: EachSeat  # the room moved to through the wall
    added: EachSeat  # the face played as reinforcement
    moved: EachSeat  # the piece its gangster moved: from * 4 + to
    spied: EachSeat  # the card it turned: place * 8 + seat
    hurt: EachSeat  # traps stepped into
    rats: EachSeat  # rats won; lives in Last-Rat-Standing
    ate: int  # seats that got cheese in the last round
    took_part: int  # seats that were in the last round
    last_room: EachSeat  # the last round, all of it open: where each was in the fight,
    last_strength: EachSeat
    last_row: EachRow
    last_length: EachSeat
    last_added: EachSeat
    last_moved: EachSeat
    last_spied: EachSeat
    ended: EachSeat  # worked out for a fight: the room each is in,
    might: EachSeat  # its strength,
    best: EachSeat  # and its weapons as a tie-break: the greater number has the greater weapons
    crowned: int  # seats that have won the match


def lies(s: State, seat: int, place: int) -> int:
    """The card at a place of a row."""
    return card_at(s.row[seat * WORDS_A_ROW + place // CARDS_A_WORD], place)


def card_at(word: int, place: int) -> int:
    return word >> 6 * (place % CARDS_A_WORD) & 63


def lay_at(s: State, seat: int, place: int, card: int) -> None:
    word = seat * WORDS_A_ROW + place // CARDS_A_WORD
    shift = 6 * (place % CARDS_A_WORD)
    s.row[word] = s.row[word] & ~(63 << shift) | card << shift


def clear_table(s: State, seat: int) -> None:
    for word in range(WORDS_A_ROW):
        s.row[seat * WORDS_A_ROW + word] = 0
    s.length[seat] = 0
    s.up[seat] = 0
    s.gone[seat] = 0
    s.room[seat] = NOTHING
    s.hole[seat] = NOTHING
    s.added[seat] = NOTHING
    s.moved[seat] = NOTHING
    s.spied[seat] = NOTHING
    s.hurt[seat] = 0


def takes_part(s: State, seat: int) -> bool:
    return s.in_play >> seat & 1 == 1


def in_order(s: State, step: int) -> int:
    """The seat this many places clockwise from the king."""
    return (s.king + step) % s.n


def face_down(s: State, seat: int) -> int:
    """The places of a row that nobody has turned yet, as a mask."""
    return (1 << s.length[seat]) - 1 & ~s.up[seat]


def room_now(s: State, seat: int) -> int:
    """Where a rat is: the room of its card, unless it went through the wall."""
    return s.room[seat] if s.hole[seat] == NOTHING else s.hole[seat]


def pieces_in_play(s: State) -> int:
    """One piece less than players; two with Prolong; a play-off is about one."""
    if s.playoff:
        return 1  # R8.1
    return max(1, count(s.in_play) - 1 - s.prolong)  # R1.5, R9.1, R9.3, R9.5


def room_is_open(s: State, seat: int) -> bool:
    """The room card laid has been turned."""
    is_open = False
    for place in range(s.length[seat]):
        if lies(s, seat, place) >= FIRST_ROOM:
            is_open = s.up[seat] >> place & 1 == 1
    return is_open


def may_lay(s: State) -> int:
    """R3.1, R3.3, R8.3: what a rat can take along."""
    return EQUIPMENT & ~CHEESE_CARDS if s.playoff and not s.cheese_decoy else EQUIPMENT
