"""Put and Take: ten cards are turned up. Matching the first five costs chips, and matching the last five wins them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Self

from referee.cards import UNKNOWN, Card, Pack, Rank
from referee.game.asks import Asks, at, bar
from referee.game.common_reports import Deal
from referee.game.game import Example, Fact, Game, Glance, Hand, Table
from referee.game.quick_reference import spaced
from referee.kit.endings import no_end
from referee.kit.holdings import fresh
from referee.kit.ledger import collect, holds, pay, share
from referee.kit.rest import TOLD_SO, Rest, the_rest
from referee.language.reports import Blind, Report
from referee.language.words import Seat, so_many
from referee.rules.options import Option, Variant
from referee.rules.rule import (
    Answer,
    Reason,
    Rule,
    arithmetic,
    cannot_happen,
    illegal,
    impossible,
    in_letters,
    judges,
    miscounted,
    number,
    unclear,
    worth,
)

POT = "pot"


# Reports


class Dealt(Report):
    """a player's cards; after that, their matches are paid automatically"""

    cards: Blind


class Upcard(Report, speaker="none"):
    """the next card turned up; its rank is enough"""

    card: Card


class Payment(Report, limits={"credits": lambda hand, seat: 4 * sum(hand.rates)}):
    """Credits for the card turned up, or for a whole round if cards aren't entered."""

    credits: int

    @classmethod
    def options(cls, hand: PutAndTake, seat: Seat) -> Iterable[Self]:
        rate = None if hand.short else hand.rate
        amounts = [n * rate for n in range(1, 5)] if rate else sorted(round_totals(hand, seat, cls))
        every = amounts if hand.enforces(right_amount) else range(1, amounts[-1] + 1)
        return (cls(credits, who=seat) for credits in every if credits)


class Puts(Payment):
    """chips a player puts into the pot"""


class Takes(Payment):
    """chips a player takes from the pot"""


class Stop(Report, speaker="none", also=("stops",), as_said="the end of the hand"):
    """the hand is over, and nobody puts or takes anymore"""


@dataclass
class PutAndTake(Hand):
    """One deal: the cards turned up, the payments for each, and the hands that were entered.

    Cards are counted from 1. Payments for a whole round, or for the rest of one, belong to card 0. ``settled`` has the
    players whose payment for the open card was known when the rest was entered as totals.
    """

    turned: list[Upcard] = field(default_factory=list)
    paid: list[tuple[int, Payment]] = field(default_factory=list)
    got: dict[tuple[int, Seat], int] = field(default_factory=dict)  # from the pot for a card
    kept: set[tuple[int, Seat]] = field(default_factory=set)  # cards for which the table kept more than there were
    hands: dict[Seat, Dealt] = field(default_factory=dict)
    entered_at: dict[Seat, int] = field(default_factory=dict)  # the open card when a hand was entered
    rest: Rest | None = None
    settled: tuple[Seat, ...] = ()

    @cached_property
    def rates(self) -> tuple[int, ...]:
        rates: tuple[int, ...] = self.house[self.house["rates"]]
        return rates[: self.half]

    @property
    def size(self) -> int:
        """Cards dealt to each player."""
        return int(self.house["hand-size"])

    @cached_property
    def half(self) -> int:
        """Cards turned up in each round."""
        return int(self.house["turned"])

    def rate_of(self, card: int) -> int:
        return self.rates[(card - 1) % self.half]

    @property
    def rate(self) -> int | None:
        return self.rate_of(len(self.turned)) if self.turned else None

    def untold(self) -> tuple[Seat, ...]:
        """Players whose payments must be reported, from the dealer's left."""
        return tuple(seat for seat in self.around(self.eldest)[:-1] if self.rest or seat not in self.hands)

    @property
    def short(self) -> bool:
        """Whether whole rounds, or the rest of them, are entered."""
        return bool(self.rest) or (bool(self.paid) and not self.turned)

    @property
    def open_card(self) -> int:
        """The card that is paid for, or 0 for a whole round."""
        return 0 if self.rest else len(self.turned)

    @property
    def taking(self) -> bool:
        """Whether the take round has started: with its first card, or, without cards, with the first credits taken."""
        took = self.short and any(isinstance(payment, Takes) for _, payment in self.paid)
        return len(self.turned) > self.half or took

    @property
    def round(self) -> str:
        """The current round. If every hand is known, it ends with its last card, as nobody must report."""
        return "take" if self.taking or (len(self.turned) == self.half and not self.untold()) else "put"

    def kind(self, card: int) -> type[Payment]:
        """Whether players put or take for a card, or either if the house allows it."""
        return Payment if not self.enforces(right_round) else Puts if card <= self.half else Takes

    def payments(self, seat: Seat, card: int) -> list[Payment]:
        """The payments by SEAT for a card: put in the first round, taken in the second."""
        kind = self.kind(card)
        return [
            report for place, report in self.paid if place == card and report.who == seat and isinstance(report, kind)
        ]

    def matches(self, seat: Seat, card: int, more: int = 0) -> int | None:
        """Cards of the open rank by what SEAT paid and ``more``, or None if the table kept a wrong amount."""
        paid = sum([payment.credits for payment in self.payments(seat, card)])
        matched, odd = divmod(paid + more, self.rate_of(card))
        return None if odd or (card, seat) in self.kept else matched

    def in_round(self, seat: Seat, kind: type[Payment]) -> list[Payment]:
        """All that SEAT has put or taken so far; since `rest` if that was entered."""
        paid = [payment for card, payment in self.paid if not (self.rest and card)]
        return [payment for payment in paid if payment.who == seat and isinstance(payment, kind)]

    def held(self, seat: Seat, rank: Rank) -> list[Card]:
        """The cards of a rank in a known hand."""
        return [card for card in self.hands[seat].cards if card.rank == rank] if seat in self.hands else []

    def left(self, rank: Rank, cards: int, but: Seat) -> int:
        """Cards of a rank that aren't in other known hands or among the first cards turned up."""
        turned = [upcard for upcard in self.turned[:cards] if upcard.card.rank == rank]
        return 4 - len(turned) - sum(len(self.held(seat, rank)) for seat in self.hands if seat != but)

    def meant(self, report: Report, rank: Rank) -> list[Card]:
        """Only ranks count, so a bare rank stays bare."""
        return [Card(rank)]


