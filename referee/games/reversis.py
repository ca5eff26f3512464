"""Reversis.  Keep clear of aces and court cards, or take every trick; the knave of hearts moves the pots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Self

from referee.cards import SUIT_NAMES, UNKNOWN, Card, Cards, Pack, Rank, Suit, listed
from referee.core import (
    Answer,
    Asks,
    Blind,
    Category,
    Deal,
    Dealt,
    Game,
    Option,
    Reason,
    Report,
    Seat,
    Told,
    at,
    bar,
    check,
    illegal,
    impossible,
    never,
    unclear,
    worth,
)
from referee.games._reversis import (
    ELEVEN,
    FORTY,
    NINE,
    POINTS,
    Counts,
    Party,
    Pile,
    can_lie,
    deciding,
    outcomes,
    points_of,
)
from referee.games._reversis_payments import (
    ACE_FEE,
    ACROSS,
    BROKEN,
    BROKEN_BY_QUINOLA,
    DIAMOND_FEE,
    HONOURS,
    PARTY,
    QUINOLA,
    QUINOLA_FEE,
    QUINOLA_FORCED,
    REVERSIS,
    Claims,
    Fall,
    Leads,
    PlaysOn,
    PlaysTo,
    Pots,
    break_reversis,
    captor,
    collect,
    fall,
    in_time,
    last_pot,
    let_pass,
    make_reversis,
    nine_in_a_row,
    pay_party,
    pot,
    put_in_antes,
    undertake,
    winner_collects,
)
from referee.glance import Example, Glance, card_values
from referee.kit.endings import hands_played
from referee.kit.evidence import Void
from referee.kit.exchanges import Changes
from referee.kit.holdings import Holding, fresh, held
from referee.kit.messages import named_twice, told_before
from referee.kit.tricks import Plays, Trick, TrickHand, follows_suit, may_have_to_follow, trick_begun, trick_ranking
from referee.notation import NOBODY

RULES = {
    "dealer-rotation": illegal("The deal passes to the left."),
    "ante": worth("Everybody feeds a new pot, its dealer twice; later each dealer alone feeds the pot formed last."),
    "one-pack": impossible(
        "There are 48 cards, each once and no tens: eleven each, twelve for the dealer, one laid before the others."
    ),
    "exchange": illegal(
        "Before the first lead the dealer throws one card; everybody else throws one unseen for the card laid before"
        " them, or keeps the hand and looks."
    ),
    "talon": impossible("Four cards are left over; with what is captured they count forty."),
    "lead-order": illegal("The dealer's left leads first, then whoever took the last trick; play is clockwise."),
    "follow-suit": illegal("Whoever has the suit led plays it, short of an espagnolette.", finding="revoke"),
    "trick-winner": worth("The trick goes to the highest card of the suit led; nothing is trump."),
    "trick-count": impossible("A hand has eleven tricks."),
    "ace-off": worth("Whoever takes a trick with an ace of another suit in it pays the one who threw it there."),
    "ace-forced": worth("An ace that falls to a lead of its suit costs its player, to whoever led."),
    "ace-led": worth("For an ace that was led, the winner of the party is paid by its player if asked in time."),
    "quinola-off": worth("Thrown on another suit, J♥ is paid for by the trick's winner, and takes the last pot."),
    "quinola-forced": worth("J♥ on a heart lead: all three pay the leader, its player most and a remise besides."),
    "quinola-led": worth("For J♥ led, the winner of the party is paid by all, most by its player, if asked in time."),
    "claim-by-winner": illegal("Only the winner of the party is paid for what was led, by another player, and once."),
    "claim-in-time": illegal("Payment for what was led is asked for while the next hand isn't dealt."),
    "remise": worth("A remise is what the last pot holds: the first doubles it, every later one is a further pot."),
    "pot-renewal": worth("With all pots won, the next dealer's is a new one, and remises count from the start."),
    "party-order": worth(
        "Low points win the party and high ones lose it; level players stand by fewer tricks, then from the dealer"
        " leftward."
    ),
    "party": worth("The party costs four and the talon's points, twice that between players face to face."),
    "reversis": worth(
        "Nine tricks at the start in one hand are a reversis, meant or not: what aces and J♥ brought in this hand goes"
        " back, pots and remises too, and no more is paid for them."
    ),
    "reversis-made": worth("All eleven: everybody pays, the player opposite twice; J♥ in the nine takes the last pot."),
    "reversis-broken": worth(
        "Whoever first takes one of the last two is paid 64, or 54 where J♥ took it; J♥ in the nine costs a remise."
    ),
    "espagnolette": worth(
        "Four aces, or three and J♥, free their player from following suit for nine tricks; doing so undertakes it."
    ),
    "espagnolette-end": illegal(
        "In the last two tricks an espagnolette follows suit like the others.", finding="revoke"
    ),
    "espagnolette-made": worth("Without a trick an espagnolette wins the party before anybody else without one."),
    "espagnolette-lost": worth(
        "With a trick it loses the party, returns what aces and J♥ brought twofold, and a pot it won, with a remise."
    ),
    "espagnolette-reversis": worth("An espagnolette pays the whole 64 of a reversis made, and nothing for one broken."),
}


# Reports


class Discards(Changes):
    """the card thrown before the first lead, named or not"""

    cards: int | Blind = Blind((UNKNOWN,))

    @property
    def card(self) -> Card | None:
        """What was thrown, where that was told."""
        return self.named[0] if self.named else None

    @classmethod
    def options(cls, hand: Reversis, seat: Seat) -> Iterable[Discards]:
        return [cls(who=seat), *(cls(Blind((card,)), who=seat) for card in hand.may_hold(seat))]


class Draws(Report):
    """the card taken up in place of the one thrown"""

    card: Card | None = None


class Passes(Report):
    """keeps the hand, and looks at the card before it"""


class Talon(Report, speaker="none"):
    """what was left over: its points, or its four cards"""

    left: int | Cards

    @property
    def points(self) -> int:
        return self.left if isinstance(self.left, int) else points_of(self.left)

    @property
    def cards(self) -> Cards:
        return () if isinstance(self.left, int) else self.left

    @classmethod
    def options(cls, hand: Reversis, seat: Seat) -> Iterable[Talon]:
        return [cls(points) for points in range(17)]


class Holds(Report):
    """the points a player captured, and in how many tricks"""

    points: Annotated[int, range(FORTY + 1)]
    in_: Annotated[int, range(ELEVEN + 1)] | None = field(default=None, kw_only=True)

    @classmethod
    def options(cls, hand: Reversis, seat: Seat) -> Iterator[Holds]:
        """Points that stand by themselves, and those in every number of tricks that does."""
        tricks = [number for number in range(ELEVEN + 1) if not tricks_amiss(hand, seat, number)]
        for points in range(FORTY + 1):
            alone = cls(points, who=seat)
            if not makes_forty(hand, alone):
                yield alone
                yield from (cls(points, who=seat, in_=number) for number in tricks)


class Takes(Report):
    """the tricks a player took; one, or one more, where no number is given"""

    tricks: Annotated[int, range(ELEVEN + 1)] | None = None


class WithQuinola(Report):
    with_: Card | None = field(default=None, kw_only=True)

    @classmethod
    def options(cls, hand: Reversis, seat: Seat) -> Iterable[Self]:
        return [cls(who=seat), cls(who=seat, with_=QUINOLA)]


class DeclaresReversis(WithQuinola):
    """the first nine tricks were the player's, with J♥ among the cards played to them or not"""


