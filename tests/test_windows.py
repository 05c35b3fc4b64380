"""What other systems lack, taken away here: nothing dies of it."""

import io
import json
import os
import socket
import subprocess
import sys

import pytest

from hoofspiel.bots import worker
from hoofspiel.cli import serve
from hoofspiel.server.settings import Settings


def test_a_bot_process_lives_without_nice_and_without_limits(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delattr(os, "nice")
    monkeypatch.setitem(sys.modules, "resource", None)
    monkeypatch.setattr(sys, "argv", ["worker", "4096"])
    monkeypatch.setattr(sys, "stdin", io.StringIO('{"game": "chess", "id": 1}\n'))
    worker.main()
    assert "no game called 'chess'" in json.loads(capsys.readouterr().out)["error"]


@pytest.mark.parametrize("words", [["games"], ["rules", "goodge"], ["games", "goats"]])
def test_letters_that_a_pipe_does_not_know_end_no_command(words: list[str]) -> None:
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    told = subprocess.run([sys.executable, "-m", "hoofspiel", *words], capture_output=True, text=True, env=env)
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout


def test_two_servers_never_share_a_port(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows takes SO_REUSEADDR for a permission to do just that."""
    monkeypatch.setattr(sys, "platform", "win32")
    with serve.listen(Settings(host="127.0.0.1", port=0)) as door:
        assert door.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR) == 0
