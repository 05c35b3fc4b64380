"""Open windows: by public facts, equally long for all, ping decides nothing; and standing orders."""

import msgspec
import pytest

from hoofspiel.kernel.catalog import games
from hoofspiel.kernel.game import Game
from hoofspiel.kernel.match import Match
from hoofspiel.live import hooks, orders
from hoofspiel.live import messages as m
from hoofspiel.live.room import Room
from hoofspiel.live.testing import Paper, PaperReader
from hoofspiel.live.thinking import BRISK
from hoofspiel.live.turns import BUCKET_MS
from hoofspiel.live.words import Condition, Order, Pace
from hoofspiel.server.games import game_texts

ORDER_MS = round(1000 * BRISK)
"""the pause of a standing order where that of a bot is a second"""
BIG = {"cards": 10, "rounds": 3, "windows": "open"}


async def until_window(paper: Paper, room: Room, readers: list[PaperReader], least: int = 1) -> None:
    """Play on, low cards first, until a window is open in which so many seats are asked."""
    for n in range(400):
        match = room.playing()
        if room.state.clocks.window_end is not None:
            if len(match.actors) >= least:
                return
            await paper.pass_time(room, room.state.clocks.window_end - paper.time.now())
            continue
        for reader in readers:
            _, moves = reader.asked()
            if moves:
                await paper.move(room, reader, moves[(n * 7 + (reader.seat or 0) * 3) % len(moves)])
    raise AssertionError("no window opened")


async def test_a_window_closes_by_itself_and_everybody_has_passed() -> None:
    paper = Paper()
    room, readers = await paper.table("goats", 3, options=BIG)
    await until_window(paper, room, readers)
    moment = room.playing().position.moment
    shown = {reader.last("step")["clock"]["window_ms"] for reader in readers}
    assert len(shown) == 1
    end = room.state.clocks.window_end
    assert end is not None
    await paper.pass_time(room, end - paper.time.now() - 1)
    assert room.playing().position.moment == moment
    await paper.pass_time(room, 1)
    assert room.playing().position.moment > moment


async def test_by_mail_the_end_of_a_window_is_when_the_match_must_be_woken() -> None:
    """Whoever restarts the server then finds no window that is open for days."""
    paper = Paper()
    room, readers = await paper.table("goats", 3, options=BIG, pace=Pace(kind="mail"))
    await until_window(paper, room, readers)
    end = room.state.clocks.window_end
    assert end is not None
    assert room.row.due == end
    await paper.pass_time(room, end - paper.time.now())
    out = [room.state.clocks.out_at(seat, None) for seat in room.playing().actors]
    assert room.row.due == min(at for at in out if at is not None)


async def test_plays_that_come_together_are_ordered_by_chance_and_the_rest_goes_home() -> None:
    paper = Paper()
    room, readers = await paper.table("goats", 3, options=BIG)
    match = room.playing()
    match.position.held[0] = 1 << 3  # a Coup d'Baa each way: two cards for the same window
    match.position.held[1] = 1 << 4
    match.refresh()
    for reader in readers:
        await paper.move(room, reader, f"bid {(reader.seat or 0) + 1}")
    while room.playing().position.phase != 3:
        await paper.pass_time(room, 100)
    first = m.Move("x", match.position.moment, "coup-dbaa")
    second = m.Move("y", match.position.moment, "de-baa-vu")
    paper.ask(room, readers[0], first)
    await paper.quiet(room)
    await paper.pass_time(room, BUCKET_MS - 1)
    paper.ask(room, readers[1], second)
    await paper.quiet(room)
    assert not readers[0].all("ack")[3:]
    await paper.pass_time(room, 1)
    answers = [readers[0].last("ack", "refused"), readers[1].last("ack", "refused")]
    assert sorted(answer["t"] for answer in answers) == ["ack", "refused"]
    assert next(answer for answer in answers if answer["t"] == "refused")["code"] == "stale"


async def test_a_hold_gives_everybody_more_time() -> None:
    paper = Paper()
    room, readers = await paper.table("goats", 3, options=BIG)
    await until_window(paper, room, readers)
    before = room.state.clocks.window_end
    assert before is not None
    await paper.say(room, readers[2], m.Hold())
    assert room.state.clocks.window_end == before + 10_000
    assert {reader.last("clock")["clock"]["window_ms"] for reader in readers} == {before + 10_000 - paper.time.now()}


async def test_an_armed_card_fires_soon_after_its_window_opens_and_nobody_knew() -> None:
    paper = Paper()
    room, readers = await paper.table("goats", 2, options=BIG)
    match = room.playing()
    match.position.held[0] = 1 << 3
    match.refresh()
    lines: list[str] = []
    paper.host.line_changed = lambda line, row: lines.append(line.id)
    readers[1].new()
    await paper.say(room, readers[0], m.Orders([Order(play="coup-dbaa")]))
    assert readers[0].last("orders")["orders"][0]["play"] == "coup-dbaa"
    assert (readers[1].new(), lines) == ([], [])
    assert readers[0].new()[-1]["t"] == "table"
    for reader in readers:
        await paper.move(room, reader, f"bid {(reader.seat or 0) + 3}")
    await paper.pass_time(room, 4000 + ORDER_MS + BUCKET_MS)
    told = [event["event"] for step in readers[1].all("step") for event in step["events"]]
    assert "coup-dbaa" in told
    assert {message["t"] for message in readers[1].new()} == {"step", "ack"}
    assert readers[0].last("orders")["orders"] == []


