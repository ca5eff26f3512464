"""Bridge Solitaire: one player bids and plays a bridge hand against the deck, which is called the house."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from referee.cards import JOKER, SUIT_NAMES, SUIT_SIGNS, SUITS, UNKNOWN, Card, Cards, Pack, Suit, those_named
from referee.game.asks import Macro, at, bar
from referee.game.common_reports import Deal, Dealt
from referee.game.game import Example, Fact, Game, Glance, Hand, Outcome, Table
from referee.game.quick_reference import ranking
from referee.game.standing import Standing
from referee.games._bridge_solitaire import MINOR, SIZE, STRAINS, Bid, house_bids, may_be_for_no_trump, sure_tricks
from referee.kit import tricks
from referee.kit.evidence import Counting, Heap, Part, Share, Void, accuse
from referee.kit.messages import doubt_in_words, entered_before
from referee.kit.tricks import STRENGTH, Takes
from referee.language.reports import Blind, Report, one_for_each
from referee.language.words import NOBODY, Seat, so_many
from referee.rules.options import Option, Variant
from referee.rules.rule import (
    Answer,
    Reason,
    Rule,
    cannot_happen,
    illegal,
    impossible,
    in_letters,
    judges,
    last,
    number,
    unclear,
    unjudged,
    worth,
)

HOUSE = Seat("house")
DOUBLED = ("", " doubled", " redoubled")

# Reports


class Upcard(Report, speaker="none"):
    """the face-up cards"""

    cards: Cards


class Keeps(Report):
    """the face-up cards that the player keeps"""

    cards: Cards

    @classmethod
    def options(cls, hand: BridgeSolitaire, seat: Seat) -> Iterable[Keeps]:
        cards = hand.upcard.cards if hand.upcard else ()
        jokers = tuple(card for card in cards if card.is_joker)
        others = itertools.combinations((card for card in cards if not card.is_joker), hand.house["keep"] - len(jokers))
        return (cls((*jokers, *chosen), who=seat) for chosen in others) if cards else ()


Word = Literal["doubled", "redoubled"]


class Bids(Report, labels={"word": "doubled"}):
    """a bid; add `doubled` or `redoubled` only if the player's cards weren't entered"""

    bid: Bid
    word: Word | None = None

    @classmethod
    def options(cls, hand: BridgeSolitaire, seat: Seat) -> Iterator[Bids]:
        words = (None,) if seat == HOUSE else (None, *get_args(Word))
        bids = (Bid(level, strain) for level in range(1, 8) for strain in STRAINS)
        yield from (cls(bid, word, who=seat) for bid in bids for word in words)


class Passes(Report, labels={"word": "doubled"}):
    """no bid; add `doubled` or `redoubled` only if the player's cards weren't entered"""

    word: Word | None = None


Call = Bids | Passes


def jokers_announced(call: Call) -> int | None:
    """How many jokers a call announces: 1 for doubled, 2 for redoubled, None without a word."""
    return get_args(Word).index(call.word) + 1 if call.word else None


class Plays(Report):
    """one side's card to a trick; for the house all cards it turned up, in order"""

    cards: Blind

    @property
    def card(self) -> Card:
        """The card played, the last one turned up."""
        return self.cards[-1]

    @property
    def named(self) -> Cards:
        return tuple(those_named(self.cards))

    @classmethod
    def options(cls, hand: BridgeSolitaire, seat: Seat) -> Iterator[Plays]:
        yield from (cls(Blind((card,)), who=seat) for card in hand.pack if hand.may_have(seat, card))
        if seat == HOUSE and hand.trick and not hand.trump:
            yield cls(Blind((UNKNOWN,) * min(hand.house["no-trump-cards"], hand.stock)), who=seat)


class Trick(Macro, speaker="none"):
    """a whole trick, the leader's card first; after the player's lead all cards turned up, in order"""

    cards: Blind

    stands_for = Plays

    def parts(self, hand: BridgeSolitaire) -> Iterator[Report]:
        leader = hand.led_by(self.cards)
        yield Plays(Blind(self.cards[:1]), who=leader, line=self.line)
        yield Plays(Blind(self.cards[1:]), who=hand.other(leader), line=self.line)


class ClaimsHonours(Report, as_said="claims honors"):
    """the points a player scores for honors, for example `Ann claims honours 100`"""

    points: int
    options = one_for_each(lambda hand, seat: points_for_honours(hand))


@dataclass
class Rubber(Standing):
    """Points below the line, games won, and the honors of the last hand: still claimable, and claimed."""

    below: dict[Seat, int] = field(default_factory=dict)
    games: dict[Seat, int] = field(default_factory=dict)
    claimable: list[int] = field(default_factory=list)
    claimed: ClaimsHonours | None = None


