"""The rules of Hearts: examples written by hand from docs/rules.md, and properties of any game."""
