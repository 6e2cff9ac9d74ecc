"""Speed as ratios to a yardstick of the same run: absolute times vary too much between runs."""
