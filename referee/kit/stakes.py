"""Table stakes: the chips that players have in front of them, bought and cashed out between hands.

A player's chips are those from the start, those bought since, and the result of the game. They may be unknown. Then
nothing follows from them, and the table says who is all-in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from referee.game.asks import Asks
from referee.game.game import Hand
from referee.game.standing import Standing
from referee.language.reports import Report
from referee.language.words import Seat, so_many
from referee.rules.rule import Reason, Rule, miscounted, unclear

STACK = "stack"
"""The option for the number of chips that everybody begins with."""


class Buys(Report):
    """a player buys chips"""

    chips: int

    @classmethod
    def options(cls, hand: Hand, seat: Seat) -> Iterable[Buys]:
        """As many as were bought last, by anyone."""
        return [cls(hand.standing.latest or hand.house.get(STACK) or 100, who=seat)]


class CashesOut(Report, verb="cashes out", limits={"chips": lambda hand, seat: stack(hand, seat)}):
    """a player turns chips back into money; without a number, all of them"""

    chips: int | None = None

    @classmethod
    def options(cls, hand: Hand, seat: Seat) -> Iterable[CashesOut]:
        return [cls(who=seat)] if stack(hand, seat) else []


@dataclass
class StakesStanding(Standing):
    """A standing with the chips that each player has bought, less those cashed out."""

    bought: dict[Seat, int] = field(default_factory=dict)
    played: dict[Seat, int] = field(default_factory=dict)  # the number of hands that each player was dealt in
    latest: int = 0  # the chips in the last purchase


def stack(hand: Hand, seat: Seat) -> int | None:
    """The chips that ``seat`` has left now, None if unknown."""
    start, bought = hand.house.get(STACK), getattr(hand.standing, "bought", {}).get(seat)
    if start is None and bought is None:
        return None
    balance: int = hand.standing.balance.get(seat, 0)
    return (start or 0) + (bought or 0) + balance


def with_chips(hand: Hand) -> tuple[Seat, ...]:
    """The players who have chips, or may have some, in the order of the seats."""
    return tuple(seat for seat in hand.seats if (left := stack(hand, seat)) is None or left > 0)


def trading(hand: Hand, rule: Rule) -> Asks[Buys | CashesOut]:
    """Asks for chips that are bought or cashed out before a deal."""
    return hand.ask(None, Buys, rule, aside=True) | hand.ask(None, CashesOut, rule, aside=True)


def trade(hand: Hand, report: Buys | CashesOut) -> None:
    """Applies chips that somebody has bought or cashed out."""
    bought, who, left = hand.standing.bought, report.who, stack(hand, report.who)
    if isinstance(report, CashesOut):
        bought[who] = bought.get(who, 0) - (left or 0 if report.chips is None else report.chips)
        return
    hand.standing.latest = report.chips
    if left is not None or who not in hand.standing.played:
        bought[who] = bought.get(who, 0) + report.chips


def can_trade(hand: Hand, report: Buys | CashesOut) -> Reason | str | None:
    """Why chips can't be bought or cashed out."""
    who, chips = report.who, report.chips
    if not who:
        return unclear("who?")
    if chips is not None and chips < 1:
        return miscounted(f"{who} can't buy or cash out {so_many(chips, 'chip')}")
    if isinstance(report, Buys):
        return None
    left = stack(hand, who)
    if left is None:
        return unclear(f"nobody knows how many chips {who} has")
    if left < (chips or 1):
        return miscounted(f"{who} has {left or 'no chips'}{f', not {chips}' if chips and left else ''}")
    return None


# Pots


class Pot(NamedTuple):
    """The main pot or a side pot: its chips, and the players who can win it."""

    chips: int
    seats: tuple[Seat, ...]


def pots(paid: Mapping[Seat, int], staying: Sequence[Seat], all_in: Iterable[Seat]) -> list[Pot]:
    """The main pot and then the side pots, by the chips that each player has put in during the hand.

    From each of the others, an all-in player can win at most the amount of their own chips in the pots.

    >>> pots({"Ann": 8, "Ben": 3, "Cat": 8, "Dan": 2}, ["Ann", "Ben", "Cat"], ["Ben"])
    [Pot(chips=11, seats=('Ann', 'Ben', 'Cat')), Pot(chips=10, seats=('Ann', 'Cat'))]
    """
    short = [seat for seat in staying if seat in {*all_in}]
    found: list[Pot] = []
    below = 0
    for level in (*sorted({paid.get(seat, 0) for seat in short}), max(paid.values(), default=0)):
        chips = sum(min(put, level) - min(put, below) for put in paid.values())
        seats = tuple(seat for seat in staying if seat not in short or paid.get(seat, 0) > below)
        below = max(below, level)
        if found and (not seats or seats == found[-1].seats):
            found[-1] = found[-1]._replace(chips=found[-1].chips + chips)
        elif chips:
            found.append(Pot(chips, seats))
    return found or [Pot(0, tuple(staying))]


def uncalled(paid: Mapping[Seat, int], staying: Sequence[Seat], all_in: Iterable[Seat]) -> tuple[Seat, int] | None:
    """The player who has put in more than anybody else could match, and by how much. None if there is nobody.

    >>> uncalled({"Ann": 8, "Ben": 3}, ["Ann", "Ben"], ["Ben"])
    ('Ann', 5)
    """
    live = [seat for seat in staying if seat not in {*all_in}]
    if len(live) > 1 or not staying:
        return None
    most = max(staying, key=lambda seat: paid.get(seat, 0))
    above = paid.get(most, 0) - max((put for seat, put in paid.items() if seat != most), default=0)
    return (most, above) if above > 0 else None


def pots_in_words(found: Sequence[Pot], total: int) -> list[str]:
    """Each pot with the players in it: ``main pot 18: Ann, Ben, Cat``. Only the total if there is one pot."""
    if len(found) < 2:
        return [f"pot {total}"]
    side = sum(pot.chips for pot in found[1:])
    names = ["main pot", *(["side pot"] if len(found) == 2 else [f"side pot {i}" for i in range(1, len(found))])]
    chips = [total - side, *(pot.chips for pot in found[1:])]
    return [f"{name} {n}: {', '.join(pot.seats)}" for name, n, pot in zip(names, chips, found, strict=True)]
