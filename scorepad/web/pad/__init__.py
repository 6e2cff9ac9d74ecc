"""The pad: starting games, its front page, its pens, its history as CSV."""

from scorepad.web.pad import delete, front, hands_csv, new_game, pens, start

BLUEPRINTS = tuple(part.blueprint for part in (start, front, delete, pens, hands_csv, new_game))
