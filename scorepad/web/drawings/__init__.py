"""What is drawn: geometry and texts of the pictures and charts, whose styles are in templates."""