@dataclass
class BridgeSolitaire(Hand):
    """One deal.

    ``own`` are all cards known to be the player's, and ``left`` the ones not known to be played.  ``untold`` are tricks
    entered as numbers: how many cards the player played to them, and the suits the player was out of by then.
    """

    upcard: Upcard | None = None
    kept: Keeps | None = None
    own: Counter[Card] = field(default_factory=Counter)
    left: Counter[Card] = field(default_factory=Counter)
    origin: dict[Card, Report] = field(default_factory=dict)  # the report that named a card of the player's
    house_call: Call | None = None
    call: Call | None = None
    whole_at_bidding: bool = False
    honours: ClaimsHonours | None = None
    stock: int = 0
    turned: Counter[Card] = field(default_factory=Counter)
    leader: Seat = NOBODY
    takers: set[Seat] = field(default_factory=set)  # who took the tricks just entered as numbers
    trick: list[Plays] = field(default_factory=list)
    taken: Counter[Seat] = field(default_factory=Counter)
    plays: int = 0  # cards of the player's played by name
    untold: list[tuple[int, tuple[Void, ...]]] = field(default_factory=list)
    voids: list[Void] = field(default_factory=list)  # plays that didn't follow suit

    @property
    def player(self) -> Seat:
        return self.seats[0]

    def other(self, side: Seat) -> Seat:
        return HOUSE if side == self.player else self.player

    # The player's cards

    @property
    def closed(self) -> int:
        """The number of cards dealt face down."""
        return SIZE - int(self.house["keep"])

    @property
    def final(self) -> bool:
        """Whether all thirteen cards were entered at once, the kept ones included."""
        return any(len(report.cards) == SIZE for report in self.dealt.values())

    @property
    def size(self) -> int:
        return self.closed + len(self.kept.cards) if self.kept and not self.final else SIZE

    @property
    def blind(self) -> int:
        """The number of the player's cards that nobody has named."""
        return self.size - sum(self.own.values())

    @property
    def whole(self) -> bool:
        return self.blind == 0

    @property
    def cards(self) -> list[Card]:
        """All cards known to be the player's, played or not."""
        return [*self.own.elements()]

    @property
    def in_hand(self) -> int:
        return self.size - self.plays - sum(count for count, _ in self.untold)

    def copies_seen(self, card: Card) -> int:
        """How many copies of a card are accounted for."""
        return len(self.seen.get(card, ())) + self.left.get(card, 0)

    def may_have(self, seat: Seat, card: Card) -> bool:
        """Whether SEAT may still play a card, from the hand or from the stock."""
        free = self.copies_seen(card) < self.pack.copies[card]
        if seat == HOUSE:
            return free and self.turned[card] + self.open(card) < self.pack.copies[card]
        return self.in_hand > 0 and (self.left[card] > 0 or (free and self.blind > 0))

    def open(self, card: Card) -> int:
        """How many copies of a card were face up."""
        return self.upcard.cards.count(card) if self.upcard else 0

    def from_open(self, cards: Counter[Card]) -> int:
        """How many of these cards were face up."""
        return sum(min(count, self.open(card)) for card, count in cards.items())

    def known(self, seat: Seat) -> Iterable[Card]:
        return self.left.elements() if seat == self.player else ()

    @property
    def due(self) -> Bid | None:
        """The house's bid against the player's cards; None if it passes."""
        return house_bids(self.cards, self.house["house-tie"], self.house["house-tricks"])

    def take_up(self, report: Report, cards: Iterable[Card]) -> None:
        for card in cards:
            self.own[card] += 1
            self.left[card] += 1
            self.origin.setdefault(card, report)

    def lengths(self, cards: Mapping[Card, int] | None = None) -> Counter[Suit]:
        """The number of cards in each suit, of the player's cards or of ``cards``."""
        counts: Counter[Suit] = Counter()
        for card, count in (self.own if cards is None else cards).items():
            counts[card.suit] = counts.get(card.suit, 0) + count
        return counts

    @property
    def unnamed_cards(self) -> dict[Card, int]:
        """How many copies of each card nobody has named or seen."""
        seen, left = self.seen, self.left
        return {card: n - len(seen.get(card, ())) - left.get(card, 0) for card, n in self.pack.copies.items()}

    @property
    def pool(self) -> Counter[Suit]:
        """The number of cards in each suit that nobody has named or seen."""
        return self.lengths(self.unnamed_cards)

    @property
    def proof(self) -> list[Report]:
        """The reports that named the player's cards."""
        return [*dict.fromkeys(self.origin.values())]

    # The contract

    @property
    def bid(self) -> Bid | None:
        """The contract, once both sides have called."""
        spoken = self.call if isinstance(self.call, Bids) else self.opening if self.call else None
        return spoken.bid if isinstance(spoken, Bids) else None

    @property
    def opening(self) -> Call | None:
        """The house's call: as entered, or worked out from the player's cards."""
        if self.house_call or not self.whole:
            return self.house_call
        return Bids(self.due, who=HOUSE) if self.due else Passes(who=HOUSE)

    @property
    def trump(self) -> Suit | None:
        return self.bid.trump if self.bid else None

    @property
    def declarer(self) -> Seat:
        return NOBODY if not self.bid else self.player if isinstance(self.call, Bids) else HOUSE

    @property
    def jokers(self) -> int:
        """The jokers that double the contract: as called, or as known from the cards."""
        said = jokers_announced(self.call) if self.call else None
        return self.sure_jokers if said is None else said

    @property
    def sure_jokers(self) -> int:
        """The jokers known to be the player's; face-up jokers must be kept."""
        return max(self.own[JOKER], 0 if self.kept or self.final else self.open(JOKER))

    # The trick

    def to_play(self) -> Seat:
        return self.other(self.trick[0].who) if self.trick else self.leader

    @property
    def led(self) -> Card | None:
        return self.trick[0].card if self.trick else None

    def owner(self, card: Card) -> Seat:
        """Who must have a card, if that is certain."""
        if self.left[card] and self.copies_seen(card) >= self.pack.copies[card]:
            return self.player
        return HOUSE if self.whole and not self.left[card] else NOBODY

    def led_by(self, cards: Cards) -> Seat:
        """Who led a whole trick: by its cards if they tell, otherwise whose turn it is to lead."""
        if len(cards) > 2:
            return self.player
        first, second = map(self.owner, cards)
        return first or (self.other(second) if second else self.leader)

    @property
    def tricks_left(self) -> int:
        return SIZE - sum(self.taken.values())


# The hand


async def play_hand(hand: BridgeSolitaire) -> None:
    hand.stock = len(hand.pack) - hand.closed - hand.house["open"]
    late = hand.ask(hand.player, ClaimsHonours, still_claimable, aside=True, free=True, of_last=True).maybe()
    while hand.standing.claimable and (claim := await late):
        hand.standing.claimable, hand.standing.claimed = [], claim
        score_honours(hand, claim.points, claim, hand.number - 1)
    await hand.deal(barred=bar(trick_count, "the hand is over", Plays, Trick, Takes))
    hand.standing.claimable, hand.standing.claimed = [], None

    # The player's hand
    if upcard := await hand.ask(None, Upcard).maybe():
        hand.upcard = upcard
    if keeps := await hand.ask(hand.player, Keeps).maybe():
        keep(hand, keeps)

    # Bids
    opening = hand.ask(HOUSE, Bids, bid_form, house_bid) | hand.ask(HOUSE, Passes, house_bid)
    hand.house_call = await (opening.maybe() if hand.whole else opening)
    hand.whole_at_bidding = hand.whole
    answer = hand.ask(hand.player, Bids, bid_form, sufficient_bid, nt_shape, doubling)
    hand.call = await (answer | hand.ask(hand.player, Passes, must_bid, doubling))
    if not hand.bid:
        return

    # Tricks
    hand.leader = hand.other(hand.declarer)
    open_lead = lambda: len(hand.takers) > 1 and not hand.trick  # noqa: E731
    playing = (
        hand.ask(hand.to_play, Plays, free=open_lead)
        | hand.ask(None, Trick, aside=True)
        | hand.ask(hand.player, Takes, aside=True, free=True)
        | hand.ask(hand.player, ClaimsHonours, honours_are_held, aside=True, free=True)
        | bar(sufficient_bid, "the bidding is over", Bids, Passes)
    )
    while hand.tricks_left and (hand.stock or hand.trick):
        match await playing:
            case Plays() as play:
                put(hand, play)
            case Takes() as takes:
                take_unnamed(hand, takes)
            case ClaimsHonours() as claim:
                hand.honours = claim
        prove_bids(hand)
    hand.taken[hand.player] += hand.tricks_left

    # Score
    score_contract(hand)
    held = honours_of(hand) if hand.whole and hand.house["honours"] == "auto" else 0
    if hand.honours or held:
        score_honours(hand, max(held, hand.honours.points if hand.honours else 0), hand.honours)
    elif hand.house["honours"] == "claim" or not hand.whole:
        hand.standing.claimable = [points for points in points_for_honours(hand) if may_have_honours(hand, points)]
    score_game(hand)


def keep(hand: BridgeSolitaire, keeps: Keeps) -> None:
    """Adds the kept face-up cards to the hand; the others are out of play."""
    kept = Counter(keeps.cards)
    hand.kept = keeps
    hand.take_up(keeps, (kept - hand.own if hand.final else kept).elements())
    if hand.upcard:
        hand.tell(keeps, *(Counter(hand.upcard.cards) - kept).elements())


