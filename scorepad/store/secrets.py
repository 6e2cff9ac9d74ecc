"""What only those know who were told: the addresses of pads, and what devices are known by."""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import Final

# 128 bits.
_ADDRESS_BYTES: Final = 16
_ADDRESS: Final = re.compile(r"[A-Za-z0-9_-]{1,43}")


def new_address() -> str:
    """An address that nobody can guess; it does not begin with a dash, as options do."""
    while (address := secrets.token_urlsafe(_ADDRESS_BYTES)).startswith("-"):
        pass
    return address


def is_address(text: str) -> bool:
    """Whether a text can be a pad's address: some texts must not reach a database."""
    return _ADDRESS.fullmatch(text) is not None


def hash_of(secret: str) -> str:
    """The hash of a secret, as the database stores it."""
    # A secret is as random as a key, so that a plain hash cannot be turned back.
    return hashlib.sha256(secret.encode()).hexdigest()
