"""Figures over the finished games of a pad, worked out when a page asks for them.

Stored is what each finished game came to, as a whole and for each player (``count_game``). All else
follows from these rows: sums, pairs, streaks, records and evenings, of all games or of a season.
"""
