"""Reversis.  Keep clear of aces and court cards, or take every trick; the knave of hearts moves the pots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, Self

from referee.cards import SUIT_NAMES, UNKNOWN, Card, Cards, Pack, Rank, Suit, listed
from referee.game.asks import Asks, at, bar
from referee.game.common_reports import Deal, Dealt
from referee.game.game import Example, Game, Glance, Table
from referee.game.quick_reference import by_points
from referee.game.standing import Standing
from referee.games._reversis import COUNTING, ELEVEN, deciding, points_of
from referee.games._reversis_evidence import (
    HONOURS,
    QUINOLA,
    Claims,
    Fall,
    Leads,
    PlaysOn,
    PlaysTo,
    can_be,
    captor,
    honours,
    may_refuse,
    may_throw,
    parties,
    surely_played_with,
    surely_threw,
    throw_is_named,
)
from referee.kit import tricks
from referee.kit.claims import claims_to_be
from referee.kit.endings import all_played
from referee.kit.evidence import Void
from referee.kit.exchanges import Changes
from referee.kit.holdings import Holding, fresh, held
from referee.kit.ledger import holds, pay
from referee.kit.messages import named_twice, told_before
from referee.kit.tricks import Plays, Trick, TrickHand
from referee.language.reports import Blind, Report, one_for_each
from referee.language.words import NOBODY, Seat
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
    number,
    unclear,
    worth,
)

# Reports


class Discards(Changes):
    """the card thrown before the first lead, named or not"""

    cards: int | Blind = Blind((UNKNOWN,))

    @cached_property
    def card(self) -> Card | None:
        """What was thrown, where that was told."""
        named = self.named
        return named[0] if named else None

    options = one_for_each(lambda hand, seat: [Blind((card,)) for card in (UNKNOWN, *hand.may_hold(seat))])


class Draws(Report):
    """the card taken up in place of the one thrown"""

    card: Card | None = None


class Passes(Report):
    """keeps the hand, and looks at the card before it"""


class Talon(Report, speaker="none"):
    """what was left over: its points, or its four cards"""

    left: int | Cards

    def points(self, hand: Reversis) -> int:
        return self.left if isinstance(self.left, int) else hand.points_of(self.left)

    @property
    def cards(self) -> Cards:
        return () if isinstance(self.left, int) else self.left

    options = one_for_each(lambda hand, seat: range(hand.most_left_over + 1))


class Holds(Report):
    """the points a player captured, and in how many tricks"""

    points: int
    in_: Annotated[int, range(ELEVEN + 1)] | None = field(default=None, kw_only=True)

    @classmethod
    def options(cls, hand: Reversis, seat: Seat) -> Iterator[Holds]:
        """Points that stand by themselves, and those in every number of tricks that does."""
        tricks = [number for number in range(ELEVEN + 1) if not tricks_amiss(hand, seat, number)]
        for points in range(hand.all_points + 1):
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
    """the first tricks were the player's, nine by the book, with J♥ among the cards played to them or not"""


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


FEES = ("ace", "ace-of-diamonds", "quinola", "quinola-player")
"""What an ace or J♥ brings, in the house."""


@dataclass
class Pots(Standing):
    """The pots, and what may still be asked for from the hand just finished."""

    pots: list[int] = field(default_factory=list)  # that hold chips, in the order they were formed
    formed: int = 0  # since all were won
    remises: int = 0  # since all were won
    party_winner: Seat = NOBODY
    led: dict[str, Seat] = field(default_factory=dict)  # aces and J♥, and who led them
    collected: list[str] = field(default_factory=list)


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
    quinola_at_first: bool = False
    breaker: Seat = NOBODY
    broken_by_quinola: bool = False
    closed: bool = False  # the end of a reversis was told
    winner: Seat = NOBODY
    loser: Seat = NOBODY

    def note_suit(self, play: Plays) -> None:
        """Sees who didn't follow suit, and that they could have once the suit comes from them.

        Only those who can't have an espagnolette are out of the suit by that.
        """
        for refusal in self.refusals:
            if refusal.play.who == play.who and refusal.suit == play.card.suit:
                refusal.proof = refusal.proof or play
        last = self.number_of_trick > self.first_tricks
        if last or not may_refuse(self, play.who, play.card):
            free = last and may_refuse(self, play.who, play.card)
            if self.enforces(follow_suit) and (self.enforces(espagnolette_end) or not free):
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

    def points_of(self, cards: Iterable[Card]) -> int:
        values: tuple[int, ...] = self.house["points"]
        return points_of(values, tuple(cards))

    @property
    def first_tricks(self) -> int:
        """How many tricks at the start are a reversis, and free an espagnolette."""
        number: int = self.house["first-tricks"]
        return number

    @property
    def first(self) -> str:
        """The same as one says it: ``nine``."""
        return in_letters(self.first_tricks)

    @cached_property
    def all_points(self) -> int:
        """What all cards count together."""
        return self.points_of(self.pack)

    @property
    def most_left_over(self) -> int:
        """The most that four cards can count."""
        values: tuple[int, ...] = self.house["points"]
        return 4 * max(values)

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
            return {seat: self.points_of(pile) for seat, pile in self.piles.items()}
        if self.points_told and self.talon:
            least = {seat: self.points_of(pile) for seat, pile in self.piles.items()} | self.points_told
            if sum(least.values()) + self.talon.points(self) == self.all_points:
                return least
        return self.points_told

    @property
    def talon_points(self) -> int | None:
        if self.talon:
            return self.talon.points(self)
        return self.all_points - sum(self.captured.values()) if len(self.captured) == len(self.seats) else None

    def least_tricks(self, seat: Seat, *falls: Fall) -> int:
        """Tricks that a player took at least: told ones, and those in which aces and J♥ are known to lie."""
        if not self.untold and not falls:
            return self.taken[seat]
        players = [other.who for other in (*self.untold, *falls) if captor(other) == seat]
        return self.taken[seat] + max(Counter(players).values(), default=0)


# The hand


