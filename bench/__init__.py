"""Speed, measured as ratios: these machines are noisy, a yardstick in the same run is not."""
