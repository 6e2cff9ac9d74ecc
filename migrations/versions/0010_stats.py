"""what a player did in a game is called its stats, as everywhere else

Revision ID: 0010
Revises: 0009
Create Date: 2026-11-23 16:00:00

"""
from alembic import op


revision = '0010'
down_revision = '0009'
branch_labels = None
depends_on = None


def upgrade():
    op.execute('ALTER TABLE results RENAME COLUMN deeds TO stats')


def downgrade():
    op.execute('ALTER TABLE results RENAME COLUMN stats TO deeds')
