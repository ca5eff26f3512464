"""Concentration: turn up two cards of the layout at a time, and keep them if they match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, combinations, combinations_with_replacement, product

from referee.cards import JOKER, JOKER_RANK, SUITS, UNKNOWN, Card, Cards, Pack, Rank, Suit, listed
from referee.game.asks import at, bar
from referee.game.common_reports import Deal
from referee.game.game import Example, Fact, Game, Glance, Hand
from referee.kit import messages
from referee.kit.claims import deals
from referee.kit.endings import one_hand
from referee.language.reports import Blind, Report
from referee.language.words import NOBODY, Seat, so_many
from referee.rules.options import Option, Variant
from referee.rules.rule import Answer, Reason, illegal, impossible, judges, number, unclear, unjudged, worth
from referee.table.rulings import cards_of

# Reports


class Flips(Report, bare=True):
    """the two cards turned up; if they don't match, you may type ? for either"""

    cards: Blind

    @classmethod
    def options(cls, hand: Concentration, seat: Seat) -> Iterator[Flips]:
        """An unnamed miss, two cards of a rank, two others, and a named card with an unnamed one."""
        left = hand.may_be_left()
        alike = chain.from_iterable(combinations_with_replacement(group, 2) for group in left)
        unlike = chain.from_iterable(product(group, others) for group, others in combinations(left, 2))
        half = ((card, UNKNOWN) for group in left for card in group)
        for cards in chain([(UNKNOWN, UNKNOWN)], alike, unlike, half):
            yield cls(Blind(cards), who=seat)


