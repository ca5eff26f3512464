"""Cassino: capture cards on the board by pairing, adding and building."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, product, zip_longest
from typing import ClassVar, NamedTuple

from referee.cards import RANKS, UNKNOWN, Card, Cards, Pack, Rank, listed, read_cards, read_rank
from referee.cards import card as card_of
from referee.game.asks import at, bar
from referee.game.common_reports import Deal
from referee.game.game import Example, Fact, Game, Glance, Hand, Table, leaders
from referee.game.quick_reference import by_points, spaced
from referee.kit import fishing
from referee.kit.fishing import Build, Dealt, FishingHand, Sweeps, Tied, Trails, Upcard
from referee.kit.messages import doubt_in_words, named_twice, together
from referee.kit.rest import IN_NUMBERS, Rest, the_rest
from referee.language.reports import KW_ONLY, Reader, Report
from referee.language.words import NOBODY, Seat, Words, either, so_many
from referee.rules.options import Variant
from referee.rules.rule import (
    Answer,
    Open,
    Reason,
    Rule,
    arithmetic,
    cannot_happen,
    illegal,
    impossible,
    judges,
    number,
    unclear,
    unjudged,
    worth,
)

COURTS = tuple(map(Rank, "JQK"))
LITTLE, BIG, JACK = Card("2", "S"), Card("10", "D"), Card("J", "S")
TOTALS = {"cards": 52, "spades": 13, "aces": 4, LITTLE.text: 1, BIG.text: 1, JACK.text: 1}
COUNTED = ("cards", "spades", "aces")
ALL = {"cards": "52", "spades": "thirteen", "aces": "four"}
COMPARED = ("cards", "spades")
"""Categories that the player with more wins, so naming the winner is enough."""
NAMED = {"little": LITTLE, "big": BIG}

# Values for adding


def adds_up_as(hand: Hand | Table) -> Mapping[Rank, int]:
    """The value of each rank for adding. Ranks without a value can only pair."""
    courts: tuple[int, ...] = hand.house["courts"]
    return values_of(courts)


def takes(hand: Hand, rank: Rank) -> int:
    """The sum of a set that a card of this rank can take, or 0 if it can only pair."""
    high: int = hand.house["high-ace"]
    return high if rank == "A" else adds_up_as(hand).get(rank, 0)


@lru_cache(16)
def values_of(courts: tuple[int, ...]) -> Mapping[Rank, int]:
    pips = {Rank("A"): 1} | {Rank(str(pips)): pips for pips in range(2, 11)}
    return pips | {rank: value for rank, value in zip(COURTS, courts, strict=True) if value}


# Cards named by a play


@dataclass(frozen=True)
class Items:
    """Loose cards, and builds by their cards or by name: ``build 9``, or ``build`` for the one that fits the play."""

    named: tuple[Card | str, ...] = ()

    metavar: ClassVar[str] = "ITEMS"

    def __str__(self) -> str:
        return " ".join(map(str, self.named))

    @staticmethod
    def pieces(hand: Cassino) -> tuple[str, ...]:
        """Words for what can be named: the cards on the board, and builds by rank."""
        built = [card for build in hand.builds for card in build.cards]
        ranks = dict.fromkeys(build.rank for build in hand.builds)
        return (*(card.text for card in (*hand.loose, *built)), *(f"build {rank}" for rank in ranks), "build")

    @staticmethod
    def read(words: Words, reader: Reader) -> Items:
        """Parses up to ``with``. A bare rank means the only loose card of that rank. Raises ParseError."""
        items: list[Card | str] = []
        while (word := words.next) and not word.quoted and word.text.lower() != "with":
            words.at += 1
            if word.text.lower() == "build":
                rank = read_rank(words.next.text) if words.next else None
                words.at += bool(rank)
                items.append(f"build {rank}" if rank else "build")
            elif word.text == ",":  # as people say it: six and four, eight and two
                continue
            elif not (cards := read_cards(word.text, reader.pack)) or UNKNOWN in cards:
                raise words.unread(f"{word.text!r} isn't a card or a build", word=word)
            elif cards[0].is_bare:
                lying = [card for card in getattr(reader, "loose", cards) if card.rank == cards[0].rank]
                if len(lying) > 1:
                    raise words.unread(f"which {cards[0]}: {listed(lying)}?", [card.text for card in lying], word)
                items += lying or cards
            else:
                items += cards
        if not items:
            raise words.unread("name the cards or builds here")
        return Items(tuple(items))


@dataclass(frozen=True)
class Pile:
    """A report about a pile: numbers of cards, spades and aces, the categories it wins, and the two Cassinos; or all
    its cards."""

    numbers: tuple[tuple[str, int], ...] = ()
    cards: Cards = ()
    more: tuple[str, ...] = ()

    metavar: ClassVar[str] = "ITEMS"

    def __str__(self) -> str:
        numbers = (f"{number} {what}" for what, number in self.numbers)
        return " ".join((*(f"most {what}" for what in self.more), *numbers, *(card.text for card in self.cards)))

    def whole(self, hand: Cassino) -> bool:
        """Whether all cards of the pile are named, not only those that score by themselves."""
        return any(card not in hand.singles for card in self.cards)

    def counts(self, hand: Cassino) -> list[tuple[str, int]]:
        """Everything the report says, even if it contradicts itself."""
        whole = self.whole(hand)
        return [*self.numbers, *(counted(self.cards).items() if whole else ((card.text, 1) for card in self.cards))]

    @staticmethod
    def counting(hand: Cassino) -> dict[str, int]:
        """Each category that can be counted, with how it is written around the number, and its highest number."""
        numbers = {"{} " + what: TOTALS[what] for what in COUNTED}
        more = {f"most {what}": 1 for what in COMPARED}
        return numbers | {card.text: TOTALS[card.text] for card in hand.singles} | more

    @staticmethod
    def read(words: Words, reader: Reader) -> Pile:
        """Parses numbers with what they count, ``most cards``, ``most spades``, and cards or a Cassino by name.

        They may come in any order. Raises ParseError.
        """
        numbers: list[tuple[str, int]] = []
        cards: list[Card] = []
        more: set[str] = set()
        while (word := words.next) and not word.quoted:
            if said := fishing.number_of(words, COUNTED):
                numbers.append(said)
                continue
            if kind := fishing.won_next(words, {*COMPARED} - more):
                more.add(kind)
                continue
            if single := NAMED.get(word.text.lower()):
                words.at += 1
                words.at += bool(words.next and words.next.text.lower() == "cassino")
                cards.append(single)
                continue
            named = read_cards(word.text, reader.pack) or (UNKNOWN,)
            if UNKNOWN in named or named[0].is_bare:
                raise words.unread(f"{word.text!r} isn't a card or a number of {either(COUNTED)}", COUNTED, word)
            words.at += 1
            cards += named
        if not (numbers or cards or more):
            raise words.unread("what is in the pile? Type numbers of cards, spades and aces, and 2S or 10D", COUNTED)
        entered = tuple(sorted(numbers, key=lambda counted: COUNTED.index(counted[0])))
        return Pile(entered, tuple(cards), tuple(what for what in COMPARED if what in more))


def counted(cards: Iterable[Card]) -> dict[str, int]:
    """A pile's number in every category."""
    pile = list(cards)
    spades, aces = (sum(what in (card.suit, card.rank) for card in pile) for what in ("S", "A"))
    singles = {card.text: pile.count(card) for card in (LITTLE, BIG, JACK)}
    return {"cards": len(pile), "spades": spades, "aces": aces, **singles}


