"""Who sits where: seats, bots, the host, pauses. Pure changes of a Body; TableRefused where one is not allowed."""

import re
from collections.abc import Callable

from hoofspiel.store.looks import look_of
from hoofspiel.store.port import Person

from . import clock
from . import messages as m
from .body import Body, Place
from .refusals import TableRefused
from .words import Level

MINDING: Level = "casual"
"""the level of a bot that minds somebody's seat"""
BOT_TITLES: dict[Level, str] = {"novice": "Kid", "casual": "Nanny", "club": "Billy", "master": "Gruff"}
BOT_NAMES = ("Basil", "Chive", "Dill", "Mint", "Thyme", "Cress", "Anise", "Burr")
"""by seat, so that no two at a table are alike; they come first, because a phone cuts names off"""
BOT_MARK = "\u2699"
"""every bot has this sign, a gear, in its name, and no person may"""
_MACHINES = re.compile("[\u2699\u26ed\u26ee\u26ef\U0001f916]")
_TITLES = "|".join(look_of(title) for title in (*BOT_TITLES.values(), "Old Gruff"))
_NAMES = "|".join(map(look_of, BOT_NAMES))
_THE = look_of("the")
_BOT_LOOKS = re.compile(
    rf"\W*(?:(?:{_TITLES})\W*(?:[0-9io]+|{_NAMES})|(?:{_NAMES})\W*(?:{_THE})?\W*(?:{_TITLES}))\W*[0-9io]*\W*"
)


def bot(level: Level, seat: int) -> Place:
    name = f"{BOT_NAMES[seat % len(BOT_NAMES)]} the {BOT_TITLES[level]} {BOT_MARK}"
    return Place(kind="bot", name=name, level=level, ready=True)


def like_a_bot(name: str) -> bool:
    """Could somebody take a person of this name for a bot? Kid may sit here, Basil the Kid and Kid 2 may not."""
    return bool(_MACHINES.search(name) or _BOT_LOOKS.fullmatch(look_of(name)))


def _own(body: Body, person: Person) -> tuple[int, ...]:
    """The seat of a person; people around one device come, go and agree together."""
    held = body.seats_of(person.id)
    if not held:
        raise TableRefused("not_seated", "You have no seat at this table.")
    return held


def _exists(body: Body, seat: int) -> Place:
    if seat >= len(body.seats):
        raise TableRefused("not_now", f"This table has seats 0 to {len(body.seats) - 1}.")
    return body.seats[seat]


def _host(body: Body, person: Person) -> None:
    if body.host != person.id:
        raise TableRefused("not_host", "Only the host of the table can do that.")


def sit(body: Body, person: Person, request: m.Sit, *, running: bool, hides: bool = True) -> None:
    """Take a seat; while a match runs only the one that was left, for its hand was dealt to that person."""
    place = _exists(body, request.seat)
    if place.kind == "person":
        raise TableRefused("taken", f"{place.name} sits there.")
    held = body.seats_of(person.id)
    if running and place.kind == "bot":
        _only_back(body, person, place, held=bool(held), hides=hides)
    if len(held) > 1:
        raise TableRefused("not_now", "You hold several seats here: stand up first.")
    for mine in held:
        body.seats[mine] = _left_behind(body.seats[mine], mine)
    relieved = place.level if place.kind == "bot" else None
    body.seats[request.seat] = Place(kind="person", person=person.id, name=person.name, relieved=relieved)
    body.orders.pop(str(request.seat), None)
    body.newcomers = [one for one in body.newcomers if one.person != person.id and one.seat != request.seat]
    if body.host is None:
        body.host, body.hosts_name = person.id, person.name


def _only_back(body: Body, person: Person, place: Place, *, held: bool, hides: bool) -> None:
    """Whoever comes to a match that runs may sit where they sat before, and nowhere else without being let in."""
    if held:
        raise TableRefused("not_now", "You have a seat in this match already.")
    if place.dealt == person.id:
        return
    if not hides:
        raise TableRefused("not_now", "A match is running: ask to join, and sit down once the players let you in.")
    watch = "Watch this match" if body.watch == "all" else "Wait for the end"
    raise TableRefused("not_now", f"{place.name} plays a hand nobody else may see. {watch}, and join the next one.")


def stand(body: Body, person: Person, *, running: bool) -> None:
    for seat in _own(body, person):
        _vacate(body, seat, running=running)
    if body.host == person.id:
        _new_host(body, leaving=person.id)