class Takes(
    Report,
    bare=True,
    adds=True,
    as_said="takes pairs",
    labels={"pairs cards": "cards of the pair"},
    limits={"pairs": lambda hand, seat: len(hand.pack) // 2},
):
    """a number of pairs, or a pair by its cards; 1 pair if you give neither"""

    pairs: int | Cards = 1

    @classmethod
    def options(cls, hand: Concentration, seat: Seat) -> Iterator[Takes]:
        yield from (cls(number, who=seat) for number in range(1, hand.left // 2 + 1))
        twos = chain.from_iterable(combinations_with_replacement(group, 2) for group in hand.may_be_left())
        yield from (cls(cards, who=seat) for cards in twos if hand.match(cards))


# The layout


@dataclass
class Gone:
    """The kept cards of one rank.

    ``named`` counts them by suit.  ``bare`` has, for each card without a suit, how many cards up to and including it
    can have been of each suit.
    """

    named: Counter[Suit] = field(default_factory=Counter)
    bare: list[dict[Suit, int]] = field(default_factory=list)


@dataclass
class Concentration(Hand):
    """A layout; ``seen`` has the kept cards."""

    turn: Seat = NOBODY  # nobody if turns weren't entered
    turns: int = 0
    pairs: Counter[Seat] = field(default_factory=Counter)  # pairs
    untold: int = 0  # pairs entered as a number
    gone: dict[Rank, Gone] = field(default_factory=dict)

    @cached_property
    def packs(self) -> int:
        packs: int = self.house["packs"]
        return packs

    @property
    def left(self) -> int:
        """The number of cards in the layout."""
        return len(self.pack) - 2 * self.pairs.total()

    def left_of(self, kind: type[Report]) -> tuple[int, str] | None:
        return (self.left // 2, "pair") if kind is Takes else None

    def to_turn(self) -> tuple[Seat, ...]:
        return (self.turn,) if self.turn else self.seats

    def may_be_left(self) -> list[list[Card]]:
        """The different cards that may still be in the layout, by rank."""
        suited = {rank: [Card(rank, suit) for suit in SUITS] for rank in self.gone} | {JOKER_RANK: [JOKER]}
        return [[card for card in suited[rank] if self.beside(card) is not None] for rank in self.gone]

    def beside(self, *cards: Card) -> list[dict[Suit, int]] | None:
        """The suits that kept cards without a suit can have had, if these cards of their rank are in the layout.

        Returns a row for each of those kept cards: how many cards up to and including it can be of each suit.  None if
        there is no room, so that these cards can't be in the layout.
        """
        gone, suits = self.gone[cards[0].rank], [card.suit for card in cards]
        if cards[0].is_joker:
            jokers = [*gone.bare, *[dict[Suit, int]()] * len(cards)]
            return jokers if len(jokers) <= self.pack.copies[JOKER] else None
        room = {suit: self.packs - gone.named.get(suit, 0) - suits.count(suit) for suit in SUITS}
        if min(room.values()) < 0:
            return None
        if not gone.bare and all(suits):
            return []
        bare = [{suit: min(most, room[suit]) for suit, most in before.items()} for before in gone.bare]
        bare += [room for suit in suits if not suit]
        enough = not [most for number, most in enumerate(bare, 1) if sum(most.values()) < number]
        return bare if enough else None

    def match(self, cards: Sequence[Card]) -> bool | None:
        """Whether cards match; None if that depends on a suit that wasn't entered."""
        if len(cards) != 2 or cards[0].rank != cards[1].rank or cards[0].rank not in self.gone:
            return False
        if self.house["match"] == "rank" or cards[0].is_joker:
            return True
        same: bool = self.house["match"] == "color"
        if cards[0].suit and cards[1].suit:
            return (cards[0].is_red == cards[1].is_red) == same
        twos = product(*([Card(card.rank, suit) for suit in card.suit or SUITS] for card in cards))
        colors = {card.is_red == other.is_red for card, other in twos if self.beside(card, other) is not None}
        return (colors.pop() == same) if len(colors) == 1 else None

    def lie_there(self, cards: Sequence[Card], report: Report | None = None) -> None:
        """Records cards seen in the layout; with ``kept``, they left it."""
        for rank, alike in by_rank(cards).items():
            gone = self.gone[rank]
            bare = self.beside(*alike) or []
            gone.bare = bare if report else bare[: len(gone.bare)]
            if report:
                gone.named.update(card.suit for card in alike if card.suit)
                self.tell(report, *alike)


def by_rank(cards: Sequence[Card]) -> dict[Rank, list[Card]]:
    """The first two cards of a turn, by rank."""
    ranks: dict[Rank, list[Card]] = {}
    for card in cards[:2]:
        if card is not UNKNOWN:
            ranks.setdefault(card.rank, []).append(card)
    return ranks


# The hand


async def play_hand(hand: Concentration) -> None:
    spread = bar(one_layout, "the cards have already been spread out", Deal)
    while hand.standing.over:
        await (hand.ask(None, Deal) | spread | bar(game_over, "every pair has been taken", Flips))
    hand.standing.dealer = hand.standing.dealer or hand.seats[-1]
    deal = await hand.ask(lambda: (hand.standing.dealer,), Deal, free=True)
    hand.dealer = deal.who
    hand.turn = hand.eldest
    hand.gone = {rank: Gone() for rank in dict.fromkeys([card.rank for card in hand.pack])}

    # Turns
    turning, taking = hand.ask(hand.to_turn, Flips), hand.ask(None, Takes, aside=True)
    waiting = (turning | taking | spread).maybe()
    while hand.left:
        match await waiting:
            case Flips() as flips:
                hand.turns += 1
                if hand.match(flips.cards):
                    keep(hand, flips)
                else:
                    hand.lie_there(flips.cards)
                    hand.turn = hand.after(flips.who)
            case Takes(pairs=int(pairs)) as takes:
                hand.untold += pairs
                hand.pairs[takes.who] += pairs
                hand.turn = NOBODY
                if pairs:
                    hand.book(takes.who, pair, pairs * pair(hand), f"{pairs} of {len(hand.pack) // 2}", takes)
            case Takes() as takes:
                keep(hand, takes)
            case None:
                return  # stopped early


def keep(hand: Concentration, report: Flips | Takes) -> None:
    """Gives a pair to a player; a house rule decides who goes next."""
    cards = tuple(cards_of(report))
    hand.lie_there(cards, report)
    hand.pairs[report.who] += 1
    hand.turn = report.who if hand.house["after-pair"] == "again" else hand.after(report.who)
    hand.book(report.who, pair, pair(hand), listed(cards), report)


# Rules: the layout

layout = unjudged("Spread out all cards face down in any pattern, without overlapping.")
one_layout = illegal("Spread the cards out once. The game is over when all of them are gone.", place=Deal)
one_pack = impossible(
    "Play with {packs:word deck} of 52 cards, {jokers}. A kept card can't be turned up again.",
    deals(lambda hand: len(hand.pack), "{} cards are spread out", whole=True),
    messages.no_hands("players have no hands here: all cards are in the layout"),
    packs=number(1, "decks shuffled together", least=1, most=20),
    jokers=number(
        0,
        "jokers in each deck; they match each other",
        most=8,
        step=2,
        words={"0": "without jokers", "N": "with {N:word joker} per deck"},
    ),
)


# Rules: turns

turn_order = illegal(
    "The player on the dealer's left goes first. If your cards don't match, the turn passes to the left. If they match,"
    " {after_pair}.",
    turn=Flips,
    after_pair={"again": "you go again", "pass": "the turn passes too"},
    asked="another go, go again, extra turn, match again, get another",
)


@illegal(asked="three cards, turn up")
def two_cards(hand: Concentration, flips: Flips) -> str | None:
    """On your turn, turn up two cards of the layout, one after the other."""
    if len(flips.cards) != 2:
        return f"{flips.who} must turn up 2 cards, not {len(flips.cards)}"
    card, other = flips.cards
    if card is not other or card not in hand.pack or hand.beside(card, other) is not None:
        return None
    return f"{flips.who} can't turn up the same {card.pretty} twice"


pair = worth(
    "Two cards match if they have the same rank, {match}. Keep matching cards as a pair, and score {pair}.",
    lines="pair",
    match={
        "rank": "whatever their colors",
        "color": "and the same color",
        "opposite": "one red and one black",
    },
    pair=number(1, "points for a pair", least=1),
    asked="what match, what pair, color match, pair worth, pair score, match color",
)
miss = unjudged(
    "If the cards don't match, turn them face down again in the same places.",
    asked="not match, miss, put back, wrong pair",
)
match_rule = illegal("You can't keep cards that don't match.")


@judges(match_rule)
def is_a_pair(hand: Concentration, takes: Takes) -> str | None:
    if isinstance(takes.pairs, int):
        return None
    if len(takes.pairs) != 2:
        return unclear("a pair has two cards")
    return f"{listed(takes.pairs)} don't match" if hand.match(takes.pairs) is False else None


@judges(pair)
def suits_entered(hand: Concentration, report: Flips | Takes) -> str | None:
    cards = tuple(cards_of(report))
    if not any(card.is_bare for card in cards) or hand.match(cards) is not None:
        return None
    return unclear(f"which suits? {listed(cards)} may match in color or not")


@judges(one_pack)
def still_there(hand: Concentration, report: Flips | Takes) -> str | None:
    for rank, cards in by_rank(tuple(cards_of(report))).items():
        if rank in hand.gone and hand.beside(*cards) is None:
            lacking = [card for card in cards if hand.beside(card) is None]
            if not lacking:
                together = "both" if len(cards) == 2 else "all"
                return Reason(f"{listed(cards)} can't {together} be left in the layout", *hand.reports_of(rank))
            reports = [report for card in lacking for report in hand.seen.get(card, ())]
            reports = reports or hand.reports_of(rank)
            kept = [f"{report.who} kept {listed(cards_of(report))} ({at(report)})" for report in dict.fromkeys(reports)]
            gone = f"{listed(dict.fromkeys(lacking))} {'is' if len({*lacking}) == 1 else 'are'} no longer in the layout"
            return Reason(f"{gone}{': ' * bool(kept)}{', '.join(kept)}", *reports)
    return None


@impossible
def last_must_match(hand: Concentration, flips: Flips) -> str | None:
    """You can't miss when all cards left in the layout match each other."""
    if hand.untold or len(flips.cards) != 2 or hand.left > 4 * hand.packs or hand.match(flips.cards) is not False:
        return None
    left = [alike for alike in hand.may_be_left() if alike]
    if len(left) > 1:
        return None
    twos = [two for alike in left for two in combinations_with_replacement(alike, 2) if hand.beside(*two) is not None]
    if not all(map(hand.match, twos)):
        return None
    return f"only {listed(chain(*left))} can be left, and any two of them match"


# Rules: the end

pair_count = impossible(
    "A deck has 26 pairs, and one more for every two jokers in it. You play with {packs:word deck}.", packs=1
)
game_over = illegal("When the last pair is taken, the game is over.", asked="end, over")


@judges(pair_count)
def so_many_left(hand: Concentration, takes: Takes) -> str | None:
    left = hand.left // 2
    if not isinstance(takes.pairs, int) or 0 <= takes.pairs <= left:
        return None
    there = f"only {left} of {len(hand.pack) // 2} pairs {'is' if left == 1 else 'are'} left"
    return Reason(f"{there}, so {takes.who} can't take {takes.pairs}", about=takes.pairs)


@judges(game_over, pair_count, when="again")
def took_as_many(hand: Concentration, takes: Takes) -> Answer:
    """Pairs entered again after the game must be right."""
    if isinstance(takes.pairs, int):
        agreed = takes.pairs == hand.pairs[takes.who]
    else:
        agreed = all(any(report.who == takes.who for report in hand.seen.get(card, ())) for card in takes.pairs)
    text = f"every pair has been taken, {hand.pairs[takes.who]} of them by {takes.who}"
    return None if agreed else dict.fromkeys((game_over, pair_count), text)


most_pairs = unjudged("The player with the most pairs wins.", asked="who win, win")


COLORS = {"rank": "", "color": " and color", "opposite": ", one red and one black"}

GAME = Game(
    slug="concentration",
    name="Concentration",
    summary="Turn up two cards at a time, and keep them if they match.",
    family="matching",
    players=range(2, 53),
    pack=lambda players, house: Pack(packs=house["packs"], jokers=house["packs"] * house["jokers"]),
    pack_rule=one_pack,
    hand=Concentration,
    play=play_hand,
    over=one_hand,
    dealt_once=True,
    deal_passes=False,
    verbs={
        Deal: "once, at the start",
        Flips: "on a player's turn",
        Takes: "instead of turns; once you enter a number of pairs, anyone may go next",
    },
    options=(
        Option(
            "match",
            "rank",
            "two cards match by rank alone, by rank and color, or by rank in opposite colors",
            (pair, match_rule),
            ("rank", "color", "opposite"),
        ),
        Option(
            "after-pair", "again", "after a pair you go again, or the turn passes", (turn_order,), ("again", "pass")
        ),
    ),
    variants=(
        Variant("same-color", "A pair must have the same rank and color.", "match=color"),
        Variant("zebra", "A pair must be two cards of the same rank, one red and one black.", "match=opposite"),
        Variant("one-flip", "The turn passes to the left even after a pair.", "after-pair=pass"),
        Variant("two-packs", "Shuffle two decks together.", "packs=2"),
        Variant("jokers", "Add two jokers, which make another pair.", "jokers=2"),
    ),
    facts={
        "left": Fact(lambda hand: hand.left, "cards in the layout"),
        "pairs": Fact(lambda hand: hand.pairs.total(), "pairs taken"),
        "turns": Fact(lambda hand: hand.turns, "turns taken"),
    },
    now=lambda hand: [f"{so_many(hand.left, 'card')} left"],
    at_a_glance=(
        Glance("a pair", lambda table: f"two cards of the same rank{COLORS[table.house['match']]}", pair),
        Glance("pairs in all", lambda table: len(table.pack) // 2, pair_count),
    ),
    short_form="Type `deal`, then `takes` and the number of pairs for each player. Leave out players without a pair.",
    phrases={
        "find N pair": "takes N",
        "N pair": "takes N",
        "get N pair": "takes N",
        "pair": "takes 1",
        "find pair": "takes 1",
        "turn CARDS": "flips CARDS",
    },
    example=Example(
        "Ann Ben Cat",
        ("deal", "Ann takes 10; Ben takes 9; Cat takes 7"),
        "Ann 10, Ben 9, Cat 7",
    ),
    rulings=(
        "Players tied for the most pairs share the win.",
        "You may turn up a card that everyone has seen already, and you may miss on purpose.",
        "Identical cards from different decks match, in color too.",
        "From two to 52 players may play.",
        "Enter the last pair like any other; it isn't counted automatically.",
    ),
)
