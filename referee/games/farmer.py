"""Farmer.  Draw to sixteen: exactly sixteen wins the farm, the closest below it is paid, whoever is over pays."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Annotated

from referee.cards import UNKNOWN, Card, Cards, Pack, listed
from referee.core import (
    Answer,
    Asks,
    Blind,
    Category,
    Deal,
    Dealt,
    Game,
    Hand,
    Option,
    Report,
    Seat,
    Told,
    Why,
    at,
    bar,
    check,
    illegal,
    impossible,
    worth,
)
from referee.kit.holdings import fresh
from referee.kit.ledger import holds, pay
from referee.notation import NOBODY

RULES = {
    "first-farmer": illegal("Cards are turned, one to each in turn; the six of hearts makes its owner the farmer."),
    "farm-passes": illegal("Whoever won the farm is the next farmer; while nobody wins it the farmer stays."),
    "ante": worth("Everybody antes to the farm before each deal."),
    "one-pack": impossible("There are 45 cards, each once: no eight, and no six but the six of hearts."),
    "draw-order": illegal("From the farmer's left everybody in turn draws until content; the farmer is the last."),
    "must-hit": illegal("Nobody stays without having drawn a card."),
    "bust-stays": illegal("Whoever is over sixteen draws no more.", finding="drew-after-bust"),
    "silent-bust": illegal("A player over sixteen stays and doesn't say why."),
    "total-range": impossible("A hand is the card face down and at least one that was drawn, counted by its cards."),
    "farm-won": illegal("Only a hand of exactly sixteen takes the farm."),
    "farm-tie": illegal(
        "Of several sixteens the six of hearts takes the farm, else the fewest cards, else the farmer, else whoever"
        " sits first from the farmer's left."
    ),
    "closest-paid": worth("Without a sixteen the farm stays, and every lower hand pays one ante to the closest."),
    "side-pot": worth("Several closest share those payments in whole chips; what is left over goes to the farm."),
    "bust-pays": worth("Everybody over sixteen pays the farmer one ante, but for the farmer."),
}

FARM = "farm"
GOAL = 16
SIX = Card("6", "H")
VALUES = {"A": 1, "K": 10, "Q": 10, "J": 10} | {str(pips): pips for pips in range(2, 11)}


class Turns(Report):
    """cards dealt face up from the left, until the six of hearts falls"""

    cards: Cards


class Hits(Report):
    """one card more, or several in a row; one that nobody named where none is told"""

    cards: Blind = Blind((UNKNOWN,))

    @classmethod
    def options(cls, hand: Farmer, seat: Seat) -> Iterable[Hits]:
        return [cls(who=seat), *(cls(Blind((card,)), who=seat) for card in hand.unseen())]


class Stays(Report):
    """no card more"""


class Shows(Report):
    """the card that lay face down, or the whole hand"""

    cards: Cards

    @classmethod
    def options(cls, hand: Farmer, seat: Seat) -> Iterable[Shows]:
        down = hand.down.get(seat, UNKNOWN)
        if not hand.drawn:
            return [cls(pair, who=seat) for pair in itertools.combinations(hand.unseen(), 2)]
        return [cls((card,), who=seat) for card in (hand.unseen() if down is UNKNOWN else [down])]


class Holds(Report):
    """the total of a hand"""

    total: Annotated[int, range(2, 37)]


class Busts(Report):
    """a total over sixteen"""


class TakesFarm(Report):
    """the farm, where several hold sixteen and the cards told don't say whose it is"""


