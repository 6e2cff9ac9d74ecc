"""The parts of the forms about a game: hidden fields, a button, a list to choose from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from uuid import uuid4

from flask import g
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup

from scorepad.store.snapshot import GameSnapshot
from scorepad.web import urls


@dataclass(frozen=True)
class HiddenFields:
    """The token of a form, its entry id, and the revision of the game that it is filled in for."""

    csrf_token: str
    entry_id: str
    revision: int


@dataclass(frozen=True)
class Act:
    """A form with one button: an act on the game. ``fields``: additional hidden fields.

    ``title``: says more than the label has room for.
    """

    id: str
    address: str
    label: str | Markup
    hidden: HiddenFields
    fields: Mapping[str, str] = field(default_factory=dict)
    danger: bool = False
    title: str = ""


@dataclass(frozen=True)
class Select:
    """A list to choose one from: for each option its value, its text, whether it is chosen."""

    id: str
    label: str
    options: tuple[tuple[str, str, bool], ...]
    faults: tuple[str, ...] = ()


def hidden_fields(game: GameSnapshot) -> HiddenFields:
    """The hidden fields of a form about a game: the same for all forms of a page.

    Each form leads to another page, so only one of them is ever sent.
    """
    fields: HiddenFields | None = g.get("hidden_fields")
    if fields is None or fields.revision != game.revision:
        fields = g.hidden_fields = HiddenFields(generate_csrf(), str(uuid4()), game.revision)
    return fields


def act_of(
    id_: str, endpoint: str, label: str | Markup, game: GameSnapshot, *, danger: bool = False
) -> Act:
    """An act on this game by the view of an endpoint."""
    return Act(id_, urls.game_url(endpoint), label, hidden_fields(game), danger=danger)


def select(
    id_: str,
    label: str,
    as_due: str,
    choices: Sequence[str],
    chosen: int | str | None,
    faults: tuple[str, ...] = (),
) -> Select:
    """A select by seat or offset, whose first option keeps what the rules say."""
    return Select(
        id_,
        label,
        (
            ("", as_due, chosen is None),
            *((str(value), text, str(value) == str(chosen)) for value, text in enumerate(choices)),
        ),
        faults,
    )
