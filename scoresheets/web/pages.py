"""The templates of the pages, their styles and their script. A page has no other parts.

All text is escaped and visible: control characters have no effect.
"""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from scoresheets.display.board import STYLE as BOARD_STYLE
from scoresheets.display.board import minus
from scoresheets.display.phrases import to_confirm
from scoresheets.display.plain import visible, with_strokes, with_suits

HERE = Path(__file__).parent


def _static(*names: str) -> str:
    return "".join((HERE / "static" / name).read_text(encoding="utf-8") for name in names)


PHONE_STYLE, SCRIPT = _static("phone.css", "choices.css"), _static("choices.js", "page.js")


ICON = _static("icon.svg")


def manifest(key: str) -> dict[str, Any]:
    """The web app manifest for a role's page."""
    return {
        "name": "Referee", "short_name": "Referee", "start_url": f"/{key}/", "scope": f"/{key}/",
        "display": "standalone", "background_color": "#fbf8f1", "theme_color": "#0f3d2e",
        "icons": [{"src": f"/{key}/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any maskable"}],
    }  # fmt: skip


def _visible(value: Any) -> Any:
    if type(value) is Markup or not isinstance(value, str) or value.isprintable():
        return value
    return visible(value)


@cache
def templates() -> Environment:
    made = Environment(
        loader=FileSystemLoader(HERE / "templates"), autoescape=True, finalize=_visible, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    made.filters["minus"], made.filters["to_confirm"] = minus, to_confirm
    made.filters["with_suits"] = with_suits
    made.filters["with_strokes"] = lambda text: Markup(with_strokes(text))
    made.filters["lined"] = lambda text: Markup("<br>").join(escape(visible(line)) for line in text.split("\n"))
    made.globals["board_style"], made.globals["phone_style"] = Markup(BOARD_STYLE), Markup(PHONE_STYLE)
    made.globals["script"] = Markup(SCRIPT)
    return made


def drawn(template: str, /, **content: Any) -> str:
    """A page, or the part of it that changes."""
    return templates().get_template(template).render(**content)


@cache
def policy(*, tells: bool) -> str:
    """The content security policy: only our own styles and script, and the requests that these make."""
    styles = " ".join(_hash(style) for style in (BOARD_STYLE, PHONE_STYLE))
    sent = "'self'" if tells else "'none'"
    return (
        f"default-src 'none'; style-src {styles}; script-src {_hash(SCRIPT)}; connect-src 'self'; "
        f"manifest-src {sent}; img-src {sent}; "
        f"base-uri 'none'; form-action {sent}; frame-ancestors 'none'"
    )


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
