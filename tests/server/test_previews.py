"""What a chat shows of a link: whole, drawn and escaped, and never more than the table tells everybody."""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Literal

import httpx2
import pytest

from hoofspiel.live.words import Pace
from hoofspiel.server import app as server_app
from hoofspiel.server import pages as server_pages
from hoofspiel.server.games import game_infos
from hoofspiel.server.server import Server
from hoofspiel.server.settings import Settings
from hoofspiel.store.port import Person, TableRow

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "web/public/previews"
SITE = "http://127.0.0.1:8000"
ODD = '"><script>alert(1)</script>&amp;'


@pytest.fixture(autouse=True)
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The page as it is built, as far as these tests read it: with its head, and the pictures beside it."""
    (tmp_path / "index.html").write_bytes((ROOT / "web/index.html").read_bytes())
    shutil.copy(ROOT / "web/public/manifest.webmanifest", tmp_path)
    shutil.copytree(PICTURES, tmp_path / "previews")
    made = server_pages.pages(tmp_path)
    monkeypatch.setattr(server_app, "pages", lambda: made)
    return tmp_path


class Head(HTMLParser):
    """The page as a chat reads it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.said: dict[str, str] = {}
        self.scripts = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.scripts += tag == "script"
        name = found.get("property") or found.get("name")
        if tag == "meta" and name:
            assert name not in self.said or name == "theme-color", f"{name} is said twice"
            self.said[name] = found.get("content") or ""


@asynccontextmanager
async def serving(**settings: Any) -> AsyncIterator[tuple[httpx2.AsyncClient, Server]]:
    app, server = server_app.make_app(Settings(store="memory:", bot_workers=0, **settings))
    way: Any = httpx2.ASGITransport(app=app)
    async with server.running(), httpx2.AsyncClient(transport=way, base_url=SITE) as chat:
        yield chat, server


async def make(server: Server, host: str = "Ada", watch: Literal["all", "nobody"] = "all") -> TableRow:
    return await server.host.make_table(
        Person("ada12345", host), "goats", 3, options={}, pace=Pace(kind="none"), public=False, watch=watch,
        delay_seconds=0, sit=True, bots=None, start=False,
    )  # fmt: skip


async def said_at(
    chat: httpx2.AsyncClient, path: str, host: str | None = None, languages: str | None = None
) -> dict[str, str]:
    wanted = {"host": host, "accept-language": languages}
    answer = await chat.get(path, headers={name: value for name, value in wanted.items() if value})
    assert answer.status_code == 200
    head = Head(answer.text)
    assert head.scripts == 1, "only the page's own"
    return head.said


def test_every_game_with_a_cover_has_a_small_picture() -> None:
    covers = {path.parents[1].name for path in ROOT.glob("src/hoofspiel/games/*/web/cover.svg")}
    assert len(covers) >= 5
    assert {path.stem for path in PICTURES.glob("*.jpg")} == covers | {"home"}, "run tools/previews.py"
    for path in PICTURES.iterdir():
        data = path.read_bytes()
        assert data.startswith(b"\xff\xd8")
        assert len(data) < 60_000
        frame = max(data.find(b"\xff\xc0"), data.find(b"\xff\xc2"))
        size = [int.from_bytes(data[at : at + 2]) for at in (frame + 7, frame + 5)]
        assert size == [1200, 630], path.name


async def test_home_and_every_game_have_a_preview() -> None:
    async with serving() as (chat, _):
        home = await said_at(chat, "/")
        assert home["og:title"] == "Hoofspiel"
        assert home["og:description"] == home["description"], "the page says the same of itself"
        assert (home["og:url"], home["og:image"]) == (f"{SITE}/", f"{SITE}/previews/home.jpg")
        assert home["twitter:card"] == "summary_large_image"
        assert await said_at(chat, "/index.html") == home, "the copy a device keeps is home to the byte"
        for game in game_infos():
            for path in (f"/new/{game.slug}", f"/rules/{game.slug}"):
                found = await said_at(chat, path)
                assert game.title in found["og:title"]
                assert game.blurb in found["og:description"]
                assert found["og:url"] == SITE + path
                picture = await chat.get(found["og:image"])
                assert picture.headers["content-type"] == found["og:image:type"] == "image/jpeg"
        nowhere = await said_at(chat, "/new/chess")
        assert {**nowhere, "og:url": home["og:url"]} == home


async def test_a_game_without_a_picture_gets_the_one_of_home(built: Path) -> None:
    shutil.rmtree(built / "previews")
    (built / "previews").mkdir()
    async with serving() as (chat, _):
        bare = await said_at(chat, "/new/goats")
        assert "og:image" not in bare
        assert bare["twitter:card"] == "summary"
        (built / "previews/home.jpg").write_bytes(b"")
        assert (await said_at(chat, "/new/goats"))["og:image"] == f"{SITE}/previews/home.jpg"


