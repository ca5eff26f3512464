"""Scopa.  Capture cards from the board with cards of their rank or their sum, and sweep it clear."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations_with_replacement, islice, product
from typing import ClassVar

from referee.cards import SUITS, UNKNOWN, Card, Cards, Pack, Rank, listed, read_cards
from referee.core import Deal, Game, Report, Seat, at, bar
from referee.glance import Example, Glance, card_values
from referee.kit import fishing
from referee.kit.fishing import Dealt, FishingHand, Sweeps, Trails, Upcard
from referee.kit.messages import lines, named_twice
from referee.notation import KW_ONLY, Reader, Words
from referee.options import Option
from referee.rules import Answer, Reason, Rule, cannot_happen, illegal, impossible, judges, number, unclear, worth

VALUES = {Rank("A"): 1, Rank("J"): 8, Rank("Q"): 9, Rank("K"): 10} | {Rank(str(pips)): pips for pips in range(2, 8)}
PRIMIERA = {"7": 21, "6": 18, "A": 16, "5": 15, "4": 14, "3": 13, "2": 12, "J": 10, "Q": 10, "K": 10}
BOARD = 4  # cards laid open, once
SETTE_BELLO = Card("7", "D")
SPLIT = {"cards": 40, "diamonds": 10, SETTE_BELLO.text: 1}
COUNTS = {what: range(number + 1) for what, number in SPLIT.items()} | {"primiera": (0, *range(40, 85))}

# Reports


class OnBoard(tuple[Card, ...]):
    """Cards of the board; a bare rank is the only one of it that lies there."""

    metavar: ClassVar[str] = "CARDS"

    @staticmethod
    def read(words: Words, reader: Reader) -> OnBoard:
        found: list[Card] = []
        while (word := words.next) and not word.quoted and (some := read_cards(word.text, reader.pack)):
            words.at += 1
            found += some
        if not found or UNKNOWN in found:
            raise words.unread("which cards of the board?")
        for place, card in enumerate(found):
            if card.is_bare:
                lying = [one for one in getattr(reader, "loose", ()) if one.rank == card.rank and one not in found]
                if len(lying) > found.count(card):
                    raise words.unread(f"{card} could be {' or '.join(map(str, lying))}", [one.text for one in lying])
                found[place] = lying[0] if lying else card
        return OnBoard(found)


class Captures(Report):
    """cards of the board and the card that takes them"""

    cards: OnBoard
    _: KW_ONLY
    with_: Card

    @property
    def card(self) -> Card:
        return self.with_

    @classmethod
    def options(cls, hand: Scopa, seat: Seat) -> Iterator[Captures]:
        for card in hand.may_hold(seat):
            for some in (*hand.pairs(card), *fishing.adding_up(hand.loose, VALUES[card.rank], VALUES)):
                yield cls(OnBoard(some), with_=card, who=seat)


class Plays(Report):
    """the only thing a card can do: its one capture, or else it is trailed"""

    card: Card


@dataclass(frozen=True)
class Pile:
    """What is told of a pile: some of what it counts, or all its cards."""

    numbers: tuple[tuple[str, int], ...] = ()
    cards: Cards = ()

    metavar: ClassVar[str] = "ITEMS"

    def __str__(self) -> str:
        return " ".join((*(self.one(what, number) for what, number in self.numbers), *map(str, self.cards)))

    @staticmethod
    def one(what: str, number: int) -> str:
        return {"7D": what, "primiera": f"{what} {number}"}.get(what, f"{number} {what}")

    @property
    def counts(self) -> dict[str, int]:
        return counted(self.cards) if self.cards else dict(self.numbers)

    @staticmethod
    def read(words: Words, reader: Reader) -> Pile:
        """Reads ``24 cards``, ``6 diamonds``, ``7D`` and ``primiera 78`` in any order, or cards.  Raises ParseError."""
        numbers: dict[str, int] = {}
        cards: list[Card] = []
        while word := words.next:
            words.at += 1
            said = word.text.lower(), words.next.text.lower() if words.next else ""
            number, what = reversed(said) if said[0] == "primiera" else said
            what = next((one for one in ("cards", "diamonds", "primiera") if what in (one, one[:-1])), "")
            if what and what not in numbers and re.fullmatch("[0-9]{1,9}", number):
                numbers[what] = int(number)
                words.at += 1
            elif (some := read_cards(word.text, reader.pack)) and all(card.suit for card in some):
                cards += some
            else:
                raise words.unread(f"what of {word.text}? N cards, N diamonds, 7D, primiera N", word=word)
        if cards == [SETTE_BELLO]:
            cards, numbers[SETTE_BELLO.text] = [], 1
        if bool(cards) == bool(numbers):
            raise words.unread("what does the pile hold? N cards, N diamonds, 7D, primiera N, or all its cards")
        return Pile(tuple((what, numbers[what]) for what in COUNTS if what in numbers), tuple(cards))


class Holds(Report):
    """what a pile has: numbers of cards and diamonds, the 7♦, its primiera; or the whole of it, card by card"""

    pile: Pile

    @classmethod
    def options(cls, hand: Scopa, seat: Seat) -> Iterator[Holds]:
        """One thing at a time."""
        for what, numbers in COUNTS.items():
            some = numbers if what != SETTE_BELLO.text else (1,)
            yield from (cls(Pile(((what, number),)), who=seat) for number in some)


def counted(cards: Iterable[Card]) -> dict[str, int]:
    """What a pile has of everything that is scored."""
    pile = list(cards)
    suits = [[PRIMIERA.get(card.rank, 0) for card in pile if card.suit == suit] for suit in SUITS]
    primiera = sum(map(max, suits)) if all(suits) else 0
    diamonds = sum(card.suit == "D" for card in pile)
    return dict(zip(COUNTS, (len(pile), diamonds, pile.count(SETTE_BELLO), primiera), strict=True))


@dataclass
class Scopa(FishingHand):
    """One deal; ``counts`` has what is known of each pile, ``stated`` what was told in short, ``told`` by whom."""

    counts: dict[tuple[Seat, str], int] = field(default_factory=dict)
    stated: dict[tuple[Seat, str], int] = field(default_factory=dict)
    told: dict[tuple[Seat, str], Report] = field(default_factory=dict)

    def meant(self, report: Report, rank: Rank) -> list[Card]:
        """A bare rank that no card on the board has stays one."""
        bare = Card(rank)
        return [bare] if isinstance(report, Captures) and bare in report.cards else super().meant(report, rank)

    def pairs(self, card: Card) -> list[Cards]:
        return [(other,) for other in self.loose if other.rank == card.rank]

    def takings(self, card: Card) -> list[Cards]:
        """Everything that a card may capture; pairing comes first."""
        return self.pairs(card) or fishing.adding_up(self.loose, VALUES.get(card.rank, 0), VALUES)

    def untold(self) -> tuple[Seat, ...]:
        """Whose pile isn't known in everything that is scored."""
        return tuple(seat for seat in self.seats if any((seat, what) not in self.counts for what in COUNTS))


