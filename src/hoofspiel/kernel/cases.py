"""Sentences with cases, in the syntax of Fluent (projectfluent.org), read by Mozilla's own parser.

    {cards ->
        [0] Personne ne ramasse.
        [one] {seat:who} ramasse une carte.
       *[other] {seat:who} ramasse {cards} cartes.
    }

`{cards}`, `{seat:who}` and `{n|one|many}` are as in every template; `{target:me ->` has the cases `you` and `other`. In
the browser the same pattern is resolved by @fluent/bundle. fluent.runtime would bring ten megabytes of Babel for what
languages/xx.toml says in a line, so the few kinds of places are resolved here.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from hoofspiel.kernel.words import BadMatch

CASES = "->"
Resolve = Callable[[str, str | None], Any]
"""The value of a fact, or with a table what that says of it."""


def fluent(template: str) -> str:
    """The template as a pattern of pure Fluent, in which a fact x is $x_ and {x:table} is LOOK($x_, in: "table")."""
    forms = r"\{ *([a-z0-9_]+)\|([^|{}]*)\|([^|{}]*)\}"
    template = re.sub(forms, lambda m: f"{{ $x_{m[1]} -> [one] {m[2]} *[other] {m[3]} }}", template)
    template = re.sub(r"\{ *([a-z0-9_]+):([a-z_]+) *(->|\})", r'{ LOOK($x_\1, in: "\2") \3', template)
    return _in_lines(re.sub(r"\{ *([a-z0-9_]+) *(->|\})", r"{ $x_\1 \2", template))


def _in_lines(pattern: str) -> str:
    """Fluent wants every case in a line of its own, and the brace after the last one, too."""
    open_braces: list[bool] = []
    out = ""
    for part in re.split(r"(\{|\}|->|\s*\*?\[[a-z0-9]+\])", pattern):
        if part == "{":
            open_braces.append(False)
        elif part == "->" and open_braces:
            open_braces[-1] = True
        elif part == "}" and open_braces and open_braces.pop():
            part = "\n}"
        elif part.rstrip().endswith("]") and open_braces and open_braces[-1]:
            part = "\n" + part.strip()
        out += part
    return out


def resolve(template: str, look: Resolve, is_one: Callable[[object], bool]) -> str:
    return _pattern(parsed(template).value, look, is_one).strip()


@lru_cache(maxsize=1024)
def parsed(template: str) -> Any:
    try:
        from fluent.syntax import FluentParser, ast
    except ImportError:
        raise BadMatch("This language needs one more package: pip install fluent.syntax.") from None
    body = fluent(template).replace("\n", "\n  ")
    found = FluentParser(with_spans=False).parse_entry(f"m =\n  {body}\n")
    if not isinstance(found, ast.Message):
        raise BadMatch(f"This is no pattern of Fluent: {template}")
    return found


def _pattern(pattern: Any, look: Resolve, is_one: Callable[[object], bool]) -> str:
    out = ""
    for element in pattern.elements:
        if not hasattr(element, "expression"):
            out += element.value
        elif hasattr(element.expression, "variants"):
            out += _chosen(element.expression, look, is_one)
        else:
            out += str(_value(element.expression, look))
    return out


def _chosen(select: Any, look: Resolve, is_one: Callable[[object], bool]) -> str:
    value = _value(select.selector, look)
    category = "one" if is_one(value) else "other"
    fallback = None
    for variant in select.variants:
        key = getattr(variant.key, "name", None) or variant.key.value
        if key == str(value):
            return _pattern(variant.value, look, is_one)
        if key == category and not isinstance(value, str):
            fallback = variant
        if variant.default and fallback is None:
            fallback = variant
    return _pattern(fallback.value, look, is_one) if fallback else ""


def _value(expression: Any, look: Resolve) -> Any:
    if hasattr(expression, "arguments"):  # LOOK($x_seat, in: "who")
        return look(_name(expression.arguments.positional[0]), expression.arguments.named[0].value.value)
    return look(_name(expression), None) if hasattr(expression, "id") else expression.value


def _name(variable: Any) -> str:
    return str(variable.id.name).removeprefix("x_")
