"""What every store promises, asked of all of them."""

import asyncio

import msgspec
import pytest

from hoofspiel.store.port import Act, Ban, ChatRow, Conflict, MoveRow, Person, Session, Store, TableRow


def a_table(table_id: str = "abcdefgh", **more: object) -> TableRow:
    row = TableRow(
        id=table_id,
        game="any",
        state="open",
        public=True,
        created=1,
        changed=1,
        revision=1,
        due=None,
        ended=None,
        secret="0" * 64,
        body=b"{}",
        sitters=[("ada", 0)],
    )
    return msgspec.structs.replace(row, **more)


async def test_a_person_is_found_by_the_hash_of_the_token(store: Store) -> None:
    await store.add_person(Person("ada", "Ada"), Session("h1", 5))
    assert await store.person_of("h1") == Person("ada", "Ada")
    assert await store.person_of("h2") is None


async def test_a_new_session_may_end_the_old_one(store: Store) -> None:
    await store.add_person(Person("ada", "Ada"), Session("h1", 5))
    await store.add_session("ada", Session("h2", 6), instead_of="h1")
    assert await store.person_of("h1") is None
    assert await store.person_of("h2") == Person("ada", "Ada")
    await store.drop_session("h2")
    assert await store.person_of("h2") is None


async def test_an_account_name_belongs_to_one_person(store: Store) -> None:
    await store.add_person(Person("ada", "Ada"), Session("h1", 5))
    await store.add_person(Person("bob", "Bob"), Session("h2", 5))
    await store.claim(Person("ada", "Ada", "ada"), "hash", Session("h3", 6))
    with pytest.raises(Conflict):
        await store.claim(Person("bob", "ADA", "ada"), "other", Session("h4", 6))
    with pytest.raises(Conflict):
        await store.claim(Person("ada", "Ada2", "ada2"), "other", Session("h5", 6))
    assert await store.account("ada") == (Person("ada", "Ada", "ada"), "hash")
    assert await store.account("bob") is None


async def test_an_account_ends_every_token_of_before(store: Store) -> None:
    await store.add_person(Person("ada", "Ada"), Session("h1", 5))
    await store.claim(Person("ada", "Ada", "ada"), "hash", Session("h2", 6))
    assert [await store.person_of(token) is None for token in ("h1", "h2")] == [True, False]
    await store.set_password("ada", "other", Session("h3", 7))
    assert [await store.person_of(token) is None for token in ("h2", "h3")] == [True, False]
    assert await store.account("ada") == (Person("ada", "Ada", "ada"), "other")
    await store.end_sessions("ada")
    assert await store.sessions_of("ada") == []


async def test_a_password_hashed_anew_signs_nobody_out_and_never_brings_an_old_one_back(store: Store) -> None:
    await store.add_person(Person("ada", "Ada"), Session("h1", 5))
    await store.claim(Person("ada", "Ada", "ada"), "hash", Session("h2", 6))
    await store.rehash("ada", "hash", "better hash")
    assert await store.account("ada") == (Person("ada", "Ada", "ada"), "better hash")
    assert await store.person_of("h2") is not None
    await store.rehash("ada", "hash", "too late")
    assert await store.account("ada") == (Person("ada", "Ada", "ada"), "better hash")


async def test_an_account_that_looks_like_another_is_refused(store: Store) -> None:
    for person in ("ada", "eve"):
        await store.add_person(Person(person, person), Session(person, 5))
    await store.claim(Person("ada", "Ada", "ada"), "hash", Session("h2", 6))
    with pytest.raises(Conflict):
        await store.claim(Person("eve", "\u0410da", "\u0430da"), "other", Session("h4", 6))
    assert await store.looks_like("AD\u0430") == ["ada"]
    await store.rename("ada", "Zed")
    assert await store.looks_like("ada") == await store.looks_like("zed") == ["ada"]
    assert await store.person_of("eve") == Person("eve", "eve")