async def test_a_table_is_its_game_and_whose_it_is_by_code_and_by_id() -> None:
    async with serving() as (chat, server):
        row = await make(server)
        for name in (row.id, row.code, str(row.code).lower()):
            found = await said_at(chat, f"/t/{name}")
            assert found["og:title"] == "French Goats in Trench Coats"
            assert found["og:description"].startswith("Ada’s table: 2 of 3 seats free. Bid the highest")
            assert found["og:image"] == f"{SITE}/previews/goats.jpg"
        assert (await said_at(chat, "/t/zzzzzzzzzzzz"))["og:title"] == "Hoofspiel"


async def test_of_a_table_nobody_may_watch_only_the_game_is_told() -> None:
    async with serving() as (chat, server):
        row = await make(server, "Zebedee", watch="nobody")
        found, game = await said_at(chat, f"/t/{row.id}"), await said_at(chat, "/new/goats")
        assert {**found, "og:url": game["og:url"]} == game


async def test_odd_names_hosts_and_addresses_stay_words() -> None:
    async with serving() as (chat, server):
        row = await make(server, ODD)
        assert (await said_at(chat, f"/t/{row.id}"))["og:description"].startswith(f"{ODD}’s table")
        for path in ('/new/"><script>', "/t/%22%3E%3Cscript%3E", f"/new/{ODD}"):
            assert (await said_at(chat, path))["og:title"] == "Hoofspiel"
        for host in ('localhost:"><script>alert(1)</script>', "localhost:80/evil.example", "localhost:x@evil.example"):
            found = await said_at(chat, "/", host)
            assert not {"og:url", "og:image"} & found.keys()
        assert (await said_at(chat, "/", "[::1]:8000"))["og:url"] == "http://[::1]:8000/"
        assert (await chat.get("/", headers={"host": "evil.example"})).status_code == 421


async def test_everything_is_in_the_language_of_whoever_asks() -> None:
    async with serving() as (chat, server):
        row = await make(server)
        french, german = "fr-CH, fr;q=0.9, en;q=0.8", "nl, de-AT;q=0.5"
        table = await said_at(chat, f"/t/{row.id}", languages=french)
        assert table["og:description"].startswith("La table d’Ada\u202f: 2 places libres sur 3. ")
        assert table["og:description"].endswith(" De 2 à 6 joueurs, 20–30 minutes.")
        table = await said_at(chat, f"/t/{row.id}", languages=german)
        assert table["og:description"].startswith("Der Tisch von Ada: 2 von 3 Plätzen frei. ")
        rules = await said_at(chat, "/rules/gouda", languages=french)
        assert rules["og:title"] == "Gouda Gangster\u202f: les règles"
        assert (await said_at(chat, "/rules/gouda", languages=german))["og:title"] == "Gouda Gangster: die Regeln"
        plain, seen = (await chat.get("/")).text, set()
        for languages, code in ((french, "fr"), (german, "de"), ("xx, nl", "en"), ("", "en")):
            page = await chat.get("/", headers={"accept-language": languages})
            assert "Accept-Language" in page.headers["vary"]
            assert f'<html lang="{code}">' in page.text
            home = await said_at(chat, "/", languages=languages)
            assert home["description"] == home["og:description"]
            noscript = page.text.partition("<noscript>")[2].partition("</noscript>")[0]
            manifest = (await chat.get("/manifest.webmanifest", headers={"accept-language": languages})).json()
            said = (home["description"], noscript, manifest["description"])
            assert all(said)
            assert (page.text == plain) == (code == "en")
            seen |= set(said)
        assert len(seen) == 3 * 3, "each in three languages"


async def test_behind_https_addresses_say_so() -> None:
    async with serving(secure_cookies=True, names="goats.example") as (chat, _):
        found = await said_at(chat, "/rules/goats?from=chat", "goats.example")
        assert found["og:url"] == "https://goats.example/rules/goats"
        assert found["og:image"] == "https://goats.example/previews/goats.jpg"


async def test_previews_are_no_way_around_the_limit_on_guessing_codes() -> None:
    async with serving() as (chat, server):
        row = await make(server)
        for _ in range(60):
            await chat.get("/t/qqqqq")
        assert (await said_at(chat, f"/t/{row.code}"))["og:title"] == "Hoofspiel"
        assert (await chat.get(f"/api/codes/{row.code}")).status_code == 429


async def test_a_page_that_says_the_same_is_not_sent_again() -> None:
    async with serving() as (chat, server):
        row = await make(server)
        first = await chat.get(f"/t/{row.id}")
        again = {"if-none-match": first.headers["etag"]}
        assert first.headers["cache-control"] == "no-cache"
        assert (await chat.get(f"/t/{row.id}", headers=again)).status_code == 304
        assert (await chat.get("/", headers=again)).status_code == 200
        assert (await chat.post("/")).status_code in (403, 405)