# Bids


def prove_bids(hand: BridgeSolitaire) -> None:
    """Finds mistakes in the bidding that the cards played prove."""
    if hand.whole_at_bidding or not hand.call:
        return
    judged: list[tuple[Rule, Report | None, Reason | None]] = [
        (nt_shape, hand.call, nt_shape(hand, hand.call) if isinstance(hand.call, Bids) else None),
        (doubling, hand.call, doubling(hand, hand.call)),
        (house_bid, hand.house_call, house_bid(hand, hand.house_call) if hand.house_call else None),
    ]
    for rule, report, why in judged:
        if report and why and not any(finding.name == rule.called for finding in hand.findings):
            hand.find(rule, report.who, f"{report.text}, but {why}", report)


# Tricks


def put(hand: BridgeSolitaire, play: Plays) -> None:
    """Plays one side's part of a trick.  The second part completes it."""
    hand.takers.clear()
    if play.who == HOUSE:
        hand.turned.update(play.named)
        hand.stock -= len(play.cards)
    else:
        note_suit(hand, play)
        if hand.left[play.card]:
            hand.left[play.card] -= 1
        else:
            hand.own[play.card] += 1
            hand.origin.setdefault(play.card, play)
        hand.plays += 1
    hand.tell(play, *play.named)
    hand.trick.append(play)
    prove_revoke(hand, play)
    if len(hand.trick) == 2:
        hand.leader = winner(hand)
        hand.taken[hand.leader] += 1
        hand.trick.clear()


def take_unnamed(hand: BridgeSolitaire, takes: Takes) -> None:
    if not takes.tricks:
        return
    played = any(play.who == hand.player for play in hand.trick)
    hand.untold.append((takes.tricks - played, tuple(hand.voids)))
    hand.taken[takes.who] += takes.tricks
    hand.trick.clear()
    hand.takers.add(takes.who)
    hand.leader = takes.who


class PlayersHand(Counting):
    """The player's cards, counted: a known number of them came from the face-up cards."""

    def __init__(self, hand: BridgeSolitaire, playing: Card | None = None) -> None:
        self.hand, self.playing = hand, playing
        super().__init__((hand.player,), hand.voids, hand.player)

    def heaps(self) -> list[Sequence[Heap]]:
        hand = self.hand
        fresh = [self.playing] if self.playing and not hand.left[self.playing] else []
        own = Counter([*hand.own.elements(), *fresh])
        blind = hand.size - own.total()
        lying_open = Counter(hand.upcard.cards) - own if hand.upcard and not hand.kept else Counter[Card]()
        taken = min(blind, max(0, hand.house["keep"] - hand.from_open(own))) if lying_open else 0
        known = [*lying_open.elements(), *fresh]
        others = {card: max(0, count - known.count(card)) for card, count in hand.unnamed_cards.items()}
        return [[Heap(hand.lengths(lying_open), taken), Heap(hand.lengths(others), blind - taken)]]

    def share(self, seat: Seat, believed: Collection[Void] = ()) -> Share:
        hand = self.hand
        left = hand.lengths({card: count - (card == self.playing) for card, count in hand.left.items() if count})
        parts = [Part(count, {void.suit for void in believed if void in before}) for count, before in hand.untold]
        return Share([*parts, Part(hand.in_hand - bool(self.playing), {void.suit for void in believed})], left)

    def bars(self, void: Void) -> tuple[bool, ...]:
        return tuple(void in before for _, before in self.hand.untold)


def note_suit(hand: BridgeSolitaire, play: Plays) -> None:
    """Notes that the player is out of a suit, or finds a revoke if the suit turns up later."""
    suit = play.card.suit
    for void in [void for void in hand.voids if void.suit == suit]:
        hand.voids.remove(void)
        why = f"{play.who} had {play.card.pretty} but played {void.play.card.pretty} when {SUIT_NAMES[suit]} were led"
        hand.find(follow_suit, play.who, f"{why} ({at(void.play)})", void.play, play)
    if hand.led and hand.led.suit not in ("", suit) and not follow_suit(hand, play):
        hand.voids.append(Void(play.who, hand.led.suit, play))


def prove_revoke(hand: BridgeSolitaire, report: Report) -> None:
    """Finds revokes that the cards seen so far prove."""
    if hand.voids and hand.enforces(follow_suit):
        wrong = accuse(hand, PlayersHand(hand).charges(), report)
        hand.voids = [void for void in hand.voids if void not in wrong]


# Cards entered after the hand


def entered_too_late(scored: BridgeSolitaire, hand: BridgeSolitaire) -> None:
    """Finds jokers and honors that were scored wrongly before the cards were known."""
    if not hand.bid or not hand.call:
        return
    if hand.jokers != scored.jokers:
        has = ("no joker", "one joker", "two jokers")[hand.jokers]
        why = f"{hand.player} had {has}, but the hand was scored as {hand.bid}{DOUBLED[scored.jokers]}"
        hand.find(doubling, hand.player, why, hand.call, *hand.proof)
    held, claim = honours_of(hand), scored.standing.claimed
    if hand.whole and claim and claim.points > held:
        why = f"{hand.player}'s honors were worth {held}, not {claim.points}"
        hand.find(honours_held, hand.player, why, claim, *hand.proof)
    elif held in scored.standing.claimable and scored.house["honours"] == "auto":
        why = f"{hand.player} had honors worth {held} at {hand.bid} and didn't claim them"
        hand.find(honours_held, hand.player, why, *hand.proof)


# Facts


def vulnerable(hand: BridgeSolitaire) -> str:
    sides = [side for side, games in hand.standing.games.items() if games]
    return sides[0] if len(sides) == 1 else "both" if sides else "none"


def contract(hand: BridgeSolitaire) -> str | None:
    return f"{hand.bid}{DOUBLED[hand.jokers]}" if hand.bid else None


def opening_bid(hand: BridgeSolitaire) -> str | None:
    call = hand.opening
    return str(call.bid) if isinstance(call, Bids) else "pass" if call else None


# Scoring


def score_contract(hand: BridgeSolitaire) -> None:
    bid, side, jokers, call = hand.bid, hand.declarer, hand.jokers, hand.call
    assert bid and call
    vulnerable, took = bool(hand.standing.games.get(side)), hand.taken[side]
    because = f"{bid}{DOUBLED[jokers]}, {so_many(took, 'trick')}" + ", vulnerable" * vulnerable
    for rule, points in brings(hand, bid, jokers, vulnerable, took):
        hand.book(hand.other(side) if rule is undertricks else side, rule, points, because, call)
        if rule is below_line:
            hand.standing.below[side] = hand.standing.below.get(side, 0) + points


def brings(hand: BridgeSolitaire, bid: Bid, jokers: int, vulnerable: bool, took: int) -> Iterator[tuple[Rule, int]]:
    """The points of a contract, by rule; points for undertricks go to the other side."""
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


