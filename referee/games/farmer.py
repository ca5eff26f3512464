"""Farmer.  Draw to sixteen: exactly sixteen wins the farm, the closest below it is paid, whoever is over pays."""

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
from referee.game.game import Example, Game, Glance, Hand, Table
from referee.game.quick_reference import by_points
from referee.kit.endings import no_end
from referee.kit.holdings import fresh, untold
from referee.kit.ledger import collect, holds, pay, share
from referee.kit.messages import together, told_before
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
    """cards dealt face up from the left, until the six of hearts falls"""

    cards: Cards


class Hits(Report):
    """one card more, or several in a row; one that nobody named where none is told"""

    cards: Blind = Blind((UNKNOWN,))
    options = one_for_each(lambda hand, seat: [Blind((card,)) for card in (UNKNOWN, *hand.unseen())])


class Stays(Report):
    """no card more"""


class Shows(Report):
    """the card that lay face down, or the whole hand"""

    cards: Cards

    @classmethod
    def options(cls, hand: Farmer, seat: Seat) -> Iterable[Shows]:
        down = hand.down.get(seat, UNKNOWN)
        if not hand.drawn:
            return [cls(pair, who=seat) for pair in itertools.combinations(hand.unseen(), max(1, 1 + hand.least_drawn))]
        return [cls((card,), who=seat) for card in (hand.unseen() if down is UNKNOWN else [down])]


class Holds(Report):
    """the total of a hand"""

    total: int
    options = one_for_each(lambda hand, seat: range(1, hand.goal + 2 * max(hand.values.values()) + 1))


class Busts(Report):
    """a total over the goal"""


