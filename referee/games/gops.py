"""Gops.  Thirteen diamonds are bid for, one after another, with thirteen cards that everybody has alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from typing import Any

from referee.cards import PIPS, SUIT_NAMES, UPWARD, Card, Cards, Pack, Rank
from referee.core import Game, Hand, Macro, Report, Seat, at, bar
from referee.games._gops import Wins, outcomes, totals, ways
from referee.glance import Example, Glance, card_values, ranking
from referee.kit.claims import claims
from referee.kit.endings import one_hand
from referee.notation import one_for_each
from referee.rules import Reason, illegal, impossible, judges, worth

EVERYTHING = sum(PIPS.values())
DIAMONDS = tuple(Card(rank, "D") for rank in UPWARD)

# Reports


class Upcard(Report, speaker="none"):
    """the prize turned up; its suit goes without saying"""

    card: Card
    options = one_for_each(lambda hand, seat: DIAMONDS)


class Plays(Report, bare=True):
    """the card a player bids; its suit may be left out"""

    card: Card

    @classmethod
    def options(cls, hand: Gops, seat: Seat) -> Iterable[Plays]:
        suits = [hand.suits[seat].card.suit] if seat in hand.suits else ["", *"SHC"]
        return [cls(Card(rank, suit), who=seat) for rank in UPWARD for suit in suits]


class Trick(Macro, speaker="none"):
    """the bids of all players for the prize, in the order in which they are listed"""

    cards: Cards

    stands_for = Plays

    def parts(self, hand: Any) -> Iterator[Report]:
        for seat, card in zip(hand.seats, self.cards, strict=True):
            yield Plays(card, who=seat, line=self.line)


class Holds(Report):
    """what a player won in all: its points, or the prizes themselves"""

    pile: int | Cards

    @property
    def points(self) -> int:
        """What the pile counts; a card that is no prize counts nothing."""
        return self.pile if isinstance(self.pile, int) else sum(PIPS.get(card.rank, 0) for card in self.pile)

    options = one_for_each(lambda hand, seat: range(EVERYTHING + 1))


@dataclass
class Gops(Hand):
    """A game: the prizes turned, won and lost, the bids for the one on the table, and all that were made."""

    prize: Upcard | None = None
    bids: dict[Seat, Plays] = field(default_factory=dict)
    spent: dict[Seat, dict[Rank, Plays]] = field(default_factory=dict)
    suits: dict[Seat, Plays] = field(default_factory=dict)  # the bid that told a player's suit
    piles: dict[Seat, list[Card]] = field(default_factory=dict)
    lost: list[Card] = field(default_factory=list)
    held: dict[Seat, Holds] = field(default_factory=dict)

    @property
    def packs(self) -> int:
        return -(-len(self.seats) // 3)

    @property
    def left(self) -> int:
        """Prizes that aren't turned up yet."""
        return 0 if self.finished or self.held else len(DIAMONDS) - len(self.seen)

    def missing(self) -> tuple[Seat, ...]:
        """Whose bids are awaited, once a prize is turned up."""
        return self.all_but(self.bids) if self.prize else ()

    def won(self, seat: Seat) -> int:
        return sum(PIPS[card.rank] for card in self.piles[seat])

    def meant(self, report: Report, rank: Rank) -> list[Card]:
        """What is turned up or won is a diamond."""
        return [Card(rank, "D")]


# The hand


async def play_hand(hand: Gops) -> None:
    while hand.standing.over:
        await bar(all_prizes, "all thirteen prizes are out", Upcard, Plays, Trick)
    hand.piles = {seat: [] for seat in hand.seats}
    hand.spent = {seat: {} for seat in hand.seats}

    # Bids
    turning = hand.ask(None, Upcard)
    anybody = hand.ask(hand.missing, Plays, aside=True, free=True)
    next_bid = hand.ask(lambda: hand.missing()[:1], Plays, free=True)
    bidding = anybody | next_bid | hand.ask(None, Trick, aside=True)
    no_prize = hand.ask((), Plays, own_suit, spent_card, aside=True) | bar(prize_order, "no prize is up", Plays)
    counts = hand.ask(None, Holds, aside=True)
    while not hand.held and (hand.left or hand.prize):
        match await (bidding | turning | counts if hand.prize else turning | no_prize | counts):
            case Upcard() as upcard:
                turn_up(hand, upcard)
            case Plays() as bid:
                take_bid(hand, bid)
            case Holds() as holds:
                count(hand, holds)

    # Piles
    counting = hand.ask(lambda: uncounted(hand), Holds, free=True)
    too_late = bar(all_prizes, "the piles are being counted", Upcard, Plays, Trick)
    while hand.held and uncounted(hand):
        count(hand, await (counting | too_late))


