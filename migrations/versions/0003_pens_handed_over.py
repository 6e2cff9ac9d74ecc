"""pens handed over

Revision ID: 0003
Revises: 0002
Create Date: 2026-11-21 04:00:45.058200

"""
from alembic import op
import sqlalchemy as sa


revision = '0003'
down_revision = '0002'
branch_labels = None
depends_on = None


def upgrade():
    op.create_table('pen_links',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('pad_id', sa.Integer(), nullable=False),
    sa.Column('secret_hash', sa.String(length=64), nullable=False),
    sa.Column('device_id', sa.Integer(), nullable=True),
    sa.Column('made', sa.DateTime(), nullable=False),
    sa.Column('used', sa.DateTime(), nullable=True),
    sa.ForeignKeyConstraint(['device_id'], ['devices.id'], name=op.f('fk_pen_links_device_id_devices')),
    sa.ForeignKeyConstraint(['pad_id'], ['pads.id'], name=op.f('fk_pen_links_pad_id_pads')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_pen_links')),
    sa.UniqueConstraint('secret_hash', name=op.f('uq_pen_links_secret_hash'))
    )
    with op.batch_alter_table('pen_links', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_pen_links_pad_id'), ['pad_id'], unique=False)

    with op.batch_alter_table('devices', schema=None) as batch_op:
        batch_op.add_column(sa.Column('name', sa.String(length=240), nullable=True))



def downgrade():
    with op.batch_alter_table('devices', schema=None) as batch_op:
        batch_op.drop_column('name')

    with op.batch_alter_table('pen_links', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_pen_links_pad_id'))

    op.drop_table('pen_links')
