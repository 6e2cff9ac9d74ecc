"""The pad: starting games, its front page, its bin, name, pens and files."""

from scorepad.web.pad import (  # noqa: F401 (views of the blueprints)
    bin,
    card,
    delete,
    files,
    front,
    game_files,
    hands_csv,
    import_games,
    new_game,
    pen_link,
    pens,
    search,
    start,
)
