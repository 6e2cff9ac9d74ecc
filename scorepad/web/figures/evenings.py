"""The pad's evenings: their list, the page of one with the line for the group, and its story."""

from __future__ import annotations

from flask import abort, render_template
from flask.typing import ResponseReturnValue

from scorepad import caps
from scorepad.store.figures.evenings import MOST_GAMES, evening_of, evenings_page, most_wins
from scorepad.store.figures.games import Games
from scorepad.store.figures.story import story_of
from scorepad.web import database
from scorepad.web.figures import blueprint
from scorepad.web.figures.chosen import asked_season, seasons_part
from scorepad.web.http import access
from scorepad.web.preferences import zone_of_reader
from scorepad.web.urls import number_in_query
from scorepad.web.words import evening as words
from scorepad.web.words.numbers import weekday


@blueprint.get("/evenings")
def list_of_evenings() -> ResponseReturnValue:
    """The evenings, newest first, of a season or all; ``before``: only those before this one."""
    before, asked = number_in_query("before", strict=True), asked_season()
    games = Games(access.this_pad().id, season=asked.season)
    page = evenings_page(database.connection(), games.pad_id, before, asked.season) or abort(404)
    shown = render_template(
        "figures/evenings.html",
        page=page,
        first=before is None,
        winners=words.winners,
        seasons=seasons_part(asked, games),
    )
    return shown, asked.status


@blueprint.get("/evening/<count:first>")
def evening(first: int) -> ResponseReturnValue:
    """The evening that began with the game of this number."""
    evening = evening_of(database.connection(), access.this_pad().id, first) or abort(404)
    players, games = evening.players, len(evening.games.rows)
    return render_template(
        "figures/evening.html",
        evening=evening,
        zone=zone_of_reader(),
        winners=words.winners(players, games),
        players=sorted(players, key=lambda each: (-each.wins, each.average)),
        by_wins=most_wins(players),
        most_games=MOST_GAMES,
        has_story=not evening.games.more and 0 < games <= caps.STORY_GAMES,
        line=words.line(weekday(evening.started), players, games, evening.moons),
        # A script fills it with the day in the reader's time zone.
        pattern=words.line(words.DAY, players, games, evening.moons),
    )


@blueprint.get("/evening/<count:first>/story")
def story(first: int) -> ResponseReturnValue:
    """The story of the evening that began with the game of this number."""
    story = story_of(database.connection(), access.this_pad().id, first) or abort(404)
    said = words.story_sentences(story)
    return render_template(
        "figures/story.html",
        story=story,
        zone=zone_of_reader(),
        said=said,
        # A script fills it with the day in the reader's time zone.
        pattern=words.story_message(words.DAY, said),
    )
