"""One rules text, two ways to run it.

A rules module is plain Python: functions of a position `s`, and a class State that lists the fields. Both ways tie
the shared text of the kernel to one game:

    plain(game)    runs as it stands, in CPython: server, tests, debugger, coverage; no Numba
    fast(game)     the same functions compiled by Numba: bots, simulation, training

Both give a namespace with the functions of the game, of the kernel and of `more` (modules written against
contract.py, such as a search), and blank(n, options), a position not started yet.
"""

import hashlib
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

from hoofspiel.kernel import bits, chance, contract, defaults, engine, loops, secrets
from hoofspiel.kernel.game import Game, fields_of

SHARED = (bits, chance, engine, loops)
World = SimpleNamespace


def modules_of(game: Game, more: Iterable[ModuleType] = ()) -> list[ModuleType]:
    """The kernel's modules, the game's, and all those whose functions they use."""
    found = [*SHARED, game.rules, game.bot, *more]
    if game.then is not None:
        found.append(game.then)
    for part in found:  # the list grows while we look through it
        for thing in vars(part).values():
            if isinstance(thing, FunctionType) and thing.__module__.partition(".")[0] not in sys.stdlib_module_names:
                home = sys.modules[thing.__module__]
                if home not in (*found, contract, defaults):
                    found.append(home)
    return found


def functions_of(part: ModuleType) -> dict[str, FunctionType]:
    """Those written in a module; what Python itself puts there, such as __annotate__ from 3.14 on, is none of them."""
    own = [(k, v) for k, v in vars(part).items() if isinstance(v, FunctionType) and v.__module__ == part.__name__]
    return {k: v for k, v in own if not k.startswith("__")}


def bind(
    modules: Iterable[ModuleType],
    name: str,
    given: Mapping[str, Any],
    wrap: Callable[[FunctionType], Any],
    kept: Mapping[str, Any] | None = None,
    then: ModuleType | None = None,
) -> World:
    """Copies of the functions of all modules that see each other; those `given` stand in, those `kept` stay as is.

    So do the functions and constants of `then`, the rules of an older version.
    """
    world: dict[str, Any] = {}
    functions: dict[str, Any] = {}
    before = {} if then is None else functions_of(then)
    constants = {} if then is None else {k: v for k, v in vars(then).items() if k.isupper()}
    for part in modules:
        if part is then:
            continue
        for key, f in functions_of(part).items():
            if functions.setdefault(key, f) is not f:
                raise NameError(f"{part.__name__}.{key} hides a shared function of that name")
        for key, thing in vars(part).items():
            if key.startswith("__") or isinstance(thing, FunctionType | ModuleType | type):
                continue
            if key.isupper() and key not in ("OPTIONS", "ENTRIES") and world.setdefault(key, thing) != thing:
                raise NameError(f"{part.__name__}.{key} hides a shared constant of that name")
            world.setdefault(key, thing)
    functions = {**functions_of(defaults), **functions, **before, **given}
    for key, f in functions.items():
        if isinstance(f, FunctionType):
            copy = FunctionType(f.__code__, world, key, f.__defaults__)
            copy.__qualname__ = f"{name}.{key}"
            # The rules' module does not have the copy; but where no module is named, whoever pickles it, as Numba does
            # for its cache, looks through all modules there are: half of the time that compiling took.
            copy.__module__ = name
            world[key] = wrap(copy)
        else:
            world[key] = f
    world.update({**constants, **(kept or {})})
    world["__name__"] = name
    return SimpleNamespace(**{k: v for k, v in world.items() if not k.startswith("__")})


# --- plain ---


@cache
def plain(game: Game, *more: ModuleType) -> World:
    """The rules as they stand, with the small generator."""
    return _plain(game, more, {})


@cache
def live(game: Game) -> World:
    """The rules as they stand, all chance out of a match's secret; the small generator is not there."""
    return _plain(game, (), {"random": secrets.secret_random, "next_rng": _no_generator, "seed_rng": _no_generator})


def _no_generator(x: int) -> int:
    raise AssertionError("a live match takes all its chance from its secret")


def _plain(game: Game, more: Iterable[ModuleType], kept: Mapping[str, Any]) -> World:
    kept = {"assign": _assign_of(game), **kept}
    world = bind(modules_of(game, more), game.rules.__name__, {}, lambda f: f, kept, game.then)
    world.blank = lambda n, options=None: blank(game, n, options or {})
    world.rows = lambda kind, size: [empty(kind) for _ in range(size)]
    return world


