"""A terminal for tests: lines that are typed, and what was printed."""

from collections.abc import Callable, Iterable, Iterator

import pytest

from hoofspiel.cli import main


class Terminal:
    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys = capsys
        self.monkeypatch = monkeypatch

    def __call__(self, *words: str, typed: Iterable[str] | Callable[[], str] = ()) -> tuple[int, str, str]:
        """Run a command; exit code, output and errors."""
        if callable(typed):
            answer = typed
        else:
            lines: Iterator[str] = iter(typed)

            def answer() -> str:
                line = next(lines, None)
                if line is None:
                    raise EOFError
                return line

        self.monkeypatch.setattr("builtins.input", lambda *_: answer())
        code = main(words)
        printed = self.capsys.readouterr()
        return code, printed.out, printed.err


@pytest.fixture
def terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> Terminal:
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
    return Terminal(capsys, monkeypatch)
