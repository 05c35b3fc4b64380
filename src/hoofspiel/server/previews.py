"""What a chat shows of a link to a page: a title, a sentence and a picture, in the head of the page (Open Graph).

Whoever holds the link may read it, so it says what the table tells anybody who opens it, and of a table that nobody may
watch only which game it is; all in the first language of whoever asks that is here (Accept-Language).
"""

import re
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path

from starlette.requests import Request

from hoofspiel.kernel.catalog import games
from hoofspiel.kernel.language import SOURCE, language, languages, wanted
from hoofspiel.kernel.texts import texts_of
from hoofspiel.live.body import read_body
from hoofspiel.live.host import CODE_LENGTH
from hoofspiel.store.port import StoreError, TableRow

from .refusals import HttpRefused
from .server import Server

NAME = "Hoofspiel"
HOME = "Table games in the browser: take on good bots right away, or send your friends a link."
APP = "Table games: take on good bots right away, or send your friends a link."
NO_SCRIPT = "Hoofspiel needs JavaScript to deal the cards."
PICTURES = "previews"
SIZE = (1200, 630)
HOST = re.compile(r"(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?", re.IGNORECASE | re.ASCII)
ID = re.compile(r"[A-Za-z0-9]{1,40}", re.ASCII)


@dataclass(frozen=True)
class Preview:
    """What is said about one page."""

    title: str
    words: str
    game: str | None = None


def language_of(request: Request) -> str:
    """The code of the language to answer in."""
    code = wanted(request.headers.get("accept-language", ""))
    return code if code in languages() else SOURCE


def said(sentence: str, code: str, **facts: str | int) -> str:
    """A sentence in a language. Names are facts, so they are put in last and never read as words of ours."""
    speech = language(code)

    def look(key: str, form: str | None) -> str | int:
        return speech.person(form, str(facts[key]), reader=False) if form else facts[key]

    return speech.fill(speech.tables.get("terminal", {}).get(sentence, sentence), look)


def worded(text: str, code: str) -> str:
    """A file of the pages that is read before their own words are there, in a language."""
    text = text.replace('<html lang="en">', f'<html lang="{code}">')
    for sentence in _fixed(SOURCE):
        text = text.replace(sentence, _fixed(code)[sentence])
    return text


@cache
def _fixed(code: str) -> dict[str, str]:
    """What the head of the page, its body without scripts, and the manifest say."""
    return {
        HOME: said("Table games in the browser: take on good bots right away, or send your friends a link.", code),
        APP: said("Table games: take on good bots right away, or send your friends a link.", code),
        NO_SCRIPT: said("Hoofspiel needs JavaScript to deal the cards.", code),
    }


async def preview_of(server: Server, request: Request) -> Preview:
    """About the page at this address; whatever is not known here looks like home."""
    code = language_of(request)
    parts = request.url.path.strip("/").split("/")
    kind, name = parts[0], parts[1] if len(parts) > 1 else ""
    if kind == "t" and ID.fullmatch(name):
        return await _table(server, request, name, code)
    if name not in games() or kind not in ("new", "rules"):
        return _home(code)
    title = _title(name, code)
    return Preview(title if kind == "new" else said("{title}: the rules", code, title=title), _about(name, code), name)


def _home(code: str) -> Preview:
    return Preview(NAME, _fixed(code)[HOME])


async def _table(server: Server, request: Request, name: str, code: str) -> Preview:
    try:
        found: str | None = name
        if len(name) == CODE_LENGTH:  # guessing codes is limited here as it is everywhere
            found = await server.table_with(name, server.origin_of(request))
        row = await server.store.table(found) if found is not None else None
    except (StoreError, HttpRefused):
        return _home(code)
    if row is None or row.game not in games():
        return _home(code)
    return Preview(_title(row.game, code), f"{_state(row, code)} {_about(row.game, code)}".strip(), row.game)


def _state(row: TableRow, code: str) -> str:
    body = read_body(row)
    if body.watch == "nobody":
        return ""
    whose = said("{host}’s table", code, host=body.hosts_name) if body.hosts_name else said("A table", code)
    if row.state == "running":
        return said("{table}: the match is running.", code, table=whose)
    if row.state != "open":
        return said("{table}: the match is over.", code, table=whose)
    free = sum(place.kind == "open" for place in body.seats)
    if not free:
        return said("{table}: all seats taken.", code, table=whose)
    return said("{table}: {free} of {seats} seats free.", code, table=whose, free=free, seats=len(body.seats))


def _title(slug: str, code: str) -> str:
    return str(texts_of(games()[slug], code).tables.get("title", slug))


def _about(slug: str, code: str) -> str:
    game, texts = games()[slug], texts_of(games()[slug], code).tables
    low, high, minutes = game.seats[0], game.seats[-1], str(texts.get("minutes", ""))
    players = said("{low} to {high} players" if low < high else "{high} players", code, low=low, high=high)
    if minutes:
        players = said("{players}, {minutes} minutes", code, players=players, minutes=minutes)
    return f"{texts.get('blurb', '')} {players}.".strip()


def head(preview: Preview, request: Request, *, secure: bool, folder: Path) -> str:
    """The lines for the head of the page. Addresses must be whole ones: by the name the visitor called us by."""
    picture = f"{PICTURES}/{preview.game}.jpg"
    if preview.game is None or not (folder / picture).is_file():
        picture = f"{PICTURES}/home.jpg"
    said = [("og:type", "website"), ("og:site_name", NAME), ("og:title", preview.title)]
    said += [("og:description", preview.words)]
    host = request.headers.get("host", "")
    drawn = HOST.fullmatch(host) is not None and (folder / picture).is_file()
    if HOST.fullmatch(host):
        site = f"{'https' if secure else request.url.scheme}://{host}"
        path = request.scope.get("raw_path", b"/").partition(b"?")[0].decode("latin-1")
        # Home has one address, so that the copy a device keeps for later is home to the byte.
        said += [("og:url", f"{site}{'/' if path == '/index.html' else path}")]
        if drawn:
            said += [("og:image", f"{site}/{picture}"), ("og:image:type", "image/jpeg")]
            said += [
                ("og:image:width", str(SIZE[0])),
                ("og:image:height", str(SIZE[1])),
                ("og:image:alt", preview.title),
            ]
    lines = [f'<meta property="{name}" content="{escape(value)}" />' for name, value in said]
    lines += [f'<meta name="twitter:card" content="{"summary_large_image" if drawn else "summary"}" />']
    return "".join(f"    {line}\n" for line in lines)
