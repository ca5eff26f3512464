"""What is next, in words: the reports that are due, and others that can be entered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.game.asks import Ask
from referee.game.common_reports import Deal, SitsOut
from referee.language.reports import forms
from referee.language.words import Seat, either
from referee.table.legal import Coming


def clauses(asked: Iterable[Coming]) -> tuple[list[str], list[str]]:
    """Who can enter what next, in order and without repeats: what is due, and what else is possible.

    For example ``(["Ben bids or passes"], ["enter the upcard"])``.
    """
    by_whom: dict[str, list[str]] = {}
    others: dict[str, list[str]] = {}
    named: dict[str, tuple[Seat, ...]] = {}  # what is due, and from whom; empty: from anybody
    whom: dict[str, str] = {}  # the same in words
    for hand, ask, seats, awaited in asked:
        if "deals" in named and issubclass(ask.verb, Deal):
            continue  # the dealer is already named
        does, anybodys = done(ask), "" if ask.verb.speaker == "none" else "anyone"
        if not awaited:
            if ask.seats() == () and not ask.aside and not ask.free:
                continue  # everybody has entered it, so it can only be repeated
            if not (ask.verb is SitsOut or (ask.verb is Deal and hand.game.of_a_sheet)):  # everybody knows that
                others.setdefault(anybodys, []).append(does)
            continue
        among = () if not anybodys or ask.seats() is None else seats
        among = named[does] = _joined(named[does], among, hand.players) if does in named else among
        everybody = len(among) > 2 and {*among} >= {*hand.players}
        whom[does] = either(among) if among and not everybody else anybodys
    for does, who in whom.items():
        by_whom.setdefault(who, []).append(does)
    return _clauses(by_whom), _clauses(
        {who: [verb for verb in verbs if verb not in named] for who, verbs in others.items()}
    )


def _joined(before: tuple[Seat, ...], more: tuple[Seat, ...], players: Sequence[Seat]) -> tuple[Seat, ...]:
    """The players who can enter the same in two ways, in order. If one way is for fewer of them, the first counts."""
    if not more or {*before} <= {*more} or {*more} <= {*before}:
        return before
    either_way = dict.fromkeys((*before, *more))
    return tuple(sorted(either_way, key=players.index)) if {*either_way} <= {*players} else tuple(either_way)


def done(ask: Ask) -> str:
    """The report of an ask as a verb in the third person or a noun: ``bids``, ``goes out``, ``the upcard``."""
    verb = ask.does
    if ask.verb.speaker == "none" and not ask.verb.as_said:
        return "the trump suit" if verb == "trump" else f"the {verb}"
    if verb.startswith("the end of "):
        return f"type `{ask.verb.verb}` to end {verb.removeprefix('the end of ')}"
    return verb


COUNTED = {"holds": "holds", "takes tricks": "tricks", "scores": "points"}
"""Verbs for what a player counts, with the word that names it."""

OF_ANYBODY = {"is dealt cards": "a deal", "counts": "a count", "bids": "the bids", "scores": "the points"}
"""What is entered of a player who isn't named yet, by its verb."""


def _clauses(by_whom: dict[str, list[str]]) -> list[str]:
    """Who does what, in order. All that can only be named is in one clause: ``enter the upcard or Ben's tricks``."""
    doing: list[str] = []
    entered: list[str] = []
    place = 0
    for whom, verbs in by_whom.items():
        does, nouns = _clause(whom, verbs)
        doing += does
        place = place if entered else len(doing)
        entered += nouns
    if not entered:
        return doing
    *others, last = dict.fromkeys(entered)
    nested = others and any(" or " in noun for noun in entered)
    choice = f"{', '.join(others)}, or {last}" if nested else either(entered)
    return [*doing[:place], f"enter {choice}", *doing[place:]]


def _clause(whom: str, verbs: Sequence[str]) -> tuple[list[str], list[str]]:
    """What they do, each verb once: ``declares point`` and ``declares run`` become ``declares``. Then what is named."""
    nouns = [verb for verb in verbs if verb.startswith(("the ", "a "))]
    ends = [verb for verb in verbs if verb.startswith("type ")]
    had = [verb.removeprefix("has ") for verb in verbs if verb.startswith("has ")]
    if whom == "anyone":
        if {"wins", "loses"} <= {*verbs}:
            nouns.append("who won or lost")
            verbs = [verb for verb in verbs if verb not in ("wins", "loses")]
        nouns += [OF_ANYBODY[verb] for verb in verbs if verb in OF_ANYBODY]
        verbs = [verb for verb in verbs if verb not in OF_ANYBODY]
    counted = [verb for verb in verbs if verb in COUNTED]
    verbs = [verb for verb in verbs if verb not in (*COUNTED, *nouns, *ends) and not verb.startswith("has ")]
    short = _once_each(verbs, whom)
    if "+" in whom:  # partners do it together
        short = [" ".join((forms(verb.split()[0])[-1], *verb.split()[1:])) for verb in short]
    does = [f"{whom} {either(short)}".strip()] if short else []
    if had:
        what = either(had) if had[0].startswith(("a ", "the ")) else f"the {either(had)}"
        nouns.append(what if whom == "anyone" else f"{what} of {whom}")
    nouns += [_counted(verb, "each player" if whom == "anyone" else whom, named=bool(does)) for verb in counted]
    if whom == "anyone" and does:
        return ends, [f"who {either(short)}", *nouns]
    return does + ends, nouns


FEW = 2
"""Objects of a verb to name; if it has more, only the verb is named."""


def _once_each(verbs: Sequence[str], whom: str) -> list[str]:
    """Each verb once, with its object, or a few of them."""
    objects: dict[str, list[str]] = {}
    for verb in verbs:
        first, _, what = verb.partition(" ")
        if whom and first != "goes":
            objects.setdefault(first, []).append(what)
        else:
            objects[verb] = [""]
    return [
        f"{verb} {either(what)}".strip() if verb == "says" or (all(what) and len(what) <= FEW) else verb
        for verb, what in objects.items()
    ]


def _counted(verb: str, whom: str, named: bool) -> str:
    """What players count: ``Ben's tricks``, ``what each player holds``. Several who are ``named`` before are *they*."""
    several = " or " in whom
    if verb == "holds":
        return "what they hold" if several and named else f"what {whom} {'hold' if '+' in whom else 'holds'}"
    if several:
        return f"their {COUNTED[verb]}" if named else f"the {COUNTED[verb]} of {whom}"
    return f"{whom}'s {COUNTED[verb]}"
