"""Import games from a file: all of them or none, and none twice."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from io import SEEK_END
from threading import BoundedSemaphore
from typing import BinaryIO, Final, cast

from flask import flash, redirect, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup, escape

from scorepad import caps
from scorepad.gamefile import BadFileError
from scorepad.store.transfer.check import check
from scorepad.store.transfer.importing import Imported, import_games, prepare
from scorepad.store.trouble import CrowdedError
from scorepad.web import database
from scorepad.web.http import access, limits
from scorepad.web.http.request_checks import MOST_FILE_BYTES
from scorepad.web.pad import blueprint
from scorepad.web.urls import pad_url
from scorepad.web.words.messages import fault_text
from scorepad.web.words.translation import gettext, markup, ngettext

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
def take_file() -> ResponseReturnValue:
    """Check the file, and write its games if all is right."""
    uploads = [each for each in request.files.getlist("file") if each.filename]
    if len(uploads) != 1:
        return _page(gettext("Please choose one file.")), 422
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
            return _page("", checked.faults, checked.more), 422
        pen = access.this_pen()
        device = None if pen is None else pen.device_id
        database.stop_reading()
        prepared = prepare(checked.games)
        with access.writing() as writer:
            done = import_games(writer.session, writer.pad, device, prepared)
    except BadFileError as fault:
        return _page("", [fault]), 422
    finally:
        _busy_with.clear()
        _ONE.release()
    for sentence in _imported(done):
        flash(sentence)
    return redirect(pad_url("pad.front"), code=303)


def _size_of(file: BinaryIO) -> int:
    size = file.seek(0, SEEK_END)
    file.seek(0)
    return size


def _page(message: str = "", faults: Sequence[BadFileError] = (), more: int = 0) -> str:
    """The page that asks for a file; ``faults``: of a refused one, which has so many ``more``."""
    if faults:
        message = gettext("Nothing was imported: please look at what is wrong in the file.")
    more_faults = ngettext(
        "And %(num)s more line is wrong.", "And %(num)s more lines are wrong.", more
    )
    return render_template(
        "pad/import_games.html",
        megabytes=MOST_FILE_BYTES // 1_000_000,
        games=caps.IMPORTED_GAMES,
        message=message,
        faults=[_fault_line(fault) for fault in faults],
        more=more_faults if more else "",
    )


def _imported(done: Imported) -> Iterator[str]:
    """The result of an import, in sentences."""
    if done.games:
        yield ngettext("%(num)s game imported.", "%(num)s games imported.", done.games)
    if done.known:
        yield ngettext(
            "%(num)s game was here already.", "%(num)s games were here already.", done.known
        )
    if done.binned:
        yield ngettext(
            "%(num)s of these is in the bin.", "%(num)s of these are in the bin.", done.binned
        )
    if done.behind:
        yield ngettext(
            "%(num)s of these has more hands in the file than here; it was left as it is.",
            "%(num)s of these have more hands in the file than here; they were left as they are.",
            done.behind,
        )


def _fault_line(fault: BadFileError) -> Markup:
    """A fault with its place, if it has one."""
    text = _short(fault_text(fault))
    places = [] if fault.line is None else [gettext("line %(line)s", line=fault.line)]
    if fault.at:
        places.append(_place_in_file(_short(fault.at)))
    if not places:
        return markup("The file %(fault)s.", fault=text)
    return Markup("<b>{}</b>: {}").format(", ".join(places), escape(text))


def _place_in_file(at: str) -> str:
    # A place in the text of a file, rather than a path into a game.
    match = re.fullmatch(r"(?:line (?P<line>\d+), )?(?P<what>column|byte) (?P<number>\d+)", at)
    if match is None:
        return at
    if match["what"] == "column":
        place = gettext("column %(number)s", number=match["number"])
    else:
        place = gettext("byte %(number)s", number=match["number"])
    line = match["line"]
    return place if line is None else f"{gettext('line %(line)s', line=line)}, {place}"


def _short(text: str) -> str:
    """A key in a file can be as long as a line."""
    return text if len(text) <= 200 else f"{text[:200]}…"
