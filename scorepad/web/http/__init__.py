"""The treatment of every request before a view, and of every answer after it."""
