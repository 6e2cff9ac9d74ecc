"""The forms of a player's page for holders of the pen: rename and merge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask_wtf.csrf import generate_csrf

from scorepad.store.figures.players_page import NamedPlayer
from scorepad.store.snapshot import player_names
from scorepad.web.database import db
from scorepad.web.forms import Faults
from scorepad.web.http import access
from scorepad.web.urls import pad_url


@dataclass(frozen=True)
class RefusedNames:
    """The input of a refused form, and its faults; ``form``: the name of its field."""

    form: str
    value: str
    faults: Sequence[str]


@dataclass(frozen=True)
class NameField:
    """A form with one name: its address, its value, and its faults."""

    action: str
    value: str
    faults: Sequence[str]


@dataclass(frozen=True)
class NamesForms:
    """Both forms. ``others``: the names to merge with. ``history``: the URL of the history."""

    csrf_token: str
    name: NameField
    same: NameField
    others: Sequence[str]
    history: str
    is_open: bool


def names_forms(player: NamedPlayer, refused: RefusedNames | None = None) -> NamesForms:
    """The forms about a player of the request's pad."""
    others = player_names(db.session(), access.this_pad().id)
    return NamesForms(
        csrf_token=generate_csrf(),
        name=_field("name", pad_url("player_names.rename", player=player.id), player.name, refused),
        same=_field("same", pad_url("player_names.merge", player=player.id), "", refused),
        others=sorted(name for name in others if name != player.name),
        history=pad_url("names_history.history"),
        is_open=refused is not None,
    )


def first_fault(faults: Faults, field: str) -> Sequence[str]:
    """The faults of the form's one field, else those of its hidden fields."""
    return faults.get(field) or [sentence for some in faults.values() for sentence in some]


def _field(form: str, action: str, value: str, refused: RefusedNames | None) -> NameField:
    if refused is None or refused.form != form:
        return NameField(action, value, ())
    return NameField(action, refused.value, refused.faults)
