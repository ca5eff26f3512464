"""Put and Take.  Ten cards are turned up: whoever matches the first five feeds the pot, then five are taken for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Self

from referee.cards import UNKNOWN, Card, Pack, Rank
from referee.game.asks import Asks, at, bar
from referee.game.common_reports import Deal
from referee.game.game import Example, Game, Glance, Hand, Table
from referee.game.quick_reference import spaced
from referee.kit.endings import no_end
from referee.kit.holdings import fresh
from referee.kit.ledger import collect, holds, pay, share
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
    """the cards a player was dealt, also late: from then on matches are paid without being reported"""

    cards: Blind


class Upcard(Report, speaker="none"):
    """the next card turned up; its rank will do"""

    card: Card


class Payment(Report):
    """credits for the card turned up, or where no card was told for a whole round"""

    credits: int

    @classmethod
    def options(cls, hand: PutAndTake, seat: Seat) -> Iterable[Self]:
        amounts = [n * hand.rate for n in range(1, 5)] if hand.rate else sorted(round_totals(hand, seat))
        every = amounts if hand.enforces(right_amount) else range(1, amounts[-1] + 1)
        return (cls(credits, who=seat) for credits in every if credits)


class Puts(Payment):
    """credits put into the pot for the card turned up, or in the whole round where no card is told"""


class Takes(Payment):
    """credits taken for the card turned up, or in the whole round where no card is told"""


class Stop(Report, speaker="none", also=("stops",), as_said="the hand stops"):
    """nobody puts or takes any more"""


@dataclass
class PutAndTake(Hand):
    """One deal: the cards turned up, what was paid for each, and the hands that were told.

    Cards are counted from one; what is told of a whole round is paid for card 0.
    """

    turned: list[Upcard] = field(default_factory=list)
    paid: list[tuple[int, Payment]] = field(default_factory=list)
    got: dict[tuple[int, Seat], int] = field(default_factory=dict)  # from the pot for a card
    told: dict[Seat, Dealt] = field(default_factory=dict)
    told_at: dict[Seat, int] = field(default_factory=dict)  # the card that lay open when a hand was told

    @cached_property
    def rates(self) -> tuple[int, ...]:
        rates: tuple[int, ...] = self.house[self.house["rates"]]
        return rates[: self.half]

    @property
    def size(self) -> int:
        """Cards that a player holds."""
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
        """Whose payments must be reported, from the dealer's left."""
        return tuple(seat for seat in self.around(self.eldest)[:-1] if seat not in self.told)

    @property
    def short(self) -> bool:
        """Whole rounds are told."""
        return bool(self.paid) and not self.turned

    @property
    def taking(self) -> bool:
        """The take round has begun: with its first card, or where no card is told with what somebody took."""
        took = self.short and any(isinstance(payment, Takes) for _, payment in self.paid)
        return len(self.turned) > self.half or took

    @property
    def round(self) -> str:
        """With every hand told nobody needs to be waited for after the last card that is put for."""
        return "take" if self.taking or (len(self.turned) == self.half and not self.untold()) else "put"

    def kind(self, card: int) -> type[Payment]:
        """What is done for a card: put or taken, or either where the house lets it."""
        return Payment if not self.enforces(right_round) else Puts if card <= self.half else Takes

    def payments(self, seat: Seat, card: int) -> list[Payment]:
        """What SEAT put for a card of the first round, or took for one of the second."""
        kind = self.kind(card)
        return [told for place, told in self.paid if place == card and told.who == seat and isinstance(told, kind)]

    def matches(self, seat: Seat, card: int, more: int = 0) -> int | None:
        """Cards of the rank turned up, by what SEAT paid and MORE; None where the table let another sum stand."""
        paid = sum([payment.credits for payment in self.payments(seat, card)])
        matched, odd = divmod(paid + more, self.rate_of(card))
        return None if odd else matched

    def in_round(self, seat: Seat, kind: type[Payment]) -> list[Payment]:
        """What SEAT put or took so far, whatever it was for."""
        return [payment for _, payment in self.paid if payment.who == seat and isinstance(payment, kind)]

    def held(self, seat: Seat, rank: Rank) -> list[Card]:
        """The cards of a rank in a hand that was told."""
        return [card for card in self.told[seat].cards if card.rank == rank] if seat in self.told else []

    def left(self, rank: Rank, cards: int, but: Seat) -> int:
        """Cards of a rank that are neither in told hands but one, nor among the first so many turned up."""
        turned = [upcard for upcard in self.turned[:cards] if upcard.card.rank == rank]
        return 4 - len(turned) - sum(len(self.held(seat, rank)) for seat in self.told if seat != but)

    def meant(self, report: Report, rank: Rank) -> list[Card]:
        """Only ranks count, so a bare one stands as it is."""
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
    rounds = (telling | by_round | bar(right_round, "credits of a whole round were told", Upcard)).maybe()
    cards = (
        turning | by_card | bar(take_round, f"{2 * hand.half} cards are turned up, and not all have been", Stop, Deal)
    )
    last = (telling | by_card | stopping).maybe()
    while (turned := len(hand.turned)) < 2 * hand.half or hand.untold():
        match await (rounds if hand.short else begun if not turned else cards if turned < 2 * hand.half else last):
            case Upcard() as upcard:
                turn_up(hand, upcard)
            case Puts() | Takes() as payment:
                put_or_take(hand, payment)
            case Dealt() as dealt:
                tell_hand(hand, dealt)
            case _:
                break

    # The end
    close_card(hand)
    if hand.house["rest"] == "dealer":
        pay(hand, POT, hand.dealer, holds(hand, POT), dealer_keeps, "what was left in the pot")


