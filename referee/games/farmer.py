"""Farmer. Draw to sixteen: exactly sixteen wins the farm, the closest below it is paid, and anyone above pays."""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from referee.cards import UNKNOWN, Card, Cards, Pack, Rank, listed, those_named
from referee.game.asks import Asks, at, bar
from referee.game.common_reports import Deal, Dealt
from referee.game.game import Example, Fact, Game, Glance, Hand, Table
from referee.game.quick_reference import by_points
from referee.kit.endings import no_end
from referee.kit.holdings import fresh, untold
from referee.kit.ledger import collect, holds, pay, share
from referee.kit.messages import entered_before, together
from referee.kit.rest import Rest, the_rest
from referee.kit.worlds import numbers_in, sums_of
from referee.language.reports import Blind, Report, one_for_each
from referee.language.words import NOBODY, Seat, so_many
from referee.rules.options import Option, Variant, in_order
from referee.rules.rule import (
    Answer,
    Reason,
    arithmetic,
    cannot_happen,
    illegal,
    impossible,
    judges,
    miscounted,
    number,
    worth,
)

FARM = "farm"
DEALT = 1
SIX = Card("6", "H")
MANY = 16  # cards or more, which nobody draws

# Reports


class Turns(Report):
    """the cards this player deals face up, starting on the left, until the six of hearts comes"""

    cards: Cards


class Hits(Report):
    """a player takes one more card, or several; if you name none, one unknown card"""

    cards: Blind = Blind((UNKNOWN,))
    options = one_for_each(lambda hand, seat: [Blind((card,)) for card in (UNKNOWN, *hand.unseen())])


class Stays(Report):
    """a player takes no more cards"""


class Shows(Report):
    """a player shows the face-down card, or the whole hand"""

    cards: Cards

    @classmethod
    def options(cls, hand: Farmer, seat: Seat) -> Iterable[Shows]:
        down = hand.down.get(seat, UNKNOWN)
        if not hand.drawn:
            return [cls(pair, who=seat) for pair in itertools.combinations(hand.unseen(), max(1, 1 + hand.least_drawn))]
        return [cls((card,), who=seat) for card in (hand.unseen() if down is UNKNOWN else [down])]


class Holds(
    Report,
    labels={"total": "points of the cards"},
    limits={"total": lambda hand, seat: hand.goal + 2 * max(hand.values.values())},
):
    """what a player's hand counts"""

    total: int
    options = one_for_each(lambda hand, seat: range(1, hand.goal + 2 * max(hand.values.values()) + 1))


class Busts(Report):
    """a player's hand is over the goal"""


class TakesFarm(Report, as_said="takes the farm"):
    """a player takes the farm"""


