"""The host and the path that a request asks for, as the proxies in front of the app tell."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from werkzeug.http import parse_list_header

from scorepad.settings import mount_point

_WITH_PORT: Final = re.compile(r":\d*$")
_PORT: Final = re.compile(r"[0-9]{1,5}", re.ASCII)


class Addressed:
    """Tells the app its host and its mount point, from which it makes all addresses and cookies.

    ``path``: the mount point of the settings; without one the proxies say it, and what is no plain
    path, such as ``//other.example``, counts as none. ``proxies``: how many are believed.
    """

    def __init__(self, wsgi_app: WSGIApplication, path: str, proxies: int) -> None:
        self._app = wsgi_app
        self._path = path
        self._proxies = proxies

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Let the app answer."""
        # In small letters, as browsers write it, to be compared with the trusted ones.
        if host := environ.get("HTTP_HOST", "").lower():
            environ["HTTP_HOST"] = host + self._missing_port(host, environ)
        asked = environ.get("PATH_INFO", "")
        # Many proxies cut the path off, and a health check may not know it.
        if self._path and f"{asked}/".startswith(f"{self._path}/"):
            environ["PATH_INFO"] = asked.removeprefix(self._path)
        environ["SCRIPT_NAME"] = self._path or mount_point(environ.get("SCRIPT_NAME", "")) or ""
        return self._app(environ, start_response)

    def _missing_port(self, host: str, environ: WSGIEnvironment) -> str:
        # A port in the host is the browser's; that of the header may be a container's.
        if _WITH_PORT.search(host) or not self._proxies:
            return ""
        ports = parse_list_header(environ.get("HTTP_X_FORWARDED_PORT", ""))[-self._proxies :]
        return f":{ports[0]}" if len(ports) == self._proxies and _PORT.fullmatch(ports[0]) else ""
