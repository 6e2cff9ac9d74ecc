"""Scorepad hosted for many: several gunicorns on one PostgreSQL."""