class Breaks(WithQuinola):
    """takes the tenth or eleventh trick from a reversis, perhaps with J♥"""


class DeclaresEspagnolette(Report):
    """refuses to follow suit, holding four aces or three and J♥"""


@dataclass
class Refusal:
    """A card that didn't follow suit, and what proves that it could have."""

    play: Plays
    suit: Suit
    proof: Report | None = None


@dataclass
class Reversis(TrickHand):
    """One deal of Reversis."""

    opening: Pots = field(default_factory=Pots)  # once the antes are in
    origin: dict[Card, Report] = field(default_factory=dict)  # who was dealt, drew or played a card
    thrown: dict[Seat, Discards] = field(default_factory=dict)
    drawn: dict[Seat, Draws] = field(default_factory=dict)
    kept: dict[Seat, Passes] = field(default_factory=dict)
    falls: dict[Card, Fall] = field(default_factory=dict)
    untold: list[Fall] = field(default_factory=list)  # in tricks that aren't told card by card
    talon: Talon | None = None
    points_told: dict[Seat, int] = field(default_factory=dict)
    tricks_told: dict[Seat, int] = field(default_factory=dict)
    by_card: bool = False  # cards were told in their tricks
    nameless: dict[Seat, int] = field(default_factory=dict)  # tricks told one by one, without their cards
    refusals: list[Refusal] = field(default_factory=list)
    espagnolette: Seat = NOBODY  # declared, or proven
    refuser: Seat = NOBODY  # proven to have refused, with the honours that free from following
    reversis: Seat = NOBODY
    quinola_in_nine: bool = False
    breaker: Seat = NOBODY
    broken_by_quinola: bool = False
    closed: bool = False  # the end of a reversis was told
    winner: Seat = NOBODY
    loser: Seat = NOBODY

    def note_suit(self, play: Plays) -> None:
        """Sees who didn't follow suit, and that they could have once the suit comes from them.

        Only those who can't have an espagnolette are out of the suit by that.
        """
        for one in self.refusals:
            if one.play.who == play.who and one.suit == play.card.suit:
                one.proof = one.proof or play
        if self.number_of_trick > NINE or not may_refuse(self, play.who, play.card):
            super().note_suit(play)
        elif self.led and play.card.suit != self.led:
            why = must_follow(self, play)
            proof = (*why.told, play)[0] if why else None
            self.refusals.append(Refusal(play, self.led, proof))

    def prove(self, told: Report) -> None:
        if self.whole:
            super().prove(told)

    def meant(self, report: Report, rank: Rank) -> list[Card]:
        """Only aces and J♥ are told apart from their tricks."""
        if isinstance(report, Claims):
            return [card for card in HONOURS if card.rank == rank and card.text in self.standing.led]
        if isinstance(report, (PlaysTo, PlaysOn, Leads, DeclaresReversis, Breaks)):
            return [card for card in HONOURS if card.rank == rank and card not in self.seen]
        return super().meant(report, rank)

    @property
    def number_of_trick(self) -> int:
        return sum(self.taken.values()) + 1

    @property
    def whole(self) -> bool:
        """Every trick so far was told card by card."""
        return not self.untold and sum(map(len, self.piles.values())) == 4 * sum(self.taken.values())

    @property
    def all_told(self) -> bool:
        """All eleven tricks were told card by card."""
        return sum(map(len, self.piles.values())) == 4 * ELEVEN

    @property
    def tricks_known(self) -> dict[Seat, int]:
        """The tricks of those who took no more than was told."""
        return self.tricks_told if self.tricks_left else self.taken

    @property
    def tricks_at_face(self) -> dict[Seat, int]:
        """The same, with tricks told one by one for all that a player took, where no card was told."""
        return self.tricks_known if self.by_card else self.nameless | self.tricks_known

    @property
    def captured(self) -> Mapping[Seat, int]:
        """What players captured, as far as it is known; with points told up to forty nobody captured more."""
        if self.all_told:
            return {seat: points_of(pile) for seat, pile in self.piles.items()}
        if self.points_told and self.talon:
            least = {seat: points_of(pile) for seat, pile in self.piles.items()} | self.points_told
            if sum(least.values()) + self.talon.points == FORTY:
                return least
        return self.points_told

    @property
    def talon_points(self) -> int | None:
        if self.talon:
            return self.talon.points
        return FORTY - sum(self.captured.values()) if len(self.captured) == len(self.seats) else None

    def least_tricks(self, seat: Seat, *falls: Fall) -> int:
        """Tricks that a player took at least: told ones, and those in which aces and J♥ are known to lie."""
        some = [one.who for one in (*self.untold, *falls) if captor(one) == seat]
        return self.taken[seat] + max(Counter(some).values(), default=0)


# The hand