# The hand


async def play_hand(hand: Scopa) -> None:
    size: int = hand.house["hand-size"]
    await hand.deal(size=size)
    hand.open(each=size, board=BOARD)

    # The board
    always = hand.ask(None, Dealt, aside=True) | bar(deal_when_done, "the hand isn't played out", Deal)
    sweeping = hand.ask(None, Sweeps, aside=True)
    counting = hand.ask(hand.untold, Holds, free=True)
    no_board = bar(on_board, "the four cards of the board are told first", Captures, Trails, Plays)
    while not hand.loose and not hand.short:
        match await (hand.ask(None, Upcard) | sweeping | counting | always | no_board):
            case Upcard() as upcard:
                await turn_up(hand, upcard)
            case other:
                take_other(hand, other)

    # Packets
    playing = hand.ask(hand.turn, Captures, Trails, Plays) | always
    instead = sweeping | hand.ask(hand.untold, Holds, aside=True)
    too_late = bar(all_accounted, "cards were played, so the piles are known", Holds)
    too_late |= bar(sweep, "cards were played, so the sweeps are known", Sweeps)
    while not hand.played_out and not hand.short:
        begun = hand.packet > 1 or any(hand.played.values())
        match await (playing | (too_late if begun else instead)):
            case (Captures() | Trails() | Plays()) as play:
                make(hand, play)
            case other:
                take_other(hand, other)

    # Piles
    no_play = bar(turn_order, "only the piles are told of this hand", Upcard, Captures, Trails, Plays) | always
    too_late = bar(sweep, "sweeps are told before the piles", Sweeps)
    while hand.short and hand.untold():
        take_other(hand, await (counting | (too_late if hand.told else sweeping) | no_play))
    if not hand.short:
        hand.sweep_up()
        hand.counts = {(seat, what): n for seat in hand.seats for what, n in counted(hand.piles[seat]).items()}

    # Score
    for winner, rule, because, told in points(hand):
        if rule(hand) and not count_in_order(hand):
            hand.book(winner, rule, rule(hand), because, *told)


