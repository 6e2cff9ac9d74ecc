"""an index of what was undone, and of nothing else

Few changes take another one back. All others were in the index, too: a tenth of what it takes to
delete a pad.

Revision ID: 0013
Revises: 0012
Create Date: 2026-11-25 00:20:00

"""
from alembic import op
import sqlalchemy as sa


revision = '0013'
down_revision = '0012'
branch_labels = None
depends_on = None


def upgrade():
    with op.batch_alter_table('changes', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_changes_undoes'))
        batch_op.create_index('ix_changes_undoes', ['undoes'], unique=False,
                              sqlite_where=sa.text('undoes IS NOT NULL'),
                              postgresql_where=sa.text('undoes IS NOT NULL'))


def downgrade():
    with op.batch_alter_table('changes', schema=None) as batch_op:
        batch_op.drop_index('ix_changes_undoes')
        batch_op.create_index(batch_op.f('ix_changes_undoes'), ['undoes'], unique=False)
