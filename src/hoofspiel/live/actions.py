"""The only ways to do something to a table, as turns and requests are handed them."""

from collections.abc import Callable, Sequence
from typing import Protocol

from .body import Body
from .letters import Letter
from .ports import Reader
from .words import Order


class Actions(Protocol):
    """Rules, store, bus, sockets: whoever calls one of these need not think of that order."""

    async def play(
        self,
        seat: int | None,
        move: str,
        *,
        answers: tuple[Reader, str] | None = None,
        at: int | None = None,
        together: Sequence[int] = (),
        order: Order | None = None,
    ) -> None:
        """Play, store, tell. IllegalMove and TableRefused leave everything as it was.

        `answers` is who sent the move, and under which id: the acknowledgement goes out with the step. `together` are
        the seats that acted at the same time, of which this is the first; `order` is the standing order it follows.
        """

    async def change(self, alter: Callable[[Body], None], *, start: bool = False) -> bool:
        """Change the table itself, and with `start` begin its match. Does it show? TableRefused: nothing changed."""

    def post(self, letter: Letter) -> None:
        """Put something into the table's mailbox."""

    async def look_again(self) -> None:
        """Read what the store has and this table does not, if there is any: somebody knows more than we do."""
