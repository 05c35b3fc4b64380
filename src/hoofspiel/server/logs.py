"""One line for everything that happens, as JSON for programs or as words for people, with table and request."""

import json
import logging
import re
import secrets
import sys
import time
from contextvars import ContextVar

from hoofspiel.kernel.words import Refused

REQUEST: ContextVar[str] = ContextVar("request", default="")
"""the request or socket on whose behalf something is done; empty for what a server does by itself"""
LEVELS = ("debug", "info", "warning", "error")
FORMS = ("auto", "json", "words")
_GIVEN = re.compile(rb"[A-Za-z0-9_-]{8,64}")


def new_request(given: bytes = b"") -> str:
    """A name for a request: what a trusted proxy calls it if that looks like a name, else one of our own."""
    return given.decode() if _GIVEN.fullmatch(given) else secrets.token_hex(6)


def _known(record: logging.LogRecord) -> dict[str, str]:
    """Which table and which request a line is about."""
    found = {"table": getattr(record, "table", ""), "request": REQUEST.get()}
    return {name: value for name, value in found.items() if value}


class JsonLines(logging.Formatter):
    """One JSON object a line. What is logged is chosen where it is logged; nothing a person sent is among it."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "part": record.name,
            "text": record.getMessage(),
            **_known(record),
        }
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told)


class Words(logging.Formatter):
    """The same for somebody who looks at a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        about = "".join(f" {name}={value}" for name, value in _known(record).items())
        line = f"{time.strftime('%H:%M:%S', time.localtime(record.created))} {record.levelname.lower()}: "
        line += record.getMessage() + (f" ({about.strip()})" if about else "")
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def set_up_logs(level: str, form: str = "auto") -> None:
    if level not in LEVELS:
        raise Refused(f"The log level is debug, info, warning or error, not {level!r}.")
    words = form == "words" or (form == "auto" and sys.stderr.isatty())
    stream = logging.StreamHandler(sys.stderr)
    stream.setFormatter(Words() if words else JsonLines())
    logging.basicConfig(level=level.upper(), handlers=[stream], force=True)
    for name in ("uvicorn", "uvicorn.error", "alembic", "asyncio", "websockets", "opentelemetry", "urllib3"):
        logging.getLogger(name).setLevel("WARNING")
