"""How long the tests wait for what has to come, on a machine that may be busy with something else.

Only a test that fails waits that long. What has to come on a page has a quarter of it, which is how
long Playwright waits.
"""

from __future__ import annotations

from typing import Final

PATIENCE: Final = 120.0
"""In seconds."""
