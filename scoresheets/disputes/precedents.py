"""Earlier decisions of a table: saved, found for similar cases, and adopted as house rules.

Precedents are only added, and later adopted. A new one can replace an old one, and says so.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple

from referee.table.certainty import Certainty
from scoresheets.book.tabletalk import SMALL
from scoresheets.errors import NOTHING, CommandError, Damaged
from scoresheets.keeping import proof
from scoresheets.keeping.database import moment, place, stamp, writing
from scoresheets.keeping.session import SessionJournal

LONGEST = 500  # characters of a question, a decision or a note
LIKE = 0.5  # the required similarity, up to 1
NO_EVIDENCE = str(Certainty.NO_EVIDENCE)
LOOKED_AT = 500  # latest precedents of a game to compare

_COLUMNS = (
    "at, session_id, line, game, question, facts, rule, options, verdict, certainty, effect, agreed, note,"
    " adopted, adopted_as"
)


@dataclass(frozen=True)
class Precedent:
    """A dispute and its decision.

    ``facts`` has the report in question, its player, the proof of the breach, and the facts that settled it. Its
    ``instead_of`` is the number of the precedent that this one replaces.
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
        """One line for a similar case: ``this table decided so before: ruling 3, let stand``."""
        if self.adopted_as:
            return f"a house rule since ruling {self.number}, {self.verdict}: {self.adopted_as}"
        if self.adopted:
            return f"a house rule: ruling {self.number}, {self.verdict}"
        return f"this table decided so before: ruling {self.number}, {self.verdict}"


# Keeping


def keep(kept: SessionJournal, precedent: Precedent) -> Precedent:
    """Saves a precedent and returns it with its number. Raises CommandError if it replaces one that doesn't exist."""
    with writing(kept.link, kept.path):
        if precedent.instead_of is not None:
            before = find(kept, precedent.instead_of)
            if before.game != precedent.game:
                raise CommandError(f"ruling {before.number} is of {before.game}, not of {precedent.game}")
        row = kept.link.execute(
            f"INSERT INTO precedent (id, {_COLUMNS})"
            f" VALUES ((SELECT coalesce(max(id), 0) + 1 FROM precedent), {', '.join('?' * 15)}) RETURNING id",
            (stamp(precedent.at), precedent.session, precedent.line, precedent.game, precedent.question,
             _json(precedent.facts), precedent.rule, _json(precedent.options), precedent.verdict,
             precedent.certainty, precedent.effect, precedent.agreed, precedent.note, None, ""),
        )  # fmt: skip
        (number,) = row.fetchone()
        proof.seal_row(kept.link, "precedent", proof.RULING, number)
        now = proof.book(kept.link, kept.path)
        proof.write_book(kept.link, now._replace(rulings=now.rulings + 1))
    return replace(precedent, number=int(number))


def adopt(kept: SessionJournal, number: int, as_: str = "") -> Precedent:
    """Makes a precedent a house rule; ``as_`` is the rule and its house."""
    with writing(kept.link, kept.path):
        precedent = find(kept, number)
        if precedent.replaced_by:
            raise CommandError(f"ruling {number} was replaced by ruling {precedent.replaced_by}")
        when = kept.clock()
        kept.link.execute("UPDATE precedent SET adopted = ?, adopted_as = ? WHERE id = ?", (stamp(when), as_, number))
        proof.seal_row(kept.link, "precedent", proof.RULING, number)
    return replace(precedent, adopted=when, adopted_as=as_)


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(dict(value), ensure_ascii=False)


# Finding


def listed(kept: SessionJournal, game: str = "") -> list[Precedent]:
    """Every precedent in the order of decision, of one game or of all."""
    return [precedent for precedent in _read(kept) if not game or precedent.game == game]


def find(kept: SessionJournal, number: int) -> Precedent:
    """A precedent by its number. Raises CommandError if there is none."""
    for precedent in _read(kept):
        if precedent.number == number:
            return precedent
    raise CommandError(f"there is no ruling {number}; `referee rulings list` has them", NOTHING)


