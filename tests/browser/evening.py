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

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tests.browser.failing_phone import FailingPhone
from tests.browser.other_phone import OtherPhone
from tests.browser.outbox import hands_on
from tests.browser.owner import SECONDS, Owner
from tests.browser.pens import link_of, withdraw
from tests.browser.play import Game
from tests.browser.tally import Points, keys_of, points_of
from tests.support.bad_network import Weather
from tests.support.home import Home
from tests.support.hosting import until
from tests.support.keys import key_selector

# Some evenings are long enough for a game to reach its end.
NEAR: Final = 60
FAR: Final = 1000


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

    home: Home
    own: Game
    other: OtherPhone
    owner: Owner
    folder: Path
    powers: Powers
    leaves: bool = False
    copy: Path | None = None

    @property
    def phone(self) -> FailingPhone:
        """The phone with the pen."""
        return self.owner.phone

    @contextmanager
    def told(self) -> Iterator[None]:
        """Whatever fails comes with all that happened before."""
        try:
            yield
        except BaseException as error:
            error.add_note("\n".join(self.owner.log))
            raise

    # What the other phone does.

    def other_writes(self) -> None:
        """The other phone saves a hand: one of its own, or one that waits on this phone, too."""
        shown = [tuple(row) for row in self.owner.look()["waiting"]]
        sheet = hands_on(self.own)
        shared = [each for each in shown if each not in sheet and each in self.owner.hands]
        if shared and self.owner.chance.random() < 0.6:
            points = self.owner.chance.choice(shared)
            self.owner.note(f"the other phone saves {points}, which waits here")
        else:
            points = points_of(self.owner.fresh_hand())
            self.owner.note(f"the other phone saves {points}")
        if self.other.save(keys_of(self.owner.hands[points])):
            self.owner.tally.others.append(points)

    def other_undoes(self) -> None:
        """The other phone takes the last change back."""
        if undone := self.other.undo_once():
            before, after = undone
            self.owner.note(f"the other phone undoes: {before} becomes {after}")
            self.owner.tally.changed_by_others(before, after)

    def stop(self) -> None:
        """The game is ended early, perhaps played once more, and goes on after all, or not."""
        if not self.other.stop():
            return
        self.owner.note("the game is stopped")
        if self.owner.chance.random() < 0.3 and self.other.rematch():
            self.owner.note("and played once more")
        self.phone.wake()
        self.owner.chance.choice([self.owner.enter, self.owner.change_waiting, self.phone.reload])()
        # The phone may have taken a hand off the sheet since: then that is what comes back.
        self.other_undoes()
        self.phone.reload()

    def withdraw_pen(self) -> None:
        """The pen is taken, and comes back by a link."""
        self.owner.note("the pen is withdrawn")
        withdraw(self.other.game)
        self.phone.wake()
        self.owner.chance.choice([self.owner.look, self.owner.enter, self.phone.reload])()
        self.give_pen()

    def give_pen(self) -> None:
        """The phone gets a pen, unless it has one."""
        self.owner.note("the phone gets a pen")
        self.phone.take_pen(link_of(self.other.game))
        self.phone.reload()

    def back_up_or_restore(self) -> None:
        """The server gets the database that it had when this was done last, or a copy is made."""
        if self.copy is None:
            self.owner.note("a copy of the database")
            self.copy = self.folder / "copy.sqlite"
            self.home.back_up(self.copy)
            return
        copy, self.copy = self.copy, None
        self.owner.note("the older database comes back")
        with self.phone.network.is_now("down"):
            before = hands_on(self.own)
            until(self._shows_all_that_waits, "the page shows what waits", SECONDS)
            waiting = self._waiting(self.owner.look())
            self.home.put_back(copy, by_hand=self.owner.chance.random() < 0.5)
            copy.unlink()
            after = hands_on(self.own)
            self.owner.note(f"  {before} becomes {after}, while {waiting} waits")
            self.owner.tally.changed_by_others(before, after, waiting)
        self.give_pen()

    def _shows_all_that_waits(self) -> bool:
        seen = self.owner.look()
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
        self.phone.network.weather = self.owner.chance.choice(ways)
        self.owner.note(f"network: {self.phone.network.weather}")
        self.phone.wake()

    def fill_storage(self) -> None:
        """The phone has no room while a hand is entered."""
        if not self.powers.full:
            return
        self.owner.note("no room on the phone")
        with self.powers.full():
            self.phone.is_full = True
            self.owner.enter()
            self.phone.is_full = False
        self.owner.note("room again")

    def lose_storage(self) -> None:
        """The phone's storage is off for a while, in which pages may be loaded again."""
        if not self.powers.has_failing_storage:
            return
        self.owner.note("storage off")
        with self.phone.off():
            happens = [
                self.owner.enter,
                self.owner.change_waiting,
                self.change_network,
                self.load_again,
            ]
            for step in self.owner.chance.choices(happens, [2, 1, 1, 1], k=4):
                step()
        self.owner.note("storage on")
        if self.phone.blind:
            # Before it enters anything the page sees what waits.
            self.phone.reload()

    def load_again(self) -> None:
        """The page is loaded again."""
        self.owner.note("the page is loaded again")
        self.phone.reload()

    def slow_storage(self) -> None:
        """Two hands are saved quickly while the storage is slow, and the page may be left."""
        if self.owner.look()["tapped"]:
            return
        self.owner.note("slow storage")
        leaves = self.owner.chance.random() < 0.5
        mine = []
        with self.phone.slow():
            for _ in range(2):
                seen = self.phone.look()
                if not seen["enters"] or seen["tapped"] or seen["mends"] or seen["duplicate"]:
                    break
                hand = self.owner.fresh_hand()
                self.owner.note(f"enter {points_of(hand)}")
                if self.owner.tap(list(map(key_selector, keys_of(hand)))):
                    mine.append(self.owner.tally.begin(points_of(hand)))
            if leaves:
                self.owner.leave()
        self.owner.note("the storage goes on")
        for each in [] if leaves else mine:
            self.owner.wait_for(each)

    def kill(self) -> None:
        """The browser is killed, perhaps just when a hand was saved, and comes up again."""
        if not self.powers.kill:
            return
        seen = self.owner.look()
        if self.owner.chance.random() < 0.5 and seen["enters"] and not seen["tapped"]:
            hand = self.owner.fresh_hand()
            self.owner.note(f"enter {points_of(hand)}")
            if self.owner.tap(list(map(key_selector, keys_of(hand)))):
                self.owner.tally.begin(points_of(hand))
        self.owner.note("the browser is killed")
        self.powers.kill()
        if self.owner.chance.random() < 0.5:
            self.owner.enter_on_kept_page()
        if not self.phone.keeps_pages or not self.owner.look()["isTable"]:
            self.phone.reload()

    def step(self) -> None:
        """Whatever happens next."""
        does: dict[Callable[[], object], float] = {
            self.owner.enter: 8,
            self.owner.enter_on_kept_page: 2,
            self.owner.change_waiting: 4,
            self.owner.change_while_sent: 2,
            self.other_writes: 2,
            self.other_undoes: 1.5,
            self.change_network: 3,
            self.owner.look_again: 3,
            self.owner.look_at_moon: 1.5,
            self.withdraw_pen: 0.5,
            self.stop: 0.5,
            self.back_up_or_restore: 1,
            self.fill_storage: 0.5,
            self.lose_storage: 0.5,
            self.slow_storage: 1,
            self.kill: 0.5,
            # All others wait behind what is refused: their owner soon sees to it.
            self.owner.answer_refusals: 4,
        }
        self.owner.chance.choices(list(does), list(does.values()))[0]()

    # What must hold.

    def settle(self) -> None:
        """Everything works; what is refused is answered or left, until nothing else waits."""
        self.owner.note("the end: everything works")
        self.phone.network.weather = "up"
        for tab in self.phone.tabs[:]:
            if tab is not self.phone.page:
                self.phone.close(tab)
        self.give_pen()

        def is_settled() -> bool:
            self.phone.wake()
            seen = self.owner.look()
            is_blocked = bool(seen["duplicate"]) or bool(seen["reasons"])
            if is_blocked and not self.leaves:
                self.owner.answer_refusals()
                return False
            if seen["busy"]:
                return False
            return self._is_left(seen) if is_blocked else self.phone.kept()[0] == 0

        until(is_settled, "the outbox is empty", SECONDS)
        # What is left is shown on every page, not only on that which was told.
        self.phone.reload()
        until(is_settled, "what is left is shown again", SECONDS)

    @staticmethod
    def _is_left(seen: dict[str, Any]) -> bool:
        """Whether all that waits is behind what was refused."""
        if seen["duplicate"]:
            return True
        return bool(seen["refused"][0] <= 0)

    def check(self) -> None:
        """Each hand is on the sheet once, or is shown as refused or behind one that is."""
        sheet = hands_on(self.own)
        self.owner.tally.check(sheet, self._waiting(self.owner.look()))

    def play(self, seed: int, steps: int) -> None:
        """All of it, the same steps for a seed whatever comes of them."""
        with self.told():
            self.phone.network.weather = "down"
            for step in range(steps):
                self.owner.chance.seed(f"{seed}, {step}")
                self.step()
            self.settle()
            self.check()
