"""How Alembic runs the migrations: on the engine that it is given, prepared by the store."""

from alembic import context

from scorepad.store import figure_models, models  # noqa: F401 (both fill the metadata)
from scorepad.store.base import Moment
from scorepad.store.database.engine import for_writing

# An arbitrary number that every Scorepad uses.
SERVER_LOCK = 0x5C02E9AD


def plain_types(kind, item, _autogen):
    """Write our own types as what they are in the database: migrations outlive the code."""
    return "sa.DateTime()" if kind == "type" and isinstance(item, Moment) else False


engine = context.config.attributes["engine"]

sqlite = engine.dialect.name == "sqlite"

with engine.connect() as connection:
    if sqlite:
        # To change a table SQLite makes it again and drops the old one, which its children forbid;
        # inside a transaction this cannot be set. Another process that migrates may take a minute.
        connection.connection.dbapi_connection.execute("PRAGMA foreign_keys = OFF")
        connection.connection.dbapi_connection.execute("PRAGMA busy_timeout = 60000")
    # The write lock is taken before the first look, as for every other writer.
    for_writing(connection)
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
            if not sqlite:
                connection.exec_driver_sql("SET LOCAL lock_timeout = '60s'")
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({SERVER_LOCK})")
            context.run_migrations()
            if sqlite and connection.exec_driver_sql("PRAGMA foreign_key_check").first():
                raise RuntimeError("a migration left rows that refer to nothing")
    finally:
        # Its settings are not those of other connections.
        connection.invalidate()