def cited(kept: SessionJournal, game: str, rules: Sequence[str]) -> Precedent | None:
    """What counts at this table for each of these rules: an adopted ruling, otherwise the latest."""
    if not rules:
        return None
    held = [
        precedent
        for precedent in _read(kept)
        if precedent.game == game and precedent.rule in rules and not precedent.replaced_by
    ]
    return max(held, key=lambda precedent: (precedent.adopted is not None, precedent.number), default=None)


class Like(NamedTuple):
    """A precedent and its similarity to the case, up to 1."""

    precedent: Precedent
    likeness: float


def like(
    kept: SessionJournal, game: str, rules: Sequence[str], facts: Mapping[str, Any], question: str, most: int = 3
) -> list[Like]:
    """The decisions in similar cases, the most similar first, then the latest."""
    precedents = [
        precedent for precedent in _read(kept)[-LOOKED_AT:] if precedent.game == game and not precedent.replaced_by
    ]
    weighed = [Like(precedent, _likeness(precedent, rules, facts, question)) for precedent in precedents]
    likely = [case for case in weighed if case.likeness >= LIKE]
    likely.sort(key=lambda case: (-round(case.likeness, 1), case.precedent.adopted is None, -case.precedent.number))
    return likely[:most]


def _likeness(precedent: Precedent, rules: Sequence[str], facts: Mapping[str, Any], question: str) -> float:
    """The similarity: half for the rule, a quarter for the report and the certainty, a quarter for the words."""
    if facts.get("line") and facts["line"] == precedent.line and facts.get("session") == precedent.session:
        return 1.0
    cleared = [known.get("certainty") == NO_EVIDENCE for known in (precedent.facts, facts) if known.get("report")]
    if len(cleared) == 2 and cleared[0] != cleared[1]:
        return 0.0  # cases with and without a breach aren't similar
    rule = precedent.rule
    same_rule = 1.0 if rule and rule in rules[:1] else 0.6 if rule and rule in rules else 0.0
    names = {str(known.get("who", "")).lower() for known in (precedent.facts, facts)}
    words = _same_words(precedent.question, question, names)
    if not precedent.rule and not rules:
        return words
    lines = [name for name in ("verb", "certainty", "status") if precedent.facts.get(name) and facts.get(name)]
    same = sum(precedent.facts[name] == facts[name] for name in lines) / len(lines) if lines else 0.0
    return 0.5 * same_rule + 0.25 * same + 0.25 * words


def _same_words(question: str, other: str, names: set[str]) -> float:
    """The similarity of two questions, ignoring names."""
    words, others = _words(question, names), _words(other, names)
    if not words or not others:
        return 1.0 if words == others else 0.0
    if words & others:
        return 2 * len(words & others) / (len(words) + len(others))
    return difflib.SequenceMatcher(None, " ".join(sorted(words)), " ".join(sorted(others))).ratio() / 2


def _words(text: str, names: set[str]) -> set[str]:
    """The words of the subject, without endings."""
    words = (word for word in re.findall(r"\w+", text.lower()) if word not in SMALL and word not in names)
    return {_ENDING.sub(r"\1", word) for word in words}


_ENDING = re.compile(r"(?<=\w\w)(\w)\1?(?:ed|ing|es|s|e)$")


def _read(kept: SessionJournal) -> list[Precedent]:
    """Every precedent. Later ones can replace earlier ones."""
    precedents = [_precedent(row) for row in proof.rulings(kept.link, kept.path)]
    later = {precedent.instead_of: precedent.number for precedent in precedents if precedent.instead_of is not None}
    return [replace(precedent, replaced_by=later.get(precedent.number)) for precedent in precedents]


def _precedent(row: Sequence[Any]) -> Precedent:
    try:
        facts, options = json.loads(row[6]), json.loads(row[8])
    except ValueError as error:
        raise Damaged(f"{place()} is damaged: ruling {row[0]} makes no sense") from error
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
