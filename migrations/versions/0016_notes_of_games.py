"""a note of a game, as its file has it

Revision ID: 0016
Revises: 0015
Create Date: 2026-11-25 10:20:00

"""
import sqlalchemy as sa
from alembic import op


revision = '0016'
down_revision = '0015'
branch_labels = None
depends_on = None


def upgrade():
    with op.batch_alter_table('games') as batch_op:
        batch_op.add_column(sa.Column('note', sa.String(length=300), nullable=True))


def downgrade():
    with op.batch_alter_table('games') as batch_op:
        batch_op.drop_column('note')
