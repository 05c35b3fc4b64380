"""Two processes that lost sight of each other: whoever looks through the link between them is heard again at once."""

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
