"""Evenings at random, against a model that knows nothing of how the outbox works.

A phone with the pen enters hands, in one tab or two, and changes or discards some that wait;
another phone writes, too. The network fails
before or after the server has a hand, pages are loaded again and closed, the pen is taken and given
back, the game is stopped and goes on, the storage of the phone is full. At the end everything works
again, and what is refused is sent again or discarded. Then what the phone has ever called saved or
waiting stands on the sheet once, in the order in which it was entered.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Error, Page, Route

from tests.browser.outbox import at_home, hands_on, open_table
from tests.browser.pens import link_of, other_holder, withdraw
from tests.browser.play import Game, Hand, started
from tests.browser.ways import CDN_DEAD, HTMX
from tests.support.browser import NAME_IN_THE_HOUSE, answer_for_htmx
from tests.support.hosting import until
from tests.support.keys import key_selector
from tests.support.server import Server
from tests.support.torture import seeds

Points = tuple[int, ...]

_STEPS: Final = 16
_SECONDS: Final = 60.0

# The points of each row of the sheet, those that wait too; what is tapped; what the page says.
_LOOK: Final = """() => {
    const number = (text) => parseInt(text.replace("+", "").replace("−", "-"), 10) || 0;
    const points = (row) => [...row.querySelectorAll("td")].map(({ textContent }) =>
        number(textContent));
    const rows = (which) => [...document.querySelectorAll(`.sheet tbody tr${which}`)].map(points);
    const form = document.querySelector("form.entry");
    return {
        saved: rows(":not(.waiting)"),
        waiting: rows(".waiting"),
        enters: Boolean(form),
        busy: Boolean(document.querySelector("form:is(.htmx-request, .saving)")),
        tapped: form ? form.querySelectorAll(":is(.taker, .counts) [name]:checked").length : 0,
        gains: form
            ? [...form.querySelectorAll(".counts .gain")].map((each) => number(each.textContent))
            : [],
        refused: document.querySelectorAll(".refused").length,
        duplicate: Boolean(document.querySelector(".duplicate")),
        alert: Boolean(document.querySelector("main .alert")),
        news: document.querySelector("#news")?.textContent ?? "",
    };
}"""
# Nobody taps a hand before the page's scripts are there: it would be sent as a plain form.
_LOADED: Final = """() =>
    document.readyState === "complete" || new Promise((done) => addEventListener("load", done))"""
_TAP: Final = f"""async (keys) => {{
    await ({_LOADED})();
    for (const key of keys) document.querySelector(key)?.click();
    document.querySelector("form.entry .finish > button")?.click();
}}"""
# Have a hand that waits in the entry; false if it cannot be changed, or no more.
_CHANGE: Final = f"""async (index) => {{
    await ({_LOADED})();
    document.querySelectorAll(".sheet .waiting .mend")[index]?.click();
    return Boolean(document.querySelector("form.entry[data-mends]"));
}}"""
# All keys that are chosen are taken back, and these are tapped.
_RETAP: Final = """(keys) => {
    const chosen = [...document.querySelectorAll("form.entry :is(.taker, .counts) :checked")];
    for (const key of chosen.filter(({ type }) => type === "radio")) key.click();
    for (const key of keys) document.querySelector(key)?.click();
    document.querySelector("form.entry .finish > button")?.click();
}"""
_DISCARD: Final = """() => {
    const button = document.querySelector(".beside .refused .discard");
    button?.click();
    return Boolean(button);
}"""
_KEPT: Final = """() => new Promise((resolve) => {
    // Whatever becomes of the request: it is asked again.
    setTimeout(resolve, 5000, -1);
    const request = indexedDB.open("scorepad");
    request.onsuccess = ({ target: { result } }) => {
        if (!result.objectStoreNames.contains("hands")) return resolve(-1);
        const count = result.transaction("hands").objectStore("hands").count();
        count.onsuccess = () => { result.close(); resolve(count.result); };
    };
})"""
# Tap on one of the ways on, if it is there; else on another one.
_ANSWER: Final = """(how) => {
    const section = document.querySelector(".refused");
    const again = section?.querySelector(".again");
    const way = how === ".again" && again && !again.hidden ? how : ".discard";
    section?.classList.add("answered");
    section?.querySelector(way).click();
    return section && way;
}"""


@dataclass
class Entered:
    """A hand that the phone's owner has tapped Save for.

    ``called``: whether a page has called it saved or waiting; ``given_up``: whether somebody has
    discarded it or taken it back since, or let go of it unsaved.
    """

    points: Points
    called: bool = False
    given_up: bool = False


@dataclass
class Evening:
    """One evening, its chance, and what the model knows of it."""

    chance: random.Random
    own: Game
    other: Game
    page: Page
    network: str = "up"
    entered: list[Entered] = field(default_factory=list)
    others: list[Points] = field(default_factory=list)
    taken_back: Counter[Points] = field(default_factory=Counter)
    log: list[str] = field(default_factory=list)
    used: set[Points] = field(default_factory=set)
    tabs: list[Page] = field(default_factory=list)

    def note(self, text: str) -> None:
        """Remember a step, for who reads about a failure."""
        self.log.append(text)

    def fail_at_random(self, route: Route) -> None:
        """The network between the phone and the server, as it is now."""
        with suppress(Error):  # The page may be closed meanwhile.
            if self.network == "down":
                route.abort("connectionfailed")
            elif self.network == "bad" and route.request.method == "POST":
                how = self.chance.choice(["before", "after", "not"])
                self.note(f"    a request fails: {how}")
                if how == "after":
                    route.fetch(max_redirects=0)
                if how == "not":
                    route.continue_()
                else:
                    route.abort("connectionreset")
            else:
                route.continue_()

    def fresh_hand(self) -> Hand:
        """A hand that nobody has had yet."""
        while True:
            cuts = sorted(self.chance.randrange(14) for _ in range(3))
            hearts = tuple(b - a for a, b in zip([0, *cuts], [*cuts, 13], strict=True))
            hand = Hand(hearts, self.chance.randrange(4))
            if max(hearts) < 13 and points_of(hand) not in self.used:
                self.used.add(points_of(hand))
                return hand

    def look(self, page: Page | None = None) -> dict[str, Any]:
        """What a page shows now."""
        while True:
            with suppress(Error):  # It is being replaced.
                found: dict[str, Any] = (page or self.page).evaluate(_LOOK)
                return found
            (page or self.page).wait_for_load_state()

    def shows(self, points: Points, page: Page | None = None) -> int:
        """How often a page shows a hand on its sheet, saved or waiting."""
        seen = self.look(page)
        return [*map(tuple, seen["saved"]), *map(tuple, seen["waiting"])].count(points)

    def enter(self) -> None:
        """Tap a hand and Save, or only Save where a hand is on the entry."""
        seen = self.look()
        if seen["duplicate"]:
            # Somebody was faster: it is the next hand.
            self.note("mine is the next hand")
            self.page.evaluate("document.getElementById('save-next')?.click()")
            return
        if not seen["enters"]:
            return
        if seen["tapped"]:
            points = tuple(seen["gains"])
            self.note(f"Save what is on the entry: {points}")
            mine = next((each for each in self.entered if each.points == points), None)
            if mine is None:
                mine = Entered(points)
                self.entered.append(mine)
            mine.given_up = False
            done = self._tap([])
        else:
            last = self.entered[-1] if self.entered else None
            may_repeat = last and last.called and last.points not in self.taken_back
            if last and may_repeat and self.chance.random() < 0.15:
                hand = self.hands[last.points]
                self.note("the same cards once more:")
            else:
                hand = self.fresh_hand()
            points = points_of(hand)
            self.hands[points] = hand
            self.note(f"enter {points}")
            mine = Entered(points)
            self.entered.append(mine)
            done = self._tap(list(map(key_selector, keys_of(hand))))
        how = self.chance.random()
        if not done:
            self.note("  while the page was loaded again: as if somebody did so at once")
        elif how < 0.1:
            self.note("  and load the page again at once")
            self.reload()
        elif how < 0.2:
            self.note("  and close the tab at once")
            self.close_tab()
        else:
            self.wait_for(mine)

    def _tap(self, keys: list[str]) -> bool:
        """Tap on these keys and on Save; false if the page went away meanwhile."""
        try:
            self.page.evaluate(_TAP, keys)
        except Error as error:
            if "context was destroyed" not in error.message:
                raise
            self.page.wait_for_load_state()
            return False
        return True

    hands: dict[Points, Hand] = field(default_factory=dict)

    def wait_for(self, mine: Entered) -> None:
        """Wait until the page says what became of the hand."""
        wanted = sum(each.points == mine.points and not each.given_up for each in self.entered)

        def is_told() -> bool:
            seen = self.look()
            if self.shows(mine.points) >= wanted:
                mine.called = True
                return True
            return not seen["busy"] and bool(
                seen["news"] or seen["alert"] or seen["duplicate"] or not seen["enters"]
            )

        until(is_told, f"word of {mine.points}\n" + self.story(), _SECONDS)
        if not mine.called:
            self.note(f"  not saved: {self.look()['news']}")

    def reload(self) -> None:
        """Load the table again, which needs the network."""
        network, self.network = self.network, "up"
        with suppress(Error):  # It does so by itself just now.
            self.page.goto(at_home(self.own))
        self.page.wait_for_load_state()
        self.network = network

    def close_tab(self) -> None:
        """Close the tab, and open the table in another one."""
        before = self.page
        self.page = self.new_tab()
        before.close()
        self.tabs = [each for each in self.tabs if each is not before]

    def new_tab(self) -> Page:
        """One more tab at the table."""
        tab = self.page.context.new_page()
        answer_for_htmx(tab, self.htmx)
        network, self.network = self.network, "up"
        tab.goto(at_home(self.own))
        self.network = network
        self.tabs.append(tab)
        return tab

    htmx: Any = "package"

    def change_waiting(self) -> None:
        """A hand that waits is changed, or discarded."""
        seen = self.look()
        if not seen["waiting"] or seen["refused"] or not seen["enters"] or seen["tapped"]:
            return
        index = self.chance.randrange(len(seen["waiting"]))
        points = tuple(seen["waiting"][index])
        before = next(
            (each for each in self.entered if each.points == points and not each.given_up), None
        )
        how = self.chance.choice(["change", "change", "discard", "leave"])
        try:
            if before is None or not self.page.evaluate(_CHANGE, index):
                return
            self.note(f"{how} {points}, which waits")
            if how == "leave":
                self.reload()
            elif how == "discard":
                if self.page.evaluate(_DISCARD):
                    before.given_up = True
                    until(lambda: not self.look()["refused"], self.story(), _SECONDS)
            else:
                hand = self.fresh_hand()
                after = Entered(points_of(hand))
                self.hands[after.points] = hand
                self.note(f"  to {after.points}")
                self.entered.insert(self.entered.index(before), after)
                self.page.evaluate(_RETAP, list(map(key_selector, keys_of(hand))))
                self.wait_for(after)
                before.given_up |= after.called
        except Error as error:
            if "context was destroyed" not in error.message:
                raise
            self.note("  while the page was loaded again")
            self.page.wait_for_load_state()

    def other_tab(self) -> None:
        """Go on in another tab."""
        self.note("another tab")
        rest = [each for each in self.tabs if each is not self.page]
        self.page = self.chance.choice(rest) if rest else self.new_tab()

    def other_writes(self) -> None:
        """The other phone saves a hand: one of its own, or one that waits on this phone, too."""
        shown = [tuple(row) for row in self.look()["waiting"]]
        sheet = hands_on(self.own)
        shared = [each for each in shown if each not in sheet and each in self.hands]
        if shared and self.chance.random() < 0.6:
            points = self.chance.choice(shared)
            self.note(f"the other phone saves {points}, which waits here")
            hand = self.hands[points]
        else:
            hand = self.fresh_hand()
            points = points_of(hand)
            self.note(f"the other phone saves {points}")
        while (
            self.post("", self.form_of("") | dict(key.split("-") for key in keys_of(hand))) == 409
        ):
            # This phone has just saved one.
            self.note("  once more")
        self.others.append(points)

    def other_undoes(self) -> None:
        """The other phone takes the last change back."""
        form = self.form_of("undo")
        # What the form shows, too, if it is taken.
        sheet = hands_on(self.own)
        if sheet and self.post("undo", form) == 303:
            self.note(f"the other phone undoes {sheet[-1]}")
            self.taken_back[sheet[-1]] += 1

    def form_of(self, act: str) -> dict[str, str]:
        """The hidden fields of an act of the table, or of a new hand, as the other phone has it."""
        page = self.other.client.get(self.own.path).text
        # Undo is within reach twice.
        _, _, form = page.rpartition(f'action="{self.address_of(act)}"')
        return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form)[:3])

    def post(self, act: str, form: dict[str, str] | None = None) -> int:
        """Send such a form; the status of the answer."""
        address = self.address_of(act)
        status = self.other.client.post(address, form or self.form_of(act)).status
        assert status in {303, 409}, self.story()
        return status

    def address_of(self, act: str) -> str:
        """Where it is sent to."""
        return f"{self.own.path}/{act}".rstrip("/")

    def change_network(self) -> None:
        """The network gets better or worse."""
        self.network = self.chance.choice(["up", "bad", "down", "down"])
        self.note(f"network: {self.network}")
        self.wake()

    def wake(self) -> None:
        """Tell the pages that the phone has a network, as it does when that changes."""
        for tab in self.tabs:
            with suppress(Error):
                tab.evaluate("() => { dispatchEvent(new Event('online')); }")

    def withdraw_pen(self) -> None:
        """The pen is taken, and comes back by a link."""
        self.note("the pen is withdrawn, and given back")
        withdraw(self.other)
        self.wake()
        self.look()
        network, self.network = self.network, "up"
        tab = self.new_tab()
        tab.goto(link_of(self.other).replace("127.0.0.1", NAME_IN_THE_HOUSE))
        tab.get_by_label("What is this phone called?").fill("Ben’s phone")
        tab.get_by_role("button", name="Take the pen", exact=True).click()
        tab.wait_for_url("**/table/*")
        self.network = network
        tab.close()
        self.tabs.remove(tab)
        self.reload()

    def stop(self) -> None:
        """The game is ended early, and goes on after all."""
        self.note("the game is stopped")
        if self.post("stop") == 409:
            return
        self.wake()
        if self.look()["enters"]:
            self.enter()
        while self.post("undo") == 409:
            pass
        self.note("the game goes on")
        self.reload()

    def fill_storage(self) -> None:
        """The phone has no room while a hand is entered."""
        self.note("no room on the phone")
        session = self.page.context.new_cdp_session(self.page)
        origin = {"origin": at_home(self.own).partition("/pad/")[0]}
        session.send("Storage.overrideQuotaForOrigin", {**origin, "quotaSize": 1})
        self.enter()
        session = self.page.context.new_cdp_session(self.page)
        session.send("Storage.overrideQuotaForOrigin", origin)
        self.note("room again")

    def step(self) -> None:
        """Whatever happens next."""
        does = {
            self.enter: 10,
            self.change_waiting: 3,
            self.other_writes: 3,
            self.other_undoes: 1,
            self.change_network: 4,
            self.reload: 1,
            self.other_tab: 1,
            self.withdraw_pen: 0.5,
            self.stop: 0.5,
            self.fill_storage: 0.5,
            self.answer_refusals: 1,
        }
        self.chance.choices(list(does), list(does.values()))[0]()

    def answer_refusals(self) -> None:
        """Send what was refused again, or discard it."""
        if not self.look()["refused"]:
            return
        points = tuple(self.look()["waiting"][0])
        how = self.chance.choice([".again", ".again", ".discard"])
        clicked = self.page.evaluate(_ANSWER, how)
        if not clicked:  # It is gone, or has other ways on.
            return
        self.note(f"{points}: {clicked}")
        if clicked == ".discard":
            mine = (each for each in self.entered if each.points == points)
            next(each for each in mine if not each.given_up).given_up = True
        until(
            lambda: not self.page.evaluate("Boolean(document.querySelector('.refused.answered'))"),
            f"the answer to a refusal\n{self.story()}",
            _SECONDS,
        )

    def settle(self) -> None:
        """Everything works again; what is refused is answered, until nothing waits."""
        self.note("the end: everything works")
        self.network = "up"
        for tab in self.tabs[:]:
            if tab is not self.page:
                tab.close()
                self.tabs.remove(tab)
        self.reload()

        def is_settled() -> bool:
            self.wake()
            seen = self.look()
            if seen["refused"]:
                self.answer_refusals()
                return False
            with suppress(Error):  # It is being replaced.
                return not seen["busy"] and self.page.evaluate(_KEPT) == 0
            return False

        until(is_settled, f"the outbox is empty\n{self.story()}", _SECONDS)

    def check(self) -> None:
        """The sheet has each hand once."""
        sheet = hands_on(self.own)
        counts = Counter(sheet)
        needed: Counter[Points] = Counter()
        possible: Counter[Points] = Counter()
        for each in self.entered:
            possible[each.points] += 1
            needed[each.points] += each.called and not each.given_up
        for points, count in Counter(self.others).items():
            possible[points] = max(possible[points], count)
            needed[points] = max(needed[points], count)
        needed -= self.taken_back
        story = f"the sheet: {sheet}\n{self.story()}"
        assert not (too_many := counts - possible), f"too often: {dict(too_many)}\n{story}"
        assert not (missing := needed - counts), f"lost: {dict(missing)}\n{story}"
        alone = [
            each.points
            for each in self.entered
            if each.called and not each.given_up and counts[each.points] == 1
            and each.points not in self.others and each.points not in self.taken_back
            and possible[each.points] == 1
        ]  # fmt: skip
        assert [points for points in sheet if points in alone] == alone, f"order\n{story}"

    def story(self) -> str:
        """All that happened so far."""
        return "\n".join(self.log)


def points_of(hand: Hand) -> Points:
    """What each seat gets."""
    return tuple(count + 13 * (seat == hand.queen) for seat, count in enumerate(hand.hearts))


def keys_of(hand: Hand) -> list[str]:
    """What is tapped for a hand."""
    counts = [f"hearts_{seat}-{count}" for seat, count in enumerate(hand.hearts) if count]
    return [f"cards_QS-{hand.queen}", *counts]


@pytest.fixture(params=seeds(1, 10))
def evening(
    request: pytest.FixtureRequest, browser: Browser, scorepad: Server
) -> Iterator[Evening]:
    """An evening at a table of its own."""
    seed = request.param
    way = CDN_DEAD if seed % 3 == 2 else HTMX
    owner = started(scorepad, target=1000)
    own = other_holder(owner, "Ben’s phone")
    with way.phone(browser) as handset:
        page = handset.page
        chance = random.Random(seed)  # noqa: S311 (the same evening again)
        found = Evening(chance, own, owner, page, tabs=[page], htmx=way.htmx)
        found.note(f"seed {seed}, {way.name}")
        page.context.route(f"**{owner.path}*", found.fail_at_random)
        open_table(page, own)
        yield found
        assert [each for each in handset.errors if "Uncaught" in each] == [], found.story()


def test_an_evening_loses_no_hand_and_has_none_twice(evening: Evening) -> None:
    for _ in range(_STEPS):
        evening.step()
    evening.settle()
    evening.check()
