"""Matches that were played without a server are handed in: checked move by move, then they join somebody's history.

They are marked as played offline: nobody was there who could have kept the secret from the player.
"""

import asyncio
import hashlib
from typing import Any

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from hoofspiel.kernel.match import Match
from hoofspiel.kernel.races import unfair_race
from hoofspiel.kernel.record import check_record, is_secret
from hoofspiel.kernel.secrets import commitment
from hoofspiel.kernel.words import Refused
from hoofspiel.live.body import Body, Place, blank_row, next_row
from hoofspiel.live.new_tables import LETTERS
from hoofspiel.live.talk import clean
from hoofspiel.live.words import Pace
from hoofspiel.store.looks import folded
from hoofspiel.store.port import Conflict, MoveRow, Person, Store, TableRow

from . import bodies as b
from .answers import Doc, Endpoint, answer, body_of, need_person, server_of
from .limits import REPLAYED
from .refusals import HttpRefused

PIECE = 20
"""how many moves are replayed before others are served"""
MOST_NAME = 24
MOST_MS = 10 * 366 * 86_400_000
"""that a match may have lasted by its own times: ten years, and far below what a database can count to"""


def _refused(why: str) -> HttpRefused:
    return HttpRefused(422, "bad_record", why)


async def played_again(given: dict[str, Any]) -> Match:
    """The match of a record that is whole and right; HttpRefused otherwise."""
    try:
        record = check_record(given)
        if not is_secret(record["seed"]) or record.get("deal"):
            raise _refused("Only matches dealt from a secret can be handed in, as every table deals them.")
        if record.get("commitment") not in (None, commitment(record["seed"])):
            raise _refused("The secret is not the one that was promised before the match.")
        if record.get("practice") or "redealt" in record:
            raise _refused("This was practice, where choices can be taken back: only matches can be handed in.")
        if any(at > MOST_MS for _, _, *times in record["moves"] for at in times):
            raise _refused("The times of its moves are milliseconds from its beginning, and no match takes ten years.")
        match = Match.from_record({**record, "moves": [], "races": []})
        for number, (seat, move, *at) in enumerate(record["moves"], 1):
            unfair = unfair_race(record, number, match)
            if unfair is not None:
                raise _refused(unfair)
            match.play(seat, move, *at)
            if number % PIECE == 0:
                await asyncio.sleep(0)
    except Refused as error:
        raise _refused(str(error)) from None
    if not match.over:
        raise _refused("The match is not over: only finished matches can be handed in.")
    if "result" in record and record["result"] != {"points": match.points, "winners": match.winners}:
        raise _refused(f"The result is {match.points}, won by {match.winners}, not what the record says.")
    return match


def address_of(person: Person, secret: str) -> str:
    """The same match handed in twice by the same person is one table."""
    number = int.from_bytes(hashlib.sha256(f"{person.id} {secret}".encode()).digest())
    letters = []
    for _ in range(12):
        number, letter = divmod(number, len(LETTERS))
        letters.append(LETTERS[letter])
    return "".join(letters)


def _names(record: dict[str, Any], seats: int) -> list[str]:
    """Anybody may have written them, so they are cleaned like names of people: nothing turns a line around."""
    given = record.get("names") if isinstance(record.get("names"), list) else []
    shown = [clean(name)[:MOST_NAME] if isinstance(name, str) else "" for name in given[:seats]] if given else []
    shown += [""] * (seats - len(shown))
    return [name if folded(name) else f"Seat {seat}" for seat, name in enumerate(shown, 1)]


def row_of(match: Match, record: dict[str, Any], person: Person, seat: int, now: int) -> TableRow:
    names = _names(record, match.seats)
    places = [Place(kind="bot", name=name) for name in names]
    places[seat] = Place(kind="person", person=person.id, name=person.name, ready=True)
    started = record.get("started")
    began = started if isinstance(started, int) and 0 < started <= now else now
    length = max((at for _, _, at in match.history if at is not None), default=0)
    body = Body(
        seats=places,
        options=dict(match.options),
        pace=Pace(kind="none"),
        rules=match.game.version,
        host=person.id,
        hosts_name=person.name,
        started=began,
        points=match.points,
        winners=match.winners,
        races={str(number): list(seats) for number, seats in record.get("races") or []},
        offline=True,
    )
    secret = str(record["seed"])
    blank = blank_row(address_of(person, secret), match.game.slug, secret, state="over", public=False, now=now)
    return next_row(blank, body, at=now, state="over", due=None, ended=min(now, began + length))


async def post_records(request: Request) -> Response:
    server = server_of(request)
    given = await body_of(request, b.HandedIn)
    person = await need_person(request)
    now = server.time.now()
    if not server.limits.tables.take(person.id, now):
        wait = server.limits.tables.wait_seconds(person.id, now)
        raise HttpRefused(429, "too_many", "You have handed in many matches; wait a little.", wait)
    moves = given.record.get("moves")
    await server.admit(server.origin_of(request), REPLAYED * (len(moves) if isinstance(moves, list) else 0))
    match = await played_again(given.record)
    if given.seat >= match.seats:
        raise HttpRefused(422, "no_seat", f"Seats are 0 to {match.seats - 1}.")
    row = row_of(match, given.record, person, given.seat, now)
    numbered = enumerate(match.history, 1)
    told = [MoveRow(n, -1 if seat is None else seat, move, at or 0, "") for n, (seat, move, at) in numbered]
    new = await keep(server.store, row, told)
    return answer(b.Made(row.id, f"/t/{row.id}"), 201 if new else 200)


async def keep(store: Store, row: TableRow, moves: list[MoveRow]) -> bool:
    """The whole match, or nothing that anybody will see: until all is there it is an open table nobody knows.

    False where it was handed in before.
    """
    bare = replace(row, state="open", ended=None)
    try:
        await store.add_table(bare)
    except Conflict:
        known = await store.table(row.id)
        if known is None or known.state == "over":
            return False
        bare = known  # something went wrong the last time
    await store.append(row.id, moves, replace(row, revision=bare.revision + 1))
    return True


HANDED_IN = (Endpoint("POST", "/api/records", post_records, Doc("Hand in a match", b.HandedIn, b.Made, 201)),)
