"""Base classes of the forms, and fields that accept one value each and report its faults."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Final, TypeVar
from uuid import uuid4

from flask import g
from flask_wtf import FlaskForm
from wtforms import BooleanField, Field, HiddenField, IntegerField, StringField
from wtforms.validators import InputRequired, Regexp, StopValidation

from scorepad.names import MOST_TYPED, fault_of, trimmed
from scorepad.rules import Game, RulesError
from scorepad.web.words import messages
from scorepad.web.words.game import fault_of_game
from scorepad.web.words.messages import AnyFault, fault_text
from scorepad.web.words.names import capitalised
from scorepad.web.words.translation import N_, gettext

_Form = TypeVar("_Form", bound="PostedForm")
# The faults of a form: sentences by the name of a field or of a group of fields.
Faults = dict[str, list[str]]

_NUMBER: Final = re.compile(r"\s*[+-]?[0-9]{1,6}\s*", re.ASCII)


def optional(_form: Any, field: Field) -> None:
    """A validator: an empty field is valid, and no further checks run."""
    if not field.raw_data or field.raw_data == [""]:
        field.errors = []
        raise StopValidation


class OneAnswer(Field):
    """A field that refuses several values instead of using the first.

    It also refuses a value that is longer than any valid one, before it is parsed.
    """

    longest: ClassVar[int] = MOST_TYPED

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Accept one value of limited length."""
        if len(valuelist) > 1:
            raise ValueError(N_("This was sent twice."))
        if valuelist and len(valuelist[0]) > self.longest:
            raise ValueError(N_("This is far too long."))
        super().process_formdata(valuelist)


class Text(OneAnswer, StringField):
    """A short text field. Input that is too long is shown again, but never used."""

    def _value(self) -> str:
        value = self.raw_data[0] if self.data is None and self.raw_data else self.data
        return "" if value is None else str(value)


class Hidden(OneAnswer, HiddenField):
    """A field that the page itself fills in."""


class Checkbox(OneAnswer, BooleanField):
    """A checkbox."""


class Pick(OneAnswer):
    """One of a few choices, or none of them; templates draw it.

    ``choices``: the data that the field may have besides ``None``.
    """

    def __init__(self, choices: Iterable[object], **options: Any) -> None:
        options.setdefault("validators", [optional])
        super().__init__(**options)
        self.choices = {str(choice): choice for choice in choices}

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Accept a value that is among the choices, letter by letter: int() accepts more."""
        super().process_formdata(valuelist)
        if valuelist:
            self.data = self.choices.get(valuelist[0])
            if self.data is None and valuelist[0]:
                raise ValueError(N_("This is not one of the choices."))


class Integer(OneAnswer, IntegerField):
    """An optional whole number."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("validators", [optional])
        super().__init__(**options)

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Accept a number as people write it."""
        if len(valuelist) == 1 and valuelist[0] and whole_number(valuelist[0]) is None:
            raise ValueError(N_("Please enter a whole number."))
        super().process_formdata(valuelist)


class PostedForm(FlaskForm):
    """The base of all forms. The token is checked before any view (``http/request_checks``)."""

    class Meta(FlaskForm.Meta):
        """No field for the token, which would be checked a second time."""

        csrf = False


class IdempotentForm(PostedForm):
    """A form that takes effect once, however often it is sent: ``entry_id`` identifies it."""

    entry_id = Hidden(
        default=lambda: str(uuid4()),
        validators=[
            InputRequired(messages.NOT_COMPLETE),
            Regexp(r"^[0-9A-Za-z-]{1,64}\Z", message=messages.NOT_COMPLETE),
        ],
    )


def form_with(base: type[_Form], fields: Mapping[str, Field], **options: Any) -> _Form:
    """A form with more fields than its class has (WTForms: "Dynamic Form Composition")."""
    form: _Form = type(base.__name__, (base,), dict(fields))(**options)
    return form


def whole_number(text: str) -> int | None:
    """The number in a text from a form, if any."""
    # Python would also read "1_000", digits of other scripts, and hundreds of them.
    return int(text) if _NUMBER.fullmatch(text) else None


def entry_id() -> str:
    """The entry id of the forms of a page: each leads to another page, so only one is ever sent."""
    if "entry_id" not in g:
        g.entry_id = str(uuid4())
    known: str = g.entry_id
    return known


def faults_of(form: FlaskForm) -> Faults:
    """The errors of the form's own checks, in the language of the request."""
    return {
        name: [gettext(str(error)) for error in errors]
        for name, errors in form.errors.items()
        if name
    }


def read_text(field: str) -> tuple[str, list[str]]:
    """The text in the only field of the form that was sent, and its faults."""
    form = form_with(PostedForm, {field: Text()})
    form.validate()
    return trimmed(form[field].data or ""), faults_of(form).get(field, [])


def read_name(field: str = "name") -> tuple[str, list[str]]:
    """The same of a name; its faults are known before anything is locked."""
    name, faults = read_text(field)
    fault = None if faults else fault_of(name)
    return name, [sentence_of(fault)] if fault else faults


def sentence_of(fault: AnyFault) -> str:
    """A fault of the rules as a sentence."""
    return f"{capitalised(fault_text(fault))}."


# The field of a fault of a hand, by the place that the rules name, where the names differ.
_FIELDS: Final = {"moon": "moon_choice", "pass": "passed"}


def add_faults(
    faults: Faults, errors: Iterable[RulesError], game: Game | None = None, index: int = 0
) -> None:
    """Put the errors of the rules beside those of the form, by the first part of their place.

    In a ``game`` the form is about the hand at ``index``; a fault elsewhere is one of the entry.
    """
    for fault in errors:
        place = fault.place.removeprefix(f"hands[{index}].") if game else fault.place
        if game and place == fault.place:
            sentence = fault_of_game(fault, game.hands_before)
            faults.setdefault("entry", []).append(sentence)
        else:
            name = place.partition("[")[0].replace(".", "_")
            faults.setdefault(_FIELDS.get(name, name), []).append(sentence_of(fault))
