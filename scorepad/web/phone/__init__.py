"""Scorepad as an app of the phone: its icon, manifest and service worker."""

from scorepad.web.phone import manifest, play, worker  # noqa: F401 (views of the blueprint)
