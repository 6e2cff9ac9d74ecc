"""Headers of every answer: what a page may load, and who may cache it."""

from __future__ import annotations

from typing import Final

from flask import Flask, Response, request

# htmx comes from its CDN, checked by its hash; without the network every page works without it.
HTMX: Final = "https://cdn.jsdelivr.net/npm/htmx.org@4.0.1/dist/htmx.min.js"
HTMX_INTEGRITY: Final = "sha384-Qp9rdC8H7EqOoX+nR0P3RPG2Noji+qdwJlGpfzwQJsfOpp3sGwIdSP9xO3+UlEhn"

POLICY: Final = "Content-Security-Policy"
# Browsers read these with documents only; on everything else they would weigh as much as a small
# image.
_OF_DOCUMENTS: Final = {
    POLICY: (
        f"default-src 'none'; script-src 'self' {HTMX}; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; "
        "base-uri 'none'"
    ),
    # The check of forms uses the Referer of our own pages where a browser sends nothing better;
    # other sites do not get it.
    "Referrer-Policy": "same-origin",
    # Our pages need no permission except to keep the screen awake.
    "Permissions-Policy": (
        "camera=(), geolocation=(), microphone=(), payment=(), usb=(), screen-wake-lock=(self)"
    ),
    # Windows of other sites have no access to ours, whichever opened the other.
    "Cross-Origin-Opener-Policy": "same-origin",
}
# Opened by itself an SVG is a document, which needs its styles and is allowed nothing else.
_POLICY_OF_IMAGES: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; "
    "frame-ancestors 'none'; base-uri 'none'; sandbox"
)
_OF_ALL: Final = {
    "X-Content-Type-Options": "nosniff",
    # The address of a pad is a secret that search engines must not publish.
    "X-Robots-Tag": "noindex",
}


def setup(app: Flask, hsts: int) -> None:
    """Add the headers to every answer of the app.

    ``hsts``: for how many seconds a browser that came over HTTPS is to use nothing else, or 0.
    """

    def add(response: Response) -> Response:
        headers, mimetype = response.headers, response.mimetype or ""
        if mimetype.startswith("image/"):
            headers[POLICY] = _POLICY_OF_IMAGES
        # The service worker has a policy of its own. Only our own scripts send the header of htmx.
        if not (
            mimetype.startswith(("text/javascript", "text/css"))
            or POLICY in headers
            or response.status_code == 204
            or "HX-Request" in request.headers
        ):
            headers.extend(_OF_DOCUMENTS)
        headers.extend(_OF_ALL)
        if hsts and request.is_secure:
            headers["Strict-Transport-Security"] = f"max-age={hsts}"
        # As text: to take it apart takes longer than all the rest of this.
        if request.endpoint != "static" and "immutable" not in headers.get("Cache-Control", ""):
            headers["Cache-Control"] = "no-store"
        return response

    app.after_request(add)
