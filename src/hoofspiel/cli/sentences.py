"""The English sentences that code makes for players, found by reading the code: each must be in every phrasebook.

Read are the refusals of games (a rule's number and a sentence), what live tables and the server answer (sentences that
begin with a capital and end with a full stop), and whatever is given to `said`.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path(__file__).parents[1]
ANSWERS = (
    *(f"live/{name}.py" for name in ("behind", "newcomers", "requests", "room", "seats", "talk", "timed", "turns")),
    *(f"server/{name}.py" for name in ("accounts", "expiry", "hashing", "replays", "reviews", "routes", "server")),
    *("server/sessions.py", "server/socket.py", "offline/door.py"),
)
REFUSING = (
    *(f"cli/{name}.py" for name in ("__init__", "arena", "play", "puzzles", "review", "rules", "simulate", "wishes")),
    *("bots/players.py", "bots/timed.py", "coach/puzzles.py", "coach/reviewing.py", "lab/tally.py"),
    *("kernel/catalog.py", "kernel/language.py", "kernel/notation.py"),
)
"""Where the errors of commands for players are."""
FOR_PROGRAMS = re.compile(r"GET /|POST /|^Here one can|\?seat=|A move is a text|This is answered before")
"""Sentences that nobody at a page or a terminal ever reads."""
PARAGRAPH = re.compile(r"R\d+\.\d+")
PLACE = re.compile(r"\{[a-z]+\}")
SAMPLE = "X7"
"""Stands for every fact."""


def of_game(slug: str) -> list[str]:
    """What the code of a game says: its refusals, and what its terminal.py gives to `said`."""
    folder = SOURCES / "games" / slug
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in sorted(folder.glob("*.py"))]
    return list(dict.fromkeys(s for tree in trees for s in (*_refusals(tree), *_given_to_said(tree))))


def of_program() -> list[str]:
    """What tables, server and command line say."""
    trees = [ast.parse((SOURCES / name).read_text(encoding="utf-8")) for name in ANSWERS]
    saying = [*sorted((SOURCES / "cli").glob("*.py")), SOURCES / "server/previews.py"]
    said = [ast.parse(file.read_text(encoding="utf-8")) for file in saying]
    raised = [ast.parse((SOURCES / name).read_text(encoding="utf-8")) for name in REFUSING]
    found = [s for tree in trees for s in _answers(tree)]
    found += [s for tree in said for s in _given_to_said(tree)] + [s for tree in raised for s in _refused(tree)]
    return [s for s in dict.fromkeys(found) if not FOR_PROGRAMS.search(s)]


def _refusals(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Tuple) and len(node.elts) == 2:
            first = node.elts[0]
            if isinstance(first, ast.Constant) and PARAGRAPH.fullmatch(str(first.value)):
                yield from _texts(node.elts[1])


def _refused(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args and getattr(node.func, "id", "") in ("Refused", "BadMatch"):
            yield from _texts(node.args[0])


def _given_to_said(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args:
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name == "said":  # its facts come beside it, or are in it already
                yield from (PLACE.sub(SAMPLE, text) for text in _texts(node.args[0]))


def _answers(tree: ast.AST) -> Iterator[str]:
    inside = {part for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)}
    docs = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and node not in inside | docs):
            for text in _texts(node):
                if re.match(r"[A-Z{X]", text) and re.search(r"[a-z]\w* \w+.*\.$", text):
                    yield text


def _texts(node: ast.AST) -> Iterator[str]:
    """The texts an expression may be, with a sample for every fact in it."""
    if isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield from _joined(node.values)


def _joined(parts: list[ast.expr]) -> list[str]:
    heads = [""]
    for part in parts:
        if isinstance(part, ast.Constant):
            ends = [str(part.value)]
        else:
            value = part.value if isinstance(part, ast.FormattedValue) else part
            ends = list(_texts(value)) if isinstance(value, ast.IfExp) else [SAMPLE]
        heads = [head + end for head in heads for end in ends]
    return heads
