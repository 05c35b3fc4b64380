"""Languages: nothing is missing, nothing breaks, and what code says in English is known in every one of them."""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from hoofspiel.cli import help_for_players, main
from hoofspiel.cli.catalogues import accept, known_sums, messages
from hoofspiel.cli.checks import faults, slips
from hoofspiel.cli.po import read_po, write_po
from hoofspiel.cli.screen import meant
from hoofspiel.cli.typed import command
from hoofspiel.kernel.catalog import games
from hoofspiel.kernel.language import language, languages, spoken, wanted
from hoofspiel.kernel.match import Match
from hoofspiel.kernel.phrases import Phrasebook
from hoofspiel.kernel.texts import Texts, filled_up, texts_of
from hoofspiel.kernel.words import IllegalMove
from tools.spoken import FOLDER, told

OTHERS = [code for code in languages() if code != "en"]
ODD = (
    "pass",
    "nonsense",
    "bid 99",
    "bid",
    "take",
    "say pizza",
    "slap",
    "play s1",
    "lay trap",
    "room attic",
    "finish now",
)


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    token = spoken.set("en")
    yield
    spoken.reset(token)


@pytest.mark.parametrize("code", OTHERS)
def test_nothing_is_missing_stale_or_broken(code: str) -> None:
    """`hoofspiel texts check CODE` prints the same; after a change of the English `hoofspiel texts accept CODE`."""
    assert faults(code) == []


@pytest.mark.parametrize("slug", games())
def test_every_event_is_told_as_somebody_has_read_it(slug: str) -> None:
    """After reading the difference: python -m tools.spoken."""
    lines = told(games()[slug])
    assert lines == (FOLDER / f"{slug}.txt").read_text(encoding="utf-8")
    spoken_lines = re.findall(r"(?m)^  .{14} (fr|de)  (.+)$", lines)
    assert spoken_lines
    assert [(line, slip) for code, line in spoken_lines for slip in slips(line, code)] == []


@pytest.mark.parametrize("slug", games())
def test_an_event_is_heard_in_a_breath(slug: str) -> None:
    """By ear: at most 12 words in English, 15 in the others, and what cards and rooms are called is one word."""
    called: dict[str, list[str]] = {}
    for code in languages():
        tables = texts_of(games()[slug], code).tables
        names = [
            str(said) for table in ("card", "room", "dish", "token", "bonus") for said in tables.get(table, {}).values()
        ]
        called[code] = sorted(names, key=len, reverse=True)
    long = []
    for code, line in re.findall(r"(?m)^  .{14} +(en|fr|de)  (.+)$", told(games()[slug])):
        heard = line
        for name in called[code]:
            heard = heard.replace(name, "X")
        if len(re.findall(r"\S*\w\S*", heard)) > (12 if code == "en" else 15):
            long.append(line)
    assert long == []


@pytest.mark.parametrize("slug", games())
def test_whole_matches_and_every_refusal_in_them_are_said(slug: str) -> None:
    game = games()[slug]
    books = {code: texts_of(game, code) for code in OTHERS}
    chance, seen = Random(7), set[str]()
    match = Match(game, seats=game.seats[-1], seed=3)
    for _ in range(120):
        if match.over or not match.actors:
            break
        seat = chance.choice(match.actors)
        move = chance.choice(match.moves(seat))
        seen.add(move)
        for wrong in (*ODD, *chance.sample(sorted(seen), min(5, len(seen)))):
            _refused(match, chance.randrange(match.seats), wrong, books)
        view = match.view(seat)
        for texts in books.values():
            who = [texts.language.you, *"ABCDEFGHIJ"][: match.seats]
            assert "{" not in texts.prompt(view) + texts.move(move, who)
            for event in match.log[-1]:
                assert "{" not in texts.event(event, who, 0)
        with suppress(*([IllegalMove] if game.timed else [])):  # time may have passed a move by
            match.play(seat, move, at=match.position.now + 400 if game.timed else None)


