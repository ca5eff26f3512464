"""Fan Tan: build rows from the sevens. A pass costs a chip, and the first player out of cards wins the pot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import product, takewhile
from typing import Annotated

from referee.cards import (
    RANK_NAMES,
    SUIT_NAMES,
    SUIT_SIGNS,
    SUITS,
    UNKNOWN,
    UPWARD,
    Card,
    Cards,
    Pack,
    Rank,
    Suit,
    listed,
)
from referee.game.asks import Asks, at
from referee.game.common_reports import Deal, Dealt
from referee.game.facts import Fact
from referee.game.game import Example, Game, Glance, Hand, Table
from referee.kit.dealing import can_be_dealt, each_gets, sizes_dealt, wrong_size
from referee.kit.endings import no_end
from referee.kit.ledger import holds, pay
from referee.kit.messages import doubt_in_words, entered_before
from referee.kit.rest import IN_NUMBERS, Rest, the_rest
from referee.language.reports import Blind, Report, one_for_each
from referee.language.words import NOBODY, Seat, either, so_many, so_often
from referee.rules.options import Option, Variant
from referee.rules.rule import (
    Answer,
    Reason,
    arithmetic,
    illegal,
    impossible,
    judges,
    miscounted,
    number,
    unclear,
    worth,
)

POT = "pot"
ENDLESS = 10**9
ENOUGH = 1000  # more passes than any hand can have
LADDERS = {suit: tuple(Card(rank, suit) for rank in UPWARD) for suit in SUITS}
OPENERS = {name: suit for suit, name in SUIT_NAMES.items()}


def neighbors(seven: Card) -> Cards:
    """The six and the eight of a seven. An ace or a king that starts rows has one neighbor, a joker none."""
    if seven.suit not in LADDERS:
        return ()
    ladder, place = LADDERS[seven.suit], UPWARD.index(seven.rank)
    return (*ladder[max(place - 1, 0) : place], *ladder[place + 1 : place + 2])


# Reports


class Plays(Report):
    """one card, added to its row"""

    card: Card
    options = one_for_each(lambda hand, seat: hand.may_hold(seat))


class Passes(Report):
    """no card in the player's hand fits"""


class PassesInAll(Report, verb="passes", behind=True, as_said="passes N times", labels={"count": "passes in the hand"}):
    """how many times a player passed in the whole hand"""

    count: Annotated[int, range(60)]


class Shows(Report):
    """cards a player still has, for example when a pass is questioned"""

    cards: Cards
    options = one_for_each(lambda hand, seat: [(card,) for card in hand.may_hold(seat)])


class Fails(
    Report, labels={"seven": "seven kept back", "six": "player with its six", "eight": "player with its eight"}
):
    """a wrong pass; add the seven that was kept back, then who had the six and who had the eight of its suit"""

    seven: Card | None = None
    six: Seat = NOBODY
    eight: Seat = NOBODY

    @classmethod
    def options(cls, hand: FanTan, seat: Seat) -> Iterable[Fails]:
        sevens = [card for card in hand.may_hold(seat) if card.rank == hand.start]
        holders = {card: product(hand.seats, repeat=len(neighbors(card))) for card in sevens}
        return [cls(who=seat), *(cls(card, *pair, who=seat) for card in sevens for pair in holders[card])]

    @property
    def claims(self) -> list[tuple[Card, Seat]]:
        """Who had the seven, its six and its eight, according to the report."""
        if self.seven is None:
            return []
        holders = self.who, self.six, self.eight
        return [pair for pair in zip((self.seven, *neighbors(self.seven)), holders, strict=False) if pair[1]]


class Begins(Report):
    """who had the first card"""


class Out(Report, also=("outs",)):
    """the first player out of cards"""


class Holds(Report, labels={"cards": "cards left"}, limits={"cards": lambda hand, seat: len(hand.pack)}):
    """cards left at the end, as a number or by name"""

    cards: int | Blind

    @property
    def count(self) -> int:
        return self.cards if isinstance(self.cards, int) else len(self.cards)

    @property
    def named(self) -> Cards:
        return () if isinstance(self.cards, int) else tuple(card for card in self.cards if card is not UNKNOWN)

    options = one_for_each(lambda hand, seat: range(hand.sizes.get(seat, 0) + 1))


@dataclass
class Pass:
    """One pass: the cards that fitted then, and what is known about it now."""

    report: Passes | Fails
    fitting: Cards
    sevens: Cards = ()  # those among them that start a row
    failed: bool = False  # the table has fined it
    proven: bool = False  # the cards prove it wrong
    paid: set[Card] = field(default_factory=set)  # sixes and eights

    @property
    def who(self) -> Seat:
        return self.report.who

    @cached_property
    def depends_on(self) -> set[Card]:
        """The cards whose holders decide what the pass costs."""
        return {*self.fitting, *(card for seven in self.sevens for card in neighbors(seven))}