def paying(hand: PutAndTake, *rules: Rule) -> Asks[Report]:
    """Anybody may have to pay, but those whose hands were told, and the dealer."""
    return hand.ask(hand.untold, Puts, Takes, no_dealer_hand, *rules, free=True, aside=True)


def turn_up(hand: PutAndTake, upcard: Upcard) -> None:
    """The next card; those whose hands were told pay for it at once, from the dealer's left."""
    close_card(hand)
    hand.turned.append(upcard)
    hand.tell(upcard, upcard.card)
    for seat in hand.around(hand.eldest):
        pay_for(hand, seat, upcard)


def tell_hand(hand: PutAndTake, dealt: Dealt) -> None:
    """Cards told late say what should have been paid so far; only the open card can still be paid for."""
    hand.told[dealt.who] = dealt
    hand.told_at[dealt.who] = open_card = len(hand.turned)
    hand.tell(dealt, *dealt.cards)
    for card in range(1, open_card):
        for seat in (dealt.who, *hand.untold()):
            look_back(hand, seat, card, open_card - 1)
    if hand.turned and not hand.payments(dealt.who, open_card):
        pay_for(hand, dealt.who, hand.turned[-1])
    for payments in (hand.in_round(dealt.who, Puts), hand.in_round(dealt.who, Takes)) if hand.short else ():
        if (total := sum(payment.credits for payment in payments)) not in round_totals(hand, dealt.who):
            hand.find(right_amount, dealt.who, f"these cards can't make {total} in a round", *payments, dealt)


def pay_for(hand: PutAndTake, seat: Seat, upcard: Upcard) -> None:
    """What a hand that was told puts or takes for the open card."""
    card = len(hand.turned)
    if matches := len(hand.held(seat, upcard.card.rank)):
        kind = Puts if card <= hand.half else Takes
        payment = kind(matches * hand.rate_of(card), who=seat, line=upcard.line)
        put_or_take(hand, payment, hand.told[seat])


