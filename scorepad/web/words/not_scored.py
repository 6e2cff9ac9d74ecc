"""What players ask for that Scorepad does not score, by what they call it, and why.

The names are as they are said, in any language; none is translated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from scorepad.web.words.translation import N_

NOT_SCORED: Final[Mapping[Sequence[str], str]] = {
    ("Pink Lady", "Queen of hearts", "Herz-Dame"): N_(
        "Every heart counts 1 here, so a queen of hearts that counts more is not scored."
    ),
    ("Spot Hearts", "Face value"): N_(
        "Every heart counts 1 here: hearts that count their face value are not scored."
    ),
    ("Cancellation Hearts", "Two packs"): N_("Scorepad scores games with one pack of cards."),
    ("Partnership Hearts", "Teams"): N_("Everybody plays alone here: partnerships are not scored."),
    ("Barbu", "King", "Contracts"): N_("Games of several contracts are not scored."),
}
