"""The form in which a hand is taken down or corrected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from flask import request
from werkzeug.datastructures import MultiDict
from wtforms import Field
from wtforms.validators import InputRequired

from scorepad import rules
from scorepad.rules.hand import MOON_CHOICES, MoonChoice
from scorepad.store.models import Game
from scorepad.web import words
from scorepad.web.forms import (
    Faults,
    OnceForm,
    Pick,
    Tick,
    Whole,
    add_faults,
    faults_of,
    seat_or_nobody,
    word_or_nothing,
)


class HandForm(OnceForm):
    """Hearts by seat, takers of the special cards, the moon; made by :func:`hand_form`."""

    revision = Whole(validators=[InputRequired("is missing: please reload")])
    shooter: Pick
    moon = Pick(
        coerce=word_or_nothing,
        choices=[("", "–"), *((choice, choice) for choice in MOON_CHOICES)],
    )
    sun = Tick()

    @property
    def seen(self) -> int:
        """The revision of the game that a valid form was filled in for."""
        return int(self.revision.data or 0)

    def overtaken(self, game: Game) -> bool:
        """Whether the game went on since; a form that does not say counts as invalid instead."""
        return not self.revision.errors and self.seen != game.revision

    def show(self, game: Game) -> None:
        """Make the form one for the game as it now is."""
        self.revision.data = game.revision
        self.revision.raw_data = None

    def hearts_of(self, seat: int) -> Field:
        """The field for the hearts that a seat took."""
        field: Field = self[f"hearts_{seat}"]
        return field

    def taker_of(self, card: str) -> Field:
        """The field for the seat that took a special card."""
        field: Field = self[f"cards_{card}"]
        return field


def hand_form(
    table: rules.Ruleset,
    names: list[str],
    *,
    correcting: bool = False,
    asked: MultiDict[str, str] | None = None,
    given: Mapping[str, object] | None = None,
) -> HandForm:
    """The form for a hand of this table; ``given``: what its fields hold at first.

    ``asked``: answers that did not come with a form that is to be saved. A hand that is corrected
    can also be given another pass or another dealer.
    """
    seats = list(enumerate(names))
    fields: dict[str, Field] = {
        f"hearts_{seat}": Pick(
            coerce=seat_or_nobody,
            choices=[(count, str(count)) for count in range(table.hearts + 1)],
        )
        for seat, _ in seats
    }
    fields |= {
        f"cards_{card}": Pick(coerce=seat_or_nobody, choices=seats) for card in table.card_points
    }
    if correcting:
        ways = [(offset, words.passing(offset, table.players)) for offset, _ in seats]
        fields["passed"] = Pick(coerce=seat_or_nobody, choices=[("", "as it was its turn"), *ways])
        fields["dealer"] = Pick(coerce=seat_or_nobody, choices=[("", "whose turn it was"), *seats])
    fields["shooter"] = Pick(coerce=seat_or_nobody, choices=[("", "nobody"), *seats])
    form_class = type("HandForm", (HandForm,), fields)
    # Flask-WTF looks for a sent form by itself, unless there is something else to look at.
    sent: dict[str, Any] = {} if asked is None else {"formdata": asked}
    return cast("HandForm", form_class(data=given, **sent))


def as_given(hand: rules.Hand) -> dict[str, object]:
    """A recorded hand as the form's fields hold it."""
    return {
        **{f"hearts_{seat}": count for seat, count in enumerate(hand.hearts)},
        **{f"cards_{card}": taker for card, taker in hand.cards.items()},
        "moon": hand.moon_choice,
        "sun": hand.sun,
        "passed": hand.passed,
        "dealer": hand.dealer,
    }


def entry_of(form: HandForm, table: rules.Ruleset) -> rules.Draft:
    """What was put down in the form."""
    taken: Mapping[str, int | None] = {card: form.taker_of(card).data for card in table.card_points}
    return rules.Draft(
        hearts=tuple(form.hearts_of(seat).data for seat in range(table.players)),
        cards=taken,
        shooter=form.shooter.data,
        moon_choice=cast("MoonChoice | None", form.moon.data),
        sun=form.sun.data,
        passed=form["passed"].data if "passed" in form else None,
        dealer=form["dealer"].data if "dealer" in form else None,
    )


def read_hand(form: HandForm, table: rules.Ruleset) -> tuple[rules.Hand | None, Faults]:
    """The hand that was put down, or what is missing or wrong, by field."""
    form.validate()
    faults = faults_of(form)
    for name in request.form:
        if name.startswith(("hearts_", "cards_")) and name not in form:
            # A seat that is not there, or a card that these rules do not name.
            faults.setdefault("hearts", []).append(f"{name[:20]} is not part of this hand")
    if faults:
        return None, faults
    hand, found = rules.complete(entry_of(form, table), table)
    add_faults(faults, found)
    return hand, faults
