"""House rules that a linter cannot state."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tools.mutants import COPIED

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src/hoofspiel"
GAMES = [*sorted(path.parent for path in (SOURCE / "games").glob("*/RULES.md")), SOURCE / "template"]

ONE_SITTING = 400
LONGER_FOR_A_REASON = {
    "web/src/lib/table.svelte.ts": "all that a page knows of one table, and what of it the curtain lets through",
}
"""Files that may be longer, each with the reason."""

EMPTY_NAMES = {"util", "utils", "helper", "helpers", "misc", "common", "base", "manager", "handler", "service"}


def files(*suffixes: str) -> list[Path]:
    """What is in the repository (or would be, once added)."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True
    )
    if listed.returncode == 0:
        found = [ROOT / line for line in listed.stdout.splitlines()]
    else:
        found = [
            path for top in ("src", "tests", "tools", "benchmarks", "web", "docs") for path in ROOT.glob(f"{top}/**/*")
        ]
    return [path for path in found if path.is_file() and (not suffixes or path.suffix in suffixes)]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_no_file_outgrows_one_sitting() -> None:
    written = [path for path in files(".py", ".ts", ".svelte", ".js") if not path.name.endswith(".gen.ts")]
    lengths = {name_of(path): path.read_text().count("\n") for path in written}
    assert sorted(name for name, lines in lengths.items() if lines > ONE_SITTING) == sorted(LONGER_FOR_A_REASON)


def words(name: str) -> set[str]:
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z0-9]+|[A-Z]+", name)}


def test_every_name_says_what_the_thing_is_for() -> None:
    names = [(name_of(path), path.stem) for path in files(".py", ".ts", ".svelte", ".js")]
    for path in files(".py"):
        tree = ast.parse(path.read_text())
        names += [(name_of(path), node.name) for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    assert [(where, name) for where, name in names if words(name) & EMPTY_NAMES] == []


def spoken(path: Path) -> str:
    """The code of a file without comments and docstrings, where an example may name a game."""
    text = path.read_text()
    if path.suffix != ".py":
        return re.sub(r"<!--.*?-->|/\*.*?\*/|(?<!:)//[^\n]*", "", text, flags=re.S)
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            node.body = [
                part for part in node.body if not (isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant))
            ]
    return ast.unparse(tree)


def test_nothing_outside_its_folder_names_a_game() -> None:
    """Core code that asks which game it is playing is wrong, whatever it does then."""
    slugs = re.compile("|".join(rf"(?<![a-z]){game.name}(?![a-z])" for game in GAMES[:-1]) or "(?!)")
    core = [
        path
        for path in files(".py", ".ts", ".svelte", ".js")
        if path.is_relative_to(ROOT / "web/src")
        or (path.is_relative_to(SOURCE) and not path.is_relative_to(SOURCE / "games"))
    ]
    assert {name_of(path): found for path in core if (found := slugs.findall(spoken(path)))} == {}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_rule_has_a_scenario_and_every_scenario_a_rule(game: Path) -> None:
    written = set(re.findall(r"\*\*R(\d+)\.(\d+)\*\*", (game / "RULES.md").read_text()))
    tests = "".join(path.read_text() for path in (game / "tests").glob("test_*.py"))
    tested = {pair for name in re.findall(r"def (test_\w+)", tests) for pair in re.findall(r"_r(\d+)_(\d+)", name)}
    assert written, "RULES.md has no paragraph such as **R1.1**"
    assert sorted(written - tested) == [], "paragraphs without a test such as test_r1_1_..."
    assert sorted(tested - written) == [], "tests for paragraphs that RULES.md does not have"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_code_cites_rules_that_exist(game: Path) -> None:
    written = set(re.findall(r"\*\*(R\d+\.\d+)\*\*", (game / "RULES.md").read_text()))
    cited = {rule for path in game.glob("*.py") for rule in re.findall(r"\bR\d+\.\d+\b", path.read_text())}
    assert sorted(cited - written) == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_has_the_files_a_game_has(game: Path) -> None:
    expected = ["__init__.py", "rules.py", "view.py", "names.py", "bot.py", "terminal.py", "texts/en.toml",
                "tests/test_rules.py", "tests/perft.toml", "tests/mutants.toml"]  # fmt: skip
    assert [name for name in expected if not (game / name).exists()] == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_planted_bug_can_still_be_planted(game: Path) -> None:
    """`make mutants` runs them; here only that each one still fits the sources."""
    bugs = tomllib.loads((game / "tests/mutants.toml").read_text())["bug"]
    assert len({bug["name"] for bug in bugs}) == len(bugs)
    for bug in bugs:
        file = ROOT / bug["file"] if bug["file"].startswith("src/") else game / bug["file"]
        assert file.read_text().count(bug["find"]) == 1, bug["name"]
        assert bug["caught_by"], bug["name"]
        assert bug["find"] != bug["replace"], bug["name"]


