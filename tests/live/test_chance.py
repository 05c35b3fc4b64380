"""All chance of a live match comes from its secret; the small generator is out of reach."""

import hashlib
import hmac

import pytest

from hoofspiel.kernel.catalog import games
from hoofspiel.kernel.match import Match
from hoofspiel.kernel.secrets import secret_random
from hoofspiel.live.host import Host
from hoofspiel.live.testing import Paper, default_seats
from hoofspiel.live.words import Pace


@pytest.mark.parametrize("slug", list(games()))
async def test_every_table_takes_its_chance_from_256_secret_bits(slug: str) -> None:
    paper = Paper()
    host = Host(paper.store, paper.bus, paper.time, paper.players)  # as a server makes it
    made = []
    for _ in range(2):
        row = await host.make_table(
            paper.person("Ada"),
            slug,
            default_seats(slug),
            options={},
            pace=Pace(),
            public=False,
            watch="all",
            delay_seconds=0,
            sit=True,
            bots="casual",
            start=True,
        )
        made.append(row)
        room = await host.room(row.id)
        assert room is not None
        match = room.playing()
        assert match.seed == row.secret
        assert len(bytes.fromhex(row.secret)) == 32
        assert room.state.commitment == hashlib.sha256(bytes.fromhex(row.secret)).hexdigest()
        with pytest.raises(AssertionError, match="secret"):
            match.world.next_rng(1)
        with pytest.raises(AssertionError, match="secret"):
            match.world.seed_rng(1)
    assert made[0].secret != made[1].secret
    assert all(len(set(bytes.fromhex(row.secret))) > 10 for row in made)


def test_the_numbers_of_a_live_match_are_hmac_sha256_of_how_many_were_drawn() -> None:
    """So that anybody can work them out, once the secret is told."""
    position = Match("goats", seats=3, seed="5e" * 32).position
    for drawn, below in ((0, 2), (1, 52), (7, 1000), (70_000, 7)):
        position.rng = drawn
        text = hmac.digest(b"\x5e" * 32, drawn.to_bytes(8, "big"), "sha256")
        assert secret_random(position, below) == int.from_bytes(text, "big") % below
        assert position.rng == drawn + 1


def test_a_guess_carries_neither_the_secret_nor_the_count_of_numbers_drawn() -> None:
    secret = "5e" * 32
    match = Match("goats", seats=3, seed=secret)
    guess = match.guess(1, 7)
    assert guess.secret == b""
    assert guess.deal == {}
    assert guess.rng != match.position.rng
