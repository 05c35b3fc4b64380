"""Whatever was played replays to the same for ever, and rules do not change without a new version."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from hoofspiel.kernel.catalog import find_game, games
from hoofspiel.kernel.game import Game
from hoofspiel.kernel.words import UnknownRules
from tests.straws.versions import BEFORE, after
from tools import archive

VERSIONS = [(game.slug, version) for game in games().values() for version in archive.versions_of(game)]
RECORDS = sorted(path for path in archive.ARCHIVE.glob("*/v*/*.txt") if path.name != "rules.txt")


@pytest.mark.parametrize("path", RECORDS, ids=lambda p: "-".join([*p.parts[-3:-1], p.stem]))
def test_an_archived_record_replays_to_the_same(path: Path) -> None:
    game = find_game(path.parts[-3]).at(int(path.parts[-2][1:]))
    facts = json.loads((path.parent / "facts.json").read_text(encoding="utf-8"))
    text = path.read_text(encoding="utf-8")
    assert archive.replayed(text, game, facts) == text


@pytest.mark.parametrize(("slug", "version"), VERSIONS)
def test_rules_do_not_change_without_a_new_version(slug: str, version: int) -> None:
    known = (archive.folder_of(find_game(slug), version) / "rules.txt").read_text(encoding="utf-8").splitlines()
    now = archive.fingerprints(find_game(slug).at(version)).splitlines()
    gone = [line for line in known if line not in now]
    assert gone == [], "these matches run differently now: see docs/how-to/fix-a-rule.md"


@pytest.mark.parametrize("game", games().values(), ids=games().keys())
def test_every_version_is_in_the_archive(game: Game) -> None:
    assert archive.versions_of(game) == [*sorted(game.older), game.version], "python -m tools.archive adds the newest"


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(archive, "ARCHIVE", tmp_path)
    return tmp_path


def test_the_archive_is_never_written_over(elsewhere: Path) -> None:
    archive.add(BEFORE)
    with pytest.raises(FileExistsError):
        archive.add(BEFORE)


def test_changed_rules_without_a_new_version_are_noticed(elsewhere: Path) -> None:
    archive.add(BEFORE)
    folder = elsewhere / "straws/v1"
    facts = json.loads((folder / "facts.json").read_text())
    text = (folder / "by_the_book_3.txt").read_text()
    assert archive.replayed(text, BEFORE, facts) == text
    assert archive.replayed(text, after(), facts) == text, "a new version that keeps the old one"
    sneaky = replace(BEFORE, then=None)
    assert archive.fingerprints(sneaky) != archive.fingerprints(BEFORE)
    with pytest.raises(UnknownRules):
        archive.replayed(text, replace(after(), older={}), facts)


def test_events_and_views_may_grow_but_lose_nothing(elsewhere: Path) -> None:
    archive.add(BEFORE)
    folder = elsewhere / "straws/v1"
    facts = json.loads((folder / "facts.json").read_text())
    text = (folder / "by_the_book_3.txt").read_text()

    def more(s: object, reader: int | None) -> object:
        return {**BEFORE.view(s, reader), "weather": "fine"}

    def less(s: object, reader: int | None) -> object:
        seen = dict(BEFORE.view(s, reader))
        seen.popitem()
        return seen

    assert archive.replayed(text, replace(BEFORE, view=more), facts) == text
    assert archive.replayed(text, replace(BEFORE, view=less), facts) != text