def amount(what: str, number: int) -> str:
    if what in COUNTED:
        return so_many(number, what.removesuffix("s"))
    return f"{'the' if number else 'no'} {card_of(what).pretty}"


def splits(
    entered: Mapping[str, int], within: Mapping[str, range] | None = None, *, jack: bool = False
) -> Iterator[dict[str, int]]:
    """Yields what the first of two piles can have, for every split of the deck that agrees with the reports.

    Each number is ``within`` a range. The jack of spades is looked at only if it scores.
    """

    def may_have(what: str) -> list[int]:
        sizes = within[what] if within else range(TOTALS[what] + 1)
        return [size for size in sizes if entered.get(what, size) == size]

    spades, aces, cards = may_have("spades"), may_have("aces"), may_have("cards")
    singles = may_have(LITTLE.text), (0, 1), may_have(BIG.text), may_have(JACK.text) if jack else (0,)
    for little, ace, big, jacks in product(*singles):
        for black, of_aces in product(spades, aces):
            others = black - little - ace - jacks
            if not (0 <= others <= 11 - jack and 0 <= of_aces - ace <= 3):
                continue
            pile = {"spades": black, "aces": of_aces, LITTLE.text: little, BIG.text: big}
            pile |= {JACK.text: jacks} if jack else {}
            few = black + big + of_aces - ace
            for size in cards:
                if few <= size <= few + 35:  # the other 35 cards
                    yield pile | {"cards": size}


# Reports


class Captures(Report, labels={"items": "cards and builds captured", "with_": "captured with"}):
    """cards and builds that a card captures; if you name none, all loose cards and builds of its rank"""

    items: Items = Items()
    _: KW_ONLY
    with_: Card

    @property
    def card(self) -> Card:
        return self.with_

    @property
    def rank(self) -> Rank:
        return self.with_.rank

    @classmethod
    def options(cls, hand: Cassino, seat: Seat) -> Iterator[Captures]:
        for card in hand.may_hold(seat):
            whole, total = named(hand, cls(with_=card)), takes(hand, card.rank)
            subsets = (builds for n in range(len(whole.builds) + 1) for builds in combinations(whole.builds, n))
            for builds, loose in product(subsets, ((), *fishing.captures(card, hand.loose, adds_up_as(hand), total))):
                items = (*loose, *(other for build in builds for other in build.cards))
                if items:
                    everything = set(items) == set(whole.cards)
                    yield cls(Items() if everything else Items(items), with_=card, who=seat)


class Builds(Report, labels={"rank": "value of the build", "on": "cards on the table", "with_": "card from the hand"}):
    """a player makes a build or adds to one: give its rank, what it is made of, and the card added"""

    rank: Rank
    _: KW_ONLY
    on: Items
    with_: Card

    @property
    def items(self) -> Items:
        return self.on

    @property
    def card(self) -> Card:
        return self.with_

    @classmethod
    def options(cls, hand: Cassino, seat: Seat) -> Iterator[Builds]:
        """Every build that adds up, new or on top of another."""
        bases: list[Cards] = [(), *(build.cards for build in hand.builds)]
        for card, base in product(hand.may_hold(seat), bases):
            same = [other for other in hand.loose if other.rank == card.rank]
            for n in range(not base, len(same) + 1):
                for paired in combinations(same, n):
                    yield cls(card.rank, on=Items((*base, *paired)), with_=card, who=seat)
        by_value = adds_up_as(hand)
        for card, build, rank in product(hand.may_hold(seat), (None, *hand.builds), hand.sums):
            raised = (Card(build.rank),) if build and build.rank != rank else ()
            for summed in fishing.unions((card, *raised, *hand.loose), takes(hand, rank), by_value):
                if card in summed and set(raised) <= set(summed):
                    rest = (other for other in summed if other != card and other not in raised)
                    items = Items((*(build.cards if build else ()), *rest))
                    yield cls(rank, on=items, with_=card, who=seat)


