"""The pad: starting games, its front page, its pens, its history as CSV."""
