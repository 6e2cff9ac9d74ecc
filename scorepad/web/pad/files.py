"""Files to keep: games as game files, and hands as CSV; of a game, and of a pad in parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC
from typing import TypeAlias
from urllib.parse import urlencode

from flask import Response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from sqlalchemy import Connection

from scorepad.store.game.snapshot import GameSnapshot
from scorepad.store.transfer.exporting import (
    FilePart,
    all_games,
    everybody,
    file_parts,
    game_lines,
    noted,
)
from scorepad.web import database
from scorepad.web.http import access, limits
from scorepad.web.http.errors import UnknownFileError
from scorepad.web.pad import blueprint
from scorepad.web.pad.csv_rows import as_csv, on_paper, tidy
from scorepad.web.preferences import zone_of_reader
from scorepad.web.urls import number_in_query, pad_url

Games: TypeAlias = Iterable[GameSnapshot]


@blueprint.get("/files")
def files() -> ResponseReturnValue:
    """The files of all games, oldest first; those of a pad with few are on its front page."""
    parts = file_parts(database.connection(), access.this_pad().id)
    if not parts:
        return redirect(pad_url("pad.front"))
    return render_template("pad/files.html", parts=parts)


@blueprint.get("/games.jsonl")
def games_file() -> ResponseReturnValue:
    """The games of the pad that are not in the bin, a line each, oldest first."""
    name = access.this_pad().name
    return _of_pad(
        lambda _, games: b"".join(game_lines(name, games)), "application/jsonl", "scorepad.jsonl"
    )


@blueprint.get("/table/<count:number>/game.json")
def game_file() -> ResponseReturnValue:
    """The game."""
    game = access.this_game()
    (line,) = game_lines(access.this_pad().name, [game])
    return _file(line, "application/json", f"scorepad-{game.number}.json")


@blueprint.get("/hands.csv")
def hands_csv() -> ResponseReturnValue:
    """Every hand of the games of the pad that are not in the bin, oldest game first."""
    pad = access.this_pad().id

    def contents(connection: Connection, games: Games) -> bytes:
        return _csv(games, everybody(connection, pad), has_note=noted(connection, pad))

    return _of_pad(contents, "text/csv", "scorepad.csv")


@blueprint.get("/table/<count:number>/hands.csv")
def hands_csv_of_game() -> ResponseReturnValue:
    """The game's hands."""
    game = access.this_game()
    has_note = game.note is not None or game.evening_note is not None
    contents = _csv([game], game.everybody, has_note=has_note)
    return _file(contents, "text/csv", f"scorepad-{game.number}.csv")


def _csv(games: Games, players: Mapping[int, str], *, has_note: bool) -> bytes:
    """The CSV file of these games and their players, laid out as the query says."""
    separator = {"": ",", "comma": ",", "semicolon": ";"}.get(request.args.get("separator", ""))
    layout = request.args.get("layout", "")
    if separator is None or layout not in ("", "tidy", "sheet"):
        raise UnknownFileError
    if layout == "sheet":
        return as_csv(on_paper(players, games), separator)
    zone = zone_of_reader() or UTC
    return as_csv(tidy(access.this_pad().name, games, zone, noted=has_note), separator)


def _of_pad(contents: Callable[[Connection, Games], bytes], mimetype: str, name: str) -> Response:
    """Answer with a file of as many games as one holds, behind the number in the query, if any.

    A header says where the next ones are. They are as the database is at one moment, which the
    request's own connection need not show.
    """
    limits.spend(limits.FILE_OF_PAD)
    after = number_in_query("after") or 0
    with database.reading() as connection:
        pad = access.this_pad().id
        parts = file_parts(connection, pad, after)
        part = parts[0] if parts else FilePart(0, 0, 0)
        games = all_games(connection, pad, part.after, part.last)
        response = _file(contents(connection, games), mimetype, name)
    if len(parts) > 1:
        onward = {**request.args, "after": str(part.last)}
        response.headers["Link"] = f'<?{urlencode(onward)}>; rel="next"'
    return response


def _file(contents: bytes, mimetype: str, name: str) -> Response:
    headers = {"Content-Disposition": f"attachment; filename={name}"}
    return Response(contents, mimetype=mimetype, headers=headers)