# Bids


def turn_up(hand: Gops, upcard: Upcard) -> None:
    """The next prize; where the table lets it come too soon, the last goes by the bids there are."""
    hand.dealer = hand.seats[0]  # nobody deals, but the game has begun
    if hand.prize:
        award(hand, hand.prize)
    hand.prize = upcard
    hand.tell(upcard, upcard.card)


def take_bid(hand: Gops, bid: Plays) -> None:
    """A bid; where the table lets somebody bid again, the first card is taken back."""
    if before := hand.bids.get(bid.who):
        del hand.spent[bid.who][before.card.rank]
    hand.bids[bid.who] = hand.spent[bid.who][bid.card.rank] = bid
    if bid.card.suit:
        hand.suits.setdefault(bid.who, bid)
    if hand.prize and not hand.missing():
        award(hand, hand.prize)


def award(hand: Gops, prize: Upcard) -> None:
    """The prize goes to the highest bid, or out of the game."""
    if best := winning_bid(hand.bids.values()):
        hand.piles[best.who].append(prize.card)
        because = f"{prize.card.pretty} for {best.card.pretty}"
        hand.book(best.who, prize_value, PIPS[prize.card.rank], because, prize, best)
    else:
        hand.lost.append(prize.card)
    hand.prize = None
    hand.bids.clear()


# Piles


def uncounted(hand: Gops) -> tuple[Seat, ...]:
    return tuple(seat for seat in hand.seats if seat not in hand.held)


def count(hand: Gops, told: Holds) -> None:
    hand.dealer = hand.seats[0]
    hand.prize = None
    hand.held[told.who] = told
    if more := told.points - hand.won(told.who):
        hand.book(told.who, prize_value, more, "the pile was counted", told)


def as_mask(some: Iterable[Card]) -> int:
    return sum(1 << PIPS[card.rank] - 1 for card in some)


@cache
def by_sum() -> dict[int, list[int]]:
    """The choices of prizes that count so many points."""
    found: dict[int, list[int]] = {}
    for choice in range(1 << len(UPWARD)):
        points = sum(value for value in range(1, len(UPWARD) + 1) if choice >> value - 1 & 1)
        found.setdefault(points, []).append(choice)
    return found


def tied_points(hand: Gops) -> int:
    """What was lost to ties, as far as is known."""
    if hand.held and not uncounted(hand):
        return EVERYTHING - sum(told.points for told in hand.held.values())
    return sum(PIPS[card.rank] for card in hand.lost)


# Rules: prizes


@illegal
def prize_order(hand: Gops, upcard: Upcard) -> str | None:
    """Prizes are turned singly, the next when everybody has bid for the last; then come bids."""
    if not hand.prize:
        return None
    names = " and ".join(hand.missing())
    return Reason(f"{names} must bid for the {hand.prize.card.rank} first ({at(hand.prize)})", hand.prize)


one_prize = impossible("The prizes are the diamonds of one pack, each once.")


@judges(one_prize)
def is_new(hand: Gops, upcard: Upcard) -> str | None:
    if upcard.card not in DIAMONDS:
        return f"{upcard.card.pretty} is no diamond"
    told = hand.seen.get(upcard.card)
    return Reason(f"{upcard.card.pretty} was turned up before ({at(told[0])})", told[0]) if told else None


@judges(one_prize)
def is_a_pile(hand: Gops, holds: Holds) -> str | None:
    """Prizes that are told to lie in a pile exist, each once, and nowhere else."""
    if isinstance(holds.pile, int):
        return None
    others = {card: f"{seat} won it" for seat in hand.seats if seat != holds.who for card in hand.piles[seat]}
    others |= dict.fromkeys(hand.lost, "it was lost to a tie")
    for told in hand.held.values():
        if not isinstance(told.pile, int):
            others |= {card: f"{told.who} holds it ({at(told)})" for card in told.pile}
    for place, card in enumerate(holds.pile):
        if card not in DIAMONDS:
            return f"{card.pretty} is no prize"
        if card in holds.pile[:place]:
            return f"{card.pretty} is named twice"
        if card in others:
            return f"{card.pretty} is elsewhere: {others[card]}"
    return None


