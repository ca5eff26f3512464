"""Tricks: who leads, who follows, who takes, and what a card proves about the ones before it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from referee.cards import JOKER, RANKS, SUIT_SIGNS, Card, Cards, Rank, Suit
from referee.game.asks import Asks, Macro, at
from referee.game.common_reports import Dealt
from referee.game.findings import Offence
from referee.game.game import Glance, Table
from referee.game.quick_reference import downward, high_to_low
from referee.kit.claims import claims
from referee.kit.evidence import Evidence, Void, accuse, in_words, must_hold
from referee.kit.holdings import HeldHand, held
from referee.kit.messages import doubt_in_words
from referee.language.reports import Report, one_for_each
from referee.language.words import NOBODY, Seat
from referee.rules.rule import Reason, cannot_happen, check, unclear

STRENGTH = {rank: -place for place, rank in enumerate(RANKS)}  # ace high
SAME_COLOUR = {"S": "C", "C": "S", "H": "D", "D": "H"}
LEFT_BOWERS = {trump: Card("J", other) for trump, other in SAME_COLOUR.items()}


class Plays(Report):
    """one card to a trick"""

    card: Card
    options = one_for_each(lambda hand, seat: hand.may_hold(seat))


class Takes(
    Report, adds=True, as_said="takes tricks", question="{who}, how many tricks?", of_all="Who took how many tricks?"
):
    """the number of tricks taken; 1 if you give no number"""

    tricks: int = 1
    options = one_for_each(lambda hand, seat: range(hand.tricks_left + 1))


def whole_trick(hand: TrickHand, trick: Trick) -> Reason | None:
    """Checks that a trick in one report has a card from everybody, the leader's first."""
    if why := trick_begun(hand):
        return why
    if len(trick.cards) != len(hand.in_play):
        return unclear(f"a trick has {len(hand.in_play)} cards, not {len(trick.cards)}")
    return None


def trick_begun(hand: TrickHand) -> Reason | None:
    """Why only the next card to the trick can be entered."""
    return (
        unclear(f"this trick was started card by card ({at(hand.trick[0])}): enter its other cards one by one")
        if hand.trick
        else None
    )


class Trick(Macro, speaker="none"):
    """a whole trick, in the order played, starting with the card that was led"""

    cards: Cards

    stands_for = Plays

    def parts(self, hand: Any) -> Iterator[Report]:
        for card in self.cards:
            yield Plays(card, line=self.line)


UNASKED: tuple[Plays | None, Reason | None] = (None, None)


