"""I Doubt It: lay your cards face down, say what they are, and don't get caught lying. The first player out of cards
wins."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from referee.cards import JOKER, RANK_NAMES, UNKNOWN, UPWARD, Card, Cards, Pack, Rank
from referee.game.asks import Asks, at, bar
from referee.game.common_reports import Deal, Dealt
from referee.game.facts import Fact
from referee.game.game import Example, Game, Glance, Hand, Table
from referee.game.quick_reference import spaced
from referee.kit import dealing, endings, going_out
from referee.kit.dealing import DealtNumber
from referee.kit.messages import cards_of, entered_before, lines
from referee.kit.rest import TOLD_SO, Rest, the_rest
from referee.kit.whereabouts import Whereabouts
from referee.language.reports import Report
from referee.language.words import NOBODY, Seat, either, so_often
from referee.rules.options import Option, Variant
from referee.rules.rule import (
    Answer,
    Open,
    Reason,
    arithmetic,
    cannot_happen,
    illegal,
    impossible,
    judges,
    number,
    unclear,
    worth,
)

SEATS_A_PACK = 13

# Reports


class Declares(
    Report,
    labels={"number": "cards", "rank": "rank claimed"},
    limits={"number": lambda hand, seat: hand.cards(seat)},
):
    """cards laid face down, with the number and rank the player claims"""

    number: int
    rank: Rank | None = None

    @classmethod
    def options(cls, hand: IDoubtIt, seat: Seat) -> Iterator[Declares]:
        for cards in range(1, min(hand.cards(seat), hand.most_true) + 1):
            yield from (cls(cards, rank, who=seat) for rank in (hand.due if hand.free else (None,)))


class Passes(Report):
    """a player lays no card"""


class Doubts(Report, labels={"whom": "player doubted"}):
    """a doubt about the last declaration"""

    whom: Seat | None = None

    @classmethod
    def options(cls, hand: IDoubtIt, seat: Seat) -> Iterable[Doubts]:
        return [cls(who=seat)]


class Shows(Report):
    """the doubted cards, turned face up"""

    cards: Cards

    @classmethod
    def options(cls, hand: IDoubtIt, seat: Seat) -> Iterator[Shows]:
        """The truth, and some lies."""
        if not hand.last:
            return
        may = hand.may_lie_with(seat)
        true = [*filter(hand.is_true, may)]
        for choice in (true, may, may[::-1], [*true[:1], *may[:1]]):
            if cards := tuple(dict.fromkeys(choice))[: hand.last.number]:
                yield cls(cards, who=seat)


class TakesPile(Report, verb="takes pile", as_said="takes the pile"):
    """who took the pile, if the cards weren't entered"""


class Out(Report, also=("outs",)):
    """a player has no cards left and wins"""


