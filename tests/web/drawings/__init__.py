"""Tests of `scorepad.web.drawings`."""
