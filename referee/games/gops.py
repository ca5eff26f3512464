"""Gops: bid for thirteen prizes, one after another, with the same thirteen cards as everybody else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any

from referee.cards import PIPS, RANKS, SUIT_NAMES, SUITS, UPWARD, Card, Cards, Pack, Rank
from referee.game.asks import Macro, at, bar
from referee.game.game import Example, Fact, Game, Glance, Hand, Outcome, Table
from referee.game.quick_reference import by_points, ranking
from referee.games._gops import Wins, outcomes, totals, ways
from referee.kit.endings import one_hand
from referee.kit.messages import together
from referee.language.reports import Report, one_for_each
from referee.language.words import Seat, so_many
from referee.rules.options import Option, Variant
from referee.rules.rule import Reason, arithmetic, illegal, impossible, judges, number, unclear, unjudged, worth

# Reports


class Upcard(Report, speaker="none"):
    """the prize turned up; a rank is enough"""

    card: Card
    options = one_for_each(lambda hand, seat: hand.prizes)


class Plays(Report, bare=True):
    """the card a player bids; the suit may be left out"""

    card: Card

    @classmethod
    def options(cls, hand: Gops, seat: Seat) -> Iterable[Plays]:
        others = [suit for suit in SUITS if suit != hand.prize_suit]
        suits = [hand.suits[seat].card.suit] if seat in hand.suits else ["", *others]
        return [cls(Card(rank, suit), who=seat) for rank in hand.ranks for suit in suits]


class Trick(Macro, speaker="none"):
    """the bids of all players for the prize, in the order the players are listed"""

    cards: Cards

    stands_for = Plays

    def parts(self, hand: Any) -> Iterator[Report]:
        for seat, card in zip(hand.seats, self.cards, strict=True):
            yield Plays(card, who=seat, line=self.line)


class Holds(
    Report,
    labels={"pile": "points won", "pile cards": "cards won"},
    limits={"pile": lambda hand, seat: hand.count(hand.prizes)},
):
    """all that a player won, as points or as the prizes themselves"""

    pile: int | Cards
    options = one_for_each(lambda hand, seat: range(hand.count(hand.prizes) + 1))


@dataclass
class Gops(Hand):
    """A game: prizes turned up, won and tied for, the bids for the current prize, and all earlier bids."""

    prize: Upcard | None = None
    bids: dict[Seat, Plays] = field(default_factory=dict)
    spent: dict[Seat, dict[Rank, Plays]] = field(default_factory=dict)
    suits: dict[Seat, Plays] = field(default_factory=dict)  # the bid that gave a player's suit
    piles: dict[Seat, list[Card]] = field(default_factory=dict)
    tied: list[Card] = field(default_factory=list)  # lost, or waiting for the next winner
    shares: dict[Seat, int] = field(default_factory=dict)  # points of prizes that were shared
    odd: int = 0  # points that couldn't be shared
    held: dict[Seat, Holds] = field(default_factory=dict)

    @property
    def packs(self) -> int:
        return packs(len(self.seats))

    @cached_property
    def ranks(self) -> tuple[Rank, ...]:
        return ranks(self.house)

    @property
    def prize_suit(self) -> str:
        return str(self.house["prize-suit"])

    @cached_property
    def prizes(self) -> Cards:
        return tuple([Card(rank, self.prize_suit) for rank in self.ranks])

    @property
    def lost(self) -> list[Card]:
        """Prizes that nobody will win."""
        return [] if self.house["ties"] == "carried" else self.tied

    @property
    def left(self) -> int:
        """Prizes that aren't turned up yet."""
        return 0 if self.finished or self.held else len(self.prizes) - len(self.seen)

    def missing(self) -> tuple[Seat, ...]:
        """Players who must still bid for the current prize."""
        return self.all_but(self.bids) if self.prize else ()

    def count(self, cards: Iterable[Card]) -> int:
        """The value of some prizes. A card that isn't a prize counts 0."""
        values = prize_values(self.house)
        return sum(values.get(card.rank, 0) for card in cards)

    def won(self, seat: Seat) -> int:
        return self.count(self.piles[seat]) + self.shares.get(seat, 0)

    def points(self, holds: Holds) -> int:
        return holds.pile if isinstance(holds.pile, int) else self.count(holds.pile)

    def meant(self, report: Report, rank: Rank) -> list[Card]:
        """A prize turned up or won is of the prize suit."""
        return [Card(rank, self.prize_suit)]


