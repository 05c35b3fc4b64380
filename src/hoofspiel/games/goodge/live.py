"""What a live table offers players of The Goodge Rules beyond the rules: answers given in advance."""
from hoofspiel.games.goodge.table import BID_STEP, LEAST_BID, TOP_BID

ORDERS = (
    {
        "name": "bid-up-to",
        "order": {"play": "bid", "otherwise": "pass", "once": False},
        "number": "at_most",
        "low": LEAST_BID,
        "high": TOP_BID,
        "step": BID_STEP,
        "start": 100,
        "here": "round",
        "shown": {"path": "phase", "test": "is", "value": "auction"},
    },
)
"""For the auction of this round alone."""
