"""The contexts of the table's templates: each part of a page as it is shown."""
