"""A tally: points for any game, as on paper. Only sums are checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from referee.declared import sheet as declared
from referee.declared.columns import Round
from referee.declared.counted import PointsAtWork
from referee.declared.game import ending, game_of
from referee.declared.sheet import Points, Sheet
from referee.declared.sitting_out import by_house
from referee.game.game import Hand
from referee.language.words import Seat
from referee.rules.options import Option
from referee.rules.rule import Rule, Words

YES_OR_NO = ("no", "yes")


class TallyColumn(PointsAtWork):
    """The column of a tally. Its numbers are house rules, and a number alone is a report of it."""

    verbless = True

    def tellers(self, hand: Hand) -> tuple[Seat, ...]:
        return hand.parties

    def voices(self, hand: Round, wanted: tuple[Seat, ...]) -> tuple[Seat, ...]:
        return tuple(seat for seat in hand.players if hand.side(seat) in wanted)

    def rule_numbers(self) -> tuple[str, ...]:
        return ()

    def written(self, more: str, text: str, keys: Iterable[str], lines: bool = True) -> Rule:
        rule = super().written(more, text, keys, lines)
        rule.words |= WORDS
        return rule

    def of_house(self, house: Mapping[str, Any], key: str) -> Any:
        return 0 if key == "total" and house["chips"] == "yes" else house[self.option_of(key)]

    def numbers_due(self, players: int, house: Mapping[str, Any]) -> int:
        players = min(players, house["playing"] or players)
        return players // 2 if house["teams"] == "yes" else players

    def option_of(self, key: str) -> str:
        return "round-total" if key == "total" else key

    def shares(self, hand: Hand) -> bool:
        return bool(hand.house["winner-takes"] == "yes")


WORDS: dict[str, Words] = {
    "step": {"none": "any whole number", "N": "a multiple of {N}"},
    "least": {"none": "", "N": ", at least {N}"},
    "most": {"none": "", "N": ", at most {N}"},
    "round-total": {"none": "a round may add up to anything", "N": "each round must add up to {N}"},
    "winner-takes": {"no": "score nothing", "yes": "share the points that the round still lacks"},
    "teams": {"no": "each player has their own score", "yes": "partners, who sit opposite each other, share a score"},
    "chips": {
        "no": "nobody pays for what the others win",
        "yes": "the points are chips: what some win, the others lose",
    },
    "low-wins": {"no": "the most points win", "yes": "the fewest points win"},
}
SAYS = (
    "Enter each player's points every round: {step}{least}{most}. {round-total}. Players you leave out"
    " {winner-takes}. {teams}. {chips}. {low-wins}."
)
SHEET = Sheet(
    name="Tally",
    family="any game",
    summary="Keep score for any game, round by round.",
    players="1-20",
    column={"points": Points(kind="points", says=SAYS, verb="scores")},
    told=(
        "Type each player's points in seating order, such as `12 0 14` for three players. Or name the players:"
        " `Ann 12; Ben 14`. Then `done` gives 0 to the players you left out."
    ),
    example=declared.Example(
        players="Ann Ben Cat",
        told=["12 0 14", "Ann 50+40-5; Cat 14", "done"],
        score="Ann 97, Ben 0, Cat 28",
        house="target=100",
    ),
    match={},
    phrases={"go out": "scores 0"},
    variant={
        "low": declared.Variant(text="The fewest points win.", house="low-wins=yes"),
        "zero-sum": declared.Variant(text="What some win, the others lose.", house="round-total=0"),
    },
)


def clash(players: int, house: Mapping[str, Any]) -> str:
    """Why a tally can't have these house rules, or an empty string."""
    playing = min(players, house["playing"] or players)
    if house["teams"] == "yes" and (playing % 2 or playing < 4):
        return f"teams=yes needs an even number of players, 4 or more, not {playing}"
    if house["chips"] == "yes" and house["round-total"] not in (None, 0):
        return f"with chips=yes a round adds up to 0, not {house['round-total']}"
    if house["winner-takes"] == "yes" and house["round-total"] is None and house["chips"] == "no":
        return "winner-takes=yes needs round-total, so that there are points to share"
    return ""


def _options() -> tuple[Option, ...]:
    settled = "the game so far was scored with it"
    least = -declared.MOST
    return (
        Option("low-wins", "no", "whether the fewest points win", choices=YES_OR_NO, fixed=settled),
        Option("round-total", None, "sum of the points of a round", least=0),
        Option("winner-takes", "no", "whether players you leave out share what the points of a round lack of its total",
               choices=YES_OR_NO),
        Option("step", None, "all points must be multiples of this number"),
        Option("least", None, "fewest points a player can score in a round", least=least),
        Option("most", None, "most points a player can score in a round", least=least),
        Option("teams", "no", "whether partners share a score", choices=YES_OR_NO, fixed=settled),
        Option("chips", "no", "whether the points are chips: what some win, the others lose",
               choices=YES_OR_NO, fixed=settled),
    )  # fmt: skip


GAME = game_of(
    SHEET,
    "tally",
    kinds={Points: TallyColumn},
    ends=ending(SHEET),
    options=_options(),
    clashes=(clash,),
    partners=lambda players, house: house["teams"] == "yes" and players <= (house["playing"] or players),
    playing=lambda house: house["playing"],
    sits=by_house(),
    lowest_wins=lambda house: house["low-wins"] == "yes",
    chips=lambda house: house["chips"] == "yes",
)
