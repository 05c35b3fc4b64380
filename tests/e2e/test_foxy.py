"""A sheep is led to a free slot with a mouse and with a finger: what only a real browser can tell."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

START = """async () => {
  const headers = {'content-type': 'application/json'};
  const post = async (path, body) => (await fetch(path, {method: 'POST', headers, body: JSON.stringify(body)})).json();
  await post('/api/me', {name: 'Ada'});
  return (await post('/api/tables', {game: 'foxy', seats: 2, bots: 'novice', start: true, clock: {kind: 'none'}})).id;
}"""
"""The host holds the token that moves a sheep sideways, and the first wolf looks at slot 7."""


class Mouse:
    def __init__(self, page: Page) -> None:
        self.page = page

    def down(self, x: float, y: float) -> None:
        self.page.mouse.move(x, y)
        self.page.mouse.down()

    def move(self, x: float, y: float) -> None:
        self.page.mouse.move(x, y, steps=4)

    def up(self) -> None:
        self.page.mouse.up()


class Finger:
    def __init__(self, page: Page) -> None:
        self.session = page.context.new_cdp_session(page)

    def send(self, what: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        self.session.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": touches})

    def down(self, x: float, y: float) -> None:
        self.send("touchStart", (x, y))

    def move(self, x: float, y: float) -> None:
        self.send("touchMove", (x, y))

    def up(self) -> None:
        self.send("touchEnd")


def middle(page: Page, slot: int) -> tuple[float, float]:
    box = page.locator(f".farm.big [data-slot='{slot}']").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_sheep_is_dragged_by_mouse_and_by_finger(visit: Callable[..., Any]) -> None:
    for phone in (False, True):
        page = visit(phone=phone).page
        page.goto("/about")
        page.goto(f"/t/{page.evaluate(START)}")
        page.get_by_role("button", name="Take the wolf").click()
        sheep = page.locator(".farm.big .movable[data-slot='8']")
        for _ in range(2000):
            if sheep.is_visible():
                break
            page.keyboard.press("Escape")  # on with the show
            page.wait_for_timeout(50)
        expect(page.get_by_label("slot 7, empty").last).to_be_visible()
        hand: Mouse | Finger = Finger(page) if phone else Mouse(page)
        (x, y), goal = middle(page, 8), middle(page, 7)
        hand.down(x, y)
        hand.move(x - 15, y)
        expect(page.locator(".farm.big .goal")).to_have_attribute("data-slot", "7")
        hand.move(*goal)
        expect(page.locator(".farm.big .under")).to_have_attribute("data-slot", "7")
        hand.up()
        expect(page.get_by_label("slot 8, empty").last).to_be_visible()
