"""What a chat shows of a link to a page: a title, a sentence and a picture, in the head of the page (Open Graph).

Whoever holds the link may read it, so it says what the table tells anybody who opens it, and of a table that nobody may
watch only which game it is.
"""

import re
from dataclasses import dataclass
from html import escape
from pathlib import Path

from starlette.requests import Request

from hoofspiel.live.body import read_body
from hoofspiel.live.host import CODE_LENGTH
from hoofspiel.store.port import StoreError, TableRow

from .bodies import GameInfo
from .games import game_infos
from .refusals import HttpRefused
from .server import Server

NAME = "Hoofspiel"
HOME = "Table games in the browser: take on good bots right away, or send your friends a link."
PICTURES = "previews"
SIZE = (1200, 630)
HOST = re.compile(r"(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?", re.IGNORECASE | re.ASCII)
ID = re.compile(r"[A-Za-z0-9]{1,40}", re.ASCII)


@dataclass(frozen=True)
class Preview:
    """What is said about one page."""

    title: str = NAME
    words: str = HOME
    game: str | None = None


async def preview_of(server: Server, request: Request) -> Preview:
    """About the page at this address; whatever is not known here looks like home."""
    parts = request.url.path.strip("/").split("/")
    kind, name = parts[0], parts[1] if len(parts) > 1 else ""
    if kind == "t" and ID.fullmatch(name):
        return await _table(server, request, name)
    game = _game(name)
    if game is None or kind not in ("new", "rules"):
        return Preview()
    title = game.title if kind == "new" else f"{game.title}: the rules"
    return Preview(title, _about(game), game.slug)


async def _table(server: Server, request: Request, name: str) -> Preview:
    try:
        found: str | None = name
        if len(name) == CODE_LENGTH:  # guessing codes is limited here as it is everywhere
            found = await server.table_with(name, server.origin_of(request))
        row = await server.store.table(found) if found is not None else None
    except (StoreError, HttpRefused):
        return Preview()
    game = _game(row.game) if row is not None else None
    if row is None or game is None:
        return Preview()
    return Preview(game.title, f"{_state(row)}{_about(game)}", game.slug)


def _state(row: TableRow) -> str:
    body = read_body(row)
    if body.watch == "nobody":
        return ""
    whose = f"{body.hosts_name}’s table" if body.hosts_name else "A table"
    if row.state == "open":
        free = sum(place.kind == "open" for place in body.seats)
        return f"{whose}: {free} of {len(body.seats)} seats free. " if free else f"{whose}: all seats taken. "
    return f"{whose}: the match is {'running' if row.state == 'running' else 'over'}. "


def _game(slug: str) -> GameInfo | None:
    return next((game for game in game_infos() if game.slug == slug), None)


def _about(game: GameInfo) -> str:
    seats = f"{game.seats[0]} to {game.seats[-1]} players" if len(game.seats) > 1 else f"{game.seats[0]} players"
    return f"{game.blurb} {seats}{f', {game.minutes} minutes' if game.minutes else ''}.".strip()


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