class Holds(Report, labels={"pile": "cards won"}):
    """what is in a player's pile: the number of cards, spades and aces, the 2♠, the 10♦ and anything else that scores;
    or only who has more; or all the cards"""

    pile: Pile

    @classmethod
    def options(cls, hand: Cassino, seat: Seat) -> Iterable[Holds]:
        """One category at a time."""
        numbers = [Pile(((what, number),)) for what in COUNTED for number in range(TOTALS[what] + 1)]
        more = [Pile(more=(what,)) for what in COMPARED]
        return [cls(pile, who=seat) for pile in (*numbers, *more, *(Pile(cards=(card,)) for card in hand.singles))]


@dataclass
class Cassino(FishingHand):
    """One deal. ``backing`` has the builds of this packet that the builder must be able to capture.

    If only the piles are entered, ``told`` has the first player's numbers and their reports. In the end ``counts`` has
    both players' numbers.
    """

    backing: list[Builds] = field(default_factory=list)
    counted: dict[str, tuple[int, Holds]] = field(default_factory=dict)
    counts: dict[Seat, dict[str, int]] = field(default_factory=dict)

    @property
    def singles(self) -> tuple[Card, ...]:
        """Cards that score by themselves."""
        return (LITTLE, BIG, JACK) if jack_of_spades(self, 1) else (LITTLE, BIG)

    @property
    def sums(self) -> list[Rank]:
        """Ranks that sets can be built for."""
        return [rank for rank in adds_up_as(self) if takes(self, rank) > 1]

    @property
    def may_tie(self) -> list[str]:
        return [what for what in COMPARED if TOTALS[what] % 2 == 0]

    def share(self, seat: Seat, what: str, number: int) -> int:
        """Converts one player's number to the first player's, and back."""
        return number if seat == self.seats[0] else TOTALS[what] - number

    def splits(self, more: Mapping[str, int], won: Mapping[str, Seat] | None = None) -> Iterator[dict[str, int]]:
        """Yields what the first player's pile can have, given all reports, ``more`` numbers and winners."""
        least, others = (2 * len(self.swept_by(seat)) for seat in self.seats)
        entered = {what: number for what, (number, _) in self.counted.items()}
        first, second = (counted(self.captured.get(seat, ())) for seat in self.seats)
        first["cards"], second["cards"] = max(first["cards"], least), max(second["cards"], others)
        winners = {**self.winners, **(won or {})}
        ahead = {what: fishing.by_far(self.seats, winner) for what, winner in winners.items()}
        within = {}
        for what, total in TOTALS.items():
            shares = fishing.shares(total, ahead.get(what))
            within[what] = range(max(first[what], shares.start), min(total - second[what] + 1, shares.stop))
        yield from splits({**entered, **more}, within, jack=JACK in self.singles)


# The hand


async def play_hand(hand: Cassino) -> None:
    await hand.begin()
    always = hand.ask(None, Dealt, aside=True) | bar(deal_when_done, "the hand isn't over yet", Deal)
    piles = hand.ask(None, Holds) | hand.ask(None, Tied, aside=True) | always
    sweeping = hand.ask(None, Sweeps, aside=True) | piles

    # Packets
    laying_out = hand.ask(None, Upcard) | sweeping
    laying_out |= bar(on_board, "enter the board first: type `upcard CARDS`", Captures, Builds, Trails)
    playing = hand.ask(hand.turn, Captures, Builds, Trails) | the_rest(hand)
    played = bar(all_accounted, "cards were played, so the piles are already known", Holds, Tied) | always
    played |= bar(sweep, "cards were played, so the sweeps are already known", Sweeps)
    while not hand.played_out and not hand.short:
        count = len(hand.seen)
        match await (laying_out if not count else playing | (sweeping if count == hand.laid_out else played)):
            case Upcard() as upcard:
                hand.tell(upcard, *upcard.cards)
                hand.loose += upcard.cards
            case (Captures() | Builds() | Trails()) as play:
                put(hand, play)
            case Rest():
                hand.go_on_in_numbers()
            case other:
                take_other(hand, other)
    if not hand.short:
        hand.sweep_up()
    hand.counts = {seat: counted(pile) for seat, pile in hand.piles.items()}

    # Piles
    short = bar(turn_order, "this hand is scored from the piles only", Captures, Builds, Trails, Upcard)
    swept = bar(sweep, "sweeps must be entered before the piles", Sweeps)
    while hand.short and not accounted(hand):
        take_other(hand, await ((piles | swept if hand.counted or hand.won else sweeping) | short))
    score_hand(hand)


def take_other(hand: Cassino, other: Report) -> None:
    """Stores the cards of a packet, or what is in the piles."""
    match other:
        case Dealt():
            fishing.take_packet(hand, other)
            settle_builds(hand, other.who)
        case Sweeps():
            hand.short = True
            hand.sweeps += [other] * other.number
        case Holds():
            hand.short = True
            for what, number in other.pile.counts(hand):
                hand.counted.setdefault(what, (hand.share(other.who, what, number), other))
            if other.pile.whole(hand):
                rest = [card for card in hand.pack if card not in other.pile.cards]
                hand.piles = {seat: list(other.pile.cards) if seat == other.who else rest for seat in hand.seats}
            for what in other.pile.more:
                hand.won.setdefault(what, (other.who, other))
        case Tied(what=tied):
            hand.short = True
            for what in tied:
                hand.won.setdefault(what, (NOBODY, other))


