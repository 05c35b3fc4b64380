"""Lines that can be cut, in a process of their own: what passes on them must not wait for the people of the test.

    python -m tools.chaos.cables < orders

An order is a line: `lay PORT` is answered with the port at this end, `cut PORT` and `mend PORT` name that end.
"""

import asyncio
import contextlib
import subprocess
import sys
from asyncio import StreamReader, StreamWriter


class Ends:
    """One line to an engine. When it is cut, what is under way stays under way, and nobody is told."""

    def __init__(self, port: int) -> None:
        self.port = 0
        self._to = port
        self._whole = asyncio.Event()
        self._whole.set()
        self._pumps: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._take, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    def cut(self) -> None:
        self._whole.clear()

    def mend(self) -> None:
        self._whole.set()

    async def _take(self, reader: StreamReader, writer: StreamWriter) -> None:
        await self._whole.wait()
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self._to)
        except OSError:
            writer.close()
            return
        for source, target in ((reader, back), (there, writer)):
            pump = asyncio.ensure_future(self._pump(source, target))
            self._pumps.add(pump)
            pump.add_done_callback(self._pumps.discard)

    async def _pump(self, source: StreamReader, target: StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.CancelledError):
            while data := await source.read(1 << 16):
                await self._whole.wait()
                target.write(data)
                await target.drain()
        target.close()


async def obey() -> None:
    """Until there are no more orders."""
    orders = StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
    ends: dict[int, Ends] = {}
    while order := (await orders.readline()).decode().split():
        what, port = order[0], int(order[1])
        if what == "lay":
            end = Ends(port)
            await end.start()
            ends[end.port] = end
            print(end.port, flush=True)
        elif what == "cut":
            ends[port].cut()
        else:
            ends[port].mend()


class Shaft:
    """The process in which all cables lie."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._one_at_a_time = asyncio.Lock()

    def _write(self, order: str) -> None:
        assert self._process is not None and self._process.stdin is not None  # noqa: PT018
        self._process.stdin.write(f"{order}\n".encode())
        self._process.stdin.flush()

    async def lay(self, port: int) -> int:
        """A cable to an engine's port; the port at this end."""
        async with self._one_at_a_time:
            if self._process is None:
                command = [sys.executable, "-m", "tools.chaos.cables"]
                self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            self._write(f"lay {port}")
            assert self._process.stdout is not None
            return int(await asyncio.to_thread(self._process.stdout.readline))

    def cut(self, port: int) -> None:
        self._write(f"cut {port}")

    def mend(self, port: int) -> None:
        self._write(f"mend {port}")

    async def stop(self) -> None:
        if self._process is not None:
            process, self._process = self._process, None
            process.kill()
            await asyncio.to_thread(process.communicate)


class Cable:
    """One line in the shaft."""

    def __init__(self, shaft: Shaft, port: int) -> None:
        self.port = 0
        self._shaft = shaft
        self._to = port

    async def start(self) -> None:
        self.port = await self._shaft.lay(self._to)

    def cut(self) -> None:
        self._shaft.cut(self.port)

    def mend(self) -> None:
        self._shaft.mend(self.port)


if __name__ == "__main__":
    asyncio.run(obey())