@dataclass
class TrickHand(HeldHand):
    """A hand that is played in tricks.

    ``leader`` leads to the trick in progress, as far as is known. That is ``loose`` if several players, the ``takers``,
    took tricks that were reported as numbers. ``taken`` has the number of tricks of each player, reported either way.
    ``voids`` has plays that were correct only without some suit, until they turn out to be wrong. ``fallen`` has cards
    known to have been played to tricks that weren't reported, ``piles`` those captured in tricks that were.
    """

    size: int = 0  # tricks in the hand
    trump: Suit | None = None
    leader: Seat = NOBODY
    loose: bool = False
    takers: set[Seat] = field(default_factory=set)
    trick: list[Plays] = field(default_factory=list)
    taken: dict[Seat, int] = field(default_factory=dict)
    voids: list[Void] = field(default_factory=list)
    fallen: set[Card] = field(default_factory=set)
    piles: dict[Seat, list[Card]] = field(default_factory=dict)
    suits_by_trump: dict[Suit | None, Mapping[Card, Suit]] = field(default_factory=dict, repr=False, compare=False)
    copied: ClassVar[tuple[type[Report], ...]] = (Plays, Dealt)  # reports that name cards of which there may be copies
    looked_at = UNASKED  # the last card off suit, and why it should have followed

    def deal_cards(self, size: int, report: Report) -> None:
        """Gives every player ``size`` unknown cards."""
        self.size = size
        for seat in self.players:
            self.hold(seat).gain(report, blind=size)
            self.taken[seat] = 0
            self.piles[seat] = []

    @property
    def in_play(self) -> tuple[Seat, ...]:
        """The players who play to the tricks. Games in which a player stops playing override it."""
        return self.players

    @property
    def tricks_left(self) -> int:
        return self.size - sum(self.taken.values())

    def left_of(self, kind: type[Report]) -> tuple[int, str] | None:
        """The tricks that are left, for reports of tricks taken."""
        return (self.tricks_left, "trick") if kind.verb == Takes.verb and "tricks" in kind.__annotations__ else None

    def to_play(self) -> Seat | tuple[Seat, ...]:
        """The player, or players, whose card is due."""
        if not self.trick:
            return self.leader or self.in_play
        left = {*self.in_play} - {play.who for play in self.trick}
        around = self.around(self.after(self.trick[-1].who))
        return next(seat for seat in around if seat in left)

    def open_lead(self) -> bool:
        """Whether anybody may lead, because several players took tricks that were reported as numbers."""
        return self.loose and not self.trick

    def unseen_ways(self) -> Iterable[Iterable[Card]]:
        """The cards nobody has seen, one entry for each alternative.

        Games in which a whole suit may be left out override it.
        """
        return [self.unseen()]

    def suit_of(self, card: Card) -> Suit:
        """The suit of a card, which may depend on trumps only. Games with bowers or a joker override it."""
        return card.suit

    @property
    def suits(self) -> Mapping[Card, Suit]:
        """The suit of every card in the pack."""
        if self.trump not in self.suits_by_trump:
            self.suits_by_trump[self.trump] = {card: self.suit_of(card) for card in self.pack}
        return self.suits_by_trump[self.trump]

    def meant(self, report: Report, rank: Rank) -> list[Card]:
        """The cards that a bare rank in a report can mean, that of the suit led first."""
        led = self.suit_of(self.trick[0].card) if self.trick else ""
        return sorted(super().meant(report, rank), key=lambda card: self.suit_of(card) != led)

    def height(self, card: Card) -> int:
        """How high a card ranks in its suit. Games in which the ace isn't high override it."""
        return STRENGTH[card.rank]

    # Copies of cards

    def with_copies(self, report: Any) -> Any:
        """The report with copies that its player can have: known in that hand, or else in no hand."""
        if self.pack.apart == 1 or not isinstance(report, self.copied):
            return report
        named: Any = report
        one, copies = hasattr(named, "card"), list[Card]()
        for card in (named.card,) if one else named.cards:
            copies.append(self.copy_of(named.who, card, copies))
        changed: dict[str, Any] = {"card": copies[0]} if one else {"cards": tuple(copies)}
        same = all(getattr(named, key) == value for key, value in changed.items())
        return named if same else replace(named, **changed)

    def copy_of(self, who: Seat, card: Card, taken: Sequence[Card]) -> Card:
        free = [copy for copy in self.pack.copies_of(card) if copy not in taken and copy not in self.seen]
        own = [copy for copy in free if who in self.holdings and copy in self.holdings[who].known]
        return next(iter((*own, *(copy for copy in free if not self.holder(copy)), *free)), card)

    def may_hold(self, seat: Seat) -> list[Card]:
        """Every card that ``seat`` may hold, as it is written: each once."""
        may_hold = super().may_hold(seat)
        return may_hold if self.pack.apart == 1 else [*dict.fromkeys(card.face for card in may_hold)]

    # Tricks

    @property
    def led(self) -> Suit | None:
        return self.suit_of(self.trick[0].card) if self.trick else None

    def strength(self, card: Card) -> int:
        """How high a card ranks in the trick in progress. Cards that can't take it are below zero."""
        suit = self.suit_of(card)
        if suit == self.trump:
            return 200 + self.height(card)
        return 100 + self.height(card) if suit == self.led else -1

    def ask_play(self, *checks: Any) -> Asks[Plays]:
        """Asks for the next card to the trick, or for a whole trick."""
        card = self.ask(self.to_play, Plays, *checks, free=self.open_lead)
        whole: Asks[Any] = self.ask(None, Trick, aside=True)
        return card | whole

    def put(self, play: Plays) -> Seat | None:
        """Adds a card to the trick. Returns the player who takes the trick if it is complete."""
        holding = self.hold(play.who)
        expected = play.card in holding.known and holding.whole  # it reveals nothing new
        self.note_suit(play)
        self.loose = False
        self.takers.clear()
        self.trick.append(play)
        self.looked_at = UNASKED
        holding.lose(play.card)
        self.tell(play, play.card)
        if not expected:
            self.prove(play)
        if len(self.trick) < len(self.in_play):
            return None
        winner = self.taking([self.strength(laid.card) for laid in self.trick])
        self.taken[winner] += 1
        self.piles.setdefault(winner, []).extend([other.card for other in self.trick])
        self.trick.clear()
        self.leader = winner
        return winner

    def taking(self, strength: Sequence[int]) -> Seat:
        """The player who takes the trick, by the strength of its cards. Of equal cards, the first one is higher."""
        return self.trick[strength.index(max(strength))].who

    def take_unnamed(self, who: Seat, tricks: int) -> None:
        """Gives ``who`` tricks that weren't reported by card. If several players get some, anybody may lead next."""
        for seat in self.players:
            entered = any(play.who == seat for play in self.trick)
            self.hold(seat).play_unnamed(tricks - entered, [void for void in self.voids if void.who == seat])
        self.taken[who] += tricks
        if tricks:
            self.trick.clear()
            self.takers.add(who)
            self.leader, self.loose = who, len(self.takers) > 1

    @property
    def called_for(self) -> Collection[Card]:
        """Cards that a player may seem to lack, independently of the rest of their suit."""
        return ()

    def note_suit(self, play: Plays) -> None:
        """Notes that a player seems to be out of a suit. If that suit turns up later, the earlier play was wrong."""
        suit, led = self.suit_of(play.card), self.led
        for void in [*self.voids]:
            if void.who == play.who and (suit in void.suits or play.card.text in void.suits):
                self.voids.remove(void)
                self.find(void.finding, play.who, self.comes_late(void, play), void.play, play)
        if led and suit != led:
            _, why = self.proofs_before.get((id(play), led)) or (play, follows_suit(self, play))
            self.proofs[id(play), led] = play, why
            if not why:
                self.seems_out(Void(play.who, led, play))

    def seems_out(self, void: Void) -> None:
        """Assumes that a play was correct, unless it is known that it wasn't or didn't need to be."""
        if self.enforces(void.finding) and Offence(void.who, void.finding, void.play.line) not in self.proven:
            self.voids.append(void)

    def comes_late(self, void: Void, play: Plays) -> str:
        """Why a card shows that an earlier play was wrong."""
        played = f"played {void.play.card.pretty} instead of following suit"
        return f"{play.who} had {play.card.pretty} but {played} ({at(void.play)})"

    def prove(self, report: Report) -> None:
        """Finds players who must have broken a rule given all reports so far, or the suspects if somebody must have."""
        suspected = [finding for finding in self.findings if finding.open]
        if self.voids or suspected:
            voids, charges, _ = self.proofs_before.get(id(report), (None, [], report))
            if voids != self.voids:
                charges = Evidence(self).charges()
            self.proofs[id(report)] = [*self.voids], charges, report
            if charges or suspected:
                wrong = accuse(self, charges, report)
                self.voids = [void for void in self.voids if void not in wrong]


