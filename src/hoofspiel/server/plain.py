"""What is wrong with a message or a body, in a sentence that says what would have been right."""

import re
from typing import Any, Literal, get_args, get_type_hints

import msgspec

from hoofspiel.live import words

from . import bodies

_OUT_OF_LIST = re.compile(r"^Invalid (?:enum )?value .* - at `\$(?:.*\.)?(\w+)`$", re.S)


def _listed(kind: type, name: str) -> tuple[str, ...]:
    return get_args(get_type_hints(kind)[name])


LISTS: dict[str, tuple[str, ...]] = {
    "level": get_args(words.Level),
    "bots": get_args(words.Level),
    "emote": get_args(words.EmoteName),
    "kind": _listed(words.Pace, "kind"),
    "test": _listed(words.Condition, "test"),
    "watch": _listed(bodies.NewTable, "watch"),
}
"""the fields a client fills with a word out of a list"""


def tags_of(union: Any) -> tuple[str, ...]:
    """The names of the messages of a union, or of the one there is."""
    return tuple(str(kind.__struct_config__.tag) for kind in get_args(union) or (union,))


def plain(error: msgspec.ValidationError, tags: tuple[str, ...] = ()) -> str:
    """The decoder's sentence, with the list where a word is not in it."""
    text = str(error)
    found = _OUT_OF_LIST.search(text)
    right = () if found is None else tags if found[1] == "t" else LISTS.get(found[1], ())
    return f"{text[:200]}; there are {', '.join(right)}" if right else text[:200]


class _Named(msgspec.Struct):
    """As much of a move as is needed to refuse it under its own id."""

    t: Literal["move"]
    id: words.MoveId


_named = msgspec.json.Decoder(_Named)


def move_id_in(frame: str | bytes) -> str | None:
    """The id of a move that is otherwise not understood."""
    try:
        return _named.decode(frame).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
