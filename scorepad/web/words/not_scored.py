"""What players ask for that Scorepad does not score, by what they call it, and why.

The names are as they are said, in any language; none is translated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from scorepad.web.words.translation import N_

NOT_SCORED: Final[Mapping[Sequence[str], str]] = {
    ("Pink Lady", "Queen of hearts", "Heart queen", "Herz-Dame", "Rosa Dame"): N_(
        "Every heart counts 1 here, so a queen of hearts that counts more is not scored."
    ),
    ("Spot Hearts", "Pip Hearts", "Face value", "Nennwert", "Augen"): N_(
        "Every heart counts 1 here: hearts that count their face value are not scored."
    ),
    ("Cancellation Hearts", "Two packs", "Two decks", "Zwei Kartenspiele", "Zwei Decks"): N_(
        "Scorepad scores games with one pack of cards."
    ),
    ("Partnership Hearts", "Partners", "Teams", "Mannschaften"): N_(
        "Everybody plays alone here: partnerships are not scored."
    ),
    ("Barbu", "King", "Contracts", "Kontrakte", "Quodlibet", "Lorum", "Rumpel"): N_(
        "Games of several contracts are not scored."
    ),
    (
        *("Auction Hearts", "Domino Hearts", "Joker Hearts", "Draw Hearts", "Bid", "Reizen"),
        *("Sweepstake", "Howell", "Stakes", "Pool", "Chips", "Einsatz"),
        *("Gong Zhu", "Chinese Hearts", "Catch the pig", "Polignac", "Slobberhannes"),
    ): N_("This game, or way of playing, is not scored."),
    ("Two players", "Two-handed", "Zwei Spieler", "Zu zweit", "Eight players", "Acht Spieler"): N_(
        "Scorepad scores games of 3 to 7 players."
    ),
}