# The hand


async def play_hand(hand: PutAndTake) -> None:
    await hand.deal(size=hand.size, sized=five_cards, spare=2 * hand.house["turned"], free=True)
    collect(hand, hand.around(hand.eldest), POT, ante(hand), ante)

    telling, stopping = hand.ask(None, Dealt, aside=True), hand.ask(None, Stop)
    turning = telling | hand.ask(None, Upcard)
    by_round = stopping | paying(hand, right_round, most_credits)
    by_card = paying(hand, right_round, right_amount, five_cards)
    begun = turning | by_round
    rounds = (telling | by_round | bar(right_round, "chips for the whole round were entered", Upcard)).maybe()
    rest = (telling | by_round | bar(right_round, TOLD_SO, Upcard)).maybe()
    cards = (
        turning
        | by_card
        | the_rest(hand)
        | bar(take_round, f"{2 * hand.half} cards must be turned up, and some are left", Stop, Deal)
    )
    last = (telling | by_card | stopping).maybe()
    while (turned := len(hand.turned)) < 2 * hand.half or hand.untold():
        by_total = rest if hand.rest else rounds
        match await (by_total if hand.short else begun if not turned else cards if turned < 2 * hand.half else last):
            case Upcard() as upcard:
                turn_up(hand, upcard)
            case Puts() | Takes() as payment:
                put_or_take(hand, payment)
            case Dealt() as dealt:
                enter_hand(hand, dealt)
            case Rest() as report:
                hand.settled = tuple(
                    seat for seat in hand.seats if seat in hand.hands or hand.payments(seat, len(hand.turned))
                )
                hand.rest = report
            case _:
                break

    # The end
    if not hand.rest:
        close_card(hand)
    if hand.house["rest"] == "dealer":
        pay(hand, POT, hand.dealer, holds(hand, POT), dealer_keeps, "what was left in the pot")


def paying(hand: PutAndTake, *rules: Rule) -> Asks[Report]:
    """An ask for payments by anybody except the dealer and players whose hands are known."""
    return hand.ask(hand.untold, Puts, Takes, no_dealer_hand, *rules, free=True, aside=True)


