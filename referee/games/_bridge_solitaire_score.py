"""Bridge Solitaire's score: contracts, honours and who may claim them, games and the rubber."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from referee.core import Reason, Report, Rule, Seat, Standing, at, cannot_happen, illegal, judges, number, worth
from referee.games._bridge_solitaire import MINOR, STRAINS, Bid
from referee.glance import Table
from referee.rules import in_letters

if TYPE_CHECKING:
    from referee.games.bridge_solitaire import BridgeSolitaire

HOUSE = Seat("house")
DOUBLED = ("", " doubled", " redoubled")


class ClaimsHonours(Report):
    """the honours in a hand that wasn't told, or that the table asks to be claimed"""

    points: int

    @classmethod
    def options(cls, hand: BridgeSolitaire, seat: Seat) -> Iterable[ClaimsHonours]:
        return [cls(points, who=seat) for points in points_for_honours(hand)]


@dataclass
class Rubber(Standing):
    """Points below the line in the game that is on, games won, and honours of the last hand: those that may be claimed
    still, and those that were."""

    below: dict[Seat, int] = field(default_factory=dict)
    games: dict[Seat, int] = field(default_factory=dict)
    claimable: list[int] = field(default_factory=list)
    claimed: ClaimsHonours | None = None


# What a hand brings


def score_contract(hand: BridgeSolitaire) -> None:
    bid, side, jokers, call = hand.bid, hand.declarer, hand.jokers, hand.call
    assert bid and call
    vulnerable, took = bool(hand.standing.games.get(side)), hand.taken[side]
    because = f"{bid}{DOUBLED[jokers]}, {took} tricks" + ", vulnerable" * vulnerable
    for rule, points in brings(hand, bid, jokers, vulnerable, took):
        hand.book(hand.other(side) if rule is undertricks else side, rule, points, because, call)
        if rule is below_line:
            hand.standing.below[side] = hand.standing.below.get(side, 0) + points


def brings(hand: BridgeSolitaire, bid: Bid, jokers: int, vulnerable: bool, took: int) -> Iterator[tuple[Rule, int]]:
    """What a contract brings its side, by rule; undertricks bring it to the other one."""
    over = took - 6 - bid.level
    if over < 0:
        yield undertricks, undertricks(hand, -over, jokers, vulnerable)
        return
    yield below_line, below_line(hand, bid, jokers)
    if over:
        yield overtricks, overtricks(hand, bid, over, jokers, vulnerable)
    if jokers:
        yield insult, insult(hand, jokers)
    if bid.level > 5:
        yield slam, slam(hand, bid.level, vulnerable)


def score_honours(
    hand: BridgeSolitaire, points: int, claim: ClaimsHonours | None, hand_number: int | None = None
) -> None:
    because = "claimed" if claim else f"honours at {hand.bid}"
    hand.book(hand.player, honours_held, points, because, *([claim] if claim else []), hand=hand_number)


def score_game(hand: BridgeSolitaire) -> None:
    """Begins a new game where this one is won, and pays the rubber where that is."""
    standing, side = hand.standing, hand.declarer
    if not game(hand, standing.below.get(side, 0)):
        return
    standing.below.clear()
    standing.games[side] = standing.games.get(side, 0) + 1
    if is_over(hand):
        others = standing.games.get(hand.other(side), 0)
        won = in_letters(standing.games[side])
        hand.book(side, rubber, rubber(hand, others), f"{won} games to {others}")


def is_over(hand: BridgeSolitaire) -> bool:
    return max(hand.standing.games.values(), default=0) >= int(hand.house["games"])


def stop(hand: BridgeSolitaire) -> None:
    """The rubber is broken off: who alone has a game, or part of one, is paid for it."""
    standing, house = hand.standing, hand.house
    if standing.over:
        return
    for points, count, what in (
        (house["unfinished-game"], standing.games, "a game"),
        (house["unfinished-part"], standing.below, "part of a game"),
    ):
        if len(ahead := [side for side, scored in count.items() if scored]) == 1:
            hand.book(ahead[0], rubber, points, f"alone with {what}", hand=0)


# Rules: contracts


