"""The results of reports: breaches of rules, findings, and lines of the score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from referee.cards import Card
from referee.language.words import Seat, Seats
from referee.rules.rule import Kind, Verdict


@dataclass(frozen=True)
class Breach:
    """A rule that a report breaks, why, and the proof.

    ``rule`` is the rule's id, ``why`` a sentence for people, and ``proof`` has the line numbers of the reports that
    prove it.  ``about`` is the card, the number or the player at fault, if that is known; ``due`` has the players whose
    turn it is instead, and ``by`` those who did it, or may have.  ``then`` is the end of ``why`` that says what to
    enter, ``settles`` has the reports that would settle a doubt, and ``instead`` those to enter in place of this one.

    >>> from referee import Referee, find_game
    >>> table = Referee(find_game("gops"), ["Ann", "Ben"])
    >>> for report in ("upcard 5", "Ann plays K", "Ben plays 2", "upcard 9"):
    ...     ruling = table.hear(report)
    >>> breach = table.hear("Ann plays K").broken[0]
    >>> breach.rule, breach.verdict, breach.proof
    ('spent-card', <Verdict.IMPOSSIBLE: 'impossible'>, (2,))
    """

    rule: str
    why: str
    verdict: Verdict
    proof: tuple[int, ...] = ()
    kind: Kind = Kind.BROKEN_RULE
    about: Card | int | Seat | None = None
    due: Seats = ()
    by: Seats = ()
    then: str = ""
    settles: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()

    @property
    def fact(self) -> str:
        """Why the report breaks the rule, without what to enter."""
        return self.why.removesuffix(f". {self.then}")


class Offence(NamedTuple):
    """One report that may have been wrong: who made it, the finding's name for it, and its line number.

    >>> from referee import Offence
    >>> Offence("Cat", "revoke", 8).line
    8
    """

    who: Seat
    name: str
    line: int


@dataclass(frozen=True)
class Finding:
    """Something that turns out later: a report that was accepted broke a rule.

    ``name`` is what it is called, such as ``revoke``; ``suspects`` has the players who may have done it, a single one
    if that is certain.  ``why`` is a sentence for people, and ``proof`` has the line numbers of the reports that prove
    it.  If it may have been one of several reports, ``offences`` has each of them, and ``settles`` the reports that
    would settle it; ``then``, the end of ``why``, asks for these.

    >>> from referee import Finding
    >>> revoke = Finding("revoke", ("Ben", "Cat"), "a heart is missing", proof=(8, 12))
    >>> revoke.who, len(revoke.suspects)
    ('Ben or Cat', 2)
    """

    name: str
    suspects: Seats
    why: str
    proof: tuple[int, ...] = ()
    offences: tuple[Offence, ...] = ()
    then: str = ""
    settles: tuple[str, ...] = ()

    @property
    def who(self) -> str:
        """The suspects in words: ``Ben or Cat``."""
        return " or ".join(self.suspects)

    @property
    def open(self) -> bool:
        """Whether it may have been one of several reports."""
        return len(self.offences) > 1

    @property
    def proven(self) -> tuple[Offence, ...]:
        """The report that was certainly wrong; empty if it may have been one of several."""
        return () if self.open else tuple(Offence(self.suspects[0], self.name, line) for line in self.proof[:1])


class Line(NamedTuple):
    """A line of the score: who gets how many points or chips, and the rule that gives them.

    ``who`` is a player, a team or an account; ``points`` is a whole number, negative for a loss.  ``rule`` is the id of
    the rule, ``category`` its line on the score sheet, and ``because`` a sentence for people.  ``hand`` counts from 1,
    and is 0 for what belongs to no hand.  ``proof`` has the line numbers of the reports it comes from.

    >>> from referee import Referee, find_game
    >>> table = Referee(find_game("gops"), ["Ann", "Ben"])
    >>> for report in ("upcard 5", "Ann plays K", "Ben plays 2"):
    ...     ruling = table.hear(report)
    >>> [(line.who, line.points, line.rule, line.proof) for line in ruling.lines]
    [('Ann', 5, 'prize-value', (1, 2))]
    """

    who: str
    points: int
    category: str
    rule: str
    because: str
    hand: int  # the number of the hand it belongs to, 0 for none
    proof: tuple[int, ...] = ()
