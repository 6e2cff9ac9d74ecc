"""The switch of the theme: how a choice is kept, and the way back from its link."""

from __future__ import annotations

import pytest

from tests.web.cast import Phone, Table


def test_the_choice_is_kept_as_the_language_is(table: Table) -> None:
    page = f"http://localhost{table.address}?page=2"
    answer = table.phone.client.get("/theme/black", headers={"Referer": page})
    assert (answer.status_code, answer.location) == (303, f"{table.address}?page=2")
    cookie = table.phone.client.get_cookie("theme")
    assert cookie is not None
    assert (cookie.value, cookie.http_only, cookie.path) == ("black", True, "/")
    assert cookie.max_age is not None
    assert cookie.max_age > 365 * 24 * 3600


@pytest.mark.parametrize("name", ["sepia", "DARK", "dark%20", "x" * 300, "%00", "None"])
def test_there_is_no_other_theme(phone: Phone, name: str) -> None:
    answer = phone.client.get(f"/theme/{name}")
    assert answer.status_code == 404
    assert "Set-Cookie" not in answer.headers
