"""Taco in the terminal: what is drawn, and whole matches in real time with a clock of their own."""

import io
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from rich.console import Console, RenderableType

from hoofspiel import BadMatch, Match
from hoofspiel.games.taco import GAME, art
from hoofspiel.games.taco.names import CARDS
from hoofspiel.games.taco.position import gestures
from hoofspiel.games.taco.sitting import LIKE_ME, Sitting
from hoofspiel.games.taco.terminal import draw, ending, height
from hoofspiel.games.taco.tests.table import A, B, chant, gesture, say, slap, slaps, table, turned, wait
from hoofspiel.kernel.texts import texts_of
from hoofspiel.kernel.words import Refused

WHO = ["you", "Anouk", "Bruno", "Clara", "Dario", "Elif", "Farid", "Greta"]
TEXTS = texts_of(GAME)


def shown(picture: RenderableType) -> str:
    page = io.StringIO()
    Console(file=page, width=100).print(picture)
    return page.getvalue()


def drawn(m: Match, seat: int | None = A) -> str:
    return shown(draw(m.view(seat), WHO, TEXTS))


# --- what is drawn ---


def test_every_card_has_a_picture_of_its_own() -> None:
    pictures = {name: tuple(art.picture(name)) for name in CARDS}
    for name, lines in pictures.items():
        assert len(lines) == art.HEIGHT, name
        assert {len(line) for line in lines} == {art.WIDTH + 2}, name
    own = [lines for name, lines in pictures.items() if not name.endswith("*") or name[:-1] in gestures]
    assert len(set(own)) == len(own)


def test_the_table() -> None:
    m = table("taco/back goat", "goat", "goat")
    assert "The cards are dealt" in drawn(m)
    say(m)
    page = drawn(m)
    assert "“Taco!”  you say" in page
    assert "a taco from behind" in page
    assert "1 card in the centre" in page
    assert "▸  Anouk" in page
    slap(m, A, "back", 412)
    assert "412 ms back" in drawn(m)
    assert "412 ms" not in drawn(m, B)
    slap(m, B, "palm", 450)
    slap(m, 2, "back", 460)
    page = drawn(m, B)
    assert "1. 412 ms back" in page
    assert "2. 450 ms palm, the wrong side" in page
    assert "the centre is empty" in page
    assert ending(m.view(A), WHO, TEXTS) == "Anouk picks up 1 card: the wrong side of the hand."
    assert ending(m.view(B), WHO, TEXTS) == "You pick up 1 card: the wrong side of the hand."


def test_the_table_without_cards_in_sudden_death_and_calm() -> None:
    m = table("goat", "", "pizza")
    chant(m, 2)
    page = drawn(m, None)
    assert "none: slap first!" in page
    assert "(no card)" in page
    turned(m, 2)
    assert "in the stock: sudden death!" in drawn(m, None)
    m.play(B, "slap palm", at=m.position.now)
    assert "✗" in drawn(m, None)
    assert ending(m.view(None), WHO, TEXTS) == "Anouk is out: slapped at nothing."
    m = table("taco goat", "goat", calm=True)
    say(m)
    m.play(A, "answer palm", at=m.position.now + 5)
    assert "has answered" in drawn(m, B)
    wait(m, 6000)
    assert "slap with the palm" in drawn(m, B)


@pytest.mark.parametrize("seats", range(2, 9))
def test_eight_players_fit(seats: int) -> None:
    m = Match("taco", seats=seats, seed=3)
    page = drawn(m)
    assert page.count("▮") == sum(m.view(None)["piles"])
    assert len(page.splitlines()) == height(m.view(None))


def test_a_big_pile_is_cut_short() -> None:
    assert "▮" * 16 + "+" in drawn(table("goat " * 20, "goat"))


# --- whole matches ---

Person = Callable[[Sitting, int], tuple[int, str] | None]


