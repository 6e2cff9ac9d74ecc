"""Tests of `scorepad.web.table`."""
