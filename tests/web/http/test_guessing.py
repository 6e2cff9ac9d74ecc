"""What is not there is answered alike, whoever asks and whatever is near."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.web.apps import everything
from tests.web.cast import (
    Cast,
    Phone,
    Table,
    hand,
)
from tests.web.http.addresses import (
    NEVER,
    SAFE,
    requests,
)
from tests.web.pages import page_of

_PARTS = 5
Answer = tuple[int, bytes, list[tuple[str, str]]]


def answer(response: TestResponse) -> Answer:
    """All that somebody could learn from an answer; a new session's cookie is never the same."""
    headers = [line for line in response.headers if line[0] != "Set-Cookie"]
    return response.status_code, response.data, headers


@pytest.mark.slow
@pytest.mark.parametrize("who", ["stranger", "neighbour", "holder", "undecided"])
def test_a_guessed_address_is_answered_like_one_that_never_was(
    app: Flask, cast: Cast, who: str
) -> None:
    phone = cast.everybody[who]
    token = phone.token()

    def answers(key: str, some: slice) -> list[list[Answer]]:
        """The answers at some of the addresses, each asked for in every way."""
        results = []
        for method, address, _ in list(requests(app, cast.table, address=key))[some]:
            ways: list[dict[str, Any]] = [{}]
            if method not in SAFE:
                ways.append({"data": {"csrf_token": token}})
            elif method == "GET":
                # Whether a game went on is answered by other means.
                ways.append({"query_string": "seen=3"})
            results.append(
                [answer(phone.client.open(address, method=method, **way)) for way in ways]
            )
        return results

    before = everything(app)
    never = answers(NEVER, slice(None))
    assert {status for each in never for status, _, _ in each} == {404}
    # Whoever asks: what is looked for does not depend on it. Nor does it on what stands behind the
    # guess, so that every guess is tried with a part of it.
    guesses = cast.guesses()
    for turn, guess in enumerate(guesses if who == "stranger" else (guesses[0], guesses[-1])):
        some = slice(turn % _PARTS, None, _PARTS) if turn else slice(None)
        assert answers(guess, some) == never[some], guess
    assert everything(app) == before


@pytest.mark.parametrize("who", ["holder", "nobody"])
def test_a_game_that_is_not_there_is_404_for_everybody(app: Flask, played: Table, who: str) -> None:
    phone = played.phone if who == "holder" else Phone(app)
    token = phone.token()
    before = everything(app)
    for number in ("0", "3", "-1", "999999"):
        for method, address, rule in requests(app, played, number=number):
            if "number" in rule.arguments:
                data = {"csrf_token": token} if method not in SAFE else None
                response = phone.client.open(address, method=method, data=data)
                assert response.status_code == 404, (method, address)
    assert everything(app) == before


def test_a_hand_that_is_not_there_is_404_for_the_holder(app: Flask, played: Table) -> None:
    endpoints = [
        "table.hand",
        "table.correct",
        "table.remove_hand",
    ]
    for line in ("0", "3", "999999"):
        for endpoint in endpoints:
            token = played.phone.token()
            before = everything(app)
            for method, address, rule in requests(app, played, line=line):
                if rule.endpoint == endpoint and method != "OPTIONS":
                    data = {
                        **hand(6, 4, 2, 1, QS=1),
                        "csrf_token": token,
                        "revision": "3",
                        "entry_id": "e",
                    }
                    response = played.phone.client.open(
                        address, method=method, data=data if method not in SAFE else None
                    )
                    assert response.status_code == 404, (method, address)
            assert everything(app) == before, (line, endpoint)


def test_a_pad_that_is_not_there_looks_like_any_page_that_is_not(app: Flask) -> None:
    phone = Phone(app)
    texts = {
        page_of(phone.client.get(address)).text
        for address in ("/pad/x/", "/pad/x/table/1", "/nothing", "/pad/", "/static/x/nothing.css")
    }
    assert len(texts) == 1
