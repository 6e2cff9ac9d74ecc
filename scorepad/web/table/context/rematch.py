"""The rematch: the same game again, as two buttons."""

from __future__ import annotations

from scorepad.store.snapshot import GameSnapshot
from scorepad.web import urls
from scorepad.web.table.context.form_parts import Act, hidden_fields
from scorepad.web.words.translation import gettext


def rematch_acts(game: GameSnapshot) -> tuple[Act, Act]:
    """The same game again: with the seats kept, and with the seats drawn."""
    return (
        _rematch(game, "kept", gettext("Rematch")),
        _rematch(game, "drawn", gettext("Rematch, draw seats")),
    )


def _rematch(game: GameSnapshot, seats: str, label: str) -> Act:
    address = urls.game_url("rematch.rematch")
    return Act(f"rematch-{seats}", address, label, hidden_fields(game), {"seats": seats})
