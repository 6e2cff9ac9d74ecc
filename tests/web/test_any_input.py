"""Any input of the pen's holder: no crash, and a refused input changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from flask import Flask
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.support.torture import examples
from tests.web.apps import app_in, everything
from tests.web.cast import (
    NAMES,
    Phone,
    Table,
    finished_beside,
    hand,
    hand_over,
    pens,
    players,
    start,
    take_pen,
)
from tests.web.pages import Form, Value, page_of

pytestmark = pytest.mark.slow

VALUES = st.one_of(
    st.sampled_from(["", " ", "0", "1", "2", "13", "-1", "add", "choice", "lot", "y", "null",
                     "1e9", "2D 2S", "QS", "\0", "é", "9" * 30]),
    st.integers(-20, 1100).map(str),
    st.text(max_size=20),
)  # fmt: skip
CHANGES = st.dictionaries(
    # Which field of the form, counted round.
    st.integers(0, 60),
    st.one_of(VALUES, st.none(), st.lists(VALUES, max_size=3)),
    max_size=6,
)
MORE = st.dictionaries(st.text(max_size=12), VALUES, max_size=2)
FORMS = (
    *("new", "pad/new", "record", "record choice", "correct", "correct choice", "remove", "over"),
    *("next", "replace", "stop", "reopen", "bin", "unbin", "undo", "redo", "rematch"),
    *("hand over", "withdraw", "rename pen", "take", "delete", "delete pad", "name", "import"),
    *("note", "evening note"),
    *("rename player", "merge player", "undo player", "redo player"),
)
# The possible answers to a form, if they differ from most. Handing over shows the link at once;
# there is nothing to fill in for that, nor to withdraw a pen.
USUAL = {303, 400, 409, 422}
ANSWERS = {"hand over": {200}, "withdraw": {303}, "take": {303, 409, 422}}
# The tables that making a link writes.
OF_A_LINK = {"pen_links"}
# Acts that must come before an act.
FIRST = {
    "reopen": "stop",
    "unbin": "bin",
    "delete": "bin",
    "redo": "undo",
    "rematch": "stop",
}
ACTS = {"next", "replace", "stop", "bin", "undo", *FIRST}


def form_at(phone: Phone, where: str) -> Form:
    """A form of the app, filled in so that it could be sent as it is."""
    if where == "new":
        return fill(phone.open("/new").form(), {**players(*NAMES[:4]), "dealer": "0"})
    if where == "take":
        # The phone's own pads would not ask it.
        return phone.open(hand_over(start(Phone(phone.app)))).form("/pen")
    rules = {"moon": "choice", "sun": "y", "preset": "omnibus"} if "choice" in where else {}
    table = start(phone, target="20" if where == "over" else "100", **rules)
    jack = {"JD": 3} if rules else {}
    if where == "hand over":
        return phone.open(f"{table.pad}pens").form("/pens/link")
    if where == "withdraw":
        take_pen(Phone(phone.app), hand_over(table))
        return phone.open(f"{table.pad}pens").form(pens(table)[1][1])
    if where == "rename pen":
        page = phone.open(f"{table.pad}pens")
        address = next(
            each.attributes["action"]
            for each in page.all("form")
            if each.attributes["action"].endswith("/name")
        )
        return fill(page.form(address), {"name": "Ben’s phone"})
    if where == "delete pad":
        return fill(phone.open(f"{table.pad}delete").form(), {"typed": table.key})
    if where == "import":
        return phone.open(f"{table.pad}import").form()
    if where == "name":
        return fill(phone.open(table.pad).form("/name"), {"name": "Friday"})
    if where.endswith("player"):
        return named(table, where)
    if where == "pad/new":
        return phone.open(f"{table.pad}new").form()
    if where.startswith("record"):
        return fill(table.entry(), hand(6, 4, 2, 1, QS=1, **jack))
    if where == "note":
        return fill(phone.open(f"{table.address}/note").form("/note"), {"note": "Friends"})
    if where == "evening note":
        begun = f"{finished_beside(table).address}/evening-note"
        return fill(phone.open(begun).form("/evening-note"), {"note": "Friends"})
    form = table.entry()
    table.recorded(6, 4, 2, 1, QS=1, **jack)
    if where in ACTS:
        if where in FIRST:
            table.do(FIRST[where])
        return table.acts(where)[-1]
    if where == "over":
        table.saved(phone.submit(table.correction(1), hand(10, 3, 0, 0, QS=0)))
        return form
    return table.correction(1) if where.startswith("correct") else table.removal(1)


def named(table: Table, where: str) -> Form:
    """A form about the names of players."""
    phone = table.phone
    if where == "merge player":
        start(phone, "Annie", "Emil", "Fay", at=f"{table.pad}new")
    listed = phone.open(f"{table.pad}players").only("main").all("a")
    (anna,) = [link.attributes["href"] for link in listed if link.text == "Anna"]
    if where == "merge player":
        return fill(phone.open(anna).form("/merge"), {"same": "Annie"})
    rename = fill(phone.open(anna).form("/name"), {"name": "Änne"})
    if where == "rename player":
        return rename
    phone.submit(rename)
    history = f"{table.pad}players/history"
    if where == "redo player":
        phone.submit(phone.open(history).form("/undo"))
    return phone.open(history).form(f"/{where.split()[0]}")


def fill(form: Form, changes: dict[str, Value]) -> Form:
    fields = list(form.filled(changes).items(multi=True))
    return Form(form.action, fields, form.offered, form.named)


@dataclass
class Bench:
    """A form of each kind, on a phone of its own; a used form is replaced by a new one."""

    app: Flask
    forms: dict[str, tuple[Phone, Form]] = field(default_factory=dict)

    def form(self, where: str) -> tuple[Phone, Form]:
        if where not in self.forms:
            phone = Phone(self.app)
            self.forms[where] = phone, form_at(phone, where)
        return self.forms[where]


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """An app of their own for all the inputs."""
    with app_in(tmp_path_factory.mktemp("any") / "data") as app:
        yield Bench(app)


def test_every_address_that_takes_a_form_is_tried(bench: Bench) -> None:
    adapter = bench.app.url_map.bind("localhost")
    forms = [form_at(Phone(bench.app), where) for where in FORMS]
    tried = {adapter.match(form.action, method="POST")[0] for form in forms}
    rules = bench.app.url_map.iter_rules()
    assert tried == {rule.endpoint for rule in rules if "POST" in (rule.methods or ())}


@settings(max_examples=examples(30, 60), deadline=None, derandomize=True, database=None)
# Inputs that random ones would rarely include.
@example(where="take", changes={1: "x" * 31}, more={})
@example(where="take", changes={1: ["Ben", "Cara"]}, more={})
@example(where="take", changes={1: "a\0b"}, more={})
@example(where="take", changes={1: None}, more={"name": ""})
@example(where="hand over", changes={}, more={"name": "x", "pen": "1"})
@example(where="withdraw", changes={}, more={"pen": "1"})
@given(where=st.sampled_from(FORMS), changes=CHANGES, more=MORE)
def test_whatever_is_sent_is_answered(
    bench: Bench, where: str, changes: dict[int, Value], more: dict[str, str]
) -> None:
    phone, form = bench.form(where)
    fields = sorted(form.named - {"csrf_token"})
    forced = {fields[index % len(fields)]: value for index, value in changes.items() if fields}
    before = everything(bench.app)
    response = phone.force(form, {**more, **forced})
    # A preview is shown, and changes nothing either.
    preview = {200} if "preview" in forced else set()
    assert response.status_code in ANSWERS.get(where, USUAL) | preview
    if response.status_code == 303:
        phone.open(response.location or "")
        del bench.forms[where]
        return
    page_of(response)
    after = everything(bench.app)
    changed = {name: len(rows) - len(before[name]) for name, rows in after.items()
               if rows != before[name]}  # fmt: skip
    assert changed == (dict.fromkeys(OF_A_LINK, 1) if where == "hand over" else {})
    if changed:
        # A pad has only so many links.
        del bench.forms[where]