@dataclass
class Farmer(Hand):
    """One deal: what lies face up and face down, and the totals told."""

    drawer: Seat = NOBODY  # whose turn it is to draw
    up: dict[Seat, list[Card]] = field(default_factory=dict)
    down: dict[Seat, Card] = field(default_factory=dict)  # UNKNOWN until it is shown
    whole: dict[Seat, Shows] = field(default_factory=dict)  # hands shown in full
    stayed: set[Seat] = field(default_factory=set)
    finals: dict[Seat, Holds | Busts] = field(default_factory=dict)
    farm_winner: Seat = NOBODY
    rest: Rest | None = None

    @property
    def goal(self) -> int:
        """The total that wins the farm."""
        return int(self.house["goal"])

    @property
    def goal_in_words(self) -> str:
        return "sixteen" if self.goal == 16 else str(self.goal)

    @property
    def least_drawn(self) -> int:
        """How many cards each player must draw."""
        return int(self.house["least-drawn"]) if self.enforces(must_hit) else 0

    @cached_property
    def values(self) -> dict[Rank, int]:
        """What each rank counts."""
        ace, court = self.house["ace"], self.house["court"]
        pips = {Rank(str(pips)): pips for pips in range(2, 11)}
        return {Rank("A"): ace, **dict.fromkeys(map(Rank, "KQJ"), court), **pips}

    def worth(self, card: Card) -> int:
        """What a card counts. Zero if it is unknown or not in the deck."""
        return self.values.get(card.rank, 0)

    def count(self, cards: Iterable[Card]) -> int:
        values = self.values
        return sum([values.get(card.rank, 0) for card in cards])

    @property
    def drawn(self) -> bool:
        """Whether drawing is entered card by card."""
        return (bool(self.stayed) or any(self.up.values())) and not self.rest

    @property
    def drawing(self) -> bool:
        return self.drawn and len(self.stayed) < len(self.seats)

    def counted(self, seat: Seat) -> bool:
        """Whether the number of cards in a hand is known."""
        return self.drawn or seat in self.whole or seat in self.stayed

    def cards(self, seat: Seat) -> list[Card]:
        """The cards of a hand, with the face-down card first."""
        if seat in self.whole:
            return list(self.whole[seat].cards)
        return [self.down.get(seat, UNKNOWN), *self.up[seat]]

    def totals(self, seat: Seat) -> set[int]:
        """All totals a hand may have, as far as its cards are known."""
        cards = self.cards(seat)
        known, blind = self.count(cards), cards.count(UNKNOWN)
        if self.counted(seat):
            sizes = range(blind, blind + 1)
        else:
            sizes = range(blind + max(0, self.least_drawn - len(self.up[seat])), MANY)
        every = functools.reduce(operator.or_, self.ways(seat, sizes[-1])[sizes[0] :])
        return {known + rest for rest in numbers_in(every)}

    def left(self, but: Seat) -> list[Card]:
        """Cards nobody has seen, without cards that other hands must have for their totals."""
        left, values = list(self.unseen()), self.values
        for seat, report in self.finals.items():
            cards = self.cards(seat)
            if seat != but and isinstance(report, Holds) and self.counted(seat) and cards.count(UNKNOWN) == 1:
                value = report.total - self.count(cards)
                if taken := [card for card in left if values.get(card.rank, 0) == value]:
                    left.remove(taken[0])
        return left

    def ways(self, seat: Seat, most: int, without: Card | None = None) -> tuple[int, ...]:
        """What 0, 1, 2 … unknown cards of a hand can add up to, as bits."""
        worth = self.values
        values = [worth.get(card.rank, 0) for card in self.left(seat) if card is not without] if most else ()
        return sums_of(tuple(values), most)

    def sums(self, seat: Seat, size: int, without: Card | None = None) -> list[int]:
        """What this many unknown cards of a hand can add up to, ascending."""
        return numbers_in(self.ways(seat, size, without)[size])

    def total(self, seat: Seat) -> int | None:
        """The total of a hand, or None if it isn't known yet."""
        if isinstance(report := self.finals.get(seat), Holds):
            return report.total
        totals = self.totals(seat) if self.counted(seat) else ()
        return next(iter(totals)) if len(totals) == 1 else None

    def busted(self, seat: Seat) -> bool:
        """Whether a hand is known to be over the goal."""
        if report := self.finals.get(seat):
            return isinstance(report, Busts) or report.total > self.goal
        return self.counted(seat) and min(self.totals(seat), default=0) > self.goal

    def settled(self, seat: Seat) -> bool:
        """Whether the total of a hand is known, or that it is over the goal."""
        if seat in self.finals or not self.counted(seat):
            return seat in self.finals
        totals = self.totals(seat)
        return len(totals) == 1 or min(totals, default=0) > self.goal

    def untold(self) -> tuple[Seat, ...]:
        """Players whose totals are still due, from the farmer's left."""
        return tuple([seat for seat in self.around(self.eldest) if not self.settled(seat)])

    def at_goal(self) -> list[Seat]:
        return [seat for seat in self.around(self.eldest) if self.total(seat) == self.goal]


# The hand


async def play_hand(hand: Farmer) -> None:
    if not hand.standing.dealer and (turns := await hand.ask(None, Turns, aside=True).maybe()):
        hand.standing.dealer = hand.after(turns.who, len(turns.cards))
    await hand.deal(turn=farm_passes if hand.standing.hands else first_farmer, named=True, size=DEALT)
    hand.next_dealer = hand.dealer
    hand.up = {seat: [] for seat in hand.seats}
    collect(hand, hand.seats, FARM, hand.house["ante"], ante)

    # Drawing
    hand.drawer = hand.eldest
    drawing = hand.ask(lambda: hand.drawer, Hits, Stays)
    meanwhile = hand.ask(None, Busts, silent_bust, total_range, aside=True) | hand.ask(None, Shows, aside=True)
    meanwhile |= bar(draw_order, "totals are entered when everybody has stayed", Holds)
    in_turn = drawing | the_rest(hand)
    while hand.drawing or not (hand.drawn or hand.finals or hand.whole or hand.rest):
        match await (in_turn | meanwhile if hand.drawn else drawing | totals(hand, aside=True)):
            case (Hits() | Stays()) as drew:
                draw(hand, drew)
            case Rest() as rest:
                hand.rest = rest
            case report:
                take_total(hand, report)

    # Totals
    while hand.untold():
        take_total(hand, await totals(hand))
    if hand.at_goal():
        await settle_farm(hand)
    else:
        pay_closest(hand)
    payee = hand.dealer if hand.house["busts-to"] == "farmer" else FARM
    for seat in hand.around(hand.eldest):
        if hand.busted(seat) and seat != payee:
            chips = hand.house["ante"] * hand.house["bust"]
            pay(hand, seat, payee, chips, bust_pays, f"{seat} is over {hand.goal_in_words}")


