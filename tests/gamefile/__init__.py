"""Game files: reading, refusals, and the places of faults."""
