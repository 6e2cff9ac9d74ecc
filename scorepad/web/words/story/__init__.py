"""The story of an evening in sentences: how it speaks, and the wordings of each fact."""
