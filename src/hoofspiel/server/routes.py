"""HTTP: who you are, tables, records, replays. Every answer is a struct of bodies.py or a HttpRefusal."""

import gzip
import time
from functools import cache

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import Receive, Scope, Send

from hoofspiel.bots.players import LEVELS
from hoofspiel.coach import Review
from hoofspiel.kernel.words import BadMatch
from hoofspiel.live.room import Room
from hoofspiel.live.words import Table
from hoofspiel.store.port import Conflict, Unavailable

from . import bodies as b
from .accounts import proper
from .addresses import is_loopback, listens_on, name_in, reachable
from .admin import ADMIN
from .answers import Doc, Endpoint, answer, body_of, need_person, server_of
from .bans import why
from .games import exercises, game_infos
from .handed_in import HANDED_IN
from .hints import choice_of, hint_for
from .limits import KEPT, REPLAYED, REVIEWED_MOVES
from .people import PEOPLE
from .practice import play_on, take_back
from .refusals import HttpRefused
from .replays import check_replay, record_text, shareable_record
from .reviews import key_of, record_of
from .server import Server

# --- tables ---


@cache
def _games(*, texts: bool) -> tuple[bytes, bytes]:
    """The same for everybody as long as the server runs: as it is, and packed."""
    infos = game_infos() if texts else [msgspec.structs.replace(info, texts={}) for info in game_infos()]
    plain = msgspec.json.encode(b.Games(infos, list(LEVELS)))
    return plain, gzip.compress(plain)


