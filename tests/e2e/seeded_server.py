"""The server as it is, but with the same secret for every match, so that browser tests see the same cards each time."""

import secrets
import sys

from hoofspiel.cli import main

SECRET = "5eed" * 16


def same_secret(nbytes: int | None = None) -> str:
    return SECRET[: 2 * (nbytes or 32)]


if __name__ == "__main__":
    secrets.token_hex = same_secret
    quick = ["--bot-pace", "0", "--bot-workers", "0", "--new-tables", "1000", "--guests", "10000"]
    sys.exit(main(["serve", "--port", "0", "--store", "memory:", "--log", "warning", *quick]))
