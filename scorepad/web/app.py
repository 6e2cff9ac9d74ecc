"""The app, put together from its parts."""

from __future__ import annotations

import hmac
import re
from typing import Final
from wsgiref.types import WSGIApplication

from flask import Flask, Request, Response, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from jinja2.ext import Extension
from werkzeug.middleware.proxy_fix import ProxyFix

from scorepad.assets import assets
from scorepad.rules import passing
from scorepad.rules.ruleset import PASS_COUNT
from scorepad.settings import Settings, settings_from
from scorepad.web import forms, urls
from scorepad.web.database import setup_database
from scorepad.web.figures.blueprint import blueprint as figures
from scorepad.web.footer import blueprint as footer
from scorepad.web.fragments import script_words
from scorepad.web.http import (
    access,
    compression,
    errors,
    headers,
    language,
    limits,
    log,
    request_checks,
    static,
    theme,
)
from scorepad.web.http.health import Health
from scorepad.web.http.host import AskedHost
from scorepad.web.http.language import InLanguage
from scorepad.web.http.mount import Mounted
from scorepad.web.pad.blueprint import blueprint as pad
from scorepad.web.pad.blueprint import start
from scorepad.web.phone.blueprint import blueprint as phone
from scorepad.web.table.blueprint import blueprint as table
from scorepad.web.table.poll import PollMiddleware
from scorepad.web.words import cards, game, names, notes, numbers, rules, times, translation

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
        # Our own check asks for less than a Referer (http/request_checks.py).
        WTF_CSRF_SSL_STRICT=False,
        # Errors of forms are ours (forms.faults_of); its own catalogue would be read for each form.
        WTF_I18N_ENABLED=False,
    )
    log.setup(app)
    app.session_interface = _Sessions()
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
    for blueprint in (start, pad, figures, table, phone, footer):
        app.register_blueprint(blueprint)
    limits.setup(app, settings.guard)
    layers = _with_layers(app, settings)
    app.wsgi_app = layers  # type: ignore[method-assign, assignment]  # as Flask documents it
    return app


def _with_layers(app: Flask, settings: Settings) -> WSGIApplication:
    """What a server calls: the app, and around it what answers without it."""
    layers: WSGIApplication = PollMiddleware(app, app.wsgi_app, settings.guard.hosts)
    layers = Mounted(Health(app, layers), settings.path)
    proxies = settings.guard.proxies
    layers = AskedHost(layers, proxies)
    if proxies:
        layers = ProxyFix(layers, x_for=proxies, x_proto=proxies, x_host=proxies, x_prefix=proxies)
    return InLanguage(layers)


class _Unindented(Extension):
    """Strips the indentation of templates, which no browser needs."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return _INDENTATION.sub("", source)


_INDENTATION: Final = re.compile(r"^[ \t]+", re.MULTILINE)


class Scorepad(Flask):
    """The app."""

    def send_static_file(self, filename: str, release: str | None = None) -> Response:
        """Serve what pages ask for, made of what the static folder has."""
        return static.send(filename, release)


class _Sessions(SecureCookieSessionInterface):
    """Sessions whose cookie is the mount point's, and secure over HTTPS: at home there is none.

    Cookies know no port: where another Scorepad on this host has one of that name, this one's gets
    a name of its own. A session has no age, because a clock may be set.
    """

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """The session of a browser, empty if it has none."""
        serializer = self.get_signing_serializer(app)
        if serializer is None:
            return None
        cookie = request.cookies.get(self.get_cookie_name(app), "")
        signed, values = serializer.loads_unsafe(cookie)
        return self.session_class(values if signed else None)

    def get_cookie_name(self, app: Flask) -> str:
        name = access.cookie_name(super().get_cookie_name(app))
        own = f"{name}_{_mark_of(app)}"
        cookies = request.cookies
        taken = name in cookies and not self._is_ours(app, cookies[name])
        return own if taken or own in cookies else name

    def _is_ours(self, app: Flask, cookie: str) -> bool:
        serializer = self.get_signing_serializer(app)
        return serializer is not None and serializer.make_signer().validate(cookie)

    def get_cookie_path(self, app: Flask) -> str:
        return urls.cookie_path()

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure


def _mark_of(app: Flask) -> str:
    """What tells the app from others on the same host: a few letters that its key leads to."""
    return hmac.digest(str(app.secret_key).encode(), b"session cookie", "sha256").hex()[:8]


def _setup_templates(app: Flask) -> None:
    app.jinja_options = {"trim_blocks": True, "extensions": [_Unindented]}
    app.jinja_env.filters.update(
        name=names.tag,
        isolated=names.isolated,
        listed=names.listed,
        number=numbers.number,
        signed=numbers.signed,
        signed_points=numbers.signed_points,
        ordinal=numbers.ordinal,
        share=numbers.share,
        average=numbers.average,
        day=times.day,
        moment=times.moment,
        card=cards.sign,
        left_over=cards.left_over,
        in_short=rules.rules_in_short,
        symbol=cards.symbol,
        isolated_text=names.isolated_text,
        untranslated=names.untranslated,
        short_names=names.short_tags,
        pairs=passing.pairs,
        passing=rules.passing,
        direction=rules.direction,
        directions=rules.directions,
        capitalised=names.capitalised,
        own_part=game.own_part,
        goal=game.goal,
        distance=game.distance,
        game_name=rules.game_name,
        in_full=rules.rules_in_full,
        in_lines=notes.in_lines,
    )
    app.jinja_env.globals.update(
        holds_pen=access.holds_pen,
        has_pens=access.has_pens,
        this_pad=access.this_pad,
        pad_url=urls.pad_url,
        game_url=urls.game_url,
        site_url=urls.site_url,
        htmx=headers.HTMX,
        htmx_integrity=headers.HTMX_INTEGRITY,
        absolute_url=urls.absolute_url,
        entry_id=forms.entry_id,
        csv_separators=numbers.separators,
        usual_pass_count=PASS_COUNT,
        static_address=urls.static_url,
        theme=theme.theme,
        bars=theme.BARS,
        language=translation.language,
        languages=language.LANGUAGES,
        script_words=script_words,
        _=translation.text,
        pgettext=translation.pgettext,
        ngettext=translation.nmarkup,
    )
