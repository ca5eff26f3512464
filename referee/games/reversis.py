"""Reversis: avoid aces and face cards in tricks, or take every trick.  J♥, the quinola, decides the pots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, Self

from referee.cards import SUIT_NAMES, UNKNOWN, Card, Cards, Pack, Rank, Suit, listed
from referee.game.asks import Asks, at, bar
from referee.game.common_reports import Deal, Dealt
from referee.game.game import Example, Fact, Game, Glance, Table
from referee.game.quick_reference import by_points
from referee.game.standing import Standing
from referee.games._reversis import COUNTING, ELEVEN, deciding, points_of
from referee.games._reversis_evidence import (
    HONORS,
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
from referee.kit.messages import entered_before, named_twice
from referee.kit.tricks import Plays, Trick, TrickHand
from referee.language.reports import Blind, Report, one_for_each
from referee.language.words import NOBODY, Seat, quoted, so_many
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


class Discards(Changes, limits={"cards": 1}):
    """a card discarded in the exchange; you needn't name it"""

    cards: int | Blind = Blind((UNKNOWN,))

    @cached_property
    def card(self) -> Card | None:
        """The discarded card, if it was named."""
        named = self.named
        return named[0] if named else None

    options = one_for_each(lambda hand, seat: [Blind((card,)) for card in (UNKNOWN, *hand.may_hold(seat))])


class Draws(Report):
    """the card taken up for the one discarded"""

    card: Card | None = None


class Passes(Report):
    """keeps the hand and looks at the face-down card"""


class Talon(
    Report,
    speaker="none",
    labels={"left": "points in the talon", "left cards": "cards of the talon"},
    limits={"left": lambda hand, seat: hand.all_points},
):
    """the points in the talon, or its four cards"""

    left: int | Cards

    def points(self, hand: Reversis) -> int:
        return self.left if isinstance(self.left, int) else hand.points_of(self.left)

    @property
    def cards(self) -> Cards:
        return () if isinstance(self.left, int) else self.left

    options = one_for_each(lambda hand, seat: range(hand.most_left_over + 1))


class Holds(
    Report,
    labels={"points": "points in tricks", "in_": "tricks"},
    limits={"points": lambda hand, seat: hand.all_points},
):
    """the points a player captured, and in how many tricks"""

    points: int
    in_: Annotated[int, range(ELEVEN + 1)] | None = field(default=None, kw_only=True)

    @classmethod
    def options(cls, hand: Reversis, seat: Seat) -> Iterator[Holds]:
        """The points that are possible, alone and with each possible number of tricks."""
        tricks = [number for number in range(ELEVEN + 1) if not tricks_amiss(hand, seat, number)]
        for points in range(hand.all_points + 1):
            alone = cls(points, who=seat)
            if hand.let_be or not makes_forty(hand, alone):  # a sum kept wrong holds nobody to it
                yield alone
                yield from (cls(points, who=seat, in_=number) for number in tricks)


class Takes(Report):
    """the number of tricks a player took; without a number, one more trick"""

    tricks: Annotated[int, range(ELEVEN + 1)] | None = None


class WithQuinola(Report, labels={"with_": "with the jack of hearts"}):
    with_: Card | None = field(default=None, kw_only=True)

    @classmethod
    def options(cls, hand: Reversis, seat: Seat) -> Iterable[Self]:
        return [cls(who=seat), cls(who=seat, with_=QUINOLA)]


class DeclaresReversis(WithQuinola):
    """the player took every trick so far, and so plays a reversis; add `with JH` if the player played J♥ to one of
    them"""


class Breaks(WithQuinola):
    """an opponent takes a later trick, and so breaks the reversis; add `with JH` if J♥ took it"""


class DeclaresEspagnolette(Report):
    """the player doesn't follow suit, with four aces or three aces and J♥"""


@dataclass
class Refusal:
    """A card that didn't follow suit, and the report that proves the player could have followed."""

    play: Plays
    suit: Suit
    proof: Report | None = None


FEES = ("ace", "ace-of-diamonds", "quinola", "quinola-player")
"""The options for payments for aces and J♥."""


@dataclass
class Pots(Standing):
    """The pots, and the payments that may still be claimed from the last hand."""

    pots: list[int] = field(default_factory=list)  # numbers of the pots with chips, oldest first
    formed: int = 0  # pots formed since all were won
    remises: int = 0  # remises paid since all pots were won
    party_winner: Seat = NOBODY
    led: dict[str, Seat] = field(default_factory=dict)  # aces and J♥, and who led them
    collected: list[str] = field(default_factory=list)