def stands(hand: Scopa) -> Iterator[str]:
    """What lies on the table; in the short form what of the piles isn't told yet, once something is."""
    if not hand.short:
        if hand.seen:
            left = hand.stock // (hand.each * len(hand.seats))
            yield f"packet {hand.packet} of {hand.packet + left}"
            yield f"{hand.stock} in the stock"
        return
    missing = {what: [seat for seat in hand.seats if (seat, what) not in hand.counts] for what in COUNTS}
    untold = [
        f"who has the {SETTE_BELLO.pretty}" if what == SETTE_BELLO.text else f"{what} of {' and '.join(seats)}"
        for what, seats in missing.items()
        if seats
    ]
    if hand.stated and untold:
        yield f"not told yet: {', '.join(untold)}"


async def turn_up(hand: Scopa, upcard: Upcard) -> None:
    """The board is laid out; with too many kings nothing but another deal may follow."""
    hand.tell(upcard, *upcard.cards)
    hand.loose += upcard.cards
    kings = [card for card in upcard.cards if card.rank == "K"]
    if len(kings) < hand.house["kings"] or hand.house["three-kings"] == "play":
        return
    void = f"{listed(kings)} void the hand ({at(upcard)}): {hand.dealer} deals again"
    hand.standing.dealer = hand.dealer
    barred = bar(three_kings, void, *(kind for kind in hand.game.reports if kind is not Deal))
    await hand.deal(size=hand.each, free=True, barred=barred)
    hand.seen, hand.loose, hand.packet = {}, [], 0
    hand.open(each=hand.each, board=BOARD)


def make(hand: Scopa, play: Captures | Trails | Plays) -> None:
    taken: Cards = play.cards if isinstance(play, Captures) else ()
    if isinstance(play, Plays):
        taken = next(iter(hand.takings(play.card)), ())
    if taken:
        last_card = not hand.stock and sum(map(len, hand.holdings.values())) == 1
        hand.capture(play, taken, may_sweep=not last_card)
    else:
        hand.put(play)
        hand.loose.append(play.card)
    if hand.played_out and hand.stock:
        hand.deal_packet()


def take_other(hand: Scopa, told: Report) -> None:
    hand.short = hand.short or not isinstance(told, Dealt)
    match told:
        case Dealt():
            fishing.take_packet(hand, told)
        case Sweeps():
            hand.sweeps += [told] * told.number
        case Holds():
            take_pile(hand, told)


def take_pile(hand: Scopa, holds: Holds) -> None:
    """What is told of the piles, and what nothing else agrees with."""
    if holds.pile.cards:
        hand.piles[holds.who] = [*holds.pile.cards]
        hand.piles[hand.after(holds.who)] = rest_of(hand, holds.pile.cards)
    hand.stated |= says(hand, holds)
    hand.counts |= hand.stated
    for seat, (what, numbers) in product(hand.seats, COUNTS.items()):
        if (seat, what) not in hand.counts:
            some = [*islice((n for n in numbers if can_split(hand, {**hand.counts, (seat, what): n})), 2)]
            hand.counts |= shared(hand, seat, what, some[0]) if len(some) == 1 else {}
    for key in hand.counts:
        hand.told.setdefault(key, holds)


def rest_of(hand: Scopa, pile: Cards) -> list[Card]:
    return [card for card in hand.pack if card not in pile]


def points(hand: Scopa) -> Iterator[tuple[Seat, Rule, str, list[Report]]]:
    """Whoever gets a point, by which rule, why and told by whom, in the order of counting."""
    in_order: dict[str, Rule] = {
        "cards": most_cards,
        "diamonds": most_diamonds,
        SETTE_BELLO.text: sette_bello,
        "primiera": primiera,
    }
    for what, rule in in_order.items():
        winner, loser = sorted(hand.seats, key=lambda seat: -hand.counts[seat, what])
        more, less = hand.counts[winner, what], hand.counts[loser, what]
        if more > less:
            because = Pile.one(what, more) + (f" against {less}" if less or what != SETTE_BELLO.text else "")
            told = [hand.told[seat, what] for seat in (winner, loser) if (seat, what) in hand.told]
            yield winner, rule, because, told
    for swept in hand.sweeps:
        yield swept.who, sweep_point, "swept the board", [swept]


# What two piles may be


