"""The table of a game: its page, the entry, corrections, and whatever is done with it."""
