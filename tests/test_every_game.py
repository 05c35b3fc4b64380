"""What holds for every game in the catalogue. Adding a game adds its rows here by itself."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoofspiel import Match
from hoofspiel.kernel import bind
from hoofspiel.kernel.catalog import games
from hoofspiel.kernel.game import Choice, Game, Number, OptionValue, Switch
from hoofspiel.kernel.notation import read_text, write_text
from hoofspiel.kernel.texts import texts_of
from hoofspiel.testing import check_game, check_guesses, check_knowledge, check_paths, check_transcript

every_game = pytest.mark.parametrize("game", games().values(), ids=games().keys())
every_table = pytest.mark.parametrize(
    ("game", "seats"),
    [(g, n) for g in games().values() for n in g.tables],
    ids=[f"{g.slug}-{n}" for g in games().values() for n in g.tables],
)
SAME = 120
"""So many random matches are played plain and compiled, for every table twice. Most faults show in the first few."""


def folder(game: Game) -> Path:
    return Path(str(game.rules.__file__)).parent


def any_options(game: Game) -> st.SearchStrategy[dict[str, OptionValue]]:
    """A table's options: mostly by the book, each now and then changed."""
    values: dict[str, st.SearchStrategy[OptionValue]] = {}
    for option in game.options:
        if isinstance(option, Switch):
            values[option.name] = st.booleans()
        elif isinstance(option, Number):
            values[option.name] = st.integers(option.low, option.high)
        elif isinstance(option, Choice):
            values[option.name] = st.sampled_from(option.values)
    return st.fixed_dictionaries({}, optional=values)


def allowed(game: Game, seats: int, options: dict[str, OptionValue]) -> bool:
    try:
        Match(game, seats=seats, seed=1, options=options)
    except ValueError:
        return False
    return True


@every_table
@settings(deadline=None, max_examples=8, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_the_contract_holds(game: Game, seats: int, data: st.DataObject) -> None:
    options = data.draw(any_options(game).filter(lambda o: allowed(game, seats, o)))
    chance = data.draw(st.randoms(use_true_random=False))
    check_game(game, seats=seats, options=options, seed=chance.getrandbits(40), pick=chance.choice, deals=1)


@every_table
def test_a_whole_match_by_the_book_keeps_the_contract(game: Game, seats: int) -> None:
    from random import Random

    options = game.house_seats.get(seats, {})
    check_game(game, seats=seats, options=options, seed=seats, pick=Random(seats).choice, deals=3)


@every_table
def test_equal_knowledge_gives_equal_sight(game: Game, seats: int) -> None:
    options = game.house_seats.get(seats, {})
    met = check_knowledge(game, seats=seats, options=options, seeds=3, tries=25, moves=30)
    assert met > 50, "the matches never looked alike: the test compared nothing"


@every_table
def test_guesses_respect_what_was_seen(game: Game, seats: int) -> None:
    """Where much stays hidden to the end (gouda's pile) there is nothing to look at."""
    from random import Random

    options = game.house_seats.get(seats, {})
    for seed in range(2):
        check_guesses(game, seats=seats, options=options, seed=seed, pick=Random(seed).choice, moves=120)


@every_table
def test_plain_and_compiled_play_the_same_matches(game: Game, seats: int) -> None:
    """Plain lists are as long as the compiled arrays: an index beyond the end of one is found here too."""
    slow, quick = bind.plain(game), bind.fast(game)
    numbers = [{}, {o.name: 1 for o in game.options if isinstance(o, Switch | Choice)}]
    for options in numbers:
        a = quick.blank(seats, options)
        expected = slow.fingerprint(slow.blank(seats, options), slow.blank(seats), 0, SAME, 4)
        assert quick.check(a, a.copy(), 0, SAME, 4) == expected


@every_game
def test_path_counts(game: Game) -> None:
    assert check_paths(game, (folder(game) / "tests/perft.toml").read_text(encoding="utf-8"))


def transcripts() -> list[Path]:
    return sorted(path for game in games().values() for path in (folder(game) / "tests/transcripts").glob("*.txt"))


@pytest.mark.parametrize("path", transcripts(), ids=lambda p: f"{p.parts[-4]}-{p.stem}")
def test_golden_transcripts(path: Path) -> None:
    check_transcript(games()[path.parts[-4]], path.read_text(encoding="utf-8"))


@every_game
def test_every_game_has_transcripts(game: Game) -> None:
    assert 3 <= len(list((folder(game) / "tests/transcripts").glob("*.txt"))) <= 6


@every_game
def test_records_survive_both_forms(game: Game) -> None:
    from random import Random

    for seats in game.seats:
        match = check_game(game, seats=seats, options={}, seed=5, pick=Random(5).choice, deals=1)
        record = match.record()
        assert read_text(write_text(record)) == record
        assert Match.from_record(record).view(None) == match.view(None)


@every_game
def test_every_event_move_prompt_and_option_has_its_sentence(game: Game) -> None:
    from random import Random

    texts = texts_of(game)
    who = [f"Player {n}" for n in range(8)]
    for option in game.options:
        assert texts["options"][option.name]["title"]
        assert texts["options"][option.name]["what"]
    for seed, seats in enumerate(list(game.seats) * 2):
        match = check_game(game, seats=seats, options={}, seed=seed, pick=Random(seed).choice, deals=2)
        for events in match.log:
            for event in events:
                for reader in (0, None):
                    texts.event(event, who, reader)
        replayed = Match.from_record({**match.record(), "moves": []})
        for seat, move, at in match.history:
            for p in replayed.actors:
                assert texts.prompt(replayed.view(p))
                for text in replayed.moves(p):
                    assert texts.move(text, who)
            assert texts.prompt(replayed.view(None))
            replayed.play(seat, move, at)


@every_game
def test_every_tip_belongs_to_a_prompt_or_to_the_game_in_a_few_sentences(game: Game) -> None:
    texts = texts_of(game)
    assert {key for key in texts["tips"] if not key.isdecimal()} <= set(texts["prompts"])
    assert "1" in texts["tips"]