@dataclass
class Farmer(Hand):
    """One deal: what lies face up and face down, and the totals told."""

    drawer: Seat = NOBODY  # whose turn it is to draw
    up: dict[Seat, list[Card]] = field(default_factory=dict)
    down: dict[Seat, Card] = field(default_factory=dict)  # UNKNOWN while it isn't told
    whole: dict[Seat, Shows] = field(default_factory=dict)  # hands shown in full
    stayed: set[Seat] = field(default_factory=set)
    told: dict[Seat, Holds | Busts] = field(default_factory=dict)
    farm_winner: Seat = NOBODY

    @property
    def drawn(self) -> bool:
        """Somebody's drawing was told."""
        return bool(self.stayed) or any(self.up.values())

    @property
    def drawing(self) -> bool:
        return self.drawn and len(self.stayed) < len(self.seats)

    def cards(self, seat: Seat) -> list[Card]:
        """The cards of a hand, the one face down first."""
        if seat in self.whole:
            return list(self.whole[seat].cards)
        return [self.down.get(seat, UNKNOWN), *self.up[seat]]

    def totals(self, seat: Seat) -> set[int]:
        """Every total that a hand may have, as far as the cards tell."""
        cards = self.cards(seat)
        known = [VALUES[card.rank] for card in cards if card is not UNKNOWN]
        if self.drawn or seat in self.whole:
            return {sum(known) + rest for rest in self.sums(seat, len(cards) - len(known))}
        blind = range(1, 16) if known else range(2, 16)
        return {sum(known) + rest for count in blind for rest in self.sums(seat, count)}

    def left(self, but: Seat) -> list[Card]:
        """Cards that nobody has seen, without those that other hands must have by their totals."""
        cards = list(self.unseen())
        for seat, told in self.told.items():
            missing = self.missing(seat)
            if seat != but and missing == 1 and isinstance(told, Holds):
                value = told.total - sum(VALUES[card.rank] for card in self.cards(seat) if card is not UNKNOWN)
                if taken := next((card for card in cards if VALUES[card.rank] == value), None):
                    cards.remove(taken)
        return cards

    def missing(self, seat: Seat) -> int:
        """How many cards of a hand nobody named; 0 where their number isn't known."""
        return self.cards(seat).count(UNKNOWN) if self.drawn or seat in self.whole else 0

    def sums(self, seat: Seat, count: int, without: Card | None = None) -> set[int]:
        """What so many cards that nobody named can add up to in a hand."""
        sums: list[set[int]] = [{0}, *(set() for _ in range(count))]
        for card in self.left(seat) if count else ():
            for taken in range(count if card is not without else 0, 0, -1):
                sums[taken] |= {total + VALUES[card.rank] for total in sums[taken - 1] if total < 40}
        return sums[count]

    def total(self, seat: Seat) -> int | None:
        """The total of a hand once it is known."""
        if isinstance(told := self.told.get(seat), Holds):
            return told.total
        if not self.drawn and seat not in self.whole:
            return None
        some = self.totals(seat)
        return some.pop() if len(some) == 1 else None

    def busted(self, seat: Seat) -> bool:
        """A hand is known to be over sixteen."""
        if seat in self.told and not isinstance(told := self.told[seat], Holds):
            return isinstance(told, Busts)
        total = self.total(seat)
        if total is not None:
            return total > GOAL
        return (self.drawn or seat in self.whole) and min(self.totals(seat), default=0) > GOAL

    def untold(self) -> tuple[Seat, ...]:
        """Those whose totals are awaited, from the farmer's left."""
        around = self.around(self.eldest)
        return tuple(seat for seat in around if self.total(seat) is None and not self.busted(seat))


# The deal


async def play_hand(hand: Farmer) -> None:
    await first_farmer(hand)
    await hand.deal(turn="farm-passes" if hand.standing.hands else "first-farmer", named=True, size=1)
    hand.next_dealer = hand.dealer
    for seat in hand.seats:
        hand.up[seat] = []
        pay(hand, seat, FARM, hand.house["ante"], "ante", "ante")
    await draw_or_tell(hand)
    while hand.untold():
        take_total(hand, await totals(hand))
    await settle_farm(hand)
    settle_busts(hand)


async def first_farmer(hand: Farmer) -> None:
    if hand.standing.hands or hand.standing.dealer:
        return
    if turns := await hand.ask(None, Turns, ends_with_the_six, from_one_pack, aside=True).maybe():
        hand.standing.dealer = hand.after(turns.who, len(turns.cards))


# Drawing


async def draw_or_tell(hand: Farmer) -> None:
    """Everybody draws, or the first total told says that the drawing isn't."""
    hand.drawer = hand.eldest
    drawing = hand.ask(lambda: hand.drawer, Hits, sixteen_is_enough, undealt, turn="draw-order") | hand.ask(
        lambda: hand.drawer, Stays, has_drawn, turn="draw-order"
    )
    while not hand.drawn:
        match await (drawing | totals(hand, aside=True)):
            case (Hits() | Stays()) as drew:
                draw(hand, drew)
            case told:
                take_total(hand, told)
                return
    in_midst = hand.ask(None, Busts, says_nothing, aside=True) | hand.ask(
        None, Shows, has_stayed, as_it_lies, aside=True
    )
    too_early = bar("draw-order", "totals are told when all have stayed", Holds)
    while hand.drawing:
        match await (drawing | in_midst | too_early):
            case (Hits() | Stays()) as drew:
                draw(hand, drew)
            case Busts() as busts:
                hand.told[busts.who] = busts
                if busts.who == hand.drawer:
                    stay(hand, busts.who)
            case shows:
                take_total(hand, shows)


