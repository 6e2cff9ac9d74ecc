"""The story of an evening: its page, and the text to send to the group."""

from __future__ import annotations

from flask import abort, render_template
from flask.typing import ResponseReturnValue

from scorepad.store.figures.story import story_of
from scorepad.web import database
from scorepad.web.figures.blueprint import blueprint
from scorepad.web.http import access
from scorepad.web.http.zone import zone_of_reader
from scorepad.web.words import story as words
from scorepad.web.words.evening import DAY


@blueprint.get("/evening/<count:first>/story")
def story(first: int) -> ResponseReturnValue:
    """The story of the evening that began with the game of this number."""
    story = story_of(database.connection(), access.this_pad().id, first) or abort(404)
    said = words.sentences(story)
    return render_template(
        "figures/story.html",
        story=story,
        zone=zone_of_reader(),
        said=said,
        # A script fills it with the day in the reader's time zone.
        pattern=words.message(DAY, said),
    )
