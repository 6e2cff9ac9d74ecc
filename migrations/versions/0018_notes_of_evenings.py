"""notes of evenings, and room for letters of several characters

Revision ID: 0018
Revises: 0017
Create Date: 2026-11-25 13:40:00

"""
import sqlalchemy as sa
from alembic import op


revision = '0018'
down_revision = '0017'
branch_labels = None
depends_on = None


def upgrade():
    op.add_column('games', sa.Column('evening_note', sa.String(length=2400), nullable=True))
    _resize_note(2400)


def downgrade():
    _resize_note(300)
    _drop_column('evening_note')


def _resize_note(length):
    # SQLite changes a type only by a copy of the table, whose indexes it would try in any order.
    op.add_column('games', sa.Column('resized', sa.String(length=length), nullable=True))
    op.execute(f'UPDATE games SET resized = substr(note, 1, {length}) WHERE note IS NOT NULL')
    _drop_column('note')
    op.execute('ALTER TABLE games RENAME COLUMN resized TO note')


def _drop_column(name):
    dialect = op.get_bind().dialect
    # Older ones can only copy the whole table.
    cannot_drop = dialect.name == 'sqlite' and dialect.dbapi.sqlite_version_info < (3, 35)
    with op.batch_alter_table('games', recreate='always' if cannot_drop else 'never') as batch_op:
        batch_op.drop_column(name)