def turn_up(hand: PutAndTake, upcard: Upcard) -> None:
    """Turns up the next card. Known hands pay for it at once, from the dealer's left."""
    close_card(hand)
    hand.turned.append(upcard)
    hand.tell(upcard, upcard.card)
    for seat in hand.around(hand.eldest):
        pay_for(hand, seat, upcard)


def enter_hand(hand: PutAndTake, dealt: Dealt) -> None:
    """Stores a hand. Entered late, it shows what should have been paid; only the open card can still be paid for."""
    hand.hands[dealt.who] = dealt
    hand.entered_at[dealt.who] = open_card = len(hand.turned)
    hand.tell(dealt, *dealt.cards)
    for card in range(1, open_card):
        for seat in (dealt.who, *hand.untold()):
            look_back(hand, seat, card, open_card - 1)
    if hand.turned and not hand.rest and not hand.payments(dealt.who, open_card):
        pay_for(hand, dealt.who, hand.turned[-1])
    for kind in (Puts, Takes) if hand.short else ():
        payments = hand.in_round(dealt.who, kind)
        if (total := sum(payment.credits for payment in payments)) not in round_totals(hand, dealt.who, kind):
            hand.find(right_amount, dealt.who, f"these cards can't make {total} in a round", *payments, dealt)


def pay_for(hand: PutAndTake, seat: Seat, upcard: Upcard) -> None:
    """Pays for the open card as a known hand must."""
    card = len(hand.turned)
    if matches := len(hand.held(seat, upcard.card.rank)):
        kind = Puts if card <= hand.half else Takes
        payment = kind(matches * hand.rate_of(card), who=seat, line=upcard.line)
        put_or_take(hand, payment, hand.hands[seat])


def put_or_take(hand: PutAndTake, payment: Payment, *proof: Report) -> None:
    if hand.open_card and too_many_matched(hand, payment):
        hand.kept.add((hand.open_card, payment.who))
    hand.paid.append((hand.open_card, payment))
    who, credits = payment.who, payment.credits
    because = "the rest of the round" if hand.rest else matched(hand, credits) if hand.open_card else "the whole round"
    if isinstance(payment, Puts):
        pay(hand, who, POT, credits, put_round, because, payment, *proof)
        return
    if hand.house["empty-pot"] == "dealer":
        from_pot = min(credits, holds(hand, POT))
        pay(hand, POT, who, from_pot, take_round, because, payment, *proof)
        short = f"the dealer pays what the pot couldn't pay {who}"
        pay(hand, hand.dealer, who, credits - from_pot, dealer_covers, short, payment, *proof)
        return
    due = from_the_dealers_left(hand)
    for seat in sorted(due, key=lambda seat: due[seat]):  # credits given back come first
        why = because if seat == who else f"{who} takes first, closer to the dealer's left"
        pay(hand, POT, seat, due[seat], take_round, why, payment, *proof)


def matched(hand: PutAndTake, credits: int) -> str:
    """What was paid for the open card: ``2 cards match 4♠, 3 each``."""
    card, rate = hand.turned[-1].card.pretty, hand.rate or 1
    if credits % rate or not credits:
        return f"{card}, {rate} for each match"
    cards = credits // rate
    return f"1 card matches {card}, for {rate}" if cards == 1 else f"{cards} cards match {card}, {rate} each"


def from_the_dealers_left(hand: PutAndTake) -> dict[Seat, int]:
    """How much more, or less, each player gets from the pot for the open card, given all reports."""
    card, more = hand.open_card, {}
    takes = [report for of, report in hand.paid if of == card and isinstance(report, Takes)]
    left = holds(hand, POT) + sum(got for (of, _), got in hand.got.items() if of == card)
    for seat in hand.around(hand.eldest):
        gets = min(left, sum(report.credits for report in takes if report.who == seat))
        left -= gets
        if gets != (got := hand.got.get((card, seat), 0)):
            more[seat], hand.got[card, seat] = gets - got, gets
    return more


def close_card(hand: PutAndTake) -> None:
    """Closes the open card for payments."""
    card = len(hand.turned)
    for seat in hand.seats:
        if card and seat != hand.dealer and hand.entered_at.get(seat, card) == card:
            look_back(hand, seat, card, card)


