"""What is bound: the functions written in a module, nothing that Python itself puts there, and rules once."""

from types import FunctionType

import pytest

from hoofspiel.bots import search
from hoofspiel.kernel import bind
from hoofspiel.template import GAME, bot, rules


def test_annotations_that_python_keeps_in_a_function_are_no_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    """From Python 3.14 on every module with annotations has a function __annotate__."""
    for part in (rules, bot):
        made = FunctionType((lambda wanted: {}).__code__, vars(part), "__annotate__")
        monkeypatch.setattr(part, "__annotate__", made, raising=False)
        assert made.__module__ == part.__name__
    assert "__annotate__" not in bind.functions_of(rules)
    parts = bind.modules_of(GAME)
    world = bind.bind(parts, "straws", {}, lambda f: f)
    assert {"start", "greedy"} <= set(vars(world))


def test_every_function_names_a_module_so_that_nobody_looks_through_all_of_them() -> None:
    """Numba pickles what it compiled; for a function of no module that would take as long as compiling it."""
    world = bind.bind(bind.modules_of(GAME), rules.__name__, {}, lambda f: f)
    assert {f.__module__ for f in vars(world).values() if isinstance(f, FunctionType)} == {rules.__name__}


def test_rules_are_compiled_once_however_much_is_written_against_them() -> None:
    rules_alone, searched = bind.fast(GAME), bind.fast(GAME, search)
    assert searched.apply is rules_alone.apply
    assert searched.search is not getattr(rules_alone, "search", None)
