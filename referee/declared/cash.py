"""Cash. Chips bought and cashed out, for an evening of any game that is played for chips."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.cards import Pack
from referee.game.game import Example, Fact, Game, Hand
from referee.kit.endings import no_end
from referee.kit.ledger import holds, pay
from referee.kit.stakes import Buys, StakesStanding
from referee.language.reports import Report
from referee.language.words import Seat, so_many
from referee.rules.rule import Reason, cannot_happen, illegal, impossible, number, unclear, unjudged

BANK, KITTY = "bank", "kitty"


class CashesOut(Report, verb="cashes out"):
    """a player turns chips back into money"""

    chips: int | None = None

    @classmethod
    def options(cls, hand: Hand, seat: Seat) -> Iterable[CashesOut]:
        left = on_the_table(hand)
        return [cls(left, who=seat)] if left > 0 else []


class Rake(Report, speaker="none", also=("rakes",), limits={"chips": lambda hand, seat: on_the_table(hand)}):
    """chips go from the table to the kitty"""

    chips: int

    @classmethod
    def options(cls, hand: Hand, seat: Seat) -> Iterable[Rake]:
        return [cls(1)] if on_the_table(hand) else []


async def play_entry(hand: Hand) -> None:
    """Waits for a report of chips bought, cashed out or raked. Each entry is a hand of its own."""
    report = await (hand.ask(None, Buys) | hand.ask(None, CashesOut) | hand.ask(None, Rake, aside=True))
    hand.dealer = hand.seats[0]
    match report:
        case Buys():
            hand.standing.latest = report.chips
            pay(hand, report.who, BANK, report.chips, buying, f"bought {report.chips}", report)
        case CashesOut():
            pay(hand, BANK, report.who, report.chips or 0, cashing_out, f"cashed out {report.chips}", report)
        case Rake():
            pay(hand, BANK, KITTY, report.chips, kitty, f"{report.chips} for the kitty", report)


def on_the_table(hand: Hand) -> int:
    """The chips that were bought and haven't been cashed out yet."""
    return holds(hand, BANK)


no_cards = impossible("There are no cards to report: only chips that are bought and cashed out.")


@illegal(lines="buy-in", place=Buys)
def buying(
    hand: Hand, buys: Buys, *, least: int = number(1, "fewest chips you may buy at a time", least=1)
) -> str | None:
    """You may buy chips at any time, at least {least} at a time. They come from the bank."""
    return None if buys.chips >= least else f"you buy at least {so_many(least, 'chip')}, not {buys.chips}"


@illegal(lines="cash-out", place=CashesOut)
def cashing_out(hand: Hand, cashes: CashesOut) -> Reason | str | None:
    """You may cash out chips at any time, but no more than there are on the table. If players turn
    out to have more chips than that, type `~` in front of the report: the bank is then short by the difference."""
    left, chips = on_the_table(hand), cashes.chips
    if chips is None:
        return unclear(f"how many chips does {cashes.who} have?")
    if chips < 0:
        return cannot_happen(f"nobody cashes out {chips}", about=chips)
    return (
        f"there {'is' if left == 1 else 'are'} {so_many(left, 'chip') if left else 'no chips'} on the table"
        if chips > left
        else None
    )


@illegal(lines="kitty", place=Rake)
def kitty(hand: Hand, rake: Rake) -> Reason | str | None:
    """What goes to the kitty comes from the chips on the table."""
    left, chips = on_the_table(hand), rake.chips
    if chips < 1:
        return cannot_happen(f"nobody rakes {chips}", about=chips)
    return (
        f"there {'is' if left == 1 else 'are'} {so_many(left, 'chip') if left else 'no chips'} on the table"
        if chips > left
        else None
    )


most_chips = unjudged("The evening lasts until you stop. The player who has won the most chips wins.")


def now(hand: Hand) -> Iterator[str]:
    left = on_the_table(hand)
    if left < 0:
        yield f"{so_many(-left, 'chip')} too many cashed out"
    elif left:
        yield f"{so_many(left, 'chip')} on the table"
    if raked := holds(hand, KITTY):
        yield f"kitty {raked}"


GAME = Game(
    slug="cash",
    name="Cash",
    summary="Chips bought and cashed out, for an evening of any game that is played for chips.",
    family="tally",
    players=range(2, 24),
    pack=Pack(),
    unit="",
    hand=Hand,
    standing=StakesStanding,
    play=play_entry,
    over=no_end,
    verbs={
        Buys: "at any time",
        CashesOut: "at any time; without a number, referee asks how many",
        Rake: "at any time",
    },
    pack_rule=no_cards,
    chips=True,
    accounts=(BANK, KITTY),
    banker=BANK,
    deal_passes=False,
    open_table=True,
    facts={"table": Fact(on_the_table, "chips on it"), "kitty": Fact(lambda hand: holds(hand, KITTY), "chips in it")},
    now=now,
    short_form="Type `Ann buys 40` each time Ann buys chips, and `Ann cashes out 55` at the end. If chips go to the"
    " kitty, type `rake 2`.",
    example=Example(
        "Ann Ben Cat",
        ("Ann buys 40; Ben buys 40; Cat buys 20", "Ben buys 40", "rake 5", "Ann cashes out 95; Ben cashes out 40"),
        "Ann 55, Ben -40, Cat -20",
    ),
    rulings=("Chips that nobody cashes out stay on the table. `referee settle` says how many there are.",),
)
