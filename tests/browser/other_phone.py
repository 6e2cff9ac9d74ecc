"""What another phone does to the game meanwhile, without a browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from tests.browser.outbox import hands_on
from tests.browser.play import Game


@dataclass
class OtherPhone:
    """Another phone with a pen for a game; ``note`` is told when it was not the first."""

    game: Game
    note: Callable[[str], None]

    def save(self, keys: list[str]) -> bool:
        """Save a hand of these keys as the next one; false if the game is over."""
        return self._do("", dict(key.split("-") for key in keys))

    def stop(self) -> bool:
        """End the game before its time; false if that cannot be done now."""
        form = self._form_of("stop")
        return bool(form) and self._post("stop", form) == 303

    def undo_once(self) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]] | None:
        """Take the last change back: the sheet before and after; ``None`` if there is none."""
        form = self._form_of("undo")
        # What the form shows, too, if it is taken.
        before = hands_on(self.game)
        if not form or self._post("undo", form) != 303:
            return None
        return before, hands_on(self.game)

    def rematch(self) -> bool:
        """Start the same game again; false if this one is not over."""
        form = self._form_of("rematch")
        return bool(form) and self._post("rematch", form | {"seats": "kept"}) == 303

    def _form_of(self, act: str) -> dict[str, str]:
        """The hidden fields of an act of the table, or of a new hand; empty if it is not there."""
        page = "".join(
            self.game.client.get(f"{self.game.path}{part}").text for part in ("", "/more")
        )
        # Undo is within reach twice.
        _, found, form = page.rpartition(f'action="{self._address_of(act)}"')
        hidden = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form)[:3]
        return dict(hidden) if found else {}

    def _do(self, act: str, fields: dict[str, str] | None = None) -> bool:
        """Send such a form, again after each conflict; false if that cannot be done any more."""
        while form := self._form_of(act):
            status = self._post(act, form | (fields or {}))
            if status != 409:
                return status == 303
            # Somebody else has just changed the game.
            self.note("  once more")
        return False

    def _post(self, act: str, form: dict[str, str]) -> int:
        status = self.game.client.post(self._address_of(act), form).status
        assert status in {303, 409, 422}, f"{act}: {status}"
        return status

    def _address_of(self, act: str) -> str:
        return f"{self.game.path}/{act}".rstrip("/")
