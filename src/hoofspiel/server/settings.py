"""Every setting of the server: by flag, by environment variable, by file, in that order. Unknown ones are refused."""

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import Any

from hoofspiel.kernel.words import Refused

PREFIX = "HOOFSPIEL_"
OTHERS = {"HOOFSPIEL_CACHE", "HOOFSPIEL_SETTINGS"}
"""variables that are ours but not settings of the server"""
_NAME = r"\s*[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9])?\s*"
_ORIGIN = r"\s*https?://[^\s/,]+/?\s*"
SHAPES = {
    "store": (r"|memory:|postgres(ql)?://.*", "is postgresql://..., memory: or nothing"),
    "bus": (r"|(nats|tls|wss?)://.*", "is nats://... or nothing"),
    "origins": (rf"|{_ORIGIN}(,{_ORIGIN})*", "are addresses such as https://play.example.org, by comma"),
    "admin_token": (r"|\S{16,}", "has at least 16 characters and no spaces"),
    "names": (rf"|{_NAME}(,{_NAME})*", "are names such as play.example.org, without https:// and port, by comma"),
    "metrics_listen": (
        r"|(\[[0-9A-Fa-f:.]+\]|[^\s:/\[\]]+):\d{1,5}",
        "is an address and a port such as 127.0.0.1:9000, or nothing",
    ),
    "traces": (r"|https?://[^\s/]+(/\S*)?", "is the address of a collector such as http://127.0.0.1:4318, or nothing"),
    "log_form": (r"auto|json|words", "is auto, json or words"),
    "proxy_rtt_header": (r"|[A-Za-z0-9-]{1,64}", "is the name of a header, such as X-Line-RTT, or nothing"),
}
"""what a word must look like, and how that is said"""
NEEDED = ("lease", "messages", "requests", "sockets")
"""numbers with which, at 0, nobody could play"""


OFF = False


class BadSetting(Refused):
    """A setting that does not exist or cannot have this value; the sentence says what would do."""


TAKEN = {str: "text", int: "a whole number", float: "a number"}


def _folder() -> str:
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return str(Path(base) / "hoofspiel")