@dataclass
class Reversis(TrickHand):
    """One deal of Reversis."""

    opening: Pots = field(default_factory=Pots)  # the pots after the antes
    origin: dict[Card, Report] = field(default_factory=dict)  # the report that first placed a card with a player
    thrown: dict[Seat, Discards] = field(default_factory=dict)
    drawn: dict[Seat, Draws] = field(default_factory=dict)
    kept: dict[Seat, Passes] = field(default_factory=dict)
    falls: dict[Card, Fall] = field(default_factory=dict)
    untold: list[Fall] = field(default_factory=list)  # honours in tricks not entered card by card
    talon: Talon | None = None
    points_entered: dict[Seat, int] = field(default_factory=dict)
    tricks_entered: dict[Seat, int] = field(default_factory=dict)
    by_card: bool = False  # some tricks were entered card by card
    nameless: dict[Seat, int] = field(default_factory=dict)  # tricks entered one by one, without their cards
    refusals: list[Refusal] = field(default_factory=list)
    espagnolette: Seat = NOBODY  # declared, or proven
    refuser: Seat = NOBODY  # proven to play an espagnolette
    reversis: Seat = NOBODY
    quinola_at_first: bool = False
    breaker: Seat = NOBODY
    broken_by_quinola: bool = False
    closed: bool = False  # the end of a reversis was entered
    winner: Seat = NOBODY
    loser: Seat = NOBODY

    def note_suit(self, play: Plays) -> None:
        """Notes a card that didn't follow suit, and later a card that proves the player could have followed.

        Only a player who can't have an espagnolette is known to be out of the suit.
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
            proof = (*why.reports, play)[0] if why else None
            self.refusals.append(Refusal(play, self.led, proof))

    def prove(self, report: Report) -> None:
        if self.whole:
            super().prove(report)

    def meant(self, report: Report, rank: Rank) -> list[Card]:
        """The cards that a bare rank may mean; only aces and J♥ are entered without their tricks."""
        if isinstance(report, Claims):
            return [card for card in HONORS if card.rank == rank and card.text in self.standing.led]
        if isinstance(report, (PlaysTo, PlaysOn, Leads, DeclaresReversis, Breaks)):
            return [card for card in HONORS if card.rank == rank and card not in self.seen]
        return super().meant(report, rank)

    def points_of(self, cards: Iterable[Card]) -> int:
        values: tuple[int, ...] = self.house["points"]
        return points_of(values, tuple(cards))

    @property
    def first_tricks(self) -> int:
        """How many first tricks make a reversis; an espagnolette may refuse to follow suit in them."""
        number: int = self.house["first-tricks"]
        return number

    @property
    def first(self) -> str:
        """The number of first tricks as a word: ``nine``."""
        return in_letters(self.first_tricks)

    @cached_property
    def all_points(self) -> int:
        """The points of all cards together."""
        return self.points_of(self.pack)

    @property
    def most_left_over(self) -> int:
        """The most points that the talon can have."""
        values: tuple[int, ...] = self.house["points"]
        return 4 * max(values)

    @property
    def number_of_trick(self) -> int:
        return sum(self.taken.values()) + 1

    @property
    def whole(self) -> bool:
        """Whether every trick so far was entered card by card."""
        return not self.untold and sum(map(len, self.piles.values())) == 4 * sum(self.taken.values())

    @property
    def all_entered(self) -> bool:
        """Whether all eleven tricks were entered card by card."""
        return sum(map(len, self.piles.values())) == 4 * ELEVEN

    @property
    def tricks_known(self) -> dict[Seat, int]:
        """The final number of tricks, for each player whose number is known."""
        return self.tricks_entered if self.tricks_left else self.taken

    @property
    def tricks_at_face(self) -> dict[Seat, int]:
        """The same, but if no cards were entered, tricks entered one by one count as a player's final number."""
        return self.tricks_known if self.by_card else self.nameless | self.tricks_known

    @property
    def captured(self) -> Mapping[Seat, int]:
        """The points each player captured, if known.  If the points entered add up, nobody captured more."""
        if self.all_entered:
            return {seat: self.points_of(pile) for seat, pile in self.piles.items()}
        if self.points_entered and self.talon:
            least = {seat: self.points_of(pile) for seat, pile in self.piles.items()} | self.points_entered
            if sum(least.values()) + self.talon.points(self) == self.all_points:
                return least
        return self.points_entered

    @property
    def talon_points(self) -> int | None:
        if self.talon:
            return self.talon.points(self)
        return self.all_points - sum(self.captured.values()) if len(self.captured) == len(self.seats) else None

    def least_tricks(self, seat: Seat, *falls: Fall) -> int:
        """The fewest tricks a player took: those entered, and those with aces and J♥ the player captured."""
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
    further = apart | claims | bar(exchange, "the first card has already been led", Discards, Draws, Passes)
    playing = cards | beside(numbers) | further
    counting = beside(cards) | numbers | further
    report: Report = deal
    while not settled(hand):
        numbers_told = hand.points_entered or hand.tricks_entered or not hand.tricks_left
        report = await (counting if numbers_told else playing)
        match report:
            case Plays():
                play_card(hand, report)
            case PlaysTo() | PlaysOn() | Leads():
                fall_unnamed(hand, report)
            case DeclaresEspagnolette():
                hand.espagnolette = report.who
            case DeclaresReversis():
                undertake(hand, report.who, report, with_quinola=report.with_ is QUINOLA)
            case Breaks():
                break_reversis(hand, report.who, report, with_quinola=report.with_ is QUINOLA)
                hand.closed = True
            case Talon():
                lay_open(hand, report)
            case Holds() | Takes():
                note_numbers(hand, report)
            case Claims():
                collect(hand, report)

    # Score
    if not hand.reversis:
        settle_party(hand, report)
    elif not hand.breaker:
        make_reversis(hand, report)
    table = hand.standing
    table.party_winner, table.collected = hand.winner, []
    table.led = {fall.card.text: fall.who for fall in hand.falls.values() if hand.winner and isinstance(fall, Leads)}


def beside(asks: Asks[Any]) -> Asks[Any]:
    """The same asks, accepted but not announced as next."""
    return Asks(tuple(ask._replace(aside=True) for ask in asks.asks))


# Acts of the exchange


def exchange_card(hand: Reversis, change: Report) -> None:
    """Applies a discard, a draw or a pass.  If the table allows a second discard, the first is taken back."""
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
    """Records the cards a player was dealt; one of them may be discarded."""
    for card in dealt.cards:
        if card is not UNKNOWN:
            hand.origin[card] = dealt
    hold_eleven(hand, dealt.who)


def hold_eleven(hand: Reversis, seat: Seat) -> None:
    """Updates what is known of a hand after the exchange.  A discard needn't have been entered."""
    mine = {card: report for card, report in hand.origin.items() if report.who == seat and card not in hand.seen}
    came = {card for card, report in mine.items() if isinstance(report, Draws)}
    dealt, throws = len(mine) - len(came), may_throw(hand, seat)
    holding = hand.holdings[seat] = Holding(mine, came=came, slack=int(throws and dealt > 0))
    holding.least = int(dealt == ELEVEN + (seat == hand.dealer) and throws and seat in (hand.dealer, *hand.thrown))
    holding.blind = ELEVEN - len(mine) + holding.slack


# Tricks


def play_card(hand: Reversis, play: Plays) -> None:
    """Plays a card.  Forced honours are paid for at once, others when the trick is taken."""
    trick, led, hand.by_card = (*hand.trick, play), hand.led, True
    leader = trick[0].who
    hand.origin.setdefault(play.card, play)
    taker = hand.put(play)
    if hand.refusals or hand.espagnolette:
        review(hand, play)
    if play.card in HONORS:
        if led is None:
            fall(hand, Leads(play.card, who=play.who, line=play.line))
        elif play.card.suit == led:
            fall(hand, PlaysOn(play.card, who=play.who, on=leader, line=play.line))
    if not taker:
        return
    for other in trick[1:]:
        if other.card in HONORS and other.card.suit != trick[0].card.suit:
            fall(hand, PlaysTo(other.card, who=other.who, to=taker, line=other.line))
    if hand.reversis and taker != hand.reversis:
        break_reversis(
            hand, taker, play, with_quinola=any(other.who == taker and other.card is QUINOLA for other in trick)
        )
    first_in_a_row(hand, taker, play)


def fall_unnamed(hand: Reversis, report: Fall) -> None:
    """Applies an ace or J♥ played to a trick that isn't entered card by card."""
    hand.untold.append(report)
    hand.origin.setdefault(report.card, report)
    hand.hold(report.who).lose(report.card)
    hand.tell(report, report.card)
    hand.takers.update(hand.seats)
    if taker := captor(report):
        hand.piles[taker].append(report.card)
        hand.leader = taker
    fall(hand, report)
    review(hand, report)


def review(hand: Reversis, report: Report) -> None:
    """Finds revokes and espagnolettes among the plays that didn't follow suit, now that more cards are known."""
    if (alone := hand.espagnolette) and not may_refuse(hand, alone):
        hand.espagnolette = NOBODY
        hand.find("no-espagnolette", alone, f"{alone} can't have had four of the aces and {QUINOLA.pretty}", report)
    believed = len(hand.voids)
    for refusal in [*hand.refusals]:
        who = refusal.play.who
        if isinstance(report, Plays) and report.who != who and report.card not in HONORS:
            continue  # this card proves nothing about the refuser's hand
        without = not may_refuse(hand, who)
        if without and not refusal.proof and hand.enforces(follow_suit):
            hand.seems_out(Void(who, refusal.suit, refusal.play))
        elif without and refusal.proof:
            why = f"{could_have_followed(refusal)}, and had no espagnolette"
            hand.find(follow_suit, who, why, refusal.play, refusal.proof)
        elif refusal.proof and who != hand.refuser and len(surely_played_with(hand, who)) >= 4:
            hand.espagnolette = hand.refuser = who
            why = f"{could_have_followed(refusal)}, with {listed(honours(hand, who))}"
            hand.find(espagnolette, who, why, refusal.play, refusal.proof)
        if without:
            hand.refusals.remove(refusal)
    if len(hand.voids) > believed or not isinstance(report, Plays):
        hand.prove(report)


