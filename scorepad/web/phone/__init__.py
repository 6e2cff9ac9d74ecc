"""Scorepad as an app of the phone: its icon, manifest and service worker."""

from __future__ import annotations

from typing import Final

from flask import Blueprint

from scorepad.web.phone import icon, manifest, worker

BLUEPRINTS: Final[tuple[Blueprint, ...]] = (
    manifest.blueprint,
    icon.blueprint,
    worker.blueprint,
)
