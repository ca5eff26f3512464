"""The public API of `referee` as a library: its names, as docs/library.md lists them."""

from __future__ import annotations

import inspect
import re
import textwrap
from typing import Any

import referee

MADE = ("Card", "Judge", "Referee")
"""Classes that users create objects of. Objects of other classes come from these."""

MEMBERS = {
    "BrokenGame": "slug why",
    "Card": "rank suit says text pretty",
    "Game": "slug name summary family players verbs options variants facts rules option said",
    "Hand": "number seats dealer finished house pack seen lines findings",
    "Header": "game players house others text referee",
    "Judge": "judge feed referee header failures warnings refused",
    "Kind": "",
    "Option": "name default text rules choices least most step fixed several value numbers metavar",
    "Referee": "game house hear can undo legal next scores accounts lines hand_scores findings entries over winners"
    " broken_off hand hands last playing standing seats sides players dealer fact rule_text in_force amendments",
    "Report": "who line verb text",
    "Rule": "name text breaking finding lines",
    "Scale": "",
    "Standing": "hands dealer balance conceded over ended broken_off",
    "Verdict": "",
}
"""Only some members of these classes are public. For any other class, all without an underscore."""


def public_names() -> str:
    """Every public name with the beginning of its docstring, its fields, and its methods with their signatures."""
    return "\n\n".join(described(name) for name in referee.__all__)


def described(name: str) -> str:
    value = getattr(referee, name)
    called = name + signature(value) if name in MADE or inspect.isfunction(value) else name
    fields, methods = [], []
    for member in members(name):
        shown, text = shape(value, member)
        if text:
            methods.append(f"- `{shown}`: {text}")
        else:
            fields.append(f"`{shown}`")
    parts = [f"### {name}", f"`{called}`" if called != name else "", prose(value)]
    parts += [filled(f"Fields: {', '.join(fields)}.") if fields else "", "\n".join(methods)]
    return "\n\n".join(filter(None, parts))


def members(name: str) -> list[str]:
    """The public members of a name, in the order of their definition."""
    value = getattr(referee, name)
    if name in MEMBERS or not isinstance(value, type):
        return MEMBERS.get(name, "").split()
    own = [*inspect.get_annotations(value), *vars(value)]
    return [member for member in dict.fromkeys(own) if not member.startswith("_")]


def shape(owner: type, member: str) -> tuple[str, str]:
    """A field's name, or another member with its type and its first sentence."""
    value = inspect.getattr_static(owner, member, None)
    if inspect.isfunction(value):
        return member + signature(value), sentence(value)
    if getter := getattr(value, "fget", None) or getattr(value, "func", None):
        return f"{member}: {inspect.get_annotations(getter)['return']}", sentence(getter)
    return member, ""


def signature(value: Any) -> str:
    """The parameters of a function or class with their types, and what a function returns; ``self`` apart."""
    taken, stars = [], False
    written = inspect.signature(value)
    for parameter in written.parameters.values():
        if parameter.name == "self":
            continue
        if parameter.kind is parameter.KEYWORD_ONLY and not stars:
            taken, stars = [*taken, "*"], True
        default = "" if parameter.default is parameter.empty else f" = {parameter.default!r}"
        taken.append(f"{parameter.name}: {parameter.annotation}{default}")
    returned = "" if isinstance(value, type) else f" -> {written.return_annotation}"
    return f"({', '.join(taken)}){returned}"


def prose(value: Any) -> str:
    """The first paragraph of a docstring, as Markdown."""
    return filled(inspect.cleandoc(value.__doc__).split("\n\n")[0].replace("``", "`"))


def filled(text: str) -> str:
    """A paragraph in lines of at most 120 characters. Code is never broken."""
    text = re.sub(r"`[^`]+`", lambda code: code[0].replace(" ", "\0"), " ".join(text.split()))
    lines = textwrap.fill(text, 120, break_long_words=False, break_on_hyphens=False)
    return lines.replace("\0", " ")


def sentence(value: Any) -> str:
    """The first sentence of a docstring."""
    text = " ".join((value.__doc__ or "").split("\n\n")[0].split()).replace("``", "`")
    assert text, f"{value} is public and has no docstring"
    return re.split(r"(?<=\.) ", text)[0]