async def play_hand(hand: Reversis) -> None:
    claims = hand.ask(lambda: hand.standing.party_winner or hand.seats, Claims, aside=True, free=True, of_last=True)
    while claim := await claims.maybe():
        collect(hand, claim)
    deal = await hand.deal(size=ELEVEN, whole=True)
    let_pass(hand, deal)
    put_in_antes(hand, deal)
    hand.opening = hand.standing.snapshot()
    hand.deal_cards(ELEVEN, deal)

    # Exchange
    changes = hand.ask(None, Discards, Draws, Passes, aside=True)
    while change := await (changes | claims).maybe():
        if isinstance(change, Claims):
            collect(hand, change)
        else:
            exchange_card(hand, change)

    # Tricks
    hand.leader = hand.eldest
    cards = hand.ask_play()
    apart = hand.ask(None, PlaysTo, PlaysOn, Leads, DeclaresEspagnolette, DeclaresReversis, Breaks, Talon, aside=True)
    numbers = hand.ask(lambda: to_count(hand), Holds, free=True) | hand.ask(lambda: to_take(hand), Takes, free=True)
    further = apart | claims | bar(exchange, "the first card has been led", Discards, Draws, Passes)
    playing = cards | beside(numbers) | further
    counting = beside(cards) | numbers | further
    told: Report = deal
    while not settled(hand):
        numbers_told = hand.points_told or hand.tricks_told or not hand.tricks_left
        told = await (counting if numbers_told else playing)
        match told:
            case Plays():
                play_card(hand, told)
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
                note_numbers(hand, told)
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
    return Asks(tuple(ask._replace(aside=True) for ask in asks.asks))


# Acts of the exchange


def exchange_card(hand: Reversis, change: Report) -> None:
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


def play_card(hand: Reversis, play: Plays) -> None:
    """A card to the trick: forced honours are paid for at once, others when the trick is taken."""
    trick, led, hand.by_card = (*hand.trick, play), hand.led, True
    leader = trick[0].who
    hand.origin.setdefault(play.card, play)
    taker = hand.put(play)
    if hand.refusals or hand.espagnolette:
        review(hand, play)
    if play.card in HONOURS:
        if led is None:
            fall(hand, Leads(play.card, who=play.who, line=play.line))
        elif play.card.suit == led:
            fall(hand, PlaysOn(play.card, who=play.who, on=leader, line=play.line))
    if not taker:
        return
    for other in trick[1:]:
        if other.card in HONOURS and other.card.suit != trick[0].card.suit:
            fall(hand, PlaysTo(other.card, who=other.who, to=taker, line=other.line))
    if hand.reversis and taker != hand.reversis:
        break_reversis(
            hand, taker, play, with_quinola=any(other.who == taker and other.card is QUINOLA for other in trick)
        )
    first_in_a_row(hand, taker, play)


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


def review(hand: Reversis, told: Report) -> None:
    """What the cards now prove of those who didn't follow suit: an espagnolette, or a revoke."""
    if (alone := hand.espagnolette) and not may_refuse(hand, alone):
        hand.espagnolette = NOBODY
        hand.find("no-espagnolette", alone, f"{alone} can't have had four of the aces and {QUINOLA.pretty}", told)
    believed = len(hand.voids)
    for refusal in [*hand.refusals]:
        who = refusal.play.who
        if isinstance(told, Plays) and told.who != who and told.card not in HONOURS:
            continue  # which says nothing of what they have
        without = not may_refuse(hand, who)
        if without and not refusal.proof and hand.enforces(follow_suit):
            hand.seems_out(Void(who, refusal.suit, refusal.play))
        elif without and refusal.proof:
            why = f"{could_have_followed(refusal)}, without four of the aces and {QUINOLA.pretty}"
            hand.find(follow_suit, who, why, refusal.play, refusal.proof)
        elif refusal.proof and who != hand.refuser and len(surely_played_with(hand, who)) >= 4:
            hand.espagnolette = hand.refuser = who
            why = f"{could_have_followed(refusal)}, with {listed(honours(hand, who))}"
            hand.find(espagnolette, who, why, refusal.play, refusal.proof)
        if without:
            hand.refusals.remove(refusal)
    if len(hand.voids) > believed or not isinstance(told, Plays):
        hand.prove(told)


def could_have_followed(refusal: Refusal) -> str:
    who, proof, play = refusal.play.who, refusal.proof, refusal.play
    told = f"{who} had {SUIT_NAMES[refusal.suit]}"
    return f"{told} ({at(proof)}) and played {play.card.pretty} ({at(play)})" if proof else told


# Points and tricks told


def note_numbers(hand: Reversis, told: Holds | Takes) -> None:
    """Points and tricks told; a trick whose cards nobody tells may stand among others."""
    who, tricks = told.who, told.in_ if isinstance(told, Holds) else told.tricks
    if isinstance(told, Holds):
        hand.points_told[who] = told.points
    elif tricks is None:
        hand.piles[who] += (play.card for play in hand.trick)
        hand.take_untold(who, 1)
        hand.nameless[who] = hand.nameless.get(who, 0) + 1
        first_in_a_row(hand, who, told)
    if tricks is not None:
        hand.tricks_told[who] = tricks


def lay_open(hand: Reversis, talon: Talon) -> None:
    """What lies in the talon is in nobody's hand, and whoever threw none of it still has the cards dealt."""
    hand.talon = talon
    if not talon.cards:
        return
    hand.tell(talon, *(card for card in talon.cards if card not in hand.seen))
    for seat, holding in hand.holdings.items():
        thrown = [card for card in talon.cards if card in holding.known]
        for card in thrown:
            holding.was_thrown(card)
        if not thrown and hand.whole and not throw_is_named(hand, seat):
            holding.kept_all()
    review(hand, talon)


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


# Rules: the deal

dealer_rotation = illegal("The deal passes to the left.", turn=Deal)


@worth(lines="ante")
def ante(
    hand: Reversis | Table,
    *,
    dealer_of_new_pot: bool,
    ante: int = number(5, "a player's ante, and what a dealer adds to a pot", least=1),
    dealer_antes: int = number(2, "antes that the dealer puts into a new pot", least=1),
) -> int:
    """Everybody puts an ante of {ante} into a new pot, its dealer {dealer_antes:word} of them; on any other deal the
    dealer alone adds one to the pot formed last."""
    return ante * dealer_antes if dealer_of_new_pot else ante