@dataclass
class FanTan(Hand):
    """One deal. Nobody draws, so a card a player shows was in that hand from the deal on."""

    sizes: dict[Seat, int] = field(default_factory=dict)
    whose: dict[Card, Seat] = field(default_factory=dict)  # who was dealt each card, as far as the reports prove
    blind: dict[Seat, int] = field(default_factory=dict)  # unknown cards of each hand
    playing: bool = False  # cards and passes are entered one by one
    began: bool = False  # the player who started, entered without plays
    turn: Seat = NOBODY
    played: dict[Card, Plays] = field(default_factory=dict)
    passed: list[Pass] = field(default_factory=list)  # if plays aren't entered: only the passes found out
    left: dict[Seat, int] = field(default_factory=dict)
    passes: dict[Seat, int] = field(default_factory=dict)
    named_left: dict[Seat, set[Card]] = field(default_factory=dict)
    at_most: dict[Seat, int] = field(default_factory=dict)  # cards left when the rest is scored by totals
    paid: dict[Seat, int] = field(default_factory=dict)  # passes entered one by one before that

    @property
    def winner(self) -> Seat:
        return next((seat for seat, cards in self.left.items() if cards == 0), NOBODY)

    @property
    def complete(self) -> bool:
        return bool(
            self.winner and (self.playing or not (self.untold() or self.passes_missing() or self.first_missing()))
        )

    @property
    def start(self) -> Rank | None:
        """The rank that starts rows. If the house leaves it open, the rank of the first card played."""
        if self.house["start"] != "first":
            return Rank(self.house["start"])
        fined = (wrong.report.seven for wrong in self.passed if isinstance(wrong.report, Fails) and wrong.report.seven)
        first = next(iter(self.played), None) or next(fined, None)
        return first.rank if first else None

    @property
    def opening(self) -> Card | None:
        """The card that must be played first, by its holder, or None."""
        suit = OPENERS.get(self.house["opener"])
        return Card(self.start, suit) if suit and self.start and self.house["start"] != "first" else None

    @property
    def first(self) -> Seat:
        """The player with the first turn, or nobody while that isn't known."""
        return self.whose.get(self.opening, NOBODY) if self.opening else self.eldest

    def may_be_first(self) -> tuple[Seat, ...]:
        return (self.first,) if self.first else tuple(seat for seat in self.seats if self.blind.get(seat))

    def untold(self) -> tuple[Seat, ...]:
        """Players whose number of cards is still missing, if plays aren't entered."""
        return self.all_but(self.left)

    def passes_missing(self) -> tuple[Seat, ...]:
        """Players whose passes are still missing then. One player's passes imply everybody's if turns are enforced."""
        if not self.enforces(turn_order):
            return self.all_but(self.passes)
        return () if self.passes else self.seats

    def first_missing(self) -> tuple[Seat, ...]:
        """Players who may have started, if that must still be entered."""
        return () if self.first or not self.enforces(turn_order) else self.seats

    def row(self, suit: Suit) -> Cards:
        """The row of a suit from its lowest card to its highest."""
        if not (start := self.start):
            return ()
        ladder, lies, place = LADDERS[suit], self.played.__contains__, UPWARD.index(start)
        down = tuple(takewhile(lies, ladder[place::-1]))
        return (*down[::-1], *takewhile(lies, ladder[place + 1 :])) if down else ()

    def fitting(self) -> Cards:
        """Every card that fits now."""
        if not self.played and self.opening:
            return (self.opening,)
        start = self.start
        if not start:
            return tuple(self.pack)
        ends: list[Card] = []
        for suit, ladder in LADDERS.items():
            if row := self.row(suit):
                low, high = ladder.index(row[0]), ladder.index(row[-1])
                down, up = ladder[max(low - 1, 0) : low], ladder[high + 1 : high + 2]
                either = len(row) > 1 or self.house["grows"] == "both"
                ends += down + up if either else (up or down) if self.house["grows"] == "up-first" else (down or up)
            else:
                ends.append(Card(start, suit))
        return tuple(ends)

    def may_hold(self, seat: Seat) -> list[Card]:
        """Cards not played yet that SEAT may have."""
        holder = (seat, NOBODY) if self.blind.get(seat) else (seat,)
        return [card for card in self.pack if card not in self.played and self.whose.get(card, NOBODY) in holder]

    def meant(self, report: Report, rank: Rank) -> list[Card]:
        of_rank = [card for card in self.may_hold(report.who) if card.rank == rank]
        fitting = self.fitting() if isinstance(report, Plays) else ()
        return [card for card in of_rank if card in fitting] or of_rank


# The hand


