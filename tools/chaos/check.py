"""What must be true of everybody's history, whatever was done to the servers."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Protocol

import msgspec

from hoofspiel.kernel.words import Refused
from hoofspiel.live.state import TableState
from hoofspiel.store.port import MoveRow, TableRow

from .people import PACE, History, Sent

FULL_BANK_MS = PACE["bank_seconds"] * 1000  # type: ignore[operator]
ANOTHER_CARD = "Another card came first"
"""two plays in one window: the secret has chosen the other one, which is no fault"""
STUCK_SECONDS = 10.0
WAIT_SECONDS = 0.5
"""a move that waited longer than this met with a fault"""


class Readable(Protocol):
    """As much of the store as a check needs."""

    async def whole(self, table_id: str) -> tuple[TableRow, list[MoveRow], int] | None: ...


async def faults(store: Readable, histories: Sequence[History], *, bank_ms: int = FULL_BANK_MS) -> list[str]:
    """Every sentence is something that must not have happened."""
    found: list[str] = []
    by_table: dict[str, list[History]] = defaultdict(list)
    for history in histories:
        by_table[history.table_id].append(history)
    for table_id, seen in by_table.items():
        whole = await store.whole(table_id)
        if whole is None:
            found.append(f"table {table_id} is gone")
            continue
        row, moves, _ = whole
        found += _moves_kept(row, moves, seen)
        found += _shown_is_stored(row, moves, seen)
        for history in seen:
            found += _nobody_charged(history, bank_ms)
            found += _nobody_refused(history)
    return found


def _moves_kept(row: TableRow, moves: list[MoveRow], seen: list[History]) -> list[str]:
    """No acknowledged move is lost, none counts twice."""
    found: list[str] = []
    if [move.seq for move in moves] != list(range(1, len(moves) + 1)):
        found.append(f"table {row.id}: the numbers of its moves have gaps")
    stored: dict[str, list[MoveRow]] = defaultdict(list)
    for move in moves:
        if move.key:
            stored[move.key].append(move)
    found += [f"table {row.id}: {key} was stored {len(rows)} times" for key, rows in stored.items() if len(rows) > 1]
    for history in seen:
        for sent in history.sent:
            rows = stored.get(f"{history.seat}:{sent.id}", [])
            if sent.v is not None and [move.move for move in rows] != [sent.move]:
                found.append(f"table {row.id}: {sent.id} ({sent.move}) was acknowledged and is not stored")
            if sent.refused is not None and rows:
                found.append(f"table {row.id}: {sent.id} was refused and is stored")
    return found


def _shown_is_stored(row: TableRow, moves: list[MoveRow], seen: list[History]) -> list[str]:
    """Everything that anybody was shown is what the record gives."""
    found: list[str] = []
    try:
        whole = TableState(row, moves, 0)
    except Refused as error:
        return [f"table {row.id}: its record does not replay: {error}"]
    wanted: dict[int, list[tuple[History, int, bytes]]] = defaultdict(list)
    for history in seen:
        newest = whole.version_for((history.seat,))
        for v, view in history.shown:
            if v > newest:
                found.append(f"table {row.id}: seat {history.seat} was shown {v}, and only {newest} are stored")
            else:
                wanted[whole.versions.moves_at((history.seat,), v)].append((history, v, view))
    match = TableState(row, [], 0).playing()
    for made in range(len(moves) + 1):
        if made:
            move = moves[made - 1]
            match.play(None if move.seat < 0 else move.seat, move.move, move.at)
        for history, v, raw in wanted[made]:
            stored, view = msgspec.json.decode(msgspec.json.encode(match.view(history.seat))), msgspec.json.decode(raw)
            if stored != view and not history.timed:
                parts = sorted(key for key in stored.keys() | view.keys() if stored.get(key) != view.get(key))
                where = f"table {row.id} ({row.game}), after {made} of {len(moves)} moves"
                found.append(f"{where}: seat {history.seat} was shown another {v} than is stored, in {parts}")
    return found


def _nobody_charged(history: History, bank_ms: int) -> list[str]:
    """Everybody answered in time, so no bank was touched and no bot minds a seat."""
    if history.timed:  # no clocks there, and whoever is gone for six seconds is minded until they are back
        return []
    found = [f"table {history.table_id}: a bot minds seat {seat}" for seat in history.minded]
    less = [(seat, ms) for seat, ms in history.banks if ms < bank_ms]
    return found + [f"table {history.table_id}: seat {seat} was charged, {ms} ms are left" for seat, ms in less]


def _nobody_refused(history: History) -> list[str]:
    """Everybody answered the question they were asked, once: that is never refused."""
    if history.timed:  # others may have been quicker
        return []
    found: list[str] = []
    for sent in history.sent:
        if sent.refused is not None and not sent.refused["reason"].startswith(ANOTHER_CARD):
            why = f"{sent.refused['code']}: {sent.refused['reason']}"
            found.append(f"table {history.table_id}: {sent.id} ({sent.move}) was refused as {why}")
    return found


def stuck(histories: Sequence[History], since: float) -> list[str]:
    """Tables that have not gone on since then, and are not over."""
    went_on: dict[str, bool] = defaultdict(bool)
    for history in histories:
        went_on[history.table_id] |= history.over or any(at > since for at in history.progress)
    games = {history.table_id: history.game for history in histories}
    return [f"table {table_id} ({games[table_id]}) is stuck" for table_id, on in went_on.items() if not on]


def waits(histories: Sequence[History], no_store: Sequence[tuple[float, float]] = ()) -> list[float]:
    """From sending a move to its acknowledgement, in seconds, however often it had to be sent.

    `no_store`: from when to when there was no database, which is nobody's wait.
    """
    answered = [sent for history in histories for sent in history.sent if sent.v is not None]
    return sorted(_wait(sent, sent.done, no_store) for sent in answered if sent.done is not None)


def _wait(sent: Sent, done: float, no_store: Sequence[tuple[float, float]]) -> float:
    return done - sent.at - sum(max(0.0, min(done, end) - max(sent.at, begin)) for begin, end in no_store)


def met_by_kind(
    histories: Sequence[History],
    spans: Sequence[tuple[str, float, float]],
    no_store: Sequence[tuple[float, float]] = (),
) -> dict[str, list[float]]:
    """By kind of fault, how long those moves waited that met it: the one during which they waited longest."""
    found: dict[str, list[float]] = defaultdict(list)
    for history in histories:
        for sent in history.sent:
            if sent.v is None or sent.done is None or (wait := _wait(sent, sent.done, no_store)) <= WAIT_SECONDS:
                continue
            during = [(min(sent.done, end) - max(sent.at, begin), kind) for kind, begin, end in spans]
            before = [(-sent.at + end, kind) for kind, _, end in spans if end <= sent.at]
            during = [one for one in during if one[0] > 0] or before
            found[max(during)[1] if during else "nothing"].append(wait)
    return {kind: sorted(some) for kind, some in found.items()}


def longest(histories: Sequence[History]) -> list[tuple[Sent, History]]:
    """Moves that were acknowledged, those that waited longest first."""
    done = [(sent, history) for history in histories for sent in history.sent if sent.v is not None and sent.done]
    return sorted(done, key=lambda one: one[0].at - (one[0].done or 0))
