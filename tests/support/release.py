"""``python -m tests.support.release TAG``: whether tag, version and change log agree."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from scorepad import __version__

CHANGES = Path(__file__).parents[2] / "CHANGELOG.md"


def disagreement(tag: str | None, version: str, changes: str) -> str | None:
    """What does not agree, if anything; without a ``tag``: before a release."""
    newest = re.findall(r"^## (\S+)", changes, re.MULTILINE)[0]
    if newest != version and (tag or newest != "Unreleased"):
        return f"the change log begins with {newest}, not with {version}"
    if tag and tag != f"v{version}":
        return f"the tag is {tag}, not v{version}"
    return None


if __name__ == "__main__":
    sys.exit(disagreement(sys.argv[1], __version__, CHANGES.read_text()))