def could_have_followed(refusal: Refusal) -> str:
    who, proof, play = refusal.play.who, refusal.proof, refusal.play
    text = f"{who} had {SUIT_NAMES[refusal.suit]}"
    return f"{text} ({at(proof)}) and played {play.card.pretty} ({at(play)})" if proof else text


# Points and tricks told


def note_numbers(hand: Reversis, report: Holds | Takes) -> None:
    """Applies points or tricks entered as numbers.  A single trick may come between tricks entered by card."""
    who, tricks = report.who, report.in_ if isinstance(report, Holds) else report.tricks
    if isinstance(report, Holds):
        hand.points_entered[who] = report.points
    elif tricks is None:
        hand.piles[who] += (play.card for play in hand.trick)
        hand.take_unnamed(who, 1)
        hand.nameless[who] = hand.nameless.get(who, 0) + 1
        first_in_a_row(hand, who, report)
    if tricks is not None:
        hand.tricks_entered[who] = tricks


def lay_open(hand: Reversis, talon: Talon) -> None:
    """Applies the talon: its cards are in nobody's hand, and a player who discarded none of them kept the deal."""
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
    """Whether no later report can change the result of the hand."""
    if hand.reversis:
        return hand.closed or not hand.tricks_left or hand.tricks_entered.get(hand.reversis) == ELEVEN
    return len(parties(hand)) == 1


def to_count(hand: Reversis) -> tuple[Seat, ...]:
    """The players whose points are still needed."""
    return () if hand.reversis else hand.all_but(hand.captured)


def to_take(hand: Reversis) -> tuple[Seat, ...]:
    """The players whose number of tricks is still needed."""
    if hand.reversis:
        return (hand.reversis,)
    if len(hand.captured) < len(hand.seats):
        return ()
    return tuple(seat for seat in deciding(hand.captured, hand.espagnolette) if seat not in hand.tricks_at_face)


# Rules: the deal

dealer_rotation = illegal("The deal passes to the left.", turn=Deal)


@worth(lines="ante", asked="ante, dealer ante, many ante, put in, pay in")
def ante(
    hand: Reversis | Table,
    *,
    dealer_of_new_pot: bool,
    ante: int = number(5, "a player's ante, and the dealer's ante on later hands", least=1),
    dealer_antes: int = number(2, "antes the dealer puts into a new pot", least=1),
) -> int:
    """For a new pot, each player antes {ante}, and the dealer {dealer_antes:times} that. On every other deal, only
    the dealer antes, {ante} into the newest pot."""
    return ante * dealer_antes if dealer_of_new_pot else ante


pot_renewal = worth(
    "When all pots have been won, the next deal starts a new pot: {ante} from each player, and {dealer_antes:times}"
    " that from the dealer. The next remise then counts as the first again (see `remise`).",
    lines="ante",
    ante=5,
    dealer_antes=2,
    asked="new pot, pots won, pot empty",
)


def put_in_antes(hand: Reversis, deal: Deal) -> None:
    table = hand.standing
    if table.pots:
        chips = ante(hand, dealer_of_new_pot=False)
        pay(hand, deal.who, pot(table.pots[-1]), chips, ante, "the dealer's ante", deal)
        return
    rule = pot_renewal if table.formed else ante
    table.pots, table.formed, table.remises = [1], 1, 0
    for seat in hand.around(deal.who):
        pay(hand, seat, pot(1), ante(hand, dealer_of_new_pot=seat == deal.who), rule, "for a new pot", deal)


one_pack = impossible(
    "Play with 48 cards: a deck without tens. Each player gets eleven cards. The dealer also gets a twelfth card, and"
    " each other player one face-down card on the table.",
    place=(PlaysTo, PlaysOn, Leads),
)


@judges(one_pack)
def dealt_out(hand: Reversis, dealt: Dealt) -> str | None:
    who, size = dealt.who, ELEVEN + (dealt.who == hand.dealer)
    if len(dealt.cards) != size and who not in hand.dealt:
        return f"{who} must be dealt {size} cards, not {len(dealt.cards)}"
    return entered_before(hand, dealt) or fresh(hand, *dealt.cards)


# Rules: the exchange and the talon

exchange = illegal(
    "Before the first lead, the dealer must discard one card. The other players may discard one card and then take up"
    " their face-down card, or keep their hand and only look at the face-down card.",
    asked="exchange, discard, change card, face down card, dealer discard, must discard, look at face down",
)


@judges(exchange)
def throws_one(hand: Reversis, discards: Discards) -> Reason | None:
    who = discards.who
    if before := hand.thrown.get(who):
        return Reason(f"{who} already discarded a card ({at(before)})", before)
    if report := hand.kept.get(who):
        return Reason(f"{who} kept the hand and looked at the face-down card ({at(report)})", report)
    if (drew := hand.drawn.get(who)) and drew.card and drew.card is discards.card:
        return cannot_happen(f"{who} drew {drew.card.pretty} ({at(drew)}), but must discard before drawing", drew)
    return None if discards.count == 1 else Reason(f"{who} must discard 1 card, not {discards.count}")


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
            (exchange, one_pack), cannot_happen(f"{who} is the dealer and has no face-down card to draw")
        )
    if before := hand.drawn.get(who) or hand.kept.get(who):
        return cannot_happen(f"there was only one face-down card: {before.text} ({at(before)})", before)
    return None


@judges(one_pack)
def lay_before_player(hand: Reversis, draws: Draws) -> str | None:
    return fresh(hand, draws.card) if draws.card else None


@judges(exchange)
def may_keep(hand: Reversis, passes: Passes) -> Reason | None:
    who = passes.who
    if who == hand.dealer:
        return cannot_happen(f"{who} is the dealer, has twelve cards and must discard one")
    before = hand.thrown.get(who) or hand.drawn.get(who) or hand.kept.get(who)
    return cannot_happen(f"{before.text} was already entered ({at(before)})", before) if before else None


talon = arithmetic(
    "The four cards that nobody plays are the talon. The points captured and the points in the talon must add up to the"
    " points in the deck.",
    place=Talon,
    asked="talon, left over cards",
)


@judges(one_pack, when="always")
def out_of_play(hand: Reversis, talon: Talon) -> Reason | None:
    """No card of the talon was played or drawn, and each player discarded at most one of them."""
    thrown = [report.card for report in hand.thrown.values()]
    if twice := named_twice(talon.cards):
        return twice
    for card in talon.cards:
        if card not in thrown and (played := hand.seen.get(card)):
            return Reason(f"{card.pretty} isn't in the talon ({at(played[-1])}: {played[-1].text})", played[-1])
    for seat in hand.seats:
        entered = {card: hand.origin[card] for card in talon.cards if card not in thrown and card in hand.origin}
        own = {card: report for card, report in entered.items() if report.who == seat}
        if len(own) > may_throw(hand, seat) or any(isinstance(report, Draws) for report in own.values()):
            proof = tuple(dict.fromkeys(own.values()))
            return Reason(f"{seat} can't have discarded {listed(own)} ({at(proof[0])})", *proof)
        if talon.cards and not own and (dealt := surely_threw(hand, seat)):
            return Reason(f"{seat} discarded a card of the deal ({at(dealt)}), but none of them is here", dealt)
    return None


