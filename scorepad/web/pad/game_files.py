"""Games as game files: one game, or every game of the pad, streamed."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, Response
from flask.typing import ResponseReturnValue
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from scorepad.store.exporting import game_lines, pad_lines
from scorepad.web.database import db
from scorepad.web.http import access

blueprint = Blueprint("game_files", __name__, url_prefix="/pad/<address>")


@blueprint.get("/games.jsonl")
def of_pad() -> ResponseReturnValue:
    """Every game of the pad that is not in the bin, a line each, oldest first."""
    pad = access.this_pad()
    lines = _lines(db.engine, pad.id, pad.name)
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


def _lines(engine: Engine, pad_id: int, pad_name: str | None) -> Iterator[bytes]:
    # The request's own session is closed before the last line is sent.
    with Session(engine) as session:
        yield from pad_lines(session, pad_id, pad_name)
