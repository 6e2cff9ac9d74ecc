"""The forms' common parts: fields that take one answer each, and say what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final
from uuid import uuid4

from flask_wtf import FlaskForm
from wtforms import HiddenField, IntegerField, RadioField, StringField
from wtforms.validators import Optional, Regexp, ValidationError

from scorepad.rules import RulesError

# What is wrong with a form: the name of a field, or of a group of them, and the sentences.
Faults = dict[str, list[str]]

_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,6}|", re.ASCII)


class OneAnswer:
    """A field that refuses to be sent twice, rather than to take the first answer."""

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Take what was sent."""
        if len(valuelist) > 1:
            raise ValueError("was given twice")
        super().process_formdata(valuelist)  # type: ignore[misc]


class Text(OneAnswer, StringField):
    """A short text."""


class Pick(OneAnswer, RadioField):
    """One of a few choices, or none of them."""

    def __init__(self, label: str = "", **options: Any) -> None:
        options.setdefault("validators", [Optional()])
        super().__init__(label, **options)

    def pre_validate(self, form: Any) -> None:
        """Refuse what was not offered."""
        if self.raw_data and not any(choice[2] for choice in self.iter_choices()):
            raise ValidationError("is not one of the choices")


class Whole(OneAnswer, IntegerField):
    """A whole number, or nothing."""

    def __init__(self, label: str = "", **options: Any) -> None:
        options.setdefault("validators", [Optional()])
        super().__init__(label, **options)

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Take what was sent, if it is a number that people write."""
        # Python would also read "1_000", digits of other scripts, and hundreds of them.
        if len(valuelist) == 1 and not _NUMBER.fullmatch(valuelist[0].strip()):
            raise ValueError("must be a whole number")
        super().process_formdata(valuelist)


class EntryForm(FlaskForm):
    """A form that is carried out once, however often it is sent: ``entry`` is its id."""

    entry = HiddenField(
        default=lambda: str(uuid4()),
        validators=[Regexp(r"^[0-9A-Za-z-]{1,64}\Z", message="has no valid id: please reload")],
    )

    @property
    def entry_id(self) -> str:
        """The id of a valid form."""
        return str(self.entry.data)

    def new_entry(self) -> None:
        """Give the form a new id: what it holds was not carried out, and is to be sent anew."""
        self.entry.data = str(uuid4())


def seat_or_nobody(value: object) -> int | None:
    """A seat's number from a form, ``None`` for the choice that names nobody."""
    return None if value in (None, "") else int(str(value))


def word_or_nothing(value: object) -> str | None:
    """A choice from a form, ``None`` for the one that leaves things as they are."""
    return None if value in (None, "") else str(value)


def faults_of(form: FlaskForm) -> Faults:
    """What the form's own checks found."""
    return {name: [str(said) for said in errors] for name, errors in form.errors.items() if name}


def add_faults(faults: Faults, found: Iterable[RulesError]) -> None:
    """Put what the rules found beside what the form found, by the first part of its place."""
    for fault in found:
        field = fault.place.partition("[")[0].replace(".", "_")
        faults.setdefault(field, []).append(fault.message)
