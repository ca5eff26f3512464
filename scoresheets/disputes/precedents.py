"""What this table decided before: kept, found again when a case is like it, and made a rule of the house.

A precedent is only ever added.  What changes of it is that it is adopted; one that takes another's place says so.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple

from referee.certainty import Certainty
from scoresheets.book.tabletalk import SMALL
from scoresheets.errors import DATABASE, NOTHING, CommandError
from scoresheets.keeping import proof
from scoresheets.keeping.database import moment, place, stamp, writing
from scoresheets.keeping.journal import Journal

LONGEST = 500  # characters of a question, a decision or a note
LIKE = 0.5  # how like a case must be, of 1
NO_EVIDENCE = str(Certainty.NO_EVIDENCE)
LOOKED_AT = 500  # precedents of a game, the latest

_COLUMNS = (
    "at, session_id, line, game, question, facts, rule, options, verdict, certainty, effect, agreed, note,"
    " adopted, adopted_as"
)


@dataclass(frozen=True)
class Precedent:
    """A dispute and what was decided in it.

    ``facts`` has the report in question, who made it, what proves the breach and what was told to settle it;
    ``instead_of`` there is the number of the precedent that this one replaces.
    """

    at: datetime
    game: str
    question: str
    session: int | None = None
    line: int = 0
    facts: Mapping[str, Any] = field(default_factory=dict)
    rule: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    verdict: str = ""
    certainty: str = ""
    effect: str = ""
    agreed: str = ""
    note: str = ""
    adopted: datetime | None = None
    adopted_as: str = ""
    number: int = 0
    replaced_by: int | None = None

    @property
    def instead_of(self) -> int | None:
        return self.facts.get("instead_of")

    @property
    def in_short(self) -> str:
        """One line for whoever meets a like case: ``this table decided so before: ruling 3, let stand``."""
        if self.adopted_as:
            return f"a rule of the house since ruling {self.number}, {self.verdict}: {self.adopted_as}"
        if self.adopted:
            return f"a rule of this house: ruling {self.number}, {self.verdict}"
        return f"this table decided so before: ruling {self.number}, {self.verdict}"


# Keeping


def keep(kept: Journal, one: Precedent) -> Precedent:
    """Keeps a precedent, and gives it with its number; raises CommandError where it replaces one that isn't there."""
    with writing(kept.link, kept.path):
        if one.instead_of is not None:
            before = find(kept, one.instead_of)
            if before.game != one.game:
                raise CommandError(f"ruling {before.number} is of {before.game}, not of {one.game}")
        row = kept.link.execute(
            f"INSERT INTO precedent (id, {_COLUMNS})"
            f" VALUES ((SELECT coalesce(max(id), 0) + 1 FROM precedent), {', '.join('?' * 15)}) RETURNING id",
            (stamp(one.at), one.session, one.line, one.game, one.question, _json(one.facts), one.rule,
             _json(one.options), one.verdict, one.certainty, one.effect, one.agreed, one.note, None, ""),
        )  # fmt: skip
        (number,) = row.fetchone()
        proof.seal_row(kept.link, "precedent", proof.RULING, number)
        now = proof.book(kept.link, kept.path)
        proof.write_book(kept.link, now._replace(rulings=now.rulings + 1))
    return replace(one, number=int(number))


def adopt(kept: Journal, number: int, as_: str = "") -> Precedent:
    """Makes a precedent a rule of the house; ``as_`` says what it became, and in which house."""
    with writing(kept.link, kept.path):
        one = find(kept, number)
        if one.replaced_by:
            raise CommandError(f"ruling {number} was replaced by ruling {one.replaced_by}")
        when = kept.clock()
        kept.link.execute("UPDATE precedent SET adopted = ?, adopted_as = ? WHERE id = ?", (stamp(when), as_, number))
        proof.seal_row(kept.link, "precedent", proof.RULING, number)
    return replace(one, adopted=when, adopted_as=as_)


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(dict(value), ensure_ascii=False)


# Finding


def listed(kept: Journal, game: str = "") -> list[Precedent]:
    """Every precedent in the order they were decided, of one game or of all."""
    return [one for one in _read(kept) if not game or one.game == game]


