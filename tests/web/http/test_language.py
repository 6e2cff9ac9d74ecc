"""The language of a page: the one chosen on it, else the browser's, and never another reader's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

import pytest
from flask import Flask

from scorepad.web.words.translation import LANGUAGES
from tests.web.cast import Phone, Table, hand, seat_four
from tests.web.pages import page_of

GERMAN: Final = {"Accept-Language": "de"}
# The heading of the start form.
QUESTION: Final = {"en": "Who’s playing?", "de": "Wer spielt mit?"}
LONG: Final = ",".join(["de"] * 4_000)


def accepting(languages: str) -> dict[str, str]:
    """The header of a browser that prefers these."""
    return {"Accept-Language": languages}


def language_of(phone: Phone, headers: Mapping[str, str]) -> str:
    """The language of the start form, which its heading and its mark agree on."""
    response = phone.client.get("/new", headers=headers)
    assert response.status_code == 200
    page = page_of(response)
    language = page.only("html").attributes["lang"]
    assert page.title == QUESTION[language]
    return language


@contextmanager
def choosing(phone: Phone, code: str) -> Iterator[None]:
    """A phone that chose a language on a page."""
    assert phone.client.get(f"/language/{code}").status_code == 303
    yield
    phone.client.delete_cookie("language")


@pytest.mark.parametrize(
    ("languages", "language"),
    [
        ("de", "de"),
        ("de-AT", "de"),
        ("de-DE,en-US;q=0.7,en;q=0.3", "de"),
        ("de-AT,en;q=0.5", "de"),
        ("fr-CH,fr;q=0.9,en-US;q=0.8,de;q=0.7", "en"),
        ("DE-ch,de;q=0.9,en;q=0.8", "de"),
        ("fr;q=1,de;q=0.5", "de"),
        ("en-GB,en;q=0.9,de;q=0.8", "en"),
        ("de;q=0.4,en;q=0.6", "en"),
        ("fr", "en"),
        ("*", "en"),
        ("de;q=0", "en"),
        ("de;q=x;;,=,\xff%s{0}", "en"),
        ("\u00ff" * 40, "en"),
        (LONG, "de"),
        ("", "en"),
    ],
    ids=lambda value: value[:24],
)
def test_the_browser_s_language(phone: Phone, languages: str, language: str) -> None:
    assert language_of(phone, accepting(languages)) == language


def test_a_language_that_was_chosen_wins(phone: Phone) -> None:
    with choosing(phone, "de"):
        assert language_of(phone, accepting("en")) == "de"
    with choosing(phone, "en"):
        assert language_of(phone, GERMAN) == "en"


def test_an_image_is_in_the_language_that_its_address_says(table: Table, phone: Phone) -> None:
    table.recorded(9, 2, 1, 1, QS=0)

    def seen(query: str, headers: Mapping[str, str] = GERMAN) -> str:
        return phone.client.get(f"{table.address}/result.svg?{query}", headers=headers).text

    english, german = seen("", accepting("en")), seen("")
    assert english != german
    assert seen("lang=de", accepting("en")) == german
    assert seen("v=1&lang=en") == english
    for odd in ("lang=fr", "xlang=en", "lang=en1", "lang="):
        assert seen(odd) == german
    with choosing(phone, "de"):
        assert seen("lang=en", {}) == english


def test_unknown_language_is_ignored(app: Flask) -> None:
    cases = ["language=fr", "language=", "language=dex", "a_language=en", "language=../de"]
    for cookie in cases:
        client = app.test_client(use_cookies=False)
        response = client.get("/new?lang=en", headers={**GERMAN, "Cookie": cookie})
        assert page_of(response).title == QUESTION["de"], cookie


def test_lookers_on_share_a_page_with_those_of_their_language_only(
    app: Flask, table: Table
) -> None:
    """Whoever came first: the page that is kept for them all is one for each language."""
    for number in (1, 2):
        pages: dict[str, set[str]] = {"en": set(), "de": set()}
        for _ in range(3):
            # Preferred or chosen: neither is a cookie that makes a page one's own.
            for language in ("de", "en") if number == 1 else ("en", "de"):
                looker_on, chose = Phone(app), Phone(app)
                chose.client.set_cookie("language", language)
                for phone in (looker_on, chose):
                    headers = accepting(language) if phone is looker_on else {}
                    response = phone.client.get(table.address, headers=headers)
                    page = page_of(response)
                    assert page.only("html").attributes["lang"] == language
                    assert page.only("footer").text != LANGUAGES[language]
                    pages[language].add(response.get_data(as_text=True))
        assert [len(kept) for kept in pages.values()] == [1, 1]
        table.recorded(6, 4, 2, 1, QS=1)


def test_what_a_form_is_refused_for_is_said_in_its_language(phone: Phone) -> None:
    with choosing(phone, "de"):
        form = phone.open("/new").form()
        long = "x" * 31
        names = {"name_0": "Anna", "name_1": "anna", "name_2": "Cem", "name_3": long}
        page = page_of(phone.force(form, {**names, "target": "1.5", "order_0": "first"}))
    assert page.faults_at("target") == ["Bitte gib eine ganze Zahl ein."]
    assert "Spieler 1: Bitte gib eine ganze Zahl ein." in page.text
    assert f"„{long}“: Ein Name darf höchstens 30 Zeichen haben." in page.text
    assert "Zwei Spieler heißen" in page.text


@pytest.mark.parametrize(
    ("status", "title"),
    [
        (403, "Dieses Handy hat keinen Stift"),
        (404, "Seite nicht gefunden"),
        (405, "Das ist hier nicht möglich"),
        (413, "Zu groß"),
    ],
)
def test_an_error_is_told_in_the_reader_s_language(
    table: Table, looker_on: Phone, status: int, title: str
) -> None:
    client = looker_on.client
    response = {
        403: lambda: client.get(f"{table.pad}pens", headers=GERMAN),
        404: lambda: client.get("/pad/nothing/", headers=GERMAN),
        405: lambda: client.put(table.address, headers=GERMAN),
        413: lambda: client.post("/new", data={"more": "x" * 1_000_000}, headers=GERMAN),
    }[status]()
    assert response.status_code == status
    page = page_of(response)
    assert page.title == title
    assert page.only("html").attributes["lang"] == "de"


def test_a_file_for_programs_is_the_same_in_every_language(phone: Phone) -> None:
    table = seat_four(phone)
    table.saved(phone.submit(table.entry(), hand(6, 4, 2, 1, QS=1)))
    for address in (f"{table.pad}hands.csv", f"{table.address}/hands.csv"):
        files = {
            phone.client.get(address, headers=accepting(language)).data for language in LANGUAGES
        }
        (file,) = files
        assert file.decode("utf-8-sig").startswith("pad,game,started,finished,rules,hand,")
