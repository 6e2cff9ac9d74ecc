"""Scorepad in a real browser: the real command serves, Chromium plays."""
