"""What must hold for every game. A game from another package calls check_game and check_knowledge in its own tests.

    turn        a seat has moves exactly when it may act; names are unique; over means nobody is asked
    sound       the game's own laws hold, in the position and in every guess
    same        a move has the same outcome each time; the record gives the same position again
    secrets     after `redeal` for a reader, its view, its moves and the actors are the same, whoever reads
    events      whoever cannot tell two outcomes apart was told the same about both
    knowledge   equal knowledge gives equal views, equal moves and, for the same chance, equal guesses
    refusals    what is not legal raises IllegalMove, names a paragraph and leaves the position as it was
"""
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from hoofspiel.kernel import bind
from hoofspiel.kernel.game import Game, OptionValue, fields_of
from hoofspiel.kernel.match import TIME, Match, members
from hoofspiel.kernel.words import Audience, IllegalMove, seen_by

Pick = Callable[[Sequence[Any]], Any]
DELAYS = (0, 1, 60, 250, 700, 1_500, 5_001)
"""Milliseconds between two moves of a timed game."""
MOVES_IN_TIME = 150
"""So much of a timed match is looked at: where something may be done at any moment, it can be drawn out at will."""


def check_game(
    game: Game,
    *,
    seats: int,
    options: Mapping[str, OptionValue],
    seed: int,
    pick: Pick,
    deals: int | None = None,
) -> Match:
    """Play one match, letting `pick` choose, and check every position; at most `deals` deals of it."""
    match = Match(game, seats=seats, seed=seed, options=options)
    chance = Random(seed)
    said: dict[str, None] = {"nonsense 1": None, "pass": None}
    limit = game.most_deals if deals is None else deals
    for _ in range(MOVES_IN_TIME if game.timed else game.longest):
        _check_turn(match)
        _check_secrets(match, chance)
        if match.over or match.position.deals >= limit:
            break
        if game.timed:
            _step(match, None, TIME, match.position.now + pick(DELAYS), chance)
            if match.over:
                continue
        seat = pick(match.actors)
        moves = match.moves(seat)
        said.update(dict.fromkeys(moves))
        _check_refusal(match, chance.randrange(seats), chance.choice(list(said)))
        _step(match, seat, pick(moves), match.position.now if game.timed else None, chance)
    else:
        assert game.timed, f"{game.slug} did not end within {game.longest} moves"
    again = Match.from_record({**match.record(), "game": game})
    assert held(again.position) == held(match.position), "the record gives another position"
    return match


def held(s: Any) -> dict[str, Any]:
    """All fields of a plain position, bit for bit."""
    return {name: list(v) if isinstance(v := getattr(s, name), list) else v for name, _ in fields_of(type(s))}


def twin_of(match: Match, reader: Audience, rng: int) -> Match:
    """The same match with all that a reader cannot know replaced by a guess."""
    twin = object.__new__(Match)
    twin.__dict__.update(match.__dict__)
    twin.world = bind.plain(match.game)
    twin.position = match._copy(match.position)
    twin.position.deal, twin.position.secret = {}, b""
    twin.log, twin._moves, twin._choices, twin._questions = [], [], {}, {}
    twin.world.redeal(twin.position, -1 if reader is None else reader, twin.world.seed_rng(rng))
    twin.position.events.clear()
    return twin


def _check_turn(match: Match) -> None:
    actors = match.actors
    assert all(0 <= seat < match.seats for seat in actors)
    assert match.over == (not actors), "over exactly when nobody may act"
    assert bool(match.winners) == match.over, "winners exactly when the match is over"
    assert len(match.points) == match.seats
    assert match.world.sound(match.position), "the game's laws are broken"
    for seat in range(match.seats):
        moves = match.moves(seat)
        assert bool(moves) == (seat in actors), f"seat {seat} has moves exactly when it may act"
        if seat in actors:
            _check_names(match, seat, moves)


def _check_names(match: Match, seat: int, moves: Sequence[str]) -> None:
    mask = match.world.legal(match.position, seat)
    assert mask > 0, "a seat that is asked has something to do"
    assert len(set(match.series(seat).values())) == len(moves), "two moves are the same choice"
    if "unfinished" not in vars(match.game.rules):
        named = [action for action in members(mask) if match.game.names.spell(match.position, seat, action)]
        assert len(moves) == len(named), "two legal moves share a name"
    assert all(move == " ".join(move.split()) for move in moves), "a move is words with single spaces"


