"""The number of writers that may wait at the same time: never zero, and never shrinking."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import event, text

from scorepad.settings import make_settings
from scorepad.store.trouble import BusyError, GoneError
from scorepad.web import create_app
from scorepad.web.database import db, writing


def write() -> None:
    with writing() as session:
        session.execute(text("DELETE FROM hands"))


def test_with_one_thread_one_may_write(tmp_path: Path) -> None:
    app = create_app(replace(make_settings(tmp_path), threads=1))
    with app.app_context():
        write()
        with writing(), pytest.raises(BusyError):
            write()
        write()
        db.session.remove()
        db.engine.dispose()


def test_a_rollback_that_fails_takes_no_place_away(app: Flask) -> None:
    def fail(_connection: object) -> None:
        raise GoneError("the connection broke")

    with app.app_context():
        event.listen(db.engine, "rollback", fail)
        try:
            # More often than there are places.
            for _ in range(20):
                with pytest.raises(GoneError), writing():
                    raise RuntimeError
                # As at the end of a request: a session that could not roll back is of no more use.
                db.session.registry.clear()
        finally:
            event.remove(db.engine, "rollback", fail)
        write()
