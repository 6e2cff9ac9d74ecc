"""PostgreSQL servers that live as long as a test run, reachable only over a Unix socket."""

import os
import pwd
import secrets
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy import create_engine, make_url, text
from sqlalchemy.pool import NullPool

from tests.support.hosting import until
from tests.support.patience import PATIENCE

from .need import DEBIAN, unavailable

_USER = "scorepad"
_PORT = 5432  # Only part of the socket's name: no TCP port is ever opened.


def is_installed() -> bool:
    """Whether there are server programs on this machine."""
    return _found() is not None


def _programs() -> tuple[Path, Path]:
    """``initdb`` and ``postgres`` of one and the same installation."""
    return _found() or unavailable("the PostgreSQL server programs (initdb, postgres)")


def _found() -> tuple[Path, Path] | None:
    # Debian keeps the server programs off PATH, in one folder per major version.
    debian = sorted(
        (
            path
            for path in (DEBIAN / "lib" / "postgresql").glob("*/bin")
            if path.parts[-2].isdigit()
        ),
        key=lambda path: int(path.parts[-2]),
        reverse=True,
    )
    on_path = [Path(entry) for entry in os.get_exec_path() if entry]
    for folder in (*debian, *on_path):
        programs = folder / "initdb", folder / "postgres"
        if all(os.access(program, os.X_OK) for program in programs):
            return programs
    return None


def _unprivileged() -> pwd.struct_passwd | None:
    """The account to run the server as, if it cannot be our own: PostgreSQL refuses root."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam("postgres")
    except KeyError:
        return pwd.getpwnam("nobody")


class Cluster:
    """A PostgreSQL server that can be stopped and started again; ``uri``: SQLAlchemy's, of it."""

    def __init__(self, folder: Path) -> None:
        """Prepare one in a folder of its own. Raises :class:`RuntimeError` if that does not work.

        Skips the test (in CI: fails it) where the server programs are not installed.
        """
        initdb, self._postgres = _programs()
        account = _unprivileged()
        self._running: dict[str, Any] = {
            "cwd": folder,
            # A developer's PGDATA, PGPORT and the like must not reach the server.
            "env": {key: value for key, value in os.environ.items() if not key.startswith("PG")},
            "stdin": subprocess.DEVNULL,
            "stderr": subprocess.STDOUT,
        }
        if account:
            ids = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
            self._running |= ids
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self.uri = f"postgresql+psycopg://{_USER}@/postgres?host={folder}&port={_PORT}"
        if account:
            os.chown(folder, account.pw_uid, account.pw_gid)
        made = subprocess.run(
            [
                *(initdb, "--pgdata", folder / "data", "--username", _USER, "--encoding", "UTF8"),
                # The same collation on every machine. The folder's mode, 0700, is what keeps
                # others out, so that no password is needed.
                *("--locale", "C", "--auth", "trust", "--no-sync"),
            ],
            stdout=subprocess.PIPE,
            text=True,
            check=False,
            **self._running,
        )
        if made.returncode != 0:
            raise RuntimeError(f"initdb failed; it said:\n{made.stdout}")

    def start(self) -> None:
        """Start it unless it runs, and go on once it answers."""
        if self._process is not None:
            return
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(self._folder),
            "port": str(_PORT),
            # Nothing here needs to survive a power cut.
            "fsync": "off",
            "full_page_writes": "off",
            "synchronous_commit": "off",
        }
        options = [part for key, value in settings.items() for part in ("-c", f"{key}={value}")]
        log = self._folder / "log"
        with log.open("wb") as output:
            self._process = subprocess.Popen(
                [self._postgres, "-D", self._folder / "data", *options],
                stdout=output,
                # Ctrl-C in the terminal is for pytest, which then stops the server in order.
                start_new_session=True,
                **self._running,
            )
        until(self._answers, "PostgreSQL to answer")
        if self._process.poll() is not None:
            raise RuntimeError(f"PostgreSQL did not start; it said:\n{log.read_text()}")

    def _answers(self) -> bool:
        """Whether it takes connections, or has ended."""
        try:
            address = f"host={self._folder} port={_PORT} user={_USER} dbname=postgres"
            psycopg.connect(address, connect_timeout=round(PATIENCE)).close()
        except psycopg.OperationalError:
            return self._process is not None and self._process.poll() is not None
        return True

    def stop(self) -> None:
        """Stop it if it runs: it does not wait for its clients, and their transactions end."""
        if self._process is None:
            return
        self._process.send_signal(signal.SIGINT)
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None


@contextmanager
def prepared_cluster() -> Iterator[Cluster]:
    """A PostgreSQL server of its own, not started yet."""
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    try:
        cluster = Cluster(folder)
        try:
            yield cluster
        finally:
            cluster.stop()
    finally:
        # After a kill the server's children may still be leaving, and deleting their files.
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def throwaway_cluster() -> Iterator[str]:
    """Run a PostgreSQL server of its own and yield an SQLAlchemy URI of it.

    Skips the test (in CI: fails it) where the server programs are not installed.
    """
    with prepared_cluster() as cluster:
        cluster.start()
        yield cluster.uri


@contextmanager
def fresh_database(cluster_uri: str, template: str = "template0") -> Iterator[str]:
    """Create a database in the cluster, yield its URI, and drop it afterwards.

    It is empty, or like the ``template``: the name of one that nobody is using.
    """
    name = f"test_{secrets.token_hex(8)}"
    # CREATE DATABASE and DROP DATABASE do not work inside a transaction.
    engine = create_engine(cluster_uri, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name} TEMPLATE {template}"))
    try:
        uri = make_url(cluster_uri).set(database=name).render_as_string(hide_password=False)
        # SQLAlchemy writes the socket's folder with %2F, which is as valid as a slash, but
        # trips what interpolates "%", such as Alembic's configuration.
        yield uri.replace("%2F", "/")
    finally:
        with engine.connect() as connection:
            # FORCE: a test that failed may have left connections open.
            connection.execute(text(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))
