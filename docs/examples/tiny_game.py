"""A tiny game: everybody reports one throw of a die, the highest gets a point, and three points win."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from referee import Referee
from referee.play import Deal, Game, Hand, Pack, Report, Seat, illegal, impossible, number, worth


class Throws(Report):
    """what a player throws with one die"""

    spots: Annotated[int, range(1, 7)]


@dataclass
class Round(Hand):
    """One round: what everybody has thrown so far."""

    thrown: dict[Seat, Throws] = field(default_factory=dict)


async def play_round(hand: Round) -> None:
    await hand.deal()
    throw = hand.ask(lambda: hand.next_behind(hand.thrown), Throws)
    while hand.all_but(hand.thrown):
        throws = await throw
        hand.thrown[throws.who] = throws
    best = max(throws.spots for throws in hand.thrown.values())
    for throws in hand.thrown.values():
        if throws.spots == best:
            hand.book(throws.who, highest, highest(hand), f"threw {best}", throws)


dealer_rotation = illegal("The deal passes to the left.", turn=Deal)
throw_order = illegal("The player on the dealer's left throws first, then the others clockwise.", turn=Throws)
no_cards = impossible("There are no cards in this game.")


@impossible
def six_sides(hand: Round, throws: Throws) -> str | None:
    """A die shows one to six."""
    return None if 1 <= throws.spots <= 6 else f"no die shows {throws.spots}"


highest = worth("The highest throw gets {point}.", lines="highest", point=1)


@worth
def game_end(hand: Round, *, goal: int = number(3, "points that end the game")) -> bool:
    """The game ends when somebody has {goal} points; the most win."""
    return any(points >= goal for points in hand.standing.balance.values())


GAME = Game(
    slug="highest-throw",
    name="Highest Throw",
    summary="Throw one die and hope.",
    family="dice",
    players=range(2, 7),
    pack=Pack("A"),
    pack_rule=no_cards,
    hand=Round,
    play=play_round,
    over=game_end,
    verbs={Deal: "first", Throws: "after the deal"},
)


if __name__ == "__main__":
    table = Referee(GAME, ["Ann", "Ben"], {"goal": 2})
    for text in ("deal", "Ben throws 4", "Ben throws 5", "Ann throws 7", "Ann throws 2"):
        print(table.hear(text))
    print(table.hear("deal"))
    print([report.text for report in table.legal()])
    print(table.hear("Ann throws 6"))
    print(table.hear("Ben throws 6"))
    print(table.scores, table.winners())
