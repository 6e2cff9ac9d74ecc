"""The recipes of ``docs/https.md``, carried out literally with the real programs."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Thread
from typing import Final, NamedTuple

import pytest

from tests.hosting.table import start
from tests.store.table import PLAIN_HANDS
from tests.support.hosting import Answer, put
from tests.support.patience import PATIENCE
from tests.support.proxies import Browser, Proxy, caddy, nginx, options, recipe
from tests.support.server import Server, running_scorepad

HOST: Final = "scorepad.example"
BELOW: Final = "/scores"
# What a stranger may send, and a proxy must not pass on.
STRANGE: Final = {
    "X-Forwarded-For": "203.0.113.66",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Prefix": "/evil",
    "X-Forwarded-Proto": "http",
}


class Recipe(NamedTuple):
    """A program with what the document has it do, its host, and where Scorepad is to be there."""

    run: Callable[[str, str, int, Path], AbstractContextManager[Proxy]]
    code: str
    host: str
    path: str = ""
    options: tuple[str, ...] = ()


def with_caddy(title: str, host: str) -> Recipe:
    return Recipe(caddy, recipe(title, "caddy"), host)


NGINX: Final = Recipe(nginx, recipe("On the net: nginx with a certificate", "nginx"), HOST)
CADDY_BELOW: Final = Recipe(
    caddy, recipe("Below a path", "caddy"), "home.example", BELOW, ("--path", BELOW)
)
NGINX_BELOW: Final = NGINX._replace(
    code=put(NGINX.code, {"location / {": f"location {BELOW}/ {{"}),
    path=BELOW,
    options=("--path", BELOW),
)
CUT_OFF: Final = "reverse_proxy 127.0.0.1:8013"
RECIPES: Final = {
    "caddy at home": with_caddy("At home: Caddy with an authority of its own", "kitchen.local"),
    "caddy with a domain": with_caddy("On the net: Caddy with a domain", HOST),
    "nginx": NGINX,
    "caddy below a path": CADDY_BELOW,
    "nginx below a path": NGINX_BELOW,
    "caddy cuts the path off": CADDY_BELOW._replace(
        code=put(CADDY_BELOW.code, {"handle ": "handle_path "})
    ),
    "nginx cuts the path off": NGINX_BELOW._replace(
        code=put(NGINX_BELOW.code, {"127.0.0.1:8013;": "127.0.0.1:8013/;"})
    ),
    "caddy says the path": CADDY_BELOW._replace(
        code=put(
            CADDY_BELOW.code,
            {
                "handle ": "handle_path ",
                CUT_OFF: f"{CUT_OFF} {{\nheader_up X-Forwarded-Prefix {BELOW}\n}}",
            },
        ),
        options=(),
    ),
    "nginx says the path": NGINX_BELOW._replace(
        code=put(
            NGINX_BELOW.code,
            {
                "127.0.0.1:8013;": "127.0.0.1:8013/;",
                'X-Forwarded-Prefix "";': f"X-Forwarded-Prefix {BELOW};",
            },
        ),
        options=(),
    ),
}


@contextmanager
def carried_out(chosen: Recipe, folder: Path) -> Iterator[tuple[Server, Proxy]]:
    """Scorepad as the document starts it, and the program in front of it."""
    told = options(chosen.host, *chosen.options)
    with (
        running_scorepad(folder / "data", options=told) as server,
        chosen.run(chosen.code, chosen.host, server.port, folder) as proxy,
    ):
        yield server, proxy


def cookies(answer: Answer) -> dict[str, set[str]]:
    """What comes with each cookie."""
    lines = [line.split("; ") for line in answer.headers.get_all("Set-Cookie", ())]
    return {first.partition("=")[0]: set(rest) for first, *rest in lines}


def expect_secure_cookies(path: str, *answers: Answer) -> None:
    """Cookies are for HTTPS, and for this path of the host."""
    found = {name: rest for each in answers for name, rest in cookies(each).items()}
    prefix = "__Secure-" if path else "__Host-"
    assert set(found) == {f"{prefix}scorepad_{name}" for name in ("session", "device")}
    for rest in found.values():
        assert {"Secure", "HttpOnly", f"Path={path or '/'}"} <= rest
        assert not [each for each in rest if each.startswith("Domain")]


def expect_app(browser: Browser, path: str) -> None:
    """The phone gets all that makes it an app: the worker with its files, and the manifest."""
    worker = browser.get(f"{path}/sw.js")
    assert worker.headers.get_content_type() == "text/javascript"
    release = json.loads(worker.text.partition(";\n")[0].removeprefix("const release = "))
    assert release["root"] == path
    for file in (*release["files"], release["offline"]):
        assert file.startswith(f"{path}/")
        if not file.endswith(".png"):
            assert browser.get(file).status == 200, file
    manifest = json.loads(browser.get(f"{path}/manifest.webmanifest").text)
    assert (manifest["scope"], manifest["start_url"]) == (f"{path}/", f"{path}/play")


def expect_redirects(proxy: Proxy, path: str) -> None:
    """Plain HTTP leads to HTTPS, and the path without its slash to Scorepad."""
    connection = HTTPConnection("127.0.0.1", proxy.plain_port, timeout=PATIENCE)
    connection.request("GET", f"{path}/new?x=1", headers={"Host": proxy.host})
    answer = connection.getresponse()
    connection.close()
    assert answer.status in (301, 308)
    where = str(answer.headers["Location"]).replace(f":{proxy.port}/", "/")
    assert where == f"https://{proxy.host}{path}/new?x=1"
    if path:
        bare = Browser(proxy).get(path)
        assert bare.status in (301, 302)
        assert str(bare.headers["Location"]).endswith(f"{path}/")


@pytest.mark.parametrize("chosen", RECIPES.values(), ids=RECIPES)
def test_a_game_is_played_over_https_and_no_secret_is_logged(
    tmp_path: Path, chosen: Recipe
) -> None:
    path = chosen.path
    with carried_out(chosen, tmp_path) as (server, proxy):
        expect_redirects(proxy, path)
        browser = Browser(proxy, headers={"Referer": f"{proxy.site}/"})
        assert "Who’s playing?" in browser.get(f"{path}/").text
        table = start(browser, path)
        assert table.path.startswith(f"{path}/pad/")
        table.record(PLAIN_HANDS[0])
        pad = table.path.partition("table/")[0]
        expect_secure_cookies(path, Browser(proxy).get(f"{path}/new"), browser.get(table.path))
        # What others are to open: the table's QR code, and a link for the pen.
        assert f"{proxy.site}{table.path}" in browser.get(f"{table.path}/show").text
        form = browser.get(f"{pad}pens").form(f"{pad}pens/link")
        given = browser.post(f"{pad}pens/link", form).text
        (link,) = re.findall(rf"{re.escape(proxy.site)}({path}/pen/[\w-]{{22}})", given)[:1]
        expect_app(browser, path)
        # Strangers change nothing, neither for themselves nor on the page that they share.
        for headers in (STRANGE, {}):
            seen = Browser(proxy, headers=headers).get(table.path)
            assert (seen.status, "evil" in seen.text) == (200, False)
            assert f'href="{pad}"' in seen.text
        secrets = [pad.split("/")[-2], link.rpartition("/")[2], form["csrf_token"]]
        secrets += [cookie.rpartition("=")[2] for cookie in browser.cookies.values()]
        assert secrets[0] not in server.log()

        # Scorepad goes away.
        server.process.terminate()
        server.process.wait(PATIENCE)
        browser.headers = {"Referer": f"{proxy.site}{table.path}"}

        def ask() -> list[int | None]:
            addresses = (table.path, f"{table.path}?seen=1", link)
            statuses = [_status(partial(browser.get, address)) for address in addresses]
            return [*statuses, _status(partial(browser.post, table.path, form))]

        assert ask() == [502] * 4
        # As when it is killed while it answers, or something else listens there.
        for answer in (b"", b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf", b"nonsense\r\n"):
            with breaking_off(server.port, answer):
                ask()
        assert not [each for each in secrets if each in proxy.written()]


def _status(ask: Callable[[], Answer]) -> int | None:
    """The status of an answer; ``None`` if it breaks off."""
    with suppress(HTTPException, OSError):
        return ask().status
    return None


@contextmanager
def breaking_off(port: int, answer: bytes) -> Iterator[None]:
    """A server in Scorepad's place that answers every request so, and hangs up."""

    class Handler(BaseRequestHandler):
        def handle(self) -> None:
            self.request.recv(65536)
            self.request.sendall(answer)

    class Listening(ThreadingTCPServer):
        allow_reuse_address = True
        daemon_threads = True

    with Listening(("127.0.0.1", port), Handler) as listening:
        thread = Thread(target=listening.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield
        finally:
            listening.shutdown()
            thread.join()
