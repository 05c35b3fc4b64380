"""Writes src/hoofspiel/store/looks.txt anew, from the table of confusables in the package confusable-homoglyphs.

The table changes once a year at most, so the package is needed here alone: pip install confusable-homoglyphs
"""

from collections import defaultdict
from pathlib import Path

TARGET = Path(__file__).parents[1] / "src/hoofspiel/store/looks.txt"
HEAD = """\
# Signs that look like another one, which stands first in its line. From Unicode's confusables.txt (Unicode Technical
# Standard 39, (c) Unicode, Inc., under the Unicode License V3), by tools/look_alikes.py.
"""


def stands(table: dict[str, list[dict[str, str]]]) -> dict[str, str]:
    """For a sign that resembles another the one that stands for both: a letter of ours, where there is one."""
    found: dict[str, str] = {}
    for sign, others in table.items():
        like = [other["c"] for other in others if len(other["c"]) == 1]
        ours = sorted(other for other in like if other.isascii())
        if len(sign) != 1 or sign.isascii() or not like:
            continue
        if ours:
            found[sign] = ours[0]
        elif len(like) == 1:  # it has one model; a model has many that resemble it
            found[sign] = min(sign, like[0])
    return {sign: one for sign, one in found.items() if sign != one and not (sign + one).isspace()}


def main() -> None:
    from confusable_homoglyphs.utils import load

    lines: dict[str, list[str]] = defaultdict(list)
    for sign, one in stands(load("confusables.json")).items():
        if not sign.isspace() and not one.isspace():
            lines[one].append(sign)
    TARGET.write_text(HEAD + "".join(f"{one}{''.join(sorted(lines[one]))}\n" for one in sorted(lines)), "utf-8")
    print(f"{TARGET.name}: {sum(map(len, lines.values()))} signs")


if __name__ == "__main__":
    main()
