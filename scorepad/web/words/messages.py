"""Messages of pages: for refusals and troubles, and after a deletion."""

from __future__ import annotations

from typing import Final

OVERTAKEN: Final = "Another phone changed this game first, so nothing was saved."
OVERTAKEN_ENTRY: Final = (
    "Another phone changed this game first, so nothing was saved. Your hand is still below."
)
OVERTAKEN_CORRECTION: Final = (
    "Another phone changed this game first, so nothing was saved. Your correction is still below."
)
AS_USUAL: Final = "This hand is again as usual."
RESTORED: Final = "The game is back from the bin."
RELOAD: Final = "This page was incomplete, so nothing was done. Please try again."
NOT_DONE: Final = "Not done: see what is marked below."
LOOK_BELOW: Final = "Please look at what is marked below."
NOT_STARTED: Final = "Not started yet: please look at what is marked below."
NOT_DELETED: Final = "Nothing was deleted; please look at what is marked below."
NO_SHEET: Final = "Not done: the sheet could not be worked out afterwards."

LAST_PEN: Final = "This is the last pen: without it nobody could write in this pad any more."
LINK_GONE: Final = (
    "This link no longer works",
    "It was used, expired or incomplete; ask for a new one.",
)

OTHER_LINK: Final = (
    "Another link for a pen was opened on this phone meanwhile, so nothing was done yet: "
    "this is now about the pad of that link."
)

PAD_DELETED: Final = "The pad was deleted, with everything in it."
NOT_THIS_PAD: Final = "That is not this pad’s address."
NOT_THIS_NAME: Final = "That is neither this pad’s name nor its address."

OUR_FAULT: Final = (
    "Something broke",
    "That is our mistake, not yours. What was saved before is safe; please try again.",
)
# Troubles of the machine: a title and a text.
BUSY: Final = (
    "Somebody else is writing",
    "That took too long, so nothing was saved. Please try again in a few seconds.",
)
GONE: Final = (
    "The database does not answer",
    "It is not sure that this was saved; what was saved before is not touched. Sent again, it is "
    "saved once. Whoever runs this Scorepad finds the reason where it was started.",
)
NO_ROOM: Final = (
    "The disk is full",
    "There is no room left where this Scorepad keeps its data, so nothing was saved. "
    "Please make room there and try again.",
)
# Caps that are reached, by name (store/caps.py).
TOO_MUCH: Final = (
    "That is a lot",
    {
        "hands": "This game has as many hands as one game can have: please start another one.",
        "changes": "This game was changed as often as one game can be. It can still be moved to "
        "the bin; please start another one.",
        "games": "This pad has as many games as one pad can have: please start another pad.",
        "games_a_day": "So many games were started in this pad today that this has to wait "
        "until tomorrow.",
        "players": "This pad has as many players as one pad can have: please use names that it "
        "knows, or start another pad.",
        "names": "This pad was renamed as often as one pad can be.",
        "pens": "This pad has given out as many pens as one pad can: please withdraw some first.",
        "links": "There are enough links for a pen of this pad that nobody has used yet. "
        "They are good for a quarter of an hour; please use one, or wait.",
    },
)


def game_deleted(number: int) -> str:
    """The message after a game was deleted for good."""
    return f"Game {number} was deleted, with everything in it."