MOST = {best: sum(other <= best for other in PRIMIERA.values()) for best in sorted({*PRIMIERA.values()} - {21})}
"""How many cards of a suit somebody can have whose best of it, short of the seven, counts so much."""


@lru_cache(1024)
def without_seven(suits: int, primiera: int | None, others: int) -> tuple[int, int] | None:
    """The fewest and the most cards of so many suits whose sevens the other player has; None where it can't be.

    The primiera is to be so much where it is told, and the OTHERS of the four suits count for so much in it, nothing
    where one of them is missing.
    """
    if primiera is None or primiera == others == 0:
        return 0, MOST[18] * suits
    if not primiera:
        return (0, MOST[18] * (suits - 1)) if suits else None
    some = [best for best in combinations_with_replacement(MOST, suits) if others + sum(best) == primiera]
    return (suits, max(sum(MOST[one] for one in best) for best in some)) if some and others else None


def can_split(hand: Scopa, counts: Mapping[tuple[Seat, str], int]) -> bool:
    """Whether the pack can be split into piles that count so, each with two cards for every sweep."""
    mine, theirs = ({what: n for (who, what), n in counts.items() if who == seat} for seat in hand.seats)
    least, spare = (2 * len(hand.swept_by(seat)) for seat in hand.seats)
    cards = mine.get("cards", least), mine.get("cards", SPLIT["cards"] - spare)
    if not least <= cards[0] <= cards[1] <= SPLIT["cards"] - spare:
        return False
    for seven, sevens, best in product((0, 1), range(4), (0, *MOST)):  # who has 7♦, my other sevens, the next diamond
        few, many = (1, MOST[best]) if best else (0, 0)
        diamonds = (10 - many, 10 - few) if seven else (few, many)
        diamonds = max(diamonds[0], mine.get("diamonds", 0)), min(diamonds[1], mine.get("diamonds", 10))
        if mine.get(SETTE_BELLO.text, seven) != seven or diamonds[0] > diamonds[1]:
            continue
        my_best, their_best = (21, best) if seven else (best, 21)
        my = without_seven(3 - sevens, mine.get("primiera"), my_best and my_best + 21 * sevens)
        their = without_seven(sevens, theirs.get("primiera"), their_best and their_best + 21 * (3 - sevens))
        if my and their:
            others = 10 * sevens + my[0] - their[1], 10 * sevens + my[1] - their[0]
            if diamonds[0] + others[0] <= cards[1] and cards[0] <= diamonds[1] + others[1]:
                return True
    return False


def shared(hand: Scopa, seat: Seat, what: str, number: int) -> dict[tuple[Seat, str], int]:
    """What it means for both piles that one has so much of something."""
    rest = {(hand.after(seat), what): SPLIT[what] - number} if what in SPLIT else {}
    return {(seat, what): number} | rest


def says(hand: Scopa, holds: Holds) -> dict[tuple[Seat, str], int]:
    """What a report tells of both piles."""
    said: dict[tuple[Seat, str], int] = {}
    for what, told in holds.pile.counts.items():
        said |= shared(hand, holds.who, what, told)
    if holds.pile.cards:
        said[hand.after(holds.who), "primiera"] = counted(rest_of(hand, holds.pile.cards))["primiera"]
    return said


# Rules: the deal

dealer_rotation = illegal("The players deal in turn; whoever dealt a hand that is thrown in deals again.", turn=Deal)
deal_when_done = illegal("Nobody deals before the hand is played to its end.")
packets = worth(
    "Everybody is dealt {hand_size:word} cards and the board four; whenever they are played everybody gets"
    " {hand_size:word} more, and the board none, where everything stays.",
    hand_size=number(3, "cards each at a time", least=1, most=3),
)
three_kings = illegal(
    "With {kings:word} kings or more on the first board the hand is thrown in, and the same dealer deals again.",
    kings=number(3, "kings on the first board that void the hand", least=1, most=4),
)


@judges(dealer_rotation, three_kings)
def same_dealer(hand: Scopa, deal: Deal) -> Answer:
    """Behind a board that was thrown in."""
    if deal.who == hand.dealer or not hand.dealer:
        return None
    return dict.fromkeys((dealer_rotation, three_kings), f"{hand.dealer} deals again, not {deal.who}")


one_pack = impossible("There are forty cards, each once: no eight, no nine and no ten.", fishing.four_cards)
own_hand = impossible("Whoever told the cards of a packet plays those and no others of it.")
judges(own_hand, one_pack, when="always")(fishing.is_packet)
judges(one_pack, own_hand, of=(Captures, Trails, Plays))(fishing.of_own_hand)

