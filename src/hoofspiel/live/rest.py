"""Until the next turn of the event loop."""

import asyncio
from collections.abc import Callable


class Rest:
    """Where rooms rest after a letter: the loop is asked once a turn for all of them, not once a letter."""

    def __init__(self) -> None:
        self._resting: list[Callable[[], None]] = []

    def until_next_turn(self, call: Callable[[], None]) -> None:
        """Call it then. It must see to its own mistakes: others wait behind it."""
        if not self._resting:
            asyncio.get_running_loop().call_soon(self._wake)
        self._resting.append(call)

    def _wake(self) -> None:
        resting, self._resting = self._resting, []
        for call in resting:
            call()