def put(hand: Cassino, play: Captures | Builds | Trails) -> None:
    """Applies a play. After the last card of a packet, the next one is dealt."""
    match play:
        case Captures():
            hand.capture(play, named(hand, play).cards)
        case Builds():
            cards = named(hand, play).cards
            hand.take_off(cards)
            hand.put(play)
            hand.builds.append(Build(play.rank, (*cards, play.card), play))
            if build_backed.name not in hand.let_stand:
                hand.backing.append(play)
        case Trails():
            hand.put(play)
            hand.loose.append(play.card)
    if hand.played_out:
        settle_builds(hand, *hand.seats)
        hand.backing.clear()
        if hand.goes_round:
            hand.deal_packet()


def settle_builds(hand: Cassino, *seats: Seat) -> None:
    """Records a breach for builds of this packet whose builders are known to have had no card for them."""
    for builds in hand.backing:
        if builds.who in seats and not hand.holdings[builds.who].blind:
            plays = hand.played[builds.who]
            later = [play.card for play in plays[plays.index(builds) + 1 :]]
            if not any(card.rank == builds.rank for card in (*later, *hand.holdings[builds.who].known)):
                why = f"{builds.who} had no other {builds.rank} when building ({at(builds)})"
                hand.find(build_backed, builds.who, why, builds)


def accounted(hand: Cassino) -> bool:
    """Whether the reports leave only one way to score the piles. If so, stores the numbers that are known."""
    decided = {what for what in hand.won if what != "spades" or not each_spade(hand, 1)}
    ways = hand.splits({})
    known = next(ways, None)
    if known is None:  # the table keeps numbers that don't add up
        hand.counts = {
            seat: {what: hand.share(seat, what, number) for what, (number, _) in hand.counted.items()}
            for seat in hand.seats
        }
        return all(what in hand.counted or what in hand.won for what in COUNTED)
    loose: set[str] = set()
    for other in ways:
        loose |= {what for what in known if other[what] != known[what]}
        if loose - decided:
            return False
    for seat in hand.seats:
        hand.counts[seat] = {
            what: hand.share(seat, what, number) for what, number in known.items() if what not in loose
        }
    return True


def in_pile(hand: Cassino, seat: Seat, what: str) -> tuple[int, str]:
    """A pile's number in a category, and its wording. If the number isn't known, one that says who has more."""
    if (number := hand.counts[seat].get(what)) is not None:
        return number, f"{number} of {ALL[what]}"
    winner, _ = hand.won[what]
    half = TOTALS[what] // 2
    number = half if winner == NOBODY else half + 1 if seat == winner else TOTALS[what] - half - 1
    return number, f"most {what}" if seat == winner else f"{what} tied"


def score_hand(hand: Cassino) -> None:
    proof: list[Report] = [report for _, report in (*hand.counted.values(), *hand.won.values())]
    for seat, pile in hand.counts.items():
        swept = hand.swept_by(seat)
        deuce, ten, jack = (pile.get(card.text, 0) for card in (LITTLE, BIG, JACK))
        cards, cards_told = in_pile(hand, seat, "cards")
        spades, spades_told = in_pile(hand, seat, "spades")
        for rule, points, because, reports in (
            (sweep, sweep(hand, len(swept)), "cleared the board", swept),
            (aces, aces(hand, pile["aces"]), f"{pile['aces']} of four", proof),
            (most_spades, most_spades(hand, spades), spades_told, proof),
            (each_spade, each_spade(hand, spades), spades_told, proof),
            (jack_of_spades, jack_of_spades(hand, jack), JACK.pretty, proof),
            (little_cassino, little_cassino(hand, deuce), LITTLE.pretty, proof),
            (big_cassino, big_cassino(hand, ten), BIG.pretty, proof),
            (most_cards, most_cards(hand, cards), cards_told, proof),
        ):
            if points:
                hand.book(seat, rule, points, because, *dict.fromkeys(reports))


# Cards and builds a play is about


class Named(NamedTuple):
    """Loose cards and whole builds that a play names, cards of partly named builds, and what can't be found."""

    loose: Cards
    builds: tuple[Build, ...]
    torn: Cards
    faults: dict[Rule, str]

    @property
    def cards(self) -> Cards:
        return (*self.loose, *(card for build in self.builds for card in build.cards), *self.torn)


def named(hand: Cassino, play: Captures | Builds) -> Named:
    """The cards and builds a play names. If it names none, all that its card captures by rank."""
    faults: dict[Rule, str] = {}
    cards: list[Card] = []
    for item in play.items.named:
        if isinstance(item, str):
            meant = meant_builds(hand, play, item, faults)
            cards += (card for build in meant for card in build.cards)
        elif item in cards or item not in hand.lying:
            amiss = "is named twice" if item in cards else "isn't on the board"
            faults[on_board] = f"{item.pretty} {amiss}"
        else:
            cards.append(item)
    if not play.items.named:
        cards = [card for card in hand.loose if card.rank == play.rank]
        cards += (card for build in hand.builds if build.rank == play.rank for card in build.cards)
    builds = tuple(build for build in hand.builds if set(build.cards) <= set(cards))
    torn = (card for build in hand.builds if build not in builds for card in build.cards if card in cards)
    return Named(tuple(card for card in hand.loose if card in cards), builds, tuple(torn), faults)


