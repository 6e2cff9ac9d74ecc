"""How much a test tries that could go on for ever: little in a normal run, more where asked for."""

from __future__ import annotations

import os


def more(usual: int) -> int:
    """As many as usual, or ``SCOREPAD_TEST_MORE`` times as many."""
    return usual * int(os.environ.get("SCOREPAD_TEST_MORE", "1"))
