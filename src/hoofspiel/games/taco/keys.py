"""Which key is which move, and what a press means now. Knows the keyboard, not the terminal and not the clock."""

from collections.abc import Mapping
from typing import Any

from hoofspiel.games.taco.position import gestures, words

WORD_KEYS = dict(zip("12345", words, strict=True))
SIDE_KEYS = {"j": "palm", "k": "back"}
GESTURE_KEYS = dict(zip("uio789", gestures, strict=True))
NOTHING_KEYS = ("n", " ")
SAME_PRESS = 60  # milliseconds: a key that comes again so soon was only held down


class Keys:
    """Turns presses into moves. In calm play an answer may take two: the gesture, then the side."""

    def __init__(self) -> None:
        self.motion = ""  # calm play: the gesture chosen so far
        self._last = ("", -1000)

    def move(self, key: str, view: Mapping[str, Any], now: int) -> str | None:
        """The move that a key stands for, or None."""
        key = key.lower()
        again = key == self._last[0] and now - self._last[1] < SAME_PRESS
        self._last = (key, now)
        if again:
            return None
        if key in WORD_KEYS:
            return f"say {view['next_word'] or WORD_KEYS[key]}"
        if view["calm"]:
            return self._answer(key)
        if key == " " and view["next_word"]:
            return f"say {view['next_word']}"
        if key in SIDE_KEYS:
            return f"slap {SIDE_KEYS[key]} #{view['reveal']}" if view["reveal"] else f"slap {SIDE_KEYS[key]}"
        return f"gesture {GESTURE_KEYS[key]}" if key in GESTURE_KEYS else None

    def _answer(self, key: str) -> str | None:
        if key in GESTURE_KEYS:
            self.motion = "" if self.motion == GESTURE_KEYS[key] else GESTURE_KEYS[key]
            return None
        motion, self.motion = self.motion, ""
        if key in SIDE_KEYS:
            return f"answer {motion} {SIDE_KEYS[key]}".replace("  ", " ")
        return "answer nothing" if key in NOTHING_KEYS else None
