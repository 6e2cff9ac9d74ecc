"""A game as it is stored: its snapshot, read in few statements, and what is asked of it."""
