"""The app, put together from its parts."""

from __future__ import annotations

import re
from collections.abc import MutableMapping
from typing import Any, Final
from wsgiref.types import WSGIApplication

from flask import Flask, Response, request
from flask.sessions import SecureCookieSessionInterface
from flask.templating import Environment
from jinja2.ext import Extension
from werkzeug.middleware.proxy_fix import ProxyFix

from scorepad import __version__
from scorepad.assets import assets
from scorepad.settings import Settings, settings_from
from scorepad.web import figures, footer, pad, phone, table, urls
from scorepad.web.database import setup_database
from scorepad.web.footer.switches import switches
from scorepad.web.http import (
    access,
    compression,
    errors,
    headers,
    language,
    limits,
    request_checks,
    static,
    theme,
)
from scorepad.web.http.health import Health
from scorepad.web.http.language import InLanguage
from scorepad.web.http.last_resort import LastResort
from scorepad.web.page_head import page_head
from scorepad.web.script_words import script_words
from scorepad.web.table.poll import PollMiddleware
from scorepad.web.words import translation

# The largest form has a few dozen short fields.
_MOST_BYTES: Final = 64 * 1024


def create_app(settings: Settings | None = None) -> Flask:
    """The app, its database up to date; settings come from the environment if none are given.

    Raises :class:`~scorepad.settings.SetupError` if it cannot be run with these settings.
    """
    settings = settings or settings_from()
    app = Scorepad(
        "scorepad",
        template_folder=str(assets("templates")),
        static_folder=str(assets("static")),
        static_url_path="/static",
    )
    app.config.update(
        SECRET_KEY=settings.secret_key,
        MAX_CONTENT_LENGTH=_MOST_BYTES,
        TRUSTED_HOSTS=list(settings.guard.hosts) or None,
        SESSION_COOKIE_NAME="scorepad_session",
        SESSION_COOKIE_SAMESITE="Lax",
        # An evening is longer than the hour for which a token is valid by default.
        WTF_CSRF_TIME_LIMIT=None,
        # Errors of forms are ours (forms.faults_of); its own catalogue would be read for each form.
        WTF_I18N_ENABLED=False,
    )
    app.session_interface = _SchemeSessions()
    _setup_templates(app)
    static.setup(app)
    compression.setup(app)
    request_checks.setup(app)
    setup_database(app, settings)
    # Access first: a reader without a pen gets 403, whatever else is wrong with the request.
    access.setup(app)
    request_checks.setup_forms(app)
    headers.setup(app, settings.guard.hsts)
    errors.setup(app)
    for blueprint in (
        *pad.BLUEPRINTS,
        *figures.BLUEPRINTS,
        *table.BLUEPRINTS,
        *phone.BLUEPRINTS,
        *footer.BLUEPRINTS,
    ):
        app.register_blueprint(blueprint)
    limits.setup(app, settings.guard)
    language.setup(app)
    layers = _with_layers(app, settings)
    app.wsgi_app = layers  # type: ignore[method-assign, assignment]  # as Flask documents it
    return app


def _with_layers(app: Flask, settings: Settings) -> WSGIApplication:
    """What a server calls: the app, and around it what answers without it."""
    layers: WSGIApplication = PollMiddleware(app, app.wsgi_app, settings.guard.hosts)
    if proxies := settings.guard.proxies:
        layers = ProxyFix(layers, x_for=proxies, x_proto=proxies, x_host=proxies)
    layers = LastResort(app, Health(app, layers))
    # The last resort has words, too.
    return InLanguage(app, layers)


class _Templates(Environment):
    """The templates; all of them have the same globals.

    Jinja allows each template some of its own, and goes through all of them whenever a template is
    rendered, included or imported.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return super().make_globals(d) if d else self.globals


class _Unindented(Extension):
    """Strips the indentation of templates, which no browser needs."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return _INDENTATION.sub("", source)


_INDENTATION: Final = re.compile(r"^[ \t]+", re.MULTILINE)


class Scorepad(Flask):
    """The app; its log has no addresses, because those of pads and links are secrets."""

    jinja_environment = _Templates

    def send_static_file(self, filename: str) -> Response:
        """Serve what pages ask for, made of what the static folder has."""
        return static.send(filename)

    def log_exception(self, exc_info: Any) -> None:
        """Log an exception with the rule of the address instead of the address."""
        where = f"{request.method} {request.url_rule}"
        self.logger.error("Exception on %s", where, exc_info=exc_info)


class _SchemeSessions(SecureCookieSessionInterface):
    """Sessions whose cookie is secure over HTTPS only: at home there is none."""

    def get_cookie_name(self, app: Flask) -> str:
        name = super().get_cookie_name(app)
        return access.HOST_PREFIX + name if request.is_secure else name

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure


def _setup_templates(app: Flask) -> None:
    app.jinja_options = {"trim_blocks": True, "extensions": [_Unindented]}
    app.jinja_env.globals.update(
        htmx=headers.HTMX,
        htmx_integrity=headers.HTMX_INTEGRITY,
        static_address=urls.static_url,
        theme=theme.theme,
        page_head=page_head,
        switches=switches,
        manifest_address=urls.manifest_url,
        worker_address=urls.worker_url,
        script_words=script_words,
        version=__version__,
        _=translation.markup,
        pgettext=translation.pgettext,
        ngettext=translation.nmarkup,
    )
