"""Any sequence of verbs does to the database what it does to a few lines of Python."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.rules import Hand
from scorepad.store.errors import GameOverError, StaleError
from tests.store.table import EVERY_HAND, Database, Table, migrated, seat_four, sqlite_uri
from tests.support.torture import examples

OPTIONS = {"target": 50, "exact": 50, "tie": "play-on"}


@dataclass(frozen=True)
class Step:
    """``line`` is one of those written so far, or just past them; ``late``: by how much."""

    verb: str
    hand: Hand
    line: int
    late: int


STEPS = st.lists(
    st.builds(
        Step,
        verb=st.sampled_from(["record", "record", "repeat", "correct", "remove"]),
        hand=st.sampled_from(EVERY_HAND),
        line=st.integers(0, 12),
        late=st.sampled_from([0, 0, 0, 0, 1]),
    ),
    max_size=20,
)


@dataclass
class Model:
    """A pad of paper: lines, some of them struck out."""

    written: list[Hand] = field(default_factory=list)
    entered: list[Hand] = field(default_factory=list)
    struck: set[int] = field(default_factory=set)
    changes: int = 0

    @property
    def hands(self) -> tuple[Hand, ...]:
        return tuple(hand for line, hand in enumerate(self.written) if line not in self.struck)

    def carry_out(self, step: Step, *, over: bool) -> type[Exception] | None:
        """Carry out the step, or return why it cannot be done."""
        line = step.line % (len(self.written) + 1)
        there = line < len(self.written)
        if step.verb == "repeat" and there:
            # A repetition is recognised by the first submission, whatever was corrected since.
            return None
        if step.verb in ("record", "repeat"):
            return self._record(step, over=over)
        if step.verb == "remove":
            if line in self.struck:
                return None
            if not there or step.late:
                return StaleError
            self.struck.add(line)
        else:
            if not there or line in self.struck:
                return StaleError
            if self.written[line] == step.hand:
                return None
            if step.late:
                return StaleError
            self.written[line] = step.hand
        self.changes += 1
        return None

    def _record(self, step: Step, *, over: bool) -> type[Exception] | None:
        if step.late:
            return StaleError
        if over:
            return GameOverError
        self.written.append(step.hand)
        self.entered.append(step.hand)
        self.changes += 1
        return None


def carry_out(table: Table, step: Step, model: Model) -> None:
    """The same step in the database; ``model`` is what it was before."""
    index = step.line % (len(model.written) + 1)
    there = index < len(model.written)
    revision = table.revision() - step.late
    if step.verb == "repeat" and there:
        table.record(model.entered[index], f"entry {index}", revision)
    elif step.verb in ("record", "repeat"):
        table.record(step.hand, f"entry {len(model.written)}", revision)
    elif step.verb == "correct":
        table.correct(index + 1, step.hand, revision)
    else:
        table.remove(index + 1, revision)


@pytest.fixture(scope="module")
def lasting_database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """One for all examples; each has a pad of its own in it."""
    folder = tmp_path_factory.mktemp("model")
    with migrated(sqlite_uri(folder / "pad.sqlite")) as made:
        yield made


@pytest.mark.slow
@given(steps=STEPS)
@settings(max_examples=examples(10, 30), deadline=None)
def test_any_sequence_of_verbs_gives_the_hands_that_paper_would_show(
    lasting_database: Database, steps: list[Step]
) -> None:
    table = seat_four(lasting_database, OPTIONS)
    model, after = Model(), table.state()
    for step in steps:
        before = after
        untouched = Model([*model.written], [*model.entered], {*model.struck}, model.changes)
        refused = model.carry_out(step, over=before.sheet.over)
        if refused is None:
            carry_out(table, step, untouched)
        else:
            with pytest.raises(refused):
                carry_out(table, step, untouched)
        after = table.state()
        assert after.hands == model.hands
        assert after.finished == after.sheet.over
        assert after.revision == 1 + model.changes
        assert len(after.log) == 1 + model.changes
        assert len(after.rows) == len(model.written)
        if model.changes == untouched.changes:
            assert after == before