def share_pot(hand: PutAndTake) -> None:
    """Shares what stayed in the pot when the table stops. Odd chips go one each from the next dealer's left."""
    around = hand.around(hand.after(hand.standing.dealer or hand.seats[-1]))
    share(hand, POT, around, None, "the pot is shared", line="pot-shared")


def look_back(hand: PutAndTake, seat: Seat, card: int, turned: int) -> None:
    """Records wrong payments for a card, judged by the known hands and the cards turned up."""
    upcard, payments, matched = hand.turned[card - 1], hand.payments(seat, card), hand.matches(seat, card)
    rank, proof = upcard.card.rank, (*payments, upcard)
    if matched is None:
        return
    if dealt := hand.hands.get(seat):
        if matched != (holding := len(hand.held(seat, rank))):
            paid = sum(payment.credits for payment in payments)
            why = f"{paid} paid for {upcard.card.pretty}, but the hand has {holding} of them ({at(dealt)})"
            hand.find(right_amount, seat, why, *proof, dealt)
        return
    if matched > (left := hand.left(rank, turned, seat)):
        why = f"{so_many(matched, 'card')} matched {upcard.card.pretty}, but only {left} were left"
        hand.find(right_amount, seat, why, *proof)
    for before, earlier in enumerate(hand.turned[: card - 1], 1):
        times = hand.matches(seat, before)
        if earlier.card.rank == rank and times not in (matched, None):
            with_cards = f"{so_many(times or 0, 'card')} for {earlier.card.pretty}"
            why = f"{seat}'s payments don't agree: {with_cards}, but {matched} for {upcard.card.pretty}"
            hand.find(right_amount, seat, why, *proof, *hand.payments(seat, before), earlier)


# What a round can add up to


def round_totals(hand: PutAndTake, seat: Seat, kind: type[Payment]) -> set[int]:
    """The totals a hand can put or take in a round, or in the rest of it, by its cards if they are known."""
    turned = len(hand.turned)
    of_open = kind is (Puts if turned <= hand.half else Takes)
    rates = hand.rates[1 + (turned - 1) % hand.half :] if turned and of_open else hand.rates
    if seat in hand.hands:
        entered = Counter(card.rank for card, reports in hand.seen.items() for _ in reports)
        ranks = Counter(card.rank for card in hand.hands[seat].cards)
        possible = set(totals(rates, tuple((count, 4 - entered[rank]) for rank, count in ranks.items())))
    else:
        possible = any_totals(rates, hand.size)
    if not turned or not of_open or seat in hand.settled:
        return possible
    matches = [len(hand.held(seat, hand.turned[-1].card.rank))] if seat in hand.hands else range(4)
    return {total + times * hand.rate_of(turned) for total in possible for times in matches}


def any_totals(rates: tuple[int, ...], cards: int) -> set[int]:
    """The totals that any hand of this size can put or take in a round."""
    return set().union(*(totals(rates, tuple((n, 4 - n) for n in shape)) for shape in shapes(cards)))


@cache
def shapes(cards: int, most: int = 4) -> tuple[tuple[int, ...], ...]:
    """Splits of a number of cards by rank, in descending order."""
    if not cards:
        return ((),)
    return tuple((n, *rest) for n in range(min(cards, most), 0, -1) for rest in shapes(cards - n, n))


@cache
def totals(rates: tuple[int, ...], ranks: tuple[tuple[int, int], ...]) -> frozenset[int]:
    """The totals at these rates for a hand, given each rank's number of cards and how often it may turn up."""
    if not rates:
        return frozenset({0})
    rate, *others = rates
    sums = set(totals(tuple(others), ranks))
    for i, (held, left) in enumerate(ranks):
        if left > 0:
            rest = (*ranks[:i], (held, left - 1), *ranks[i + 1 :])
            sums |= {held * rate + total for total in totals(tuple(others), rest)}
    return frozenset(sums)


# Rules: the cards

