"""What to do when something a test needs is not on this machine."""

import os
from typing import NoReturn

import pytest


def unavailable(what: str) -> NoReturn:
    """Skip the running test for want of ``what``; in CI, fail it.

    A developer may lack a browser or a PostgreSQL. CI may not: a skip there would look like
    a pass, and nobody would notice that these tests had stopped running.
    """
    reason = f"not available on this machine: {what}"
    if os.environ.get("CI"):
        pytest.fail(f"{reason} (and CI must not skip it)")
    pytest.skip(reason)
