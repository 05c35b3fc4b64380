"""The two commands for people who write games: transcripts that are brought up to date, and paths that are counted."""

import json
from pathlib import Path

import pytest

from hoofspiel import Match
from hoofspiel.kernel.catalog import games
from hoofspiel.kernel.transcript import divide, perft
from tests.cli.conftest import Terminal

GAMES = Path(__file__).parents[2] / "src/hoofspiel/games"
BIDS = "game goats\nrules 1\nseats 2\nseed 7\noption windows open\n0: bid 3\n1: bid 4\n"


@pytest.fixture
def golden(tmp_path: Path) -> Path:
    """A transcript that is up to date."""
    path = tmp_path / "beats.txt"
    path.write_bytes((GAMES / "goats/tests/transcripts/beats.txt").read_bytes())
    return path


def test_a_transcript_that_is_up_to_date_is_left_alone(golden: Path, terminal: Terminal) -> None:
    before = golden.read_text()
    assert terminal("transcript", str(golden)) == (0, before, "")
    assert terminal("transcript", "--diff", str(golden)) == (0, "", "")
    assert terminal("transcript", "--write", str(golden)) == (0, f"{golden} is up to date.\n", "")
    assert golden.read_text() == before


def test_what_is_indented_is_worked_out_again_and_comments_stay(golden: Path, terminal: Terminal) -> None:
    right = golden.read_text()
    golden.write_text(right.replace("  eyes ", "  eyes 0000 ", 1))
    code, out, _ = terminal("transcript", "--diff", str(golden))
    assert code == 1
    assert "-  eyes 0000 " in out
    assert golden.read_text() != right
    assert terminal("transcript", "--write", str(golden))[0] == 0
    assert golden.read_text() == right
    assert right.startswith("# ")


def test_a_record_becomes_a_transcript(tmp_path: Path, terminal: Terminal) -> None:
    path = tmp_path / "first.txt"
    path.write_text("# Two bids.\n" + BIDS)
    code, out, _ = terminal("transcript", "--write", str(path))
    assert (code, out.split(" is written")[0]) == (0, str(path))
    text = path.read_text()
    assert text.startswith("# Two bids.\ngame goats\n")
    assert '  revealed {"seat": 0, "card": 3}\n' in text
    assert terminal("transcript", "--diff", str(path))[0] == 0


def test_json_is_printed_and_never_written_over(tmp_path: Path, terminal: Terminal) -> None:
    path = tmp_path / "match.json"
    path.write_text(json.dumps(Match("goats", seats=2, seed=7).record()))
    before = path.read_text()
    assert terminal("transcript", str(path))[1].startswith("game goats\n")
    code, _, err = terminal("transcript", "--write", str(path))
    assert code == 2
    assert "which --write would destroy" in err
    assert path.read_text() == before


def test_a_move_that_is_not_legal_is_named_and_no_file_is_changed(
    golden: Path, tmp_path: Path, terminal: Terminal
) -> None:
    stale = golden.read_text().replace("  eyes ", "  eyes 0000 ", 1)
    golden.write_text(stale)
    wrong = tmp_path / "wrong.txt"
    wrong.write_text(BIDS + "0: bid 3\n")
    code, out, err = terminal("transcript", "--write", str(golden), str(wrong))
    assert (code, out) == (2, "")
    assert f"{wrong}: Move 3, '0: bid 3', is not legal:" in err
    assert golden.read_text() == stale


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["transcript"], "FILE"),
        (["transcript", "nowhere.txt"], "nowhere.txt cannot be read: no such file"),
        (["transcript", "--write", "--diff", "x.txt"], "not allowed with"),
        (["perft", "chess"], "There is no game called 'chess'"),
        (["perft", "goats", "--depth", "deep"], "'deep' is not a whole number"),
        (["perft", "goats", "--positions", "nowhere.toml"], "nowhere.toml cannot be read"),
        (["perft", "goats", "--record", "x.txt", "--seats", "2"], "--seats, --seed and --option set up a new match"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(words: list[str], sentence: str, terminal: Terminal) -> None:
    code, _, err = terminal(*words)
    assert code == 2
    assert sentence in err


def test_paths_from_the_first_position(terminal: Terminal) -> None:
    options = ["--option", "cards=3", "--option", "rounds=1", "--option", "bonus=no"]
    code, out, _ = terminal("perft", "goats", "--seats", "2", "--depth", "4", "--divide", *options)
    assert code == 0
    assert out.splitlines() == [
        *["depth  paths", "    0  1", "    1  3", "    2  9", "    3  18", "    4  36"],
        *["of depth 4, seat 0 beginning with", "  bid 1: 12", "  bid 2: 12", "  bid 3: 12"],
    ]


def test_paths_from_where_a_record_ends(tmp_path: Path, terminal: Terminal) -> None:
    path = tmp_path / "match.txt"
    path.write_text(BIDS.replace("1: bid 4\n", ""))
    code, out, _ = terminal("perft", "goats", "--record", str(path), "--depth", "1")
    assert (code, out.splitlines()[-1]) == (0, "    1  10")
    code, _, err = terminal("perft", "goodge", "--record", str(path))
    assert code == 2
    assert "is a match of goats, not of goodge" in err


def test_counted_positions_are_counted_again(tmp_path: Path, terminal: Terminal) -> None:
    path = tmp_path / "perft.toml"
    case = '[[position]]\nname = "two bids of three: 3*3"\nseats = 2\noptions = { cards = 3 }\npaths = [1, 3, 9]\n'
    path.write_text(case)
    assert terminal("perft", "goats", "--positions", str(path)) == (
        0,
        "two bids of three: 3*3\n  [1, 3, 9], as written\n",
        "",
    )
    path.write_text(case.replace("9]", "8]"))
    code, out, _ = terminal("perft", "goats", "--positions", str(path))
    assert code == 1
    assert "[1, 3, 9], NOT RIGHT, the file says [1, 3, 8]" in out


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("position = 3", "has no positions"),
        ("[[position", "is not TOML"),
        ('[[position]]\nname = "x"\npaths = [1]', "Position 1 of"),
        ('[[position]]\nname = "x"\npaths = [1]\nseats = 99', "is for 2 to 6 players"),
        ('[[position]]\nname = "x"\npaths = [1]\nseats = 2\nmoves = [[0, "hop"]]', "'hop' by seat 0, is not legal"),
        ('[[position]]\nname = "x"\npaths = [1]\nseats = 2\nmoves = 3', "moves are a list"),
        ('[[position]]\nname = "x"\npaths = [1]\nseats = 2\ndepth = 3', "has no 'depth'"),
    ],
)
def test_a_bad_file_of_positions_is_refused(tmp_path: Path, text: str, sentence: str, terminal: Terminal) -> None:
    path = tmp_path / "perft.toml"
    path.write_text(text)
    code, _, err = terminal("perft", "goats", "--positions", str(path))
    assert code == 2
    assert sentence in err


@pytest.mark.parametrize("slug", games())
def test_the_parts_are_the_whole(slug: str) -> None:
    game = games()[slug]
    match = Match(game, seats=game.seats[0], seed=3)
    assert sum(divide(match, 2).values()) == perft(match, 2)
