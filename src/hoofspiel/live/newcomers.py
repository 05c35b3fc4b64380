"""People who come while a match runs: they ask, the host and the players answer. Pure changes of a Body."""

from collections.abc import Callable, Collection

from hoofspiel.store.port import Person

from . import messages as m
from .body import Body, Place
from .refusals import TableRefused
from .words import Newcomer

MOST_NEWCOMERS = 8
MOST_TURNED_AWAY = 50


def join(body: Body, person: Person, request: m.Join, *, hides: bool) -> None:
    """Note that somebody would like to play; `hides`: there are hands that were dealt to others."""
    others = [one for one in body.newcomers if one.person != person.id]
    if not request.on:
        body.newcomers = others
        return
    if body.seat_of(person.id) is not None:
        raise TableRefused("not_now", "You have a seat in this match already.")
    if person.id in body.turned_away:
        raise TableRefused("not_now", "The players would rather stay among themselves in this match.")
    if len(others) >= MOST_NEWCOMERS:
        raise TableRefused("not_now", f"{len(others)} others are waiting to play already.")
    seat = _wanted(body, request.seat, {one.seat for one in others})
    body.newcomers = [*others, Newcomer(person.id, person.name, seat, now=not hides)]


def _wanted(body: Body, seat: int | None, promised: Collection[int]) -> int:
    """The bot's seat that somebody asks for, or the first that nobody else has asked for."""
    bots = [n for n, place in enumerate(body.seats) if place.kind == "bot"]
    if seat is not None and seat not in bots:
        raise TableRefused("taken", f"Only a bot makes room for you, and none sits in seat {seat + 1}.")
    free = [n for n in bots if n not in promised]
    if not free or (seat is not None and seat not in free):
        raise TableRefused("taken", "Every bot's seat is taken or promised: there is no room for one more.")
    return free[0] if seat is None else seat


def admit(body: Body, person: Person, request: m.Admit, here: Callable[[str], bool]) -> None:
    """Let somebody in, or turn them away; they sit down once the host and everybody who plays agree."""
    one = next((one for one in body.newcomers if one.person == request.person), None)
    if not body.seats_of(person.id) and body.host != person.id:
        raise TableRefused("not_seated", "Whom to let in is up to the host and the players.")
    if one is None:
        raise TableRefused("not_now", "That person has not asked to play, or does so no longer.")
    if not request.on:
        body.newcomers.remove(one)
        body.turned_away = [*body.turned_away, one.person][-MOST_TURNED_AWAY:]
        return
    if not one.now:
        raise TableRefused("not_now", f"Hands are hidden in this game: {one.name} plays from the next match on.")
    one.agreed = sorted({*one.agreed, person.id})
    if _must_agree(body, here) <= set(one.agreed):
        _seat(body, one)


def _must_agree(body: Body, here: Callable[[str], bool]) -> set[str]:
    """The host and whoever plays; but nobody waits for people who are gone, except by mail."""
    plays = {place.person for place in body.seats if place.kind == "person" and not place.minded}
    return {who for who in (*plays, body.host) if who and (body.pace.kind == "mail" or here(who))}


def _seat(body: Body, one: Newcomer) -> None:
    place = body.seats[one.seat]
    if place.kind != "bot":
        raise TableRefused("taken", f"{place.name} has come back to that seat.")
    body.seats[one.seat] = Place(kind="person", person=one.person, name=one.name, relieved=place.level)
    body.newcomers.remove(one)


def next_seats(body: Body, here: Callable[[str], bool]) -> list[Place]:
    """The seats of the rematch: the same people and bots, and those who were waiting to play instead of a bot each."""
    seats = [
        Place(kind=p.kind, person=p.person, name=p.name, level=p.level if p.kind == "bot" else None) for p in body.seats
    ]
    for one in body.newcomers:
        place = seats[one.seat]
        if place.kind == "bot" and here(one.person):
            seats[one.seat] = Place(kind="person", person=one.person, name=one.name, relieved=place.level)
    return seats
