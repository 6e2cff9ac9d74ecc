"""The recipes of ``docs/https.md`` in the real programs: Caddy and nginx in front of Scorepad.

Each runs with what the document says, and around it only where a test's ports and files are.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Final

from tests.support.certificates import certificate
from tests.support.forks import end
from tests.support.hosting import ROOT, Client, put, until
from tests.support.need import DEBIAN, unavailable
from tests.support.patience import PATIENCE

# Where Scorepad is in the document.
SCOREPAD: Final = "127.0.0.1:8013"
_CERTIFICATES: Final = "/etc/letsencrypt/live/scorepad.example/"


def recipe(title: str, language: str) -> str:
    """The code in this language below a heading of the document."""
    (section,) = re.findall(
        rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", _document(), re.MULTILINE | re.DOTALL
    )
    (code,) = re.findall(rf"^```{language}\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    return str(code)


def options(host: str, *more: str) -> list[str]:
    """The options of Scorepad that the document gives, for a host."""
    (line,) = re.findall(r"^scorepad (.* --hosts kitchen\.local)$", _document(), re.MULTILINE)
    return [*put(line, {"kitchen.local": host}).split(), *more]


def _document() -> str:
    return (ROOT / "docs" / "https.md").read_text()


@dataclass(frozen=True)
class Proxy:
    """A running one: its host and ports, whom a browser has to trust, and its folder."""

    host: str
    port: int
    plain_port: int
    authority: Path
    folder: Path

    @property
    def site(self) -> str:
        """What its addresses begin with."""
        return f"https://{self.host}:{self.port}"

    def written(self) -> str:
        """All that it has written into its logs."""
        logs = self.folder.glob("*.log")
        return "".join(log.read_text(errors="replace") for log in logs)


@dataclass
class Browser(Client):
    """A client that comes by the proxy's name and trusts its authority, and none else."""

    server: Proxy

    def _connection(self) -> HTTPConnection:
        trust = ssl.create_default_context(cafile=self.server.authority)
        host, port = self.server.host, self.server.port
        connection = HTTPConnection(host, port)
        # The name leads to this machine.
        plain = socket.create_connection(("127.0.0.1", port), PATIENCE)
        connection.sock = trust.wrap_socket(plain, server_hostname=host)
        return connection


@contextmanager
def caddy(code: str, host: str, scorepad: int, folder: Path) -> Iterator[Proxy]:
    """Run Caddy with a recipe; every certificate is of its own authority, as there is no net."""
    port, plain_port = _free_ports()
    options = f"""
        admin off
        local_certs
        skip_install_trust
        default_bind 127.0.0.1
        http_port {plain_port}
        https_port {port}
        storage file_system {folder}/storage
    """
    file = folder / "Caddyfile"
    # The recipe begins with the options for all sites.
    assert code.startswith("{\n")
    ours = code.replace("{\n", f"{{{options}", 1)
    file.write_text(put(ours, {SCOREPAD: f"127.0.0.1:{scorepad}"}))
    authority = folder / "storage" / "pki" / "authorities" / "local" / "root.crt"
    command = ["caddy", "run", "--config", str(file)]
    running = Proxy(host, port, plain_port, authority, folder)
    # Where it would keep its last configuration, too.
    with _running(command, running, {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}):
        yield running


@contextmanager
def nginx(code: str, host: str, scorepad: int, folder: Path) -> Iterator[Proxy]:
    """Run nginx with a recipe, and a certificate that vouches for itself."""
    port, plain_port = _free_ports()
    authority, _ = certificate(host, folder / "fullchain.pem", folder / "privkey.pem")
    site = put(
        code,
        {
            "listen 443 ssl;": f"listen 127.0.0.1:{port} ssl;",
            "listen 80;": f"listen 127.0.0.1:{plain_port};",
            "scorepad.example;": f"{host};",
            _CERTIFICATES: f"{folder}/",
            "/var/log/nginx/error.log": f"{folder}/error.log",
            SCOREPAD: f"127.0.0.1:{scorepad}",
        },
    )
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    file = folder / "nginx.conf"
    # One process, which has our own rights.
    file.write_text(
        f"daemon off; master_process off; pid {folder}/nginx.pid; "
        f"events {{}} http {{ access_log {folder}/access.log; {paths}\n{site} }}"
    )
    command = ["nginx", "-p", str(folder), "-e", f"{folder}/start.log", "-c", str(file)]
    running = Proxy(host, port, plain_port, authority, folder)
    with _running(command, running, {}):
        yield running


@contextmanager
def _running(command: list[str], proxy: Proxy, environment: Mapping[str, str]) -> Iterator[None]:
    program = shutil.which(command[0]) or shutil.which(command[0], path=DEBIAN / "sbin")
    if program is None:
        unavailable(command[0])
    log = proxy.folder / "output.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [program, *command[1:]],
            env={**os.environ, **environment},
            cwd=proxy.folder,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            # Ctrl-C in the terminal is for pytest, which then stops it in order.
            start_new_session=True,
        )

    def answers() -> bool:
        assert process.poll() is None, proxy.written()
        try:
            return Browser(proxy).get("/healthz").status < 500
        except (OSError, ValueError):
            return False

    try:
        until(answers, f"{command[0]} to answer")
        yield
    finally:
        end(process)


def _free_ports() -> tuple[int, int]:
    """Two ports that nobody listens on."""
    with ExitStack() as held:
        both = [held.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(2)]
        first, second = (each.getsockname()[1] for each in both)
        return first, second
