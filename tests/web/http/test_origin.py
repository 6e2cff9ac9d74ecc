"""Over HTTPS a form says from which page it comes, in one of several ways."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from flask import Flask

from scorepad.settings import Guard
from scorepad.web.words import messages
from tests.web.apps import WIDE_OPEN, app_in, everything
from tests.web.cast import NAMES, Phone, hand_over, players, start, started
from tests.web.pages import page_of

SITE = "https://localhost"


@pytest.fixture
def behind_proxy(tmp_path: Path) -> Iterator[Flask]:
    with app_in(tmp_path / "data", Guard(proxies=1, costs=WIDE_OPEN.costs)) as app:
        yield app


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "same-origin", "Origin": "null"},
        {"Origin": SITE},
        {"Origin": f"{SITE}:443"},
        {"Origin": "null", "Referer": f"{SITE}/new"},
        {"Origin": "", "Referer": f"{SITE}/new"},
        {"Referer": SITE},
        {"Referer": f"{SITE}/new?players=4"},
    ],
)
def test_any_sign_of_own_page_is_enough(app: Flask, headers: Mapping[str, str]) -> None:
    assert started(Phone(app), SITE, headers).status_code == 303


@pytest.mark.parametrize(
    ("headers", "message"),
    [
        ({}, messages.NO_ORIGIN),
        ({"Origin": "null"}, messages.NO_ORIGIN),
        ({"Origin": "about:blank"}, messages.NO_ORIGIN),
        ({"Sec-Fetch-Site": "none", "Referer": ""}, messages.NO_ORIGIN),
        ({"Referer": "https://localhost:x/"}, messages.OTHER_ORIGIN),
        ({"Sec-Fetch-Site": "same-site"}, messages.NO_ORIGIN),
        ({"Origin": f"{SITE}:8443"}, messages.OTHER_ORIGIN),
        ({"Origin": "http://localhost"}, messages.OTHER_ORIGIN),
        ({"Origin": "https://localhost.b.example", "Referer": SITE}, messages.OTHER_ORIGIN),
        ({"Sec-Fetch-Site": "cross-site", "Referer": "https://b.example/"}, messages.OTHER_ORIGIN),
    ],
)
def test_any_other_page_is_refused_with_the_cause(
    app: Flask, headers: Mapping[str, str], message: tuple[str, str]
) -> None:
    before = everything(app)
    refused = started(Phone(app), SITE, headers)
    assert refused.status_code == 400
    page = page_of(refused)
    assert page.title == message[0]
    if message is messages.OTHER_ORIGIN:
        assert f"{SITE}," in page.text
    assert everything(app) == before


def test_own_page_without_a_token_is_refused(app: Flask) -> None:
    headers = {"Sec-Fetch-Site": "same-origin", "Origin": SITE}
    refused = Phone(app).client.post(
        "/new", base_url=SITE, data=players(*NAMES[:3]), headers=headers
    )
    assert (refused.status_code, page_of(refused).title) == (400, messages.OUT_OF_DATE[0])


HTTPS = {"X-Forwarded-Proto": "https"}


@pytest.mark.parametrize(
    ("host", "proxy"),
    [
        ("pad.example", {"X-Forwarded-Port": "8443"}),
        ("10.0.0.7", {"X-Forwarded-Host": "pad.example", "X-Forwarded-Port": "8443"}),
        # As from a container whose port is mapped to another one.
        ("pad.example:8443", {"X-Forwarded-Port": "443"}),
        ("pad.example:8443", {}),
    ],
)
def test_port_of_the_proxy(behind_proxy: Flask, host: str, proxy: Mapping[str, str]) -> None:
    headers = {**HTTPS, **proxy, "Referer": "https://pad.example:8443/new"}
    assert started(Phone(behind_proxy), f"http://{host}", headers).status_code == 303


def test_port_is_not_believed_without_a_proxy(app: Flask) -> None:
    table = start(Phone(app))
    assert "8443" not in hand_over(table)
    headers = {"X-Forwarded-Port": "8443"}
    assert "8443" not in table.phone.client.get(f"{table.address}/show", headers=headers).text


def test_operator_is_told_what_does_not_match(
    behind_proxy: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    secret = "/pad/secret/"
    headers = {**HTTPS, "Referer": f"https://pad.example:8443{secret}"}
    with caplog.at_level(logging.WARNING):
        started(Phone(behind_proxy), "http://pad.example", headers)
    (line,) = caplog.messages
    for part in ("https://pad.example:8443 ", "https://pad.example.", "X-Forwarded-Port"):
        assert part in line
    assert secret not in line
