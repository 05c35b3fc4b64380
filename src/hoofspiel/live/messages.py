"""Every message of a table, both directions.

A message is one JSON text frame, an object whose `t` names its kind. Unknown kinds and unknown fields are refused.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from .words import (
    Clock,
    EmoteName,
    Event,
    Level,
    Milliseconds,
    MoveId,
    MoveText,
    Order,
    PersonId,
    RefusalCode,
    SeatNumber,
    Table,
    Version,
)


class FromClient(Struct, tag_field="t", forbid_unknown_fields=True):
    """What a client may say."""


class FromServer(Struct, tag_field="t"):
    """What the server says."""


# --- a client at a table says ---


class Move(FromClient, tag="move"):
    """Answer the question this seat was asked."""

    id: MoveId
    asked: Version
    """the number of the question, from the last `state` or `step`"""
    move: MoveText
    rt_ms: Annotated[float, Meta(ge=0, le=600_000)] | None = None
    """timed games: from one's own paint of the last reveal to the press, by one's own clock"""
    seen: Version | None = None
    """timed games: the `v` of the step that `rt_ms` counts from"""
    seat: SeatNumber | None = None
    """people around one device: which of the seats held here answers; the first where nothing is said"""


class Resume(FromClient, tag="resume"):
    """A gap was noticed: send what came after version `v`."""

    v: Version


class Sit(FromClient, tag="sit"):
    """Take an open seat, or before the match one that a bot holds. During a match only one's own: the seat one left."""

    seat: SeatNumber


class Join(FromClient, tag="join"):
    """Ask for a bot's seat while a match runs (or, with `on` false, no longer).

    Where nothing is hidden one sits down as soon as the host and the players agree, else at the rematch: a hand that
    was dealt to somebody is never shown to anybody else.
    """

    seat: SeatNumber | None = None
    """the first that is free where nothing is said"""
    on: bool = True


class Admit(FromClient, tag="admit"):
    """Host and players: let somebody in who asked to `join`, or (with `on` false) turn them away."""

    person: PersonId
    on: bool


class Stand(FromClient, tag="stand"):
    """Leave one's seat; during a match a bot plays on, and one may `sit` down there again."""


class Back(FromClient, tag="back"):
    """Take one's seat back from the bot that minds it."""


class PutBot(FromClient, tag="bot"):
    """Host: a bot in an open seat, in a bot's seat (another level), or in the seat of somebody who is gone."""

    seat: SeatNumber
    level: Level


class Clear(FromClient, tag="clear"):
    """Host: empty a seat before the match; during it a bot takes over from somebody who is gone."""

    seat: SeatNumber


class Ready(FromClient, tag="ready"):
    """Say that one is ready (or not yet)."""

    on: bool


class Start(FromClient, tag="start"):
    """Host: begin. Every seat must be taken, and every person ready."""

    gather: bool = False
    """a game that knows time begins paused where several people play, and counts in once all of them agree to go on"""


class HandOver(FromClient, tag="hand_over"):
    """Host: make somebody else at the table the host."""

    person: PersonId


class Pause(FromClient, tag="pause"):
    """Agree to pause (or, while paused, to go on); it happens when every person at the table agrees."""

    on: bool


class Hold(FromClient, tag="hold"):
    """Stop the clock of an open window for ten seconds; a few times a match, whatever one holds."""


class Orders(FromClient, tag="orders"):
    """Replace one's standing orders. Nobody else learns of them."""

    orders: Annotated[list[Order], Meta(max_length=8)]


class Rematch(FromClient, tag="rematch"):
    """The same people once more: the first who asks makes the table, everybody is shown the way."""


class Say(FromClient, tag="say"):
    """Chat with the table."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]


class Emote(FromClient, tag="emote"):
    """A small sign everybody understands."""

    emote: EmoteName


class Mute(FromClient, tag="mute"):
    """No chat and no emotes from this person to me (or again)."""

    person: PersonId
    on: bool


class Pong(FromClient, tag="pong"):
    """Answer to `ping`, at once."""

    n: Version


class AskTime(FromClient, tag="time"):
    """Ask for the server's time; `t0` comes back untouched."""

    t0: float


class Painted(FromClient, tag="painted"):
    """Timed games: the step `v` was painted `after_ms` after it arrived."""

    v: Version
    after_ms: Annotated[float, Meta(ge=0, le=60_000)]


