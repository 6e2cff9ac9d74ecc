"""The log of a pad: every change, old and new, when and by which device."""