five_cards = arithmetic(
    "Each player except the dealer gets {hand_size:word card}.",
    place=Deal,
    hand_size=number(5, "cards dealt to each player", least=1, most=lambda players: min(8, 42 // (players - 1))),
)
no_dealer_hand = impossible(
    "The dealer gets no cards, and so doesn't match anything.", asked="dealer get cards, dealer have cards"
)
one_pack = impossible("The deck has 52 cards, one of each.")


@judges(five_cards, no_dealer_hand, one_pack, when="always")
def five_each(hand: PutAndTake, dealt: Dealt) -> Answer:
    if before := hand.hands.get(dealt.who):
        again = hand.finished and sorted(map(str, before.cards)) == sorted(map(str, dealt.cards))
        return (
            None if again else {five_cards: Reason(f"{dealt.who}'s cards were already entered ({at(before)})", before)}
        )
    count: str | None = None
    if len(dealt.cards) != hand.size:
        count = miscounted(f"{hand.size} cards are dealt, not {len(dealt.cards)}")
    elif UNKNOWN in dealt.cards:
        count = unclear(f"payments depend on the cards, so name all {in_letters(hand.size)}")
    no_hand = f"{dealt.who} is the dealer and has no cards" if dealt.who == hand.dealer else None
    return {five_cards: count, no_dealer_hand: no_hand, one_pack: in_the_pack(hand, *dealt.cards)}


@judges(one_pack)
def from_the_pack(hand: PutAndTake, upcard: Upcard) -> str | None:
    return in_the_pack(hand, upcard.card)


def in_the_pack(hand: PutAndTake, *cards: Card) -> str | None:
    """Why cards can't be entered now: they were entered before, or make more than four of a rank."""
    if why := fresh(hand, *(card for card in cards if not card.is_bare)):
        return why
    for rank, count in Counter(card.rank for card in cards if card is not UNKNOWN).items():
        reports = hand.reports_of(rank)
        if len(reports) + count > 4:
            return Reason(
                f"{len(reports)} of the four cards of rank {rank} were already entered, so there can't be {count} more",
                *reports,
            )
    return None


@judges(no_dealer_hand)
def not_the_dealer(hand: PutAndTake, payment: Payment) -> str | None:
    return f"{payment.who} is the dealer and has no cards to match with" if payment.who == hand.dealer else None


# Rules: the rounds

ante = worth(
    "{ante}.",
    lines="ante",
    ante=number(
        0,
        "chips each player antes at the deal",
        words={"0": "there is no ante", "N": "each player antes {N:chip} at the deal"},
    ),
)
put_round = worth(
    "The put round: the dealer turns up {turned:word card}, one at a time. For each card in your hand of the same"
    " rank as the card turned up, put that turn's rate into the pot. {rates}.",
    lines="put",
    rates={
        "rising": "the rates go up from card to card: {rising} chips. With `rates=double`, they are {double}",
        "double": "the rates double from card to card: {double} chips. With `rates=rising`, they are {rising}",
    },
    turned=number(5, "cards turned up in each round", least=2, most=5),
    rising=number((1, 2, 3, 4, 5), "chips for a match, card by card, if the rates go up", least=1),
    double=number((1, 2, 4, 8, 16), "chips for a match, card by card, if the rates double", least=1),
    asked="put, how much put",
)
take_round = worth(
    "The take round: the dealer discards the cards turned up and turns up {turned:word} more. Now take that turn's"
    " rate from the pot for each match.",
    lines="take",
    place=Stop,
    turned=5,
    asked="take, how much take",
)


@judges(take_round, when="again")
def stopped(hand: PutAndTake, stop: Stop) -> None:
    """Whether the hand may be ended. A hand that is already over may be."""


@illegal(place=(Puts, Takes))
def right_round(hand: PutAndTake, payment: Payment, *, turned: int = 5) -> str | None:
    """You put for the first {turned:word card}, and take for the last {turned:word}."""
    if isinstance(payment, Puts):
        return "the take round has started" if hand.taking else None
    early = hand.turned and not hand.taking and not hand.rest
    so_far = f"{len(hand.turned)} of {turned} cards {'has' if len(hand.turned) == 1 else 'have'} been turned up"
    return f"the put round isn't over: {so_far}" if early else None


@illegal(finding="wrong-payment", asked="two same rank, match twice, put/take too little/much/many/few, wrong amount")
def right_amount(hand: PutAndTake, payment: Payment) -> str | None:
    """You must put or take the turn's rate for each card in your hand of the same rank as the card turned up."""
    if not hand.turned or payment.credits < 0:
        return cannot_happen(f"nobody can pay {payment.credits}")
    if not hand.enforces(right_amount):
        return None
    if why := too_many_matched(hand, payment):
        return why
    who, upcard, dealt = payment.who, hand.turned[-1], hand.hands.get(payment.who)
    rate, total = hand.rate_of(len(hand.turned)), in_all(hand, payment)
    due = rate * len(hand.held(who, upcard.card.rank))
    if dealt and total > due:
        return Reason(
            f"with these cards ({at(dealt)}), {who} must pay {due} for {upcard.card.pretty}, not {total}", dealt
        )
    return (
        Reason(f"a match pays {rate}, so {payment.credits} isn't possible", upcard) if payment.credits % rate else None
    )


def in_all(hand: PutAndTake, payment: Payment) -> int:
    """What a player pays for the open card, with this payment."""
    before = hand.payments(payment.who, len(hand.turned))
    return payment.credits + sum(other.credits for other in before if type(other) is type(payment))


def too_many_matched(hand: PutAndTake, payment: Payment) -> Reason | None:
    """Why there aren't as many cards of the open rank as a payment is for, or None."""
    who, card, upcard = payment.who, len(hand.turned), hand.turned[-1]
    rank = upcard.card.rank
    others = [seat for seat in hand.seats if seat != who and (hand.held(seat, rank) or hand.matches(seat, card))]
    left = hand.left(rank, card, who) - sum(hand.matches(seat, card) or 0 for seat in others if seat not in hand.hands)
    paid = payment.credits if who in hand.hands else in_all(hand, payment)
    if paid // hand.rate_of(card) <= left:
        return None
    proof = [report for seat in others for report in (hand.hands.get(seat), *hand.payments(seat, card)) if report]
    cards = f"at most {so_many(left, 'card')}" if left > 0 else "no card"
    return Reason(f"{who} can match {upcard.card.pretty} with {cards}", upcard, *proof)


@judges(five_cards)
def five_matched(hand: PutAndTake, payment: Payment) -> str | None:
    """The cards matched by an unknown hand. If a rank is turned up twice, the smaller number counts."""
    held: dict[Rank, int] = {}
    if payment.who in hand.hands or not hand.enforces(right_amount):
        return None
    for card, upcard in enumerate(hand.turned, 1):
        more = payment.credits if card == len(hand.turned) else 0
        if matched := hand.matches(payment.who, card, more):
            held[upcard.card.rank] = min(matched, held.get(upcard.card.rank, matched))
    matching = sum(held.values())
    has = f"{payment.who} has {in_letters(hand.size)}"
    return f"that makes {so_many(matching, 'card')} matched, but {has}" if matching > hand.size else None


@arithmetic
def most_credits(hand: PutAndTake, payment: Payment, *, turned: int = 5) -> str | None:
    """Your total for a round must be possible with your cards and the {turned:word card} turned up."""
    kind = type(payment)
    before, possible = hand.in_round(payment.who, kind), round_totals(hand, payment.who, kind)
    total = payment.credits + sum(other.credits for other in before)
    any_amount = not hand.enforces(right_amount) and total <= max(possible)
    if payment.credits >= 0 and (any_amount or total in possible):
        return None
    cards = f"{payment.who}'s {in_letters(hand.size)} cards"
    return Reason(f"{cards} can make at most {max(possible)} in a round, and never {total}", *before)


@judges(right_amount, most_credits, when="again")
def paid_so(hand: PutAndTake, payment: Payment) -> Answer:
    """Whether the credits for a whole round agree with a hand that is over."""
    total = sum(other.credits for other in hand.in_round(payment.who, type(payment)))
    why = cannot_happen(f"{payment.who} {payment.verb} {total} in that round, not {payment.credits}")
    return None if payment.credits == total else {right_amount if hand.turned else most_credits: why}


# Rules: the pot

dealer_covers = worth(
    "If the pot can't pay a player, {empty_pot} pays what is missing.",
    lines="covered",
    empty_pot={"dealer": "the dealer", "nobody": "nobody"},
    asked="pot empty, not enough pot, pot short",
)
dealer_keeps = worth(
    "After the last card, what is left in the pot {rest}.",
    lines=("rest", "pot-shared"),
    rest={
        "dealer": "goes to the dealer",
        "stays": "stays for the next hand, and is shared if you stop",
    },
    asked="left pot, rest pot, who get pot",
)


def rates(table: Table) -> tuple[int, ...]:
    hand: PutAndTake = table.hand()
    return hand.rates


def now(hand: PutAndTake) -> Iterator[str]:
    yield f"pot {holds(hand, POT)}"
    if hand.turned:
        yield f"{hand.round} round" + ("" if hand.rest else f", {hand.rate} for each match")


GAME = Game(
    slug="put-and-take",
    name="Put and Take",
    summary="Ten cards are turned up. Matching the first five costs chips, and matching the last five wins them.",
    family="gambling",
    players=range(2, 10),
    pack=Pack(),
    hand=PutAndTake,
    play=play_hand,
    over=no_end,
    open_table=True,
    chips=True,
    accounts=(POT,),
    verbs={
        Deal: "to start, and after a hand is over",
        Dealt: "any time in the hand",
        Upcard: "after the deal, until both rounds are over",
        Puts: "for the card turned up, by players whose hands aren't known; without `upcard`, for a whole round",
        Takes: "for the card turned up, by players whose hands aren't known; without `upcard`, for a whole round",
        Rest: "after a card was turned up; `puts` and `takes` are then for the rest of each round",
        Stop: "after the last card, after `rest`, or in a hand without `upcard`; `deal` and `end` do the same",
    },
    pack_rule=one_pack,
    options=(
        Option(
            "rates",
            "rising",
            "whether the price of a match goes up or doubles from card to card",
            (put_round, take_round, most_credits),
            choices=("rising", "double"),
        ),
        Option(
            "empty-pot",
            "dealer",
            "who pays if the pot is empty: the dealer, or nobody",
            (dealer_covers,),
            choices=("dealer", "nobody"),
        ),
        Option(
            "rest",
            "dealer",
            "what happens to chips left in the pot: the dealer gets them, or they stay for the next hand and"
            " are shared if you stop",
            (dealer_keeps,),
            choices=("dealer", "stays"),
        ),
    ),
    variants=(
        Variant("doubling", "In each round, the rate doubles from card to card.", "rates=double"),
        Variant("one-credit", "The rate is one chip for every card.", "rising=1/1/1/1/1"),
        Variant(
            "standing-pot",
            "Everybody antes, the pot stays for the next hand, and the dealer doesn't cover it.",
            "ante=1, rest=stays, empty-pot=nobody",
        ),
        Variant("eight-cards", "Eight cards each, if there are enough.", "hand-size=8"),
    ),
    facts={
        "pot": Fact(lambda hand: holds(hand, POT), "its chips"),
        "round": lambda hand: hand.round,
        "turned": Fact(lambda hand: len(hand.turned), "cards turned up in the round"),
        "rate": Fact(lambda hand: hand.rate, "chips for a match"),
        "hand": Fact(lambda hand: hand.number, "its number"),
    },
    closing=share_pot,
    now=now,
    at_a_glance=(
        Glance(
            "cards each",
            lambda table: f"{table.house['hand-size']}, none for the dealer",
            five_cards,
            no_dealer_hand,
        ),
        Glance("rates, card by card", rates, put_round, show=spaced),
        Glance(
            "most chips one player can put or take in a round",
            lambda table: max(any_totals(rates(table), table.house["hand-size"])),
            most_credits,
        ),
    ),
    short_form=(
        "Type `deal`, then what each player `puts` in the first round and `takes` in the second, then `stop`. Leave"
        " out players who put or took nothing. If you stop entering cards in the middle of a hand, type `rest` before"
        " the totals."
    ),
    example=Example(
        "Ann Ben Cat",
        ("deal", "Ben puts 5; Cat puts 3", "Ben takes 4", "stop"),
        "Ann 4, Ben -1, Cat -3",
    ),
    rulings=(
        "If the pot can't pay everyone who matches a card, pay the players in turn, starting on the dealer's left. That"
        " matters only if nobody pays what is missing.",
        "After `rest`, what a player puts or takes includes the card that is face up, unless that payment was entered"
        " before.",
        "A rank may be turned up twice. It counts each time.",
        "The deal passes to the left by custom, but another player may deal.",
        "If you type `end` before the last card, the hand is void and its chips go back. If cards aren't"
        " entered, `end` closes the hand instead.",
    ),
    edition=3,
)
