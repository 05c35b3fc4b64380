"""Who sits where: taking a seat, leaving it, bots, the host. Pure changes of a Body; what is not allowed raises No."""

from collections.abc import Callable

from hoofspiel.store.port import Person

from . import messages as m
from .body import Body, Place
from .words import Level

MINDING: Level = "casual"
"""the level of a bot that minds somebody's seat"""
BOT_NAMES: dict[Level, str] = {"novice": "Kid", "casual": "Nanny", "club": "Billy", "master": "Old Gruff"}


class No(Exception):
    """A request that is refused: the code of the protocol and one sentence."""

    def __init__(self, code: str, reason: str) -> None:
        self.code = code
        self.reason = reason
        super().__init__(reason)


def bot(level: Level, seat: int) -> Place:
    return Place(kind="bot", name=f"{BOT_NAMES[level]} {seat + 1}", level=level, ready=True)


def _own(body: Body, person: Person) -> tuple[int, ...]:
    """The seat of a person; people around one device come, go and agree together."""
    held = body.seats_of(person.id)
    if not held:
        raise No("not_seated", "You have no seat at this table.")
    return held


def _exists(body: Body, seat: int) -> Place:
    if seat >= len(body.seats):
        raise No("not_now", f"This table has seats 0 to {len(body.seats) - 1}.")
    return body.seats[seat]


def _host(body: Body, person: Person) -> None:
    if body.host != person.id:
        raise No("not_host", "Only the host of the table can do that.")


def sit(body: Body, person: Person, request: m.Sit, *, running: bool) -> None:
    place = _exists(body, request.seat)
    if place.kind == "person":
        raise No("taken", f"{place.name} sits there.")
    if running and place.kind == "bot" and body.seat_of(person.id) is not None:
        raise No("not_now", "You have a seat in this match already.")
    held = body.seats_of(person.id)
    if len(held) > 1:
        raise No("not_now", "You hold several seats here: stand up first.")
    for mine in held:
        body.seats[mine] = Place()
    body.seats[request.seat] = Place(kind="person", person=person.id, name=person.name)
    body.orders.pop(str(request.seat), None)
    if body.host is None:
        body.host, body.hosts_name = person.id, person.name


def stand(body: Body, person: Person, *, running: bool) -> None:
    for seat in _own(body, person):
        _vacate(body, seat, running=running)
    if body.host == person.id:
        _new_host(body, leaving=person.id)


def forget(body: Body, person: str, *, running: bool) -> None:
    """Somebody is no more: nothing at the table says that they were there, and the others go on without them."""
    for seat in body.seats_of(person):
        _vacate(body, seat, running=running)
    body.muted = {who: [other for other in unheard if other != person] for who, unheard in body.muted.items()}
    body.muted.pop(person, None)
    if body.host == person:
        _new_host(body, leaving=person)


def _vacate(body: Body, seat: int, *, running: bool) -> None:
    body.seats[seat] = bot(MINDING, seat) if running else Place()
    body.orders.pop(str(seat), None)
    body.pause_asked = [other for other in body.pause_asked if other != seat]


def _new_host(body: Body, leaving: str) -> None:
    heir = next((place for place in body.seats if place.kind == "person" and place.person != leaving), None)
    body.host = heir.person if heir else None
    body.hosts_name = heir.name if heir else ""


def back(body: Body, person: Person) -> None:
    minded = [body.seats[seat] for seat in _own(body, person) if body.seats[seat].minded]
    if not minded:
        raise No("not_now", "Nobody minds your seat: it is yours.")
    for place in minded:
        place.minded = False
        place.level = None


def put_bot(body: Body, person: Person, request: m.PutBot, here: Callable[[str], bool], *, running: bool) -> None:
    _host(body, person)
    place = _exists(body, request.seat)
    if place.kind == "person" and place.person != person.id and running and place.person and here(place.person):
        raise No("taken", f"{place.name} sits there and is here.")
    if place.kind == "person" and running:
        place.minded, place.level = True, request.level
        return
    body.seats[request.seat] = bot(request.level, request.seat)


def clear(body: Body, person: Person, request: m.Clear, *, running: bool) -> None:
    _host(body, person)
    place = _exists(body, request.seat)
    if place.kind == "open":
        raise No("not_now", "That seat is open already.")
    if place.person == person.id:
        raise No("not_now", "Stand up to leave your own seat.")
    if running and place.kind == "bot":
        raise No("not_now", "A match needs somebody in every seat; choose another level instead.")
    _vacate(body, request.seat, running=running)


def ready(body: Body, person: Person, request: m.Ready) -> None:
    for seat in _own(body, person):
        body.seats[seat].ready = request.on


def hand_over(body: Body, person: Person, request: m.HandOver, name_of: Callable[[str], str | None]) -> None:
    _host(body, person)
    name = name_of(request.person)
    if name is None:
        raise No("not_now", "That person is not at this table.")
    body.host, body.hosts_name = request.person, name


def check_start(body: Body, person: Person) -> None:
    """May the host begin now?"""
    _host(body, person)
    for seat, place in enumerate(body.seats):
        if place.kind == "open":
            raise No("not_ready", f"Seat {seat + 1} is open: wait for somebody, or put a bot there.")
        if place.kind == "person" and not place.ready and place.person != body.host:
            raise No("not_ready", f"{place.name} is not ready yet.")


def pause(body: Body, person: Person, request: m.Pause, here: Callable[[str], bool]) -> None:
    """Note a wish to pause (or to go on); it happens when everybody who plays agrees.

    Nobody waits for ever for who is gone: going on needs those who are here, by mail everybody.
    """
    held = _own(body, person)
    if request.on == body.paused:
        wishes = [other for other in body.pause_asked if other not in held]
    else:
        wishes = sorted({*body.pause_asked, *held})
    body.pause_asked = wishes
    asked = {n: place.person or "" for n, place in enumerate(body.seats) if place.kind == "person" and not place.minded}
    if body.paused and body.pace.kind != "mail":
        asked = {n: who for n, who in asked.items() if here(who)}
    if wishes and all(n in wishes for n in asked):
        body.paused = request.on
        body.pause_asked = []
