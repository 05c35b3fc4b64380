"""What people say to each other at a table: stored first, then told to everybody who wants to hear it."""

import logging
import unicodedata

from hoofspiel.store.port import MOST_TRIES, ChatRow, Conflict, Store, StoreError

from . import messages as m
from .crowd import Crowd, first
from .notes import Notes
from .ports import Reader
from .refusals import TableRefused, refusal
from .state import TableState

log = logging.getLogger("hoofspiel.room")
MOST_MARKS = 3
"""combining signs on one letter: more of them only paint over other people's lines"""
MOST_LINES = 50
"""of chat that a newcomer is shown"""
MOST_MUTED = 100


class Talk:
    """The chat of one table, and its emotes, which nobody stores."""

    __slots__ = ("_crowd", "_notes", "_state", "_store", "unsaved")

    def __init__(self, state: TableState, crowd: Crowd, store: Store, notes: Notes) -> None:
        self._state = state
        self._crowd = crowd
        self._store = store
        self._notes = notes
        self.unsaved: list[Reader] = []
        """who will be answered once whom they mute is stored"""

    async def say(self, reader: Reader, text: str, now: int) -> None:
        """Store a line under the next number, and only then tell it."""
        text, seat = clean(text), first(reader.seats)
        if not text:
            raise TableRefused("bad_message", "There is nothing to say in this.")
        line = ChatRow(0, reader.person.id, reader.person.name, -1 if seat is None else seat, text, now)
        for _ in range(MOST_TRIES):
            line.n = self._state.chat_lines + 1
            try:
                await self._store.say(self._state.row.id, line)
            except Conflict:  # somebody spoke in another process at the same time
                await self.hear_lines(line.n)
            except StoreError as error:
                raise TableRefused("storage", "The server cannot store this right now.") from error
            else:
                if not self._notes.quiet():
                    await self._notes.said(line.n)
                self._tell(line)
                return
        raise TableRefused("storage", "Everybody speaks at once: say it again.")

    async def hear_lines(self, n: int) -> None:
        """Tell what was said in other processes, up to line `n` at least."""
        if n > self._state.chat_lines:
            for line in await self._last_lines():
                if line.n > self._state.chat_lines:
                    self._tell(line)

    async def sign(self, reader: Reader, request: m.Emote) -> None:
        sign = m.Emoted(reader.person.id, reader.person.name, first(reader.seats), request.emote)
        await self._notes.signed(sign)
        self.tell_sign(sign)

    def tell_sign(self, sign: m.Emoted) -> None:
        self._crowd.tell_talk(sign.person, m.encode(sign))

    def mute(self, reader: Reader, request: m.Mute) -> None:
        """Holds at once, and is stored with whatever else is; whoever asked hears of it then."""
        person = reader.person.id
        before = self._state.body.muted.get(person, [])
        unheard = set(before) - {request.person}
        after = sorted(unheard | {request.person} if request.on else unheard)[:MOST_MUTED]
        if after != before:
            self._state.mute(person, after)
        if reader not in self.unsaved:
            self.unsaved.append(reader)

    def answer_mutes(self, error: TableRefused | None) -> None:
        """What was asked is stored; or it could not be, and nothing has changed."""
        waiting, self.unsaved = self.unsaved, []
        for reader in waiting:
            if error is None:
                self._crowd.tell_table_to(reader)
            else:
                reader.tell(refusal(error))

    async def lines(self) -> list[m.ChatLine]:
        """What a newcomer is shown of the chat."""
        return [_shown(line) for line in await self._last_lines()] if self._state.chat_lines else []

    def _tell(self, line: ChatRow) -> None:
        self._state.said(line.n)
        self._crowd.tell_talk(line.person, m.encode(m.Chat(_shown(line))))

    async def _last_lines(self) -> list[ChatRow]:
        """None if the store cannot be read: nobody has to stay outside for that."""
        try:
            return await self._store.chat(self._state.row.id, MOST_LINES)
        except StoreError as error:
            log.warning("the chat cannot be read: %s", error, extra={"table": self._state.row.id})
            return []


def _shown(line: ChatRow) -> m.ChatLine:
    return m.ChatLine(line.n, line.person, line.name, None if line.seat < 0 else line.seat, line.text, line.at)


def clean(text: str) -> str:
    """One line of plain text: no control characters, no towers of combining signs."""
    kept: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind.startswith("M") else 0
        if kind in ("Cc", "Cs", "Co", "Cn") or sign in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069":
            kept.append(" ")
        elif marks <= MOST_MARKS:
            kept.append(sign)
    return " ".join("".join(kept).split())
