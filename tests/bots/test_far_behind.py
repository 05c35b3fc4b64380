"""A search explores by what is at stake: whoever is far behind still tells good choices from bad ones."""
from hoofspiel import Match
from hoofspiel.bots.thinking import Thinker
from hoofspiel.games.gouda import GAME
from hoofspiel.games.gouda.tests.scene import B, D, night, sneak, spying


def thought(m: Match, seat: int, seed: int, iterations: int = 400) -> dict[str, int]:
    """How often a search tried each move."""
    found = Thinker(GAME, compiled=False).think(
        m.guess(seat, seed), seat, seed=seed, iterations=iterations, seconds=60.0, explore=GAME.bot.SEARCH["explore"])
    return {choice.words: choice.visits for choice in found.choices}


def test_far_behind_it_still_knows_what_eats() -> None:
    """Once all choices there looked the same: each of them wins hardly ever."""
    m = night("20", "14 5", "17 16", "9 4 2 10", cheese="bath bath bath", rats=[4, 4, 2, 0])
    sneak(m, "20 bath", "14 5 bath", "17 bath", "10 bath")
    spying(m, A="1 0", B="0 0", C="3 0", D="2 0")
    while m.actors != [D]:
        m.play(m.actors[0], "pass")
    tried = thought(m, D, 1)
    assert tried["add 9"] > 3 * tried["pass"]


def test_with_cards_to_spare_it_lays_some() -> None:
    """Eight cards, no rats, three opponents with two and three: once it laid none, and starved."""
    m = night("20 gouda-gangster", "14 10 8 6 4 3 1 trap", "15 15 14 11", "cheese 9", cheese="children children bed",
              rats=[3, 0, 2, 3])
    m.play(B, "room children")
    tried = thought(m, B, 1)
    assert tried["ready"] < max(tried.values()) / 2
