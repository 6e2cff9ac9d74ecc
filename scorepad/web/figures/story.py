"""The story of an evening: its page, the text to send to the group, and its picture."""

from __future__ import annotations

from flask import Response, abort, render_template
from flask.typing import ResponseReturnValue

from scorepad.store.figures.story import Story, story_of
from scorepad.web import database
from scorepad.web.drawings import png
from scorepad.web.drawings.story_picture import story_picture
from scorepad.web.drawings.svg_response import SVG_TYPE
from scorepad.web.figures.blueprint import blueprint
from scorepad.web.http import access
from scorepad.web.preferences import zone_of_reader
from scorepad.web.words.evening import DAY
from scorepad.web.words.story import telling as words


@blueprint.get("/evening/<count:first>/story")
def story(first: int) -> ResponseReturnValue:
    """The story of the evening that began with the game of this number."""
    story = _story(first)
    said = words.sentences(story)
    picture = story_picture(story, access.this_pad().name, None)
    return render_template(
        "figures/story.html",
        story=story,
        zone=zone_of_reader(),
        said=said,
        # A script fills it with the day in the reader's time zone.
        pattern=words.message(DAY, said),
        picture="png" if png.available() else "svg",
        picture_title=picture.title,
        size=picture.size,
    )


@blueprint.get("/evening/<count:first>/story.svg")
def story_svg(first: int) -> Response:
    """Its picture."""
    return Response(_svg(first), mimetype=SVG_TYPE)


@blueprint.get("/evening/<count:first>/story.png")
def story_png(first: int) -> Response:
    """The same as a PNG; 404 where this server makes none."""
    return png.png_response(_svg(first))


def _svg(first: int) -> str:
    picture = story_picture(_story(first), access.this_pad().name, zone_of_reader())
    return render_template("figures/story.svg", picture=picture)


def _story(first: int) -> Story:
    return story_of(database.connection(), access.this_pad().id, first) or abort(404)
