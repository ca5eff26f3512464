"""What comes next, in words: what the table waits for, and what may be said besides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.game.asks import Ask
from referee.game.common_reports import Deal
from referee.language.words import Seat, either
from referee.table.legal import Coming


def clauses(asked: Iterable[Coming]) -> list[str]:
    """Who may say what next, as it comes and nothing twice: ``Ben bids or passes``, ``the upcard``."""
    by_whom: dict[str, list[str]] = {}
    others: dict[str, list[str]] = {}
    named: dict[str, list[set[Seat]]] = {}  # what is awaited, and from whom each time
    for hand, ask, seats, awaited in asked:
        if "deals" in named and issubclass(ask.verb, Deal):
            continue  # whoever deals
        does, anybodys = done(ask), "" if ask.verb.speaker == "none" else "anyone"
        if not awaited:
            if not (ask.verb is Deal and hand.game.of_a_sheet):  # which goes without saying there
                others.setdefault(anybodys, []).append(does)
            continue
        among = set() if not anybodys or ask.seats() is None else {*seats}  # anybody, where it is empty
        if any(not among or before <= among for before in named.get(does, [])):
            continue
        by_whom.setdefault(either(seats) if among else anybodys, []).append(does)
        named.setdefault(does, []).append(among)
    said = [_clause(whom, verbs) for whom, verbs in by_whom.items()]
    for whom, verbs in others.items():
        if more := [verb for verb in verbs if verb not in named]:
            said.append(_clause(whom, more))
    return said


def done(ask: Ask) -> str:
    """What an ask waits for, as one says it of somebody: ``bids``, ``goes out``, ``the upcard``."""
    verb = ask.does
    if ask.verb.speaker == "none" and not ask.verb.as_said:
        return "trumps" if verb == "trump" else verb if verb.endswith(("s", "ed", "done")) else f"the {verb}"
    return verb


def _clause(whom: str, verbs: Sequence[str]) -> str:
    """Who does what; of ``declares point`` and ``declares run`` only the verb, and together what one has or says."""
    first = [verb.split()[0] for verb in verbs]
    short = []
    for verb, word in zip(verbs, first, strict=True):
        if word in ("has", "says"):
            alike = [other.removeprefix(f"{word} ") for other in verbs if other.startswith(f"{word} ")]
            short.append(f"{word} {either(alike)}")
        else:
            short.append(word if whom and word != "goes" and first.count(word) > 1 else verb)
    return f"{whom} {either(short)}".strip()
