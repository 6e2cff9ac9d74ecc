"""What to do when something a test needs is not on this machine."""

import os
from pathlib import Path
from typing import Final, NoReturn

import pytest

DEBIAN: Final = Path(os.environ.get("SCOREPAD_TEST_DEBIAN", "/usr"))
"""Where Debian keeps servers off PATH; elsewhere there are none, as .ci/run has it."""


def unavailable(what: str) -> NoReturn:
    """Skip the running test for want of ``what``; in CI, fail it.

    A developer may lack a browser or a PostgreSQL. CI may not: a skip there would look like
    a pass, and hide that these tests had stopped running.
    """
    reason = f"not available on this machine: {what}"
    if os.environ.get("CI"):
        pytest.fail(f"{reason} (and CI must not skip it)")
    pytest.skip(reason)