def _refused(match: Match, seat: int, text: str, books: dict[str, Texts]) -> None:
    if text in match.moves(seat):
        return
    reason = _reason(match, seat, text)
    assert reason or match.game.timed, "a game of reactions may know moves that it does not offer"
    for code, texts in books.items() if reason else ():
        assert texts.phrases.known(reason), f"{code}: {reason}"


def _reason(match: Match, seat: int, text: str) -> str:
    try:
        match.play(seat, text, at=match.position.now if match.game.timed else None)
    except IllegalMove as refusal:
        return refusal.reason
    return ""


def test_french_counts_and_elides() -> None:
    french = language("fr")
    assert [french.is_one(n) for n in (0, 1, 1.5, 2)] == [True, True, True, False]
    assert [language("de").is_one(n) for n in (0, 1, 1.5, 2)] == [False, True, False, False]
    names = ("Anna", "Ben", "Hugo", "Yves", "Yann")
    assert [french.person("de", name, reader=False) for name in names] == [
        "d’Anna",
        "de Ben",
        "d’Hugo",
        "d’Yves",
        "de Yann",
    ]
    assert french.person("de", "toi", reader=True) == "de toi"


def test_cases_are_chosen_by_number_and_by_reader() -> None:
    texts = Texts({"room": {"bath": "Bad"}}, language("de"))
    cards = "{n -> [0] niemand [one] {seat:who} nimmt eine Karte *[other] {seat:who} nimmt {n} Karten}."
    assert [texts.fill(cards, {"n": n, "seat": 1}, ["du", "Ben"]) for n in (0, 1, 4)] == [
        "niemand.",
        "Ben nimmt eine Karte.",
        "Ben nimmt 4 Karten.",
    ]
    whose = "{seat:me -> [you] Dein Platz *[other] Der Platz {seat:von}}: {room:room}"
    said = [texts.fill(whose, {"seat": seat, "room": "bath"}, ["du", "Ben"]) for seat in (0, 1)]
    assert said == ["Dein Platz: Bad", "Der Platz von Ben: Bad"]


def test_a_phrase_is_recognised_with_its_facts() -> None:
    def fill(template: str, facts: dict[str, object]) -> str:
        return language("fr").fill(template, lambda key, _: facts[key])

    phrases = {"You hold {hand}.": "Tu as {hand}.", "a trap": "un piège", "{n} left": "{n} {n|reste|restent}"}
    book = Phrasebook(phrases, fill, {"and": "et", "or": "ou"})  # type: ignore[arg-type]
    assert book.said("You hold 3, a trap and 4.") == "Tu as 3, un piège et 4."
    assert [book.said("1 left"), book.said("2 left")] == ["1 reste", "2 restent"]
    assert book.known("Something else.") is None
    assert book.said("Something else.") == "Something else."


@pytest.mark.parametrize("slug", games())
def test_the_pseudo_language_has_an_accent_in_every_sentence(slug: str) -> None:
    texts = texts_of(games()[slug], "xx")
    for name, template in texts["events"].items():
        plain = re.sub(r"\{[^{}]*\}", "", template)
        assert not re.search(r"[A-Za-z]{3}", plain) or re.search(r"[áçéíñóúý]", plain), name


def test_a_message_that_is_missing_is_said_in_english() -> None:
    assert filled_up({"a": {"x": "un"}}, {"a": {"x": "one", "y": "two"}}) == {"a": {"x": "un", "y": "two"}}


@pytest.mark.parametrize(
    ("code", "wrong"),
    [
        ("fr", "Vraiment ?"),
        ("fr", "la ferme de Anna et de les autres"),
        ("fr", "Il prend le élan"),
        ("fr", "prêt(e)"),
        ("fr", "C'est bon"),
        ("fr", "« Taco »"),
        ("de", 'Er sagt "Taco"'),
        ("de", "Was  denn"),
        ("de", "Wirklich ?"),
    ],
)
def test_slips_are_seen(code: str, wrong: str) -> None:
    assert list(slips(wrong, code))


def test_a_po_file_brings_everything_back() -> None:
    po = write_po("fr")
    assert po.count("msgctxt") == len(messages("fr"))
    assert "#. " in po, "comments of the English file"
    assert {"program:said.The match is over.", "taco:said.You win!"} <= {message.name for message in messages("fr")}
    assert read_po("fr", po) == 0


