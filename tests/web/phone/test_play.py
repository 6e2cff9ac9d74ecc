"""The icon on the home screen leads to where the evening goes on."""

from __future__ import annotations

from tests.web.cast import Phone, start


def leads_to(phone: Phone, address: str) -> str:
    answer = phone.client.get(address)
    assert answer.status_code == 302
    return answer.location or ""


def test_a_new_phone_is_led_to_the_start(phone: Phone) -> None:
    assert leads_to(phone, "/play") == "/"
    assert leads_to(phone, "/play/new") == "/new"


def test_the_newest_running_game_of_all_pads_is_opened(phone: Phone) -> None:
    first = start(phone)
    assert leads_to(phone, "/play") == first.address
    # A game of another pad.
    second = start(phone, at="/new")
    assert leads_to(phone, "/play") == second.address
    assert leads_to(phone, "/play/new") == f"{second.pad}new"
    second.do("stop")
    assert leads_to(phone, "/play") == first.address
    first.do("bin")
    assert leads_to(phone, "/play") == "/"


def test_nobody_is_led_to_the_game_of_others(phone: Phone, looker_on: Phone) -> None:
    table = start(phone)
    looker_on.open(table.address)
    assert leads_to(looker_on, "/play") == "/"
    assert leads_to(looker_on, "/play/new") == "/new"


def test_without_its_pens_a_phone_is_a_new_one(phone: Phone) -> None:
    table = start(phone)
    assert leads_to(phone, "/play") == table.address
    phone.client.delete_cookie("scorepad_device")
    assert leads_to(phone, "/play") == "/"
