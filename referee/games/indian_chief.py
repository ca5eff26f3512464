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
from referee.game.game import Example, Fact, Game, Glance, Table
from referee.game.quick_reference import by_points
from referee.game.standing import Standing
from referee.kit.claims import deals
from referee.kit.counted import CountedHand, CountedHolding, too_many
from referee.kit.endings import all_played
from referee.kit.melds import InGroups
from referee.kit.messages import cards_of, entered_before, lines
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
    """The face value of each rank."""
    return {**TENS, **dict.fromkeys("KQJ", table.house["court"]), "A": table.house["ace"]}


# Reports


class Melds(InGroups, labels={"groups": "cards melded", "in_": "suit that counts"}):
    """a player melds; a comma may separate the two parts of an Indian Chief, and a Doctor may name its suit"""

    _: KW_ONLY
    in_: Suit | None = None

    @property
    def what(self) -> Name | None:
        """The meld's name, or None if the table kept too many cards."""
        return NAMES[len(self.cards) - 1] if len(self.cards) <= TURNS else None

    @classmethod
    def options(cls, hand: IndianChief, seat: Seat) -> Iterator[Melds]:
        """All melds of a known hand. Otherwise all Thieves and some of the other melds, which would be too many."""
        may = list(hand.may_hold(seat).elements())
        if hand.holding(seat).whole:
            melds = (cards for size in range(1, TURNS + 1) for cards in combinations(may, size))
        else:
            melds = (tuple(may[at : at + size]) for size in range(1, TURNS + 1) for at in range(0, len(may), size))
        yield from (cls((cards,), who=seat) for cards in dict.fromkeys(melds))


class Scores(
    Report,
    labels={"what": "meld"},
    limits={"points": lambda hand, seat: max(max(points, default=0) for points in possible(hand).values())},
):
    """a player's points for a meld, if its cards aren't entered"""

    points: int
    what: Name

    @property
    def cards(self) -> Cards:
        return (UNKNOWN,) * (NAMES.index(self.what) + 1)

    @classmethod
    def options(cls, hand: IndianChief, seat: Seat) -> Iterator[Scores]:
        return (cls(n, what, who=seat) for what, points in possible(hand).items() for n in points)


class Takes(Report, labels={"from_": "taken from"}):
    """a player steals a card with a Thief"""

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
    """Each player's melds so far, the melds of the last turn, and cards known to be held since."""

    made: dict[Seat, tuple[Meld, ...]] = field(default_factory=dict)
    last: tuple[Meld, ...] = ()
    held: dict[Seat, tuple[tuple[Card, Report], ...]] = field(default_factory=dict)


@dataclass
class IndianChief(CountedHand):
    """One turn. ``lying`` has the melds of the last turn, without stolen cards."""

    melds: list[Meld] = field(default_factory=list)
    lying: dict[Seat, Counter[Card]] = field(default_factory=dict)
    stolen: list[Takes] = field(default_factory=list)
    opened: bool = False  # by its own deal

    def to_meld(self) -> tuple[Seat, ...]:
        texts = {meld.who for meld in self.melds}
        return tuple([seat for seat in self.seats if seat not in texts and self.open(seat)])

    def made(self, seat: Seat) -> dict[Name | None, Meld]:
        """SEAT's melds of this turn and the turns before."""
        every = (*self.standing.made.get(seat, ()), *(self.melds if not self.finished else ()))
        return {meld.what: meld for meld in every if meld.who == seat}

    def open(self, seat: Seat) -> int:
        return TURNS - len(self.made(seat).keys() - {None})

    @property
    def stub_lasted(self) -> bool:
        """Whether the stub was enough for the last draw, so that no melded card could come back."""
        due = sum([len(meld.cards) for meld in self.standing.last])
        return due <= len(self.pack) - int(self.house["hand-size"]) * len(self.seats)

    def forget(self, seat: Seat, card: Card) -> None:
        """Forgets where a card is that SEAT showed."""
        self.seen[card].remove(next(report for report in self.seen[card] if report.who == seat))

    def thieves(self) -> dict[Seat, range]:
        """The players who melded a Thief last, with its possible ranks, lowest first."""
        thieves = {meld.who: ranks_of(self, meld) for meld in self.standing.last if meld.what == "thief"}
        return dict(sorted(thieves.items(), key=lambda entry: (entry[1][0], entry[1][-1])))

    def stealing(self) -> list[Seat]:
        """The players who may still steal, in order."""
        if self.melds or self.standing.over or self.house["stealing"] == "no":
            return []
        return [seat for seat in self.thieves() if not self.stole(seat) and not self.went_before(seat)]

    def stole(self, seat: Seat) -> Takes | None:
        return next((takes for takes in self.stolen if takes.who == seat), None)

    def went_before(self, seat: Seat) -> Takes | None:
        """A steal by a Thief that was certainly higher than SEAT's, or None."""
        thieves, top = self.thieves(), self.thieves()[seat][-1]
        return next((takes for takes in self.stolen if takes.who in thieves and thieves[takes.who][0] > top), None)

    def meant(self, report: Report, rank: Rank) -> list[Card]:
        candidates = self.lying.get(report.from_, ()) if isinstance(report, Takes) else self.may_hold(report.who)
        return [card for card in candidates if card.rank == rank]


