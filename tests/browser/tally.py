"""What is known of the hands of an evening, and so what the sheet must have in the end."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.browser.play import Hand

Points = tuple[int, ...]


def hand_by(chance: random.Random) -> Hand:
    """Any hand but one in which somebody has all the hearts."""
    while True:
        cuts = sorted(chance.randrange(14) for _ in range(3))
        hearts = tuple(b - a for a, b in zip([0, *cuts], [*cuts, 13], strict=True))
        hand = Hand(hearts, chance.randrange(4))
        if max(hearts) < 13:
            return hand


def points_of(hand: Hand) -> Points:
    """What each seat gets."""
    return tuple(count + 13 * (seat == hand.queen) for seat, count in enumerate(hand.hearts))


def keys_of(hand: Hand) -> list[str]:
    """What is tapped for a hand."""
    counts = [f"hearts_{seat}-{count}" for seat, count in enumerate(hand.hearts) if count]
    return [f"cards_QS-{hand.queen}", *counts]


# Two with the same cards are two.
@dataclass(eq=False)
class Entered:
    """A hand that the phone's owner has tapped Save for.

    ``called``: whether a page has called it saved or waiting; ``given_up``: whether somebody has
    discarded it or taken it back since, or let go of it unsaved; ``blind``: whether the phone could
    not see what waits, so that it may have been sent before that; ``replaces``: the hand that
    waited and was changed to this one.
    """

    points: Points
    called: bool = False
    given_up: bool = False
    blind: bool = False
    replaces: Entered | None = None

    def call(self) -> None:
        """A page shows it, saved or waiting, and no more the one that it replaces."""
        self.called = True
        if self.replaces:
            self.replaces.given_up = True

    @property
    def is_owed(self) -> bool:
        """Whether the sheet must have it in the end, or the page show it."""
        return self.called and not self.given_up


@dataclass
class Tally:
    """The hands of the phone, in the order in which they were entered, and those of others.

    ``taken_back``: how often a hand of these points was undone, whoever had saved it.
    """

    entered: list[Entered] = field(default_factory=list)
    others: list[Points] = field(default_factory=list)
    taken_back: Counter[Points] = field(default_factory=Counter)

    def begin(self, points: Points) -> Entered:
        """One more hand of the phone."""
        mine = Entered(points)
        self.entered.append(mine)
        return mine

    def replace(self, before: Entered, points: Points) -> Entered:
        """One in place of another, as soon as a page calls it so."""
        after = Entered(points, replaces=before)
        self.entered.insert(self.entered.index(before), after)
        return after

    def find(self, points: Points) -> Entered | None:
        """The first hand of these points that nobody has given up."""
        return next((each for each in self._like(points) if not each.given_up), None)

    def find_any(self, points: Points) -> Entered | None:
        """The first hand of these points."""
        return next(iter(self._like(points)), None)

    def wanted(self, points: Points) -> int:
        """How many hands of these points a page may show."""
        return sum(not each.given_up for each in self._like(points))

    def check(self, sheet: Sequence[Points], left: Sequence[Points]) -> None:
        """Each hand is on the sheet once, in order, or left as refused or behind one that is."""
        on_sheet, counts = Counter(sheet), Counter([*sheet, *left])
        needed: Counter[Points] = Counter()
        possible: Counter[Points] = Counter()
        for each in self.entered:
            possible[each.points] += 1
            needed[each.points] += each.is_owed
        for points, count in Counter(self.others).items():
            possible[points] = max(possible[points], count)
            needed[points] = max(needed[points], count)
        needed -= self.taken_back
        story = f"the sheet: {sheet}\nleft: {left}"
        assert not (too_many := on_sheet - possible), f"too often: {dict(too_many)}\n{story}"
        assert not (missing := needed - counts), f"lost: {dict(missing)}\n{story}"
        # Of those that are there twice, or may be another phone's, nobody knows which is which.
        alone = [
            each.points
            for each in self.entered
            if each.is_owed and not each.blind and counts[each.points] == 1
            and each.points not in self.others and each.points not in self.taken_back
            and possible[each.points] == 1
        ]  # fmt: skip
        assert [each for each in [*sheet, *left] if each in alone] == alone, f"order\n{story}"

    def _like(self, points: Points) -> list[Entered]:
        return [each for each in self.entered if each.points == points]
