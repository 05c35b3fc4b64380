"""Matches that were played without a server are checked and kept, and are marked for what they are."""

from typing import Any

import pytest

from hoofspiel.kernel.match import Match
from hoofspiel.kernel.secrets import commitment
from hoofspiel.store.port import Unavailable

from .test_people import hall

SECRET = f"{79:064x}"
SMALL = {"cards": 4, "rounds": 1, "bonus": False}


def record() -> dict[str, Any]:
    """A finished match of two, as a device tells it."""
    match = Match("goats", seats=2, seed=SECRET, options=SMALL)
    at = 0
    while not match.over:
        seat = match.actors[0]
        match.play(seat, match.moves(seat)[0], at := at + 1500)
    told = {"names": ["Ada", "Chive"], "commitment": commitment(SECRET), "started": 1_700_000_000_000, "races": []}
    return {**match.record(), **told, "result": {"points": match.points, "winners": match.winners}}


async def test_a_match_joins_the_history_once_and_says_that_it_was_offline(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall(monkeypatch) as here, here.browser() as browser:
        _, known = await here.guest("Ada")
        played = record()
        made = await browser.post("/api/records", json={"record": played, "seat": 0}, headers=known)
        assert made.status_code == 201
        again = await browser.post("/api/records", json={"record": played, "seat": 0}, headers=known)
        assert (again.status_code, again.json()["id"]) == (200, made.json()["id"])
        (past,) = (await browser.get("/api/me/history", headers=known)).json()["matches"]
        assert (past["offline"], past["names"], past["points"]) == (True, ["Ada", "Chive"], played["result"]["points"])
        told = (await browser.get(f"/api/tables/{past['id']}/record")).json()
        assert {key: told[key] for key in ("seed", "moves", "result")} == {
            key: played[key] for key in ("seed", "moves", "result")
        }
        replay = (await browser.get(f"/api/tables/{past['id']}/replay?seat=0")).json()
        assert (replay["over"], replay["table"]["offline"], replay["table"]["public"]) == (True, True, False)
        assert (await browser.get("/api/tables")).json()["tables"] == []


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"moves": [[0, "bid 99", 0]]}, "no 99"),
        ({"result": {"points": [99, 0], "winners": [0]}}, "The result is"),
        ({"commitment": "0" * 64}, "promised"),
        ({"seed": 5}, "secret"),
        ({"deal": {"dishes": "1"}}, "secret"),
        ({"moves": []}, "not over"),
        ({"game": "whist"}, "whist"),
        ({"races": [[1, [1]]]}, "the secret put first"),
        ({"what": 1}, "no entry"),
    ],
)
async def test_what_does_not_fit_is_refused_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, change: dict[str, Any], why: str
) -> None:
    async with hall(monkeypatch) as here, here.browser() as browser:
        _, known = await here.guest("Ada")
        told = await browser.post("/api/records", json={"record": record() | change, "seat": 0}, headers=known)
        assert (told.status_code, told.json()["error"]) == (422, "bad_record")
        assert why in told.json()["reason"]
        assert (await browser.get("/api/me/history", headers=known)).json()["matches"] == []


async def test_only_somebody_in_one_of_the_seats_hands_in(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall(monkeypatch) as here, here.browser() as browser:
        _, known = await here.guest("Ada")
        told = await browser.post("/api/records", json={"record": record(), "seat": 2}, headers=known)
        assert told.json()["error"] == "no_seat"
        assert (await browser.post("/api/records", json={"record": record(), "seat": 0})).status_code == 401


async def test_a_clock_that_no_device_has_is_refused_and_nothing_is_left_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with hall(monkeypatch) as here, here.browser() as browser:
        _, known = await here.guest("Ada")
        played = record()
        late = played | {"moves": [[seat, move, 10**30] for seat, move, _ in played["moves"]]}
        told = await browser.post("/api/records", json={"record": late, "seat": 0}, headers=known)
        assert (told.status_code, told.json()["error"]) == (422, "bad_record")
        assert "times" in told.json()["reason"]
        told = await browser.post("/api/records", json={"record": played, "seat": 0}, headers=known)
        assert told.status_code == 201, "what was refused before is not in the way"
        assert (await browser.get(f"/api/tables/{told.json()['id']}/record")).json()["moves"] == played["moves"]


async def test_names_in_a_record_are_shown_as_names_are_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing turns the line around, nothing is invisible, nothing is longer than a name."""
    async with hall(monkeypatch) as here, here.browser() as browser:
        for name, shown in (
            ("Bob \u202edab\u2066", "Bob dab"),
            ("\u200b\u00ad", "Seat 2"),
            ({"a": ["b"]}, "Seat 2"),
            ("Chive the Gruff \u2699", "Chive the Gruff \u2699"),
            ("x" * 5000, "x" * 24),
        ):
            _, known = await here.guest("Ada")
            played = record() | {"names": ["Whoever", name]}
            made = await browser.post("/api/records", json={"record": played, "seat": 0}, headers=known)
            told = (await browser.get(f"/api/tables/{made.json()['id']}")).json()
            assert [seat["name"] for seat in told["seats"]] == ["Ada", shown]


async def test_practice_is_no_match_and_is_not_handed_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """There one may take back until one has won, and what was dealt anew is not dealt from the secret."""
    async with hall(monkeypatch) as here, here.browser() as browser:
        _, known = await here.guest("Ada")
        anew = {"move": 0, "seat": 0, "seed": f"{80:064x}"}
        for more in ({"practice": 1}, {"redealt": anew}):
            told = await browser.post("/api/records", json={"record": record() | more, "seat": 0}, headers=known)
            assert (told.status_code, told.json()["error"]) == (422, "bad_record")
            assert "practice" in told.json()["reason"].lower()


async def test_a_match_is_handed_in_whole_or_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall(monkeypatch) as here, here.browser() as browser:
        _, known = await here.guest("Ada")
        store = here.server.store
        with monkeypatch.context() as trouble:

            async def full(*given: object) -> None:
                raise Unavailable("the disk is full")

            trouble.setattr(store, "append", full)
            told = await browser.post("/api/records", json={"record": record(), "seat": 0}, headers=known)
            assert told.status_code in (201, 503)
        again = await browser.post("/api/records", json={"record": record(), "seat": 0}, headers=known)
        made = await browser.get(f"/api/tables/{again.json()['id']}/record")
        assert made.json()["moves"] == record()["moves"]
