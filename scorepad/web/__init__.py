"""Scorepad as a web app: requests become verbs of the store, sheets become pages."""

from scorepad.web.app import create_app

__all__ = ["create_app"]
