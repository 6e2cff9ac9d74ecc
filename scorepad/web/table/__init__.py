"""The table of a game: its page, the entry, corrections, and all other acts."""

from scorepad.web.table import (  # noqa: F401 (views of the blueprint)
    conflict,
    correction,
    end,
    log,
    middle,
    more,
    note,
    page,
    share,
)
