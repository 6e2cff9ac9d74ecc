"""What is not there is answered alike, for every sender and every guess."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.web.apps import everything
from tests.web.cast import Cast, Phone, Table
from tests.web.http.addresses import NEVER, SAFE, requests, written
from tests.web.pages import page_of

_PARTS = 5
Answer = tuple[int, bytes, list[tuple[str, str]]]


def answer(response: TestResponse) -> Answer:
    """All that a client could learn from an answer; a new session's cookie is never the same."""
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
    # What is looked for depends neither on the sender nor on what stands behind the guess: every
    # guess is tried with a part of the addresses.
    guesses = cast.guesses()
    for turn, guess in enumerate(guesses if who == "stranger" else (guesses[0], guesses[-1])):
        some = slice(turn % _PARTS, None, _PARTS) if turn else slice(None)
        assert answers(guess, some) == never[some], guess
    assert everything(app) == before


@pytest.mark.parametrize(
    ("who", "gap", "values"),
    [
        ("holder", "number", ("0", "3", "-1", "999999")),
        ("stranger", "number", ("0", "3", "-1", "999999")),
        ("holder", "line", ("0", "3", "999999")),
    ],
)
def test_a_game_or_a_hand_that_is_not_there_is_404(
    app: Flask, played: Table, who: str, gap: str, values: tuple[str, ...]
) -> None:
    phone = played.phone if who == "holder" else Phone(app)
    token = phone.token()
    before = everything(app)
    for value in values:
        for method, address, rule in requests(app, played, **{gap: value}):
            if gap in rule.arguments and method != "OPTIONS":
                data = written(app, played, token) if method not in SAFE else None
                response = phone.client.open(address, method=method, data=data)
                assert response.status_code == 404, (method, address)
    assert everything(app) == before


def test_a_pad_that_is_not_there_looks_like_any_page_that_is_not(app: Flask) -> None:
    phone = Phone(app)
    texts = {
        page_of(phone.client.get(address)).text
        for address in ("/pad/x/", "/pad/x/table/1", "/nothing", "/pad/", "/static/x/nothing.css")
    }
    assert len(texts) == 1