def prizes(players: int, house: Mapping[str, Any]) -> Pack:
    """The packs that so many players need, with the diamonds of one."""
    pack = Pack(packs=-(-players // 3), ace="low")
    pack.copies |= dict.fromkeys(DIAMONDS, 1)
    pack.size = sum(pack.copies.values())
    return pack


# Rules: bids

one_bid = illegal("For every prize each player bids a single card.")


@judges(one_bid)
def one_from_each(hand: Gops, trick: Trick) -> str | None:
    if hand.bids:
        some = tuple(hand.bids.values())
        return Reason(f"{some[0].who} has bid for this prize ({at(some[0])}), so tell the other bids singly", *some)
    if len(trick.cards) == len(hand.seats):
        return None
    return f"{len(hand.seats)} players bid, and these are {len(trick.cards)} cards"


@judges(one_bid)
def bids_once(hand: Gops, bid: Plays) -> str | None:
    before = hand.bids.get(bid.who)
    return Reason(f"{bid.who} has bid {before.card.pretty} ({at(before)})", before) if before else None


@impossible
def own_suit(hand: Gops, bid: Plays) -> str | None:
    """Everybody bids from a suit of their own, not diamonds; a pack gives each suit once."""
    suit = bid.card.suit
    if not suit:
        return None
    if suit == "D":
        return "nobody bids diamonds"
    if own := hand.suits.get(bid.who):
        name = SUIT_NAMES[own.card.suit]
        return None if own.card.suit == suit else Reason(f"{bid.who} bids {name} ({at(own)})", own)
    owners = [one for one in hand.suits.values() if one.card.suit == suit]
    if len(owners) < hand.packs:
        return None
    lines = ", ".join(f"{one.who}'s ({at(one)})" for one in owners)
    return Reason(f"the {SUIT_NAMES[suit]} are {lines}", *owners)


@impossible
def spent_card(hand: Gops, bid: Plays) -> str | None:
    """A card that was bid doesn't come back."""
    before = hand.spent.get(bid.who, {}).get(bid.card.rank)
    return Reason(f"{bid.who} bid {before.card.pretty} before ({at(before)})", before) if before else None


high_bid = worth("The prize goes to the highest bid, from the king down to the ace.", lines="prize")
tied_bid = worth("Where several bid the highest card the prize is lost to all.")


def winning_bid(bids: Iterable[Plays]) -> Plays | None:
    """The bid that wins the prize; none where it is lost."""
    ranked = sorted(bids, key=lambda bid: -PIPS[bid.card.rank])
    tied = len(ranked) > 1 and ranked[0].card.rank == ranked[1].card.rank
    return None if tied or not ranked else ranked[0]


# Rules: the score

prize_value = worth(
    "Prizes count their pips, an ace 1, a jack 11, a queen 12, a king 13; so does a pile that is told.", lines="prize"
)
all_prizes = illegal("Thirteen prizes are a game, and nothing comes after them.")
won_total = impossible(
    "What the piles count at the end is what thirteen prizes can bring these players.",
    claims(Holds, "points", lambda hand, holds: hand.scores[holds.who], "{who} has {} points"),
    place=Holds,
)


@judges(won_total)
def can_be_won(hand: Gops, holds: Holds) -> str | None:
    who, points = holds.who, holds.points
    if before := hand.held.get(who):
        return Reason(f"{who}'s pile was counted ({at(before)})", before)
    if points < hand.won(who):
        return f"{who} has won {hand.won(who)} points already, not {points}"
    if not isinstance(holds.pile, int):
        if missing := [card for card in hand.piles[who] if card not in holds.pile]:
            return f"{who} has won {missing[0].pretty} too"
        if is_a_pile(hand, holds):
            return None
    held = {**hand.held, who: holds}
    won = {seat: held[seat].points if seat in held else hand.won(seat) for seat in hand.seats}
    rest = EVERYTHING - sum(won.values()) - sum(PIPS[card.rank] for card in hand.lost)
    if rest < 0:
        return f"that makes {EVERYTHING - rest} of {EVERYTHING} points"
    if not can_be_split(hand, held):
        return f"no prizes that are left make {points} points"
    return why_nothing(hand, held, won, rest) or not_by_bids(hand, held, who)


def can_be_split(hand: Gops, held: Mapping[Seat, Holds], wins: frozenset[Wins] | None = None) -> bool:
    """Whether there are prizes for every pile that was counted, each in one pile, as bids with one of these WINS do."""
    gone = as_mask([*hand.lost, *chain.from_iterable(hand.piles.values())])
    *others, last = held
    piles = [(hand.seats.index(seat), choices(hand, held[seat])) for seat in others]
    if isinstance(held[last].pile, int):
        more = held[last].points - hand.won(last)
        return bool(totals(gone, tuple(piles), hand.seats.index(last), wins) >> more & 1)
    return bool(ways(gone, (*piles, (hand.seats.index(last), choices(hand, held[last]))), wins))


def choices(hand: Gops, told: Holds) -> tuple[int, ...]:
    """The prizes that a pile may have besides those won before."""
    if isinstance(told.pile, int):
        return tuple(by_sum().get(told.points - hand.won(told.who), ()))
    return (as_mask(card for card in told.pile if card not in hand.piles[told.who]),)


def why_nothing(hand: Gops, held: Mapping[Seat, Holds], won: Mapping[Seat, int], rest: int) -> str | None:
    """Why somebody can't be left with nothing, with so many points not accounted for."""
    empty = [seat for seat in hand.seats if not won[seat] and (seat in held or not rest)]
    if not empty:
        return None
    if len(hand.seats) == 2 and any(won.values()):
        return f"{empty[0]} can't have nothing: the highest rank not tied wins a prize for each of two players"
    if not rest and not hand.lost:
        return f"{empty[0]} can't have nothing when no prize was lost to a tie: a king that isn't tied wins"
    return None


def not_by_bids(hand: Gops, held: Mapping[Seat, Holds], last: Seat) -> Reason | None:
    """Why the cards left to bid, when every other was told, can't bring the piles that were counted."""
    bid = {
        seat: {*hand.spent[seat]} - {other.card.rank for other in hand.bids.values() if other.who == seat}
        for seat in hand.seats
    }
    if not any(bid.values()):
        return None
    left = tuple(sum(1 << PIPS[rank] - 1 for rank in UPWARD if rank not in bid[seat]) for seat in hand.seats)
    wins = outcomes(left)
    if wins is None or can_be_split(hand, held, wins):
        return None
    more = held[last].points - hand.won(last)
    cards = " ".join(rank for rank in reversed(UPWARD) if rank not in bid[last])
    told = [*hand.spent[last].values()][-1:]
    return Reason(f"{last} has won {hand.won(last)} points, and the bids left ({cards}) can't bring {more} more", *told)


@judges(won_total, when="again")
def counted_before(hand: Gops, holds: Holds) -> str | None:
    """A pile told again is the one that was won."""
    told = hand.held.get(holds.who)
    pile = hand.piles[holds.who] if told is None else told.pile
    if isinstance(holds.pile, int) or isinstance(pile, int) or set(holds.pile) == set(pile):
        return None
    return f"{holds.who} won other prizes"


most_points = worth("Whoever has most points wins.")


GAME = Game(
    slug="gops",
    name="Gops",
    summary="Bid for thirteen prizes with the same cards as everybody else.",
    family="bidding",
    players=range(2, 31),
    pack=prizes,
    pack_rule=own_suit,
    hand=Gops,
    play=play_hand,
    over=one_hand,
    concession_ends=False,
    verbs={
        Upcard: "when everybody has bid; the first begins the game",
        Plays: "when a prize is up and the bids are open",
        Trick: "when a prize is up, in place of the single bids",
        Holds: "in place of all that is left of the game, by every player",
    },
    facts={
        "prize": lambda hand: hand.prize.card.rank if hand.prize else None,
        "left": lambda hand: hand.left,
        "tied": tied_points,
        "packs": lambda hand: hand.packs,
    },
    at_a_glance=(
        Glance("prizes and bids", len(PIPS), all_prizes),
        ranking(lambda card: PIPS[card.rank], high_bid),
        card_values(lambda card: PIPS[card.rank], prize_value, name="prize values"),
        Glance("all prizes", EVERYTHING, won_total),
    ),
    short_form="`holds` for every player; what is missing from 91 points was tied.",
    example=Example(
        "Ann Ben",
        ("Ann holds 44", "Ben holds 36"),
        "Ann 44, Ben 36",
    ),
    rulings=(
        "Only the highest bid counts for a tie: lower bids that are equal take nothing from it.",
        "A prize that is lost to a tie doesn't come back.",
        "Equal totals share the win.",
        "A total told is refused as soon as the prizes can't be split so. Of two players both have prizes or neither;"
        " with more, somebody without any means that a prize was lost, for each has a king.",
        "It doesn't matter who has which suit; nobody needs to say.",
        "Whoever concedes can't win any more, and that is all; the prizes stay where they are.",
    ),
    edition=2,
)
