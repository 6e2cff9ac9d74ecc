"""The name of this computer in its network, beside its number."""

from __future__ import annotations

import os
import pty
import secrets
import socket
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, redirect_stdout
from pathlib import Path
from subprocess import Popen
from typing import Any

import pytest
import segno
from flask import Flask
from zeroconf import AddressResolverIPv4, ServiceInfo, Zeroconf  # type: ignore[attr-defined]

from scorepad.cli.network_name import is_known, network_name
from scorepad.cli.reach import Sites, sites
from scorepad.cli.serve import greet
from scorepad.settings import Guard
from tests.cli.command import scorepad
from tests.support.hosting import until
from tests.support.patience import PATIENCE
from tests.support.server import running_scorepad
from tests.web.cast import Phone, Table, start

NUMBER = "192.0.2.7"
KITCHEN = "http://kitchen.local:8013"


@pytest.fixture
def kitchen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer whose system knows the network's names, as this one may not."""
    ask = socket.getaddrinfo

    def asked(host: str, *rest: Any, **options: Any) -> list[Any]:
        return ask(NUMBER if host == "kitchen.local" else host, *rest, **options)

    monkeypatch.setattr(socket, "gethostname", lambda: "Kitchen.example.net")
    monkeypatch.setattr(socket, "getaddrinfo", asked)


def test_the_system_knows_a_name_if_it_leads_here() -> None:
    assert is_known("localhost", "127.0.0.1")
    assert not is_known("localhost", NUMBER)
    assert not is_known("nobody.invalid", NUMBER)
    assert not is_known(f"{'long' * 20}.local", NUMBER)


def test_a_system_that_asks_in_vain_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()

    def asked(*_: object) -> list[Any]:
        over.wait(PATIENCE)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", asked)
    try:
        assert not is_known("kitchen.local", NUMBER)
        assert not over.is_set()
    finally:
        over.set()


@pytest.mark.usefixtures("kitchen")
@pytest.mark.parametrize(
    ("host", "guard", "name"),
    [
        (NUMBER, Guard(), KITCHEN),
        (NUMBER, Guard(hosts=("kitchen.local",)), KITCHEN),
        (NUMBER, Guard(hosts=(".local",)), KITCHEN),
        # Pages are not asked for by it, or not on this port.
        (NUMBER, Guard(hosts=("scorepad.example",)), None),
        (NUMBER, Guard(proxies=1), None),
        # It leads elsewhere.
        ("2001:db8::7", Guard(), None),
        ("127.0.0.1", Guard(), None),
        ("localhost", Guard(), None),
    ],
)
def test_the_name_is_said_where_pages_are_reached_by_it(
    host: str, guard: Guard, name: str | None
) -> None:
    with sites(host, 8013, guard) as where:
        assert where.name == name
        assert where.best == (name or where.number)


@pytest.mark.usefixtures("kitchen")
def test_commands_say_the_same_name(tmp_path: Path, app: Flask) -> None:
    table = start(Phone(app))
    listed = scorepad(tmp_path / "data", "--host", NUMBER, "pads").stdout
    assert f"{KITCHEN}{table.pad}" in listed
    assert scorepad(tmp_path / "data", "--host", NUMBER, "pen").stdout.startswith(f"{KITCHEN}/pen/")


def test_pages_are_answered_by_it(app: Flask) -> None:
    table = start(Phone(app))
    answer = Phone(app).client.get(table.address, headers={"Host": "kitchen.local:8013"})
    assert answer.status_code == 200


def test_name_and_number_are_printed_and_the_name_is_the_code(
    capsys: pytest.CaptureFixture[str],
) -> None:
    where = Sites(f"http://{NUMBER}:8013", KITCHEN, for_phones=True)
    greet(where, (), f"{where.best}/")
    output = capsys.readouterr().out
    assert f"Scorepad is at http://{NUMBER}:8013/\nand at {KITCHEN}/, which" in output
    segno.make(f"{KITCHEN}/", micro=False).terminal(compact=True)
    assert capsys.readouterr().out in output


def on_a_terminal(do: Callable[[], None]) -> str:
    """What is said there."""
    terminal, end = pty.openpty()
    said = b""
    with ThreadPoolExecutor(1) as pool:
        with open(end, "w") as output, redirect_stdout(output):  # noqa: PTH123 (a descriptor)
            done = pool.submit(do)
            while not said.endswith(b"Ctrl-C stops it.\r\n"):
                said += os.read(terminal, 1024)
        done.result(PATIENCE)
    os.close(terminal)
    return said.decode().replace("\r\n", "\n")