def draw(hand: Farmer, drew: Hits | Stays) -> None:
    hand.drawer = drew.who
    if isinstance(drew, Stays):
        stay(hand, drew.who)
        return
    hand.stayed.discard(drew.who)
    hand.up[drew.who] += drew.cards
    hand.tell(drew, *those_named(drew.cards))


def stay(hand: Farmer, seat: Seat) -> None:
    """Stays, and gives the next player who hasn't stayed the turn."""
    hand.stayed.add(seat)
    hand.drawer = hand.next_matching(seat, lambda other: other not in hand.stayed)


def lay_down(hand: Farmer, dealt: Dealt) -> None:
    hand.down[dealt.who], *more = dealt.cards
    hand.up[dealt.who] = [*more, *hand.up[dealt.who]]
    hand.tell(dealt, *those_named(dealt.cards))


# Totals


def totals(hand: Farmer, aside: bool = False) -> Asks[Holds | Busts | Shows]:
    """Totals are accepted from anybody, and due once nobody draws."""
    return (
        hand.ask(hand.untold, Holds, free=True, aside=aside)
        | hand.ask(hand.untold, Busts, total_range, free=True, aside=aside)
        | hand.ask(hand.untold, Shows, one_pack, free=True, aside=aside)
    )


def take_total(hand: Farmer, report: Holds | Busts | Shows) -> None:
    who = report.who
    if isinstance(report, Shows):
        known = hand.cards(who)
        hand.tell(report, *(card for card in report.cards if card not in known))
        if len(report.cards) == 1 and hand.drawn:
            hand.down[who] = report.cards[0]
        else:
            hand.whole[who] = report
    elif not isinstance(hand.finals.get(who), Holds):
        hand.finals[who] = report
        if hand.drawn and who == hand.drawer:  # called out of turn, and the table allows it
            stay(hand, who)
    if overdrawn(hand, who) and not any(finding.who == who for finding in hand.findings):
        hand.find(bust_stays, who, f"{who} drew the last card when already over {hand.goal_in_words}", report)


def overdrawn(hand: Farmer, seat: Seat) -> bool:
    """Whether a hand was certainly over the goal before its last card."""
    if not hand.up[seat]:
        return False
    *before, last = hand.down.get(seat, UNKNOWN), *hand.up[seat]
    least = hand.count(before) + min(hand.sums(seat, before.count(UNKNOWN)), default=0)
    if (total := hand.total(seat)) is not None:
        shown = hand.whole[seat].cards if seat in hand.whole else ()
        latest = [last] if last is not UNKNOWN else [card for card in shown if card not in before]
        latest = latest if hand.counted(seat) else []  # perhaps more were drawn
        least = max(least, total - max(map(hand.worth, latest), default=max(hand.values.values())))
    return least > hand.goal


def out_of_reach(hand: Farmer, seat: Seat, card: Card) -> bool:
    """Whether the totals of other hands need every card of this value."""
    return card not in hand.seen and not any(hand.worth(other) == hand.worth(card) for other in hand.left(seat))


# The farm


