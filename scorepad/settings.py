"""Settings: the data folder and database, trusted hosts and proxies, and limits.

What is needed only to serve is imported where it is: commands that need no server start with this.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

MOST_PROXIES: Final = 9
FEWEST_THREADS: Final = 2
MOST_THREADS: Final = 64
# Ten writers may wait for a lock, and there are still some for lookers-on.
DEFAULT_THREADS: Final = 16
# As in waitress: with the files of the database it stays below the 256 of macOS.
DEFAULT_CONNECTIONS: Final = 100

_SHORTEST_KEY: Final = 16
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
# Letters that need no escape anywhere, and no part that leads up. It may come with a request.
_MOUNT_POINT: Final = re.compile(r"(/(?!\.{1,2}(/|$))[\w.~-]+)*", re.ASCII)
_LONGEST_MOUNT_POINT: Final = 200


class SetupError(Exception):
    """Scorepad cannot start; the message is one clear line for the person who started it."""


@dataclass(frozen=True)
class Guard:
    """What protects a server on the open net: hosts, proxies, limits; the defaults suit a home.

    ``hosts``: the names it answers to, any if empty; one that begins with a dot stands for all
    below it. ``proxies``: how many reverse proxies stand in front, whose X-Forwarded-… headers are
    believed. ``writes``: how often one address may save. ``costs``: how much work it may cause, in
    points (docs/hosting.md). ``storage``: where that is counted, for several processes.
    ``hsts``: for how many seconds a browser that came over HTTPS is to use nothing else.
    """

    hosts: tuple[str, ...] = ()
    proxies: int = 0
    writes: str = "3000 per hour; 20000 per day"
    costs: str = "60000 per hour; 300000 per day"
    storage: str = field(default="memory://", repr=False)
    hsts: int = 0

    def __post_init__(self) -> None:
        # The host of a request is in small letters (web/http/address.py).
        object.__setattr__(self, "hosts", tuple(host.lower() for host in self.hosts))
        if not 0 <= self.proxies <= MOST_PROXIES:
            raise SetupError(f"the number of proxies must be from 0 to {MOST_PROXIES}")
        if self.hsts < 0:
            raise SetupError("the seconds for HSTS must not be below 0")
        for limit in {self.writes, self.costs} - {Guard.writes, Guard.costs}:
            # Imported here: it takes as long as all else that a command without a server imports.
            from limits import parse_many

            try:
                parse_many(limit)
            except ValueError as error:
                raise SetupError(f"“{limit}” is no limit such as “300 per hour”") from error


AT_HOME: Final = Guard()


@dataclass(frozen=True)
class Settings:
    """What an app needs to know.

    ``database_uri``: where the database is, unless it is the file in the data folder.
    ``threads``: how many requests the server answers at once.
    ``path``: the path of its host below which Scorepad is, such as ``/scores``; empty for none.
    """

    data_folder: Path
    database_uri: str | None = field(repr=False)
    secret_key: str = field(repr=False)
    guard: Guard = AT_HOME
    threads: int = DEFAULT_THREADS
    path: str = ""

    @property
    def sqlite_file(self) -> Path | None:
        """The file that the database is; ``None`` for one on a server, or for what is no URI.

        A URI with a relative path means the working folder.
        """
        if not self.database_uri:
            return (self.data_folder / "scorepad.sqlite").absolute()
        # Imported here: not every command needs it.
        from sqlalchemy import make_url
        from sqlalchemy.exc import ArgumentError

        try:
            url = make_url(self.database_uri)
        except (ArgumentError, ValueError):
            # Opening it as a database reports the fault.
            return None
        if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
            return None
        return Path(url.database.removeprefix("file:")).absolute()

    @property
    def database(self) -> Path | str:
        """The file of an SQLite database, or the URI of any other."""
        return self.sqlite_file or self.database_uri or ""


def make_settings(
    data_folder: Path,
    database_uri: str | None = None,
    secret_key: str | None = None,
    guard: Guard = AT_HOME,
    threads: int = DEFAULT_THREADS,
    path: str = "",
) -> Settings:
    """The settings; whatever is missing is found or made in the data folder.

    Raises :class:`SetupError` if the folder or a value cannot be used.
    """
    if not FEWEST_THREADS <= threads <= MOST_THREADS:
        raise SetupError(f"the number of threads must be from {FEWEST_THREADS} to {MOST_THREADS}")
    if database_uri:
        _check_uri(database_uri)
    if secret_key and not _is_usable(secret_key):
        raise SetupError(
            f"the secret key must be at least {_SHORTEST_KEY} characters of text; if none is "
            "given, a good one is made"
        )
    mounted = mount_point(path)
    if mounted is None:
        raise SetupError(f"“{path}” is no path such as /scores: letters, digits and . _ ~ - in it")
    settings = Settings(data_folder, database_uri, secret_key or "", guard, threads, mounted)
    if secret_key and database_uri and not database_uri.startswith("sqlite"):
        # Nothing is stored here: there may not even be a home directory.
        return settings
    try:
        from filelock import FileLock

        data_folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with FileLock(data_folder / "starting.lock"):
            if not secret_key:
                settings = replace(
                    settings, secret_key=_load_or_make_secret(data_folder / "secret-key")
                )
    except OSError as error:
        raise SetupError(f"cannot write in {data_folder}: {error.strerror}") from error
    return settings


def settings_from(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings that the environment gives, for a WSGI server that starts the app itself."""
    from platformdirs import user_data_path

    folder = environment.get("SCOREPAD_DATA_FOLDER")
    return make_settings(
        Path(folder) if folder else user_data_path("scorepad", appauthor=False),
        environment.get("SCOREPAD_DATABASE_URI"),
        environment.get("SCOREPAD_SECRET_KEY"),
        _guard_from(environment),
        _number_in(environment, "SCOREPAD_THREADS", DEFAULT_THREADS),
        environment.get("SCOREPAD_PATH", ""),
    )