def meant_builds(hand: Cassino, play: Captures | Builds, item: str, faults: dict[Rule, str]) -> list[Build]:
    """The builds of a rank. ``build`` alone means those of the play's rank, or else the only build there is."""
    rank = item.removeprefix("build").strip()
    builds = [build for build in hand.builds if build.rank == (rank or play.rank)]
    if len(builds) == 1 or (builds and not rank and isinstance(play, Captures)):
        return builds
    if not builds and (rank or not hand.builds):
        faults[on_board] = f"there is no {item} on the board"
    elif not builds and len(hand.builds) == 1:
        return hand.builds
    else:
        texts = " or ".join(" ".join(card.pretty for card in build.cards) for build in builds or hand.builds)
        faults[build_as_declared] = unclear(f"which build: {texts}?")
    return []


# Rules: the deal

dealer_rotation = illegal("The deal alternates.", turn=Deal)
deal_when_done = illegal("You can't deal the next hand until this one is played out.")
packets = worth(
    "Deal {hand_size:word card} to each player and {board:word} face up to the board. Deal two at a time: to the"
    " opponent, the board, and the dealer. When both hands are empty, deal {hand_size:word} more to each player,"
    " or fewer if the stock runs out, and none to the board. Cards dealt together are called a packet.",
    hand_size=number(4, "cards in a packet for each player", least=1, most=12),
    board=number(4, "cards dealt to the board", least=2, most=10, step=2),
)
one_pack = impossible("The deck has 52 cards, one of each.", fishing.the_board)
own_hand = impossible("Once a player's packet is entered, that player can play only its cards until the next packet.")
judges(own_hand, one_pack, when="always")(fishing.is_packet)
judges(one_pack, own_hand, of=(Captures, Builds, Trails))(fishing.of_own_hand)

# Rules: a card captures

turn_order = illegal(
    "The dealer's opponent goes first. After that, take turns, and play one card each turn.",
    turn=(Captures, Builds, Trails),
)
on_board = impossible("You can capture only what is on the board, and build only on that.")
capture_match = illegal(
    "You may capture loose cards of the same rank as the card you play. That is called pairing. You may also"
    " capture sets of two or more loose cards that each add up to your card. Aces count 1, twos to tens their number,"
    " jacks {courts:first}, queens {courts:second} and kings {courts:third}. A card that counts 0 can only pair."
    " {high_ace}.",
    courts=number((0, 0, 0), "values of jacks, queens and kings for adding; 0: they can only pair", least=0, most=13),
    high_ace=number(
        1,
        "sum of the sets an ace takes; 1: it can only pair",
        least=1,
        most=14,
        step=13,
        words={"1": "an ace you play can take only aces", "N": "an ace you play takes sets that add up to {N}"},
    ),
    asked="build single same time, what face cards, face card take",
)
pair_takes_all = illegal(
    "When you pair, you must take every loose card of that rank.",
    asked="take all, take every, all nines, same rank all, must take all, leave one, take both, all of them",
)
build_unit = illegal(
    "To build, put a card from your hand on cards of the board that you want to capture together later. Such a build"
    " can be captured only as a whole.",
    asked="take part build, part of build, break build, one card build",
)
build_as_declared = illegal(
    "When you build, you declare a rank. Only a card of that rank can capture the build.",
    asked="take build, capture build, what take build, declare build, who take build, his build, "
    "opponent build take, steal build",
)


@judges(on_board, build_unit, build_as_declared, capture_match, pair_takes_all)
def all_match(hand: Cassino, play: Captures) -> Answer:
    loose, builds, torn, faults = named(hand, play)
    rank, value = play.rank, takes(hand, play.rank)
    if torn:
        faults[build_unit] = f"{listed(torn)} can't be taken out of a build"
    if not hand.enforces(build_unit):
        loose += torn
    if other := next((build for build in builds if build.rank != rank), None):
        report = other.report
        faults[build_as_declared] = Reason(f"that build is of rank {other.rank} ({at(report)}), not {rank}", report)
    same, others = ([card for card in loose if (card.rank == rank) is paired] for paired in (True, False))
    left = [card for card in hand.loose if card.rank == rank and card not in loose]
    most = len(same) if others and value > adds_up_as(hand).get(rank, value) else 0  # aces that may be in sets
    ways = [wrong_sets(hand, play.card, others, same[:aces], same[aces:] and left) for aces in range(most + 1)]
    fewest = min(ways, key=lambda wrong: sum(hand.enforces(rule) for rule in wrong))
    faults |= fewest
    if not loose and not builds and not faults:
        why = f"the board has no {rank} and no build of it{'. For a sum, name the cards' if value > 1 else ''}"
        faults[capture_match] = cannot_happen(why)
    return faults


def wrong_sets(hand: Cassino, card: Card, others: list[Card], aces: list[Card], left: list[Card]) -> dict[Rule, str]:
    """The rules that the sets break, and those broken by leaving loose cards of the rank when one is paired."""
    by_value, value = adds_up_as(hand), takes(hand, card.rank)
    wrong: dict[Rule, str] = {}
    if left:
        wrong[pair_takes_all] = f"{listed(left)} must be taken too"
    if pairing := [other for other in (*others, card) if others and other.rank not in by_value]:
        wrong[capture_match] = f"{listed(pairing)} can only pair, and {listed(others)} can't pair with {card.pretty}"
    elif others and not fishing.divides([by_value[other.rank] for other in (*others, *aces)], value):
        wrong[capture_match] = f"{listed([*others, *aces])} can't be split into sets of {value}"
    return wrong