def bid_brings(hand: BridgeSolitaire, bids: Bids) -> Iterator[Outcome]:
    """What a bid can score, for each number of tricks.

    If the cards aren't known and the call has no word for jokers, it isn't doubled.
    """
    bid, side, said = bids.bid, bids.who, jokers_announced(bids)
    jokers = hand.sure_jokers if said is None else said
    needed = bid.level + 6
    for took in (*range(needed, SIZE + 1), *range(needed)[::-1]):
        lines = [*brings(hand, bid, jokers, bool(hand.standing.games.get(side)), took)]
        to = side if took >= needed else hand.other(side)
        yield Outcome(f"takes {took}", {to: sum(points for _, points in lines)}, tuple(rule for rule, _ in lines))


def score_honours(
    hand: BridgeSolitaire, points: int, claim: ClaimsHonours | None, hand_number: int | None = None
) -> None:
    because = "honors claimed" if claim else f"honors at {hand.bid}"
    hand.book(hand.player, honours_held, points, because, *([claim] if claim else []), hand=hand_number)


def score_game(hand: BridgeSolitaire) -> None:
    """Starts a new game if one was won, and books the rubber if that was won too."""
    standing, side = hand.standing, hand.declarer
    if not game(hand, standing.below.get(side, 0)):
        return
    standing.below.clear()
    standing.games[side] = standing.games.get(side, 0) + 1
    if is_over(hand):
        others = standing.games.get(hand.other(side), 0)
        won = in_letters(standing.games[side])
        hand.book(side, rubber, rubber(hand, others), f"{won} {'game' if won == 'one' else 'games'} to {others}")


def is_over(hand: BridgeSolitaire) -> bool:
    return max(hand.standing.games.values(), default=0) >= int(hand.house["games"])


def stop(hand: BridgeSolitaire) -> None:
    """Books the points for an unfinished rubber."""
    standing, house = hand.standing, hand.house
    if standing.over:
        return
    for points, count, what in (
        (house["unfinished-game"], standing.games, "a game"),
        (house["unfinished-part"], standing.below, "part of a game"),
    ):
        if len(ahead := [side for side, scored in count.items() if scored]) == 1:
            hand.book(ahead[0], rubber, points, f"the only side with {what}", hand=0)


# Rules: contracts


@worth(lines="contract", asked="make bid, bid worth, below line, trick worth")
def below_line(
    hand: BridgeSolitaire,
    bid: Bid,
    jokers: int,
    *,
    minor: int = number(20, "points per trick in clubs or diamonds"),
    major: int = number(30, "points per trick in hearts or spades"),
    first_no_trump: int = number(40, "points for the first trick at no trump"),
    no_trump: int = number(30, "points for each further trick at no trump"),
) -> int:
    """If you make your bid, each odd trick you bid scores below the line: {minor} in clubs or diamonds, {major} in
    hearts or spades, and at no trump {first_no_trump} for the first and {no_trump} for each further trick. Double that
    if the contract is doubled, and double it again if redoubled. The house scores for its contracts as you do."""
    if bid.trump:
        return bid.level * (minor if bid.strain in MINOR else major) << jokers
    return first_no_trump + (bid.level - 1) * no_trump << jokers


@worth(lines="overtricks", asked="overtricks, extra tricks, above line")
def overtricks(
    hand: BridgeSolitaire,
    bid: Bid,
    over: int,
    jokers: int,
    vulnerable: bool,
    *,
    minor: int = number(20, "points per trick in clubs or diamonds"),
    major: int = number(30, "points per trick in hearts or spades"),
    no_trump: int = number(30, "points for each further trick at no trump"),
    over_doubled: int = number(100, "points per overtrick when doubled"),
    over_vulnerable: int = number(200, "points per overtrick when doubled and vulnerable"),
) -> int:
    """Each trick beyond your bid scores above the line: {minor} in clubs or diamonds, {major} in hearts or spades, and
    {no_trump} at no trump. Doubled, it scores {over_doubled} instead, or {over_vulnerable} if you are vulnerable;
    redoubled, twice that."""
    if jokers:
        return over * jokers * (over_vulnerable if vulnerable else over_doubled)
    return over * (no_trump if not bid.trump else minor if bid.strain in MINOR else major)


@worth(lines="insult", asked="insult, make doubled")
def insult(
    hand: BridgeSolitaire,
    jokers: int,
    *,
    insult: tuple[int, int] = number((50, 100), "bonus for making a doubled and a redoubled contract"),
) -> int:
    """If you make a doubled contract, you score {insult:first} extra above the line; redoubled, {insult:second}."""
    return insult[jokers - 1]


@worth(lines="undertricks", asked="undertricks, not make bid, fall short, set, down, fail contract, miss bid, go down")
def undertricks(
    hand: BridgeSolitaire,
    short: int,
    jokers: int,
    vulnerable: bool,
    *,
    down: int = number(50, "points per undertrick"),
    down_vulnerable: int = number(100, "points per undertrick when vulnerable"),
    down_doubled: tuple[int, ...] = number(
        (100, 200, 200, 300), "points for the first, second, third and each further undertrick when doubled"
    ),
    down_doubled_vulnerable: tuple[int, ...] = number(
        (200, 300), "points for the first and each further undertrick when doubled and vulnerable"
    ),
) -> int:
    """If you fall short of your bid, the other side scores above the line: {down} per undertrick, or {down_vulnerable}
    if you are vulnerable. Doubled, the first scores {down_doubled:first}, the second {down_doubled:second}, the third
    {down_doubled:third} and each further one {down_doubled:fourth}; if you are vulnerable, the first
    {down_doubled_vulnerable:first} and each further one {down_doubled_vulnerable:second}. Redoubled, they score twice
    that."""
    if not jokers:
        return short * (down_vulnerable if vulnerable else down)
    steps = down_doubled_vulnerable if vulnerable else down_doubled
    return jokers * (sum(steps[:short]) + steps[-1] * max(0, short - len(steps)))


@worth(lines="slam", asked="slam, all tricks, six odd, seven odd")
def slam(
    hand: BridgeSolitaire,
    level: int,
    vulnerable: bool,
    *,
    slam: tuple[int, int] = number((500, 1000), "bonus for bidding and making six and seven odd tricks"),
    vulnerable_slam: tuple[int, int] = number((750, 1500), "the same when vulnerable"),
) -> int:
    """If you bid and make six odd tricks, you score {slam:first} extra above the line, or {vulnerable_slam:first} if
    you are vulnerable; for seven, {slam:second} or {vulnerable_slam:second}."""
    return (vulnerable_slam if vulnerable else slam)[level - 6]


# Rules: honors

HONORS = (
    "four of the five highest trumps in your hand score {four_honours} above the line, and all five {five_honours};"
    " four aces at no trump score {four_aces}"
)
honours_held = illegal(
    "{honours}.",
    lines="honours",
    honours={
        "auto": f"{HONORS}. They score automatically if you enter the hand card by card",
        "claim": f"{HONORS}. They score only if you claim them",
        "off": "honors don't score",
    },
    four_honours=100,
    five_honours=150,
    four_aces=150,
    asked="honors, four aces",
)


