"""The rules that a page of figures is about: ``?rules=`` and an agreement's id, or ``all``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from flask import abort, request

from scorepad.store.figures.agreements import AgreementSnapshot, agreement
from scorepad.web import database
from scorepad.web.http import access
from scorepad.web.http.converters import ID

ALL: Final = "all"


def rules_query() -> Mapping[str, str]:
    """What a link carries to a page about the same rules: nothing, if the query has none."""
    value = request.args.get("rules")
    return {} if value is None else {"rules": value}


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
    if not ID.fullmatch(value):
        abort(404)
    choice = next((each for each in agreements if each.id == int(value)), None)
    return (
        choice or agreement(database.connection(), access.this_pad().id, int(value)) or abort(404)
    )