@dataclass
class BowerHand(TrickHand):
    """A hand in which jacks of the trump color are trumps, above the others, and a joker is above them."""

    @property
    def right_bower(self) -> Card | None:
        """The jack of trumps."""
        return Card("J", self.trump) if self.trump else None

    @property
    def left_bower(self) -> Card | None:
        """The other jack of that color."""
        return LEFT_BOWERS[self.trump] if self.trump else None

    def suit_of(self, card: Card) -> Suit:
        if self.trump and card.rank in ("J", "JK") and card in (JOKER, self.left_bower):
            return self.trump
        return card.suit

    def height(self, card: Card) -> int:
        if card is JOKER:
            return 3
        if card.rank == "J" and self.suit_of(card) == self.trump:
            return 2 if card.suit == self.trump else 1
        return STRENGTH[card.rank]


def one_card_each(hand: TrickHand, play: Plays) -> Reason | None:
    earlier = next((other for other in hand.trick if other.who == play.who), None)
    if earlier is None:
        return None
    return cannot_happen(f"{play.who} has already played {earlier.card.pretty} to this trick ({at(earlier)})", earlier)


def from_hand(hand: TrickHand, play: Plays) -> Reason | None:
    return held(hand, play.who, play.card)


def may_have_to_follow(hand: TrickHand, play: Plays) -> Reason | None:
    """Whether a card off suit may be a revoke, given everything known about the hand it comes from."""
    led = hand.led
    if led is None or hand.suit_of(play.card) == led or play.who not in hand.holdings:
        return None
    if not Evidence(hand, play.who, play.card).may_hold(led):
        return None
    return doubt_in_words(play.who, f"may have {in_words(led)}", hand.trick[0])


