"""What must hold for every game. Games from other packages find it under its public name, hoofspiel.testing.

turn        a seat has moves exactly when it may act; names are unique; over means nobody is asked
sound       the game's own laws hold, in the position and in every guess
same        a move has the same outcome each time; the record gives the same position again
secrets     after `redeal` for a reader, its view, its moves and the actors are the same, whoever reads
events      whoever cannot tell two outcomes apart was told the same about both
knowledge   equal knowledge gives equal views, equal moves and, for the same chance, equal guesses
guesses     what a seat guesses after a move follows from a guess before it in which that move was legal
refusals    what is not legal raises IllegalMove, names a paragraph and leaves the position as it was
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any

from hoofspiel.kernel.bits import members
from hoofspiel.kernel.game import Game, OptionValue, fields_of
from hoofspiel.kernel.match import TIME, Match
from hoofspiel.kernel.words import Audience, Event, IllegalMove, seen_by

Pick = Callable[[Sequence[Any]], Any]
DELAYS = (0, 1, 60, 250, 700, 1_500, 5_001)
"""Milliseconds between two moves of a timed game."""
MOVES_IN_TIME = 150
"""So much of a timed match is looked at: where something may be done at any moment, it can be drawn out at will."""

GUESSES = 24
"""So often a seat guesses before and after a move."""
FEW_GUESSES = 16
"""So few different ones among them: nearly all there are."""
ENOUGH_LOOKED_AT = 60
"""So many guesses before a move, each of one reader, are enough for one match."""
GUESSES_IN_DOUBT = 1_500
"""So often it guesses again before a law is called broken."""


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
        twin = match.twin(reader, chance.getrandbits(40))
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
        twin.refresh()
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
    twins = [match.twin(reader, chance.getrandbits(40)) for _ in range(3)]
    copy = match.copy()
    events = match.play(seat, move, at)
    again = copy.play(seat, move, at)
    assert again == events, f"the same move has two outcomes{_both(events, again)}"
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
            other_told = seen_by(outcome, reader)
            assert other_told == told, (
                f"events tell reader {reader} more than its view does: after {move!r} or, for all it knows, {other!r}"
                f" by seat {seat}{_both(told, other_told)}"
            )


def _both(these: Sequence[Event], those: Sequence[Event]) -> str:
    """Two lists of events, one below the other; > marks where they part."""
    lines = []
    for title, mine, others in (("told", these, those), ("told otherwise", those, these)):
        lines.append(f"\n{title}:")
        for place, event in enumerate(mine):
            parted = place >= len(others) or others[place] != event
            lines.append(f"  {'>' if parted else ' '} {event}")
        if not mine:
            lines.append("    nothing")
    return "\n".join(lines)


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


def check_guesses(
    game: Game, *, seats: int, options: Mapping[str, OptionValue], seed: int, pick: Pick, moves: int
) -> int:
    """Guesses respect what was seen, in the first moves of a match. Gives how often that could be checked.

    That is so where little is hidden: all guesses before the move can be listed, and the move is tried in each of them
    (for other readers than the mover: every move they cannot tell from it). A guess after the move that none of these
    leads to contradicts something the reader has seen. Moves answered by chance are left out, and so are games that
    know time: there a guess may leave out what somebody did and nobody has noticed yet.
    """
    match = Match(game, seats=seats, seed=seed, options=options)
    chance = Random(seed)
    looked_at = 0
    for _ in range(moves):
        if match.over or game.timed or looked_at >= ENOUGH_LOOKED_AT:
            break
        before = match.copy()
        guesses = {reader: _guesses(before, reader, chance, GUESSES) for reader in range(seats)}
        seat = pick(match.actors)
        move = pick(match.moves(seat))
        match.play(seat, move)
        if match.position.rng == before.position.rng:
            for reader, few in guesses.items():
                if len(few) <= FEW_GUESSES:
                    looked_at += 1
                    _check_guesses(before, match, reader, seat, move, few, chance)
    return looked_at


def _check_guesses(
    before: Match, match: Match, reader: int, seat: int, move: str, guesses: dict[str, Match], chance: Random
) -> None:
    after = _guesses(match, reader, chance, GUESSES)
    following = _following(match, reader, seat, move, guesses)
    if after.keys() <= following.keys():
        return
    following = _following(match, reader, seat, move, _guesses(before, reader, chance, GUESSES_IN_DOUBT) | guesses)
    for key, twin in after.items():
        assert key in following, (
            f"seat {reader} guesses what cannot be after {move!r} by seat {seat}: {_nearest(twin, following.values())}"
        )


def _guesses(match: Match, reader: int, chance: Random, times: int) -> dict[str, Match]:
    """Different positions that a reader takes for possible."""
    twins = (match.twin(reader, chance.getrandbits(40)) for _ in range(times))
    return {_outside_of_minds(twin.position): twin for twin in twins}


def _outside_of_minds(s: Any) -> str:
    """A position without chance to come and without what each seat was told, which a guess does not replace."""
    return repr({name: thing for name, thing in held(s).items() if name not in ("rng", "told")})


def _following(match: Match, reader: int, seat: int, move: str, guesses: Mapping[str, Match]) -> dict[str, Match]:
    """Where such a move leads to from one of the guesses, if the reader cannot tell it from the match."""
    found: dict[str, Match] = {}
    known = match.world.knowledge(match.position, reader), match.position.waiting
    for guess in guesses.values():
        for text, series in guess.series(seat).items():
            if seat == reader and text != move:
                continue
            then = guess.copy()
            for action in series:
                then.world.act(then.position, seat, action)
            if (then.world.knowledge(then.position, reader), then.position.waiting) == known:
                found[_outside_of_minds(then.position)] = then
    return found


def _nearest(wrong: Match, others: Iterable[Match]) -> str:
    """How a guess differs from the position that is most like it."""
    mine = held(wrong.position)
    differences = [
        {name: (mine[name], thing) for name, thing in held(other.position).items() if mine[name] != thing}
        for other in others
    ]
    fewest = min(differences, key=len, default={})
    shown = [f"{k} {a!r}, possible is {b!r}" for k, (a, b) in fewest.items() if k not in ("rng", "told")]
    return "; ".join(shown) or "nothing could follow"


def _known(match: Match, reader: int) -> tuple[Any, ...]:
    guess = held(match.guess(reader, 12345))
    return match.view(reader), match.moves(reader), guess