class TakesFarm(Report):
    """the farm, where several reach the goal and the cards told don't say whose it is"""


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
    rest: Rest | None = None

    @property
    def goal(self) -> int:
        """The total that takes the farm."""
        return int(self.house["goal"])

    @property
    def goal_said(self) -> str:
        return "sixteen" if self.goal == 16 else str(self.goal)

    @property
    def least_drawn(self) -> int:
        """How many cards everybody must draw."""
        return int(self.house["least-drawn"]) if self.enforces(must_hit) else 0

    @cached_property
    def values(self) -> dict[Rank, int]:
        """What the ranks count."""
        ace, court = self.house["ace"], self.house["court"]
        pips = {Rank(str(pips)): pips for pips in range(2, 11)}
        return {Rank("A"): ace, **dict.fromkeys(map(Rank, "KQJ"), court), **pips}

    def worth(self, card: Card) -> int:
        """What a card counts: nothing where nobody named it, or where it isn't in the pack."""
        return self.values.get(card.rank, 0)

    def count(self, cards: Iterable[Card]) -> int:
        values = self.values
        return sum([values.get(card.rank, 0) for card in cards])

    @property
    def drawn(self) -> bool:
        """The drawing is told, card by card."""
        return (bool(self.stayed) or any(self.up.values())) and not self.rest

    @property
    def drawing(self) -> bool:
        return self.drawn and len(self.stayed) < len(self.seats)

    def counted(self, seat: Seat) -> bool:
        """Whether it is known how many cards a hand has."""
        return self.drawn or seat in self.whole or seat in self.stayed

    def cards(self, seat: Seat) -> list[Card]:
        """The cards of a hand, the one face down first."""
        if seat in self.whole:
            return list(self.whole[seat].cards)
        return [self.down.get(seat, UNKNOWN), *self.up[seat]]

    def totals(self, seat: Seat) -> set[int]:
        """Every total that a hand may have, as far as the cards tell."""
        cards = self.cards(seat)
        known, blind = self.count(cards), cards.count(UNKNOWN)
        if self.counted(seat):
            sizes = range(blind, blind + 1)
        else:
            sizes = range(blind + max(0, self.least_drawn - len(self.up[seat])), MANY)
        every = functools.reduce(operator.or_, self.ways(seat, sizes[-1])[sizes[0] :])
        return {known + rest for rest in numbers_in(every)}

    def left(self, but: Seat) -> list[Card]:
        """Cards that nobody has seen, without those that other hands must have by their totals."""
        left, values = list(self.unseen()), self.values
        for seat, told in self.told.items():
            cards = self.cards(seat)
            if seat != but and isinstance(told, Holds) and self.counted(seat) and cards.count(UNKNOWN) == 1:
                value = told.total - self.count(cards)
                if taken := [card for card in left if values.get(card.rank, 0) == value]:
                    left.remove(taken[0])
        return left

    def ways(self, seat: Seat, most: int, without: Card | None = None) -> tuple[int, ...]:
        """What none, one, two … cards that nobody named can add up to in a hand, as bits."""
        worth = self.values
        values = [worth.get(card.rank, 0) for card in self.left(seat) if card is not without] if most else ()
        return sums_of(tuple(values), most)

    def sums(self, seat: Seat, size: int, without: Card | None = None) -> list[int]:
        """What so many cards that nobody named can add up to in a hand, from the least up."""
        return numbers_in(self.ways(seat, size, without)[size])

    def total(self, seat: Seat) -> int | None:
        """The total of a hand once it is known."""
        if isinstance(told := self.told.get(seat), Holds):
            return told.total
        totals = self.totals(seat) if self.counted(seat) else ()
        return next(iter(totals)) if len(totals) == 1 else None

    def busted(self, seat: Seat) -> bool:
        """A hand is known to be over the goal."""
        if told := self.told.get(seat):
            return isinstance(told, Busts) or told.total > self.goal
        return self.counted(seat) and min(self.totals(seat), default=0) > self.goal

    def settled(self, seat: Seat) -> bool:
        """The total of a hand is known, or that it is over the goal."""
        if seat in self.told or not self.counted(seat):
            return seat in self.told
        totals = self.totals(seat)
        return len(totals) == 1 or min(totals, default=0) > self.goal

    def untold(self) -> tuple[Seat, ...]:
        """Those whose totals are awaited, from the farmer's left."""
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
    meanwhile |= bar(draw_order, "totals are told when all have stayed", Holds)
    in_turn = drawing | the_rest(hand)
    while hand.drawing or not (hand.drawn or hand.told or hand.whole or hand.rest):
        match await (in_turn | meanwhile if hand.drawn else drawing | totals(hand, aside=True)):
            case (Hits() | Stays()) as drew:
                draw(hand, drew)
            case Rest() as rest:
                hand.rest = rest
            case told:
                take_total(hand, told)

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
            pay(hand, seat, payee, chips, bust_pays, f"{seat} is over {hand.goal_said}")


def draw(hand: Farmer, drew: Hits | Stays) -> None:
    hand.drawer = drew.who
    if isinstance(drew, Stays):
        stay(hand, drew.who)
        return
    hand.stayed.discard(drew.who)
    hand.up[drew.who] += drew.cards
    hand.tell(drew, *those_named(drew.cards))


def stay(hand: Farmer, seat: Seat) -> None:
    """The next who hasn't stayed draws."""
    hand.stayed.add(seat)
    hand.drawer = hand.next_matching(seat, lambda other: other not in hand.stayed)


def lay_down(hand: Farmer, dealt: Dealt) -> None:
    hand.down[dealt.who], *more = dealt.cards
    hand.up[dealt.who] = [*more, *hand.up[dealt.who]]
    hand.tell(dealt, *those_named(dealt.cards))


# Totals


def totals(hand: Farmer, aside: bool = False) -> Asks[Holds | Busts | Shows]:
    """Totals may come from anybody; those not known are awaited, once nobody draws."""
    return (
        hand.ask(hand.untold, Holds, free=True, aside=aside)
        | hand.ask(hand.untold, Busts, total_range, free=True, aside=aside)
        | hand.ask(hand.untold, Shows, one_pack, free=True, aside=aside)
    )


