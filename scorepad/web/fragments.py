"""Parts of pages that are rendered once for each set of values.

The template of a fragment gets values and nothing of the request but its language. Callers cache it
by these values and the language (``cached_by_language``), so that a page with sixteen hands renders
only the sixteenth.
"""

from __future__ import annotations

from flask import current_app
from markupsafe import Markup


def render_fragment(template: str, **values: object) -> Markup:
    """Render a template with these values as a part of a page."""
    return Markup(current_app.jinja_env.get_template(template).render(values))  # noqa: S704 (the template escapes it)
