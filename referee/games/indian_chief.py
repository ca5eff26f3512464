"""Indian Chief.  Fill seven boxes in seven turns, each with a meld of another number of cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from typing import Any, Literal

from referee.cards import PIPS, UNKNOWN, Card, Cards, Pack, Rank, Suit, listed
from referee.game.asks import Asks, at, bar
from referee.game.common_reports import Deal, Dealt
from referee.game.game import Example, Game, Glance, Table
from referee.game.quick_reference import by_points
from referee.game.standing import Standing
from referee.kit.claims import deals
from referee.kit.counted import CountedHand, CountedHolding, too_many
from referee.kit.endings import all_played
from referee.kit.melds import InGroups
from referee.kit.messages import cards_of, lines, told_before
from referee.kit.poker import High, high
from referee.kit.showdown import TENS
from referee.language.reports import KW_ONLY, Report
from referee.language.words import NOBODY, Seat, so_many
from referee.rules.options import Option, Variant
from referee.rules.rule import Reason, Rule, arithmetic, illegal, impossible, judges, miscounted, number, unclear, worth

TURNS = 7
Name = Literal["thief", "beggar", "poor", "lawyer", "rich", "doctor", "chief"]
TITLES: dict[Name, str] = {
    "thief": "Thief",
    "beggar": "Beggar Man",
    "poor": "Poor Man",
    "lawyer": "Lawyer",
    "rich": "Rich Man",
    "doctor": "Doctor",
    "chief": "Indian Chief",
}
NAMES = tuple(TITLES)  # from one card to seven


def packs_for(players: int) -> int:
    return 1 if players < 4 else 2


def values(table: Any) -> dict[str, int]:
    """The face values of cards by their ranks."""
    return {**TENS, **dict.fromkeys("KQJ", table.house["court"]), "A": table.house["ace"]}


# Reports


class Melds(InGroups):
    """a meld; an Indian Chief may be told in its two parts, and a Doctor with its suit"""

    _: KW_ONLY
    in_: Suit | None = None

    @property
    def what(self) -> Name | None:
        """None for more cards than any meld has, where the table lets that stand."""
        return NAMES[len(self.cards) - 1] if len(self.cards) <= TURNS else None

    @classmethod
    def options(cls, hand: IndianChief, seat: Seat) -> Iterator[Melds]:
        """Every meld of a hand that is known; else every Thief and some of the others, of which there are too many."""
        may = list(hand.may_hold(seat).elements())
        if hand.holding(seat).whole:
            melds = (cards for size in range(1, TURNS + 1) for cards in combinations(may, size))
        else:
            melds = (tuple(may[at : at + size]) for size in range(1, TURNS + 1) for at in range(0, len(may), size))
        yield from (cls((cards,), who=seat) for cards in dict.fromkeys(melds))


class Scores(Report):
    """the points of a meld, its cards untold"""

    points: int
    what: Name

    @property
    def cards(self) -> Cards:
        return (UNKNOWN,) * (NAMES.index(self.what) + 1)

    @classmethod
    def options(cls, hand: IndianChief, seat: Seat) -> Iterator[Scores]:
        return (cls(n, what, who=seat) for what, points in possible(hand).items() for n in points)


class Takes(Report):
    """a Thief steals"""

    card: Card
    _: KW_ONLY
    from_: Seat

    @classmethod
    def options(cls, hand: IndianChief, seat: Seat) -> Iterator[Takes]:
        for whom, melded in hand.lying.items():
            cards = hand.unseen() if melded[UNKNOWN] > 0 else (card for card in melded if card is not UNKNOWN)
            yield from (cls(card, from_=whom, who=seat) for card in cards)


Meld = Melds | Scores


@dataclass
class Boxes(Standing):
    """What everybody has melded so far, who melded what last, and which cards are known to be held since."""

    made: dict[Seat, tuple[Meld, ...]] = field(default_factory=dict)
    last: tuple[Meld, ...] = ()
    held: dict[Seat, tuple[tuple[Card, Report], ...]] = field(default_factory=dict)


@dataclass
class IndianChief(CountedHand):
    """One turn; ``lying`` has the melds of the turn before as far as nobody stole from them."""

    melds: list[Meld] = field(default_factory=list)
    lying: dict[Seat, Counter[Card]] = field(default_factory=dict)
    stolen: list[Takes] = field(default_factory=list)
    opened: bool = False  # by a deal of its own

    def to_meld(self) -> tuple[Seat, ...]:
        told = {meld.who for meld in self.melds}
        return tuple([seat for seat in self.seats if seat not in told and self.open(seat)])

    def made(self, seat: Seat) -> dict[Name | None, Meld]:
        """The melds that SEAT has made, in this turn and before."""
        every = (*self.standing.made.get(seat, ()), *(self.melds if not self.finished else ()))
        return {meld.what: meld for meld in every if meld.who == seat}

    def open(self, seat: Seat) -> int:
        return TURNS - len(self.made(seat).keys() - {None})

    @property
    def stub_lasted(self) -> bool:
        """There were cards for everybody's last meld without shuffling in what was melded."""
        due = sum([len(meld.cards) for meld in self.standing.last])
        return due <= len(self.pack) - int(self.house["hand-size"]) * len(self.seats)

    def forget(self, seat: Seat, card: Card) -> None:
        """A card that SEAT told is no longer known to be there."""
        self.seen[card].remove(next(told for told in self.seen[card] if told.who == seat))

    def thieves(self) -> dict[Seat, range]:
        """Who melded a Thief last, with the ranks it may be, from the lowest up."""
        thieves = {meld.who: ranks_of(self, meld) for meld in self.standing.last if meld.what == "thief"}
        return dict(sorted(thieves.items(), key=lambda entry: (entry[1][0], entry[1][-1])))

    def stealing(self) -> list[Seat]:
        """The Thieves who may still steal, in order."""
        if self.melds or self.standing.over or self.house["stealing"] == "no":
            return []
        return [seat for seat in self.thieves() if not self.stole(seat) and not self.went_before(seat)]

    def stole(self, seat: Seat) -> Takes | None:
        return next((takes for takes in self.stolen if takes.who == seat), None)

    def went_before(self, seat: Seat) -> Takes | None:
        """What a Thief took whose card is surely higher than that of SEAT."""
        thieves, top = self.thieves(), self.thieves()[seat][-1]
        return next((takes for takes in self.stolen if takes.who in thieves and thieves[takes.who][0] > top), None)

    def meant(self, report: Report, rank: Rank) -> list[Card]:
        candidates = self.lying.get(report.from_, ()) if isinstance(report, Takes) else self.may_hold(report.who)
        return [card for card in candidates if card.rank == rank]