# Rules: a card captures

turn_order = illegal("The dealer's opponent begins; then one card from each in turn.", turn=(Captures, Trails, Plays))


@impossible
def on_board(hand: Scopa, play: Captures) -> str | None:
    """What is captured lies on the board."""
    strange = [card for place, card in enumerate(play.cards) if card not in hand.loose or card in play.cards[:place]]
    return f"{listed(hand.loose)} on the board, and no {listed(strange)} besides" if strange else None


capture_match = illegal(
    "A card takes one card of its rank, or two or more that add up to it: an ace counts 1, a jack 8, a queen 9, a"
    " king 10, other cards their pips."
)
pair_takes_one = illegal("Whoever pairs takes one card, however many of the rank lie there.")
pair_first = illegal("A card that can pair doesn't take by addition.")


@judges(capture_match, pair_takes_one, pair_first)
def matches(hand: Scopa, play: Captures) -> Answer:
    card, value = play.card, VALUES.get(play.card.rank, 0)
    amount = sum(VALUES.get(other.rank, 0) for other in play.cards)
    same = [other for other in play.cards if other.rank == card.rank]
    why: dict[Rule, str | None] = {}
    if same and len(play.cards) > 1:
        why[pair_takes_one] = f"{card.pretty} pairs with {same[0].pretty}, and takes nothing else"
    if not same and (pair := next(iter(hand.pairs(card)), None)):
        why[pair_first] = f"{card.pretty} can pair with {listed(pair)}, so must"
    if amount != value or not play.cards:
        why[capture_match] = f"{listed(play.cards)} make {amount}, and {card.pretty} takes {value}"
    return why


@judges(capture_match)
def does_one_thing(hand: Scopa, plays: Plays) -> Reason | None:
    some = hand.takings(plays.card)
    if len(some) < 2:
        return None
    which = " or ".join(listed(cards) for cards in some[:8])
    return unclear(f"which does {plays.card.pretty} take: {which}?")


@illegal
def trail_only_if_no_capture(hand: Scopa, trails: Trails) -> str | None:
    """A card that can capture something isn't trailed."""
    some = hand.takings(trails.card)
    return f"{trails.card.pretty} takes {listed(some[0])}" if some else None


sweep = worth("Whoever clears the board sweeps it, but not with the last card of the hand.")
judges(sweep)(fishing.so_many_sweeps)


@judges(sweep, when="again")
def swept_so(hand: Scopa, sweeps: Sweeps) -> Reason | None:
    """Told again of a hand that is finished: one of the reports, or how many there were."""
    number = len(hand.swept_by(sweeps.who))
    if sweeps.number == number or sweeps in hand.sweeps:
        return None
    return cannot_happen(f"{sweeps.who} swept the board {number} times, not {sweeps.number}")


last_capturer = worth("What lies on the board in the end goes to whoever captured last, and is no sweep.")

# Rules: the score


most_cards = worth("More than twenty cards count {cards}.", lines="cards", cards=1)
most_diamonds = worth("More than five diamonds count {diamonds}.", lines="diamonds", diamonds=1)
sette_bello = worth("The seven of diamonds counts {sette_bello}.", lines="sette-bello", sette_bello=1)
primiera = worth(
    "The best card of each suit counts: a seven 21, a six 18, an ace 16, a five 15, a four 14, a three 13, a deuce 12,"
    " a court card 10. Whoever has all four suits and the higher sum gets {primiera}.",
    lines="primiera",
    primiera=1,
)
sweep_point = worth("Each sweep counts {sweep}.", lines="sweep", sweep=1)


@worth
def count_in_order(hand: Scopa, *, target: int = number(11, "points that win", least=1)) -> bool:
    """Cards come first, then diamonds, the seven of diamonds, the primiera and the sweeps; the game ends with what
    takes a player to {target}."""
    return any(points >= target for points in hand.standing.balance.values())


# Rules: the piles

all_accounted = impossible("Two piles share forty cards, ten of them diamonds, and one seven of diamonds.", place=Holds)
primiera_count = impossible(
    "A primiera is the sum of a card from each suit, or 0 where a suit is missing; both come from one pack."
)


@judges(one_pack, when="always")
def each_once(hand: Scopa, holds: Holds) -> str | None:
    cards, pile = holds.pile.cards, hand.piles[holds.who]
    if strange := next((card for card in cards if card not in hand.pack), None):
        return f"there is no {strange.pretty} in this pack"
    if twice := named_twice(cards):
        return twice
    other = [card for card in hand.pack if (card in cards) is not (card in pile)]
    return f"{holds.who}'s pile has other cards: {listed(other)}" if cards and pile and other else None