async def play_hand(hand: Reversis) -> None:
    claims = hand.ask(
        lambda: hand.standing.party_winner or hand.seats, Claims, in_time, winner_collects, aside=True, free=True
    )
    while claim := await claims.maybe():
        collect(hand, claim)
    deal = await hand.deal(size=ELEVEN)
    let_pass(hand, deal)
    put_in_antes(hand, deal)
    hand.opening = hand.standing.snapshot()
    hand.deal_cards(ELEVEN, deal)

    # Exchange
    exchange = (
        hand.ask(None, Discards, throws_one, has_it, aside=True)
        | hand.ask(None, Draws, takes_one, lay_there, aside=True)
        | hand.ask(None, Passes, keeps, aside=True)
    )
    while change := await (exchange | claims).maybe():
        if isinstance(change, Claims):
            collect(hand, change)
        else:
            exchange_card(hand, change)

    # Tricks
    hand.leader = hand.eldest
    cards = hand.ask_play(follows, trick_fits)
    falls = (
        hand.ask(None, PlaysTo, may_fall, has_honour, aside=True)
        | hand.ask(None, PlaysOn, may_fall, has_honour, aside=True)
        | hand.ask(None, Leads, may_fall, has_honour, aside=True)
    )
    undertakings = (
        hand.ask(None, DeclaresEspagnolette, has_the_honours, aside=True)
        | hand.ask(None, DeclaresReversis, took_the_nine, with_quinola, aside=True)
        | hand.ask(None, Breaks, may_break, with_quinola, aside=True)
    )
    talon = hand.ask(None, Talon, out_of_play, four_left_over, aside=True)
    numbers = hand.ask(lambda: to_count(hand), Holds, makes_forty, free=True) | hand.ask(
        lambda: to_take(hand), Takes, makes_eleven, free=True
    )
    too_late = bar("exchange", "the first card has been led", Discards, Draws, Passes)
    further = falls | undertakings | talon | claims | too_late
    playing = cards | beside(numbers) | further
    counting = beside(cards) | numbers | further
    told: Report = deal
    while not settled(hand):
        numbers_told = hand.points_told or hand.tricks_told or not hand.tricks_left
        told = await (counting if numbers_told else playing)
        match told:
            case Plays():
                put(hand, told)
            case PlaysTo() | PlaysOn() | Leads():
                fall_untold(hand, told)
            case DeclaresEspagnolette():
                hand.espagnolette = told.who
            case DeclaresReversis():
                undertake(hand, told.who, told, with_quinola=told.with_ is QUINOLA)
            case Breaks():
                break_reversis(hand, told.who, told, with_quinola=told.with_ is QUINOLA)
                hand.closed = True
            case Talon():
                lay_open(hand, told)
            case Holds() | Takes():
                count(hand, told)
            case Claims():
                collect(hand, told)

    # Score
    if not hand.reversis:
        settle_party(hand, told)
    elif not hand.breaker:
        make_reversis(hand, told)
    table = hand.standing
    table.party_winner, table.collected = hand.winner, []
    table.led = {fall.card.text: fall.who for fall in hand.falls.values() if hand.winner and isinstance(fall, Leads)}


def beside(asks: Asks[Any]) -> Asks[Any]:
    """The same asks, admitted but not waited for."""
    return Asks(tuple(replace(one, aside=True) for one in asks.asks))


# Exchange


def exchange_card(hand: Reversis, change: Discards | Draws | Passes) -> None:
    """What a player threw and drew.  Where the table lets a second card be thrown, the first is taken back."""
    who = change.who
    match change:
        case Discards():
            if who in hand.thrown and (back := hand.thrown[who].card):
                del hand.seen[back]
            hand.thrown[who] = change
            if card := change.card:
                hand.origin.setdefault(card, change)
                hand.tell(change, card)
        case Draws():
            hand.drawn[who] = change
            if change.card:
                hand.origin[change.card] = change
        case Passes():
            hand.kept[who] = change
    hold_eleven(hand, who)


def take_up(hand: Reversis, dealt: Dealt) -> None:
    """Cards told as dealt: one of them may be thrown, for the card laid before the player."""
    for card in dealt.cards:
        if card is not UNKNOWN:
            hand.origin[card] = dealt
    hold_eleven(hand, dealt.who)


def hold_eleven(hand: Reversis, seat: Seat) -> None:
    """The hand after the exchange, as far as that was told; nobody need say that a card was thrown."""
    mine = {card: told for card, told in hand.origin.items() if told.who == seat and card not in hand.seen}
    came = {card for card, told in mine.items() if isinstance(told, Draws)}
    dealt, throws = len(mine) - len(came), may_throw(hand, seat)
    holding = hand.holdings[seat] = Holding(mine, came=came, slack=int(throws and dealt > 0))
    holding.least = int(dealt == ELEVEN + (seat == hand.dealer) and throws and seat in (hand.dealer, *hand.thrown))
    holding.blind = ELEVEN - len(mine) + holding.slack


# Tricks


def put(hand: Reversis, play: Plays) -> None:
    """A card to the trick: forced honours are paid for at once, others when the trick is taken."""
    trick, led, hand.by_card = (*hand.trick, play), hand.led, True
    leader = trick[0].who
    hand.origin.setdefault(play.card, play)
    taker = hand.put(play)
    review(hand, play)
    if play.card in HONOURS:
        if led is None:
            fall(hand, Leads(play.card, who=play.who, line=play.line))
        elif play.card.suit == led:
            fall(hand, PlaysOn(play.card, who=play.who, on=leader, line=play.line))
    if not taker:
        return
    for one in trick[1:]:
        if one.card in HONOURS and one.card.suit != trick[0].card.suit:
            fall(hand, PlaysTo(one.card, who=one.who, to=taker, line=one.line))
    if hand.reversis and taker != hand.reversis:
        break_reversis(hand, taker, play, with_quinola=any(one.who == taker and one.card is QUINOLA for one in trick))
    nine_in_a_row(hand, taker, play)