pot_renewal = worth(
    "When all pots have been won the next deal forms a new one, with {ante} from each player and {dealer_antes:word}"
    " antes from the dealer, and remises count from the start.",
    lines="ante",
    ante=5,
    dealer_antes=2,
)


def put_in_antes(hand: Reversis, deal: Deal) -> None:
    table = hand.standing
    if table.pots:
        chips = ante(hand, dealer_of_new_pot=False)
        pay(hand, deal.who, pot(table.pots[-1]), chips, ante, "the dealer feeds the last pot", deal)
        return
    rule = pot_renewal if table.formed else ante
    table.pots, table.formed, table.remises = [1], 1, 0
    for seat in hand.around(deal.who):
        pay(hand, seat, pot(1), ante(hand, dealer_of_new_pot=seat == deal.who), rule, "a new pot", deal)


one_pack = impossible(
    "There are 48 cards, each once and no tens: eleven each, a twelfth for the dealer, and one laid before each of the"
    " others.",
    place=(PlaysTo, PlaysOn, Leads),
)


@judges(one_pack)
def dealt_out(hand: Reversis, dealt: Dealt) -> str | None:
    who, size = dealt.who, ELEVEN + (dealt.who == hand.dealer)
    if len(dealt.cards) != size and who not in hand.dealt:
        return f"{who} was dealt {size} cards, not {len(dealt.cards)}"
    return told_before(hand, dealt) or fresh(hand, *dealt.cards)


# Rules: the exchange and the talon

exchange = illegal(
    "Before the first lead the dealer throws one card; everybody else throws one unseen for the card laid before them,"
    " or keeps the hand and looks."
)


@judges(exchange)
def throws_one(hand: Reversis, discards: Discards) -> Reason | None:
    who = discards.who
    if before := hand.thrown.get(who):
        return Reason(f"{who} has thrown a card ({at(before)})", before)
    if kept := hand.kept.get(who):
        return Reason(f"{who} kept the hand and looked at the card laid there ({at(kept)})", kept)
    if (drew := hand.drawn.get(who)) and drew.card and drew.card is discards.card:
        return cannot_happen(f"{who} drew {drew.card.pretty} ({at(drew)}), and throws before drawing", drew)
    return None if discards.count == 1 else Reason(f"one card is thrown, not {discards.count}")


@judges(one_pack)
def was_in_hand(hand: Reversis, discards: Discards) -> str | None:
    cards = () if isinstance(discards.cards, int) else discards.cards
    dealt = hand.dealt.get(discards.who)
    for card in cards:
        if dealt and card is not UNKNOWN and card not in dealt.cards and UNKNOWN not in dealt.cards:
            return Reason(f"{discards.who} wasn't dealt {card.pretty} ({at(dealt)})", dealt)
    return fresh(hand, *cards, to=discards.who)


@judges(exchange, one_pack)
def may_draw(hand: Reversis, draws: Draws) -> Answer:
    who = draws.who
    if who == hand.dealer:
        return dict.fromkeys(
            (exchange, one_pack), cannot_happen(f"{who} deals and has a twelfth card; none is laid there")
        )
    if before := hand.drawn.get(who) or hand.kept.get(who):
        return cannot_happen(f"{before.text} ({at(before)}), and one card is laid there", before)
    return None


@judges(one_pack)
def lay_before_player(hand: Reversis, draws: Draws) -> str | None:
    return fresh(hand, draws.card) if draws.card else None


@judges(exchange)
def may_keep(hand: Reversis, passes: Passes) -> Reason | None:
    who = passes.who
    if who == hand.dealer:
        return cannot_happen(f"{who} deals and has twelve cards, so must throw one")
    before = hand.thrown.get(who) or hand.drawn.get(who) or hand.kept.get(who)
    return cannot_happen(f"{before.text} was told before ({at(before)})", before) if before else None


talon = arithmetic(
    "The four cards left over are the talon; with what is captured they count what all the cards do.", place=Talon
)


@judges(one_pack, when="always")
def out_of_play(hand: Reversis, talon: Talon) -> Reason | None:
    """What is left over was never played nor drawn; each player threw one card of it, or none."""
    thrown = [report.card for report in hand.thrown.values()]
    if twice := named_twice(talon.cards):
        return twice
    for card in talon.cards:
        if card not in thrown and (played := hand.seen.get(card)):
            return Reason(f"{card.pretty} was told before ({at(played[-1])}: {played[-1].text})", played[-1])
    for seat in hand.seats:
        told = {card: hand.origin[card] for card in talon.cards if card not in thrown and card in hand.origin}
        own = {card: report for card, report in told.items() if report.who == seat}
        if len(own) > may_throw(hand, seat) or any(isinstance(report, Draws) for report in own.values()):
            proof = tuple(dict.fromkeys(own.values()))
            return Reason(f"{seat} can't have thrown {listed(own)} ({at(proof[0])})", *proof)
        if talon.cards and not own and (dealt := surely_threw(hand, seat)):
            return Reason(f"{seat} threw one of the cards dealt ({at(dealt)}), and none of them is here", dealt)
    return None


@judges(talon, when="always")
def four_left_over(hand: Reversis, talon: Talon) -> Reason | None:
    if talon.cards and len(talon.cards) != 4:
        return Reason(f"four cards are left over, not {len(talon.cards)}")
    points, most = talon.points(hand), hand.most_left_over
    if not 0 <= points <= most:
        return Reason(f"four cards count 0 to {most}, not {points}")
    if hand.talon and hand.talon.points(hand) != points:
        return Reason(f"the talon counted {hand.talon.points(hand)} ({at(hand.talon)})", hand.talon)
    for report in hand.thrown.values():
        if talon.cards and report.card and report.card not in talon.cards:
            return Reason(f"{report.who} threw {report.card.pretty} ({at(report)})", report)
    return None if can_be(hand, talon=talon) else Reason(forty(hand, hand.points_told, talon))


def forty(hand: Reversis, points: Mapping[Seat, int], talon: Talon | None) -> str:
    """Why points can't be."""
    for seat, told in points.items():
        if told < (least := hand.points_of(hand.piles[seat])):
            counting = listed(card for card in hand.piles[seat] if card.rank in COUNTING)
            return f"{seat} captured {counting}, {least} at least"
    others = {seat: hand.points_of(hand.piles[seat]) for seat in hand.seats if seat not in points}
    left_over = talon.points(hand) if talon else 0
    least = sum(points.values()) + sum(others.values()) + left_over
    if least > hand.all_points or (talon and not others):
        shares = [f"{seat}'s {n}" for seat, n in {**points, **others}.items() if n]
        shares += [f"{left_over} in the talon"] if talon else []
        return f"{', '.join(shares)} make {least}, not {hand.all_points}"
    return "the aces and court cards can't have fallen so, with what was told of them"


