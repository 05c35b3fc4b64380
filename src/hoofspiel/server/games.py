"""The games of this server as pages and programs need them: options and texts."""

import hashlib
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec

from hoofspiel.coach import Puzzle, puzzles
from hoofspiel.kernel.catalog import games
from hoofspiel.kernel.game import Choice, Game, Number, Option
from hoofspiel.kernel.match import Match
from hoofspiel.live import hooks

from .bodies import Exercise, GameInfo, OptionInfo


@cache
def game_infos() -> list[GameInfo]:
    return [_info(game) for game in games().values()]


def _info(game: Game) -> GameInfo:
    texts = game_texts(game)
    return GameInfo(
        slug=game.slug,
        title=str(texts.get("title", game.slug)),
        blurb=str(texts.get("blurb", "")),
        minutes=str(texts.get("minutes", "")),
        seats=list(game.seats),
        options=[_option(option) for option in game.options],
        live_options=dict(game.live_options),
        alone=dict(game.alone),
        beginners=dict(game.beginners),
        one_device=game.one_device,
        timed=game.timed,
        orders=hooks.offers(game),
        texts=texts,
    )


def _option(option: Option) -> OptionInfo:
    kind, choices, low, high = _values(option)
    return OptionInfo(option.name, kind, option.default, choices, low, high, option.origin, option.by_the_book)


def _values(option: Option) -> tuple[Literal["switch", "number", "choice"], list[str], int, int]:
    if isinstance(option, Choice):
        return "choice", list(option.values), 0, 0
    if isinstance(option, Number):
        return "number", [str(size) for size in option.offered], option.low, option.high
    return "switch", [], 0, 0


def game_texts(game: Game, language: str = "en") -> dict[str, Any]:
    """The sentences of a game."""
    package = game.rules.__package__ or ""
    file = files(package).joinpath("texts", f"{language}.toml")
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


@cache
def exercises(slug: str) -> list[Exercise] | None:
    """The puzzles that come with a game, each as its seat sees it; None where there is no such game."""
    game = games().get(slug)
    return None if game is None else [_exercise(puzzle) for puzzle in puzzles(game)]


def _exercise(puzzle: Puzzle) -> Exercise:
    match = Match.from_record(puzzle.record)
    return Exercise(
        id=hashlib.sha256(msgspec.json.encode([puzzle.seat, puzzle.record])).hexdigest()[:12],
        seat=puzzle.seat,
        seats=match.seats,
        view=match.view(puzzle.seat),
        actors=match.actors,
        best=puzzle.best,
        others=puzzle.others,
        why=puzzle.why,
    )