def draw(hand: Farmer, drew: Hits | Stays) -> None:
    hand.drawer = drew.who
    if isinstance(drew, Stays):
        stay(hand, drew.who)
        return
    hand.stayed.discard(drew.who)
    hand.up[drew.who] += drew.cards
    hand.tell(drew, *(card for card in drew.cards if card is not UNKNOWN))


def stay(hand: Farmer, seat: Seat) -> None:
    """The next who hasn't stayed draws."""
    hand.stayed.add(seat)
    hand.drawer = next((one for one in hand.around(hand.after(seat)) if one not in hand.stayed), NOBODY)


# Totals


def totals(hand: Farmer, aside: bool = False) -> Asks[Holds | Busts | Shows]:
    """Totals may come from anybody; those not known are awaited, once nobody draws."""
    untold = hand.untold
    return (
        hand.ask(untold, Holds, over_26, can_be, free=True, aside=aside)
        | hand.ask(untold, Busts, can_be_over, free=True, aside=aside)
        | hand.ask(untold, Shows, as_it_lies, free=True, aside=aside)
    )


def take_total(hand: Farmer, told: Holds | Busts | Shows) -> None:
    if isinstance(told, Shows):
        take_shown(hand, told)
    elif not isinstance(hand.told.get(told.who), Holds):
        hand.told[told.who] = told
    if overdrawn(hand, told.who) and not any(one.who == told.who for one in hand.findings):
        hand.find("drew-after-bust", told.who, f"{told.who} drew the last card over sixteen", told)


def overdrawn(hand: Farmer, seat: Seat) -> bool:
    """Whether a hand was certainly over sixteen before its last card."""
    if not hand.up[seat]:
        return False
    *before, last = hand.down.get(seat, UNKNOWN), *hand.up[seat]
    known = [card for card in before if card is not UNKNOWN]
    least = sum(VALUES[card.rank] for card in known)
    least += min(hand.sums(seat, len(before) - len(known)), default=0)
    if (total := hand.total(seat)) is not None:
        shown = hand.whole[seat].cards if seat in hand.whole else ()
        latest = [last] if last is not UNKNOWN else [card for card in shown if card not in known]
        least = max(least, total - max((VALUES[card.rank] for card in latest), default=10))
    return least > GOAL


def take_shown(hand: Farmer, shows: Shows) -> None:
    known = set(hand.cards(shows.who))
    hand.tell(shows, *(card for card in shows.cards if card not in known))
    if len(shows.cards) == 1:
        hand.down[shows.who] = shows.cards[0]
    else:
        hand.whole[shows.who] = shows


# The farm


async def settle_farm(hand: Farmer) -> None:
    sixteens = [seat for seat in hand.around(hand.eldest) if hand.total(seat) == GOAL]
    if not sixteens:
        pay_closest(hand)
        return
    claim = hand.ask(tuple(sixteens), TakesFarm, has_sixteen, wins_the_tie, free=True)
    winners = may_win(hand, sixteens)
    while len(winners) > 1:
        match await (claim | totals(hand, aside=True)):
            case TakesFarm() as takes:
                winners = [takes.who]
            case told:  # cards shown may settle the tie
                take_total(hand, told)
                winners = may_win(hand, sixteens)
    winner = winners[0]
    rule = "farm-won" if len(sixteens) == 1 else "farm-tie"
    because = f"{winner} has sixteen" if len(sixteens) == 1 else f"{winner} wins the tie of {' and '.join(sixteens)}"
    hand.farm_winner = hand.next_dealer = winner
    pay(hand, FARM, winner, holds(hand, FARM), "farm", rule, because)


def may_win(hand: Farmer, sixteens: list[Seat]) -> list[Seat]:
    """Who may take the farm of several sixteens (given from the farmer's left), as far as the cards tell."""
    if holder := next((seat for seat in sixteens if must_hold_six(hand, seat)), None):
        return [holder]
    with_six = [seat for seat in sixteens if may_hold_six(hand, seat)]
    if hand.drawn or all(seat in hand.whole for seat in sixteens):
        fewest = min(len(hand.cards(seat)) for seat in sixteens)
        first = [seat for seat in sixteens if len(hand.cards(seat)) == fewest]
        without = [hand.dealer if hand.dealer in first else first[0]]
    else:
        without = sixteens
    return [seat for seat in sixteens if seat in with_six or seat in without]