# Rules: tricks

lead_order = illegal(
    "The player on the dealer's left leads first, then whoever took the last trick; play is clockwise.",
    tricks.whole_trick,
    tricks.one_card_each,
    turn=Plays,
)
judges(one_pack)(tricks.from_hand)
trick_winner = worth("The trick goes to the highest card of the suit led; nothing is trump.")
follow_suit = illegal("Whoever has the suit led plays it, short of an espagnolette.", finding="revoke")
espagnolette_end = illegal(
    "After the first {first_tricks:word} tricks an espagnolette follows suit like the others.",
    finding="revoke",
    first_tricks=number(9, "tricks at the start that are a reversis, and free an espagnolette", least=6, most=10),
)


@judges(follow_suit, espagnolette_end, doubt=tricks.may_have_to_follow)
def follows(hand: Reversis, play: Plays) -> Answer:
    """Whoever is known to have the suit led plays it, but for an espagnolette, in the first tricks."""
    if (why := must_follow(hand, play)) is None:
        return None
    last = hand.number_of_trick > hand.first_tricks
    if not last and may_refuse(hand, play.who, play.card):
        return None
    return {espagnolette_end if last and play.who == hand.espagnolette else follow_suit: why}


def must_follow(hand: Reversis, play: Plays) -> Reason | None:
    """Why a player surely holds the suit led; cards played to tricks that nobody told leave that open."""
    return tricks.follows_suit(hand, play) if hand.whole else None


trick_count = impossible("A hand has eleven tricks.", place=Takes)


@judges(trick_count, talon)
def trick_fits(hand: Reversis, play: Plays) -> Answer:
    """No twelfth trick, and none that goes against points and tricks told."""
    if not hand.tricks_left:
        return {trick_count: "all eleven tricks are told"}
    told = hand.points_told or hand.tricks_told or hand.talon
    if hand.reversis or not told:
        return None
    trick, whole = (*hand.trick, play), len(hand.trick) == len(hand.seats) - 1
    taker = max(trick, key=lambda played: hand.strength(played.card)).who if whole else NOBODY
    if can_be(hand, trick=trick, taker=taker):
        return None
    return against_numbers(hand)


def against_numbers(hand: Reversis) -> dict[Rule, str]:
    rule = talon if hand.points_told or hand.talon else trick_count
    return {rule: "that can't be, with the points and tricks that were told"}


# Rules: aces and the knave of hearts

ace_off = worth(
    "Whoever takes a trick with an ace of another suit in it pays {ace} to the one who threw it there,"
    " {ace_of_diamonds} for A♦.",
    lines="ace",
    ace=number(1, "chips for an ace"),
    ace_of_diamonds=number(2, "chips for A♦"),
)
ace_forced = worth(
    "An ace that falls to a lead of its suit costs its player {ace}, or {ace_of_diamonds} for A♦, paid to whoever led.",
    lines="ace",
    ace=1,
    ace_of_diamonds=2,
)
ace_led = worth(
    "For an ace that was led its player pays {ace}, or {ace_of_diamonds} for A♦, to the winner of the party, who has to"
    " ask in time.",
    lines="ace",
    ace=1,
    ace_of_diamonds=2,
)


def ace_fee(house: Mapping[str, Any], ace: Card) -> int:
    chips: int = house["ace-of-diamonds" if ace.suit == "D" else "ace"]
    return chips


quinola_off = worth(
    "J♥ thrown on another suit brings its player {quinola} from the trick's winner, and the last pot.",
    lines=("quinola", "pot"),
    quinola=number(5, "chips for J♥ from those who pay for another's"),
)
quinola_forced = worth(
    "For J♥ played to a heart lead all three others pay the leader: its player {quinola_player}, and a remise besides,"
    " the other two {quinola} each.",
    lines="quinola",
    quinola=5,
    quinola_player=number(10, "chips for J♥ from whoever led it or played it to a heart lead"),
)
quinola_led = worth(
    "For J♥ that was led the winner of the party is paid {quinola_player} by its player and {quinola} by each of the"
    " others, and has to ask in time.",
    lines="quinola",
    quinola=5,
    quinola_player=10,
)


def quinola_fee(house: Mapping[str, Any], *, its_player: bool = False) -> int:
    chips: int = house["quinola-player" if its_player else "quinola"]
    return chips


def fall(hand: Reversis, told: Fall) -> None:
    """An ace or J♥ falls; nothing is paid for it once a reversis is undertaken, nor yet where it was led."""
    card, who = told.card, told.who
    hand.falls[card] = told
    if hand.reversis or isinstance(told, Leads):
        return
    if isinstance(told, PlaysTo):
        because = f"{card.pretty} thrown on {told.to}'s trick"
        if card is QUINOLA:
            pay(hand, told.to, who, quinola_fee(hand.house), quinola_off, because, told)
            win_pot(hand, who, quinola_off, because, told)
        else:
            pay(hand, told.to, who, ace_fee(hand.house, card), ace_off, because, told)
        return
    because = f"{card.pretty} on {told.on}'s lead"
    if card is QUINOLA:
        for seat in hand.around(who):
            pay(hand, seat, told.on, quinola_fee(hand.house, its_player=seat == who), quinola_forced, because, told)
        owe_remise(hand, who, f"{card.pretty} was forced", told)
    else:
        pay(hand, who, told.on, ace_fee(hand.house, card), ace_forced, because, told)


def collect(hand: Reversis, claim: Claims) -> None:
    """What was led is paid for when its hand is over, by the rules of the house that it was played by."""
    table, card, last, house = hand.standing, claim.card, hand.number - 1, hand.last_house
    leader = table.led[card.text]
    table.collected.append(card.text)
    because = f"{leader} led {card.pretty}"
    if card is QUINOLA:
        for seat in hand.around(leader):
            chips = quinola_fee(house, its_player=seat == leader)
            pay(hand, seat, claim.who, chips, quinola_led, because, claim, belongs_to=last)
    else:
        pay(hand, leader, claim.who, ace_fee(house, card), ace_led, because, claim, belongs_to=last)


