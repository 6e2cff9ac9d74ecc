"""Tests of what goes wrong at a table, and of what is done about it."""