def forget(body: Body, person: str, *, running: bool) -> None:
    """Somebody deleted themselves: nothing at the table says that they were there, and the others play on."""
    for seat in body.seats_of(person):
        _vacate(body, seat, running=running)
    body.muted = {who: [other for other in unheard if other != person] for who, unheard in body.muted.items()}
    body.muted.pop(person, None)
    body.newcomers = [one for one in body.newcomers if one.person != person]
    body.turned_away = [other for other in body.turned_away if other != person]
    for place in body.seats:
        place.dealt = None if place.dealt == person else place.dealt
    for one in body.newcomers:
        one.agreed = [other for other in one.agreed if other != person]
    if body.host == person:
        _new_host(body, leaving=person)


def _vacate(body: Body, seat: int, *, running: bool) -> None:
    place = body.seats[seat]
    if running:
        body.seats[seat] = bot(place.relieved or place.level or MINDING, seat)
        body.seats[seat].dealt = place.person
    else:
        body.seats[seat] = _left_behind(place, seat)
    body.orders.pop(str(seat), None)
    body.pause_asked = [other for other in body.pause_asked if other != seat]
    settle_pause(body)


def _left_behind(place: Place, seat: int) -> Place:
    """Before the match: an open seat, or the bot that had made room."""
    return Place() if place.relieved is None else bot(place.relieved, seat)


def settle_pause(body: Body) -> None:
    """Somebody plays no longer: what everybody else wishes happens now, and bots alone are never paused."""
    players = [n for n, place in enumerate(body.seats) if place.kind == "person" and not place.minded]
    agreed = bool(body.pause_asked) and all(n in body.pause_asked for n in players)
    if players and not agreed:
        return
    body.paused = bool(players) and not body.paused
    body.pause_asked = []


def _new_host(body: Body, leaving: str) -> None:
    heir = next((place for place in body.seats if place.kind == "person" and place.person != leaving), None)
    body.host = heir.person if heir else None
    body.hosts_name = heir.name if heir else ""


def back(body: Body, person: Person) -> None:
    minded = [body.seats[seat] for seat in _own(body, person) if body.seats[seat].minded]
    if not minded:
        raise TableRefused("not_now", "Nobody minds your seat: it is yours.")
    for place in minded:
        place.minded = False
        place.level = None


def put_bot(body: Body, person: Person, request: m.PutBot, here: Callable[[str], bool], *, running: bool) -> None:
    _host(body, person)
    place = _exists(body, request.seat)
    if place.kind == "person" and place.person != person.id and running and place.person and here(place.person):
        raise TableRefused("taken", f"{place.name} sits there and is here.")
    if place.kind == "person" and running:
        place.minded, place.level = True, request.level
        body.pause_asked = [other for other in body.pause_asked if other != request.seat]
        settle_pause(body)
        return
    dealt = place.dealt if running else None
    body.seats[request.seat] = bot(request.level, request.seat)
    body.seats[request.seat].dealt = dealt


def clear(body: Body, person: Person, request: m.Clear, here: Callable[[str], bool], *, running: bool) -> None:
    _host(body, person)
    place = _exists(body, request.seat)
    if place.kind == "open":
        raise TableRefused("not_now", "That seat is open already.")
    if place.person == person.id:
        raise TableRefused("not_now", "Stand up to leave your own seat.")
    if running and place.kind == "bot":
        raise TableRefused("not_now", "A match needs somebody in every seat; choose another level instead.")
    if running and place.person and here(place.person):
        raise TableRefused("taken", f"{place.name} sits there and is here.")
    if not running:
        place.relieved = None  # the host wants the seat empty
    _vacate(body, request.seat, running=running)


def ready(body: Body, person: Person, request: m.Ready) -> None:
    for seat in _own(body, person):
        body.seats[seat].ready = request.on


def hand_over(body: Body, person: Person, request: m.HandOver, name_of: Callable[[str], str | None]) -> None:
    _host(body, person)
    name = name_of(request.person)
    if name is None:
        raise TableRefused("not_now", "That person is not at this table.")
    body.host, body.hosts_name = request.person, name


def start(body: Body, now: int) -> None:
    """What a table's body says from the first question on."""
    body.started = now
    body.banks, body.holds = clock.full(body.pace, len(body.seats))


def check_start(body: Body, person: Person) -> None:
    """May the host begin now?"""
    _host(body, person)
    for seat, place in enumerate(body.seats):
        if place.kind == "open":
            raise TableRefused("not_ready", f"Seat {seat + 1} is open: wait for somebody, or put a bot there.")
        if place.kind == "person" and not place.ready and place.person != body.host:
            raise TableRefused("not_ready", f"{place.name} is not ready yet.")


def pause(body: Body, person: Person, request: m.Pause, here: Callable[[str], bool]) -> None:
    """Note a wish to pause (or to go on); it happens when everybody who plays agrees.

    Nobody waits for ever for people who are gone: going on needs those who are here, by mail everybody.
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