def let_pass(hand: Reversis, deal: Deal) -> None:
    """Says what the winner of the party hasn't asked for."""
    table = hand.standing
    for card, leader in table.led.items():
        if card not in table.collected and leader != table.party_winner:
            led = f"{leader} led {Card(card[:-1], card[-1]).pretty}"
            hand.find("unclaimed", table.party_winner, f"{led}, and {table.party_winner} didn't ask for it", deal)


@illegal
def claim_in_time(hand: Reversis, claim: Claims) -> str | None:
    """Payment for what was led is asked for while the next hand isn't dealt."""
    return f"hand {hand.number} has been dealt" if hand.dealer else None


@illegal(place=Claims)
def claim_by_winner(hand: Reversis, claim: Claims) -> str | None:
    """Only the winner of the party is paid for what was led, by another player, and once."""
    table, card = hand.standing, claim.card
    leader = table.led.get(card.text)
    if not table.party_winner:
        return cannot_happen("nobody has won a party that could be collected for")
    if leader is None:
        return cannot_happen(f"nobody led {card.pretty} in the hand before")
    if card.text in table.collected:
        return f"{card.pretty} has been paid for"
    if claim.who == leader:
        return cannot_happen(f"{leader} led {card.pretty}, and nobody pays for it but {leader}")
    return None if claim.who == table.party_winner else f"{table.party_winner} won the party, not {claim.who}"


# Rules: the pots

remise = worth(
    "A remise is what the last pot holds: the first goes into that pot and doubles it, every later one forms a pot of"
    " its own.",
    lines="remise",
)


def owe_remise(hand: Reversis, seat: Seat, because: str, told: Report) -> None:
    """As much as the last pot holds: into it the first time, later into a new one."""
    table, chips = hand.standing, last_pot(hand)
    table.remises += 1
    if table.remises > 1:
        table.formed += 1
        table.pots.append(table.formed)
    pay(hand, seat, pot(table.pots[-1]), chips, remise, because, told)


def win_pot(hand: Reversis, seat: Seat, rule: Rule, because: str, told: Report) -> None:
    name = pot(hand.standing.pots.pop())
    pay(hand, name, seat, holds(hand, name), rule, because, told, line="pot")


def last_pot(hand: Reversis) -> int:
    """What the pot formed last holds."""
    return holds(hand, pot(hand.standing.pots[-1])) if hand.standing.pots else 0


def pot(number: int) -> str:
    return f"pot{number}"


# Rules: the party

party_order = worth(
    "Aces, kings, queens and jacks count {points}. Low points win the party and high ones lose it; of players who are"
    " level the one with fewer tricks stands better, then whoever comes first from the dealer leftward.",
    points=number((4, 3, 2, 1), "points of aces, kings, queens and jacks", least=1, most=20),
)


def settle_party(hand: Reversis, told: Report) -> None:
    if hand.all_told and hand.espagnolette != hand.refuser:
        why = f"{hand.espagnolette} followed suit in all of the first {hand.first} tricks"
        hand.find("no-espagnolette", hand.espagnolette, why, told)
        hand.espagnolette = NOBODY
    ((hand.winner, hand.loser, lost),) = parties(hand)
    pay_party(hand, told, lost=lost)


@worth(lines="party")
def party(
    hand: Reversis,
    left_over: int,
    *,
    opposite: bool,
    party: int = number(4, "chips for the party, besides the talon's points"),
    face_to_face: int = number(2, "times that the party costs across the table", least=1),
) -> int:
    """The loser of the party pays its winner {party} and the talon's points, {face_to_face:word} times that where they
    sit face to face."""
    return (party + left_over) * (face_to_face if opposite else 1)


def pay_party(hand: Reversis, told: Report, *, lost: bool) -> None:
    """An espagnolette may have LOST the party."""
    left_over, opposite = hand.talon_points or 0, hand.after(hand.loser, 2) == hand.winner
    chips = party(hand, left_over, opposite=opposite)
    rule = espagnolette_lost if lost else espagnolette_made if hand.winner == hand.espagnolette else party
    because = f"{hand.house['party']} and {left_over} in the talon{', face to face' if opposite else ''}"
    pay(hand, hand.loser, hand.winner, chips, rule, because, told)
    if lost:
        lose_espagnolette(hand, hand.loser, told)


# Rules: the reversis

reversis = worth(
    "Whoever takes the first {first_tricks:word} tricks has undertaken a reversis, meant or not: what aces and J♥"
    " brought in this hand goes back, pots and remises too, and no more is paid for them.",
    lines="refund",
    first_tricks=9,
)


def first_in_a_row(hand: Reversis, seat: Seat, told: Report) -> None:
    """Whoever has the first tricks has undertaken it, willing or not."""
    if hand.taken[seat] == hand.first_tricks == sum(hand.taken.values()) and not hand.untold:
        undertake(hand, seat, told)


def undertake(hand: Reversis, seat: Seat, told: Report, *, with_quinola: bool = False) -> None:
    """Nine tricks are in: what was paid for aces and J♥ goes back, pots and remises too."""
    if hand.reversis:
        return
    table = hand.standing
    for payer, payee, chips in reversed(paid(hand)):
        pay(hand, payee, payer, chips, reversis, f"{seat} has {hand.first} tricks", told)
    table.pots, table.formed, table.remises = [*hand.opening.pots], hand.opening.formed, hand.opening.remises
    hand.reversis = hand.leader = seat
    hand.taken[seat] = hand.first_tricks
    played = hand.falls.get(QUINOLA)
    hand.quinola_at_first = with_quinola or (played is not None and played.who == seat)
    if with_quinola and not played:
        hand.hold(seat).lose(QUINOLA)
        hand.tell(told, QUINOLA)


SENT_BACK = {line for rule in (ace_off, ace_forced, quinola_off, quinola_forced, remise) for line in rule.lines}