async def play_hand(hand: FanTan) -> None:
    deal = await hand.deal(size_dealt, free=True)
    hand.sizes = sizes_dealt(hand, len(hand.pack), {})
    hand.blind = dict(hand.sizes)
    for seat, size in hand.sizes.items():
        because = "one card fewer than others" if size < max(hand.sizes.values()) else ""
        pay(hand, seat, POT, ante(hand, size), ante, because, deal)

    # The rows, or what was counted at the end
    hand.turn = NOBODY if hand.opening else hand.eldest
    winner_missing = lambda: () if hand.winner else hand.untold()  # noqa: E731
    asides = hand.ask(None, Shows, Fails, Holds, aside=True)
    rows = (
        hand.ask(lambda: hand.turn or hand.may_be_first(), Plays) | hand.ask(lambda: hand.turn or (), Passes) | asides
    )
    rows |= the_rest(hand)
    totals = (
        hand.ask(hand.untold, Holds, free=True)
        | hand.ask(winner_missing, Out, free=True)
        | hand.ask(hand.passes_missing, PassesInAll, free=True)
        | (hand.ask(hand.first_missing, Begins, free=True) if hand.opening else Asks())
        | asides
    )
    either = rows | hand.ask(None, Out, PassesInAll, *([Begins] if hand.opening else []), aside=True)
    while not hand.complete:
        counting = hand.left or hand.passes or hand.passed or hand.began or hand.at_most
        match report := await (rows if hand.playing else totals if counting else either):
            case Plays() | Passes():
                play_or_pass(hand, report)
            case Shows():
                tell(hand, report, report.who, *report.cards)
            case Fails():
                fail(hand, report)
            case Begins():
                hand.began = True
                tell(hand, report, report.who, *([hand.opening] if hand.opening else []))
            case Holds():
                tell(hand, report, report.who, *report.named)
                hand.left[report.who] = report.count
                if not hand.playing:
                    hand.named_left.setdefault(report.who, set()).update(report.named)
            case Out():
                hand.left[report.who] = 0
            case PassesInAll():
                hand.passes[report.who] = report.count
            case Rest():
                hand.at_most, hand.paid = hand.left or dict(hand.sizes), hand.passes
                hand.playing, hand.left, hand.passes = False, {}, {}
    if not hand.playing:
        pay_passes(hand)

    # Score
    for seat in hand.around(hand.after(hand.winner)):
        pay(hand, seat, POT, left_over(hand, hand.left[seat]), left_over, f"{hand.left[seat]} left")
    for wrong in hand.passed if hand.enforces(must_play) else ():
        for seven in sevens_held(hand, wrong):
            if nobodys := [card for card in neighbors(seven) if card not in hand.whose]:
                why = f"{wrong.who} passed with {seven.pretty}, but nobody knows who had {listed(nobodys)}"
                hand.find("unpaid-seven", wrong.who, why, wrong.report)
    pay(hand, POT, hand.winner, holds(hand, POT), first_out, f"{hand.winner} has no cards left")


# Rows


def play_or_pass(hand: FanTan, report: Plays | Passes) -> None:
    if not hand.playing:
        hand.playing, hand.left, hand.passes = True, dict(hand.sizes), dict.fromkeys(hand.seats, 0)
    hand.turn = hand.after(report.who)
    if isinstance(report, Plays):
        hand.played[report.card] = report
        hand.left[report.who] -= 1
        tell(hand, report, report.who, report.card)
    else:
        hand.passes[report.who] += 1
        pay(hand, report.who, POT, pass_pays(hand, 1), pass_pays, "", report)
        fitting = hand.fitting()
        wrong = Pass(report, fitting, tuple(card for card in fitting if card.rank == hand.start))
        hand.passed.append(wrong)
        settle(hand, wrong)
        if must_play.name in hand.let_stand and hand.enforces(must_play) and not wrong.proven:
            wrong.proven = True
            pay(hand, wrong.who, POT, held_back(hand), held_back, "every card fitted", report, line="held-back")


# Cards that become known


def take_up(hand: FanTan, dealt: Dealt) -> None:
    sizes = sizes_with(hand, dealt)
    for seat, size in sizes.items():
        hand.blind[seat] += size - hand.sizes[seat]
    hand.sizes = sizes
    tell(hand, dealt, dealt.who, *(card for card in dealt.cards if card is not UNKNOWN))


def tell(hand: FanTan, report: Report, seat: Seat, *cards: Card) -> None:
    """Stores cards as SEAT's. When all other hands are known, the remaining cards are the last hand."""
    new = {card: seat for card in cards if card not in hand.whose}
    hand.tell(report, *cards)
    hand.blind[seat] -= len(new)
    if len(last := [holder for holder, unknown in hand.blind.items() if unknown]) == 1:
        latest = max((report, *hand.dealt.values()), key=lambda entered: entered.line)
        for card in list(hand.unseen()):
            hand.tell(latest, card)
            new[card] = last[0]
        hand.blind[last[0]] = 0
    hand.whose |= new
    for wrong in hand.passed:
        if not wrong.depends_on.isdisjoint(new):
            settle(hand, wrong)