def mount_point(text: str) -> str | None:
    """The path without a slash at its end, empty for the root; ``None`` if it is no plain path."""
    path = text.removesuffix("/")
    short = len(path) <= _LONGEST_MOUNT_POINT
    return path if short and _MOUNT_POINT.fullmatch(path) else None


def _guard_from(environment: Mapping[str, str]) -> Guard:
    names = (name.strip() for name in environment.get("SCOREPAD_HOSTS", "").split(","))
    return Guard(
        hosts=tuple(filter(None, names)),
        proxies=_number_in(environment, "SCOREPAD_PROXIES", AT_HOME.proxies),
        writes=environment.get("SCOREPAD_LIMIT_WRITES") or AT_HOME.writes,
        costs=environment.get("SCOREPAD_LIMIT_COSTS") or AT_HOME.costs,
        storage=environment.get("SCOREPAD_LIMIT_STORAGE") or AT_HOME.storage,
        hsts=_number_in(environment, "SCOREPAD_HSTS", AT_HOME.hsts),
    )


def _number_in(environment: Mapping[str, str], variable: str, default: int) -> int:
    value = environment.get(variable) or str(default)
    # Far fewer digits than Python would refuse to read.
    if not (value.isascii() and value.isdecimal() and len(value) <= 9):
        raise SetupError(f"{variable} must be a number, not “{value}”")
    return int(value)


def _check_uri(uri: str) -> None:
    """Refuse a URI of any kind of database that Scorepad does not support.

    Other faults show when the database is used. The URI is never quoted: a password may be in
    it, anywhere in a misspelled one.
    """
    kind, there_is_more, rest = uri.partition("://")
    if kind == "postgres":
        raise SetupError("write postgresql+psycopg:// instead of postgres:// in the database URI")
    if kind in ("sqlite", "sqlite+pysqlite"):
        file = rest.removeprefix("/").partition("?")[0]
        # Every thread, and every process, would have a database of its own in its memory.
        in_memory = not file or ":memory:" in file or "mode=memory" in rest
        if not rest.startswith("/") or in_memory:
            raise SetupError("a database URI for SQLite must name a file, as in sqlite:///FILE")
    elif not there_is_more or kind.partition("+")[0] != "postgresql":
        raise SetupError(
            "the database URI must be like sqlite:///FILE or postgresql+psycopg://USER@HOST/NAME"
        )


def _load_or_make_secret(file: Path) -> str:
    """The key in a file that only its owner can read; if there is none, a new one."""
    if not file.exists():
        _make_secret(file)
    # A file that cannot be changed was put there by somebody who knows.
    with suppress(OSError):
        file.chmod(file.stat().st_mode & 0o700)
    # Any bytes will do: a key need not be text.
    secret = file.read_text(encoding="utf-8", errors="backslashreplace").strip()
    if not _is_usable(secret):
        raise SetupError(
            f"the secret key in {file} is empty or cut off: delete that file and a new one is made "
            "(phones keep their pens; a page that is open must be reloaded)"
        )
    return secret


def _make_secret(file: Path) -> None:
    """Write a new key, completely or not at all."""
    from secrets import token_urlsafe

    unfinished = file.with_name(f"{file.name}.unfinished")
    # Left by a start that was killed, or had no room.
    unfinished.unlink(missing_ok=True)
    descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as opened:
        opened.write(token_urlsafe(32))
        opened.flush()
        os.fsync(descriptor)
    unfinished.replace(file)


def _is_usable(secret: str) -> bool:
    """Whether cookies can be signed with the key, and nobody can guess it."""
    # A variable can hold bytes that are not text, which Python cannot encode again.
    return len(secret.strip()) >= _SHORTEST_KEY and not _SURROGATE.search(secret)
