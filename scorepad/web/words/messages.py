"""Messages of pages: for refusals and troubles, and after a deletion.

They are marked for translation here, and translated where they are shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scorepad.web.words.faults import fault_text
from scorepad.web.words.translation import N_, Fault, gettext

OVER: Final = N_("The game is over, so nothing was saved.")
OVERTAKEN: Final = N_("Another phone changed this game first, so nothing was saved.")
OVERTAKEN_ENTRY: Final = N_(
    "Another phone changed this game first, so nothing was saved. Your hand is still below."
)
OVERTAKEN_CORRECTION: Final = N_(
    "Another phone changed this game first, so nothing was saved. Your correction is still below."
)
AS_USUAL: Final = N_("This hand is back to normal.")
RESTORED: Final = N_("The game is back from the bin.")
RELOAD: Final = N_("This page was incomplete, so nothing was done. Please try again.")
LOOK_BELOW: Final = N_("Please look at what is marked below.")
NOT_STARTED: Final = N_("Not started yet: please look at what is marked below.")
NOT_DELETED: Final = N_("Nothing was deleted: please look at what is marked below.")
NO_SHEET: Final = N_("Not done: the sheet could not be worked out afterwards.")

LAST_PEN: Final = N_("This is the last pen: without it nobody could write in this pad any more.")
OTHER_LINK: Final = N_(
    "Another link for a pen was opened on this phone meanwhile, so nothing was done yet: "
    "this is now about the pad of that link."
)

PAD_DELETED: Final = N_("The pad was deleted, with everything in it.")
NOT_THIS_PAD: Final = N_("That is not this pad’s address.")
NOT_THIS_NAME: Final = N_("That is neither this pad’s name nor its address.")

# A title and a text.
LINK_GONE: Final = (
    N_("This link no longer works"),
    N_("It was used, expired or incomplete; ask for a new one."),
)
OUR_FAULT: Final = (
    N_("Something broke"),
    N_("That is our mistake, not yours. What was saved before is safe; please try again."),
)
# Troubles of the machine.
BUSY: Final = (
    N_("Somebody else is writing"),
    N_("That took too long, so nothing was saved. Please try again in a few seconds."),
)
GONE: Final = (
    N_("The database does not answer"),
    N_(
        "This may not have been saved; what was saved before is untouched. If you send it again, "
        "it is saved only once. Whoever runs this Scorepad finds the reason where it was started."
    ),
)
NO_ROOM: Final = (
    N_("The disk is full"),
    N_(
        "There is no room left where this Scorepad keeps its data, so nothing was saved. "
        "Please make room there and try again."
    ),
)
# Messages for exhausted caps, by name (store/caps.py).
TOO_MUCH: Final = (
    N_("That is a lot"),
    {
        "hands": N_("This game has as many hands as one game can have: please start another one."),
        "changes": N_(
            "This game was changed as often as one game can be. It can still be moved to the bin; "
            "please start another one."
        ),
        "games": N_("This pad has as many games as one pad can have: please start another pad."),
        "games_a_day": N_(
            "So many games were started in this pad today that this has to wait until tomorrow."
        ),
        "players": N_(
            "This pad has as many players as one pad can have: please use names that it knows, or "
            "start another pad."
        ),
        "names": N_("This pad was renamed as often as one pad can be."),
        "players_changes": N_(
            "The players of this pad were renamed and merged as often as one pad’s can be."
        ),
        "pens": N_(
            "This pad has given out as many pens as one pad can: please withdraw some first."
        ),
        "links": N_(
            "There are enough links for a pen of this pad that nobody has used yet. They are good "
            "for a quarter of an hour; please use one, or wait."
        ),
    },
)
# Characters of a name that a sentence quotes: a refused name may be very long.
_MOST_QUOTED: Final = 40


def game_deleted(number: int) -> str:
    """The message after a game was deleted for good."""
    return gettext("Game %(number)s was deleted, with everything in it.", number=number)


def name_refused(name: str, fault: Fault) -> str:
    """Why a name is refused; a long one is cut off."""
    return gettext("“%(name)s”: %(fault)s.", name=name[:_MOST_QUOTED], fault=fault_text(fault))


def not_done(faults: Sequence[str]) -> str:
    """The message above a refused form; its fields show the faults as well."""
    return gettext("Not done. %(faults)s", faults=" ".join(faults))