def settle(hand: FanTan, wrong: Pass) -> None:
    """Fines a pass that is proven wrong, and pays for the sevens held then."""
    if not hand.enforces(must_play):
        return
    if not wrong.proven and (why := could_play(hand, wrong.who, wrong.fitting)):
        wrong.proven = True
        hand.find(must_play, wrong.who, f"{wrong.report.text}, but {why}", wrong.report, *why.reports)
        if not wrong.failed:
            pay(hand, wrong.who, POT, held_back(hand), held_back, why, wrong.report, *why.reports, line="held-back")
    for seven in sevens_held(hand, wrong):
        for card in neighbors(seven):
            if card in hand.whose and card not in wrong.paid:
                wrong.paid.add(card)
                proof = (wrong.report, hand.seen[seven][0], hand.seen[card][0])
                because = f"passed with {seven.pretty}, for {card.pretty}"
                pay(
                    hand,
                    wrong.who,
                    hand.whose[card],
                    held_back(hand, seven),
                    held_back,
                    because,
                    *proof,
                    line="held-seven",
                )


def sevens_held(hand: FanTan, wrong: Pass) -> list[Card]:
    """The sevens a player held at a wrong pass."""
    if not hand.enforces(must_play):
        return []
    return [card for card in wrong.sevens if hand.whose.get(card) == wrong.who]


def fail(hand: FanTan, fails: Fails) -> None:
    """Fines the latest wrong pass for the table; without plays, one that nobody entered.

    If the house lets players hold cards back, it only records whose they were.
    """
    if not hand.enforces(must_play):
        for card, seat in fails.claims:
            tell(hand, fails, seat, card)
        return
    wrong = unfined(hand, fails)
    if not wrong or not (hand.playing or hand.at_most):
        named = (fails.seven,) if fails.seven else ()
        wrong = Pass(fails, named, named)
        hand.passed.append(wrong)
    if not wrong.proven:
        pay(hand, wrong.who, POT, held_back(hand), held_back, "found out by the table", fails, line="held-back")
    wrong.failed = True
    wrong.proven |= fails.seven is not None
    for card, seat in fails.claims:
        tell(hand, fails, seat, card)
    settle(hand, wrong)


def unfined(hand: FanTan, fails: Fails) -> Pass | None:
    """The latest pass that no report before FAILS has fined. Hands entered later still count as earlier."""
    for wrong in reversed(hand.passed):
        entered = [
            entered for card in wrong.fitting if hand.whose.get(card) == wrong.who for entered in hand.seen[card]
        ]
        if wrong.who == fails.who and not wrong.failed and all(0 < fails.line < proof.line for proof in entered):
            return wrong
    return None


# Hands entered by totals


def turns(
    hand: FanTan,
    first: Seat,
    winner: Seat,
    left: Mapping[Seat, int],
    passes: Mapping[Seat, int],
    fines: Mapping[Seat, int],
) -> tuple[tuple[int, Seat], tuple[int, Seat]]:
    """The fewest and the most turns WINNER can have had if FIRST started, and the players whose numbers say so.

    Up to the winner, each player's cards and passes add up to the same number, after that to one less.
    """
    order = hand.around(first)
    fewest, most = [], []
    for place, seat in enumerate(order):
        ahead = hand.sizes[seat] + (place > order.index(winner))
        few, many = (0, 0) if seat == winner else (left.get(seat, 1), left.get(seat, most_left(hand, seat)))
        fewest.append((ahead - many + passes.get(seat, fines.get(seat, 0)), seat))
        most.append((ahead - few + passes.get(seat, ENDLESS), seat))
    return max(fewest), min(most)


def most_left(hand: FanTan, seat: Seat) -> int:
    """The most cards a player can have left at the end."""
    return hand.at_most.get(seat, hand.sizes[seat])


def pay_passes(hand: FanTan) -> None:
    """Works out everybody's passes from one player's, and pays for them."""
    if hand.enforces(turn_order):
        (most, _), _ = turns(hand, hand.first, hand.winner, hand.left, hand.passes, {})
        order = hand.around(hand.first)
        for place, seat in enumerate(order):
            hand.passes[seat] = most - (place > order.index(hand.winner)) - hand.sizes[seat] + hand.left[seat]
    for seat in hand.around(hand.eldest):
        untold = hand.passes[seat] - hand.paid.get(seat, 0)
        pay(hand, seat, POT, pass_pays(hand, untold), pass_pays, f"passes: {hand.passes[seat]}")


# The state of the rows


def row_text(suit: Suit, hand: FanTan) -> str | None:
    row = hand.row(suit) if not hand.at_most else ()
    return "-".join(dict.fromkeys((row[0].rank, row[-1].rank))) if row else None