def _check_secrets(match: Match, chance: Random) -> None:
    """Nobody can tell the true position from another one that fits what they see."""
    readers: list[Audience] = [*range(match.seats), None]
    for reader in readers:
        twin = twin_of(match, reader, chance.getrandbits(40))
        seen, guessed = match.view(reader), twin.view(reader)
        if match.game.parts is not None:
            public, private = match.game.parts
            assert {**public(match.position), **private(match.position, reader)} == seen, "the parts are not the view"
        assert guessed == seen, f"reader {reader} sees what it cannot know: {_difference(seen, guessed)}"
        assert twin.actors == match.actors, "whose turn it is depends on what is hidden"
        assert twin.world.sound(twin.position), "a guess breaks the game's laws"
        for seat in twin.actors:
            assert twin.world.legal(twin.position, seat), "a guess leaves a seat without a move"
        if reader is not None:
            assert twin.moves(reader) == match.moves(reader), f"what seat {reader} may do depends on what is hidden"
            same = twin.world.knowledge(twin.position, reader) == match.world.knowledge(match.position, reader)
            assert same, "a guess changes what the seat knows"
        twin.world.reopen(twin.position)
        twin._choices.clear()
        assert set(twin.actors) >= set(match.actors), "reopening forgets who is asked"
        if reader in match.actors and reader is not None:
            assert twin.moves(reader) == match.moves(reader), "reopening changes what a seat may do"


def _difference(seen: Any, guessed: Any) -> str:
    if isinstance(seen, dict) and isinstance(guessed, dict):
        return ", ".join(f"{k}: {seen[k]!r} / {guessed.get(k)!r}" for k in seen if seen[k] != guessed.get(k))
    return f"{seen!r} / {guessed!r}"


def _step(match: Match, seat: int | None, move: str, at: int | None, chance: Random) -> None:
    """Play a move, and what other outcomes look like to a reader who cannot tell them apart."""
    reader: Audience = chance.choice([*range(match.seats), None])
    twins = [twin_of(match, reader, chance.getrandbits(40)) for _ in range(3)]
    copy = twin_of(match, None, 1)
    match.world.assign(copy.position, match.position)
    copy.world, copy.position.deal, copy.position.secret = match.world, match.position.deal, match.position.secret
    events = match.play(seat, move, at)
    assert copy.play(seat, move, at) == events, "the same move has two outcomes"
    assert held(copy.position) == held(match.position), "the same move leads to two positions"
    seen, told = match.view(reader), seen_by(events, reader)
    for twin in twins:
        other = move
        if seat is not None and seat != reader:
            other = chance.choice(twin.moves(seat))
        elif seat is not None and move not in twin.moves(seat):
            continue
        outcome = twin.play(seat, other, at)
        if twin.view(reader) == seen and twin.actors == match.actors:
            assert seen_by(outcome, reader) == told, f"events tell reader {reader} more than its view does"


def _check_refusal(match: Match, seat: int, text: str) -> None:
    if text in match.moves(seat):
        return
    before, moves = held(match.position), match.record()["moves"]
    try:
        match.play(seat, text, match.position.now if match.game.timed else None)
    except IllegalMove as error:
        refusal = error
    else:
        raise AssertionError(f"{text!r} by seat {seat} is not among its moves and was played")
    assert refusal.rule, "a refusal names the paragraph"
    assert refusal.reason, "a refusal says why"
    assert refusal.legal == match.moves(seat), "a refusal says what would have been right"
    assert held(match.position) == before, "a refused move changed the position"
    assert match.record()["moves"] == moves, "a refused move was recorded"


def check_knowledge(
    game: Game, *, seats: int, options: Mapping[str, OptionValue], seeds: int, tries: int, moves: int
) -> int:
    """Two matches that look the same to a seat: nothing hidden seeps in. Gives how often two could be compared.

    From each of a few deals many short random matches are played, so that the same knowledge comes up again.
    """
    seen: dict[tuple[int, ...], tuple[Any, ...]] = {}
    met = 0
    for seed in range(seeds):
        for number in range(tries):
            chance = Random(seed * tries + number)
            match = Match(game, seats=seats, seed=seed, options=options)
            for _ in range(moves):
                if match.over:
                    break
                if game.timed:
                    match.play(None, TIME, match.position.now + chance.choice(DELAYS))
                    if match.over:
                        break
                seat = chance.choice(match.actors)
                match.play(seat, chance.choice(match.moves(seat)), match.position.now if game.timed else None)
                for reader in range(seats):
                    s = match.position
                    key = (reader, match.world.knowledge(s, reader), s.waiting, getattr(s, "now", 0))
                    now = _known(match, reader)
                    met += key in seen
                    assert seen.setdefault(key, now) == now, f"seat {reader} knows the same and sees something else"
    return met


def _known(match: Match, reader: int) -> tuple[Any, ...]:
    guess = held(match.guess(reader, 12345))
    return match.view(reader), match.moves(reader), guess