def ranks_of(hand: IndianChief, thief: Meld) -> range:
    """The pips that a Thief's card may have: one told in points may be of every rank that counts so much."""
    if isinstance(thief, Melds):
        pips = [PIPS[thief.cards[0].rank]]
    else:
        pips = [PIPS[Rank(rank)] for rank, points in values(hand).items() if points == thief.points]
    return range(min(pips, default=1), max(pips, default=13) + 1)


# The hand


async def play_hand(hand: IndianChief) -> None:
    standing: Boxes = hand.standing
    while standing.over:
        over = bar(game_end, "everybody has had seven turns", Deal, Melds, Scores)
        await (over | bar(steal, "nothing is stolen after the last turn", Takes))
    if hand.number == 1:
        await hand.deal(free=True)
    hand.dealer = hand.dealer or standing.dealer
    make_up(hand)

    # Melds
    melding: Asks[Meld] = hand.ask(hand.to_meld, Melds, Scores, free=True)
    stealing = hand.ask(None, Takes, aside=True)
    dealing = hand.ask(lambda: (hand.dealer,), Deal, aside=True, free=True)
    late = bar(must_meld, "first all must have melded", Deal)
    late |= bar(steal, "cards are stolen before the first meld of a turn", Takes)
    if hand.number == 1:
        dealing = late
    while hand.to_meld():
        match report := await (melding | late if hand.melds else melding | stealing | dealing):
            case Takes():
                take_card(hand, report)
            case Deal():
                hand.dealer, hand.opened, dealing = report.who, True, late
            case _:
                meld(hand, report)

    # Score
    for told in hand.melds:
        if what := told.what:
            hand.book(told.who, meld_score, meld_score(hand, told), TITLES[what], told, line=what)
        standing.made[told.who] = (*standing.made.get(told.who, ()), told)
    standing.last = tuple(hand.melds)
    for seat, holding in hand.holdings.items():
        standing.held[seat] = tuple((card, holding.told[card]) for card in holding.known.elements())
    hand.next_dealer = hand.dealer


