"""The pad: starting games, its front page, its bin, name, pens and files."""

from scorepad.web.pad import (  # noqa: F401 (views of the blueprints)
    delete,
    files,
    front,
    import_games,
    pens,
    search,
    start,
)