@judges(talon, when="always")
def four_left_over(hand: Reversis, talon: Talon) -> Reason | None:
    if talon.cards and len(talon.cards) != 4:
        return Reason(f"the talon has 4 cards, not {len(talon.cards)}")
    points, most = talon.points(hand), hand.most_left_over
    if not 0 <= points <= most:
        return Reason(f"four cards have 0 to {most} points, not {points}")
    if hand.talon and hand.talon.points(hand) != points:
        return Reason(f"the talon had {hand.talon.points(hand)} points ({at(hand.talon)})", hand.talon)
    for report in hand.thrown.values():
        if talon.cards and report.card and report.card not in talon.cards:
            return Reason(
                f"{report.card.pretty} must be in the talon: {report.who} discarded it ({at(report)})", report
            )
    return None if can_be(hand, talon=talon) else Reason(forty(hand, hand.points_entered, talon))


def forty(hand: Reversis, points: Mapping[Seat, int], talon: Talon | None) -> str:
    """Why these points aren't possible."""
    for seat, count in points.items():
        if count < (least := hand.points_of(hand.piles[seat])):
            counting = listed(card for card in hand.piles[seat] if card.rank in COUNTING)
            return f"{seat} captured {counting}, so has {least} or more"
    others = {seat: hand.points_of(hand.piles[seat]) for seat in hand.seats if seat not in points}
    left_over = talon.points(hand) if talon else 0
    least = sum(points.values()) + sum(others.values()) + left_over
    if least > hand.all_points or (talon and not others):
        shares = [f"{seat}'s {n}" for seat, n in {**points, **others}.items() if n]
        shares += [f"{left_over} in the talon"] if talon else []
        return f"{', '.join(shares)} add up to {least}, not {hand.all_points}"
    return "these points don't fit the aces and face cards already entered"


# Rules: tricks

lead_order = illegal(
    "The player on the dealer's left leads first, and play is clockwise. The winner of each trick leads to the next.",
    tricks.whole_trick,
    tricks.one_card_each,
    turn=Plays,
)
judges(one_pack)(tricks.from_hand)
trick_winner = worth("The trick goes to the highest card of the suit led. There are no trumps.")
follow_suit = illegal(
    "You must follow suit if you can, unless you are playing an espagnolette: a hand with four"
    " aces, or three aces and J♥.",
    finding="revoke",
)
espagnolette_end = illegal(
    "After the first {first_tricks:word trick}, an espagnolette player must follow suit too.",
    finding="revoke",
    first_tricks=number(
        9,
        "how many tricks in a row from the first commit you to a reversis; in these, an espagnolette player needn't"
        " follow suit",
        least=6,
        most=10,
    ),
    asked="espagnolette follow",
)


@judges(follow_suit, espagnolette_end, doubt=tricks.may_have_to_follow)
def follows(hand: Reversis, play: Plays) -> Answer:
    """A player known to have the suit led must follow, except an espagnolette player in the first tricks."""
    if (why := must_follow(hand, play)) is None:
        return None
    last = hand.number_of_trick > hand.first_tricks
    if not last and may_refuse(hand, play.who, play.card):
        return None
    return {espagnolette_end if last and play.who == hand.espagnolette else follow_suit: why}


def must_follow(hand: Reversis, play: Plays) -> Reason | None:
    """Why a player surely has the suit led.  None if some tricks weren't entered card by card."""
    return tricks.follows_suit(hand, play) if hand.whole else None


trick_count = impossible("There are eleven tricks in a hand.", place=Takes)


@judges(trick_count, talon)
def trick_fits(hand: Reversis, play: Plays) -> Answer:
    """There is no twelfth trick, and a trick must agree with the points and tricks entered."""
    if not hand.tricks_left:
        return {trick_count: "all eleven tricks have been played"}
    entered = hand.points_entered or hand.tricks_entered or hand.talon
    if hand.reversis or not entered:
        return None
    trick, whole = (*hand.trick, play), len(hand.trick) == len(hand.seats) - 1
    taker = max(trick, key=lambda played: hand.strength(played.card)).who if whole else NOBODY
    if can_be(hand, trick=trick, taker=taker):
        return None
    return against_numbers(hand)


def against_numbers(hand: Reversis) -> dict[Rule, str]:
    rule = talon if hand.points_entered or hand.talon else trick_count
    return {rule: "this doesn't agree with the points and tricks already entered"}


# Rules: aces and the jack of hearts

ace_off = worth(
    "If you play an ace to a lead of another suit, the winner of the trick pays you {ace}, or {ace_of_diamonds} for"
    " A♦.",
    lines="ace",
    ace=number(1, "chips for an ace other than A♦"),
    ace_of_diamonds=number(2, "chips for A♦"),
    asked="ace off, throw ace, ace other suit, discard ace, get rid ace",
)
ace_forced = worth(
    "If you play an ace to a lead of its own suit, you pay the leader {ace}, or {ace_of_diamonds} for A♦.",
    lines="ace",
    ace=1,
    ace_of_diamonds=2,
    asked="ace forced, ace own suit, ace to its suit",
)
ace_led = worth(
    "If you lead an ace, the player with the fewest points, who wins the party, may ask you for {ace}, or for"
    " {ace_of_diamonds} if it is A♦.",
    lines="ace",
    ace=1,
    ace_of_diamonds=2,
    asked="lead ace, ace led",
)


def ace_fee(house: Mapping[str, Any], ace: Card) -> int:
    chips: int = house["ace-of-diamonds" if ace.suit == "D" else "ace"]
    return chips


quinola_off = worth(
    "J♥ is the quinola. If you play it to a lead of another suit, the winner of the trick pays you {quinola}, and you"
    " take the newest pot.",
    lines=("quinola", "pot"),
    quinola=number(5, "chips for J♥ from a player who didn't play it"),
    asked="quinola, throw quinola, jack hearts other suit, discard quinola, get rid quinola",
)
quinola_forced = worth(
    "If you play J♥ to a heart lead, you pay the leader {quinola_player}, and the other two players pay the leader"
    " {quinola} each. You also pay a remise.",
    lines="quinola",
    quinola=5,
    quinola_player=number(10, "chips for J♥ from a player who led it or played it to a heart lead"),
    asked="quinola forced, jack hearts on hearts, forced quinola",
)
quinola_led = worth(
    "If you lead J♥, you pay the winner of the party {quinola_player}, and the other players pay {quinola} each, but"
    " only if the winner asks for it.",
    lines="quinola",
    quinola=5,
    quinola_player=10,
    asked="lead quinola, lead jack hearts",
)


def quinola_fee(house: Mapping[str, Any], *, its_player: bool = False) -> int:
    chips: int = house["quinola-player" if its_player else "quinola"]
    return chips


