"""The honest coach: what a match teaches the player of a seat, judged only by what that player could know.

review(record, seat)            the whole review, a struct whose JSON is docs/reference/coach.md
parts(record, seat)             the same piece by piece: the curve, then decisions, then the whole, with progress
puzzles(game)                   positions with one clearly best choice that come with a game; make_puzzles makes more
position_at(record, move)       the match before a move, as it was or as a seat saw it, to play on from there
"""

from hoofspiel.coach.positions import position_at
from hoofspiel.coach.puzzles import Puzzle, make_puzzles
from hoofspiel.coach.puzzles import shipped as puzzles
from hoofspiel.coach.reviewing import Part, parts, review, value_for
from hoofspiel.coach.shapes import Decision, Other, Point, Result, Review, Value

__all__ = [
    "Decision",
    "Other",
    "Part",
    "Point",
    "Puzzle",
    "Result",
    "Review",
    "Value",
    "make_puzzles",
    "parts",
    "position_at",
    "puzzles",
    "review",
    "value_for",
]