def make_up(hand: IndianChief) -> None:
    """Everybody has as many cards as before; the melds are put back after that, unless the stub didn't last for it."""
    hand.deal_cards(hand.house["hand-size"])
    standing: Boxes = hand.standing
    for seat, held in standing.held.items():
        for card, told in held:
            hand.holdings[seat].blind -= 1
            hand.holdings[seat].gain(told, card)
            hand.tell(told, card)
    for meld in standing.last:
        hand.lying.setdefault(meld.who, Counter()).update(meld.cards)
        if hand.stub_lasted:
            hand.tell(meld, *(card for card in meld.cards if card is not UNKNOWN))


def meld(hand: IndianChief, meld: Meld) -> None:
    """Cards go from the hand to the table; after points nobody knows which."""
    hand.melds.append(meld)
    if isinstance(meld, Melds):
        hand.part_with(meld, *meld.cards)
        return
    holding = hand.holdings[meld.who]
    for card in holding.known.elements():
        hand.forget(meld.who, card)
    hand.holdings[meld.who] = CountedHolding(blind=len(holding) - len(meld.cards))


def take_card(hand: IndianChief, takes: Takes) -> None:
    hand.stolen.append(takes)
    lying = hand.lying.setdefault(takes.from_, Counter())
    known = takes.card if lying[takes.card] > 0 else UNKNOWN
    lying[known] -= 1
    if known is not UNKNOWN and hand.stub_lasted:
        hand.forget(takes.from_, takes.card)
    if not told_with(hand, takes):
        hand.holdings[takes.who].blind -= 1
        hand.holdings[takes.who].gain(takes, takes.card)
        hand.tell(takes, takes.card)


def told_with(hand: IndianChief, takes: Takes) -> bool:
    """The Thief's hand was told, the stolen card in it."""
    return takes.who in hand.dealt and takes.card in hand.dealt[takes.who].cards


def take_up(hand: IndianChief, dealt: Dealt) -> None:
    holding = hand.holdings[dealt.who]
    fresh = [card for card in holding.unnamed(dealt.cards).elements() if card is not UNKNOWN]
    holding.gain(dealt, *fresh)
    holding.blind = len(dealt.cards) - holding.known.total()
    hand.tell(dealt, *fresh)


def leave(hand: IndianChief) -> None:
    """The turn that was to come isn't played."""
    hand.dealer = NOBODY


# Rules: a turn


@illegal
def must_meld(hand: IndianChief, melds: Melds) -> str | None:
    """Everybody melds in every turn; one to seven cards, whose number says what the meld is."""
    if not 1 <= len(melds.cards) <= TURNS:
        return f"a meld has one to seven cards, not {len(melds.cards)}"
    if len(melds.groups) > 1 and [*map(len, melds.groups)] != [5, 2]:
        return unclear("only an Indian Chief has two parts: five cards, and two after them")
    if melds.in_ and melds.what != "doctor":
        return unclear("only a Doctor names a suit")
    return None


meld_once = illegal("Each of the seven melds is made once.")
one_report = illegal("A turn is one meld from each, and over when all have melded.")


@judges(meld_once, one_report)
def is_first(hand: IndianChief, meld: Meld) -> dict[Rule, Reason]:
    broken: dict[Rule, Reason] = {}
    if meld.what and (before := hand.made(meld.who).get(meld.what)):
        broken[meld_once] = Reason(f"{meld.who} made the {TITLES[meld.what]} before ({at(before)})", before)
    for other in hand.melds:
        if other.who == meld.who:
            broken[one_report] = Reason(f"{meld.who} has melded in this turn ({at(other)})", other)
    return broken


# Rules: the melds


