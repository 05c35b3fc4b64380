"""The table in a terminal: drawn for every reader in every phase, and it shows what the view shows."""

from random import Random

from rich.console import Console

from hoofspiel import Match
from hoofspiel.games.gouda import GAME, terminal
from hoofspiel.games.gouda.tests.scene import A, B, night, reinforcing, sneak, spying
from hoofspiel.kernel.texts import texts_of

WHO = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Fay"]


def drawn(m: Match, reader: int | None) -> str:
    console = Console(width=80, color_system=None, legacy_windows=False)
    with console.capture() as shown:
        console.print(terminal.draw(m.view(reader), WHO, texts_of(GAME)))
    return shown.get()


def test_every_reader_sees_a_table_that_fits_80_columns() -> None:
    for seed, options in enumerate(({}, {"last_rat_standing": True}, {"cheese_decoy": True})):
        m, chance = Match("gouda", seats=6 - seed, seed=seed, options=options), Random(seed)
        while not m.over:
            if len(m.history) % 13 == 0:
                reader = chance.choice([0, 1, 2, None])
                assert max(map(len, drawn(m, reader).splitlines())) <= 80
            seat = chance.choice(m.actors)
            m.play(seat, chance.choice(m.moves(seat)))
        assert "Night" in drawn(m, None)


def test_backs_stay_backs() -> None:
    m = sneak(night("15 trap", "7", ""), "15 bath trap", "7 bed", "bed")
    m.play(A, "spy 1 0")
    assert "0:(15) 1:(bath) 2:(trap)" in drawn(m, A)
    other = drawn(m, B)
    assert "0:▮ 1:▮ 2:▮" in other
    assert "15" not in other
    assert "0:[7] 1:▮room" in drawn(m, None)


def test_an_injury_is_written_out() -> None:
    m = sneak(night("15", "trap", ""), "15 bath", "trap bed", "bed")
    m.play(A, "spy 1 0")
    assert "5 hurt" in drawn(m, A)  # 15, less the 10 of the trap


def test_a_line_explains_the_marks_that_are_on_the_table() -> None:
    m = sneak(night("15 trap", "7", ""), "15 bath trap", "7 bed", "bed")
    m.play(A, "spy 1 0")
    assert "(2) yours, hidden · [2] face up · ▮room must be the room\n" in drawn(m, A)
    m.play(B, "spy 0 2")
    after = drawn(m, None)
    assert "0:▮ 1:▮ 2:–" in after
    assert "[2] face up · ▮ hidden · ▮room must be the room · – trap gone\n" in after
    assert "yours" not in after


def test_no_marks_no_words_about_them() -> None:
    assert "open" not in drawn(night("15 trap", "7", ""), B)


def test_the_cards_that_were_turned_up_are_shown_the_night_after() -> None:
    m = sneak(night("16 5", "15 6 trap", "gouda-gangster", cheese="bath bed"), "16 bath", "15 6 bath trap", "bed")
    assert "Turned up" not in drawn(m, B)
    spying(m)
    reinforcing(m, A="add 5")
    for reader in (A, None):
        shown = " ".join(drawn(m, reader).replace("\N{NO-BREAK SPACE}", " ").split())
        assert "Turned up last night: Ada 16 bath +5 · Ben 15 6 bath trap · Cleo bed" in shown
