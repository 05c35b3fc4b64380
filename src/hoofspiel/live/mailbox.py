"""Letters to a room, dealt with one after the other; where several wait, people take turns.

A letter that finds the room idle is dealt with on the spot, and goes on as soon as what it waits for is there. No task
has to be woken for it: with one, every move would wait for its turn of the event loop twice.

Of letters that wait, the table's own come first, then those of people who play, then everybody else's. Each person has
one bounded queue, however many connections they have, so nobody waits behind somebody else's hundred letters.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from contextvars import Context
from typing import Any

from . import messages as m
from .letters import Asks, Errand, Joined, Left, Letter, Tick
from .ports import Reader

log = logging.getLogger("hoofspiel.room")
MOST_OF_ONE = 32
"""requests of one person that may wait at a table"""
MOST_OF_WATCHERS = 512
"""requests of all who do not play that may wait at a table"""
OTHERS_TURN = 4
"""every fourth letter is somebody else's, however busy the players are"""
ASKS_OR_JOINED = (Asks, Joined)  # a tuple is looked through faster than a union
OUTSIDE = ""
"""whose letters those of code outside are"""


NOBODY = Context()
"""What waited is not done on behalf of whoever happened to be served before it: logs name no wrong request."""


class Rest:
    """Where rooms rest after a letter: the loop is asked once a turn for all of them, not once a letter."""

    def __init__(self) -> None:
        self._resting: list[Callable[[], None]] = []

    def until_next_turn(self, call: Callable[[], None]) -> None:
        """Call it in the next turn of the event loop. It must not raise: others wait behind it."""
        if not self._resting:
            asyncio.get_running_loop().call_soon(self._wake, context=NOBODY)
        self._resting.append(call)

    def _wake(self) -> None:
        resting, self._resting = self._resting, []
        for call in resting:
            call()


class Lines:
    """Letters that wait, a line for each person; those at the heads of the lines take turns.

    In a busy match a letter of every move waits for a moment, so that adding and taking one are written for that.
    """

    __slots__ = ("_lines", "size")

    def __init__(self) -> None:
        self._lines: dict[str, list[Letter]] = {}
        self.size = 0

    def __iter__(self) -> Iterator[Letter]:
        for line in self._lines.values():
            yield from line

    def has(self, person: str) -> bool:
        return self.size > 0 and person in self._lines

    def add(self, person: str, letter: Letter, most: int | None = None) -> bool:
        """False where the person already has `most` letters queued; then it is not added."""
        line = self._lines.get(person)
        if line is None:
            self._lines[person] = [letter]
        elif most is not None and len(line) >= most:
            return False
        else:
            line.append(letter)
        self.size += 1
        return True

    def take(self) -> Letter:
        """The next letter; whoever has more goes to the end."""
        lines = self._lines
        person = next(iter(lines))
        line = lines.pop(person)
        letter = line.pop(0)
        if line:
            lines[person] = line
        self.size -= 1
        return letter

    def forget(self, reader: Reader, *, moves_count: bool) -> tuple[bool, bool]:
        """Somebody has left. Had they not even come in yet? Do moves wait that they made before?"""
        person = reader.person.id
        line = self._lines.pop(person, None)
        if line is None:
            return False, False
        outside = any(isinstance(letter, Joined) and letter.reader is reader for letter in line)
        left: list[Letter] = []
        moves = False
        for letter in line:
            theirs = isinstance(letter, Joined | Asks) and letter.reader is reader
            made = theirs and moves_count and not outside and _is_move(letter)
            moves = moves or made
            if made or not theirs:
                left.append(letter)
        self.size -= len(line) - len(left)
        if left:
            self._lines[person] = left
        return outside, moves

    def clear(self) -> None:
        self._lines.clear()
        self.size = 0


def _is_move(letter: Letter) -> bool:
    return isinstance(letter, Asks) and isinstance(letter.request, m.Move)


