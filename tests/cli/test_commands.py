"""Every command: what it prints, and one sentence with exit code 2 for everything that cannot be."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from hoofspiel import BadMatch, Match
from hoofspiel.cli import load, names
from hoofspiel.cli.warm import compilations
from hoofspiel.kernel import bind
from hoofspiel.kernel.catalog import games
from hoofspiel.kernel.rulebook import numbered
from hoofspiel.lab.tally import play_many, usual_bot, wilson
from tests.cli.conftest import Terminal

ROOT = Path(__file__).parents[2]

COMMANDS = [name for name in names() if load(name)]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str, terminal: Terminal, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        terminal(command, "--help")
    assert end.value.code == 0
    out = capsys.readouterr().out
    assert f"usage: hoofspiel {command}" in out


def test_help_lists_every_command(terminal: Terminal, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        terminal("--help")
    assert end.value.code == 0
    out = capsys.readouterr().out
    assert re.findall(r"^    ([a-z-]+)(?: |$)", out, re.M) == COMMANDS


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["dance"], "There is no command 'dance': choose play, replay"),
        (["screen"], "There is no command 'screen': choose play, replay"),
        (["play", "chess"], "There is no game called 'chess'"),
        (["play", "goats", "--seats", "9"], "is for 2 to 6 players, not 9"),
        (["play", "goats", "--seats", "two"], "'two' is not a whole number"),
        (["arena", "goats", "--bots", "greedy,random", "--games", "-3"], "'-3' is not a whole number from 0 to"),
        (["arena", "goats", "--bots", "greedy,random", "--games", "0"], "Play at least one match: --games 1 or more"),
        (["arena", "goats", "--bots", "greedy,random", "--jobs", "0"], "at least one process"),
        (["arena", "goats", "--bots", ":x"], "named module:name, such as my_bots:Cautious, not ':x'"),
        (["play", "goats", "--seats", "-1"], "--seats"),
        (["play", "goats", "--fast"], "--fast is not understood. Try: hoofspiel play --help"),
        (["rules"], "The following arguments are required: GAME. Try: hoofspiel rules --help"),
        (["play", "foxy", "--seats", "6"], "6 can play with the option six_players"),
        (["play", "goats", "--seat", "4"], "you cannot sit in seat 4"),
        (["play", "goats", "--level", "godlike"], "There is no bot called 'godlike'"),
        (["play", "goats", "--option", "cards"], "written NAME=VALUE"),
        (["play", "goats", "--option", "speed=9"], "no option 'speed'"),
        (["play", "goats", "--option", "cards=99"], "takes a whole number from 3 to 13, not '99'"),
        (["play", "goats", "--option", "bonus=perhaps"], "takes true or false, not 'perhaps'"),
        (["play", "goats", "--option", "windows=shut"], 'takes "beats" or "open", not \'shut\''),
        (["play", "goats", "--seed", "99999999999999999999"], "--seed"),
        (["replay", "nowhere.txt"], "cannot be read: no such file"),
        (["replay", "."], "cannot be read"),
        (["replay", "http://127.0.0.1:1/t/a b"], "cannot be reached"),
        (["simulate", "chess"], "There is no game called 'chess'"),
        (["simulate", "goats", "--games", "0"], "Play at least one match"),
        (["simulate", "goats", "--bots", "genius"], "There is no bot called 'genius'"),
        (["simulate", "goats", "--bots", "random,random"], "one bot for all seats or 4 bots"),
        (["simulate"], "required"),
        (["rules", "chess"], "There is no game called 'chess'"),
        (["rules", "goats", "xyzzy"], "say nothing about 'xyzzy'"),
        (["games", "chess"], "There is no game called 'chess'"),
        (["warm", "chess"], "There is no game called 'chess'"),
        (["bench", "chess"], "There is no game called 'chess'"),
        (["bench", "goats", "--peer", "./no-python", "x.py"], "cannot be run"),
        (["serve", "--host", "300.1.1.1"], "Cannot listen on 300.1.1.1: that is no address of this computer"),
        (["serve", "--host", "192.0.2.1"], "Cannot listen on 192.0.2.1: that is no address of this computer"),
        (["backup", "no-such-file.db", "--store", "memory:"], "keeps nothing to copy"),
        (["new-game", "Bad Name"], "a short word in lower case"),
        (["new-game", "class"], "a short word in lower case"),
        (["new-game", "goats"], "a game called goats already"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)  # fmt: skip
def test_what_cannot_be_gets_one_sentence(words: list[str], sentence: str, terminal: Terminal) -> None:
    code, out, err = terminal(*words)
    assert code == 2
    assert err.startswith("hoofspiel: ")
    assert err.count("\n") == 1
    assert sentence in err
    assert out == ""


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "lacks"),
        ("{", "not JSON"),
        ("[1, 2]", "is not understood"),
        ("{}", "lacks"),
        ('{"game": "goats"}', "lacks"),
        ("game goats\nrules 1\nseats 2\nseed 1\n0: bid 99\n", "not legal"),
        ("game goats\nrules 1\nseats 2\nseed 1\n7: bid 1\n", "no seat 7"),
        ("game goats\nrules 99\nseats 2\nseed 1\n", "rules 99"),
        ("game goats\nrules one\n", "is not understood"),
        ("game chess\nrules 1\nseats 2\nseed 1\n", "no game called 'chess'"),
        ("game goats\nrules 1\nseats 2\nseed 1\ndance\n", "is not understood"),
        ("\x00\x01", "is not understood"),
        ("[" * 100_000, "is not understood"),
        ('{"a": ' * 20_000, "not JSON"),
    ],
    ids=range(14),
)  # fmt: skip
def test_a_file_that_is_no_record_gets_one_sentence(
    text: str, sentence: str, terminal: Terminal, tmp_path: Path
) -> None:
    file = tmp_path / "record"
    file.write_text(text)
    code, _, err = terminal("replay", str(file))
    assert code == 2
    assert sentence in err
    assert err.count("\n") == 1


def test_a_file_that_is_no_text_gets_one_sentence(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "record"
    file.write_bytes(b"\xff\xfe\xfa")
    assert terminal("replay", str(file))[0] == 2


def test_replay_shows_both_forms_of_a_record(terminal: Terminal, tmp_path: Path) -> None:
    match = Match("goats", seats=2, seed=1)
    match.play(0, "bid 4")
    match.play(1, "bid 5")
    file = tmp_path / "record.json"
    file.write_text(json.dumps(match.record()))
    code, out, _ = terminal("replay", str(file))
    assert code == 0
    assert "2. seat 1: bid 5" in out
    assert terminal("replay", str(file), "--seat", "2")[0] == 2


def test_replay_steps_forth_and_back(terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match("goats", seats=2, seed=1)
    match.play(0, "bid 4")
    match.play(1, "bid 5")
    file = tmp_path / "record.json"
    file.write_text(json.dumps(match.record()))
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    _, out, _ = terminal("replay", str(file), typed=["", "", "b", "2", "0", "e", ""])
    shown = [line for line in out.splitlines() if line.startswith(("1. ", "2. "))]
    assert shown == ["1. seat 0: bid 4", "2. seat 1: bid 5", "1. seat 0: bid 4", "2. seat 1: bid 5", "2. seat 1: bid 5"]


def test_games_and_their_house_rules(terminal: Terminal) -> None:
    _, out, _ = terminal("games")
    assert all(slug in out for slug in games())
    for slug, game in games().items():
        _, out, _ = terminal("games", slug)
        assert all(option.name in out for option in game.options)


def test_rules_whole_by_number_and_by_word(terminal: Terminal) -> None:
    assert len(terminal("rules", "goats")[1]) > 2_000
    assert terminal("rules", "goats", "r3.2")[1].split()[:6] == ["3", "Who", "gets", "the", "dish", "R3.2"]
    assert terminal("rules", "goats", "R7")[1].count("R7.") == 2
    assert "R3" in terminal("rules", "goats", "cancel")[1]


def test_rules_are_no_wall_of_text(terminal: Terminal) -> None:
    _, out, _ = terminal("rules", "goats")
    lines = [line.rstrip() for line in out.splitlines()]
    begins = [at for at, line in enumerate(lines) if re.match(r"R\d+\.\d+ ", line)]
    assert len(begins) == len(numbered(games()["goats"]))
    assert all(lines[at - 1] == "" for at in begins), "every paragraph stands apart"
    assert max(map(len, lines)) <= 96
    assert any(
        "(ruling F5: the same rule, applied again.)" in " ".join(lines[at : at + 5]).replace("        ", "")
        for at in begins
    )


@pytest.mark.parametrize("word", ["tie", "ties", "tied", "tying"])
def test_asking_for_ties_finds_every_rule_about_them(terminal: Terminal, word: str) -> None:
    _, out, _ = terminal("rules", "goats", word)
    found = re.findall(r"^(R\d+\.\d+)", out, re.M)
    assert {"R3.2", "R3.3", "R3.4", "R4.4", "R4.5", "R4.9", "R4.10", "R4.11", "R6.3"} <= set(found)
    assert found[0] in ("R4.10", "R3.2"), "the best first"
    assert len(found) < 20


def test_options_stand_under_where_they_come_from(terminal: Terminal) -> None:
    _, out, _ = terminal("games", "goats")
    heads = [out.index(f"\n{head}\n") for head in ("By the book", "Where the book is silent", "Our own")]
    assert heads == sorted(heads)
    assert heads[0] < out.index("windows  beats by default, open by the book") < heads[1]
    assert heads[2] < out.index("carry_over")


def test_simulate_adds_up(terminal: Terminal) -> None:
    code, out, _ = terminal("simulate", "goats", "--games", "30", "--seats", "3", "--plain", "--json")
    tally = json.loads(out)
    assert code == 0
    assert tally["matches"] == 30
    assert sum(seat["wins"] for seat in tally["by_seat"]) == pytest.approx(30)
    code, out, _ = terminal("simulate", "goats", "--games", "30", "--bots", "greedy,random", "--seats", "2", "--plain")
    assert "greedy" in out
    assert "plain" in out


def test_a_house_rule_may_allow_another_seat(terminal: Terminal) -> None:
    table = ("simulate", "foxy", "--games", "2", "--seats", "6", "--plain", "--json")
    assert terminal(*table)[0] == 2
    code, out, _ = terminal(*table, "--option", "six_players=yes")
    assert code == 0
    assert len(json.loads(out)["by_seat"]) == 6


def test_simulate_plays_games_of_reactions_in_virtual_time(terminal: Terminal) -> None:
    code, out, _ = terminal("simulate", "taco", "--games", "8", "--seats", "3", "--plain", "--json")
    tally = json.loads(out)
    assert code == 0
    assert {seat["bot"] for seat in tally["by_seat"]} == {"club"}
    assert tally["stopped"] == 0
    assert 1 < tally["minutes"] < 15
    _, out, _ = terminal("simulate", "taco", "--games", "8", "--seats", "2", "--bots", "master,novice", "--plain")
    assert "minutes at a table" in out
    assert "100.00%" in out
    code, _, said = terminal("simulate", "taco", "--games", "8", "--seats", "2", "--bots", "master,random")
    assert code == 2
    assert "know nothing of time" in said


def test_plain_and_compiled_give_the_same_tally() -> None:
    game = games()["goats"]
    slow, quick = (
        play_many(game, seats=3, bots=["greedy", "random", "random"], matches=50, first_seed=9, compiled=way)
        for way in (False, True)
    )
    assert slow.by_seat == quick.by_seat
    assert (slow.choices, slow.shared, slow.shortest, slow.longest) == (
        quick.choices,
        quick.shared,
        quick.shortest,
        quick.longest,
    )


def test_simulate_without_numba(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bind, "available", lambda: False)
    _, out, _ = terminal("simulate", "goats", "--games", "5", "--seats", "2")
    assert "plain" in out
    code, out, _ = terminal("warm")
    assert code == 0
    assert "Nothing to compile" in out


def test_the_interval_of_a_share() -> None:
    """Against the worked example of Wilson's interval: 10 of 40."""
    assert wilson(10, 40) == pytest.approx((0.1419, 0.4019), abs=1e-4)
    assert wilson(0, 10)[0] == 0.0
    assert wilson(10, 10)[1] == pytest.approx(1.0)


