"""The rules that a page of figures is about: ``?rules=`` and an agreement's digest, or ``all``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from flask import abort, request

from scorepad.store.figures.agreements import DIGEST, AgreementSnapshot, agreement
from scorepad.store.figures.games import Games, Season
from scorepad.web import database
from scorepad.web.http import access

ALL: Final = "all"


def rules_query() -> Mapping[str, str]:
    """What a link carries to a page about the same rules: nothing, if the query has none."""
    value = request.args.get("rules")
    return {} if value is None else {"rules": value}


def chosen_games(chosen: AgreementSnapshot | None, season: Season) -> Games:
    """The pad's games by these rules, ``None`` for all, in a season."""
    return Games(access.this_pad().id, None if chosen is None else chosen.id, season)


def asked_rules(agreements: Sequence[AgreementSnapshot]) -> AgreementSnapshot | None:
    """The agreement that the query names, ``None`` for all rules.

    Without a name in the query it is the first of those. Answers 404 if the pad has no such
    agreement.
    """
    value = request.args.get("rules")
    if value is None:
        return agreements[0] if agreements else None
    if value == ALL:
        return None
    if not DIGEST.fullmatch(value):
        abort(404)
    choice = next((each for each in agreements if each.id == value), None)
    return choice or agreement(database.connection(), access.this_pad().id, value) or abort(404)