@worth(lines="contract")
def below_line(
    hand: BridgeSolitaire,
    bid: Bid,
    jokers: int,
    *,
    minor: int = number(20, "points for a trick in clubs or diamonds"),
    major: int = number(30, "points for a trick in hearts or spades"),
    first_no_trump: int = number(40, "points for the first trick at no trump"),
    no_trump: int = number(30, "points for a further trick at no trump"),
) -> int:
    """For a contract made, below the line: {minor} a trick in a minor, {major} in a major, at no trump
    {first_no_trump} and then {no_trump}; twice that doubled, four times redoubled."""
    if bid.trump:
        return bid.level * (minor if bid.strain in MINOR else major) << jokers
    return first_no_trump + (bid.level - 1) * no_trump << jokers


@worth(lines="overtricks")
def overtricks(
    hand: BridgeSolitaire,
    bid: Bid,
    over: int,
    jokers: int,
    vulnerable: bool,
    *,
    minor: int = number(20, "points for a trick in clubs or diamonds"),
    major: int = number(30, "points for a trick in hearts or spades"),
    no_trump: int = number(30, "points for a further trick at no trump"),
    over_doubled: int = number(100, "points for an overtrick doubled"),
    over_vulnerable: int = number(200, "points for an overtrick doubled and vulnerable"),
) -> int:
    """Tricks beyond it count above the line: {minor} in a minor, {major} in a major, {no_trump} at no trump; doubled
    {over_doubled}, vulnerable {over_vulnerable}; redoubled twice as much."""
    if jokers:
        return over * jokers * (over_vulnerable if vulnerable else over_doubled)
    return over * (no_trump if not bid.trump else minor if bid.strain in MINOR else major)


@worth(lines="insult")
def insult(
    hand: BridgeSolitaire,
    jokers: int,
    *,
    insult: tuple[int, int] = number((50, 100), "points for a contract made doubled and redoubled"),
) -> int:
    """A contract made doubled or redoubled is worth {insult} more, above the line."""
    return insult[jokers - 1]


@worth(lines="undertricks")
def undertricks(
    hand: BridgeSolitaire,
    short: int,
    jokers: int,
    vulnerable: bool,
    *,
    down: int = number(50, "points for each trick short"),
    down_vulnerable: int = number(100, "points for each trick short when vulnerable"),
    down_doubled: tuple[int, ...] = number(
        (100, 200, 200, 300), "points for the first trick short when doubled, the next and so on"
    ),
    down_doubled_vulnerable: tuple[int, ...] = number((200, 300), "the same when vulnerable"),
) -> int:
    """Each trick short gives the others {down}, vulnerable {down_vulnerable}. Doubled the first and
    those after it give {down_doubled}, vulnerable {down_doubled_vulnerable}, any more the last of that; redoubled twice
    as much. All this stands above the line."""
    if not jokers:
        return short * (down_vulnerable if vulnerable else down)
    steps = down_doubled_vulnerable if vulnerable else down_doubled
    return jokers * (sum(steps[:short]) + steps[-1] * max(0, short - len(steps)))


@worth(lines="slam")
def slam(
    hand: BridgeSolitaire,
    level: int,
    vulnerable: bool,
    *,
    slam: tuple[int, int] = number((500, 1000), "points for six and for seven odd tricks bid and made"),
    vulnerable_slam: tuple[int, int] = number((750, 1500), "the same when vulnerable"),
) -> int:
    """Six and seven odd tricks bid and made bring {slam} more above the line, vulnerable {vulnerable_slam}."""
    return (vulnerable_slam if vulnerable else slam)[level - 6]


# Rules: honours

honours_held = illegal(
    "Four of the five top trumps in the player's hand are worth {four_honours} above the line, all five {five_honours};"
    " four aces at no trump are {four_aces}.",
    lines="honours",
    four_honours=100,
    five_honours=150,
    four_aces=150,
)


def honours_worth(hand: BridgeSolitaire, bid: Bid, held: int) -> int:
    """What so many honours are worth at a bid."""
    if held < 4:
        return 0
    return int(hand.house["four-aces" if not bid.trump else "four-honours" if held == 4 else "five-honours"])


def points_for_honours(hand: BridgeSolitaire) -> list[int]:
    """All that honours can be worth."""
    return sorted({hand.house[name] for name in ("four-honours", "five-honours", "four-aces")})


