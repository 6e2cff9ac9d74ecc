"""Addresses of the pad and the game that a request is about."""

from __future__ import annotations

from typing import Any

from flask import g, url_for


def pad_url(endpoint: str, **values: Any) -> str:
    """The address of a page of the request's pad."""
    address, _ = g.named
    return url_for(endpoint, address=address, **values)


def game_url(endpoint: str, number: int | None = None, **values: Any) -> str:
    """The address of a page of the request's game, or of the game of this number in its pad."""
    address, named = g.named
    return url_for(endpoint, address=address, number=number or named, **values)
