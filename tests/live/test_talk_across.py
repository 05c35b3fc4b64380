"""Two processes, one table: what is said and signed in one is heard in the other."""

import asyncio

from hoofspiel.bus.memory import MemoryBus
from hoofspiel.live import messages as m
from hoofspiel.live.room import Room
from hoofspiel.live.testing import Paper, PaperReader
from hoofspiel.store.memory import MemoryStore


class TwoHosts:
    """Ada at one process, Bob and a watcher at the other."""

    def __init__(self) -> None:
        store, bus = MemoryStore(), MemoryBus()
        self.one, self.two = Paper(store, bus), Paper(store, bus)

    async def open(self) -> "TwoHosts":
        self.here, (self.ada, seated) = await self.one.table("goats", 2)
        found = await self.two.host.room(self.here.row.id)
        assert found is not None
        self.there: Room = found
        self.bob: PaperReader = await self.two.join(found, seated.person)
        self.watcher: PaperReader = await self.two.join(found, self.two.person("Wat"))
        return self

    async def quiet(self) -> None:
        for _ in range(3):
            await self.one.quiet(self.here)
            await self.two.quiet(self.there)


async def test_chat_and_signs_cross_over_once_and_the_same() -> None:
    both = await TwoHosts().open()
    both.one.ask(both.here, both.ada, m.Say("hello there"))
    both.two.ask(both.there, both.bob, m.Emote("baa"))
    await both.quiet()
    for reader in (both.ada, both.bob, both.watcher):
        (line,) = (told["line"] for told in reader.all("chat"))
        assert (line["n"], line["text"], line["seat"]) == (1, "hello there", 0)
        (sign,) = reader.all("emote")
        assert (sign["person"], sign["seat"], sign["emote"]) == (both.bob.person.id, 1, "baa")


async def test_two_who_speak_at_once_are_both_heard_by_all_in_one_order() -> None:
    both = await TwoHosts().open()
    for n in range(3):
        both.one.ask(both.here, both.ada, m.Say(f"ada {n}"))
        both.two.ask(both.there, both.bob, m.Say(f"bob {n}"))
    await both.quiet()
    heard = [[(told["line"]["n"], told["line"]["text"]) for told in reader.all("chat")]
             for reader in (both.ada, both.bob, both.watcher)]  # fmt: skip
    assert heard[0] == heard[1] == heard[2]
    assert [n for n, _ in heard[0]] == [1, 2, 3, 4, 5, 6]
    assert sorted(text for _, text in heard[0]) == ["ada 0", "ada 1", "ada 2", "bob 0", "bob 1", "bob 2"]


async def test_muting_holds_across() -> None:
    both = await TwoHosts().open()
    both.two.ask(both.there, both.bob, m.Mute(both.ada.person.id, on=True))
    await both.quiet()
    both.one.ask(both.here, both.ada, m.Say("can you hear me"))
    both.one.ask(both.here, both.ada, m.Emote("hurry"))
    await both.quiet()
    assert both.bob.all("chat") + both.bob.all("emote") == []
    assert len(both.watcher.all("chat") + both.watcher.all("emote")) == 2


async def test_a_kind_of_note_that_is_not_known_is_passed_over() -> None:
    both = await TwoHosts().open()
    await both.one.bus.publish(f"table.{both.here.row.id}", b"newer thing from tomorrow")
    await asyncio.sleep(0)
    assert both.here.mail.empty()
