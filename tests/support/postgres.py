"""PostgreSQL servers that live as long as a test run, reachable only over a Unix socket."""

import os
import pwd
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from sqlalchemy import create_engine, make_url, text
from sqlalchemy.pool import NullPool

from .need import unavailable

_USER = "scorepad"
_PORT = 5432  # Only part of the socket's name: no TCP port is ever opened.
_START_SECONDS = 30.0
_STOP_SECONDS = 15.0


def _programs() -> tuple[Path, Path]:
    """Find ``initdb`` and ``postgres`` of one and the same installation."""
    # Debian keeps the server programs off PATH, in one folder per major version.
    debian = sorted(
        (path for path in Path("/usr/lib/postgresql").glob("*/bin") if path.parts[-2].isdigit()),
        key=lambda path: int(path.parts[-2]),
        reverse=True,
    )
    on_path = [Path(entry) for entry in os.get_exec_path() if entry]
    for folder in (*debian, *on_path):
        programs = folder / "initdb", folder / "postgres"
        if all(os.access(program, os.X_OK) for program in programs):
            break
    else:
        unavailable("the PostgreSQL server programs (initdb, postgres)")
    return programs


def _unprivileged() -> pwd.struct_passwd | None:
    """The account to run the server as, if it cannot be our own: PostgreSQL refuses root."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam("postgres")
    except KeyError:
        return pwd.getpwnam("nobody")


def _wait_until_ready(process: subprocess.Popen[bytes], folder: Path, log: Path) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while True:
        try:
            psycopg.connect(
                host=str(folder), port=_PORT, user=_USER, dbname="postgres", connect_timeout=5
            ).close()
            return
        except psycopg.OperationalError as error:
            if process.poll() is not None or time.monotonic() > deadline:
                said = log.read_text(errors="replace")
                raise RuntimeError(f"PostgreSQL did not start; it said:\n{said}") from error
            time.sleep(0.05)


@contextmanager
def throwaway_cluster() -> Iterator[str]:
    """Run a PostgreSQL server of its own and yield an SQLAlchemy URI of it.

    Skips the test (in CI: fails it) where the server programs are not installed.
    """
    initdb, postgres = _programs()
    account = _unprivileged()
    uid, gid = (account.pw_uid, account.pw_gid) if account else (None, None)
    groups: list[int] | None = [] if account else None
    # A developer's PGDATA, PGPORT and the like must not reach the server.
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PG")}
    # Not TMPDIR, which may be long: a socket's whole path has to fit into about 100 characters.
    folder = Path(tempfile.mkdtemp(prefix="scorepad-pg-", dir="/tmp"))
    try:
        if uid is not None and gid is not None:
            os.chown(folder, uid, gid)
        data, log = folder / "data", folder / "log"
        made = subprocess.run(
            [
                *(initdb, "--pgdata", data, "--username", _USER, "--encoding", "UTF8"),
                # The same collation on every machine. The folder's mode, 0700, is what keeps
                # others out, so that no password is needed.
                *("--locale", "C", "--auth", "trust", "--no-sync"),
            ],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            user=uid,
            group=gid,
            extra_groups=groups,
        )
        if made.returncode != 0:
            raise RuntimeError(f"initdb failed; it said:\n{made.stdout}")
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(folder),
            "port": str(_PORT),
            # Nothing here needs to survive a power cut.
            "fsync": "off",
            "full_page_writes": "off",
            "synchronous_commit": "off",
        }
        options = [part for key, value in settings.items() for part in ("-c", f"{key}={value}")]
        with log.open("wb") as output:
            process = subprocess.Popen(
                [postgres, "-D", data, *options],
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                # Ctrl-C in the terminal is for pytest, which then stops the server in order.
                start_new_session=True,
                user=uid,
                group=gid,
                extra_groups=groups,
            )
        try:
            _wait_until_ready(process, folder, log)
            yield f"postgresql+psycopg://{_USER}@/postgres?host={folder}&port={_PORT}"
        finally:
            process.send_signal(signal.SIGINT)  # "Fast" shutdown: does not wait for clients.
            try:
                process.wait(_STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
    finally:
        # After a kill the server's children may still be leaving, and deleting their files.
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def fresh_database(cluster_uri: str) -> Iterator[str]:
    """Create an empty database in the cluster, yield its URI, and drop it afterwards."""
    name = f"test_{secrets.token_hex(8)}"
    # CREATE DATABASE and DROP DATABASE do not work inside a transaction.
    engine = create_engine(cluster_uri, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name} TEMPLATE template0"))
    try:
        uri = make_url(cluster_uri).set(database=name).render_as_string(hide_password=False)
        # SQLAlchemy writes the socket's folder with %2F, which is as valid as a slash, but
        # trips what interpolates "%", such as Alembic's configuration.
        yield uri.replace("%2F", "/")
    finally:
        with engine.connect() as connection:
            # FORCE: a test that failed may have left connections open.
            connection.execute(text(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))
