"""The server as it is, but with the same secret for every match, so that browser tests see the same cards each time."""

import secrets
import sys
from functools import partial
from pathlib import Path

from hoofspiel.cli import main
from hoofspiel.coach.desk import Desk
from hoofspiel.kernel import bind
from hoofspiel.server import server

SECRET = "5eed" * 16
REVIEWER = (sys.executable, str(Path(__file__).parents[1] / "plain_reviewer.py"))


def same_secret(nbytes: int | None = None) -> str:
    return SECRET[: 2 * (nbytes or 32)]


if __name__ == "__main__":
    secrets.token_hex = same_secret
    bind.available = lambda: False  # nobody waits for the compiler
    vars(server)["Desk"] = partial(Desk, command=REVIEWER)
    quick = ["--bot-pace", "0", "--bot-workers", "0", "--new-tables", "1000", "--guests", "10000"]
    sys.exit(main(["serve", "--port", "0", "--store", "memory:", "--log", "warning", *quick, *sys.argv[1:]]))
