"""notes of evenings, and room for letters of several characters

Revision ID: 0018
Revises: 0016
Create Date: 2026-11-25 13:40:00

"""
import sqlalchemy as sa
from alembic import op


revision = '0018'
down_revision = '0016'
branch_labels = None
depends_on = None


def upgrade():
    with op.batch_alter_table('games') as batch_op:
        batch_op.add_column(sa.Column('evening_note', sa.String(length=2400), nullable=True))
        batch_op.alter_column('note', existing_type=sa.String(300), type_=sa.String(2400))


def downgrade():
    with op.batch_alter_table('games') as batch_op:
        batch_op.drop_column('evening_note')
        batch_op.alter_column('note', existing_type=sa.String(2400), type_=sa.String(300))
