"""The context of the list of pads."""

from __future__ import annotations

from flask import Flask

from scorepad.web.pad.pads import pads_page
from tests.web.pad.snapshots import NAMED, PAD, PAD_OF_THE_DAY, name_tag


def test_pads_are_called_by_their_name_or_by_their_day(app: Flask) -> None:
    with app.test_request_context():
        page = pads_page([NAMED, PAD])
    assert [pad.name for pad in page.pads] == [name_tag("<Freitag>"), PAD_OF_THE_DAY]
    assert {pad.url for pad in page.pads} == {"/pad/secret/"}
    assert page.new == "/new"
