"""What a page and the worker behind it tell each other: requests and a table's frames, as lines of JSON.

page    {"n": 1, "ask": ["GET", "/api/games", ""]}      answered by {"n": 1, "status": 200, "body": "..."}
        {"line": 1, "connect": ["TABLE", VERSION or null, false]}
        {"line": 1, "say": "..."}                        a message of the table's protocol, and back by "frame"
        {"line": 1, "close": true}
worker  {"line": 1, "frame": "..."}, {"line": 1, "closed": 4404}
        {"lobby": "..."}                                 a message of the lobby's protocol: one's own tables
        {"unkept": true}                                 nothing can be kept on this device for now
"""

import asyncio
import json
import logging
from collections.abc import Callable
from typing import Any

from hoofspiel.background import Background
from hoofspiel.bots import worker
from hoofspiel.bots.bench import Elsewhere
from hoofspiel.live.new_tables import new_secret

from .door import Door, Line, new_person
from .kept import MINE, Keep, KeptStore

log = logging.getLogger("hoofspiel.offline")
FAILED = 500


async def think(question: dict[str, Any], seconds: float, whose: tuple[str, str]) -> dict[str, Any] | None:
    """A bot's answer, thought here and now: the page is elsewhere and does not wait for it."""
    await asyncio.sleep(0)
    try:
        return worker.answer(question)
    except Exception:  # a quick bot answers in its place
        log.exception("a bot could not think")
        return None


class Post:
    """One page's line to the tables of its device."""

    def __init__(self, door: Door, store: KeptStore, tell: Callable[[str], None]) -> None:
        self.door = door
        self._store = store
        self._tell = tell
        self._lines: dict[int, Line] = {}
        self._early: dict[int, list[str]] = {}
        """what was said on lines that are being connected"""
        self._background = Background()

    @classmethod
    async def open(
        cls,
        kept: str,
        keep: Keep,
        tell: Callable[[str], None],
        *,
        pace: float = 1.0,
        secret: Callable[[], str] = new_secret,
        thinks: Elsewhere | None = think,
    ) -> "Post":
        """The tables that were kept, as one JSON object of words."""
        store = KeptStore(keep, lambda on: tell(json.dumps({"unkept": on})))
        await store.read(json.loads(kept))
        known = store.person
        person = known or new_person("")
        door = Door(person=person, thinks=thinks, store=store, pace=pace, secret=secret)
        if known is None:
            await store.be(person)
        door.renamed = store.be
        post = cls(door, store, tell)
        await door.lobby.start([])
        door.lobby.visitors.add(_Home(post))
        return post

    def take(self, text: str) -> None:
        """A line from the page; answered later."""
        said = json.loads(text)
        if "ask" in said:
            self._background.run(self._answer(said["n"], *said["ask"]))
        elif "connect" in said:
            self._early[said["line"]] = []
            self._background.run(self._connect(said["line"], said["connect"]))
        elif "say" in said and said["line"] in self._lines:
            self._lines[said["line"]].hear(said["say"])
        elif "say" in said and said["line"] in self._early:
            self._early[said["line"]].append(said["say"])
        elif "close" in said:
            self._early.pop(said["line"], None)
            line = self._lines.pop(said["line"], None)
            if line is not None:
                line.close()

    async def _answer(self, n: int, method: str, address: str, body: str) -> None:
        try:
            status, told = await self.door.ask(method, address, body.encode())
        except Exception:
            log.exception("a request failed")
            status, told = FAILED, b'{"error":"failed","reason":"Something went wrong on this device."}'
        self._tell(json.dumps({"n": n, "status": status, "body": told.decode()}))

    async def _connect(self, n: int, wanted: tuple[str, int | None, bool]) -> None:
        table_id, since, screen = wanted
        line = await self.door.connect(
            table_id, lambda frame: self._tell(json.dumps({"line": n, "frame": frame})), since=since, screen=screen
        )
        early = self._early.pop(n, None)
        if isinstance(line, int):
            self._tell(json.dumps({"line": n, "closed": line}))
        elif early is None:  # the page has left again
            line.close()
        else:
            self._lines[n] = line
            for said in early:
                line.hear(said)

    def home(self, frame: str) -> None:
        self._tell(json.dumps({"lobby": frame}))
        self._background.run(self._store.note(MINE, frame))


class _Home:
    """The list of the user's own tables, which is kept so that a page can show it while nobody plays."""

    def __init__(self, post: Post) -> None:
        self._post = post

    @property
    def person_id(self) -> str | None:
        return self._post.door.person.id

    def tell(self, frame: bytes) -> None:
        if frame.startswith(b'{"t":"mine"'):
            self._post.home(frame.decode())
