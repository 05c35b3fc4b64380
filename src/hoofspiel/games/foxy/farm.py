"""What can happen on one farm: where sheep may step, and which one a row wolf gets.

A farm has nine cells, row by row from the top left; a set of cells is a number with bits 0..8. The number printed
on a cell, its slot, is four bits of `slots`, because every farm may be laid out differently (R1.8).
"""

from hoofspiel.games.foxy.components import ARROWS, MOVE_TOKENS, TOKENS_OF_MOVE, TURNED_ARROWS, WOLVES_LEFT
from hoofspiel.games.foxy.position import ATTACKED, CELLS, LOST, MOVE, MOVE_KINDS, MOVED, ROW_SPARED, State
from hoofspiel.kernel.bits import bit, count, highest, lowest
from hoofspiel.kernel.engine import NOBODY, emit

TOP_ROW = 0b000_000_111

# By arrow, in the order of components.COMPASS: how far a step goes, and the cells from which it stays on the farm.
STEP = (-3, 3, -1, 1, -4, 4, -2, 2)
STEP_FROM = (
    0b111_111_000,
    0b000_111_111,
    0b110_110_110,
    0b011_011_011,
    0b110_110_000,
    0b000_011_011,
    0b011_011_000,
    0b000_110_110,
)


# --- slots and cells ---


def slot_at(s: State, seat: int, cell: int) -> int:
    return s.slots[seat] >> 4 * cell & 15


def cell_of(s: State, seat: int, slot: int) -> int:
    """The cell with that number, or NOBODY if there is none."""
    for cell in range(CELLS):
        if slot_at(s, seat, cell) == slot:
            return cell
    return NOBODY


# --- move tokens (R4) ---


def arrows_on(s: State, token: int) -> int:
    return TURNED_ARROWS[token] if s.rotatable_moves else ARROWS[token]  # R4.2


def can_step(sheep: int, arrow: int) -> int:
    """The sheep that may go one step along an arrow, to a neighbouring cell without a sheep (R4.1)."""
    step = STEP[arrow]
    start_cells = sheep & STEP_FROM[arrow]
    if step > 0:
        return start_cells & ~(sheep >> step)
    return start_cells & ~(sheep << -step)


def movable(s: State, seat: int, token: int) -> int:
    """The sheep that a token could move."""
    cells = 0
    arrows = arrows_on(s, token)
    while arrows:
        cells |= can_step(s.sheep[seat], lowest(arrows))
        arrows &= arrows - 1
    return cells


def goals(s: State, seat: int, token: int, cell: int) -> int:
    """Where a token could move the sheep on a cell."""
    cells = 0
    arrows = arrows_on(s, token)
    while arrows:
        arrow = lowest(arrows)
        arrows &= arrows - 1
        if can_step(s.sheep[seat], arrow) >> cell & 1:
            cells |= bit(cell + STEP[arrow])
    return cells


def token_of_move(s: State, seat: int, kind: int) -> int:
    """The token of a seat that shows this kind of move, or NOBODY."""
    held = s.tokens[seat] & TOKENS_OF_MOVE[kind]
    return lowest(held) if held else NOBODY


def move_sheep(s: State, seat: int, token: int, cell: int, goal: int) -> None:
    s.sheep[seat] ^= bit(cell) | bit(goal)
    s.tokens[seat] ^= bit(token)  # R4.3: one token, one move
    s.spent[seat] |= bit(token)
    emit(s, MOVED, seat, token << 8 | slot_at(s, seat, cell) << 4 | slot_at(s, seat, goal))


def open_moves(s: State, seat: int) -> int:
    """The move tokens with which some sheep can step, as actions."""
    actions = 0
    if s.tokens[seat] & MOVE_TOKENS:
        for kind in range(MOVE_KINDS):
            token = token_of_move(s, seat, kind)
            if token != NOBODY and movable(s, seat, token):
                actions |= bit(MOVE + kind)
    return actions


# --- row wolves (R5) ---


def cells_of_row(row: int) -> int:
    return TOP_ROW << 3 * row


def nearest(s: State, sheep: int, row: int) -> int:
    """The sheep of a row that is nearest to its wolf, or NOBODY."""
    line = sheep & cells_of_row(row)
    if line == 0:
        return NOBODY
    return lowest(line) if WOLVES_LEFT or s.wolf_left else highest(line)  # R1.3


def attack(s: State, seat: int, row: int) -> None:
    s.wolves[seat] ^= bit(row)
    emit(s, ATTACKED, seat, row)
    cell = nearest(s, s.sheep[seat], row)
    if cell == NOBODY:
        emit(s, ROW_SPARED, seat, row)  # R5.2
    else:
        lose(s, seat, cell)


def lose(s: State, seat: int, cell: int) -> None:
    s.sheep[seat] ^= bit(cell)
    emit(s, LOST, seat, slot_at(s, seat, cell))


def alive(s: State, seat: int) -> int:
    return count(s.sheep[seat])
