"""What is refused at the door of Foxy & Woolly, and the sentence that says what would have been right."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from hoofspiel import BadDeal, BadMatch, IllegalMove, Match
from hoofspiel.games.foxy import components
from hoofspiel.games.foxy.tests.table import A, B, deal, ending, farm, play, table

GOOD = deal(3, 6, 5, 4, "GUN", "STEAL")


def changed(**entries: Any) -> dict[str, Any]:
    return {**GOOD, **entries}


def with_place(place: int, token: Any) -> dict[str, Any]:
    field = list(GOOD["field"])
    field[place - 1] = token
    return changed(field=field)


BAD_DEALS = [
    ({"starter": 0, "dealt": GOOD["dealt"]}, "lacks 'field'"),
    (changed(luck=3), "unknown entry 'luck'"),
    (changed(starter=3), "0 to 2, not 3"),
    (changed(starter=True), "0 to 2, not True"),
    (changed(dealt=["HERD"]), "list of 3 special tokens"),
    (changed(dealt="HERD"), "list of 3 special tokens"),
    (changed(dealt=["HERD", "SHEAR", "LASSO"]), "'LASSO', which is no special token: they are MOVE_V"),
    (changed(dealt=["HERD", "SHEAR", ["GUN"]]), "which is no special token"),
    (changed(dealt=["HERD", "HERD", "SHEAR"]), "HERD more often than the 1 in the box"),
    (changed(dealt=["GUN", "HERD", "SHEAR"]), "GUN more often than the 1 in the box"),
    (changed(field=GOOD["field"][:-1]), "list of 18 tokens, in the order of the path WWWSSWWWSSWWWSSWWW"),
    (changed(field=None), "list of 18 tokens"),
    (with_place(1, "GUN"), 'Place 1 of "field" is for a wolf: 1 to 9, TOP, MID or LOW'),
    (with_place(1, 10), 'Place 1 of "field" is for a wolf'),
    (changed(field=[True, *GOOD["field"][1:]]), 'Place 1 of "field" is for a wolf'),
    (with_place(4, 6), 'Place 4 of "field" names 6, which is no special token'),
    (with_place(1, 5), "every wolf once: 1 to 9, TOP, MID and LOW"),
    (changed(farms=[list(components.BOX.slots)]), "list of 3 farms"),
    (changed(farms=[[1, 2, 3]] * 3), '"farms" of seat 0 must name the slots 1 to 9 once each'),
    (changed(farms=[[True, *range(2, 10)]] * 3), '"farms" of seat 0 must name'),
    (changed(farms=[list(range(1, 10))] * 3), "Without the option shuffled_farms"),
]


@pytest.mark.parametrize(("given", "sentence"), BAD_DEALS)
def test_a_malformed_deal(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadDeal, match=sentence):
        Match("foxy", seats=3, deal=given)


def test_farms_as_they_are_anyway_need_no_house_rule() -> None:
    Match("foxy", seats=3, deal=changed(farms=[list(components.BOX.slots)] * 3))


@pytest.mark.parametrize(
    ("seats", "options", "sentence"),
    [
        (3, {"speed": 3}, "no option 'speed'"),
        (3, {"wolf_left": 1}, "true or false"),
        (6, {}, "6 can play with the option six_players"),
        (7, {"six_players": True}, "2 to 5 players"),
        ("four", {}, "2 to 5 players"),
    ],
)
def test_a_malformed_table(seats: Any, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadMatch, match=sentence):
        Match("foxy", seats=seats, options=options)


AT_A_WOLF = [
    ("dance", "R2.1", "moves begin with chase, take"),
    ("", "words", "A move is a text"),
    ("TAKE", "R2.1", "lower-case words, tokens in capitals, single spaces"),
    ("take  ", "words", "Moves are written as offered"),
    ("move move_v 8 5", "R2.1", "as it is offered"),
    ("take it", "R2.3", "Nothing comes after take"),
    ("steal", "R2.9", "no Steal token"),
    ("gun", "R2.6", "no Gun token"),
    ("resolve", "R2.5", "for a number wolf you have taken, before it strikes"),
    ("offer 3", "R3.1", "offers are for special tokens"),
    ("pass", "R3.4", "passing is for special tokens"),
    ("attack TOP", "R5.2", "after the last token"),
    ("finish", "R5.4", "only after the last token"),
    ("move", "R4.1", "as in the moves on offer"),
    ("move MOVE_V 8 0", "R4.1", "as in the moves on offer"),
    ("move MOVE_V 8 55", "R4.1", "as in the moves on offer"),
    ("move LASSO 8 5", "R4.1", "as in the moves on offer"),
    ("move MOVE_H 8 9", "R4.1", "no Move ↔ token"),
    ("move MOVE_V 5 2", "R4.1", "no sheep on slot 5"),
    ("move MOVE_V 8 7", "R4.1", "already a sheep on slot 7"),
    ("move MOVE_V 8 9", "R4.2", "one step along its arrows, to 5"),
    ("move MOVE_V 8 8", "R4.2", "one step along its arrows, to 5"),
    ("move MOVE_V 7 5", "R4.2", "Move ↕ goes one step up or down, and the sheep on 7 cannot go that way"),
]


@pytest.mark.parametrize(("text", "rule", "sentence"), AT_A_WOLF)
def test_a_move_that_is_none(text: str, rule: str, sentence: str) -> None:
    m = table(3, 6, dealt=["MOVE_V"])
    farm(m, A, sheep=[1, 4, 7, 8])
    with pytest.raises(IllegalMove) as refused:
        m.play(A, text)
    assert refused.value.rule == rule
    assert sentence in refused.value.reason
    assert refused.value.legal == m.moves(A)
    assert m.record()["moves"] == []


@pytest.mark.parametrize(
    ("text", "rule", "sentence"),
    [
        ("offer", "R3.1", "for example offer 3"),
        ("offer 03", "R3.1", "for example offer 3"),
        ("offer -1", "R3.1", "for example offer 3"),
        ("offer many", "R3.1", "for example offer 3"),
        ("offer 2", "R3.2", "higher than the last one, 2"),
        ("offer 5", "R3.3", "you have 4 cubes"),
        ("take", "R2.3", "you may offer or pass"),
        ("move MOVE_V 8 5", "R4.1", "no Move ↕ token"),
    ],
)
def test_an_offer_that_is_none(text: str, rule: str, sentence: str) -> None:
    m = play(table(3, "GUN"), "offer 2")
    farm(m, B, cubes=4)
    with pytest.raises(IllegalMove) as refused:
        m.play(B, text)
    assert (refused.value.rule, sentence in refused.value.reason) == (rule, True)


def test_without_a_cube_one_is_told_what_is_left() -> None:
    m = table(3, 6, dealt=["STEAL"])
    farm(m, A, cubes=0)
    with pytest.raises(IllegalMove, match="take the wolf or steal"):
        m.play(A, "chase")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("attack", "attack TOP or LOW"),
        ("attack MID", "attack TOP or LOW"),
        ("chase", "you may attack, move or finish"),
        ("gun", "does not work against the TOP, MID and LOW wolves"),
        ("move MOVE_H 9 4", "can move none of your sheep"),
    ],
)
def test_an_end_that_is_none(text: str, sentence: str) -> None:
    m = ending({"sheep": [7, 8, 9], "held": ["GUN", "MOVE_H"], "wolves": ["TOP", "LOW"]}, {"wolves": []})
    with pytest.raises(IllegalMove, match=sentence):
        m.play(A, text)


def test_no_wolf_to_attack_with() -> None:
    m = ending({"sheep": [8], "held": ["MOVE_H"]})
    with pytest.raises(IllegalMove, match="No wolf is waiting beside your farm"):
        m.play(A, "attack TOP")


# --- the box ---


def box() -> dict[str, Any]:
    return tomllib.loads(Path(components.__file__).with_name("data.toml").read_text(encoding="utf-8"))


def change(data: Any, path: str, thing: Any) -> None:
    """Put a thing in its place in the box; None takes out what is there."""
    *keys, last = (int(key) if key.isdecimal() else key for key in path.split("."))
    for key in keys:
        data = data[key]
    if thing is None:
        del data[last]
    else:
        data[last] = thing


BAD_BOXES = [
    ("cubes", 0, "the box needs cubes = a whole number from 1 to 9, not 0"),
    ("cubes", 10, "from 1 to 9, not 10"),
    ("cubes", True, "not True"),
    ("field", "WWWSS", "18 letters, 12 W and 6 S"),
    ("field", "SWWWSSWWWSWWWSSWWS", "18 letters, 12 W and 6 S"),
    ("field", "WWWSSWWWSSWWWSWWWS", "last letter of field must be W"),
    ("players.max", 9, r"\[players\] needs max = a whole number from 2 to 6"),
    ("players.few", 1, r"\[players\] has no entry 'few'"),
    ("farm", None, r"the table \[farm\] is missing"),
    ("farm.TOP", [7, 8], r"\[farm\] needs TOP = three slot numbers"),
    ("farm.TOP", [7, 8, 8], "must be 1 to 9, each once"),
    ("farm.TOP", [7, 8, "nine"], "must be 1 to 9, each once"),
    ("farm.row_wolves", "above", '"right" or "left", not \'above\''),
    ("free_cubes.per", 0, r"\[free_cubes\] needs per = a whole number from 1"),
    ("special", [], r"no \[\[special\]\] tokens"),
    ("special.0.id", "move v", "special 1 needs an id in capital letters"),
    ("special.0.id", "TOP", "a row of the farm"),
    ("special.0.id", "MOVE_H", "two specials called MOVE_H: use copies"),
    ("special.0.kind", "jump", "MOVE_V needs kind = move, gun"),
    ("special.0.arrows", ["N", "UP"], "MOVE_V needs arrows = a list of N, S"),
    ("special.0.arrows", ["N", "N"], "each at most once"),
    ("special.0.copies", 0, "MOVE_V needs copies = a whole number from 1"),
    ("special.0.copies", 9, "at most 8 move tokens in all"),
    ("special.5.minus", None, "GUN needs minus"),
    ("special.5.points", 3, "GUN has no entry 'points'"),
    ("special.8.cubes", -1, "SHEAR needs cubes"),
    ("special.8.limit", False, "must cost cubes and no sheep"),
    (
        "special.10",
        {"id": "HIRE", "kind": "set", "sheep": 0, "cubes": 3, "points": 5, "limit": False, "copies": 1},
        "only one set can be without a limit",
    ),
    ("special.6", {"id": "RIFLE", "kind": "gun", "minus": 2, "copies": 1}, "one id of the kind gun"),
]


@pytest.mark.parametrize(("path", "thing", "sentence"), BAD_BOXES)
def test_a_box_one_cannot_play_with(path: str, thing: Any, sentence: str) -> None:
    data = box()
    change(data, path, thing)
    with pytest.raises(components.BadBox, match=sentence):
        components.read_box(data)


def test_too_few_specials_for_the_players() -> None:
    data = box()
    del data["special"][0]
    with pytest.raises(components.BadBox, match="6 players need 12 special tokens, one each and 6 on the field; .* 11"):
        components.read_box(data)


def test_an_owner_can_correct_the_box() -> None:
    data = box()
    data["special"][5]["copies"] = 2
    data["special"][8]["points"] = 13
    data["farm"]["row_wolves"] = "left"
    mine = components.read_box(data)
    assert [token.id for token in mine.specials].count("GUN") == 2
    assert mine.row_wolves == "left"
    assert components.idle_points(mine, hands=True)[5] == 6