def fall_untold(hand: Reversis, told: Fall) -> None:
    """An ace or J♥ fell in a trick that isn't told card by card."""
    hand.untold.append(told)
    hand.origin.setdefault(told.card, told)
    hand.hold(told.who).lose(told.card)
    hand.tell(told, told.card)
    hand.takers.update(hand.seats)
    if taker := captor(told):
        hand.piles[taker].append(told.card)
        hand.leader = taker
    fall(hand, told)
    review(hand, told)


@check("follow-suit", "espagnolette-end", doubt=may_have_to_follow)
def follows(hand: Reversis, play: Plays) -> Answer:
    """Whoever is known to have the suit led plays it, but for an espagnolette, in nine tricks."""
    last = hand.number_of_trick > NINE
    why = must_follow(hand, play)
    if why is None or (not last and may_refuse(hand, play.who, play.card)):
        return None
    return {"espagnolette-end" if last and play.who == hand.espagnolette else "follow-suit": why}


def must_follow(hand: Reversis, play: Plays) -> Reason | None:
    """Why a player surely holds the suit led; cards played to tricks that nobody told leave that open."""
    return follows_suit(hand, play) if hand.whole else None


# Espagnolette


def honours(hand: Reversis, seat: Seat) -> list[Card]:
    """Aces and J♥ that are known to have come to a player, and not to have been thrown."""
    thrown = {one.card for one in hand.thrown.values()}.union(hand.talon.cards if hand.talon else ())
    return [card for card in HONOURS if card in hand.origin and hand.origin[card].who == seat and card not in thrown]


def surely_played_with(hand: Reversis, seat: Seat) -> list[Card]:
    """Those honours of a player that can't be the card thrown, where it was thrown unnamed."""
    own = honours(hand, seat)
    if named(hand, seat) or not (seat in hand.thrown or seat == hand.dealer):
        return own
    loose = [card for card in own if card not in hand.seen and isinstance(hand.origin[card], Dealt)]
    return [card for card in own if card not in loose[:1]]


def may_refuse(hand: Reversis, seat: Seat, *playing: Card) -> bool:
    """Whether a player may have four of the five honours, as far as the cards tell."""
    own = {*honours(hand, seat), *(card for card in playing if card in HONOURS)}
    free = [card for card in HONOURS if card not in own and card not in hand.origin and card not in hand.seen]
    blind = hand.hold(seat).blind - sum(card not in hand.hold(seat).known for card in playing)
    return len(own) + min(len(free), blind) >= 4


def review(hand: Reversis, told: Report) -> None:
    """What the cards now prove of those who didn't follow suit: an espagnolette, or a revoke."""
    if (alone := hand.espagnolette) and not may_refuse(hand, alone):
        hand.espagnolette = NOBODY
        hand.find("no-espagnolette", alone, f"{alone} can't have had four of the aces and {QUINOLA.pretty}", told)
    for one in [*hand.refusals]:
        who = one.play.who
        without = not may_refuse(hand, who)
        if without and not one.proof:
            hand.seems_out(Void(who, one.suit, one.play))
        elif without and one.proof:
            why = f"{had(one)}, without four of the aces and {QUINOLA.pretty}"
            hand.find("revoke", who, why, one.play, one.proof)
        elif one.proof and who != hand.refuser and len(surely_played_with(hand, who)) >= 4:
            hand.espagnolette = hand.refuser = who
            why = f"{had(one)}, with {listed(honours(hand, who))}"
            hand.find("espagnolette", who, why, one.play, one.proof)
        if without:
            hand.refusals.remove(one)
    hand.prove(told)


def had(refusal: Refusal) -> str:
    who, proof, play = refusal.play.who, refusal.proof, refusal.play
    told = f"{who} had {SUIT_NAMES[refusal.suit]}"
    return f"{told} ({at(proof)}) and played {play.card.pretty} ({at(play)})" if proof else told


# Numbers


def count(hand: Reversis, told: Holds | Takes) -> None:
    """Points and tricks told; a trick whose cards nobody tells may stand among others."""
    who, tricks = told.who, told.in_ if isinstance(told, Holds) else told.tricks
    if isinstance(told, Holds):
        hand.points_told[who] = told.points
    elif tricks is None:
        hand.piles[who] += (one.card for one in hand.trick)
        hand.take_untold(who, 1)
        hand.nameless[who] = hand.nameless.get(who, 0) + 1
        nine_in_a_row(hand, who, told)
    if tricks is not None:
        hand.tricks_told[who] = tricks


def lay_open(hand: Reversis, talon: Talon) -> None:
    """What lies in the talon is in nobody's hand, and whoever threw none of it still has the cards dealt."""
    hand.talon = talon
    if not talon.cards:
        return
    hand.tell(talon, *(card for card in talon.cards if card not in hand.seen))
    for seat, holding in hand.holdings.items():
        there = [card for card in talon.cards if card in holding.known]
        for card in there:
            holding.was_thrown(card)
        if not there and hand.whole and not named(hand, seat):
            holding.kept_all()
    review(hand, talon)


UNTOLD: Mapping[Seat, int] = {}


def can_be(
    hand: Reversis,
    points: Mapping[Seat, int] = UNTOLD,
    tricks: Mapping[Seat, int] = UNTOLD,
    talon: Talon | None = None,
    falls: tuple[Fall, ...] = (),
    trick: Iterable[Plays] = (),
    taker: Seat = NOBODY,
) -> bool:
    """Whether the whole hand can still have gone as told before and now, with a trick that TAKER took."""
    points, tricks, talon = hand.points_told | dict(points), hand.tricks_known | dict(tricks), talon or hand.talon
    piles = {seat: [*cards, *(one.card for one in falls if captor(one) == seat)] for seat, cards in hand.piles.items()}
    if taker:
        piles[taker] += (one.card for one in trick)
    if hand.all_told:
        points = {seat: points_of(cards) for seat, cards in piles.items()} | points
    if not hand.reversis and len(tricks) == len(hand.seats) - 1 and not any(tricks.values()):
        return False  # that would be one
    least = {seat: hand.least_tricks(seat, *falls) + (seat == taker) for seat in hand.seats}
    left = {one.card for one in hand.thrown.values() if one.card} | set(talon.cards if talon else ())
    placed, cards_played = left.union(*piles.values()), {one.card for one in (*falls, *trick)}
    loose = [card for card in hand.pack if card.rank in POINTS and card not in placed]
    may_be_left = (card for card in loose if card not in cards_played and may_be_out(hand, card, talon))
    return can_lie(
        [
            Pile(points[seat] - points_of(cards) if seat in points else None, len(cards), least[seat], tricks.get(seat))
            for seat, cards in piles.items()
        ],
        Counts.of(loose),
        Counts.of(may_be_left),
        room=4 - len(left),
        lack=talon.points - points_of(left) if talon else None,
    )


