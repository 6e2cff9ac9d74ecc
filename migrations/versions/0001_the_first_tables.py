"""the first tables

Revision ID: 0001
Revises: 
Create Date: 2026-11-28 20:30:01.796074

"""
from alembic import op
import sqlalchemy as sa


revision = '0001'
down_revision = None
branch_labels = None
depends_on = None


def upgrade():
    op.create_table('devices',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('secret_hash', sa.String(length=64), nullable=False),
    sa.Column('created', sa.DateTime(), nullable=False),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_devices')),
    sa.UniqueConstraint('secret_hash', name=op.f('uq_devices_secret_hash'))
    )
    op.create_table('pads',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('address', sa.String(length=43), nullable=False),
    sa.Column('name', sa.String(), nullable=True),
    sa.Column('created', sa.DateTime(), nullable=False),
    sa.Column('last_number', sa.Integer(), nullable=False),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_pads')),
    sa.UniqueConstraint('address', name=op.f('uq_pads_address'))
    )
    op.create_table('games',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('pad_id', sa.Integer(), nullable=False),
    sa.Column('number', sa.Integer(), nullable=False),
    sa.Column('rules', sa.JSON(), nullable=False),
    sa.Column('dealer', sa.Integer(), nullable=False),
    sa.Column('hands_before', sa.Integer(), nullable=False),
    sa.Column('started', sa.DateTime(), nullable=False),
    sa.Column('stopped', sa.DateTime(), nullable=True),
    sa.Column('finished', sa.DateTime(), nullable=True),
    sa.Column('revision', sa.Integer(), nullable=False),
    sa.Column('entry', sa.String(length=64), nullable=False),
    sa.Column('next_passed', sa.Integer(), nullable=True),
    sa.Column('next_dealer', sa.Integer(), nullable=True),
    sa.Column('binned', sa.DateTime(), nullable=True),
    sa.Column('note', sa.String(), nullable=True),
    sa.Column('evening_note', sa.String(), nullable=True),
    sa.ForeignKeyConstraint(['pad_id'], ['pads.id'], name=op.f('fk_games_pad_id_pads')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_games')),
    sa.UniqueConstraint('pad_id', 'entry', name=op.f('uq_games_pad_id_entry')),
    sa.UniqueConstraint('pad_id', 'number', name=op.f('uq_games_pad_id_number'))
    )
    with op.batch_alter_table('games', schema=None) as batch_op:
        batch_op.create_index('ix_games_binned', ['pad_id', 'number'], unique=False, sqlite_where=sa.text('binned IS NOT NULL'), postgresql_where=sa.text('binned IS NOT NULL'))
        batch_op.create_index('ix_games_finished', ['pad_id', 'started', 'number'], unique=False, sqlite_where=sa.text('binned IS NULL AND finished IS NOT NULL'), postgresql_where=sa.text('binned IS NULL AND finished IS NOT NULL'))
        batch_op.create_index('ix_games_kept', ['pad_id', 'number'], unique=False, sqlite_where=sa.text('binned IS NULL'), postgresql_where=sa.text('binned IS NULL'))
        batch_op.create_index('ix_games_running', ['pad_id', 'number'], unique=False, sqlite_where=sa.text('binned IS NULL AND finished IS NULL'), postgresql_where=sa.text('binned IS NULL AND finished IS NULL'))

    op.create_table('pen_links',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('pad_id', sa.Integer(), nullable=False),
    sa.Column('secret_hash', sa.String(length=64), nullable=False),
    sa.Column('device_id', sa.Integer(), nullable=True),
    sa.Column('made', sa.DateTime(), nullable=False),
    sa.ForeignKeyConstraint(['device_id'], ['devices.id'], name=op.f('fk_pen_links_device_id_devices')),
    sa.ForeignKeyConstraint(['pad_id'], ['pads.id'], name=op.f('fk_pen_links_pad_id_pads')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_pen_links')),
    sa.UniqueConstraint('secret_hash', name=op.f('uq_pen_links_secret_hash'))
    )
    with op.batch_alter_table('pen_links', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_pen_links_device_id'), ['device_id'], unique=False)
        batch_op.create_index(batch_op.f('ix_pen_links_made'), ['made'], unique=False)
        batch_op.create_index(batch_op.f('ix_pen_links_pad_id'), ['pad_id'], unique=False)

    op.create_table('pens',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('pad_id', sa.Integer(), nullable=False),
    sa.Column('device_id', sa.Integer(), nullable=False),
    sa.Column('name', sa.String(), nullable=False),
    sa.Column('given', sa.DateTime(), nullable=False),
    sa.Column('withdrawn', sa.DateTime(), nullable=True),
    sa.ForeignKeyConstraint(['device_id'], ['devices.id'], name=op.f('fk_pens_device_id_devices')),
    sa.ForeignKeyConstraint(['pad_id'], ['pads.id'], name=op.f('fk_pens_pad_id_pads')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_pens')),
    sa.UniqueConstraint('device_id', 'pad_id', name=op.f('uq_pens_device_id_pad_id'))
    )
    with op.batch_alter_table('pens', schema=None) as batch_op:
        batch_op.create_index('ix_pens_held', ['pad_id', 'given', 'id'], unique=False, sqlite_where=sa.text('withdrawn IS NULL'), postgresql_where=sa.text('withdrawn IS NULL'))
        batch_op.create_index(batch_op.f('ix_pens_pad_id'), ['pad_id'], unique=False)

    op.create_table('players',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('pad_id', sa.Integer(), nullable=False),
    sa.Column('name', sa.String(), nullable=False),
    sa.Column('name_key', sa.String(), nullable=False),
    sa.Column('merged_into', sa.Integer(), nullable=True),
    sa.ForeignKeyConstraint(['merged_into'], ['players.id'], name=op.f('fk_players_merged_into_players')),
    sa.ForeignKeyConstraint(['pad_id'], ['pads.id'], name=op.f('fk_players_pad_id_pads')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_players')),
    sa.UniqueConstraint('pad_id', 'name_key', name=op.f('uq_players_pad_id_name_key'))
    )
    with op.batch_alter_table('players', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_players_merged_into'), ['merged_into'], unique=False)
        batch_op.create_index(batch_op.f('ix_players_pad_id_id'), ['pad_id', 'id'], unique=False)

    op.create_table('changes',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('pad_id', sa.Integer(), nullable=False),
    sa.Column('game_id', sa.Integer(), nullable=True),
    sa.Column('hand_id', sa.Integer(), nullable=True),
    sa.Column('device_id', sa.Integer(), nullable=True),
    sa.Column('revision', sa.Integer(), nullable=True),
    sa.Column('at', sa.DateTime(), nullable=False),
    sa.Column('what', sa.String(length=20), nullable=False),
    sa.Column('before', sa.JSON(none_as_null=True), nullable=True),
    sa.Column('after', sa.JSON(none_as_null=True), nullable=True),
    sa.Column('undone', sa.DateTime(), nullable=True),
    sa.Column('undoes', sa.Integer(), nullable=True),
    sa.Column('act', sa.String(length=64), nullable=True),
    sa.ForeignKeyConstraint(['game_id'], ['games.id'], name=op.f('fk_changes_game_id_games')),
    sa.ForeignKeyConstraint(['pad_id'], ['pads.id'], name=op.f('fk_changes_pad_id_pads')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_changes'))
    )
    with op.batch_alter_table('changes', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_changes_game_id_id'), ['game_id', 'id'], unique=False)
        batch_op.create_index(batch_op.f('ix_changes_pad_id_device_id_id'), ['pad_id', 'device_id', 'id'], unique=False)
        batch_op.create_index('ix_changes_undoes', ['undoes'], unique=False, sqlite_where=sa.text('undoes IS NOT NULL'), postgresql_where=sa.text('undoes IS NOT NULL'))
        batch_op.create_index(batch_op.f('ix_changes_pad_id_what'), ['pad_id', 'what'], unique=False)

    op.create_table('hands',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('game_id', sa.Integer(), nullable=False),
    sa.Column('line', sa.Integer(), nullable=False),
    sa.Column('entry', sa.String(length=64), nullable=False),
    sa.Column('hearts', sa.JSON(), nullable=False),
    sa.Column('cards', sa.JSON(), nullable=False),
    sa.Column('moon', sa.String(length=8), nullable=True),
    sa.Column('sun', sa.Boolean(), nullable=False),
    sa.Column('passed', sa.Integer(), nullable=True),
    sa.Column('dealer', sa.Integer(), nullable=True),
    sa.Column('recorded', sa.DateTime(), nullable=False),
    sa.Column('corrected', sa.DateTime(), nullable=True),
    sa.Column('struck', sa.DateTime(), nullable=True),
    sa.ForeignKeyConstraint(['game_id'], ['games.id'], name=op.f('fk_hands_game_id_games')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_hands')),
    sa.UniqueConstraint('game_id', 'entry', name=op.f('uq_hands_game_id_entry')),
    sa.UniqueConstraint('game_id', 'line', name=op.f('uq_hands_game_id_line'))
    )
    op.create_table('outcomes',
    sa.Column('game_id', sa.Integer(), autoincrement=False, nullable=False),
    sa.Column('pad_id', sa.Integer(), nullable=False),
    sa.Column('agreement', sa.String(length=16), nullable=False),
    sa.Column('players', sa.Integer(), nullable=False),
    sa.Column('number', sa.Integer(), nullable=False),
    sa.Column('started', sa.DateTime(), nullable=False),
    sa.Column('hands', sa.Integer(), nullable=False),
    sa.Column('lead', sa.Integer(), nullable=True),
    sa.ForeignKeyConstraint(['game_id'], ['games.id'], name=op.f('fk_outcomes_game_id_games')),
    sa.ForeignKeyConstraint(['pad_id'], ['pads.id'], name=op.f('fk_outcomes_pad_id_pads')),
    sa.PrimaryKeyConstraint('game_id', name=op.f('pk_outcomes'))
    )
    with op.batch_alter_table('outcomes', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_outcomes_pad_id_started_number'), ['pad_id', 'started', 'number'], unique=False)

    op.create_table('results',
    sa.Column('game_id', sa.Integer(), autoincrement=False, nullable=False),
    sa.Column('player_id', sa.Integer(), nullable=False),
    sa.Column('seat', sa.Integer(), nullable=True),
    sa.Column('place', sa.Integer(), nullable=True),
    sa.Column('total', sa.Integer(), nullable=True),
    sa.Column('winners', sa.Integer(), nullable=False),
    sa.Column('comeback', sa.Integer(), nullable=False),
    sa.Column('stats', sa.JSON(), nullable=False),
    sa.Column('partly', sa.JSON(none_as_null=True), nullable=True),
    sa.Column('hands', sa.Integer(), nullable=False),
    sa.Column('points', sa.Integer(), nullable=False),
    sa.Column('queens', sa.Integer(), nullable=False),
    sa.Column('moons', sa.Integer(), nullable=False),
    sa.Column('suns', sa.Integer(), nullable=False),
    sa.Column('exact_hits', sa.Integer(), nullable=False),
    sa.Column('queen_first', sa.Integer(), nullable=True),
    sa.Column('queen_last', sa.Integer(), nullable=True),
    sa.Column('queen_longest', sa.Integer(), nullable=True),
    sa.Column('above', sa.Integer(), nullable=False),
    sa.Column('squares', sa.BigInteger(), nullable=False),
    sa.Column('queen_hands', sa.Integer(), nullable=False),
    sa.Column('queen_taken', sa.Integer(), nullable=False),
    sa.Column('queen_chance', sa.Integer(), nullable=False),
    sa.Column('passes', sa.Integer(), nullable=False),
    sa.Column('feared', sa.Integer(), nullable=False),
    sa.Column('feared_chance', sa.Integer(), nullable=False),
    sa.Column('closes', sa.Integer(), nullable=False),
    sa.Column('closed', sa.Integer(), nullable=False),
    sa.Column('closed_chance', sa.Integer(), nullable=False),
    sa.Column('after_queen', sa.Integer(), nullable=False),
    sa.Column('bounced', sa.Integer(), nullable=False),
    sa.Column('bounced_chance', sa.Integer(), nullable=False),
    sa.Column('near_moons', sa.Integer(), nullable=False),
    sa.Column('stopped', sa.Integer(), nullable=False),
    sa.Column('stopped_chance', sa.Integer(), nullable=False),
    sa.Column('leader_passes', sa.Integer(), nullable=False),
    sa.Column('spoiled', sa.Integer(), nullable=False),
    sa.Column('spoiled_chance', sa.Integer(), nullable=False),
    sa.ForeignKeyConstraint(['game_id'], ['games.id'], name=op.f('fk_results_game_id_games')),
    sa.ForeignKeyConstraint(['player_id'], ['players.id'], name=op.f('fk_results_player_id_players')),
    sa.PrimaryKeyConstraint('game_id', 'player_id', name=op.f('pk_results'))
    )
    with op.batch_alter_table('results', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_results_player_id'), ['player_id'], unique=False)

    op.create_table('seats',
    sa.Column('game_id', sa.Integer(), nullable=False),
    sa.Column('seat', sa.Integer(), autoincrement=False, nullable=False),
    sa.Column('player_id', sa.Integer(), nullable=False),
    sa.Column('opening', sa.Integer(), nullable=False),
    sa.ForeignKeyConstraint(['game_id'], ['games.id'], name=op.f('fk_seats_game_id_games')),
    sa.ForeignKeyConstraint(['player_id'], ['players.id'], name=op.f('fk_seats_player_id_players')),
    sa.PrimaryKeyConstraint('game_id', 'seat', name=op.f('pk_seats'))
    )
    with op.batch_alter_table('seats', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_seats_player_id'), ['player_id'], unique=False)

    op.create_table('substitutions',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('game_id', sa.Integer(), nullable=False),
    sa.Column('seat', sa.Integer(), nullable=False),
    sa.Column('last_line', sa.Integer(), nullable=False),
    sa.Column('player_id', sa.Integer(), nullable=False),
    sa.ForeignKeyConstraint(['game_id'], ['games.id'], name=op.f('fk_substitutions_game_id_games')),
    sa.ForeignKeyConstraint(['player_id'], ['players.id'], name=op.f('fk_substitutions_player_id_players')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_substitutions'))
    )
    with op.batch_alter_table('substitutions', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_substitutions_game_id'), ['game_id'], unique=False)
        batch_op.create_index(batch_op.f('ix_substitutions_player_id'), ['player_id'], unique=False)



def downgrade():
    with op.batch_alter_table('substitutions', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_substitutions_player_id'))
        batch_op.drop_index(batch_op.f('ix_substitutions_game_id'))

    op.drop_table('substitutions')
    with op.batch_alter_table('seats', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_seats_player_id'))

    op.drop_table('seats')
    with op.batch_alter_table('results', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_results_player_id'))

    op.drop_table('results')
    with op.batch_alter_table('outcomes', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_outcomes_pad_id_started_number'))

    op.drop_table('outcomes')
    op.drop_table('hands')
    with op.batch_alter_table('changes', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_changes_pad_id_what'))
        batch_op.drop_index('ix_changes_undoes', sqlite_where=sa.text('undoes IS NOT NULL'), postgresql_where=sa.text('undoes IS NOT NULL'))
        batch_op.drop_index(batch_op.f('ix_changes_pad_id_device_id_id'))
        batch_op.drop_index(batch_op.f('ix_changes_game_id_id'))

    op.drop_table('changes')
    with op.batch_alter_table('players', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_players_pad_id_id'))
        batch_op.drop_index(batch_op.f('ix_players_merged_into'))

    op.drop_table('players')
    with op.batch_alter_table('pens', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_pens_pad_id'))
        batch_op.drop_index('ix_pens_held', sqlite_where=sa.text('withdrawn IS NULL'), postgresql_where=sa.text('withdrawn IS NULL'))

    op.drop_table('pens')
    with op.batch_alter_table('pen_links', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_pen_links_pad_id'))
        batch_op.drop_index(batch_op.f('ix_pen_links_made'))
        batch_op.drop_index(batch_op.f('ix_pen_links_device_id'))

    op.drop_table('pen_links')
    with op.batch_alter_table('games', schema=None) as batch_op:
        batch_op.drop_index('ix_games_running', sqlite_where=sa.text('binned IS NULL AND finished IS NULL'), postgresql_where=sa.text('binned IS NULL AND finished IS NULL'))
        batch_op.drop_index('ix_games_kept', sqlite_where=sa.text('binned IS NULL'), postgresql_where=sa.text('binned IS NULL'))
        batch_op.drop_index('ix_games_finished', sqlite_where=sa.text('binned IS NULL AND finished IS NOT NULL'), postgresql_where=sa.text('binned IS NULL AND finished IS NOT NULL'))
        batch_op.drop_index('ix_games_binned', sqlite_where=sa.text('binned IS NOT NULL'), postgresql_where=sa.text('binned IS NOT NULL'))

    op.drop_table('games')
    op.drop_table('pads')
    op.drop_table('devices')
