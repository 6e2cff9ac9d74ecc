"""Every sentence and sign outside the templates, by subject, and their translation."""
