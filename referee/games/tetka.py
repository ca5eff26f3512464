"""Tëtka.  The last card dealt says which tricks and cards to keep clear of; its suit's queen is the worst of them."""

from __future__ import annotations

import copy
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import KW_ONLY, dataclass, field
from typing import Annotated, NamedTuple

from referee.cards import PIPS, RANKS, SUIT_NAMES, SUITS, Card, Cards, Pack, Rank
from referee.core import (
    Answer,
    Asks,
    Category,
    Deal,
    Game,
    Option,
    Reason,
    Report,
    Seat,
    Told,
    at,
    check,
    illegal,
    impossible,
    never,
    unclear,
    worth,
)
from referee.games._tetka import may_win
from referee.glance import Example, Glance
from referee.kit.holdings import from_the_pack, held, take_up
from referee.kit.messages import lines, named_twice
from referee.kit.tricks import Plays, Trick, TrickHand, follows_suit, on_the_table, so_many_left, trick_ranking
from referee.notation import NOBODY

RULES = {
    "dealer-rotation": illegal("The deal goes to the left after every hand."),
    "one-pack": impossible("There are 52 cards, each once, and all are dealt: thirteen a player."),
    "bum-dealer": impossible("The bum card is the dealer's last card, and only the dealer can play it."),
    "lead-order": illegal("The dealer's left leads first, then whoever took the last trick; play is clockwise."),
    "follow-suit": illegal("Whoever holds the suit led plays it.", finding="revoke"),
    "trick-winner": worth("The trick goes to the highest card of the suit led; nothing is trump."),
    "trick-count": impossible("There are thirteen tricks of four cards."),
    "bum": worth("Whoever captures the bum card gets a point."),
    "tetka": worth("Whoever captures Tëtka, the queen of the bum card's suit, gets two."),
    "queen": worth("Whoever captures another queen gets a point for her."),
    "rank-trick": worth("So does the winner of the trick that the bum card counts: ace one, king thirteen."),
    "last-trick": worth("So does the winner of the last trick, besides the point that a king brings for it."),
    "most-tricks": worth(
        "So does whoever took most tricks; among equals it is the one with more cards of the bum card's suit, then the"
        " one with the highest of them."
    ),
    "nine-points": impossible("All that adds up to nine points a hand."),
}

THIRTEEN, NINE = 13, 9  # tricks and cards each, points
WORTH = {"bum": 1, "tetka": 2, "queen": 1, "rank-trick": 1, "last-trick": 1, "most-tricks": 1}
QUEENS = tuple(Card("Q", suit) for suit in SUITS)
RANK, LAST = "rank", "last"
WORDS = ("bum", "tetka", RANK, LAST, "most")
MANY = 2000  # ways to tell of tricks, of all that there are


# Reports


class Upcard(Report, speaker="none"):
    """the bum card: the dealer's last card, shown to everybody"""

    card: Card


class Takes(Report, sampled=True):
    """tricks taken, cards untold, and what was in them; one trick where nothing is said"""

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
        """How many tricks are told: words alone tell none."""
        return self.tricks if self.tricks is not None else int(not self.queens and not self.words)

    @classmethod
    def options(cls, hand: Tetka, seat: Seat) -> Iterator[Takes]:
        """Up to three things that may be in tricks still untold, and some of four."""
        words = {"bum": hand.bum, "tetka": hand.tetka, RANK: RANK, LAST: LAST}
        gone = {card for card in QUEENS if card in hand.places} | {word for word in words if words[word] in hand.places}
        gone |= {"most"} if hand.most else set()
        room = hand.tricks_open + hand.untold_tricks(seat) - hand.untold[seat] if hand.untold else THIRTEEN
        every = itertools.chain.from_iterable(itertools.combinations((*QUEENS, *WORDS), some) for some in range(5))
        for said, tricks in itertools.islice(itertools.product(every, (None, *range(THIRTEEN + 1))), MANY):
            if gone.isdisjoint(said) and (tricks or 0) <= room:
                queens = tuple(card for card in said if isinstance(card, Card))
                yield cls(tricks, queens, who=seat, **{word: True for word in said if isinstance(word, str)})


class Scores(Report):
    """the points that the hand brought a player, and nothing else of it"""

    points: Annotated[int, range(NINE + 1)]