def honours_worth(hand: BridgeSolitaire, bid: Bid, held: int) -> int:
    """The points for HELD honors at a bid."""
    if held < 4:
        return 0
    return int(hand.house["four-aces" if not bid.trump else "four-honours" if held == 4 else "five-honours"])


def points_for_honours(hand: BridgeSolitaire) -> list[int]:
    """The points that honors can score."""
    return sorted({hand.house[name] for name in ("four-honours", "five-honours", "four-aces")})


def honours_of(hand: BridgeSolitaire) -> int:
    """The points for the honors known to be the player's."""
    return honours_worth(hand, hand.bid, sum(hand.own[card] for card in hand.bid.honours)) if hand.bid else 0


def may_have_honours(hand: BridgeSolitaire, points: int) -> bool:
    """Whether the player may have honors worth POINTS."""
    bid = hand.bid
    if hand.house["honours"] == "off" or not bid or points not in {honours_worth(hand, bid, held) for held in (4, 5)}:
        return False
    honours = bid.honours
    untold = [card for card in honours if not hand.copies_seen(card)]
    held = sum([hand.own.get(card, 0) for card in honours])
    most = held + min(len(untold), hand.blind)
    return any(points <= honours_worth(hand, bid, number) for number in range(held, most + 1))


@judges(honours_held)
def honours_are_held(hand: BridgeSolitaire, claim: ClaimsHonours) -> Reason | None:
    if hand.honours:
        return cannot_happen(f"honors were already claimed ({at(hand.honours)})", hand.honours)
    if claim.who == HOUSE:
        return cannot_happen("only the player can have honors")
    if claim.points not in points_for_honours(hand):
        values = " or ".join(map(str, points_for_honours(hand)))
        return cannot_happen(f"honors score {values}, not {claim.points}")
    if hand.house["honours"] == "off":
        return Reason("honors don't score at this table")
    if may_have_honours(hand, claim.points):
        return None
    held = sum(hand.own[card] for card in hand.bid.honours) if hand.bid else 0
    return Reason(f"{claim.who} has {f'only {held}' if held else 'none'} of the honors at {hand.bid}", *hand.proof)


@judges(honours_held)
def still_claimable(hand: BridgeSolitaire, claim: ClaimsHonours) -> Reason | None:
    if claim.who == hand.player and claim.points in hand.standing.claimable:
        return None
    return cannot_happen(f"{claim.who} can't claim {claim.points} for honors in the last hand")


# Rules: the rubber


@worth(asked="vulnerable, win game, hundred below")
def game(
    hand: BridgeSolitaire, below: int, *, game_points: int = number(100, "points below the line for a game", least=1)
) -> bool:
    """A side with {game_points} below the line wins a game and is vulnerable. Then both sides start again from zero
    below the line."""
    return below >= game_points


@worth(lines="rubber", asked="rubber, two games, end, win rubber")
def rubber(
    hand: BridgeSolitaire,
    others: int,
    *,
    games: int = number(
        2, "games needed to win the rubber", least=1, most=9, fixed="you can't change it during a rubber"
    ),
    rubber: int = number(700, "bonus for a rubber if the other side has no game"),
    long_rubber: int = number(500, "bonus for a rubber if the other side has a game"),
    unfinished_game: int = number(300, "bonus for the only side with a game in an unfinished rubber"),
    unfinished_part: int = number(100, "bonus for the only side with points below the line in an unfinished rubber"),
) -> int:
    """The first side to win {games:word game} wins the rubber and scores {rubber}, or {long_rubber} if the other side
    has won a game. If you stop early, a side scores {unfinished_game} if only that side has won a game, and
    {unfinished_part} if only that side has points below the line."""
    return long_rubber if others else rubber


# Rules: the deal

one_pack = impossible("Play with 54 cards: a standard deck and two jokers.")
keep_six = illegal(
    "Your hand has thirteen cards. Deal {open:card} face up, and keep {keep:word} of them. The rest of your"
    " hand is dealt face down, and you look at it only after you choose. The face-up cards you don't keep are out of"
    " play, and the rest of the deck is the stock.",
    place=Keeps,
    open=number(13, "cards dealt face up", least=12, most=26),
    keep=number(6, "face-up cards that you keep", least=2, most=12),
    asked="many keep, keep cards, pick cards",
)
keep_jokers = illegal("You must keep every face-up joker.", asked="keep joker, throw joker, must keep joker")


def misplaced(hand: BridgeSolitaire, cards: Iterable[Card], counted: Any) -> Reason | None:
    """Why these cards can't all be there, if ``counted`` copies of each are somewhere else."""
    for card, count in Counter(cards).items():
        copies = hand.pack.copies.get(card)
        if copies is None or card is UNKNOWN or count + counted(card) <= copies:
            continue
        if proof := (*hand.seen.get(card, ()), *([hand.origin[card]] if card in hand.origin else ())):
            return Reason(f"{card.pretty} was already entered ({at(proof[0])}: {proof[0].text})", proof[0])
        if hand.open(card) and hand.upcard:
            return Reason(f"{card.pretty} was face up ({at(hand.upcard)})", hand.upcard)
        return Reason(f"{card.pretty} is named {'twice' if count == 2 else f'{count} times'}")
    return None


@judges(one_pack)
def dealt_by_the_player(hand: BridgeSolitaire, deal: Deal) -> Reason | None:
    if deal.who != hand.player:
        return cannot_happen(f"only {hand.player} deals")
    if deal.size in (None, SIZE, hand.closed + hand.house["open"]):
        return None
    return Reason(f"a hand has 13 cards, not {deal.size}")


@judges(one_pack)
def unseen_or_all(hand: BridgeSolitaire, report: Dealt) -> Reason | None:
    if report.who == HOUSE:
        return Reason("the house plays from the stock and has no hand")
    if before := entered_before(hand, report):
        return before
    if len(report.cards) not in (hand.closed, SIZE):
        few = in_letters(hand.closed)
        return Reason(f"enter the {few} face-down cards, or all thirteen of the hand, not {len(report.cards)}")
    return misplaced(hand, report.cards, hand.copies_seen)


def deal_out(hand: BridgeSolitaire, report: Dealt) -> None:
    hand.take_up(report, those_named(report.cards))


@judges(one_pack)
def thirteen_open(hand: BridgeSolitaire, upcard: Upcard) -> Reason | None:
    if len(upcard.cards) != hand.house["open"]:
        return Reason(f"{hand.house['open']} cards must be face up, not {len(upcard.cards)}")
    return misplaced(hand, upcard.cards, (lambda card: 0) if hand.final else hand.copies_seen)