def fall(hand: Reversis, report: Fall) -> None:
    """Pays for an ace or J♥ that was played.  A led card is paid for later; in a reversis nothing is paid."""
    card, who = report.card, report.who
    hand.falls[card] = report
    if hand.reversis or isinstance(report, Leads):
        return
    if isinstance(report, PlaysTo):
        because = f"{card.pretty} on {report.to}'s trick, off suit"
        if card is QUINOLA:
            pay(hand, report.to, who, quinola_fee(hand.house), quinola_off, because, report)
            win_pot(hand, who, quinola_off, because, report)
        else:
            pay(hand, report.to, who, ace_fee(hand.house, card), ace_off, because, report)
        return
    because = f"{card.pretty} on {report.on}'s lead"
    if card is QUINOLA:
        for seat in hand.around(who):
            pay(hand, seat, report.on, quinola_fee(hand.house, its_player=seat == who), quinola_forced, because, report)
        owe_remise(hand, who, f"{card.pretty} was forced", report)
    else:
        pay(hand, who, report.on, ace_fee(hand.house, card), ace_forced, because, report)


def collect(hand: Reversis, claim: Claims) -> None:
    """Pays the winner of the party for a card led in the last hand, by the rules in force in that hand."""
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
    """Finds the payments that the winner of the party didn't ask for."""
    table = hand.standing
    for card, leader in table.led.items():
        if card not in table.collected and leader != table.party_winner:
            led = f"{leader} led {Card(card[:-1], card[-1]).pretty}"
            hand.find("unclaimed", table.party_winner, f"{led}, and {table.party_winner} didn't ask for it", deal)


@illegal(asked="claim payment, ask payment, when ask, late ask")
def claim_in_time(hand: Reversis, claim: Claims) -> str | None:
    """The winner of the party must ask for these payments before the next hand is dealt."""
    late = hand.dealer and hand.standing.party_winner
    return f"it's too late: hand {hand.number} has been dealt" if late else None


@illegal(place=Claims)
def claim_by_winner(hand: Reversis, claim: Claims) -> str | None:
    """Only the winner of the party may ask, once for each ace or J♥ that another player led."""
    table, card = hand.standing, claim.card
    leader = table.led.get(card.text)
    if not table.party_winner:
        return cannot_happen("nobody has won a hand yet")
    if leader is None:
        return cannot_happen(f"nobody led {card.pretty} in the last hand")
    if card.text in table.collected:
        return f"{card.pretty} has already been paid for"
    if claim.who == leader:
        return cannot_happen(f"{leader} led {card.pretty} and can't be paid for it")
    return None if claim.who == table.party_winner else f"{table.party_winner} won the last hand, not {claim.who}"


# Rules: the pots

remise = worth(
    "A remise is as much as the newest pot holds. The first remise is added to that pot; each later one starts a new"
    " pot.",
    lines="remise",
    asked="remise",
)


def owe_remise(hand: Reversis, seat: Seat, because: str, report: Report) -> None:
    """Pays a remise: the first into the newest pot, later ones into a new pot."""
    table, chips = hand.standing, last_pot(hand)
    table.remises += 1
    if table.remises > 1:
        table.formed += 1
        table.pots.append(table.formed)
    pay(hand, seat, pot(table.pots[-1]), chips, remise, because, report)


def win_pot(hand: Reversis, seat: Seat, rule: Rule, because: str, report: Report) -> None:
    name = pot(hand.standing.pots.pop())
    pay(hand, name, seat, holds(hand, name), rule, because, report, line="pot")


def last_pot(hand: Reversis) -> int:
    """The chips in the newest pot."""
    return holds(hand, pot(hand.standing.pots[-1])) if hand.standing.pots else 0


def pot(number: int) -> str:
    return f"pot{number}"


# Rules: the party

party_order = worth(
    "Each ace you capture counts {points:first}, each king {points:second}, each queen {points:third} and each jack"
    " {points:fourth}. The player with the fewest points"
    " wins the party, which is the contest of each hand. The player with the most loses it. In a tie, the player with"
    " fewer tricks ranks higher; then"
    " the player who comes first clockwise, starting with the dealer.",
    points=number((4, 3, 2, 1), "points for an ace, a king, a queen and a jack", least=1, most=20),
    asked="who win party, points worth, tie party, king worth, ace worth, who lose, fewest points",
)


def settle_party(hand: Reversis, report: Report) -> None:
    if hand.all_entered and hand.espagnolette != hand.refuser:
        why = f"{hand.espagnolette} always followed suit in the first {hand.first} tricks"
        hand.find("no-espagnolette", hand.espagnolette, why, report)
        hand.espagnolette = NOBODY
    ((hand.winner, hand.loser, lost),) = parties(hand)
    pay_party(hand, report, lost=lost)


@worth(lines="party", asked="party pay, loser pay, winner get, win party, lose party")
def party(
    hand: Reversis,
    left_over: int,
    *,
    opposite: bool,
    party: int = number(4, "chips for the party, added to the points in the talon"),
    face_to_face: int = number(
        2,
        "factor for the party between players opposite each other",
        least=1,
        words={"1": "no more", "N": "{N:times} that"},
    ),
) -> int:
    """The loser of the party pays the winner {party} plus the points in the talon. If they sit opposite each other, the
    loser pays {face_to_face}."""
    return (party + left_over) * (face_to_face if opposite else 1)


def pay_party(hand: Reversis, report: Report, *, lost: bool) -> None:
    """Pays the party; ``lost`` if an espagnolette lost it."""
    left_over, opposite = hand.talon_points or 0, hand.after(hand.loser, 2) == hand.winner
    chips = party(hand, left_over, opposite=opposite)
    rule = espagnolette_lost if lost else espagnolette_made if hand.winner == hand.espagnolette else party
    points = "1 point" if left_over == 1 else f"{left_over} points"
    because = f"{hand.house['party']}, and {points} in the talon"
    because += ", times the factor for players who sit opposite" * (opposite and hand.house["face-to-face"] != 1)
    pay(hand, hand.loser, hand.winner, chips, rule, because, report)
    if lost:
        lose_espagnolette(hand, hand.loser, report)


# Rules: the reversis

reversis = worth(
    "If you take the first {first_tricks:word trick}, you are playing a reversis, even if you didn't mean to. All"
    " payments for aces and J♥ in this hand are returned, pots and remises included, and no more are made.",
    lines="refund",
    first_tricks=9,
    asked="reversis, first nine, all tricks, every trick, take all, nine tricks",
)


def first_in_a_row(hand: Reversis, seat: Seat, report: Report) -> None:
    """Starts a reversis if the player has taken all of the first tricks."""
    if hand.taken[seat] == hand.first_tricks == sum(hand.taken.values()) and not hand.untold:
        undertake(hand, seat, report)


def undertake(hand: Reversis, seat: Seat, report: Report, *, with_quinola: bool = False) -> None:
    """Starts a reversis and returns the payments for aces and J♥, pots and remises included."""
    if hand.reversis:
        return
    table = hand.standing
    for payer, payee, chips in reversed(paid(hand)):
        pay(hand, payee, payer, chips, reversis, f"{seat} has the first {hand.first} tricks", report)
    table.pots, table.formed, table.remises = [*hand.opening.pots], hand.opening.formed, hand.opening.remises
    hand.reversis = hand.leader = seat
    hand.taken[seat] = hand.first_tricks
    played = hand.falls.get(QUINOLA)
    hand.quinola_at_first = with_quinola or (played is not None and played.who == seat)
    if with_quinola and not played:
        hand.hold(seat).lose(QUINOLA)
        hand.tell(report, QUINOLA)


