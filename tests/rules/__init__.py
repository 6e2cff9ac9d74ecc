"""The rules of Hearts: examples written by hand from rules.md, and properties of any game."""
