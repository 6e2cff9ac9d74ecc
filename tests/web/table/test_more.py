"""The page More: one act a line for the pen, and what lookers-on may read."""

from __future__ import annotations

import pytest

from tests.web.cast import Cast, Phone, Table, gather
from tests.web.pages import Page
from tests.web.table.acts import refused

ACTS = ["undo", "next", "replace", "stop", "bin"]


def headings(page: Page) -> list[str]:
    return [each.text for each in page.main.all("h2")]


def acts(page: Page) -> set[str]:
    return {form.action.rpartition("/")[2] for form in page.forms}


def test_with_the_pen_it_has_every_act(played: Table) -> None:
    page = played.more()
    assert page.title == "More"
    assert headings(page) == [
        *("Hand 2", "Correct or undo", "The game", "This phone"),
        *("Look up", "House rules", "Files"),
    ]
    assert acts(page) == {*ACTS}


def test_without_the_pen_it_is_to_read(played: Table, looker_on: Phone) -> None:
    page = played.more(looker_on)
    assert headings(page) == ["Hand 2", "This phone", "Look up", "House rules", "Files"]
    assert not page.forms
    assert looker_on.client.get_cookie("scorepad_session") is None


def test_the_table_repeats_nothing_of_it(played: Table, looker_on: Phone) -> None:
    for phone in (played.phone, looker_on):
        page = phone.open(played.address)
        assert not page.main.all("details", class_="sit")
        assert not page.main.all("ul")
        assert not page.main.all("a", href=f"{played.address}/log")
        assert "House rules" not in page.main.text


def test_a_refused_form_is_open_and_has_the_focus(played: Table) -> None:
    page = refused(played, "replace", {"seat": "1", "name": "Anna"})
    assert page.title == "More"
    assert "autofocus" in page.only("input", id="name").attributes
    assert page.only("p", class_="fault").attributes["role"] == "alert"
    assert "open" not in page.folded("Change pass or dealer").attributes
    # As it is reloaded without a script.
    answer = played.phone.client.get(f"{played.address}/replace")
    assert (answer.status_code, answer.location) == (302, played.address)


@pytest.fixture
def cast(played: Table) -> Cast:
    return gather(played)


def test_everybody_with_the_address_reads_it_and_nobody_else(cast: Cast) -> None:
    address = f"{cast.table.address}/more"
    for phone in cast.holders.values():
        assert phone.open(address).forms
    for phone in cast.lookers_on.values():
        assert not phone.open(address).forms
    for guess in cast.guesses():
        response = cast.stranger.client.get(f"/pad/{guess}/table/1/more")
        assert response.status_code in (404, 308), guess
        assert "House rules" not in response.text
    assert cast.stranger.client.get(f"{cast.table.pad}table/99/more").status_code == 404
