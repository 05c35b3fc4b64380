"""Which move a person means by what is typed."""

from io import StringIO

from rich.console import Console

from hoofspiel.cli.screen import meant, offers, one_word, result
from hoofspiel.kernel.texts import Texts

MOVES = {
    "offer": "Offer {1} {1|cube|cubes}",
    "pass": "Pass",
    "aim": "At {1:who}",
    "lay": "Lay {1:card}",
    "move": "{1}: {2} to {3}",
}
TEXTS = Texts({"moves": MOVES, "card": {str(number): f"a {number}" for number in range(1, 21)}})


def test_an_amount_speaks_for_itself_beside_other_moves() -> None:
    moves = ["offer 4", "offer 5", "pass", "move MOVE_V 8 5"]
    assert one_word(moves, TEXTS) == "offer"
    assert meant("5", moves, TEXTS) == ["offer 5"]
    assert meant("1", moves, TEXTS) == []
    assert meant("4", ["offer 4", "pass"], TEXTS) == ["offer 4"]


def test_a_number_for_a_player_does_not() -> None:
    moves = ["pass", "aim 0", "aim 2"]
    assert one_word(moves, TEXTS) == ""
    assert meant("2", moves, TEXTS) == ["aim 0"]


def test_capital_letters_need_not_be_typed() -> None:
    moves = ["pass", "move MOVE_V 8 5", "move MOVE_H 8 9"]
    assert meant("move move_v 8 5", moves, TEXTS) == ["move MOVE_V 8 5"]
    assert meant("Move move_h", moves, TEXTS) == ["move MOVE_H 8 9"]


def test_a_number_is_not_the_beginning_of_a_longer_one() -> None:
    moves = ["offer 2", "offer 10", "offer 11", "pass"]
    assert meant("offer 1", moves, TEXTS) == []
    assert meant("offer 10", moves, TEXTS) == ["offer 10"]
    assert meant("offer", moves, TEXTS) == moves[:3]


def test_the_thing_alone_says_the_move_where_nothing_else_can_be_meant() -> None:
    moves = ["lay s1", "lay s10", "lay crown", "pass"]
    assert meant("s1", moves, TEXTS) == ["lay s1"]
    assert meant("Crown", moves, TEXTS) == ["lay crown"]
    assert meant("cr", moves, TEXTS) == ["lay crown"]
    assert meant("s", moves, TEXTS) == ["lay s1", "lay s10"]
    assert meant("s1", [*moves, "hide s1"], TEXTS) == ["lay s1", "hide s1"]


def test_a_number_that_is_also_on_a_card_is_asked_about() -> None:
    moves = ["lay 2", "lay 3", "lay 14", "pass"]
    assert meant("14", moves, TEXTS) == ["lay 14"]
    assert meant("3", moves, TEXTS) == ["lay 3", "lay 14"]
    assert meant("1", moves, TEXTS) == ["lay 2"]


def shown(moves: list[str], lines: int = 40) -> str:
    out = StringIO()
    Console(file=out, width=80, color_system=None).print(offers(moves, ["Ada", "Bob", "Cy"], TEXTS, lines))
    return out.getvalue()


def test_a_long_row_of_amounts_is_cut_short_but_not_one_with_gaps() -> None:
    assert shown([f"offer {n}" for n in range(50, 255, 5)]).strip() == "offer  50  55  60  65  70  …  245  250"
    assert "…" not in shown([f"offer {n}" for n in range(40) if n != 7])


def test_moves_are_explained_where_there_is_room() -> None:
    moves = [f"lay {n}" for n in range(1, 13)]
    assert "Lay a 12" in shown(moves)
    assert "Lay a 12" not in shown(moves, lines=24)
    assert "lay 12" in shown(moves, lines=24)


def test_what_needs_no_words_gets_none() -> None:
    assert shown(["pass", "aim 2"]).split() == ["1", "pass", "2", "aim", "2", "At", "Cy"]
    assert shown(["pass"]).split() == ["Enter", "pass"]
    assert shown(["offer 4"]).split() == ["offer", "4", "(Enter)"]


def test_the_result_counts_in_the_words_of_the_game() -> None:
    out = StringIO()
    texts = Texts({"unit": "{points|rat|rats}"})
    Console(file=out, width=80).print(result(["Ada", "you"], [1, 5], [1], 1, texts))
    assert "You win with 5 rats." in out.getvalue()
