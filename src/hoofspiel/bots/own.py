"""A user's bot thinks in a process of its own, one for each seat: what its seat knows is all there is to find there.

Whoever shares a process with the match can look for it, in the frames that called it or among all objects there are. So
a seat's knowledge is sent over, the move comes back as text, and what the bot prints goes to standard error.
"""

import json
import os
import pickle
import signal
import subprocess
import sys
import weakref
from importlib import import_module
from random import Random
from typing import IO, Any

from hoofspiel.bots.seated import BotFailed, Seated
from hoofspiel.kernel.match import Match
from hoofspiel.kernel.words import BadMatch, Refused, Seat

COMMAND = (sys.executable, "-m", "hoofspiel.bots.own")
UNCALLABLE = "must be a function or a class to call with (match, seat, chance)"


class OwnBot:
    """A player made of a user's bot. Whatever is wrong with it becomes one sentence: its code is not ours to trust."""

    def __init__(self, name: str) -> None:
        module, _, attribute = name.partition(":")
        if not module or not attribute:
            raise BadMatch(f"A bot of your own is named module:name, such as my_bots:Cautious, not {name!r}.")
        self.name = name
        self._rooms: dict[Seat, _Room] = {}
        self._room(0)

    def __call__(self, match: Match, seat: Seat, chance: Random) -> str:
        move = None
        try:
            told = self._room(seat).ask((Seated(match, seat, chance.getrandbits(53)), chance.getrandbits(53)))
            if "error" in told:
                raise Refused(told["error"])
            move = told["move"]
            match.check(seat, move)
        except Exception as error:
            raise BotFailed(self.name, seat, move, in_a_sentence(error)) from None
        legal: str = move
        return legal

    def _room(self, seat: Seat) -> "_Room":
        """The process of this seat; the bot there is a new one for every player that is called."""
        room = self._rooms.get(seat)
        if room is None or not room.open:
            room = self._rooms[seat] = _room_for(self.name, seat)
            told = room.ask((self.name, sys.path))
            if "error" in told:
                raise BadMatch(f"The bot {self.name!r} {told['error']}.")
        return room


class _Room:
    """One process. Questions are pickled, for it may trust us; answers are lines of JSON, for we do not trust it."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.owner = os.getpid()
        self._end = weakref.finalize(self, _end, self._process, self.owner)

    @property
    def open(self) -> bool:
        return self._end.alive

    def ask(self, question: tuple[Any, ...]) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            pickle.dump(question, self._process.stdin)
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except OSError:
            line = b""
        if not line.endswith(b"\n"):
            self._end()
            return {"error": f"ended its process (exit status {self._process.wait()})"}
        told: dict[str, Any] = json.loads(line)
        return told


def _end(process: "subprocess.Popen[bytes]", owner: int) -> None:
    if os.getpid() == owner:  # a fork may have copied this
        process.kill()
        process.communicate()


_rooms: dict[tuple[str, Seat], _Room] = {}


def _room_for(name: str, seat: Seat) -> _Room:
    room = _rooms.get((name, seat))
    if room is None or not room.open or room.owner != os.getpid():
        room = _rooms[name, seat] = _Room()
    return room


def in_a_sentence(error: BaseException) -> str:
    if isinstance(error, SyntaxError):
        return f"line {error.lineno} of {error.filename} is not Python ({error.msg})"
    said = str(error).rstrip(".")
    return said if isinstance(error, Refused) else f"{type(error).__name__}: {said}" if said else type(error).__name__


# --- in the process of the bot ---


def loaded(name: str) -> Any:
    """The bot of that name; raises BadMatch when there is none."""
    module, _, attribute = name.partition(":")
    try:
        found: Any = import_module(module)
        for part in attribute.split("."):
            found = getattr(found, part)
        own: Any = found() if isinstance(found, type) else found
    except Exception as error:
        raise BadMatch(f"cannot be loaded: {in_a_sentence(error)}") from None
    if not callable(own):
        raise BadMatch(UNCALLABLE)
    return own


def serve(questions: IO[bytes], answers: IO[bytes]) -> None:
    own: Any = None
    while True:
        told: dict[str, Any]
        try:
            match question := pickle.load(questions):
                case (str() as name, list() as path):
                    sys.path[:] = path
                    own, told = loaded(name), {}
                case (seated, seed):
                    told = {"move": own(seated, seated.seat, Random(seed))}
        except EOFError:
            return
        except (Exception, SystemExit) as error:
            told = {"error": in_a_sentence(error)}
        del question
        answers.write(json.dumps(told, default=repr).encode() + b"\n")
        answers.flush()


def main() -> None:
    """Talk over what were standard input and output; to the bot they are empty, and the same as standard error."""
    with os.fdopen(os.dup(0), "rb") as questions, os.fdopen(os.dup(1), "wb") as answers:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the arena, which ends us
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.dup2(2, 1)
        serve(questions, answers)


if __name__ == "__main__":
    main()