def take_total(hand: Farmer, told: Holds | Busts | Shows) -> None:
    who = told.who
    if isinstance(told, Shows):
        known = hand.cards(who)
        hand.tell(told, *(card for card in told.cards if card not in known))
        if len(told.cards) == 1 and hand.drawn:
            hand.down[who] = told.cards[0]
        else:
            hand.whole[who] = told
    elif not isinstance(hand.told.get(who), Holds):
        hand.told[who] = told
        if hand.drawn and who == hand.drawer:  # said aloud, and the table lets it pass
            stay(hand, who)
    if overdrawn(hand, who) and not any(finding.who == who for finding in hand.findings):
        hand.find(bust_stays, who, f"{who} drew the last card over {hand.goal_said}", told)


def overdrawn(hand: Farmer, seat: Seat) -> bool:
    """Whether a hand was certainly over the goal before its last card."""
    if not hand.up[seat]:
        return False
    *before, last = hand.down.get(seat, UNKNOWN), *hand.up[seat]
    least = hand.count(before) + min(hand.sums(seat, before.count(UNKNOWN)), default=0)
    if (total := hand.total(seat)) is not None:
        shown = hand.whole[seat].cards if seat in hand.whole else ()
        latest = [last] if last is not UNKNOWN else [card for card in shown if card not in before]
        latest = latest if hand.counted(seat) else []  # more were drawn, perhaps
        least = max(least, total - max(map(hand.worth, latest), default=max(hand.values.values())))
    return least > hand.goal


def out_of_reach(hand: Farmer, seat: Seat, card: Card) -> bool:
    """Whether other hands have, by their totals, every card of this value."""
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
            case told:  # cards shown may settle the tie
                take_total(hand, told)
    winner = hand.next_dealer = hand.farm_winner
    tied = together(at_goal)
    if len(at_goal) == 1:
        pay(hand, FARM, winner, holds(hand, FARM), farm_won, f"{winner} has {hand.goal_said}")
    elif hand.house["tie"] == "six":
        pay(hand, FARM, winner, holds(hand, FARM), farm_tie, f"{winner} wins the tie of {tied}")
    else:
        each = holds(hand, FARM) // len(at_goal)
        for seat in at_goal:
            pay(hand, FARM, seat, each, farm_tie, f"shared by {tied}")