@worth(lines=NAMES)
def meld_score(
    hand: IndianChief,
    meld: Meld,
    *,
    beggar: int = number(2, "points for each card that a Beggar Man matches"),
    lawyer: int = number(25, "points for a Lawyer"),
    lawyer_sum: int = number(25, "what the face values of a Lawyer must make", least=4, most=40),
    ace: int = number(1, "the face value of an ace", least=1, most=20),
    court: int = number(10, "the face value of a king, queen or jack", least=1, most=20),
    doctor: int = number(10, "points for each card of a Doctor's suit"),
    poker: tuple[int, ...] = number(
        (5, 10, 15, 20, 25, 30, 35, 40, 45, 50),
        "an Indian Chief's poker hand, from a high card, a pair and two pair over three of a kind, a straight, a flush,"
        " a full house and four of a kind to a straight flush and five of a kind",
    ),
) -> int:
    """A Thief brings its face value, pips or {ace} for an ace and {court} for a court card; a Beggar Man {beggar} for
    each card that opponents meld in this turn and that has a rank of its two; a Poor Man the face values of its spades;
    a Lawyer {lawyer} where its four face values make {lawyer_sum}; a Rich Man minus its five face values; a Doctor
    {doctor} for each card of a suit, where its six ranks differ, with an ace and a heart; an Indian Chief the last
    digit of two face values, and for five cards as a poker hand, from a high card up, {poker}; what isn't what it was
    meant to be brings nothing."""
    if isinstance(meld, Scores):
        return meld.points
    cards, worth = meld.cards, values(hand)
    total = sum(worth[card.rank] for card in cards)
    match meld.what:
        case "thief":
            return total
        case "beggar":
            ranks = {card.rank for card in cards}
            return beggar * sum(
                card.rank in ranks for other in hand.melds if other.who != meld.who for card in other.cards
            )
        case "poor":
            return sum(worth[card.rank] for card in cards if card.suit == "S")
        case "lawyer":
            return lawyer if total == lawyer_sum else 0
        case "rich":
            return -total
        case "doctor":
            return doctor * doctors_cards(cards, meld.in_)
        case _:
            return chief_score(*meld.groups, poker, worth) if len(meld.groups) == 2 else best_chief(cards, poker, worth)


def doctors_cards(cards: Cards, suit: Suit | None) -> int:
    """How many cards of a Doctor count, in the suit named or the best one."""
    ranks, suits = {card.rank for card in cards}, Counter(card.suit for card in cards)
    if len(ranks) < len(cards) or "A" not in ranks or not suits[Suit("H")]:
        return 0
    return suits[suit] if suit else max(suits.values())


def chief_score(five: Cards, two: Cards, poker: Sequence[int], worth: Mapping[str, int]) -> int:
    """What the poker hand and the Baccarat hand bring."""
    return poker[high(five) - 1] + sum(worth[card.rank] for card in two) % 10


def best_chief(seven: Cards, poker: Sequence[int], worth: Mapping[str, int]) -> int:
    """The split into five and two that brings most."""
    parts = (
        (tuple(card for place, card in enumerate(seven) if place not in two), tuple(seven[place] for place in two))
        for two in combinations(range(TURNS), 2)
    )
    return max(chief_score(five, two, poker, worth) for five, two in parts)


def melds_by_size(table: Table) -> list[str]:
    """What each meld brings, as its rule says it."""
    *melds, _ = meld_score.said(table.house, table.house).split("; ")
    return [f"{size}: {what[0].upper()}{what[1:]}" for size, what in enumerate(melds, 1)]


@judges(meld_score)
def countable(hand: IndianChief, meld: Meld) -> Reason | None:
    """A Beggar Man told in cards counts the cards of all the others, so nobody tells points beside it."""
    for other in hand.melds:
        blind, beggar = (other, meld) if isinstance(other, Scores) else (meld, other)
        if isinstance(blind, Scores) and isinstance(beggar, Melds) and beggar.what == "beggar":
            asked = "how many points" if beggar is meld else "which cards"
            why = f"{asked}? {beggar.who}'s Beggar Man counts {blind.who}'s cards ({at(other)})"
            return unclear(why, other)
    return None


points_possible = arithmetic("Points told without cards are some that the meld can bring.")


