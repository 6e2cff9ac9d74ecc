"""What players ask for that Scorepad does not score, by what they call it, and why.

The names are as they are said, in any language; none is translated.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from scorepad.web.words.translation import N_


class NotScored(NamedTuple):
    """What is called by these names, and why it is not scored, as a sentence."""

    names: Sequence[str]
    why: str


NOT_SCORED: Final = (
    NotScored(
        ("Pink Lady", "Queen of hearts", "Herz-Dame"),
        N_("Every heart counts 1 here, so a queen of hearts that counts more is not scored."),
    ),
    NotScored(
        ("Spot Hearts", "Face value"),
        N_("Every heart counts 1 here: hearts that count their face value are not scored."),
    ),
    NotScored(
        ("Cancellation Hearts", "Two packs"),
        N_("Scorepad scores games with one pack of cards."),
    ),
    NotScored(
        ("Partnership Hearts", "Teams"),
        N_("Everybody plays alone here: partnerships are not scored."),
    ),
    NotScored(
        ("Barbu", "King", "Contracts"),
        N_("Games of several contracts are not scored."),
    ),
)