def honours_of(hand: BridgeSolitaire) -> int:
    """What the honours known to be the player's are worth."""
    return honours_worth(hand, hand.bid, sum(hand.own[card] for card in hand.bid.honours)) if hand.bid else 0


def may_have_honours(hand: BridgeSolitaire, points: int) -> bool:
    """Whether the player's hand may be worth so much, for all that is known of it."""
    bid = hand.bid
    if hand.house["honours"] == "off" or not bid or points not in {honours_worth(hand, bid, held) for held in (4, 5)}:
        return False
    untold = sum(not hand.told(card) for card in bid.honours)
    held = sum(hand.own[card] for card in bid.honours)
    most = held + min(untold, hand.blind)
    return any(points <= honours_worth(hand, bid, number) for number in range(held, most + 1))


@judges(honours_held)
def honours_are_held(hand: BridgeSolitaire, claim: ClaimsHonours) -> Reason | None:
    if hand.honours:
        return cannot_happen(f"honours were claimed before ({at(hand.honours)})", hand.honours)
    if claim.who == HOUSE:
        return cannot_happen("only the player can have honours")
    if claim.points not in points_for_honours(hand):
        some = " or ".join(map(str, points_for_honours(hand)))
        return cannot_happen(f"honours are worth {some}, not {claim.points}")
    if hand.house["honours"] == "off":
        return Reason("honours aren't scored at this table")
    if may_have_honours(hand, claim.points):
        return None
    held = sum(hand.own[card] for card in hand.bid.honours) if hand.bid else 0
    return Reason(f"{claim.who} has {held} of the honours at {hand.bid}", *hand.proof)


@judges(honours_held)
def still_claimable(hand: BridgeSolitaire, claim: ClaimsHonours) -> Reason | None:
    if claim.who == hand.player and claim.points in hand.standing.claimable:
        return None
    return cannot_happen(f"{claim.points} for honours can't be claimed of the last hand")


# Rules: the rubber


@worth
def game(
    hand: BridgeSolitaire, below: int, *, game_points: int = number(100, "points below the line for a game", least=1)
) -> bool:
    """A side with {game_points} below the line has a game: it is vulnerable, and both begin again below the line."""
    return below >= game_points


@worth(lines="rubber")
def rubber(
    hand: BridgeSolitaire,
    others: int,
    *,
    games: int = number(
        2, "games that win the rubber", least=1, most=9, fixed="a rubber is of as many games as it was begun for"
    ),
    rubber: int = number(700, "points for a rubber in which the others have no game"),
    long_rubber: int = number(500, "points for a rubber in which they have one"),
    unfinished_game: int = number(300, "points for the only game of a rubber broken off"),
    unfinished_part: int = number(100, "points for the only part of a game in a rubber broken off"),
) -> int:
    """Whoever has won {games:word} games wins the rubber: {rubber} if the others have none, else {long_rubber}. Broken
    off it brings {unfinished_game} to a side that alone has a game, {unfinished_part} to one that alone has part of
    one."""
    return long_rubber if others else rubber


# For the page


def trick_worths(table: Table) -> str:
    """What an odd trick bid and made brings, by what is trump."""
    worths = {strain: [below_line(table, Bid(level, strain), 0) for level in (1, 2)] for strain in STRAINS}
    return " · ".join(
        f"{strain} {first}" + (f", then {two - first}" if two != 2 * first else "")
        for strain, (first, two) in worths.items()
    )


def undertrick_worths(table: Table) -> dict[str, str]:
    """What one to four undertricks cost."""
    return {
        f"{called}{', vulnerable' * vulnerable}": " ".join(
            str(undertricks(table, short, jokers, vulnerable)) for short in range(1, 5)
        )
        for jokers, called in enumerate(("undoubled", "doubled", "redoubled"))
        for vulnerable in (False, True)
    }


def slam_worths(table: Table) -> str:
    """What bidding and making six or seven brings."""
    small, grand = ([slam(table, level, vulnerable) for vulnerable in (False, True)] for level in (6, 7))
    return f"small {small[0]}, grand {grand[0]}; vulnerable {small[1]} and {grand[1]}"


def rubber_worths(table: Table) -> str:
    games = in_letters(table.house["games"])
    return f"{rubber(table, 0)} for {games} games to none, {rubber(table, 1)} to one"
