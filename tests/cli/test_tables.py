"""Tables in a terminal of 80 columns, for every game that is drawn between questions."""

from io import StringIO
from random import Random

import pytest
from rich.console import Console

from hoofspiel import Match
from hoofspiel.bots.quick import play_greedily
from hoofspiel.cli import screen
from hoofspiel.kernel.catalog import games
from hoofspiel.kernel.game import Game
from hoofspiel.kernel.texts import texts_of

QUIET = [game for game in games().values() if not game.timed]
NAMES = ["Anouk", "Bruno", "Clara", "Dario", "Elif", "Farid"]


def drawn(match: Match, reader: int | None, width: int) -> str:
    out = StringIO()
    who = ["you" if seat == reader else name for seat, name in enumerate(NAMES[: match.seats])]
    table = screen.table_of(match.game, match.view(reader), who, texts_of(match.game))
    Console(file=out, width=width, color_system=None).print(table)
    return out.getvalue()


@pytest.mark.parametrize("game", QUIET, ids=lambda game: str(game.slug))
def test_at_80_columns_only_sentences_are_folded(game: Game) -> None:
    """A folded cell or a panel that slips into the next line would change the order of the words.

    Every fourth position, seen by a player and by a watcher in turn, and the end.
    """
    chance = Random(4)
    for seats in (game.seats[0], game.seats[-1]):
        match = Match(game, seats=seats, seed=4)
        moves = 0
        while True:
            if moves % 4 == 0 or match.over:
                reader = 0 if moves % 8 == 0 else None
                narrow, wide = drawn(match, reader, 80), drawn(match, reader, 200)
                assert narrow.split() == wide.split(), narrow
            if match.over:
                break
            moves += 1
            seat = match.actors[0]
            match.play(seat, play_greedily(match, seat, chance))
