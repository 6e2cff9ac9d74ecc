"""Phones that save one hand after the other, and repeat what was not answered."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPException
from itertools import cycle
from threading import Event
from typing import Final

from scorepad.rules import Hand
from tests.hosting.saved import Saved
from tests.hosting.table import Table, fields_of
from tests.store.table import PLAIN_HANDS
from tests.support.hosting import Listening, until

_HOW_MANY: Final = 4


@dataclass
class Writer:
    """A browser that writes; ``unanswered``: the form and the hand that it sends again."""

    table: Table
    hands: Iterator[Hand]
    saved: dict[str, Saved] = field(default_factory=dict)
    unanswered: tuple[dict[str, str], Hand] | None = None

    def write(self, server: Listening, over: Event) -> None:
        """Save hands until it is over, also where the server is not there for a moment."""
        table = self.table.at(server)
        while not over.is_set():
            try:
                self.write_one(table)
            except (OSError, HTTPException):
                # No answer, or half of one: it may be saved or not.
                continue

    def finish(self, server: Listening) -> None:
        """Send what was not answered once more."""
        if self.unanswered:
            self.write_one(self.table.at(server))

    def write_one(self, table: Table) -> None:
        """Save one hand, first of all the one that was not answered."""
        if self.unanswered is None:
            page = table.client.get(table.path)
            assert page.status == 200, page.text
            self.unanswered = page.form(table.path), next(self.hands)
        form, hand = self.unanswered
        answer = table.client.post(table.path, {**form, **fields_of(hand)})
        if answer.status == 303:
            self.saved[form["entry_id"]] = Saved(hand, int(form["revision"]))
        else:
            # Somebody else was faster: look again.
            assert answer.status == 409, answer.text
        self.unanswered = None


@dataclass(frozen=True)
class Writers:
    """Several that write in the same game at the same time."""

    all: tuple[Writer, ...]

    def saved(self) -> dict[str, Saved]:
        """The hands that were answered as saved, by entry."""
        return {entry: each for writer in self.all for entry, each in writer.saved.copy().items()}

    def unanswered(self) -> set[str]:
        """The entries of those that may be saved or not."""
        return {writer.unanswered[0]["entry_id"] for writer in self.all if writer.unanswered}

    @contextmanager
    def writing(self, server: Listening, hands: int) -> Iterator[None]:
        """Write at a server; go on once so many more hands are saved, and end afterwards."""
        over = Event()
        before = len(self.saved())
        with ThreadPoolExecutor(len(self.all)) as threads:
            works = [threads.submit(writer.write, server, over) for writer in self.all]
            try:
                until(
                    lambda: (
                        len(self.saved()) >= before + hands or any(work.done() for work in works)
                    ),
                    f"{hands} more hands",
                )
                yield
            finally:
                over.set()
        for work in works:
            work.result()

    def finish(self, server: Listening) -> None:
        """Ask again for everything that was not answered."""
        for writer in self.all:
            writer.finish(server)
        assert not self.unanswered()


def writers_at(table: Table) -> Writers:
    """Four browsers with the pen of this table; no two save the same hands."""
    return Writers(
        tuple(Writer(table, cycle(PLAIN_HANDS[number::_HOW_MANY])) for number in range(_HOW_MANY))
    )
