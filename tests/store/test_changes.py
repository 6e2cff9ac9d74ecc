"""Rows of the log: what is written is read again."""

from __future__ import annotations

import json
from datetime import UTC
from typing import Final

from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.store.log.changes import (
    KINDS,
    AnyChange,
    HandCorrected,
    change_of,
)
from scorepad.store.models import Change
from tests.store.table import hand
from tests.support.torture import examples


def test_a_row_has_what_was_before_and_what_is_after_it() -> None:
    former, now = hand(4, 3, 3, 3, queen=0, passed=2), hand(4, 3, 3, 3, queen=1)
    assert HandCorrected(former, now).to_json() == (
        {"before": {"hearts": [4, 3, 3, 3], "cards": {"QS": 0}, "passed": 2}},
        {"after": {"hearts": [4, 3, 3, 3], "cards": {"QS": 1}}},
    )


MOMENTS: Final = st.datetimes(timezones=st.just(UTC))
CHANGES: Final = st.sampled_from(sorted(KINDS.values(), key=str)).flatmap(
    lambda kind: st.builds(kind, **({"at": MOMENTS} if "at" in kind.__annotations__ else {}))
)


@given(CHANGES)
@settings(max_examples=examples(30, 100))
def test_what_is_written_is_read_again(change: AnyChange) -> None:
    before, after = json.loads(json.dumps(change.to_json()))
    assert type(change).from_json(before, after) == change
    assert change_of(Change(what=change.what, before=before, after=after)) == change
