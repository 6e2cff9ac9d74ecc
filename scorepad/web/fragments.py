"""Parts of pages that are rendered once for each set of values.

A fragment's template gets values and nothing of the request. Callers cache it by these values
(``lru_cache``), so that a page with sixteen hands renders only the sixteenth.
"""

from __future__ import annotations

from flask import current_app
from markupsafe import Markup


def rendered(template: str, **values: object) -> Markup:
    """A template with these values, as a part of a page."""
    # The template autoescapes text that is not markup, as in every page.
    return Markup(current_app.jinja_env.get_template(template).render(values))  # noqa: S704
