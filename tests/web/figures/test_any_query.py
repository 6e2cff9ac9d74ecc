"""Any query of a page of figures: an answer that says what is wrong, and never a crash."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.torture import examples
from tests.web.apps import app_in
from tests.web.cast import Phone, Table, start
from tests.web.figures.night import night

pytestmark = pytest.mark.slow

PAGES = ("players", "player/1", "player/1/form.svg", "records", "evenings", "evening/2",
         "evening/2/story", "evening/2/story.svg")  # fmt: skip
VALUES = st.one_of(
    st.sampled_from(["", "all", "recent", "2026", "1999", "9999", "2026-11-20", "2024-02-30",
                     "1900-01-01", "2999-12-31", "20261120", "2026-W05", "name", "-wins", "points",
                     "--", "\0", "é", "²", "9" * 30]),
    st.integers(-2, 9).map(str),
    st.text(max_size=20),
)  # fmt: skip
NAMES = st.sampled_from(["season", "from", "to", "sort", "rules", "after", "before"])


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with app_in(tmp_path_factory.mktemp("any-query") / "data") as app:
        table = start(Phone(app))
        night(table, 3)
        yield table


@settings(max_examples=examples(60, 600), deadline=None)
@given(page=st.sampled_from(PAGES), query=st.dictionaries(NAMES, VALUES, max_size=4))
def test_no_query_is_a_crash(table: Table, page: str, query: dict[str, str]) -> None:
    answer = table.phone.client.get(f"{table.pad}{page}", query_string=query)
    assert answer.status_code in (200, 404, 422)
    if answer.status_code == 422:
        assert {"from", "to"} & {*query}
