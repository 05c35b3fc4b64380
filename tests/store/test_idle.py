"""What a store says of things nobody has touched for long, the same for every engine."""

from hoofspiel.store.port import Person, Session, Store, TableRow


def a_row(table_id: str, state: str, changed: int) -> TableRow:
    return TableRow(table_id, "goats", state, True, 1, changed, 1, None, None, "00", b"{}", [])  # noqa: FBT003


async def test_idle_tables_come_oldest_first_and_only_so_many(store: Store) -> None:
    for n, (state, changed) in enumerate([("open", 50), ("open", 10), ("running", 5), ("open", 30), ("open", 99)]):
        await store.add_table(a_row(f"table{n}", state, changed))
    assert [row.id for row in await store.idle_tables("open", 60, 9)] == ["table1", "table3", "table0"]
    assert [row.id for row in await store.idle_tables("open", 60, 2)] == ["table1", "table3"]
    assert [row.id for row in await store.idle_tables("running", 5, 9)] == []


async def test_idle_guests_have_no_account_and_no_device_that_was_here(store: Store) -> None:
    for name, seen in (("ada0", 10), ("bob0", 80), ("cleo", None)):
        await store.add_person(Person(name, name), Session(f"t-{name}", 10, "", seen))
    await store.add_person(Person("dora", "dora"), Session("t-dora", 10, "", 10))
    await store.claim(Person("dora", "dora", "dora"), "hash", Session("t-dora2", 10, "", 10))
    assert {person.id for person in await store.idle_guests(50, 9)} == {"ada0", "cleo"}
    assert len(await store.idle_guests(50, 1)) == 1
    assert await store.end_idle_sessions(50, 2) == 2
    assert await store.end_idle_sessions(50, 9) == 1
    assert await store.end_idle_sessions(50, 9) == 0
    assert await store.person_of("t-bob0") is not None
    assert {person.id for person in await store.idle_guests(50, 9)} == {"ada0", "cleo"}
