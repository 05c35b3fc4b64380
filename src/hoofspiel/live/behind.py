"""What to do when another process wrote to a table: read it, and tell our own readers."""

from typing import TYPE_CHECKING

from hoofspiel.store.port import MoveRow, TableRow, Unavailable

from .seats import No

if TYPE_CHECKING:
    from .room import Room


async def catch_up(room: "Room", v: int, revision: int) -> None:
    """To this number of moves and this revision, or further; No where the store cannot be read."""
    store = room.around.store
    row: TableRow | None = None
    moves: list[MoveRow] = []
    try:
        if revision > room.row.revision or (v > room.v and room.match is None):
            row = await store.table(room.row.id)
        if v > room.v:
            moves = await store.moves(room.row.id, room.v)
    except Unavailable as error:
        raise No("storage", "The server cannot read the table right now: look again.") from error
    if row is not None and row.revision > room.row.revision:
        room.adopt(row)
        if room.match is None and row.state != "open":
            room.begin()
    if room.match is not None and moves:
        for entry in moves:
            events = room.match.play(None if entry.seat < 0 else entry.seat, entry.move, entry.at)
            room.note(entry, room.body.started or 0, room.match)
            room.clocks = room.clocks_after(room.match, None, room.time.now())
            room.crowd.tell_step(room.match, events)
        if room.match.over:
            room.crowd.tell_over(room.match)
    room.turns.refresh()
