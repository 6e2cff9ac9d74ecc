"""The yardstick: a bare Flask "hello" under waitress, as a process. Prints its port."""

from __future__ import annotations

import waitress
from flask import Flask


def hello_app() -> Flask:
    """An app that says hello."""
    app = Flask("hello")

    @app.get("/")
    def hello() -> str:
        return "hello"

    return app


if __name__ == "__main__":
    server = waitress.create_server(hello_app(), host="127.0.0.1", port=0, threads=8)
    print(f"http://127.0.0.1:{server.effective_port}", flush=True)
    server.run()
