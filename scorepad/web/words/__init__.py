"""Scorepad in English: every sentence and sign that is not in a template, by subject."""
