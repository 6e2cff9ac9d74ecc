"""less to write for each hand

Nine in ten changes are recorded hands. None of them is looked for in a whole pad, so the index of
kinds is of the others. What a device wrote last has the highest id of its changes, so the time is
in no index; and with the pad first, one index serves pads and devices. A device is found by it in
the pads of its pens, but not by the database when the device is deleted: that key goes.

In SQLite, results are kept by their key, and not by a number with an index of the keys beside.

The log no longer says of a hand what it has not; lines that do are left as they are.

Revision ID: 0020
Revises: 0019
Create Date: 2026-11-25 23:50:00

"""
import sqlalchemy as sa
from alembic import op


revision = '0020'
down_revision = '0019'
branch_labels = None
depends_on = None

SIDE = sa.JSON(none_as_null=True)
NOTHING = {'moon': None, 'sun': False, 'pass': None, 'dealer': None}
NO_RECORDED_HAND = sa.text("what != 'hand'")


def upgrade():
    op.drop_index(op.f('ix_changes_pad_id_what'), table_name='changes')
    op.drop_index(op.f('ix_changes_device_id_pad_id_at'), table_name='changes')
    with op.batch_alter_table('changes') as batch_op:
        batch_op.drop_constraint(batch_op.f('fk_changes_device_id_devices'), type_='foreignkey')
    op.create_index(op.f('ix_changes_pad_id_device_id_id'), 'changes',
                    ['pad_id', 'device_id', 'id'])
    op.create_index('ix_changes_what', 'changes', ['pad_id', 'what'],
                    sqlite_where=NO_RECORDED_HAND, postgresql_where=NO_RECORDED_HAND)
    keep_by_numbers(False)


def keep_by_numbers(numbers):
    if op.get_bind().dialect.name == 'sqlite':
        with op.batch_alter_table('results', recreate='always',
                                  table_kwargs={'sqlite_with_rowid': numbers}):
            pass


def downgrade():
    keep_by_numbers(True)
    changes = sa.table('changes', sa.column('id'), sa.column('before', SIDE), sa.column('after', SIDE))
    connection = op.get_bind()
    hands = sa.select(changes).where(has_hand(changes.c.before) | has_hand(changes.c.after))
    for row in connection.execute(hands).all():
        sides = {'before': in_full(row.before), 'after': in_full(row.after)}
        connection.execute(sa.update(changes).where(changes.c.id == row.id).values(sides))
    op.drop_index('ix_changes_what', table_name='changes')
    op.drop_index(op.f('ix_changes_pad_id_device_id_id'), table_name='changes')
    with op.batch_alter_table('changes') as batch_op:
        batch_op.create_foreign_key(batch_op.f('fk_changes_device_id_devices'), 'devices',
                                    ['device_id'], ['id'])
    op.create_index(op.f('ix_changes_device_id_pad_id_at'), 'changes',
                    ['device_id', 'pad_id', 'at'])
    op.create_index(op.f('ix_changes_pad_id_what'), 'changes', ['pad_id', 'what'])


def has_hand(side):
    return sa.cast(side, sa.Text).like('%"hearts"%')


def in_full(side):
    return {**NOTHING, **side} if side is not None and 'hearts' in side else side