def ranks_of(hand: IndianChief, thief: Meld) -> range:
    """The pips a Thief's card may have. A Thief entered by points may be any rank of that value."""
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
        await (over | bar(steal, "nobody can steal after the last turn", Takes))
    if hand.number == 1:
        await hand.deal(free=True)
    hand.dealer = hand.dealer or standing.dealer
    make_up(hand)

    # Melds
    melding: Asks[Meld] = hand.ask(hand.to_meld, Melds, Scores, free=True)
    stealing = hand.ask(None, Takes, aside=True)
    dealing = hand.ask(lambda: (hand.dealer,), Deal, aside=True, free=True)
    late = bar(must_meld, "all players must meld first", Deal)
    late |= bar(steal, "steal before the first meld of a turn", Takes)
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
    for entered in hand.melds:
        if what := entered.what:
            hand.book(entered.who, meld_score, meld_score(hand, entered), TITLES[what], entered, line=what)
        standing.made[entered.who] = (*standing.made.get(entered.who, ()), entered)
    standing.last = tuple(hand.melds)
    for seat, holding in hand.holdings.items():
        standing.held[seat] = tuple((card, holding.reports[card]) for card in holding.known.elements())
    hand.next_dealer = hand.dealer


def make_up(hand: IndianChief) -> None:
    """Fills up the hands. After that the melds go back into the stub, unless the stub was too small."""
    hand.deal_cards(hand.house["hand-size"])
    standing: Boxes = hand.standing
    for seat, held in standing.held.items():
        for card, report in held:
            hand.holdings[seat].blind -= 1
            hand.holdings[seat].gain(report, card)
            hand.tell(report, card)
    for meld in standing.last:
        hand.lying.setdefault(meld.who, Counter()).update(meld.cards)
        if hand.stub_lasted:
            hand.tell(meld, *(card for card in meld.cards if card is not UNKNOWN))


def meld(hand: IndianChief, meld: Meld) -> None:
    """Moves cards from a hand to the table. If only points are entered, the hand is unknown again."""
    hand.melds.append(meld)
    if isinstance(meld, Melds):
        hand.part_with(meld, *meld.cards)
        return
    holding = hand.holdings[meld.who]
    for card in holding.known.elements():
        hand.forget(meld.who, card)
    hand.holdings[meld.who] = CountedHolding(blind=max(0, len(holding) - len(meld.cards)))


def take_card(hand: IndianChief, takes: Takes) -> None:
    hand.stolen.append(takes)
    lying = hand.lying.setdefault(takes.from_, Counter())
    known = takes.card if lying[takes.card] > 0 else UNKNOWN
    lying[known] -= 1
    if known is not UNKNOWN and hand.stub_lasted:
        hand.forget(takes.from_, takes.card)
    if not entered_with(hand, takes):
        hand.holdings[takes.who].blind -= 1
        hand.holdings[takes.who].gain(takes, takes.card)
        hand.tell(takes, takes.card)


def entered_with(hand: IndianChief, takes: Takes) -> bool:
    """Whether the Thief's hand was entered with the stolen card in it."""
    return takes.who in hand.dealt and takes.card in hand.dealt[takes.who].cards


def take_up(hand: IndianChief, dealt: Dealt) -> None:
    holding = hand.holdings[dealt.who]
    fresh = [card for card in holding.unnamed(dealt.cards).elements() if card is not UNKNOWN]
    holding.gain(dealt, *fresh)
    holding.blind = len(dealt.cards) - holding.known.total()
    hand.tell(dealt, *fresh)


def leave(hand: IndianChief) -> None:
    """Clears the turn that isn't played."""
    hand.dealer = NOBODY


# Rules: a turn


