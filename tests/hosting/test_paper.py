"""The README's instructions for hosting, carried out literally."""

from __future__ import annotations

import re
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from email.message import Message
from http.cookies import SimpleCookie

import pytest

from tests.hosting.table import start
from tests.support.hosting import (
    BIND,
    DATABASE,
    PROGRAMS,
    ROOT,
    Client,
    Hosted,
    hosted,
    programs,
    put,
    readme_lines,
)

pytestmark = pytest.mark.xdist_group("hosting")

# The README's host, and nginx's variables for a request.
HOST = "scorepad.example"
KNOWN = {"$remote_addr": "203.0.113.7", "$scheme": "https", "$host": HOST}


@pytest.fixture(scope="module")
def server(database_uri: str) -> Iterator[Hosted]:
    """The server that the README's lines start."""
    install, *lines = readme_lines("sh")
    assert "pip install" in install
    script = put(
        "\n".join(lines), {PROGRAMS: programs(), DATABASE: database_uri, BIND: "127.0.0.1:0"}
    )
    with hosted(["sh", "-ec", script], environment={}) as (started,):
        yield started


def forwarded(**changes: str) -> dict[str, str]:
    """The headers that the README's nginx adds."""
    lines = [line for line in readme_lines("nginx") if line.startswith("proxy_set_header ")]
    headers = {name: KNOWN[value.rstrip(";")] for _, name, value in map(str.split, lines)}
    assert set(headers) == {"X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host"}
    # Our own pages send a Referer, which is required over HTTPS.
    return {**headers, "Referer": f"https://{HOST}/", **changes}


def cookies(headers: Message) -> SimpleCookie:
    return SimpleCookie("\n".join(headers.get_all("Set-Cookie", ())))


@pytest.mark.sample
def test_the_line_that_installs_asks_for_what_there_is() -> None:
    # Without a network, and only as if: all of it is in the tests' own environment already.
    as_if = {"pip install": "pip install --dry-run --no-index --no-build-isolation"}
    result = subprocess.run(
        ["sh", "-ec", put(readme_lines("sh")[0], {PROGRAMS: programs(), **as_if})],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert result.returncode == 0, result.stderr
    assert re.search("already satisfied: psycopg", result.stdout)
    assert re.search("already satisfied: gunicorn", result.stdout)


def test_the_readmes_server_answers_through_its_proxy(server: Hosted) -> None:
    answers = server.ask_every_worker("/", 4, forwarded())
    assert {answer.status for answer in answers} == {200}
    assert "Who’s playing?" in answers[0].text
    assert not server.mishaps()


def test_over_https_cookies_are_secure_and_links_say_so(server: Hosted) -> None:
    client = Client(server, headers=forwarded())
    page = client.get("/new")
    table = start(client)
    table_page = client.get(table.path)
    cookies_by_name = {**cookies(page.headers), **cookies(table_page.headers)}
    assert set(cookies_by_name) == {"__Host-scorepad_session", "__Host-scorepad_device"}
    assert all(cookie["secure"] for cookie in cookies_by_name.values())
    assert f"https://{HOST}{table.path}" in client.get(f"{table.path}/show").text
    # A redirect stays where it is, or says https.
    assert re.match(f"(https://{HOST})?/pad/", table.path)


def test_those_who_follow_do_not_wait_for_a_slow_phone(server: Hosted) -> None:
    """More phones that send slowly than there are workers."""
    client = Client(server, headers=forwarded())
    table = start(client)
    page = client.get(table.path)
    address = f"{table.path}?seen={page.form(table.path)['revision']}"
    head = f"POST {table.path} HTTP/1.1\r\nHost: {HOST}\r\nContent-Length: 100\r\n\r\n"
    with ExitStack() as slow:
        for _ in range(6):
            phone = slow.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            phone.sendall(f"{head}hearts".encode())
        for _ in range(12):
            assert client.get(address).status == 204


def test_a_host_that_is_not_named_is_refused(server: Hosted) -> None:
    for headers in (forwarded(**{"X-Forwarded-Host": "evil.example"}), {"Host": "evil.example"}):
        answer = Client(server, headers=headers).get("/")
        assert answer.status == 400
        assert "evil.example" not in answer.text
    assert Client(server, headers={"Host": HOST}).get("/").status == 200


def test_no_header_says_where_the_app_is(server: Hosted) -> None:
    """Gunicorn would take such headers from whoever is on this machine, as its proxy is."""
    table = start(Client(server, headers=forwarded()))
    for name, value in (("SCRIPT_NAME", "//evil.example"), ("PATH_INFO", "/new")):
        asking = Client(server, headers={**forwarded(), name: value})
        assert asking.get(table.path).status == 200, name
        answer = asking.get(f"//evil.example{table.path}")
        assert (answer.status, "evil.example" in answer.text) == (404, False), name
