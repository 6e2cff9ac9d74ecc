"""Benchmarks through a socket: an unchanged poll, and a save while hundreds look on.

Each server is the real command as a process of its own; for the followers it has one core and this
process the others.
"""

from __future__ import annotations

import http.client
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import urlencode, urlsplit
from uuid import uuid4

from bench.figures import Figure
from tests.support.server import running_scorepad

FOLLOWERS: Final = 500
# The interval of static/follow.js.
_SECONDS_BETWEEN: Final = 1.5
# Far more often than anybody saves, and less than back to back.
_SECONDS_BETWEEN_SAVES: Final = 0.3
_ROUNDS: Final = 12
_SECONDS_EACH: Final = 0.3
_SAVES_EACH: Final = 8
_SAVE_ROUNDS: Final = 4


@dataclass
class Holder:
    """The holder of the pen of a game, over one connection."""

    address: str
    cookies: dict[str, str] = field(default_factory=dict)
    revision: int = 1

    def __post_init__(self) -> None:
        """Start a game."""
        self._connection = http.client.HTTPConnection(urlsplit(self.address).netloc)
        page = self.ask("GET", "/new")[1]
        self._token = _field(page, "csrf_token")
        names = {f"name_{seat}": name for seat, name in enumerate("ABCD")}
        orders = {f"order_{seat}": str(seat + 1) for seat in range(4)}
        rules = {"dealer": "0", "preset": "black-lady", "target": "1000"}
        location, _ = self.ask("POST", "/new", {**names, **orders, **rules})
        self.table = location

    def ask(self, method: str, path: str, form: Mapping[str, str] | None = None) -> tuple[str, str]:
        """Send one request; the address after redirects, and the page. It must not be refused."""
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        body = None
        if form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            hidden = {
                "csrf_token": self._token,
                "entry_id": str(uuid4()),
                "revision": str(self.revision),
            }
            body = urlencode({**hidden, **form})
        self._connection.request(method, path, body, headers)
        answer = self._connection.getresponse()
        page = answer.read().decode()
        if answer.status >= 400:
            raise RuntimeError(f"{method} {path}: {answer.status}")
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer.headers.get("Location", ""), page

    def save(self) -> float:
        """Save a hand; the seconds until the answer. Then undo it: the game stays as long."""
        hearts = {f"hearts_{seat}": str(count) for seat, count in enumerate((6, 4, 2, 1))}
        began = time.perf_counter()
        self.ask("POST", self.table, {**hearts, "cards_QS": "1"})
        duration = time.perf_counter() - began
        self.revision += 1
        self.ask("POST", f"{self.table}/undo", {})
        self.revision += 1
        return duration


def served() -> list[Figure]:
    """A figure for polls, and one for saves that have followers."""
    poll = statistics.median(polls())
    alone, followed = (statistics.median(each) for each in saves())
    return [
        Figure("unchanged poll", poll, 1.7),
        Figure(
            f"save with {FOLLOWERS} followers",
            followed / alone,
            2,
            f"saves alone ({followed * 1000:.0f} and {alone * 1000:.0f} ms here)",
        ),
    ]


def polls() -> list[float]:
    """What an unchanged poll costs in hellos, in each round, both under waitress."""
    with tempfile.TemporaryDirectory() as folder, running_scorepad(Path(folder)) as server:
        holder = Holder(server.address)
        with _hello() as hello:
            return [
                _rate(hello, "/", 200)
                / _rate(server.address, f"{holder.table}?seen={holder.revision}", 204)
                for _ in range(_ROUNDS)
            ]


def saves() -> tuple[list[float], list[float]]:
    """The seconds that saves take, alone and with 500 followers."""
    alone: list[float] = []
    followed: list[float] = []
    with tempfile.TemporaryDirectory() as folder, running_scorepad(Path(folder)) as server:
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(server.process.pid, cores[:1])
        for thread in Path(f"/proc/{server.process.pid}/task").iterdir():
            os.sched_setaffinity(int(thread.name), cores[:1])
        holder = Holder(server.address)
        for _ in range(16):
            holder.save()
        for _ in range(_SAVE_ROUNDS):
            alone += _some_saves(holder)
            with _followers(server.address + holder.table):
                followed += _some_saves(holder)
    return alone, followed


def _some_saves(holder: Holder) -> list[float]:
    durations = []
    for _ in range(_SAVES_EACH):
        time.sleep(_SECONDS_BETWEEN_SAVES)
        durations.append(holder.save())
    return durations


@contextmanager
def _followers(table: str) -> Iterator[None]:
    """Hundreds of phones that follow a game, as a process, until the end of the block."""
    command = [
        sys.executable,
        "-m",
        "bench.followers",
        table,
        str(FOLLOWERS),
        str(_SECONDS_BETWEEN),
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603 (ours)
    try:
        _line(process)  # All of them have loaded the page.
        yield
    finally:
        process.terminate()
        process.wait()


@contextmanager
def _hello() -> Iterator[str]:
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.hello"], stdout=subprocess.PIPE, text=True
    )
    try:
        yield _line(process)
    finally:
        process.terminate()
        process.wait()


def _line(process: subprocess.Popen[str]) -> str:
    if process.stdout is None or not (line := process.stdout.readline()):
        raise RuntimeError(f"{process.args!r} ended")
    return line.strip()


def _rate(address: str, path: str, status: int) -> float:
    """How many requests a second are answered over one connection."""
    connection = http.client.HTTPConnection(urlsplit(address).netloc)
    count = 0
    began = time.perf_counter()
    while (elapsed := time.perf_counter() - began) < _SECONDS_EACH:
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
        if answer.status != status:
            raise RuntimeError(f"{path}: {answer.status}")
        count += 1
    return count / elapsed


def _field(page: str, name: str) -> str:
    match = re.search(rf'name="{name}" value="([^"]*)"', page)
    if match is None:
        raise RuntimeError(f"no {name} on the page")
    return match[1]