Item = Card | str
"""What brings points to whoever took the trick: the bum card, a queen, the trick of its rank, the last one."""


class Place(NamedTuple):
    """Who took an item, and the report that tells it; none does where counting shows it."""

    who: Seat
    told: Report | None = None

    @property
    def proof(self) -> list[Report]:
        return [self.told] if self.told else []

    @property
    def line(self) -> str:
        return lines(self.proof) or ", for nobody else's tricks have room"


@dataclass
class Tetka(TrickHand):
    """One deal of Tëtka."""

    upcard: Upcard | None = None
    untold: dict[Seat, int] = field(default_factory=dict)  # tricks told by their number only
    places: dict[Item, Place] = field(default_factory=dict)
    most: Place | None = None
    points_told: dict[Seat, Scores] = field(default_factory=dict)

    @property
    def bum(self) -> Card | None:
        return self.upcard.card if self.upcard else None

    @property
    def tetka(self) -> Card | None:
        return Card("Q", self.bum.suit) if self.bum else None

    @property
    def rank_trick(self) -> int | None:
        return PIPS[self.bum.rank] if self.bum else None

    @property
    def items(self) -> tuple[Item, ...]:
        """All that must be placed; a queen turned up is one card, a king makes two tricks one."""
        cards = dict.fromkeys((*([self.bum] if self.bum else []), *QUEENS))
        return (*cards, RANK, LAST)

    @property
    def missing(self) -> list[Item]:
        return [item for item in self.items if item not in self.places]

    def words_of(self, seat: Seat) -> list[Item]:
        """What SEAT took in tricks that weren't told card by card."""
        return [item for item, place in self.places.items() if place.who == seat and not isinstance(place.told, Plays)]

    def least_untold(self, seat: Seat) -> int:
        """How many tricks that weren't told card by card SEAT must have, for what was in them."""
        leads_alone = self.most and self.most.who == seat and not self.taken[seat]
        return max(tricks_for(self, self.words_of(seat)), 1 if leads_alone else 0)

    def untold_tricks(self, seat: Seat) -> int:
        """Tricks of SEAT that weren't told card by card: those counted, or those that words speak of."""
        return max(self.untold[seat], self.least_untold(seat))

    def tricks(self, seat: Seat) -> int:
        """All tricks of SEAT, as far as they are known."""
        return self.taken[seat] - self.untold[seat] + self.untold_tricks(seat)

    @property
    def tricks_open(self) -> int:
        """Tricks that may still be anybody's."""
        return THIRTEEN - sum(self.tricks(seat) for seat in self.seats)

    def tied(self) -> list[Seat]:
        """Who took most tricks."""
        most = max(self.tricks(seat) for seat in self.seats)
        return [seat for seat in self.seats if self.tricks(seat) == most]

    def meant(self, report: Report, rank: Rank) -> list[Card]:
        """A bare queen among what was captured is one that isn't placed."""
        if isinstance(report, Takes):
            return [card for card in QUEENS if card.rank == rank and card not in self.places]
        return super().meant(report, rank)