async def settle_farm(hand: Farmer) -> None:
    at_goal = hand.at_goal()
    claim = hand.ask(lambda: tuple(may_win(hand)), TakesFarm, free=True)
    while not hand.farm_winner:
        winners = may_win(hand)
        if len(winners) == 1:
            hand.farm_winner = winners[0]
            break
        match await (claim | totals(hand, aside=True)):
            case TakesFarm() as takes:
                hand.farm_winner = takes.who
            case report:  # cards shown may decide the tie
                take_total(hand, report)
    winner = hand.next_dealer = hand.farm_winner
    tied = together(at_goal)
    if len(at_goal) == 1:
        pay(hand, FARM, winner, holds(hand, FARM), farm_won, f"{winner} has {hand.goal_in_words}")
    elif hand.house["tie"] == "six":
        pay(hand, FARM, winner, holds(hand, FARM), farm_tie, f"{winner} wins the tie of {tied}")
    else:
        each = holds(hand, FARM) // len(at_goal)
        for seat in at_goal:
            pay(hand, FARM, seat, each, farm_tie, f"shared by {tied}")


def may_win(hand: Farmer) -> list[Seat]:
    """Players at the goal who may take the farm, as far as the cards are known. From the farmer's left."""
    tied = hand.at_goal()
    if not hand.enforces(farm_tie):
        return tied
    six = {seat: six_of_hearts(hand, seat) for seat in tied}
    if True in six.values():
        return [seat for seat in tied if six[seat]][:1]
    without = tied
    if all(map(hand.counted, tied)):
        fewest = min(len(hand.cards(seat)) for seat in tied)
        first = [seat for seat in tied if len(hand.cards(seat)) == fewest]
        without = [hand.dealer if hand.dealer in first else first[0]]
    return [seat for seat in tied if six[seat] is None or seat in without]


def six_of_hearts(hand: Farmer, seat: Seat) -> bool | None:
    """Whether a hand at the goal has the six of hearts, or None if it may."""
    cards = hand.cards(seat)
    if SIX in cards or SIX not in hand.left(seat) or (UNKNOWN not in cards and hand.counted(seat)):
        return SIX in cards
    if not hand.drawn:
        return None
    blind, rest = cards.count(UNKNOWN), hand.goal - hand.count(cards)
    if rest not in hand.sums(seat, blind, without=SIX):
        return True
    return None if rest - hand.worth(SIX) in hand.sums(seat, blind - 1, without=SIX) else False