def test_an_import_accepts_only_what_was_looked_at(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("hoofspiel.cli.catalogues.FOLDER", tmp_path)
    name = "taco:prompts.eyes"
    accept("fr")
    (tmp_path / "fr.sums.json").write_text(json.dumps({**known_sums("fr"), name: "stale"}), encoding="utf-8")
    po = write_po("fr")
    assert po.count("#, fuzzy") == 1
    assert read_po("fr", po) == 0
    assert known_sums("fr")[name] == "stale"
    read_po("fr", po.replace("#, fuzzy\n", ""))
    assert write_po("fr").count("#, fuzzy") == 0


def test_a_move_may_be_typed_in_ones_own_language() -> None:
    french, german = texts_of(games()["goats"], "fr"), texts_of(games()["gouda"], "de")
    taco = texts_of(games()["taco"], "fr")
    bids = ["bid 1", "bid 10", "pass"]
    assert meant("mise 1", bids, french) == ["bid 1"]
    assert meant("passe", bids, french) == ["pass"]
    assert meant("bid 10", bids, french) == ["bid 10"]
    words = ["say cat", "say goat", "say cheese"]
    assert meant("chat", words, taco) == meant("dis chat", words, taco) == ["say cat"]
    assert meant("Bouc", words, taco) == ["say goat"]
    assert meant("keller", ["room basement", "room bath"], german) == ["room basement"]
    assert meant("rien de tel", words, taco) == []
    spoken.set("fr")
    assert [command(text) for text in ("annuler", "mise 7", "règles", "?")] == ["undo", "mise 7", "rules", "?"]


@pytest.mark.parametrize("code", OTHERS)
def test_all_help_for_players_is_said(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    book = language(code).phrases
    assert [sentence for sentence in help_for_players() if book.known(sentence) is None] == []
    for words in (["arena", "--help"], ["--help"]):
        with pytest.raises(SystemExit):
            main(["--language", code, *words])
        told = capsys.readouterr().out
        assert not re.search(r"\b(usage|the|and|with|show|default)\b", told), told
    assert main(["--language", code, "arena"]) == 2
    assert not re.search(r"\b(following|required|Try)\b", capsys.readouterr().err)


def test_what_somebody_typed_stands_between_the_quotes_of_the_language() -> None:
    refused = "'jeu' is not a move in this game: moves are say, slap and gesture."
    assert texts_of(games()["taco"], "fr").said(refused).startswith("«\u202fjeu\u202f» n’est pas un coup")
    assert texts_of(games()["taco"], "de").said(refused).startswith("„jeu“ ist in diesem Spiel kein Zug")


def test_numbers_are_written_as_the_language_does() -> None:
    assert [language(code).figure("1,234.5%") for code in ("en", "fr", "de")] == [
        "1,234.5%",
        "1\u202f234,5\u202f%",
        "1.234,5\u00a0%",
    ]


@pytest.mark.parametrize(
    ("locale", "code"),
    [("fr_CH.UTF-8", "fr"), ("de", "de"), ("C", "en"), ("", "en"), ("pt-BR, de;q=0.8, en;q=0.5", "de")],
)
def test_the_systems_language_is_spoken(locale: str, code: str) -> None:
    assert wanted(locale) == code


def test_the_terminal_speaks_the_language_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "taco", "--language", "fr"]) == 0
    assert "D’après le livret" in capsys.readouterr().out
    assert main(["--language=de", "games"]) == 0
    assert "Biete die höchste Karte" in capsys.readouterr().out
    assert main(["--language", "fr", "play", "chess"]) == 2
    assert "Il n’y a pas de jeu nommé «\u202fchess\u202f» ici" in capsys.readouterr().err
    assert main(["--language", "klingon", "games"]) == 2
    assert "choisis en, de ou fr" in capsys.readouterr().err


def test_the_environment_names_a_language(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("HOOFSPIEL_LANGUAGE", "de")
    assert main(["games"]) == 0
    assert "Spieler" in capsys.readouterr().out
