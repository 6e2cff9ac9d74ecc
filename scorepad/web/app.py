"""The app, put together from its parts."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Final
from uuid import uuid4

from flask import Flask, Response, request, url_for
from flask.sessions import SecureCookieSessionInterface
from flask_wtf.csrf import CSRFProtect

from scorepad import __version__
from scorepad.names import told_apart
from scorepad.settings import Settings, settings_from
from scorepad.web import access, chart, errors, hands, mishaps, pad, start, table, words
from scorepad.web.assets import assets
from scorepad.web.database import setup_database

# The largest form has a few dozen short fields.
_MOST_BYTES: Final = 64 * 1024

# htmx comes from its CDN, checked by its hash; with the network gone every page works without it.
HTMX: Final = "https://cdn.jsdelivr.net/npm/htmx.org@4.0.1/dist/htmx.min.js"
HTMX_INTEGRITY: Final = "sha384-Qp9rdC8H7EqOoX+nR0P3RPG2Noji+qdwJlGpfzwQJsfOpp3sGwIdSP9xO3+UlEhn"

_CONTENT_SECURITY_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        f"script-src 'self' {HTMX}",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)


def create_app(settings: Settings | None = None) -> Flask:
    """The app, its database up to date; settings come from the environment if none are given.

    Raises :class:`~scorepad.settings.SetupError` if it cannot be run with these settings.
    """
    settings = settings or settings_from()
    app = Flask(
        "scorepad",
        template_folder=str(assets("templates")),
        static_folder=str(assets("static")),
        static_url_path="/static",
    )
    app.config.update(
        SECRET_KEY=settings.secret_key,
        MAX_CONTENT_LENGTH=_MOST_BYTES,
        SESSION_COOKIE_NAME="scorepad_session",
        SESSION_COOKIE_SAMESITE="Lax",
        # An evening is longer than the hour that a token would be good for.
        WTF_CSRF_TIME_LIMIT=None,
    )
    app.session_interface = _SchemeSessions()
    _setup_templates(app)
    setup_database(app, settings)
    # Whoever may not write is told so, whatever else is wrong with the request.
    access.setup(app)
    CSRFProtect(app)
    _setup_headers(app)
    errors.setup(app)
    for part in (start, pad, table, hands, mishaps, chart):
        app.register_blueprint(part.blueprint)
    return app


class _SchemeSessions(SecureCookieSessionInterface):
    """Sessions whose cookie is secure where the page is: at home there is no HTTPS."""

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure


def _setup_templates(app: Flask) -> None:
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    app.jinja_env.globals.update(
        htmx=HTMX,
        htmx_integrity=HTMX_INTEGRITY,
        static_address=_static_address,
        version=__version__,
        words=words,
        told_apart=told_apart,
        fresh_id=lambda: str(uuid4()),
    )


@cache
def _fingerprint(file: str) -> str:
    return hashlib.sha256((assets("static") / file).read_bytes()).hexdigest()[:12]


def _file_asked() -> str:
    return str((request.view_args or {})["filename"])


def _static_address(file: str) -> str:
    """The address of a static file, a new one whenever the file changes, so that it can be kept."""
    return url_for("static", filename=file, v=_fingerprint(file))


def _setup_headers(app: Flask) -> None:
    @app.after_request
    def add_headers(response: Response) -> Response:
        # The chart, an image with its own styles, brings its own.
        response.headers.setdefault("Content-Security-Policy", _CONTENT_SECURITY_POLICY)
        response.headers["X-Content-Type-Options"] = "nosniff"
        # Over HTTPS the CSRF check needs the Referer of our own pages; nobody else gets it.
        response.headers["Referrer-Policy"] = "same-origin"
        if request.endpoint == "static":
            if response.status_code < 400 and request.args.get("v") == _fingerprint(_file_asked()):
                response.cache_control.public = True
                response.cache_control.max_age = 365 * 24 * 3600
                response.cache_control.immutable = True
        elif not response.cache_control.immutable:
            response.cache_control.no_store = True
        return response