def put_or_take(hand: PutAndTake, payment: Payment, *proof: Report) -> None:
    hand.paid.append((len(hand.turned), payment))
    who, credits = payment.who, payment.credits
    because = f"{hand.turned[-1].card.pretty} at {hand.rate} a match" if hand.turned else "the whole round"
    if isinstance(payment, Puts):
        pay(hand, who, POT, credits, put_round, because, payment, *proof)
        return
    if hand.house["empty-pot"] == "dealer":
        from_pot = min(credits, holds(hand, POT))
        pay(hand, POT, who, from_pot, take_round, because, payment, *proof)
        pay(hand, hand.dealer, who, credits - from_pot, dealer_covers, because, payment, *proof)
        return
    due = from_the_dealers_left(hand)
    for seat in sorted(due, key=lambda seat: due[seat]):  # what somebody gives back comes first
        why = because if seat == who else f"{who} sits nearer to the dealer's left"
        pay(hand, POT, seat, due[seat], take_round, why, payment, *proof)


def from_the_dealers_left(hand: PutAndTake) -> dict[Seat, int]:
    """How much more, or less, those who match the open card get from the pot by all that is told of it."""
    card, more = len(hand.turned), {}
    takes = [told for of, told in hand.paid if of == card and isinstance(told, Takes)]
    left = holds(hand, POT) + sum(got for (of, _), got in hand.got.items() if of == card)
    for seat in hand.around(hand.eldest):
        gets = min(left, sum(told.credits for told in takes if told.who == seat))
        left -= gets
        if gets != (got := hand.got.get((card, seat), 0)):
            more[seat], hand.got[card, seat] = gets - got, gets
    return more


def close_card(hand: PutAndTake) -> None:
    """Nothing more is paid for the open card."""
    card = len(hand.turned)
    for seat in hand.seats:
        if card and seat != hand.dealer and hand.told_at.get(seat, card) == card:
            look_back(hand, seat, card, card)


def share_pot(hand: PutAndTake) -> None:
    """When the table stops, what stayed in the pot is shared by all; odd chips one each from the next dealer's left."""
    around = hand.around(hand.after(hand.standing.dealer or hand.seats[-1]))
    share(hand, POT, around, None, "the pot is shared", line="pot-shared")


def look_back(hand: PutAndTake, seat: Seat, card: int, turned: int) -> None:
    """Finds what was paid wrongly for a card, by the hands told and so many cards turned up."""
    upcard, payments, matched = hand.turned[card - 1], hand.payments(seat, card), hand.matches(seat, card)
    rank, proof = upcard.card.rank, (*payments, upcard)
    if dealt := hand.told.get(seat):
        if matched != (holding := len(hand.held(seat, rank))):
            paid = sum(payment.credits for payment in payments)
            why = f"{paid} paid for {upcard.card.pretty}, and the hand has {holding} of them ({at(dealt)})"
            hand.find(right_amount, seat, why, *proof, dealt)
        return
    if (matched or 0) > (left := hand.left(rank, turned, seat)):
        why = f"{so_many(matched or 0, 'card')} matched {upcard.card.pretty}, and {left} were left"
        hand.find(right_amount, seat, why, *proof)
    for before, earlier in enumerate(hand.turned[: card - 1], 1):
        times = hand.matches(seat, before)
        if earlier.card.rank == rank and times != matched and None not in (times, matched):
            with_cards = f"{earlier.card.pretty} with {so_many(times or 0, 'card')}"
            why = f"{seat} matched {with_cards}, {upcard.card.pretty} with {matched}"
            hand.find(right_amount, seat, why, *proof, *hand.payments(seat, before), earlier)


# What a round can bring


def round_totals(hand: PutAndTake, seat: Seat) -> set[int]:
    """What a hand can put or take in a round: by its cards, where they were told."""
    if seat not in hand.told:
        return any_totals(hand.rates, hand.size)
    told = Counter(card.rank for card, reports in hand.seen.items() for _ in reports)
    ranks = Counter(card.rank for card in hand.told[seat].cards)
    return set(totals(hand.rates, tuple((count, 4 - told[rank]) for rank, count in ranks.items())))


