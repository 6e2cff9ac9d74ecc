"""The store: SQLAlchemy models, and the verbs of a pad. Knows the rules, not Flask.

Captured cards are the truth; totals, places and ends are worked out from them by
:mod:`scorepad.rules`. What is stored besides, for speed (``Game.finished``), is written in the
transaction that changes a hand.

Verbs take the session of :meth:`~scorepad.store.database.database.Database.writing`, which commits.
"""