def rows_from(table: Table) -> str:
    start = table.house["start"]
    first = "the first card's rank" if start == "first" else f"{'an' if start == '8' else 'a'} {start}"
    return f"from {first} down to the {UPWARD[0]}, and up to the {UPWARD[-1]}"


def where(hand: FanTan) -> Iterator[str]:
    yield f"pot {holds(hand, POT)}"
    yield from (f"{SUIT_SIGNS[suit]} {text}" for suit in SUITS if (text := row_text(suit, hand)))


# Rules: the deal

deal_out = impossible(
    "Deal all 52 cards one at a time, starting on the dealer's left. Some players may get one card more than others.",
    asked="many cards, uneven",
)


@judges(deal_out)
def size_dealt(hand: FanTan, deal: Deal) -> str | None:
    return wrong_size(hand, len(hand.pack), deal.size)


@worth(lines="ante", place=Deal)
def ante(
    hand: FanTan,
    size: int,
    *,
    ante: int = number(1, "chips each player antes"),
    card_short: int = number(1, "extra chips from a player dealt one card fewer"),
) -> int:
    """Each player antes {ante:chip}. If you are dealt one card fewer than others, ante {card_short} more."""
    return ante + card_short * (size < max(hand.sizes.values()))


one_pack = impossible("The deck has 52 cards, one of each.")


@judges(deal_out, one_pack)
def whole_hand(hand: FanTan, dealt: Dealt) -> Answer:
    if before := entered_before(hand, dealt):
        return {one_pack: before}
    claims, size = [(card, dealt.who) for card in dealt.cards], hand.sizes[dealt.who]
    if len(dealt.cards) == size:
        return {one_pack: elsewhere(hand, *claims)}
    wrong = Reason(f"{dealt.who} must be dealt {size} cards, not {len(dealt.cards)}")
    sizes = sizes_with(hand, dealt)
    more = {seat: sizes[seat] - hand.sizes[seat] for seat in hand.seats}
    entered = {other.who: len(other.cards) for other in (*hand.dealt.values(), dealt)}
    if not can_be_dealt(hand, len(hand.pack), entered) or any(hand.blind[seat] + more[seat] < 0 for seat in hand.seats):
        return {deal_out: wrong, one_pack: elsewhere(hand, *claims)}
    return {deal_out: miscounted(wrong), one_pack: elsewhere(hand, *claims, more=more)}


def sizes_with(hand: FanTan, dealt: Dealt) -> dict[Seat, int]:
    """The sizes of all hands with this one, which may have been misdealt."""
    if len(dealt.cards) == hand.sizes[dealt.who]:
        return hand.sizes
    entered = {other.who: len(other.cards) for other in (*hand.dealt.values(), dealt)}
    return sizes_dealt(hand, len(hand.pack), entered)


def elsewhere(hand: FanTan, *claims: tuple[Card, Seat], more: Mapping[Seat, int] | None = None) -> Reason | None:
    """Why these cards can't have been dealt like that, or None, if hands have so many cards ``more``."""
    named: set[Card] = set()
    blind = {seat: number + (more or {}).get(seat, 0) for seat, number in hand.blind.items()}
    for card, seat in claims:
        owner = hand.whose.get(card)
        if card in named:
            return Reason(f"{card.pretty} is named twice")
        if owner and owner != seat:
            report = hand.seen[card][0]
            return Reason(f"{owner} was dealt {card.pretty} ({at(report)})", report)
        if card is not UNKNOWN:
            named.add(card)
        if card is not UNKNOWN and not owner:
            blind[seat] = blind.get(seat, 0) - 1
            if blind[seat] < 0:
                proof = (hand.dealt[seat],) if seat in hand.dealt else ()
                return Reason(f"all of {seat}'s cards are known, and {card.pretty} isn't one of them", *proof)
    return None


# Rules: a card or a pass

turn_order = illegal(
    "{opener}. After that, each player in turn, to the left, plays one card or passes.",
    turn=(Plays, Passes),
    opener={
        "eldest": "the player on the dealer's left goes first",
        **{name: f"the player with the card that starts the row of {name} plays it first" for name in OPENERS},
    },
)


@judges(one_pack)
def from_hand(hand: FanTan, play: Plays) -> Reason | None:
    return on_table(hand, play.card) or elsewhere(hand, (play.card, play.who))


def on_table(hand: FanTan, *cards: Card) -> Reason | None:
    report = next((hand.played[card] for card in cards if card in hand.played), None)
    return Reason(f"{report.card.pretty} is on the table ({at(report)}: {report.text})", report) if report else None


BEGINNERS: dict[str, str] = {rank: f"{'an' if rank == '8' else 'a'} {RANK_NAMES[rank]}" for rank in UPWARD[1:-1]}


