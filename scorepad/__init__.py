"""Scorepad keeps score at a real table, on a phone, for Hearts and its family."""

__version__ = "0.1.0"
