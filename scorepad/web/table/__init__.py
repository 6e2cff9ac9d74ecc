"""The table of a game: its page, the entry, corrections, and all other acts."""

from scorepad.web.table import (  # noqa: F401 (views of the blueprint)
    bin,
    correction,
    images,
    log,
    middle,
    more,
    note,
    own_hand,
    rematch,
    share,
    undo,
    view,
)