@illegal(
    start={**BEGINNERS, "first": "a card of the rank that was played first"},
    grows={
        "both": "at either end",
        "up-first": "and the card above the first must be played before any below it",
        "down-first": "and the card below the first must be played before any above it",
    },
    asked="what play first, open suit, start row, start suit, begin row, need seven, play before seven, "
    "eight before seven, first card, up down, which card open, what order, seven first, build",
)
def in_sequence(hand: FanTan, play: Plays) -> Reason | None:
    """To start a row, play {start}. Each suit has its own row. Any other card must continue the row of its suit, up or
    down, {grows}."""
    if play.card in hand.fitting() or play.card in hand.played or play.card not in hand.pack:
        return None
    if not hand.played and hand.opening:
        return Reason(f"{hand.opening.pretty} must be played first, not {play.card.pretty}")
    row = hand.row(play.card.suit)
    if not row:
        seven = f"{hand.start and RANK_NAMES[hand.start]} of {SUIT_NAMES[play.card.suit]}"
        return Reason(f"no {seven} has been played, so {play.card.pretty} doesn't fit")
    if len(row) == 1 and play.card in neighbors(row[0]):
        return Reason(f"the row must go {hand.house['grows'].removesuffix('-first')} from {row[0].pretty} first")
    proof = [hand.played[card] for card in dict.fromkeys((row[0], row[-1]))]
    return Reason(f"the row goes from {row[0].pretty} to {row[-1].pretty}, so {play.card.pretty} doesn't fit", *proof)


def may_have_to_play(hand: FanTan, passes: Passes) -> str | None:
    fitting = [card.pretty for card in hand.may_hold(passes.who) if card in hand.fitting()]
    return doubt_in_words(passes.who, f"may have {either(fitting)}") if fitting else None


@illegal(finding="held-back", doubt=may_have_to_play, asked="hold seven, keep seven, must play seven, choose which")
def must_play(hand: FanTan, passes: Passes) -> str | None:
    """You can't pass if you have a card that fits. If several cards fit, play any of them."""
    fitting = hand.fitting()
    return could_play(hand, passes.who, fitting) or all_fit(hand, passes.who, fitting)


def all_fit(hand: FanTan, seat: Seat, fitting: Cards) -> str | None:
    """Why SEAT must have a card that fits: it has more unknown cards than there are cards that don't."""
    others = [card for card in hand.pack if card not in hand.whose and card not in fitting]
    if hand.blind[seat] <= len(others):
        return None
    fit = f"all but {so_many(len(others), 'unseen card')} fit" if others else "every unseen card fits"
    return f"{seat} must have a card that fits: {seat} has {so_many(hand.blind[seat], 'card')}, and {fit}"


def could_play(hand: FanTan, seat: Seat, fitting: Cards) -> Reason | None:
    """Proof that SEAT had a card that fits, or None."""
    card = next((card for card in fitting if hand.whose.get(card) == seat), None)
    if card is None:
        return None
    report = hand.seen[card][0]
    return Reason(f"{seat} must play: {seat}'s {card.pretty} ({at(report)}) fits", report)


@worth(lines="pass", asked="pass cost, pass pay, what pass, how much pass, fine pass, penalty pass, can not play")
def pass_pays(hand: FanTan, passes: int, *, pass_: int = number(1, "chips for a pass")) -> int:
    """If you pass, pay {pass_:chip} to the pot."""
    return pass_ * passes


@worth(
    lines=("held-back", "held-seven"),
    start={**BEGINNERS, "first": "a card of the first rank"},
    asked="pass when could, hold back, could played, wrong pass, pass with card, pass had card, fine, penalty, "
    "hold seven, pass wrongly, caught pass",
)
def held_back(
    hand: FanTan,
    seven: Card | None = None,
    *,
    wrong_pass: int = number(3, "extra chips for a pass with a card that fits"),
    held_seven: int = number(5, "chips for a seven kept back, for each card next to it"),
) -> int:
    """If you pass with a card that fits, pay {wrong_pass} more to the pot. If the card was {start}, also pay
    {held_seven} to the holder of each card next to it, one rank lower and one rank higher in its suit."""
    return held_seven if seven else wrong_pass


# Rules: the end of a hand


@worth(lines="cards", asked="cards left pay, loser pay, pay cards left, losers pay, left in hand, left over")
def left_over(hand: FanTan, cards: int, *, card_left: int = number(1, "chips for each card left")) -> int:
    """When a player has no cards left, every other player pays {card_left} to the pot for each card still in hand."""
    return card_left * cards


first_out = worth(
    "The first player with no cards left ends the hand. When the others have paid, that player wins the pot.",
    lines="pot",
    asked="who get pot, who win, win pot, first out, take pot, who take money, get money, winner get",
)


# Rules: cards shown or left, fines, and what was counted

turn_count = arithmetic(
    "A turn is one card or one pass. The winner, and players who come before the winner in each round, have had"
    " the same number of turns. The players after the winner have had one less.",
    place=Begins,
)