class Mailbox:
    """Drives the coroutine of each letter by hand (docs/decisions/0008).

    That coroutine may only await futures, and nothing that needs a current task, such as a timeout.
    """

    __slots__ = (
        "_closed", "_deal_with", "_letter", "_name", "_others", "_own", "_players", "_plays", "_resting", "_rests",
        "_turn", "_work",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        deal_with: Callable[[Letter], Coroutine[Any, Any, None]],
        rest: Rest,
        plays: Callable[[str], bool] = lambda person: False,
    ) -> None:
        self._name = name
        self._deal_with = deal_with
        self._rests = rest
        self._plays = plays
        """does this person have a seat here?"""
        self._own: deque[Letter] = deque()
        self._players = Lines()
        self._others = Lines()
        self._turn = 1
        self._work: Coroutine[Any, Any, None] | None = None
        self._letter: Letter = Tick()
        self._resting = False
        """after a letter, until the next turn of the loop: a busy room leaves time for the others"""
        self._closed = False

    def put(self, letter: Letter) -> bool:
        """False where too many of this person's letters wait already: it was not taken."""
        if self._closed:
            return True
        if self._work is None and not self._resting:
            self._begin(letter)
            return True
        return self._keep(letter)

    def empty(self) -> bool:
        """Nothing has come, and nothing is being dealt with."""
        return self._work is None and not self.waiting

    @property
    def waiting(self) -> int:
        """How many letters nobody has opened yet."""
        return len(self._own) + self._players.size + self._others.size

    @property
    def closed(self) -> bool:
        return self._closed

    def close(self) -> list[Letter]:
        """Stop at once and take nothing more; the letters that nobody has opened, or is done with."""
        self._closed = True
        under_way = [] if self._work is None else [self._letter]
        unopened = [*under_way, *self._own, *self._players, *self._others]
        self._own.clear()
        self._players.clear()
        self._others.clear()
        work, self._work = self._work, None
        if work is not None:
            work.close()
        return unopened

    # --- letters that wait ---

    def _keep(self, letter: Letter) -> bool:
        if isinstance(letter, ASKS_OR_JOINED):
            reader = letter.reader
            lines = self._lines_of(reader)
            if isinstance(letter, Joined):  # of those who come in there are no more than connections
                return lines.add(reader.person.id, letter)
            if lines is self._others and lines.size >= MOST_OF_WATCHERS:
                return False
            return lines.add(reader.person.id, letter, MOST_OF_ONE)
        if isinstance(letter, Errand):
            self._others.add(OUTSIDE, letter)
        elif isinstance(letter, Left):
            self._forget(letter)
        else:
            self._own.append(letter)
        return True

    def _lines_of(self, reader: Reader) -> Lines:
        """Where letters of this person wait already; else where they should."""
        person = reader.person.id
        if self._others.has(person):
            return self._others
        plays = reader.seats or self._players.has(person) or self._plays(person)
        return self._players if plays else self._others

    def _forget(self, letter: Left) -> None:
        person = letter.reader.person.id
        lines = self._lines_of(letter.reader)
        never_came, moves = lines.forget(letter.reader, moves_count=lines is self._players)
        if moves:
            lines.add(person, letter)
        elif not never_came:
            self._own.append(letter)

    def _next(self) -> None:
        self._resting = False
        players, others = self._players, self._others
        if self._own:
            self._begin(self._own.popleft())
        elif players.size and (not others.size or self._turn < OTHERS_TURN):
            self._turn += 1
            self._begin(players.take())
        elif others.size:
            self._turn = 1
            self._begin(others.take())

    def _begin(self, letter: Letter) -> None:
        self._letter = letter
        self._work = self._deal_with(letter)
        self._go_on()

    def _go_on(self, _there: object = None) -> None:
        if self._work is None:
            return  # closed meanwhile
        try:
            waits_for = self._work.send(None)
        except StopIteration:
            self._rest()
        except (Exception, asyncio.CancelledError):
            # one bad letter must not stop a table
            about = {"table": self._name}
            log.exception("a letter of kind %s could not be taken", type(self._letter).__name__, extra=about)
            self._rest()
        else:
            if waits_for is None:
                asyncio.get_running_loop().call_soon(self._go_on)
            else:
                waits_for.add_done_callback(self._go_on)

    def _rest(self) -> None:
        self._work = None
        self._resting = True
        self._rests.until_next_turn(self._next)
