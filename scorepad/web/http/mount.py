"""Where the app is mounted: below which path of its host."""

from __future__ import annotations

from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from scorepad.settings import mount_point


class Mounted:
    """Tells the app its mount point, from which it makes all addresses and cookies.

    ``path``: that of the settings, which holds whatever a request says. Without one it is what the
    server knows, or a proxy that is believed; what is no plain path, such as ``//other.example``,
    counts as none.
    """

    def __init__(self, wsgi_app: WSGIApplication, path: str) -> None:
        self._app = wsgi_app
        self._path = path

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Let the app answer."""
        asked = environ.get("PATH_INFO", "")
        # Many proxies have cut it off, and whoever checks the health knows nothing of it.
        if self._path and f"{asked}/".startswith(f"{self._path}/"):
            environ["PATH_INFO"] = asked.removeprefix(self._path)
        environ["SCRIPT_NAME"] = self._path or mount_point(environ.get("SCRIPT_NAME", "")) or ""
        return self._app(environ, start_response)