def _assign_of(game: Game) -> Callable[[Any, Any], None]:
    """The function that copies all fields, written out."""
    lines = [f"    s.{f} = other.{f}" + ("" if t in (int, float) else "[:]") for f, t in fields_of(game.rules.State)]
    space: dict[str, Any] = {}
    exec("def assign(s, other):\n" + "\n".join(lines), space)
    made: Callable[[Any, Any], None] = space["assign"]
    return made


def empty(kind: type) -> Any:
    """An object with all fields of a class at zero."""
    row = kind()
    for f, t in fields_of(kind):
        setattr(row, f, [0] * t if isinstance(t, int) else t())
    return row


def blank(game: Game, n: int, options: Mapping[str, int]) -> Any:
    """A plain position with its seats and options (as numbers) set, not started."""
    s = empty(game.rules.State)
    s.events = []
    s.deal = {}
    s.secret = b""
    s.n = n
    for option in game.options:
        default = option.read(game.default(option))
        setattr(s, option.name, options.get(option.name, default))
    return s


# --- fast ---


def available() -> bool:
    """Whether Numba is installed."""
    from importlib.util import find_spec

    return find_spec("numba") is not None


def cache_folder() -> Path:
    """Where compiled rules are kept between runs."""
    given = os.environ.get("HOOFSPIEL_CACHE")
    return Path(given) if given else Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "hoofspiel"


@cache
def fast(game: Game, *more: ModuleType) -> World:
    """The compiled rules. Functions of entries.py and those of `more` that are named in their ENTRIES can be called."""
    import numba
    import numpy as np

    from hoofspiel.kernel import entries

    rules = fast(game) if more else None  # compiled once, whatever is written against them
    native: Any = import_module("hoofspiel.kernel.native")  # Numba has no types to check
    config: Any = import_module("numba.core.config")
    parts = [*modules_of(game, more), entries]
    # Numba does not notice a change in another file: name the cache after all the sources, and after the constants
    # and fields, which may come from files that hold no rules.
    sources = sorted({str(p.__file__) for p in (*parts, defaults, native)})
    named = [thing for part in parts for thing in sorted(vars(part).items())]
    constants = [(k, v) for k, v in named if k.isupper() and isinstance(v, int | tuple)]
    shape = repr((constants, list(fields_of(game.rules.State)))).encode()
    digest = hashlib.sha256(b"".join([shape, *(Path(p).read_bytes() for p in sources)])).hexdigest()[:12]
    checked = "-checked" if config.BOUNDSCHECK else ""
    config.CACHE_DIR = str(cache_folder() / f"{game.slug}-{digest}{checked}")
    dtype = native.record_type(fields_of(game.rules.State))
    given = {
        "count": native.popcount,
        "lowest": native.trailing_zeros,
        "highest": native.top_bit,
        "assign": native.assign,
        "position_in": native.viewer_of(dtype),
        "note": native.silent,
        "deal_cards": native.deal_cards,
        "deal_card": native.deal_card,
        "dealt": native.dealt,
        **native.special_instructions(),
    }
    ways_in = set(functions_of(entries)).union(*(getattr(part, "ENTRIES", ()) for part in more))

    def wrap(f: FunctionType) -> Any:  # caching the inner rules too would double the compile time
        return native.one_version(numba.njit(f, cache=f.__name__ in ways_in, nogil=True, error_model="numpy"))

    world = bind(parts, game.rules.__name__, given, wrap, _functions_in(rules), then=game.then)
    world.dtype = dtype
    world.blank = lambda n, options=None: pack(
        game, blank(game, n, options or {}), np.zeros(dtype.itemsize // 8, np.int64)
    )
    world.rows = lambda kind, size: np.zeros(size, native.record_type(fields_of(kind)))
    return world


def _functions_in(world: World | None) -> dict[str, Any]:
    """The compiled functions of a world, by name."""
    return {} if world is None else {k: f for k, f in vars(world).items() if hasattr(f, "py_func")}


def pack(game: Game, s: Any, out: Any) -> Any:
    """Copy a plain position into an int64 array."""
    i = 0
    for f, t in fields_of(game.rules.State):
        v = getattr(s, f)
        if isinstance(t, int):
            out[i : i + t] = v
            i += t
        else:
            out[i] = v
            i += 1
    return out