def paid(hand: Reversis) -> list[tuple[str, str, int]]:
    """Who has paid whom for aces and J♥ in this hand, and how much."""
    booked = [line for line in hand.lines if line.hand == hand.number and line.category in SENT_BACK]
    return [(payer.who, payee.who, payee.points) for payer, payee in zip(booked[::2], booked[1::2], strict=True)]


@judges(reversis)
def took_the_first(hand: Reversis, declares: DeclaresReversis) -> Reason | None:
    who = declares.who
    if hand.reversis:
        return None if who == hand.reversis else cannot_happen(f"{hand.reversis} has the first {hand.first} tricks")
    if hand.trick:
        return tricks.trick_begun(hand)
    if hand.espagnolette == who:
        return cannot_happen(f"{who} didn't follow suit in one of the {hand.first}, so lost it")
    for other in hand.untold:
        if captor(other) not in (NOBODY, who):
            return cannot_happen(f"{captor(other)} took a trick ({at(other)}: {other.text})", other)
        lead = other.on if isinstance(other, PlaysOn) else other.who if isinstance(other, Leads) else who
        if lead not in (who, hand.eldest):
            return cannot_happen(f"{lead} led to a trick ({at(other)}: {other.text})", other)
    for seat in hand.seats:
        if seat != who and hand.taken[seat]:
            return cannot_happen(f"{seat} took a trick")
        if seat != who and (hand.points_told.get(seat) or hand.tricks_told.get(seat, 0) > ELEVEN - hand.first_tricks):
            return cannot_happen(f"{seat} holds points or tricks already told")
    if (told := hand.tricks_told.get(who, hand.first_tricks)) < hand.first_tricks:
        return cannot_happen(f"{who} took {told}")
    return None


@worth(lines=("reversis", "pot"))
def reversis_made(
    hand: Reversis | Table,
    *,
    opposite: bool,
    reversis: int = number(16, "chips from a neighbour for a reversis made"),
    across: int = number(32, "chips from the player opposite for a reversis made"),
) -> int:
    """Whoever takes all eleven is paid {reversis} by either neighbour and {across} by the player opposite, and
    takes the last pot where J♥ was played in the first tricks."""
    return across if opposite else reversis


def make_reversis(hand: Reversis, told: Report) -> None:
    seat = hand.reversis
    rule = espagnolette_reversis if hand.espagnolette else reversis_made
    for other in hand.around(seat)[1:]:
        chips = reversis_made(hand, opposite=other == hand.after(seat, 2))
        pay(hand, hand.espagnolette or other, seat, chips, rule, f"{seat} took all eleven", told)
    if hand.quinola_at_first:
        win_pot(hand, seat, reversis_made, f"{QUINOLA.pretty} was played in the {hand.first}", told)


@worth(lines="reversis")
def reversis_broken(
    hand: Reversis | Table,
    *,
    with_quinola: bool,
    broken: int = number(64, "chips to whoever breaks a reversis"),
    broken_by_quinola: int = number(54, "chips to whoever breaks a reversis with J♥"),
) -> int:
    """Whoever first takes a later trick from a reversis is paid {broken} by its player, or {broken_by_quinola} where
    J♥ took it; where J♥ was played in the first tricks its player owes a remise besides."""
    return broken_by_quinola if with_quinola else broken


def break_reversis(hand: Reversis, breaker: Seat, told: Report, *, with_quinola: bool) -> None:
    """The first to take a trick from it is paid."""
    if hand.breaker:
        return
    hand.breaker, hand.broken_by_quinola = breaker, with_quinola
    because = f"{breaker} broke it with {QUINOLA.pretty}" if with_quinola else f"{breaker} broke it"
    chips = reversis_broken(hand, with_quinola=with_quinola)
    pay(hand, hand.reversis, breaker, chips, reversis_broken, because, told)
    if hand.quinola_at_first:
        owe_remise(hand, hand.reversis, f"broken, with {QUINOLA.pretty} in the {hand.first}", told)


@judges(reversis_broken)
def may_break(hand: Reversis, breaks: Breaks) -> Reason | None:
    if not hand.reversis:
        return cannot_happen(f"nobody has taken the first {hand.first} tricks")
    if breaks.who == hand.reversis:
        return cannot_happen(f"{hand.reversis} has the first {hand.first} tricks, and an opponent breaks that")
    return cannot_happen(f"{hand.breaker} broke it first") if hand.breaker not in (NOBODY, breaks.who) else None


# Rules: the espagnolette

espagnolette = worth(
    "{espagnolette}.",
    espagnolette={
        "played": "four aces, or three and J♥, free their player from following suit for {first_tricks:word} tricks;"
        " doing so undertakes an espagnolette",
        "off": "no espagnolettes are played: everybody follows suit",
    },
    first_tricks=9,
)


@judges(espagnolette)
def has_the_honours(hand: Reversis, declares: DeclaresEspagnolette) -> Reason | None:
    who = declares.who
    if hand.house["espagnolette"] == "off":
        return cannot_happen("no espagnolettes are played at this table")
    if who == hand.reversis:
        return cannot_happen(f"{who} has the first {hand.first} tricks, so followed suit in all of them")
    if hand.espagnolette not in (NOBODY, who):
        return cannot_happen(f"{hand.espagnolette} has an espagnolette, with four of the aces and {QUINOLA.pretty}")
    if may_refuse(hand, who):
        return None
    elsewhere = [card for card in HONOURS if card not in honours(hand, who)]
    proof = [hand.seen.get(card, [hand.origin[card]])[-1] for card in elsewhere if card in hand.origin]
    return cannot_happen(f"{who} can't have had four of the aces and {QUINOLA.pretty}", *proof)


espagnolette_made = worth(
    "Without a trick an espagnolette wins the party before anybody else without one.", lines="party"
)


@worth(lines=("party", "espagnolette"))
def espagnolette_lost(
    hand: Reversis,
    brought: int,
    *,
    returned: int = number(2, "times what aces and J♥ brought that an espagnolette lost gives back", least=1),
) -> int:
    """With a trick an espagnolette loses the party, pays back {returned:word} times what aces and J♥ brought, and gives
    back a pot it won, with a remise."""
    return returned * brought


