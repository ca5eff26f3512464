"""Tëtka: avoid queens, and the tricks and cards that the dealer's last card points to."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Annotated, NamedTuple

from referee.cards import PIPS, SUIT_NAMES, SUITS, Card, Cards, Pack, Rank
from referee.game.asks import Asks, at
from referee.game.common_reports import Deal
from referee.game.game import Example, Fact, Game, Glance, Table
from referee.kit import holdings, tricks
from referee.kit.claims import claims
from referee.kit.endings import all_played
from referee.kit.messages import lines, named_twice
from referee.kit.tricks import STRENGTH, Plays, Trick, TrickHand
from referee.kit.worlds import cached_until_next
from referee.language.reports import Report, one_for_each
from referee.language.words import NOBODY, Seat, so_many
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

THIRTEEN = 13  # tricks, and cards per player
QUEENS = tuple(Card("Q", suit) for suit in SUITS)
RANK, LAST = "rank", "last"
WORDS = ("bum", "tetka", RANK, LAST, "most")
MANY = 2000  # limit on the reports offered

# Reports


class Upcard(Report, speaker="none"):
    """the dealer's last card, the bum card, is shown to everybody"""

    card: Card


class Takes(
    Report,
    sampled=True,
    adds=True,
    as_said="takes tricks",
    labels={"bum": "bum card", "rank": "rank trick", "last": "last trick", "most": "most tricks"},
):
    """a player took tricks, and the scoring cards in them; add `rank` for the trick the bum card points to, `last` for
    the last trick, `most` for the most tricks; 1 trick if you give no number"""

    tricks: Annotated[int, range(THIRTEEN + 1)] | None = None
    queens: Cards = ()
    _: KW_ONLY
    bum: bool = False
    tetka: bool = False
    rank: bool = False
    last: bool = False
    most: bool = False

    @property
    def words(self) -> list[str]:
        return [word for word in WORDS if getattr(self, word)]

    @property
    def count(self) -> int:
        """The number of tricks reported. Words alone report none."""
        return self.tricks if self.tricks is not None else int(not self.queens and not self.words)

    @classmethod
    def options(cls, hand: Tetka, seat: Seat) -> Iterator[Takes]:
        """Up to three items that may be in tricks not reported yet, and some of four."""
        words = {"bum": hand.bum, "tetka": hand.tetka, RANK: RANK, LAST: LAST}
        gone = {card for card in QUEENS if card in hand.places} | {word for word in words if words[word] in hand.places}
        gone |= {"most"} if hand.most else set()
        room = hand.tricks_open + hand.unnamed_tricks(seat) - hand.untold[seat] if hand.untold else THIRTEEN
        every = itertools.chain.from_iterable(itertools.combinations((*QUEENS, *WORDS), n) for n in range(5))
        for said, count in itertools.islice(itertools.product(every, (None, *range(THIRTEEN + 1))), MANY):
            if gone.isdisjoint(said) and (count or 0) <= room:
                queens = tuple(card for card in said if isinstance(card, Card))
                yield cls(count, queens, who=seat, **{word: True for word in said if isinstance(word, str)})


class Scores(Report, limits={"points": lambda hand, seat: all_points(hand)}):
    """a player's points for the hand, if you enter nothing else about it"""

    points: int
    options = one_for_each(lambda hand, seat: range(all_points(hand) + 1))


Item = Card | str
"An item that scores for the player who takes its trick: the bum card, a queen, the trick of its rank, or the last."


class Place(NamedTuple):
    """Who took an item, and the report that says so. There is no report if it follows from the count of tricks."""

    who: Seat
    told: Report | None = None

    @property
    def proof(self) -> list[Report]:
        return [self.told] if self.told else []

    @property
    def line(self) -> str:
        return lines(self.proof) or ", the only player with tricks left for it"


