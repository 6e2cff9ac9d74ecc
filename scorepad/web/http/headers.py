"""Headers of every answer: what a page may load, and who may cache it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from flask import Flask, Response, current_app, request

# htmx comes from its CDN, checked by its hash; without the network every page works without it.
HTMX: Final = "https://cdn.jsdelivr.net/npm/htmx.org@4.0.1/dist/htmx.min.js"
HTMX_INTEGRITY: Final = "sha384-Qp9rdC8H7EqOoX+nR0P3RPG2Noji+qdwJlGpfzwQJsfOpp3sGwIdSP9xO3+UlEhn"

POLICY: Final = "Content-Security-Policy"
_CONTENT_SECURITY_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        f"script-src 'self' {HTMX}",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)
# Images need their styles and nothing else.
_POLICY_OF_IMAGES: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; "
    "frame-ancestors 'none'; base-uri 'none'; sandbox"
)
# Our pages need no permission except to keep the screen awake.
_PERMISSIONS_POLICY: Final = ", ".join(
    (
        *(f"{feature}=()" for feature in ("camera", "geolocation", "microphone", "payment", "usb")),
        "screen-wake-lock=(self)",
    )
)
# Browsers read these with documents only; on everything else they would be dead weight, as much as
# a small image.
_OF_DOCUMENTS: Final = {
    POLICY: _CONTENT_SECURITY_POLICY,
    # The check of forms uses the Referer of our own pages where a browser sends nothing better;
    # other sites do not get it.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": _PERMISSIONS_POLICY,
    # Windows of other sites have no access to ours, whichever opened the other.
    "Cross-Origin-Opener-Policy": "same-origin",
}
_OF_ALL: Final = {
    "X-Content-Type-Options": "nosniff",
    # The address of a pad is a secret that search engines must not publish.
    "X-Robots-Tag": "noindex",
}
_NO_DOCUMENTS: Final = ("text/javascript", "text/css", "image/")
_HSTS: Final = "SCOREPAD_HSTS"


def setup(app: Flask, hsts: int) -> None:
    """Add the headers to every answer of the app.

    ``hsts``: for how many seconds a browser that came over HTTPS is to use nothing else, or 0.
    """
    app.config[_HSTS] = hsts
    app.after_request(_add)


def headers_of(app: Flask, scheme: str, *, document: bool) -> Mapping[str, str]:
    """The headers of an answer over this scheme; ``document``: whether browsers may show it."""
    headers = {**_OF_DOCUMENTS, **_OF_ALL} if document else _OF_ALL
    seconds = app.config[_HSTS]
    if not seconds or scheme != "https":
        return headers
    return {**headers, "Strict-Transport-Security": f"max-age={seconds}"}


def _add(response: Response) -> Response:
    headers = response.headers
    mimetype = response.mimetype or ""
    if mimetype.startswith("image/"):
        # Opened by itself an SVG is a document, which is not allowed to do anything.
        headers[POLICY] = _POLICY_OF_IMAGES
    # The service worker has a policy of its own. Only our own scripts can send the header of htmx.
    document = not (
        mimetype.startswith(_NO_DOCUMENTS) or POLICY in headers or "HX-Request" in request.headers
    )
    headers.extend(headers_of(current_app, request.scheme, document=document))
    # As text: to take it apart takes longer than all the rest of this.
    if request.endpoint != "static" and "immutable" not in headers.get("Cache-Control", ""):
        headers["Cache-Control"] = "no-store"
    return response