def may_be_out(hand: Reversis, card: Card, talon: Talon | None) -> bool:
    """Whether a card may lie in the talon."""
    if card in hand.seen or (talon and talon.cards):
        return False
    owner = hand.holder(card)
    return not owner or (may_throw(hand, owner[0]) and isinstance(owner[1], Dealt))


# Party


def parties(hand: Reversis) -> set[Party]:
    """Every way the party may have gone, as far as tricks are told; empty while points are open."""
    if len(hand.captured) < len(hand.seats):
        return set()
    least = {seat: hand.least_tricks(seat) for seat in hand.seats}
    told = (hand.tricks_at_face, hand.tricks_known)
    ways = (outcomes(hand.around(hand.dealer), hand.captured, tricks, least, hand.espagnolette) for tricks in told)
    return next(filter(None, ways), set())


def settled(hand: Reversis) -> bool:
    """Nothing told later could change what the hand brings."""
    if hand.reversis:
        return hand.closed or not hand.tricks_left or hand.tricks_told.get(hand.reversis) == ELEVEN
    return len(parties(hand)) == 1


def to_count(hand: Reversis) -> tuple[Seat, ...]:
    """Whose points are awaited."""
    return () if hand.reversis else hand.all_but(hand.captured)


def to_take(hand: Reversis) -> tuple[Seat, ...]:
    """Whose tricks are awaited; all eleven of a reversis."""
    if hand.reversis:
        return (hand.reversis,)
    if len(hand.captured) < len(hand.seats):
        return ()
    return tuple(seat for seat in deciding(hand.captured, hand.espagnolette) if seat not in hand.tricks_at_face)


def settle_party(hand: Reversis, told: Report) -> None:
    if hand.all_told and hand.espagnolette != hand.refuser:
        why = f"{hand.espagnolette} followed suit in all of the first nine tricks"
        hand.find("no-espagnolette", hand.espagnolette, why, told)
        hand.espagnolette = NOBODY
    ((hand.winner, hand.loser, lost),) = parties(hand)
    pay_party(hand, told, lost=lost)


# Checks


@check("exchange")
def throws_one(hand: Reversis, discards: Discards) -> Reason | None:
    who = discards.who
    if before := hand.thrown.get(who):
        return Reason(f"{who} has thrown a card ({at(before)})", before)
    if kept := hand.kept.get(who):
        return Reason(f"{who} kept the hand and looked at the card laid there ({at(kept)})", kept)
    if (drew := hand.drawn.get(who)) and drew.card and drew.card is discards.card:
        return never(f"{who} drew {drew.card.pretty} ({at(drew)}), and throws before drawing", drew)
    return None if discards.count == 1 else Reason(f"one card is thrown, not {discards.count}")


@check("one-pack")
def has_it(hand: Reversis, discards: Discards) -> str | None:
    cards = () if isinstance(discards.cards, int) else discards.cards
    dealt = hand.dealt.get(discards.who)
    for card in cards:
        if dealt and card is not UNKNOWN and card not in dealt.cards and UNKNOWN not in dealt.cards:
            return Reason(f"{discards.who} wasn't dealt {card.pretty} ({at(dealt)})", dealt)
    return fresh(hand, *cards, to=discards.who)


@check("exchange", "one-pack")
def takes_one(hand: Reversis, draws: Draws) -> Answer:
    who = draws.who
    if who == hand.dealer:
        return dict.fromkeys(("exchange", "one-pack"), never(f"{who} deals and has a twelfth card; none is laid there"))
    if before := hand.drawn.get(who) or hand.kept.get(who):
        return never(f"{before.text} ({at(before)}), and one card is laid there", before)
    return None


@check("one-pack")
def lay_there(hand: Reversis, draws: Draws) -> str | None:
    return fresh(hand, draws.card) if draws.card else None


@check("exchange")
def keeps(hand: Reversis, passes: Passes) -> Reason | None:
    who = passes.who
    if who == hand.dealer:
        return never(f"{who} deals and has twelve cards, so must throw one")
    before = hand.thrown.get(who) or hand.drawn.get(who) or hand.kept.get(who)
    return never(f"{before.text} was told before ({at(before)})", before) if before else None


@check("one-pack")
def dealt_out(hand: Reversis, dealt: Dealt) -> str | None:
    who, size = dealt.who, ELEVEN + (dealt.who == hand.dealer)
    if len(dealt.cards) != size and who not in hand.dealt:
        return f"{who} was dealt {size} cards, not {len(dealt.cards)}"
    return told_before(hand, dealt) or fresh(hand, *dealt.cards)


@check("trick-count", "talon")
def trick_fits(hand: Reversis, play: Plays) -> Answer:
    """No twelfth trick, and none that goes against points and tricks told."""
    if not hand.tricks_left:
        return {"trick-count": "all eleven tricks are told"}
    told = hand.points_told or hand.tricks_told or hand.talon
    if hand.reversis or not told:
        return None
    trick, whole = (*hand.trick, play), len(hand.trick) == len(hand.seats) - 1
    taker = max(trick, key=lambda one: hand.strength(one.card)).who if whole else NOBODY
    if can_be(hand, trick=trick, taker=taker):
        return None
    return against_numbers(hand)


def against_numbers(hand: Reversis) -> dict[str, str]:
    rule = "talon" if hand.points_told or hand.talon else "trick-count"
    return {rule: "that can't be, with the points and tricks that were told"}


@check("one-pack")
def has_honour(hand: Reversis, told: Fall) -> Reason | None:
    return held(hand, told.who, told.card)


