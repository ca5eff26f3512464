"""Bock rounds: after certain hands, games count more until each player has dealt once. A ramsch round may follow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from referee.declared.column_reports import Terms
from referee.declared.columns import Round, listed
from referee.declared.contracts import ShareAtWork
from referee.declared.sheet import BockAfter, Sheet
from referee.game.facts import Fact
from referee.language.words import so_many
from referee.rules.options import Option
from referee.rules.rule import Rule, Verdict, judges

BOCK = "bock"
"""The rule for bock rounds, and the fact that has the number of hands in them."""

NO_OR_YES = ("no", "yes")


class BockRule(Rule):
    """The rule for bock rounds, which lists what starts one at a table."""

    def __init__(self, text: str, started: Mapping[str, str], word: str) -> None:
        super().__init__(text, Verdict.ILLEGAL)
        self.started = started
        self.word = word

    def said(self, house: Mapping[str, Any], book: Mapping[str, Any]) -> str:
        starting = [text for option, text in self.started.items() if house[option] == "yes"]
        text = f"Nothing starts a bock round automatically: add `{self.word}` to each game of the round."
        if starting:
            text = f"{listed(starting, 'or')} starts a bock round (standard: nothing does)."
        return f"{super().said(house, book)} {text[:1].upper()}{text[1:]}"


class Bock:
    """The bock rounds of a sheet: what starts one, and the round of another game that may follow."""

    def __init__(self, sheet: Sheet, columns: Iterable[Any]) -> None:
        assert sheet.bock is not None
        self.spec = sheet.bock
        self.column: ShareAtWork = next(column for column in columns if isinstance(column, ShareAtWork))
        times = f"{self.column.name}-{self.spec.word}"
        text = f"In a bock round, each player deals once, and each game counts {{{self.spec.word}:times}} as much."
        words: dict[str, Mapping[str, str]] = {}
        self.options: list[Option] = []
        for name, after in self.spec.after.items():
            what = f"whether {after.text} starts a bock round"
            self.options.append(Option(self.option(name), "no", what, choices=NO_OR_YES))
        if then := self.spec.then:
            text += f" After a bock round, {{{self.follows}}}."
            instead = f" or {listed(self.spec.also, 'or')}" if self.spec.also else ""
            words[self.follows] = {
                "no": "you play on as usual",
                "yes": f"you play only {then}{instead} until each player has dealt once",
            }
            what = f"whether a round of {then} follows each bock round"
            self.options.append(Option(self.follows, "no", what, choices=NO_OR_YES))
        started = {self.option(name): after.text for name, after in self.spec.after.items()}
        self.rule = BockRule(text, started, self.spec.word)
        self.options = [option.with_(rules=(self.rule,)) for option in self.options]
        self.rule.words |= words
        self.rule.filled += ((self.spec.word, times),)
        kinds = (self.column.single, self.column.losing)
        judges(self.rule, of=kinds)(self.fault)
        if self.column.passing:
            judges(self.rule, of=self.column.passing)(self.must_play)

    @staticmethod
    def option(name: str) -> str:
        return f"{BOCK}-{name}"

    @property
    def follows(self) -> str:
        """The option for the round that follows."""
        return f"{self.spec.then}-round"

    def on(self, house: Mapping[str, Any]) -> bool:
        """Whether anything starts a bock round in a house."""
        return any(house[self.option(name)] == "yes" for name in self.spec.after)

    # Reports

    def fault(self, hand: Round, report: Any) -> str | None:
        """Why a game can't be entered in this round, or None."""
        names = names_of(report)
        if self.spec.word in names and self.on(hand.house):
            return f"bock rounds count automatically here, so leave out {self.spec.word}"
        for after in self.spec.after.values():
            has = self.card_points(hand, report)
            if after.points is not None and names.issuperset(after.words) and has not in (None, after.points):
                return f"{report.who} has {has} card points, not {after.points}"
        then, too = self.spec.then, self.spec.also
        if hand.special != then or not then or any(names.issuperset(game.split()) for game in (then, *too)):
            return None
        return self.must_play(hand, report)

    def must_play(self, hand: Round, report: Any) -> str | None:
        """Why a hand can't be passed: it is in the round after a bock round."""
        games = [self.spec.then, *self.spec.also]
        return f"this hand is in a {self.spec.then} round: play {listed(games, 'or')}" if self.is_then(hand) else None

    def is_then(self, hand: Round) -> bool:
        return bool(self.spec.then) and hand.special == self.spec.then

    # The rounds

    def times(self, hand: Round) -> int:
        """How many times a game of this hand counts."""
        number: int = hand.house[f"{self.column.name}-{self.spec.word}"]
        return number if hand.special == BOCK else 1

    def note(self, hand: Round) -> None:
        """Notes that a hand of a round is over, and the rounds that it starts."""
        coming = hand.standing.coming
        if hand.special and coming:
            coming.pop(0)
        if any(self.starts(hand, name, after) for name, after in self.spec.after.items()):
            each = len(hand.seats)
            coming += [BOCK] * each
            if self.spec.then and hand.house[self.follows] == "yes":
                coming += [self.spec.then] * each

    def starts(self, hand: Round, name: str, after: BockAfter) -> bool:
        """Whether the game of this hand starts a bock round."""
        reports = [report for who, report in hand.reports.get(self.column.name, {}).items() if who]
        if hand.house[self.option(name)] != "yes" or not reports:
            return False
        report: Any = reports[0]
        lost = isinstance(report, self.column.losing)
        by_cards = after.points is not None and self.card_points(hand, report) == after.points
        return (
            (after.lost is None or after.lost is lost)
            and (after.party is None or after.party == len(self.column.party_of(report)))
            and (after.worth is None or after.worth == self.column.value(hand, report.number))
            and (by_cards or names_of(report).issuperset(after.words))
        )

    def card_points(self, hand: Any, report: Any) -> int | None:
        """The card points of the players of a game if all tricks were entered card by card. None if not."""
        if not (hand.by_cards and hand.tricks_left == 0 and hand.declaration):
            return None
        party = self.column.party_of(report)
        others: int = sum(points for seat, points in hand.card_points.items() if seat not in party)
        whole: int = hand.rules.points_in(hand.pack)
        return whole - others

    # In words

    def shown(self, hand: Round) -> Iterator[str]:
        """The rounds to come, from this hand on."""
        if coming := hand.standing.coming:
            rounds = [f"{kind} for {so_many(len([*hands]), 'hand')}" for kind, hands in groupby(coming)]
            yield ", then ".join(rounds)


def names_of(report: Any) -> set[str]:
    """The words in a report of a game."""
    terms = getattr(report, "number", None)
    return {name for name, _ in terms.parts if name} if isinstance(terms, Terms) else set()


def bock_left(hand: Round) -> int:
    """How many hands of bock rounds are left, this one included."""
    left: int = hand.standing.coming.count(BOCK)
    return left


ASKED = Fact(bock_left, "bock round", "hands of bock", "bock hands left", "is this bock")
