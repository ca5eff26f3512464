"""Reports of one kind in a short form: numbers as ranges, cards by suit, and combinations of fields.

Every choice that a text offers is one of the reports.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise, permutations
from math import prod
from typing import Any, NamedTuple

from referee.cards import JOKER, RANKS, SUITS, UNKNOWN, Card, Pack
from referee.game.game import Game
from referee.language.reports import Report, shape
from referee.language.words import NOBODY
from referee.rules.options import Option
from scoresheets.display.phrases import shown

FEW = 6  # values to list if there is no shorter form
LEFT_OUT = 8  # cards to name as the only exceptions
ANY = "any card"
DEEP = 3  # fields to sort in every order for the shortest form


class ChoicesInWords(NamedTuple):
    """The choices in words, and whether they are complete. Otherwise they are an example."""

    text: str
    whole: bool


def shortened(reports: Sequence[Report], pack: Pack) -> ChoicesInWords:
    """The reports without their player and verb: ``0–10``, ``AKQS 7H``, ``AKS on Ben/Cat``."""
    fields = shape(type(reports[0])).arguments
    if not fields:
        return ChoicesInWords("", True)
    told = list(dict.fromkeys(tuple(getattr(report, field.field) for field in fields) for report in reports))
    texts: list[str] = []
    for box in boxes(told):
        words = [_field(field, values, pack) for field, values in zip(fields, box, strict=True)]
        if None in words:
            return in_short(reports)
        texts.append(" ".join(word for word in words if word))
    if len(texts) > 1:
        texts = [text or "alone" for text in texts]
    return ChoicesInWords(" · ".join(texts), True)


def in_short(reports: Sequence[Report]) -> ChoicesInWords:
    """Their form, and the shortest example unless they have no more than their verb."""
    example = min(filter(None, map(what, reports)), key=len, default="")
    return ChoicesInWords(f"{form(type(reports[0]))}, such as {example}" if example else "", False)


def form(kind: type[Report]) -> str:
    """The form of a verb's arguments: ``CARDS on N``."""
    usage = shape(kind).usage.replace("[WHO]", "").split()
    verb = kind.verb.split()
    return " ".join(usage[usage.index(verb[0]) + len(verb) :])


def what(report: Report) -> str:
    """A report without player and verb. If it takes a single number that may be left out, with that number."""
    arguments = shape(type(report)).arguments
    text = replace(report, who=NOBODY).text.removeprefix(report.verb).strip()
    if not text and len(arguments) == 1 and type(arguments[0].default) is int:
        return str(arguments[0].default)
    return text


# Combinations

Box = tuple[tuple[Any, ...], ...]
"""The values of each field. Every value of one combines with every value of the others."""


def boxes(told: Sequence[tuple[Any, ...]]) -> list[Box]:
    """Groups reports, as values of their fields, into few boxes."""
    fields = range(len(told[0]))
    orders = permutations(fields) if len(fields) <= DEEP else (tuple(fields), tuple(reversed(fields)))
    return min((_merged(told, order) for order in orders), key=len)


def _merged(told: Sequence[tuple[Any, ...]], order: Iterable[int]) -> list[Box]:
    """Merges boxes that are equal in all fields except one."""
    boxes: list[Box] = [tuple((value,) for value in values) for values in told]
    places = [{value: place for place, value in enumerate(dict.fromkeys(column))} for column in zip(*told, strict=True)]
    for i in order:
        alike: dict[Box, list[Any]] = {}
        for box in boxes:
            alike.setdefault((*box[:i], *box[i + 1 :]), []).extend(box[i])
        boxes = [
            (*rest[:i], tuple(sorted(values, key=places[i].__getitem__)), *rest[i:]) for rest, values in alike.items()
        ]
    return boxes


# A field


