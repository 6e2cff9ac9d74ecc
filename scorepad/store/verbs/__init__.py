"""What can be done to a pad and its games, each ends in a line of the log."""
