"""The context of the question whether to take the pen."""

from __future__ import annotations

from flask import Flask

from scorepad.store.pens_page import LinkSnapshot
from scorepad.web.pad.pen_link import take_page
from tests.web.pad.snapshots import NAMED, PAD, name_tag


def test_the_question_names_the_pad_and_the_device(app: Flask) -> None:
    with app.test_request_context():
        page = take_page(LinkSnapshot("mark", NAMED), "Chrome", "Look.", ["is", "too long"])
        unnamed = take_page(LinkSnapshot("mark", PAD), "Chrome")
    assert (page.action, page.link, page.name) == ("/pen", "mark", "Chrome")
    assert (page.pad, page.message, page.fault) == (name_tag("<Freitag>"), "Look.", "is too long")
    assert (unnamed.pad, unnamed.message, unnamed.fault) == (None, "", "")
