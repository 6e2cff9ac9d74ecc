"""What is known of the hands of an evening, and so what the sheet must have in the end."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
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

    ``called``: whether a page has called it saved or waiting; ``given_up``: whether the owner has
    discarded or corrected it since, and so must not see it again; ``unsure``: whether it may be
    there or not, as what was decided about it could mean either; ``blind``: whether the phone could
    not see what waits, so that it may have been sent before that; ``replaces``: the hand that this
    is a correction of.
    """

    points: Points
    called: bool = False
    given_up: bool = False
    unsure: bool = False
    blind: bool = False
    replaces: Entered | None = None

    def call(self) -> None:
        """A page shows it, saved or waiting, and no more the one that it replaces."""
        self.called = True
        for each in self.before():
            each.given_up = True

    def before(self) -> Iterator[Entered]:
        """What it was before each correction, the latest first."""
        each = self.replaces
        while each:
            yield each
            each = each.replaces

    @property
    def is_owed(self) -> bool:
        """Whether the sheet must have it in the end, or the page show it."""
        return self.called and not self.given_up and not self.unsure


@dataclass
class Tally:
    """The hands of the phone, in the order in which they were entered, and those of others.

    ``taken``, ``brought``: how often somebody took a hand of these points off the sheet on purpose
    without this phone, or brought it back: by an undo, a correction, an older database.
    ``kept``: how many of those that were taken waited on this phone, which is to send them again.
    """

    entered: list[Entered] = field(default_factory=list)
    others: list[Points] = field(default_factory=list)
    taken: Counter[Points] = field(default_factory=Counter)
    brought: Counter[Points] = field(default_factory=Counter)
    kept: Counter[Points] = field(default_factory=Counter)

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

    def find(self, points: Points, before: int = 0) -> Entered | None:
        """The first hand with these points that was not given up, or the one after so many."""
        found = [each for each in self._like(points) if not each.given_up]
        return found[before] if before < len(found) else None

    def find_any(self, points: Points) -> Entered | None:
        """The first hand of these points."""
        return next(iter(self._like(points)), None)

    def wanted(self, points: Points) -> int:
        """How many hands of these points a page may show."""
        return sum(not each.given_up for each in self._like(points))

    def see(self, shown: Sequence[Points]) -> None:
        """A page calls these saved or waiting."""
        for points in shown:
            # Two with the same cards can't be told apart.
            like = [each for each in self._like(points) if not each.given_up]
            if len(like) == 1:
                like[0].call()

    def changed_by_others(
        self, before: Sequence[Points], after: Sequence[Points], waiting: Sequence[Points] = ()
    ) -> None:
        """The sheet is another one without this phone, but for what waits on it by then."""
        taken = Counter(before) - Counter(after)
        self.taken += taken
        self.kept += taken & Counter(waiting)
        self.brought += Counter(after) - Counter(before)

    def check(self, sheet: Sequence[Points], left: Sequence[Points]) -> None:
        """Each hand is on the sheet once, in order, or left as refused or behind one that is."""
        on_sheet, counts = Counter(sheet), Counter([*sheet, *left])
        needed: Counter[Points] = Counter()
        possible = Counter(self.brought)
        for each in self.entered:
            possible[each.points] += not each.given_up or each.unsure
            needed[each.points] += each.is_owed
            if each.points in left:
                # That it is another hand by now is what was refused.
                possible.update(before.points for before in each.before())
                possible[each.points] += each.given_up
        theirs = Counter(self.others)
        possible |= theirs
        needed = (needed - (self.taken - self.kept)) | (theirs - self.taken)
        story = f"the sheet: {sheet}\nleft: {left}"
        assert not (too_many := on_sheet - possible), f"too often: {dict(too_many)}\n{story}"
        assert not (missing := needed - counts), f"lost: {dict(missing)}\n{story}"
        # Of those that are there twice, or may be another phone's, none can be told from the other.
        alone = [
            each.points
            for each in self.entered
            if each.is_owed and not each.blind and counts[each.points] == 1
            and possible[each.points] == 1 and not self._is_elsewhere(each)
        ]  # fmt: skip
        assert [each for each in [*sheet, *left] if each in alone] == alone, f"order\n{story}"

    def _is_elsewhere(self, mine: Entered) -> bool:
        """Whether others have put it in another place, or brought it back there."""
        theirs = {*self.others, *self.taken, *self.brought}
        return any(each.points in theirs for each in (mine, *mine.before()))

    def _like(self, points: Points) -> list[Entered]:
        return [each for each in self.entered if each.points == points]
