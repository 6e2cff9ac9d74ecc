"""The end of a game: the result, also as a picture, what was notable, and the next game."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from flask import Response, redirect, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from werkzeug.exceptions import NotFound

from scorepad.rules.notable import from_behind, notable
from scorepad.rules.sheet import dealer_of
from scorepad.store.game.lists import next_running, running_game
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.store.game.start import NewGame, start_game, started
from scorepad.web import database, urls
from scorepad.web.drawings import images
from scorepad.web.drawings.result_picture import result_svg, size_of
from scorepad.web.http import access
from scorepad.web.preferences import zone_of_reader
from scorepad.web.table import blueprint
from scorepad.web.table.act import OvertakenError, redirect_reloads_of, sent_form
from scorepad.web.table.next_hand import last_moments
from scorepad.web.words import game as words


@dataclass(frozen=True)
class EndPart:
    """The end of a game that is over.

    ``moments``: what the last hand brought. ``places``: best first, each with its seat; none of a
    game that was not played. ``following``: the number of the pad's game that runs now, if one
    does. ``picture``: the type of the one to share, ``None`` if there was no hand; as a PNG so
    large, in pixels. ``last_hand``: the number and the line of the last one that counts.
    """

    moments: Sequence[str]
    result: Markup
    places: list[tuple[int, int]]
    following: int | None
    notable: list[Markup]
    picture: str | None
    picture_size: tuple[int, int]
    last_hand: tuple[int, int] | None


def end_part(game: GameSnapshot) -> EndPart | None:
    """The end of this game, ``None`` while it runs or is in the bin."""
    sheet = game.sheet
    if sheet.next is not None or game.binned:
        return None
    width, height = size_of(game)
    hands = zip(sheet.lines, game.hands, strict=True)
    counted = [(line.number, hand.line) for line, hand in hands if line.counts]
    places = [(place, seat) for seat, place in enumerate(sheet.places)]
    return EndPart(
        moments=last_moments(game),
        result=words.verdict(sheet, game.names),
        places=sorted(places) if sheet.played else [],
        following=next_running(database.connection(), game.id),
        notable=list(_notable(game)),
        picture=("png" if images.available() else "svg") if game.hands else None,
        picture_size=(width * images.ZOOM, height * images.ZOOM),
        last_hand=counted[-1] if counted else None,
    )


def _notable(game: GameSnapshot) -> Iterator[Markup]:
    """What was notable, each hand that counts with those who played it."""
    both = zip(game.sheet.lines, game.hands, strict=True)
    played = [game.names_at(hand.line) for line, hand in both if line.counts]
    names = list(dict.fromkeys([*game.names, *(name for each in played for name in each)]))
    players = [[names.index(name) for name in each] for each in played]
    found = notable(game.game, game.sheet, players)
    if found.comeback and not from_behind(game.sheet, found.comeback):
        found = replace(found, comeback=None)
    return words.notable(found, names, game.ruleset.target)


@blueprint.post("/rematch")
def rematch() -> ResponseReturnValue:
    """Start the same game again: with the same seats and the next dealer, or both drawn by lot."""
    game = access.this_game()
    form = sent_form()
    entry_id = str(form.entry_id.data)
    if again := started(database.connection(), access.this_pad().id, entry_id):
        return redirect(urls.game_url("table.table", again), code=303)
    if game.binned or not game.sheet.over:
        # Reopened meanwhile, or a correction lets it go on.
        raise OvertakenError(form.seen)
    names, draws_seats = list(game.names), request.form.get("seats") == "drawn"
    dealer = dealer_of(game.game, len(game.hands))
    if draws_seats:
        secrets.SystemRandom().shuffle(names)
        dealer = secrets.randbelow(len(names))
    new = NewGame(names, game.options, dealer)
    with access.writing() as writer:
        other = running_game(writer.session.connection(), writer.pad_id)
        if other is not None and not draws_seats and _is_rematch(other, game):
            # Another phone was faster; both are to go on in one game.
            return redirect(urls.game_url("table.table", other.number), code=303)
        new_game = start_game(writer.session, writer.pad, writer.device_id, new, entry_id=entry_id)
    return redirect(urls.game_url("table.table", new_game.number), code=303)


def _is_rematch(other: GameSnapshot, game: GameSnapshot) -> bool:
    """Whether a running game is the rematch of this one, and no hand of it is saved yet."""
    same = (other.names, other.options) == (game.names, game.options)
    paper = other.hands_before or any(seat.opening for seat in other.seats)
    return same and other.number > game.number and not other.hands and not paper


redirect_reloads_of("rematch")


@blueprint.get("/result.svg")
def svg_image() -> Response:
    """The picture: of the result, or of how a running game stands; 404 before the first hand."""
    return Response(_svg(), mimetype=images.SVG_TYPE)


@blueprint.get("/result.png")
def png_image() -> Response:
    """The same as a PNG; 404 where this server makes none."""
    return images.png_response(_svg())


def _svg() -> str:
    game = access.this_game()
    if not game.hands:
        raise NotFound
    return result_svg(game, access.this_pad().name, zone_of_reader())
