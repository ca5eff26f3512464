"""Another contract each round: the dealer declares one that is left, or they come in order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import new_class
from typing import Any, Literal

from referee.declared.columns import ColumnAtWork, Round, dealing, listed, times
from referee.declared.sheet import Sheet
from referee.game.facts import Fact
from referee.language.reports import Report
from referee.language.words import NOBODY, Seat, quoted
from referee.rules.rule import Rule, Verdict, judges, unclear

CONTRACTS = "contracts"
"""The rule that says which contract a round has."""


@dataclass
class Contracts:
    """The contracts of a sheet, and the report with which one is declared."""

    sheet: Sheet
    declares: Any = field(init=False, default=None)
    rule: Rule = field(init=False)

    def __post_init__(self) -> None:
        self.rule = Rule(self.sentence(), Verdict.ILLEGAL)
        if self.declared:
            names: Any = Literal.__getitem__(tuple(self.sheet.contract))

            def body(space: dict[str, Any]) -> None:
                space["__module__"] = __name__
                space["__doc__"] = f"the dealer declares the contract of this {self.sheet.unit}"
                space["__annotations__"] = {"contract": names}
                space["options"] = classmethod(
                    lambda cls, hand, seat: [cls(name, who=seat) for name in self.left(hand, seat)]
                )

            self.declares = new_class(
                "Declares", (Report,), {"verb": "declares", "as_said": "declares a contract"}, body
            )
            judges(self.rule, of=self.declares)(self.is_left)

    @property
    def declared(self) -> bool:
        """Whether the dealer chooses."""
        return self.sheet.contracts == "dealer"

    @cached_property
    def of_columns(self) -> Mapping[str, list[str]]:
        """The contracts that use a column, by the column's name. Other columns are in every round."""
        used: dict[str, list[str]] = {}
        for name, contract in self.sheet.contract.items():
            for column in contract.columns:
                used.setdefault(column, []).append(name)
        return used

    def title(self, name: str) -> str:
        return self.sheet.contract[name].title or name.replace("-", " ")

    def typed(self, name: str) -> str:
        """The title of a contract, with the name to type if that is another: ``no king of hearts (barbu)``."""
        title = self.title(name)
        return title if title == name.replace("-", " ") else f"{title} (`{name}`)"

    def sentence(self) -> str:
        if not self.declared:
            each = [f"{self.title(name)}{self._often(name)}" for name in self.sheet.contract]
            return f"The contracts are played in this order: {listed(each)}."
        names, contracts = [*map(self.typed, self.sheet.contract)], self.sheet.contract.values()
        each = [f"{name} {times(contract.times)}" for name, contract in zip(names, contracts, strict=True)]
        every = f"each contract once: {listed(names)}" if all(one.times == 1 for one in contracts) else listed(each)
        stays = (
            " You keep the deal until you have declared them all. Then it passes to the left."
            if self.sheet.deals == "stays"
            else ""
        )
        return f"The dealer declares a contract. Each player declares {every}.{stays}"

    def _often(self, name: str) -> str:
        often = self.sheet.contract[name].times
        return "" if often == 1 else f" ({times(often)})"

    def played(self, hand: Any, name: str, seat: Seat) -> int:
        """How often a player has declared a contract in earlier rounds."""
        often: int = hand.standing.kept.get(f"contract {name} {seat}", 0)
        return often

    def left(self, hand: Any, seat: Seat) -> list[str]:
        """The contracts that a player hasn't used up, by name."""
        every = self.sheet.contract.items()
        return [name for name, contract in every if self.played(hand, name, seat) < contract.times]

    def deals_next(self, hand: Round) -> Seat:
        """The next player who has contracts left: the same dealer, if the deal stays. `NOBODY` if nobody has any."""
        first = hand.dealer if self.sheet.deals == "stays" else hand.after(hand.dealer)
        return next((seat for seat in hand.around(first) if self.left(hand, seat)), NOBODY)

    def in_order(self, number: int) -> str:
        """The contract of a round, if they come in order. The last one if all have been played."""
        row = [name for name, contract in self.sheet.contract.items() for _ in range(contract.times)]
        return row[min(number, len(row)) - 1]

    def rounds(self, players: int) -> int:
        """The number of rounds in a game."""
        each = sum(contract.times for contract in self.sheet.contract.values())
        return each * players if self.declared else each

    def is_left(self, hand: Round, declares: Any) -> Any:
        """Why a player can't declare a contract now."""
        name, who = declares.contract, declares.who
        if not who:
            return unclear("who declares?")
        if name in self.left(hand, who):
            return None
        left = listed(map(self.title, self.left(hand, who)), "or") if self.left(hand, who) else "nothing"
        return f"{who} has declared {self.title(name)} {times(self.played(hand, name, who))} already; {left} is left"

    def amiss(self, hand: Round, column: ColumnAtWork[Any]) -> str:
        """Why a column isn't entered in this round, "" if it is."""
        used = self.of_columns.get(column.name)
        if used is None or hand.contract in used:
            return ""
        if not hand.contract:
            return f"{dealing(hand)} hasn't declared a contract yet: type `{quoted(dealing(hand))} declares {used[0]}`"
        count = f"{column.title} don't count" if column.plural else f"{column.the_title} doesn't count"
        return f"the contract is {self.title(hand.contract)}, so {count}"

    def note(self, hand: Round) -> None:
        """Keeps which contract the dealer has used."""
        key = f"contract {hand.contract} {hand.dealer}"
        hand.standing.kept[key] = hand.standing.kept.get(key, 0) + 1

    def left_to_each(self, hand: Any) -> Mapping[Seat, str]:
        """The contracts that each player has left, in words."""
        left = {seat: [*map(self.title, self.left(hand, seat))] for seat in hand.seats}
        return {seat: listed(titles) if titles else "none" for seat, titles in left.items()}

    @property
    def asked(self) -> tuple[Fact, ...]:
        """What players ask about the contracts, if they choose them."""
        return (Fact(self.left_to_each, "contracts left", "contracts have left"),) if self.declared else ()

    def shown(self, hand: Round) -> Iterator[str]:
        """The contract of the round, or those that the dealer has left."""
        if hand.contract:
            yield f"contract: {self.title(hand.contract)}"
        elif self.declared:
            yield f"{dealing(hand)} can still declare: {listed(map(self.title, self.left(hand, dealing(hand))))}"