@illegal
def trail_only_if_no_capture(hand: Cassino, trails: Trails) -> Reason | str | None:
    """You can't trail a card that can capture something, even if that is a build. To trail is to add a card to the
    board without capturing or building."""
    card = trails.card
    if pair := next((other for other in hand.loose if other.rank == card.rank), None):
        return f"{card.pretty} can capture {pair.pretty}, so it can't be trailed"
    if build := next((other for other in hand.builds if other.rank == card.rank), None):
        return Reason(f"{card.pretty} can capture the build of {build.rank} ({at(build.report)})", build.report)
    value = takes(hand, card.rank)
    sets = fishing.adding_up(hand.loose, value, adds_up_as(hand))
    return f"{listed(sets[0])} add up to {value}" if sets else None


# Rules: a card builds

build_sum = illegal(
    "A build must consist of cards of one rank, or of sets that each add up to the rank you declare.",
    asked="what build, build add up, how build, build from, can build",
)
build_one_manner = illegal(
    "You may add to a build, but only the way it was started: by pairing or by adding.",
    asked="add build, add to build, his build add, opponent build, other player build, opponent build add, "
    "pair build, multiple build",
)
raise_single = illegal(
    "You may raise a build of one set to a higher rank. You can't raise a build of two or more sets.",
    asked="raise build, increase build, change build, build higher, double build raise, change value",
)
one_build = illegal(
    "You can add your card to only one build at a time.", asked="two builds, several builds, add more builds"
)


@judges(on_board, build_unit, build_sum, build_one_manner, raise_single, one_build)
def adds_up(hand: Cassino, play: Builds) -> Answer:
    loose, builds, torn, faults = named(hand, play)
    by_value, value = adds_up_as(hand), takes(hand, play.rank)
    base = builds[0] if builds else None
    added = [*loose, *([] if hand.enforces(build_unit) else torn), play.card]
    pairs = [card for card in added if card.rank == play.rank]
    if value > by_value.get(play.rank, value) and (len(pairs) < len(added) or (base and not base.pairing)):
        pairs = []  # aces among others are counted
    sums = [by_value.get(card.rank, 0) for card in added if card not in pairs]
    if torn:
        faults[build_unit] = f"{listed(torn)} can't be taken out of a build"
    if len(builds) > 1:
        faults[one_build] = f"{play.card.pretty} can go on only one build, not on {len(builds)}"
    if base and base.pairing and (sums or base.rank != play.rank):
        faults[build_one_manner] = Reason(
            f"the build is made of cards of rank {base.rank} ({at(base.report)})", base.report
        )
    elif pairs and (sums or (base and not base.pairing)):
        faults[build_one_manner] = f"{listed(pairs)} would pair, but the rest of the build is made by adding"
    if base and base.rank != play.rank:
        sums.append(takes(hand, base.rank))
        sets = base.sets(by_value, sums[-1])
        if not base.pairing and (sets > 1 or value < sums[-1]):
            built = f"{so_many(sets, 'set')} of {base.rank} ({at(base.report)})"
            why = f"the build has {built}, so it can't be raised to {play.rank}"
            faults[raise_single] = Reason(why, base.report)
    if sums and not (value and fishing.divides(sums, value)):
        faults[build_sum] = f"{listed(added)} {'alone makes' if len(added) == 1 else 'make'} no set of {play.rank}"
    return faults


def another(hand: Cassino, play: Builds) -> tuple[bool, bool]:
    """Whether the builder surely has another card of the rank, and whether that is possible."""
    holding, card = hand.hold(play.who), play.card
    known = any(other.rank == play.rank and other != card for other in holding.known)
    blind = holding.blind - (card not in holding.known)
    may = blind > 0 and any(other.rank == play.rank and other != card for other in hand.may_hold(play.who))
    return known, known or may


def may_lack(hand: Cassino, play: Builds) -> str | None:
    return None if another(hand, play)[0] else doubt_in_words(play.who, f"may not have another {play.rank}")


@illegal(
    finding="unbacked-build",
    doubt=may_lack,
    asked="build without, build not have, must have build, need card build, build have card take, "
    "hold card build, keep card build",
)
def build_backed(hand: Cassino, play: Builds) -> Reason | str | None:
    """To build, you must keep another card in your hand that can capture the build as declared."""
    if another(hand, play)[1]:
        return None
    holding = hand.hold(play.who)
    if len(holding) <= 1:
        return f"{play.card.pretty} is {play.who}'s last card of the packet, so nothing is left to capture the build"
    if not holding.blind or (holding.blind == 1 and play.card not in holding.known):
        proof = next(iter(holding.known.values()))
        return Reason(f"{play.who} has {listed(holding.known)} ({at(proof)}), and no other {play.rank}", proof)
    return Reason(f"every other {play.rank} is known, so {play.who} has none", *hand.reports_of(play.rank))


# Rules: the score


@worth(lines="sweep", asked="sweep worth, sweep count, last card")
def sweep(hand: Cassino, times: int, *, sweep: int = 1) -> int:
    """If you clear the board with one card, builds included, you make a sweep. Each sweep scores {sweep}, even with the
    last card of the hand."""
    return sweep * times


judges(sweep)(fishing.so_many_sweeps)
judges(sweep, when="again")(fishing.swept_so)
last_capturer = unjudged(
    "At the end of the hand, the player who captured last takes the cards left on the board. That isn't a sweep."
)


@worth(lines="ace", asked="ace worth, aces worth, ace point, aces points, aces count")
def aces(hand: Cassino, number: int, *, ace: int = 1) -> int:
    """Each ace in your pile scores {ace}."""
    return ace * number


