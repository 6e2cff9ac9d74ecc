"""Games and pens as pages list them."""
