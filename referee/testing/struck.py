"""Dropped rules: a report that breaks only rules the house has dropped is accepted, and never becomes a finding."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from referee import Referee, Ruling, Verdict
from referee.game.game import Game, struck_in
from referee.game.ruleset import WITHOUT
from referee.language.reports import Report
from referee.rules.rule import Rule
from referee.table.rulings import broken_by, foreign
from referee.testing.tried import PlayedRecord, Tried, always, at_random
from referee.testing.walker import Walker


def offered(game: Game[Any]) -> tuple[str, ...]:
    """The rules of a game that a house may drop."""
    return next((option.choices for option in game.options if option.name == WITHOUT), ())


class Refusal(NamedTuple):
    """A report in a record that breaks rules, and the reports before it, each with whether it was kept as played."""

    night: PlayedRecord
    stood: list[tuple[str, bool]]
    text: str
    ruling: Ruling
    barred: bool  # by a rule that ~ can't overrule

    def table(self, without: str) -> Referee:
        """The table before the report, with these rules dropped in addition to its own."""
        struck = (struck_in(self.night.house) | struck_in({"without": without})) - {"none"}
        referee = self.night.table(without="+".join(sorted(struck)) or "none")
        for text, overrule in self.stood:
            assert referee.hear(text, overrule=overrule).accepted, f"{text}, without {without}"
        return referee


def refusals(tried: Tried) -> Iterator[Refusal]:
    """Yields the reports in a game's records that are illegal, and not impossible."""
    for night in tried.nights:
        referee = night.table()
        stood: list[tuple[str, bool]] = []
        for text, overrule in night.told:
            bars = {rule.name for _, asks in referee._hands.ahead() for _, rule, _ in asks.bars}
            ruling = referee.hear(text)
            if ruling.verdict is Verdict.ILLEGAL:
                yield Refusal(night, [*stood], text, ruling, {*ruling.rules} <= bars)
                if overrule:
                    ruling = referee.hear(text, overrule=True)
            if ruling.accepted:
                stood.append((text, bool(ruling.broken)))


def struck_one_after_the_other(refusal: Refusal) -> Ruling:
    """The ruling after dropping all cited rules, then those cited next, and so on: out of turn hides other breaches."""
    struck: list[str] = []
    ruling = refusal.ruling
    while ruling.verdict is Verdict.ILLEGAL and {*ruling.rules} <= {*offered(refusal.night.game)} - {*struck}:
        struck += ruling.rules
        ruling = refusal.table("+".join(struck)).hear(refusal.text)
    return ruling


@always
def what_breaks_only_struck_rules_stands_where_it_might_be_let_stand(tried: Tried) -> None:
    """For each refusal that names a player: with its rules dropped it is accepted exactly if ~ accepts it."""
    otherwise = []
    for refusal in refusals(tried):
        who = refusal.ruling.report.who if refusal.ruling.report else ""
        if not who or not refusal.text.startswith(who) or not {*refusal.ruling.rules} <= {*offered(tried.game)}:
            continue
        plainly = struck_one_after_the_other(refusal)
        let_stand = refusal.table("none").hear(refusal.text, overrule=True)
        assert not (plainly.accepted and plainly.broken)
        if plainly.accepted != let_stand.accepted and not (plainly.accepted and refusal.barred):
            otherwise.append(
                f"{refusal.text}: {refusal.ruling.rules}: "
                f"{plainly.verdict} {plainly.message} / {let_stand.verdict} {let_stand.message}"
            )
    assert not otherwise, "\n".join(otherwise)


# Walks that break one rule, from the deal and from the middle of records


class Breaking(Walker):
    """Plays without one rule, and breaks that whenever possible. It may begin in the middle of a record."""

    def __init__(self, game: Game[Any], rule: Rule, seed: int, night: PlayedRecord | None = None) -> None:
        self.rule = rule
        self.night = night
        super().__init__(game, seed, night.players if night else ())
        entered = night.told[: self.random.randrange(len(night.told))] if night else []
        for text, overrule in entered:
            self.hear(text, overrule)

    def _house(self, game: Game[Any], players: int) -> dict[str, str]:
        return {**(self.night.house if self.night else {}), WITHOUT: self.rule.name}

    def amendment(self) -> str:
        return f"{WITHOUT}={self.rule.name}"

    def step(self, step: int) -> None:
        broken, impossible = self.breaking()
        if impossible and self.random.random() < 0.3:
            if self.hear(impossible.text).verdict is not Verdict.IMPOSSIBLE:
                raise self.mismatch(f"{impossible.text} is possible without {self.rule.name}")
        elif broken and self.random.random() < 0.7:
            ruling = self.hear(broken.text)
            if not ruling.accepted or ruling.broken:
                raise self.mismatch(
                    f"{broken.text} breaks only {self.rule.name}, and is {ruling.verdict} {ruling.rules}"
                )
        else:
            super().step(step)
        names = {finding.name for _, finding in self.referee.findings}
        if not self.referee.hand.enforces(self.rule.called) and self.rule.called in names:
            raise self.mismatch(f"{self.rule.called} is found")

    def breaking(self) -> tuple[Report | None, Report | None]:
        """A report that breaks the rule and nothing else, and one that breaks it and is impossible."""
        broken: Report | None = None
        asks = self.referee.asks()
        self.random.shuffle(asks)
        for hand, ask in asks:
            for report in self.some(hand, ask, others=True):
                out = not ask.admits(report.who)
                if out and ask.turn is not self.rule:
                    continue
                against = [*broken_by(hand, report, ask.checks), *foreign(hand, report)]
                rules = {breach.rule for breach in against} | ({self.rule.name} if out else set())
                if self.rule.name not in rules:
                    continue
                if any(breach.verdict is Verdict.IMPOSSIBLE for breach in against):
                    return broken, report
                if rules == {self.rule.name} and all(breach.verdict is Verdict.ILLEGAL for breach in against):
                    broken = broken or report
        return broken, None


@at_random(8)
def a_rule_that_is_struck_out_can_be_broken_and_nothing_else(tried: Tried, seed: int) -> None:
    """Impossible reports are still refused, accounts balance, and the rule leads to no findings."""
    game = tried.game
    for place, name in enumerate(offered(tried.game)):
        night = tried.nights[(seed + place) % len(tried.nights)] if tried.nights and (seed + place) % 2 else None
        walker = Breaking(game, game.rules[name], seed, night)
        walker.walk(8 if walker.referee.asks() else 0)


# Records replayed without a rule


@at_random(8)
def what_is_accepted_is_accepted_without_a_rule_too(tried: Tried, seed: int) -> None:
    """Hands end where they did until a report is accepted that was refused, and the rule leads to no findings."""
    game, decides = tried.game, tried.the_model.decides if tried.the_model else ()
    for name in offered(game)[seed::8]:
        for night in tried.nights:
            by_the_book = night.table()
            without = night.table(**{WITHOUT: "+".join({*struck_in(night.house), name})})
            for text, overrule in night.told:
                before, now = (table.hear(text, overrule=overrule) for table in (by_the_book, without))
                if now.accepted and (not before.accepted or set(before.rules) != set(now.rules)):
                    break  # from here on it is another game
                if now.accepted != before.accepted and name in decides:
                    break
                assert now.accepted == before.accepted, f"{text}, without {name}: {now.rules} {now.message}"
                if name not in decides:
                    assert without.standing.hands == by_the_book.standing.hands, f"{text}, without {name}"
                assert not sum(without.accounts.values())
            if not without.hand.enforces(game.rules[name].called):
                assert game.rules[name].called not in {finding.name for _, finding in without.findings}
