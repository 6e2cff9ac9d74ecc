"""The database: its engine, its file, copies of it, and what keeps it clean."""
