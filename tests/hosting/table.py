"""A game of four that does not end, at a hosted Scorepad, and its hands as forms have them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from scorepad import rules
from tests.support.hosting import Answer, Client, Listening

NAMES: Final = ("Anna", "Ben", "Cem", "Dora")
# As far from the end as the start form allows: enough for 1600 hands.
_FAR: Final = "-10000"


@dataclass(frozen=True)
class Table:
    """A game at its address, and a browser that holds its pen."""

    client: Client
    path: str

    def at(self, server: Listening) -> Table:
        """The same at another server, with a browser of its own that has the same cookies."""
        return replace(self, client=Client(server, dict(self.client.cookies)))

    def form(self) -> dict[str, str]:
        """The hidden fields of the entry's form, among them the revision and a new entry id."""
        page = self.client.surely(lambda client: client.get(self.path))
        assert page.status == 200
        return page.form(self.path)

    def send(self, form: Mapping[str, str], hand: rules.Hand) -> Answer:
        """Save a hand with such a form; the same again if no answer comes."""
        fields = {**form, **fields_of(hand)}
        return self.client.surely(lambda client: client.post(self.path, fields))

    def record(self, hand: rules.Hand) -> None:
        """Save a hand."""
        answer = self.send(self.form(), hand)
        assert (answer.status, answer.headers["Location"]) == (303, self.path)


def start(client: Client, path: str = "") -> Table:
    """Start a game in a new pad; ``path``: below which Scorepad is."""
    form = f"{path}/new"
    fields = {
        **client.get(form).form(form),
        **{f"name_{row}": name for row, name in enumerate(NAMES)},
        **{f"opening_{row}": _FAR for row in range(len(NAMES))},
        "dealer": "0",
    }
    answer = client.post(form, fields)
    assert answer.status == 303
    return Table(client, str(answer.headers["Location"]))


def fields_of(hand: rules.Hand) -> dict[str, str]:
    """The fields of the entry's form for this hand."""
    return {
        **{f"hearts_{seat}": str(count) for seat, count in enumerate(hand.hearts)},
        **{f"cards_{card}": str(taker) for card, taker in hand.cards.items()},
    }
