"""Every rule and every option says where it comes from: the book, its variants, our rulings, our own inventions."""

import ast
import re
from pathlib import Path

import pytest

from hoofspiel.cli.paragraphs import HEADS, MEANINGS
from hoofspiel.kernel.catalog import find_game, games
from hoofspiel.kernel.game import ORIGINS
from hoofspiel.kernel.rulebook import numbered, rulebook

FOLDERS = sorted(Path(__file__).parents[1].glob("src/hoofspiel/games/*/"))
MARKED = ("foxy", "goats", "goodge", "gouda", "taco")
every_game = pytest.mark.parametrize("slug", sorted(games()))
every_marked_game = pytest.mark.parametrize("slug", MARKED)


@pytest.mark.parametrize(
    "folder", [path for path in FOLDERS if (path / "rules.py").exists()], ids=lambda path: path.name
)
def test_every_option_says_where_its_rule_comes_from(folder: Path) -> None:
    declared = 0
    for file in folder.glob("*.py"):
        for call in ast.walk(ast.parse(file.read_text())):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") in ("Switch", "Number", "Choice"):
                declared += 1
                assert "origin" in [keyword.arg for keyword in call.keywords], f"{file.name}:{call.lineno}"
    assert declared == len(find_game(folder.name).options)


@every_game
def test_what_the_book_has_is_a_value_the_option_takes(slug: str) -> None:
    for option in find_game(slug).options:
        assert option.origin in ORIGINS
        assert option.read(option.by_the_book) is not None, option.name


def test_by_the_book_is_by_the_book() -> None:
    book = {slug: {option.name: option.by_the_book for option in game.options} for slug, game in games().items()}
    assert book["goats"]["windows"] == "open", "cards take effect in the order they are played"
    assert book["taco"]["strict_gesture"] is True, "a wrong action takes the pile"
    assert book["taco"]["word"] == "call"
    assert book["goodge"]["counters"] == "none"
    assert book["goodge"]["target"] == 500


def test_printed_variants_are_called_that() -> None:
    variants = {(slug, o.name) for slug, game in games().items() for o in game.options if o.origin == "variant"}
    assert variants == {
        ("goodge", "target"),
        ("gouda", "prolong"),
        ("gouda", "last_rat_standing"),
        ("taco", "deck"),
    }


def test_the_four_heads_have_words() -> None:
    assert list(HEADS) == list(MEANINGS) == list(ORIGINS)


@every_marked_game
def test_every_mark_but_a_variant_gives_its_reason(slug: str) -> None:
    silent = [
        (number, mark.id or mark.origin)
        for number, paragraph in numbered(find_game(slug)).items()
        for mark in paragraph.marks
        if not mark.reason and mark.origin != "variant"
    ]
    assert silent == []


@every_marked_game
def test_a_ruling_has_one_number_and_a_number_one_ruling(slug: str) -> None:
    ids = [mark.id for paragraph in numbered(find_game(slug)).values() for mark in paragraph.marks if mark.id]
    assert sorted(set(ids)) == sorted(ids)


@every_marked_game
def test_an_option_is_marked_in_the_rules_as_it_is_in_the_list(slug: str) -> None:
    game = find_game(slug)
    for option in game.options:
        told = [p for p in numbered(game).values() if f"`{option.name}`" in p.text]
        assert told, option.name
        if option.origin != "printed":
            assert any(option.origin in paragraph.origins for paragraph in told), option.name


@every_marked_game
def test_the_rules_explain_their_marks_and_know_no_other(slug: str) -> None:
    head = rulebook(find_game(slug)).split("\n## ")[0]
    assert all(mark in head for mark in ("No mark:", "*(variant)*", ": …)*", "*(ours: …)*"))
    for number, paragraph in numbered(find_game(slug)).items():
        known = {found[0] for found in re.finditer(r"\*\([^)]*\)\*", paragraph.text)}
        assert len(known) == len({(mark.id, mark.origin, mark.reason) for mark in paragraph.marks}), number


def test_nobody_promises_that_all_is_played_as_written() -> None:
    root = Path(__file__).parents[1]
    said = [
        root / "README.md",
        root / "web/src/texts/en.ts",
        *root.glob("docs/**/*.md"),
        *root.glob("src/hoofspiel/games/*/RULES.md"),
    ]
    assert [file.name for file in said if "as written" in file.read_text(encoding="utf-8")] == []