@worth(lines="spades", asked="most spades, seven spades, many spades, spades point, spades worth")
def most_spades(hand: Cassino, number: int, *, spades: int = 1) -> int:
    """If you have seven spades or more, you score {spades}."""
    return spades if 2 * number > TOTALS["spades"] else 0


@worth(lines="spade", asked="each spade")
def each_spade(hand: Cassino, number: int, *, spade: int = 0) -> int:
    """Each spade in your pile scores {spade:score} for its suit."""
    return spade * number


@worth(lines="jack-of-spades", asked="jack spades")
def jack_of_spades(hand: Cassino, number: int, *, jack_of_spades: int = 0) -> int:
    """The jack of spades scores {jack_of_spades:score} more."""
    return jack_of_spades * number


@worth(lines="little-cassino", asked="little cassino, two spades")
def little_cassino(hand: Cassino, number: int, *, little_cassino: int = 1) -> int:
    """If you have the two of spades, the little cassino, you score {little_cassino}."""
    return little_cassino * number


@worth(lines="big-cassino", asked="big cassino, ten diamonds")
def big_cassino(hand: Cassino, number: int, *, big_cassino: int = 2) -> int:
    """If you have the ten of diamonds, the big cassino, you score {big_cassino}."""
    return big_cassino * number


@worth(lines="cards", asked="most cards worth, 26 cards, 26 each")
def most_cards(hand: Cassino, number: int, *, cards: int = 3, tied_cards: int = 0) -> int:
    """If you have more than 26 cards, you score {cards}. If both players have 26, both
    score {tied_cards:score}."""
    return cards if 2 * number > TOTALS["cards"] else tied_cards if 2 * number == TOTALS["cards"] else 0


@worth(asked="many points")
def game_end(hand: Cassino, *, target: int = number(11, "points to win, usually 11 or 21", least=1, most=1000)) -> bool:
    """The game ends after the hand in which a player reaches {target}. The higher total wins. If the totals are tied,
    play another hand."""
    best = leaders(hand.standing.balance)
    return hand.standing.balance[best[0]] >= target and len(best) == 1


# Rules: the piles

all_accounted = arithmetic(
    "The two piles together have 52 cards, among them thirteen spades, four aces, one two of spades and one ten"
    " of diamonds.",
    place=Holds,
)


@judges(one_pack)
def each_once(hand: Cassino, holds: Holds) -> str | None:
    cards = holds.pile.cards
    if strange := next((card for card in cards if card not in hand.pack), None):
        return f"this deck has no {strange.pretty}"
    return named_twice(cards) or (hand.captured_otherwise(holds.who, cards) if holds.pile.whole(hand) else None)


@judges(all_accounted)
def can_be(hand: Cassino, holds: Holds | Tied) -> Reason | str | None:
    who, entered = (holds.who, holds.pile.counts(hand)) if isinstance(holds, Holds) else (hand.seats[0], [])
    known: dict[str, tuple[int, Report]] = {
        what: (hand.share(who, what, number), report) for what, (number, report) in hand.counted.items()
    }
    for what, has in entered:
        if has > TOTALS[what]:
            return cannot_happen(f"there are {TOTALS[what]} {what}, not {has}")
        held, report = known.setdefault(what, (has, holds))
        if held != has:
            why = f"{who} has {amount(what, held)} ({at(report)}: {report.text})"
            return Reason(why, report)
    first_has = {what: hand.share(who, what, number) for what, (number, _) in known.items()}
    if otherwise := won_otherwise(hand, holds, first_has):
        return otherwise
    compared = fishing.compares(holds, COMPARED)
    if any(hand.splits(first_has, compared)):
        return None
    shares = [amount(what, number) for what, (number, _) in known.items()]
    shares += [said_of(what, who, winner) for what, winner in {**hand.winners, **compared}.items()]
    proof = dict.fromkeys(report for _, report in (*known.values(), *hand.won.values()))
    return Reason(f"with one deck, {who} can't have {together(shares)}", *proof)


def said_of(what: str, who: Seat, winner: Seat) -> str:
    """A winner's report as seen by one of the players."""
    return f"as many {what} as the other" if winner == NOBODY else f"{'most' if winner == who else 'fewer'} {what}"


def won_otherwise(hand: Cassino, entered: Holds | Tied, first_has: Mapping[str, int]) -> Reason | None:
    """Why a report names the wrong winner of a category, or None."""
    first, second = hand.seats
    compared = fishing.compares(entered, COMPARED)
    for what, winner in {**hand.winners, **compared}.items():
        if otherwise := hand.entered_otherwise(what, winner):
            return otherwise
        number = first_has.get(what)
        if number is None or fishing.compare(2 * number, TOTALS[what]) == fishing.by_far(hand.seats, winner):
            continue
        if what in compared and what in hand.counted:
            proof = hand.counted[what][1]
            return Reason(f"{first} has {number} {what}, {second} {TOTALS[what] - number} ({at(proof)})", proof)
        if what in hand.won:
            report = hand.won[what][1]
            return Reason(f"{hand.who_has(what, winner)} ({at(report)})", report)
    return None


@judges(all_accounted, when="again")
def held_so(hand: Cassino, holds: Holds | Tied) -> Reason | str | None:
    """Whether a report about a hand that is over agrees with the piles."""
    for what, winner in fishing.compares(holds, COMPARED).items():
        for seat in hand.seats:
            number, _ = in_pile(hand, seat, what)
            if fishing.compare(2 * number, TOTALS[what]) != fishing.by_far(hand.around(seat), winner):
                return f"{seat} has {amount(what, number)}" if what in hand.counts[seat] else can_be(hand, holds)
    if isinstance(holds, Tied):
        return None
    counts, pile = hand.counts[holds.who], hand.piles[holds.who]
    for what, count in holds.pile.counts(hand):
        if count != counts.get(what, count):
            return f"{holds.who} has {amount(what, counts[what])}"
        if what not in counts and (why := can_be(hand, holds)):
            return why
    return (
        f"{holds.who} has other cards"
        if holds.pile.whole(hand) and pile and set(pile) != set(holds.pile.cards)
        else None
    )


