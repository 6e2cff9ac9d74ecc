"""Games as game files: one game, or every game of the pad, streamed."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, Response, current_app
from flask.typing import ResponseReturnValue

from scorepad.store.database import Database
from scorepad.store.exporting import game_lines, pad_lines
from scorepad.web.database import database_of, db
from scorepad.web.http import access

blueprint = Blueprint("game_files", __name__, url_prefix="/pad/<address>")


@blueprint.get("/games.jsonl")
def of_pad() -> ResponseReturnValue:
    """Every game of the pad that is not in the bin, a line each, oldest first."""
    pad = access.this_pad()
    lines = _lines(database_of(current_app), pad.id, pad.name)
    return _download(lines, "application/jsonl", "scorepad.jsonl")


@blueprint.get("/table/<count:number>/game.json")
def of_game() -> ResponseReturnValue:
    """The game."""
    game = access.this_game()
    lines = list(game_lines(db.session(), access.this_pad().name, [game]))
    return _download(lines, "application/json", f"scorepad-{game.number}.json")


def _download(lines: Iterator[bytes] | list[bytes], mimetype: str, file: str) -> Response:
    headers = {"Content-Disposition": f"attachment; filename={file}"}
    return Response(lines, mimetype=mimetype, headers=headers)


def _lines(database: Database, pad_id: int, pad_name: str | None) -> Iterator[bytes]:
    # The request's own session is closed before the last line is sent.
    with database.reading() as session:
        yield from pad_lines(session, pad_id, pad_name)
