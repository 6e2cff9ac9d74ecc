"""chores

What must be done after a commit, such as to sweep the file after a deletion, also after a restart.

Revision ID: 0008
Revises: 0007
Create Date: 2026-11-23 11:40:00

"""
from alembic import op
import sqlalchemy as sa


revision = '0008'
down_revision = '0007'
branch_labels = None
depends_on = None


def upgrade():
    op.create_table('chores',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('what', sa.String(length=20), nullable=False),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_chores')),
    sqlite_autoincrement=True
    )


def downgrade():
    op.drop_table('chores')
