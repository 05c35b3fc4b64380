"""The rules in other languages say what the English ones say: same paragraphs, marks, options, numbers; none stale."""

import re
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from hoofspiel.cli import checks
from hoofspiel.cli.paragraphs import found_in, some
from hoofspiel.kernel.catalog import find_game, games
from hoofspiel.kernel.game import Game
from hoofspiel.kernel.language import spoken
from hoofspiel.kernel.rulebook import (
    Faults,
    mark_reviewed,
    numbered,
    pieces,
    rulebook,
    stale_paragraphs,
    translation_faults,
    translations,
)

CODE = re.compile(r"`[^`]*`")
THIN = "\u202f"
FOLDERS = Path(__file__).parents[1] / "src/hoofspiel/games"
TRANSLATED = [(slug, language) for slug, game in games().items() for language in translations(game)]
every_translation = pytest.mark.parametrize(("slug", "language"), TRANSLATED)


def test_every_game_of_ours_can_be_read_in_french_and_german() -> None:
    ours = [folder.parent.name for folder in FOLDERS.glob("*/RULES.md")]
    assert [slug for slug in ours if not {"de", "fr"} <= set(translations(find_game(slug)))] == []


@every_translation
def test_no_paragraph_is_missing_surplus_or_stale(slug: str, language: str) -> None:
    """Stale: compare it with the English, then `python tools/reviewed.py GAME LANGUAGE NUMBER`."""
    game = find_game(slug)
    assert translation_faults(game, language) == Faults(missing=[], surplus=[], stale=[])
    assert list(pieces(rulebook(game, language))) == list(pieces(rulebook(game)))


@every_translation
def test_every_paragraph_has_the_marks_of_the_english_one(slug: str, language: str) -> None:
    english, other = numbered(find_game(slug)), numbered(find_game(slug), language)
    for number, paragraph in other.items():
        told = [(mark.origin, mark.id) for mark in paragraph.marks]
        assert told == [(mark.origin, mark.id) for mark in english[number].marks], number


@every_translation
def test_marks_are_called_what_the_first_lines_say(slug: str, language: str) -> None:
    text = rulebook(find_game(slug), language)
    head = text.split("\n## ")[0]
    words = {(mark.origin, mark.word) for p in numbered(find_game(slug), language).values() for mark in p.marks}
    assert len({origin for origin, _ in words}) == len(words)
    for origin, word in words - {("ruling", "")}:
        reason = "" if origin == "variant" else r"\s?: …"
        assert re.search(rf"\*\({word}{reason}\)\*", head), word


@every_translation
def test_moves_options_and_numbers_are_those_of_the_english(slug: str, language: str) -> None:
    english, other = pieces(rulebook(find_game(slug))), pieces(rulebook(find_game(slug), language))
    for name, text in other.items():
        assert set(CODE.findall(english[name])) <= set(CODE.findall(text)), name
        assert _figures(text) == _figures(english[name]), name


def _figures(text: str) -> list[str]:
    joined = re.sub(rf"(?<=\d)[,{THIN}](?=\d{{3}})", "", text)
    return sorted(re.findall(r"\d+", CODE.sub("", joined)))


@every_translation
def test_quotes_and_spaces_are_those_of_the_language(slug: str, language: str) -> None:
    lines = CODE.sub("`", rulebook(find_game(slug), language)).splitlines()
    wrong = {
        "fr": rf"[\"'“”„]|[^\s{THIN}][!?;»](?!\w)|(?<=[\w)»`]):(?=\s)|[ \u00a0][!?:;»%]|«[^{THIN}]|\.\.\.",
        "de": r"[\"'«»”]|\s[!?:;]|[^\u202f]%|\.\.\.",
    }.get(language, "$^")
    assert [line for line in lines if not line.startswith("|--") and re.search(wrong, line)] == []


@every_translation
def test_no_line_of_a_paragraph_looks_like_a_list(slug: str, language: str) -> None:
    assert re.findall(r"^\s*(?:[-*]|\d+\.)\s.*", rulebook(find_game(slug), language), re.M) == []


def test_a_paragraph_is_stale_from_a_change_of_the_english_to_its_review(tmp_path: Path) -> None:
    game = _copied(tmp_path, "# Straws\n\n## 1 Length\n\n**R1.1** The longest wins.\n**R1.2** Ties share.\n")
    (tmp_path / "RULES.fr.md").write_text("# Pailles\n\n## 1 Longueur\n\n**R1.1** La plus longue gagne.\n**R1.2** …\n")
    assert stale_paragraphs(game, "fr") == ["§0", "§1", "R1.1", "R1.2"], "nobody has compared anything"
    mark_reviewed(game, "fr", ["§0", "§1", "R1.1", "R1.2"])
    assert not translation_faults(game, "fr")
    english = tmp_path / "RULES.md"
    english.write_text(english.read_text().replace("longest wins", "shortest\nwins") + "**R1.3** No peeking.\n")
    assert translation_faults(game, "fr") == Faults(missing=["R1.3"], surplus=[], stale=["R1.1"])
    english.write_text(english.read_text().replace("shortest\nwins", "longest\nwins"))
    assert stale_paragraphs(game, "fr") == [], "where a line breaks does not matter"


@pytest.mark.parametrize(
    ("code", "asked", "told"),
    [
        ("fr", "egalites", "décision F5\u202f: la même règle"),
        ("fr", "annule", "s’annulent"),
        ("de", "gleichstand", "Entscheidung F6: Die Anleitung"),
        ("de", "gewinner", "Entscheidung F29: kein Gewinner"),
    ],
)
def test_a_terminal_tells_and_finds_the_rules_in_its_language(code: str, asked: str, told: str) -> None:
    screen = StringIO()
    before = spoken.set(code)
    try:
        found = found_in(find_game("goats"), asked)
        Console(width=2000, file=screen).print(some(found, width=300))
    finally:
        spoken.reset(before)
    assert 0 < len(found) < len(numbered(find_game("goats")))
    assert told in screen.getvalue()


def test_rules_nobody_has_translated_are_read_in_english(tmp_path: Path) -> None:
    game = _copied(tmp_path, "# Straws\n\n**R1.1** The longest wins.\n")
    assert rulebook(game, "fr") == rulebook(game)
    assert translation_faults(game, "fr").missing == ["§0", "R1.1"]


def test_who_looks_after_texts_hears_of_stale_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    faulty = Faults(missing=["R1.2"], surplus=[], stale=["R3.4"])
    monkeypatch.setattr(
        checks, "translation_faults", lambda game, code: faulty if game.slug == "taco" else Faults([], [], [])
    )
    told = [line for line in checks.faults("fr") if "RULES" in line]
    assert told == ["missing  taco/RULES.fr.md: R1.2", "stale    taco/RULES.fr.md: R3.4"]


def _copied(folder: Path, rules: str) -> Game:
    """A game whose rules are read from that folder."""
    (folder / "RULES.md").write_text(rules)
    game = object.__new__(Game)
    object.__setattr__(game, "rules", type("module", (), {"__file__": str(folder / "rules.py")}))
    return game
