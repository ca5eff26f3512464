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

    For example ``(["Ben bids or passes"], ["the upcard"])``.
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
            if not (ask.verb is SitsOut or (ask.verb is Deal and hand.game.of_a_sheet)):  # everybody knows that
                others.setdefault(anybodys, []).append(does)
            continue
        among = () if not anybodys or ask.seats() is None else seats
        among = named[does] = _joined(named[does], among, hand.players) if does in named else among
        everybody = len(among) > 2 and {*among} >= {*hand.players}
        whom[does] = either(among) if among and not everybody else anybodys
    for does, who in whom.items():
        by_whom.setdefault(who, []).append(does)
    due = [_clause(who, verbs) for who, verbs in by_whom.items()]
    more = {who: [verb for verb in verbs if verb not in named] for who, verbs in others.items()}
    return due, [_clause(who, verbs) for who, verbs in more.items() if verbs]


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


COUNTED = {"holds": "holds", "takes tricks": "tricks"}
"""Verbs for what a player counts, with the word that names it."""

OF_ANYBODY = {"is dealt cards": "a deal", "counts": "a count"}
"""What is entered of a player who isn't named yet, by its verb."""


def _clause(whom: str, verbs: Sequence[str]) -> str:
    """Who does what, each verb once: ``declares point`` and ``declares run`` become ``declares``.

    What can only be named comes last: ``enter the upcard``, ``enter the hearts of Ann or Ben``, ``enter Ben's tricks``.
    """
    nouns = [verb for verb in verbs if verb.startswith(("the ", "a "))]
    had = [verb.removeprefix("has ") for verb in verbs if verb.startswith("has ")]
    if whom == "anyone":
        if {"wins", "loses"} <= {*verbs}:
            nouns.append("who won or lost")
            verbs = [verb for verb in verbs if verb not in ("wins", "loses")]
        nouns += [OF_ANYBODY[verb] for verb in verbs if verb in OF_ANYBODY]
        verbs = [verb for verb in verbs if verb not in OF_ANYBODY]
    counted = [verb for verb in verbs if verb in COUNTED]
    verbs = [verb for verb in verbs if verb not in COUNTED and verb not in nouns and not verb.startswith("has ")]
    first = [verb.split()[0] for verb in verbs]
    short = []
    for verb, word in zip(verbs, first, strict=True):
        if word == "says":
            alike = [other.removeprefix(f"{word} ") for other in verbs if other.startswith(f"{word} ")]
            short.append(f"{word} {either(alike)}")
        else:
            short.append(word if whom and word != "goes" and first.count(word) > 1 else verb)
    if "+" in whom:  # partners do it together
        short = [" ".join((forms(verb.split()[0])[-1], *verb.split()[1:])) for verb in short]
    does = [f"{whom} {either(short)}".strip()] if short else []
    if had:
        what = either(had) if had[0].startswith(("a ", "the ")) else f"the {either(had)}"
        nouns.append(what if whom == "anyone" else f"{what} of {whom}")
    nouns += [_counted(verb, "each player" if whom == "anyone" else whom, named=bool(does)) for verb in counted]
    return ", or ".join(does + ([f"enter {either(nouns)}"] if nouns else []))


def _counted(verb: str, whom: str, named: bool) -> str:
    """What players count: ``Ben's tricks``, ``what each player holds``. Several who are ``named`` before are *they*."""
    several = " or " in whom
    if verb == "holds":
        return "what they hold" if several and named else f"what {whom} {'hold' if '+' in whom else 'holds'}"
    if several:
        return f"their {COUNTED[verb]}" if named else f"the {COUNTED[verb]} of {whom}"
    return f"{whom}'s {COUNTED[verb]}"
