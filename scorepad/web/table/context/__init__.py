"""What the templates of the table print: one typed context for each part of a page."""
