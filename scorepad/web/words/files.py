"""Sentences about the import of a file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from markupsafe import Markup, escape

from scorepad.gamefile import BadFileError
from scorepad.store.transfer.importing import Imported
from scorepad.web.words.messages import fault_text
from scorepad.web.words.translation import N_, gettext, markup, ngettext

NO_FILE: Final = N_("Please choose one file.")
REFUSED: Final = N_("Nothing was imported: please look at what is wrong in the file.")

# Characters of a fault that are shown: a key in a file can be as long as a line.
_MOST_SHOWN: Final = 200
# A place in the text of a file, rather than a path into a game.
_IN_TEXT: Final = re.compile(r"(?:line (?P<line>\d+), )?(?P<what>column|byte) (?P<number>\d+)")


def outcome(imported: Imported) -> Iterator[str]:
    """The result of an import, in sentences."""
    if imported.games:
        yield ngettext("%(num)s game imported.", "%(num)s games imported.", imported.games)
    if imported.known:
        yield ngettext(
            "%(num)s game was here already.", "%(num)s games were here already.", imported.known
        )
    if imported.binned:
        yield ngettext(
            "%(num)s of these is in the bin.", "%(num)s of these are in the bin.", imported.binned
        )
    if imported.behind:
        yield ngettext(
            "%(num)s of these has more hands in the file than here; it was left as it is.",
            "%(num)s of these have more hands in the file than here; they were left as they are.",
            imported.behind,
        )


def fault_line(fault: BadFileError) -> Markup:
    """A fault with its place, if it has one."""
    text = _short(fault_text(fault))
    places = [] if fault.line is None else [gettext("line %(line)s", line=fault.line)]
    if fault.at:
        places.append(_place(_short(fault.at)))
    if not places:
        return markup("The file %(fault)s.", fault=text)
    return Markup("<b>{}</b>: {}").format(", ".join(places), escape(text))


def more_faults(count: int) -> str:
    """How many faults are not shown; empty for none."""
    if not count:
        return ""
    return ngettext("And %(num)s more line is wrong.", "And %(num)s more lines are wrong.", count)


def _place(at: str) -> str:
    match = _IN_TEXT.fullmatch(at)
    if match is None:
        return at
    if match["what"] == "column":
        place = gettext("column %(number)s", number=match["number"])
    else:
        place = gettext("byte %(number)s", number=match["number"])
    line = match["line"]
    return place if line is None else f"{gettext('line %(line)s', line=line)}, {place}"


def _short(text: str) -> str:
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"
