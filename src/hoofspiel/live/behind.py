"""What another process has stored about a table and this one has not heard yet."""

from hoofspiel.store.port import MoveRow, Store, TableRow, Unavailable

from .refusals import TableRefused
from .state import TableState


async def missed(store: Store, state: TableState, v: int, revision: int) -> tuple[TableRow | None, list[MoveRow]]:
    """The newer row and the moves after ours, where there are said to be any; TableRefused if nothing can be read."""
    row: TableRow | None = None
    moves: list[MoveRow] = []
    try:
        if revision > state.row.revision or (v > state.v and state.match is None):
            row = await store.table(state.row.id)
        if v > state.v:
            moves = await store.moves(state.row.id, state.v)
    except Unavailable as error:
        raise TableRefused("storage", "The server cannot read the table right now: look again.") from error
    return (row if row is not None and row.revision > state.row.revision else None), moves