def _field(field: Any, values: tuple[Any, ...], pack: Pack) -> str | None:
    """The values of a field of a report, "" if it is left out. None if there is no short form."""
    if field.kind is bool:
        return "" if values == (False,) else field.name if values == (True,) else f"[{field.name}]"
    left_out = field.optional and type(field.default) is not int and field.default in values
    kept = [value for value in values if not (left_out and value == field.default)]
    if not kept:
        return ""
    if (text := _values(kept, pack)) is None:
        return None
    text = f"{field.name} {text}" if field.keyword else text
    return f"[{text}]" if left_out else text


def _values(values: Sequence[Any], pack: Pack) -> str | None:
    """Values of any types, grouped by type."""
    values = [value[0] if _is_single(value) else value for value in values]
    numbers = [value for value in values if isinstance(value, int)]
    cards = [value for value in values if isinstance(value, Card)]
    several = [value for value in values if isinstance(value, tuple)]
    words = [str(value) for value in values if not isinstance(value, (int, Card, tuple))]
    parts = [numbered(numbers)] if numbers else []
    parts += [by_suit(cards, pack)] if cards else []
    parts += [("/" if len(words) <= FEW else " ").join(words)] if words else []
    if several:
        if (text := _together(several, pack)) is None:
            return None
        parts.append(text)
    return " or ".join(parts)


