"""A random walk through the pages of a pad, then back to the start and on to the end.

The walk uses the forms that the pages offer. Wherever undo and redo lead, every page and file shows
the same as before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Final

import pytest
from werkzeug.test import TestResponse

from tests.support.clock import ticking
from tests.support.torture import seeds
from tests.web.apps import everything, reading
from tests.web.cast import NAMES, Phone, Table, hand, start
from tests.web.pages import Form, Node, Page, Value, page_of

pytestmark = pytest.mark.slow

# Tables at which a few hands change much: moons of every kind, exact hits, ends that come and go.
# There are thirteen hearts at each, for so many players.
TABLES: Final[tuple[tuple[int, Mapping[str, str]], ...]] = (
    (4, {"target": "50", "exact": "50", "tie": "play-on"}),
    (4, {"target": "60", "moon": "choice", "sun": "y", "preset": "omnibus"}),
    (4, {"target": "40", "moon": "safe", "preset": "black-maria"}),
    (
        4,
        {
            "target": "26",
            "end": "exceed",
            "opening_0": "20",
            "opening_2": "-5",
            "hands_before": "3",
        },
    ),
    (7, {"target": "40", "moon": "choice", "bonus": "ten", "other_cards": "JC 4"}),
    (3, {"target": "50", "moon": "add", "undealt": "first-trick", "exact": "zero"}),
)
HEARTS: Final = 13
STEPS: Final = 30
MOST_GAMES: Final = 2
WEIGHTS: Final = {"hand": 10, "correction": 6, "undo": 5, "redo": 4, "replace": 2}


@dataclass
class Walk:
    """A random walk through a game, with a snapshot of every step."""

    table: Table
    looker_on: Phone
    dice: Random
    seen: list[object] = field(default_factory=list)
    at: int = 0

    def __post_init__(self) -> None:
        self.page = self.table.page()
        self.seen.append(self.snapshot())

    def snapshot(self) -> object:
        """Everything shown of the game, but for the undo buttons and the latest news."""
        page = self.page = self.table.page()
        front = self.table.phone.open(self.table.pad)
        watched = self.looker_on.open(self.table.address)
        return (
            without(
                page.main,
                *page.all("section", class_="undo"),
                *page.all(class_="undo-corner"),
                *page.all(class_="news"),
                *page.all(class_="undone"),
                # It is about another game.
                *page.all(class_="onward"),
            ).text,
            [image.attributes["alt"] for image in page.all("img")],
            {form.action: form.visible() for form in page.forms if not is_step(form)},
            [link.attributes["href"] for link in page.only("table", class_="sheet").all("a")],
            without(watched.main, *watched.all(class_="onward")).text,
            self.table.phone.client.get(f"{self.table.address}/hands.csv").text,
            [link.text for link in front.all("a", href=self.table.address)],
            [
                link.text
                for part in front.all("details")
                for link in part.all("a", href=self.table.address)
            ],
        )

    def look(self) -> None:
        """Check that everything is as it was."""
        assert self.snapshot() == self.seen[self.at]
        assert self.can("undo") == (self.at > 0)
        assert self.can("redo") == (self.at + 1 < len(self.seen))

    def can(self, step: str) -> bool:
        return any(form.action.endswith(f"/{step}") for form in self.page.forms)

    def step(self, what: str) -> None:
        """Undo or redo, which the page must offer."""
        # In the picture's corner, and in full at the end of the page.
        *_, form = (form for form in self.page.forms if form.action.endswith(f"/{what}"))
        assert self.send(form, {}).status_code == 303
        self.at += 1 if what == "redo" else -1
        self.look()

    def go(self) -> Table | None:
        """Carry out one of the acts that the page offers; the new table, if that was a rematch."""
        ways = dict(self.ways(self.page))
        (what,) = self.dice.choices([*ways], [WEIGHTS.get(each, 1) for each in ways])
        if what in ("undo", "redo"):
            self.step(what)
            return None
        before, revision = everything(self.table.app), self.revision()
        response = ways[what]()
        if response.status_code == 422:
            assert everything(self.table.app) == before
            return None
        assert response.status_code == 303
        if what == "rematch":
            assert response.location is not None
            return Table(self.table.phone, response.location)
        if self.revision() != revision:
            self.at += 1
            self.seen[self.at :] = [self.snapshot()]
        else:
            assert everything(self.table.app) == before
            self.look()
        return None

    def ways(self, page: Page) -> Iterator[tuple[str, Callable[[], TestResponse]]]:
        """All acts that the page offers."""
        for form in page.forms:
            what = form.action.rpartition("/")[2]
            fields: dict[str, Value] = {}
            if form.action == self.table.address:
                yield "hand", partial(self.put_down, form)
                continue
            if what == "next":
                seats = form.offered["dealer"]
                fields = {name: self.dice.choice(seats) for name in ("passed", "dealer")}
            elif what == "replace":
                seat, name = self.dice.choice(form.offered["seat"]), self.dice.choice(NAMES)
                fields = {"seat": seat, "name": name}
            elif what == "delete":
                # There would be no way back.
                continue
            elif what == "rematch" and form["seats"] != "kept":
                # Seats that are drawn anew would make it another walk each time.
                continue
            yield what, partial(self.send, form, fields)
        if page.all("a", href=f"{self.table.address}/note"):
            yield "note", self.note
        lines = [link.attributes["href"] for link in page.only(class_="sheet").all("a")]
        if lines:
            line = int(self.dice.choice(lines).rpartition("/")[2])
            yield "correction", lambda: self.put_down(self.table.correction(line))
            yield "removal", lambda: self.send(self.table.removal(line), {})

    def note(self) -> TestResponse:
        """Write a note on the game, or delete it."""
        form = self.table.phone.open(f"{self.table.address}/note").form("/note")
        return self.send(form, {"note": self.dice.choice(("", "Wine", "=Friends\r\nand cards"))})

    def put_down(self, form: Form) -> TestResponse:
        """Record a hand, often a moon, and choose how it counts if the page asks."""
        seats = range(sum(name.startswith("hearts_") for name in form.named))
        cards = [name.partition("_")[2] for name in form.named if name.startswith("cards_")]
        shooter = self.dice.choice(seats) if self.dice.random() < 0.4 else None
        hearts = [0] * len(seats)
        for _ in range(HEARTS):
            hearts[self.dice.choice(seats) if shooter is None else shooter] += 1
        takers = seats if shooter is None else (shooter,)
        fields = hand(*hearts, **{card: self.dice.choice(takers) for card in sorted(cards)})
        for name in ("passed", "dealer"):
            if name in form.named and self.dice.random() < 0.3:
                fields[name] = self.dice.choice(form.offered[name])
        # The form of a hand that is corrected holds what it was.
        fields |= {name: None for name in ("moon_choice", "sun") if name in form.named}
        response = self.send(form, fields)
        if response.status_code == 422 and (chooser := page_of(response)).all(class_="moons"):
            choice = self.dice.choice(("add", "subtract"))
            return self.send(chooser.form(form.action), {"moon_choice": choice})
        return response

    def send(self, form: Form, fields: Mapping[str, Value]) -> TestResponse:
        return self.table.phone.submit(form, fields)

    def revision(self) -> int:
        with reading(self.table.app) as session:
            return self.table.row(session).revision


def is_step(form: Form) -> bool:
    return form.action.endswith(("/undo", "/redo"))


def without(node: Node, *out: Node) -> Node:
    """A part of a page without these parts of it."""
    children = [
        without(child, *out) if isinstance(child, Node) else child
        for child in node.children
        if not any(child is each for each in out)
    ]
    return Node(node.tag, node.attributes, children)


@pytest.mark.parametrize("seed", seeds(0, len(TABLES)))
def test_a_walk_can_be_gone_back_to_the_start_and_again_to_the_end(
    phone: Phone, looker_on: Phone, seed: int
) -> None:
    dice = Random(seed)  # noqa: S311 (it draws no secrets)
    with ticking():
        players, choices = TABLES[seed % len(TABLES)]
        walks = [Walk(start(phone, *NAMES[:players], **choices), looker_on, dice)]
        for _ in range(STEPS):
            rematch = dice.choice(walks).go()
            if rematch is not None and len(walks) < MOST_GAMES:
                walks.append(Walk(rematch, looker_on, dice))
        for walk in walks:
            for what in ("redo", "undo", "redo"):
                while walk.can(what):
                    walk.step(what)
                assert walk.at == (0 if what == "undo" else len(walk.seen) - 1)
            for each in walks:
                each.look()
