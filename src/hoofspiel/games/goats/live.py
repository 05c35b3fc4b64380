"""Windows at a live table: open by public facts alone, and equally long for everybody."""
from hoofspiel.games.goats.position import AFTER_REVEAL, BEFORE_FLIP, BEFORE_REVEAL, OPEN, State

ORDERS = (
    {
        "name": "arm",
        "order": {"play": "{it}"},
        "each": "my_bonus",
        "of": ["baa-sez-faire", "sa-baa-teur", "coup-dbaa", "de-baa-vu", "tete-baa-tete"],
        "table": "bonus",
    },
)
"""A card may lie armed: it is played at the first moment the rules allow. Cards that need a target cannot."""

LENGTHS = {BEFORE_FLIP: 3000, BEFORE_REVEAL: 4000, AFTER_REVEAL: 5000}
AFTER_A_CARD = 4000


def window_ms(s: State) -> int:
    """How long all holders have together; a card that is played gives everybody time to answer it."""
    if s.windows != OPEN:
        return 0
    full = LENGTHS.get(s.phase, 0)
    return max(AFTER_A_CARD, full) if s.played and full else full


def late(s: State, seat: int) -> str:
    return "pass"