@judges(turn_count, one_pack)
def had_the_first_card(hand: FanTan, begins: Begins) -> Answer:
    card = hand.opening
    amiss = None if begins.who == hand.first else turns_amiss(hand, first=begins.who)
    return amiss, elsewhere(hand, (card, begins.who)) if card else None


@judges(turn_count, when="again")
def began(hand: FanTan, begins: Begins) -> str | None:
    return None if begins.who == hand.first else f"{hand.first} started"


@judges(deal_out, when="always")
def cards_left(hand: FanTan, report: Holds) -> str | None:
    """Whether the numbers fit: one player has no cards left, and every other has at least one."""
    left, size = hand.left.get(report.who), most_left(hand, report.who)
    if left is not None and left != report.count:
        return f"{report.who} has {so_many(left, 'card')} left, not {report.count}"
    if left is None and not 1 <= report.count <= size:
        wrong = f"a player who isn't out has 1 to {so_many(size, 'card')} left, not {report.count}"
        return miscounted(wrong) if size < report.count <= len(hand.pack) else wrong
    last = hand.untold() == (report.who,) and not hand.winner
    return f"all the others have cards left, so {report.who} is out" if last else None


@judges(one_pack, when="always")
def still_held(hand: FanTan, report: Shows | Holds) -> Reason | None:
    """Whether cards shown or left haven't been played and fit the number the hand has."""
    cards = report.named if isinstance(report, Holds) else report.cards
    if why := on_table(hand, *cards) or elsewhere(hand, *((card, report.who) for card in cards)):
        return why
    left = hand.left.get(report.who)
    if left is not None and len({*cards, *hand.named_left.get(report.who, ())}) > left:
        return Reason(f"{report.who} has {so_many(left, 'card')} left, and {listed(cards)} can't be all of them")
    return None


@judges(deal_out, when="always")
def nobody_else_is_out(hand: FanTan, out: Out) -> str | None:
    if left := hand.left.get(out.who):
        return f"{out.who} has {left} left"
    return f"{hand.winner} went out, and only one player can" if hand.winner not in (NOBODY, out.who) else None


@judges(turn_count, one_pack)
def had_the_seven(hand: FanTan, fails: Fails) -> Answer:
    """Whether a fine names no card, or a seven held at the pass and the holders of its six and eight."""
    seven, start = fails.seven, hand.start
    if seven and start and seven.rank != start:
        return {turn_count: f"name {'an' if start == '8' else 'a'} {RANK_NAMES[start]} here, not {seven.pretty}"}
    if len([seat for seat in (fails.six, fails.eight) if seat]) != (len(neighbors(seven)) if seven else 0):
        return {turn_count: unclear("which card was kept back, and who had the two cards next to it?")}
    wrong = unfined(hand, fails)
    played = on_table(hand, *(card for card, _ in fails.claims[:1] if wrong and card not in wrong.fitting))
    return {one_pack: played or elsewhere(hand, *fails.claims)}


@judges(turn_count)
def cards_add_up(hand: FanTan, report: Holds) -> str | None:
    return turns_amiss(hand, left={**hand.left, report.who: report.count})


@judges(turn_count, deal_out)
def winner_adds_up(hand: FanTan, out: Out) -> Answer:
    why = turns_amiss(hand, left={**hand.left, out.who: 0})
    return why, why


@judges(turn_count, when="always")
def passes_add_up(hand: FanTan, report: PassesInAll) -> str | None:
    before = hand.passes.get(report.who, report.count)
    if before != report.count:
        return f"{report.who} passed {so_often(before)}, not {so_often(report.count)}"
    if report.count < 0 or (report.count > ENOUGH and not hand.enforces(turn_order)):
        return f"nobody can pass {so_often(report.count)}"
    return turns_amiss(hand, passes={**hand.passes, report.who: report.count})


@judges(turn_count)
def fines_add_up(hand: FanTan, fails: Fails) -> str | None:
    who, told = fails.who, unfined(hand, fails)
    if hand.playing and not (told if hand.enforces(must_play) else hand.passes[who]):
        passes = hand.passes[who]
        return (
            f"{who} has passed {so_often(passes)}, and was fined for every pass" if passes else f"{who} hasn't passed"
        )
    return turns_amiss(hand, fined=() if told and hand.at_most else (who,))


