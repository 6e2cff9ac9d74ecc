"""How Alembic runs the migrations: on the engine that it is given, prepared by the store."""

from alembic import context

from scorepad.store import figure_models, models  # noqa: F401 (both fill the metadata)
from scorepad.store.base import Moment
from scorepad.store.database.engine import begin_writing


def plain_types(kind, item, _autogen):
    """Write our own types as what they are in the database: migrations outlive the code."""
    return "sa.DateTime()" if kind == "type" and isinstance(item, Moment) else False


engine = context.config.attributes["engine"]

sqlite = engine.dialect.name == "sqlite"

with engine.connect() as connection:
    if sqlite:
        # To change a table SQLite makes it anew and drops the old one, which its children forbid;
        # inside a transaction this cannot be set any more.
        connection.connection.dbapi_connection.execute("PRAGMA foreign_keys = OFF")
    context.configure(
        connection=connection,
        target_metadata=models.Base.metadata,
        render_as_batch=True,
        compare_server_default=True,
        render_item=plain_types,
        # SQLite can roll back a change of tables too, now that we begin its transactions.
        transactional_ddl=True,
    )
    try:
        with context.begin_transaction():
            # The write lock is taken before the first look, as for every other writer. Another
            # process may be at it, which has another data folder and so another lock: that may
            # take minutes.
            begin_writing(connection, 600)
            context.run_migrations()
            if sqlite and connection.exec_driver_sql("PRAGMA foreign_key_check").first():
                raise RuntimeError("a migration left rows that refer to nothing")
    finally:
        if sqlite:
            connection.connection.dbapi_connection.execute("PRAGMA foreign_keys = ON")