def possible(hand: IndianChief) -> Mapping[Name, Sequence[int]]:
    """All that each meld can bring, from the least up."""
    packs, house = hand.house["packs"], hand.house
    beggar, lawyer, doctor = house["beggar"], house["lawyer"], house["doctor"]
    poker, worth = house["poker"] if packs > 1 else house["poker"][:-1], tuple(sorted(values(hand).values()))
    spades = set().union(*(sums(worth, packs, size) for size in range(4)))
    return {
        "thief": sums(worth, 4 * packs, 1),
        "beggar": range(0, beggar * 2 * (4 * packs - 1) + 1, beggar or 1),
        "poor": sorted(spades),
        "lawyer": range(0, lawyer + 1, lawyer or 1),
        "rich": [-total for total in reversed(sums(worth, 4 * packs, 5))],
        "doctor": range(0, 6 * doctor + 1, doctor or 1),
        "chief": sorted({points + more for points in poker for more in range(10)}),
    }


@cache
def sums(worth: tuple[int, ...], copies: int, size: int) -> list[int]:
    """What so many cards can count, where there are so many copies of each value."""
    reach = {(0, 0)}
    for points in worth:
        reach |= {(n + k, total + k * points) for n, total in reach for k in range(1, min(copies, size - n) + 1)}
    return sorted(total for n, total in reach if n == size)


# Rules: the cards

