"""The migrations make the tables of the models and keep what is in old databases."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, inspect, text

from scorepad.rules import Hand
from scorepad.store.base import Base
from scorepad.store.database.check import known_revisions
from scorepad.store.database.database import open_database
from scorepad.store.database.migrations import configuration
from tests.store.table import (
    PLAIN_HANDS,
    SHORT,
    Database,
    next_game,
    refusal,
    rows_found,
    seat_four,
)
from tests.support.patience import PATIENCE

PROJECT = Path(__file__).parents[2]
MIGRATIONS = PROJECT / "migrations"
# Oldest first.
REVISIONS = [
    script.revision for script in reversed([*ScriptDirectory(str(MIGRATIONS)).walk_revisions()])
]
HEAD = REVISIONS[-1]


def fill(database: Database) -> None:
    """Two pads with games that are running, finished, corrected, stopped and in the bin."""
    table = seat_four(database, {"moon": "choice", "sun": True}, PLAIN_HANDS[:5])
    table.record(Hand((0, 13, 0, 0), {"QS": 1}, "subtract", True, 2))
    table.correct(2, PLAIN_HANDS[9])
    table.remove(4)
    table.replace(1, "Eva")
    table.set_next(0, 3)
    table.undo()
    table.redo()
    table.note("Wine on the pad,\n👨‍👩‍👧 helped")
    table.note_evening("Late")
    table.stop()
    table.bin()
    next_game(table, SHORT, "second").record(Hand((9, 2, 1, 1), {"QS": 0}))
    seat_four(database, {"preset": "hearts"}, [Hand((4, 3, 3, 3))])


def version(engine: Engine) -> str | None:
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def go_down(database: Database, revision: str) -> None:
    """Back to an earlier revision, from one that has been up to date."""
    with open_database(database.uri) as opened:
        command.downgrade(configuration(opened.engine), revision)


def test_the_tables_are_those_of_the_models(database: Database) -> None:
    assert known_revisions() == REVISIONS
    with database.engine.connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "compare_server_default": True}
        )
        assert compare_metadata(context, Base.metadata) == []
        # The comparison does not look at the names of keys, which later migrations rely on.
        inspector = inspect(connection)
        for table in Base.metadata.sorted_tables:
            assert inspector.get_pk_constraint(table.name)["name"] == table.primary_key.name
            made = {key["name"] for key in inspector.get_foreign_keys(table.name)}
            assert made == {key.name for key in table.foreign_key_constraints}
    assert version(database.engine) == HEAD


def test_all_of_it_can_be_taken_back_and_made_again(database: Database) -> None:
    fill(database)
    go_down(database, "base")
    assert set(rows_found(database.engine)) == {"alembic_version"}
    assert version(database.engine) is None
    open_database(database.uri).close()
    fill(database)
    before = rows_found(database.engine)
    # To start again changes nothing.
    open_database(database.uri).close()
    assert rows_found(database.engine) == before


def with_one_more(folder: Path, *steps: str) -> Path:
    """A copy of the migrations in another folder, with one of these steps after them."""
    shutil.copytree(MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "versions" / "9999_one_more.py").write_text(
        "from alembic import op\n"
        "import sqlalchemy as sa\n"
        f"revision, down_revision = '9999', {HEAD!r}\n"
        "def upgrade():\n" + "".join(f"    {step}\n" for step in steps)
    )
    return folder


def test_a_later_migration_can_change_tables_that_others_refer_to(
    database: Database, tmp_path: Path
) -> None:
    fill(database)
    before = rows_found(database.engine)
    folder = with_one_more(
        tmp_path / "migrations",
        # For this SQLite has to make each table anew and to drop the old one.
        "for table in ('pads', 'devices', 'players', 'games', 'hands'):",
        "    with op.batch_alter_table(table) as batch:",
        "        batch.add_column(sa.Column('later', sa.Integer(), nullable=True))",
        "        batch.create_check_constraint(f'ck_{table}_later', 'later > 0')",
    )
    with open_database(database.uri) as opened:
        command.upgrade(configuration(opened.engine, folder), "head")
    after = rows_found(database.engine)
    assert version(database.engine) == "9999"
    without = {
        name: [{key: value for key, value in row.items() if key != "later"} for row in rows]
        for name, rows in after.items()
    }
    assert {**without, "alembic_version": []} == {**before, "alembic_version": []}
    if database.engine.dialect.name == "sqlite":
        with database.engine.connect() as connection:
            assert connection.exec_driver_sql("PRAGMA foreign_key_check").all() == []
            assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def test_a_migration_that_fails_half_way_leaves_nothing_behind(
    database: Database, tmp_path: Path
) -> None:
    fill(database)
    before = rows_found(database.engine)
    folder = with_one_more(
        tmp_path / "migrations",
        "op.create_table('half', sa.Column('id', sa.Integer(), primary_key=True))",
        "op.execute('UPDATE games SET dealer = 3')",
        "raise ZeroDivisionError",
    )
    with (
        open_database(database.uri) as opened,
        pytest.raises(ZeroDivisionError),
    ):
        command.upgrade(configuration(opened.engine, folder), "head")
    assert rows_found(database.engine) == before


def test_a_database_of_a_newer_scorepad_is_refused_and_left_alone(database: Database) -> None:
    fill(database)
    with database.writing() as session:
        session.execute(text("UPDATE alembic_version SET version_num = 'fffe'"))
    before = rows_found(database.engine)
    message = refusal(database.uri)
    assert "newer" in message
    assert "\n" not in message
    assert rows_found(database.engine) == before


@pytest.mark.slow
def test_six_processes_starting_at_once_migrate_once(empty_database: str, tmp_path: Path) -> None:
    """With one new data folder, or with nothing in common but the server's database."""
    folder = tmp_path / "new" / "data"
    uri, folders = "-", [folder] * 6
    if not empty_database.startswith("sqlite"):
        uri, folders = empty_database, [tmp_path / f"data{number}" for number in range(6)]
    starters = subprocess.run(
        [sys.executable, "-m", "tests.store.starter", uri, *map(str, folders)],
        cwd=PROJECT,
        capture_output=True,
        check=False,
        text=True,
        timeout=PATIENCE,
    )
    assert (starters.returncode, starters.stderr) == (0, "")
    output = starters.stdout.splitlines()
    keys = [line for line in output if line.startswith("started")]
    assert (len(keys), len(set(keys))) == (6, len(set(folders)))
    assert len([line for line in output if line.startswith("Running upgrade")]) == len(REVISIONS)
