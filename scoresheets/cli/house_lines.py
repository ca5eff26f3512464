"""House rules at the live table: the list of options, and changes by variant or in words."""

from __future__ import annotations

from typing import NamedTuple

from referee.entry.spoken.words import SMALL
from referee.language.synonyms import stems
from referee.rules.options import Variant
from referee.table.referee import Referee
from scoresheets.cli import console

ALIKE = 0.5  # share of the typed words that must appear in a rule
NEARLY = 0.8  # of the best match
OFFERED = 3


class Change(NamedTuple):
    """A report that changes house rules, and what it means."""

    text: str
    meaning: str


def rows(referee: Referee) -> list[tuple[str, str, str]]:
    """The rules a table can change: each option as you type it, the standard value, and its meaning."""
    found = []
    for option in referee.game.options:
        now, standard = (
            "none" if value is None else str(value)
            for value in (referee.in_force.get(option.name), option.value(len(referee.seats)))
        )
        meaning = option.meaning
        if not option.in_words:
            meaning = referee.game.rules[option.rules[0]].naming(option.name, referee.in_force)
        found.append((f"{option.name}={now}", standard if standard != now else "", meaning))
    return found


def show(referee: Referee, plain: bool, enter: str = "type") -> None:
    """Prints the rules a table can change, with the values in force, and the variants.

    The header tells how to change one: ``enter`` is "type" at the prompt, and the command from the shell.
    """
    header = f"{enter} `house …`", "standard", "meaning"
    known = [(each.name if enter == "type" else each.house, "", each.text) for each in variants(referee)]
    every = rows(referee) + ([("", "", "Common ways to play:"), *known] if known else [])
    console.show(console.table(header, every, plain=plain), plain, paged=True)


def variants(referee: Referee) -> list[Variant]:
    """The variants for this number of players."""
    return [each for each in referee.game.variants if each.players is None or len(referee.seats) in each.players]


def named(referee: Referee, name: str) -> Change | None:
    """The change that selects the variant of that name. None if there is none."""
    found = next((each for each in variants(referee) if each.name == name.lower().replace(" ", "-")), None)
    return Change(f"house {found.house}", found.text) if found else None


def in_words(referee: Referee, words: str) -> list[Change]:
    """The changes that words may mean, the likeliest first."""
    wanted = _stems(words)
    options = {option.name: option for option in referee.game.options}
    known = [(Change(f"house {each.house}", each.text), f"{each.name} {each.text}") for each in variants(referee)]
    known += [
        (Change(f"house {name}={choice}", option.text), f"{name} {choice} {option.text}")
        for name, option in options.items()
        for choice in option.choices
        if str(referee.in_force.get(name)) != choice
    ]
    marked = [(_alike(wanted, _stems(text)), change) for change, text in known]
    least = max([ALIKE, *(NEARLY * alike for alike, _ in marked)])
    best = sorted((found for found in marked if found[0] >= least), key=lambda found: -found[0])
    return list(dict.fromkeys(change for _, change in best))[:OFFERED]


def _stems(text: str) -> list[set[str]]:
    return [set(stems(word)) for word in text.lower().replace("-", " ").replace(".", " ").replace(",", " ").split()
            if word not in SMALL]  # fmt: skip


def _alike(wanted: list[set[str]], said: list[set[str]]) -> float:
    """The share of the words that appear in a rule."""
    return sum(any(word & other for other in said) for word in wanted) / len(wanted) if wanted else 0