packs = impossible(
    "Everybody has {hand_size:word} cards before a meld, of {packs:word pack}. Each card is there once, with two packs"
    " twice, among what is melded in a turn, what was melded in the turn before and what is known to be held.",
    deals(said="everybody has {} cards"),
    hand_size=number(
        8,
        "cards each before a meld",
        least=TURNS,
        most=lambda players: min(12, len(Pack(packs=packs_for(players))) // players),
        fixed="cards are held over from turn to turn",
    ),
    packs=number(packs_for, "packs of cards", least=packs_for, most=4, fixed="cards are held over from turn to turn"),
)
held_cards = impossible(
    "A stolen card is held until its thief melds it, and nobody melds what a hand that was told hasn't got."
)


@judges(points_possible, held_cards)
def can_be(hand: IndianChief, scores: Scores) -> dict[Rule, str]:
    broken: dict[Rule, str] = {}
    if len(scores.cards) > len(hand.holding(scores.who)):
        broken[held_cards] = f"{scores.who} has {cards_of(len(hand.holding(scores.who)))}, not {len(scores.cards)}"
    if scores.points not in (can_score := possible(hand)[scores.what]):
        title, steps = TITLES[scores.what], ""
        if isinstance(can_score, range) and can_score.step > 1:
            steps = f" in steps of {can_score.step}"
        broken[points_possible] = f"the {title} brings {can_score[0]} to {can_score[-1]}{steps}, not {scores.points}"
    return broken


@judges(packs, held_cards)
def holds(hand: IndianChief, melds: Melds) -> dict[Rule, Reason | None]:
    """The cards may be in the hand, for it has so many, isn't known without them, and nobody else has them."""
    holding = hand.holding(melds.who)
    unnamed = holding.unnamed(card.face for card in melds.cards)
    broken = elsewhere(hand, melds.who, unnamed)
    if len(melds.cards) > len(holding):
        broken[held_cards] = Reason(f"{melds.who} has {cards_of(len(holding))}, not {len(melds.cards)}")
    elif unnamed.total() > holding.blind:
        broken[held_cards] = Reason(
            f"{melds.who} holds no {next(iter(unnamed)).pretty}{lines(holding.proof)}", *holding.proof
        )
    return broken


def elsewhere(hand: IndianChief, who: Seat, named: Counter[Card]) -> dict[Rule, Reason | None]:
    """Why cards can't be told besides those that were, and who holds them."""
    broken: dict[Rule, Reason | None] = {packs: too_many(hand, named)}
    for seat, holding in hand.holdings.items():
        for card in named:
            if seat != who and holding.known[card] and named[card] > hand.left(card):
                told = holding.told[card]
                broken[held_cards] = Reason(f"{seat} holds {card.pretty} ({at(told)})", told)
    return broken


@judges(packs, held_cards)
def as_dealt(hand: IndianChief, dealt: Dealt) -> dict[Rule, Reason | str | None]:
    """As many cards as everybody has before the turn's meld, and among them those that are known to be held over."""
    if earlier := told_before(hand, dealt):
        return {packs: earlier}
    broken: dict[Rule, Reason | str | None] = {}
    if len(dealt.cards) != hand.each:
        broken[packs] = miscounted(f"everybody has {so_many(hand.each, 'card')}, not {len(dealt.cards)}")
    holding, named = hand.holding(dealt.who), Counter(card for card in dealt.cards if card is not UNKNOWN)
    missing = holding.known - named
    if missing.total() > dealt.cards.count(UNKNOWN):
        told = [holding.told[card] for card in missing]
        broken[held_cards] = Reason(f"{dealt.who} holds {listed(missing)}{lines(told)}", *told)
    return broken


@judges(packs, held_cards, when="late")
def nowhere_else(hand: IndianChief, dealt: Dealt) -> dict[Rule, Reason | None]:
    """None of them lies on the table or is in another hand, but for one that may still be told as stolen."""
    own, stolen = hand.lying.get(dealt.who, Counter()), Counter[Card]()
    if dealt.who in hand.stealing():
        stolen.update(card for seat, cards in hand.lying.items() if seat != dealt.who for card in cards)
    for card, copies in Counter(card for card in dealt.cards if card is not UNKNOWN).items():
        others = [told for told in hand.seen.get(card, ()) if told.who != dealt.who]
        located = len(others) + (own[card] if hand.stub_lasted else 0) - min(stolen[card], 1)
        if copies + located > hand.pack.copies.get(card, 0):
            why = Reason(f"{card.pretty} is elsewhere{lines(others)}", *others)
            held = any(holding.known[card] for seat, holding in hand.holdings.items() if seat != dealt.who)
            return {packs: why, held_cards: why if held else None}
    return {}


# Rules: Thieves

steal = illegal(
    "When a turn is scored, {stealing}.",
    stealing={
        "yes": "a Thief may take one card of an opponent's meld, in place of one from the stub",
        "no": "a Thief takes nothing but its points",
    },
)
steal_order = illegal("Of several Thieves the lowest card steals first, the highest last.")
steal_tie = illegal("Thieves of one rank don't take the same card.")


@judges(steal, steal_order, steal_tie)
def may_steal(hand: IndianChief, takes: Takes) -> dict[Rule, Reason | str]:
    thieves, lying = hand.thieves(), hand.lying.get(takes.from_, Counter())
    if hand.house["stealing"] == "no":
        return {steal: "Thieves steal nothing at this table"}
    if takes.who not in thieves:
        return {steal: f"{takes.who} melded no Thief in the last turn"}
    broken: dict[Rule, Reason | str] = {}
    unseen = lying[UNKNOWN] > 0 and (hand.left(takes.card) > 0 or told_with(hand, takes))
    if before := hand.stole(takes.who):
        broken[steal] = Reason(f"{takes.who} has stolen {before.card.pretty} ({at(before)})", before)
    elif takes.who == takes.from_:
        broken[steal] = "a Thief steals from an opponent"
    elif lying[takes.card] <= 0 and not unseen:
        broken[steal] = f"{takes.from_}'s meld has no {takes.card.pretty} now"
        rank = thieves[takes.who]
        for theft in hand.stolen:
            same = (theft.card, theft.from_) == (takes.card, takes.from_)
            if same and len(rank) == 1 and thieves.get(theft.who) == rank:
                why = f"{theft.who}'s Thief has the same rank, and took {theft.card.pretty} ({at(theft)})"
                broken[steal_tie] = Reason(why, theft)
    if first := hand.went_before(takes.who):
        broken[steal_order] = Reason(f"{first.who}'s Thief is higher and has stolen ({at(first)})", first)
    return broken


@judges(packs, held_cards)
def is_there(hand: IndianChief, takes: Takes) -> dict[Rule, Reason | None]:
    """The card isn't somewhere else, and may be in the Thief's hand by now."""
    holding, card = hand.holding(takes.who), takes.card.face
    named = hand.lying.get(takes.from_, Counter())[card] > 0 or told_with(hand, takes)
    unnamed = Counter([] if named else [card])
    broken = elsewhere(hand, takes.who, unnamed)
    if holding.whole and not holding.known[card]:
        broken[held_cards] = Reason(f"{takes.who} holds no {card.pretty}{lines(holding.proof)}", *holding.proof)
    return broken


# Rules: the end


@worth
def game_end(hand: IndianChief) -> bool:
    """After seven turns the highest total wins."""
    return all_played(hand, TURNS) or not any(map(hand.open, hand.seats))


def turn(hand: IndianChief) -> int:
    done: int = hand.standing.hands
    return min(done + 1, TURNS)


def latest(hand: IndianChief) -> int:
    """The turn in progress; between turns the one before."""
    began = hand.opened or hand.melds or hand.number == 1
    return hand.number if began else hand.number - 1


def where(hand: IndianChief) -> Iterator[str]:
    yield f"turn {turn(hand)}"
    yield from (f"{seat} may steal" for seat in hand.stealing()[:1])


GAME = Game(
    slug="indian-chief",
    name="Indian Chief",
    summary="Fill seven boxes in seven turns, each with a meld of another number of cards.",
    family="rummy",
    players=range(2, 9),
    pack=lambda players, house: Pack(packs=house["packs"]),
    options=(Option("stealing", "yes", "whether a Thief steals a card besides", (steal,), choices=("yes", "no")),),
    variants=(
        Variant("no-stealing", "A Thief scores and takes nothing.", "stealing=no"),
        Variant("nine-cards", "Everybody has nine cards to choose from.", "hand-size=9"),
        Variant("two-packs", "Two or three players use two packs as well.", "packs=2"),
    ),
    hand=IndianChief,
    play=play_hand,
    over=game_end,
    hands_due=lambda table: TURNS,
    deal_passes=False,
    standing=Boxes,
    verbs={
        Deal: "once at the beginning; later before a turn, if a table likes: the dealer stays unless named",
        Melds: "once a turn, in any order",
        Scores: "in place of the cards",
        Takes: "after a turn, before the next meld",
    },
    facts={
        "turn": turn,
        "hand": latest,
        "open": lambda hand: {seat: hand.open(seat) for seat in hand.seats},
        "stealing": lambda hand: hand.stealing(),
    },
    pack_rule=packs,
    deal_out=take_up,
    closing=leave,
    now=where,
    at_a_glance=(
        Glance("cards each", lambda table: table.house["hand-size"], packs),
        Glance(
            "face values",
            lambda table: {card.text: values(table)[card.rank] for card in table.pack},
            meld_score,
            show=by_points,
        ),
        Glance("melds, by their cards", melds_by_size, must_meld, meld_score),
        Glance(
            "poker hands of an Indian Chief",
            lambda table: {str(hand): points for hand, points in zip(High, table.house["poker"], strict=True)},
            meld_score,
        ),
    ),
    short_form="`scores N MELD` for everybody in seven turns; melds told in cards may stand between them.",
    example=Example(
        "Ann Ben",
        ("deal", "Ann scores 10 thief; Ben scores 25 lawyer"),
        "Ann 10, Ben 25",
    ),
    rulings=(
        "A Doctor's ace may be its heart, and further hearts are welcome. Without a suit named it gets its best.",
        "A Beggar Man with two cards of a rank is paid once for each card that matches.",
        "An Indian Chief told without a comma is split as it brings most; an ace is high or low in a straight, and of"
        " two packs equal cards may stand together.",
        "Thieves are ordered by rank from the ace to the king, and whoever let a higher one go first steals no more."
        " Nothing is stolen after the seventh turn.",
        "A stolen card counts for the one who melded it all the same.",
        "Melds are shuffled into the stub when hands are made up, so that no card of them comes at once, unless stolen"
        " or where the stub was too small for all that were due.",
        "After points nobody knows what went: any card may be stolen from such a meld, and cards known before may be"
        " gone. Where ten points may be a ten or a face card, neither order nor tie is judged.",
        "`misdeal` takes back the turn in progress. At `end` the highest total so far wins, and equals share it.",
        "Where the table lets a second meld or a box filled twice stand, both count.",
    ),
    edition=2,
)
