"""Any request to any address gets an answer of ours, changes nothing it may not, and leaks nothing.

The addresses are those of the app's own map, so that a new one is tried without a change here. The
values for their gaps, and the forms to send there, come from the app's pages.
"""

from __future__ import annotations

import gc
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import cycle
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from werkzeug.routing import Rule

from tests.support.torture import examples
from tests.web.http.answers import check
from tests.web.http.asking import GAP, Bench, bench_in
from tests.web.http.odd_requests import ODD_PARTS, ODD_VALUES, QUERY_NAMES, requests
from tests.web.http.wire import FORM, WireRequest, urlencoded

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    with bench_in(tmp_path_factory.mktemp("any") / "data") as made:
        yield made


def with_parts(rule: Rule, parts: Mapping[str, str]) -> str:
    """The address of a rule with these parts in its gaps, and something in the others."""
    return GAP.sub(lambda gap: parts.get(gap["name"], "1"), str(rule))


def test_every_address_is_tried_in_every_way_it_allows(bench: Bench) -> None:
    for rule in bench.rules:
        for address in bench.known.addresses[rule.endpoint][:2] or [with_parts(rule, {})]:
            for method in sorted({*(rule.methods or ()), "POST", "PROPFIND"}):
                for who in ("holder", "looker on"):
                    sender = bench.senders[who]
                    body = urlencoded([(b"csrf_token", sender.token.encode())])
                    headers = {"Cookie": sender.cookies, "Content-Type": FORM}
                    check(bench, WireRequest(method, address, "", headers, body))


def test_whatever_stands_in_a_gap_is_answered(bench: Bench) -> None:
    """Each odd part in each gap; all that is around it is there, so that it is looked for.

    Addresses that begin alike have the gap in common, and share the odd parts.
    """
    headers = {"Cookie": bench.senders["holder"].cookies}
    known = {name: quote(values[0]) for name, values in bench.known.values.items()}
    alike: dict[tuple[str, str], list[Rule]] = defaultdict(list)
    for rule in bench.rules:
        for gap in GAP.finditer(str(rule)) if "GET" in (rule.methods or ()) else ():
            alike[str(rule)[: gap.end()], gap["name"]].append(rule)
    for (_, name), rules in alike.items():
        turns = max(len(ODD_PARTS), len(rules))
        for part, rule, _ in zip(cycle(ODD_PARTS), cycle(rules), range(turns), strict=False):
            check(bench, WireRequest("GET", with_parts(rule, {**known, name: part}), "", headers))


def test_whatever_is_added_to_an_address_is_answered(bench: Bench) -> None:
    """Odd values, under all the names that a page of ours knows; each page has a third of them."""
    headers = {"Cookie": bench.senders["holder"].cookies}
    known = {name: quote(values[0]) for name, values in bench.known.values.items()}
    for turn, rule in enumerate(bench.rules):
        for value in ODD_VALUES[turn % 3 :: 3] if "GET" in (rule.methods or ()) else ():
            query = urlencoded([(name.encode(), value) for name in QUERY_NAMES]).decode()
            check(bench, WireRequest("GET", with_parts(rule, known), query, headers))


def test_the_forms_of_the_pages_are_good_to_send(bench: Bench) -> None:
    """Otherwise the requests below would only be refused."""
    for endpoint, forms in bench.known.forms.items():
        answers = set()
        for form in forms:
            pairs = [(name.encode(), value.encode()) for name, value in form.sent]
            for who in ("holder", "looker on"):
                token = (b"csrf_token", bench.senders[who].token.encode())
                body = urlencoded([pair for pair in pairs if pair[0] != b"csrf_token"] + [token])
                headers = {"Cookie": bench.senders[who].cookies, "Content-Type": FORM}
                answers.add(
                    check(bench, WireRequest("POST", form.action, "", headers, body)).status_code
                )
        # Nobody has typed the name of the pad that is to be deleted, or of who is the same person,
        # or chosen a file.
        refused = ("pad.delete", "pad.take_file", "figures.merge")
        good = {422} if endpoint in refused else {200, 303}
        assert answers & good, (endpoint, answers)


# Werkzeug leaves a file open whose part of a form breaks off. None is so large to be on a disk.
@pytest.mark.filterwarnings("ignore:Unclosed file:ResourceWarning")
def test_whatever_is_asked_is_answered(bench: Bench) -> None:
    bench.answered.clear()

    @settings(max_examples=examples(80, 300), deadline=None, derandomize=True, database=None)
    @given(wire_request=requests(bench))
    def ask(wire_request: WireRequest) -> None:
        check(bench, wire_request)

    ask()
    # Few draws leave out nothing but the slash at the end.
    front = bench.known.addresses["pad.front"][0].rstrip("/")
    check(bench, WireRequest("GET", front, "", {}))
    # Now, while their warning is ignored.
    gc.collect()
    # Only so many come this far everywhere.
    if examples(few=0, many=1):
        assert {200, 303, 308, 400, 403, 404, 405, 422} <= set(bench.answered)
