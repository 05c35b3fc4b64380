"""A table around one screen in two worlds that differ only in what is hidden.

One page plays; both are told the same of what everybody may know. What a seat alone may know, the other page is told as
it would be in a position that another seat could not tell from the true one.
"""

import asyncio
import json
from queue import Empty, SimpleQueue
from random import Random
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Page, WebSocketRoute

from hoofspiel.live.room import Room
from hoofspiel.offline import Door, Line

TABLE = "pqrstuvw2345"
SECRET = f"{79:064x}"
THIS, OTHER = "this", "other"
SCENES = ("state", "step")


class TwoWorlds:
    """The table, in a thread of its own because a driven browser has the loop of this one."""

    def __init__(self, slug: str, people: list[str], options: dict[str, Any]) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.moved: dict[str, dict[str, Any]] = {}
        """what each page would play, until both have chosen"""
        self._frames: SimpleQueue[tuple[str, str]] = SimpleQueue()
        self._routes: dict[str, WebSocketRoute] = {}
        self._lines: dict[str, Line] = {}
        self._offered: dict[str, list[str]] = {}
        self._whispers: dict[str, list[dict[str, Any]]] = {}
        self._chance = Random(3)
        self._last = ""
        """the id by which the other world knows its newest move"""
        self.room: Room = self._run(self._begin(slug, people, options))

    def _run(self, what: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(what, self.loop).result(60)

    async def _begin(self, slug: str, people: list[str], options: dict[str, Any]) -> Room:
        self.door = Door("Ada", secret=lambda: SECRET, pace=0)
        self.door.host.new_tables.named = lambda: TABLE
        table = {"game": slug, "seats": len(people), "around": people, "options": options, "start": True}
        answer = await self.door.ask("POST", "/api/tables", json.dumps({**table, "clock": {"kind": "none"}}).encode())
        assert answer.status == 201, answer.body
        return await self.door.room(TABLE)

    def close(self) -> None:
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()

    # --- the lines of both pages ---

    def attach(self, world: str, page: Page) -> None:
        page.route_web_socket("**/ws/table/**", lambda route: self._connected(world, route))

    def _connected(self, world: str, route: WebSocketRoute) -> None:
        self._routes[world] = route
        since = parse_qs(urlsplit(route.url).query).get("v")
        route.on_message(lambda text: self._heard(world, str(text)))
        self._run(self._connect(world, int(since[0]) if since else None))

    async def _connect(self, world: str, since: int | None) -> None:
        if world in self._lines:
            self._lines.pop(world).close()
        line = await self.door.connect(TABLE, lambda frame: self._tell(world, frame), since=since)
        assert isinstance(line, Line)
        self._lines[world] = line

    def _heard(self, world: str, text: str) -> None:
        """Only a move that is offered counts; it goes on when both have chosen."""
        said = json.loads(text)
        if said["t"] == "move" and said["move"] in self._offered[world]:
            self.moved.setdefault(world, said)

    def _tell(self, world: str, frame: str) -> None:
        told = json.loads(frame)
        if told["t"] == "ack":
            self._frames.put((OTHER, json.dumps({**told, "id": self._last})))
        if told["t"] in SCENES and world == OTHER:
            self._change(told)
        if told["t"] in SCENES:
            self._offered[world] = [move for one in (told, *(told.get("also") or ())) for move in one["moves"]]
        self._frames.put((world, json.dumps(told)))

    def pump(self) -> None:
        """What was told arrives at the pages."""
        self._run(self._quiet())
        while True:
            try:
                world, frame = self._frames.get_nowait()
            except Empty:
                return
            self._routes[world].send(frame)

    async def _quiet(self) -> None:
        for _ in range(60):
            await asyncio.sleep(0)

    def play(self) -> None:
        """The true choice is made, in both worlds."""
        self._last = self.moved[OTHER]["id"]
        said = json.dumps(self.moved[THIS])
        self.moved.clear()
        self.loop.call_soon_threadsafe(self._lines[THIS].hear, said)
        self.pump()

    # --- the other world ---

    def _change(self, told: dict[str, Any]) -> None:
        for one in (told, *(told.get("also") or ())):
            one["view"], one["moves"] = self._seen(one.get("seat", 0), asked=bool(one["moves"]))
        key = "events" if "events" in told else "log"
        told[key] = [self._whisper(event) if "only" in event else event for event in told[key]]

    def _seen(self, seat: int, *, asked: bool) -> tuple[Any, list[str]]:
        """What a seat would see and could play, if another seat's knowledge were all that is sure."""
        match = self.room.state.match
        assert match is not None
        truth = match.position
        match.position = match.guess((seat + 1) % match.seats, self._chance.randrange(2**30))
        match.refresh()
        seen = match.game.view(match.position, seat), match.moves(seat) if asked else []
        match.position = truth
        match.refresh()
        return seen

    def _whisper(self, event: dict[str, Any]) -> dict[str, Any]:
        """Something else of the same kind that was whispered before, to anybody."""
        known = self._whispers.setdefault(event["event"], [])
        if event not in known:
            known.append(event)
        return {**self._chance.choice(known), "only": event["only"]}