def _setting(default: Any, what: str) -> Any:
    return field(default=default, metadata={"what": what})


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server runs; every field is also a flag and a variable."""

    host: str = _setting("127.0.0.1", "address to listen on; 0.0.0.0 for everybody on the network")
    lan: bool = _setting(OFF, "let phones and computers on your network join; safer at home than --host 0.0.0.0")
    port: int = _setting(8000, "port to listen on; 0 takes a free one")
    data: str = field(default_factory=_folder, metadata={"what": "folder of the SQLite database"})
    store: str = _setting("", "postgresql://... instead of SQLite; memory: for a server that forgets")
    bus: str = _setting("", "nats://... when several servers share one store")
    lease: float = _setting(3.0, "seconds after which others take over the tables of a server that is silent")
    drain: float = _setting(5.0, "seconds over which a server that stops hands its tables over, where there are others")
    origins: str = _setting("", "other pages that may talk to this server, such as https://play.example.org, by comma")
    names: str = _setting("", "names this server is called by, such as play.example.org, by comma")
    secure_cookies: bool = _setting(OFF, "HTTPS alone: bind cookies to this host, send HSTS; for behind a TLS proxy")
    trust_proxy: bool = _setting(OFF, "take the visitor's address from X-Forwarded-For")
    proxy_rtt_header: str = _setting("", "header in which a trusted proxy tells a visitor's round trip in microseconds")
    echo_credit: int = _setting(60, "ms of a line's delay made good where only the page's own answers tell it")
    bot_workers: int = _setting(1, "processes in which bots think; 0 plays quick bots in the server itself")
    bot_megabytes: int = _setting(4096, "memory a bot process may take")
    bot_pace: float = _setting(1.0, "how long bots pause before they answer; 0 for no pause at all")
    guests: int = _setting(300, "new guests an address may make in ten minutes")
    sockets: int = _setting(200, "connections an address may have at once")
    new_tables: int = _setting(30, "tables a person may make in ten minutes")
    messages: int = _setting(100, "messages a socket may send in twenty seconds")
    requests: int = _setting(2000, "requests an address may make in twenty seconds before it is answered more slowly")
    patience: float = _setting(10.0, "seconds until the head of a request must be there; its body may take twice that")
    open_table_days: int = _setting(2, "days until a table that nobody comes to is put away; 0 for never")
    idle_match_days: int = _setting(
        30, "days without a move until a match is put away; its record is kept; 0 for never"
    )
    record_days: int = _setting(0, "days that the records of finished matches are kept; 0 for ever")
    session_days: int = _setting(180, "days until a device that does not come back is signed out; 0 for never")
    guest_days: int = _setting(180, "days until a guest who does not come back is forgotten; 0 for never")
    admin_token: str = _setting("", "what hoofspiel admin shows; without it the file admin-token in the data folder")
    metrics_listen: str = _setting("127.0.0.1:9000", "private address of /metrics and health details; empty for none")
    traces: str = _setting("", "collector for OpenTelemetry, such as http://127.0.0.1:4318; needs hoofspiel[traces]")
    log: str = _setting("info", "debug, info, warning or error")
    log_form: str = _setting("auto", "json, words, or auto: words on a terminal, JSON elsewhere")


def load(flags: Mapping[str, Any], environment: Mapping[str, str], file: str | None = None) -> Settings:
    """Settings from all three places; BadSetting for anything that is not one."""
    kinds = {f.name: f for f in fields(Settings)}
    values: dict[str, Any] = {}
    chosen = file or environment.get("HOOFSPIEL_SETTINGS")
    if chosen:
        values |= {name: _read(name, value, kinds, chosen) for name, value in _from_file(chosen).items()}
    for variable, value in environment.items():
        if variable.startswith(PREFIX) and variable not in OTHERS:
            name = variable[len(PREFIX) :].lower()
            values[name] = _read(name, value, kinds, f"the variable {variable}")
    for name, value in flags.items():
        if value is not None:
            values[name] = _read(name, value, kinds, f"--{name.replace('_', '-')}")
    return Settings(**values)


def _from_file(file: str) -> dict[str, Any]:
    try:
        return tomllib.loads(Path(file).read_text(encoding="utf-8"))
    except OSError as error:
        raise BadSetting(f"The settings file {file} cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSetting(f"{file} is not TOML: {error}") from error


def _read(name: str, value: Any, kinds: Mapping[str, Any], where: str) -> Any:
    if name not in kinds:
        raise BadSetting(f"{where}: there is no setting {name!r}; there are {', '.join(kinds)}")
    found = _value(kinds[name].type, name, value, where)
    if name in SHAPES and not re.fullmatch(SHAPES[name][0], found):
        raise BadSetting(f"{where}: {name} {SHAPES[name][1]}")  # what was given may hold a password
    return found


def _value(kind: type, name: str, value: Any, where: str) -> Any:
    """Flags and variables are words for every kind; a file has kinds of its own, which must be the right ones."""
    if kind is bool:
        if str(value).lower() not in ("true", "false", "1", "0"):
            raise BadSetting(f"{where}: {name} is true or false, not {value!r}")
        return str(value).lower() in ("true", "1")
    fits = isinstance(value, str) or (kind in (int, float) and type(value) in (int, kind))
    try:
        found = kind(value) if fits else None
    except ValueError:
        found = None
    if found is None:
        raise BadSetting(f"{where}: {name} takes {TAKEN[kind]}, not {value!r}")
    least = 1 if name in NEEDED else 0
    if kind in (int, float) and not least <= found < float("inf"):
        raise BadSetting(f"{where}: {name} takes a number from {least} on, not {value!r}")
    return found


def manual_rows() -> list[str]:
    """The table of docs/reference/settings.md."""
    rows = ["| setting | flag | variable | default | |", "|---|---|---|---|---|"]
    for f in fields(Settings):
        default = "the user's data folder" if f.default is MISSING else f"`{f.default}`" if f.default != "" else ""
        flag = f"`--{f.name.replace('_', '-')}`"
        rows.append(f"| `{f.name}` | {flag} | `{PREFIX}{f.name.upper()}` | {default} | {f.metadata['what']} |")
    return rows