@judges(keep_six, keep_jokers)
def kept_among_them(hand: BridgeSolitaire, upcard: Upcard) -> Answer:
    """A hand of thirteen entered at once must fit the face-up cards."""
    if not hand.final:
        return None
    keep: int = hand.house["keep"]
    held = sum(min(count, upcard.cards.count(card)) for card, count in hand.own.items())
    broken: dict[Rule, str | None] = {}
    if held > keep or held + hand.blind < keep:
        broken[keep_six] = f"the hand has {held} of these cards, not {keep}"
    if hand.own[JOKER] + hand.blind < upcard.cards.count(JOKER):
        broken[keep_jokers] = "a joker is face up and isn't in the hand"
    return broken


@judges(one_pack, keep_six)
def kept_of_the_open(hand: BridgeSolitaire, keeps: Keeps) -> Answer:
    broken: dict[Rule, str | None] = {}
    if len(keeps.cards) != hand.house["keep"]:
        broken[keep_six] = Reason(f"{keeps.who} must keep {hand.house['keep']}, not {len(keeps.cards)}")
    kept = Counter(keeps.cards)
    if hand.upcard and (strange := [*(kept - Counter(hand.upcard.cards))]):
        why = f"{strange[0].pretty} wasn't among the face-up cards ({at(hand.upcard)})"
        broken[keep_six] = cannot_happen(why, hand.upcard)
    elif hand.final and sum((kept - hand.own).values()) > hand.blind:
        broken[one_pack] = Reason(f"{next(iter(kept - hand.own)).pretty} isn't in the hand you entered")
    else:
        broken[one_pack] = misplaced(hand, keeps.cards, (lambda card: 0) if hand.final else hand.copies_seen)
    return broken


@judges(keep_jokers)
def jokers_kept(hand: BridgeSolitaire, keeps: Keeps) -> Reason | None:
    if hand.upcard and keeps.cards.count(JOKER) < hand.open(JOKER):
        return Reason(f"a joker is face up ({at(hand.upcard)}), and {keeps.who} must keep it", hand.upcard)
    return None


# Rules: bids


@illegal(
    place=(Bids, Passes), house_tie={"high": "highest", "low": "lowest"}, asked="house bid, how house bid, house call"
)
def house_bid(
    hand: BridgeSolitaire,
    call: Call,
    *,
    house_tricks: int = number(6, "odd tricks the house bids against a hand with no sure trick", least=1, most=7),
) -> Reason | None:
    """The house calls first. It bids your shortest suit, or the {house_tie} of several that are equally short. Odd
    tricks are tricks beyond six. Start with {house_tricks:word} and subtract your sure tricks in all suits:
    the house bids that many odd tricks. If that is zero or less, it passes."""
    if call.word:
        return unclear(f"add {call.word!r} to {hand.player}'s call, not to the house's")
    if not hand.whole:
        return None
    due = hand.due
    if due == (call.bid if isinstance(call, Bids) else None):
        return None
    sure = winning_tricks(hand)
    why = f"{hand.player} has {sure} sure trick{'s' * (sure != 1)}, so the house {f'bids {due}' if due else 'passes'}"
    return Reason(why, *hand.proof)


@worth(asked="sure tricks, count sure")
def winning_tricks(hand: BridgeSolitaire) -> int:
    """Count your sure tricks in each suit as if the house had every card you don't have. If your highest card beats the
    house's highest, that is a sure trick, and the house loses no card for it. If not, you lose your lowest card to the
    house's highest, which is then gone, too. Repeat until you have no cards of the suit."""
    return sure_tricks(hand.cards)


@impossible(asked="what bid")
def bid_form(hand: BridgeSolitaire, bids: Bids, *, house_tricks: int = 6) -> str | None:
    """A bid is one to seven odd tricks in a suit or at no trump. The house never bids no trump, and never more than
    {house_tricks:word}."""
    if not 1 <= bids.bid.level <= 7:
        return f"a bid is for 1 to 7 odd tricks, not {bids.bid.level}"
    if bids.who == HOUSE and (bids.bid.level > house_tricks or not bids.bid.trump):
        return f"the house bids at most {house_tricks}, and always in a suit, not {bids.bid}"
    return None


@illegal(asked="must bid, house pass")
def must_bid(hand: BridgeSolitaire, passes: Passes) -> Reason | None:
    """If the house passes, you must bid."""
    opening = hand.opening
    if not isinstance(opening, Passes):
        return None
    line = f" ({at(opening)})" * bool(hand.house_call)
    return Reason(f"the house passed{line}, so {passes.who} must bid", opening)


@illegal(asked="bid higher, pass, rank suits, defend")
def sufficient_bid(hand: BridgeSolitaire, bids: Bids) -> Reason | None:
    """If the house bids, you may pass and defend, or bid higher: more tricks, or as many in a higher suit. From low to
    high, the suits are clubs, diamonds, hearts, spades and no trump. Then the bidding is over."""
    opening = hand.opening
    if not isinstance(opening, Bids) or bids.bid.height > opening.bid.height:
        return None
    return Reason(f"{bids.bid} isn't higher than the house's {opening.bid}", opening)


@illegal(asked="no trump bid, when no trump")
def nt_shape(hand: BridgeSolitaire, bids: Bids) -> Reason | None:
    """You may bid no trump only with suits of 4-3-3-3 cards, 3-3-3-3 and a joker, or 3-3-3-2 and two jokers."""
    if bids.bid.trump or may_be_for_no_trump(hand.lengths(), hand.pool):
        return None
    lengths = sorted((hand.lengths()[suit] for suit in SUITS), reverse=True)
    shape = "-".join(map(str, lengths)) + "-JK" * hand.own[JOKER]
    return Reason(f"{bids.who} can't bid no trump with {shape}", *hand.proof)


@illegal(asked="double, joker double, redouble")
def doubling(hand: BridgeSolitaire, call: Call) -> Reason | None:
    """A joker in your hand doubles the contract, and two jokers redouble it, no matter who plays it."""
    said, known = jokers_announced(call), hand.sure_jokers
    if said is None or known <= said <= hand.own[JOKER] + min(hand.blind, hand.pool[Suit("")]):
        return None
    proof = hand.origin.get(JOKER) or (hand.upcard if known else None)
    return Reason(f"{call.who} has {('no joker', 'one joker', 'two jokers')[known]}", *([proof] if proof else ()))


# Rules: tricks

lead_order = illegal(
    "The defender, the side that doesn't play the contract, leads first. The winner of each trick leads to the next.",
    turn=Plays,
)


@judges(lead_order)
def whole_trick(hand: BridgeSolitaire, trick: Trick) -> Reason | None:
    if hand.trick:
        return unclear(f"finish the trick that was started ({at(hand.trick[0])}): enter the other card")
    if len(trick.cards) < 2:
        most: int = hand.house["no-trump-cards"]
        return unclear(
            f"enter a card from each side; type `?{most}` if the house turned up {in_letters(most)} for nothing"
        )
    return None


@judges(lead_order)
def one_part_each(hand: BridgeSolitaire, play: Plays) -> Reason | None:
    """Each side plays once to a trick; only the house may turn up several cards, after the player's lead."""
    if any(other.who == play.who for other in hand.trick):
        return cannot_happen(f"{play.who} already played to this trick ({at(hand.trick[0])})")
    if len(play.cards) > 1 and (play.who == hand.player or not hand.trick):
        return cannot_happen(f"{play.who} must play 1 card, not {len(play.cards)}")
    return None