@dataclass
class Tetka(TrickHand):
    """One hand of Tëtka. ``items`` are all that must be placed; a queen as bum card is there once."""

    upcard: Upcard | None = None
    bum: Card | None = None
    tetka: Card | None = None
    rank_trick: int | None = None
    items: tuple[Item, ...] = (*QUEENS, RANK, LAST)
    untold: dict[Seat, int] = field(default_factory=dict)  # tricks reported only by number
    places: dict[Item, Place] = field(default_factory=dict)
    most: Place | None = None
    in_words: bool = False  # something was reported of tricks not entered card by card
    points_entered: dict[Seat, Scores] = field(default_factory=dict)

    @property
    def missing(self) -> list[Item]:
        return [item for item in self.items if item not in self.places]

    @cached_until_next
    def words_of(self, seat: Seat) -> list[Item]:
        """The items SEAT took in tricks not entered card by card."""
        return [item for item, place in self.places.items() if place.who == seat and not isinstance(place.told, Plays)]

    def least_unnamed(self, seat: Seat) -> int:
        """The fewest tricks not entered card by card that SEAT must have, given their items."""
        leads_alone = self.most and self.most.who == seat and not self.taken[seat]
        words = self.words_of(seat)
        return max(tricks_for(self, words) if words else 0, 1 if leads_alone else 0)

    @property
    def uncounted(self) -> dict[Seat, int]:
        """Tricks each player must have beyond those counted, given their items."""
        if not self.in_words:
            return {}
        more = {seat: self.least_unnamed(seat) - self.untold[seat] for seat in self.seats}
        return {seat: number for seat, number in more.items() if number > 0}

    def unnamed_tricks(self, seat: Seat) -> int:
        """Tricks of SEAT not entered card by card: those counted, or those their items need."""
        return self.untold[seat] + self.uncounted.get(seat, 0)

    @property
    def tricks(self) -> dict[Seat, int]:
        """All tricks of each player, as far as they are known."""
        return self.taken | {seat: self.taken[seat] + number for seat, number in self.uncounted.items()}

    @property
    def tricks_open(self) -> int:
        """The number of tricks that nobody has been given yet."""
        return THIRTEEN - sum(self.taken.values()) - sum(self.uncounted.values())

    def tied(self) -> list[Seat]:
        """The players with the most tricks."""
        tricks = self.tricks
        most = max(tricks.values())
        return [seat for seat in self.seats if tricks[seat] == most]

    def meant(self, report: Report, rank: Rank) -> list[Card]:
        """A queen without a suit that was captured is one that isn't placed yet."""
        if isinstance(report, Takes):
            return [card for card in QUEENS if card.rank == rank and card not in self.places]
        return super().meant(report, rank)


