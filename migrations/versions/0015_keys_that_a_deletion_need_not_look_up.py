"""no foreign keys that a deletion would look up for each row

For every hand, change and game that was deleted, the database looked for the changes and figures
that refer to it: on a server, two thirds of what it took to delete a pad. The changes of a hand are
found among those of its game: they need no index of their own.

Revision ID: 0015
Revises: 0014
Create Date: 2026-11-25 04:50:00

"""
from alembic import op


revision = '0015'
down_revision = '0014'
branch_labels = None
depends_on = None

KEYS = (('changes', 'hand_id', 'hands'), ('changes', 'undoes', 'changes'),
        ('outcomes', 'game_id', 'games'), ('results', 'game_id', 'games'))


def upgrade():
    for table in ('changes', 'outcomes', 'results'):
        with op.batch_alter_table(table) as batch_op:
            for of, column, others in KEYS:
                if of == table:
                    batch_op.drop_constraint(batch_op.f(f'fk_{of}_{column}_{others}'), type_='foreignkey')
    op.drop_index(op.f('ix_changes_hand_id'), table_name='changes')


def downgrade():
    op.create_index(op.f('ix_changes_hand_id'), 'changes', ['hand_id'], unique=False)
    for table in ('changes', 'outcomes', 'results'):
        with op.batch_alter_table(table) as batch_op:
            for of, column, others in KEYS:
                if of == table:
                    batch_op.create_foreign_key(batch_op.f(f'fk_{of}_{column}_{others}'), others, [column], ['id'])
