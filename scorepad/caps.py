"""The caps: how much a pad holds, and how much one request brings.

They are close to what a table needs, so that every page is cheap. ``docs/hosting.md`` lists them.
"""

from __future__ import annotations

from typing import Final

# Of a game: the hands on its sheet, how often a player left the table, and all of its changes,
# undo and redo included; after the last change it can only be moved to the bin.
HANDS: Final = 150
LEFT: Final = 50
CHANGES: Final = 3_000
# Characters of the rules of a game, as JSON.
RULES: Final = 1_000
# Of a note: letters as a reader counts them, and bytes in UTF-8.
NOTE_LETTERS: Final = 300
NOTE_BYTES: Final = 1_200
# Of the name of a player, a pad or a phone.
NAME_LETTERS: Final = 30
NAME_BYTES: Final = 120
# Of a pad: the highest number of its games, deleted ones included; everybody who ever played;
# and changes of its own name, its pens and its players.
GAMES: Final = 5_000
PLAYERS: Final = 200
PAD_CHANGES: Final = 1_000
# Pens that are held at once, and links for a pen that nobody has used yet.
PENS: Final = 50
OPEN_LINKS: Final = 20
# Games that one file brings in at once, hands of one file of a pad, and games of an evening whose
# story is told.
IMPORTED_GAMES: Final = 2_000
FILE_HANDS: Final = 5_000
STORY_GAMES: Final = 20