async def test_devices_are_known_by_when_they_were_here(store: Store) -> None:
    await store.add_person(Person("ada", "Ada"), Session("h1", 5, "Firefox on Linux"))
    await store.add_session("ada", Session("h2", 6, "A program", 6, host_only=True), instead_of=None)
    await store.saw_session("h1", 9, "Firefox on Mac", host_only=False)
    await store.saw_session("h2", 8, "A program", host_only=False)
    found = await store.sessions_of("ada")
    assert found == [
        Session("h1", 5, "Firefox on Mac", 9),
        Session("h2", 6, "A program", 8, host_only=True),
    ]
    assert await store.session("h2") == found[1]
    assert await store.born("ada") == 5


async def test_bans_and_what_operators_did_are_kept(store: Store) -> None:
    await store.ban(Ban("person:eve", "shouting", 5, 9))
    await store.ban(Ban("person:eve", "shouting again", 6))
    assert await store.bans() == [Ban("person:eve", "shouting again", 6)]
    assert [await store.unban("person:eve"), await store.unban("person:eve")] == [True, False]
    for n in range(3):
        await store.note_act(Act(n, "192.0.2.1", "ban", "person:eve", "done"))
    assert [act.at for act in await store.acts(2)] == [2, 1]


async def test_a_table_is_closed_or_deleted_with_all_it_has(store: Store) -> None:
    await store.add_table(a_table(code="CDFGH"))
    await store.append("abcdefgh", [MoveRow(1, 0, "bid 1", 0, "")])
    await store.say("abcdefgh", ChatRow(1, "ada", "Ada", 0, "hello", 7))
    await store.add_review("abcdefgh", 0, "playouts-1-aa", b"{}")
    assert [await store.close_table("abcdefgh", 9), await store.close_table("abcdefgh", 9)] == [True, False]
    assert await store.table_with("CDFGH") is None
    assert await store.tables(("open", "running")) == []
    assert len(await store.moves("abcdefgh")) == 1
    assert [await store.delete_table("abcdefgh"), await store.delete_table("abcdefgh")] == [True, False]
    assert await store.moves("abcdefgh") == []
    assert await store.chat("abcdefgh", 5) == []
    assert await store.review("abcdefgh", 0, "playouts-1-aa") is None


async def test_a_review_is_kept_once_for_each_seat_and_value_function(store: Store) -> None:
    await store.add_table(a_table())
    for seat, value in ((0, "one"), (1, "one"), (0, "two")):
        await store.add_review("abcdefgh", seat, value, f"{seat} {value}".encode())
    with pytest.raises(Conflict):
        await store.add_review("abcdefgh", 0, "one", b"another")
    assert await store.review("abcdefgh", 0, "one") == b"0 one"
    assert await store.review("abcdefgh", 0, "two") == b"0 two"
    assert await store.review("abcdefgh", 2, "one") is None
    await store.forget_match("abcdefgh")
    assert await store.review("abcdefgh", 1, "one") is None


async def test_a_forgotten_person_is_gone_from_everywhere(store: Store) -> None:
    await store.add_person(Person("ada", "Ada"), Session("h1", 5))
    await store.add_table(a_table())
    await store.say("abcdefgh", ChatRow(1, "ada", "Ada", 0, "hello", 7))
    await store.forget_person("ada")
    assert await store.person_of("h1") is None
    assert await store.chat("abcdefgh", 10) == []
    assert await store.tables_of("ada", ("open",), 10) == []


async def test_a_table_comes_back_as_it_was_saved(store: Store) -> None:
    await store.add_table(a_table())
    changed = a_table(state="running", changed=9, revision=2, due=77, body=b'{"x":1}', sitters=[("bob", 1)])
    await store.save_table(changed)
    assert await store.table("abcdefgh") == changed
    assert [row.id for row in await store.tables(("running",))] == ["abcdefgh"]
    assert await store.tables(("open",)) == []
    assert [row.id for row in await store.tables_of("bob", ("running",), 5)] == ["abcdefgh"]
    assert await store.tables_of("ada", ("running",), 5) == []
    assert await store.table("nothing") is None