@judges(one_pack, keep_six)
def from_its_place(hand: BridgeSolitaire, play: Plays) -> Answer:
    """The player's cards come from the hand, the house's from the stock."""
    if play.who == HOUSE:
        if len(play.cards) > hand.stock:
            return {one_pack: Reason(f"the stock has {so_many(hand.stock, 'card')} left, not {len(play.cards)}")}
        fixed = lambda card: max(hand.copies_seen(card), hand.turned[card] + hand.open(card))  # noqa: E731
        return {one_pack: misplaced(hand, play.cards, fixed)}
    card = play.card
    if hand.in_hand < 1:
        return {one_pack: Reason(f"{play.who} has no cards left")}
    if card is UNKNOWN or card not in hand.pack or hand.left[card]:
        return None
    if why := misplaced(hand, [card], hand.copies_seen):
        return {one_pack: why}
    if hand.blind < 1:
        return {one_pack: Reason(f"{play.who} doesn't have {card.pretty}", *hand.proof)}
    keep, lay_open = hand.house["keep"], hand.from_open(hand.own)
    if hand.upcard and hand.open(card) > hand.own[card] and lay_open == keep:
        surplus = f"{card.pretty} was face up, but {play.who} has already played {in_letters(keep)} face-up cards"
        return {keep_six: cannot_happen(surplus, hand.upcard)}
    if hand.upcard and not hand.open(card) and hand.own.total() - lay_open == hand.closed:
        others = f"{in_letters(hand.closed)} other cards of the hand"
        return {one_pack: Reason(f"{card.pretty} wasn't face up, and neither were {others}", hand.upcard)}
    return None


def may_have_to_follow(hand: BridgeSolitaire, play: Plays) -> Reason | None:
    led = hand.led
    if play.who == HOUSE or not led or led.is_joker or play.card.suit == led.suit or hand.in_hand < 2:
        return None
    if not PlayersHand(hand, play.card).may_hold(led.suit):
        return None
    return doubt_in_words(play.who, f"may have {SUIT_NAMES[led.suit]}", hand.trick[0])


@illegal(finding="revoke", doubt=may_have_to_follow)
def follow_suit(hand: BridgeSolitaire, play: Plays) -> Reason | None:
    """When the house leads, you must follow suit if you can. If you can't, you may play any card, even a joker."""
    led, card = hand.led, play.card
    if play.who == HOUSE or not led or led.is_joker or card.suit == led.suit or card is UNKNOWN:
        return None
    if PlayersHand(hand, card).may_lack(led.suit):
        return None
    held = [other for other in hand.left if other.suit == led.suit and hand.left[other]]
    if not held:
        return Reason(f"{play.who} must still have {SUIT_NAMES[led.suit]} and must follow suit")
    proof = hand.origin[held[0]]
    return Reason(f"{play.who} has {held[0].pretty} ({at(proof)}) and must follow suit", proof)


@impossible(asked="house play, which card house play")
def first_legal(hand: BridgeSolitaire, play: Plays) -> Reason | None:
    """When the house leads, it plays the top card of the stock. When you lead, turn up cards from the stock: the house
    plays the first one that is of the suit led, a trump or a joker. The cards before it are out of play."""
    if play.who == hand.player:
        if play.card is UNKNOWN:
            return unclear(f"which card did {play.who} play?")
        return None
    *skipped, card = play.cards
    if hand.trick and (
        early := next((turned for turned in skipped if turned is not UNKNOWN and will_do(hand, turned)), None)
    ):
        return Reason(
            f"the house must play {early.pretty}: it turned up before {card.pretty} and can be played", hand.trick[0]
        )
    joker_led = hand.led is not None and hand.led.is_joker
    if skipped and joker_led:
        return Reason("after a joker lead the house plays the next card, whatever it is", hand.trick[0])
    if (unnamed := skipped.count(UNKNOWN)) and (others := so_many_wont_do(hand, play.cards)) < unnamed:
        left = f"only {others} unseen card{'s' * (others != 1)} can be skipped"
        return Reason(f"the house can't skip {so_many(unnamed, 'card')}: {left}", hand.trick[0])
    most = min(hand.house["no-trump-cards"], hand.stock)
    all_turned = bool(hand.trick) and not hand.trump and len(play.cards) >= most
    if joker_led or (all_turned and card is UNKNOWN):
        return None
    if card is UNKNOWN:
        return unclear("name the card that the house played")
    if will_do(hand, card) or all_turned or len(play.cards) == hand.stock:
        return None
    return Reason(f"the house can't play {card.pretty}, so turn up another card", hand.trick[0])


@impossible(asked="no trump turn up")
def nt_four(
    hand: BridgeSolitaire,
    play: Plays,
    *,
    no_trump_cards: int = number(4, "most cards the house turns up at no trump", least=2, most=34),
) -> str | None:
    """At no trump, turn up at most {no_trump_cards:word card}. If the house can't play any of them, you win the
    trick."""
    if play.who == hand.player or hand.trump or not hand.trick or len(play.cards) <= no_trump_cards:
        return None
    return f"at no trump the house may turn up at most {no_trump_cards} cards, not {len(play.cards)}"


def will_do(hand: BridgeSolitaire, card: Card) -> bool:
    """Whether the house may play this card to the player's lead."""
    led = hand.led
    return led is None or led.is_joker or card.is_joker or card.suit in (led.suit, hand.trump or led.suit)


def so_many_wont_do(hand: BridgeSolitaire, named: Cards) -> int:
    """How many unseen cards the house could turn up and skip after the player's lead, not counting ``named``."""
    here = Counter(those_named(named))
    return sum(
        max(0, copies - here[card] - max(hand.copies_seen(card), hand.turned[card] + hand.open(card)))
        for card, copies in hand.pack.copies.items()
        if not will_do(hand, card)
    )


trick_winner = worth(
    "The highest trump wins the trick. If nobody plays a trump, the highest card of the suit led does."
)
joker_lead = unjudged("If the house leads a joker, you may play any card.", asked="house lead joker")
joker_trick = unjudged(
    "The house wins every trick with a joker in it. But if the house leads one joker and you play the other, you win.",
    asked="joker win, joker trick",
)


def winner(hand: BridgeSolitaire) -> Seat:
    """The winner of the trick."""
    lead, answer = hand.trick
    if lead.card.is_joker and answer.card.is_joker and lead.who == HOUSE:
        return hand.player
    if lead.card.is_joker or answer.card.is_joker:
        return HOUSE
    beats = answer.card.suit in (lead.card.suit, hand.trump)
    return answer.who if beats and strength(hand, answer.card) > strength(hand, lead.card) else lead.who


def strength(hand: BridgeSolitaire, card: Card) -> int:
    return STRENGTH[card.rank] + 100 * (card.suit == hand.trump)


