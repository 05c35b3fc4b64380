"""The position and its vocabulary: phases, actions, tokens of the path, events."""

from typing import Annotated

from hoofspiel.games.foxy.components import MOST_CUBES, MOVE_IDS, PLACES
from hoofspiel.kernel.game import Position

EachFarm = Annotated[list[int], 6]
CELLS = 9
ALL_CELLS = 0b111_111_111

WOLF = 0  # phases: on turn against a wolf
RESPOND = 1  # has taken a number wolf; it has not struck yet
SPECIAL = 2  # on turn for a special
END = 3  # all at once, each on their own farm
OVER = 4

CHASE = 0  # actions
TAKE = 1
STEAL = 2
GUN = 3
RESOLVE = 4
ATTACK = 5  # + row
FINISH = 8
PASS = MOST_CUBES + 1  # an offer is the number of cubes, 0 to MOST_CUBES
MOVE = PASS + 1  # + kind of move; then a cell, then another
MOVE_KINDS = len(MOVE_IDS)

ROW_WOLF = 10  # tokens of the path: 1..9, then a row, then a special
FIRST_SPECIAL = 13

# Events, each with a seat.
STARTER = 0  # begins the first auction
LAID_OUT = 1  # the farm of a seat, when farms differ: its slots
DEALT = 2  # a special token
LAID = 3  # five places of the path: first place, then six bits a token
TURNED = 4  # the next token; the seat begins
CHASED = 5  # cubes on the field now
TOOK = 6  # cubes taken
STOLE = 7  # cubes stolen
SHOT = 8  # the slot the wolf now attacks, or below 1
WAITS = 9  # a row wolf waits beside this row
LOST = 10  # a sheep: its slot
SPARED = 11  # no sheep on that slot
ROW_SPARED = 12  # no sheep in that row
OFFERED = 13
PASSED = 14
WON = 15  # price * 64 + special token
UNSOLD = 16  # the special token nobody wanted
MOVED = 17  # special token * 256 + from slot * 16 + to slot
FIELD_EMPTY = 18  # the last token is gone
ATTACKED = 19  # a row wolf comes: row
FINISHED = 20  # points


class State(Position):
    six_players: int  # options
    closed_hands: int
    rotatable_moves: int
    starter_must_open: int
    shuffled_farms: int
    wolf_left: int

    phase: int
    place: int  # of the token being auctioned, from 0
    track: Annotated[list[int], PLACES]  # 1..9 a number wolf, 10..12 a row wolf, 13 + t special token t
    pot: int  # cubes on the field
    starter: int  # who began the auction of this token
    turn: int  # who is on turn in it
    high: int  # the highest offer for a special; -1 before the first
    bidder: int  # who made it
    bidding: int  # seats that have not passed for this special
    shot: int  # the gun was used on the wolf just taken

    hand: EachFarm  # cubes
    sheep: EachFarm  # cells with a sheep
    slots: EachFarm  # the number of each cell, four bits each
    tokens: EachFarm  # special tokens not used up
    spent: EachFarm  # special tokens used up
    wolves: EachFarm  # row wolves beside the farm
    gone: int  # special tokens nobody wanted

    moving: EachFarm  # in the middle of a move: which token, from 1 on, and ...
    lifted: EachFarm  # ... the cell of the sheep, from 1 on
    finished: int  # at the end: seats that leave the rest to the table
    score: EachFarm  # points ...
    survivors: EachFarm  # ... and surviving sheep
    wary: int  # a note of a bot, not of the rules: the others may be searching too
