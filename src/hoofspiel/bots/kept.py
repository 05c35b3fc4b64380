"""Keeps the results of an arena in a file, one per line, so that an interrupted run can continue."""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hoofspiel.bots.arena import Failure, Pairing, Result
from hoofspiel.kernel.catalog import find_game
from hoofspiel.kernel.words import BadMatch, Refused

THINKING = ("levels.py", "quick.py", "search.py", "thinking.py", "tree.py")
"""Beside the modules of its game, what a level thinks with."""


def load(path: Path, pairing: Pairing) -> list[Result]:
    """Results of an earlier run of the same pairing, which its first line names. A truncated last line is ignored."""
    first, *rest = _lines(path)
    if not first:
        return []
    head = _read(path, 1, first)
    wanted = _head(pairing)
    known = {key: head.get(key) for key in wanted if key != "sources"}
    if known != {key: value for key, value in wanted.items() if key != "sources"}:
        raise BadMatch(f"{path} holds another arena: {first:.200}. Choose another file, or remove it.")
    played = head.get("sources", {})
    changed = [
        bot
        for bot, source in _sources(pairing).items()
        if played.get(bot) != source and (bot in played or ":" in bot)  # older files say nothing of levels
    ]
    if changed:
        raise BadMatch(f"The bot {changed[0]} has changed since {path} was played: choose another file, or remove it.")
    results = [_result(path, number, line) for number, line in enumerate(rest, 2)]
    whole = {deal for deal in {r.deal for r in results} if sum(r.deal == deal for r in results) == pairing.seats}
    return [r for r in results if r.deal in whole]


def save(path: Path, pairing: Pairing) -> Callable[[Sequence[Result]], None]:
    """Opens the file and returns the function that adds results to it."""
    lines = _lines(path)
    kept = lines if lines[0] else [json.dumps(_head(pairing))]
    try:
        path.write_text("".join(f"{line}\n" for line in kept), encoding="utf-8")
    except OSError as error:
        raise Refused(f"Results cannot be kept in {path}: {(error.strerror or 'unknown reason').lower()}.") from None

    def add(results: Sequence[Result]) -> None:
        with path.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(asdict(r)) + "\n" for r in results)

    return add


def _lines(path: Path) -> list[str]:
    """The complete lines of a file, or one empty line if there is no file yet."""
    try:
        text = path.read_text(encoding="utf-8") if path.exists() else ""
    except (OSError, UnicodeDecodeError):
        raise _foreign(path, 1) from None
    if text and "\n" not in text:
        raise _foreign(path, 1)
    return text[: text.rfind("\n") + 1].splitlines() or [""]


def _read(path: Path, number: int, line: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise _foreign(path, number)
    return found


def _result(path: Path, number: int, line: str) -> Result:
    found = _read(path, number, line)
    try:
        failed = found.pop("failed", None)
        result = Result(**found, failed=None if failed is None else Failure(**failed))
        sound = len(result.bots) == len(result.wins) == len(result.points)
    except TypeError:
        sound = False
    if not sound:
        raise _foreign(path, number)
    return result


def _foreign(path: Path, number: int) -> BadMatch:
    return BadMatch(f"{path} is not a file of arena results (line {number}): choose another file, or remove it.")


def _head(pairing: Pairing) -> dict[str, object]:
    return {
        "game": find_game(pairing.game).slug,
        "seats": pairing.seats,
        "bots": list(pairing.bots),
        "options": dict(pairing.options),
        "sources": _sources(pairing),
    }


def _sources(pairing: Pairing) -> dict[str, str]:
    """A digest of what each bot plays by: results of an older version do not count for this one."""
    found = {}
    for bot in pairing.bots:
        module, own, _ = bot.partition(":")
        if own:
            spec = find_spec(module)
            files = [Path(spec.origin)] if spec and spec.origin and Path(spec.origin).exists() else []
            found[bot] = _digest(files)
        elif bot != "random":
            of_the_game = Path(find_game(pairing.game).bot.__file__ or "").parent.glob("*.py")
            found[bot] = _digest([*sorted(of_the_game), *(Path(__file__).with_name(name) for name in THINKING)])
    return found


def _digest(files: Sequence[Path]) -> str:
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]
