"""Files to import, and the phone that sends them as the page does."""

from __future__ import annotations

import json
from typing import Any

from werkzeug.test import TestResponse

from tests.web.cast import Phone


def document(**changes: object) -> dict[str, Any]:
    """A game of two hands."""
    hand = {"hearts": [6, 4, 2, 1], "cards": {"QS": 1}}
    return {
        "format": "scorepad-game",
        "version": 1,
        "name": "Friday",
        "started": "2020-02-02T20:00:00Z",
        "players": ["Eva", "Finn", "Gül", "Anna"],
        "hands": [hand, hand],
    } | changes


def send(phone: Phone, pad: str, data: bytes, name: str = "games.jsonl") -> TestResponse:
    """Send a file with the pad's form."""
    form = phone.open(f"{pad}import").form("/import")
    # Not as the client would do it, which leaves a file open for a large body.
    body, kind = form_with_file(form["csrf_token"] or "", data, name)
    return phone.client.post(form.action, data=body, content_type=kind)


def form_with_file(token: str, data: bytes, name: str = "games.jsonl") -> tuple[bytes, str]:
    """The form as it is sent, and its content type."""
    parts = [
        b'name="csrf_token"\r\n\r\n' + token.encode(),
        f'name="file"; filename="{name}"\r\n\r\n'.encode() + data,
    ]
    body = b"".join(b"--b\r\nContent-Disposition: form-data; %b\r\n" % part for part in parts)
    return body + b"--b--\r\n", "multipart/form-data; boundary=b"


def import_file(phone: Phone, pad: str, *documents: dict[str, Any]) -> None:
    """Import games that are right."""
    data = b"".join(json.dumps(each).encode() + b"\n" for each in documents)
    answer = send(phone, pad, data)
    assert (answer.status_code, answer.location) == (303, pad)
