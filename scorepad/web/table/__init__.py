"""The table of a game: its page, the entry, corrections, and all other acts."""

from scorepad.web.table import (
    bin,
    chart_image,
    correction,
    log,
    next_hand,
    rematch,
    result_image,
    share,
    stop,
    substitution,
    undo,
    view,
)

BLUEPRINTS = tuple(
    part.blueprint
    for part in (
        view,
        correction,
        undo,
        next_hand,
        substitution,
        stop,
        bin,
        rematch,
        log,
        chart_image,
        result_image,
        share,
    )
)
