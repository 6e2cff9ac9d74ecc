"""A pad: its name, players and pens, and how it is forgotten."""