def may_hold_six(hand: Farmer, seat: Seat) -> bool:
    """Whether a hand of sixteen can have the six of hearts."""
    cards = hand.cards(seat)
    if SIX in cards or SIX not in hand.left(seat) or UNKNOWN not in cards:
        return SIX in cards
    if not hand.drawn:
        return True
    rest = GOAL - 6 - sum(VALUES[card.rank] for card in cards if card is not UNKNOWN)
    return rest in hand.sums(seat, cards.count(UNKNOWN) - 1, without=SIX)


def must_hold_six(hand: Farmer, seat: Seat) -> bool:
    """Whether a hand of sixteen can't be without the six of hearts."""
    cards = hand.cards(seat)
    if SIX in cards or SIX not in hand.left(seat) or UNKNOWN not in cards or not hand.drawn:
        return SIX in cards
    rest = GOAL - sum(VALUES[card.rank] for card in cards if card is not UNKNOWN)
    return rest not in hand.sums(seat, cards.count(UNKNOWN), without=SIX)


def pay_closest(hand: Farmer) -> None:
    """Every lower total pays an ante to the closest, or to a pot that several of them share."""
    alive = {seat: hand.total(seat) or 0 for seat in hand.around(hand.eldest) if not hand.busted(seat)}
    if not alive:
        return
    best = max(alive.values())
    closest = [seat for seat, total in alive.items() if total == best]
    lower = [seat for seat, total in alive.items() if total < best]
    ante: int = hand.house["ante"]
    if len(closest) == 1:
        for seat in lower:
            pay(hand, seat, closest[0], ante, "closest", "closest-paid", f"{alive[seat]} against {best}")
        return
    for seat in lower:
        pay(hand, seat, FARM, ante, "side-pot", "side-pot", f"{alive[seat]} against {best}")
    for seat in closest:
        share = ante * len(lower) // len(closest)
        pay(hand, FARM, seat, share, "side-pot", "side-pot", f"{best}, shared by {' and '.join(closest)}")


def settle_busts(hand: Farmer) -> None:
    for seat in hand.around(hand.eldest):
        if hand.busted(seat) and seat != hand.dealer:
            pay(hand, seat, hand.dealer, hand.house["ante"], "bust", "bust-pays", f"{seat} is over sixteen")


def share_farm(hand: Farmer) -> None:
    """When the table stops, the farm goes back to those who fed it; odd chips one each from the farmer's left."""
    chips = holds(hand, FARM)
    around = hand.around(hand.after(hand.standing.dealer or hand.seats[-1]))
    for place, seat in enumerate(around):
        share = chips // len(around) + (place < chips % len(around))
        pay(hand, FARM, seat, share, "farm-shared", "", "the farm is shared", belongs_to=0)


# Checks


@check("first-farmer")
def ends_with_the_six(hand: Farmer, turns: Turns) -> str | None:
    if SIX not in turns.cards:
        return f"the six of hearts hasn't fallen among {listed(turns.cards)}"
    return None if turns.cards.index(SIX) == len(turns.cards) - 1 else "the turning ends with the six of hearts"


@check("one-pack")
def from_one_pack(hand: Farmer, turns: Turns) -> str | None:
    return fresh(hand, *turns.cards)


@check("one-pack")
def undealt(hand: Farmer, hits: Hits) -> str | None:
    return fresh(hand, *hits.cards)


@check("one-pack")
def one_face_down(hand: Farmer, dealt: Dealt) -> str | None:
    if len(dealt.cards) != 1:
        return f"one card is dealt face down, not {len(dealt.cards)}"
    if dealt.who in hand.dealt:
        return Why(f"{dealt.who}'s card was told before ({at(hand.dealt[dealt.who])})", hand.dealt[dealt.who])
    return fresh(hand, *dealt.cards)


def lay_down(hand: Farmer, dealt: Dealt) -> None:
    hand.down[dealt.who] = dealt.cards[0]
    hand.tell(dealt, *(card for card in dealt.cards if card is not UNKNOWN))


