"""The owner of a phone in an evening at random: what they tap, and what the model then knows."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from tests.browser.failing_phone import FailingPhone
from tests.browser.play import Hand
from tests.browser.table_scripts import (
    ANSWER,
    CHANGE,
    CHANGE_REFUSED,
    CHOOSE,
    DISCARD,
    LOOK_AT_MOON,
    RETAP,
    TAP,
)
from tests.browser.tally import Entered, Points, Tally, hand_by, keys_of, points_of
from tests.engines.tab import EngineError
from tests.support.hosting import until
from tests.support.keys import key_selector

SECONDS: Final = 60.0
_CORRECT_TO_MINE: Final = "#correct-to-mine"


class Log(list[str]):
    """What has happened so far, and after how many seconds."""

    def __init__(self, about: str) -> None:
        super().__init__([about])
        self._start = time.monotonic()

    def append(self, text: str) -> None:
        super().append(f"{time.monotonic() - self._start:5.1f} {text}")


@dataclass
class Owner:
    """Who looks at the phone, by chance; ``hands``: every hand that anybody has had."""

    chance: random.Random
    phone: FailingPhone
    log: Log
    tally: Tally = field(default_factory=Tally)
    hands: dict[Points, Hand] = field(default_factory=dict)

    def note(self, text: str) -> None:
        """Remember a step, for those who read about a failure."""
        self.log.append(text)

    def look(self) -> dict[str, Any]:
        """What the page shows now."""
        seen = self.phone.look()
        self.tally.see([*map(tuple, seen["saved"]), *map(tuple, seen["waiting"])])
        return seen

    def fresh_hand(self) -> Hand:
        """A hand with cards that no earlier hand has."""
        while points_of(hand := hand_by(self.chance)) in self.hands:
            pass
        self.hands[points_of(hand)] = hand
        return hand

    def enter(self) -> None:
        """Tap a hand and Save, or only Save where a hand is on the entry."""
        seen = self.look()
        if seen["duplicate"]:
            self.answer_refusals()
            return
        if not seen["enters"] or seen["mends"]:
            return
        if seen["tapped"]:
            points = tuple(seen["gains"])
            self.note(f"Save what is on the entry: {points}")
            mine = self.tally.find_any(points) or self.tally.begin(points)
            if mine.given_up or mine.called:
                mine.unsure = True
            keys = []
        else:
            hand = self.hand_to_enter()
            mine = self.tally.begin(points_of(hand))
            keys = list(map(key_selector, keys_of(hand)))
        mine.blind |= self.phone.blind
        self.save(mine, keys)

    def hand_to_enter(self) -> Hand:
        """A new hand, or seldom one with the same cards as the last one."""
        last = self.tally.entered[-1] if self.tally.entered else None
        # The page does not show which of two equal hands it has.
        may_repeat = last and last.is_owed and not self.phone.blind
        theirs = {*self.tally.taken, *self.tally.brought, *self.tally.others}
        if last and may_repeat and last.points not in theirs and self.chance.random() < 0.15:
            hand = self.hands[last.points]
            self.note("the same cards once more:")
        else:
            hand = self.fresh_hand()
        self.note(f"enter {points_of(hand)}")
        return hand

    def save(self, mine: Entered, keys: list[str]) -> None:
        """Tap on these keys and on Save, and wait for word of the hand, or not at all."""
        how = self.chance.random()
        if 0.2 <= how < 0.35 and self.phone.keeps:
            self.save_and_leave(mine, keys)
        elif not self.tap(keys):
            pass
        elif how < 0.1:
            self.note("  and load the page again at once")
            self.phone.reload()
        elif how < 0.15:
            self.note("  and close the tab at once")
            self.phone.close_tab()
        elif how < 0.2:
            self.note("  and go away and back at once")
            self.phone.come_back()
        else:
            self.wait_for(mine)

    def tap(self, keys: list[str]) -> bool:
        """Tap on these keys and on Save; false if something came between."""
        tapped = False
        with self.unless_loaded_again():
            tapped = bool(self.phone.call(TAP, keys))
            if not tapped:
                self.note("  but the entry is not free for it")
        return tapped

    def save_and_leave(self, mine: Entered, keys: list[str]) -> None:
        """Save, and leave the page while the hand is on its way: by then the phone keeps it."""
        self.note("  and leave before the answer")
        network = self.phone.network
        with self.phone.network.is_now("held"):
            if not self.tap(keys):
                return
            until(
                lambda: network.held or self.is_told(mine), f"{mine.points} is on its way", SECONDS
            )
            self.leave()

    def leave(self) -> None:
        """Leave the page in any way."""
        ways = [self.phone.reload, self.phone.close_tab, self.phone.come_back]
        self.chance.choice(ways)()

    def wait_for(self, mine: Entered) -> None:
        """Wait until the page says what became of the hand."""
        until(lambda: self.is_told(mine), f"word of {mine.points}", SECONDS)
        if not mine.called:
            self.note(f"  not saved: {self.phone.look()['news']}")

    def is_told(self, mine: Entered) -> bool:
        """Whether the page says what became of the hand."""
        seen = self.look()
        return self.is_shown(mine, seen) or (
            not seen["busy"]
            and bool(seen["news"] or seen["alert"] or seen["duplicate"] or not seen["enters"])
        )

    def is_shown(self, mine: Entered, seen: dict[str, Any]) -> bool:
        """Whether the page calls it saved or waiting."""
        shown = [*map(tuple, seen["saved"]), *map(tuple, seen["waiting"])]
        if shown.count(mine.points) < self.tally.wanted(mine.points):
            return False
        mine.call()
        return True

    def change_waiting(self) -> None:
        """A hand that waits is corrected, discarded, or left while it is being corrected."""
        seen = self.look()
        if not seen["waiting"] or not seen["enters"] or seen["mends"] or seen["duplicate"]:
            return
        index = self.chance.randrange(len(seen["waiting"]))
        if index in seen["refused"]:
            return
        points = tuple(seen["waiting"][index])
        before = self.owner_of(seen, index)
        how = self.chance.choice(["correct", "correct", "discard", "discard", "leave"])
        with self.unless_loaded_again():
            if not self.phone.call(CHANGE, index):
                return
            self.note(f"{how} {points}, which waits")
            if how == "leave":
                self.leave()
            elif how == "discard":
                self.discard(before)
            else:
                self.correct(self.fresh_hand(), before)

    def owner_of(self, seen: dict[str, Any], index: int) -> Entered:
        """The hand of this row, of those that wait; two may have the same cards."""
        points = tuple(seen["waiting"][index])
        shown = [*map(tuple, seen["saved"]), *map(tuple, seen["waiting"][:index])]
        mine = self.tally.find(points, shown.count(points)) or self.tally.find(points)
        # That it was discarded or corrected may be what was refused.
        mine = mine or self.tally.find_any(points)
        assert mine, f"{points} was never entered"
        return mine

    def discard(self, mine: Entered) -> None:
        """Discard the hand that is in the entry."""
        if not self.phone.call(DISCARD):
            return
        # Without a storage it can't be; the page says so.
        mine.given_up = self.phone.keeps
        mine.unsure = not self.phone.keeps
        until(lambda: self._is_discarded(mine), f"{mine.points} to be discarded", SECONDS)

    def _is_discarded(self, mine: Entered) -> bool:
        seen = self.look()
        return not seen["mends"] if mine.given_up else bool(seen["news"])

    def correct(self, hand: Hand, before: Entered) -> None:
        """Save a hand in place of the one that waited and is in the entry now."""
        after = self.tally.replace(before, points_of(hand))
        self.note(f"  to {after.points}")
        self.phone.call(RETAP, list(map(key_selector, keys_of(hand))))
        self.wait_for(after)

    def change_while_sent(self) -> None:
        """A hand is corrected or discarded while it is on its way, in this tab or another one."""
        seen = self.look()
        if not self._is_free(seen) or seen["tapped"]:
            return
        network = self.phone.network
        self.note("a hand is on its way")
        with self.phone.network.is_now("held"):
            self.phone.wake()
            until(lambda: network.held or not self._is_free(self.look()), "a hand", SECONDS)
            self.chance.choice([self.phone.other_tab, self.look])()
            self.chance.choice([self.change_waiting, self.change_waiting, self.enter])()
            network.release()
        self.phone.wake()

    @staticmethod
    def _is_free(seen: dict[str, Any]) -> bool:
        """Whether what waits is about to be sent."""
        is_blocked = seen["reasons"] or seen["duplicate"] or seen["mends"]
        return bool(seen["waiting"] and seen["enters"] and not is_blocked)

    @contextmanager
    def unless_loaded_again(self) -> Iterator[None]:
        """Do something on the page; it ends where the page is loaded again by itself meanwhile."""
        try:
            yield
        except EngineError as error:
            self.note(f"  while the page was loaded again: {str(error)[:60]}")

    def answer_refusals(self) -> None:
        """Decide about what was refused, or about two hands that may be one."""
        seen = self.look()
        if seen["duplicate"]:
            self.choose(seen)
        elif seen["reasons"] and self.chance.random() < 0.25:
            self.correct_refused()
        elif seen["reasons"]:
            self.decide()

    def decide(self) -> None:
        """Send what was refused again, or discard it."""
        seen, answer = self.look(), None
        with self.unless_loaded_again():
            answer = self.phone.call(ANSWER, self.chance.choice([".again", ".again", ".discard"]))
        if not answer:
            return
        way, index = answer
        mine = self.owner_of(seen, index)
        self.note(f"{mine.points}: {way}")
        if way == ".discard":
            # That it is another hand by now, or none, may be what was refused.
            mine.unsure = mine.given_up or not self.phone.keeps
            mine.given_up = True
            for each in mine.before():
                each.unsure = True
        until(lambda: not self.phone.is_answering(), "the answer to a refusal", SECONDS)

    def correct_refused(self) -> None:
        """Correct what was refused."""
        seen = self.look()
        with self.unless_loaded_again():
            if not seen["refused"] or seen["refused"][0] < 0 or seen["tapped"]:
                return
            before = self.owner_of(seen, seen["refused"][0])
            if not self.phone.call(CHANGE_REFUSED):
                return
            self.note(f"correct {before.points}, which was refused")
            self.correct(self.fresh_hand(), before)

    def choose(self, seen: dict[str, Any]) -> None:
        """Decide between the hand of another phone and one of this phone."""
        how = self.chance.choice([".go", _CORRECT_TO_MINE, "#save-next", "#save-next"])
        own, theirs = (tuple(seen["duplicate"][whose]) for whose in ("mine", "theirs"))
        # One with the same cards may be on the sheet by now.
        saved = [*map(tuple, seen["saved"])].count(own)
        mine = self.tally.find(own, saved) or self.tally.find(own) or self.tally.find_any(own)
        assert mine, f"{own} was never entered"
        chosen = False
        with self.unless_loaded_again():
            chosen = self.phone.call(CHOOSE, how)
        if not chosen:
            return
        self.note(f"{own} or {theirs}: {how}")
        # That may be another page.
        self.phone.blind |= self.phone.is_off
        if how == ".go":
            mine.unsure = mine.given_up or not self.phone.keeps
            mine.given_up = True
        elif how == _CORRECT_TO_MINE:
            # It may be refused, as somebody else has corrected theirs.
            self.tally.taken[theirs] += 1
            self.tally.brought[own] += 1
        until(lambda: not self.phone.is_answering(), "the answer to a choice", SECONDS)

    def look_at_moon(self) -> None:
        """See how a moon would count."""
        seen = self.look()
        if seen["enters"] and not seen["tapped"] and not seen["busy"]:
            with self.unless_loaded_again():
                if self.phone.call(LOOK_AT_MOON):
                    self.note("a look at the moon")

    def look_again(self) -> None:
        """The table is opened once more, in any way."""
        way = self.chance.randrange(5)
        if way == 0:
            self.note("away and back")
            self.phone.come_back()
        elif way == 1:
            self.note("the tab is doubled")
            self.phone.duplicate_tab(closes=False)
        elif way == 2:
            self.note("the tab is closed and brought back")
            self.phone.duplicate_tab(closes=True)
        elif way == 3:
            self.note("another tab")
            self.phone.other_tab()
        else:
            self.note("the page is loaded again")
            self.phone.reload()

    def enter_on_kept_page(self) -> None:
        """The table is opened without a network, and a hand is entered, once or a few times."""
        if not self.phone.keeps_pages:
            return
        for _ in range(self.chance.randint(1, 3)):
            self.note("the page is opened without a network")
            if self.phone.reopen_kept():
                self.enter()
