"""Scorepad as docs/hosting.md has it for many: gunicorn on PostgreSQL, and plain clients of it."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from email.message import Message
from html import unescape
from http.client import HTTPConnection, HTTPException
from http.cookies import SimpleCookie
from pathlib import Path
from subprocess import Popen
from typing import Final, Protocol
from urllib.parse import urlencode

from tests.support.forks import Fork
from tests.support.patience import PATIENCE

ROOT: Final = Path(__file__).parents[2]

# What the paper's lines name, which is elsewhere in a test.
PROGRAMS: Final = "/opt/scorepad/bin/"
DATABASE: Final = "postgresql+psycopg://scorepad@localhost/scorepad"
BIND: Final = "127.0.0.1:8013"
WORKERS: Final = "--workers 4"
# All clients of the tests come from one address, which would use up the usual limits.
WIDE_OPEN: Final = {
    "SCOREPAD_LIMIT_WRITES": "1000000000 per hour",
    "SCOREPAD_LIMIT_COSTS": "1000000000 per hour",
}

_LISTENING: Final = re.compile(r"Listening at: http://127\.0\.0\.1:([0-9]+) \(([0-9]+)\)")
_BOOTING: Final = re.compile(r"Booting worker with pid: ([0-9]+)")
_WRONG: Final = re.compile(
    r"^(?!worker <).*(error|critical|warning|traceback|exception)", re.IGNORECASE
)
_ENTRY_FIELD: Final = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')

_FORM: Final = "application/x-www-form-urlencoded"
_POLL_SECONDS: Final = 0.02


def until(condition: Callable[[], object], what: str, seconds: float = PATIENCE) -> None:
    """Go on as soon as the condition holds; fail if it does not in time."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"waited in vain: {what}"
        time.sleep(_POLL_SECONDS)