@dataclass
class IDoubtIt(Hand):
    """One game of I Doubt It. ``before`` has the possible places of cards before the last declaration."""

    sizes: dict[Seat, int] = field(default_factory=dict)  # of the hands dealt, as far as entered
    where: Whereabouts = field(default_factory=lambda: Whereabouts({}, []))
    before: Whereabouts = field(default_factory=lambda: Whereabouts({}, []))
    shown_by: dict[Card, Report] = field(default_factory=dict)  # the last report that showed a card
    turn: Seat = NOBODY
    turns: int = 0  # taken so far
    last: Declares | None = None  # while it may be doubted
    named_rank: Rank | None = None  # the rank it named
    doubt: Doubts | None = None
    taker: Seat = NOBODY  # who took the pile after the last doubt
    begun: bool = False
    in_numbers: bool = False  # from here on
    winner: Seat = NOBODY

    def place(self, seat: Seat) -> int:
        return self.seats.index(seat)

    def cards(self, seat: Seat) -> int:
        return self.where.room[self.place(seat)] if self.where.room else 0

    @property
    def free(self) -> bool:
        """Whether players choose the rank, and so must name it."""
        return bool(self.house["order"] == "near")

    @property
    def due(self) -> tuple[Rank, ...]:
        """The ranks that may be declared next."""
        if not self.free:
            return (UPWARD[(self.turns if self.house["order"] == "up" else -self.turns) % len(UPWARD)],)
        if not self.named_rank:
            return UPWARD
        place = UPWARD.index(self.named_rank)
        return tuple(UPWARD[(place + step) % len(UPWARD)] for step in (-1, 0, 1))

    @property
    def most_true(self) -> int:
        """The most cards that can truly be of one rank."""
        return int(4 * self.house["packs"] + truth(self))

    def is_true(self, card: Card) -> bool:
        """Whether a card may be of the declared rank."""
        return card.rank == self.named_rank or card is JOKER

    def to_declare(self) -> Seat:
        return self.turn

    def to_go_out(self) -> tuple[Seat, ...]:
        if not self.begun:
            return self.seats
        return (self.gone_out,) if self.gone_out and not self.doubt else ()

    @property
    def gone_out(self) -> Seat:
        """The player whose last cards were just laid."""
        return self.last.who if self.last and not self.cards(self.last.who) else NOBODY

    def may_lie_with(self, seat: Seat) -> list[Card]:
        """Every card that may be among those just laid."""
        bit = 1 << self.place(seat)
        return [card for (card, _), places in self.before.places.items() if places & bit]

    def copies(self, where: Whereabouts, seat: Seat, cards: Iterable[Card]) -> list[tuple[Card, int]] | None:
        """The cards of the decks that these may be in a hand, those with the fewest places first, or None."""
        bit = 1 << self.place(seat)
        ways: list[list[tuple[tuple[Card, int], ...]]] = []
        for card, so_many in Counter(cards).items():
            here = [(card, i) for i in range(self.pack.copies.get(card, 0)) if where.places[card, i] & bit]
            here.sort(key=lambda copy: where.places[copy].bit_count())
            ways.append(list(itertools.combinations(here, so_many)))
        for way in itertools.islice(itertools.product(*ways), 300):
            chosen = [copy for alike in way for copy in alike]
            if where.allows(bit, *chosen):
                return chosen
        return None

    def mingle(self, where: Whereabouts, seat: Seat, chosen: Iterable[tuple[Card, int]]) -> None:
        """Mixes equal cards: because they look the same, the others may be anywhere the one seen may have been."""
        bit, seen = 1 << self.place(seat), list(chosen)
        for card, i in seen:
            for other in ((card, n) for n in range(self.pack.copies[card])):
                if other not in seen and where.places[other] & bit:
                    where.places[other] |= where.places[card, i]


# The hand


async def play_hand(hand: IDoubtIt) -> None:
    await hand.deal()
    hand.where = hand.before = laid_out(hand, hand.sizes)
    hand.turn = hand.eldest
    first = ask_turn(hand) | hand.ask(None, DealtNumber, aside=True)
    later, doubted = (
        ask_turn(hand, doubted) | bar(even_deal, "the play has started", DealtNumber) for doubted in (False, True)
    )
    rest = hand.ask(None, Out, free=True) | bar(empty_hand, TOLD_SO, Declares, Passes, Doubts, Shows, TakesPile)
    while not hand.winner:
        asks = rest if hand.in_numbers else doubted if hand.doubt else later if hand.begun else first
        match report := await asks:
            case DealtNumber():
                hand.sizes[report.who] = report.cards
                hand.where = hand.before = laid_out(hand, hand.sizes)
            case Declares() | Passes() if hand.gone_out:
                hand.winner = hand.gone_out  # nobody doubted in time, and this is too late
            case Declares():
                declare(hand, report)
            case Passes():
                hand.turn, hand.turns = hand.after(report.who), hand.turns + 1
                hand.last = hand.doubt = None
            case Doubts():
                hand.doubt, hand.taker = report, NOBODY
            case Shows():
                turn_up(hand, report)
            case TakesPile():
                if hand.last and hand.doubt:
                    cards = (UNKNOWN,) * hand.last.number
                    settle(hand, report.who, cards, true=report.who != hand.last.who)
            case Rest():
                hand.in_numbers = True
            case _:
                hand.winner = report.who
    going_out.score_won(hand, report, empty_hand)


