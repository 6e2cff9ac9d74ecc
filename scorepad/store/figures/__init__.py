"""Figures over the finished games of a pad, kept in step with every change of a game.

``count_game`` is called by whatever changes a game that is or was over, in the transaction of the
change; ``recount`` makes all figures of a pad anew from its hands. Each game has an outcome and a
result for each player; tallies are sums of results, and streaks run through them in the order in
which the games were started.
"""