stock_out = unjudged(
    "The last card of the stock counts as played, whatever it is. If you still have cards after that, each counts as a"
    " trick for you."
)
trick_count = impossible("There are thirteen tricks in a hand.", tricks.enough_tricks, tricks.took_as_many, place=Deal)


def hand_at_a_glance(table: Table) -> str:
    keep = table.house["keep"]
    return f"{SIZE - keep} face-down cards, and {keep} of {table.house['open']} face-up cards"


# For the page


def trick_worths(table: Table) -> str:
    """The points for the odd tricks of a contract, by suit."""
    worths = {strain: [below_line(table, Bid(level, strain), 0) for level in (1, 2)] for strain in STRAINS}
    return " · ".join(
        f"{strain} {first}" + (f", then {two - first}" if two != 2 * first else "")
        for strain, (first, two) in worths.items()
    )


def undertrick_worths(table: Table) -> dict[str, str]:
    """The cost of one to four undertricks."""
    return {
        f"{called}{', vulnerable' * vulnerable}": " ".join(
            str(undertricks(table, short, jokers, vulnerable)) for short in range(1, 5)
        )
        for jokers, called in enumerate(("undoubled", "doubled", "redoubled"))
        for vulnerable in (False, True)
    }


def slam_worths(table: Table) -> str:
    """The bonus for bidding and making six or seven odd tricks."""
    small, grand = ([slam(table, level, vulnerable) for vulnerable in (False, True)] for level in (6, 7))
    return f"small {small[0]}, grand {grand[0]}; vulnerable {small[1]} and {grand[1]}"


def rubber_worths(table: Table) -> str:
    games = in_letters(table.house["games"])
    return f"{rubber(table, 0)} for {games} games to none, {rubber(table, 1)} to one"


def state_of(hand: BridgeSolitaire) -> Iterator[str]:
    """The contract or the house's bid, the trick in progress, the tricks taken, and who is vulnerable."""
    if hand.bid:
        strain = SUIT_SIGNS.get(hand.bid.strain, " no trump")
        yield f"contract: {hand.bid.level}{strain}{DOUBLED[hand.jokers]} by {hand.declarer}"
    elif hand.opening:
        yield f"house {'passes' if opening_bid(hand) == 'pass' else f'bids {opening_bid(hand)}'}"
    if hand.trick:
        yield "trick " + ", ".join(f"{play.who} {play.card.pretty}" for play in hand.trick)
    yield from tricks.taken(hand)
    if (sides := vulnerable(hand)) != "none":
        yield f"vulnerable: {sides}"


last(below_line, overtricks, insult, undertricks, slam, honours_held, game, rubber)

GAME = Game(
    slug="bridge-solitaire",
    name="Bridge Solitaire",
    summary="Bid and play a bridge hand alone against the deck, which is called the house.",
    family="trick-taking",
    players=range(1, 2),
    others=(HOUSE,),
    pack=Pack(jokers=2, ace="high"),
    hand=BridgeSolitaire,
    play=play_hand,
    over=is_over,
    standing=Rubber,
    closing=stop,
    verbs={
        Deal: "at the start of each hand; `deal` is enough",
        Upcard: "after the deal, if you enter the cards",
        Keeps: "after the face-up cards",
        Bids: "first the house, then the player; if all your cards are entered, you may leave out the house's call",
        Passes: "instead of a bid",
        Plays: "after the bidding",
        Trick: "after the bidding",
        Takes: "instead of tricks card by card; the thirteenth trick ends the hand",
        ClaimsHonours: "after the bidding and before the next deal, if honors aren't scored automatically",
    },
    pack_rule=one_pack,
    options=(
        Option(
            "house-tie",
            "high",
            "the suit the house bids if several are equally short",
            (house_bid,),
            ("high", "low"),
        ),
        Option(
            "honours",
            "auto",
            "honors score automatically, when claimed, or never",
            (honours_held,),
            ("auto", "claim", "off"),
        ),
    ),
    variants=(
        Variant(
            "before-1987",
            "Doubled undertricks cost 200 each from the second on. Making a redoubled contract scores 50 extra.",
            "down-doubled=100/200/200/200, insult=50/50",
        ),
        Variant("no-honours", "Honors don't score.", "honours=off"),
        Variant("one-game", "Play a single game instead of a rubber.", "games=1, rubber=0, long-rubber=0"),
        Variant("any-no-trump", "You may bid no trump with any hand.", "without=nt-shape"),
    ),
    brings={Bids: bid_brings},
    facts={
        "winning-tricks": Fact(lambda hand: winning_tricks(hand) if hand.whole else None, "your sure tricks"),
        "house-bid": Fact(opening_bid, "what the house must call"),
        "contract": contract,
        "declarer": Fact(lambda hand: hand.declarer or None, "the side that plays the contract"),
        "stock": Fact(lambda hand: hand.stock, "cards in the stock"),
        "games": Fact(lambda hand: hand.standing.games.get(hand.player, 0), "games you have won"),
        "house-games": Fact(lambda hand: hand.standing.games.get(HOUSE, 0), "games the house has won"),
        "part": Fact(lambda hand: hand.standing.below.get(hand.player, 0), "your points below the line"),
        "house-part": Fact(lambda hand: hand.standing.below.get(HOUSE, 0), "the house's points below the line"),
        "vulnerable": Fact(vulnerable, "the side, both or none"),
    },
    entered_too_late=entered_too_late,
    deal_out=deal_out,
    now=state_of,
    ends=(trick_count,),
    at_a_glance=(
        Glance("your hand", hand_at_a_glance, keep_six, keep_jokers),
        ranking(lambda card: STRENGTH[card.rank], trick_winner),
        Glance("bids", f"1 to 7 odd tricks, in {' '.join(STRAINS)} from low to high", sufficient_bid),
        Glance("odd tricks bid and made", trick_worths, below_line),
        Glance("one to four undertricks", undertrick_worths, undertricks),
        Glance("slams", slam_worths, slam),
        Glance("a game", lambda table: f"{table.house['game-points']} below the line", game),
        Glance("rubber", rubber_worths, rubber),
    ),
    phrases={"claim honors N": "claims honours N"},
    short_form=(
        "Type `deal`, then the house's call and your own. Add `doubled` to yours if you have one joker, `redoubled` if"
        " you have two. Then type `takes` for you and the house, and `claims honours` if you have any."
    ),
    example=Example(
        "Ann",
        ("deal", "house passes", "Ann bids 2H", "Ann takes 9; house takes 4"),
        "Ann 90, house 0",
    ),
    rulings=(
        "A suit you have no cards of is your shortest suit.",
        "Only you can have honors, as declarer or as defender.",
        "The house calls once, before you.",
        "If a trump or a joker turns up after your lead, the house plays it at once.",
        "If you lead a joker, the house plays the next card and wins the trick, whatever the card is.",
        "If the last card of the stock is neither of the suit led nor a trump nor a joker, your lead wins the trick.",
        "For your sure tricks, the house has every card you don't have, even the face-up cards you didn't keep.",
    ),
    edition=2,
)
