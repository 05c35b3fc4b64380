"""Tables without a server: whole matches through the one door, whose records anybody can check."""

import asyncio
import itertools
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hoofspiel.cli import main
from hoofspiel.kernel.catalog import games
from hoofspiel.kernel.match import Match
from hoofspiel.live.testing import PaperTime, default_seats
from hoofspiel.offline import Door, Line

SHORT: dict[str, dict[str, Any]] = {"goats": {"cards": 4, "rounds": 2}, "goodge": {"target": 50}}
SHORT["taco"] = {"easy_win": True, "short_deal": True, "tempo": "fast"}
SECRET = f"{77:064x}"
MOST = 20_000


class Page:
    """What a page does: asks, connects, answers what it is asked."""

    def __init__(self, slug: str = "goats") -> None:
        self.slug = slug
        self.chance, self.ids = Random(6), itertools.count(1)
        self.time = PaperTime()
        self.door = Door("Ada", secret=lambda: SECRET, time=self.time)
        self.told: list[dict[str, Any]] = []

    async def ask(self, method: str, address: str, body: dict[str, Any] | None = None) -> tuple[int, Any]:
        status, told = await self.door.ask(method, address, b"" if body is None else json.dumps(body).encode())
        return status, json.loads(told)

    async def make(self) -> str:
        slug = self.slug
        options = {**games()[slug].live_options, **SHORT.get(slug, {})}
        table = {"game": slug, "seats": default_seats(slug), "options": options, "clock": {"kind": "none"}}
        status, made = await self.ask("POST", "/api/tables", {**table, "bots": "casual", "start": True})
        assert status == 201
        return str(made["id"])

    async def line(self, table: str, since: int | None = None) -> Line:
        line = await self.door.connect(table, lambda frame: self.told.append(json.loads(frame)), since=since)
        assert isinstance(line, Line)
        await self.quiet()
        return line

    async def quiet(self) -> None:
        for _ in range(40):
            await asyncio.sleep(0)

    def last(self, *kinds: str) -> dict[str, Any]:
        return next(message for message in reversed(self.told) if message["t"] in kinds)

    async def play_on(self, line: Line, done: Callable[[], bool]) -> None:
        """Answer at random; where nothing is asked, let time pass to the next thing that is due."""
        for _ in range(MOST):
            if done():
                return
            scene = self.last("state", "step")
            if scene["moves"]:
                move = {"t": "move", "id": f"m{next(self.ids)}", "asked": scene["asked"]}
                timed = {"rt_ms": 400, "seen": scene["v"]} if games()[self.slug].timed else {}
                line.hear(json.dumps({**move, "move": self.chance.choice(scene["moves"]), **timed}))
                await self.quiet()
            due = self.time.next_at()
            if due is not None and (self.last("state", "step") is scene or not scene["moves"]):
                self.time.jump(due)
            await self.quiet()
        raise AssertionError("the match does not end")


@pytest.mark.parametrize("slug", games())
async def test_a_whole_match_is_played_left_resumed_and_its_record_verifies(slug: str, tmp_path: Path) -> None:
    page = Page(slug)
    table = await page.make()
    line = await page.line(table)
    assert page.told[0]["t"] == "welcome"
    await page.play_on(line, lambda: page.last("state", "step")["v"] > 6)
    assert (await page.ask("GET", f"/api/tables/{table}/record"))[1]["error"] == "not_over"
    line.close()
    line = await page.line(table, since=page.last("state", "step")["v"])
    if games()[slug].timed:  # whoever presses at random never gets rid of their cards: a bot plays on
        line.hear(json.dumps({"t": "stand"}))
    await page.play_on(line, lambda: page.last("state", "step", "over")["t"] == "over")

    status, record = await page.ask("GET", f"/api/tables/{table}/record")
    assert status == 200
    assert Match.from_record(record).points == record["result"]["points"] == page.last("over")["points"]
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    assert main(["verify", str(file)]) == 0
    status, replay = await page.ask("GET", f"/api/tables/{table}/replay?seat=0")
    assert (status, replay["over"], len(replay["steps"])) == (200, True, len(record["moves"]) + 1)


async def test_a_hint_a_name_the_games_and_what_needs_a_server() -> None:
    page = Page()
    assert [game["slug"] for game in (await page.ask("GET", "/api/games"))[1]["games"]] == list(games())
    assert (await page.ask("POST", "/api/me", {"name": "Mia"}))[1]["name"] == "Mia"
    table = await page.make()
    await page.line(table)
    assert page.told[0]["name"] == "Mia"
    hint = (await page.ask("GET", f"/api/tables/{table}/hint"))[1]
    assert hint["move"] in page.last("state")["moves"]
    assert [line["id"] for line in (await page.ask("GET", "/api/me"))[1]["tables"]] == [table]
    assert (await page.ask("GET", f"/api/tables/{table}/replay?seat=1"))[1]["error"] == "not_yours"
    assert (await page.ask("GET", "/api/me/devices"))[0] == 404
    assert (await page.ask("POST", "/api/tables", {"game": "whist", "seats": 3}))[1]["error"] == "bad_table"
    assert await page.door.connect("nowhere1", lambda frame: None) == 4404


async def test_bots_are_asked_about_guesses_by_whoever_thinks() -> None:
    asked: list[dict[str, Any]] = []

    async def thinks(question: dict[str, Any], seconds: float, whose: tuple[str, str]) -> dict[str, Any] | None:
        asked.append(question)
        return None

    page = Page()
    page.door.bench.elsewhere = thinks
    await page.line(await page.make())
    await page.quiet()
    assert {question["seat"] for question in asked} == {1, 2}
    assert json.dumps(asked)


def test_the_door_needs_no_package_but_msgspec() -> None:
    """A browser has no sockets, processes or compiled packages to offer."""
    code = "import sys, hoofspiel.offline; print(*{name.partition('.')[0] for name in sys.modules})"
    loaded = set(subprocess.check_output([sys.executable, "-c", code], text=True).split())
    assert not loaded & {"starlette", "uvicorn", "sqlalchemy", "argon2", "alembic", "numba", "rich", "nats"}
