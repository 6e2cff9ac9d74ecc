"""The store, on SQLite and on PostgreSQL: verbs, secrets, many writers, crashes, migrations."""
