"""Troubles of the machine, whatever the request: the web answers each with its own sentence.

Nothing was stored, and the same request works again once the cause is gone.
"""

from __future__ import annotations

import errno
import sqlite3
from typing import Final

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError


class TroubleError(Exception):
    """The database could not do its work."""


class BusyError(TroubleError):
    """Somebody else is writing, and has been for longer than a writer waits."""


class CrowdedError(BusyError):
    """Refused at once: other requests have all the places there are for it."""


class NoRoomError(TroubleError):
    """There is no room left to write to."""


class GoneError(TroubleError):
    """The database is not there: deleted, replaced, unreadable, or its server does not answer."""


# By SQLite's primary result code, the lowest byte of an extended one.
_SQLITE: Final[dict[int, type[TroubleError]]] = {
    sqlite3.SQLITE_BUSY: BusyError,
    sqlite3.SQLITE_LOCKED: BusyError,
    sqlite3.SQLITE_FULL: NoRoomError,
    sqlite3.SQLITE_CANTOPEN: GoneError,
    sqlite3.SQLITE_NOTADB: GoneError,
    sqlite3.SQLITE_CORRUPT: GoneError,
    sqlite3.SQLITE_READONLY: GoneError,
    sqlite3.SQLITE_IOERR: GoneError,
}
# A file that may not grow any more: a quota, a limit, or a disk that reports it only when data is
# synced.
_SQLITE_NO_ROOM: Final = (
    sqlite3.SQLITE_IOERR_WRITE,
    sqlite3.SQLITE_IOERR_FSYNC,
    sqlite3.SQLITE_IOERR_SHMSIZE,
    sqlite3.SQLITE_IOERR_TRUNCATE,
)
# The same of a file of ours.
_NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)

# By the beginning of PostgreSQL's SQLSTATE, longer ones first.
_POSTGRESQL: Final[dict[str, type[TroubleError]]] = {
    "53100": NoRoomError,
    "53": BusyError,  # too many connections, out of memory
    "55P03": BusyError,  # a lock was not to be had in time
    "40": BusyError,  # a deadlock, or another transaction in the way
    "57014": BusyError,  # cancelled: it took too long
    "57P": GoneError,  # being shut down or started
    "58": GoneError,
    "08": GoneError,
    "25006": GoneError,  # may only be read
}


def trouble_of(error: BaseException) -> TroubleError | None:
    """The trouble behind an error of the database; ``None`` for a mistake of ours."""
    if isinstance(error, TroubleError):
        return error
    if isinstance(error, sqlite3.Error):
        # Where the driver was called without SQLAlchemy.
        kind = _sqlite_kind(error)
        return kind(str(error)) if kind else None
    if isinstance(error, OSError):
        return NoRoomError(str(error)) if error.errno in _NO_ROOM else None
    if isinstance(error, PoolTimeoutError):
        return BusyError("every connection is in use")
    if not isinstance(error, DBAPIError) or error.orig is None:
        return None
    if isinstance(error.orig, sqlite3.Error):
        kind = _sqlite_kind(error.orig)
    else:
        kind = _server_kind(error, getattr(error.orig, "sqlstate", ""))
    return kind(str(error.orig)) if kind else None


def reason_of(error: BaseException) -> str:
    """The message of a database error, in one line and without the values of the statement."""
    why = error.orig if isinstance(error, DBAPIError) else error
    return str(why).strip().partition("\n")[0]


def _sqlite_kind(error: sqlite3.Error) -> type[TroubleError] | None:
    # Errors of the driver itself, such as for a value that no column can hold, have no code.
    code: int | None = getattr(error, "sqlite_errorcode", None)
    if code is None:
        return None
    return NoRoomError if code in _SQLITE_NO_ROOM else _SQLITE.get(code & 0xFF)


def _server_kind(error: DBAPIError, state: str | None) -> type[TroubleError] | None:
    if state is None:
        # The server did not answer: an answer has a state.
        return GoneError if isinstance(error, OperationalError | InterfaceError) else None
    return next((kind for begin, kind in _POSTGRESQL.items() if state.startswith(begin)), None)