def _is_single(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == 1 and isinstance(value[0], Card)


def numbered(numbers: Iterable[int]) -> str:
    """Numbers as ranges: ``0–10``, ``1 2``, ``0 5–9``, and with steps ``0–50 by 5``."""
    every = sorted(set(numbers))
    steps = {b - a for a, b in pairwise(every)}
    if len(every) > 3 and len(steps) == 1 and steps != {1}:
        return f"{_range(every)} by {steps.pop()}"
    runs = [[number for _, number in run] for _, run in groupby(enumerate(every), lambda pair: pair[1] - pair[0])]
    return " ".join(_range(run) if len(run) > 2 else " ".join(map(str, run)) for run in runs)


def _range(numbers: Sequence[int]) -> str:
    return f"{numbers[0]}{'–' if numbers[0] >= 0 else ' to '}{numbers[-1]}"


def by_suit(cards: Iterable[Card], pack: Pack) -> str:
    """Cards by suit, in notation: ``AKQS 7H``. For nearly a whole pack, the missing cards."""
    every = set(cards)
    rest = [card for card in pack if card not in every]
    plain = {card for card in every if card in pack}
    parts: list[str] = []
    if len(plain) > 2 * LEFT_OUT and len(rest) <= LEFT_OUT:
        parts.append(ANY + (f" but {_listed(rest)}" if rest else ""))
    elif plain:
        parts.append(_suits(plain, pack))
    parts += _calls(sorted((card for card in every - plain if card.says), key=_in_suits), pack)
    bare = [card for card in every - plain if not card.says and card.is_bare]
    parts += ["any rank" if len(bare) == len(RANKS) else _listed(sorted(bare, key=_rank))] if bare else []
    parts += ["?"] if UNKNOWN in every else []
    return " or ".join(part for part in parts if part) if "?" in parts else " ".join(parts)


def _suits(cards: Iterable[Card], pack: Pack) -> str:
    """``AKQS 7H JK``, in the order of the pack. Packs of ranks only as ``A K Q``."""
    here = set(cards)
    if len(here) <= FEW:
        return _listed(sorted(here, key=[*pack].index))
    ranks = (*pack.ranks, *RANKS)
    parts = []
    for suit in SUITS:
        if of_suit := sorted((card for card in here if card.suit == suit), key=lambda card: ranks.index(card.rank)):
            parts.append("".join(card.rank for card in of_suit) + suit)
    return " ".join([*parts, *["JK"] * (JOKER in here)])


def _calls(cards: Iterable[Card], pack: Pack) -> list[str]:
    """Cards that announce something, grouped by what they can announce: ``8S/8H=S/H/D/C``, ``JK=any card``."""
    by_face: dict[str, list[str]] = {}
    for card in cards:
        by_face.setdefault(card.face.text, []).append(card.says)
    by_says: dict[tuple[str, ...], list[str]] = {}
    for face, says in by_face.items():
        by_says.setdefault(tuple(sorted(says, key=_place)), []).append(face)
    return [f"{'/'.join(faces)}={_called(says, pack)}" for says, faces in by_says.items()]


def _called(says: Sequence[str], pack: Pack) -> str:
    """What a card can stand for, or the suits it can call."""
    stood_for = [card for card in pack if card.text in says]
    if len(says) <= FEW or len(stood_for) < len(says):
        return "/".join(says)
    return ANY if len(stood_for) == sum(not card.is_joker for card in pack) else f"({_suits(stood_for, pack)})"


def _in_suits(card: Card) -> tuple[int, str]:
    return SUITS.index(card.suit) if card.suit else len(SUITS), card.text


def _rank(card: Card) -> int:
    return RANKS.index(card.rank)


def _place(text: str) -> tuple[int, str]:
    return (SUITS.index(text), "") if text in SUITS else (9, text)


# Several cards or players at once


def _together(values: Sequence[tuple[Any, ...]], pack: Pack) -> str | None:
    """``any 2 of AKQS``, ``8D 9S and any 2 of A K``, or all of them if there are few. None if there are many."""
    if any(isinstance(part, tuple) for value in values for part in value):
        return None
    by_size = [list(group) for _, group in groupby(sorted(values, key=len), len)]
    texts = [_alike(group, pack) for group in by_size]
    if None not in texts:
        return " or ".join(text for text in texts if text)
    return ", ".join(map(_listed, values)) if len(values) <= FEW else None


def _listed(value: Iterable[Any]) -> str:
    return " ".join(map(str, value))


def _alike(values: Sequence[tuple[Any, ...]], pack: Pack) -> str | None:
    """The values of reports with the same number of cards. None if a list is the shortest form."""
    if len(values) == 1:
        return _listed(values[0])
    columns = [tuple(dict.fromkeys(column)) for column in zip(*values, strict=True)]
    if len(set(values)) == prod(map(len, columns)):  # in this order
        return " then ".join(filter(None, (_values(column, pack) for column in columns)))
    sets = [Counter(value) for value in values]
    common = sets[0]
    for other in sets[1:]:
        common = common & other
    left = [each - common for each in sets]
    if not all(left):
        return None  # the same but for their order
    size, most = left[0].total(), max(max(each.values()) for each in left)
    members = list(dict.fromkeys(member for each in left for member in each))
    different = len({frozenset(each.items()) for each in left})
    if different < len(values) or different < ways(len(members), size, most):
        return None
    of = _values(members, pack) or ""
    text = f"any {size} cards{of.removeprefix(ANY)}" if of.startswith(ANY) else f"any {size} of {of}"
    text += ", also alike" if most > 1 else ""
    return f"{_listed(common.elements())} and {text}" if common else text


def ways(members: int, size: int, most: int) -> int:
    """The number of ways to take ``size`` of these, each at most ``most`` times."""
    counts = [1] + [0] * size
    for _ in range(members):
        counts = [sum(counts[max(0, n - most) : n + 1]) for n in range(size + 1)]
    return counts[size]


VALUES = 40  # values of a house rule to offer one by one


def house_values(game: Game[Any], option: Option, players: int, typed: str) -> Iterator[tuple[str, str]]:
    """The values of an option as ``OPTION=VALUE`` that continue what is typed, each with a remark.

    If several can be chosen, like the rules that a house drops, offers one more after each +.
    """
    book = shown(option.value(players))
    if option.several:
        front = typed.partition("=")[2].rpartition("+")[0] if typed.startswith(f"{option.name}=") else ""
        given = front.split("+") if front else []
        if not given:
            yield f"{option.name}={book}", "standard"
        for choice in option.choices:
            if choice not in given:
                yield f"{option.name}={'+'.join((*given, choice))}", game.rules[choice].text
        return
    near = option.choices or option.is_scale or len(option.numbers(players)) > VALUES
    for value in option.some(players) if near else map(str, option.numbers(players)):
        yield f"{option.name}={value}", option.text + (" (standard)" if value == book else "")
