"""Tests of `scorepad.web.words`."""
