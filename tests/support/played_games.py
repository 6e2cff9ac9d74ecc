"""Games that were never played but could have been: hands by chance, by the rules, to an end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from scorepad import rules
from scorepad.rules.hand import MOON_CHOICES

SEATS: Final = 4
# What the groups of one pad may have agreed on over the years.
RULES: Final[Sequence[Mapping[str, Any]]] = (
    {"preset": "black-lady"},
    {"preset": "black-lady", "exact": 50},
    {"preset": "black-lady", "moon": "choice", "sun": True},
    {"preset": "omnibus", "target": 120},
    {"preset": "black-lady", "target": 75, "tie": "play-on"},
)
_MOONS: Final = 0.04
_STOPPED: Final = 0.05
# A game that nothing ends by then is stopped by its players.
_MOST_HANDS: Final = 30


@dataclass(frozen=True)
class PlayedGame:
    """A game of four and its options.

    ``ending``: how many of its hands count where it reached its target, else ``None``.
    """

    options: Mapping[str, Any]
    dealer: int
    hands: Sequence[rules.Hand]
    ending: int | None


def played_game(random: Random, *, over: bool = True) -> PlayedGame:
    """A game by chance; not ``over``: as it is after some hands."""
    # The usual rules, for a game that is played on.
    options = random.choice(RULES) if over else RULES[0]
    ruleset = rules.ruleset(SEATS, options)
    game = rules.Game(ruleset, dealer=random.randrange(SEATS))
    last = _MOST_HANDS if over and random.random() >= _STOPPED else random.randint(3, 6)
    hands: list[rules.Hand] = []
    while len(hands) < last:
        hands.append(played_hand(random, ruleset, moons=_MOONS))
        sheet = rules.sheet(rules.Game(ruleset, tuple(hands), game.dealer))
        if sheet.over:
            if not over:
                hands.pop()
                break
            return PlayedGame(options, game.dealer, hands, len(hands))
    return PlayedGame(options, game.dealer, hands, None)


def played_hand(
    random: Random,
    ruleset: rules.Ruleset,
    *,
    moons: float,
    weights: Sequence[float] | None = None,
) -> rules.Hand:
    """A hand by chance.

    ``moons``: how many of all hands are one. ``weights``: how easily each seat takes what counts
    against it; all alike if not given.
    """
    seats = range(ruleset.players)
    if random.random() < moons:
        shooter = random.choice(seats)
        hearts = [ruleset.hearts if seat == shooter else 0 for seat in seats]
        return rules.Hand(
            tuple(hearts),
            dict.fromkeys(ruleset.card_points, shooter),
            random.choice(MOON_CHOICES) if ruleset.moon == "choice" else None,
        )
    hearts = [0] * ruleset.players
    # In tricks of some hearts each, as they fall.
    while (left := ruleset.hearts - sum(hearts)) > 0:
        (taker,) = random.choices(seats, weights)
        hearts[taker] += min(left, random.randint(1, 4))
    # All hearts and the rest too would be a moon.
    takers = [seat for seat in seats if hearts[seat] < ruleset.hearts]
    chances = [1.0 if weights is None else weights[seat] for seat in takers]
    cards = {card: random.choices(takers, chances)[0] for card in ruleset.card_points}
    return rules.Hand(tuple(hearts), cards)
