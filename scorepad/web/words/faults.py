"""The faults that the rules report, in words."""

from __future__ import annotations

from scorepad.web.words.cards import symbol
from scorepad.web.words.translation import Fault, gettext

# The gap in the text of a fault that is filled by a card.
_CARD = "card"


def fault_text(fault: Fault) -> str:
    """The text of a fault, without its place; a card as its signs."""
    values = {
        name: symbol(str(value)) if name == _CARD else value for name, value in fault.values.items()
    }
    return gettext(fault.text).format(**values)
