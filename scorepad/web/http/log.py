"""Logs without addresses: those of pads, and links for a pen, are secrets."""

from __future__ import annotations

import logging
import re
from typing import Final

from flask import Flask

# An error that no page answers is logged by the server, with the address that was asked for.
_SERVERS: Final = ("waitress", "gunicorn.error")
_SECRET: Final = re.compile(r"/(pad|pen)/[\w%-]{22,}", re.ASCII)


class _NoAddresses(logging.Filter):
    """Puts ``<address>`` in the place of each secret, also in tracebacks."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = without_addresses(record.getMessage()), ()
        if record.exc_info:
            # A formatter uses this text where there is one.
            record.exc_text = without_addresses(
                logging.Formatter().formatException(record.exc_info)
            )
        return True


# Loggers belong to the process, which may have several apps: they get the same filter once.
_NO_ADDRESSES: Final = _NoAddresses()


def setup(app: Flask) -> None:
    """Keep addresses out of the logs of the app and of the server that runs it."""
    for name in (app.logger.name, *_SERVERS):
        logging.getLogger(name).addFilter(_NO_ADDRESSES)


def without_addresses(text: str) -> str:
    """The text with the rule of an address instead of the address."""
    return _SECRET.sub(r"/\1/<address>", text)
