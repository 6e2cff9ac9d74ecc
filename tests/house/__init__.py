"""The house itself: its layers, its wheel, its papers."""