def tricks_for(hand: Tetka, items: Iterable[Item]) -> int:
    """The fewest tricks that can hold these items."""
    different = set(items)
    cards = len([item for item in different if isinstance(item, Card)])
    numbered = len(different & {RANK, LAST}) if hand.rank_trick != THIRTEEN else bool(different & {RANK, LAST})
    return max(-(-cards // 4), numbered)


def items_named(hand: Tetka, takes: Takes) -> list[Item]:
    """The items a report names, with repeats. A queen as bum card is also Tëtka."""
    items: list[Item] = [*takes.queens]
    if takes.bum or takes.tetka:
        items += {card for card, said in ((hand.bum, takes.bum), (hand.tetka, takes.tetka)) if said and card}
    king = hand.rank_trick == THIRTEEN and (takes.rank or takes.last)
    items += [RANK] * (takes.rank or king) + [LAST] * (takes.last or king)
    return items


# The hand


async def play_hand(hand: Tetka) -> None:
    hand.deal_cards(THIRTEEN, await hand.deal(size=THIRTEEN, whole=True))
    hand.leader = hand.eldest
    hand.untold = dict.fromkeys(hand.seats, 0)
    points = hand.ask(None, Scores, aside=True)  # accepted at any time instead of the rest of the hand
    match await (hand.ask(None, Upcard) | points):
        case Upcard() as upcard:
            turn_up(hand, upcard)
        case entered:
            hand.points_entered[entered.who] = entered

    # Tricks
    playing = hand.ask_play() | hand.ask(None, Takes, aside=True) | points
    naming = hand.ask(None, Takes) | points
    while not hand.points_entered and not settled(hand):
        asks: Asks[Plays | Takes | Scores] = naming if hand.tricks_open == 0 else playing
        match await (asks.maybe() if ends_in_eight(hand) else asks):
            case Plays() as play:
                play_card(hand, play)
            case Takes() as report:
                take_unnamed(hand, report)
            case Scores() as report:
                hand.points_entered[report.who] = report
            case None:
                break

    # Points alone
    counting = hand.ask(lambda: to_score(hand), Scores, free=True)
    late = hand.ask(None, Upcard, aside=True)
    every = all_points(hand)
    while hand.points_entered and to_score(hand) and (known := sum(points_known(hand).values())) < every:
        asking = counting if hand.upcard else counting | late
        match await (asking.maybe() if known == every - most_tricks(hand) else asking):
            case Scores() as report:
                hand.points_entered[report.who] = report
            case Upcard() as upcard:
                turn_up(hand, upcard)
            case None:
                break

    # Score
    if hand.points_entered:
        book_points(hand)
    else:
        book_items(hand)


def turn_up(hand: Tetka, upcard: Upcard) -> None:
    hand.upcard, hand.bum, hand.tetka = upcard, upcard.card, Card("Q", upcard.card.suit)
    hand.rank_trick, hand.items = PIPS[upcard.card.rank], (*{upcard.card: None, **dict.fromkeys(QUEENS)}, RANK, LAST)
    holding = hand.hold(hand.dealer)
    holding.lose(upcard.card)
    holding.gain(upcard, upcard.card)


def play_card(hand: Tetka, play: Plays) -> None:
    """Plays a card to the trick. If that ends the trick, its taker captures the items in it."""
    trick = (*hand.trick, play)
    taker = hand.put(play)
    if not taker:
        return
    for other in trick:
        if other.card in hand.items:
            hand.places[other.card] = Place(taker, other)
    number = sum(hand.taken.values())
    for item, due in ((RANK, hand.rank_trick), (LAST, THIRTEEN)):
        if number == due:
            hand.places.setdefault(item, Place(taker, play))
    deduce(hand)


def take_unnamed(hand: Tetka, takes: Takes) -> None:
    """Applies tricks without their cards, and the items in them."""
    if takes.count:
        hand.take_unnamed(takes.who, takes.count)
    place(hand, takes)
    for card in items_named(hand, takes):
        if isinstance(card, Card) and card not in hand.seen:
            hand.fallen.add(card)
            hand.tell(takes, card)
    deduce(hand)


def place(hand: Tetka, takes: Takes) -> None:
    items = items_named(hand, takes)
    hand.untold[takes.who] += takes.count
    hand.in_words |= bool(items) or takes.most
    for item in items:
        hand.places.setdefault(item, Place(takes.who, takes))
    if takes.most:
        hand.most = hand.most or Place(takes.who, takes)


def deduce(hand: Tetka) -> None:
    """When every trick has a taker, places items that fit only one player's unseen tricks."""
    if hand.tricks_open:
        return
    while True:
        sure = [(item, seats[0]) for item in hand.missing if len(seats := may_have(hand, item)) == 1]
        if not sure:
            return
        item, seat = sure[0]
        hand.places[item] = Place(seat)
        hand.in_words = True


def may_have(hand: Tetka, item: Item) -> list[Seat]:
    """The players whose unseen tricks may hold an item, once every trick has a taker."""
    return [seat for seat in hand.seats if tricks_for(hand, [*hand.words_of(seat), item]) <= hand.unnamed_tricks(seat)]


# Most tricks


def may_lead(hand: Tetka) -> list[Seat]:
    """Who may get the point for most tricks once they are counted. NOBODY if perhaps none of the tied has the suit."""
    tied = hand.tied()
    if len(tied) == 1:
        return tied
    if hand.house["level"] == "nobody":
        return [NOBODY]
    assert hand.bum
    suit = [card for card in hand.pack.copies if card.suit == hand.bum.suit]
    whose = {card: seat for seat, pile in hand.piles.items() for card in pile}
    whose |= {item: where.who for item, where in hand.places.items() if isinstance(item, Card)}
    known: dict[Seat, list[Card]] = {seat: [] for seat in hand.seats}
    for card in suit:
        if card in whose:
            known[whose[card]].append(card)
    room = {
        seat: 4 * hand.unnamed_tricks(seat) - len([item for item in hand.words_of(seat) if isinstance(item, Card)])
        for seat in hand.seats
    }
    return may_win(tied, known, [card for card in suit if card not in whose], room)


def leads_tricks(hand: Tetka) -> Place | None:
    """Who gets the point for most tricks. NOBODY if none of the tied has the suit; None while that is open."""
    if hand.most:
        return hand.most
    leaders = may_lead(hand)
    return Place(leaders[0]) if len(leaders) == 1 else None


def settled(hand: Tetka) -> bool:
    """Whether every trick and every item has a taker."""
    return hand.tricks_open == 0 and not hand.missing and leads_tricks(hand) is not None


def ends_in_eight(hand: Tetka) -> bool:
    """Whether only the point for most tricks is open, and perhaps nobody gets it."""
    whole = hand.tricks_open == 0 and not hand.missing
    return whole and not hand.most and NOBODY in may_lead(hand)


# Rules: the deal

dealer_rotation = illegal(
    "The deal passes to the left. The game lasts {orbits:word round}. In a round, each player deals once.",
    turn=Deal,
    orbits=number(1, "rounds; in each, every player deals once", least=1),
)
one_pack = impossible(
    "The deck has 52 cards, one of each. Deal all of them, thirteen to each player.",
    holdings.from_the_pack,
    place=Upcard,
)
bum_dealer = impossible(
    "The bum card is the dealer's last card. Turn it face up for all to see. Then the dealer takes it into hand and"
    " plays it like any other card.",
    asked="bum card, who bum",
)


@judges(bum_dealer, one_pack)
def lies_with_dealer(hand: Tetka, upcard: Upcard) -> Answer:
    why = holdings.held(hand, hand.dealer, upcard.card)
    if not why:
        return None
    elsewhere = hand.holder(upcard.card)
    return {bum_dealer: why, one_pack: why if elsewhere else None}


def is_over(hand: Tetka) -> bool:
    """Whether everybody has dealt as often as agreed."""
    return all_played(hand, hand.house["orbits"] * len(hand.seats))


# Rules: tricks

lead_order = illegal(
    "The player on the dealer's left leads to the first trick. After that, the player who took the last trick leads."
    " Play is clockwise.",
    tricks.whole_trick,
    tricks.one_card_each,
    turn=Plays,
)
judges(one_pack)(tricks.from_hand)
follow_suit = illegal(
    "You must follow suit if you can. Otherwise you may play any card.", tricks.follows_suit, finding="revoke"
)


@judges(bum_dealer)
def bum_stays(hand: Tetka, play: Plays) -> Reason | None:
    if not hand.upcard or play.card != hand.bum or play.who == hand.dealer or play.card in hand.seen:
        return None
    return Reason(f"{play.card.pretty} is the bum card, and {hand.dealer} has it ({at(hand.upcard)})", hand.upcard)


trick_winner = worth("The highest card of the suit led takes the trick. Ace is high, and there is no trump.")
trick_count = impossible("A hand has thirteen tricks of four cards.")


@judges(trick_count)
def in_order(hand: Tetka, play: Plays) -> Reason | None:
    """Cards can be entered only if it is clear which trick they belong to."""
    if hand.most:
        return Reason(f"all tricks are over: {hand.most.who} took the most{hand.most.line}", *hand.most.proof)
    if last := hand.places.get(LAST):
        return Reason(f"{last.who} took the last trick{last.line}", *last.proof)
    number = sum(hand.taken.values())
    rank = hand.places.get(RANK)
    if rank and hand.rank_trick and number < hand.rank_trick:
        return Reason(f"{rank.who} took trick {hand.rank_trick}{rank.line}", *rank.proof)
    if seat := next(iter(hand.uncounted), None):
        return unclear(f"enter first how many tricks {seat} took that weren't entered card by card")
    return None


@judges(trick_count)
def enough_tricks(hand: Tetka, takes: Takes) -> str | None:
    items = items_named(hand, takes)
    if takes.tricks is not None and takes.tricks < 0:
        return f"{takes.who} can't take {so_many(takes.tricks, 'trick')}"
    needs = max(tricks_for(hand, items), 1 if takes.most and not hand.taken[takes.who] else 0)
    if takes.tricks is not None and takes.tricks < needs:
        return f"{takes.tricks} {'trick' if takes.tricks == 1 else 'tricks'} can't hold all that {takes.who} took"
    for word in (RANK, LAST):
        if word in items and (before := hand.places.get(word)):
            return Reason(f"{before.who} took the {word} trick{before.line}", *before.proof)
    if left_open(hand, takes, items) >= 0:
        return None
    return tricks.so_many_left(hand.tricks_open, takes.who, takes.count or "one more")


@judges(one_pack)
def taken_once(hand: Tetka, takes: Takes) -> Reason | None:
    cards = [item for item in items_named(hand, takes) if isinstance(item, Card)]
    for card in cards:
        if card not in hand.items:
            return unclear(f"{card.pretty} doesn't score in this hand")
        if cards.count(card) > 1:
            return named_twice(cards)
        if before := hand.places.get(card):
            return Reason(f"{before.who} captured {card.pretty}{before.line}", *before.proof)
    return None


def left_open(hand: Tetka, takes: Takes, items: Iterable[Item]) -> int:
    """The number of tricks that nobody would have after this report, with these items in them."""
    who, count = takes.who, takes.count
    words = [*hand.words_of(who), *[item for item in items if item not in hand.places]]
    leads = hand.most.who == who if hand.most else takes.most
    least = max(tricks_for(hand, words) if words else 0, leads and not hand.taken[who] + count)
    return hand.tricks_open + hand.uncounted.get(who, 0) - count - max(0, least - hand.untold[who] - count)


def once_entered(hand: Tetka, takes: Takes) -> Tetka:
    """A copy of the hand with these tricks applied."""
    twin = copy.copy(hand)
    twin.taken, twin.untold, twin.places = {**hand.taken}, {**hand.untold}, {**hand.places}
    twin.taken[takes.who] += takes.count
    place(twin, takes)
    return twin


# Rules: what to avoid


bum = worth(
    "The player who takes the bum card scores {bum}.",
    lines="bum",
    bum=number(1, "points for the bum card"),
    asked="bum worth, take bum",
)
tetka = worth(
    "Tëtka is the queen of the bum card's suit. The player who takes Tëtka scores {tetka}.",
    lines="tetka",
    tetka=number(2, "points for Tëtka, the queen of the bum card's suit"),
    asked="tetka, tetka worth",
)
queen = worth(
    "The player who takes any other queen scores {queen} for it.",
    lines="queen",
    queen=number(1, "points for each other queen"),
    asked="queen worth, other queen",
)
rank_trick = worth(
    "The bum card's rank points to one trick: an ace to the first, a two to the second, a king to the thirteenth."
    " The player who takes that trick scores {rank_trick}.",
    lines="rank-trick",
    rank_trick=number(1, "points for the trick the bum card points to"),
    asked="rank trick, which trick",
)
last_trick = worth(
    "The player who takes the last trick scores {last_trick}. If the bum card is a king, that comes on top of the"
    " points for the king's trick.",
    lines="last-trick",
    last_trick=number(1, "points for the last trick"),
)
most_tricks = worth(
    "The player who takes the most tricks scores {most_tricks}. If players tie, {level}.",
    lines="most-tricks",
    level={
        "suit": (
            "the one with more cards of the bum card's suit scores; if that is a tie too, the one with the"
            " highest card of that suit"
        ),
        "nobody": "nobody scores",
    },
    most_tricks=number(1, "points for most tricks"),
    asked="most tricks, tie tricks",
)


@judges(most_tricks)
def leads_in_tricks(hand: Tetka, takes: Takes) -> str | None:
    """Only one player may get the point for most tricks, and nobody may have more tricks."""
    if takes.most and hand.most:
        why = f"{hand.most.who} already has the point for most tricks{hand.most.line}"
        return cannot_happen(why, *hand.most.proof)
    if not (takes.most or hand.most):
        return None
    who, taken = hand.most.who if hand.most else takes.who, {**hand.taken}
    taken[takes.who] += takes.count
    other = max([seat for seat in hand.seats if seat != who], key=taken.__getitem__)
    has, most = taken[who], taken[other]
    needed = most + (hand.house["level"] == "nobody")
    left = left_open(hand, takes, items_named(hand, takes))
    if has >= needed and left:
        return None
    twin = once_entered(hand, takes)
    if has < needed and (has or needed > max(left, 0) + twin.tricks[who]):
        return cannot_happen(f"{other} has {so_many(most, 'trick')}, and {who} has {has}")
    if left or who in may_lead(twin):
        return None
    if who not in twin.tied():
        return cannot_happen(f"{who} has fewer tricks than another player")
    if hand.house["level"] == "nobody":
        return cannot_happen(f"{who} isn't the only player with {so_many(twin.tricks[who], 'trick')}")
    return cannot_happen(f"{who} has fewer cards of the bum card's suit than another player")


def may_win(
    tied: Sequence[Seat], known: Mapping[Seat, Sequence[Card]], rest: Sequence[Card], room: Mapping[Seat, int]
) -> list[Seat]:
    """Who of ``tied`` may get the point, with NOBODY if perhaps none of them has the suit.

    ``known`` has the cards of the suit each player has captured, and ``rest`` the others, highest first. ``room`` is
    how many more cards each player's tricks can hold.
    """
    winners = [seat for seat in tied if _may_have_more(seat, tied, known, rest, room)]
    return winners if any(known[seat] for seat in tied) else [*winners, NOBODY]


def _may_have_more(
    seat: Seat,
    tied: Sequence[Seat],
    known: Mapping[Seat, Sequence[Card]],
    rest: Sequence[Card],
    room: Mapping[Seat, int],
) -> bool:
    """Whether SEAT wins with as many of the rest as there is room for, highest first."""
    held = sorted((*known[seat], *rest[: room[seat]]), key=lambda card: -STRENGTH[card.rank])
    if not held:
        return False
    spare = sum(cards for other, cards in room.items() if other not in tied)
    for other in tied:
        if other != seat:
            higher = known[other] and STRENGTH[known[other][0].rank] > STRENGTH[held[0].rank]
            more = len(held) - len(known[other]) - bool(higher)
            if more < 0:
                return False
            spare += min(more, room[other])
    return len(rest[room[seat] :]) <= spare


nine_points = arithmetic(
    "The scores of a hand must add up to the points for the bum card, Tëtka, queens and tricks. With standard points,"
    " that is nine, or eight if nobody gets the point for most tricks.",
    claims(Scores, "points", lambda hand, scores: hand.scores[scores.who], "{who} got {} points in that hand"),
    lines="hand",
)


def all_points(hand: Tetka | Table) -> int:
    """The points of a hand if somebody gets the point for most tricks."""
    cards = bum(hand) + tetka(hand) + (len(QUEENS) - 1) * queen(hand)
    return cards + rank_trick(hand) + last_trick(hand) + most_tricks(hand)


@judges(nine_points)
def makes_a_hand(hand: Tetka, scores: Scores) -> str | None:
    if before := hand.points_entered.get(scores.who):
        return Reason(f"{scores.who} already has {before.points} ({at(before)})", before)
    known, every, tied = points_known(hand), all_points(hand), all_points(hand) - most_tricks(hand)
    if not known[scores.who] <= scores.points <= every:
        return f"{scores.who} has {known[scores.who]} to {every} points, not {scores.points}"
    total = sum(known.values()) - known[scores.who] + scores.points
    brings = f"that makes {total} points, and a hand has {in_letters(every)}"
    if total > every:
        return brings
    if total not in (every, tied) and to_score(hand) == (scores.who,):
        return f"{brings}, or {in_letters(tied)} after a tie"
    return None


def points_known(hand: Tetka) -> dict[Seat, int]:
    """The points of each player: as entered, otherwise for the items known to be captured."""
    known = dict.fromkeys(hand.seats, 0)
    for where, rule, _ in brought(hand):
        known[where.who] += rule(hand)
    if hand.most:
        known[hand.most.who] += most_tricks(hand)
    return known | {seat: report.points for seat, report in hand.points_entered.items()}


def to_score(hand: Tetka) -> tuple[Seat, ...]:
    return tuple(seat for seat in hand.around(hand.eldest) if seat not in hand.points_entered)


def book_points(hand: Tetka) -> None:
    for seat, brings in points_known(hand).items():
        if brings:
            reports = [hand.points_entered[seat]] if seat in hand.points_entered else []
            hand.book(seat, nine_points, brings, "as entered", *reports)


def brought(hand: Tetka) -> Iterator[tuple[Place, Rule, str]]:
    """Each placed item with its place, its rule and the reason."""
    for item in (item for item in hand.items if item in hand.places):
        where = hand.places[item]
        if item == hand.bum:
            yield where, bum, f"captured {hand.bum.pretty}"
        if item == hand.tetka:
            yield where, tetka, f"captured {hand.tetka.pretty}"
        elif isinstance(item, Card) and item in QUEENS:
            yield where, queen, f"captured {item.pretty}"
        elif item == RANK:
            yield where, rank_trick, f"took trick {hand.rank_trick}"
        elif item == LAST:
            yield where, last_trick, "took the last trick"


def book_items(hand: Tetka) -> None:
    for where, rule, because in brought(hand):
        hand.book(where.who, rule, rule(hand), because, *where.proof)
    if (leader := leads_tricks(hand)) and leader.who:
        because = f"{so_many(hand.tricks[leader.who], 'trick')}"
        if hand.bum and len(hand.tied()) > 1:
            because += f", and more of the {SUIT_NAMES[hand.bum.suit]} than others with as many"
        hand.book(leader.who, most_tricks, most_tricks(hand), because, *leader.proof)


# Reports about the last hand


@judges(trick_count, one_pack, most_tricks, nine_points, when="again")
def took_that(hand: Tetka, takes: Takes) -> Answer:
    """Tricks entered again must match. If a hand was entered as points, those points must allow the tricks."""
    who, amiss = takes.who, dict[Rule, str | None]()
    counted = takes.tricks is not None or takes.count > 0
    if hand.points_entered:
        has = hand.scores[who]
        if least_brought(hand, takes) > has or (counted and not takes.count and has):
            amiss[nine_points] = f"{who} has only {so_many(has, 'point')} for that hand"
        if counted and not 0 <= takes.count <= THIRTEEN:
            amiss[trick_count] = f"there are {in_letters(THIRTEEN)} tricks in a hand, not {takes.count}"
        return amiss
    if counted and takes.count not in (hand.tricks[who], hand.unnamed_tricks(who) or hand.tricks[who]):
        amiss[trick_count] = f"{who} took {so_many(hand.tricks[who], 'trick')}, not {takes.count}"
    for item in items_named(hand, takes):
        if item in hand.places and hand.places[item].who == who:
            continue
        if isinstance(item, Card):
            amiss[one_pack] = f"{who} didn't take {item.pretty}"
        else:
            amiss[trick_count] = f"{who} didn't take the {item} trick"
    if takes.most and not ((leader := leads_tricks(hand)) and leader.who == who):
        amiss[most_tricks] = cannot_happen(f"{who} didn't get the point for most tricks")
    return amiss


def least_brought(hand: Tetka, takes: Takes) -> int:
    """The fewest points that these tricks score. A queen named without a known bum card may be Tëtka."""
    words: dict[str, Rule] = {
        "bum": bum,
        "tetka": tetka,
        RANK: rank_trick,
        LAST: last_trick,
        "most": most_tricks,
    }
    queens = len(takes.queens) * min(queen(hand), tetka(hand))
    return queens + sum(words[word](hand) for word in takes.words)


# The table


def tricks_counted(hand: Tetka) -> dict[Seat, int]:
    if not hand.taken:
        return dict.fromkeys(hand.seats, 0)
    return hand.taken if hand.tricks_open else hand.tricks


def to_be_avoided(table: Table) -> dict[str, int]:
    return {
        rule.name.replace("-", " "): rule(table) for rule in (bum, tetka, queen, rank_trick, last_trick, most_tricks)
    }


def state_of(hand: Tetka) -> Iterator[str]:
    """The bum card and Tëtka, the current trick and the tricks taken."""
    if hand.bum and hand.tetka:
        yield f"bum card {hand.bum.pretty}, Tëtka {hand.tetka.pretty}"
    yield from tricks.on_the_table(hand)
    yield from tricks.taken(hand)


GAME = Game(
    slug="tetka",
    name="Tëtka",
    summary="Avoid queens, and the tricks and cards the dealer's last card points to.",
    family="trick-taking",
    players=range(4, 5),
    pack=Pack(ace="high"),
    hand=Tetka,
    play=play_hand,
    over=is_over,
    hands_due=lambda table: table.house["orbits"] * table.players,
    lowest_wins=True,
    verbs={
        Deal: "to start, and after a hand is over",
        Upcard: "after the deal; not needed if you enter only points",
        Plays: "after the bum card",
        Trick: "after the bum card",
        Takes: "instead of the plays, until all tricks and points are entered",
        Scores: "instead of everything else, until all points of the hand are given out",
    },
    pack_rule=one_pack,
    options=(
        Option(
            "level",
            "suit",
            "who gets the point for most tricks if players tie: the one with more of the bum card's suit, or nobody",
            (most_tricks,),
            choices=("suit", "nobody"),
        ),
    ),
    variants=(
        Variant("two-rounds", "Each player deals twice.", "orbits=2"),
        Variant("level-nobody", "If players tie, nobody gets the point for most tricks.", "level=nobody"),
        Variant("no-most", "The most tricks score nothing.", "most-tricks=0"),
    ),
    asked=(Fact(lambda hand: hand.tetka.text if hand.tetka else None, "auntie"),),
    facts={
        "bum": Fact(lambda hand: hand.bum.text if hand.bum else None, "the bum card"),
        "tetka": Fact(lambda hand: hand.tetka.text if hand.tetka else None, "the tetka card"),
        "rank-trick": Fact(lambda hand: hand.rank_trick, "the trick the bum card points to"),
        "hand": Fact(lambda hand: hand.number, "its number"),
        "tricks": Fact(tricks_counted, "tricks each player has"),
    },
    deal_out=holdings.take_up,
    now=state_of,
    ends=(trick_count,),
    at_a_glance=(
        Glance("cards dealt to each player", THIRTEEN, trick_count),
        tricks.trick_ranking(trick_winner),
        Glance(
            "points, which you want to avoid", to_be_avoided, bum, tetka, queen, rank_trick, last_trick, most_tricks
        ),
    ),
    short_form=(
        "Type `deal`, then the dealer's last card, the bum card: `upcard 7H`. Then type what each player `takes`: the"
        " number of tricks, and what was in"
        " them. Or type only what each player `scores`."
    ),
    example=Example(
        "Ann Ben Cat Dan",
        ("deal", "Ann scores 4; Ben scores 3; Cat scores 2; Dan scores 0"),
        "Ann 4, Ben 3, Cat 2, Dan 0",
    ),
    rulings=(
        "If the bum card is a queen, it is also Tëtka, and scores for both.",
        "If the players who tie took no card of the bum card's suit, nobody gets the point for most tricks.",
        "The lowest score wins. Players who tie share the win.",
        "Everybody has seen the bum card. So if the dealer still has it and doesn't follow its suit, the revoke is"
        " proven at once.",
    ),
    edition=3,
)
