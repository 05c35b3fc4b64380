"""uvicorn's WebSocket with two changes: text is written without ceremony, and early nonsense ends the line quietly."""

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN


class Wire(WebSocketsSansIOProtocol):
    """Still uvicorn's own protocol for everything but the two things below."""

    def write_text(self, text: bytes) -> bool:
        """Write one text frame at once; False when the line is full, closing or closed, and `send` must decide."""
        if not self.writable.is_set() or self.close_sent or self.disconnected or self.conn.state is not OPEN:
            return False
        size = len(text)
        if size < 126:
            head = bytes((0x81, size))
        elif size < 65_536:
            head = b"\x81\x7e" + size.to_bytes(2, "big")
        else:
            head = b"\x81\x7f" + size.to_bytes(8, "big")
        self.transport.write(head + text)
        return True

    def handle_parser_exception(self) -> None:
        """uvicorn trips over bytes that are no frame before the handshake is over; removable once it does not."""
        if self.conn.close_sent is None:
            self.queue.put_nowait({"type": "websocket.disconnect", "code": 1002, "reason": ""})
            self.transport.close()
        else:
            super().handle_parser_exception()