@illegal(asked="must meld, many cards meld, pass")
def must_meld(hand: IndianChief, melds: Melds) -> str | None:
    """Each player melds once in each turn. On a signal, all show their melds at the same time. You must meld one to
    seven cards. The number of cards decides which meld it is.
    """
    if not 1 <= len(melds.cards) <= TURNS:
        return f"a meld has 1 to 7 cards, not {len(melds.cards)}"
    if len(melds.groups) > 1 and [*map(len, melds.groups)] != [5, 2]:
        return unclear("only an Indian Chief has two parts: five cards, then two")
    if melds.in_ and melds.what != "doctor":
        return unclear("only a Doctor names a suit")
    return None


meld_once = illegal(
    "You can make each of the seven melds only once.", asked="same meld twice, again, meld twice, repeat"
)
one_report = illegal("A turn is over when every player has melded.")


@judges(meld_once, one_report)
def is_first(hand: IndianChief, meld: Meld) -> dict[Rule, Reason]:
    broken: dict[Rule, Reason] = {}
    if meld.what and (before := hand.made(meld.who).get(meld.what)):
        broken[meld_once] = Reason(f"{meld.who} has already made the {TITLES[meld.what]} ({at(before)})", before)
    for other in hand.melds:
        if other.who == meld.who:
            broken[one_report] = Reason(f"{meld.who} has already melded this turn ({at(other)})", other)
    return broken


# Rules: the melds


@worth(lines=NAMES, asked="thief, beggar, poor man, lawyer, rich man, doctor, chief, worth")
def meld_score(
    hand: IndianChief,
    meld: Meld,
    *,
    beggar: int = number(2, "points for each card a Beggar Man matches"),
    lawyer: int = number(25, "points for a Lawyer"),
    lawyer_sum: int = number(25, "sum of face values that makes a Lawyer", least=4, most=40),
    ace: int = number(1, "face value of an ace", least=1, most=20),
    court: int = number(10, "face value of a jack, queen or king", least=1, most=20),
    doctor: int = number(10, "points for each card of a Doctor's suit"),
    poker: tuple[int, ...] = number(
        (5, 10, 15, 20, 25, 30, 35, 40, 45, 50),
        "points for an Indian Chief's poker hand, in this order: high card, pair, two pair, three of a kind,"
        " straight, flush, full house, four of a kind, straight flush, five of a kind",
    ),
) -> int:
    """A Thief is one card and scores its face value: {ace} for an ace, {court} for a jack, queen or king, and the
    number of any other card. A Beggar Man is two cards; score {beggar} for each card in the other players' melds this
    turn that has the same rank as one of yours. A Poor Man is three cards and scores the face values of its
    spades. A Lawyer is four cards and scores {lawyer} if their face values add up to exactly {lawyer_sum}. A Rich
    Man is five cards and scores minus the sum of their face values. A Doctor is six cards of different ranks, including
    an ace and at least one heart; name a suit, and score {doctor} for each card of that suit. An Indian Chief is a
    poker hand of five cards and two more; the two score the last digit of their sum. The poker hand scores
    {poker:first} for a high card, {poker:second} for a pair, {poker:third} for two pair, {poker:fourth} for three of a
    kind, {poker:fifth} for a straight, {poker:sixth} for a flush, {poker:seventh} for a full house, {poker:eighth} for
    four of a kind, {poker:ninth} for a straight flush and {poker:tenth} for five of a kind. A meld that isn't what it
    should be scores nothing.
    """
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
    """How many cards of a Doctor score, in the suit named or the best one."""
    ranks, suits = {card.rank for card in cards}, Counter(card.suit for card in cards)
    if len(ranks) < len(cards) or "A" not in ranks or not suits[Suit("H")]:
        return 0
    return suits[suit] if suit else max(suits.values())


def chief_score(five: Cards, two: Cards, poker: Sequence[int], worth: Mapping[str, int]) -> int:
    """What the poker hand and the two other cards score."""
    return poker[high(five) - 1] + sum(worth[card.rank] for card in two) % 10


def best_chief(seven: Cards, poker: Sequence[int], worth: Mapping[str, int]) -> int:
    """The best score of all ways to split seven cards into five and two."""
    parts = (
        (tuple(card for place, card in enumerate(seven) if place not in two), tuple(seven[place] for place in two))
        for two in combinations(range(TURNS), 2)
    )
    return max(chief_score(five, two, poker, worth) for five, two in parts)