# The board to look at


def board_rows(hand: Cassino) -> list[tuple[str, ...]]:
    """The loose cards, and a column with a heading for each build."""
    columns = [["loose", *(card.pretty for card in hand.loose)]] if hand.loose else []
    columns += ([f"build {build.rank}", *(card.pretty for card in build.cards)] for build in hand.builds)
    return list(zip_longest(*columns, fillvalue=""))


def points_by_line(table: Table) -> dict[str, int]:
    names = {
        "ace": "each ace",
        "spades": "most spades",
        "spade": "each spade",
        "jack-of-spades": "jack of spades",
        "little-cassino": "little cassino",
        "big-cassino": "big cassino",
        "cards": "most cards",
    }
    return {line: points for name, line in names.items() if (points := table.house[name])}


def by_card(table: Table, counts: Mapping[Rank, int]) -> dict[str, int]:
    return {card.text: counts[card.rank] for card in table.pack if card.rank in counts}


def only_pair(table: Table) -> list[str]:
    return [rank for rank in RANKS if rank not in adds_up_as(table)] or ["none"]


GAME = Game(
    slug="cassino",
    name="Cassino",
    summary="Capture cards on the board by pairing, adding and building.",
    family="fishing",
    players=range(2, 3),
    pack=Pack(ace="low"),
    hand=Cassino,
    play=play_hand,
    over=game_end,
    verbs={
        Deal: "to start, and after a hand is over",
        Upcard: "after the deal, if you enter the play",
        Dealt: "at the start of a packet",
        Captures: "on your turn",
        Builds: "on your turn",
        Trails: "on your turn",
        Sweeps: "before the piles, if no cards are entered or after `rest`",
        Holds: "after the sweeps, if no cards are entered or after `rest`",
        Tied: "along with the piles",
        Rest: IN_NUMBERS,
    },
    pack_rule=one_pack,
    asked=fishing.ASKED,
    facts={
        **fishing.FACTS,
        "builds": Fact(lambda hand: None if hand.short else len(hand.builds), "builds on the board"),
    },
    now=fishing.on_the_table,
    board=board_rows,
    ends=(deal_when_done,),
    at_a_glance=(
        Glance("cards each", fishing.cards_each, packets),
        Glance("values for adding", lambda table: by_card(table, adds_up_as(table)), build_sum, show=by_points),
        Glance("can only pair", only_pair, capture_match, show=spaced),
        Glance("points", points_by_line, aces, most_spades, each_spade, little_cassino, big_cassino, most_cards),
        Glance("little and big cassino", f"{LITTLE.pretty} and {BIG.pretty}", little_cassino, big_cassino),
        Glance("points to win", lambda table: table.house["target"], game_end),
    ),
    variants=(
        Variant(
            "royal",
            "Jacks count 11, queens 12 and kings 13, and aces take sets of 14. Play to 21.",
            "courts=11/12/13, high-ace=14, target=21",
        ),
        Variant(
            "spade",
            "Each spade scores 1, and the jack and the two of spades score 1 more. Play to 61.",
            "spade=1, jack-of-spades=1, spades=0, target=61",
        ),
        Variant("no-sweeps", "Sweeps don't score.", "sweep=0"),
        Variant("twenty-one", "Play to 21.", "target=21"),
    ),
    short_form=(
        "Type `deal`, then the `sweeps`, then what the piles `hold`: one player's cards, spades and aces, and who has"
        " the 2♠ and the 10♦. Or type only who has more: `Ann holds most cards`, `Ann holds most spades` or"
        " `tied cards`. If you stop entering cards in mid-hand, type `rest`, then any later sweeps, then the piles."
    ),
    phrases={
        "take big casino": "holds 10D",
        "take in big casino": "holds 10D",
        "take little casino": "holds 2S",
        "take in little casino": "holds 2S",
        "get big casino": "holds 10D",
        "get little casino": "holds 2S",
        "big casino": "holds 10D",
        "good ten": "holds 10D",
        "little casino": "holds 2S",
        "small casino": "holds 2S",
        "good two": "holds 2S",
        "both casino": "holds 10D 2S",
        "most card": "holds most cards",
        "most spade": "holds most spades",
    },
    example=Example(
        "Ann Ben",
        ("deal", "Ann sweeps", "Ann holds 30 cards 5 spades 3 aces 10D; Ben holds 2S"),
        "Ann 9, Ben 3",
    ),
    rulings=(
        "The usual rules don't say who deals the next hand. Here the deal alternates.",
        "You may trail a card that captures nothing, even if another card in your hand could capture. You never"
        " have to build.",
        Open(
            "You may take sets and leave the cards of your card's rank. If you pair one of them, you must take them"
            " all. Builds of the rank may be taken or left.",
            "build card same time, take build single, build loose, build and card",
        ),
        "You may build face cards by pairing. Both players may add to any build.",
        "If you raise a build, you declare it anew and need a card that captures it. You may add loose cards too.",
        "Points count when the hand is over, not one by one. If both players reach the target, the higher total wins.",
        "If you enter a packet after some of its cards were played, include the cards already played.",
    ),
    edition=2,
)
