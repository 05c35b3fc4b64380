"""What a live table offers players of Foxy & Woolly beyond the rules: answers given in advance."""

WOLF = {"path": "phase", "test": "is", "value": "wolf"}
SPECIAL = {"path": "phase", "test": "is", "value": "special"}
CHASE = {"play": "chase", "when": {"path": "pot", "test": "below", "value": 0}, "once": False}
UNTIL = {"number": "when", "low": 1, "high": 40, "start": 4, "here": "place", "shown": WOLF}

ORDERS = (
    {"name": "chase-until", "order": CHASE, **UNTIL},
    {"name": "chase-then-take", "order": {**CHASE, "otherwise": "take"}, **UNTIL},
    {
        "name": "offer-up-to",
        "order": {"play": "offer", "otherwise": "pass", "once": False},
        "number": "at_most",
        "high": 40,
        "start": 2,
        "here": "place",
        "shown": SPECIAL,
    },
)
"""Each for the token on the table alone: the next wolf is another matter."""
