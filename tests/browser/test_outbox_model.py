"""Evenings at random, against a model that knows nothing of how the outbox works.

A phone with the pen enters hands, in one tab or two, and changes or discards some that wait;
another phone writes, too. The network fails before or after the server has a hand, pages are loaded
again and closed, the pen is taken and given back, the game is stopped and goes on, or reaches its
end; the storage of the phone is full or off. At the end everything works again, and what is refused
is sent again, discarded, or left as it is.
Then what the phone has ever called saved or waiting stands on the sheet once, in the order in which
it was entered, or the page still shows it with the reason.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

import pytest
from playwright.sync_api import Browser, Error

from tests.browser.failing_phone import FailingPhone
from tests.browser.other_phone import OtherPhone
from tests.browser.outbox import at_home, hands_on, open_table
from tests.browser.pens import link_of, other_holder
from tests.browser.play import Game, Hand, started
from tests.browser.tally import Entered, Points, Tally, hand_by, keys_of, points_of
from tests.browser.ways import CDN_DEAD, HTMX
from tests.support.hosting import until
from tests.support.keys import key_selector
from tests.support.server import Server
from tests.support.torture import seeds

_STEPS: Final = 16
_SECONDS: Final = 60.0
# Some evenings are long enough for a game to reach its end.
_NEAR: Final = 60
_FAR: Final = 1000


@dataclass
class Evening:
    """One evening, its chance, and what the model knows of it.

    ``own``: the game with the pen of the phone. ``leaves``: whether what was refused is left as it
    is at the end.
    """

    chance: random.Random
    own: Game
    other: OtherPhone
    phone: FailingPhone
    log: list[str]
    leaves: bool = False
    tally: Tally = field(default_factory=Tally)
    # Every hand that anybody has had.
    hands: dict[Points, Hand] = field(default_factory=dict)

    def note(self, text: str) -> None:
        """Remember a step, for who reads about a failure."""
        self.log.append(text)

    @contextmanager
    def told(self) -> Iterator[None]:
        """Whatever fails comes with all that happened before."""
        try:
            yield
        except Exception as error:
            error.add_note("\n".join(self.log))
            raise

    # What the phone's owner does.

    def fresh_hand(self) -> Hand:
        """A hand that nobody has had yet."""
        while points_of(hand := hand_by(self.chance)) in self.hands:
            pass
        self.hands[points_of(hand)] = hand
        return hand

    def enter(self) -> None:
        """Tap a hand and Save, or only Save where a hand is on the entry."""
        seen = self.phone.look()
        if seen["duplicate"]:
            # Somebody was faster: it is the next hand.
            self.note("mine is the next hand")
            self.phone.click("#save-next")
            return
        if not seen["enters"]:
            return
        if seen["tapped"]:
            points = tuple(seen["gains"])
            self.note(f"Save what is on the entry: {points}")
            mine = self.tally.find_any(points) or self.tally.begin(points)
            mine.given_up = False
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
        # Of a hand that cannot be seen, nobody could tell which of them the page has.
        may_repeat = last and last.called and not self.phone.blind
        is_there = last and last.points not in self.tally.taken_back
        if last and may_repeat and is_there and self.chance.random() < 0.15:
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
        elif how < 0.2:
            self.note("  and close the tab at once")
            self.phone.close_tab()
        else:
            self.wait_for(mine)

    def tap(self, keys: list[str]) -> bool:
        """Tap on these keys and on Save; false if something came between."""
        with self.unless_loaded_again():
            tapped = self.phone.tap(keys)
            if not tapped:
                self.note("  but what was tapped before is back on the entry")
            return tapped
        return False

    def save_and_leave(self, mine: Entered, keys: list[str]) -> None:
        """Save, and leave the page while the hand is on its way: by then the phone keeps it."""
        self.note("  and leave before the answer")
        is_first = not self.phone.look()["waiting"]
        with self.phone.network_is("silent"):
            held = self.phone.held
            if not self.tap(keys):
                return
            until(
                lambda: (is_first and self.phone.held > held) or self.is_told(mine),
                f"{mine.points} is on its way",
                _SECONDS,
            )
            is_on_its_way = self.phone.held > held and is_first
        self.chance.choice([self.phone.reload, self.phone.close_tab])()
        if is_on_its_way:
            until(lambda: self.is_shown(mine), f"{mine.points} is there", _SECONDS)

    def wait_for(self, mine: Entered) -> None:
        """Wait until the page says what became of the hand."""
        until(lambda: self.is_told(mine), f"word of {mine.points}", _SECONDS)
        if not mine.called:
            self.note(f"  not saved: {self.phone.look()['news']}")

    def is_told(self, mine: Entered) -> bool:
        """Whether the page says what became of the hand."""
        seen = self.phone.look()
        return self.is_shown(mine) or (
            not seen["busy"]
            and bool(seen["news"] or seen["alert"] or seen["duplicate"] or not seen["enters"])
        )

    def is_shown(self, mine: Entered) -> bool:
        """Whether the page calls it saved or waiting."""
        seen = self.phone.look()
        shown = [*map(tuple, seen["saved"]), *map(tuple, seen["waiting"])]
        if shown.count(mine.points) < self.tally.wanted(mine.points):
            return False
        mine.call()
        return True

    def change_waiting(self) -> None:
        """A hand that waits is changed, discarded, or left while it is being changed."""
        seen = self.phone.look()
        if not seen["waiting"] or seen["reasons"] or not seen["enters"] or seen["tapped"]:
            return
        index = self.chance.randrange(len(seen["waiting"]))
        points = tuple(seen["waiting"][index])
        before = self.tally.find(points)
        how = self.chance.choice(["change", "change", "discard", "leave"])
        with self.unless_loaded_again():
            if before is None or not self.phone.change(index):
                return
            self.note(f"{how} {points}, which waits")
            if how == "leave":
                self.phone.reload()
            elif how == "discard":
                if self.phone.discard_changed():
                    before.given_up = True
                    until(lambda: not self.phone.look()["mends"], "it is discarded", _SECONDS)
            else:
                self.change_to(self.fresh_hand(), before)

    def change_to(self, hand: Hand, before: Entered) -> None:
        """Save a hand in place of the one that waited and is in the entry now."""
        after = self.tally.replace(before, points_of(hand))
        self.note(f"  to {after.points}")
        self.phone.tap_instead(list(map(key_selector, keys_of(hand))))
        self.wait_for(after)

    @contextmanager
    def unless_loaded_again(self) -> Iterator[None]:
        """Do something on the page; it ends where the page is loaded again by itself meanwhile."""
        try:
            yield
        except Error as error:
            if "context was destroyed" not in error.message:
                raise
            self.note("  while the page was loaded again")
            self.phone.is_loaded_again()

    def answer_refusals(self) -> None:
        """Send what was refused again, or discard it."""
        answer = None
        with self.unless_loaded_again():
            answer = self.phone.answer(self.chance.choice([".again", ".again", ".discard"]))
        if not answer:
            return
        way, points = answer
        self.note(f"{points}: {way}")
        if way == ".discard":
            mine = self.tally.find(points)
            assert mine, f"nobody has entered {points}"
            mine.given_up = True
        until(lambda: not self.phone.is_answering(), "the answer to a refusal", _SECONDS)

    # What the other phone does.

    def other_writes(self) -> None:
        """The other phone saves a hand: one of its own, or one that waits on this phone, too."""
        shown = [tuple(row) for row in self.phone.look()["waiting"]]
        sheet = hands_on(self.own)
        shared = [each for each in shown if each not in sheet and each in self.hands]
        if shared and self.chance.random() < 0.6:
            points = self.chance.choice(shared)
            self.note(f"the other phone saves {points}, which waits here")
        else:
            points = points_of(self.fresh_hand())
            self.note(f"the other phone saves {points}")
        if self.other.save(keys_of(self.hands[points])):
            self.tally.others.append(points)

    def other_undoes(self) -> None:
        """The other phone takes the last change back."""
        if points := self.other.undo_hand():
            self.note(f"the other phone undoes {points}")
            self.tally.taken_back[points] += 1

    def stop(self) -> None:
        """The game is ended early, and goes on after all."""
        if not self.other.stop():
            return
        self.note("the game is stopped")
        self.phone.wake()
        if self.phone.look()["enters"]:
            self.enter()
        self.other.undo()
        self.note("the game goes on")
        self.phone.reload()

    def withdraw_pen(self) -> None:
        """The pen is taken, and comes back by a link."""
        self.note("the pen is withdrawn, and given back")
        self.other.withdraw_the_others()
        self.phone.wake()
        self.phone.look()
        self.phone.take_pen(link_of(self.other.game))
        self.phone.reload()

    # What fails.

    def change_network(self) -> None:
        """The network gets better or worse."""
        self.phone.network = self.chance.choice(["up", "bad", "bad", "down"])
        self.note(f"network: {self.phone.network}")
        self.phone.wake()

    def fill_storage(self) -> None:
        """The phone has no room while a hand is entered."""
        self.note("no room on the phone")
        with self.phone.full():
            self.enter()
        self.note("room again")

    def lose_storage(self) -> None:
        """The phone's storage is off for a while, in which pages may be loaded again."""
        self.note("storage off")
        with self.phone.off():
            happens = [self.enter, self.change_waiting, self.change_network, self.look_again]
            for step in self.chance.choices(happens, [2, 1, 1, 1], k=4):
                step()
        self.note("storage on")
        if self.phone.blind:
            # Before it enters anything the page sees what waits.
            self.phone.reload()

    def look_again(self) -> None:
        """The page is loaded again, and sees nothing of what waits."""
        self.note("the page is loaded again")
        self.phone.reload()

    def step(self) -> None:
        """Whatever happens next."""
        does = {
            self.enter: 10,
            self.change_waiting: 3,
            self.other_writes: 3,
            self.other_undoes: 1,
            self.change_network: 4,
            self.phone.reload: 1,
            self.other_tab: 1,
            self.withdraw_pen: 0.5,
            self.stop: 0.5,
            self.fill_storage: 0.5,
            self.lose_storage: 0.5,
            # All others wait behind what is refused: their owner soon sees to it.
            self.answer_refusals: 6,
        }
        self.chance.choices(list(does), list(does.values()))[0]()

    def other_tab(self) -> None:
        """The owner goes on in another tab."""
        self.note("another tab")
        self.phone.other_tab()

    # What must hold.

    def settle(self) -> None:
        """Everything works; what is refused is answered or left, until nothing else waits."""
        self.note("the end: everything works")
        self.phone.network = "up"
        for tab in self.phone.tabs[:]:
            if tab is not self.phone.page:
                self.phone.close(tab)
        self.phone.reload()

        def is_settled() -> bool:
            self.phone.wake()
            seen = self.phone.look()
            if seen["reasons"] and not self.leaves:
                self.answer_refusals()
                return False
            # Behind what was refused the rest waits.
            return not seen["busy"] and self.phone.kept() == len(seen["left"])

        until(is_settled, "the outbox is empty", _SECONDS)
        # What is left is shown on every page, not only on that which was told.
        self.phone.reload()
        until(is_settled, "what is left is shown again", _SECONDS)

    def check(self) -> None:
        """Each hand is on the sheet once, or is shown as refused or behind one that is."""
        sheet = hands_on(self.own)
        left = [tuple(row) for row in self.phone.look()["left"]]
        self.tally.check(sheet, left)


@pytest.fixture(params=seeds(1, 6))
def evening(
    request: pytest.FixtureRequest, browser: Browser, scorepad: Server
) -> Iterator[Evening]:
    """An evening at a table of its own."""
    seed = request.param
    way = CDN_DEAD if seed % 3 == 2 else HTMX
    target = _NEAR if seed % 4 == 1 else _FAR
    owner = started(scorepad, target=target)
    own = other_holder(owner, "Ben’s phone")
    log = [f"seed {seed}, {way.name}, ends at {target}"]
    with way.phone(browser) as handset:
        chance = random.Random(seed)  # noqa: S311 (the same evening again)
        phone = FailingPhone(chance, at_home(own), handset.page, way.htmx, log.append)
        handset.page.context.route(f"**{owner.path}*", phone.fail_at_random)
        open_table(handset.page, own)
        other = OtherPhone(owner, log.append)
        found = Evening(chance, own, other, phone, log, leaves=chance.random() < 0.3)
        with found.told():
            yield found
            assert [each for each in handset.errors if "Uncaught" in each] == []


def test_an_evening_loses_no_hand_and_has_none_twice(evening: Evening) -> None:
    with evening.told():
        for _ in range(_STEPS):
            evening.step()
        evening.settle()
        evening.check()
