"""What every request meets before a view, and every answer after it."""