def ask_turn(hand: IDoubtIt, doubted: bool = False) -> Asks[Any]:
    """The asks for the next declaration, or for the doubted cards."""
    return (
        hand.ask(hand.to_declare, Declares, turn=turn_order, aside=doubted)
        | hand.ask(hand.to_declare, Passes, turn=turn_order, aside=True)
        | hand.ask(None, Doubts, TakesPile, aside=True)
        | hand.ask(lambda: (hand.last.who,) if hand.last and hand.doubt else (), Shows)
        | hand.ask(hand.to_go_out, Out, free=True, aside=True)
        | the_rest(hand)
    )


def laid_out(hand: IDoubtIt, entered: dict[Seat, int]) -> Whereabouts:
    """The possible places of cards after the deal. Extra cards that nobody entered go to the first players."""
    sizes = dealing.sizes_dealt(hand, len(hand.pack), entered)
    every = [(card, i) for card, copies in hand.pack.copies.items() for i in range(copies)]
    where = Whereabouts(dict.fromkeys(every, (1 << len(hand.seats)) - 1), [*(sizes[seat] for seat in hand.seats), 0])
    for seat, dealt in hand.dealt.items():
        named = hand.copies(where, seat, (card for card in dealt.cards if card is not UNKNOWN)) or ()
        hand.mingle(where, seat, named)
        for copy in named:
            where.places[copy] = 1 << hand.place(seat)
    return where


def enlarge(hand: IDoubtIt, where: Whereabouts, seat: Seat, number: int) -> None:
    """Enlarges a hand that turns out to have had ``number`` cards, more than were counted."""
    place = hand.place(seat)
    where.room[place] = max(where.room[place], number)


def declare(hand: IDoubtIt, declares: Declares) -> None:
    """Adds the declared cards face down to the pile."""
    enlarge(hand, hand.where, declares.who, declares.number)
    hand.before = hand.where.copy()
    for _ in range(declares.number):
        hand.where.give(hand.place(declares.who), len(hand.seats), UNKNOWN)
    hand.last, hand.named_rank, hand.doubt, hand.taker = declares, declares.rank or hand.due[0], None, NOBODY
    hand.begun = True
    hand.turn, hand.turns = hand.after(declares.who), hand.turns + 1
    if declares.number > hand.most_true:
        why = f"{declares.number} {listed_ranks([hand.named_rank])}, but there are only {hand.most_true}"
        hand.find(sure_lie, declares.who, why, declares)


def turn_up(hand: IDoubtIt, shows: Shows) -> None:
    """Applies the cards turned up: counts and places follow them."""
    assert hand.last
    hand.shown_by.update(dict.fromkeys(shows.cards, shows))
    true = len(shows.cards) == hand.last.number and all(map(hand.is_true, shows.cards))
    doubter = hand.doubt.who if hand.doubt else shows.who
    settle(hand, doubter if true else shows.who, shows.cards, true=true)


def settle(hand: IDoubtIt, taker: Seat, cards: Cards, *, true: bool) -> None:
    """Gives the pile, or only the doubted cards, to a player."""
    assert hand.last
    liar, pile = hand.last.who, hand.house["penalty"] == "pile"
    enlarge(hand, hand.before, liar, len(cards))
    hand.where = hand.before.copy()
    shown = hand.copies(hand.before, liar, (card for card in cards if card is not UNKNOWN)) or ()
    hand.mingle(hand.where, liar, shown)
    for laid in (*shown, *(UNKNOWN,) * (len(cards) - len(shown))):
        hand.where.give(hand.place(liar), len(hand.seats) if pile else hand.place(taker), laid)
    if true and not hand.cards(liar):
        hand.winner = liar
    if pile:
        hand.where.take_heap(hand.place(taker))
    if hand.house["leads"] == "taker":
        hand.turn = taker
    hand.taker, hand.last, hand.doubt = taker, None, None


# Rules: the deal

