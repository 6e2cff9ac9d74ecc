"""every pen has a name

Early ones had none; a browser that says nothing of itself is called so, too.

Revision ID: 0014
Revises: 0013
Create Date: 2026-11-24 23:55:00

"""
from alembic import op
import sqlalchemy as sa


revision = '0014'
down_revision = '0013'
branch_labels = None
depends_on = None

SIDE = sa.JSON(none_as_null=True)


def upgrade():
    op.execute("UPDATE pens SET name = 'Browser' WHERE name IS NULL")
    with op.batch_alter_table('pens') as batch_op:
        batch_op.alter_column('name', existing_type=sa.String(240), nullable=False)
    changes = sa.table('changes', sa.column('what'),
                       sa.column('before', SIDE), sa.column('after', SIDE))
    for what, side in (('pen', 'after'), ('withdrawal', 'before')):
        nameless = sa.cast(changes.c[side], sa.Text).like('%null%')
        op.execute(sa.update(changes).where(changes.c.what == what, nameless)
                   .values({side: {'device': 'Browser'}}))


def downgrade():
    with op.batch_alter_table('pens') as batch_op:
        batch_op.alter_column('name', existing_type=sa.String(240), nullable=True)