@check("bust-stays")
def sixteen_is_enough(hand: Farmer, hits: Hits) -> str | None:
    """Judges every card of a report but the last as drawn before the next."""
    cards = [hand.down.get(hits.who, UNKNOWN), *hand.up[hits.who], *hits.cards[:-1]]
    least = sum(VALUES[card.rank] for card in cards if card is not UNKNOWN)
    blind = cards.count(UNKNOWN)
    least += min(hand.sums(hits.who, blind), default=blind) if blind else 0
    if least <= GOAL:
        return None
    proof = [hand.seen[card][-1] for card in cards if card in hand.seen]
    return Why(f"{hits.who} is over sixteen, with {listed(card for card in cards if card is not UNKNOWN)}", *proof)


@check("must-hit")
def has_drawn(hand: Farmer, stays: Stays) -> str | None:
    return None if hand.up[stays.who] else f"{stays.who} hasn't drawn a card"


@check("silent-bust")
def says_nothing(hand: Farmer, busts: Busts) -> str | None:
    return f"not everybody has stayed, and {busts.who} says it aloud"


@check("draw-order")
def has_stayed(hand: Farmer, shows: Shows) -> str | None:
    return None if shows.who in hand.stayed else f"{shows.who} hasn't stayed yet"


@check("one-pack")
def as_it_lies(hand: Farmer, shows: Shows) -> str | None:
    """The card face down, or the whole hand with what lies face up."""
    cards = hand.cards(shows.who)
    known = [card for card in cards if card is not UNKNOWN]
    if len(shows.cards) == 1 and not hand.drawn and shows.who not in hand.whole:
        return "without the drawing told, a whole hand is shown: two cards at least"
    if len(shows.cards) == 1:
        down = hand.down.get(shows.who, UNKNOWN)
        if shows.who not in hand.whole and down is UNKNOWN:
            if out_of_reach(hand, shows.who, shows.cards[0]):
                return f"by the totals told, {shows.cards[0].pretty} can't be there"
            return fresh(hand, *shows.cards)
        if shows.cards[0] in (hand.whole[shows.who].cards if shows.who in hand.whole else (down,)):
            return None
        return f"{shows.who}'s card face down was told as {down.pretty}"
    if (hand.drawn or shows.who in hand.whole) and len(shows.cards) != len(cards):
        return f"{shows.who} has {len(cards)} cards, not {len(shows.cards)}"
    if missing := [card for card in known if card not in shows.cards]:
        return f"{shows.who} has {listed(missing)} too"
    total = sum(VALUES[card.rank] for card in shows.cards)
    if isinstance(told := hand.told.get(shows.who), Holds) and told.total != total:
        return Why(f"that makes {total}, and {shows.who} told {told.total} ({at(told)})", told)
    new = [card for card in shows.cards if card not in known]
    if elsewhere := [card for card in new if out_of_reach(hand, shows.who, card)]:
        return f"by the totals told, {listed(elsewhere)} can't be there"
    return Why("a card is named twice") if len(set(shows.cards)) < len(shows.cards) else fresh(hand, *new)


def out_of_reach(hand: Farmer, seat: Seat, card: Card) -> bool:
    """Whether other hands have, by their totals, every card of this value."""
    return card not in hand.seen and not any(VALUES[one.rank] == VALUES[card.rank] for one in hand.left(seat))


@check("total-range")
def can_be(hand: Farmer, told: Holds) -> str | None:
    total = hand.total(told.who)
    if total is None and hand.busted(told.who) and told.who in hand.told:
        return None if told.total > GOAL else f"{told.who} told a bust"
    if total is not None:
        return None if total == told.total else f"{told.who} has {total}, not {told.total}"
    if told.total in (some := hand.totals(told.who)) or (not hand.drawn and told.total > max(some, default=0)):
        return None
    cards = [card for card in hand.cards(told.who) if card is not UNKNOWN]
    if hand.drawn:
        return f"{told.who}, with {listed(cards)}, can't have {told.total}"
    return f"two cards or more can't make {told.total}"


@check("bust-stays")
def over_26(hand: Farmer, told: Holds) -> str | None:
    """Without the drawing told, a total says what was drawn over sixteen: the last card counts ten at most."""
    return f"{told.total} means a card drawn over sixteen" if not hand.drawn and told.total > GOAL + 10 else None


@check("total-range")
def can_be_over(hand: Farmer, busts: Busts) -> str | None:
    total = hand.total(busts.who)
    most = total if total is not None else max(hand.totals(busts.who), default=0)
    return f"{busts.who} has {most} at most" if most <= GOAL else None