def may_win(hand: Farmer) -> list[Seat]:
    """Who may take the farm of several at the goal (from the farmer's left), as far as the cards tell."""
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
    """Whether a hand at the goal has the six of hearts; None where it may."""
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
    """Every lower total pays an ante to the closest, or to a pot that several of them share."""
    alive = {seat: hand.total(seat) or 0 for seat in hand.around(hand.eldest) if not hand.busted(seat)}
    best = max(alive.values(), default=0)
    closest = [seat for seat, total in alive.items() if total == best]
    lower = [seat for seat, total in alive.items() if total < best]
    each: int = hand.house["ante"] * hand.house["lower"]
    alone = len(closest) == 1
    for seat in lower:
        because = f"{alive[seat]} against {best}"
        pay(hand, seat, closest[0] if alone else FARM, each, closest_paid if alone else side_pot, because)
    for seat in () if alone else closest:
        because = f"{best}, shared by {together(closest)}"
        pay(hand, FARM, seat, each * len(lower) // len(closest), side_pot, because)


def values(table: Table) -> dict[str, int]:
    hand = table.hand()
    return {card.text: hand.worth(card) for card in table.pack}


def share_farm(hand: Farmer) -> None:
    """When the table stops, the farm goes back to those who fed it; odd chips one each from the farmer's left."""
    around = hand.around(hand.after(hand.standing.dealer or hand.seats[-1]))
    share(hand, FARM, around, None, "the farm is shared", line="farm-shared")


# Rules: the farmer


@illegal(turn=Deal)
def first_farmer(hand: Farmer, turns: Turns) -> str | None:
    """Cards are turned, one to each in turn; the six of hearts makes its owner the farmer."""
    if SIX not in turns.cards:
        return f"the six of hearts hasn't fallen among {listed(turns.cards)}"
    return None if turns.cards.index(SIX) == len(turns.cards) - 1 else "the turning ends with the six of hearts"


farm_passes = illegal(
    "Whoever won the farm is the next farmer; while nobody wins it the farmer stays.", turn=Deal, place=Deal
)
ante = worth(
    "Everybody antes {ante} to the farm before each deal; when the table stops, the farm is shared evenly.",
    lines=("ante", "farm-shared"),
    ante=number(1, "the ante, and so the amount of every payment", least=1),
)

# Rules: drawing


@illegal(turn=(Hits, Stays))
def draw_order(hand: Farmer, shows: Shows) -> str | None:
    """From the farmer's left everybody in turn draws until content; the farmer is the last."""
    return None if shows.who in hand.stayed else f"{shows.who} hasn't stayed yet"


@illegal
def must_hit(
    hand: Farmer, stays: Stays, *, least_drawn: int = number(1, "cards that everybody must draw", least=0, most=1)
) -> str | None:
    """Everybody draws {least_drawn:word card} at least before staying."""
    return None if len(hand.up[stays.who]) >= least_drawn else f"{stays.who} hasn't drawn a card"


bust_stays = illegal(
    "Whoever is over {goal} draws no more.",
    finding="drew-after-bust",
    goal=number(16, "the total that takes the farm", least=11, most=25),
)


@judges(bust_stays)
def no_draw_over_the_goal(hand: Farmer, hits: Hits) -> str | None:
    """Judges every card of a report but the last as drawn before the next."""
    cards = [hand.down.get(hits.who, UNKNOWN), *hand.up[hits.who], *hits.cards[:-1]]
    blind = cards.count(UNKNOWN)
    if hand.count(cards) + min(hand.sums(hits.who, blind), default=blind) <= hand.goal:
        return None
    return Reason(f"{hits.who} is over {hand.goal_said}, with {listed(those_named(cards))}", *hand.proof_of(cards))


@judges(bust_stays)
def no_total_of_a_late_draw(hand: Farmer, told: Holds) -> str | None:
    """Without the drawing told, a total says what was drawn over the goal: the last card counts ten at most."""
    if hand.drawn or told.total <= hand.goal + max(hand.values.values()):
        return None
    return f"{told.total} means a card drawn over {hand.goal_said}"


silent_bust = illegal("A player over {goal} stays and doesn't say why.", goal=16)


@judges(silent_bust)
def says_nothing(hand: Farmer, busts: Busts) -> str | None:
    return f"not everybody has stayed, and {busts.who} says it aloud"


# Rules: the cards

one_pack = impossible("There are 45 cards, each once: no eight, and no six but the six of hearts.")


@judges(one_pack)
def one_face_down(hand: Farmer, dealt: Dealt) -> str | None:
    if len(dealt.cards) != 1:
        return miscounted(f"one card is dealt face down, not {len(dealt.cards)}")
    return told_before(hand, dealt) or fresh(hand, *dealt.cards)


judges(one_pack, of=(Turns, Hits))(untold)


@judges(one_pack, when="always")
def lies_so(hand: Farmer, shows: Shows) -> str | None:
    """The card face down, or the whole hand with what lies face up, and what was told of their total."""
    who, cards, shown = shows.who, hand.cards(shows.who), list(shows.cards)
    if len(shown) == 1 and (hand.counted(who) or hand.least_drawn):
        if not hand.counted(who):
            return "without the drawing told, a whole hand is shown: two cards at least"
        if who in hand.whole and shown[0] in cards:
            return None
        shown += cards[1:]
    known = those_named(cards)
    if hand.counted(who) and len(shown) != len(cards):
        return f"{who} has {so_many(len(cards), 'card')}, not {len(shown)}"
    if missing := [card for card in known if card not in shown]:
        return f"{who} has {listed(missing)} too"
    new = [card for card in those_named(shown) if card not in known]
    if elsewhere := [card for card in new if out_of_reach(hand, who, card)]:
        return f"by the totals told, {listed(elsewhere)} can't be there"
    if why := Reason("a card is named twice") if len(set(known + new)) < len(those_named(shown)) else fresh(hand, *new):
        return why
    told, makes = hand.told.get(who), hand.count(shown)
    if UNKNOWN in shown or told is None or (makes > hand.goal if isinstance(told, Busts) else makes == told.total):
        return None
    said = "a bust" if isinstance(told, Busts) else told.total
    return Reason(f"that makes {makes}, and {who} told {said} ({at(told)})", told)


total_range = arithmetic(
    "A hand is the card face down and those that were drawn. An ace counts {ace}, a court card {court}, the others"
    " their pips.",
    place=(Holds, Busts),
    ace=number(1, "what an ace counts", least=1, most=11),
    court=number(10, "what a court card counts", least=1, most=13),
)


@judges(total_range)
def can_be(hand: Farmer, told: Holds) -> str | None:
    who, total = told.who, hand.total(told.who)
    if total is not None:
        return None if total == told.total else f"{who} has {total}, not {told.total}"
    if who in hand.told and told.total <= hand.goal:
        return f"{who} told a bust"
    if told.total in (possible := hand.totals(who)) or (
        not hand.counted(who) and told.total > max(possible, default=0)
    ):
        return None
    if hand.counted(who) or hand.rest:
        return f"{who}, with {listed(those_named(hand.cards(who)))}, can't have {told.total}"
    return f"{'two cards' if hand.least_drawn else 'a card'} or more can't make {told.total}"


@judges(total_range)
def can_be_over(hand: Farmer, busts: Busts) -> str | None:
    total = hand.total(busts.who)
    most = total if total is not None else max(hand.totals(busts.who), default=0)
    return f"{busts.who} has {most} at most" if most <= hand.goal else None


@judges(total_range, bust_stays, when="again")
def same_total(hand: Farmer, told: Holds) -> Answer:
    """A total told of a hand of which only was known that it is over the goal must be one that it can have."""
    total = hand.total(told.who)
    if total is None and told.total > hand.goal:
        late = no_total_of_a_late_draw(hand, told)
        return {total_range: can_be(hand, told), bust_stays: late and cannot_happen(late)}
    had = total or f"more than {hand.goal_said}"
    return {total_range: None if total == told.total else f"{told.who} had {had}, not {told.total}"}


@judges(total_range, when="again")
def was_over(hand: Farmer, busts: Busts) -> str | None:
    return None if hand.busted(busts.who) else f"{busts.who} had {hand.total(busts.who)}"


# Rules: the farm


@illegal(lines="farm")
def farm_won(hand: Farmer, takes: TakesFarm, *, goal: int = 16) -> str | None:
    """Only a hand of exactly {goal} takes the farm."""
    total = hand.total(takes.who)
    over = f"is over {hand.goal_said}"
    return None if total == goal else f"{takes.who} {over if total is None else f'has {total}'}"


@illegal(
    lines="farm",
    tie={
        "six": "one takes the farm",
        "shared": "all share the farm, where what is left over stays, and one is the next farmer",
    },
)
def farm_tie(hand: Farmer, takes: TakesFarm) -> str | None:
    """Of several such hands {tie}: the one with the six of hearts, else the one with the fewest cards, else the
    farmer's, else the first from the farmer's left."""
    winners = may_win(hand)
    return None if takes.who in winners else f"the tie is between {together(winners)}"


@judges(farm_won, farm_tie, when="again")
def took_farm(hand: Farmer, takes: TakesFarm) -> Answer:
    if takes.who == hand.farm_winner:
        return None
    rule = farm_tie if hand.total(takes.who) == hand.goal else farm_won
    return {rule: cannot_happen(f"{hand.farm_winner or 'nobody'} took the farm, not {takes.who}")}


# Rules: payments

closest_paid = worth(
    "Where nobody has exactly {goal}, the farm stays, and every lower hand pays {lower:word ante} of {ante} to the"
    " closest.",
    lines="closest",
    goal=16,
    ante=1,
    lower=number(1, "antes that a lower hand pays to the closest"),
)
side_pot = worth(
    "Several closest share those payments in whole chips; what is left over goes to the farm.", lines="side-pot"
)
bust_pays = worth(
    "A hand over {goal} costs {bust:word ante} of {ante}, {busts_to}.",
    lines="bust",
    busts_to={
        "farmer": "which everybody but the farmer pays to the farmer",
        "farm": "which everybody pays to the farm, the farmer too",
    },
    goal=16,
    ante=1,
    bust=number(1, "antes that a hand over the goal pays"),
)


GAME = Game(
    slug="farmer",
    name="Farmer",
    summary="Draw to sixteen: exactly sixteen wins the farm, the closest is paid, whoever is over pays the farmer.",
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
        Deal: "first, and when a deal is finished; books the antes",
        Hits: "on WHO's turn",
        Stays: "on WHO's turn",
        Shows: "when WHO has stayed",
        Holds: "when all have stayed, or where no drawing is told",
        Busts: "when all have stayed, or where no drawing is told",
        Rest: "while cards are drawn, before the totals",
        TakesFarm: "several reach the goal, and the cards told leave the tie open",
    },
    pack_rule=one_pack,
    options=(
        Option(
            "busts-to",
            "farmer",
            "who is paid by those over the goal: the farmer, or the farm, by the farmer too",
            (bust_pays,),
            choices=("farmer", "farm"),
        ),
        Option(
            "tie",
            "six",
            "the farm goes to one of several at the goal, as the six of hearts decides; or they share it, and what is"
            " left over stays",
            (farm_tie,),
            choices=("six", "shared"),
        ),
    ),
    variants=(
        Variant("stand-pat", "The card dealt is enough for whoever likes it.", "least-drawn=0"),
        Variant("busts-to-the-farm", "Whoever is over pays into the farm.", "busts-to=farm"),
        Variant("shared-farm", "Several at sixteen share the farm.", "tie=shared"),
        Variant("aloud", "Whoever is over may say so at once.", "without=silent-bust"),
        Variant("twenty-one", "The goal is 21, as in blackjack.", "goal=21"),
    ),
    facts={
        "farm": lambda hand: holds(hand, FARM),
        "pot": lambda hand: holds(hand, FARM),
        "total": lambda hand: {seat: hand.total(seat) for seat in hand.seats if hand.up and hand.total(seat)},
        "deal": lambda hand: hand.number,
        "ante": lambda hand: hand.house["ante"],
    },
    accounts=(FARM,),
    chips=True,
    deal_out=lay_down,
    now=lambda hand: [f"farm {holds(hand, FARM)}"],
    closing=share_farm,
    at_a_glance=(
        Glance("cards each", f"{DEALT}, face down", total_range),
        Glance("card values", values, total_range, show=by_points),
        Glance("the farm goes to", lambda table: f"exactly {table.house['goal']}", farm_won),
        Glance(
            "first of several at the goal",
            lambda table: SIX.pretty if table.house["tie"] == "six" else "all share the farm",
            farm_tie,
        ),
        Glance("ante", lambda table: table.house["ante"], ante),
    ),
    short_form=(
        "`deal`, then `holds N` or `busts` for everybody in any order, and `takes farm` where several hold sixteen and"
        " it can't be told whose the farm is. While cards are drawn these come after `rest`."
    ),
    example=Example(
        "Ann Ben Cat",
        ("deal Ann", "Ann holds 16; Ben holds 15; Cat busts"),
        "Ann 3, Ben -1, Cat -2",
    ),
    rulings=(
        "A hand over the goal isn't a lower one, and pays nothing else. With everybody over, the farm stays.",
        "Where several are closest, each lower hand still pays one ante in all.",
        "Whoever isn't over the goal may always draw.",
        "When the table stops, the farm is shared evenly; a deal broken off gives its antes back.",
        "Fewest cards counts the one face down.",
        "Whoever leaves the table leaves the farm to the others; if it was the farmer, the next on the left deals.",
    ),
    edition=3,
)
