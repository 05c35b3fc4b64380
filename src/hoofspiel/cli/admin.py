"""Look after a running server: tables, bans, passwords, restarts.

  hoofspiel admin tables                          tables that are not over
  hoofspiel admin close ID | delete ID            close a table, or delete it with all it has
  hoofspiel admin ban address:192.0.2.0/24        or person:ID, account:NAME; --reason WORDS, --days N
  hoofspiel admin unban WHOM | bans               lift a ban, list them
  hoofspiel admin password NAME                   a new password for an account that lost its own
  hoofspiel admin announce "Back in five minutes" told to every open page
  hoofspiel admin drain                           no new tables, then stop; --minutes N at most
  hoofspiel admin audit                           what operators did

The server's token is read from the file admin-token in the data folder, or from HOOFSPIEL_ADMIN_TOKEN.
"""

import argparse
import json
import os
import time
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote
from urllib.request import Request, urlopen

from hoofspiel.kernel.words import Refused, either
from hoofspiel.server.settings import BadSetting, Settings, load

LISTS = ("tables", "bans", "audit")
NEEDS = {
    "close": "the table's ID",
    "delete": "the table's ID",
    "ban": "whom: person:ID, account:NAME or address:NETWORK",
    "unban": "whom: person:ID, account:NAME or address:NETWORK",
    "password": "the account's NAME",
    "announce": "the words",
}
ACTS = (*LISTS, *NEEDS, "drain")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("act", metavar="ACT", help=", ".join(ACTS))
    parser.add_argument("about", metavar="ABOUT", nargs="?", help="a table, a person, an address, or words")
    parser.add_argument("--reason", metavar="WORDS", default="", help="of a ban; the banned person reads it")
    parser.add_argument("--days", metavar="N", type=int, default=0, help="how long a ban holds; otherwise until lifted")
    parser.add_argument("--minutes", metavar="N", type=int, default=10, help="how long drain waits for matches at most")
    parser.add_argument("--server", metavar="URL", help="where it is; otherwise the port of the settings, here")
    parser.add_argument("--data", metavar="DIR", help="folder of the SQLite database")
    parser.add_argument("--settings", metavar="FILE", help="a TOML file with settings")


def run(asked: argparse.Namespace) -> int:
    if asked.act not in ACTS:
        raise Refused(f"There is no act {asked.act!r}: choose {either(ACTS, most=20)}.")
    if asked.act in NEEDS and not asked.about:
        raise Refused(f"hoofspiel admin {asked.act} needs {NEEDS[asked.act]}.")
    try:
        settings = load({"data": asked.data}, os.environ, asked.settings)
    except BadSetting as error:
        raise Refused(f"{error}.") from None
    where = (asked.server or f"http://127.0.0.1:{settings.port}").rstrip("/")
    told = ask(where, token_of(settings), *request_for(asked))
    if asked.act in LISTS:
        lines = [line_of(asked.act, row) for row in told["list"]]
        print("\n".join(lines) if lines else "None.")
    else:
        print(told["done"])
        if "password" in told:
            print(told["password"])
    return 0


def request_for(asked: argparse.Namespace) -> tuple[str, str, dict[str, Any] | None]:
    about = asked.about or ""
    if asked.act in LISTS:
        return "GET", asked.act, None
    if asked.act in ("close", "delete"):
        table = f"tables/{quote(about, safe='')}"
        return ("DELETE", table, None) if asked.act == "delete" else ("POST", f"{table}/close", None)
    if asked.act == "ban":
        return "POST", "bans", {"whom": about, "reason": asked.reason, "days": asked.days}
    bodies = {"unban": {"whom": about}, "password": {"account": about}, "announce": {"text": about}}
    return "POST", asked.act, bodies.get(asked.act, {"minutes": asked.minutes})


def token_of(settings: Settings) -> str:
    if settings.admin_token:
        return settings.admin_token
    file = Path(settings.data) / "admin-token"
    try:
        return file.read_text().strip()
    except FileNotFoundError:
        raise Refused(
            f"There is no {file}: the server makes it when it starts. Say with --data where its data is,"
            " or set HOOFSPIEL_ADMIN_TOKEN."
        ) from None
    except OSError as error:
        raise Refused(f"{file} cannot be read: {error.strerror}. Run this as the server's own user.") from None


def ask(where: str, token: str, method: str, path: str, body: dict[str, Any] | None) -> Any:
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(f"{where}/api/admin/{path}", data, headers, method=method), timeout=30) as answer:
            return json.load(answer)
    except HTTPError as error:
        with error:
            text = error.read().decode(errors="replace")
        try:
            reason = str(json.loads(text)["reason"])
        except (ValueError, KeyError, TypeError):
            reason = f"{where} answers, but not as Hoofspiel does: {error.code}."
        raise Refused(reason) from None
    except (URLError, OSError, ValueError) as error:
        why = getattr(error, "reason", error)
        raise Refused(
            f"No server answers at {where}, so nothing was done: {why}. Start it, or say where it is with --server."
        ) from None


def line_of(act: str, row: dict[str, Any]) -> str:
    if act == "tables":
        seats = ", ".join(name or "open" for name in row["names"])
        people = "".join(f"  person:{person}" for person in row["people"])
        return f"{row['id']}  {row['game']:8} {row['state']:8} {row['here']} here  {seats}{people}"
    if act == "bans":
        until = "until lifted" if row["until"] is None else f"until {when(row['until'])}"
        return f"{row['whom']}  {until}  {row['reason']}".rstrip()
    return f"{when(row['at'])}  {row['address']:15} {row['act']:8} {row['about']}  {row['outcome']}"


def when(ms: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.gmtime(ms / 1000)) + " UTC"
