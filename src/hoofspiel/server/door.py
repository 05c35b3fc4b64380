"""uvicorn's HTTP, but the head of a request may only be so long: it is kept until its end."""

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MOST_HEAD = 65_536
"""bytes before the body, or what has come of them in one go"""


class Door(HttpToolsProtocol):
    """uvicorn bounds bodies by pausing, heads not at all; removable once it does."""

    _in_head = True
    _came = 0

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._in_head:
            self._came += len(data)
            if self._came > MOST_HEAD and not self.transport.is_closing():
                self.send_400_response("The head of a request holds at most 64 KB.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._came = True, 0

    def on_headers_complete(self) -> None:
        self._in_head = False
        super().on_headers_complete()
