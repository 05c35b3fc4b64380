"""How a table says no: the error that is raised, and the message its sender gets."""

from hoofspiel.kernel.words import IllegalMove, Refused

from . import messages as m
from .words import RefusalCode


class TableRefused(Refused):
    """A table does not grant a request; nothing was changed. The code is the protocol's, the reason one sentence."""

    def __init__(self, code: RefusalCode, reason: str) -> None:
        self.code = code
        self.reason = reason
        super().__init__(reason)


def refusal(error: TableRefused | IllegalMove, request_id: str | None = None) -> bytes:
    """The message for the sender alone; of an illegal move with the rule and what would have been legal."""
    if isinstance(error, IllegalMove):
        return m.encode(m.Refusal("illegal", error.reason, request_id, error.rule, error.legal))
    return m.encode(m.Refusal(error.code, error.reason, request_id))
