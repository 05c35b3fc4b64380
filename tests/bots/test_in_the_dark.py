"""A search hands those who would use what they cannot know a guess, and all others the position itself."""

from hoofspiel.bots import search
from hoofspiel.games.gouda import GAME
from hoofspiel.games.gouda.tests.scene import B, C, night, sneak, spying
from hoofspiel.kernel import bind


def test_in_a_search_nobody_answers_what_nobody_has_seen() -> None:
    """A is in the bath with a 9. Nobody has looked, so B, who could win with the 20, does not always add it."""
    world = bind.plain(GAME, search)
    m = sneak(night("9", "20", "5", cheese="bath bed", king=C), "9 bath", "bath", "5 bed")
    spying(m, C="1 0", A="2 0", B="2 1")
    assert m.actors == [B]
    g, h = m.position, bind.blank(GAME, 3, {})
    answers = {world.expected(world.handed(g, h, B, world.seed_rng(k)), B, k) for k in range(40)}
    assert len(answers) == 2
    assert len({world.expected(g, B, k) for k in range(40)}) == 1


def test_in_a_search_rows_are_laid_without_another_guess() -> None:
    world = bind.plain(GAME, search)
    g = night("9", "20", "", cheese="bath bath").position
    assert world.handed(g, bind.blank(GAME, 3, {}), B, 1) is g