def melds_by_size(table: Table) -> list[str]:
    """What each meld scores: the first sentences of the rule."""
    melds = meld_score.said(table.house, table.house).split(". ")[:TURNS]
    return [f"{size}: {what}" for size, what in enumerate(melds, 1)]


@judges(meld_score)
def countable(hand: IndianChief, meld: Meld) -> Reason | None:
    """A Beggar Man with cards counts the cards of all other melds, so none of those can be points only."""
    for other in hand.melds:
        blind, beggar = (other, meld) if isinstance(other, Scores) else (meld, other)
        if isinstance(blind, Scores) and isinstance(beggar, Melds) and beggar.what == "beggar":
            asked = "how many points" if beggar is meld else "which cards"
            why = f"{asked}? {beggar.who}'s Beggar Man counts {blind.who}'s cards ({at(other)})"
            return unclear(why, other)
    return None


points_possible = arithmetic("If you enter only points, the meld must be able to score them.")


def possible(hand: IndianChief) -> Mapping[Name, Sequence[int]]:
    """All scores each meld can have, ascending."""
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
    """Every total that ``size`` cards can count, with ``copies`` copies of each value."""
    reach = {(0, 0)}
    for points in worth:
        reach |= {(n + k, total + k * points) for n, total in reach for k in range(1, min(copies, size - n) + 1)}
    return sorted(total for n, total in reach if n == size)


# Rules: the cards