SENT_BACK = {line for rule in (ace_off, ace_forced, quinola_off, quinola_forced, remise) for line in rule.lines}


def paid(hand: Reversis) -> list[tuple[str, str, int]]:
    """The payments for aces and J♥ in this hand: payer, payee and chips."""
    booked = [line for line in hand.lines if line.hand == hand.number and line.category in SENT_BACK]
    return [(payer.who, payee.who, payee.points) for payer, payee in zip(booked[::2], booked[1::2], strict=True)]


@judges(reversis)
def took_the_first(hand: Reversis, declares: DeclaresReversis) -> Reason | None:
    who = declares.who
    if hand.reversis:
        return None if who == hand.reversis else cannot_happen(f"{hand.reversis} took the first {hand.first} tricks")
    if hand.trick:
        return unclear(f"enter the other cards of this trick first ({at(hand.trick[0])})")
    if hand.espagnolette == who:
        return cannot_happen(f"{who} didn't follow suit in one of the first {hand.first} tricks, so lost that trick")
    for other in hand.untold:
        if captor(other) not in (NOBODY, who):
            return cannot_happen(f"{captor(other)} took a trick ({at(other)}: {other.text})", other)
        lead = other.on if isinstance(other, PlaysOn) else other.who if isinstance(other, Leads) else who
        if lead not in (who, hand.eldest):
            return cannot_happen(f"{lead} led to a trick ({at(other)}: {other.text})", other)
    for seat in hand.seats:
        if seat != who and hand.taken[seat]:
            return cannot_happen(f"{seat} took a trick")
        if seat != who and (
            hand.points_entered.get(seat) or hand.tricks_entered.get(seat, 0) > ELEVEN - hand.first_tricks
        ):
            return cannot_happen(f"{seat} already has points or tricks")
    if (count := hand.tricks_entered.get(who, hand.first_tricks)) < hand.first_tricks:
        return cannot_happen(f"{who} took only {count} tricks")
    return None


@worth(
    lines=("reversis", "pot"),
    asked="make reversis, reversis pay, all eleven, reversis worth, every trick get, all tricks get",
)
def reversis_made(
    hand: Reversis | Table,
    *,
    opposite: bool,
    reversis: int = number(16, "chips from each neighbor for a reversis"),
    across: int = number(32, "chips from the player opposite for a reversis"),
) -> int:
    """If you then take all eleven tricks, each neighbor pays you {reversis}, and the player opposite {across}. If you
    played J♥ to one of those first tricks, you also take the newest pot."""
    return across if opposite else reversis


def make_reversis(hand: Reversis, report: Report) -> None:
    seat = hand.reversis
    rule = espagnolette_reversis if hand.espagnolette else reversis_made
    for other in hand.around(seat)[1:]:
        chips = reversis_made(hand, opposite=other == hand.after(seat, 2))
        pay(hand, hand.espagnolette or other, seat, chips, rule, f"{seat} took all eleven tricks", report)
    if hand.quinola_at_first:
        win_pot(hand, seat, reversis_made, f"{seat} played {QUINOLA.pretty} in the first {hand.first} tricks", report)


@worth(lines="reversis", asked="break reversis, reversis broken, reversis fail")
def reversis_broken(
    hand: Reversis | Table,
    *,
    with_quinola: bool,
    broken: int = number(64, "chips to the player who breaks a reversis"),
    broken_by_quinola: int = number(54, "chips to the player who breaks a reversis with J♥"),
) -> int:
    """If an opponent takes a later trick, your reversis is broken. You pay the first opponent to do so {broken}, or
    {broken_by_quinola} if J♥ took the trick. If you played J♥ to one of those first tricks, you also pay a remise."""
    return broken_by_quinola if with_quinola else broken


def break_reversis(hand: Reversis, breaker: Seat, report: Report, *, with_quinola: bool) -> None:
    """Pays the first player who takes a trick from a reversis."""
    if hand.breaker:
        return
    hand.breaker, hand.broken_by_quinola = breaker, with_quinola
    because = f"{breaker} broke the reversis" + (f" with {QUINOLA.pretty}" if with_quinola else "")
    chips = reversis_broken(hand, with_quinola=with_quinola)
    pay(hand, hand.reversis, breaker, chips, reversis_broken, because, report)
    if hand.quinola_at_first:
        owe_remise(
            hand, hand.reversis, f"broken after playing {QUINOLA.pretty} in the first {hand.first} tricks", report
        )


@judges(reversis_broken)
def may_break(hand: Reversis, breaks: Breaks) -> Reason | None:
    if not hand.reversis:
        return cannot_happen(f"nobody has taken the first {hand.first} tricks")
    if breaks.who == hand.reversis:
        return cannot_happen(f"{hand.reversis} plays the reversis, so only an opponent can break it")
    return cannot_happen(f"{hand.breaker} broke it first") if hand.breaker not in (NOBODY, breaks.who) else None


# Rules: the espagnolette

espagnolette = worth(
    "{espagnolette}.",
    espagnolette={
        "played": "with four aces, or three aces and J♥, you needn't follow suit in the first"
        " {first_tricks:word trick}; if you don't, you are playing an espagnolette",
        "off": "there are no espagnolettes at this table: everyone must follow suit",
    },
    first_tricks=9,
    asked="espagnolette, four aces, three aces, not follow suit",
)


@judges(espagnolette)
def has_the_honours(hand: Reversis, declares: DeclaresEspagnolette) -> Reason | None:
    who = declares.who
    if hand.house["espagnolette"] == "off":
        return cannot_happen("there are no espagnolettes at this table")
    if who == hand.reversis:
        return cannot_happen(f"{who} took the first {hand.first} tricks, so followed suit in all of them")
    if hand.espagnolette not in (NOBODY, who):
        return cannot_happen(f"{hand.espagnolette} has the espagnolette, and only one player can")
    if may_refuse(hand, who):
        return None
    elsewhere = [card for card in HONORS if card not in honours(hand, who)]
    proof = [hand.seen.get(card, [hand.origin[card]])[-1] for card in elsewhere if card in hand.origin]
    return cannot_happen(f"{who} can't have had four of the aces and {QUINOLA.pretty}", *proof)


espagnolette_made = worth(
    "If you play an espagnolette and take no trick, you win the party, even if another player took none either.",
    lines="party",
    asked="espagnolette win, no trick",
)


@worth(lines=("party", "espagnolette"), asked="espagnolette lose, espagnolette trick")
def espagnolette_lost(
    hand: Reversis,
    brought: int,
    *,
    returned: int = number(2, "factor for what a lost espagnolette pays back", least=1),
) -> int:
    """If you play an espagnolette and take a trick, you lose the party. You pay each player back {returned:times} what
    that player paid you for aces and J♥. If you won a pot, you give it back and pay a remise."""
    return returned * brought


def lose_espagnolette(hand: Reversis, seat: Seat, report: Report) -> None:
    got = [(payer, chips) for payer, payee, chips in paid(hand) if payee == seat]
    for other in hand.around(seat)[1:]:
        cost = sum(chips for payer, chips in got if payer == other)
        because = f"{multiple(hand.house['returned'])} the {cost} received"
        pay(hand, seat, other, espagnolette_lost(hand, cost), espagnolette_lost, because, report, line="espagnolette")
    for payer, chips in got:
        if payer not in hand.seats:
            hand.standing.pots = [*hand.opening.pots]
            pay(hand, seat, payer, chips, espagnolette_lost, "gives the pot back", report, line="espagnolette")
            owe_remise(hand, seat, "a pot won and given back", report)


