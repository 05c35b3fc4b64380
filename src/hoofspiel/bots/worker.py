"""A worker process in which bots think: one question a line on its input, one answer a line on its output.

It holds no secret: the positions it is handed are guesses. It may use a bounded amount of memory, and whoever started
it ends it when an answer takes too long.
"""

import contextlib
import json
import os
import sys
from typing import Any

from hoofspiel.bots import advice, players
from hoofspiel.kernel import bind
from hoofspiel.kernel.catalog import find_game
from hoofspiel.kernel.game import Game, fields_of

NICE = 10
"""moves come first: beside a busy event loop bots have a tenth of a core, on idle cores all they want"""


def packed(game: Game, s: Any) -> dict[str, Any]:
    """A position as plain data."""
    return {name: getattr(s, name) for name, _ in fields_of(game.rules.State)}


def unpacked(game: Game, fields: dict[str, Any]) -> Any:
    s = bind.blank(game, int(fields["n"]), {})
    for name, value in fields.items():
        setattr(s, name, value)
    return s


def answer(question: dict[str, Any]) -> dict[str, Any]:
    game = find_game(question["game"]).at(question["rules"])
    if question.get("warm"):
        players.warm(game)
        return {"id": question["id"]}
    guess = unpacked(game, question["position"])
    if question.get("advice"):
        found = advice.advise(game, guess, question["seat"], question["seed"], question["seconds"])
        return {"id": question["id"], "move": found["best"]["move"], "advice": found}
    move = players.choose(game, guess, question["seat"], question["level"], question["seed"], question["seconds"])
    return {"id": question["id"], "move": move}


def bound_memory(megabytes: int) -> None:
    with contextlib.suppress(ImportError, ValueError, OSError):  # not every system knows limits
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))


def main() -> None:
    bound_memory(int(sys.argv[1]) if len(sys.argv) > 1 else 4096)
    with contextlib.suppress(AttributeError, OSError):  # Windows has no such thing
        os.nice(NICE)
    for line in sys.stdin:
        try:
            told = answer(json.loads(line))
        except Exception as error:  # the server hears of it and answers with a quick bot
            told = {"error": f"{type(error).__name__}: {error}"}
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