@check("ace-off", "reversis", "espagnolette", "talon", "trick-count")
def may_fall(hand: Reversis, told: Fall) -> Answer:
    """An ace or J♥ told apart from its trick."""
    kind = "off" if isinstance(told, PlaysTo) else "forced" if isinstance(told, PlaysOn) else "led"
    kind = f"quinola-{kind}" if told.card is QUINOLA else f"ace-{kind}"
    if told.card not in HONOURS:
        return {kind: unclear(f"{told.card.pretty} is no ace, nor {QUINOLA.pretty}")}
    if hand.trick:
        return {kind: trick_begun(hand)}
    if told.who in (getattr(told, "to", NOBODY), getattr(told, "on", NOBODY)):
        return {kind: never(f"{told.who} is named twice: another player takes the trick, or leads to it")}
    if hand.reversis:
        return {"reversis": never(f"{hand.reversis} has nine tricks, so nothing is paid for {told.card.pretty}")}
    alone = hand.espagnolette
    if alone and alone != told.who and told.card not in honours(hand, alone):
        free = [card for card in HONOURS if card not in (told.card, *hand.origin, *hand.seen)]
        if len(honours(hand, alone)) + len(free) < 4:
            return {"espagnolette": never(f"{alone}'s espagnolette has four of the aces and {QUINOLA.pretty}")}
    return None if can_be(hand, falls=(told,)) else against_numbers(hand)


@check("one-pack")
def out_of_play(hand: Reversis, talon: Talon) -> Reason | None:
    """What is left over was never played nor drawn; each player threw one card of it, or none."""
    thrown = [one.card for one in hand.thrown.values()]
    if twice := named_twice(talon.cards):
        return twice
    for card in talon.cards:
        if card not in thrown and (played := hand.seen.get(card)):
            return Reason(f"{card.pretty} was told before ({at(played[-1])}: {played[-1].text})", played[-1])
    for seat in hand.seats:
        told = {card: hand.origin[card] for card in talon.cards if card not in thrown and card in hand.origin}
        there = {card: one for card, one in told.items() if one.who == seat}
        if len(there) > may_throw(hand, seat) or any(isinstance(one, Draws) for one in there.values()):
            proof = tuple(dict.fromkeys(there.values()))
            return Reason(f"{seat} can't have thrown {listed(there)} ({at(proof[0])})", *proof)
        if talon.cards and not there and (dealt := surely_threw(hand, seat)):
            return Reason(f"{seat} threw one of the cards dealt ({at(dealt)}), and none of them is here", dealt)
    return None


def named(hand: Reversis, seat: Seat) -> bool:
    """It was told which card a player threw."""
    return seat in hand.thrown and hand.thrown[seat].card is not None


def may_throw(hand: Reversis, seat: Seat) -> bool:
    """One of the cards dealt to a player may have gone, and nobody told which."""
    return seat not in hand.kept and not named(hand, seat)


def surely_threw(hand: Reversis, seat: Seat) -> Dealt | None:
    """The cards dealt to a player, where one of them is gone and nobody told which."""
    dealt, holding = hand.dealt.get(seat), hand.hold(seat)
    if dealt is None or UNKNOWN in dealt.cards or named(hand, seat):
        return None
    return dealt if seat in hand.thrown or (hand.whole and len(holding.known) > len(holding)) else None


@check("talon")
def four_left_over(hand: Reversis, talon: Talon) -> Reason | None:
    if talon.cards and len(talon.cards) != 4:
        return Reason(f"four cards are left over, not {len(talon.cards)}")
    if not 0 <= talon.points <= 16:
        return Reason(f"four cards count 0 to 16, not {talon.points}")
    if hand.talon and hand.talon.points != talon.points:
        return Reason(f"the talon counted {hand.talon.points} ({at(hand.talon)})", hand.talon)
    for one in hand.thrown.values():
        if talon.cards and one.card and one.card not in talon.cards:
            return Reason(f"{one.who} threw {one.card.pretty} ({at(one)})", one)
    return None if can_be(hand, talon=talon) else Reason(forty(hand, hand.points_told, talon))


def forty(hand: Reversis, points: Mapping[Seat, int], talon: Talon | None) -> str:
    """Why points can't be."""
    for seat, told in points.items():
        if told < (least := points_of(hand.piles[seat])):
            return (
                f"{seat} captured {listed(card for card in hand.piles[seat] if card.rank in POINTS)}, {least} at least"
            )
    others = {seat: points_of(hand.piles[seat]) for seat in hand.seats if seat not in points}
    least = sum(points.values()) + sum(others.values()) + (talon.points if talon else 0)
    if least > FORTY or (talon and not others):
        shares = [f"{seat}'s {n}" for seat, n in {**points, **others}.items() if n]
        shares += [f"{talon.points} in the talon"] if talon else []
        return f"{', '.join(shares)} make {least}, not {FORTY}"
    return "the aces and court cards can't have fallen so, with what was told of them"


@check("talon", "trick-count", "reversis")
def makes_forty(hand: Reversis, told: Holds) -> dict[str, str | None]:
    """Points that the pack can still have given, in so many tricks."""
    who, points = told.who, {told.who: told.points}
    before = hand.points_told.get(who)
    found: dict[str, str | None] = {}
    if hand.reversis and not hand.finished:
        return {"reversis": never(f"{hand.reversis} has nine tricks: who takes the last two counts")}
    if not 0 <= told.points <= FORTY:
        found["talon"] = f"the pack counts {FORTY}, so nobody holds {told.points}"
    elif before not in (None, told.points):
        found["talon"] = f"{who} holds {before}, as told before"
    elif not can_be(hand, points):
        found["talon"] = forty(hand, hand.points_told | points, hand.talon)
    if told.in_ is not None and (why := tricks_amiss(hand, who, told.in_)):
        found["trick-count"] = why
    elif told.in_ is not None and not found and not can_be(hand, points, {who: told.in_}):
        found["trick-count"] = f"so few cards as lie in {told.in_} of the tricks can't make {told.points} here"
    return found


