"""Games from files, and into files."""
