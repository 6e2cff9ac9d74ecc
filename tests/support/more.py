"""How long open-ended tests run: briefly by default, longer on request."""

from __future__ import annotations

import os


def more(usual: int) -> int:
    """As many as usual, or ``SCOREPAD_TEST_MORE`` times as many."""
    return usual * int(os.environ.get("SCOREPAD_TEST_MORE", "1"))
