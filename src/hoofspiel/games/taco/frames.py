"""The terminal itself: keys as they are pressed, and pictures that change without a flicker."""

import io
import os
import select
import sys
import time
from types import TracebackType
from typing import Any, Protocol

from rich.console import Console, RenderableType

CLEAR, HOME_SCREEN, OTHER_SCREEN = "\x1b[2J\x1b[H", "\x1b[?1049l\x1b[?25h", "\x1b[?1049h\x1b[?25l"
AS_ONE, SHOWN = "\x1b[?2026h", "\x1b[?2026l"  # terminals that can show all of it at once


class Screen(Protocol):
    """What somebody sits in front of. Times are milliseconds of its own clock."""

    def now(self) -> int: ...

    def lines(self) -> int:
        """How many there is room for."""

    def wait(self, until: int) -> str | None:
        """The next key, or None when the time has come."""

    def paint(self, picture: RenderableType) -> None: ...


class TerminalScreen:
    """A real terminal: only the lines that differ are written again."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self._zero = time.monotonic()
        self._size = (0, 0)
        self._lines: list[str] = []
        self._keys: list[str] = []
        self._keyboard = _keyboard()

    def __enter__(self) -> "TerminalScreen":
        self._keyboard.start()
        self._write(OTHER_SCREEN + CLEAR)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._write(HOME_SCREEN)
        self._keyboard.stop()

    def now(self) -> int:
        return int((time.monotonic() - self._zero) * 1000)

    def lines(self) -> int:
        return os.get_terminal_size(sys.stdout.fileno()).lines

    def wait(self, until: int) -> str | None:
        while not self._keys:
            left = until - self.now()
            if left <= 0:
                return None
            self._keys += keys_in(self._keyboard.read(left / 1000))
        return self._keys.pop(0)

    def paint(self, picture: RenderableType) -> None:
        size = os.get_terminal_size(sys.stdout.fileno())
        whole = io.StringIO()
        page = Console(
            file=whole,
            force_terminal=True,
            width=size.columns,
            height=size.lines,
            highlight=False,
            color_system=self.console.color_system or "standard",  # type: ignore[arg-type]
            legacy_windows=False,
        )
        page.print(picture)
        lines = whole.getvalue().splitlines()[: size.lines]
        fresh = size != self._size
        if fresh:
            self._size, self._lines = (size.columns, size.lines), []
        self._write((AS_ONE + CLEAR if fresh else AS_ONE) + changes(self._lines, lines) + SHOWN)
        self._lines = lines

    def _write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()


def changes(before: list[str], after: list[str]) -> str:
    """What to write so that these lines are on the screen instead of those."""
    written = [
        f"\x1b[{number + 1};1H{line}\x1b[K"
        for number, line in enumerate(after)
        if number >= len(before) or before[number] != line
    ]
    written += [f"\x1b[{number + 1};1H\x1b[K" for number in range(len(after), len(before))]
    return "".join(written)


def keys_in(data: bytes) -> list[str]:
    """The keys in what a terminal has sent: characters, "esc", and nothing for arrows and the like."""
    if data.startswith(b"\x1b"):
        return ["esc"] if len(data) == 1 else []
    return [key for key in data.decode("utf-8", "ignore") if key.isprintable() or key in "\r\n"]


# --- keyboards ---


class _PosixKeyboard:
    def start(self) -> None:
        import termios
        import tty

        self._file = sys.stdin.fileno()
        self._before = termios.tcgetattr(self._file)
        tty.setcbreak(self._file)

    def stop(self) -> None:
        import termios

        termios.tcsetattr(self._file, termios.TCSADRAIN, self._before)

    def read(self, seconds: float) -> bytes:
        ready, _, _ = select.select([self._file], [], [], seconds)
        return os.read(self._file, 64) if ready else b""


class _WindowsKeyboard:
    def start(self) -> None:
        pass

    def stop(self) -> None:
        pass

    def read(self, seconds: float) -> bytes:
        import msvcrt

        console: Any = msvcrt
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if console.kbhit():
                key: bytes = console.getch()
                return key
            time.sleep(0.002)
        return b""


def _keyboard() -> _PosixKeyboard | _WindowsKeyboard:
    return _WindowsKeyboard() if sys.platform == "win32" else _PosixKeyboard()