def lose_espagnolette(hand: Reversis, seat: Seat, told: Report) -> None:
    got = [(payer, chips) for payer, payee, chips in paid(hand) if payee == seat]
    for other in hand.around(seat)[1:]:
        cost = sum(chips for payer, chips in got if payer == other)
        because = f"{multiple(hand.house['returned'])} the {cost} paid"
        pay(hand, seat, other, espagnolette_lost(hand, cost), espagnolette_lost, because, told, line="espagnolette")
    for payer, chips in got:
        if payer not in hand.seats:
            hand.standing.pots = [*hand.opening.pots]
            pay(hand, seat, payer, chips, espagnolette_lost, "the pot goes back", told, line="espagnolette")
            owe_remise(hand, seat, "a pot won and given back", told)


espagnolette_reversis = worth(
    "An espagnolette alone pays all that a reversis made costs the others, and nothing for one broken.",
    lines="reversis",
)


# Rules: the short form


@judges(ace_off, quinola_off, reversis, espagnolette, talon, trick_count)
def may_fall_off_suit(hand: Reversis, told: PlaysTo) -> Answer:
    return fall_amiss(hand, told, ace_off, quinola_off)


@judges(ace_forced, quinola_forced, reversis, espagnolette, talon, trick_count)
def may_be_forced(hand: Reversis, told: PlaysOn) -> Answer:
    return fall_amiss(hand, told, ace_forced, quinola_forced)


@judges(ace_led, quinola_led, reversis, espagnolette, talon, trick_count)
def may_be_led(hand: Reversis, told: Leads) -> Answer:
    return fall_amiss(hand, told, ace_led, quinola_led)


def fall_amiss(hand: Reversis, told: Fall, of_ace: Rule, of_quinola: Rule) -> Answer:
    """Why an ace or J♥ that is told apart from its trick can't have fallen so."""
    rule = of_quinola if told.card is QUINOLA else of_ace
    if told.card not in HONOURS:
        return {rule: unclear(f"{told.card.pretty} is neither an ace nor {QUINOLA.pretty}")}
    if hand.trick:
        return {rule: tricks.trick_begun(hand)}
    if told.who in (getattr(told, "to", NOBODY), getattr(told, "on", NOBODY)):
        return {rule: cannot_happen(f"{told.who} is named twice: another player takes the trick, or leads to it")}
    if hand.reversis:
        return {
            reversis: cannot_happen(
                f"{hand.reversis} has {hand.first} tricks, so nothing is paid for {told.card.pretty}"
            )
        }
    alone = hand.espagnolette
    if alone and alone != told.who and told.card not in honours(hand, alone):
        free = [card for card in HONOURS if card not in (told.card, *hand.origin, *hand.seen)]
        if len(honours(hand, alone)) + len(free) < 4:
            return {espagnolette: cannot_happen(f"{alone}'s espagnolette has four of the aces and {QUINOLA.pretty}")}
    return None if can_be(hand, falls=(told,)) else against_numbers(hand)


judges(one_pack, of=(PlaysTo, PlaysOn, Leads))(tricks.from_hand)


@judges(talon, trick_count, reversis, when="always")
def makes_forty(hand: Reversis, told: Holds) -> dict[Rule, str | None]:
    """Points that the pack can still have given, in so many tricks."""
    who, points = told.who, {told.who: told.points}
    before = hand.points_told.get(who)
    amiss: dict[Rule, str | None] = {}
    if hand.reversis and not hand.finished:
        return {reversis: cannot_happen(f"{hand.reversis} has {hand.first} tricks: who takes the others counts")}
    if not 0 <= told.points <= hand.all_points:
        amiss[talon] = f"the pack counts {hand.all_points}, so nobody holds {told.points}"
    elif before not in (None, told.points):
        amiss[talon] = f"{who} holds {before}, as told before"
    elif not can_be(hand, points):
        amiss[talon] = forty(hand, hand.points_told | points, hand.talon)
    if told.in_ is not None and (why := tricks_amiss(hand, who, told.in_)):
        amiss[trick_count] = why
    elif told.in_ is not None and not amiss and not can_be(hand, points, {who: told.in_}):
        amiss[trick_count] = f"so few cards as lie in {told.in_} of the tricks can't make {told.points} here"
    return amiss


@judges(reversis_made, trick_count, when="always")
def makes_eleven(hand: Reversis, told: Takes) -> Answer:
    """Tricks that can still be a player's; all eleven are a reversis, of which nothing else is told."""
    who, tricks = told.who, told.tricks
    if hand.reversis and (tricks == ELEVEN or not hand.finished):
        why = ""
        if hand.breaker:
            why = f"{hand.breaker} broke the reversis"
        elif who != hand.reversis:
            why = f"{hand.reversis} has {hand.first} tricks: say who breaks, or that {hand.reversis} takes all eleven"
        elif tricks not in (None, ELEVEN):
            why = f"say who took the rest of {who}'s eleven: who breaks?"
        return {reversis_made: cannot_happen(why)} if why else None
    amiss: dict[Rule, str | None] = {}
    if tricks == ELEVEN:
        amiss[reversis_made] = cannot_happen("eleven tricks are a reversis, and nobody has declared one")
    if tricks is not None:
        amiss[trick_count] = tricks_amiss(hand, who, tricks)
    elif not hand.tricks_left:
        amiss[trick_count] = None if hand.finished and hand.taken[who] else "all eleven tricks are told"
    elif not can_be(hand, trick=hand.trick, taker=who):
        amiss[trick_count] = f"{who} can't have taken one more, with the points and tricks that were told"
    return amiss


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


@judges(one_pack, reversis_broken)
def with_quinola(hand: Reversis, told: DeclaresReversis | Breaks) -> Answer:
    """J♥ can be the card played so."""
    if told.with_ is None:
        return None
    if told.with_ is not QUINOLA:
        return {one_pack: unclear(f"only {QUINOLA.pretty} matters here")}
    breaks = isinstance(told, Breaks)
    played = hand.falls.get(QUINOLA)
    if hand.breaker if breaks else hand.reversis:
        was_played = hand.broken_by_quinola if breaks else hand.quinola_at_first
        why = None if was_played else cannot_happen(f"{QUINOLA.pretty} wasn't played so")
    elif played and played.who == told.who and not breaks:
        why = None
    else:
        why = held(hand, told.who, QUINOLA)
    return {one_pack: why, reversis_broken: cannot_happen(str(why), *why.told) if why and breaks else None}


