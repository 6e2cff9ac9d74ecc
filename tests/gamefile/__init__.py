"""Game files: what is read, what is refused and where the fault is said to be."""
