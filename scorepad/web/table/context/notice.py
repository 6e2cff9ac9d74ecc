"""The top of a page about a game, after somebody else wrote or a form was refused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from markupsafe import Markup


@dataclass(frozen=True)
class Notice:
    """A message, and what somebody else did meanwhile."""

    message: str = ""
    changes: tuple[Markup, ...] = ()


NO_NOTICE: Final = Notice()
