"""A table from the first seat to the last move, with a clock moved by hand."""

import hashlib
import json
from collections.abc import Sequence

import pytest

from hoofspiel.kernel.match import Match
from hoofspiel.live.messages import Stand
from hoofspiel.live.testing import Paper
from hoofspiel.live.words import Pace
from hoofspiel.store.memory import MemoryStore
from hoofspiel.store.port import Conflict, MoveRow, Unavailable
from hoofspiel.store.port import TableRow as Row

SMALL = {"cards": 3, "rounds": 1, "bonus": False}


async def test_everybody_is_welcomed_and_shown_the_whole_match() -> None:
    paper = Paper()
    room, readers = await paper.table("goats", 2, 1, options=SMALL)
    kinds = [message["t"] for message in readers[1].all()]
    assert kinds[0] == "welcome"
    state = readers[1].last("state")
    assert state["moves"] == ["bid 1", "bid 2", "bid 3"]
    assert state["view"]["me"] == 1
    assert state["actors"] == [0, 1, 2]
    assert room.row.state == "running"


async def test_the_promise_of_fair_chance_comes_before_the_first_move_and_the_secret_after_the_last() -> None:
    paper = Paper()
    room, readers = await paper.table("goats", 1, 2, options=SMALL)
    promised = readers[0].all()[0]["table"]["commitment"]
    assert promised == room.state.commitment
    while not room.playing().over:
        moves = readers[0].asked()[1]
        if moves:
            assert not readers[0].all("over")
            await paper.move(room, readers[0], moves[0])
        await paper.pass_time(room, 5000)
    over = readers[0].last("over")
    assert hashlib.sha256(bytes.fromhex(over["secret"])).hexdigest() == promised
    early = [frame for frame in readers[0].frames if over["secret"].encode() in frame]
    assert len(early) == 1


async def test_choices_made_at_once_do_not_reject_each_other() -> None:
    paper = Paper()
    room, (a, b, c) = await paper.table("goats", 3, options=SMALL)
    question = a.asked()[0]
    for reader, move in ((c, "bid 3"), (a, "bid 1"), (b, "bid 2")):
        answer = await paper.move(room, reader, move, asked=question)
        assert answer["t"] == "ack"
    assert room.v == 3
    revealed = [event for event in a.last("step")["events"] if event["event"] == "revealed"]
    assert [event["card"] for event in revealed] == [1, 2, 3]


async def test_a_sealed_choice_tells_others_nothing_but_that_it_was_made() -> None:
    paper = Paper()
    room, (a, b, _) = await paper.table("goats", 3, options=SMALL)
    b.new()
    await paper.move(room, a, "bid 3")
    (step,) = b.new()
    assert step["t"] == "step"
    assert step["actors"] == [1, 2]
    assert step["events"] == []
    assert "3" not in json.dumps([step["view"]["my_bid"], step["view"]["players"][0]["card"]])


async def test_a_move_sent_twice_counts_once() -> None:
    paper = Paper()
    room, (a, _) = await paper.table("goats", 2, options=SMALL)
    first = await paper.move(room, a, "bid 2", id="same")
    question = a.asked()[0]
    again = await paper.move(room, a, "bid 2", id="same", asked=question)
    assert first == again == {"t": "ack", "id": "same", "v": 1}
    assert room.v == 1


async def test_an_answer_to_an_old_question_is_stale() -> None:
    paper = Paper()
    room, (a, b) = await paper.table("goats", 2, options=SMALL)
    question = a.asked()[0]
    await paper.move(room, a, "bid 1")
    await paper.move(room, b, "bid 2")
    answer = await paper.move(room, a, "bid 2", asked=question)
    assert (answer["t"], answer["code"]) == ("refused", "stale")


async def test_a_refusal_names_the_rule_and_what_is_legal_and_goes_to_the_sender_alone() -> None:
    paper = Paper()
    room, (a, b) = await paper.table("goats", 2, options=SMALL)
    b.new()
    answer = await paper.move(room, a, "bid 9")
    assert answer["code"] == "illegal"
    assert answer["rule"] == "R2.4"
    assert answer["legal"] == ["bid 1", "bid 2", "bid 3"]
    assert b.new() == []
    assert room.v == 0


async def test_a_watcher_sees_but_cannot_move() -> None:
    paper = Paper()
    room, (a, b) = await paper.table("goats", 2, options=SMALL)
    watcher = await paper.join(room, paper.person("Wat"))
    assert watcher.last("state")["view"]["me"] is None
    assert watcher.last("state")["moves"] == []
    answer = await paper.move(room, watcher, "bid 1")
    assert (answer["t"], answer["code"]) == ("refused", "not_seated")
    await paper.move(room, a, "bid 1")
    assert watcher.last("step")["actors"] == [1]


async def test_where_nobody_may_watch_a_stranger_gets_no_state() -> None:
    paper = Paper()
    room, (a, b) = await paper.table("goats", 2, options=SMALL, watch="nobody")
    stranger = await paper.join(room, paper.person("Wat"))
    await paper.move(room, a, "bid 1")
    assert {message["t"] for message in stranger.all()} <= {"welcome", "table"}


async def test_watchers_of_a_delayed_table_see_everything_later() -> None:
    paper = Paper()
    room, (a, b) = await paper.table("goats", 2, options=SMALL, delay_seconds=30)
    watcher = await paper.join(room, paper.person("Wat"))
    await paper.move(room, a, "bid 1")
    late = await paper.join(room, paper.person("Late"))
    assert late.last("state")["v"] == 0
    assert watcher.all("step") == []
    await paper.pass_time(room, 29_999)
    assert watcher.all("step") == []
    await paper.pass_time(room, 1)
    assert [step["v"] for step in watcher.all("step")] == [1]