judges(reversis)(claims_to_be(DeclaresReversis, lambda hand, declares: hand.reversis, "made the reversis"))
judges(reversis_broken)(claims_to_be(Breaks, lambda hand, breaks: hand.breaker, "broke it"))
judges(espagnolette)(
    claims_to_be(DeclaresEspagnolette, lambda hand, declares: hand.espagnolette, "had the espagnolette")
)


@worth
def game_end(
    hand: Reversis,
    *,
    hands: int | None = number(
        None,
        "the game is over after so many hands",
        least=1,
        words={"none": "the game goes on until the table stops it", "N": "the game ends after {N:word hand}"},
    ),
) -> bool | None:
    """{hands}."""
    return None if hands is None else all_played(hand, hands)


def card_points(table: Table) -> dict[str, int]:
    return {card.text: points_of(table.house["points"], (card,)) for card in table.pack}


def antes(table: Table) -> str:
    return f"{ante(table, dealer_of_new_pot=False)}, the dealer {ante(table, dealer_of_new_pot=True)} for a new pot"


def aces(table: Table) -> str:
    return f"{table.house['ace']}, for A♦ {table.house['ace-of-diamonds']}"


def quinolas(table: Table) -> str:
    return f"{quinola_fee(table.house)}; its player {quinola_fee(table.house, its_player=True)} if forced or led"


def parties_cost(table: Table) -> str:
    house = table.house
    return f"{house['party']} and the points in the talon, {multiple(house['face-to-face'])} across"


def reversis_costs(table: Table) -> str:
    made = f"{reversis_made(table, opposite=False)}, {reversis_made(table, opposite=True)} across"
    broken = f"broken {reversis_broken(table, with_quinola=False)}"
    return f"{made}; {broken}, with {QUINOLA.pretty} {reversis_broken(table, with_quinola=True)}"


def multiple(times: int) -> str:
    """``double``, ``three times``."""
    return {1: "once", 2: "double"}.get(times, f"{in_letters(times)} times")


def stands(hand: Reversis) -> Iterator[str]:
    """The talon, the trick in progress and the tricks taken."""
    if hand.talon_points is not None:
        yield f"talon {hand.talon_points}"
    yield from tricks.on_the_table(hand)
    yield from tricks.taken(hand)


GAME = Game(
    slug="reversis",
    name="Reversis",
    summary="Keep clear of aces and court cards, or take every trick; the knave of hearts moves the pots.",
    family="trick-taking",
    players=range(4, 5),
    pack=Pack("A K Q J 9 8 7 6 5 4 3 2", ace="high"),
    hand=Reversis,
    play=play_hand,
    over=game_end,
    verbs={
        Deal: "first, and when a hand is finished; books the antes",
        Discards: "before the first lead, if told at all",
        Draws: "before the first lead, if told at all",
        Passes: "before the first lead, if told at all",
        Plays: "in a trick",
        Trick: "in place of its four cards",
        PlaysTo: "short: in a trick that isn't told",
        PlaysOn: "short: in a trick that isn't told",
        Leads: "short: in a trick that isn't told",
        Talon: "short: points or cards",
        Holds: "short: for everybody with points",
        Takes: "short: where points are level; or eleven, to a reversis",
        DeclaresReversis: "short: when so many tricks are in",
        Breaks: "short: after a reversis was declared",
        DeclaresEspagnolette: "short; in the full form if told at all",
        Claims: "after the hand, before the next deal",
    },
    pack_rule=one_pack,
    options=(Option("espagnolette", "played", "whether espagnolettes are played", (espagnolette,), ("played", "off")),),
    variants=(
        Variant("no-espagnolette", "Everybody follows suit, whatever aces they hold.", "espagnolette=off"),
        Variant(
            "hoyle",
            "Six chips for J♥ from everybody who pays for it, and eighty for a reversis, made or broken.",
            "quinola=6, quinola-player=6, reversis=20, across=40, broken=80, broken-by-quinola=80",
        ),
        Variant("side-by-side", "Nobody pays more for sitting face to face.", "face-to-face=1, across=16"),
        Variant("sixteen-hands", "The game is over when everybody has dealt four times.", "hands=16"),
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
    deal_out=take_up,
    now=stands,
    ends=(trick_count,),
    at_a_glance=(
        Glance("cards each", ELEVEN, trick_count),
        tricks.trick_ranking(trick_winner),
        Glance("points, to be avoided", card_points, party_order, show=by_points),
        Glance("ante", antes, ante),
        Glance("for an ace", aces, ace_off, ace_forced, ace_led),
        Glance(f"for {QUINOLA.pretty}", quinolas, quinola_off, quinola_forced, quinola_led),
        Glance("party", parties_cost, party),
        Glance("reversis", reversis_costs, reversis_made, reversis_broken),
    ),
    short_form=(
        "`deal`, how aces and J♥ fell, `talon`, and `holds` for everybody with points, with tricks where points are"
        " level for the fewest or the most; or how a reversis went in place of talon and points. Of an espagnolette its"
        " player's tricks are told too."
    ),
    phrases={
        "reversis": "declares reversis",
        "espagnolette": "declares espagnolette",
    },
    example=Example(
        "Ann Ben Cat Dan",
        ("deal", "talon 3", "Ann holds 20; Ben holds 12; Cat holds 5"),
        "Ann -17, Ben -5, Cat -5, Dan 2",
    ),
    rulings=(
        "A new pot is formed at the next deal, and what its dealer puts into it is all of the dealer's ante.",
        "One order settles the party at both ends: the player with more tricks stands worse, then the one farther round"
        " from the dealer, leftward.",
        "An ace or J♥ played to a lead of its suit was forced, whatever else its player had of it.",
        "A reversis, made or broken, is paid in place of the party and of all that the hand brought before.",
        "What an espagnolette gives back counts the whole hand; its remise is reckoned with the pot back in its place,"
        " and is owed for a pot won only.",
        "With the last pot won the one formed before it is the last; new remises go on forming pots, and a number comes"
        " again when all are won.",
        "A refusal to follow isn't a revoke as long as the cards leave four of the aces and J♥ to its player.",
        "Pots left when the table stops are nobody's.",
        "An espagnolette made beats the worst of the others, one lost pays the best of them.",
    ),
    edition=3,
)
