"""What people call games and house rules, and what they ask for that Scorepad does not score.

The names are as they are said, in any language; none is translated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from scorepad.rules import PRESETS
from scorepad.web.words.translation import N_

# What else is typed, in English and German, for the search alone: for every answer to a question.
_TYPED_FOR_ALL: Final[Mapping[str, Sequence[str]]] = {
    "moon": ("Moon", "Mond", "Vollmond", "Shoot the moon", "Durchmarsch", "Alle Herzen"),
    "exact": ("Exact hit", "Genau 100", "Exactly 100", "Punktlandung", "Genauer Treffer"),
    "tie": ("Tie", "Draw", "Unentschieden", "Gleichstand", "Tie break"),
    "undealt": (
        *("Cards left over", "Leftover cards", "Stock", "Heartsette", "Undealt cards"),
        *("Übrige Karten", "Restkarten", "Skat", "Witwe", "Stock"),
    ),
    "passing": ("Pass", "Schieben", "Weitergeben", "Tauschen", "Exchange", "Schupfen"),
}
_KITTY: Final = ("Kitty", "Widow", "Talon")
_KING: Final = ("King of spades", "Spade king", "Pik-König")
# By question and answer: what people call it, and what is typed for it besides.
_NAMES: Final[Mapping[str, Mapping[str, tuple[Sequence[str], Sequence[str]]]]] = {
    "preset": {key: (preset.known_as, preset.typed_as) for key, preset in PRESETS.items()},
    "moon": {
        "add": (
            ("Shooting the moon", "Hitting the moon", "Old moon", "Durchmarsch"),
            ("Alter Mond",),
        ),
        "subtract": (("New moon", "Neumond"), ("Neuer Mond",)),
        "choice": (("Shooting the moon", "Durchmarsch"), ("Choice", "Wahl")),
        "safe": ((), ("Safe moon", "Sicherer Mond")),
        "off": ((), ("No moon", "Kein Mond", "Kein Durchmarsch", "Ohne Mond")),
    },
    "sun": {"y": (("Shooting the sun", "Sonne"), ("Shoot the sun", "All tricks", "Alle Stiche"))},
    "bonus": {
        "jack": (
            ("Omnibus", "Jack of diamonds", "Karo-Bube"),
            ("Diamond jack", "Karo-Bauer", "Bonuskarte"),
        ),
        "ten": (
            ("Ten of diamonds", "Karo-Zehn"),
            ("Diamond ten", "10 of diamonds", "Karo 10", "Bonuskarte"),
        ),
        "none": ((), ("No bonus card", "Keine Bonuskarte")),
    },
    "king_and_ace": {
        "clubs": ((), (*_KING, "Ace of clubs", "Club ace", "Kreuz-Ass", "Treff-Ass")),
        "spades": ((), (*_KING, "Ace of spades", "Spade ace", "Pik-Ass")),
    },
    "end": {
        "reach": ((), ("Reach the target", "Ziel erreichen")),
        "exceed": ((), ("Over the target", "Exceed the target", "Ziel überschreiten")),
    },
    "exact": {
        "50": (("Exact hit", "Exactly 100", "Genau 100"), ()),
        "zero": ((), ("Back to zero", "Zurück auf null")),
    },
    "tie": {
        "share": ((), ("Shared win", "Geteilter Sieg")),
        "play-on": ((), ("Play on", "Weiterspielen", "Stechen")),
    },
    "undealt": {"first-trick": (_KITTY, ()), "last-trick": (_KITTY, ())},
    "passing": {
        "left": ((), ("Always left", "Immer links")),
        "right": ((), ("Always right", "Immer rechts")),
        "never": (
            ("Hold",),
            ("No passing", "Nicht schieben", "Kein Schieben", "Ohne Schieben"),
        ),
    },
    "first_trick_points": {
        "y": (
            ("Bleeding on the first trick", "Bluten"),
            ("Blood on the first trick", "Points on the first trick", "Punkte im ersten Stich"),
        )
    },
}


def known_as(question: str, value: str) -> Sequence[str]:
    """What people call this answer to a question, besides its words in the form."""
    return _NAMES.get(question, {}).get(value, ((), ()))[0]


def typed_as(question: str, value: str) -> Sequence[str]:
    """What else people type for this answer, which no page shows."""
    typed = _NAMES.get(question, {}).get(value, ((), ()))[1]
    return *_TYPED_FOR_ALL.get(question, ()), *typed


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
