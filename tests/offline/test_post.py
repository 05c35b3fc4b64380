"""A page and the worker behind it: matches go on after everything was closed, and while nothing can be kept."""

import asyncio
import itertools
import json
from collections.abc import Callable
from functools import partial
from typing import Any

from hoofspiel.live.testing import default_seats
from hoofspiel.offline import Post

SECRET = f"{78:064x}"
SHORT = {"cards": 4, "rounds": 2, "bonus": False}


class Device:
    """What is kept between visits; `full` refuses to keep more."""

    def __init__(self, kept: dict[str, str] | None = None) -> None:
        self.kept = kept or {}
        self.full = False

    async def keep(self, changes: dict[str, str | None]) -> None:
        if self.full:
            raise OSError("QuotaExceededError")
        for key, value in changes.items():
            if value is None:
                self.kept.pop(key, None)
            else:
                self.kept[key] = value


class Page:
    """One visit."""

    def __init__(self, device: Device) -> None:
        self.device = device
        self.told: list[dict[str, Any]] = []
        self.numbers = itertools.count(1)

    async def open(self) -> "Page":
        self.post = await Post.open(
            json.dumps(self.device.kept), self.device.keep, lambda text: self.told.append(json.loads(text)), pace=0,
            secret=lambda: SECRET, thinks=None,
        )  # fmt: skip
        return self

    async def until(self, found: Callable[[], Any]) -> Any:
        while not (what := found()):
            await asyncio.sleep(0.001)
        return what

    async def ask(self, method: str, address: str, body: dict[str, Any] | None = None) -> tuple[int, Any]:
        n = next(self.numbers)
        self.post.take(json.dumps({"n": n, "ask": [method, address, "" if body is None else json.dumps(body)]}))
        told = await self.until(lambda: next((one for one in self.told if one.get("n") == n), None))
        return told["status"], json.loads(told["body"])

    async def make(self) -> str:
        await self.ask("POST", "/api/me", {"name": "Ada"})
        table = {"game": "goats", "seats": default_seats("goats"), "options": SHORT, "clock": {"kind": "none"}}
        status, made = await self.ask("POST", "/api/tables", {**table, "bots": "novice", "start": True})
        assert status == 201
        return str(made["id"])

    def frames(self, line: int) -> list[dict[str, Any]]:
        return [json.loads(one["frame"]) for one in self.told if one.get("line") == line and "frame" in one]

    def scene(self, line: int) -> dict[str, Any]:
        return next((one for one in reversed(self.frames(line)) if one["t"] in ("state", "step", "over")), {"t": ""})

    async def sit(self, table: str) -> int:
        line = next(self.numbers)
        self.post.take(json.dumps({"line": line, "connect": [table, None, False]}))
        await self.until(lambda: self.scene(line)["t"])
        return line

    def _later(self, line: int, scene: dict[str, Any]) -> bool:
        return self.scene(line) != scene

    async def play(self, line: int, moves: int) -> None:
        """Play so many moves, or to the end."""
        for _ in range(moves):
            scene = await self.until(lambda: (one := self.scene(line)) and (one["t"] == "over" or one["moves"]) and one)
            if scene["t"] == "over":
                return
            said = {
                "t": "move",
                "id": f"{id(self)}-{next(self.numbers)}",
                "asked": scene["asked"],
                "move": scene["moves"][0],
            }
            self.post.take(json.dumps({"line": line, "say": json.dumps(said)}))
            await self.until(partial(self._later, line, scene))


async def test_a_match_goes_on_where_it_was_after_everything_was_closed() -> None:
    device = Device()
    page = await Page(device).open()
    table = await page.make()
    assert table.startswith("l")
    line = await page.sit(table)
    await page.play(line, 3)
    mine = json.loads(device.kept["mine"])["mine"]
    assert [own["id"] for own in mine] == [table]
    seen = page.scene(line)["v"]

    again = await Page(Device(dict(device.kept))).open()  # the tab was killed: nobody closed anything
    line = await again.sit(table)
    assert again.frames(line)[0]["name"] == "Ada"
    assert again.scene(line)["v"] >= seen > 0
    await again.play(line, 100)
    status, record = await again.ask("GET", f"/api/tables/{table}/record")
    assert (status, record["result"]["points"]) == (200, again.scene(line)["points"])
    past = (await again.ask("GET", "/api/me/history"))[1]["matches"]
    assert [(one["id"], one["seat"]) for one in past] == [(table, 0)]


async def test_a_full_device_says_so_and_keeps_everything_once_there_is_room() -> None:
    device = Device()
    page = await Page(device).open()
    table = await page.make()
    line = await page.sit(table)
    device.full = True
    await page.play(line, 2)
    assert {"unkept": True} in page.told
    device.full = False
    await page.play(line, 2)
    assert page.told.count({"unkept": False}) == 1

    again = await Page(Device(dict(device.kept))).open()
    line = await again.sit(table)
    await again.play(line, 100)
    assert (await again.ask("GET", f"/api/tables/{table}/record"))[0] == 200


async def test_what_cannot_be_read_does_not_stop_the_rest() -> None:
    device = Device()
    page = await Page(device).open()
    table = await page.make()
    device.kept["table/lbroken"] = "{"
    again = await Page(Device(dict(device.kept))).open()
    assert (await again.ask("GET", "/api/tables/lbroken"))[0] == 404
    assert (await again.ask("GET", f"/api/tables/{table}"))[0] == 200


async def test_where_moves_cannot_be_read_a_match_goes_on_from_before_them() -> None:
    device = Device()
    page = await Page(device).open()
    table = await page.make()
    await page.play(await page.sit(table), 4)
    moves = sorted(key for key in device.kept if key.startswith("moves/"))
    device.kept[moves[len(moves) // 2]] = "{"

    again = await Page(device).open()
    line = await again.sit(table)
    assert 0 < again.scene(line)["v"] < len(moves)
    await again.play(line, 100)
    record = (await again.ask("GET", f"/api/tables/{table}/record"))[1]

    later = await Page(Device(dict(device.kept))).open()  # and nothing of before is mixed into it
    assert (await later.ask("GET", f"/api/tables/{table}/record"))[1] == record


async def test_a_page_that_leaves_while_it_is_being_connected_leaves_nothing_behind() -> None:
    page = await Page(Device()).open()
    table = await page.make()
    page.post.take(json.dumps({"line": 7, "connect": [table, None, False]}))
    page.post.take(json.dumps({"line": 7, "say": json.dumps({"t": "pause", "on": True})}))
    page.post.take(json.dumps({"line": 7, "close": True}))
    page.post.take(json.dumps({"line": 8, "connect": ["lnowhere", None, False]}))
    await page.until(lambda: {"line": 8, "closed": 4404} in page.told)
    room = await page.post.door.room(table)
    await page.until(lambda: not room.crowd.readers)
