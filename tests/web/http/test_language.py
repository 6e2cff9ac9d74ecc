"""The language of a page: the one chosen on it, else the browser's, and never another reader's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from scorepad.web.http.language import LANGUAGES
from scorepad.web.http.language import language_of as language_of_request
from tests.web.cast import Phone, Table
from tests.web.pages import page_of

GERMAN: Final = {"Accept-Language": "de"}
# The heading of the start form.
QUESTION: Final = {"en": "Who’s playing?", "de": "Wer spielt mit?"}


def language_of(phone: Phone, headers: Mapping[str, str]) -> str:
    """The language of the start form, which its heading, its mark and its switch agree on."""
    page = page_of(phone.client.get("/new", headers=headers))
    language = page.only("html").attributes["lang"]
    assert page.title == QUESTION[language]
    links = [link for link in page.only("footer").all("a") if "lang" in link.attributes]
    assert [(link.attributes["href"], link.text) for link in links] == [
        (f"/language/{code}", name) for code, name in LANGUAGES.items()
    ]
    marked = [link.attributes["lang"] for link in links if "aria-current" in link.attributes]
    assert marked == [language]
    return language


@given(st.text(st.characters(max_codepoint=255)), st.text(st.characters(max_codepoint=255)))
def test_any_headers_have_a_language(accepted: str, cookie: str) -> None:
    """No page could answer what it raised."""
    for header in (accepted, f"de;q={accepted}", f"{accepted},en;{accepted}"):
        environ = {"HTTP_ACCEPT_LANGUAGE": header, "HTTP_COOKIE": f"language=de;{cookie}"}
        assert language_of_request(environ) in LANGUAGES
        assert language_of_request(environ | {"HTTP_COOKIE": cookie}) in LANGUAGES


@pytest.mark.parametrize(
    ("language", "headers"),
    [
        ("de", ("de", "de-AT", "de-DE,en-US;q=0.7,en;q=0.3", "DE-ch,de;q=0.9,en;q=0.8")),
        ("de", ("fr;q=1,de;q=0.5",)),
        ("en", ("fr-CH,fr;q=0.9,en-US;q=0.8,de;q=0.7", "en-GB,de;q=0.8", "de;q=0.4,en;q=0.6")),
        ("en", ("fr", "*", "", "de;q=0", "de;q=x;;,=,\xff%s{0}", "\u00ff" * 40, "de," * 4_000)),
    ],
)
def test_the_browser_s_language(language: str, headers: tuple[str, ...]) -> None:
    for accepted in headers:
        assert language_of_request({"HTTP_ACCEPT_LANGUAGE": accepted}) == language, accepted
    # A page has none that its address says.
    assert language_of_request({"PATH_INFO": "/new", "QUERY_STRING": "lang=de"}) == "en"


def test_a_language_that_was_chosen_wins(phone: Phone) -> None:
    assert [language_of(phone, headers) for headers in ({}, GERMAN)] == ["en", "de"]
    for code, header in (("de", "en"), ("en", "de")):
        assert phone.client.get(f"/language/{code}").status_code == 303
        assert language_of(phone, {"Accept-Language": header}) == code


def test_choosing_leads_back_to_the_page_with_the_link(table: Table) -> None:
    for page in (table.address, f"{table.pad}?page=2"):
        response = table.phone.client.get(
            "/language/de", headers={"Referer": f"http://localhost{page}"}
        )
        assert (response.status_code, response.location) == (303, page)
    cookie = table.phone.client.get_cookie("language")
    assert cookie is not None
    assert (cookie.value, cookie.http_only, cookie.path) == ("de", True, "/")
    # It still holds its pen.
    assert table.page().form(table.address)
    for own, back in (("language/de", "/cards/"), ("new", "/cards/new")):
        answer = table.phone.client.get(
            "/language/de",
            headers={"Referer": f"http://localhost/cards/{own}"},
            environ_overrides={"SCRIPT_NAME": "/cards"},
        )
        assert answer.location == back


@pytest.mark.parametrize(
    "referrer",
    [
        *("", "http://elsewhere.example/new", "http://localhost.elsewhere.example/new"),
        *("http://localhost:1/new", "https:elsewhere.example", "//elsewhere.example/new"),
        *("javascript:alert(1)", "no address", "http://[::1", "http://localhost]/"),
        "http://localhost/language/de",
    ],
)
def test_choosing_leads_to_no_other_host(phone: Phone, referrer: str) -> None:
    response = phone.client.get("/language/de", headers={"Referer": referrer})
    assert (response.status_code, response.location) == (303, "/")


@pytest.mark.parametrize("code", ["fr", "DE", "de-AT", "x" * 300, "%00"])
def test_there_is_no_other_language(app: Flask, code: str) -> None:
    response = app.test_client().get(f"/language/{code}")
    assert response.status_code == 404
    assert "Set-Cookie" not in response.headers
    for cookie in (f"language={code}", "a_language=en", "language="):
        assert language_of_request({"HTTP_COOKIE": cookie, "HTTP_ACCEPT_LANGUAGE": "de"}) == "de"


def test_an_image_is_in_the_language_that_its_address_says(table: Table, phone: Phone) -> None:
    table.recorded(9, 2, 1, 1, QS=0)

    def seen(query: str, language: str = "de") -> str:
        headers = {"Accept-Language": language}
        return phone.client.get(f"{table.address}/result.svg?{query}", headers=headers).text

    english, german = seen("", "en"), seen("")
    assert english != german
    assert seen("lang=de", "en") == german
    assert seen("v=1&lang=en") == english
    for odd in ("lang=fr", "xlang=en", "lang=en1", "lang="):
        assert seen(odd) == german


def test_lookers_on_share_a_page_with_those_of_their_language_only(
    app: Flask, table: Table
) -> None:
    for order in (("de", "en"), ("en", "de")):
        pages: dict[str, set[str]] = {"en": set(), "de": set()}
        for language in order * 2:
            # Preferred or chosen: neither is a cookie that makes a page one's own.
            prefers, chose = Phone(app), Phone(app)
            chose.client.set_cookie("language", language)
            for phone, headers in ((prefers, {"Accept-Language": language}), (chose, {})):
                response = phone.client.get(table.address, headers=headers)
                assert page_of(response).only("html").attributes["lang"] == language
                pages[language].add(response.text)
        assert [len(kept) for kept in pages.values()] == [1, 1]
        table.recorded(6, 4, 2, 1, QS=1)


def test_what_is_refused_says_why_in_the_reader_s_language(phone: Phone) -> None:
    phone.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
    names = {"name_0": "Anna", "name_1": "anna", "name_2": "Cem", "name_3": "x" * 31}
    form = phone.open("/new").form()
    page = page_of(phone.force(form, {**names, "target": "1.5", "order_0": "first"}))
    assert page.faults_at("target") == ["Bitte gib eine ganze Zahl ein."]
    assert "Spieler 1: Bitte gib eine ganze Zahl ein." in page.text
    assert f"„{'x' * 31}“: Ein Name darf höchstens 30 Zeichen haben." in page.text
    assert "Zwei Spieler heißen" in page.text
    answers = (
        phone.client.get("/pad/nothing/"),
        phone.client.post("/new", data={"x": "x" * 10**6}),
    )
    assert [page_of(each).title for each in answers] == ["Seite nicht gefunden", "Zu groß"]