@judges(all_accounted, primiera_count, when="always")
def can_be(hand: Scopa, holds: Holds) -> dict[Rule, str | None]:
    """What is told of a pile agrees with what is known, and some split of the pack with all of it."""
    said = says(hand, holds)
    broken: dict[Rule, str | None] = {}
    for (seat, what), told in said.items():
        if (known := hand.counts.get((seat, what), told)) != told:
            proof = [hand.told[seat, what]] if (seat, what) in hand.told else []
            why = Reason(f"{seat} has {Pile.one(what, known) if known else f'no {what}'}{lines(proof)}", *proof)
            broken.setdefault(primiera_count if what == "primiera" else all_accounted, why)
    proof = list(dict.fromkeys(hand.told.values()))
    strange = Reason(
        f"no split of the pack gives {holds.who} {holds.pile}{' beside what was told' * bool(proof)}", *proof
    )
    every = {**hand.stated, **said}
    primieras = {key: number for key, number in every.items() if key[1] == "primiera"}
    agrees = all(hand.stated.get(key, number) == number for key, number in said.items())
    if not can_split(hand, {key: number for key, number in every.items() if key not in primieras}):
        broken.setdefault(all_accounted, strange)
        agrees = False
    if primieras and not can_split(hand, every if agrees else primieras):
        broken.setdefault(primiera_count, strange)
        if not primieras.keys() & said.keys():
            broken.setdefault(all_accounted, strange)
    return broken


GAME = Game(
    slug="scopa",
    name="Scopa",
    summary="Capture cards from the board with cards of their rank or their sum, and sweep it clear.",
    family="fishing",
    players=range(2, 3),
    pack=Pack("A K Q J 7 6 5 4 3 2", ace="low"),
    hand=Scopa,
    play=play_hand,
    over=count_in_order,
    verbs={
        Deal: "first, and when a hand is finished or thrown in",
        Upcard: "after the deal, where the play is told",
        Dealt: "in a packet",
        Captures: "on turn",
        Trails: "on turn",
        Plays: "on turn",
        Sweeps: "before the piles, where no card was told",
        Holds: "after the sweeps, where no card was told",
    },
    pack_rule=one_pack,
    options=(
        Option(
            "three-kings",
            "redeal",
            "what a board with too many kings does",
            (three_kings,),
            choices=("redeal", "play"),
        ),
    ),
    facts={
        "board": lambda hand: None if hand.short else len(hand.loose) if hand.seen else hand.laid_out,
        "stock": lambda hand: None if hand.short else hand.stock,
        "packet": lambda hand: None if hand.short else hand.packet,
        "sweeps": lambda hand: len(hand.sweeps),
    },
    now=stands,
    board=lambda hand: [[card.pretty for card in hand.loose]] if hand.loose and not hand.short else [],
    ends=deal_when_done,
    at_a_glance=(
        Glance(
            "cards each",
            lambda table: f"{table.house['hand-size']} at a time, and {BOARD} on the board at first",
            packets,
        ),
        card_values(lambda card: VALUES[card.rank], capture_match, name="cards add up as"),
        card_values(lambda card: PRIMIERA[card.rank], primiera, name="primiera, the best card of each suit"),
        Glance("points to win", lambda table: table.house["target"], count_in_order),
    ),
    short_form=(
        "`deal`, the `sweeps` as they were made, and `holds`: the cards and diamonds of one player, who has the 7♦,"
        " and the primiera of both."
    ),
    example=Example(
        "Ann Ben",
        ("deal", "Ann sweeps", "Ann holds 22 cards 6 diamonds 7D", "Ann holds primiera 78; Ben holds primiera 70"),
        "Ann 5, Ben 0",
    ),
    rulings=(
        "Nothing is said of the next dealer, so the two deal in turn; a hand thrown in is dealt again by its dealer.",
        "Whether a card may be trailed depends on that card alone, whatever else is in the hand.",
        "A last card that clears the board captures, but doesn't sweep.",
        "Only the higher primiera gets the point: nobody does where both are equal or both lack a suit.",
        "Sweeps count in the order they were made, which may decide who gets to the target first.",
        "Of several cards of its rank the player chooses which one a card takes.",
        "Cards of a packet that are told while it is played must have among them what was played of it.",
    ),
)