@check("reversis-made", "trick-count")
def makes_eleven(hand: Reversis, told: Takes) -> Answer:
    """Tricks that can still be a player's; all eleven are a reversis, of which nothing else is told."""
    who, tricks = told.who, told.tricks
    if hand.reversis and (tricks == ELEVEN or not hand.finished):
        why = ""
        if hand.breaker:
            why = f"{hand.breaker} broke the reversis"
        elif who != hand.reversis:
            why = f"{hand.reversis} has nine tricks: say who breaks, or that {hand.reversis} takes all eleven"
        elif tricks not in (None, ELEVEN):
            why = f"say who took the rest of {who}'s eleven: who breaks?"
        return {"reversis-made": never(why)} if why else None
    found: dict[str, str | None] = {}
    if tricks == ELEVEN:
        found["reversis-made"] = never("eleven tricks are a reversis, and nobody has declared one")
    if tricks is not None:
        found["trick-count"] = tricks_amiss(hand, who, tricks)
    elif not hand.tricks_left:
        found["trick-count"] = None if hand.finished and hand.taken[who] else "all eleven tricks are told"
    elif not can_be(hand, trick=hand.trick, taker=who):
        found["trick-count"] = f"{who} can't have taken one more, with the points and tricks that were told"
    return found


def tricks_amiss(hand: Reversis, who: Seat, tricks: int) -> str | None:
    known = {seat: hand.tricks_known.get(seat, hand.least_tricks(seat)) for seat in hand.seats}
    if not 0 <= tricks <= ELEVEN:
        return f"there are eleven tricks, not {tricks}"
    if tricks < known[who] or (tricks != known[who] and who in hand.tricks_known):
        return f"{who} took {known[who]}{'' if who in hand.tricks_known else ' at least'}"
    if can_be(hand, tricks={who: tricks}):
        return None
    shares = ", ".join(f"{seat}'s {n}" for seat, n in (known | {who: tricks}).items() if n)
    return f"{shares or 'no tricks'} can't make eleven tricks, with the points that were told"


@check("reversis")
def took_the_nine(hand: Reversis, declares: DeclaresReversis) -> Reason | None:
    who = declares.who
    if hand.reversis:
        return None if who == hand.reversis else never(f"{hand.reversis} has the first nine tricks")
    if hand.trick:
        return trick_begun(hand)
    if hand.espagnolette == who:
        return never(f"{who} didn't follow suit in one of the nine, so lost it")
    for one in hand.untold:
        if captor(one) not in (NOBODY, who):
            return never(f"{captor(one)} took a trick ({at(one)}: {one.text})", one)
        lead = one.on if isinstance(one, PlaysOn) else one.who if isinstance(one, Leads) else who
        if lead not in (who, hand.eldest):
            return never(f"{lead} led to a trick ({at(one)}: {one.text})", one)
    for seat in hand.seats:
        if seat != who and hand.taken[seat]:
            return never(f"{seat} took a trick")
        if seat != who and (hand.points_told.get(seat) or hand.tricks_told.get(seat, 0) > ELEVEN - NINE):
            return never(f"{seat} holds points or tricks already told")
    if (told := hand.tricks_told.get(who, NINE)) < NINE:
        return never(f"{who} took {told}")
    return None


@check("one-pack", "reversis-broken")
def with_quinola(hand: Reversis, told: DeclaresReversis | Breaks) -> Answer:
    """J♥ can be the card played so."""
    if told.with_ is None:
        return None
    if told.with_ is not QUINOLA:
        return {"one-pack": unclear(f"only {QUINOLA.pretty} matters here")}
    breaks = isinstance(told, Breaks)
    played = hand.falls.get(QUINOLA)
    if hand.breaker if breaks else hand.reversis:
        so = hand.broken_by_quinola if breaks else hand.quinola_in_nine
        why = None if so else never(f"{QUINOLA.pretty} wasn't played so")
    elif played and played.who == told.who and not breaks:
        why = None
    else:
        why = held(hand, told.who, QUINOLA)
    return {"one-pack": why, "reversis-broken": never(str(why), *why.told) if why and breaks else None}


@check("reversis-broken")
def may_break(hand: Reversis, breaks: Breaks) -> Reason | None:
    if not hand.reversis:
        return never("nobody has taken the first nine tricks")
    if breaks.who == hand.reversis:
        return never(f"{hand.reversis} has the first nine tricks, and an opponent breaks that")
    return never(f"{hand.breaker} broke it first") if hand.breaker not in (NOBODY, breaks.who) else None


@check("espagnolette")
def has_the_honours(hand: Reversis, declares: DeclaresEspagnolette) -> Reason | None:
    who = declares.who
    if who == hand.reversis:
        return never(f"{who} has the first nine tricks, so followed suit in all of them")
    if hand.espagnolette not in (NOBODY, who):
        return never(f"{hand.espagnolette} has an espagnolette, with four of the aces and {QUINOLA.pretty}")
    if may_refuse(hand, who):
        return None
    elsewhere = [card for card in HONOURS if card not in honours(hand, who)]
    proof = [hand.seen.get(card, [hand.origin[card]])[-1] for card in elsewhere if card in hand.origin]
    return never(f"{who} can't have had four of the aces and {QUINOLA.pretty}", *proof)


# Told again


@check("talon", "one-pack")
def was_left_over(hand: Reversis, talon: Talon) -> Answer:
    return {"talon": four_left_over(hand, talon), "one-pack": out_of_play(hand, talon)}


@check("reversis", "reversis-broken", "espagnolette")
def undertook_it(hand: Reversis, told: DeclaresReversis | Breaks | DeclaresEspagnolette) -> Answer:
    rule, who, did = {
        DeclaresReversis: ("reversis", hand.reversis, "made the reversis"),
        Breaks: ("reversis-broken", hand.breaker, "broke it"),
        DeclaresEspagnolette: ("espagnolette", hand.espagnolette, "had the espagnolette"),
    }[type(told)]
    return None if told.who == who else {rule: never(f"{who or 'nobody'} {did}, not {told.who}")}


