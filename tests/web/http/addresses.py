"""Every address below a pad, and what can be sent there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from flask import Flask, url_for
from werkzeug.routing import Rule

from tests.web.apps import reading
from tests.web.cast import Table, hand

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
# An address like any other, of a pad that never was.
NEVER = "A" * 22


def rules_of(app: Flask) -> list[Rule]:
    """Every address below a pad."""
    rules = [rule for rule in app.url_map.iter_rules() if "address" in rule.arguments]
    assert len(rules) >= 9
    return rules


def values_for(rule: Rule, table: Table, **others: object) -> dict[str, Any]:
    """Values for the gaps of an address; a future gap gets a default."""
    known: dict[str, object] = {
        **dict.fromkeys(rule.arguments, 1),
        "address": table.key,
        "number": table.number,
        "line": 1,
        "pen": "1",
        "first": 2,
        # The one gap that is filled with a word.
        "_act": "undo",
        **others,
    }
    return {name: known[name] for name in rule.arguments}


def address_of(app: Flask, rule: Rule, values: Mapping[str, Any]) -> str:
    """The address of a rule; values for numbers may be any text."""
    numbers = sorted(name for name in values if name != "_act")
    marks = {name: 987654321000 + index for index, name in enumerate(numbers)}
    words = {name: value for name, value in values.items() if name not in marks}
    with app.test_request_context():
        address = url_for(
            rule.endpoint,
            _anchor=None,
            _method=None,
            _scheme=None,
            _external=None,
            **{name: str(mark) if name == "address" else mark for name, mark in marks.items()},
            **words,
        )
    for name, mark in marks.items():
        address = address.replace(str(mark), str(values[name]))
    return address


def requests(app: Flask, table: Table, **others: object) -> Iterator[tuple[str, str, Rule]]:
    """Method and address of every request below a pad."""
    for rule in rules_of(app):
        address = address_of(app, rule, values_for(rule, table, **others))
        for method in sorted(rule.methods or ()):
            yield method, address, rule


def for_the_pen(app: Flask, rule: Rule) -> bool:
    return bool(getattr(app.view_functions[rule.endpoint], "for_the_pen", False))


def written(app: Flask, table: Table, token: str) -> dict[str, str]:
    """The fields of every write: enough for most of them to be carried out."""
    with reading(app) as session:
        revision = str(table.row(session).revision)
    filled = {name: str(value) for name, value in hand(1, 2, 4, 6, QS=0).items()}
    return {**filled, "csrf_token": token, "revision": revision, "entry_id": "e", "name": "Emil",
            "seat": "0", "dealer": "1"}  # fmt: skip
