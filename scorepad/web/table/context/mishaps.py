"""The mishaps: what goes wrong at a table, and the forms that put it right ("Fix something")."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from scorepad import rules
from scorepad.store.snapshot import GameSnapshot
from scorepad.web import urls
from scorepad.web.forms import Faults
from scorepad.web.table.context.form_parts import (
    Act,
    HiddenFields,
    Select,
    act_of,
    hidden_fields,
    select,
)
from scorepad.web.words import passing
from scorepad.web.words.names import isolated_text
from scorepad.web.words.translation import gettext


@dataclass(frozen=True)
class FormState:
    """The values and the fault of a form of the mishaps that was refused."""

    values: Mapping[str, str] = field(default_factory=dict)
    faults: Faults = field(default_factory=dict)


@dataclass(frozen=True)
class SelectForm:
    """A small form: selects, and at most one text."""

    address: str
    hidden: HiddenFields
    selects: tuple[Select, ...]
    faults: tuple[str, ...]
    text: str = ""


@dataclass(frozen=True)
class MishapsPart:
    """The mishaps. ``number``: of the hand to come. ``is_open``: after a form was refused.

    ``next_hand`` and ``substitution``: ``None`` once the game is over.
    """

    is_open: bool
    number: int | None
    next_hand: SelectForm | None
    substitution: SelectForm | None
    acts: tuple[Act, ...]


def mishaps_part(game: GameSnapshot, refused: Mapping[str, FormState]) -> MishapsPart:
    """The mishaps of a game that is not in the bin; ``refused``: forms by name."""
    coming = game.sheet.next
    acts = []
    if coming:
        acts.append(act_of("stop", "stop.stop", gettext("End game now"), game))
    if game.sheet.ended_by == "stopped":
        acts.append(act_of("reopen", "stop.reopen", gettext("Resume"), game))
    acts.append(act_of("bin", "bin.put", gettext("Move to bin"), game))
    return MishapsPart(
        is_open=bool(refused),
        number=coming.number if coming else None,
        next_hand=_next_hand(game, refused.get("next_hand", FormState())) if coming else None,
        substitution=_substitution(game, refused.get("substitution", FormState()))
        if coming
        else None,
        acts=tuple(acts),
    )


def _next_hand(game: GameSnapshot, state: FormState) -> SelectForm:
    ways = passing.directions(game.ruleset.players)
    # The hand to come as it is without what the players decided for it.
    usual = rules.hands_to_come(replace(game.game, next_passed=None, next_dealer=None), 1)[0]
    way = passing.direction(usual.passed, game.ruleset.players)
    dealer = isolated_text(game.names[usual.dealer])
    return SelectForm(
        address=urls.game_url("next_hand.decide"),
        hidden=hidden_fields(game),
        selects=(
            select("passed", gettext("Pass"), _as_usual(way), ways, game.next_passed),
            select("dealer", gettext("Dealer"), _as_usual(dealer), game.names, game.next_dealer),
        ),
        faults=tuple(state.faults.get("next_hand", ())),
    )


def _as_usual(what: str) -> str:
    return gettext("As usual (%(what)s)", what=what)


def _substitution(game: GameSnapshot, state: FormState) -> SelectForm:
    chosen = state.values.get("seat")
    options = tuple((str(seat), name, chosen == str(seat)) for seat, name in enumerate(game.names))
    return SelectForm(
        address=urls.game_url("substitution.replace"),
        hidden=hidden_fields(game),
        selects=(Select("seat", gettext("Leaving"), options),),
        faults=tuple(state.faults.get("name", ())),
        text=state.values.get("name", ""),
    )
