"""What the tests need around them: a browser, a PostgreSQL, a running Scorepad."""
