"""room beside each game for its next revision, on PostgreSQL

Who is called otherwise changes the revision of all their games. Where a page is full, PostgreSQL
puts a changed row elsewhere and into every index: five times the work. Games that are there already
get the room once their pages are written anew.

Revision ID: 0012
Revises: 0011
Create Date: 2026-11-23 22:20:00

"""
from alembic import op


revision = '0012'
down_revision = '0011'
branch_labels = None
depends_on = None


def upgrade():
    if op.get_bind().dialect.name == 'postgresql':
        op.execute('ALTER TABLE games SET (fillfactor = 50)')


def downgrade():
    if op.get_bind().dialect.name == 'postgresql':
        op.execute('ALTER TABLE games RESET (fillfactor)')
