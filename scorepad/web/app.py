"""The app, put together from its parts."""

from __future__ import annotations

import hmac
from typing import Any
from wsgiref.types import WSGIApplication

from flask import Flask, Request, Response, current_app, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from werkzeug.middleware.proxy_fix import ProxyFix

from scorepad.assets import assets
from scorepad.rules import passing
from scorepad.rules.ruleset import PASS_COUNT
from scorepad.settings import Settings, settings_from
from scorepad.web import forms, phone, preferences, urls
from scorepad.web.database import database_of, setup_database
from scorepad.web.drawings import chart
from scorepad.web.figures import blueprint as figures
from scorepad.web.figures import evenings, names_history, player, players, records  # noqa: F401 (views)
from scorepad.web.http import (
    access,
    compression,
    errors,
    headers,
    limits,
    request_checks,
    static,
)
from scorepad.web.http.address import Addressed
from scorepad.web.pad import blueprint as pad
from scorepad.web.pad import (  # noqa: F401 (views)
    files,
    front,
    import_games,
    pens,
    search,
    site,
    start,
)
from scorepad.web.table import blueprint as table
from scorepad.web.table import (  # noqa: F401 (views)
    conflict,
    correction,
    end,
    log,
    middle,
    more,
    next_hand,
    note,
    page,
    poll,
)
from scorepad.web.words import cards, game, names, numbers, rules, translation
from scorepad.web.words import log as log_words


def create_app(settings: Settings | None = None) -> Flask:
    """The app, its database up to date; settings come from the environment if none are given.

    Raises :class:`~scorepad.settings.SetupError` if it cannot be run with these settings.
    """
    settings = settings or settings_from()
    app = Flask("scorepad", template_folder=str(assets("templates")), static_folder=None)
    app.config.update(
        SECRET_KEY=settings.secret_key,
        # The largest form has a few dozen short fields.
        MAX_CONTENT_LENGTH=64 * 1024,
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
    app.session_interface = _Sessions(settings.secret_key)
    _setup_templates(app)
    # What runs before a view does so in this order, and what changes its answer in the other one.
    translation.setup(app)
    app.before_request(_health)
    poll.setup(app)
    compression.setup(app)
    setup_database(app, settings)
    # A reader without a pen gets 403, whatever else is wrong with the request.
    access.setup(app)
    request_checks.setup(app)
    headers.setup(app, settings.guard.hsts)
    errors.setup(app)
    limits.setup(app, settings.guard)
    urls.setup(app)
    static.setup(app)
    for blueprint in (site, pad, figures, table, phone.blueprint, preferences.blueprint):
        app.register_blueprint(blueprint)
    proxies = settings.guard.proxies
    layers: WSGIApplication = Addressed(app.wsgi_app, settings.path, proxies)
    if proxies:
        layers = ProxyFix(layers, x_for=proxies, x_proto=proxies, x_host=proxies, x_prefix=proxies)
    app.wsgi_app = layers  # type: ignore[method-assign, assignment]  # as Flask documents it
    return app


def _health() -> Response | None:
    """Answer ``/healthz`` for load balancers, under any host name: 200 if the database does."""
    if request.path != "/healthz" or request.method not in ("GET", "HEAD"):
        return None
    if database_of(current_app).answers():
        return Response("ok\n")
    return Response("no database\n", 503, {"Retry-After": "5"})


class _Sessions(SecureCookieSessionInterface):
    """Sessions whose cookie is the mount point's, and secure over HTTPS: at home there is none.

    Cookies know no port: where another Scorepad on this host has one of that name, this one's gets
    a name of its own. A session has no age, because a clock may be set.
    """

    def __init__(self, key: str) -> None:
        # A few letters of the key tell the app from others on the same host.
        mark = hmac.digest(key.encode(), b"session cookie", "sha256").hex()[:8]
        self._own_name = f"{{}}_{mark}"

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """The session of a browser, empty if it has none."""
        name = access.cookie_name(super().get_cookie_name(app))
        own = self._own_name.format(name)
        sent = {each: self._values(app, request.cookies.get(each)) for each in (name, own)}
        is_taken = name in request.cookies and sent[name] is None
        ours = own if is_taken or own in request.cookies else name
        request.environ["scorepad.session_cookie"] = ours
        return self.session_class(sent[ours])

    def get_cookie_name(self, app: Flask) -> str:
        name: str = request.environ["scorepad.session_cookie"]
        return name

    def _values(self, app: Flask, cookie: str | None) -> Any:
        """What a cookie of this app says; ``None`` for any other one."""
        serializer = self.get_signing_serializer(app) if cookie else None
        if serializer is None or cookie is None:
            return None
        signed, values = serializer.loads_unsafe(cookie)
        return values if signed else None

    def get_cookie_path(self, app: Flask) -> str:
        return urls.cookie_path()

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure


def _setup_templates(app: Flask) -> None:
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
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
        day=numbers.day,
        moment=numbers.moment,
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
        step_button=log_words.step_button,
        prospects=next_hand.prospect_sentences,
        table_picture=next_hand.table_picture,
        chart_alternative=chart.text_alternative,
        goal=game.goal,
        distance=game.distance,
        game_name=rules.game_name,
        in_full=rules.rules_in_full,
        in_lines=names.in_lines,
        qr_code=urls.qr_code,
        only_here=urls.only_here,
    )
    app.jinja_env.globals.update(
        holds_pen=access.holds_pen,
        has_pens=access.has_pens,
        this_pad=access.this_pad,
        pad_url=urls.pad_url,
        game_url=urls.game_url,
        site_url=urls.site_url,
        chart_size=(chart.WIDTH, chart.HEIGHT),
        htmx=headers.HTMX,
        htmx_integrity=headers.HTMX_INTEGRITY,
        absolute_url=urls.absolute_url,
        entry_id=forms.entry_id,
        csv_separators=numbers.separators,
        usual_pass_count=PASS_COUNT,
        static_address=urls.static_url,
        theme=preferences.theme,
        bars=preferences.BARS,
        language=translation.language,
        languages=translation.LANGUAGES,
        _=translation.text,
        pgettext=translation.pgettext,
        ngettext=translation.nmarkup,
    )