espagnolette_reversis = worth(
    "If another player makes a reversis, an espagnolette player pays the whole price alone. If the reversis is broken,"
    " the espagnolette costs nothing.",
    lines="reversis",
)


# Rules: totals only


@judges(ace_off, quinola_off, reversis, espagnolette, talon, trick_count)
def may_fall_off_suit(hand: Reversis, report: PlaysTo) -> Answer:
    return fall_amiss(hand, report, ace_off, quinola_off)


@judges(ace_forced, quinola_forced, reversis, espagnolette, talon, trick_count)
def may_be_forced(hand: Reversis, report: PlaysOn) -> Answer:
    return fall_amiss(hand, report, ace_forced, quinola_forced)


@judges(ace_led, quinola_led, reversis, espagnolette, talon, trick_count)
def may_be_led(hand: Reversis, report: Leads) -> Answer:
    return fall_amiss(hand, report, ace_led, quinola_led)


def fall_amiss(hand: Reversis, report: Fall, of_ace: Rule, of_quinola: Rule) -> Answer:
    """Why an ace or J♥ entered without its trick can't have been played like that."""
    rule = of_quinola if report.card is QUINOLA else of_ace
    if report.card not in HONORS:
        return {rule: unclear(f"only aces and {QUINOLA.pretty} are entered this way, not {report.card.pretty}")}
    if hand.trick:
        started = f"this trick was started card by card ({at(hand.trick[0])})"
        return {rule: unclear(f"{started}: type only `{quoted(report.who)} plays {report.card}`")}
    if report.who in (getattr(report, "to", NOBODY), getattr(report, "on", NOBODY)):
        return {rule: cannot_happen(f"{report.who} is named twice; name the other player")}
    if hand.reversis:
        return {reversis: cannot_happen(f"{hand.reversis} has a reversis, so nothing is paid for {report.card.pretty}")}
    alone = hand.espagnolette
    if alone and alone != report.who and report.card not in honours(hand, alone):
        free = [card for card in HONORS if card not in (report.card, *hand.origin, *hand.seen)]
        if len(honours(hand, alone)) + len(free) < 4:
            why = f"{alone} has an espagnolette, and so four of the aces and {QUINOLA.pretty}"
            return {espagnolette: cannot_happen(why)}
    return None if can_be(hand, falls=(report,)) else against_numbers(hand)


judges(one_pack, of=(PlaysTo, PlaysOn, Leads))(tricks.from_hand)


@judges(talon, trick_count, reversis, when="always")
def makes_forty(hand: Reversis, report: Holds) -> dict[Rule, str | None]:
    """The points must be possible with everything else entered, and in the number of tricks given."""
    who, points = report.who, {report.who: report.points}
    before = hand.points_entered.get(who)
    amiss: dict[Rule, str | None] = {}
    if hand.reversis and not hand.finished:
        undertaken = f"{hand.reversis} has a reversis, so points don't count: say who took the other tricks"
        return {reversis: cannot_happen(undertaken)}
    if not 0 <= report.points <= hand.all_points:
        amiss[talon] = f"there are only {hand.all_points} points in the deck, so {report.points} isn't possible"
    elif before not in (None, report.points):
        amiss[talon] = f"{who} already has {so_many(before, 'point')}"
    elif not can_be(hand, points):
        amiss[talon] = forty(hand, hand.points_entered | points, hand.talon)
    if report.in_ is not None and (why := tricks_amiss(hand, who, report.in_)):
        amiss[trick_count] = why
    elif report.in_ is not None and not amiss and not can_be(hand, points, {who: report.in_}):
        amiss[trick_count] = f"{so_many(report.in_, 'trick')} can't have {so_many(report.points, 'point')} here"
    return amiss


@judges(reversis_made, trick_count, when="always")
def makes_eleven(hand: Reversis, report: Takes) -> Answer:
    """The tricks must be possible.  In a reversis, enter only who breaks it or that it took all eleven."""
    who, tricks = report.who, report.tricks
    if hand.reversis and (tricks == ELEVEN or not hand.finished):
        why = ""
        if hand.breaker:
            why = f"{hand.breaker} broke the reversis"
        elif who != hand.reversis:
            why = f"{hand.reversis} has a reversis: enter who breaks it, or `{quoted(hand.reversis)} takes 11`"
        elif tricks not in (None, ELEVEN):
            why = f"{who} has a reversis: enter who breaks it, or `{quoted(who)} takes 11`"
        return {reversis_made: cannot_happen(why)} if why else None
    amiss: dict[Rule, str | None] = {}
    if tricks == ELEVEN:
        reversis = f"{quoted(who)} declares reversis"
        why = f"eleven tricks make a reversis: type `{reversis}` first"
        amiss[reversis_made] = cannot_happen(why, instead=(reversis,))
    if tricks is not None:
        amiss[trick_count] = tricks_amiss(hand, who, tricks)
    elif not hand.tricks_left:
        amiss[trick_count] = None if hand.finished and hand.taken[who] else "all eleven tricks have been played"
    elif not can_be(hand, trick=hand.trick, taker=who):
        amiss[trick_count] = f"{who} can't have taken another trick, by the points and tricks already entered"
    return amiss


def tricks_amiss(hand: Reversis, who: Seat, tricks: int) -> str | None:
    known = {seat: hand.tricks_known.get(seat, hand.least_tricks(seat)) for seat in hand.seats}
    if not 0 <= tricks <= ELEVEN:
        return f"there are 11 tricks, not {tricks}"
    if tricks < known[who] or (tricks != known[who] and who in hand.tricks_known):
        return f"{who} took {known[who]}{'' if who in hand.tricks_known else ' or more'}"
    if can_be(hand, tricks={who: tricks}):
        return None
    if (total := sum((known | {who: tricks}).values())) > ELEVEN or not any(
        seat not in hand.tricks_known for seat in known
    ):
        return f"that's {so_many(total, 'trick')}, but there are {ELEVEN}"
    return f"{who} can't have {so_many(tricks, 'trick')}, given the points and tricks already entered"


@judges(one_pack, reversis_broken)
def with_quinola(hand: Reversis, report: DeclaresReversis | Breaks) -> Answer:
    """J♥ must be a card the player can have played."""
    if report.with_ is None:
        return None
    if report.with_ is not QUINOLA:
        return {one_pack: unclear(f"here you can only add `with JH`, for {QUINOLA.pretty}")}
    breaks = isinstance(report, Breaks)
    played = hand.falls.get(QUINOLA)
    if hand.breaker if breaks else hand.reversis:
        was_played = hand.broken_by_quinola if breaks else hand.quinola_at_first
        why = None if was_played else cannot_happen(f"{QUINOLA.pretty} wasn't played to those tricks")
    elif played and played.who == report.who and not breaks:
        why = None
    else:
        why = held(hand, report.who, QUINOLA)
    return {one_pack: why, reversis_broken: cannot_happen(str(why), *why.reports) if why and breaks else None}


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
        "hands to play",
        least=1,
        words={"none": "the game goes on until you stop it", "N": "the game ends after {N:word hand}"},
    ),
) -> bool | None:
    """{hands}."""
    return None if hands is None else all_played(hand, hands)


