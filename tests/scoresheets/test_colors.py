"""The colors of the phone and the board: each theme can be read, and says in itself what it leaves as it is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scoresheets import display, web
from scoresheets.web.pages import manifest

PHONE = Path(web.__file__).parent / "static"
STYLES = {
    "phone": [PHONE / "phone.css", PHONE / "choices.css"],
    "board": [Path(display.__file__).parent / "web" / "board.css"],
}
TEXT = 4.5
"""The least contrast of text, as the Web Content Accessibility Guidelines measure it."""

READ = {
    "phone": [
        *((text, ground) for text in ("ink", "dim", "lead", "no") for ground in ("ground", "card")),
        *((suit, "card") for suit in "SHDC"),
        ("link", "ground"), ("link", "card"), ("ongo", "go"), ("onno", "no"), ("onfelt", "felt"), ("onfelt", "felt2"),
    ],
    "board": [
        *((text, ground) for text in ("ink", "dim") for ground in ("ground", "card")),
        ("lead", "card"), ("turn", "card"), ("ground", "lead"), ("onturn", "turn"),
    ],
}  # fmt: skip
"""What is written in which color on which, by the names of the variables."""

SHARED = {"phone": {"onfelt", "gold"}, "board": set[str]()}
"""Colors that are the same in every theme."""


def style(page: str) -> str:
    return "".join(path.read_text(encoding="utf-8") for path in STYLES[page])


def themes(page: str) -> dict[str, dict[str, str]]:
    """The colors that each theme of a page sets, by name. The first is the one without a condition."""
    blocks = re.findall(r"(?:@media \((prefers-[^)]*)\) \{\s*)?:root \{([^}]*)\}", style(page))
    found = [(media, dict(re.findall(r"--(\w+): ([^;]+?) *(?:;|$)", text.strip()))) for media, text in blocks]
    return {media: colors for media, colors in found if colors}


def schemes(page: str) -> dict[str, dict[str, str]]:
    """All colors that can be in force: light and dark, each also with more contrast."""
    light, *others = themes(page).items()
    dark = {media: {**light[1], **colors} for media, colors in others if "scheme" in media}
    more = {media: colors for media, colors in others if "contrast" in media}
    plain = {"light": light[1], **dark}
    return plain | {
        f"{name}, {media}": {**colors, **changed} for name, colors in plain.items() for media, changed in more.items()
    }


def luminance(color: str) -> float:
    """The relative luminance of a color such as ``#fff``, 0 to 1."""
    digits = color.removeprefix("#")
    pairs = [digit * 2 for digit in digits] if len(digits) == 3 else re.findall("..", digits)
    parts = [int(pair, 16) / 255 for pair in pairs]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(colors: dict[str, str], text: str, ground: str) -> float:
    """The contrast of two named colors, 1 to 21."""
    values = [re.sub(r"var\(--(\w+)\)", lambda name: colors[name[1]], colors[name]) for name in (text, ground)]
    low, high = sorted(map(luminance, values))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("page", STYLES)
def test_a_theme_sets_every_color(page: str) -> None:
    (_, light), *others = themes(page).items()
    for media, colors in others:
        assert not colors.keys() - light.keys(), f"{media} sets colors that the page doesn't have"
        if "scheme" in media:
            assert light.keys() - colors.keys() == SHARED[page], f"{media} leaves out colors of the light theme"


@pytest.mark.parametrize("page", STYLES)
def test_every_color_that_is_used_is_set(page: str) -> None:
    names = {*re.findall(r"var\(--(\w+)\)", style(page))} - {"across", "wide"}
    assert names == {*next(iter(themes(page).values()))}


@pytest.mark.parametrize(("page", "scheme"), [(page, scheme) for page in STYLES for scheme in schemes(page)])
def test_text_can_be_read_in_every_theme(page: str, scheme: str) -> None:
    colors = schemes(page)[scheme]
    faint = {pair: round(found, 1) for pair in READ[page] if (found := contrast(colors, *pair)) < TEXT}
    assert not faint, f"too little contrast in {scheme}"


def test_the_phone_shows_the_page_in_its_own_colors_before_it_is_there() -> None:
    colors, shown = schemes("phone")["light"], manifest("key")
    assert (shown["background_color"], shown["theme_color"]) == (colors["ground"], colors["felt"])
