"""Answers to writes that succeed."""

from __future__ import annotations

from flask import redirect, request
from flask.typing import ResponseReturnValue

from scorepad.web import urls
from scorepad.web.http import access
from scorepad.web.table.context.table import table_page


def table_after_save(seen: int | None = None) -> ResponseReturnValue:
    """The table after a save; to htmx at once, whose page has this address already.

    ``seen``: the revision that the writer saw; if nothing but the save came after it, screen
    readers say what was saved.
    """
    if "HX-Request" in request.headers:
        game = access.this_game()
        return table_page(game, saved=seen is not None and game.revision == seen + 1)
    return redirect(urls.game_url("table.table"), code=303)
