"""What a fleet runs on, and how it is broken: PostgreSQL, NATS, servers, and lines that can be cut."""

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import sys
from abc import ABC, abstractmethod
from pathlib import Path

import psycopg

from .cables import Cable, Shaft

BIN = next(iter(sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)), None)
NATS = shutil.which("nats-server") or "/usr/sbin/nats-server"
ROOMY = (
    *("--guests", "1000000", "--sockets", "100000", "--new-tables", "100000"),
    *("--messages", "1000000", "--requests", "10000000"),
)
START_SECONDS = 300


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


async def answers(port: int) -> bool:
    """Does something listen there?"""
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.close()
    return True


class Engine(ABC):
    """A program that can be started, ended and started again on the same port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @abstractmethod
    def command(self) -> list[str]: ...

    def user(self) -> str | None:
        return None

    def env(self) -> dict[str, str] | None:
        return None

    async def start(self) -> None:
        """Until it listens; one that gave up, because what it needs was not there yet, is started again."""
        async with asyncio.timeout(START_SECONDS):
            while not await answers(self.port):
                if self.process is None or self.process.poll() is not None:
                    self._begin()
                await asyncio.sleep(0.05)

    def _begin(self) -> None:
        with (self.folder / f"{type(self).__name__}{self.port}.log").open("ab") as log:
            self.process = subprocess.Popen(
                self.command(),
                stdout=log,
                stderr=log,
                cwd=self.folder,
                user=self.user(),
                env=self.env(),
                start_new_session=True,
            )

    async def end(self, how: signal.Signals = signal.SIGKILL) -> int:
        if self.process is None:
            return 0
        process, self.process = self.process, None
        process.send_signal(how)
        return await asyncio.to_thread(process.wait, 60)


class Postgres(Engine):
    """One database cluster, which does wait for the disk: it is killed too."""

    def user(self) -> str | None:
        return "nobody" if os.geteuid() == 0 else None  # PostgreSQL refuses to run as root

    def _run(self, name: str, *words: str) -> list[str]:
        return [str(BIN / name) if BIN else name, *words]

    def command(self) -> list[str]:
        data = str(self.folder / "data")
        return self._run("postgres", "-D", data, "-p", str(self.port), "-k", "", "-h", "127.0.0.1")

    async def make(self) -> None:
        if user := self.user():
            shutil.chown(self.folder, user)
        words = ("-U", "hoofspiel", "--auth=trust", "--no-sync", "-E", "UTF8")
        make = self._run("initdb", "-D", str(self.folder / "data"), *words)
        env = {**os.environ, "LC_ALL": "C", "HOME": str(self.folder)}
        await asyncio.to_thread(
            subprocess.run, make, check=True, capture_output=True, env=env, cwd=self.folder, user=self.user()
        )

    async def start(self) -> None:
        """Until it answers: it listens before it has read its log again."""
        await super().start()
        async with asyncio.timeout(START_SECONDS):
            while await asyncio.to_thread(self._starting):
                await asyncio.sleep(0.05)

    def _starting(self) -> bool:
        try:
            psycopg.connect(self.address(), connect_timeout=3).close()
        except psycopg.OperationalError:
            return True
        return False

    def address(self, port: int | None = None) -> str:
        return f"postgresql://hoofspiel@127.0.0.1:{port or self.port}/postgres"


class Nats(Engine):
    """The bus, with a password as in earnest."""

    def command(self) -> list[str]:
        return [NATS, "-a", "127.0.0.1", "-p", str(self.port), "--user", "hoofspiel", "--pass", "chaos"]

    def address(self, port: int | None = None) -> str:
        return f"nats://hoofspiel:chaos@127.0.0.1:{port or self.port}"


class Server(Engine):
    """One server, with lines of its own to the engines."""

    def __init__(self, folder: Path, postgres: Postgres, nats: Nats, shaft: Shaft, *flags: str) -> None:
        super().__init__(folder)
        self.to_store, self.to_bus = Cable(shaft, postgres.port), Cable(shaft, nats.port)
        self._postgres, self._nats = postgres, nats
        self._flags = flags

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def command(self) -> list[str]:
        store, bus = self._postgres.address(self.to_store.port), self._nats.address(self.to_bus.port)
        words = ["serve", "--port", str(self.port), "--store", store, "--bus", bus, "--data", str(self.folder)]
        bots = ["--bot-workers", "0", "--bot-pace", "0.2", "--metrics-listen", ""]
        return [sys.executable, "-m", "hoofspiel", *words, *ROOMY, *bots, *self._flags]

    async def start(self) -> None:
        if not self.to_store.port:
            await self.to_store.start()
            await self.to_bus.start()
        await super().start()

    def signal(self, what: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(what)


class Fleet:
    """Everything together, in a folder of its own."""

    def __init__(self, folder: Path, servers: int, *flags: str) -> None:
        self.postgres, self.nats = Postgres(folder), Nats(folder)
        self.shaft = Shaft()
        self.servers = [Server(folder, self.postgres, self.nats, self.shaft, *flags) for _ in range(servers)]

    async def start(self) -> None:
        await self.postgres.make()
        await asyncio.gather(self.postgres.start(), self.nats.start())
        await self.servers[0].start()  # migrates
        await asyncio.gather(*(server.start() for server in self.servers[1:]))

    async def stop(self) -> None:
        for server in self.servers:
            server.signal(signal.SIGCONT)
            await server.end()
        await self.shaft.stop()
        await self.nats.end()
        await self.postgres.end(signal.SIGQUIT)
