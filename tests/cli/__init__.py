"""The ``scorepad`` command, run as its users run it."""
