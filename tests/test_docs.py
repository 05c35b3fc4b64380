"""The documents are true: links lead somewhere, named files exist, code runs, nothing is left out."""

import argparse
import doctest
import json
import re
from pathlib import Path

import pytest

import hoofspiel
from hoofspiel import Match
from hoofspiel.cli import build, load, main, names
from hoofspiel.kernel.notation import read_text

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("src/hoofspiel/**/RULES*.md")])
every_document = pytest.mark.parametrize("document", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())


def code(page: Path, language: str) -> list[str]:
    blocks = re.findall(r"^```(\w*)\n(.*?)^```", page.read_text(), re.M | re.S)
    return [block for written, block in blocks if written == language]


@every_document
def test_every_link_leads_somewhere(document: Path) -> None:
    words = re.sub(r"^```.*?^```", "", document.read_text(), flags=re.M | re.S)
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", words)
    assert [link for link in links if not (document.parent / link).exists()] == []


@every_document
def test_every_named_file_exists(document: Path) -> None:
    named = re.findall(r"`((?:src|tests|tools|benchmarks|docs|web)/[\w./-]+)`", document.read_text())
    homes = [ROOT, ROOT / "src/hoofspiel/template", *ROOT.glob("src/hoofspiel/games/*")]  # a page may mean any game's
    made_later = ("src/hoofspiel/games/badgers/",)
    missing = [name for name in named if not any((home / name).exists() for home in homes)]
    assert [name for name in missing if name not in made_later] == []


def test_the_readme_does_what_it_says() -> None:
    assert doctest.testfile(str(ROOT / "README.md"), module_relative=False).failed == 0


def test_the_readme_tells_both_commands_on_its_first_screen() -> None:
    first = (ROOT / "README.md").read_text().splitlines()[:24]
    assert any(line.startswith("make play") for line in first)
    assert any(line.startswith("make test") for line in first)


RUNNABLE = [page for page in PAGES if code(page, "python") and page.parent != ROOT]


@pytest.mark.parametrize("document", RUNNABLE, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_code_in_documents_runs(document: Path) -> None:
    space: dict[str, object] = {"__name__": "documents"}
    for block in code(document, "python"):
        if "await " not in block and "localhost" not in block:
            exec(compile(block, str(document), "exec"), space)


def test_the_bot_of_the_tutorial_meets_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "my_bots.py").write_text(code(ROOT / "docs/tutorial/write-a-bot.md", "python")[0])
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    bots = ["--bots", "my_bots:bid_the_worth,random", "--seats", "2", "--games", "10", "--jobs", "1", "--json"]
    assert main(["arena", "goats", *bots]) == 0
    assert json.loads(capsys.readouterr().out)["matches"] == 10


def test_every_make_target_that_is_named_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
    for page in PAGES:
        named = set(re.findall(r"`make ([a-z-]+)", page.read_text()))
        assert named <= targets, page


def test_every_command_and_flag_is_in_the_reference() -> None:
    reference = "".join(page.read_text() for page in (ROOT / "docs/reference").glob("*.md"))
    parser = build([name for name in names() if load(name)])
    commands = next(action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    for name, command in commands.choices.items():
        assert f"`hoofspiel {name}" in reference, name
        for action in command._actions:
            for flag in action.option_strings:
                known = flag in reference or flag.strip("-").replace("-", "_") in reference
                assert known or flag in ("-h", "--help"), f"{name} {flag}"


def test_every_public_name_is_in_the_reference() -> None:
    reference = (ROOT / "docs/reference/python.md").read_text()
    assert hoofspiel.__all__ == ["BadDeal", "BadMatch", "IllegalMove", "Match", "games"]
    match = Match("goats", seats=2, seed=1)
    public = {name for name in dir(match) if not name.startswith("_")}
    assert sorted(name for name in public if not re.search(rf"[Mm]atch\.{name}\b", reference)) == []


def test_the_two_forms_of_a_record_in_the_reference_are_one_match() -> None:
    page = ROOT / "docs/reference/notation.md"
    data = json.loads(code(page, "json")[0])
    text = read_text(code(page, "")[0])
    assert text == data
    assert Match.from_record(data).points == [3, 0]


def test_every_module_of_a_live_table_is_explained_in_the_architecture() -> None:
    table = (ROOT / "ARCHITECTURE.md").read_text().partition("## One table, file by file")[2].partition("\n## ")[0]
    named = re.findall(r"`(\w+\.py)`", "".join(line for line in table.splitlines() if line.startswith("| `")))
    modules = [path.name for path in (ROOT / "src/hoofspiel/live").glob("*.py") if path.name != "__init__.py"]
    assert sorted(named) == sorted(modules)


def test_every_decision_is_in_the_index() -> None:
    folder = ROOT / "docs/decisions"
    index = (folder / "index.md").read_text()
    assert [page.name for page in folder.glob("0*.md") if page.name not in index] == []


def test_every_document_can_be_found_from_the_first_one() -> None:
    found, waiting = set(), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        if page in found:
            continue
        found.add(page)
        for link in re.findall(r"\]\(([^)#:]+\.md)(?:#[^)]*)?\)", page.read_text()):
            waiting.append((page.parent / link).resolve())
    assert [page.name for page in PAGES if page.is_relative_to(ROOT / "docs") and page.resolve() not in found] == []


def test_nobody_counts_the_games_by_hand() -> None:
    """A sixth folder would make a liar of every page that did."""
    counted = re.compile(r"\b(two|three|four|five|six|seven|eight|[2-9])\s+((small|table|card)\s+)*games\b", re.I)
    pages = [path for path in PAGES if path.name != "CHANGELOG.md"]
    pages += [ROOT / "pyproject.toml", ROOT / "src/hoofspiel/__init__.py", ROOT / "web/index.html"]
    pages += [
        *ROOT.glob("web/public/*.webmanifest"),
        *ROOT.glob("web/src/**/*.svelte"),
        *ROOT.glob("web/src/texts/*.ts"),
    ]
    found = {str(page.relative_to(ROOT)): counted.findall(page.read_text(encoding="utf-8")) for page in pages}
    assert {page: hits for page, hits in found.items() if hits} == {}
