"""What a name looks like: names that a glance cannot tell apart have the same look (Unicode's table of confusables)."""

import unicodedata
from functools import cache
from importlib.resources import files

BLANKS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""letters and marks by category, yet invisible"""
PAIRS = ("rn", "m"), ("vv", "w"), ("l", "i"), ("1", "i"), ("|", "i"), ("0", "o")
"""what passes for another letter once all is small; a capital I is an l in many typefaces"""


def folded(name: str) -> str:
    """A name as it is compared: `Ada`, `ADA` and `ada` are one, whatever stands between the letters unseen."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    seen = [sign for sign in plain if sign not in BLANKS and unicodedata.category(sign) != "Cf"]
    return " ".join("".join(seen).split())


def look_of(name: str) -> str:
    """Equal for names that look alike, spaces and case aside."""
    signs = _signs()
    plain = unicodedata.normalize("NFKC", name)
    seen = [sign for sign in plain if sign not in BLANKS and unicodedata.category(sign) != "Cf" and not sign.isspace()]
    look = "".join(signs.get(sign, sign) for sign in seen).casefold()
    for pair, one in PAIRS:
        look = look.replace(pair, one)
    return look


@cache
def _signs() -> dict[str, str]:
    """For a sign that resembles another the one that stands for both."""
    text = files(__package__).joinpath("looks.txt").read_text("utf-8")
    lines = [line for line in text.split("\n") if line and not line.startswith("# ")]
    return {sign: line[0] for line in lines for sign in line[1:]}
