"""evenings and streaks as rows of their own

A change of a game no longer changes the rows of all games behind it. What is here is worked out from
the hands: pads are counted anew at the next start (scorepad/store/figures).

Revision ID: 0009
Revises: 0008
Create Date: 2026-11-23 12:00:00

"""
from alembic import op
import sqlalchemy as sa


revision = '0009'
down_revision = '0008'
branch_labels = None
depends_on = None


def upgrade():
    for table in ('results', 'outcomes'):
        op.drop_table(table)
    op.create_table('outcomes',
    sa.Column('game_id', sa.Integer(), nullable=False),
    sa.Column('pad_id', sa.Integer(), nullable=False),
    sa.Column('agreement_id', sa.Integer(), nullable=False),
    sa.Column('number', sa.Integer(), nullable=False),
    sa.Column('started', sa.DateTime(), nullable=False),
    sa.Column('hands', sa.Integer(), nullable=False),
    sa.Column('moons', sa.Integer(), nullable=False),
    sa.Column('lead', sa.Integer(), nullable=True),
    sa.Column('comeback', sa.Integer(), nullable=False),
    sa.Column('comeback_of', sa.Integer(), nullable=True),
    sa.ForeignKeyConstraint(['game_id'], ['games.id'], name=op.f('fk_outcomes_game_id_games')),
    sa.PrimaryKeyConstraint('game_id', name=op.f('pk_outcomes'))
    )
    with op.batch_alter_table('outcomes', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_outcomes_pad_id_agreement_id_comeback_started'), ['pad_id', 'agreement_id', 'comeback', 'started'], unique=False)
        batch_op.create_index(batch_op.f('ix_outcomes_pad_id_agreement_id_hands_started'), ['pad_id', 'agreement_id', 'hands', 'started'], unique=False)
        batch_op.create_index(batch_op.f('ix_outcomes_pad_id_agreement_id_lead_started'), ['pad_id', 'agreement_id', 'lead', 'started'], unique=False)
        batch_op.create_index(batch_op.f('ix_outcomes_pad_id_agreement_id_started_number'), ['pad_id', 'agreement_id', 'started', 'number'], unique=False)
        batch_op.create_index(batch_op.f('ix_outcomes_pad_id_comeback_started'), ['pad_id', 'comeback', 'started'], unique=False)
        batch_op.create_index(batch_op.f('ix_outcomes_pad_id_hands_started'), ['pad_id', 'hands', 'started'], unique=False)
        batch_op.create_index(batch_op.f('ix_outcomes_pad_id_lead_started'), ['pad_id', 'lead', 'started'], unique=False)
        batch_op.create_index(batch_op.f('ix_outcomes_pad_id_started_number_moons'), ['pad_id', 'started', 'number', 'moons'], unique=False)

    op.create_table('results',
    sa.Column('game_id', sa.Integer(), nullable=False),
    sa.Column('player_id', sa.Integer(), autoincrement=False, nullable=False),
    sa.Column('agreement_id', sa.Integer(), nullable=False),
    sa.Column('number', sa.Integer(), nullable=False),
    sa.Column('started', sa.DateTime(), nullable=False),
    sa.Column('seat', sa.Integer(), nullable=True),
    sa.Column('place', sa.Integer(), nullable=True),
    sa.Column('total', sa.Integer(), nullable=True),
    sa.Column('winners', sa.Integer(), nullable=False),
    sa.Column('deeds', sa.JSON(), nullable=False),
    sa.Column('hands', sa.Integer(), nullable=False),
    sa.Column('queen_first', sa.Integer(), nullable=True),
    sa.Column('queen_last', sa.Integer(), nullable=True),
    sa.Column('queen_longest', sa.Integer(), nullable=True),
    sa.Column('wins_before', sa.Integer(), nullable=True),
    sa.Column('queen_run', sa.Integer(), nullable=True),
    sa.ForeignKeyConstraint(['game_id'], ['games.id'], name=op.f('fk_results_game_id_games')),
    sa.PrimaryKeyConstraint('game_id', 'player_id', name=op.f('pk_results'))
    )
    with op.batch_alter_table('results', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_results_player_id_agreement_id_started_number'), ['player_id', 'agreement_id', 'started', 'number'], unique=False)
        batch_op.create_index(batch_op.f('ix_results_player_id_agreement_id_total_started'), ['player_id', 'agreement_id', 'total', 'started'], unique=False)
        batch_op.create_index('ix_results_queen_run', ['player_id', 'queen_run', 'started', 'number'], unique=False, sqlite_where=sa.text('queen_run IS NOT NULL'), postgresql_where=sa.text('queen_run IS NOT NULL'))
        batch_op.create_index('ix_results_runs', ['player_id', 'started', 'number', 'place', 'winners', 'queen_first', 'hands'], unique=False)
        batch_op.create_index('ix_results_wins_before', ['player_id', 'wins_before', 'started', 'number'], unique=False, sqlite_where=sa.text('wins_before IS NOT NULL'), postgresql_where=sa.text('wins_before IS NOT NULL'))

    op.create_table('evenings',
    sa.Column('pad_id', sa.Integer(), nullable=False),
    sa.Column('started', sa.DateTime(), nullable=False),
    sa.Column('last_started', sa.DateTime(), nullable=False),
    sa.Column('number', sa.Integer(), nullable=False),
    sa.Column('games', sa.Integer(), nullable=False),
    sa.Column('moons', sa.Integer(), nullable=False),
    sa.ForeignKeyConstraint(['pad_id'], ['pads.id'], name=op.f('fk_evenings_pad_id_pads')),
    sa.PrimaryKeyConstraint('pad_id', 'started', name=op.f('pk_evenings')),
    sa.UniqueConstraint('pad_id', 'number', name=op.f('uq_evenings_pad_id_number'))
    )
    with op.batch_alter_table('evenings', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_evenings_pad_id_moons'), ['pad_id', 'moons'], unique=False)

    op.create_table('streaks',
    sa.Column('player_id', sa.Integer(), nullable=False),
    sa.Column('kind', sa.String(length=5), nullable=False),
    sa.Column('pad_id', sa.Integer(), nullable=False),
    sa.Column('now', sa.Integer(), nullable=False),
    sa.Column('best', sa.Integer(), nullable=False),
    sa.Column('number', sa.Integer(), nullable=False),
    sa.Column('started', sa.DateTime(), nullable=False),
    sa.ForeignKeyConstraint(['pad_id'], ['pads.id'], name=op.f('fk_streaks_pad_id_pads')),
    sa.ForeignKeyConstraint(['player_id'], ['players.id'], name=op.f('fk_streaks_player_id_players')),
    sa.PrimaryKeyConstraint('player_id', 'kind', name=op.f('pk_streaks'))
    )
    with op.batch_alter_table('streaks', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_streaks_pad_id_kind_best_started_number_player_id'), ['pad_id', 'kind', 'best', 'started', 'number', 'player_id'], unique=False)

    with op.batch_alter_table('pads', schema=None) as batch_op:
        batch_op.add_column(sa.Column('settled', sa.Integer(), server_default='0', nullable=False))


def downgrade():
    for table in ('streaks', 'evenings', 'results', 'outcomes'):
        op.drop_table(table)
    op.create_table('outcomes',
    sa.Column('game_id', sa.Integer(), nullable=False),
    sa.Column('pad_id', sa.Integer(), nullable=False),
    sa.Column('agreement_id', sa.Integer(), nullable=False),
    sa.Column('number', sa.Integer(), nullable=False),
    sa.Column('started', sa.DateTime(), nullable=False),
    sa.Column('hands', sa.Integer(), nullable=False),
    sa.Column('moons', sa.Integer(), nullable=False),
    sa.Column('lead', sa.Integer(), nullable=True),
    sa.Column('comeback', sa.Integer(), nullable=False),
    sa.Column('comeback_of', sa.Integer(), nullable=True),
    sa.Column('evening', sa.Integer(), nullable=False),
    sa.Column('evening_moons', sa.Integer(), nullable=False),
    sa.ForeignKeyConstraint(['agreement_id'], ['agreements.id'], name=op.f('fk_outcomes_agreement_id_agreements')),
    sa.ForeignKeyConstraint(['comeback_of'], ['players.id'], name=op.f('fk_outcomes_comeback_of_players')),
    sa.ForeignKeyConstraint(['game_id'], ['games.id'], name=op.f('fk_outcomes_game_id_games')),
    sa.ForeignKeyConstraint(['pad_id'], ['pads.id'], name=op.f('fk_outcomes_pad_id_pads')),
    sa.PrimaryKeyConstraint('game_id', name=op.f('pk_outcomes'))
    )
    with op.batch_alter_table('outcomes', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_outcomes_agreement_id'), ['agreement_id'], unique=False)
        batch_op.create_index(batch_op.f('ix_outcomes_comeback_of'), ['comeback_of'], unique=False)
        batch_op.create_index(batch_op.f('ix_outcomes_pad_id_agreement_id_comeback_started'), ['pad_id', 'agreement_id', 'comeback', 'started'], unique=False)
        batch_op.create_index(batch_op.f('ix_outcomes_pad_id_agreement_id_hands_started'), ['pad_id', 'agreement_id', 'hands', 'started'], unique=False)
        batch_op.create_index(batch_op.f('ix_outcomes_pad_id_agreement_id_lead_started'), ['pad_id', 'agreement_id', 'lead', 'started'], unique=False)
        batch_op.create_index(batch_op.f('ix_outcomes_pad_id_agreement_id_started_number'), ['pad_id', 'agreement_id', 'started', 'number'], unique=False)
        batch_op.create_index(batch_op.f('ix_outcomes_pad_id_comeback_started'), ['pad_id', 'comeback', 'started'], unique=False)
        batch_op.create_index(batch_op.f('ix_outcomes_pad_id_evening_started_number'), ['pad_id', 'evening', 'started', 'number'], unique=False)
        batch_op.create_index(batch_op.f('ix_outcomes_pad_id_evening_moons_started'), ['pad_id', 'evening_moons', 'started'], unique=False)
        batch_op.create_index('ix_outcomes_evenings', ['pad_id', 'started', 'number'], unique=False, sqlite_where=sa.text('number = evening'), postgresql_where=sa.text('number = evening'))
        batch_op.create_index(batch_op.f('ix_outcomes_pad_id_hands_started'), ['pad_id', 'hands', 'started'], unique=False)
        batch_op.create_index(batch_op.f('ix_outcomes_pad_id_lead_started'), ['pad_id', 'lead', 'started'], unique=False)
        batch_op.create_index(batch_op.f('ix_outcomes_pad_id_started_number'), ['pad_id', 'started', 'number'], unique=False)

    op.create_table('results',
    sa.Column('game_id', sa.Integer(), nullable=False),
    sa.Column('player_id', sa.Integer(), nullable=False),
    sa.Column('pad_id', sa.Integer(), nullable=False),
    sa.Column('agreement_id', sa.Integer(), nullable=False),
    sa.Column('number', sa.Integer(), nullable=False),
    sa.Column('started', sa.DateTime(), nullable=False),
    sa.Column('seat', sa.Integer(), nullable=True),
    sa.Column('place', sa.Integer(), nullable=True),
    sa.Column('total', sa.Integer(), nullable=True),
    sa.Column('winners', sa.Integer(), nullable=False),
    sa.Column('deeds', sa.JSON(), nullable=False),
    sa.Column('queen_first', sa.Integer(), nullable=True),
    sa.Column('queen_last', sa.Integer(), nullable=True),
    sa.Column('queen_longest', sa.Integer(), nullable=True),
    sa.Column('wins_in_a_row', sa.Integer(), nullable=False),
    sa.Column('without_queen', sa.Integer(), nullable=False),
    sa.Column('still_without_queen', sa.Integer(), nullable=False),
    sa.ForeignKeyConstraint(['agreement_id'], ['agreements.id'], name=op.f('fk_results_agreement_id_agreements')),
    sa.ForeignKeyConstraint(['game_id'], ['games.id'], name=op.f('fk_results_game_id_games')),
    sa.ForeignKeyConstraint(['pad_id'], ['pads.id'], name=op.f('fk_results_pad_id_pads')),
    sa.ForeignKeyConstraint(['player_id'], ['players.id'], name=op.f('fk_results_player_id_players')),
    sa.PrimaryKeyConstraint('game_id', 'player_id', name=op.f('pk_results'))
    )
    with op.batch_alter_table('results', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_results_agreement_id'), ['agreement_id'], unique=False)
        batch_op.create_index(batch_op.f('ix_results_pad_id_wins_in_a_row_started'), ['pad_id', 'wins_in_a_row', 'started'], unique=False)
        batch_op.create_index(batch_op.f('ix_results_pad_id_without_queen_started'), ['pad_id', 'without_queen', 'started'], unique=False)
        batch_op.create_index(batch_op.f('ix_results_player_id_agreement_id_started_number'), ['player_id', 'agreement_id', 'started', 'number'], unique=False)
        batch_op.create_index(batch_op.f('ix_results_player_id_agreement_id_total_started'), ['player_id', 'agreement_id', 'total', 'started'], unique=False)
        batch_op.create_index(batch_op.f('ix_results_player_id_started_number'), ['player_id', 'started', 'number'], unique=False)
        batch_op.create_index(batch_op.f('ix_results_player_id_wins_in_a_row_started'), ['player_id', 'wins_in_a_row', 'started'], unique=False)
        batch_op.create_index(batch_op.f('ix_results_player_id_without_queen_started'), ['player_id', 'without_queen', 'started'], unique=False)

    with op.batch_alter_table('pads', schema=None) as batch_op:
        batch_op.drop_column('settled')
    op.execute('UPDATE pads SET counted = 0')
