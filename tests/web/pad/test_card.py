"""The card for the wall: the pad's address and name, and no pen."""

from __future__ import annotations

from tests.web.cast import Phone, Table


def test_it_has_the_pads_name_and_its_address_for_everybody(table: Table, looker_on: Phone) -> None:
    form = table.phone.open(table.pad).form("/name")
    table.phone.submit(form, {"name": "Friday <3"})
    page = looker_on.open(f"{table.pad}card")
    assert page.title == "Friday <3"
    assert page.only(class_="link").only("a").attributes["href"] == f"http://localhost{table.pad}"
    assert page.only(class_="code").all("path")
    assert "Hearts – Follow the score on your phone" in page.main.text
    assert not page.forms
    # The front page leads there, and nothing on it gives a pen.
    links = [each.attributes["href"] for each in looker_on.open(table.pad).all("a")]
    assert f"{table.pad}card" in links
    assert "/pen/" not in page.main.text


def test_an_address_for_this_computer_only_is_not_printed(table: Table, looker_on: Phone) -> None:
    page = looker_on.open(f"{table.pad}card")
    assert "only on this computer" in page.main.text
    assert not page.all("button")
    # It is made for the host that was asked.
    answer = looker_on.client.get(f"{table.pad}card", base_url="http://kitchen.local:8013")
    assert f"http://kitchen.local:8013{table.pad}" in answer.text
    assert "only on this computer" not in answer.text
    assert 'id="print"' in answer.text
