"""How the server says no over HTTP: the error that routes raise."""

from hoofspiel.kernel.words import Refused

from .bodies import HttpCode


class HttpRefused(Refused):
    """An answer that is not 2xx; nothing was changed. The reason is one sentence."""

    def __init__(self, status: int, error: HttpCode, reason: str, retry_after: int = 0) -> None:
        self.status = status
        self.error = error
        self.reason = reason
        self.retry_after = retry_after
        super().__init__(reason)