TableRequest = (
    Move
    | Resume
    | Sit
    | Join
    | Admit
    | Stand
    | Back
    | PutBot
    | Clear
    | Ready
    | Start
    | HandOver
    | Pause
    | Hold
    | Orders
    | Rematch
    | Say
    | Emote
    | Mute
    | Pong
    | AskTime
    | Painted
)

# --- the server at a table says ---


class ChatLine(Struct):
    """One thing somebody said. Plain text: show it as text, never as markup."""

    n: int
    person: str
    name: str
    seat: int | None
    text: str
    at: Milliseconds


class Welcome(FromServer, tag="welcome"):
    """First message on a table socket. `state` follows, or the missed `step`s when the address had `?v=`."""

    table: Table
    me: str
    """one's own public address"""
    name: str
    seat: int | None
    host: bool
    v: Version
    now: Milliseconds
    chat: list[ChatLine]
    orders: list[Order]
    muted: list[str]


class TableNow(FromServer, tag="table"):
    """Something about the table changed: seats, host, readiness, pause."""

    table: Table
    seat: int | None
    """the reader's own"""
    host: bool


class SeatNow(Struct):
    """What one more seat sees and may do, for somebody who holds several."""

    seat: int
    moves: list[str]
    view: dict[str, Any]


class State(FromServer, tag="state", omit_defaults=True):
    """The whole match as this reader may know it."""

    v: Version
    asked: Version
    actors: list[int]
    log: list[Event]
    """what happened so far, the last 300 events"""
    clock: Clock
    view: dict[str, Any]
    moves: list[str]
    """what this reader may do now; empty for watchers and seats that are not asked"""
    also: list[SeatNow] = []
    """people around one device: the other seats held here; left out where there are none"""
    open: dict[str, Any] | None = None
    """people around one device who hide something from each other: what all of them may see, for when nobody looks"""


class Step(FromServer, tag="step", omit_defaults=True):
    """One move later. `v` is the last one plus one; if not, send `resume`."""

    v: Version
    asked: Version
    actors: list[int]
    events: list[Event]
    clock: Clock
    view: dict[str, Any]
    moves: list[str]
    also: list[SeatNow] = []
    """as in `state`"""
    open: dict[str, Any] | None = None


class Ack(FromServer, tag="ack"):
    """The move with this id is stored; `v` is the version it made, by the count of this seat."""

    id: str
    v: Version


class Refusal(FromServer, tag="refused"):
    """Nothing was changed. To the sender only."""

    code: RefusalCode
    reason: str
    id: str | None = None
    """of the move that is refused"""
    rule: str | None = None
    """the paragraph that forbids it"""
    legal: list[str] | None = None
    """what would have been legal"""


class ClockNow(FromServer, tag="clock"):
    """The clock changed without a move: a pause, a hold, a person gone."""

    clock: Clock


class OrdersNow(FromServer, tag="orders"):
    """One's own standing orders, after a change or after one was followed."""

    orders: list[Order]


class Chat(FromServer, tag="chat"):
    """Somebody said something."""

    line: ChatLine


class Emoted(FromServer, tag="emote"):
    """Somebody made a sign."""

    person: str
    name: str
    seat: int | None
    emote: EmoteName


class Over(FromServer, tag="over"):
    """The match has ended; the record is at `/api/tables/{id}/record`."""

    v: Version
    points: list[int]
    winners: list[int]
    secret: str
    """all chance came from this; its SHA-256 is the table's commitment"""


class Ping(FromServer, tag="ping"):
    """Answer with `pong` at once: the server measures the line."""

    n: Version


class Time(FromServer, tag="time"):
    """The server's time: `t0` as asked, `t1` when the question came, `t2` when this left, in milliseconds."""

    t0: float
    t1: float
    t2: float


class Notice(FromServer, tag="notice"):
    """The people who run the server tell everybody something."""

    text: str


class Bye(FromServer, tag="bye"):
    """The server closes this socket."""

    code: Literal["slow", "shutdown", "flood", "closed", "signed_out"]
    reason: str


TableMessage = (
    Welcome
    | TableNow
    | State
    | Step
    | Ack
    | Refusal
    | ClockNow
    | OrdersNow
    | Chat
    | Emoted
    | Over
    | Ping
    | Time
    | Notice
    | Bye
)

_encoder = msgspec.json.Encoder()
encode = _encoder.encode
_buffer = bytearray(4096)


def encode_begun(message: FromServer, without: bytes, then: bytes) -> bytes:
    """A message whose end is replaced by another text. Encode into a reused buffer."""
    _encoder.encode_into(message, _buffer)
    assert _buffer.endswith(without)
    _buffer[-len(without) :] = then
    return bytes(_buffer)
