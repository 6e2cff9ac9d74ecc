"""The reader's time zone, from the cookie of a script: for pictures, files and titles.

Pages have times in UTC, which the script converts: they are the same for all who look on.
"""

from __future__ import annotations

import re
from typing import Final
from zoneinfo import ZoneInfo

from flask import request

COOKIE: Final = "zone"
# Such as America/Argentina/Salta: no path elsewhere, no hidden file.
_ZONE: Final = re.compile(r"[A-Za-z0-9_+-]{1,40}(?:/[A-Za-z0-9_+-]{1,40}){0,2}")


def zone_of_reader() -> ZoneInfo | None:
    """The zone that the request's cookie names; ``None`` if there is none of that name."""
    name = request.cookies.get(COOKIE, "")
    try:
        return ZoneInfo(name) if _ZONE.fullmatch(name) else None
    except (LookupError, OSError, ValueError):
        return None
