"""Places for writers: whatever goes wrong, they do not become fewer."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import event, text

from scorepad.store.trouble import GoneError
from scorepad.web.database import db, writing


def write() -> None:
    with writing() as session:
        session.execute(text("DELETE FROM hands"))


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
