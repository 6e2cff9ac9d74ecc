"""How long the tests wait for what has to come, on a machine that may be busy with something else.

Only a test that fails waits that long. Whoever waits for something on a page waits as long as
Playwright does, a quarter of this.
"""

from __future__ import annotations

from typing import Final

PATIENCE: Final = 120.0
"""In seconds."""
