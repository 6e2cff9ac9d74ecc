"""Every sentence and sign that is not in a template, by subject, and how it is translated."""