def test_the_code_has_colours_of_its_own_on_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    where = Sites(f"http://{NUMBER}:8013", None, for_phones=True)
    said = on_a_terminal(lambda: greet(where, (), f"{where.best}/"))
    segno.make(f"{where.best}/", micro=False).terminal(compact=True)
    code = capsys.readouterr().out.splitlines()
    # White blocks on black, whatever the terminal's own colours, and nothing of it afterwards.
    coloured = [f"\033[97;40m\033[38;5;231;48;5;16m{line}\033[0m" for line in code]
    assert "\n".join(coloured) in said
    assert said.splitlines()[-1] == "Ctrl-C stops it."


def said_on_a_terminal(data: Path) -> str:
    """What a server says there when it starts."""
    terminal, end = pty.openpty()
    command = [sys.executable, "-m", "scorepad", "--host", "127.0.0.1", "--port", "0"]
    command += ["--data-folder", str(data)]
    said = ""
    with ExitStack() as held:
        held.callback(os.close, terminal)
        serving = held.enter_context(Popen(command, stdout=end))
        held.callback(serving.terminate)
        os.close(end)
        while "Ctrl-C" not in said:
            said += os.read(terminal, 1024).decode()
    assert serving.returncode == 0
    return said.replace("\r\n", "\n")


def test_the_last_pad_is_said_on_a_terminal_and_is_in_no_log(tmp_path: Path, app: Flask) -> None:
    start(Phone(app))
    table: Table = start(Phone(app))
    table.phone.submit(table.phone.open(table.pad).form("/name"), {"name": "Friday"})
    first, second, *_ = said_on_a_terminal(tmp_path / "data").splitlines()
    site = first.removeprefix("Scorepad is at ").removesuffix("/")
    assert "\033" not in first
    assert second == f"The last pad, Friday, is at {site}{table.pad}"
    with running_scorepad(tmp_path / "data") as server:
        until(lambda: "Ctrl-C" in "".join(server.stdout), "the end of the greeting")
    assert table.key not in "".join(server.stdout + server.stderr)


@pytest.fixture
def name(monkeypatch: pytest.MonkeyPatch) -> str:
    """A name that no system knows."""
    host = f"scorepad-{secrets.token_hex(4)}"
    monkeypatch.setattr(socket, "gethostname", lambda: host)
    return f"{host}.local"


def found(name: str) -> list[str]:
    """At which numbers another program on the loopback finds a name."""
    with closing(Zeroconf(interfaces=["127.0.0.1"])) as network:
        resolver = AddressResolverIPv4(f"{name}.")
        resolver.request(network, 1500)
        numbers: list[str] = resolver.parsed_addresses()
        return numbers


def in_a_thread_of_its_own(do: Callable[[], None]) -> None:
    """Where no browser’s test has left an event loop, which zeroconf would take for its own."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(do).result(PATIENCE)


@pytest.mark.torture
def test_scorepad_answers_to_the_name_itself_while_it_runs(name: str) -> None:
    def answers() -> None:
        with network_name("127.0.0.1", 8013) as known:
            assert known == name
            assert found(name) == ["127.0.0.1"]
        assert found(name) == []

    in_a_thread_of_its_own(answers)


@pytest.mark.torture
def test_a_name_that_another_computer_has_is_left_to_it(name: str) -> None:
    kind = "_http._tcp.local."
    # Another computer has a number of its own: what is sent to a number that two have reaches
    # either of them, and the same one for as long as the machine runs.
    number = "127.0.0.9"
    other = ServiceInfo(
        kind, f"Other.{kind}", 80, addresses=[socket.inet_aton(number)], server=f"{name}."
    )

    def leaves_it() -> None:
        with closing(Zeroconf(interfaces=[number])) as network:
            network.register_service(other)
            with network_name("127.0.0.1", 8013) as known:
                assert known is None
                assert found(name) == [number]

    in_a_thread_of_its_own(leaves_it)


@pytest.mark.parametrize("number", ["2001:db8::7", "home.example"])
def test_it_answers_for_numbers_of_ipv4_only(name: str, number: str) -> None:
    with network_name(number, 8013) as known:
        assert known is None