def pay_closest(hand: Farmer) -> None:
    """Pays an ante from each lower total to the closest, or to a pot that several of them share."""
    alive = {seat: hand.total(seat) or 0 for seat in hand.around(hand.eldest) if not hand.busted(seat)}
    best = max(alive.values(), default=0)
    closest = [seat for seat, total in alive.items() if total == best]
    lower = [seat for seat, total in alive.items() if total < best]
    each: int = hand.house["ante"] * hand.house["lower"]
    alone = len(closest) == 1
    for seat in lower:
        because = f"{seat}'s {alive[seat]} is lower than {best}"
        pay(hand, seat, closest[0] if alone else FARM, each, closest_paid if alone else side_pot, because)
    for seat in () if alone else closest:
        because = f"{together(closest)} are closest with {best}"
        pay(hand, FARM, seat, each * len(lower) // len(closest), side_pot, because)


def values(table: Table) -> dict[str, int]:
    hand = table.hand()
    return {card.text: hand.worth(card) for card in table.pack}


def share_farm(hand: Farmer) -> None:
    """Returns the farm to the players when play stops. Odd chips go round from the farmer's left."""
    around = hand.around(hand.after(hand.standing.dealer or hand.seats[-1]))
    share(hand, FARM, around, None, "the farm is shared", line="farm-shared")


# Rules: the farmer


@illegal(turn=Deal, asked="who farmer, first farmer, start")
def first_farmer(hand: Farmer, turns: Turns) -> str | None:
    """To choose the first farmer, deal cards face up, one to each player in turn. The player who gets the six of hearts
    is the farmer, and deals.
    """
    if SIX not in turns.cards:
        return "the six of hearts must be the last card turned up"
    return (
        None if turns.cards.index(SIX) == len(turns.cards) - 1 else "the six of hearts must be the last card turned up"
    )


farm_passes = illegal(
    "If you win the farm, you are the next farmer. If nobody wins it, the same farmer deals again.",
    turn=Deal,
    place=Deal,
    asked="next farmer, who deal, new farmer",
)
ante = worth(
    "Before each deal, each player pays an ante of {ante} to the pot, called the farm. When everybody stops playing,"
    " the farm is shared equally.",
    lines=("ante", "farm-shared"),
    ante=number(1, "chips in the ante, and in every other payment", least=1),
)

# Rules: drawing


@illegal(turn=(Hits, Stays))
def draw_order(hand: Farmer, shows: Shows) -> str | None:
    """The player on the farmer's left goes first, and the farmer last. Draw cards face up, one at a time. When you have
    enough, stay: your turn is over.
    """
    return None if shows.who in hand.stayed else f"{shows.who} hasn't stayed yet"


@illegal(asked="must draw, must take, take none, stay at once, at least one")
def must_hit(
    hand: Farmer,
    stays: Stays,
    *,
    least_drawn: int = number(
        1,
        "cards each player must draw",
        least=0,
        most=1,
        words={"0": "may stay without drawing a card", "N": "must draw at least {N:word card} before you stay"},
    ),
) -> str | None:
    """You {least_drawn}."""
    return None if len(hand.up[stays.who]) >= least_drawn else f"{stays.who} hasn't drawn a card yet"


bust_stays = illegal(
    "If your hand counts more than {goal}, you can't draw anymore.",
    finding="drew-after-bust",
    goal=number(16, "total that wins the farm", least=11, most=25),
    asked="draw over 16",
)


@judges(bust_stays)
def no_draw_over_the_goal(hand: Farmer, hits: Hits) -> str | None:
    """Judges each card of a report except the last as drawn before the next."""
    cards = [hand.down.get(hits.who, UNKNOWN), *hand.up[hits.who], *hits.cards[:-1]]
    blind = cards.count(UNKNOWN)
    if hand.count(cards) + min(hand.sums(hits.who, blind), default=blind) <= hand.goal:
        return None
    return Reason(
        f"{hits.who} is already over {hand.goal_in_words}, with {listed(those_named(cards))}", *hand.proof_of(cards)
    )


@judges(bust_stays)
def no_total_of_a_late_draw(hand: Farmer, report: Holds) -> str | None:
    """Without the drawing told, a total says what was drawn over the goal: the last card counts ten at most."""
    if hand.drawn or report.total <= hand.goal + max(hand.values.values()):
        return None
    return f"{report.who} can't have {report.total}: you can't draw when you are already over {hand.goal_in_words}"


silent_bust = illegal("If you go over {goal}, you bust. Just stay, and don't tell the others.", goal=16)


@judges(silent_bust)
def says_nothing(hand: Farmer, busts: Busts) -> str | None:
    return "a bust is reported only when everybody has stayed"


# Rules: the cards

one_pack = impossible(
    "The deck has 45 cards, one of each: a 52-card deck without the eights, and without sixes except the six of hearts."
)


@judges(one_pack)
def one_face_down(hand: Farmer, dealt: Dealt) -> str | None:
    if len(dealt.cards) != 1:
        return miscounted(f"each player gets 1 card face down, not {len(dealt.cards)}")
    return entered_before(hand, dealt) or fresh(hand, *dealt.cards)


judges(one_pack, of=(Turns, Hits))(untold)


@judges(one_pack, when="always")
def lies_so(hand: Farmer, shows: Shows) -> str | None:
    """Whether the cards shown fit the cards seen and the total entered."""
    who, cards, shown = shows.who, hand.cards(shows.who), list(shows.cards)
    if len(shown) == 1 and (hand.counted(who) or hand.least_drawn):
        if not hand.counted(who):
            return "show the whole hand, two or more cards, because the draws weren't entered"
        if who in hand.whole and shown[0] in cards:
            return None
        shown += cards[1:]
    known = those_named(cards)
    if missing := [card for card in known if card not in shown]:
        return f"{who} also has {listed(missing)}"
    new = [card for card in those_named(shown) if card not in known]
    if elsewhere := [card for card in new if out_of_reach(hand, who, card)]:
        return f"{who} can't have {listed(elsewhere)}: another hand needs it for its total"
    if why := Reason("a card is named twice") if len(set(known + new)) < len(those_named(shown)) else fresh(hand, *new):
        return why
    if hand.counted(who) and len(shown) != len(cards):
        return miscounted(f"{who} has {so_many(len(cards), 'card')}, not {len(shown)}")
    report, makes = hand.finals.get(who), hand.count(shown)
    if (
        UNKNOWN in shown
        or report is None
        or (makes > hand.goal if isinstance(report, Busts) else makes == report.total)
    ):
        return None
    said = "a bust" if isinstance(report, Busts) else report.total
    return miscounted(f"{who}'s cards add up to {makes}, but {who} reported {said} ({at(report)})", report)


total_range = arithmetic(
    "Each player gets one card face down. Your hand is that card and the cards you draw. When all players have"
    " stayed, show and count your hands. An ace counts {ace}, a jack, queen or king {court}, any other card its"
    " number.",
    place=(Holds, Busts),
    ace=number(1, "what an ace counts", least=1, most=11),
    court=number(10, "what a jack, queen or king counts", least=1, most=13),
    asked="ace worth, count, face worth",
)


@judges(total_range)
def can_be(hand: Farmer, report: Holds) -> str | None:
    who, total = report.who, hand.total(report.who)
    if total is not None:
        return None if total == report.total else f"{who} has {total}, not {report.total}"
    if who in hand.finals and report.total <= hand.goal:
        return f"{who} has already busted"
    if report.total in (possible := hand.totals(who)) or (
        not hand.counted(who) and report.total > max(possible, default=0)
    ):
        return None
    if hand.counted(who) or hand.rest:
        return f"{who} has {listed(those_named(hand.cards(who)))}, so {who}'s total can't be {report.total}"
    return f"{'two cards' if hand.least_drawn else 'a card'} or more can't make {report.total}"


@judges(total_range)
def can_be_over(hand: Farmer, busts: Busts) -> str | None:
    total = hand.total(busts.who)
    most = total if total is not None else max(hand.totals(busts.who), default=0)
    return f"{busts.who} has at most {most}, so didn't bust" if most <= hand.goal else None


@judges(total_range, bust_stays, when="again")
def same_total(hand: Farmer, report: Holds) -> Answer:
    """Checks a total for a hand that was only known to be over the goal."""
    total = hand.total(report.who)
    if total is None and report.total > hand.goal:
        late = no_total_of_a_late_draw(hand, report)
        return {total_range: can_be(hand, report), bust_stays: late and cannot_happen(late)}
    had = total or f"more than {hand.goal_in_words}"
    return {total_range: None if total == report.total else f"{report.who} had {had}, not {report.total}"}


@judges(total_range, when="again")
def was_over(hand: Farmer, busts: Busts) -> str | None:
    return None if hand.busted(busts.who) else f"{busts.who} had {hand.total(busts.who)}"


# Rules: the farm


@illegal(lines="farm", asked="win farm, exactly 16, sixteen, who win")
def farm_won(hand: Farmer, takes: TakesFarm, *, goal: int = 16) -> str | None:
    """If you have exactly {goal}, you win the farm. No other total wins it."""
    total = hand.total(takes.who)
    over = f"is over {hand.goal_in_words}"
    return None if total == goal else f"{takes.who} {over if total is None else f'has {total}'}"


@illegal(
    lines="farm",
    tie={
        "six": "one of them takes the farm",
        "shared": "they share the farm equally, odd chips stay in it, and one of them is the next farmer",
    },
    asked="two 16, tie farm, several 16, both sixteen",
)
def farm_tie(hand: Farmer, takes: TakesFarm) -> str | None:
    """If several players have the winning total, {tie}. That is the player with the six of hearts; otherwise the one
    with the fewest cards. If several have the fewest, the farmer comes first among them, then the players on the
    farmer's left in turn."""
    winners = may_win(hand)
    return None if takes.who in winners else f"the tie is between {together(winners)}"


@judges(farm_won, farm_tie, when="again")
def took_farm(hand: Farmer, takes: TakesFarm) -> Answer:
    if takes.who == hand.farm_winner:
        return None
    rule = farm_tie if hand.total(takes.who) == hand.goal else farm_won
    why = f"{hand.farm_winner} took the farm, not {takes.who}" if hand.farm_winner else "nobody took the farm"
    return {rule: cannot_happen(why)}


# Rules: payments

ANTES = {"1": "", "N": " {N:times}"}

closest_paid = worth(
    "If nobody has exactly {goal}, the farm stays. Each player with a lower total pays{lower} as much as"
    " the ante, {ante}, to the player who is closest without going over.",
    lines="closest",
    goal=16,
    ante=1,
    lower=number(1, "antes a lower hand pays to the closest", words=ANTES),
    asked="closest, nobody 16, no one sixteen",
)
side_pot = worth(
    "If several players are closest, they share those payments equally. Odd chips go to the farm.",
    lines="side-pot",
    asked="tie closest, both closest",
)
bust_pays = worth(
    "If your cards add up to more than {goal}, you bust and pay{bust} as much as the ante, {ante}, to {busts_to}.",
    lines="bust",
    busts_to={
        "farmer": "the farmer, unless you are the farmer",
        "farm": "the farm, even if you are the farmer",
    },
    goal=16,
    ante=1,
    bust=number(1, "antes a hand over the goal pays", words=ANTES),
    asked="bust, over 16, too many, go over",
)


GAME = Game(
    slug="farmer",
    name="Farmer",
    summary="Draw cards to reach exactly 16 and win the farm. If nobody does, the closest is paid. Anyone over 16 pays"
    " the farmer.",
    family="drawing",
    players=range(2, 9),
    pack=Pack("A K Q J 10 9 7 6 5 4 3 2", without="6S 6D 6C", ace="low"),
    hand=Farmer,
    play=play_hand,
    over=no_end,
    clashes=(in_order(("court", "goal")),),
    deal_passes=False,
    open_table=True,
    verbs={
        Turns: "before the first deal",
        Deal: "to start, and after a hand is over; pays the antes",
        Hits: "on the player's turn",
        Stays: "on the player's turn",
        Shows: "after the player has stayed",
        Holds: "when everybody has stayed, or if draws aren't entered",
        Busts: "when everybody has stayed, or if draws aren't entered",
        Rest: "while players draw, before the totals",
        TakesFarm: "if several reach the goal, and the known cards don't decide",
    },
    pack_rule=one_pack,
    options=(
        Option(
            "busts-to",
            "farmer",
            "who is paid by players who bust: the farmer, or the farm",
            (bust_pays,),
            choices=("farmer", "farm"),
        ),
        Option(
            "tie",
            "six",
            "whether one of several players who reach the goal takes the farm (six of hearts first), or they share it",
            (farm_tie,),
            choices=("six", "shared"),
        ),
    ),
    variants=(
        Variant("stand-pat", "You may stay without drawing a card.", "least-drawn=0"),
        Variant("busts-to-the-farm", "Players who bust pay the farm.", "busts-to=farm"),
        Variant("shared-farm", "Players with exactly 16 share the farm.", "tie=shared"),
        Variant("aloud", "If you bust, you may say so at once.", "without=silent-bust"),
        Variant("twenty-one", "The goal is 21, as in blackjack.", "goal=21"),
    ),
    asked=(Fact(lambda hand: hand.dealer or None, "farmer", "deal"),),
    facts={
        "farm": Fact(lambda hand: holds(hand, FARM), "its chips"),
        "pot": Fact(lambda hand: holds(hand, FARM), "the same"),
        "total": Fact(
            lambda hand: {seat: hand.total(seat) for seat in hand.seats if hand.up and hand.total(seat)}, "of each hand"
        ),
        "deal": Fact(lambda hand: hand.number, "its number"),
        "ante": lambda hand: hand.house["ante"],
    },
    accounts=(FARM,),
    chips=True,
    deal_out=lay_down,
    now=lambda hand: [f"farm {holds(hand, FARM)}"],
    closing=share_farm,
    at_a_glance=(
        Glance("cards dealt to each player", f"{DEALT}, face down", total_range),
        Glance("card values", values, total_range, show=by_points),
        Glance("wins the farm", lambda table: f"exactly {table.house['goal']}", farm_won),
        Glance(
            "several have exactly that",
            lambda table: f"the one with {SIX.pretty} wins" if table.house["tie"] == "six" else "all share the farm",
            farm_tie,
        ),
        Glance("ante", lambda table: table.house["ante"], ante),
    ),
    short_form=(
        "Type `deal`, then what each player `holds`, or that a player `busts`, in any order. Type who `takes farm`"
        " if several have exactly 16 and the cards you entered don't show who wins. If you stop entering draws in the"
        " middle of a hand, type `rest` before the totals."
    ),
    example=Example(
        "Ann Ben Cat",
        ("deal Ann", "Ann holds 16; Ben holds 15; Cat busts"),
        "Ann 3, Ben -1, Cat -2",
    ),
    rulings=(
        "If you bust, you pay only for the bust, not as a lower hand. If everybody busts, the farm stays.",
        "If several players are closest, each lower hand still pays only once.",
        "Unless you have busted, you may always draw.",
        "When everybody stops playing, antes of an unfinished hand go back before the farm is shared.",
        "For the fewest cards, count the face-down card, too.",
        "If you leave the table, you leave the farm to the others. If you were the farmer, the next player on the"
        " left deals.",
    ),
    edition=3,
)
