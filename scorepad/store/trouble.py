"""Troubles of the machine, whatever the request: the web answers each with its own sentence.

Nothing was stored, and the same request works again once the cause is gone.
"""

from __future__ import annotations

import errno
import sqlite3
from typing import Final

from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError


class TroubleError(Exception):
    """The database could not do its work."""


class BusyError(TroubleError):
    """Another writer is at work, and has been for longer than a writer waits."""


class CrowdedError(BusyError):
    """Refused at once: other requests have all the places there are for it."""


class NoRoomError(TroubleError):
    """There is no room left to write to."""


class GoneError(TroubleError):
    """The database is not there: deleted, replaced, unreadable, or its server does not answer."""


_BUSY: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
# A file that may not grow any more: a quota, a limit, or a disk that reports it only when data is
# synced.
_NO_ROOM: Final = (
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR_WRITE,
    sqlite3.SQLITE_IOERR_FSYNC,
    sqlite3.SQLITE_IOERR_SHMSIZE,
    sqlite3.SQLITE_IOERR_TRUNCATE,
)
_GONE: Final = (
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
)


def trouble_of(error: BaseException) -> TroubleError | None:
    """The trouble behind an error of the database; ``None`` for a mistake of Scorepad."""
    if isinstance(error, TroubleError):
        return error
    if isinstance(error, OSError):
        full = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
        return NoRoomError(str(error)) if full else None
    if isinstance(error, PoolTimeoutError):
        return BusyError("every connection is in use")
    if not isinstance(error, DBAPIError) or error.orig is None:
        return None
    if isinstance(error.orig, sqlite3.Error):
        kind = _sqlite_kind(error.orig)
    else:
        kind = _server_kind(error)
    return kind(str(error.orig)) if kind else None


def reason_of(error: BaseException) -> str:
    """The message of a database error, in one line and without the values of the statement."""
    why = error.orig if isinstance(error, DBAPIError) else error
    return str(why).strip().partition("\n")[0]


def _sqlite_kind(error: sqlite3.Error) -> type[TroubleError] | None:
    # Errors of the driver itself, such as for a value that no column can hold, have no code.
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    # The lowest byte is the kind of error.
    if code in _NO_ROOM:
        return NoRoomError
    if code & 0xFF in _BUSY:
        return BusyError
    return GoneError if code & 0xFF in _GONE else None


def _server_kind(error: DBAPIError) -> type[TroubleError] | None:
    """PostgreSQL's: what it reports as operational is no mistake of Scorepad."""
    if error.orig is None or not hasattr(error.orig, "sqlstate"):
        return None
    state = error.orig.sqlstate
    if error.connection_invalidated or (state is None and isinstance(error, OperationalError)):
        return GoneError
    if state == "53100":  # its disk is full
        return NoRoomError
    if state == "25006":  # it may only be read
        return GoneError
    return BusyError if isinstance(error, OperationalError) else None