async def test_a_whole_match_against_bots_ends_with_points_and_a_record() -> None:
    paper = Paper()
    states: list[str] = []
    paper.host.line_changed = lambda line, row: states.append(row.state)
    room, (a,) = await paper.table("goats", 1, 3, options={**SMALL, "bonus": True, "rounds": 2})
    while not room.playing().over:
        question, moves = a.asked()
        if moves:
            await paper.move(room, a, moves[-1])
        await paper.pass_time(room, 3000)
    over = a.last("over")
    assert over["points"] == room.playing().points
    assert room.row.state == states[-1] == "over"
    stored = await paper.store.moves(room.row.id)
    again = Match("goats", seats=4, seed=over["secret"], options=room.playing().options)
    for entry in stored:
        again.play(entry.seat, entry.move, entry.at)
    assert again.points == over["points"]


async def test_a_bot_is_asked_once_a_question_and_waits_before_it_answers() -> None:
    paper = Paper(pause=1500)
    room, (a,) = await paper.table("goats", 1, 1, options=SMALL)
    await paper.pass_time(room, 1499)
    assert room.v == 0
    await paper.pass_time(room, 1)
    assert room.v == 1
    assert paper.players.asked == [(1, "casual")]


async def test_a_bot_does_not_make_people_wait_for_one_more_bid() -> None:
    paper = Paper(pause=1500)
    room, (a,) = await paper.table("goodge", 1, 2)
    while 0 not in room.playing().actors:
        await paper.pass_time(room, 1500)
    before = room.v
    await paper.move(room, a, a.asked()[1][1])  # the lowest bid
    await paper.pass_time(room, 499)
    assert room.v == before + 1
    await paper.pass_time(room, 1)
    assert room.v == before + 2


class Broken(MemoryStore):
    """A store that refuses while `broken` is set."""

    broken: Exception | None = None

    async def append(self, table_id: str, moves: Sequence[MoveRow], row: Row | None = None) -> None:
        if self.broken is not None:
            raise self.broken
        await super().append(table_id, moves, row)


async def test_a_bot_answers_at_once_for_somebody_who_was_asked_and_left() -> None:
    paper = Paper()
    room, readers = await paper.table("goats", 2, options={"bonus": False})
    await paper.move(room, readers[1], "bid 3")
    assert room.playing().actors == [0]
    await paper.say(room, readers[0], Stand())
    await paper.pass_time(room, 1000)
    assert [entry[0] for entry in room.playing().record()["moves"][:2]] == [1, 0]


async def test_what_cannot_be_stored_did_not_happen_and_nobody_hears_of_it() -> None:
    store = Broken()
    paper = Paper(store)
    room, (a, b) = await paper.table("goats", 2, options=SMALL)
    b.new()
    store.broken = Unavailable("disk full")
    answer = await paper.move(room, a, "bid 3")
    assert (answer["t"], answer["code"]) == ("refused", "storage")
    assert b.new() == []
    assert room.v == 0
    assert room.playing().moves(0) == ["bid 1", "bid 2", "bid 3"]
    store.broken = None
    assert (await paper.move(room, a, "bid 3"))["t"] == "ack"


async def test_bots_try_again_when_the_store_is_back() -> None:
    store = Broken()
    paper = Paper(store)
    room, (a,) = await paper.table("goats", 1, 1, options=SMALL)
    store.broken = Unavailable("disk full")
    await paper.pass_time(room, 10_000)
    assert room.v == 0
    store.broken = None
    await paper.pass_time(room, 10_000)
    assert room.v == 1


async def test_two_processes_on_one_table_agree() -> None:
    store = MemoryStore()
    one = Paper(store)
    two = Paper(store, one.bus)
    two.time = one.time
    room, (a, b) = await one.table("goats", 2, options=SMALL)
    other = await two.host.room(room.row.id)
    assert other is not None
    elsewhere = await two.join(other, b.person)
    await one.move(room, a, "bid 3")
    await two.quiet(other)
    assert other.v == 1
    assert elsewhere.last("step")["v"] == 1
    await two.move(other, elsewhere, "bid 1")
    await one.quiet(room)
    assert room.v == other.v == 2
    assert a.last("step")["view"]["players"] == elsewhere.last("step")["view"]["players"]


async def test_a_worker_that_missed_a_move_finds_it_by_the_conflict() -> None:
    store = MemoryStore()
    one = Paper(store)
    two = Paper(store)  # another bus: these processes do not hear each other
    room, (a, b) = await one.table("goats", 2, options=SMALL)
    other = await two.host.room(room.row.id)
    assert other is not None
    elsewhere = await two.join(other, b.person)
    await one.move(room, a, "bid 3")
    assert (await two.move(other, elsewhere, "bid 1"))["t"] == "ack", "an answer to the same question counts too"
    assert other.v == 2
    with pytest.raises(Conflict):
        await store.append(room.row.id, [MoveRow(2, 0, "again", 0, "")])


async def test_by_mail_matches_survive_a_restart_and_say_whose_turn_it_is() -> None:
    store = MemoryStore()
    paper = Paper(store)
    room, (a, b) = await paper.table("goats", 2, options=SMALL, pace=Pace(kind="mail"))
    await paper.move(room, a, "bid 3")
    row = await store.table(room.row.id)
    assert row is not None
    assert row.due is not None
    after = Paper(store)
    after.time = type(after.time)(paper.time.now())
    after.host.time = after.time
    again = await after.host.room(room.row.id)
    assert again is not None
    assert again.v == 1
    assert again.body.turn == [1]
    back = await after.join(again, b.person)
    assert back.last("state")["actors"] == [1]
