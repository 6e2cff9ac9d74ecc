"""Tests of `scorepad.web.http`."""