def test_the_plain_rules_need_nothing_but_python() -> None:
    """Importing the package and playing plain loads nothing from outside the standard library."""
    play = """
import sys
before = set(sys.modules)
import hoofspiel
match = hoofspiel.Match("goats", seats=3, seed=1)
while match.actors:
    seat = match.actors[0]
    match.play(seat, match.moves(seat)[0])
tops = {name.partition(".")[0] for name in set(sys.modules) - before}
print(sorted(tops - set(sys.stdlib_module_names) - {"hoofspiel"}))
"""
    done = subprocess.run([sys.executable, "-c", play], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


ADDRESSES = re.compile(
    r"registry\.npmjs|npmmirror|pythonhosted|pypi\.(?:org|python)|index-url\s*[=h]|find-links\s*[=/]"
    r"|\"resolved\":|registry\s*=|(?<![\w.$}~])/(?:work|farm|root|Users|home)/"
)


def test_no_file_names_a_download_address_or_a_folder_of_one_machine() -> None:
    found = []
    for path in files():
        if path == Path(__file__) or path.suffix in {".png", ".jpg", ".ico", ".woff2"}:
            continue
        found += [
            f"{name_of(path)}: {line.strip()[:80]}" for line in path.read_text().splitlines() if ADDRESSES.search(line)
        ]
    assert found == []


def test_nobody_but_the_state_of_a_table_assigns_to_it() -> None:
    """Everybody at a live table reads one value; who may change what can be read in one file."""

    def assigned(node: ast.AST) -> list[ast.expr]:
        if isinstance(node, ast.Assign):
            return [part for target in node.targets for part in (getattr(target, "elts", None) or [target])]
        return [node.target] if isinstance(node, ast.AugAssign | ast.AnnAssign) else []

    def within_state(target: ast.expr) -> bool:
        inside = target.value if isinstance(target, ast.Attribute | ast.Subscript) else None
        while isinstance(inside, ast.Attribute | ast.Subscript):
            if isinstance(inside, ast.Attribute) and inside.attr.strip("_") == "state":
                return True
            inside = inside.value
        return isinstance(inside, ast.Name) and inside.id == "state"

    found = []
    for path in files(".py"):
        if path.parent == SOURCE / "live" and path.name != "state.py":
            nodes = ast.walk(ast.parse(path.read_text()))
            found += [
                f"{name_of(path)}: {ast.unparse(target)}"
                for node in nodes
                for target in assigned(node)
                if within_state(target)
            ]
    assert found == []


def test_every_no_is_a_branch_of_one_tree() -> None:
    """The first lines of words.py draw it, games' own branches aside: those are the games' to name."""
    drawn = set(re.findall(r"[├└] (\w+)", (SOURCE / "kernel/words.py").read_text()))
    branches, grown = {"ValueError"}, True
    classes = [
        (path, node, {ast.unparse(parent) for parent in node.bases})
        for path in files(".py")
        if path.is_relative_to(SOURCE)
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ClassDef)
    ]
    while grown:
        more = {node.name for _, node, parents in classes if parents & branches}
        branches, grown = branches | more, not more <= branches
    found = {
        node.name for path, node, parents in classes if parents & branches and SOURCE / "games" not in path.parents
    }
    assert found == drawn
    assert [node.name for _, node, parents in classes if "ValueError" in parents] == ["Refused"]


COUNTED = re.compile(r"\b(?:two|three|four|five|six|seven|eight|nine|ten|\d+) (?:\w+ )?games\b", re.I)


def test_games_are_nowhere_counted_by_hand() -> None:
    told = [
        path for path in files(".md", ".svelte", ".ts", ".html", ".toml", ".cff") if ROOT / "tests" not in path.parents
    ]
    found = [f"{name_of(path)}: {words}" for path in told for words in COUNTED.findall(path.read_text())]
    assert found == []


def test_what_playing_needs_is_locked_as_everywhere() -> None:
    def pins(name: str) -> set[str]:
        return set(re.findall(r"^\S+==\S+", (ROOT / name).read_text(), re.M))

    assert pins("play.lock") < pins("requirements.lock")
    needs = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    assert set(re.findall(r"^[\w-]+", "\n".join(needs), re.M)) <= {pin.partition("==")[0] for pin in pins("play.lock")}


def test_planted_bugs_are_hunted_with_all_that_tests_of_games_import() -> None:
    tests = [*ROOT.glob("src/hoofspiel/games/*/tests/*.py"), ROOT / "tests/test_every_game.py"]
    folders = {path.name for path in ROOT.iterdir() if path.is_dir() and any(path.glob("*.py"))}
    imported = re.compile(rf"^(?:from|import) ({'|'.join(folders)})\b", re.M)
    needed = {name for path in tests for name in imported.findall(path.read_text(encoding="utf-8"))}
    assert needed <= set(COPIED)
