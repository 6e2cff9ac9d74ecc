"""Names of devices in the list of pens: guessed from the browser, or chosen by the user."""

from __future__ import annotations

from typing import Final

import pytest

from scorepad.web.words.names import guessed_name
from tests.web.cast import Phone, Table, hand_over, pens, start, take_pen

KHTML: Final = "AppleWebKit/537.36 (KHTML, like Gecko)"
IPHONE: Final = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15"
ANDROID: Final = f"Mozilla/5.0 (Linux; Android 10; K) {KHTML}"
WINDOWS: Final = f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {KHTML}"

USER_AGENTS: Final = {
    f"{IPHONE} Version/26.0 Mobile/15E148 Safari/604.1": "Safari on iPhone",
    f"{IPHONE} CriOS/141.0.7390.69 Mobile/15E148 Safari/604.1": "Chrome on iPhone",
    f"{IPHONE} FxiOS/144.0 Mobile/15E148 Safari/605.1.15": "Firefox on iPhone",
    f"{IPHONE} Version/18.0 EdgiOS/141.0.3537.57 Mobile/15E148 Safari/604.1": "Edge on iPhone",
    f"{ANDROID} SamsungBrowser/28.0 Chrome/130.0.0.0 Safari/537.36": "Samsung Internet on Android",
    f"{ANDROID} Chrome/137.0.0.0 Mobile Safari/537.36 OPR/92.0.0.0": "Opera on Android",
    "Mozilla/5.0 (Android 15; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0": "Firefox on Android",
    f"{WINDOWS} Chrome/141.0.0.0 Safari/537.36": "Chrome on Windows",
    f"{WINDOWS} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0": "Edge on Windows",
    f"Mozilla/5.0 (X11; CrOS x86_64) {KHTML} Chrome/141.0.0.0 Safari/537.36": "Chrome on ChromeOS",
    "SomeApp/1.0 (iPad)": "Browser on iPad",
    "": "Phone",
    "<script>alert(1)</script>": "Phone",
    "{{ config }} {% raw %} %s \xff\xfe": "Phone",
    "Safari" * 9000: "Safari",
}


def test_a_name_is_guessed_from_what_a_browser_says() -> None:
    for user_agent, name in USER_AGENTS.items():
        assert guessed_name(user_agent) == name


def calls_itself(phone: Phone, user_agent: str) -> Phone:
    phone.client.environ_base["HTTP_USER_AGENT"] = user_agent
    return phone


def test_a_browser_is_called_what_it_says(table: Table, looker_on: Phone) -> None:
    user_agent, name = f"<b> {IPHONE} FxiOS/144.0", "Firefox on iPhone"
    phone = calls_itself(looker_on, user_agent)
    assert phone.open(hand_over(table)).form("/pen")["name"] == name
    take_pen(phone, hand_over(table), "  ")
    assert pens(table)[1][0] == name
    # A phone that starts a pad is called so as well.
    own = start(calls_itself(Phone(table.app), user_agent))
    assert [each for each, _ in pens(own)] == [name]


@pytest.mark.parametrize("name", ['<b>Ada</b> & "co" \'', "\u202eneB", "👨‍👩‍👧‍👦" * 4])
def test_a_device_is_called_what_its_user_says(table: Table, looker_on: Phone, name: str) -> None:
    take_pen(looker_on, hand_over(table), name)
    for phone in (table.phone, looker_on):
        page = phone.open(f"{table.pad}pens")
        item = page.only("ul", class_="pens").all("li")[1]
        assert [each.children for each in item.all("bdi")] == [[name], [name]]
        assert not page.main.all("b")


def test_a_name_belongs_to_the_pen_of_one_pad(table: Table, looker_on: Phone) -> None:
    take_pen(looker_on, hand_over(table), "Ben’s phone")
    table.recorded(6, 4, 2, 1, QS=1)
    other = start(Phone(table.app))
    assert looker_on.open(hand_over(other)).form("/pen")["name"] == "Phone"
    take_pen(looker_on, hand_over(other), "Secret nickname")
    Table(looker_on, table.address).recorded(6, 4, 2, 1, QS=1)
    assert [name for name, _ in pens(table)] == ["Phone", "Ben’s phone"]
    for address in (f"{table.address}/log", f"{table.pad}pens", table.address):
        assert "Secret nickname" not in table.phone.open(address).text
    assert "Ben’s phone" in table.phone.open(f"{table.address}/log").text


def test_a_name_that_is_none_is_refused_at_its_place(table: Table, looker_on: Phone) -> None:
    form = looker_on.open(hand_over(table)).form("/pen")
    for name, message in (
        ("\u200b", "A name must not be empty."),
        ("🂡" * 31, "A name must have at most 30 characters."),
        ("👨‍👩‍👧‍👦" * 5, "A name must take at most 120 bytes; an emoji takes 4 or more."),
    ):
        page = looker_on.refused(form, {"name": name})
        assert page.alert
        assert page.faults == page.faults_at("name") == [message]
        assert looker_on.secret is None
    # What was typed is still there, and the link still good.
    assert page.form("/pen")["name"] == name
    assert looker_on.submit(page.form("/pen"), {"name": "Ben"}).status_code == 303
    assert pens(table)[1][0] == "Ben"