packs = impossible(
    "Use {packs:word deck}. Deal {hand_size:word card} to each player. After each turn, the dealer fills up all"
    " hands to {hand_size:word} again, then shuffles the melds back into the stub, the cards not dealt. A card can't"
    " turn up more often than there are copies of it.",
    deals(said="each player has {} cards"),
    hand_size=number(
        8,
        "cards in each hand before a meld",
        least=TURNS,
        most=lambda players: min(12, len(Pack(packs=packs_for(players))) // players),
        fixed="cards are kept from turn to turn",
    ),
    packs=number(packs_for, "packs of cards", least=packs_for, most=4, fixed="cards are kept from turn to turn"),
)
held_cards = impossible(
    "You can meld only cards that are in your hand. A card you steal stays in your hand until you meld it."
)


@judges(points_possible, held_cards)
def can_be(hand: IndianChief, scores: Scores) -> dict[Rule, str]:
    broken: dict[Rule, str] = {}
    if len(scores.cards) > len(hand.holding(scores.who)):
        held = cards_of(len(hand.holding(scores.who)))
        broken[held_cards] = miscounted(f"{scores.who} has {held}, not {len(scores.cards)}")
    if scores.points not in (can_score := possible(hand)[scores.what]):
        title, steps = TITLES[scores.what], ""
        if isinstance(can_score, range) and can_score.step > 1:
            steps = f" in steps of {can_score.step}"
        few = len(can_score) < 3
        span = " or ".join(map(str, can_score)) if few else f"{can_score[0]} to {can_score[-1]}{steps}"
        broken[points_possible] = f"the {title} scores {span}, not {scores.points}"
    return broken


@judges(packs, held_cards)
def holds(hand: IndianChief, melds: Melds) -> dict[Rule, Reason | None]:
    """Whether the cards can be in the hand: its size and known cards allow it, and nobody else has them."""
    holding = hand.holding(melds.who)
    unnamed = holding.unnamed(card.face for card in melds.cards)
    broken = elsewhere(hand, melds.who, unnamed)
    more = max(0, len(melds.cards) - len(holding))
    if more and not broken.get(held_cards):
        broken[held_cards] = miscounted(f"{melds.who} has {cards_of(len(holding))}, not {len(melds.cards)}")
    if unnamed.total() > holding.blind + more:
        broken[held_cards] = Reason(
            f"{melds.who} doesn't have {next(iter(unnamed)).pretty}{lines(holding.proof)}", *holding.proof
        )
    return broken


def elsewhere(hand: IndianChief, who: Seat, named: Counter[Card]) -> dict[Rule, Reason | None]:
    """Why cards can't be named along with the others, and who has them."""
    broken: dict[Rule, Reason | None] = {packs: too_many(hand, named)}
    for seat, holding in hand.holdings.items():
        for card in named:
            if seat != who and holding.known[card] and named[card] > hand.left(card):
                report = holding.reports[card]
                broken[held_cards] = Reason(f"{seat} has {card.pretty} ({at(report)})", report)
    return broken


@judges(packs, held_cards)
def as_dealt(hand: IndianChief, dealt: Dealt) -> dict[Rule, Reason | str | None]:
    """Whether the hand has the right number of cards, with all cards known to be kept."""
    if earlier := entered_before(hand, dealt):
        return {packs: earlier}
    broken: dict[Rule, Reason | str | None] = {}
    if len(dealt.cards) != hand.each:
        broken[packs] = miscounted(f"each player has {so_many(hand.each, 'card')}, not {len(dealt.cards)}")
    holding, named = hand.holding(dealt.who), Counter(card for card in dealt.cards if card is not UNKNOWN)
    missing = holding.known - named
    if missing.total() > dealt.cards.count(UNKNOWN):
        reports = [holding.reports[card] for card in missing]
        broken[held_cards] = Reason(f"{dealt.who} also has {listed(missing)}{lines(reports)}", *reports)
    return broken


@judges(packs, held_cards, when="late")
def nowhere_else(hand: IndianChief, dealt: Dealt) -> dict[Rule, Reason | None]:
    """Whether none of the cards is elsewhere, except one that may still be entered as stolen."""
    own, stolen = hand.lying.get(dealt.who, Counter()), Counter[Card]()
    if dealt.who in hand.stealing():
        stolen.update(card for seat, cards in hand.lying.items() if seat != dealt.who for card in cards)
    for card, copies in Counter(card for card in dealt.cards if card is not UNKNOWN).items():
        others = [report for report in hand.seen.get(card, ()) if report.who != dealt.who]
        located = len(others) + (own[card] if hand.stub_lasted else 0) - min(stolen[card], 1)
        if copies + located > hand.pack.copies.get(card, 0):
            why = Reason(f"{card.pretty} is elsewhere{lines(others)}", *others)
            held = any(holding.known[card] for seat, holding in hand.holdings.items() if seat != dealt.who)
            return {packs: why, held_cards: why if held else None}
    return {}


# Rules: Thieves

steal = illegal(
    "After a turn is scored, {stealing}.",
    stealing={
        "yes": (
            "a player who melded a Thief may steal one card from another player's meld, instead of drawing one from"
            " the stub"
        ),
        "no": "nobody steals a card",
    },
    asked="steal, thief take",
)
steal_order = illegal(
    "If there are several Thieves, the lowest card steals first.", asked="who steal first, two thieves"
)
steal_tie = illegal(
    "If Thieves have the same rank, their players must agree on different cards, or none of them may steal.",
    asked="thieves tie, same thief",
)


@judges(steal, steal_order, steal_tie)
def may_steal(hand: IndianChief, takes: Takes) -> dict[Rule, Reason | str]:
    thieves, lying = hand.thieves(), hand.lying.get(takes.from_, Counter())
    if hand.house["stealing"] == "no":
        return {steal: "Thieves don't steal at this table"}
    if takes.who not in thieves:
        return {steal: f"{takes.who} didn't meld a Thief in the last turn"}
    broken: dict[Rule, Reason | str] = {}
    unseen = lying[UNKNOWN] > 0 and (hand.left(takes.card) > 0 or entered_with(hand, takes))
    if before := hand.stole(takes.who):
        broken[steal] = Reason(f"{takes.who} has already stolen {before.card.pretty} ({at(before)})", before)
    elif takes.who == takes.from_:
        broken[steal] = "a Thief can steal only from another player"
    elif lying[takes.card] <= 0 and not unseen:
        broken[steal] = f"{takes.from_}'s meld no longer has {takes.card.pretty}"
        rank = thieves[takes.who]
        for theft in hand.stolen:
            same = (theft.card, theft.from_) == (takes.card, takes.from_)
            if same and len(rank) == 1 and thieves.get(theft.who) == rank:
                why = f"{theft.who}'s Thief has the same rank and took {theft.card.pretty} ({at(theft)})"
                broken[steal_tie] = Reason(why, theft)
    if first := hand.went_before(takes.who):
        broken[steal_order] = Reason(f"{first.who}'s Thief is higher and has already stolen ({at(first)})", first)
    return broken


@judges(packs, held_cards)
def is_there(hand: IndianChief, takes: Takes) -> dict[Rule, Reason | None]:
    """Whether the card isn't elsewhere and may be in the Thief's hand by now."""
    holding, card = hand.holding(takes.who), takes.card.face
    named = hand.lying.get(takes.from_, Counter())[card] > 0 or entered_with(hand, takes)
    unnamed = Counter([] if named else [card])
    broken = elsewhere(hand, takes.who, unnamed)
    if holding.whole and not holding.known[card]:
        broken[held_cards] = Reason(f"{takes.who} doesn't have {card.pretty}{lines(holding.proof)}", *holding.proof)
    return broken


# Rules: the end


@worth
def game_end(hand: IndianChief) -> bool:
    """The game ends after seven turns. The highest total wins."""
    return all_played(hand, TURNS) or not any(map(hand.open, hand.seats))


def turn(hand: IndianChief) -> int:
    done: int = hand.standing.hands
    return min(done + 1, TURNS)


def latest(hand: IndianChief) -> int:
    """The current turn; between turns, the last one."""
    began = hand.opened or hand.melds or hand.number == 1
    return hand.number if began else hand.number - 1


def where(hand: IndianChief) -> Iterator[str]:
    yield f"turn {turn(hand)}"
    yield from (f"{seat} may steal" for seat in hand.stealing()[:1])


GAME = Game(
    slug="indian-chief",
    name="Indian Chief",
    summary="Make seven melds in seven turns, each with a different number of cards.",
    family="rummy",
    players=range(2, 9),
    pack=lambda players, house: Pack(packs=house["packs"]),
    options=(Option("stealing", "yes", "whether a Thief also steals a card", (steal,), choices=("yes", "no")),),
    variants=(
        Variant("no-stealing", "A Thief only scores, and doesn't steal.", "stealing=no"),
        Variant("nine-cards", "Each player has nine cards to choose from.", "hand-size=9"),
        Variant("two-packs", "Two or three players also use two decks.", "packs=2"),
    ),
    hand=IndianChief,
    play=play_hand,
    over=game_end,
    hands_due=lambda table: TURNS,
    deal_passes=False,
    standing=Boxes,
    verbs={
        Deal: "to start, and before later turns if you like; the dealer stays the same unless you name another",
        Melds: "once a turn, in any order",
        Scores: "instead of the cards",
        Takes: "after a turn, before the next meld",
    },
    facts={
        "turn": Fact(turn, "of the seven, from 1"),
        "hand": Fact(latest, "deals so far"),
        "open": Fact(lambda hand: {seat: hand.open(seat) for seat in hand.seats}, "melds each player still lacks"),
        "stealing": Fact(lambda hand: hand.stealing(), "who may steal now"),
    },
    pack_rule=packs,
    deal_out=take_up,
    closing=leave,
    now=where,
    at_a_glance=(
        Glance("cards in each hand", lambda table: table.house["hand-size"], packs),
        Glance(
            "face values",
            lambda table: {card.text: values(table)[card.rank] for card in table.pack},
            meld_score,
            show=by_points,
        ),
        Glance("melds by number of cards", melds_by_size, must_meld, meld_score),
        Glance(
            "poker hands of an Indian Chief",
            lambda table: {str(hand): points for hand, points in zip(High, table.house["poker"], strict=True)},
            meld_score,
        ),
    ),
    short_form=(
        "In each of the seven turns, type what each player `scores` and the meld: `Ann scores 10 thief`. Or enter"
        " melds by their cards: `Ann melds 7S`."
    ),
    example=Example(
        "Ann Ben",
        ("deal", "Ann scores 10 thief; Ben scores 25 lawyer"),
        "Ann 10, Ben 25",
    ),
    rulings=(
        "A Doctor's ace may also be its heart, and more hearts are fine. If you don't name a suit, the best one"
        " counts.",
        "If the two cards of a Beggar Man have the same rank, each matching card scores once.",
        "You may type a comma between the five cards and the two of an Indian Chief. If you don't, the best split"
        " counts. In a straight, an ace may be high or"
        " low. With two decks, a pair may be two identical cards.",
        "Thieves steal in order from ace to king. If you let a higher Thief go first, you can't steal anymore."
        " Nobody steals after the seventh turn.",
        "A stolen card still counts for the player who melded it.",
        "Melds are shuffled into the stub only after the hands are filled, so you can't get one of those cards at"
        " once, unless you steal it or the stub was too small.",
        "If only points are entered, nobody knows which cards were melded. So any card may be stolen from that meld,"
        " and a card that was known to be in the player's hand may be gone. If a Thief's ten points may be a ten or a"
        " face card, the order of the Thieves and their ties aren't checked.",
        "In the reports, each turn is a hand. To take back the current turn, type `misdeal`. If you type `end`, the"
        " highest total so far wins. Players who tie share the win.",
        "If a player melds twice in a turn, or makes the same meld again, type `~` in front of the report to let it"
        " stand. Both melds then score.",
    ),
    edition=2,
)
