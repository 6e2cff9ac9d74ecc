"""Parts of pages that are rendered once for all that they show.

A fragment's template gets values and nothing of the request. Its callers remember it by these
values (``lru_cache``), so that a page with sixteen hands renders the sixteenth alone.
"""

from __future__ import annotations

from flask import current_app
from markupsafe import Markup


def rendered(template: str, **values: object) -> Markup:
    """A template with these values, as a part of a page."""
    # What the template does with text that is not markup is autoescaped, as in every page.
    return Markup(current_app.jinja_env.get_template(template).render(values))  # noqa: S704