async def get_games(request: Request) -> Response:
    plain, packed = _games(texts=request.query_params.get("texts") != "no")
    headers = {"cache-control": "no-store", "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, 200, headers | {"content-encoding": "gzip"}, media_type="application/json")
    return Response(plain, 200, headers, media_type="application/json")


async def get_puzzles(request: Request) -> Response:
    found = exercises(request.path_params["slug"])
    if found is None:
        raise HttpRefused(404, "no_address", "There is no such game: GET /api/games lists them.")
    return answer(b.Exercises(found))


async def get_tables(request: Request) -> Response:
    return answer(b.Tables(list(server_of(request).lobby.lines.values())))


async def post_tables(request: Request) -> Response:
    server = server_of(request)
    wanted = await body_of(request, b.NewTable)
    person = await need_person(request)
    if server.draining:
        raise HttpRefused(503, "draining", "The server restarts soon: make your table in a few minutes.", 60)
    origin, now = server.origin_of(request), server.time.now()
    for limit, key in ((server.limits.tables, person.id), (server.limits.tables_from, origin)):
        if not limit.take(key, now):
            wait = limit.wait_seconds(key, now)
            raise HttpRefused(429, "too_many", "You have made many tables; wait a little.", wait)
    server.lobby.came_from(person.id, origin)
    try:
        row = await server.host.make_table(
            person,
            wanted.game,
            wanted.seats,
            options=dict(wanted.options),
            pace=wanted.clock,
            public=wanted.public,
            watch=wanted.watch,
            delay_seconds=wanted.delay_seconds,
            sit=wanted.sit,
            bots=wanted.bots,
            start=wanted.start,
            around=[proper(name) for name in wanted.around],
        )
    except BadMatch as error:
        raise HttpRefused(422, "bad_table", str(error)) from None
    return answer(b.Made(row.id, f"/t/{row.id}", row.code), 201)


async def get_code(request: Request) -> Response:
    server = server_of(request)
    table_id = await server.table_with(request.path_params["code"], server.origin_of(request))
    if table_id is None:
        raise HttpRefused(404, "no_code", "No open table has this code. Codes end when the match begins.")
    return answer(b.Joinable(table_id, f"/t/{table_id}"))


async def get_reach(request: Request) -> Response:
    """Told to this computer alone: nobody else needs to know how its network is laid out."""
    asks, called = request.client, name_in(request.headers.get("host", ""))
    server, door = server_of(request), request.scope.get("server")
    if asks is None or door is None or not (is_loopback(asks.host) and is_loopback(called)):
        return answer(b.Reach([]))
    return answer(b.Reach(reachable(listens_on(server.settings), door[1])[1]))


async def room_of(request: Request) -> Room:
    server = server_of(request)
    room = await server.look_up(request.path_params["id"], server.origin_of(request))
    if room is None:
        raise await server.missing(request.path_params["id"])
    return room


async def get_table(request: Request) -> Response:
    return answer((await room_of(request)).table())


async def get_record(request: Request) -> Response:
    room = await room_of(request)
    record = await room.look(lambda: shareable_record(room))
    if record is None:
        raise HttpRefused(409, "not_over", "The record is there when the match is over.")
    if request.query_params.get("form") == "text":
        return Response(record_text(record), media_type="text/plain; charset=utf-8")
    return answer(record)


def seat_in(request: Request, room: Room) -> int | None:
    given = request.query_params.get("seat")
    seat = int(given) if given is not None and given.isascii() and given.isdecimal() and len(given) < 3 else None
    if given is not None and (seat is None or seat >= len(room.body.seats)):
        raise HttpRefused(422, "no_seat", f"Seats are 0 to {len(room.body.seats) - 1}.")
    return seat


async def get_replay(request: Request) -> Response:
    room = await room_of(request)
    person = await server_of(request).accounts.person(request)
    seat = seat_in(request, room)

    server, moves = server_of(request), room.v
    cost = KEPT if server.replays.kept(room, seat) else REPLAYED
    await server.admit(server.origin_of(request), cost * moves)
    told = await server.replays.of(room, seat, lambda: check_replay(room, seat, "" if person is None else person.id))
    return _json(told)


async def get_review(request: Request) -> Response:
    server, room = server_of(request), await room_of(request)
    seat = seat_in(request, room)
    if seat is None:
        most = len(room.body.seats) - 1
        raise HttpRefused(422, "no_seat", f"Say whose choices to look at: ?seat=0 to ?seat={most}.")
    record = await room.look(lambda: record_of(room))
    key = key_of(room, seat)
    making = server.reviews.making(key)
    if making is None:
        kept = await server.reviews.kept(key)
        if kept is not None:
            return _json(kept)
        person = await need_person(request)
        making = server.reviews.making(key)  # somebody else may have asked meanwhile
        if making is None:
            pay_for_review(server, person.id, server.origin_of(request), len(record["moves"]))
            making = server.reviews.begin(key, record, (person.id, room.row.id))
    return _json(*await server.reviews.answer(making))


def pay_for_review(server: Server, person_id: str, origin: str, moves: int) -> None:
    cost, now = min(moves, REVIEWED_MOVES), server.time.now()
    for budget, whose in ((server.limits.reviews, person_id), (server.limits.reviews_from, origin)):
        if not budget.of(whose).take(now, cost):
            raise HttpRefused(429, "too_many", "You have had many matches reviewed: wait a few minutes.", 60)


def _json(written: bytes, status: int = 200) -> Response:
    return Response(written, status, {"cache-control": "no-store"}, media_type="application/json")


async def post_practice(request: Request) -> Response:
    server, wanted = server_of(request), await body_of(request, b.PlayOn)
    person = await need_person(request)
    room = await room_of(request)
    await pay_for_practice(server, person.id, server.origin_of(request), min(wanted.move, room.v))
    return answer(await play_on(server.host, room, person, wanted, server.shut_table), 201)


async def post_back(request: Request) -> Response:
    server, wanted = server_of(request), await body_of(request, b.TakeBack)
    person = await need_person(request)
    room = await room_of(request)
    await pay_for_practice(server, person.id, server.origin_of(request), room.v)
    return answer(await take_back(server.host, room, person, wanted, server.shut_table), 201)


async def pay_for_practice(server: Server, person_id: str, origin: str, moves: int) -> None:
    """A practice begins with the moves of another match, which are stored and played again."""
    if server.draining:
        raise HttpRefused(503, "draining", "The server restarts soon: practise in a few minutes.", 60)
    if not server.limits.practices.take(person_id, server.time.now()):
        wait = server.limits.practices.wait_seconds(person_id, server.time.now())
        raise HttpRefused(429, "too_many", "You have begun many times; wait a little.", wait)
    await server.admit(origin, REPLAYED * moves)


async def get_hint(request: Request) -> Response:
    server = server_of(request)
    person = await need_person(request)
    room = await room_of(request)
    choice = await room.look(lambda: choice_of(room, person.id, server.bench.chance()))
    if choice is None:
        raise HttpRefused(409, "not_asked", "There is nothing for you to choose right now, so there is no hint.")
    if not server.limits.hints.take(person.id, server.time.now()):
        wait = server.limits.hints.wait_seconds(person.id, server.time.now())
        raise HttpRefused(429, "too_many", "One hint at a time.", wait)
    return answer(await hint_for(choice, server.bench))


async def guarded(endpoint: Endpoint, request: Request) -> Response:
    """Run one endpoint and turn every refusal into its answer."""
    server = server_of(request)
    since = time.monotonic()
    try:
        ban = server.bans.address(server.address_of(request), server.time.now())
        if ban is not None and endpoint not in ADMIN:  # whoever has the operator's token can lift a ban of themselves
            raise HttpRefused(403, "banned", why(ban))
        await server.admit(server.origin_of(request))
        response = await endpoint.run(request)
    except HttpRefused as refusal:
        response = answer(b.HttpRefusal(refusal.error, refusal.reason), refusal.status)
        if refusal.retry_after:
            response.headers["retry-after"] = str(refusal.retry_after)
    except Conflict:
        response = answer(b.HttpRefusal("conflict", "Somebody else was first: try again."), 409)
    except Unavailable:
        response = answer(b.HttpRefusal("storage", "The server cannot store anything right now."), 503)
    server.metrics.answers[response.status_code] += 1
    about: dict[str, str | int] = {"http.route": endpoint.path, "http.response.status_code": response.status_code}
    server.traces.tell(f"{endpoint.method} {endpoint.path}", time.monotonic() - since, about)
    return response


ENDPOINTS = (
    *PEOPLE,
    *HANDED_IN,
    Endpoint("GET", "/api/games", get_games, Doc("The games of this server", gives=b.Games, query=("texts",))),
    Endpoint("GET", "/api/games/{slug}/puzzles", get_puzzles, Doc("Positions to solve", gives=b.Exercises)),
    Endpoint("GET", "/api/tables", get_tables, Doc("Public tables", gives=b.Tables)),
    Endpoint("POST", "/api/tables", post_tables, Doc("Make a table", b.NewTable, b.Made, 201)),
    Endpoint("GET", "/api/reach", get_reach, Doc("Where other devices find this server", gives=b.Reach)),
    Endpoint("GET", "/api/codes/{code}", get_code, Doc("The open table with this code", gives=b.Joinable)),
    Endpoint("GET", "/api/tables/{id}", get_table, Doc("One table", gives=Table)),
    Endpoint("GET", "/api/tables/{id}/record", get_record, Doc("The finished match", gives=dict, query=("form",))),
    Endpoint("GET", "/api/tables/{id}/replay", get_replay, Doc("Step by step", gives=b.Replay, query=("seat",))),
    Endpoint(
        "GET",
        "/api/tables/{id}/review",
        get_review,
        Doc("What the match taught a seat", gives=Review, query=("seat",), meanwhile=b.Reviewing),
    ),
    Endpoint("POST", "/api/tables/{id}/practice", post_practice, Doc("Play on from a position", b.PlayOn, b.Made, 201)),
    Endpoint("POST", "/api/tables/{id}/back", post_back, Doc("In practice, choose again", b.TakeBack, b.Made, 201)),
    Endpoint("GET", "/api/tables/{id}/hint", get_hint, Doc("What a bot would do", gives=b.Hint)),
)


class Address:
    """All methods of one path; others are refused, not passed on."""

    def __init__(self, endpoints: list[Endpoint]) -> None:
        self.methods = {endpoint.method: endpoint for endpoint in endpoints}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        endpoint = self.methods.get(request.method)
        if endpoint is None:
            response = answer(b.HttpRefusal("no_such_method", f"Here one can {', '.join(self.methods)}."), 405)
            response.headers["allow"] = ", ".join(self.methods)
            server_of(request).metrics.answers[405] += 1
        else:
            response = await guarded(endpoint, request)
        await response(scope, receive, send)


async def nowhere(scope: Scope, receive: Receive, send: Send) -> None:
    response = answer(b.HttpRefusal("no_address", "There is no such address: GET /openapi.json lists them all."), 404)
    server_of(Request(scope)).metrics.answers[404] += 1
    await response(scope, receive, send)


def api_routes() -> list[BaseRoute]:
    """Every address of ENDPOINTS, and an answer for all others under /api."""
    everything = (*ENDPOINTS, *ADMIN)
    paths = dict.fromkeys(endpoint.path for endpoint in everything)
    found = [Route(path, Address([e for e in everything if e.path == path])) for path in paths]
    return [*found, Mount("/api", nowhere)]
