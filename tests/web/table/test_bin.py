"""A game put into the bin, where it can be seen but not changed, and taken out again."""

from __future__ import annotations

from tests.web.apps import everything
from tests.web.cast import Phone, Table, hand
from tests.web.table.acts import FIELDS, overtaken
from tests.web.table_page import sheet


def test_a_binned_game_is_in_the_bin_and_not_on_the_front_page(played: Table) -> None:
    page = played.do("bin")
    assert "In the bin" in page.text
    front = played.phone.open(played.pad)
    assert not front.all("a", class_="running")
    addresses = [link.attributes["href"] for link in front.all("a")]
    assert played.address not in addresses
    assert f"{played.pad}bin" in addresses
    binned = played.phone.open(f"{played.pad}bin")
    assert [each.attributes["href"] for each in binned.all("a")].count(played.address) == 1
    page = played.do("unbin")
    assert "In the bin" not in page.text
    assert page.news == "The game is back from the bin."
    front = played.phone.open(played.pad)
    assert [link.attributes["href"] for link in front.all("a", class_="running")] == [
        played.address
    ]
    assert "Bin" not in front.text


def test_lookers_on_see_the_bin_and_what_is_in_it(played: Table, looker_on: Phone) -> None:
    played.do("bin")
    assert looker_on.open(f"{played.pad}bin").only("ul", class_="list").all("a")
    page = looker_on.open(played.address)
    assert "In the bin" in page.text
    assert len(sheet(page)) == 1
    assert not page.forms


def test_nothing_can_be_written_in_a_binned_game(played: Table) -> None:
    forms = {act: played.act(act) for act in ("next", "replace", "stop")}
    entry, correction, removal = played.entry(), played.correction(1), played.removal(1)
    played.do("bin")
    forms_left = [*played.page().forms, *played.more().forms]
    assert sorted({form.action.rpartition("/")[2] for form in forms_left}) == [
        "delete",
        "unbin",
        "undo",
    ]
    before = everything(played.app)
    seen = {"revision": "3"}
    for act, form in forms.items():
        overtaken(played, before, played.phone.force(form, {**FIELDS.get(act, {}), **seen}))
    good = hand(1, 2, 4, 6, QS=0)
    assert not overtaken(played, before, played.phone.force(entry, {**good, **seen})).all(
        class_="entry"
    )
    overtaken(played, before, played.phone.force(correction, {"cards_QS": "0", **seen}))
    overtaken(played, before, played.phone.force(removal, seen))
