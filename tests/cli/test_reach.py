"""The addresses that are printed: those that other devices reach, the likely one first."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import ifaddr
import pytest

from scorepad.cli import reach
from scorepad.cli.reach import likely_first, sites
from scorepad.cli.serve import greet
from scorepad.settings import Guard
from tests.support.patience import PATIENCE

ANYWHERE = "0.0.0.0"  # noqa: S104 (nothing listens there)
UNKNOWN_HOST = Guard(hosts=("none.example",))


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
        ([LO, HOME], "192.168.1.5", ["192.168.1.5"]),
        # A laptop's own hotspot, without and with internet by another adapter.
        ([LO, HOTSPOT], None, ["10.42.0.1"]),
        ([HOTSPOT, HOME], "192.168.1.5", ["192.168.1.5", "10.42.0.1"]),
        # All goes through a VPN; phones are still in the network at home.
        ([VPN, HOME], "10.8.0.2", ["192.168.1.5", "10.8.0.2"]),
        ([adapter("x", "10.2.0.9/32"), HOME], "10.2.0.9", ["192.168.1.5", "10.2.0.9"]),
        ([adapter("tailscale0", "100.80.1.2/32"), HOME], "192.168.1.5",
         ["192.168.1.5", "100.80.1.2"]),
        ([*CONTAINERS, HOME], "192.168.1.5", ["192.168.1.5", "172.17.0.1", "172.18.0.1"]),
        ([*CONTAINERS, HOTSPOT], None, ["10.42.0.1", "172.17.0.1", "172.18.0.1"]),
        ([MACHINES, HOME], "192.168.1.5", ["192.168.1.5", "192.168.56.1"]),
        # A public address that is not on the way out.
        ([adapter("eth1", "203.0.114.5/24"), HOME], None, ["192.168.1.5", "203.0.114.5"]),
        # Where nothing can be listed the route is known.
        ([], "192.168.1.5", ["192.168.1.5"]),
        ([LO, adapter("eth0", "169.254.7.7/16", "0.0.0.0/0")], None, []),
        ([LO], "127.0.0.1", []),
    ],
)  # fmt: skip
def test_the_likely_address_is_first(
    adapters: Sequence[ifaddr.Adapter], routed: str | None, addresses: list[str]
) -> None:
    assert [*likely_first(adapters, 4, routed)] == addresses


def test_a_server_of_ipv6_is_reached_by_that() -> None:
    assert [*likely_first([LO, VPN, HOME], 6, None)] == ["fd00::5", "fd08::2"]


def said(capsys: pytest.CaptureFixture[str], host: str, guard: Guard = UNKNOWN_HOST) -> str:
    with sites(host, 8013, guard) as where:
        greet(where, (), f"{where.best}/")
    return capsys.readouterr().out


def test_all_addresses_are_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: [LO, VPN, *CONTAINERS, HOTSPOT])
    monkeypatch.setattr(reach, "_routed_address", lambda _: None)
    output = said(capsys, ANYWHERE)
    assert output.startswith("Scorepad is at http://10.42.0.1:8013/\n")
    others = "http://10.8.0.2:8013/, http://172.17.0.1:8013/, http://172.18.0.1:8013/"
    assert f"Its other addresses: {others}\n" in output
    assert "Open it on a phone" in output
    assert "http://10.8" not in said(capsys, ANYWHERE, Guard(proxies=1))


@pytest.mark.parametrize("host", [ANYWHERE, "::"])
@pytest.mark.parametrize("fails", [False, True])
def test_without_a_network_it_is_at_localhost(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, host: str, fails: bool
) -> None:
    def adapters() -> list[ifaddr.Adapter]:
        if fails:
            raise PermissionError
        return [LO]

    monkeypatch.setattr(ifaddr, "get_adapters", adapters)
    monkeypatch.setattr(reach, "_routed_address", lambda _: None)
    output = said(capsys, host)
    assert output.startswith("Scorepad is at http://localhost:8013/\nOnly this computer")


# A network of its own for a server, with a hotspot, a VPN that takes all, and nothing else.
_NETWORK = """
ip link set lo up
ip link add wlan0 type veth peer name tun0
ip address add 10.42.0.1/24 dev wlan0
ip address add 10.8.0.2/24 dev tun0
ip link set wlan0 up
ip link set tun0 up
ROUTE
exec "$0" -c "from scorepad.cli.reach import addresses_for_phones as a; print(*a('0.0.0.0'))"
"""


@pytest.mark.slow
@pytest.mark.parametrize("route", ["", "ip route add default dev tun0"])
def test_the_addresses_of_another_network(route: str) -> None:
    network = ["unshare", "--map-root-user", "--net"]
    if not (shutil.which("unshare") and shutil.which("ip")):
        pytest.skip("needs unshare and ip")
    if subprocess.run([*network, "true"], capture_output=True, check=False).returncode:
        pytest.skip("this system gives no network of its own")
    ended = subprocess.run(
        [*network, "sh", "-e", "-c", _NETWORK.replace("ROUTE", route), sys.executable],
        cwd=Path(__file__).parents[2],
        env=os.environ,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (ended.stdout, ended.stderr) == ("10.42.0.1 10.8.0.2\n", "")
