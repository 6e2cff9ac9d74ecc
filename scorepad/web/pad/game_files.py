"""Games as game files: one game, or every game of the pad."""

from __future__ import annotations

from flask.typing import ResponseReturnValue

from scorepad.store.transfer.exporting import game_lines
from scorepad.web.http import access
from scorepad.web.pad.blueprint import blueprint
from scorepad.web.pad.download import attachment, download


@blueprint.get("/games.jsonl")
def games_file() -> ResponseReturnValue:
    """The games of the pad that are not in the bin, a line each, oldest first."""
    pad = access.this_pad()
    return download(
        pad.id, lambda _, games: game_lines(pad.name, games), "application/jsonl", "scorepad.jsonl"
    )


@blueprint.get("/table/<count:number>/game.json")
def game_file() -> ResponseReturnValue:
    """The game."""
    game = access.this_game()
    (line,) = game_lines(access.this_pad().name, [game])
    return attachment(line, "application/json", f"scorepad-{game.number}.json")
