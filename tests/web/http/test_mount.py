"""Below a path of its host: no address forgets it, and nobody but a believed proxy says it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Final

import pytest
from flask import Flask
from werkzeug.middleware.dispatcher import DispatcherMiddleware
from werkzeug.test import Client, TestResponse

from scorepad.settings import Guard, SetupError, make_settings, mount_point, settings_from
from tests.web.apps import WIDE_OPEN, app_in
from tests.web.cast import NAMES, Phone, cookies, hand, players
from tests.web.pages import Value, page_of

HERE: Final = "/scores"
HTTPS: Final = "https://home.example"
PLAIN: Final = ("", "/scores", "/our/scores", "/a.b/~c_d-e", "/..x", "/" + "x" * 199)
ODD: Final = (
    "//elsewhere.example", "https://elsewhere.example", "scores", "/a//b", "/..", "/a/../b", "/.",
    "/a b", "/a%2e", "/\\elsewhere.example", "/é", "/a\n", "/<b>", '/"', "/a?b", "/a#b", "/a;b",
    "/" + "x" * 200,
)  # fmt: skip


@contextmanager
def below(folder: Path, path: str = HERE, proxies: int = 0) -> Iterator[Flask]:
    with app_in(folder / "data", Guard(proxies=proxies, costs=WIDE_OPEN.costs), path) as app:
        yield app


def led_to(app: Flask, path: str = "/new", **headers: str) -> set[str]:
    """Below what the addresses in the head of a page are."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    page = page_of(Phone(app).client.get(path, headers=named))
    urls = [str(each.attributes["href"]) for each in page.all("link")]
    return {re.split("/(static|manifest)", each)[0] for each in urls}


def test_a_plain_path_is_taken_with_and_without_a_slash(tmp_path: Path) -> None:
    for path, end in product(PLAIN, ("", "/")):
        environment = {"SCOREPAD_DATA_FOLDER": str(tmp_path), "SCOREPAD_PATH": f"{path}{end}"}
        assert settings_from(environment).path == path


def test_what_is_no_path_is_refused_in_one_line(tmp_path: Path) -> None:
    for path in ODD:
        assert mount_point(path) is None, path
        with pytest.raises(SetupError, match="is no path such as /scores"):
            make_settings(tmp_path, path=path)


def test_it_answers_whether_a_proxy_has_cut_the_path_off_or_not(tmp_path: Path) -> None:
    with below(tmp_path) as app:
        client = Phone(app).client
        for cut in ("", HERE):
            assert led_to(app, f"{cut}/new") == {HERE}
            assert client.get(f"{cut}/healthz").text == "ok\n"
        assert client.get(f"{HERE}heet/new").status_code == 404
        assert client.get(f"{HERE}{HERE}/new").status_code == 404


def test_a_proxy_that_is_believed_says_it(tmp_path: Path) -> None:
    with below(tmp_path, "", proxies=1) as app:
        assert led_to(app) == {""}
        assert led_to(app, X_Forwarded_Prefix="/cards/") == {"/cards"}
        # The last one is the proxy's; a client can write anything before it.
        assert led_to(app, X_Forwarded_Prefix="/evil, /cards") == {"/cards"}


def test_nobody_else_says_it(tmp_path: Path) -> None:
    with below(tmp_path, "") as app:
        assert led_to(app, X_Forwarded_Prefix="/evil", Script_Name="/evil") == {""}
    # Where the settings say it, not even the proxy does: it may pass on a stranger's header.
    with below(tmp_path, proxies=1) as app:
        assert led_to(app, X_Forwarded_Prefix="/evil") == {HERE}


def paths(response: TestResponse) -> dict[str, str]:
    """The path of each cookie that an answer sets."""
    return {
        name: part.removeprefix("Path=")
        for name, parts in cookies(response).items()
        for part in parts
        if part.startswith("Path=")
    }


@pytest.mark.parametrize("base", ["http://home.example", HTTPS])
def test_a_whole_game_below_a_path(tmp_path: Path, base: str) -> None:
    """As a browser plays it, which sends each cookie below its path only."""
    with below(tmp_path) as app:
        client = Phone(app).client
        options = {"base_url": base, "headers": {"Referer": f"{base}{HERE}/"}}

        def send(form_on: str, action: str, fields: Mapping[str, Value]) -> TestResponse:
            form = page_of(client.get(form_on, **options)).form(action)
            assert form.action.startswith(f"{HERE}/")
            return client.post(form.action, data=form.filled(fields), **options)

        set_by_the_form = paths(client.get(f"{HERE}/new", **options))
        fields = {**players(*NAMES[:4]), "dealer": "0", "target": "20"}
        begun = send(f"{HERE}/new", f"{HERE}/new", fields)
        table = str(begun.location)
        assert table.startswith(f"{HERE}/pad/")
        secure = "__Secure-" if base == HTTPS else ""
        assert {**set_by_the_form, **paths(begun)} == {
            f"{secure}scorepad_session": HERE,
            f"{secure}scorepad_device": HERE,
        }
        assert f"{base}{table}" in client.get(f"{table}/show", **options).text
        pens = f"{table.partition('table/')[0]}pens"
        link = page_of(send(pens, "/pens/link", {})).only(class_="link").text
        assert link.startswith(f"{base}{HERE}/pen/")
        saved = send(table, table, hand(10, 3, 0, 0, QS=0))
        assert (saved.status_code, saved.location) == (303, table)
        end = client.get(table, **options).text
        assert f'content="{base}{table}/result.png' in end
        for address in re.findall(r'(?:href|src|action|data-asks)="(/[^"]*)"', end):
            assert address.startswith(f"{HERE}/"), address
        for choice in ("language/de", "theme/dark"):
            assert set(paths(client.get(f"{HERE}/{choice}", **options)).values()) == {HERE}
        manifest = json.loads(client.get(f"{HERE}/manifest.webmanifest", **options).text)
        places = [manifest[key] for key in ("id", "scope", "start_url")]
        places += [each["src"] for each in manifest["icons"]]
        places += [each["url"] for each in manifest["shortcuts"]]
        assert all(each.startswith(f"{HERE}/") for each in places), places
        assert client.get(f"{HERE}/play", **options).location == f"{HERE}/"


@pytest.mark.parametrize("base", ["http://home.example", HTTPS])
def test_two_on_one_host_leave_each_others_pens_alone(tmp_path: Path, base: str) -> None:
    with app_in(tmp_path / "one", path="/one") as one, app_in(tmp_path / "two") as two:
        # The second one at the root of the host, which all of the host's paths lie below.
        browser = Client(DispatcherMiddleware(two, {"/one": one}))
        options = {"base_url": base, "headers": {"Referer": f"{base}/"}}
        tables = []
        for path in ("/one", "", "/one", ""):
            form = page_of(browser.get(f"{path}/new", **options)).form()
            data = form.filled({**players(*NAMES[:4]), "dealer": "0"})
            tables.append(str(browser.post(f"{path}/new", data=data, **options).location))
        for table in tables:
            entry = page_of(browser.get(table, **options)).form(table)
            fields = entry.filled(hand(6, 4, 2, 1, QS=1))
            assert browser.post(table, data=fields, **options).location == table
