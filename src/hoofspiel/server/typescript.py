"""Writes the types of every message and of every game's View for the pages, and the message lists of the manual.

`python -m hoofspiel.server.typescript` writes the files; with `--check` it only says which are stale.
"""

import ast
import inspect
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Required,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

import msgspec

from hoofspiel.coach import shapes
from hoofspiel.kernel import catalog
from hoofspiel.live import messages, words

from . import bodies, protocol
from .settings import manual_rows

ROOT = Path(__file__).parents[3]
PLAIN = {int: "number", float: "number", bool: "boolean", str: "string", NoneType: "null", Any: "unknown"}
UNIONS = ("TableRequest", "TableMessage", "LobbyRequest", "LobbyMessage")
ABSTRACT = {messages.FromClient, messages.FromServer, bodies.Payload}


def spell(hint: Any) -> str:
    """One Python type as TypeScript; structs and typed dicts by their name."""
    origin = get_origin(hint)
    if origin in (Annotated, NotRequired, Required):
        return spell(get_args(hint)[0])
    if hint in PLAIN:
        return PLAIN[hint]
    if origin in (Union, UnionType):
        return " | ".join(dict.fromkeys(spell(part) for part in get_args(hint)))
    if origin is Literal:
        return " | ".join(_literal(value) for value in get_args(hint))
    if origin in (list, tuple, set, frozenset):
        return _series(origin, get_args(hint))
    if origin is dict:
        return f"Record<{spell(get_args(hint)[0])}, {spell(get_args(hint)[1])}>"
    if is_typeddict(hint) or (isinstance(hint, type) and issubclass(hint, msgspec.Struct)):
        return str(hint.__name__)
    raise TypeError(f"{hint!r} has no spelling in TypeScript: use numbers, words, lists, dicts and typed dicts")


def _literal(value: object) -> str:
    if isinstance(value, bool) or value is None:
        return str(value).lower().replace("none", "null")
    return f'"{value}"' if isinstance(value, str) else str(value)


def _series(origin: Any, parts: tuple[Any, ...]) -> str:
    if origin is tuple and not (len(parts) == 2 and parts[1] is Ellipsis):
        return "[" + ", ".join(spell(part) for part in parts) + "]"
    inner = spell(parts[0])
    return f"({inner})[]" if " | " in inner else f"{inner}[]"