GAME = Game(
    slug="reversis",
    name="Reversis",
    summary="Keep clear of aces and court cards, or take every trick; the knave of hearts moves the pots.",
    family="trick-taking",
    players=range(4, 5),
    pack=Pack("A K Q J 9 8 7 6 5 4 3 2", ace="high"),
    hand=Reversis,
    play=play_hand,
    over=hands_played(),
    rules=RULES,
    reports={
        Deal: Told("first, and when a hand is finished; books the antes", "dealer-rotation", "ante", "pot-renewal"),
        Discards: Told("before the first lead, if told at all", "exchange", "one-pack"),
        Draws: Told("before the first lead, if told at all", "exchange", "one-pack"),
        Passes: Told("before the first lead, if told at all", "exchange"),
        Plays: Told("in a trick", "lead-order", "follow-suit", "espagnolette-end", "one-pack", "trick-winner"),
        Trick: Told("in place of its four cards", "lead-order", "follow-suit", "espagnolette-end", "one-pack"),
        PlaysTo: Told("short: in a trick that isn't told", "one-pack", "ace-off", "quinola-off"),
        PlaysOn: Told("short: in a trick that isn't told", "one-pack", "ace-forced", "quinola-forced"),
        Leads: Told("short: in a trick that isn't told", "one-pack", "ace-led", "quinola-led"),
        Talon: Told("short: points or cards", "talon", "one-pack"),
        Holds: Told("short: for everybody with points", "talon", "trick-count"),
        Takes: Told("short: where points are level; or eleven, to a reversis", "trick-count", "reversis-made"),
        DeclaresReversis: Told("short: when nine tricks are in", "reversis", "one-pack"),
        Breaks: Told("short: after a reversis was declared", "reversis-broken", "one-pack"),
        DeclaresEspagnolette: Told("short; in the full form if told at all", "espagnolette"),
        Claims: Told("after the hand, before the next deal", "claim-by-winner", "claim-in-time"),
    },
    categories={
        "ante": Category("the ante, double from the dealer of a new pot, to the last pot", "ante", "pot-renewal"),
        "ace": Category("1, for A♦ 2", "ace-off", "ace-forced", "ace-led"),
        "quinola": Category(
            "5 from the trick's winner; 10 from its player and 5 from others where forced, or led and claimed",
            "quinola-off",
            "quinola-forced",
            "quinola-led",
        ),
        "pot": Category("all of the last pot", "quinola-off", "reversis-made"),
        "remise": Category("what the last pot holds, to it or to a new one", "remise"),
        "party": Category("4 and the talon, double across", "party", "espagnolette-made", "espagnolette-lost"),
        "refund": Category("what was paid", "reversis"),
        "reversis": Category(
            "32 across, 16, 16; 64 to the breaker, 54 with J♥",
            "reversis-made",
            "reversis-broken",
            "espagnolette-reversis",
        ),
        "espagnolette": Category("double of what each paid; the pot that was won", "espagnolette-lost"),
    },
    options=(
        Option("hands", None, "the game is over after so many hands"),
        Option(
            "ante",
            5,
            "a player's ante, and what a dealer adds to a pot; for a new pot the dealer's is double",
            ("ante", "pot-renewal"),
        ),
    ),
    facts={
        "hand": lambda hand: hand.number,
        "pot": last_pot,
        "pots": lambda hand: len(hand.standing.pots),
        "remises": lambda hand: hand.standing.remises,
        "talon": lambda hand: hand.talon_points,
        "party-winner": lambda hand: hand.winner or None,
        "party-loser": lambda hand: hand.loser or None,
    },
    accounts=("pot", *(pot(number) for number in range(1, 100))),
    chips=True,
    standing=Pots,
    dealt=(dealt_out,),
    deal_out=take_up,
    told_again={
        Talon: was_left_over,
        Holds: makes_forty,
        Takes: makes_eleven,
        DeclaresReversis: undertook_it,
        Breaks: undertook_it,
        DeclaresEspagnolette: undertook_it,
    },
    ends="trick-count",
    at_a_glance=(
        Glance("cards each", ELEVEN, "trick-count"),
        trick_ranking("trick-winner"),
        card_values(lambda card: points_of([card]), "party", name="points, to be avoided"),
        Glance("ante", lambda table: f"{(ante := table.house['ante'])}, the dealer {2 * ante} for a new pot", "ante"),
        Glance("for an ace", f"{ACE_FEE}, for A♦ {DIAMOND_FEE}", "ace-off", "ace-forced", "ace-led"),
        Glance(f"for {QUINOLA.pretty}", f"{QUINOLA_FEE}; its player {QUINOLA_FORCED} if forced or led", "quinola-off"),
        Glance("party", f"{PARTY} and the points in the talon, double across", "party"),
        Glance(
            "reversis",
            f"{REVERSIS}, {ACROSS} across; broken {BROKEN}, with {QUINOLA.pretty} {BROKEN_BY_QUINOLA}",
            "reversis-made",
        ),
    ),
    short_form=(
        "`deal`, how aces and J♥ fell, `talon`, and `holds` for everybody with points, with tricks where points are"
        " level for the fewest or the most; or how a reversis went in place of talon and points. Of an espagnolette its"
        " player's tricks are told too."
    ),
    example=Example(
        "Ann Ben Cat Dan",
        ("deal", "talon 3", "Ann holds 20; Ben holds 12; Cat holds 5"),
        "Ann -17, Ben -5, Cat -5, Dan 2",
    ),
    rulings=(
        "A new pot is formed at the next deal, and its double ante is all that its dealer puts in.",
        "One order settles the party at both ends: the player with more tricks stands worse, then the one farther round"
        " from the dealer, leftward.",
        "An ace or J♥ played to a lead of its suit was forced, whatever else its player had of it.",
        "A reversis, made or broken, is paid in place of the party and of all that the hand brought before.",
        "What an espagnolette gives back counts the whole hand; its remise is reckoned with the pot back in its place,"
        " and is owed for a pot won only.",
        "With the last pot won the one formed before it is the last; new remises go on forming pots, and a number comes"
        " again when all are won.",
        "A refusal to follow is no revoke as long as the cards leave four of the aces and J♥ to its player.",
        "Pots left when the table stops are nobody's.",
        "An espagnolette made beats the worst of the others, one lost pays the best of them.",
    ),
    edition=2,
)
