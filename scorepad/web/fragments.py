"""Parts of pages that need values and nothing of the request but its language."""

from __future__ import annotations

from flask import current_app
from markupsafe import Markup


def render_fragment(template: str, **values: object) -> Markup:
    """Render a template with these values as a part of a page."""
    return Markup(current_app.jinja_env.get_template(template).render(values))  # noqa: S704 (the template escapes it)


def script_words() -> Markup:
    """The sentences of the scripts, and the templates of the elements that they insert."""
    return render_fragment("_script_words.html")
