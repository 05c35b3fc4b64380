"""Two processes that lost sight of each other: whoever looks through the link between them is heard again at once."""

from typing import Any

import pytest

from hoofspiel.live.far import FarTable
from tests.live.test_owner import Processes, fleet, table


async def test_a_process_that_has_slept_learns_at_once_that_others_gave_its_people_up() -> None:
    both = await Processes().start()
    room, (ada, bob) = await table(both)
    there = await both.come(both.two, room.row.id, bob.person)
    for _ in range(5):
        both.time.jump(both.time.now() + 1000)
        fleet(both.one).links.beat()
        await both.quiet()
    assert there.reader in both.two.sent_away
    again = await both.come(both.two, room.row.id, bob.person)
    assert (await again.move("bid 2"))["t"] == "ack"


async def test_a_process_under_another_name_is_heard_at_once() -> None:
    both = await Processes().start()
    room, (ada, bob) = await table(both)
    there = await both.come(both.two, room.row.id, bob.person)
    await fleet(both.two)._enter()
    assert there.reader in both.two.sent_away
    again = await both.come(both.two, room.row.id, bob.person)
    assert (await again.move("bid 2"))["t"] == "ack"


async def test_who_comes_to_a_table_of_another_process_only_looks_who_owns_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trying to own it locks and writes: when hundreds come back at once, that kept all of them waiting."""
    both = await Processes().start()
    room, (_, bob) = await table(both)
    tried: list[str] = []
    take = both.leases.take

    async def noted(worker: str, table_id: str) -> Any:
        tried.append(table_id)
        return await take(worker, table_id)

    monkeypatch.setattr(both.leases, "take", noted)
    assert isinstance((await both.come(both.two, room.row.id, bob.person)).place, FarTable)
    assert tried == []