@check(doubt=may_have_to_follow)
def follows_suit(hand: TrickHand, play: Plays) -> Reason | None:
    """Checks that a player who is proven to hold the suit led follows it."""
    led = hand.led
    if led is None or hand.suit_of(play.card) == led or play.who not in hand.holdings:
        return None
    if hand.looked_at[0] is not play:  # otherwise this was checked when the play was judged
        why = surely_holds(hand, play.who, led, play.card)
        hand.looked_at = play, Reason(f"{why} and must follow suit", *why.reports) if why else None
    return hand.looked_at[1]


def surely_holds(hand: TrickHand, seat: Seat, suit: Suit, playing: Card | None = None) -> Reason | None:
    """The proof that ``seat`` holds a card of a suit apart from the one in play."""
    holding = hand.holdings[seat]
    if cards := holding.surely(
        lambda card: hand.suit_of(card) == suit and card is not playing and card not in hand.fallen
    ):
        proof = tuple(dict.fromkeys(holding.known[card] for card in cards))
        return Reason(f"{seat} has {cards[0].pretty} ({at(proof[0])})", *proof)
    return None if Evidence(hand, seat, playing).may_lack(suit) else must_hold(hand, seat, suit)


def enough_tricks(hand: Any, takes: Takes) -> Reason | None:
    """Checks that nobody takes more tricks than are left."""
    if 0 <= takes.tricks <= hand.tricks_left:
        return None
    return Reason(so_many_left(hand.tricks_left, takes.who, takes.tricks), about=takes.tricks)


def so_many_left(left: int, who: Seat, entered: int | str) -> str:
    """Why a player can't take a number of tricks."""
    there = "1 trick is" if left == 1 else f"{left} tricks are" if left else "no tricks are"
    return f"{'only ' * bool(left)}{there} left, so {who} can't take {entered}"


def others_took(hand: Any, takes: Takes) -> str:
    """Where the other tricks are, if a player who took none claims some: ``: Ben took 6, Cat 4``."""
    others = [f"{seat} {tricks}" for seat, tricks in hand.taken.items() if tricks and seat != takes.who]
    return f": {', '.join(others).replace(' ', ' took ', 1)}" if others and not hand.taken[takes.who] else ""


took_as_many = claims(Takes, "tricks", lambda hand, takes: hand.taken[takes.who], "{who} took {}", because=others_took)
"""Checks the tricks that are entered again after the hand against those taken."""


def trick_ranking(*rules: Any, name: str = "rank of cards", trump: Suit | None = None) -> Glance:
    """The cards that can take a trick when ``trump`` is led, or any suit if nothing is trump, from the highest down."""

    def order(table: Table) -> list[str]:
        suits = [card.suit for card in table.pack if card.suit and trump in (None, card.suit)]
        led = next(card for card in table.pack if card.suit == max(suits, key=suits.count))
        hand = table.hand(trick=[Plays(led)], **({"trump": trump} if trump else {}))
        taking = dict.fromkeys(card.face for card in table.pack if hand.strength(card) > 0)
        return downward(taking, hand.strength, suited=bool(trump))

    return Glance(name, order, *rules, show=high_to_low)


def on_the_table(hand: Any) -> Iterator[str]:
    """Yields what everybody wants to know of a trick-taking game: trumps, and the trick in progress."""
    if hand.trump in SUIT_SIGNS:
        yield f"trump {SUIT_SIGNS[hand.trump]}"
    if hand.trick:
        yield "trick " + ", ".join(f"{play.who} {play.card.pretty}" for play in hand.trick)


def taken(hand: Any) -> Iterator[str]:
    """Yields how many tricks everybody has taken, if any."""
    if tricks := {who: number for who, number in hand.taken.items() if number}:
        yield "tricks " + ", ".join(f"{who} {number}" for who, number in tricks.items())
