"""Parts of pages that are rendered once for each set of values.

The template of a fragment gets values and nothing of the request but its language. Callers cache it
by these values and the language (``remembered``), so that a page with sixteen hands renders
only the sixteenth.
"""

from __future__ import annotations

from flask import current_app
from markupsafe import Markup

from scorepad.web.words.translation import remembered


def render_fragment(template: str, **values: object) -> Markup:
    """Render a template with these values as a part of a page."""
    return Markup(current_app.jinja_env.get_template(template).render(values))  # noqa: S704 (the template escapes it)


@remembered
def script_words() -> Markup:
    """The sentences of the scripts, and the templates of the elements that they insert."""
    return render_fragment("_script_words.html")