def find(kept: Journal, number: int) -> Precedent:
    """A precedent by its number; raises CommandError where there is none."""
    for one in _read(kept):
        if one.number == number:
            return one
    raise CommandError(f"there is no ruling {number}; `referee rulings list` has them", NOTHING)


def cited(kept: Journal, game: str, rules: Sequence[str]) -> Precedent | None:
    """What holds at this table for one of these rules: what was adopted, else what was decided last."""
    if not rules:
        return None
    held = [one for one in _read(kept) if one.game == game and one.rule in rules and not one.replaced_by]
    return max(held, key=lambda one: (one.adopted is not None, one.number), default=None)


class Like(NamedTuple):
    """A precedent, and how like the case it is, up to 1."""

    precedent: Precedent
    likeness: float


def like(
    kept: Journal, game: str, rules: Sequence[str], facts: Mapping[str, Any], question: str, most: int = 3
) -> list[Like]:
    """What was decided in cases like this one, the likest first and of equals the latest."""
    some = [one for one in _read(kept)[-LOOKED_AT:] if one.game == game and not one.replaced_by]
    weighed = [Like(one, _likeness(one, rules, facts, question)) for one in some]
    found = [one for one in weighed if one.likeness >= LIKE]
    found.sort(key=lambda one: (-round(one.likeness, 1), one.precedent.adopted is None, -one.precedent.number))
    return found[:most]


def _likeness(one: Precedent, rules: Sequence[str], facts: Mapping[str, Any], question: str) -> float:
    """The same rule counts half, what was reported and how sure the breach was a quarter, the words a quarter."""
    if facts.get("line") and facts["line"] == one.line and facts.get("session") == one.session:
        return 1.0
    cleared = [some.get("certainty") == NO_EVIDENCE for some in (one.facts, facts) if some.get("report")]
    if len(cleared) == 2 and cleared[0] != cleared[1]:
        return 0.0  # a breach and none are no like cases
    same_rule = 1.0 if one.rule and one.rule in rules[:1] else 0.6 if one.rule and one.rule in rules else 0.0
    names = {str(some.get("who", "")).lower() for some in (one.facts, facts)}
    words = _same_words(one.question, question, names)
    if not one.rule and not rules:
        return words
    told = [name for name in ("verb", "certainty", "status") if one.facts.get(name) and facts.get(name)]
    same = sum(one.facts[name] == facts[name] for name in told) / len(told) if told else 0.0
    return 0.5 * same_rule + 0.25 * same + 0.25 * words


def _same_words(one: str, other: str, names: set[str]) -> float:
    """How like two questions are, whoever they are about."""
    some, others = _words(one, names), _words(other, names)
    if not some or not others:
        return 1.0 if some == others else 0.0
    if some & others:
        return 2 * len(some & others) / (len(some) + len(others))
    return difflib.SequenceMatcher(None, " ".join(sorted(some)), " ".join(sorted(others))).ratio() / 2


def _words(text: str, names: set[str]) -> set[str]:
    """The words that say what it is about, without their endings."""
    words = (word for word in re.findall(r"\w+", text.lower()) if word not in SMALL and word not in names)
    return {_ENDING.sub(r"\1", word) for word in words}


_ENDING = re.compile(r"(?<=\w\w)(\w)\1?(?:ed|ing|es|s|e)$")


def _read(kept: Journal) -> list[Precedent]:
    """Every precedent; how each counts depends on those that came later."""
    found = [_precedent(row) for row in proof.rulings(kept.link, kept.path)]
    later = {one.instead_of: one.number for one in found if one.instead_of is not None}
    return [replace(one, replaced_by=later.get(one.number)) for one in found]


def _precedent(row: Sequence[Any]) -> Precedent:
    try:
        facts, options = json.loads(row[6]), json.loads(row[8])
    except ValueError as error:
        raise CommandError(f"{place()} is damaged: ruling {row[0]} makes no sense", DATABASE) from error
    return Precedent(
        number=row[0],
        at=moment(row[1]),
        session=row[2],
        line=row[3],
        game=row[4],
        question=row[5],
        facts=facts,
        rule=row[7],
        options=options,
        verdict=row[9],
        certainty=row[10],
        effect=row[11],
        agreed=row[12],
        note=row[13],
        adopted=moment(row[14]) if row[14] else None,
        adopted_as=row[15],
    )