def any_totals(rates: tuple[int, ...], cards: int) -> set[int]:
    """What any hand of so many cards can put or take in a round."""
    return set().union(*(totals(rates, tuple((n, 4 - n) for n in shape)) for shape in shapes(cards)))


@cache
def shapes(cards: int, most: int = 4) -> tuple[tuple[int, ...], ...]:
    """So many cards by rank: so many of one, no more of the next."""
    if not cards:
        return ((),)
    return tuple((n, *rest) for n in range(min(cards, most), 0, -1) for rest in shapes(cards - n, n))


@cache
def totals(rates: tuple[int, ...], ranks: tuple[tuple[int, int], ...]) -> frozenset[int]:
    """What cards turned up at these rates bring a hand, of which every rank is held and may turn up so many times."""
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
    "Every player but the dealer has {hand_size:word card}.",
    place=Deal,
    hand_size=number(5, "cards each", least=1, most=lambda players: min(8, 42 // (players - 1))),
)
no_dealer_hand = impossible("The dealer has no cards, and so nothing to put or take for.")
one_pack = impossible("Each of the 52 cards is there once, those turned up among them.")


@judges(five_cards, no_dealer_hand, one_pack, when="always")
def five_each(hand: PutAndTake, dealt: Dealt) -> Answer:
    if before := hand.told.get(dealt.who):
        again = hand.finished and sorted(map(str, before.cards)) == sorted(map(str, dealt.cards))
        return None if again else {five_cards: Reason(f"{dealt.who}'s cards were told before ({at(before)})", before)}
    count: str | None = None
    if len(dealt.cards) != hand.size:
        count = miscounted(f"{in_letters(hand.size)} cards are dealt, not {len(dealt.cards)}")
    elif UNKNOWN in dealt.cards:
        count = unclear(f"what is paid follows from the cards, so all {in_letters(hand.size)} are named")
    no_hand = f"{dealt.who} deals, and has no cards" if dealt.who == hand.dealer else None
    return {five_cards: count, no_dealer_hand: no_hand, one_pack: in_the_pack(hand, *dealt.cards)}


@judges(one_pack)
def from_the_pack(hand: PutAndTake, upcard: Upcard) -> str | None:
    return in_the_pack(hand, upcard.card)


def in_the_pack(hand: PutAndTake, *cards: Card) -> str | None:
    """Why cards can't be told now: told before, or more than four of a rank."""
    if why := fresh(hand, *(card for card in cards if not card.is_bare)):
        return why
    for rank, count in Counter(card.rank for card in cards if card is not UNKNOWN).items():
        told = hand.told_of(rank)
        if len(told) + count > 4:
            return Reason(f"{len(told)} of the four cards of rank {rank} were told before, so not {count} more", *told)
    return None


@judges(no_dealer_hand)
def not_the_dealer(hand: PutAndTake, payment: Payment) -> str | None:
    return f"{payment.who} deals, and has no cards to match with" if payment.who == hand.dealer else None


# Rules: the rounds

ante = worth("The ante that everybody puts into the pot at the deal is {ante}.", lines="ante", ante=0)
put_round = worth(
    "Of the cards turned up, the first {turned:word} are put for: a player puts the card's rate for every card of its"
    " rank held. {rates}. Rising rates are {rising} credits one after the other, doubling ones {double}.",
    lines="put",
    rates={"rising": "the rates rise", "double": "the rates double"},
    turned=number(5, "cards turned up in each round", least=2, most=5),
    rising=number((1, 2, 3, 4, 5), "credits a match, card by card of a round, where the rates rise", least=1),
    double=number((1, 2, 4, 8, 16), "credits a match, card by card of a round, where the rates double", least=1),
)
take_round = worth(
    "Those are thrown away and {turned:word} more are turned, for which the same is taken out again.",
    lines="take",
    place=Stop,
    turned=5,
)


@judges(take_round, when="again")
def stopped(hand: PutAndTake, stop: Stop) -> None:
    """A hand that is over may be told to be over."""


@illegal(place=(Puts, Takes))
def right_round(hand: PutAndTake, payment: Payment, *, turned: int = 5) -> str | None:
    """The first {turned:word} cards are put for, and the last {turned:word} are taken for."""
    if isinstance(payment, Puts):
        return "the take round has begun" if hand.taking else None
    early = hand.turned and not hand.taking
    so_far = f"{len(hand.turned)} of {in_letters(turned)} cards are turned up"
    return f"the put round isn't over: {so_far}" if early else None


@illegal(finding="wrong-payment")
def right_amount(hand: PutAndTake, payment: Payment) -> str | None:
    """What is put or taken is the rate of the card times the cards of its rank that a player holds."""
    if not hand.turned or payment.credits < 0:
        return cannot_happen(f"nobody pays {payment.credits}")
    if not hand.enforces(right_amount):
        most = hand.size * max(hand.rates)
        return cannot_happen(f"{most} is the most for one card") if payment.credits > most else None
    who, card, upcard, dealt = payment.who, len(hand.turned), hand.turned[-1], hand.told.get(payment.who)
    rank, rate, before = upcard.card.rank, hand.rate_of(card), hand.payments(who, card)
    others = [seat for seat in hand.seats if seat != who and (hand.held(seat, rank) or hand.matches(seat, card))]
    left = hand.left(rank, card, who) - sum(hand.matches(seat, card) or 0 for seat in others if seat not in hand.told)
    total = payment.credits + sum(other.credits for other in before if type(other) is type(payment))
    if (payment.credits if dealt else total) // rate > left:
        proof = [told for seat in others for told in (hand.told.get(seat), *hand.payments(seat, card)) if told]
        cards = f"{so_many(left, 'card')} at most" if left > 0 else "no card"
        why = f"{who} can match {upcard.card.pretty} with {cards}"
        return cannot_happen(why, upcard, *proof)
    if dealt and total > (due := rate * len(hand.held(who, rank))):
        return Reason(f"{who}'s hand ({at(dealt)}) pays {due} for {upcard.card.pretty}, not {total}", dealt)
    return Reason(f"a match is {rate}, and {payment.credits} no multiple", upcard) if payment.credits % rate else None


@judges(five_cards)
def five_matched(hand: PutAndTake, payment: Payment) -> str | None:
    """Cards matched in a hand that wasn't told; of a rank turned up twice the lesser number."""
    held: dict[Rank, int] = {}
    if payment.who in hand.told or not hand.enforces(right_amount):
        return None
    for card, upcard in enumerate(hand.turned, 1):
        more = payment.credits if card == len(hand.turned) else 0
        if matched := hand.matches(payment.who, card, more):
            held[upcard.card.rank] = min(matched, held.get(upcard.card.rank, matched))
    matching = sum(held.values())
    has = f"{payment.who} has {in_letters(hand.size)}"
    return f"that makes {so_many(matching, 'card')} matched, and {has}" if matching > hand.size else None


@arithmetic
def most_credits(hand: PutAndTake, payment: Payment, *, turned: int = 5) -> str | None:
    """A whole round brings a player only what the cards held can make with {turned:word} turned up."""
    before, possible = hand.in_round(payment.who, type(payment)), round_totals(hand, payment.who)
    total = payment.credits + sum(other.credits for other in before)
    any_amount = not hand.enforces(right_amount) and total <= max(possible)
    if payment.credits >= 0 and (any_amount or total in possible):
        return None
    cards = f"{payment.who}'s {in_letters(hand.size)} cards"
    return Reason(f"{cards} make {max(possible)} at most in a round, and never {total}", *before)


@judges(right_amount, most_credits, when="again")
def paid_so(hand: PutAndTake, payment: Payment) -> Answer:
    """Told again of a hand that is finished: the credits of a whole round."""
    total = sum(other.credits for other in hand.in_round(payment.who, type(payment)))
    why = cannot_happen(f"{payment.who} {payment.verb} {total} in that round, not {payment.credits}")
    return None if payment.credits == total else {right_amount if hand.turned else most_credits: why}


# Rules: the pot

dealer_covers = worth(
    "What an empty pot can't pay is paid by {empty_pot}.",
    lines="covered",
    empty_pot={"dealer": "the dealer", "nobody": "nobody"},
)
dealer_keeps = worth(
    "What is left in the pot after the last card {rest}.",
    lines=("rest", "pot-shared"),
    rest={
        "dealer": "goes to the dealer",
        "stays": "stays for the next hand, and is shared when the table stops",
    },
)


def rates(table: Table) -> tuple[int, ...]:
    hand: PutAndTake = table.hand()
    return hand.rates


def now(hand: PutAndTake) -> Iterator[str]:
    yield f"pot {holds(hand, POT)}"
    if hand.turned:
        yield f"{hand.round} round, a match is {hand.rate}"


GAME = Game(
    slug="put-and-take",
    name="Put and Take",
    summary="Ten cards are turned up: whoever matches the first five feeds the pot, then five are taken for.",
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
        Deal: "first, and when a hand is finished",
        Dealt: "any time in the hand",
        Upcard: "after the deal, until both rounds are over",
        Puts: "for the card turned up, by players whose hands weren't told; without `upcard` for a whole round",
        Takes: "for the card turned up, by players whose hands weren't told; without `upcard` for a whole round",
        Stop: "after the last card, or in a hand without `upcard`; `deal` and `end` say the same",
    },
    pack_rule=one_pack,
    options=(
        Option(
            "rates",
            "rising",
            "a match costs one credit more with each card of a round; `double`: twice as many",
            (put_round, take_round, most_credits),
            choices=("rising", "double"),
        ),
        Option(
            "empty-pot",
            "dealer",
            "who pays what an empty pot can't: the dealer, or nobody",
            (dealer_covers,),
            choices=("dealer", "nobody"),
        ),
        Option(
            "rest",
            "dealer",
            "what is left in the pot: the dealer's, or it stays for the next hand and is shared when the table stops",
            (dealer_keeps,),
            choices=("dealer", "stays"),
        ),
    ),
    variants=(
        Variant("doubling", "Each card of a round costs twice as much as the one before.", "rates=double"),
        Variant("one-credit", "Every match is one credit.", "rising=1/1/1/1/1"),
        Variant(
            "standing-pot",
            "Everybody antes, the pot stays, and nobody covers it.",
            "ante=1, rest=stays, empty-pot=nobody",
        ),
        Variant("eight-cards", "Eight cards each, where so many go round.", "hand-size=8"),
    ),
    facts={
        "pot": lambda hand: holds(hand, POT),
        "round": lambda hand: hand.round,
        "turned": lambda hand: len(hand.turned),
        "rate": lambda hand: hand.rate,
        "hand": lambda hand: hand.number,
    },
    closing=share_pot,
    now=now,
    at_a_glance=(
        Glance(
            "cards each", lambda table: f"{table.house['hand-size']}, none for the dealer", five_cards, no_dealer_hand
        ),
        Glance("rates, card by card", rates, put_round, show=spaced),
        Glance(
            "most credits in a round",
            lambda table: max(any_totals(rates(table), table.house["hand-size"])),
            most_credits,
        ),
    ),
    short_form=("`deal`, `puts N` for whoever put, then `takes N` for whoever took, and `stop`; nobody else paid."),
    example=Example(
        "Ann Ben Cat",
        ("deal", "Ben puts 5; Cat puts 3", "Ben takes 4", "stop"),
        "Ann 4, Ben -1, Cat -3",
    ),
    rulings=(
        "Where the pot can't pay all who match a card they are paid from the dealer's left; that makes a difference"
        " only where nobody pays what is missing.",
        "A rank may be turned up twice, and counts each time.",
        "The deal passes to the left by custom, and `deal` for somebody else is accepted.",
        "A hand that `end` breaks off before the last card is void, and its credits go back; in the short form `end`"
        " closes the hand.",
    ),
    edition=2,
)
