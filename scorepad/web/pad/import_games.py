"""Import games from a file: all of them or none, and none twice."""

from __future__ import annotations

from collections.abc import Sequence
from io import SEEK_END
from threading import BoundedSemaphore
from typing import BinaryIO, Final, cast

from flask import flash, redirect, render_template, request
from flask.typing import ResponseReturnValue

from scorepad import caps
from scorepad.gamefile import BadFileError
from scorepad.store.transfer.check import check
from scorepad.store.transfer.importing import import_games, prepare
from scorepad.store.trouble import CrowdedError
from scorepad.web import database
from scorepad.web.http import access, limits
from scorepad.web.http.request_checks import MOST_FILE_BYTES, takes_file
from scorepad.web.pad.blueprint import blueprint
from scorepad.web.urls import pad_url
from scorepad.web.words import messages
from scorepad.web.words.translation import gettext

# So many games take seconds to check, so a process checks one file at a time.
_ONE: Final = BoundedSemaphore()
# The pad that it is for, and how long another file for it waits.
_busy_with: Final[set[int]] = set()
_MOST_SECONDS: Final = 60


@blueprint.get("/import")
@access.for_the_pen
def ask_for_file() -> ResponseReturnValue:
    """Ask for a file."""
    return _page()


@blueprint.post("/import")
@takes_file
def take_file() -> ResponseReturnValue:
    """Check the file, and write its games if all is right."""
    uploads = [each for each in request.files.getlist("file") if each.filename]
    if len(uploads) != 1:
        return _page(gettext(messages.NO_FILE)), 422
    file = cast("BinaryIO", uploads[0].stream)
    lines = (uploads[0].filename or "").lower().endswith(".jsonl")
    # It costs as much to check if it is refused.
    limits.spend(-(-_size_of(file) // 1000))
    pad = access.this_pad().id
    # A file of the same pad may be this one, sent twice: it then finds its games there.
    if not _ONE.acquire(timeout=_MOST_SECONDS if _busy_with == {pad} else 0):
        raise CrowdedError("another file is being imported")
    _busy_with.add(pad)
    try:
        checked = check(file, most=caps.IMPORTED_GAMES, lines_for_sure=lines)
        if checked.faults:
            return _page(gettext(messages.NOT_IMPORTED), checked.faults, checked.more), 422
        pen = access.this_pen()
        device = None if pen is None else pen.device_id
        database.stop_reading()
        prepared = prepare(checked.games)
        with access.writing() as writer:
            done = import_games(writer.session, writer.pad, device, prepared)
    except BadFileError as fault:
        return _page(gettext(messages.NOT_IMPORTED), [fault]), 422
    finally:
        _busy_with.clear()
        _ONE.release()
    for sentence in messages.imported(done):
        flash(sentence)
    return redirect(pad_url("pad.front"), code=303)


def _size_of(file: BinaryIO) -> int:
    size = file.seek(0, SEEK_END)
    file.seek(0)
    return size


def _page(message: str = "", faults: Sequence[BadFileError] = (), more: int = 0) -> str:
    """The page that asks for a file; ``faults``: of a refused one, which has so many ``more``."""
    return render_template(
        "pad/import_games.html",
        megabytes=MOST_FILE_BYTES // 1_000_000,
        games=caps.IMPORTED_GAMES,
        message=message,
        faults=[messages.fault_line(fault) for fault in faults],
        more=messages.more_faults(more),
    )
