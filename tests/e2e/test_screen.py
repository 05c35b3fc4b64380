"""The large screen is the table, phones are hands: a television and three phones play whole matches."""

import json
import random
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, expect

from hoofspiel.server.addresses import network_addresses

from .conftest import SHORT_PHONE, serving
from .hands import Hands
from .reading import faults
from .test_taco import QUICK_S, SLOW_S, Toucher
from .test_taco import SHORT as SHORT_TACO
from .test_whole_matches import MAKE, SHORT

TELEVISION = {"width": 1920, "height": 1080}
OFFERED = "main button:not([disabled], [aria-disabled=true]), [data-guide=hand] .card"


@pytest.fixture(scope="module")
def at_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("lan"), "--lan") as (here, _):
        yield f"http://{next(iter(network_addresses()), '127.0.0.2')}:{here.rpartition(':')[2]}"


def overhear(page: Page) -> list[dict[str, Any]]:
    """Everything a table tells this page, from its next connection on."""
    told: list[dict[str, Any]] = []

    def listen(socket: WebSocket) -> None:
        if "/ws/table/" in socket.url:
            socket.on("framereceived", lambda frame: told.append(json.loads(frame)))

    page.on("websocket", listen)
    return told


def sit_down(television: Page, phones: list[Page], slug: str) -> None:
    """The first phone makes the table, the television and the others come by its code."""
    host, *guests = phones
    host.goto("/about")
    options = SHORT_TACO if slug == "taco" else SHORT.get(slug, {})
    host.goto(f"/t/{host.evaluate(MAKE, {'slug': slug, 'options': options})}")
    code = host.locator(".code").inner_text()
    expect(host.locator(".tv")).to_contain_text(f"/t/{code}/screen")
    television.goto(f"/t/{code}/screen")
    expect(television.locator(".code")).to_have_text(code)
    expect(television.get_by_role("img", name="QR code")).to_be_visible()
    expect(television.get_by_role("button")).to_have_count(0)
    for name, guest in zip(("Mia", "Ben"), guests, strict=True):
        guest.goto(f"/t/{code}")
        guest.get_by_role("button", name="Sit here").first.click()
        guest.get_by_label("Your name").fill(name)
        guest.get_by_role("button", name="I’m ready").click()
        expect(television.get_by_role("listitem").filter(has_text=name)).to_contain_text("ready")
    assert faults(television, "the door") == []
    host.get_by_role("button", name="Start").click()
    for page in (television, *phones):
        expect(page.locator(f".{slug}")).to_be_visible()
    if slug == "taco":  # it waits for nobody, so everybody says that they are ready
        for phone in phones:
            phone.get_by_role("button", name="I’m ready").click()


def players(phones: list[Page], slug: str, chance: random.Random) -> list[Callable[[], bool]]:
    """For each phone somebody who looks and acts, and says whether the match goes on."""
    if slug == "taco":
        return [Toucher(phone, QUICK_S if number else SLOW_S).act for number, phone in enumerate(phones)]
    return [partial(one_look, Hands(phone, f".{slug}", touch=True), chance) for phone in phones]


def one_look(hands: Hands, chance: random.Random) -> bool:
    hands.act(chance)
    return not hands.over


@pytest.mark.parametrize("slug", ["goodge", "gouda", "taco"])
def test_a_television_and_three_phones_play_a_whole_match(visit: Callable[..., Any], at_home: str, slug: str) -> None:
    television = visit(at=at_home, size=TELEVISION).page
    phones = [visit(at=at_home, phone=True, size=SHORT_PHONE, one_tap=True).page for _ in range(3)]
    told = overhear(television)
    sit_down(television, phones, slug)
    everybody = players(phones, slug, random.Random(8))
    for turn in range(20_000):
        if turn == 10:
            phones[1].reload()
            television.reload()
            expect(television.locator(f".{slug}")).to_be_visible()
            assert faults(television, "the table") == []
        if turn == 30:  # one has to go, a bot plays on
            phones[2].get_by_role("button", name="More").click()
            phones[2].get_by_role("button", name="Leave the table").click()
            phones[2].get_by_role("button", name="Leave anyway").click()
            everybody.pop()
        assert television.locator(OFFERED).count() == 0
        going = [act() for act in everybody]
        if not any(going):
            break
    ended = television.get_by_role("list", name="Final points").locator("b")
    expect(ended).to_have_count(3)
    assert ended.all_inner_texts() == phones[0].get_by_role("list", name="Final points").locator("b").all_inner_texts()

    scenes = [message for message in told if message["t"] in ("state", "step")]
    assert len(scenes) > 20
    assert all(not scene["moves"] and not scene.get("also") and scene["view"]["me"] is None for scene in scenes)
    phones[0].get_by_role("button", name="Rematch").tap()
    television.wait_for_url(re.compile(r"/t/\w+/screen$"))
    expect(television.locator(".code")).to_be_visible()
