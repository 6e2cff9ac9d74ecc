"""What can be done to a pad and its games, a verb a file; each ends in a line of the log."""