class FakeScreen:
    """A terminal whose clock stands still until somebody waits; `person` says which key comes when."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.time = 1000
        self.room = 30
        self.pages: list[RenderableType] = []
        self.sitting: Sitting | None = None

    def now(self) -> int:
        return self.time

    def lines(self) -> int:
        return self.room

    def wait(self, until: int) -> str | None:
        pressed = self.person(self.sitting, until) if self.sitting else None
        if pressed is not None and pressed[0] <= until:
            self.time = max(self.time, pressed[0])
            return pressed[1]
        self.time = max(self.time, until)
        return None

    def paint(self, picture: RenderableType) -> None:
        self.pages.append(picture)


def sitting_of(person: Person, level: str = LIKE_ME, seed: int = 5, **options: Any) -> tuple[Sitting, FakeScreen]:
    screen = FakeScreen(person)
    match = Match("taco", seats=3, seed=seed, options=options)
    screen.sitting = Sitting(match, seat=A, who=WHO, level=level, screen=screen)
    return screen.sitting, screen


def attentive(seed: int) -> Person:
    """Somebody who presses the right keys, half a second after the card."""
    chance = Random(seed)
    done: set[tuple[int, str]] = set()

    def press(sitting: Sitting, until: int) -> tuple[int, str] | None:
        view, now = sitting.match.view(A), sitting.screen.now()
        if sitting.moment < 0:
            return now + 300, " "
        wanted = want(view)
        step = (sitting.moment, wanted + str(len(view["my_gestures"])) + sitting.keys.motion)
        if not wanted or step in done:
            return None
        at = max(now, view["shown_at"] + sitting.zero + 400 + chance.randrange(200)) + 61
        if at <= until:
            done.add(step)
        return at, wanted

    def want(view: Any) -> str:
        if view["prompt"] in ("open", "say", "next"):
            word = view["word"] if view["prompt"] != "open" else "pizza"
            if view["prompt"] == "open" or not is_event(view):
                return str((["taco", "cat", "goat", "cheese", "pizza"].index(word) + 1) % 5 + 1)
        if view["prompt"] == "answer" and not is_event(view):
            return "n"
        if is_event(view) and view["my_hand"] is None and view["centre"] and view["prompt"] != "answered":
            name = view["card"].split("/")[0]
            if name in gestures and view["calm"] and not chance.randrange(2):
                return "uio"[gestures.index(name)]
            if name in gestures and not view["calm"] and view["my_gestures"] != [name] * (2 if name == "seal" else 1):
                return "uio"[gestures.index(name)]
            return "k" if view["card"].endswith("/back") else "j"
        return ""

    return press


def is_event(view: Any) -> bool:
    name = (view["card"] or "").split("/")[0]
    return name in gestures or (name != "" and name == view["word"])


@pytest.mark.parametrize(
    "options", [{}, {"tempo": "adaptive"}, {"calm": True}, {"metronome": True}, {"word": "auto"}], ids=str
)
def test_a_whole_match(options: dict[str, Any]) -> None:
    sitting, screen = sitting_of(attentive(1), **options)
    sitting.play()
    assert sitting.match.over
    again = Match.from_record(sitting.match.record())
    assert again.view(A) == sitting.match.view(A)
    assert "win" in shown(sitting.farewell())
    mine = [move for seat, move, _ in sitting.match.history if seat == A]
    assert any(move.startswith("say") for move in mine)
    if not options.get("calm"):
        assert sitting.reactions
        assert "ms on average" in shown(sitting.farewell())
    assert len(shown(screen.pages[-1]).splitlines()) <= 30


def test_bots_keep_step_with_the_person() -> None:
    sitting, _ = sitting_of(attentive(2))
    sitting.play()
    assert abs(sitting.bot_pace() - sitting.pace.mean) <= 16
    assert sitting_of(attentive(2), "master")[0].bot_pace() == 390
    with pytest.raises(BadMatch, match="like-me"):
        sitting_of(attentive(2), "grandmaster")


def test_nobody_at_the_keyboard() -> None:
    """The match goes on: cards turn themselves, and whoever does nothing picks up."""

    def absent(sitting: Sitting, until: int) -> tuple[int, str] | None:
        return (until, " ") if sitting.moment < 0 else None

    sitting, _ = sitting_of(absent, "club")
    sitting.play()
    assert sitting.match.over
    assert A not in sitting.match.winners


def test_a_word_pressed_during_the_beat_waits_for_its_end() -> None:
    sitting, screen = sitting_of(lambda sitting, until: (until, " ") if sitting.moment < 0 else None)
    sitting.welcome()
    m = sitting.match = table("goat goat", "goat goat", "goat goat", dealer=2)
    say(m)
    sitting.think()
    screen.time = sitting.zero + m.position.now + 300
    sitting.press("2")
    assert sitting.word == "say cat"
    assert "Your word is ready" in shown(sitting.status(m.view(A)))
    sitting.plans.clear()
    sitting.catch_up(m.position.ready)
    assert (m.view(A)["word"], m.view(A)["shown_at"]) == ("cat", m.position.shown_at)
    assert m.view(A)["by"] == A


def test_it_is_dropped_if_the_card_was_an_event() -> None:
    sitting, screen = sitting_of(lambda sitting, until: (until, " ") if sitting.moment < 0 else None)
    sitting.welcome()
    m = sitting.match = table("goat goat", "goat goat", "taco taco", dealer=2)
    say(m)
    sitting.think()
    screen.time = sitting.zero + m.position.now + 300
    sitting.press("2")
    assert sitting.word == "say cat"
    sitting.plans.clear()
    sitting.catch_up(m.position.now + 900)
    assert (sitting.word, sitting.note, sitting.locked) == ("", "", 0)


def test_a_word_while_the_others_slap_costs_a_moment() -> None:
    sitting, screen = sitting_of(lambda sitting, until: (until, " ") if sitting.moment < 0 else None)
    sitting.welcome()
    m = sitting.match = table("goat goat", "goat goat", "taco taco", dealer=2)
    say(m, after=0)
    sitting.think()
    assert m.view(A)["top"] == "taco"
    screen.time = sitting.zero + 900
    sitting.press("2")
    assert "settle that first" in sitting.note
    screen.time += 200
    sitting.press("j")
    assert m.view(A)["my_hand"] is None, "the keys are locked"
    screen.time += 60
    sitting.press("j")
    assert m.view(A)["my_hand"]["ms"] == 1160


def test_pause_help_and_leaving() -> None:
    sitting, screen = sitting_of(lambda sitting, until: (until, " "))
    sitting.welcome()
    zero = sitting.zero
    sitting.press("p")
    assert "stands still" in shown(screen.pages[-1])
    assert sitting.zero == zero + 1000, "the clock stood still"
    sitting.press("?")
    assert "Remember it" in shown(screen.pages[-1])
    with pytest.raises(KeyboardInterrupt):
        sitting.press("esc")


def test_calm_play_is_explained_in_its_own_words() -> None:
    sitting, _ = sitting_of(lambda sitting, until: None, calm=True)
    assert "answers in secret" in shown(sitting.help())
    assert "The last hand takes" not in shown(sitting.help())


def test_without_a_terminal_it_says_so() -> None:
    from hoofspiel.games.taco.terminal import play

    with pytest.raises(Refused, match="needs a terminal"):
        play(Match("taco", seats=3), seat=0, who=WHO, level=None, console=Console(file=io.StringIO()))


def test_gestures_are_shown_as_they_are_made() -> None:
    sitting, _ = sitting_of(lambda sitting, until: None)
    sitting.match = table("panda goat", "goat", "goat")
    say(sitting.match)
    gesture(sitting.match, A, "panda", 300)
    assert "panda" in shown(sitting.status(sitting.match.view(A)))
    slaps(sitting.match, "palm", A=400)
    assert "Your hand is on the pile" in shown(sitting.status(sitting.match.view(A)))


@pytest.mark.parametrize("seats", [2, 4, 8])
@pytest.mark.parametrize("options", [{}, {"deck": "mixed"}, {"calm": True}], ids=str)
def test_everything_fits_a_small_terminal(seats: int, options: dict[str, Any]) -> None:
    sitting, screen = sitting_of(lambda sitting, until: None)
    sitting.match = Match("taco", seats=seats, seed=3, options=options)
    say(sitting.match)
    for room in (24, 40):
        screen.room = room
        page = io.StringIO()
        Console(file=page, width=80).print(*sitting.page(sitting.match.view(A)), sep="\n")
        lines = page.getvalue().splitlines()
        assert len(lines) <= room
        assert any("Taco" in line and "Pizza" in line for line in lines)


def test_a_reaction_counts_from_the_moment_the_card_is_painted() -> None:
    sitting, screen = sitting_of(lambda sitting, until: (until, " ") if sitting.moment < 0 else None)
    sitting.welcome()
    m = sitting.match = table("goat goat", "goat goat", "taco taco", dealer=2)
    say(m)
    screen.time = sitting.zero + m.position.now + 35  # it took so long until it was on the screen
    sitting.paint()
    assert sitting.now() == m.view(A)["shown_at"]
    screen.time += 400
    sitting.paint()
    sitting.press("j")
    assert m.view(A)["my_hand"]["ms"] == 400