def test_bench_beside_a_peer(terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bind, "available", lambda: False)
    monkeypatch.setattr("hoofspiel.cli.bench.pin_to_one_core", lambda: None)
    monkeypatch.setenv("COLUMNS", "160")
    peer = tmp_path / "peer.py"
    peer.write_text(
        "import json\nfrom hoofspiel.lab.pace import FROM_PYTHON\n"
        "for game, rate, beside in ('chess', 9, 'goats'), ('go', 8, 'goats'), ('bridge', 1e12, 'goodge'):\n"
        "    print(json.dumps(dict(who='Peer', game=game, seats=2, kind=FROM_PYTHON, how='a loop', rate=rate, spread=0,"
        " beside=beside)))"
    )
    code, out, _ = terminal("bench", "goats", "--runs", "1", "--peer", sys.executable, str(peer))
    assert code == 0
    assert "Not ours: Peer" in out
    ours = next(line for line in out.splitlines() if "as it stands" in line)
    assert ours.split()[-2:] == ["yes", "chess"]  # the fastest of the game's own relatives
    peer.write_text("raise SystemExit('no such library')")
    code, _, err = terminal("bench", "goats", "--runs", "1", "--peer", sys.executable, str(peer))
    assert code == 2
    assert "no such library" in err


def test_bench_measures_a_peer_in_turns_with_ours(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bind, "available", lambda: False)
    monkeypatch.setattr("hoofspiel.cli.bench.pin_to_one_core", lambda: None)
    visits, peer = tmp_path / "visits", tmp_path / "peer.py"
    peer.write_text(
        f"import json\nwith open({str(visits)!r}, 'a+') as file:\n    file.write('x')\n"
        "    file.seek(0)\n    rate = len(file.read()) ** 2\n"
        "print(json.dumps(dict(who='Peer', game='chess', seats=2, kind='plain', how='a loop', rate=rate, spread=0)))"
    )
    code, out, _ = terminal("bench", "goats", "--runs", "3", "--json", "--peer", sys.executable, str(peer))
    assert code == 0
    assert [(pace["who"], pace["rate"]) for pace in json.loads(out)][0] == ("Peer", 4)  # of 1, 4 and 9
    assert len(json.loads(out)) == 2


