"""Two write at once: the second one's page shows the first one's changes above its own entry.

Where the first one saved a hand, see ``test_duplicate``.
"""

from __future__ import annotations

import pytest
from werkzeug.test import TestResponse

from tests.web.apps import everything
from tests.web.cast import Table, hand
from tests.web.pages import Page, page_of
from tests.web.table.acts import FIELDS
from tests.web.table_page import sheet

OWN = hand(1, 2, 4, 6, QS=3)
FIRST_HAND = "Hand 1 saved: ♥ Anna 6, Ben 4, Cara 2 and Dora 1; ♠Q Ben."
# What is not on the sheet has no number.
WITHOUT_NUMBER = FIRST_HAND.replace("Hand 1", "Hand")
TAKEN_OUT = WITHOUT_NUMBER.replace("saved", "deleted")
QUEEN_MOVED = "Hand 1 corrected: ♠Q Ben → ♠Q Anna."


def overtaken(response: TestResponse) -> Page:
    assert response.status_code == 409
    return page_of(response)


def others_changes(page: Page) -> list[str]:
    """The page's sentences about others' changes, after the one that nothing was saved."""
    first, *others = [alert.text for alert in page.all("p", class_="alert")]
    assert "nothing was saved" in first
    return others


def correct(table: Table, line: int, queen: int) -> None:
    table.saved(table.phone.submit(table.correction(line), {"cards_QS": str(queen)}))


def test_an_entry_is_kept_below_the_correction_that_came_first(played: Table) -> None:
    form = played.entry()
    correct(played, 1, 0)
    before = everything(played.app)
    page = overtaken(played.phone.submit(form, OWN))
    assert everything(played.app) == before
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
        ("undo", f"Undone – {WITHOUT_NUMBER}"),
    ],
)
def test_whatever_was_done_first_is_told(played: Table, act: str, sentence: str) -> None:
    form = played.entry()
    played.do(act, **{name: str(value) for name, value in FIELDS.get(act, {}).items()})
    assert others_changes(overtaken(played.phone.submit(form, OWN))) == [sentence]


def test_a_correction_is_kept_below_what_came_first(played: Table) -> None:
    form = played.correction(1)
    played.record(0, 0, 0, 13, QS=0)
    before = everything(played.app)
    page = overtaken(played.phone.submit(form, {"hearts_0": "5", "hearts_3": "2"}))
    assert everything(played.app) == before
    assert others_changes(page) == ["Hand 2 saved: ♥ Dora 13; ♠Q Anna."]
    again = page.form(played.hand(1))
    assert (again["hearts_0"], again["hearts_3"]) == ("5", "2")
    played.saved(played.phone.submit(again))


def test_a_correction_of_a_hand_that_somebody_took_out(played: Table) -> None:
    form = played.correction(1)
    played.saved(played.phone.submit(played.removal(1)))
    page = overtaken(played.phone.submit(form, {"cards_QS": "3"}))
    assert others_changes(page) == [TAKEN_OUT]


def test_a_removal_is_told_what_came_first(played: Table) -> None:
    form = played.removal(1)
    correct(played, 1, 0)
    before = everything(played.app)
    page = overtaken(played.phone.submit(form))
    assert everything(played.app) == before
    assert others_changes(page) == [QUEEN_MOVED]
    assert not sheet(played.saved(played.phone.submit(page.form("/remove"))))


def test_an_act_is_told_what_came_first(played: Table) -> None:
    form = played.act("replace")
    correct(played, 1, 0)
    page = overtaken(played.phone.submit(form, FIELDS["replace"]))
    assert others_changes(page) == [QUEEN_MOVED]