def turns_amiss(
    hand: FanTan,
    left: Mapping[Seat, int] | None = None,
    passes: Mapping[Seat, int] | None = None,
    fined: tuple[Seat, ...] = (),
    first: Seat = NOBODY,
) -> str | None:
    """Why the totals can't belong to a whole hand, or None. Arguments left out are as entered."""
    if hand.playing:
        return None
    left, passes = left or hand.left, passes or hand.passes
    fines = Counter((*(wrong.who for wrong in hand.passed), *fined))
    if few := next((seat for seat in passes if passes[seat] < fines[seat]), None):
        return f"{few} is fined for more passes ({fines[few]}) than there were ({passes[few]})"
    if not hand.enforces(turn_order):
        return None
    why = None
    untold = [seat for seat in hand.seats if seat not in left]
    winners = [seat for seat, cards in left.items() if not cards] or untold
    for winner, beginner in product(winners, (first,) if first else hand.may_be_first()):
        (least, seat), (most, other) = turns(hand, beginner, winner, left, passes, fines)
        if least <= most:
            return None
        shown = f"{seat}'s cards and passes show that {winner} had at least {so_many(least, 'turn')}"
        why = f"{shown}, but {other}'s show at most {most}"
    return why


GAME = Game(
    slug="fan-tan",
    name="Fan Tan",
    summary="Build rows from the sevens. A pass costs a chip, and the first player out of cards wins the pot.",
    family="stops",
    players=range(3, 9),
    pack=Pack(ace="low"),
    hand=FanTan,
    play=play_hand,
    over=no_end,
    open_table=True,
    verbs={
        Deal: "to start, and after a hand is over; takes the antes",
        Plays: "on your turn",
        Passes: "on your turn",
        Shows: "during the hand or after it",
        Fails: "when it is discovered",
        Begins: "if you don't enter the plays, and your house rules say which card comes first",
        Out: "if you don't enter the plays",
        Holds: "if you don't enter the plays, or to say which cards are left",
        PassesInAll: "if you don't enter the plays",
        Rest: IN_NUMBERS,
    },
    pack_rule=one_pack,
    asked=(
        Fact(
            lambda hand: {SUIT_NAMES[suit]: row for suit in SUITS if (row := row_text(suit, hand))},
            *("row", "rows", "board", "lie board", "row start", "suit start"),
        ),
    ),
    facts={
        "pot": Fact(lambda hand: holds(hand, POT), "its chips"),
        "size": Fact(lambda hand: hand.sizes, "cards dealt to each player"),
        "left": Fact(lambda hand: hand.left or hand.sizes, "cards each player has left"),
        "passes": Fact(lambda hand: hand.passes, "passes of each player"),
        **{f"row-{suit}": Fact(partial(row_text, suit), "the ends of a row, as in `6-9`") for suit in SUITS},
    },
    options=(
        Option(
            "start",
            "7",
            "the rank that starts rows; first: the rank of the first card played",
            (in_sequence, held_back),
            choices=(*UPWARD[1:-1], "first"),
        ),
        Option(
            "opener",
            "eldest",
            "who goes first: the player on the dealer's left, or the holder of the seven of a suit",
            (turn_order, in_sequence),
            choices=("eldest", *OPENERS),
        ),
        Option(
            "grows",
            "both",
            "how a row grows from its seven: both ways, or up or down first",
            (in_sequence,),
            choices=("both", "up-first", "down-first"),
        ),
    ),
    variants=(
        Variant(
            "sevens",
            "The holder of the 7♦ plays it first, and only cards left are paid for.",
            "opener=diamonds, ante=0, card-short=0, pass=0, wrong-pass=0, held-seven=0",
        ),
        Variant("badam-satti", "The holder of the 7♥ plays it first.", "opener=hearts"),
        Variant("domino", "The rank of the first card played starts all rows.", "start=first"),
        Variant("stalemate", "You may pass even if you have a card that fits.", "without=must-play"),
        Variant("up-first", "In each suit, the eight must be played before the six.", "grows=up-first"),
    ),
    accounts=(POT,),
    chips=True,
    deal_out=take_up,
    now=where,
    ends=(first_out,),
    at_a_glance=(
        each_gets(0, deal_out),
        Glance("rows", rows_from, in_sequence),
    ),
    short_form=(
        "Type `deal`, who is `out`, how many cards each other player `holds`, and how often one player `passes`."
        " If a wrong pass costs a fine, type who `fails`. If you entered plays, type `rest` first."
    ),
    example=Example(
        "Ann Ben Cat",
        ("deal", "Ben out", "Ann holds 3; Cat holds 2", "Ben passes 4"),
        "Ann -12, Ben 22, Cat -10",
    ),
    rulings=(
        "You pay for every pass. If the pass was wrong, you pay the fine as well.",
        "If you kept back a seven, you pay the holders of the six and the eight, but not yourself. The chips move"
        " when the holders are known.",
        "Nobody draws. So a card that turns up was in that hand at every earlier pass. Each pass at which it"
        " fitted is fined once.",
        "If a known hand shows that a pass is wrong, referee refuses it, and it costs nothing. If you keep it, by"
        " typing `~` in front of it, it is fined at once.",
        "The deal passes to the left. That is a custom, not a rule.",
        "If a wrong pass is discovered after the pot is paid out, referee doesn't move any chips. Settle it between"
        " yourselves.",
    ),
    edition=3,
)