@check("farm-won")
def has_sixteen(hand: Farmer, takes: TakesFarm) -> str | None:
    total = hand.total(takes.who)
    if total == GOAL:
        return None
    return f"{takes.who} has {total}" if total is not None else f"{takes.who} is over sixteen"


@check("farm-tie")
def wins_the_tie(hand: Farmer, takes: TakesFarm) -> str | None:
    sixteens = [seat for seat in hand.around(hand.eldest) if hand.total(seat) == GOAL]
    if takes.who in may_win(hand, sixteens):
        return None
    return f"the tie is between {' and '.join(may_win(hand, sixteens))}"


@check("total-range")
def same_total(hand: Farmer, told: Holds) -> str | None:
    total = hand.total(told.who)
    if total is None and told.total > GOAL and hand.busted(told.who):
        return None
    return None if total == told.total else f"{told.who} had {total or 'more than sixteen'}, not {told.total}"


@check("total-range")
def was_over(hand: Farmer, busts: Busts) -> str | None:
    return None if hand.busted(busts.who) else f"{busts.who} had {hand.total(busts.who)}"


@check("farm-won", "farm-tie")
def took_farm(hand: Farmer, takes: TakesFarm) -> Answer:
    if takes.who == hand.farm_winner:
        return None
    rule = "farm-tie" if hand.total(takes.who) == GOAL else "farm-won"
    return {rule: f"{hand.farm_winner or 'nobody'} took the farm"}


GAME = Game(
    slug="farmer",
    name="Farmer",
    summary="Draw to sixteen: exactly sixteen wins the farm, the closest is paid, whoever is over pays the farmer.",
    family="drawing",
    players=range(2, 9),
    pack=Pack("A K Q J 10 9 7 6 5 4 3 2", without="6S 6D 6C", ace="low"),
    hand=Farmer,
    play=play_hand,
    over=lambda hand: False,
    open_table=True,
    rules=RULES,
    reports={
        Turns: Told("before the first deal", "first-farmer", "one-pack"),
        Deal: Told("first, and when a deal is finished; books the antes", "farm-passes", "first-farmer"),
        Hits: Told("on WHO's turn", "draw-order", "bust-stays", "one-pack"),
        Stays: Told("on WHO's turn", "draw-order", "must-hit"),
        Shows: Told("when WHO has stayed", "draw-order", "one-pack", "bust-stays"),
        Holds: Told("when all have stayed, or where no drawing is told", "total-range", "bust-stays"),
        Busts: Told("when all have stayed, or where no drawing is told", "total-range", "silent-bust"),
        TakesFarm: Told("several have sixteen, and the cards told leave the tie open", "farm-won", "farm-tie"),
    },
    categories={
        "ante": Category("one ante from everybody to the farm", "ante"),
        "farm": Category("all of the farm to its winner", "farm-won", "farm-tie"),
        "closest": Category("one ante from every lower total to the closest", "closest-paid"),
        "side-pot": Category("the same, shared by several closest; the rest to the farm", "side-pot"),
        "bust": Category("one ante from everybody over sixteen to the farmer", "bust-pays"),
        "farm-shared": Category("an equal share of the farm when the table stops"),
    },
    options=(Option("ante", 1, "the ante, and so the amount of every payment", ("ante", "closest-paid", "bust-pays")),),
    facts={
        "farm": lambda hand: holds(hand, FARM),
        "pot": lambda hand: holds(hand, FARM),
        "total": lambda hand: {seat: hand.total(seat) for seat in hand.seats if hand.up and hand.total(seat)},
        "deal": lambda hand: hand.number,
        "ante": lambda hand: hand.house["ante"],
    },
    accounts=(FARM,),
    chips=True,
    dealt=(one_face_down,),
    deal_out=lay_down,
    told_again={Holds: same_total, Busts: was_over, Shows: as_it_lies, TakesFarm: took_farm},
    closing=share_farm,
    short_form=(
        "`deal`, then `holds N` or `busts` for everybody in any order, and `takes farm` where several hold sixteen and"
        " it can't be told whose the farm is."
    ),
    rulings=(
        "A hand over sixteen isn't a lower one: it pays the farmer only. With everybody over, the farm stays.",
        "Where several are closest, each lower hand still pays one ante in all.",
        "Whoever has sixteen or less may always draw.",
        "When the table stops, the farm is shared evenly; a deal broken off gives its antes back.",
        "Fewest cards counts the one face down.",
        "Whoever leaves the table leaves the farm to the others; if it was the farmer, the next on the left deals.",
    ),
)
