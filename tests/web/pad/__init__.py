"""Tests of `scorepad.web.pad`."""
