"""What is released is what its tag, its version and the change log say, by actions we know."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scorepad import __version__
from tests.support.release import CHANGES, disagreement

WORKFLOWS = Path(__file__).parents[2] / ".github" / "workflows"


def test_version_and_change_log_agree() -> None:
    assert disagreement(None, __version__, CHANGES.read_text()) is None


@pytest.mark.parametrize(
    ("tag", "newest", "fault"),
    [
        ("v1.2.0", "1.2.0 – 2027-01-31", None),
        (None, "1.2.0 – 2027-01-31", None),
        (None, "Unreleased", None),
        ("v1.2.0", "Unreleased", "begins with Unreleased, not with 1.2.0"),
        ("v1.2.0", "1.1.0 – 2026-12-24", "begins with 1.1.0, not with 1.2.0"),
        (None, "1.3.0", "begins with 1.3.0, not with 1.2.0"),
        ("v1.3.0", "1.2.0 – 2027-01-31", "the tag is v1.3.0, not v1.2.0"),
        ("1.2.0", "1.2.0 – 2027-01-31", "the tag is 1.2.0, not v1.2.0"),
    ],
)
def test_what_does_not_agree_is_said(tag: str | None, newest: str, fault: str | None) -> None:
    said = disagreement(tag, "1.2.0", f"# What has changed\n\n## {newest}\n\n## 1.0.0\n")
    assert fault is None if said is None else fault and said.endswith(fault)


def test_actions_are_pinned_by_commit() -> None:
    for workflow in WORKFLOWS.iterdir():
        for used in re.findall(r"uses: (.+)", workflow.read_text()):
            assert re.fullmatch(r"\./\S+|\S+@[0-9a-f]{40} # v[\d.]+", used), used
