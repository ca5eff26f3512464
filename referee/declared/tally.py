"""A tally: points as they are told, for any game that is kept on paper; only the sums are judged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from referee.declared import sheet as declared
from referee.declared.columns import Round
from referee.declared.counted import PointsAtWork
from referee.declared.game import ending, game_of
from referee.declared.sheet import Points, Sheet
from referee.game.game import Hand
from referee.language.words import Seat
from referee.rules.options import Option
from referee.rules.rule import Rule, Words

YES_OR_NO = ("no", "yes")


class TallyColumn(PointsAtWork):
    """The only column of a tally, whose numbers the table says itself; a number alone is told for it."""

    verbless = True

    def tellers(self, hand: Hand) -> tuple[Seat, ...]:
        return hand.sides

    def voices(self, hand: Round, wanted: tuple[Seat, ...]) -> tuple[Seat, ...]:
        return tuple(seat for seat in hand.seats if hand.side(seat) in wanted)

    def rule_numbers(self) -> tuple[str, ...]:
        return ()

    def written(self, more: str, text: str, keys: Iterable[str], lines: bool = True) -> Rule:
        rule = super().written(more, text, keys, lines)
        rule.words |= WORDS
        return rule

    def of_house(self, house: Mapping[str, Any], key: str) -> Any:
        return 0 if key == "total" and house["chips"] == "yes" else house[self.option_of(key)]

    def told_of(self, players: int, house: Mapping[str, Any]) -> int:
        return players // 2 if house["teams"] == "yes" else players

    def option_of(self, key: str) -> str:
        return "round-total" if key == "total" else key

    def shared(self, hand: Hand) -> bool:
        return bool(hand.house["winner-takes"] == "yes")


WORDS: dict[str, Words] = {
    "step": {"none": "in any steps", "N": "in steps of {N}"},
    "least": {"none": "no lower limit", "N": "a lower limit of {N}"},
    "most": {"none": "no upper limit", "N": "an upper limit of {N}"},
    "round-total": {"none": "a round may add up to anything", "N": "a round adds up to {N}"},
    "winner-takes": {"no": "have nothing", "yes": "share what is missing from that"},
    "teams": {"no": "everybody keeps a score", "yes": "those who sit across keep one score"},
    "chips": {"no": "the points aren't chips", "yes": "the points are chips, so what some win the others lose"},
    "low-wins": {"no": "the most points win", "yes": "the fewest points win"},
}
SAYS = (
    "Everybody's points are told round by round, {step}, with {least} and {most}. {round-total}, and players who are"
    " left out {winner-takes}. {teams}; {chips}, and {low-wins}."
)
SHEET = Sheet(
    name="Tally",
    summary="Points as they are told, for any game.",
    players="1-20",
    column={"points": Points(kind="points", says=SAYS, verb="scores")},
    told=(
        "`12 0 14` for everybody in the order of the seats, or `Ann 12; Cat 14`: `done` gives 0 to everybody"
        " who is left out."
    ),
    example=declared.Example(
        players="Ann Ben Cat",
        told=["12 0 14", "Ann 50+40-5; Cat 14", "done"],
        score="Ann 97, Ben 0, Cat 28",
        house="target=100",
    ),
    variant={
        "low": declared.Variant(text="The fewest points win.", house="low-wins=yes"),
        "zero-sum": declared.Variant(text="What some win the others lose.", house="round-total=0"),
    },
)


def clash(players: int, house: Mapping[str, Any]) -> str:
    """What can't be together on a tally."""
    if house["teams"] == "yes" and (players % 2 or players < 4):
        return f"teams=yes is for 4, 6 and more players who sit across, not for {players}"
    if house["chips"] == "yes" and house["round-total"] not in (None, 0):
        return f"chips=yes means that a round comes to 0, not to {house['round-total']}"
    if house["winner-takes"] == "yes" and house["round-total"] is None and house["chips"] == "no":
        return "winner-takes=yes needs round-total, of which the others share what is left"
    return ""


def _options() -> tuple[Option, ...]:
    settled = "the game so far was told by it"
    least = -declared.MOST
    return (
        Option("low-wins", "no", "whether the fewest points win", choices=YES_OR_NO, fixed=settled),
        Option("round-total", None, "what the points of a round come to", least=0),
        Option("winner-takes", "no", "whether the others share what is left of the round's total", choices=YES_OR_NO),
        Option("step", None, "points go in steps of so many"),
        Option("least", None, "the least that anybody has in a round", least=least),
        Option("most", None, "the most that anybody has in a round", least=least),
        Option("teams", "no", "whether those who sit across keep one score", choices=YES_OR_NO, fixed=settled),
        Option("chips", "no", "whether the points are chips, so that what some win the others lose",
               choices=YES_OR_NO, fixed=settled),
    )  # fmt: skip


GAME = game_of(
    SHEET,
    "tally",
    kinds={Points: TallyColumn},
    ends=ending(SHEET),
    options=_options(),
    clashes=(clash,),
    partners=lambda players, house: house["teams"] == "yes",
    lowest_wins=lambda house: house["low-wins"] == "yes",
    chips=lambda house: house["chips"] == "yes",
)
