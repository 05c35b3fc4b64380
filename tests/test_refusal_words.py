"""What a refusal says is meant for people: whole sentences, and no name out of the program in any of them."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from hoofspiel import IllegalMove, Match
from hoofspiel.kernel.catalog import find_game, games
from hoofspiel.kernel.game import Choice, Game, Number, OptionValue

CONSTANT = re.compile(r"\b[A-Z]+_[A-Z]")
PYTHON = re.compile(r"\b(None|True|False|KeyError|nan)\b|[<>{}]")
MATCHES = 6
MOVES = 80


def some_options(game: Game, chance: Random) -> dict[str, OptionValue]:
    chosen: dict[str, OptionValue] = {}
    for option in game.options:
        if chance.random() < 0.35:
            if isinstance(option, Choice):
                chosen[option.name] = chance.choice(option.values)
            elif not isinstance(option, Number):
                chosen[option.name] = not option.default
    return chosen


def bad_moves(known: set[str], seats: int, chance: Random) -> Iterator[str]:
    """Moves of other moments, of other seats, cut short, too long, and nonsense."""
    words = sorted({word for move in known for word in move.split()})
    for move in chance.sample(sorted(known), min(12, len(known))):
        first = move.split()[0]
        yield from (move, first, f"{first} {chance.randrange(60)}", f"{move} {chance.randrange(seats)}", move.upper())
        yield f"{first} {chance.choice(words)} {chance.choice(words)}"
    yield from ("dance", "pass", "bid", "0", "?")


def refusals(slug: str) -> Iterator[tuple[str, str]]:
    """Every bad move that was tried, and the sentence that refused it."""
    game = find_game(slug)
    for number in range(MATCHES):
        chance = Random(f"{slug} {number}")
        seats = chance.choice(list(game.seats))
        match = Match(game, seats=seats, seed=number, options=some_options(game, chance))
        known: set[str] = set()
        at = 0
        for _ in range(MOVES):
            if match.over:
                break
            seat = chance.choice(match.actors or [0])
            for one in range(seats):
                known |= set(match.moves(one))
                for bad in bad_moves(known, seats, chance):
                    try:
                        match.check(one, bad)
                    except IllegalMove as refused:
                        yield bad, refused.reason
            at += chance.randrange(300, 2500)
            if game.timed:
                match.play(None, "time", at=at)
            if offered := match.moves(seat):
                match.play(seat, chance.choice(offered), at=at if game.timed else None)


@pytest.mark.parametrize("slug", sorted(games()))
def test_no_refusal_says_a_name_of_the_program(slug: str) -> None:
    options = [option.name for option in find_game(slug).options if "_" in option.name]
    wrong: set[tuple[str, str]] = set()
    told: set[str] = set()
    for bad, sentence in refusals(slug):
        said = sentence.replace(bad, "")
        for word in bad.split():
            said = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", "", said)
        said = re.sub(r"`[^`]*`", "", said)
        told.add(sentence)
        if CONSTANT.search(said) or PYTHON.search(said) or any(name in said for name in options):
            wrong.add((bad, sentence))
        if not re.match(r"[A-Z'\"“]", sentence) or not sentence.endswith((".", "!")):
            wrong.add((bad, sentence))
    assert sorted(wrong)[:8] == []
    assert len(told) > 12, "hardly anything was refused: the test looked at nothing"
