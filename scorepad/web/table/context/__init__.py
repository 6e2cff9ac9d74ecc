"""The contexts of the table's templates: a typed one for each part of a page."""