# The hand


async def play_hand(hand: Gops) -> None:
    while hand.standing.over:
        await bar(all_prizes, "no prizes are left", Upcard, Plays, Trick)
    hand.piles = {seat: [] for seat in hand.seats}
    hand.spent = {seat: {} for seat in hand.seats}

    # Bids
    turning = hand.ask(None, Upcard)
    anybody = hand.ask(hand.missing, Plays, aside=True, free=True)
    next_bid = hand.ask(lambda: hand.missing()[:1], Plays, free=True)
    bidding = anybody | next_bid | hand.ask(None, Trick, aside=True)
    no_prize = hand.ask((), Plays, own_suit, spent_card, aside=True) | bar(prize_order, "turn up a prize first", Plays)
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
    too_late = bar(
        all_prizes, "this hand's piles are already being counted, so nothing more is played", Upcard, Plays, Trick
    )
    while hand.held and uncounted(hand):
        count(hand, await (counting | too_late))


# Bids


def turn_up(hand: Gops, upcard: Upcard) -> None:
    """Turns up the next prize. If the table lets it come too soon, the last one goes by the bids there are."""
    hand.dealer = hand.seats[0]  # nobody deals, but the game has started
    if hand.prize:
        award(hand, hand.prize)
    hand.prize = upcard
    hand.tell(upcard, upcard.card)


def take_bid(hand: Gops, bid: Plays) -> None:
    """Applies a bid. If the table lets a player bid again, the first card is taken back."""
    if before := hand.bids.get(bid.who):
        del hand.spent[bid.who][before.card.rank]
    hand.bids[bid.who] = hand.spent[bid.who][bid.card.rank] = bid
    if bid.card.suit:
        hand.suits.setdefault(bid.who, bid)
    if hand.prize and not hand.missing():
        award(hand, hand.prize)


def last_winner(hand: Gops) -> str | None:
    """Who won the last prize. None before the first, "nobody" after a tie."""
    over = [card for card in hand.seen if card in hand.prizes and not (hand.prize and card == hand.prize.card)]
    won = next((seat for seat, pile in hand.piles.items() if over and over[-1] in pile), None)
    return won or ("nobody" if over else None)


def award(hand: Gops, prize: Upcard) -> None:
    """Gives the prize, and those that wait, to the highest bid. After a tie, the house rule decides."""
    highest = highest_bids(hand.bids.values())
    if len(highest) == 1:
        (best,) = highest
        waiting = hand.tied if hand.house["ties"] == "carried" else []
        for card in (*waiting, prize.card):
            hand.piles[best.who].append(card)
            because = f"{card.pretty}, won with {best.card.pretty}"
            hand.book(best.who, prize_value, hand.count([card]), because, hand.seen[card][0], best)
        waiting.clear()
    elif highest and hand.house["ties"] == "split":
        share, odd = divmod(hand.count([prize.card]), len(highest))
        hand.odd += odd
        for bid in highest:
            hand.shares[bid.who] = hand.shares.get(bid.who, 0) + share
            because = f"a share of {prize.card.pretty}, tied with {bid.card.pretty}"
            hand.book(bid.who, tied_bid, share, because, prize, bid)
    else:
        hand.tied.append(prize.card)
    hand.prize = None
    hand.bids.clear()


