"""What ``scorepad score`` is measured by: the points of games as a short script works them out."""

import json
import sys
from pathlib import Path

with Path(sys.argv[1]).open() as file:
    for line in file:
        game = json.loads(line)
        totals = [0] * len(game["players"])
        hands = []
        for hand in game["hands"]:
            points = list(hand["hearts"])
            for seat in hand["cards"].values():
                points[seat] += 13
            if 26 in points:
                points = [26 - each for each in points]
            totals = [total + each for total, each in zip(totals, points, strict=True)]
            hands.append({"points": points, "totals": totals})
        print(json.dumps({"hands": hands, "totals": totals}))
