"""A player: their figures, the chart of their form, and their name.

Who holds the pen can rename them, or say that two entries are one person.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Response, abort, flash, redirect, render_template
from flask.typing import ResponseReturnValue

from scorepad.rules import RulesError
from scorepad.rules.cards import QUEEN
from scorepad.store.errors import MergedError, StaleError
from scorepad.store.figures.games import PlayerWithRules, player_with_rules
from scorepad.store.figures.player import figures_of, form_of
from scorepad.store.log.changes import PlayerRenamed, PlayersMerged
from scorepad.store.models import Player
from scorepad.store.pad import players
from scorepad.store.pad.players import merged_into, players_of
from scorepad.web import database
from scorepad.web.drawings.form_chart import chart_size, fingerprint, form_chart, form_in_words
from scorepad.web.drawings.images import svg_response
from scorepad.web.figures.blueprint import blueprint
from scorepad.web.figures.chosen import (
    ALL,
    ChosenSeason,
    asked_rules,
    asked_season,
    chosen_games,
    rules_query,
    seasons_part,
)
from scorepad.web.forms import NameForm, PostedForm, Text, read_name, sentence_of
from scorepad.web.http import access
from scorepad.web.urls import pad_url
from scorepad.web.words.cards import symbol
from scorepad.web.words.names import (
    CHANGED_MEANWHILE,
    both_played,
    isolated_text,
    names_changed,
    tag,
)
from scorepad.web.words.translation import gettext


class MergeForm(PostedForm):
    """The form with the name of the duplicate entry."""

    same = Text()


@dataclass(frozen=True)
class Refused:
    """The input of a refused form, and its faults; ``field``: the name of the form's only one."""

    field: str
    value: str
    faults: Sequence[str]


@blueprint.get("/player/<id:player>")
def player(player: int) -> ResponseReturnValue:
    """A player's figures, under the rules they played most unless the query names others; in a
    season, or ever.

    The URL of a merged player redirects to the player that they were merged into.
    """
    connection, pad = database.connection(), access.this_pad()
    found = player_with_rules(connection, pad.id, player)
    if found is None:
        successor = merged_into(connection, pad.id, player) or abort(404)
        return redirect(pad_url("figures.player", player=successor))
    asked = asked_season()
    return _page(found, asked), asked.status


@blueprint.get("/player/<id:player>/form.svg")
def form_image(player: int) -> Response:
    """The form of a player; browsers cache it if ``v`` is the fingerprint of what it shows."""
    _, name, agreements = _found(player)
    chosen = asked_rules(agreements)
    form = form_of(database.connection(), chosen_games(chosen, asked_season().season), player)
    if not form:
        abort(404)
    chart = form_chart(name, form, points=chosen is not None)
    return svg_response("figures/form_chart.svg", chart, fingerprint(name, form))


@blueprint.post("/player/<id:player>/name")
def rename(player: int) -> ResponseReturnValue:
    """Give the player another name."""
    name, faults = read_name(NameForm())
    if faults:
        return _refused(player, "name", name, faults)
    try:
        with access.writing() as writer:
            current = _player(writer, player)
            change = PlayerRenamed(current.id, current.name, name)
            if current.id != player:
                raise StaleError
            players.rename_player(writer.session, writer.pad, writer.device_id, current, name)
    except RulesError as refusal:
        return _refused(player, "name", name, [sentence_of(refusal)])
    except StaleError:
        meanwhile = [gettext(CHANGED_MEANWHILE)]
        return _refused(change.player_id, "name", change.former, meanwhile, 409)
    if change.former != name:
        flash(names_changed(change))
    return redirect(pad_url("figures.player", player=player), code=303)


@blueprint.post("/player/<id:player>/merge")
def merge(player: int) -> ResponseReturnValue:
    """Merge the player into the player of another name."""
    name, faults = read_name(MergeForm(), "same")
    if faults:
        return _refused(player, "same", name, faults)
    try:
        with access.writing() as writer:
            current = _player(writer, player)
            other = players.player_called(writer.session, writer.pad, name)
            if other is not None and other.id != current.id:
                change = PlayersMerged(current.id, current.name, other.id, other.name, ())
                if current.id != player:
                    raise StaleError
                players.merge_players(writer.session, writer.pad, writer.device_id, current, other)
        # Only now, when the lock is released.
        if other is None or other.id == player:
            return _refused(
                current.id,
                "same",
                name,
                [gettext("Nobody else in this pad is called %(name)s.", name=isolated_text(name))],
            )
        if other.id == current.id:
            # The form was sent twice, and they are merged already.
            return redirect(pad_url("figures.player", player=other.id), code=303)
    except MergedError as refusal:
        reason = both_played(change.player, change.into, refusal.game)
        return _refused(player, "same", name, [reason])
    except StaleError:
        return _refused(change.player_id, "same", "", [gettext(CHANGED_MEANWHILE)], 409)
    flash(names_changed(change))
    return redirect(pad_url("figures.player", player=change.into_id), code=303)


@blueprint.get("/player/<id:player>/name")
@blueprint.get("/player/<id:player>/merge")
def redirect_to_page(player: int) -> ResponseReturnValue:
    """Redirect a browser that reloads a refused form, or goes back to it, to the player's page."""
    return redirect(pad_url("figures.player", player=player))


def _player(writer: access.Writer, player: int) -> Player:
    return players.player_of(writer.session, writer.pad_id, player) or abort(404)


def _refused(
    player: int, field: str, value: str, faults: Sequence[str], status: int = 422
) -> ResponseReturnValue:
    return _page(_found(player), asked_season(), Refused(field, value, faults)), status


def _found(player: int) -> PlayerWithRules:
    return player_with_rules(database.connection(), access.this_pad().id, player) or abort(404)


def _page(player: PlayerWithRules, asked: ChosenSeason, refused: Refused | None = None) -> str:
    """The page of a player; ``refused``: a form about their name."""
    connection = database.connection()
    chosen = asked_rules(player.agreements)
    games = chosen_games(chosen, asked.season)
    figures = figures_of(connection, games, player.id)
    rules = None if chosen is None else chosen.ruleset
    everybody = players_of(connection, access.this_pad().id) if access.holds_pen() else ()
    return render_template(
        "figures/player.html",
        player=player,
        figures=figures,
        agreements=player.agreements,
        agreement=chosen,
        rules=rules,
        all_rules=ALL,
        seasons=seasons_part(asked, games),
        rules_query=rules_query(),
        queen=symbol(QUEEN),
        # Over all rules some have it.
        has_queen=rules is None or QUEEN in rules.penalty_cards,
        # Both tables of other players begin with who it is.
        others=[
            (pad_url("figures.player", player=other.id, **asked.query), tag(other.name), other.met)
            for other in figures.others
        ],
        chart_size=chart_size,
        fingerprint=fingerprint,
        form_in_words=form_in_words,
        # In the order of the cycle, then those that the table chose on its own.
        passes=dict.fromkeys((*rules.pass_cycle, *sorted(figures.by_pass))) if rules else (),
        names=[each.name for each in everybody if each.id != player.id],
        refused=refused,
    )
