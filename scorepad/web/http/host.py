"""The host that a request asks for: in small letters, and with the port that a proxy names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from werkzeug.http import parse_list_header

_WITH_PORT: Final = re.compile(r":\d*$")
_PORT: Final = re.compile(r"[0-9]{1,5}", re.ASCII)


class AskedHost:
    """Writes the host in small letters, as browsers do, and adds a port that it lacks.

    A host such as nginx's ``$host`` gets the port of ``X-Forwarded-Port``. One that has a port has
    it from the browser, while the header may have that of a container. ``proxies``: how many are
    believed, each of which adds its own to the list in the header.
    """

    def __init__(self, wsgi_app: WSGIApplication, proxies: int) -> None:
        self._app = wsgi_app
        self._proxies = proxies

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Let the app answer."""
        if host := environ.get("HTTP_HOST", "").lower():
            port = "" if _WITH_PORT.search(host) else self._port(environ)
            environ["HTTP_HOST"] = f"{host}{port}"
        return self._app(environ, start_response)

    def _port(self, environ: WSGIEnvironment) -> str:
        if not self._proxies:
            return ""
        ports = parse_list_header(environ.get("HTTP_X_FORWARDED_PORT", ""))[-self._proxies :]
        return f":{ports[0]}" if len(ports) == self._proxies and _PORT.fullmatch(ports[0]) else ""