def tricks_for(hand: Tetka, items: Iterable[Item]) -> int:
    """The fewest tricks that can hold these items."""
    some = set(items)
    cards = sum(isinstance(item, Card) for item in some)
    numbered = len(some & {RANK, LAST}) if hand.rank_trick != THIRTEEN else bool(some & {RANK, LAST})
    return max(-(-cards // 4), numbered)


def named(hand: Tetka, takes: Takes) -> list[Item]:
    """The items that a report names, as often as it does; a queen turned up is the bum card and Tëtka at once."""
    found: list[Item] = [*takes.queens]
    found += {card for card, said in ((hand.bum, takes.bum), (hand.tetka, takes.tetka)) if said and card}
    numbered = [word for word in (RANK, LAST) if getattr(takes, word)]
    return [*found, *([RANK, LAST] if numbered and hand.rank_trick == THIRTEEN else numbered)]


# The hand


async def play_hand(hand: Tetka) -> None:
    hand.deal_cards(THIRTEEN, await hand.deal(size=THIRTEEN))
    hand.leader = hand.eldest
    hand.untold = dict.fromkeys(hand.seats, 0)
    turning = hand.ask(None, Upcard, lies_with_dealer)
    match await (turning | points(hand)):
        case Upcard() as upcard:
            turn_up(hand, upcard)
        case told:
            hand.points_told[told.who] = told

    # Tricks
    takes = hand.ask(None, Takes, enough_tricks, taken_once, leads_in_tricks, aside=True)
    playing = hand.ask_play(follows_suit, bum_stays, in_order) | takes | points(hand)
    naming = hand.ask(None, Takes, enough_tricks, taken_once, leads_in_tricks) | points(hand)
    while not hand.points_told and not settled(hand):
        asks: Asks[Plays | Takes | Scores] = naming if hand.tricks_open == 0 else playing
        match await (asks.maybe() if ends_in_eight(hand) else asks):
            case Plays() as play:
                put(hand, play)
            case Takes() as report:
                take_untold(hand, report)
            case Scores() as report:
                hand.points_told[report.who] = report
            case None:
                break

    # Points alone
    counting = hand.ask(lambda: unnamed(hand), Scores, makes_nine, free=True)
    late = hand.ask(None, Upcard, lies_with_dealer, aside=True)
    while hand.points_told and sum(points_known(hand).values()) < NINE:
        asking = counting if hand.upcard else counting | late
        match await (asking.maybe() if sum(points_known(hand).values()) == NINE - 1 else asking):
            case Scores() as report:
                hand.points_told[report.who] = report
            case Upcard() as upcard:
                turn_up(hand, upcard)
            case None:
                break

    # Score
    if hand.points_told:
        book_points(hand)
    else:
        book_items(hand)


def points(hand: Tetka) -> Asks[Scores]:
    """The points of a hand may be told at any time in place of the rest of it."""
    return hand.ask(None, Scores, makes_nine, aside=True)


def turn_up(hand: Tetka, upcard: Upcard) -> None:
    hand.upcard = upcard
    holding = hand.hold(hand.dealer)
    holding.lose(upcard.card)
    holding.gain(upcard, upcard.card)


# Tricks


def put(hand: Tetka, play: Plays) -> None:
    """A card to the trick; whoever takes it captures what is in it."""
    trick = (*hand.trick, play)
    taker = hand.put(play)
    if not taker:
        return
    for one in trick:
        if one.card in hand.items:
            hand.places[one.card] = Place(taker, one)
    number = sum(hand.taken.values())
    for item, due in ((RANK, hand.rank_trick), (LAST, THIRTEEN)):
        if number == due:
            hand.places.setdefault(item, Place(taker, play))
    deduce(hand)


def take_untold(hand: Tetka, takes: Takes) -> None:
    """Tricks without their cards, and what is said of them."""
    if takes.count:
        hand.take_untold(takes.who, takes.count)
    place(hand, takes)
    for card in named(hand, takes):
        if isinstance(card, Card) and card not in hand.seen:
            hand.fallen.add(card)
            hand.tell(takes, card)
    deduce(hand)


def place(hand: Tetka, takes: Takes) -> None:
    hand.untold[takes.who] += takes.count
    for item in named(hand, takes):
        hand.places.setdefault(item, Place(takes.who, takes))
    if takes.most:
        hand.most = hand.most or Place(takes.who, takes)


def deduce(hand: Tetka) -> None:
    """When every trick has an owner, what nobody named lies where only one player's untold tricks have room."""
    if hand.tricks_open:
        return
    while True:
        sure = [(item, seats[0]) for item in hand.missing if len(seats := may_have(hand, item)) == 1]
        if not sure:
            return
        item, seat = sure[0]
        hand.places[item] = Place(seat)


def may_have(hand: Tetka, item: Item) -> list[Seat]:
    """Whose untold tricks may hold an item, once every trick has an owner."""
    return [seat for seat in hand.seats if tricks_for(hand, [*hand.words_of(seat), item]) <= hand.untold_tricks(seat)]


# Most tricks


def may_lead(hand: Tetka) -> list[Seat]:
    """Who may get the point for most tricks once they are counted; NOBODY where none of the tied may have the suit."""
    tied = hand.tied()
    if len(tied) == 1:
        return tied
    assert hand.bum
    suit = [Card(rank, hand.bum.suit) for rank in RANKS]
    placed = {item: where.who for item, where in hand.places.items()}
    known = {
        seat: [card for card in suit if card in hand.piles[seat] or placed.get(card) == seat] for seat in hand.seats
    }
    rest = [card for card in suit if not any(card in some for some in known.values())]
    room = {
        seat: 4 * hand.untold_tricks(seat) - sum(isinstance(item, Card) for item in hand.words_of(seat))
        for seat in hand.seats
    }
    return may_win(tied, known, rest, room)


def leads_tricks(hand: Tetka) -> Place | None:
    """Who gets the point for most tricks, NOBODY if none of the tied has the suit; None while that is open."""
    if hand.most:
        return hand.most
    some = may_lead(hand)
    return Place(some[0]) if len(some) == 1 else None


def settled(hand: Tetka) -> bool:
    """Every trick and every item has its owner."""
    return hand.tricks_open == 0 and not hand.missing and leads_tricks(hand) is not None


def ends_in_eight(hand: Tetka) -> bool:
    """Nothing is missing but who leads in tricks, and that may be nobody."""
    whole = hand.tricks_open == 0 and not hand.missing
    return whole and not hand.most and NOBODY in may_lead(hand)


# Score


def brought(hand: Tetka) -> Iterator[tuple[Place, int, str, str]]:
    """What every item is worth: its place, points, category and why."""
    for item in (one for one in hand.items if one in hand.places):
        where = hand.places[item]
        if item == hand.bum:
            yield where, WORTH["bum"], "bum", f"captured {hand.bum.pretty}"
        if item == hand.tetka:
            yield where, WORTH["tetka"], "tetka", f"captured {hand.tetka.pretty}"
        elif isinstance(item, Card) and item in QUEENS:
            yield where, WORTH["queen"], "queen", f"captured {item.pretty}"
        elif item == RANK:
            yield where, WORTH["rank-trick"], "rank-trick", f"took trick {hand.rank_trick}"
        elif item == LAST:
            yield where, WORTH["last-trick"], "last-trick", "took the last trick"


def points_known(hand: Tetka) -> dict[Seat, int]:
    """The points of everybody: as told, else for what they are known to have captured."""
    found = dict.fromkeys(hand.seats, 0)
    for where, brings, _, _ in brought(hand):
        found[where.who] += brings
    if hand.most:
        found[hand.most.who] += WORTH["most-tricks"]
    return found | {seat: told.points for seat, told in hand.points_told.items()}


def unnamed(hand: Tetka) -> tuple[Seat, ...]:
    return tuple(seat for seat in hand.around(hand.eldest) if seat not in hand.points_told)


def book_points(hand: Tetka) -> None:
    for seat, brings in points_known(hand).items():
        if brings:
            told = [hand.points_told[seat]] if seat in hand.points_told else []
            hand.score(seat, brings, "hand", "nine-points", "as told", *told)


def book_items(hand: Tetka) -> None:
    for where, brings, category, because in brought(hand):
        hand.score(where.who, brings, category, category, because, *where.proof)
    if (leader := leads_tricks(hand)) and leader.who:
        because = f"{hand.tricks(leader.who)} tricks"
        if hand.bum and len(hand.tied()) > 1:
            because += f", and more of the {SUIT_NAMES[hand.bum.suit]} than others with as many"
        hand.score(leader.who, WORTH["most-tricks"], "most-tricks", "most-tricks", because, *leader.proof)


def is_over(hand: Tetka) -> bool:
    """When everybody has dealt as often as was agreed."""
    rounds: int = hand.house["orbits"]
    return hand.number >= rounds * len(hand.seats)


# Checks


@check("bum-dealer", "one-pack")
def lies_with_dealer(hand: Tetka, upcard: Upcard) -> Answer:
    why = held(hand, hand.dealer, upcard.card)
    if not why:
        return None
    elsewhere = hand.holder(upcard.card)
    return {"bum-dealer": why, "one-pack": why if elsewhere else None}


@check("bum-dealer")
def bum_stays(hand: Tetka, play: Plays) -> Reason | None:
    if not hand.upcard or play.card != hand.bum or play.who == hand.dealer or play.card in hand.seen:
        return None
    return Reason(f"{play.card.pretty} is {hand.dealer}'s, who dealt ({at(hand.upcard)})", hand.upcard)


@check("trick-count")
def in_order(hand: Tetka, play: Plays) -> Reason | None:
    """Cards go on only where it is clear which trick they belong to."""
    if hand.most:
        return Reason(f"all tricks are over: {hand.most.who} took most of them{hand.most.line}", *hand.most.proof)
    if last := hand.places.get(LAST):
        return Reason(f"{last.who} took the last trick{last.line}", *last.proof)
    number = sum(hand.taken.values())
    rank = hand.places.get(RANK)
    if rank and hand.rank_trick and number < hand.rank_trick:
        return Reason(f"{rank.who} took trick {hand.rank_trick}{rank.line}", *rank.proof)
    for seat in hand.seats:
        if hand.tricks(seat) > hand.taken[seat]:
            return unclear(f"how many tricks has {seat} taken whose cards weren't told?")
    return None


def once_told(hand: Tetka, takes: Takes) -> Tetka:
    """The hand as it would be with these tricks, to look at."""
    twin = copy.copy(hand)
    twin.taken, twin.untold, twin.places = {**hand.taken}, {**hand.untold}, {**hand.places}
    twin.taken[takes.who] += takes.count
    place(twin, takes)
    return twin


@check("trick-count")
def enough_tricks(hand: Tetka, takes: Takes) -> str | None:
    items = named(hand, takes)
    if takes.tricks is not None and takes.tricks < 0:
        return f"nobody takes {takes.tricks} tricks"
    needs = max(tricks_for(hand, items), 1 if takes.most and not hand.taken[takes.who] else 0)
    if takes.tricks is not None and takes.tricks < needs:
        return f"{takes.tricks} {'trick' if takes.tricks == 1 else 'tricks'} can't hold all that {takes.who} took"
    for word in {RANK, LAST} & set(items):
        if before := hand.places.get(word):
            return Reason(f"{before.who} took the {word} trick{before.line}", *before.proof)
    if once_told(hand, takes).tricks_open >= 0:
        return None
    return so_many_left(hand.tricks_open, takes.count or "one more")


@check("one-pack")
def taken_once(hand: Tetka, takes: Takes) -> Reason | None:
    cards = [item for item in named(hand, takes) if isinstance(item, Card)]
    for card, times in Counter(cards).items():
        if card not in hand.items:
            return unclear(f"{card.pretty} counts for nothing here")
        if times > 1:
            return named_twice(cards)
        if before := hand.places.get(card):
            return Reason(f"{before.who} captured {card.pretty}{before.line}", *before.proof)
    return None


@check("most-tricks")
def leads_in_tricks(hand: Tetka, takes: Takes) -> str | None:
    """The point for most tricks is one, for somebody whom nobody surpasses."""
    if takes.most and hand.most:
        why = f"{hand.most.who} was told to have most tricks{hand.most.line}"
        return never(why, *hand.most.proof)
    twin = once_told(hand, takes)
    if not twin.most:
        return None
    who = twin.most.who
    other = max((seat for seat in hand.seats if seat != who), key=lambda seat: twin.taken[seat])
    has, most = twin.taken[who], twin.taken[other]
    if has < most and (has or most > max(twin.tricks_open, 0) + twin.tricks(who)):
        return never(f"{other} has {most} tricks, {who} {has}")
    if twin.tricks_open == 0 and who not in may_lead(twin):
        why = f"{who} has fewer cards of the bum card's suit" if who in twin.tied() else f"{who} has fewer tricks"
        return never(f"{why} than another")
    return None


@check("nine-points")
def makes_nine(hand: Tetka, scores: Scores) -> str | None:
    if before := hand.points_told.get(scores.who):
        return Reason(f"{scores.who} was told to have {before.points} ({at(before)})", before)
    known = points_known(hand)
    if not known[scores.who] <= scores.points <= NINE:
        return f"{scores.who} has {known[scores.who]} to {NINE} points, not {scores.points}"
    total = sum(known.values()) - known[scores.who] + scores.points
    if total > NINE:
        return f"that makes {total} points in all, and a hand brings nine"
    if total < NINE - 1 and unnamed(hand) == (scores.who,):
        return f"that makes {total} points in all, and a hand brings nine, or eight after a tie"
    return None


# Facts


def tricks_counted(hand: Tetka) -> dict[Seat, int]:
    if not hand.taken:
        return dict.fromkeys(hand.seats, 0)
    return {seat: hand.taken[seat] if hand.tricks_open else hand.tricks(seat) for seat in hand.seats}


# Told again


@check("trick-count", "one-pack", "most-tricks", "nine-points")
def took_that(hand: Tetka, takes: Takes) -> Answer:
    """What is told again of tricks must be what was told; of a hand told in points the points must allow it."""
    who, found = takes.who, dict[str, str | None]()
    counted = takes.tricks is not None or takes.count > 0
    if hand.points_told:
        has = hand.scores[who]
        brings = len(takes.queens) + len(takes.words) + takes.tetka
        if brings > has or (counted and not takes.count and has):
            found["nine-points"] = f"{who} has {has} points of that hand"
        return found
    if counted and takes.count not in (hand.tricks(who), hand.untold_tricks(who) or hand.tricks(who)):
        found["trick-count"] = f"{who} took {hand.tricks(who)} tricks, not {takes.count}"
    for item in named(hand, takes):
        if item in hand.places and hand.places[item].who == who:
            continue
        if isinstance(item, Card):
            found["one-pack"] = f"{who} didn't capture {item.pretty}"
        else:
            found["trick-count"] = f"{who} didn't take the {item} trick"
    if takes.most and not ((leader := leads_tricks(hand)) and leader.who == who):
        found["most-tricks"] = never(f"{who} hasn't the point for most tricks")
    return found


@check("nine-points")
def scored_that(hand: Tetka, scores: Scores) -> str | None:
    has = hand.scores[scores.who]
    return None if scores.points == has else f"{scores.who} got {has} points in that hand, not {scores.points}"


GAME = Game(
    slug="tetka",
    name="Tëtka",
    summary="Keep clear of queens and of whatever the dealer's last card points to.",
    family="trick-taking",
    players=range(4, 5),
    pack=Pack(ace="high"),
    hand=Tetka,
    play=play_hand,
    over=is_over,
    lowest_wins=True,
    rules=RULES,
    reports={
        Deal: Told("first, and when a hand is finished", "dealer-rotation"),
        Upcard: Told("behind the deal; a hand told in points alone does without", "one-pack", "bum-dealer"),
        Plays: Told("when the bum card is known", "lead-order", "follow-suit", "one-pack", "bum-dealer"),
        Trick: Told("when the bum card is known", "lead-order", "follow-suit", "one-pack", "bum-dealer"),
        Takes: Told(
            "in place of the cards, until every trick and all that counts has an owner",
            "trick-count",
            "one-pack",
            "most-tricks",
        ),
        Scores: Told("in place of everything else, until there are nine points", "nine-points"),
    },
    categories={
        "bum": Category("1", "bum"),
        "tetka": Category("2", "tetka"),
        "queen": Category("1 each", "queen"),
        "rank-trick": Category("1", "rank-trick"),
        "last-trick": Category("1", "last-trick"),
        "most-tricks": Category("1", "most-tricks"),
        "hand": Category("as told", "nine-points"),
    },
    options=(Option("orbits", 1, "rounds in which everybody deals once"),),
    facts={
        "bum": lambda hand: hand.bum.text if hand.bum else None,
        "tetka": lambda hand: hand.tetka.text if hand.tetka else None,
        "rank-trick": lambda hand: hand.rank_trick,
        "hand": lambda hand: hand.number,
        "tricks": tricks_counted,
    },
    dealt=(from_the_pack,),
    deal_out=take_up,
    told_again={Takes: took_that, Scores: scored_that},
    now=on_the_table,
    ends="trick-count",
    at_a_glance=(
        Glance("cards each", THIRTEEN, "trick-count"),
        trick_ranking("trick-winner"),
        Glance("points, to be avoided", WORTH, "bum", "tetka", "queen", "rank-trick", "last-trick", "most-tricks"),
    ),
    short_form="`deal`, the bum card, and for whoever took tricks `takes` with their number and what was in them;"
    " or only the points that everybody got.",
    example=Example(
        "Ann Ben Cat Dan",
        ("deal", "Ann scores 4; Ben scores 3; Cat scores 2; Dan scores 0"),
        "Ann 4, Ben 3, Cat 2, Dan 0",
    ),
    rulings=(
        "A queen as bum card is Tëtka too, and brings three points.",
        "Where those level in tricks captured nothing of the bum card's suit, the point for most tricks is nobody's.",
        "Several may share the lowest score, and the win.",
        "Everybody has seen the bum card, so a dealer who doesn't follow its suit is found out at once.",
    ),
    edition=2,
)