def bid_brings(hand: Gops, bid: Plays) -> Iterator[Outcome]:
    """What a bid for the current prize would score."""
    if hand.prize:
        points, ties = hand.count([hand.prize.card]), hand.house["ties"]
        waiting = hand.count(hand.tied) if ties == "carried" else 0
        yield Outcome("the highest", {bid.who: waiting + points}, (prize_value,))
        yield Outcome("tied with one", {bid.who: points // 2 if ties == "split" else 0}, (tied_bid,))
        yield Outcome("not the highest", {bid.who: 0})


# Piles


def uncounted(hand: Gops) -> tuple[Seat, ...]:
    return tuple(seat for seat in hand.seats if seat not in hand.held)


def count(hand: Gops, report: Holds) -> None:
    hand.dealer = hand.seats[0]
    hand.prize = None
    hand.held[report.who] = report
    if more := hand.points(report) - hand.won(report.who):
        hand.book(report.who, prize_value, more, "the pile was counted", report)


def as_mask(cards: Iterable[Card]) -> int:
    return sum(1 << PIPS[card.rank] - 1 for card in cards)


@lru_cache(8)
def by_sum(values: tuple[int, ...]) -> dict[int, list[int]]:
    """The choices of prizes with each total."""
    choices: dict[int, list[int]] = {}
    for choice in range(1 << len(values)):
        points = sum(value for place, value in enumerate(values) if choice >> place & 1)
        choices.setdefault(points, []).append(choice)
    return choices


def tied_points(hand: Gops) -> int:
    """Points known to be lost to ties."""
    if hand.held and not uncounted(hand):
        return hand.count(hand.prizes) - sum(map(hand.points, hand.held.values()))
    return hand.count(hand.tied) + hand.odd


# Rules: prizes


@illegal(asked="next prize")
def prize_order(hand: Gops, upcard: Upcard) -> str | None:
    """Turn up one prize at a time. When all players have bid for it, turn up the next."""
    if not hand.prize:
        return None
    names = together(hand.missing())
    return Reason(f"{names} must bid for the {hand.prize.card.rank} first ({at(hand.prize)})", hand.prize)


@illegal(
    order={
        "shuffled": "are shuffled before the game",
        "upward": "come in order, from the ace up",
        "downward": "come in order, down to the ace",
    }
)
def set_order(hand: Gops, upcard: Upcard) -> str | None:
    """The prizes {order}."""
    if hand.house["order"] == "shuffled":
        return None
    left = [card for card in hand.prizes if card not in hand.seen] or [upcard.card]
    due = left[0 if hand.house["order"] == "upward" else -1]
    way = "ascending" if hand.house["order"] == "upward" else "descending"
    return None if upcard.card is due else f"the prizes come in {way} order, so {due.pretty} is next"


one_prize = impossible(
    "Use one deck for every three players, and one more for any players left over. The prizes are the {prize_suit}"
    " of one deck, one of each rank. Leave out the {prize_suit} of the other decks.",
    prize_suit=SUIT_NAMES,
)


@judges(one_prize)
def is_new(hand: Gops, upcard: Upcard) -> str | None:
    if upcard.card not in hand.prizes:
        return f"{upcard.card.pretty} isn't a prize"
    reports = hand.seen.get(upcard.card)
    return (
        Reason(f"{upcard.card.pretty} has already been turned up ({at(reports[0])})", reports[0]) if reports else None
    )


@judges(one_prize)
def is_a_pile(hand: Gops, holds: Holds) -> Reason | str | None:
    """Whether the prizes of a pile exist, once each, and aren't elsewhere."""
    if isinstance(holds.pile, int):
        return None
    if hand.house["ties"] == "split":
        return unclear("prizes may have been shared, so enter the points of the pile")
    others = {card: f"{seat} won it" for seat in hand.seats if seat != holds.who for card in hand.piles[seat]}
    others |= dict.fromkeys(hand.lost, "it was lost to a tie")
    for report in hand.held.values():
        if not isinstance(report.pile, int):
            others |= {card: f"{report.who} has it ({at(report)})" for card in report.pile}
    for place, card in enumerate(holds.pile):
        if card not in hand.prizes:
            return f"{card.pretty} isn't a prize"
        if card in holds.pile[:place]:
            return f"{card.pretty} is named twice"
        if card in others:
            return f"{card.pretty} is elsewhere: {others[card]}"
    return None


def packs(players: int) -> int:
    """The number of decks for these players: one for every three."""
    return -(-players // 3)


def ranks(house: Mapping[str, Any]) -> tuple[Rank, ...]:
    """The ranks in play, from the ace up."""
    return UPWARD[: house["prizes"]]


def whole_pack(players: int, house: Mapping[str, Any]) -> Pack:
    """The decks for these players, with the prizes of only one."""
    pack = Pack(" ".join(rank for rank in RANKS if rank in ranks(house)), packs=packs(players), ace="low")
    pack.copies |= {card: 1 for card in pack if card.suit == house["prize-suit"]}
    pack.size = sum(pack.copies.values())
    return pack


# Rules: bids

one_bid = illegal(
    "For each prize, each player bids one card, face down. Then turn all bids up at once.", asked="bid two, bid one"
)


@judges(one_bid)
def one_from_each(hand: Gops, trick: Trick) -> str | None:
    if hand.bids:
        first, *others = hand.bids.values()
        why = f"{first.who} has already bid for this prize ({at(first)}), so enter the other bids one by one"
        return Reason(why, first, *others)
    if len(trick.cards) == len(hand.seats):
        return None
    return f"{len(hand.seats)} players bid, not {len(trick.cards)}"


@judges(one_bid)
def bids_once(hand: Gops, bid: Plays) -> str | None:
    before = hand.bids.get(bid.who)
    return Reason(f"{bid.who} has already bid {before.card.pretty} ({at(before)})", before) if before else None


@impossible(asked="which suit")
def own_suit(hand: Gops, bid: Plays) -> str | None:
    """Each player has all cards of one suit to bid with, but not the suit of the prizes. Players can have the same suit
    only if there are several decks."""
    suit = bid.card.suit
    if bid.card.rank not in hand.ranks:
        return f"nobody has {bid.card.pretty}: the cards go from the ace to the {hand.ranks[-1]}"
    if not suit:
        return None
    if suit == hand.prize_suit:
        return f"nobody can bid {SUIT_NAMES[suit]}"
    if own := hand.suits.get(bid.who):
        name = SUIT_NAMES[own.card.suit]
        return None if own.card.suit == suit else Reason(f"{bid.who} has {name} ({at(own)})", own)
    owners = [bid for bid in hand.suits.values() if bid.card.suit == suit]
    if len(owners) < hand.packs:
        return None
    lines = ", ".join(f"{bid.who}'s ({at(bid)})" for bid in owners)
    return Reason(f"the {SUIT_NAMES[suit]} are {lines}", *owners)


@impossible(asked="bid again, same card twice, use again, reuse")
def spent_card(hand: Gops, bid: Plays) -> str | None:
    """You can bid each of your cards only once."""
    before = hand.spent.get(bid.who, {}).get(bid.card.rank)
    return Reason(f"{bid.who} has already bid {before.card.pretty} ({at(before)})", before) if before else None


high_bid = worth(
    "The highest bid wins the prize. Kings are high, aces are low.",
    lines="prize",
    asked="who win prize, highest bid, ace high/low",
)
tied_bid = worth(
    "If two or more players tie for the highest bid, {ties}.",
    lines="share",
    ties={
        "lost": "nobody wins the prize",
        "carried": "the prize goes to the winner of the next prize",
        "split": "they share its points, and points that can't be shared evenly are lost",
    },
    asked="tie, same bid, both bid, equal bid",
)


def highest_bids(bids: Iterable[Plays]) -> list[Plays]:
    """The bids that no other bid beats."""
    bids = list(bids)
    height = max((PIPS[bid.card.rank] for bid in bids), default=0)
    return [bid for bid in bids if PIPS[bid.card.rank] == height]


# Rules: the score

HONORS = ("A", "J", "Q", "K")

prize_value = worth(
    "You score the value of each prize you win. An ace counts {honours:first}, a jack {honours:second}, a queen"
    " {honours:third}, a king {honours:fourth}, and any other card its number.",
    lines="prize",
    honours=number((1, 11, 12, 13), "values of an ace, jack, queen and king", least=1, most=100),
    asked="prize worth, ace worth, king worth",
)


def prize_values(house: Mapping[str, Any]) -> dict[Rank, int]:
    """The value of each prize, from the ace up."""
    counted = dict(zip(HONORS, house["honours"], strict=True))
    return {rank: counted.get(rank) or PIPS[rank] for rank in ranks(house)}


all_prizes = illegal(
    "A game has {prizes:prize}, one of each rank from the ace up, and each player has as many cards to bid. After the"
    " last prize, the game is over.",
    prizes=number(13, "prizes in a game, one of each rank from the ace up", least=2, most=len(UPWARD)),
)
won_total = arithmetic("The points of all players must be possible with the prizes and bids.", place=Holds)


@judges(won_total)
def can_be_won(hand: Gops, holds: Holds) -> str | None:
    who, points = holds.who, hand.points(holds)
    if before := hand.held.get(who):
        return Reason(f"{who}'s pile was already counted ({at(before)})", before)
    if points < 0:
        return f"a pile is worth 0 points or more, not {points}"
    if points < hand.won(who):
        return f"{who} has already won {so_many(hand.won(who), 'point')}, not {points}"
    if not isinstance(holds.pile, int):
        if missing := [card for card in hand.piles[who] if card not in holds.pile]:
            return f"{who} has won {missing[0].pretty} too"
        if is_a_pile(hand, holds):
            return None
    held = {**hand.held, who: holds}
    won = {seat: hand.points(held[seat]) if seat in held else hand.won(seat) for seat in hand.seats}
    everything = hand.count(hand.prizes)
    rest = everything - sum(won.values()) - hand.count(hand.lost) - hand.odd
    if rest < 0:
        return f"that's {so_many(everything - rest, 'point')}; there are only {everything}"
    if hand.house["ties"] == "split":
        return None
    if not can_be_split(hand, held):
        return f"the prizes that are left can't make {so_many(points, 'point')}"
    return why_nothing(hand, held, won, rest) or not_by_bids(hand, held, who)


def can_be_split(hand: Gops, held: Mapping[Seat, Holds], wins: frozenset[Wins] | None = None) -> bool:
    """Whether the prizes can be split into the piles that were counted, with numbers of prizes as in one of WINS."""
    gone = as_mask([*hand.lost, *chain.from_iterable(hand.piles.values())])
    *others, last = held
    piles = [(hand.seats.index(seat), choices(hand, held[seat])) for seat in others]
    if isinstance(held[last].pile, int):
        more = hand.points(held[last]) - hand.won(last)
        values = tuple(prize_values(hand.house).values())
        return bool(totals(gone, tuple(piles), hand.seats.index(last), wins, values) >> more & 1)
    return bool(ways(gone, (*piles, (hand.seats.index(last), choices(hand, held[last]))), wins))


def choices(hand: Gops, report: Holds) -> tuple[int, ...]:
    """The prizes that a pile may have besides those won before."""
    if isinstance(report.pile, int):
        values = tuple(prize_values(hand.house).values())
        return tuple(by_sum(values).get(hand.points(report) - hand.won(report.who), ()))
    return (as_mask(card for card in report.pile if card not in hand.piles[report.who]),)


def why_nothing(hand: Gops, held: Mapping[Seat, Holds], won: Mapping[Seat, int], rest: int) -> str | None:
    """Why a player can't have won nothing, given the points not accounted for, or None."""
    empty = [seat for seat in hand.seats if not won[seat] and (seat in held or not rest)]
    if not empty:
        return None
    if len(hand.seats) == 2 and any(won.values()):
        return f"{empty[0]} can't have nothing: the highest rank not tied wins each of the two players a prize"
    if not rest and not hand.tied and hand.house["ties"] == "lost":
        return f"{empty[0]} can't have nothing if no prize was lost to a tie: a king that isn't tied wins a prize"
    return None


def not_by_bids(hand: Gops, held: Mapping[Seat, Holds], last: Seat) -> Reason | None:
    """Why the cards left to bid, if all others were entered, can't bring the points of the piles, or None."""
    bid = {
        seat: {*hand.spent[seat]} - {other.card.rank for other in hand.bids.values() if other.who == seat}
        for seat in hand.seats
    }
    if not any(bid.values()) or hand.house["ties"] != "lost":
        return None
    left = tuple(sum(1 << PIPS[rank] - 1 for rank in hand.ranks if rank not in bid[seat]) for seat in hand.seats)
    wins = outcomes(left)
    if wins is None or can_be_split(hand, held, wins):
        return None
    more = hand.points(held[last]) - hand.won(last)
    cards = " ".join(rank for rank in reversed(hand.ranks) if rank not in bid[last])
    reports = [*hand.spent[last].values()][-1:]
    return Reason(
        f"{last} has won {so_many(hand.won(last), 'point')}, and the bids left ({cards}) can't bring {more} more",
        *reports,
    )


@judges(won_total, when="again")
def counted_before(hand: Gops, holds: Holds) -> str | None:
    """Whether a pile entered again is the one that was won."""
    points, won = hand.points(holds), hand.scores[holds.who]
    if points != won:
        return f"{holds.who} has {so_many(won, 'point')}, not {points}"
    report = hand.held.get(holds.who)
    pile = hand.piles[holds.who] if report is None else report.pile
    if isinstance(holds.pile, int) or isinstance(pile, int) or hand.shares or set(holds.pile) == set(pile):
        return None
    return f"{holds.who} won other prizes"


most_points = unjudged("The player with the most points wins.", asked="who win")


def values_shown(table: Table) -> dict[str, int]:
    return {f"{rank}{table.house['prize-suit']}": value for rank, value in prize_values(table.house).items()}


def state_of(hand: Gops) -> Iterator[str]:
    """The state of the game: the current prize, how many are left, and what ties have carried over."""
    if hand.prize:
        yield f"prize {hand.prize.card.rank}"
    yield f"{so_many(hand.left, 'prize')} left"
    if tied := tied_points(hand):
        yield f"{so_many(tied, 'point')} tied"


GAME = Game(
    slug="gops",
    name="Gops",
    summary="Bid for thirteen prizes with the same cards as everybody else.",
    family="bidding",
    players=range(2, 31),
    pack=whole_pack,
    pack_rule=own_suit,
    hand=Gops,
    play=play_hand,
    over=one_hand,
    dealt_once=True,
    deal_passes=False,
    concession_ends=False,
    verbs={
        Upcard: "to start, and when everybody has bid",
        Plays: "when a prize is turned up",
        Trick: "when a prize is turned up, instead of single bids",
        Holds: "instead of the rest of the game, for each player",
    },
    options=(
        Option(
            "ties",
            "lost",
            "what happens to a prize if the highest bids tie",
            (tied_bid,),
            choices=("lost", "carried", "split"),
        ),
        Option(
            "order", "shuffled", "the order of the prizes", (set_order,), choices=("shuffled", "upward", "downward")
        ),
        Option("prize-suit", "D", "the suit of the prizes", (one_prize, own_suit), choices=("S", "H", "D", "C")),
    ),
    variants=(
        Variant(
            "carry-over", "A prize with a tie for the highest bid goes to the winner of the next prize.", "ties=carried"
        ),
        Variant("split-ties", "Players who tie for a prize share its points.", "ties=split"),
        Variant("no-chance", "The prizes come in order, from ace to king.", "order=upward"),
        Variant("short-game", "Ten prizes, without face cards.", "prizes=10"),
    ),
    brings={Plays: bid_brings},
    asked=(
        Fact(lambda hand: hand.left, "prizes left", "prizes after", "prize cards left"),
        Fact(lambda hand: hand.piles, "prizes won", "won prizes"),
        Fact(lambda hand: hand.prize.card if hand.prize else None, "bid for", "play for", "up for grabs"),
        Fact(last_winner, "last prize", "prize last"),
    ),
    facts={
        "prize": Fact(lambda hand: hand.prize.card.rank if hand.prize else None, "its rank"),
        "left": Fact(lambda hand: hand.left, "prizes still to turn up"),
        "tied": Fact(tied_points, "points lost to ties"),
        "packs": Fact(lambda hand: hand.packs, "decks in use"),
    },
    now=state_of,
    at_a_glance=(
        Glance("prizes and bids", lambda table: table.house["prizes"], all_prizes),
        ranking(lambda card: PIPS[card.rank], high_bid),
        Glance("prize values", values_shown, prize_value, show=by_points),
        Glance("all prizes together", lambda table: sum(prize_values(table.house).values()), won_total),
    ),
    short_form="Type the points each player `holds` at the end. Points that are missing were lost to ties.",
    example=Example(
        "Ann Ben",
        ("Ann holds 44", "Ben holds 36"),
        "Ann 44, Ben 36",
    ),
    rulings=(
        "Only a tie for the highest bid counts. Equal bids below the highest change nothing.",
        "A prize that is lost to a tie is out of the game.",
        "If players tie for the most points, they share the win.",
        "Totals are refused if the prizes can't be split that way. With two players, both win prizes or neither"
        " does. With more, if a player won nothing, a prize was lost to a tie, because every player has a king.",
        "It doesn't matter who has which suit. Nobody needs to say.",
        "A player who concedes can't win anymore. The prizes stay where they are.",
    ),
    edition=3,
)
