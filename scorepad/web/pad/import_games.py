"""Import games from a file: all of them or none, and none twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import BoundedSemaphore
from typing import BinaryIO, Final, cast

from flask import Blueprint, flash, redirect, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from werkzeug.datastructures import FileStorage

from scorepad.gamefile import BadFileError
from scorepad.store.import_check import GamesFile, check
from scorepad.store.importing import import_games
from scorepad.store.trouble import BusyError
from scorepad.web.http import access, limits
from scorepad.web.http.request_checks import MOST_FILE_BYTES, takes_file
from scorepad.web.urls import pad_url
from scorepad.web.words import files
from scorepad.web.words.translation import gettext

blueprint = Blueprint("import_games", __name__, url_prefix="/pad/<address>/import")

# Thousands of games take seconds to check, so a process checks one file at a time.
_ONE: Final = BoundedSemaphore()


@dataclass(frozen=True)
class ImportPage:
    """The page that asks for a file.

    ``faults``: those of a refused file; ``more``: a sentence about the number of further ones.
    """

    back: str
    action: str
    megabytes: int
    message: str = ""
    faults: Sequence[Markup] = field(default_factory=tuple)
    more: str = ""


@blueprint.get("")
@access.for_the_pen
def ask() -> ResponseReturnValue:
    """Ask for a file."""
    return _page(import_page())


@blueprint.post("")
@takes_file
@limits.limits_files
def take() -> ResponseReturnValue:
    """Check the file, and write its games if all is right."""
    uploads = [each for each in request.files.getlist("file") if each.filename]
    if len(uploads) != 1:
        return _page(import_page(gettext(files.NO_FILE))), 422
    source = _source(uploads[0])
    if not _ONE.acquire(blocking=False):
        raise BusyError("another file is being imported")
    try:
        with check(source) as checked:
            if checked.faults:
                return _page(refused_page(checked.faults, checked.more)), 422
            with access.writing() as writer:
                games, device = checked.games, writer.device_id
                imported = import_games(writer.session, writer.pad, device, games)
    except BadFileError as fault:
        return _page(refused_page([fault])), 422
    finally:
        _ONE.release()
    for sentence in files.outcome(imported):
        flash(sentence)
    return redirect(pad_url("pad.front"), code=303)


def import_page(message: str = "") -> ImportPage:
    """The page that asks for a file for the request's pad."""
    return ImportPage(
        back=pad_url("pad.front"),
        action=pad_url("import_games.take"),
        megabytes=MOST_FILE_BYTES // 1_000_000,
        message=message,
    )


def refused_page(faults: Sequence[BadFileError], more: int = 0) -> ImportPage:
    """The page after a file with faults."""
    page = import_page(gettext(files.REFUSED))
    return ImportPage(
        page.back,
        page.action,
        page.megabytes,
        page.message,
        [files.fault_line(fault) for fault in faults],
        files.more_faults(more),
    )


def _source(upload: FileStorage) -> GamesFile:
    is_json_lines = (upload.filename or "").lower().endswith(".jsonl")
    return GamesFile(cast("BinaryIO", upload.stream), is_json_lines)


def _page(page: ImportPage) -> str:
    return render_template("pad/import_games.html", page=page)