dealer_rotation = illegal("The deal passes to the left after each game.", turn=Deal)
one_pack = impossible(
    "Play with {packs}. Each deck has one of each card.",
    packs=number(
        1,
        "decks shuffled together; at least one for every thirteen players",
        least=lambda players: -(-players // SEATS_A_PACK),
        most=12,
        words={"1": "one deck", "N": "{N:word deck}, shuffled together"},
    ),
)
even_deal = impossible("Deal all the cards. Some players may get one card more than others.")


@judges(even_deal)
def even_hands(hand: IDoubtIt, deal: Deal) -> str | None:
    return dealing.wrong_size(hand, len(hand.pack), deal.size)


@judges(even_deal)
def evenly(hand: IDoubtIt, number: DealtNumber) -> str | None:
    return dealing.uneven(hand, len(hand.pack), hand.sizes | {number.who: number.cards})


@judges(even_deal, one_pack)
def as_dealt(hand: IDoubtIt, dealt: Dealt) -> Answer:
    if before := entered_before(hand, dealt):
        return {one_pack: before}
    named = [card for card in dealt.cards if card is not UNKNOWN]
    sizes = hand.sizes | {dealt.who: len(dealt.cards)}
    why = dealing.uneven(hand, len(hand.pack), sizes)
    if why and not dealing.misdealt(why):
        return {even_deal: why, one_pack: gone(hand, hand.where, dealt.who, named)}
    possible = hand.copies(laid_out(hand, sizes), dealt.who, named) is not None
    return {even_deal: why, one_pack: None if possible else elsewhere(hand, dealt.who, named)}


def take_up(hand: IDoubtIt, dealt: Dealt) -> None:
    hand.sizes[dealt.who] = len(dealt.cards)
    hand.shown_by.update({card: dealt for card in dealt.cards if card is not UNKNOWN})
    hand.where = hand.before = laid_out(hand, hand.sizes)


def gone(hand: IDoubtIt, where: Whereabouts, seat: Seat, cards: Iterable[Card]) -> Reason | None:
    """Why one of these cards can't be in a hand of any size, or None."""
    bit = 1 << hand.place(seat)
    for card, so_many in Counter(cards).items():
        if sum(bool(where.places[card, i] & bit) for i in range(hand.pack.copies.get(card, 0))) < so_many:
            return elsewhere(hand, seat, [card] * so_many)
    return None


def elsewhere(hand: IDoubtIt, seat: Seat, cards: Iterable[Card]) -> Reason:
    """Why cards can't be in a hand, with the last reports of them, or None."""
    twice = [card for card, n in Counter(cards).items() if n > hand.pack.copies.get(card, 0)]
    if twice:
        return Reason(f"{twice[0].pretty} is in the deck only {so_often(hand.house['packs'])}")
    proof = [hand.shown_by[card] for card in cards if card in hand.shown_by]
    return Reason(f"{seat} can't have all of these{lines(proof)}", *proof)


# Rules: declarations

turn_order = illegal(
    "The player on the dealer's left goes first, and the turn passes to the left. After a doubt, {leads}.",
    turn=Declares,
    leads={"left": "the turn passes as usual", "taker": "it is the turn of the player who took the cards"},
)
doubt_first = illegal(
    "When a player doubts, turn up the doubted cards before anyone lays more.",
    turn=Shows,
    asked="doubt before lay, turn up cards, reveal doubted",
)
one_or_more = illegal(
    "On your turn, lay {most} face down and say how many, and of what rank. You can't pass.",
    most=number(
        None,
        "most cards in a turn",
        least=1,
        most=12,
        words={"none": "one or more cards", "1": "one card", "N": "one to {N:word card}"},
    ),
    asked="pass, many cards lay, how many put down, lay many, must lay, skip turn, lay one",
)
card_count = arithmetic("You can't lay more cards than you have.", asked="lay more than have")


@judges(doubt_first)
def settled_first(hand: IDoubtIt, act: Declares | Passes) -> Reason | None:
    if not hand.doubt:
        return None
    return Reason(f"{hand.doubt.who} doubts ({at(hand.doubt)}), so the cards must be turned up first", hand.doubt)


@judges(one_or_more)
def one_at_least(hand: IDoubtIt, declares: Declares) -> str | None:
    most = one_or_more(hand) or declares.number
    if declares.number <= most:
        return None if declares.number > 0 else "a turn is at least one card"
    return f"a turn is at most {cards_of(most)}, not {declares.number}"


@judges(one_or_more)
def nobody_passes(hand: IDoubtIt, passes: Passes) -> str:
    return "you can't pass: lay at least one card"


@judges(card_count)
def has_as_many(hand: IDoubtIt, declares: Declares) -> Reason | None:
    left = hand.cards(declares.who)
    out = hand.last and not hand.doubt and not hand.cards(hand.last.who)
    if out or declares.number <= left:
        return None
    why = Reason(f"{declares.who} has {cards_of(left)}, not {declares.number}")
    return why if declares.number <= len(hand.pack) else cannot_happen(why)


@illegal(
    order={
        "up": "the first player declares aces, the next twos, and so on up to kings. After kings, aces are next",
        "down": "the first player declares aces, the next kings, and so on down to twos. After twos, aces are next",
        "near": "the first player declares any rank. After that, declare the last rank again, or one above or below it",
    },
    asked="what rank next, which rank, after kings, same rank again, skip rank, order ranks, say any rank",
)
def rank_in_turn(hand: IDoubtIt, declares: Declares) -> Reason | str | None:
    """{order}."""
    if declares.rank is None and hand.free:
        return unclear("name a rank too, as in `declares 2 K`")
    if declares.rank is None or declares.rank in hand.due:
        return None
    return f"the cards must be {listed_ranks(hand.due)}"


def listed_ranks(ranks: Iterable[Rank]) -> str:
    """Ranks as players say them: ``kings, aces or deuces``."""
    return either(f"{RANK_NAMES[rank]}{'es' if rank == '6' else 's'}" for rank in ranks)


sure_lie = worth(
    "If you declare more cards than the rank has, that is a sure lie. Like any lie, it is allowed.",
    finding="sure-lie",
    asked="five aces, declare more four, impossible, declare five, allowed lie, may lie, sure lie",
)

# Rules: doubts

doubt_in_time = illegal(
    "You may doubt only the last declaration, until the next player declares.",
    asked="when doubt, too late doubt, doubt earlier, doubt late, time doubt, doubt previous",
)


@judges(doubt_in_time, doubt_first)
def in_time(hand: IDoubtIt, doubts: Doubts) -> Answer:
    if not hand.last:
        return {doubt_in_time: cannot_happen("there is no declaration to doubt")}
    too_late = doubted = None
    if doubts.whom not in (None, hand.last.who):
        why = f"{hand.last.who} has declared since ({at(hand.last)}), so it is too late to doubt {doubts.whom}"
        too_late = Reason(why, hand.last)
    if hand.doubt:
        doubted = Reason(f"{hand.doubt.who} has already doubted ({at(hand.doubt)})", hand.doubt)
    return {doubt_in_time: too_late, doubt_first: doubted}


@illegal(asked="doubt own, doubt myself, doubt yourself")
def doubt_own(hand: IDoubtIt, doubts: Doubts) -> str | None:
    """You can't doubt your own declaration."""
    own = hand.last and hand.last.who == doubts.who
    return f"{doubts.who} made that declaration" if own or doubts.whom == doubts.who else None


truth = worth(
    "A declaration is true if the number is right and every card is of the declared rank{jokers}.",
    place=Shows,
    jokers=number(
        0,
        "jokers in the game, which may be of any rank",
        most=12,
        words={"0": "", "1": " or the joker", "N": " or one of the {N:word joker}"},
    ),
    asked="wrong number, lay three say four, say different number, put down three say four, true, count wrong, "
    "joker lie, more cards than say, fewer cards than say",
)


@judges(one_pack, card_count, truth)
def can_have_laid(hand: IDoubtIt, shows: Shows) -> Answer:
    if not hand.last or not hand.doubt:
        return {truth: cannot_happen("nobody has doubted")}
    had = hand.before.room[hand.place(shows.who)]
    before = hand.before.copy()
    enlarge(hand, before, shows.who, len(shows.cards))
    laid = hand.copies(before, shows.who, shows.cards) is not None
    return {
        card_count: f"{shows.who} laid {cards_of(had)}, not {len(shows.cards)}" if len(shows.cards) > had else None,
        one_pack: None if laid else elsewhere(hand, shows.who, shows.cards),
    }


@illegal(
    penalty={"pile": "the whole pile", "cards": "the doubted cards, and the rest of the pile stays"},
    asked="caught, who take pile, lie caught, doubt wrong, who pick up, call wrong, wrong doubt, lose doubt, "
    "liar, penalty lie",
)
def liar_takes(hand: IDoubtIt, takes: TakesPile) -> str | None:
    """If the declaration was a lie, the player who made it takes {penalty}. If it was true, the player who doubted
    takes {penalty}."""
    if not hand.last or not hand.doubt:
        return (
            None
            if takes.who == hand.taker
            else f"{hand.taker} has already taken the cards"
            if hand.taker
            else "nobody has doubted"
        )
    if takes.who not in (hand.last.who, hand.doubt.who):
        return f"the cards must go to {hand.last.who} or {hand.doubt.who}"
    most = most_laid(hand, hand.last)
    if hand.named_rank and takes.who == hand.doubt.who != hand.last.who and most < hand.last.number:
        cards = RANK_NAMES[hand.named_rank] if most == 1 else listed_ranks([hand.named_rank])
        return f"{hand.last.who} had at most {most} {cards}, so the declaration was a lie"
    return None


def most_laid(hand: IDoubtIt, declares: Declares) -> int:
    """How many cards of the declared rank may be among those just laid."""
    here = 1 << hand.place(declares.who)
    true: list[tuple[Card, int]] = []
    for copy in hand.before.places:
        if hand.is_true(copy[0]) and len(true) < declares.number and hand.before.allows(here, *true, copy):
            true.append(copy)
    return len(true)


# Rules: the end

empty_hand = illegal(
    "If you have no cards left, and nobody doubts your last cards or they were true, you win the game."
    " Win {wins:word game} to win the match.",
    lines="won",
    wins=number(1, "games to win", least=1),
    asked="last cards lie, win last",
)
judges(empty_hand, of=Out)(going_out.has_won)


@judges(empty_hand)
def is_out(hand: IDoubtIt, out: Out) -> Reason | str | None:
    if hand.in_numbers or not hand.begun:
        return None
    if left := hand.cards(out.who):
        return f"{out.who} still has {cards_of(left)}"
    return Reason(f"{hand.doubt.who} doubts the last of them ({at(hand.doubt)})", hand.doubt) if hand.doubt else None


def where(hand: IDoubtIt) -> Iterator[str]:
    if hand.in_numbers:
        return
    yield "any rank" if hand.due == UPWARD else f"next rank: {listed_ranks(hand.due)}"
    if hand.where.room:
        yield f"pile {hand.where.room[-1]}"
    if hand.last and hand.doubt:
        yield f"{hand.doubt.who} doubts {hand.last.who}'s {hand.last.number}"


def ranks_in_order(table: Table) -> tuple[str, ...]:
    """The ranks in the order they are declared."""
    if table.house["order"] == "near":
        return "any,", "then", "the", "same", "or", "one", "beside", "it"
    downward = (UPWARD[0], *UPWARD[:0:-1])
    return (*(UPWARD if table.house["order"] == "up" else downward), "and", "A", "again")


GAME = Game(
    slug="i-doubt-it",
    name="I Doubt It",
    summary="Lay your cards face down, say what they are, and don't get caught lying.",
    family="shedding",
    players=range(3, 14),
    more_seats=("packs", SEATS_A_PACK),
    pack=lambda players, house: Pack(packs=house["packs"], jokers=house["jokers"]),
    hand=IDoubtIt,
    play=play_hand,
    open_table=True,
    over=endings.reached("wins"),
    verbs={
        Deal: "to start, and after a game is over; a hand is one game",
        DealtNumber: "after the deal",
        Declares: "on your turn",
        Passes: "on your turn, only if you play without `one-or-more`",
        Doubts: "before the next declaration",
        Shows: "after a doubt; referee says who takes the pile",
        TakesPile: "after a doubt, instead of the cards",
        Out: "when nobody doubts the last cards; or if you don't enter the plays, or stop entering them",
        Rest: "in the middle of a game, before you type who is out",
    },
    pack_rule=one_pack,
    options=(
        Option(
            "order",
            "up",
            "the order of ranks: up, down, or the last rank or one next to it",
            (rank_in_turn,),
            choices=("up", "down", "near"),
        ),
        Option(
            "penalty",
            "pile",
            "what the loser of a doubt takes: the whole pile, or the doubted cards",
            (liar_takes,),
            choices=("pile", "cards"),
        ),
        Option(
            "leads",
            "left",
            "who goes next after a doubt: the player on the declarer's left, or the player who took the cards",
            (turn_order,),
            choices=("left", "taker"),
        ),
    ),
    variants=(
        Variant("cheat", "You declare the last rank again, or one above or below it.", "order=near"),
        Variant("downwards", "Ranks go down: aces, kings, queens and so on.", "order=down"),
        Variant("one-card", "You lay one card a turn.", "most=1"),
        Variant("passing", "You may pass if you don't want to lie.", "without=one-or-more"),
        Variant("jokers", "Play with two jokers, which may be of any rank.", "jokers=2"),
        Variant("two-packs", "Shuffle two decks together.", "packs=2"),
    ),
    asked=(
        Fact(
            lambda hand: hand.named_rank if hand.free else hand.due[0],
            *("rank", "rank now", "rank next", "what declare next", "next declare", "card declare now"),
        ),
    ),
    facts={
        "pile": Fact(lambda hand: hand.where.room[-1] if hand.where.room else 0, "cards in the pile"),
        "rank": Fact(lambda hand: hand.named_rank if hand.free else hand.due[0], "the rank to declare"),
        "cards": Fact(lambda hand: {seat: hand.cards(seat) for seat in hand.seats}, "cards in each hand"),
        "game": Fact(lambda hand: hand.number, "its number"),
    },
    deal_out=take_up,
    now=where,
    ends=(empty_hand,),
    at_a_glance=(
        dealing.each_gets(0, even_deal),
        Glance("ranks in order", ranks_in_order, rank_in_turn, show=spaced),
        Glance("games to win", lambda table: table.house["wins"], empty_hand),
    ),
    short_form="Type `deal`, and who is `out`. If you stop entering plays in mid-game, type `rest` before you"
    " type who is out.",
    phrases={
        "play N RANK": "declares N RANK",
        "lay N RANK": "declares N RANK",
        "say N RANK": "declares N RANK",
        "put N RANK": "declares N RANK",
        "bullshit": "doubts",
        "doubt it": "doubts",
        "i doubt it": "doubts",
        "call bluff": "doubts",
        "call WHO": "doubts",
        "cheat": "doubts",
        "bluff": "doubts",
        "bs": "doubts",
        "liar": "doubts",
    },
    example=Example(
        "Ann Ben Cat",
        ("deal", "Cat out"),
        "Ann 0, Ben 0, Cat 1",
    ),
    rulings=(
        "The extra cards go to the first players on the dealer's left, unless you say otherwise: `Ben dealt 18`.",
        "A wrong number is a lie, just like a wrong rank. Once the cards are turned up, referee counts those cards, not"
        " the number declared, to know how many each player has.",
        "Referee points out a lie only if everyone can see it. A lie costs nothing unless somebody doubts it.",
        "After a doubt, play continues with the next rank.",
        Open("If several players doubt at once, the table decides who was first.", "two doubt, doubt same time"),
        "If your last cards are doubted and were a lie, you take the pile and play on. Once the next player"
        " declares, it is too late to doubt, and you win.",
        "If you stop early, the player who has won the most games wins. A game in progress doesn't count.",
    ),
    edition=3,
)