@pytest.mark.parametrize(("others", "played"), [((5,), True), ((9,), False)], ids=["wins", "is outbid"])
async def test_an_armed_tete_fires_only_where_it_takes_the_dish(others: tuple[int, ...], *, played: bool) -> None:
    paper = Paper()
    room, readers = await paper.table("goats", 3, options=BIG)
    match = room.playing()
    match.position.held[0] = 1 << 5
    match.refresh()
    offer = next(one for one in hooks.offers(match.game) if "tete-baa-tete" in one.of)
    armed = msgspec.structs.replace(offer.order, play=offer.order.play.replace("{it}", "tete-baa-tete"))
    await paper.say(room, readers[0], m.Orders([armed]))
    for reader, card in zip(readers, (6, 6, *others), strict=True):
        await paper.move(room, reader, f"bid {card}")
    await paper.pass_time(room, 4000 + ORDER_MS + BUCKET_MS)
    told = [event["event"] for step in readers[1].all("step") for event in step["events"]]
    assert ("tete-baa-tete" in told) is played
    assert (readers[0].last("orders")["orders"] == []) is played
    assert ("tete-baa-tete" in readers[0].asked()[1]) is not played


async def test_orders_survive_a_restart_and_belong_to_one_seat() -> None:
    paper = Paper()
    room, readers = await paper.table("goats", 2, options=BIG)
    await paper.say(room, readers[0], m.Orders([Order(play="bid 7", once=False)]))
    await paper.pass_time(room, ORDER_MS)
    assert room.v == 1
    after = Paper(paper.store)
    again = await after.host.room(room.row.id)
    assert again is not None
    assert (await after.join(again, readers[0].person)).last("welcome")["orders"][0]["play"] == "bid 7"
    assert (await after.join(again, readers[1].person)).last("welcome")["orders"] == []


def test_a_proxy_bids_the_least_it_can_up_to_its_limit() -> None:
    proxy = Order(play="bid", at_most=7, otherwise="pass", once=False)
    assert orders.followed([proxy], {}, ["bid 5", "bid 6", "bid 9", "pass"]) == ("bid 5", proxy)
    assert orders.followed([proxy], {}, ["bid 8", "bid 9", "pass"]) == ("pass", proxy)
    assert orders.followed([proxy], {}, ["keep"]) is None


def test_chase_until_the_pot_is_large() -> None:
    chase = Order(play="chase", when=Condition("auction.pot", "below", 4), otherwise="take", once=False)
    assert orders.followed([chase], {"auction": {"pot": 3}}, ["chase", "take"]) == ("chase", chase)
    assert orders.followed([chase], {"auction": {"pot": 4}}, ["chase", "take"]) == ("take", chase)


def test_an_order_is_void_where_it_no_longer_lasts() -> None:
    here = Order(play="offer", at_most=3, otherwise="pass", lasts=Condition("place", "is", 4), once=False)
    assert orders.followed([here], {"place": 4}, ["offer 2", "pass"]) == ("offer 2", here)
    assert orders.followed([here], {"place": 5}, ["offer 2", "pass"]) is None


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.slug)
def test_what_a_game_suggests_can_be_read_filled_and_said(game: Game) -> None:
    """Every suggestion fits the protocol, has a sentence, and looks only at facts that the view has."""
    view = game.view(Match(game, seats=game.seats[0], seed=1).position, 0)
    sentences = game_texts(game).get("orders", {})
    assert {offer.name for offer in hooks.offers(game)} == set(sentences)
    for offer in hooks.offers(game):
        assert ("{n}" in sentences[offer.name]) == (offer.number is not None)
        assert ("{it}" in sentences[offer.name]) == (offer.each is not None)
        assert offer.low <= offer.start <= offer.high
        paths = [offer.each, offer.here, *(c.path for c in (offer.shown, offer.order.when) if c is not None)]
        assert [path for path in paths if path is not None and path not in view] == []
        assert offer.number != "when" or offer.order.when is not None


def test_conditions_that_lead_nowhere_do_not_hold() -> None:
    for path in ("nothing", "list.9", "word.x", "list.x"):
        order = Order(play="go", when=Condition(path, "at_least", 0))
        assert orders.followed([order], {"list": [1], "word": "w"}, ["go"]) is None
    exact = Order(play="go", when=Condition("list.0", "is", 1))
    assert orders.followed([exact], {"list": [1]}, ["go"]) == ("go", exact)
    assert orders.followed([Order(play="go", when=Condition("on", "is", 1))], {"on": True}, ["go"]) is None


def test_an_order_for_one_time_is_forgotten() -> None:
    once, always = Order(play="a"), Order(play="b", once=False)
    assert orders.after([once, always], once) == [always]
    assert orders.after([once, always], always) == [once, always]
