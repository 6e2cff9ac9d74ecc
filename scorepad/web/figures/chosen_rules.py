"""The choice between rules on a page of figures: ``?rules=`` and an agreement's id, or ``all``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from flask import abort, request

from scorepad.store.figures.agreements import AgreementSnapshot, agreement
from scorepad.web.database import db
from scorepad.web.http import access
from scorepad.web.http.converters import ID
from scorepad.web.words.rules_line import rules_line
from scorepad.web.words.translation import gettext

ALL: Final = "all"

# The address of a page under these rules: an agreement's id, or ``ALL``.
Address = Callable[[int | str], str]


@dataclass(frozen=True)
class RulesLink:
    """Rules to choose, with the number of games under them, ``None`` for all rules."""

    text: str
    games: int | None
    url: str
    chosen: bool


@dataclass(frozen=True)
class RulesChoice:
    """The rules of a page, and links to the others, empty without an alternative."""

    text: str
    links: Sequence[RulesLink]


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
    return choice or agreement(db.session(), access.this_pad().id, int(value)) or abort(404)


def rules_choice(
    agreements: Sequence[AgreementSnapshot], chosen: AgreementSnapshot | None, address: Address
) -> RulesChoice:
    """The choice between these; ``chosen``: the rules of the page."""
    links = [
        RulesLink(rules_line(each.ruleset), each.games, address(each.id), each == chosen)
        for each in agreements
    ]
    everything = RulesLink(gettext("All rules"), None, address(ALL), chosen is None)
    return RulesChoice(
        text=everything.text if chosen is None else rules_line(chosen.ruleset),
        links=[*links, everything] if len(agreements) > 1 or chosen not in agreements else [],
    )