def test_a_new_game_is_complete_and_passes_its_tests(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, _ = terminal("new-game", "badgers")
    assert code == 0
    assert "badgers" in out
    folder = tmp_path / "badgers"
    assert "badgers:GAME" in (folder / "pyproject.toml").read_text()
    assert 'slug="badgers"' in (folder / "src/badgers/__init__.py").read_text()
    sources = "".join(path.read_text() for path in folder.rglob("*.py"))
    assert not re.search(r"from hoofspiel.*\nfrom badgers|from badgers.*\nfrom hoofspiel", sources), "own imports apart"
    assert not any("straws" in path.read_text() and "slug" in path.read_text() for path in folder.rglob("__init__.py"))
    lines = [line for path in folder.rglob("*.*") if path.is_file() for line in path.read_text().splitlines()]
    titled = re.compile(r'(# |title = ")Badgers"?|"""(The rules of )?Badgers( in words)?[:,].*')
    assert [line for line in lines if "Badgers" in line and not titled.fullmatch(line)] == []
    assert terminal("new-game", "badgers")[0] == 2
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--import-mode=importlib", str(folder)]
    path = f"{folder / 'src'}:{ROOT / 'src'}"
    done = subprocess.run(command, env={"PYTHONPATH": path}, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout


def test_a_new_game_in_a_checkout_becomes_a_folder_of_games(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "src/hoofspiel/games").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    assert terminal("new-game", "badgers")[0] == 0
    home = tmp_path / "src/hoofspiel/games/badgers"
    assert "from hoofspiel.games.badgers import" in (home / "__init__.py").read_text()
    for source in home.rglob("*.py"):
        imports = re.findall(r"^from hoofspiel\..*$", source.read_text(), re.M)
        assert imports == sorted(imports), "the checkout's linter would mend it"
    wanted = {"RULES.md", "rules.py", "view.py", "names.py", "bot.py", "texts", "tests"}
    assert {path.name for path in home.iterdir()} >= wanted


def test_warm_compiles_one_game(terminal: Terminal) -> None:
    code, out, _ = terminal("warm", "goats")
    assert code == 0
    assert "all rules are ready" in out


def test_the_arena_tells_of_a_bot_that_fails_and_keeps_the_record(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hasty.py").write_text('def play(match, seat, chance):\n    return "bid 99"\n')
    words = ("arena", "goats", "--bots", "hasty:play,random", "--seats", "3", "--games", "6", "--jobs", "2", "--json")
    code, out, err = terminal(*words)
    assert code == 0
    assert "hasty:play failed and so lost 6 matches; the first: deal 1, seat 0, move 1 with 'bid 99': " in err
    assert "Traceback" not in err
    assert {bot["bot"]: bot["win_share"] for bot in json.loads(out)["bots"]} == {"random": 0.5, "hasty:play": 0.0}
    records = sorted(tmp_path.glob("arena-failures/goats-deal*.json"))
    assert len(records) == 6
    assert terminal("replay", str(records[0]), "--all")[0] == 0


def test_a_bot_that_fails_at_the_table_is_one_sentence_and_the_record_is_kept(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sleepy.py").write_text(
        "def play(match, seat, chance):\n"
        "    return match.moves(seat)[0] if len(match.events_for(seat)) < 9 else match.position\n"
    )
    words = ("play", "goats", "--level", "sleepy:play", "--seats", "2", "--seat", "1", "--record", "kept.txt")
    code, _, err = terminal(*words, typed=[f"bid {n}" for n in range(1, 9)])
    assert code == 2
    assert err.startswith("hoofspiel: The bot 'sleepy:play' in seat 0 failed: A bot sees its seat, not the whole match")
    assert terminal("replay", "kept.txt", "--all")[0] == 0


def test_mass_play_refuses_a_table_the_game_does_not_have() -> None:
    with pytest.raises(BadMatch, match="goodge is for 3 to 4 players, not 2"):
        play_many(games()["goodge"], seats=2, bots=["random"], matches=1, compiled=False)
    with pytest.raises(BadMatch, match="6 can play with the option six_players"):
        play_many(games()["foxy"], seats=6, bots=["random"], matches=1, compiled=False)


def test_warm_compiles_whatever_mass_play_calls() -> None:
    """Every way in that `simulate` takes with its usual bots is among them, in games that know time too."""
    for game in games().values():
        labels = [label for label, _ in compilations(game)]
        assert f"mass play, {usual_bot(game)}" in labels
        assert "mass play, greedy" in labels
