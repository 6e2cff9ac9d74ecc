"""Two write at once: the second one's page shows the first one's changes above its own entry.

Where the first one saved a hand, see ``test_duplicate``.
"""

from __future__ import annotations

import pytest

from tests.web.cast import Table, hand
from tests.web.pages import Page
from tests.web.table.test_act import FIELDS
from tests.web.table_page import sheet

OWN = hand(1, 2, 4, 6, QS=3)
# What is not on the sheet has no number.
FIRST_HAND = "Hand saved: ♥ Anna 6, Ben 4, Cara 2 and Dora 1; ♠Q Ben."
QUEEN_MOVED = "Hand 1 corrected: ♠Q Ben → ♠Q Anna."


def others_changes(page: Page) -> list[str]:
    """The page's sentences about others' changes, after the one that nothing was saved."""
    first, *others = [alert.text for alert in page.all("p", class_="alert")]
    assert "nothing was saved" in first
    return others


def move_the_queen(table: Table) -> None:
    table.saved(table.phone.submit(table.correction(1), {"cards_QS": "0"}))


def test_an_entry_is_kept_below_the_correction_that_came_first(played: Table) -> None:
    form = played.entry()
    move_the_queen(played)
    page = played.phone.refused(form, OWN, 409)
    assert others_changes(page) == [QUEEN_MOVED]
    assert "Your hand is still below" in page.alert
    assert len(sheet(page)) == 1
    again = page.form(played.address)
    assert {name: again[name] for name in OWN} == OWN
    # The second try is made knowing it.
    assert played.saved(played.phone.submit(again)).title == "Hand 3"


@pytest.mark.parametrize(
    ("act", "sentence"),
    [
        ("stop", "Game ended early."),
        ("bin", "Game moved to the bin."),
        ("next", "This hand only: pass across; Dora deals."),
        ("replace", "Emil takes over from Ben."),
        ("undo", f"Undone: {FIRST_HAND}"),
    ],
)
def test_any_act_that_came_first_is_told(played: Table, act: str, sentence: str) -> None:
    form = played.entry()
    played.do(act, **{name: str(value) for name, value in FIELDS.get(act, {}).items()})
    assert others_changes(played.phone.refused(form, OWN, 409)) == [sentence]


def test_a_correction_is_kept_below_what_came_first(played: Table) -> None:
    form = played.correction(1)
    played.record(0, 0, 0, 13, QS=0)
    page = played.phone.refused(form, {"hearts_0": "5", "hearts_3": "2"}, 409)
    assert others_changes(page) == ["Hand 2 saved: ♥ Dora 13; ♠Q Anna."]
    again = page.form(played.hand(1))
    assert (again["hearts_0"], again["hearts_3"]) == ("5", "2")
    played.saved(played.phone.submit(again))
    # One of a hand that was taken out meanwhile.
    form = played.correction(1)
    played.saved(played.phone.submit(played.removal(1)))
    page = played.phone.refused(form, {"cards_QS": "3"}, 409)
    assert "Hand deleted" in " ".join(others_changes(page))


def test_a_removal_is_told_what_came_first(played: Table) -> None:
    form = played.removal(1)
    move_the_queen(played)
    page = played.phone.refused(form, status=409)
    assert others_changes(page) == [QUEEN_MOVED]
    assert not sheet(played.saved(played.phone.submit(page.form("/remove"))))