def card_points(table: Table) -> dict[str, int]:
    return {card.text: points_of(table.house["points"], (card,)) for card in table.pack}


def antes(table: Table) -> str:
    return f"{ante(table, dealer_of_new_pot=False)}; the dealer of a new pot {ante(table, dealer_of_new_pot=True)}"


def aces(table: Table) -> str:
    return f"{table.house['ace']}, for A♦ {table.house['ace-of-diamonds']}"


def quinolas(table: Table) -> str:
    return f"{quinola_fee(table.house)}; {quinola_fee(table.house, its_player=True)} from its player if forced or led"


def parties_cost(table: Table) -> str:
    house = table.house
    return f"{house['party']} and the points in the talon, {multiple(house['face-to-face'])} across"


def reversis_costs(table: Table) -> str:
    made = f"{reversis_made(table, opposite=False)}, {reversis_made(table, opposite=True)} across"
    broken = f"broken {reversis_broken(table, with_quinola=False)}"
    return f"{made}; {broken}, with {QUINOLA.pretty} {reversis_broken(table, with_quinola=True)}"


def multiple(times: int) -> str:
    """A factor in words: ``double``, ``three times``."""
    return {1: "once", 2: "double"}.get(times, f"{in_letters(times)} times")


def points_in_tricks(hand: Reversis) -> dict[Seat, int]:
    """The points each player has captured so far, as far as they are known."""
    return {seat: hand.points_of(pile) for seat, pile in hand.piles.items()} | {**hand.points_entered}


def state_of(hand: Reversis) -> Iterator[str]:
    """The talon, the trick in progress and the tricks taken."""
    if hand.talon_points is not None:
        yield f"talon {hand.talon_points}"
    yield from tricks.on_the_table(hand)
    yield from tricks.taken(hand)


GAME = Game(
    slug="reversis",
    name="Reversis",
    summary="Avoid aces and face cards, or take every trick. The jack of hearts decides the pots.",
    family="trick-taking",
    players=range(4, 5),
    pack=Pack("A K Q J 9 8 7 6 5 4 3 2", ace="high"),
    hand=Reversis,
    play=play_hand,
    over=game_end,
    verbs={
        Deal: "at the start of each hand; also pays the antes",
        Discards: "before the first lead; you may leave it out",
        Draws: "before the first lead; you may leave it out",
        Passes: "before the first lead; you may leave it out",
        Plays: "on a player's turn",
        Trick: "instead of four single cards",
        PlaysTo: "if you don't enter the tricks card by card",
        PlaysOn: "if you don't enter the tricks card by card",
        Leads: "if you don't enter the tricks card by card",
        Talon: "at the end of a hand entered as totals",
        Holds: "at the end of a hand entered as totals, for each player with points",
        Takes: "if points are tied, or 11 for a reversis",
        DeclaresReversis: "after the first tricks, in a hand entered as totals",
        Breaks: "after a reversis, in a hand entered as totals",
        DeclaresEspagnolette: "in a hand entered as totals; otherwise you may leave it out",
        Claims: "after the hand, before the next deal",
    },
    pack_rule=one_pack,
    options=(
        Option("espagnolette", "played", "espagnolettes are allowed, or not", (espagnolette,), ("played", "off")),
    ),
    variants=(
        Variant("no-espagnolette", "Everyone must follow suit, even with four aces.", "espagnolette=off"),
        Variant(
            "hoyle",
            "Everyone who pays for J♥ pays six, and a reversis is worth eighty in all, made or broken.",
            "quinola=6, quinola-player=6, reversis=20, across=40, broken=80, broken-by-quinola=80",
        ),
        Variant("side-by-side", "Players opposite each other pay no more than neighbors.", "face-to-face=1, across=16"),
        Variant("sixteen-hands", "The game ends when everyone has dealt four times.", "hands=16"),
    ),
    asked=(
        Fact(points_in_tricks, "points taken", "points won", "points taken", "points captured", "points in tricks"),
    ),
    facts={
        "hand": Fact(lambda hand: hand.number, "its number"),
        "pot": Fact(last_pot, "chips in the newest pot"),
        "pots": Fact(lambda hand: len(hand.standing.pots), "how many there are"),
        "remises": Fact(lambda hand: hand.standing.remises, "remises since the last new pot"),
        "talon": Fact(lambda hand: hand.talon_points, "card points in it"),
        "party-winner": lambda hand: hand.winner or None,
        "party-loser": lambda hand: hand.loser or None,
    },
    accounts=("pot", *(pot(number) for number in range(1, 100))),
    chips=True,
    standing=Pots,
    deal_out=take_up,
    now=state_of,
    ends=(trick_count,),
    at_a_glance=(
        Glance("cards dealt to each player", ELEVEN, trick_count),
        tricks.trick_ranking(trick_winner),
        Glance("points to avoid", card_points, party_order, show=by_points),
        Glance("ante", antes, ante),
        Glance("for an ace", aces, ace_off, ace_forced, ace_led),
        Glance(f"for {QUINOLA.pretty}", quinolas, quinola_off, quinola_forced, quinola_led),
        Glance("party", parties_cost, party),
        Glance("reversis", reversis_costs, reversis_made, reversis_broken),
    ),
    short_form=(
        "Type `deal`, then each ace and J♥ that was paid for (`Ben plays AS to Cat`), `talon` and its points, and"
        " `holds N` for each player"
        " with points. If players tie for the fewest or most points, or if somebody plays an espagnolette, add the"
        " tricks: `holds 5 in 2`. For a reversis, type who declared it and who broke it."
    ),
    phrases={
        "lead CARD": "plays CARD | leads CARD",
        "throw CARD": "plays CARD",
        "drop CARD": "plays CARD",
        "discard CARD": "plays CARD",
        "reversis": "declares reversis",
        "espagnolette": "declares espagnolette",
    },
    example=Example(
        "Ann Ben Cat Dan",
        ("deal", "talon 3", "Ann holds 20; Ben holds 12; Cat holds 5"),
        "Ann -17, Ben -5, Cat -5, Dan 2",
    ),
    rulings=(
        "When all pots have been won, the new pot starts at the next deal. The dealer then pays only the dealer's"
        " share of the new pot.",
        "The same tie-break decides who loses the party. Of the players who tie for the most points, the one with the"
        " most tricks loses, then the one farthest from the dealer, clockwise.",
        "An ace or J♥ played to a lead of its suit counts as forced, even if its player had other cards of that suit.",
        "A reversis, made or broken, replaces the party and all other payments of the hand.",
        "If you lose an espagnolette, the remise is the size of the pot after you give it back. If you took no pot,"
        " there is no remise.",
        "When the newest pot is won, the pot before it becomes the newest. Later remises still start new pots until all"
        " pots are won.",
        "Not following suit isn't a revoke as long as the player may have been dealt four of these five cards: the"
        " aces and J♥.",
        "Chips still in a pot when you stop belong to nobody.",
        "If you win with an espagnolette, the lowest-ranked of the other players pays you. If you lose, you pay the"
        " highest-ranked.",
    ),
    edition=3,
)