def lines_below(title: str) -> list[str]:
    """The commands below a heading of the paper about hosting."""
    paper = (ROOT / "docs" / "hosting.md").read_text()
    (section,) = re.findall(rf"^## {title}\n(.*?)^## ", paper, re.MULTILINE | re.DOTALL)
    (code,) = re.findall(r"^```sh\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    return str(code).splitlines()


def put(text: str, replacements: Mapping[str, str]) -> str:
    """The text with these parts replaced; each must be there, or the paper says something new."""
    for old, new in replacements.items():
        assert old in text, f"no {old} in {text}"
        text = text.replace(old, new)
    return text


def programs() -> str:
    """The folder of the programs that belong to the Python that runs the tests."""
    return f"{shlex.quote(str(Path(sys.executable).parent))}/"


def gunicorn_command(workers: int) -> list[str]:
    """The paper's gunicorn, on a free port."""
    line = lines_below("Gunicorn and PostgreSQL")[-1]
    return shlex.split(
        put(line, {PROGRAMS: programs(), BIND: "127.0.0.1:0", WORKERS: f"--workers {workers}"})
    )


@dataclass(frozen=True)
class Hosted:
    """A running gunicorn: its port, and the file with its output."""

    port: int
    log_file: Path

    def log(self) -> str:
        """Its output so far."""
        return self.log_file.read_text(errors="replace")

    def workers(self) -> list[int]:
        """Every worker that it has ever started."""
        return [int(pid) for pid in _BOOTING.findall(self.log())]

    def main_process(self) -> int:
        """The process that starts the workers."""
        match = _LISTENING.search(self.log())
        assert match is not None
        return int(match.group(2))

    def mishaps(self) -> list[str]:
        """The lines of the log that are errors or warnings."""
        return [line for line in self.log().splitlines() if _WRONG.search(line)]

    def answered(self, path: str) -> set[int]:
        """The workers that have answered requests for an address."""
        pids = re.findall(rf"^worker <([0-9]+)> answered {re.escape(path)}$", self.log(), re.M)
        return {int(pid) for pid in pids}

    def ask_every_worker(
        self, path: str, workers: int, headers: Mapping[str, str] | None = None
    ) -> list[Answer]:
        """Ask for an address until so many workers have answered, and give all answers.

        Any worker may take a request: only a client that asks several at once meets all of them.
        """
        answers: list[Answer] = []
        client = Client(self, headers=headers or {})
        with ThreadPoolExecutor(2 * workers) as threads:

            def all_have_answered() -> bool:
                answers.extend(threads.map(client.get, [path] * 2 * workers))
                return len(self.answered(path)) == workers

            until(all_have_answered, f"every worker's answer to {path}")
        return answers


@contextmanager
def hosted(
    *commands: Sequence[str], environment: Mapping[str, str]
) -> Iterator[tuple[Hosted, ...]]:
    """Run commands that become, or start, a gunicorn each, all at once; go on once all listen.

    Each gets a home of its own, as on a machine of its own, and of this process's environment all
    that does not change what it does.
    """
    with ExitStack() as running:
        waits = [running.enter_context(_starting(command, environment)) for command in commands]
        yield tuple(wait() for wait in waits)


@contextmanager
def _starting(
    command: Sequence[str], environment: Mapping[str, str]
) -> Iterator[Callable[[], Hosted]]:
    """Start a gunicorn, and yield a function that waits until it listens."""
    foreign = ("SCOREPAD_", "GUNICORN_", "XDG_", "PIP_", "WEB_CONCURRENCY")
    clean = {key: value for key, value in os.environ.items() if not key.startswith(foreign)}
    # Logs which worker answered: set here, so that the command stays the paper's.
    wish = "--access-logfile=- --access-logformat='worker %(p)s answered %(U)s'"
    # No longer than it must be: gunicorn makes a socket in its home.
    with tempfile.TemporaryDirectory(prefix="scorepad-") as home:
        log_file = Path(home) / "log"
        theirs = {**clean, **WIDE_OPEN, "HOME": home, "GUNICORN_CMD_ARGS": wish, **environment}
        process: Fork | Popen[bytes]
        with log_file.open("wb") as output:
            if Path(command[0]).name == "gunicorn":
                process = Fork("gunicorn", command[1:], theirs, ROOT, (output, output))
            else:
                process = Popen(
                    command,
                    cwd=ROOT,
                    env=theirs,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    # Ctrl-C in the terminal is for pytest, which then stops the server in order.
                    start_new_session=True,
                )

        def log() -> str:
            return log_file.read_text(errors="replace")

        def wait() -> Hosted:
            until(lambda: _LISTENING.search(log()) or process.poll() is not None, "gunicorn")
            match = _LISTENING.search(log())
            assert match is not None, log()
            return Hosted(int(match.group(1)), log_file)

        try:
            yield wait
        finally:
            _stop(process, _LISTENING.search(log()))


def _stop(process: Fork | Popen[bytes], listening: re.Match[str] | None) -> None:
    """End the gunicorn in order, or else the whole session that it was started in."""
    if listening is not None and process.poll() is None:
        # Not the process itself, which may be a shell: that ends together with its gunicorn.
        os.kill(int(listening.group(2)), signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            process.wait(PATIENCE)
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@dataclass(frozen=True)
class Answer:
    """What a server answered."""

    status: int
    headers: Message
    text: str

    def form(self, action: str) -> dict[str, str]:
        """The hidden fields of the one form that is sent to this address.

        By a pattern, not as a browser reads it: eight writers have no time for that.
        """
        (form,) = [part for part in self.text.split("<form")[1:] if f'action="{action}"' in part]
        fields = form.partition("</form>")[0]
        return {name: unescape(value) for name, value in _ENTRY_FIELD.findall(fields)}


class Listening(Protocol):
    """A server on this machine."""

    @property
    def port(self) -> int:
        """The port that it listens on."""


@dataclass
class Client:
    """A browser with its cookies and no more; ``headers``: what it sends besides."""

    server: Listening
    cookies: dict[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)

    def get(self, path: str) -> Answer:
        """Ask for an address."""
        return self._ask("GET", path, None)

    def post(self, path: str, fields: Mapping[str, str]) -> Answer:
        """Send a form."""
        return self._ask("POST", path, urlencode(fields).encode())

    def upload(self, path: str, body: bytes, kind: str) -> Answer:
        """Send a form that has a file in it, as this content type."""
        return self._ask("POST", path, body, kind)

    def surely(self, ask: Callable[[Client], Answer]) -> Answer:
        """Repeat a request until there is an answer, as a phone does."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return ask(self)
            except (OSError, HTTPException):
                if time.monotonic() > deadline:
                    raise

    def _connection(self) -> HTTPConnection:
        return HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)

    def _ask(self, method: str, path: str, body: bytes | None, kind: str = _FORM) -> Answer:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {"Cookie": cookies} if cookies else {}
        if body is not None:
            headers["Content-Type"] = kind
        connection = self._connection()
        try:
            connection.request(method, path, body, {**headers, **self.headers})
            response = connection.getresponse()
            answer = Answer(response.status, response.headers, response.read().decode())
        finally:
            connection.close()
        for line in answer.headers.get_all("Set-Cookie", ()):
            self.cookies |= {name: each.value for name, each in SimpleCookie(line).items()}
        return answer