def field_notes(kind: type) -> dict[str, str]:
    """The sentence under each field of a class, where there is one."""
    body = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    assert isinstance(body, ast.ClassDef)
    notes = {}
    for field, below in zip(body.body, body.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(below, ast.Expr):
            notes[field.target.id] = " ".join(ast.literal_eval(below.value).split())
    return notes


def structs(module: ModuleType) -> Iterator[type[msgspec.Struct]]:
    """The structs a module defines, in the order of the file."""
    for kind in vars(module).values():
        if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
            continue
        if kind.__module__ == module.__name__ and kind not in ABSTRACT:
            yield kind


def struct_text(kind: type[msgspec.Struct]) -> str:
    """A struct as an interface; what a sender may leave out is marked so."""
    hints = get_type_hints(kind, include_extras=True)
    notes = field_notes(kind)
    lines = [f"/** {kind.__doc__} */", f"export interface {kind.__name__} {{"]
    if kind.__struct_config__.tag is not None:
        lines.append(f'  t: "{kind.__struct_config__.tag}";')
    omits = kind.__struct_config__.forbid_unknown_fields or kind.__struct_config__.omit_defaults
    for field in msgspec.structs.fields(kind):
        optional = "?" if not field.required and omits else ""
        if field.name in notes:
            lines.append(f"  /** {notes[field.name]} */")
        lines.append(f"  {field.encode_name}{optional}: {spell(hints[field.name])};")
    return "\n".join([*lines, "}"])


def protocol_text() -> str:
    """The whole of protocol.gen.ts."""
    parts = ["// Written by `python -m hoofspiel.server.typescript`. Do not edit."]
    for module in (words, messages, protocol, shapes, bodies):
        parts += [struct_text(kind) for kind in structs(module)]
    for name in UNIONS:
        parts.append(f"export type {name} = {spell(getattr(protocol, name))};")
    for name in ("Level", "EmoteName"):
        parts.append(f"export type {name} = {spell(getattr(words, name))};")
    return "\n\n".join(parts) + "\n"


def view_text(view: Any) -> str:
    """A game's View and the typed dicts inside it, as interfaces."""
    found: dict[str, str] = {}
    _collect(get_type_hints(view, include_extras=True)["return"], found)
    head = "// Written by `python -m hoofspiel.server.typescript` from view.py. Do not edit."
    return "\n\n".join([head, *found.values()]) + "\n"


def _collect(hint: Any, found: dict[str, str]) -> None:
    for part in get_args(hint):
        _collect(part, found)
    if is_typeddict(hint) and hint.__name__ not in found:
        found[hint.__name__] = ""
        hints = get_type_hints(hint, include_extras=True)
        for inner in hints.values():
            _collect(inner, found)
        lines = []
        for name, inner in hints.items():
            optional = "?" if name in hint.__optional_keys__ else ""
            lines.append(f"  {name}{optional}: {spell(inner)};")
        found[hint.__name__] = "\n".join([f"export interface {hint.__name__} {{", *lines, "}"])


def manual_text(written: str) -> str:
    """The protocol's page with its lists of messages made anew between the marks."""
    head, _, rest = written.partition("<!-- messages -->")
    _, _, tail = rest.partition("<!-- end of messages -->")
    titles = {
        "TableRequest": "At a table, from a client",
        "TableMessage": "At a table, from the server",
        "LobbyRequest": "In the lobby, from a client",
        "LobbyMessage": "In the lobby, from the server",
    }
    parts = []
    for name, title in titles.items():
        union = getattr(protocol, name)
        parts.append(f"## {title}")
        parts += [_manual_entry(kind, str(kind.__struct_config__.tag)) for kind in get_args(union) or (union,)]
    for module, title in ((words, "What messages are made of"), (bodies, "HTTP bodies"), (shapes, "A review")):
        parts.append(f"## {title}")
        parts += [_manual_entry(kind, kind.__name__) for kind in structs(module)]
    return f"{head}<!-- messages -->\n\n" + "\n\n".join(parts) + f"\n\n<!-- end of messages -->{tail}"


def _manual_entry(kind: type[msgspec.Struct], title: str) -> str:
    hints = get_type_hints(kind, include_extras=True)
    notes = field_notes(kind)
    lines = [f"### `{title}`", "", str(kind.__doc__)]
    fields = msgspec.structs.fields(kind)
    if fields:
        lines += ["", "| field | type | |", "|---|---|---|"]
    for field in fields:
        spelled = spell(hints[field.name]).replace("|", "\\|")
        lines.append(f"| `{field.encode_name}` | `{spelled}` | {notes.get(field.name, '')} |")
    return "\n".join(lines)


def files() -> dict[Path, str]:
    """Every generated file of this checkout and what it should hold."""
    manual, settings = ROOT / "docs/reference/protocol.md", ROOT / "docs/reference/settings.md"
    made = {
        ROOT / "web/src/lib/protocol.gen.ts": protocol_text(),
        manual: manual_text(manual.read_text(encoding="utf-8")),
        settings: settings_text(),
    }
    for slug, game in catalog.games().items():
        board = ROOT / "src/hoofspiel/games" / slug / "web"
        if board.is_dir():
            made[board / "view.gen.ts"] = view_text(game.view)
    return made


def settings_text() -> str:
    """The page of the manual about settings."""
    head = """# Settings

A flag of `hoofspiel serve` weighs most, then an environment variable, then the TOML file named by `--settings` or
`HOOFSPIEL_SETTINGS`. A setting that does not exist is refused, wherever it is. `HOOFSPIEL_CACHE` is the folder of
compiled rules.
"""
    return "\n".join([head, *manual_rows()]) + "\n"


def main(arguments: list[str]) -> int:
    stale = {
        path: text for path, text in files().items() if not path.exists() or path.read_text(encoding="utf-8") != text
    }
    for path, text in stale.items():
        print(f"{'stale' if '--check' in arguments else 'written'}: {path.relative_to(ROOT)}")
        if "--check" not in arguments:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
