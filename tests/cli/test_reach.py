"""The addresses that are printed: numbers that other devices reach, and the computer's name."""

from __future__ import annotations

import secrets
import socket
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import ifaddr
import pytest
from flask import Flask
from zeroconf import AddressResolverIPv4, ServiceInfo, Zeroconf  # type: ignore[attr-defined]

from scorepad.cli import reach
from scorepad.cli.reach import is_known, likely_first, network_name, sites
from scorepad.settings import Guard
from tests.cli.command import scorepad
from tests.support.patience import PATIENCE
from tests.web.cast import Phone, start

ANYWHERE = "0.0.0.0"  # noqa: S104 (nothing listens there)
NUMBER = "192.0.2.7"
KITCHEN = "http://kitchen.local:8013"


def adapter(name: str, *addresses: str, words: str = "") -> ifaddr.Adapter:
    """An adapter with addresses such as 10.0.0.1/24; ``words``: what Windows calls it."""
    ips = []
    for text in addresses:
        ip, _, prefix = text.partition("/")
        ips.append(ifaddr.IP((ip, 0, 0) if ":" in ip else ip, int(prefix), name))
    return ifaddr.Adapter(name, words or name, ips)


LO = adapter("lo", "127.0.0.1/8", "::1/128")
HOME = adapter("wlan0", "192.168.1.5/24", "fd00::5/64", "fe80::5/64")
HOTSPOT = adapter("wlp2s0", "10.42.0.1/24")
VPN = adapter("tun0", "10.8.0.2/24", "fd08::2/64")
CONTAINERS = adapter("docker0", "172.17.0.1/16"), adapter("br-1f2e3d4c5b6a", "172.18.0.1/16")
MACHINES = adapter("{A1}", "192.168.56.1/24", words="VirtualBox Host-Only Ethernet Adapter")


@pytest.mark.parametrize(
    ("adapters", "routed", "addresses"),
    [
        # A laptop's own hotspot, without and with internet by another adapter.
        ([LO, HOTSPOT], None, ["10.42.0.1"]),
        ([HOTSPOT, HOME], "192.168.1.5", ["192.168.1.5", "10.42.0.1"]),
        # All goes through a VPN; phones are still in the network at home.
        ([VPN, HOME], "10.8.0.2", ["192.168.1.5", "10.8.0.2"]),
        ([adapter("x", "10.2.0.9/32"), HOME], "10.2.0.9", ["192.168.1.5", "10.2.0.9"]),
        ([*CONTAINERS, HOME], "192.168.1.5", ["192.168.1.5", "172.17.0.1", "172.18.0.1"]),
        ([MACHINES, HOME], "192.168.1.5", ["192.168.1.5", "192.168.56.1"]),
        # A public address that is not on the way out.
        ([adapter("eth1", "203.0.114.5/24"), HOME], None, ["192.168.1.5", "203.0.114.5"]),
        # Where nothing can be listed the route is known.
        ([], "192.168.1.5", ["192.168.1.5"]),
        ([LO, adapter("eth0", "169.254.7.7/16", "0.0.0.0/0")], "127.0.0.1", []),
    ],
)
def test_the_likely_address_is_first(
    adapters: Sequence[ifaddr.Adapter], routed: str | None, addresses: list[str]
) -> None:
    assert [*likely_first(adapters, 4, routed)] == addresses


def test_a_server_of_ipv6_is_reached_by_that() -> None:
    assert [*likely_first([LO, VPN, HOME], 6, None)] == ["fd00::5", "fd08::2"]


def test_a_computer_without_a_network_is_localhost(monkeypatch: pytest.MonkeyPatch) -> None:
    def adapters() -> list[ifaddr.Adapter]:
        raise PermissionError

    monkeypatch.setattr(reach, "_routed_address", lambda _: None)
    for listed in (lambda: [LO], adapters):
        monkeypatch.setattr(ifaddr, "get_adapters", listed)
        for host in (ANYWHERE, "::"):
            with sites(host, 8013, Guard()) as where:
                assert where == ("http://localhost:8013", None, False, ())


def test_less_likely_addresses_are_others_unless_a_proxy_is_in_front(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reach, "_routed_address", lambda _: None)
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: [LO, VPN, HOTSPOT])
    for proxies, others in ((0, ["http://10.8.0.2:8013/s"]), (1, [])):
        guard = Guard(hosts=("none.example",), proxies=proxies)
        with sites(ANYWHERE, 8013, guard, "/s") as where:
            assert where == ("http://10.42.0.1:8013/s", None, True, others)


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
        (NUMBER, Guard(hosts=(".local",)), KITCHEN),
        # Pages are not asked for by it, or not on this port.
        (NUMBER, Guard(hosts=("scorepad.example",)), None),
        (NUMBER, Guard(proxies=1), None),
        # It leads elsewhere.
        ("2001:db8::7", Guard(), None),
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
    answer = Phone(app).client.get(table.address, headers={"Host": "kitchen.local:8013"})
    assert answer.status_code == 200


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


@pytest.mark.slow
def test_scorepad_answers_to_the_name_itself_while_it_runs(name: str) -> None:
    def answers() -> None:
        with network_name("127.0.0.1", 8013) as known:
            assert known == name
            assert found(name) == ["127.0.0.1"]
        assert found(name) == []

    in_a_thread_of_its_own(answers)


@pytest.mark.slow
def test_a_name_that_another_computer_has_is_left_to_it(name: str) -> None:
    kind = "_http._tcp.local."
    # A number of its own: what is sent to a number that two have reaches either of them.
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