async def test_a_table_is_read_whole_in_one_go(store: Store) -> None:
    await store.add_table(a_table())
    assert await store.whole("abcdefgh") == (a_table(), [], 0)
    await store.append("abcdefgh", [MoveRow(1, 0, "bid 7", 12, "k")])
    await store.say("abcdefgh", ChatRow(4, "ada", "Ada", 0, "hello", 7))
    assert await store.whole("abcdefgh") == (a_table(), [MoveRow(1, 0, "bid 7", 12, "k")], 4)
    assert await store.whole("nothing") is None


async def test_of_two_changes_to_one_revision_the_second_is_refused(store: Store) -> None:
    await store.add_table(a_table())
    await store.save_table(a_table(revision=2, body=b"first"))
    with pytest.raises(Conflict):
        await store.save_table(a_table(revision=2, body=b"second"))
    found = await store.table("abcdefgh")
    assert found is not None
    assert found.body == b"first"


async def test_a_number_of_a_match_is_given_once(store: Store) -> None:
    await store.append("t", [MoveRow(1, 0, "bid 7", 12, "k"), MoveRow(2, 1, "bid 3", 13, "")])
    with pytest.raises(Conflict):
        await store.append("t", [MoveRow(2, 2, "bid 9", 14, "")])
    await store.append("t", [MoveRow(3, -1, "time", 99, "")])
    assert [(m.seq, m.seat, m.move, m.at, m.key) for m in await store.moves("t")] == [
        (1, 0, "bid 7", 12, "k"),
        (2, 1, "bid 3", 13, ""),
        (3, -1, "time", 99, ""),
    ]
    assert [m.seq for m in await store.moves("t", after=2)] == [3]
    await store.forget_match("t")
    assert await store.moves("t") == []


async def test_a_move_and_the_table_it_changes_are_stored_together_or_not_at_all(store: Store) -> None:
    await store.add_table(a_table())
    await store.append("abcdefgh", [MoveRow(1, 0, "a", 0, "")], a_table(revision=2, state="over"))
    with pytest.raises(Conflict):
        await store.append("abcdefgh", [MoveRow(2, 0, "b", 0, "")], a_table(revision=2, state="running"))
    assert len(await store.moves("abcdefgh")) == 1
    found = await store.table("abcdefgh")
    assert found is not None
    assert found.state == "over"


async def test_one_conflict_spoils_nothing_for_those_who_write_at_the_same_time(store: Store) -> None:
    await store.append("t0", [MoveRow(1, 0, "first", 0, "")])
    writes = [store.append(f"t{n}", [MoveRow(1, 0, "again", 0, "")]) for n in range(100)]
    outcomes = await asyncio.gather(*writes, return_exceptions=True)
    assert [n for n, outcome in enumerate(outcomes) if outcome is not None] == [0]
    assert isinstance(outcomes[0], Conflict)
    for n in range(1, 100):
        assert [m.move for m in await store.moves(f"t{n}")] == ["again"]


async def test_chat_comes_back_in_order_the_latest_lines(store: Store) -> None:
    for n in range(1, 6):
        await store.say("t", ChatRow(n, "ada", "Ada", -1, f"line {n}", n))
    assert [line.text for line in await store.chat("t", 3)] == ["line 3", "line 4", "line 5"]


async def test_a_code_belongs_to_one_table_and_is_free_again_when_given_back(store: Store) -> None:
    await store.add_table(a_table("first", code="CDFGH"))
    with pytest.raises(Conflict):
        await store.add_table(a_table("second", code="CDFGH"))
    assert await store.table("second") is None
    assert await store.table_with("CDFGH") == "first"
    await store.save_table(a_table("first", revision=2, state="running", code=None))
    assert await store.table_with("CDFGH") is None
    await store.add_table(a_table("second", code="CDFGH"))
    assert await store.table_with("CDFGH") == "second"


async def test_any_number_of_tables_may_have_no_code(store: Store) -> None:
    for table_id in ("first", "second"):
        await store.add_table(a_table(table_id))
    assert {row.code for row in await store.tables(["open"])} == {None}
