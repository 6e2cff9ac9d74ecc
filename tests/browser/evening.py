"""Evenings at random, against a model that knows nothing of how the outbox works.

A phone with the pen enters hands, in one tab or more, and corrects or discards some that wait, also
while they are being sent; another phone writes and undoes, too. The network fails before or after
the server has a hand, pages are opened again, from what the phone keeps or with the way back, and
closed, doubled or killed; the pen is taken and given back, the game is stopped and goes on or is
played once more, or reaches its end; the server gets an older database; the storage of the phone is
full, slow or off. At the end everything works again, and what is refused is sent again, corrected,
discarded, or left as it is.
Then what the phone has ever called saved or waiting stands on the sheet once, as it was corrected
last, in the order in which it was entered, or the page still shows it with the reason.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tests.browser.failing_phone import FailingPhone
from tests.browser.other_phone import OtherPhone
from tests.browser.outbox import hands_on
from tests.browser.pens import link_of
from tests.browser.play import Game, Hand
from tests.browser.tally import Entered, Points, Tally, hand_by, keys_of, points_of
from tests.engines.tab import EngineError
from tests.support.bad_network import Weather
from tests.support.home import Home
from tests.support.hosting import until
from tests.support.keys import key_selector

_SECONDS: Final = 60.0
# Some evenings are long enough for a game to reach its end.
NEAR: Final = 60
FAR: Final = 1000
_CORRECT_TO_MINE: Final = "#correct-to-mine"


class Log(list[str]):
    """What has happened so far, and after how many seconds."""

    def __init__(self, about: str) -> None:
        super().__init__([about])
        self._start = time.monotonic()

    def append(self, text: str) -> None:
        super().append(f"{time.monotonic() - self._start:5.1f} {text}")


@dataclass
class Powers:
    """What can be done to phones with this engine only."""

    full: Callable[[], AbstractContextManager[None]] | None = None
    kill: Callable[[], None] | None = None
    has_failing_storage: bool = False


@dataclass
class Evening:
    """One evening, its chance, and what the model knows of it.

    ``own``: the game with the pen of the phone. ``leaves``: whether what was refused is left as it
    is at the end.
    """

    chance: random.Random
    home: Home
    own: Game
    other: OtherPhone
    phone: FailingPhone
    log: Log
    folder: Path
    powers: Powers
    leaves: bool = False
    tally: Tally = field(default_factory=Tally)
    # Every hand that anybody has had.
    hands: dict[Points, Hand] = field(default_factory=dict)
    copy: Path | None = None

    def note(self, text: str) -> None:
        """Remember a step, for who reads about a failure."""
        self.log.append(text)

    @contextmanager
    def told(self) -> Iterator[None]:
        """Whatever fails comes with all that happened before."""
        try:
            yield
        except BaseException as error:
            error.add_note("\n".join(self.log))
            raise

    def look(self) -> dict[str, Any]:
        """What the page shows now."""
        seen = self.phone.look()
        self.tally.see([*map(tuple, seen["saved"]), *map(tuple, seen["waiting"])])
        return seen

    # What the phone's owner does.

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
            tapped = self.phone.tap(keys)
            if not tapped:
                self.note("  but the entry is not free for it")
        return tapped

    def save_and_leave(self, mine: Entered, keys: list[str]) -> None:
        """Save, and leave the page while the hand is on its way: by then the phone keeps it."""
        self.note("  and leave before the answer")
        network = self.phone.network
        with self.phone.network_is("held"):
            if not self.tap(keys):
                return
            until(
                lambda: network.held or self.is_told(mine), f"{mine.points} is on its way", _SECONDS
            )
            self.leave()

    def leave(self) -> None:
        """Leave the page in any way."""
        ways = [self.phone.reload, self.phone.close_tab, self.phone.come_back]
        self.chance.choice(ways)()

    def wait_for(self, mine: Entered) -> None:
        """Wait until the page says what became of the hand."""
        until(lambda: self.is_told(mine), f"word of {mine.points}", _SECONDS)
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
            if not self.phone.change(index):
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
        if not self.phone.discard_changed():
            return
        # Without a storage it can't be; the page says so.
        mine.given_up = self.phone.keeps
        mine.unsure = not self.phone.keeps
        until(lambda: self._is_discarded(mine), f"{mine.points} to be discarded", _SECONDS)

    def _is_discarded(self, mine: Entered) -> bool:
        seen = self.look()
        return not seen["mends"] if mine.given_up else bool(seen["news"])

    def correct(self, hand: Hand, before: Entered) -> None:
        """Save a hand in place of the one that waited and is in the entry now."""
        after = self.tally.replace(before, points_of(hand))
        self.note(f"  to {after.points}")
        self.phone.tap_instead(list(map(key_selector, keys_of(hand))))
        self.wait_for(after)

    def change_while_sent(self) -> None:
        """A hand is corrected or discarded while it is on its way, in this tab or another one."""
        seen = self.look()
        if not self._is_free(seen) or seen["tapped"]:
            return
        network = self.phone.network
        self.note("a hand is on its way")
        with self.phone.network_is("held"):
            self.phone.wake()
            until(lambda: network.held or not self._is_free(self.look()), "a hand", _SECONDS)
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
            self.choose(tuple(seen["duplicate"]["mine"]), tuple(seen["duplicate"]["theirs"]))
        elif seen["reasons"] and self.chance.random() < 0.25:
            self.correct_refused()
        elif seen["reasons"]:
            self.decide()

    def decide(self) -> None:
        """Send what was refused again, or discard it."""
        seen, answer = self.look(), None
        with self.unless_loaded_again():
            answer = self.phone.answer(self.chance.choice([".again", ".again", ".discard"]))
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
        until(lambda: not self.phone.is_answering(), "the answer to a refusal", _SECONDS)

    def correct_refused(self) -> None:
        """Correct what was refused."""
        seen = self.look()
        with self.unless_loaded_again():
            if not seen["refused"] or seen["refused"][0] < 0 or seen["tapped"]:
                return
            before = self.owner_of(seen, seen["refused"][0])
            if not self.phone.change_refused():
                return
            self.note(f"correct {before.points}, which was refused")
            self.correct(self.fresh_hand(), before)

    def choose(self, own: Points, theirs: Points) -> None:
        """Decide between the hand of another phone and one of this phone."""
        how = self.chance.choice([".go", _CORRECT_TO_MINE, "#save-next", "#save-next"])
        mine = self.tally.find(own) or self.tally.find_any(own)
        assert mine, f"{own} was never entered"
        chosen = False
        with self.unless_loaded_again():
            chosen = self.phone.choose(how)
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
        until(lambda: not self.phone.is_answering(), "the answer to a choice", _SECONDS)

    def look_at_moon(self) -> None:
        """See how a moon would count."""
        seen = self.look()
        if seen["enters"] and not seen["tapped"] and not seen["busy"]:
            with self.unless_loaded_again():
                if self.phone.look_at_moon():
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

    # What the other phone does.

    def other_writes(self) -> None:
        """The other phone saves a hand: one of its own, or one that waits on this phone, too."""
        shown = [tuple(row) for row in self.look()["waiting"]]
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
        if undone := self.other.undo_once():
            before, after = undone
            self.note(f"the other phone undoes: {before} becomes {after}")
            self.tally.changed_by_others(before, after)

    def stop(self) -> None:
        """The game is ended early, perhaps played once more, and goes on after all, or not."""
        if not self.other.stop():
            return
        self.note("the game is stopped")
        if self.chance.random() < 0.3 and self.other.rematch():
            self.note("and played once more")
        self.phone.wake()
        self.chance.choice([self.enter, self.change_waiting, self.phone.reload])()
        if self.other.undo():
            self.note("the game goes on")
        self.phone.reload()

    def withdraw_pen(self) -> None:
        """The pen is taken, and comes back by a link."""
        self.note("the pen is withdrawn")
        self.other.withdraw_the_others()
        self.phone.wake()
        self.chance.choice([self.look, self.enter, self.phone.reload])()
        self.give_pen()

    def give_pen(self) -> None:
        """The phone gets a pen, unless it has one."""
        self.note("the phone gets a pen")
        self.phone.take_pen(link_of(self.other.game))
        self.phone.reload()

    def back_up_or_restore(self) -> None:
        """The server gets the database that it had when this was done last, or a copy is made."""
        if self.copy is None:
            self.note("a copy of the database")
            self.copy = self.folder / "copy.sqlite"
            self.home.back_up(self.copy)
            return
        copy, self.copy = self.copy, None
        self.note("the older database comes back")
        with self.phone.network_is("down"):
            before = hands_on(self.own)
            until(self._shows_all_that_waits, "the page shows what waits", _SECONDS)
            waiting = self._waiting(self.look())
            self.home.put_back(copy, by_hand=self.chance.random() < 0.5)
            copy.unlink()
            after = hands_on(self.own)
            self.note(f"  {before} becomes {after}, while {waiting} waits")
            self.tally.changed_by_others(before, after, waiting)
        self.give_pen()

    def _shows_all_that_waits(self) -> bool:
        seen = self.look()
        shown = len(self._waiting(seen))
        return not seen["busy"] and shown == self.phone.kept()[1]

    @staticmethod
    def _waiting(seen: dict[str, Any]) -> list[Points]:
        """What the page shows of hands that wait or were refused."""
        waiting = [tuple(row) for row in seen["waiting"]]
        if seen["duplicate"] and tuple(seen["duplicate"]["mine"]) not in waiting:
            waiting.insert(0, tuple(seen["duplicate"]["mine"]))
        return waiting

    # What fails.

    def change_network(self) -> None:
        """The network gets better or worse."""
        ways: list[Weather] = ["up", "bad", "bad", "down", "down", "down"]
        self.phone.network.weather = self.chance.choice(ways)
        self.note(f"network: {self.phone.network.weather}")
        self.phone.wake()

    def fill_storage(self) -> None:
        """The phone has no room while a hand is entered."""
        if not self.powers.full:
            return
        self.note("no room on the phone")
        with self.powers.full():
            self.phone.is_full = True
            self.enter()
            self.phone.is_full = False
        self.note("room again")

    def lose_storage(self) -> None:
        """The phone's storage is off for a while, in which pages may be loaded again."""
        if not self.powers.has_failing_storage:
            return
        self.note("storage off")
        with self.phone.off():
            happens = [self.enter, self.change_waiting, self.change_network, self.load_again]
            for step in self.chance.choices(happens, [2, 1, 1, 1], k=4):
                step()
        self.note("storage on")
        if self.phone.blind:
            # Before it enters anything the page sees what waits.
            self.phone.reload()

    def load_again(self) -> None:
        """The page is loaded again."""
        self.note("the page is loaded again")
        self.phone.reload()

    def slow_storage(self) -> None:
        """Two hands are saved quickly while the storage is slow, and the page may be left."""
        if self.look()["tapped"]:
            return
        self.note("slow storage")
        leaves = self.chance.random() < 0.5
        mine = []
        with self.phone.slow():
            for _ in range(2):
                seen = self.phone.look()
                if not seen["enters"] or seen["tapped"] or seen["mends"] or seen["duplicate"]:
                    break
                hand = self.fresh_hand()
                self.note(f"enter {points_of(hand)}")
                if self.tap(list(map(key_selector, keys_of(hand)))):
                    mine.append(self.tally.begin(points_of(hand)))
            if leaves:
                self.leave()
        self.note("the storage goes on")
        for each in [] if leaves else mine:
            self.wait_for(each)

    def kill(self) -> None:
        """The browser is killed, perhaps just when a hand was saved, and comes up again."""
        if not self.powers.kill:
            return
        seen = self.look()
        if self.chance.random() < 0.5 and seen["enters"] and not seen["tapped"]:
            hand = self.fresh_hand()
            self.note(f"enter {points_of(hand)}")
            if self.tap(list(map(key_selector, keys_of(hand)))):
                self.tally.begin(points_of(hand))
        self.note("the browser is killed")
        self.powers.kill()
        if self.chance.random() < 0.5:
            self.enter_on_kept_page()
        if not self.phone.keeps_pages or not self.look()["isTable"]:
            self.phone.reload()

    def step(self) -> None:
        """Whatever happens next."""
        does: dict[Callable[[], object], float] = {
            self.enter: 8,
            self.enter_on_kept_page: 2,
            self.change_waiting: 4,
            self.change_while_sent: 2,
            self.other_writes: 2,
            self.other_undoes: 1.5,
            self.change_network: 3,
            self.look_again: 3,
            self.look_at_moon: 1.5,
            self.withdraw_pen: 0.5,
            self.stop: 0.5,
            self.back_up_or_restore: 1,
            self.fill_storage: 0.5,
            self.lose_storage: 0.5,
            self.slow_storage: 1,
            self.kill: 0.5,
            # All others wait behind what is refused: their owner soon sees to it.
            self.answer_refusals: 4,
        }
        self.chance.choices(list(does), list(does.values()))[0]()

    # What must hold.

    def settle(self) -> None:
        """Everything works; what is refused is answered or left, until nothing else waits."""
        self.note("the end: everything works")
        self.phone.network.weather = "up"
        for tab in self.phone.tabs[:]:
            if tab is not self.phone.page:
                self.phone.close(tab)
        self.give_pen()

        def is_settled() -> bool:
            self.phone.wake()
            seen = self.look()
            is_blocked = bool(seen["duplicate"]) or bool(seen["reasons"])
            if is_blocked and not self.leaves:
                self.answer_refusals()
                return False
            if seen["busy"]:
                return False
            return self._is_left(seen) if is_blocked else self.phone.kept()[0] == 0

        until(is_settled, "the outbox is empty", _SECONDS)
        # What is left is shown on every page, not only on that which was told.
        self.phone.reload()
        until(is_settled, "what is left is shown again", _SECONDS)

    @staticmethod
    def _is_left(seen: dict[str, Any]) -> bool:
        """Whether all that waits is behind what was refused."""
        if seen["duplicate"]:
            return True
        return bool(seen["refused"][0] <= 0)

    def check(self) -> None:
        """Each hand is on the sheet once, or is shown as refused or behind one that is."""
        sheet = hands_on(self.own)
        self.tally.check(sheet, self._waiting(self.look()))

    def play(self, seed: int, steps: int) -> None:
        """All of it, the same steps for a seed whatever comes of them."""
        with self.told():
            self.phone.network.weather = "down"
            for step in range(steps):
                self.chance.seed(f"{seed}, {step}")
                self.step()
            self.settle()
            self.check()
