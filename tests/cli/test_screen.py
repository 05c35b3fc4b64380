"""Which move a person means by what is typed."""

from hoofspiel.cli.screen import meant, one_word
from hoofspiel.kernel.texts import Texts

MOVES = {"offer": "Offer {1} {1|cube|cubes}", "pass": "Pass", "aim": "At {1:who}", "move": "{1}: {2} to {3}"}
TEXTS = Texts({"moves": MOVES})


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


def test_the_thing_alone_says_the_move_where_nothing_else_can_be_meant() -> None:
    moves = ["lay s1", "lay s10", "lay crown", "pass"]
    assert meant("s1", moves, TEXTS) == ["lay s1"]
    assert meant("Crown", moves, TEXTS) == ["lay crown"]
    assert meant("s", moves, TEXTS) == []
    assert meant("s1", [*moves, "hide s1"], TEXTS) == ["lay s1", "hide s1"]
