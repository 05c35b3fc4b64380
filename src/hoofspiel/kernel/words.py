"""What can go wrong, and the few types the whole program shares.

    ValueError
      └ Refused           something given from outside is not right; nothing was changed
          ├ BadMatch      no such game, seat count, option or record
          │   ├ BadDeal   an explicit deal that is not one
          │   ├ UnknownRules  a version of a game's rules that is not here
          │   └ BrokenGame    a game's folder that cannot be loaded
          ├ IllegalMove   the rules do not allow this move here
          ├ NotForBots    (bots) a bot reached for what its seat may not know
          ├ BotFailed     (bots) a user's bot played an illegal move or crashed
          ├ TableRefused  (live) a table does not grant a request
          ├ BadSetting    (server) no such setting, or not with this value
          ├ BadMessage    (server) what came over a socket is no message
          ├ HttpRefused   (server) an answer that is not 2xx
          └ NotAllowed    (client) the server said no

Every message is one sentence that says what would have been right.
"""

from collections.abc import Sequence
from typing import Any

Seat = int
Audience = int | None
"""Who is looking: a seat, or None for somebody who only watches."""

Event = dict[str, Any]
"""{"event": name, ...}; one that only one seat may know carries "only": seat."""


class Refused(ValueError):
    """Something given from outside is not right; nothing was changed."""


class BadMatch(Refused):
    """No such game, seat count, option, seed or record."""


class BadDeal(BadMatch):
    """An explicit deal that the game cannot be dealt by."""


class UnknownRules(BadMatch):
    """A record or a stored table is of a version of its game's rules that is not here: it is never played by others."""


class BrokenGame(BadMatch):
    """A game is there but cannot be loaded; the others can."""


class IllegalMove(Refused):
    """The rules do not allow this move here. The position is as it was."""

    def __init__(self, rule: str, reason: str, legal: Sequence[str] = ()) -> None:
        self.rule = rule
        """The paragraph of the game's RULES.md, such as "R3.2"; "words" where only the spelling was wrong."""
        self.reason = reason
        self.legal = list(legal)
        """What the seat could have played instead."""
        super().__init__(reason if rule == "words" else f"{reason} ({rule})")

    def __reduce__(self) -> tuple[type["IllegalMove"], tuple[str, str, list[str]]]:
        """Pickle by what it was made of: an exception would otherwise be rebuilt from its message alone."""
        return type(self), (self.rule, self.reason, self.legal)


def either(words: Sequence[object], *, most: int = 12) -> str:
    """ "a, b or c", cut short when there are very many."""
    shown = [str(w) for w in words[:most]]
    if len(words) > most:
        shown.append(f"{len(words) - most} more")
    return shown[0] if len(shown) == 1 else ", ".join(shown[:-1]) + f" or {shown[-1]}" if shown else "nothing"


def seen_by(events: Sequence[Event], *readers: Audience) -> list[Event]:
    """The events of a step that a reader may know, or several who look at one screen."""
    return [e for e in events if "only" not in e or e["only"] in readers]
