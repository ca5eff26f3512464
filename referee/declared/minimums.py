"""A column that nobody enters: what a side's first melds of a round must be worth, by its score or by the round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from referee.declared import sheet as declared
from referee.declared.columns import ColumnAtWork, Round, listed
from referee.game.game import Fact, Glance, Table
from referee.language.words import Seat
from referee.rules.options import Option, Scale
from referee.rules.rule import ORDINALS, Rule


class MinimumAtWork(ColumnAtWork[declared.Minimum]):
    @property
    def steps(self) -> list[str]:
        """When each number counts, in words: by score from the lowest up, or by round."""
        if self.spec.rounds:
            return [f"in the {ORDINALS[step]}" for step in range(len(self.spec.rounds))]
        first, *more = self.spec.scores
        below = [f"below {int(first):,}"] if self.spec.below is not None else []
        return [*below, *(f"from {int(score):,}" for score in (first, *more))]

    @property
    def standard(self) -> Scale:
        below = [self.spec.below] if self.spec.below is not None else []
        return Scale(self.spec.rounds or [*below, *self.spec.scores.values()])

    def sentence(self) -> str:
        (first, *more), unit = self.steps, self.of_sheet.unit
        first += f" {unit}" if self.spec.rounds else ""
        first = first if self.spec.rounds else f"if its score is {first}"
        each = [f"{{{self.name}:{ORDINALS[step]}}} {when}" for step, when in enumerate((first, *more))]
        return f"The first time a {self.one_of} melds in a {unit}, its melds must be worth at least {listed(each)}."

    def written(self, more: str, text: str, keys: Iterable[str], lines: bool = True) -> Rule:
        rule = super().written(more, text, keys, lines=False)
        text = f"{self.title}, for each {self.of_sheet.unit if self.spec.rounds else 'range of scores'}"
        rule.amounts[self.name] = Option(self.name, self.standard, text, least=0)
        rule.filled += ((self.name, self.name),)
        return rule

    def due(self, house: Mapping[str, Any], number: int, score: int) -> int:
        """The minimum in the round with this number, for a side with this score."""
        scale: Scale = house[self.name]
        if self.spec.rounds:
            return scale[min(number, len(scale)) - 1]
        reached = sum(score >= int(least) for least in self.spec.scores)
        return scale[max(reached - (self.spec.below is None), 0)]

    def by_party(self, hand: Round) -> dict[Seat, int]:
        """What each side's first melds must be worth."""
        return {side: self.due(hand.house, hand.number, hand.standing.balance.get(side, 0)) for side in hand.sides}

    def now(self, hand: Round) -> str:
        due = self.by_party(hand)
        if self.spec.rounds:
            return f"{self.title} {next(iter(due.values()))}"
        return f"{self.title}: {', '.join(f'{side} {number}' for side, number in due.items())}"

    @property
    def asked(self) -> tuple[Fact, ...]:
        """What players ask before they meld."""
        return (
            Fact(
                self.by_party,
                "minimum",
                "first meld",
                "need meld",
                "need go down",
                "need come down",
                "need put down",
                "need lay down",
                "need open",
                "many open",
                "take open",
                by_number=bool(self.spec.rounds),
            ),
        )

    @property
    def glances(self) -> tuple[Glance, ...]:
        """The numbers at a glance."""

        def values(table: Table) -> dict[str, int]:
            steps = [f"{self.of_sheet.unit} {step}" for step in range(1, len(self.spec.rounds) + 1)] or self.steps
            return dict(zip(steps, table.house[self.name], strict=True))

        return (Glance(self.title, values, self.rule),)
