"""The pad’s name, and the card for the wall with its address."""

from __future__ import annotations

import pytest

from tests.web.cast import Phone, Table


def test_the_name_is_shown_to_all(table: Table, looker_on: Phone) -> None:
    for phone in (table.phone, looker_on):
        assert phone.open(table.pad).title.startswith("Pad from ")
    assert not looker_on.open(table.pad).forms
    assert table.phone.open(table.pad).form("/name")["name"] == ""
    page = table.name_pad("  Fridays at Maggie’s ")
    assert page.title == "Fridays at Maggie’s"
    assert page.form("/name")["name"] == "Fridays at Maggie’s"
    assert looker_on.open(table.pad).title == "Fridays at Maggie’s"


@pytest.mark.parametrize(
    ("name", "kept", "sentence"),
    [
        (" \u200b ", "\u200b", "A name must not be empty."),
        (" a\nb", "a\nb", "A name must not have line breaks or control characters."),
        # What is far too long is not shown again.
        ("x" * 5000, "", "This is far too long."),
    ],
)
def test_a_name_that_cannot_be_is_refused_and_kept(
    table: Table, name: str, kept: str, sentence: str
) -> None:
    page = table.phone.refused(table.name_pad("Friday").form("/name"), {"name": name})
    assert page.faults == page.faults_at("name") == [sentence]
    assert page.title == "Friday"
    assert "open" in page.folded("This pad Name, card, new pad, delete").attributes
    assert page.form("/name")["name"] == kept
    assert "autofocus" in page.only("input", id="pad-name").attributes


def test_the_card_has_the_name_and_the_address_and_no_pen(table: Table, looker_on: Phone) -> None:
    table.name_pad("Friday <3")
    card = f"{table.pad}card"
    assert card in looker_on.open(table.pad).links
    page = looker_on.open(card)
    assert page.title == "Friday <3"
    assert page.only(class_="link").links == [f"http://localhost{table.pad}"]
    assert page.only(class_="code").all("path")
    assert "Hearts: follow the score on your phone" in page.main.text
    assert not page.forms
    assert "/pen/" not in page.main.text
    # An address for this computer only is not printed; it is of the host that was asked.
    assert "only on this computer" in page.main.text
    assert not page.all("button")
    answer = looker_on.client.get(card, base_url="http://kitchen.local:8013")
    assert f"http://kitchen.local:8013{table.pad}" in answer.text
    assert "only on this computer" not in answer.text
    assert 'id="print"' in answer.text
