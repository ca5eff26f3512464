"""A game that is known only by its result: everybody's total, and who won.

Nothing is judged here except sums. It holds results from past years on paper, for any game, under the game's own name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from referee.cards import Pack
from referee.game.asks import bar
from referee.game.game import Game, Hand, leaders, signed
from referee.language.amounts import DECIMALS, amount
from referee.language.reports import Report, field
from referee.language.words import Seat, Seats, Words
from referee.rules.rule import impossible, unjudged, worth

MOST = 10**9
"""The most points that a side can have."""

_NUMBER = re.compile(rf"-?\d{{1,10}}(\.\d{{1,{DECIMALS}}})?", re.ASCII)


class Points(tuple[int, ...]):
    """Each side's total, in the order of the table."""

    __slots__ = ()

    metavar: ClassVar[str] = "N N …"

    @staticmethod
    def read(words: Words, hand: Hand) -> Points:
        """Reads one number for each side; raises ParseError."""
        sides = hand.sides
        points = []
        for side in sides:
            word = words.next
            text = word.text if word else ""
            if not _NUMBER.fullmatch(text) or abs(float(text)) > MOST:
                raise words.unread(f"type a number for each player or team: {side}'s is missing")
            points.append(amount(float(words.take().text)))
        return Points(points)


class Totals(Report, speaker="none"):
    """everybody's total, in the order of the table, and who won if that isn't the best total"""

    points: Points
    winner: Seats = field(default=(), kw_only=True)


@dataclass
class FinalScores(Hand):
    """One table, after its game was over."""

    totals: Totals | None = None

    @property
    def winners(self) -> list[Seat]:
        named = self.totals.winner if self.totals else ()
        if named:
            return list(dict.fromkeys(map(self.side, named)))
        return leaders(self.standing.balance, self.game.low_wins(self.house))


told_total = worth("Enter the scores from the paper.", lines="total")
best_total = unjudged("The best total wins, unless the paper says otherwise.")


@impossible
def adds_up(table: FinalScores, totals: Totals) -> str | None:
    """Where chips were played for, what some won the others lost."""
    return uneven(dict(zip(table.sides, totals.points, strict=True))) if table.chips else None


def uneven(points: Mapping[Seat, int]) -> str | None:
    """Why the chips of a night don't add up to zero, with everybody's total; None if they do."""
    over = sum(points.values())
    if not over:
        return None
    text = ", ".join(f"{side} {signed(chips)}" for side, chips in points.items())
    return f"{abs(over)} more was {'won than lost' if over > 0 else 'lost than won'}: {text}"


told_once = impossible("Enter the end once.", place=Totals)
no_cards = impossible("The cards aren't known.")


async def play_table(table: FinalScores) -> None:
    while table.standing.over:
        await bar(told_once, "the end has already been entered", Totals)
    totals = await table.ask(None, Totals)
    table.totals, table.dealer = totals, table.seats[0]
    for side, points in zip(table.sides, totals.points, strict=True):
        table.book(side, told_total, points, "", totals)


def only_one(table: FinalScores) -> bool:
    return table.number > 0


def who_won(table: FinalScores) -> Iterable[Seat]:
    return table.winners


@cache
def game_of(
    slug: str, name: str, *, lowest_wins: bool = False, partners: bool = False, chips: bool = False
) -> Game[FinalScores]:
    """The game with that name, for results only."""
    return Game(
        slug=slug,
        name=name,
        summary="Only the totals are known.",
        family="totals",
        players=range(1, 31),
        pack=Pack(),
        pack_rule=no_cards,
        hand=FinalScores,
        play=play_table,
        over=only_one,
        verbs={Totals: "when all is over"},
        winners=who_won,
        lowest_wins=lowest_wins,
        partners=partners,
        chips=chips,
    )
