"""Messages of pages: for refusals and troubles, and after a deletion.

They are marked for translation here, and translated where they are shown.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from scorepad.names import Fault
from scorepad.rules import RulesError
from scorepad.store.errors import CapError
from scorepad.web.words.cards import symbol
from scorepad.web.words.translation import N_, gettext

# Both have a text with ``{named}`` gaps, and their values.
AnyFault: TypeAlias = Fault | RulesError

OVERTAKEN: Final = N_("Another phone was faster, so nothing was saved.")
RELOAD: Final = N_("This page was incomplete, so nothing was done. Please try again.")
# Of the fields of forms, which have them in English; ``forms.faults_of`` translates them.
NOT_COMPLETE: Final = N_("This page is not complete: please reload it.")

# A title and a text.
OUR_FAULT: Final = (
    N_("Something broke"),
    N_("That is our mistake, not yours. What was saved before is safe; please try again."),
)
# By the status of the answer.
BY_STATUS: Final = {
    400: (
        N_("That could not be read"),
        N_("Something in the request was not as it should be. Nothing was changed."),
    ),
    403: (
        N_("This phone has no pen"),
        N_(
            "You can watch, but only a phone with a pen can write in this pad. Whoever has one can "
            "give you one too: on their phone, in the pad, under “Who can write”."
        ),
    ),
    404: (
        N_("Page not found"),
        N_("There is no such page. It was deleted, or its address is wrong."),
    ),
    405: (
        N_("Not possible here"),
        N_("This address cannot be used like that. Nothing was changed."),
    ),
    429: (
        N_("Too many requests"),
        N_(
            "Your network has sent so many requests lately that this has to wait. Nothing was "
            "changed; please try again later."
        ),
    ),
    413: (
        N_("Too large"),
        N_("That is more than Scorepad can handle at once. Nothing was changed."),
    ),
}
PEN_LOST: Final = N_(
    "Did this phone have one? A pen belongs to the address at which it was given, and the address "
    "of a computer can change. Whoever sits at that computer gets a link for a new pen with "
    "“scorepad pen”."
)
NO_SUCH_FILE: Final = (
    N_("There is no such file"),
    N_(
        "In its address, “layout” can be “tidy” or “sheet”, and “separator” can be “comma” or "
        "“semicolon”."
    ),
)
OUT_OF_DATE: Final = (
    N_("This page was out of date"),
    N_("Please go back, reload the page and try again. Nothing was changed."),
)
NO_ORIGIN: Final = (
    N_("Your browser doesn’t say where this came from"),
    N_(
        "Scorepad takes changes from its own pages only, and your browser leaves out from which "
        "page this one came. A privacy setting or an add-on does that: please allow “Referer” for "
        "this address, or use another browser. Nothing was changed."
    ),
)
OTHER_ORIGIN: Final = (
    N_("This came from another address"),
    N_(
        "Your browser shows a page of %(shown)s, but this Scorepad was asked as %(asked)s, so "
        "nothing was changed. Whoever runs this Scorepad can mend that: the proxy in front of it "
        "must pass on the Host header with its port, or send X-Forwarded-Port."
    ),
)
NOT_THIS_HOST: Final = N_("This server does not answer to that name.")
# Troubles of the machine.
BUSY: Final = (
    N_("Somebody else is writing"),
    N_("That took too long, so nothing was saved. Please try again in a few seconds."),
)
CROWDED: Final = (
    N_("One moment, please"),
    N_("Others are still being served, so nothing was saved. Please try again in a few seconds."),
)
GONE: Final = (
    N_("The database does not answer"),
    N_(
        "This may not have been saved; what was saved before is untouched. If you send it again, "
        "it is saved only once. The reason is in the window Scorepad was started from, or in its "
        "log."
    ),
)
NO_ROOM: Final = (
    N_("The disk is full"),
    N_(
        "There is no room left where this Scorepad keeps its data, so nothing was saved. "
        "Please make room there and try again."
    ),
)
# Messages for exhausted caps, by name (CapError).
TOO_MUCH: Final = (
    N_("Limit reached"),
    {
        "hands": N_(
            "This game has as many hands as one game can have: please end it, and start another "
            "one."
        ),
        "changes": N_(
            "This game was changed as often as one game can be. It can still be moved to the bin; "
            "please start another one."
        ),
        "left": N_(
            "So many players left the table of this game that nobody else can: please start "
            "another one."
        ),
        "games": N_("This pad has as many games as one pad can have: please start another pad."),
        "players": N_(
            "This pad has as many players as one pad can have: please use names that it knows, or "
            "start another pad."
        ),
        "pad_changes": N_(
            "The name, the phones and the players of this pad were changed as often as one pad’s "
            "can be."
        ),
        "pens": N_(
            "This pad has given out as many pens as one pad can: please take some back first."
        ),
        "own_pens": N_(
            "This phone has as many pens as it has room for. Please take one of them back first, "
            "in its pad under “Who can write”, or delete a pad that nobody needs any more."
        ),
        "links": N_(
            "There are enough links for a pen of this pad that nobody has used yet. They are good "
            "for a quarter of an hour; please use one, or wait."
        ),
    },
)


def too_much(cap: CapError) -> str:
    """Why something is refused, on the page that asks for it."""
    return gettext(TOO_MUCH[1][cap.what])


def name_refused(name: str, fault: AnyFault) -> str:
    """Why a name is refused; a long one is cut off."""
    return gettext("“%(name)s”: %(fault)s.", name=name[:40], fault=fault_text(fault))


def fault_text(fault: AnyFault) -> str:
    """The text of a fault, without its place; a card as its signs."""
    values = dict(fault.values)
    if "card" in values:
        values["card"] = symbol(str(values["card"]))
    return gettext(fault.text).format(**values)
