"""What the rules find wrong with an input, in words."""

from __future__ import annotations

from scorepad.web.words.cards import symbol
from scorepad.web.words.translation import Fault, gettext

# The value of a fault that is a card.
_CARD = "card"


def fault_text(fault: Fault) -> str:
    """The text of a fault, without its place; a card as its signs."""
    values = {
        name: symbol(str(value)) if name == _CARD else value for name, value in fault.values.items()
    }
    return gettext(fault.text).format(**values)
