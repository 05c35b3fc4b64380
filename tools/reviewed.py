"""Says which paragraphs of translated rules are stale, and remembers that somebody has brought them up to date.

python tools/reviewed.py taco fr              what is missing, surplus or stale
python tools/reviewed.py taco fr R3.2 R4.1    these have been compared with today's English
python tools/reviewed.py taco fr all          everything has
"""

import sys

from hoofspiel.kernel.catalog import find_game
from hoofspiel.kernel.rulebook import mark_reviewed, pieces, rulebook, translation_faults


def main(slug: str, language: str, *names: str) -> int:
    game = find_game(slug)
    if names:
        known = pieces(rulebook(game))
        if unknown := [name for name in names if name not in (*known, "all")]:
            print(f"The rules of {slug} have no {', '.join(unknown)}.", file=sys.stderr)
            return 2
        mark_reviewed(game, language, known if "all" in names else names)
    faults = translation_faults(game, language)
    for what in ("missing", "surplus", "stale"):
        if found := getattr(faults, what):
            print(f"{what}: {' '.join(found)}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
