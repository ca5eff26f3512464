"""Thirty-One: collect up to 31 in one suit, and don't be lowest when a player knocks, or you lose a marker."""

from __future__ import annotations

import copy
import itertools
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from referee.cards import SUITS, UNKNOWN, Card, Cards, Pack, Rank, listed
from referee.game.asks import Asks, at
from referee.game.common_reports import Deal, Dealt
from referee.game.facts import Fact
from referee.game.game import Example, Game, Glance, leaders
from referee.game.quick_reference import card_values
from referee.game.standing import Standing
from referee.games._thirty_one import HAND, VALUES, Counting, can_lie, count, lots, mask, threes
from referee.kit import counted, stock
from referee.kit.counted import CountedHolding, take_up, too_many
from referee.kit.ledger import holds, pay, share
from referee.kit.rest import IN_NUMBERS, Rest, the_rest
from referee.kit.showdown import Counted
from referee.kit.stock import Discards, Draws, StockHand, Takes, Upcard, can_part, enough_to_draw, top_card
from referee.language.reports import Report, Signed
from referee.language.words import NOBODY, Seat, so_many
from referee.rules.options import Option, Variant
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
    worth,
)

POT = "pot"
BLITZ = 31


# Reports


class Knocks(Report):
    """a player knocks; every other player has one more turn"""


class DeclaresBlitz(Report, verb="declares blitz"):
    """a player shows 31 in one suit"""

    cards: Cards = ()

    @classmethod
    def options(cls, hand: ThirtyOne, seat: Seat) -> list[DeclaresBlitz]:
        tens = itertools.product(SUITS, itertools.combinations(("K", "Q", "J", "10"), 2))
        return [cls(who=seat), *(cls((Card("A", s), Card(a, s), Card(b, s)), who=seat) for s, (a, b) in tens)]


class Holds(Counted, labels={"what": "points in one suit", "what cards": "cards in hand"}, limits={"what": BLITZ}):
    """what a player's hand counts at the end, or its cards"""

    what: int | Literal["30.5"] | Cards  # type: ignore[assignment]

    @property
    def cards(self) -> Cards:
        return super().cards if isinstance(self.what, tuple) else ()

    @classmethod
    def options(cls, hand: ThirtyOne, seat: Seat) -> list[Holds]:
        halves = [cls("30.5", who=seat)] if 30.5 in threes(hand.counting) else []
        return [*cls.each(hand, seat, range(2, BLITZ + 1)), *halves]


class Scores(Report):
    """the markers a player lost, if nothing else of the hand is entered"""

    markers: Signed

    @classmethod
    def options(cls, hand: ThirtyOne, seat: Seat) -> list[Scores]:
        return [cls(Signed(-lost), who=seat) for lost in (hand.house["loss"], hand.house["knocker-loss"])]


@dataclass
class Markers(Standing):
    """The stakes of players who are out, and the pot the last one in has taken.

    For a hand entered only by its loser, also who lost, and what each tied player would lose.
    """

    stakes: dict[Seat, int] = field(default_factory=dict)
    taken: dict[Seat, int] = field(default_factory=dict)
    lost: list[Seat] = field(default_factory=list)
    may_lose: dict[Seat, int] = field(default_factory=dict)


@dataclass
class ThirtyOne(StockHand):
    """One hand. It is ``loose`` if a knock or a count is entered before any turn."""

    dealt_in: list[Seat] = field(default_factory=list)  # the players who are dealt in
    turn: Seat = NOBODY  # NOBODY if the hand is over
    upcard: Upcard | None = None
    begun: Draws | Takes | Discards | None = None  # the first report of a turn
    loose: bool = False
    knock: Knocks | None = None
    turns: Counter[Seat] = field(default_factory=Counter)  # turns each player has had
    shown: dict[Seat, DeclaresBlitz | Holds] = field(default_factory=dict)
    lost: dict[Seat, int] = field(default_factory=dict)

    @property
    def card_by_card(self) -> bool:
        return bool(self.upcard or self.begun)

    @property
    def blitzes(self) -> list[Seat]:
        return [seat for seat, report in self.shown.items() if isinstance(report, DeclaresBlitz)]

    @property
    def complete(self) -> bool:
        blitzes = self.blitzes
        if self.lost or not (blitzes or (self.knock and not (self.turn and self.card_by_card))):
            return bool(self.lost)
        return not self.untold() or bool(blitzes and self.begun and self.all_pay)

    def to_act(self) -> Seat:
        return self.turn

    def to_knock(self) -> tuple[Seat, ...]:
        if self.card_by_card or not (self.shown or self.knock):
            return (self.turn,)
        return () if self.knock else tuple(self.dealt_in)

    def to_blitz(self) -> tuple[Seat, ...]:
        """Everybody until the first draw; then the player whose turn it is."""
        if not self.begun:
            return tuple(self.dealt_in)
        return (self.turn,) if self.turn else ()

    def to_show(self) -> tuple[Seat, ...]:
        """The players whose hands are due, if no turn is."""
        return self.untold() if self.knock or self.shown else ()

    def untold(self) -> tuple[Seat, ...]:
        return tuple([seat for seat in self.dealt_in if seat not in self.shown])

    def count(self, report: DeclaresBlitz | Holds) -> float:
        """What a hand counts, as it was entered."""
        if isinstance(report, DeclaresBlitz):
            return BLITZ
        if isinstance(report.what, str):
            return float(report.what)
        return count(report.what, self.counting) if isinstance(report.what, tuple) else report.what

    @property
    def counting(self) -> Counting:
        alike = self.house["three-of-a-kind"]
        return Counting(self.house["count"] == "best", 0 if alike == "no" else float(alike))

    @property
    def all_pay(self) -> bool:
        """Whether a blitz costs every other player a marker."""
        return bool(self.house["blitz-pays"] == "all")

    def meant(self, report: Report, rank: Rank) -> list[Card]:
        if isinstance(report, Takes) and self.top:
            return [self.top] if self.top.rank == rank else []
        return super().meant(report, rank)


def still_in(hand: ThirtyOne) -> list[Seat]:
    return [seat for seat in hand.seats if hand.standing.balance[seat] >= 0]


# The hand


async def play_hand(hand: ThirtyOne) -> None:
    if hand.number == 1:
        for seat in hand.seats:
            hand.standing.balance[seat] += hand.house["markers"]
    await others_tied(hand)
    deal = await hand.deal(size=HAND)
    hand.dealt_in = still_in(hand) or list(hand.seats)
    hand.deal_out(deal.size or HAND, hand.dealt_in)
    hand.holdings = {seat: hand.holdings.get(seat, CountedHolding()) for seat in hand.seats}
    hand.upcard = await hand.ask_upcard(aside=True)
    pass_turn(hand, hand.dealer)
    hand.turns.clear()

    # Turns
    turns, last_turns = ask_turn(hand), ask_turn(hand, aside=True)
    knocks = hand.ask(hand.to_knock, Knocks, free=lambda: not hand.card_by_card)
    hands: Asks[Any] = hand.ask(hand.to_show, Holds, free=True)
    ends: Asks[Any] = hand.ask(hand.to_blitz, DeclaresBlitz, turn=blitz, free=lambda: not hand.begun, aside=True)
    ends |= hand.ask(None, Scores, aside=True) | the_rest(hand)
    last_hands, knocks_or_ends = hands | ends, knocks | ends
    while not hand.complete:
        if not hand.turn:
            asks = last_hands
        elif hand.card_by_card or hand.shown:
            asks = (turns if hand.card_by_card else hands) | knocks_or_ends
        else:
            asks = (last_turns if hand.knock else turns) | hands | knocks_or_ends
        take(hand, await asks)

    # Score
    hand.standing.lost = list(hand.lost)
    hand.standing.may_lose = may_lose(hand) if hand.lost else {}
    hand.lost = hand.lost or losses(hand)
    for seat, markers in hand.lost.items():
        lose(hand, seat, markers, hand.number)
    hand.next_dealer = NOBODY if hand.lost else hand.dealer


def ask_turn(hand: ThirtyOne, aside: bool = False) -> Asks[Any]:
    return hand.ask(hand.to_act, Draws, Takes, Discards, turn=turn_order, aside=aside)


def take(hand: ThirtyOne, report: Draws | Takes | Discards | Knocks | DeclaresBlitz | Holds | Scores | Rest) -> None:
    match report:
        case Draws() | Takes() | Discards():
            hand.turn, hand.begun = report.who, hand.begun or report
            take_turn(hand, report)
        case Rest():
            hand.upcard = hand.begun = hand.drew = None
            forget(hand)
        case Knocks():
            forget(hand)
            hand.knock = hand.knock or report
            pass_turn(hand, report.who)
        case DeclaresBlitz() | Holds():
            forget(hand)
            if report.who not in hand.blitzes:
                hand.shown[report.who] = report
            if hand.blitzes:
                hand.turn = NOBODY
            if report.cards:
                hand.show(report.who, report, report.cards)
        case _:
            forget(hand)
            hand.lost[report.who] = -report.markers


# Turns


def take_turn(hand: ThirtyOne, report: Draws | Takes | Discards) -> None:
    if isinstance(report, Discards):
        hand.lay(report, report.card)
        holding = hand.holdings[report.who]
        holding.blind += max(0, HAND - len(holding))  # a draw that wasn't entered
        if hand.loose:  # the pile may have been shuffled since
            hand.renew()
            hand.shuffles.clear()
        pass_turn(hand, report.who)
        return
    hand.drew = report
    if isinstance(report, Draws):
        hand.draw(report, *report.drawn(), at_once=False)
        return
    if report.card and not hand.top:
        hand.pile.pop()
        hand.turn_up(report, report.card)
    hand.take_pile(report, 1)


def pass_turn(hand: ThirtyOne, seat: Seat) -> None:
    """Gives the next player who is in the turn. Back at the knocker, the hand is over."""
    knocker = hand.knock.who if hand.knock else NOBODY
    hand.drew = None
    hand.turns[seat] += 1
    following = next(other for other in hand.around(hand.after(seat)) if other in hand.dealt_in or other == knocker)
    hand.turn = NOBODY if following == knocker else following


def forget(hand: ThirtyOne) -> None:
    """Forgets the deal if a knock or a hand is entered before any turn."""
    if not hand.card_by_card and not hand.loose:
        hand.loose = True
        hand.holdings = {seat: CountedHolding(blind=HAND) for seat in hand.seats}
        hand.seen, hand.pile, hand.shuffles = {}, [UNKNOWN], []


# Markers


def may_lose(hand: ThirtyOne) -> dict[Seat, int]:
    """The markers each player would lose, as far as is known. Zero for players who can't be lowest."""
    if hand.lost and hand.finished:
        return hand.lost
    counts = {seat: hand.count(report) for seat, report in hand.shown.items()}
    exempt = hand.blitzes if len(hand.blitzes) < len(hand.dealt_in) else []
    all_pay = bool(hand.all_pay and hand.blitzes)
    low = BLITZ if all_pay else min((count for seat, count in counts.items() if seat not in exempt), default=BLITZ)
    lost, knocked = hand.house["loss"], hand.house["knocker-loss"]
    knocker = hand.knock.who if hand.knock and not hand.blitzes else NOBODY
    alone = tied_knocker_saved(hand) and hand.lost
    return {
        seat: 0
        if seat in exempt or counts.get(seat, low) > low or (alone and (seat == knocker) != (knocker in hand.lost))
        else knocked
        if seat == knocker
        else lost
        for seat in hand.dealt_in
    }


def tied_knocker_saved(hand: ThirtyOne) -> bool:
    return bool(hand.house["tied-knocker"] == "saved")


def losses(hand: ThirtyOne) -> dict[Seat, int]:
    """The lowest lose markers. If that would leave nobody in, nobody loses."""
    lost = {seat: markers for seat, markers in may_lose(hand).items() if markers}
    if tied_knocker_saved(hand) and hand.knock and not hand.blitzes and len(lost) > 1:
        lost.pop(hand.knock.who, None)
    left = [seat for seat in hand.dealt_in if hand.standing.balance[seat] >= lost.get(seat, 0)]
    return lost if left else {}


def for_the_knock(hand: ThirtyOne, markers: int) -> bool:
    """Whether only a knocker loses this many markers."""
    return bool(markers == hand.house["knocker-loss"] != hand.house["loss"])


def lose(hand: ThirtyOne, seat: Seat, markers: int, of_hand: int) -> None:
    """Takes markers off a score."""
    balance = hand.standing.balance
    reports = [report for report in (hand.shown.get(seat), hand.knock) if report and report.who == seat]
    if (lost := min(markers, balance[seat] + 1)) > 0:
        knocked = for_the_knock(hand, markers)
        because = f"{seat} {'knocked and ' if knocked else ''}is lowest"
        if hand.all_pay and hand.blitzes:
            because = f"{' and '.join(hand.blitzes)} had a blitz"
        hand.book(seat, knocker_double if knocked else lowest_loses, -lost, because, *reports, hand=of_hand)


def settle(hand: ThirtyOne, last: ThirtyOne) -> None:
    """Moves the stake of a player who is out to the pot, and the pot to the last one in. A player who is in again gets
    the stake back.
    """
    left, stakes, taken = still_in(hand), hand.standing.stakes, hand.standing.taken

    def move(payer: str, payee: str, chips: int, rule: Rule, because: str) -> None:
        line = "last-in" if rule is last_in else "stake-lost"
        pay(hand, payer, payee, chips, rule, because, belongs_to=last.number, line=line)

    if taken and [*taken] != left:
        ((seat, chips),) = taken.items()
        taken.clear()
        move(seat, POT, chips, last_in, f"{seat} isn't the last player in")
    for seat in hand.seats:
        if seat not in left and seat not in stakes:
            stakes[seat] = last.house["stake"]
            move(seat, POT, stakes[seat], stake_lost, f"{seat} is out")
        elif seat in left and seat in stakes:
            move(POT, seat, stakes.pop(seat), stake_lost, f"{seat} is in again")
    if len(left) == 1 and not taken:
        taken[left[0]] = holds(hand, POT)
        move(POT, left[0], taken[left[0]], last_in, "the last player in")


async def others_tied(hand: ThirtyOne) -> None:
    """Accepts, until the next deal, more players who tied for lowest, if the hand was entered by its loser."""
    standing = hand.standing
    tied = hand.ask(None, Scores, aside=True, of_last=True).maybe()
    while standing.may_lose and (scores := await tied):
        if scores.who not in standing.lost:
            standing.lost.append(scores.who)
            lose(hand.as_last(), scores.who, -scores.markers, hand.number - 1)


def is_over(hand: ThirtyOne) -> bool:
    return len(still_in(hand)) < 2


def winners(hand: ThirtyOne) -> list[Seat]:
    """The players with the most markers who are in and haven't conceded."""
    standing = hand.standing
    return leaders({seat: standing.balance[seat] for seat in still_in(hand) if seat not in standing.conceded})


def share_pot(hand: ThirtyOne) -> None:
    """Shares the pot among the players with the most markers. Odd chips go round from the dealer's left."""
    around = hand.around(hand.after(hand.standing.dealer or hand.seats[-1]))
    if won := [seat for seat in around if seat in winners(hand)]:
        share(hand, POT, won, last_in, "play stopped early", line="pot-shared")


# Rules: turns

dealer_rotation = illegal("The deal passes to the left. It skips players who are out of the game.", turn=Deal)
turn_order = illegal(
    "The player on the dealer's left goes first, and play is clockwise.",
    turn=(Draws, Takes, Discards, Knocks),
)


@judges(turn_order)
def is_in(hand: ThirtyOne, report: Dealt | Knocks | DeclaresBlitz | Holds | Scores) -> str | None:
    return None if report.who in (hand.dealt_in or hand.standing.may_lose) else f"{report.who} is out of the game"


one_pack = impossible(
    "The deck has 52 cards, one of each. If you take the upcard, everyone knows that you have it until you discard"
    " it. When the stock is"
    " gone, shuffle the discard pile, except for the upcard, to make a new stock.",
    stock.fresh_upcard,
)
draw_discard = illegal(
    "On your turn, draw the top card of the stock or take the upcard. Then discard one card face up. That card is"
    " the new upcard.",
    asked="what do turn, draw discard, take upcard, take top, must discard, draw both, keep",
)


@judges(draw_discard)
def begins(hand: ThirtyOne, report: Draws | Takes) -> Reason | None:
    return has_drawn(hand, report.who)


def has_drawn(hand: ThirtyOne, seat: Seat) -> Reason | None:
    if not hand.drew or hand.drew.who != seat:
        return None
    return Reason(f"{seat} has already drawn ({at(hand.drew)}) and must discard", hand.drew)


@judges(draw_discard, one_pack)
def one_card(hand: ThirtyOne, draws: Draws) -> Answer:
    drawn = draws.number()
    wrong = None if drawn == 1 else f"{draws.who} must draw 1 card, not {drawn}"
    return {draw_discard: wrong, one_pack: enough_to_draw(hand, max(1, drawn))}


judges(one_pack)(stock.from_stock)


@judges(draw_discard, one_pack)
def is_upcard(hand: ThirtyOne, takes: Takes) -> Answer:
    if not hand.pile:
        return {one_pack: "there is no upcard"}
    if not takes.card or takes.card is hand.top:
        return None
    if not hand.top:
        return {one_pack: too_many(hand, Counter([takes.card]))}
    entered = hand.seen.get(takes.card, ())
    return dict.fromkeys((draw_discard, one_pack), Reason(f"the upcard is {hand.top.pretty}", *entered))


@judges(draw_discard)
def behind_the_draw(hand: ThirtyOne, discards: Discards) -> str | None:
    drawn = hand.drew and hand.drew.who == discards.who
    return None if drawn else f"{discards.who} must draw before discarding"


@judges(one_pack)
def from_hand(hand: ThirtyOne, discards: Discards) -> Reason | None:
    return can_part(hand, discards.who, (discards.card,))


# Rules: knocks

knock_first = illegal(
    "You may knock instead of taking your turn, but only before you draw.",
    asked="knock after draw, draw knock, draw then knock, when knock, knock instead, knock",
)
knock_once = illegal(
    "After a knock, each other player has one more turn, and can't knock. When play comes back to the knocker, the"
    " hand is over: all players show their cards.",
    asked="two knock, knock again, after knock, several knock, someone else knock, both knock, second knock, "
    "many turns after knock, turn after knock",
)


@judges(knock_first, knock_once)
def before_the_draw(hand: ThirtyOne, knocks: Knocks) -> Answer:
    knock = hand.knock
    return {
        knock_first: has_drawn(hand, knocks.who),
        knock_once: Reason(f"{knock.who} has already knocked ({at(knock)})", knock) if knock else None,
    }


@illegal(asked="knock first turn, knock right away, knock early, early knock, knock start, first round knock")
def knock_early(
    hand: ThirtyOne,
    knocks: Knocks,
    *,
    rounds: int = number(
        0,
        "turns you must have taken before you may knock",
        most=10,
        words={"0": "even on your first turn", "N": "only after {N:word turn} of your own"},
    ),
) -> str | None:
    """You may knock {rounds}."""
    had = hand.turns[knocks.who]
    return (
        f"{knocks.who} has had {so_many(had, 'turn')} and needs {rounds} before a knock"
        if hand.card_by_card and had < rounds
        else None
    )


# Rules: hands

blitz = illegal(
    "A blitz is 31 in one suit. Show it right after the deal, or on your turn after you draw. The hand is then over.",
    turn=DeclaresBlitz,
    asked="blitz, 31, thirty one, dealt 31, get 31",
)
hand_count = arithmetic("A hand is three cards. It counts from 2 to 31, never more.", place=Holds)
judges(hand_count, one_pack)(counted.as_dealt)
suit_count = worth(
    "An ace counts 11, a face card 10, any other card its number. {count}. Three of a kind counts {three_of_a_kind}.",
    count={
        "suit": "if two or three of your cards are of one suit, add those up; otherwise only your highest card counts",
        "best": "add up your cards of each suit; the best sum counts",
    },
    three_of_a_kind={"no": "nothing extra", "30": "30, if that is more", "30.5": "30½, if that is more"},
    asked="count, same suit, three same, three of a kind, ace worth, ace count, different suits, what count, "
    "cards worth, no suit, face worth",
)


def as_it_lies(hand: ThirtyOne) -> ThirtyOne:
    """What is known of the hands when one is shown."""
    twin = copy.copy(hand)
    forget(twin)
    return twin


@judges(blitz)
def in_time(hand: ThirtyOne, blitz: DeclaresBlitz) -> Reason | None:
    if not hand.begun or hand.drew:
        return None
    return Reason(f"cards have been drawn ({at(hand.begun)}), so {blitz.who} must draw first", hand.begun)


@judges(one_pack, hand_count, blitz, when="always")
def can_show(hand: ThirtyOne, report: DeclaresBlitz | Holds) -> Answer:
    """Cards shown must fit those known to be in the hand. A number must be one that some possible cards count."""
    hand, before = as_it_lies(hand), hand.shown.get(report.who)
    who, cards, holding, total = report.who, report.cards, hand.holding(report.who), hand.count(report)
    rule = blitz if isinstance(report, DeclaresBlitz) else hand_count
    broken: dict[Rule, str] = {}
    totals = {
        seat: hand.count(entered) for seat, entered in ({who: report} | hand.shown).items() if seat != who or not cards
    }
    kept = [card for card in holding.known if card not in cards]
    if cards and (why := can_part(hand, who, cards, sized=False)):
        broken[one_pack] = why
    elif cards and len(kept) > max(0, len(holding) - HAND):
        broken[one_pack] = Reason(
            f"{who} also has {kept[0].pretty} ({at(holding.reports[kept[0]])})", holding.reports[kept[0]]
        )
    if cards and len(cards) != HAND:
        broken[rule] = f"a hand is {HAND} cards, not {len(cards)}"
    elif cards and count(cards, hand.counting) != total:
        broken[rule] = f"{listed(cards)} count {count(cards, hand.counting)}"
    elif total not in (possible := threes(hand.counting)):
        broken[rule] = f"three cards count {min(possible)} to {BLITZ}, not {total}"
    elif before and hand.count(before) != total:
        broken[rule] = cannot_happen(f"{who} has {hand.count(before)} ({at(before)}), not {total}", before)
    elif not broken and not can_lie([[mask(cards)]] * bool(cards) + ways(hand, totals)):
        left = "the cards left can't make the other totals" if cards else "the cards left can't make it"
        broken[rule] = Reason(f"{who} can't have {listed(cards) if cards else total}: {left}", *holding.proof)
    return broken


def ways(hand: ThirtyOne, totals: Mapping[Seat, float]) -> list[list[int]]:
    """The three cards, as masks, with which each of these players may have their count."""
    unseen, shuffled = mask(hand.unseen()), [mask(+shuffle.cards) for shuffle in hand.shuffles]
    unseen &= ~sum(shuffled)
    choices = []
    for seat, total in totals.items():
        holding, drawn = hand.holding(seat), [shuffle.drawn[seat] for shuffle in hand.shuffles]
        unknown = sum(cards for cards, number in zip(shuffled, drawn, strict=True) if number)
        if holding.blind > sum(drawn):
            unknown |= unseen
        choices.append(
            lots(total, hand.counting, mask(holding.known), unknown, holding.blind, max(0, len(holding) - HAND))
        )
    return choices


# Rules: markers

lowest_loses = worth(
    "The player with the lowest hand loses {loss:word marker}. If players tie for lowest, all of them lose. After a"
    " blitz, {blitz_pays}.",
    lines="lost",
    blitz_pays={"lowest": "only the lowest of the others loses", "all": "everybody else loses"},
    loss=number(1, "markers the lowest hand loses", least=1),
    asked="who lose, lowest, tie lowest, two/both/several lowest, tie, same, lose marker",
)
knocker_double = arithmetic(
    "If you knocked and are lowest, you lose {knocker_loss:word marker} instead of {loss:word}. That doesn't apply if"
    " somebody showed a blitz after your knock. If you knocked and are tied for lowest, you {tied_knocker}.",
    lines="lost",
    tied_knocker={"loses": "still lose {knocker_loss:word}", "saved": "lose nothing"},
    place=Scores,
    loss=1,
    knocker_loss=number(2, "markers you lose if you knocked and are lowest", least=1),
    asked="knock lowest, knocker lose, knock lose two, knock lose, knock tie, knock last, wrong knock, lose 2",
)


@judges(knocker_double, when="always")
def can_lose(hand: ThirtyOne, scores: Scores) -> str | None:
    markers = (may_lose(hand) if hand.dealt_in else hand.standing.may_lose).get(scores.who, 0)
    if scores.markers == -markers:
        return None
    if not markers:
        return f"{scores.who} isn't lowest, as far as is known"
    knocked = "knocked" if for_the_knock(hand, markers) else "didn't knock"
    return f"{scores.who} {knocked}, and loses {markers}"


grace = worth(
    "Each player starts with {markers:word marker}. Your score is the markers you have left. You stay in after you"
    " lose your last one. If you then lose"
    " again, you are out.",
    markers=number(4, "markers at the start", least=1, fixed="everybody started with them"),
    asked="lose last marker, no markers, out game, when out, free ride, on the county, last life, many lives, "
    "many markers, no lives left, when am out",
)
stake_lost = worth(
    "If you are out of the game, you pay your stake of {stake:chip} into the pot.",
    stake=number(1, "chips each player risks", least=0),
    asked="stake, what pay out, chip",
)
last_in = worth(
    "The last player left wins, and takes the pot. If you stop early, the players with the most markers share the pot.",
    lines=("last-in", "pot-shared"),
    asked="who win, pot, win game, when over, end",
)


GAME = Game(
    slug="thirty-one",
    name="Thirty-One",
    summary="Collect up to 31 in one suit. The lowest hand loses a marker, and the last player left wins.",
    family="drawing",
    players=range(2, 17),
    pack=Pack(),
    hand=ThirtyOne,
    play=play_hand,
    over=is_over,
    out=lambda hand: [seat for seat in hand.seats if seat not in still_in(hand)],
    settle=settle,
    when_over=lambda hand: hand.ask(None, Deal),
    deal_passes=False,
    winners=winners,
    verbs={
        Deal: "to start, and after a hand is over",
        Upcard: "after the deal",
        Draws: "to start a turn, from the stock",
        Takes: "to start a turn, with the upcard",
        Discards: "to end a turn",
        Knocks: "instead of a turn",
        DeclaresBlitz: "before the first draw, or on your turn after you draw",
        Holds: "when the hand is over, for each player who is in and didn't show a blitz",
        Rest: IN_NUMBERS,
        Scores: "instead of turns or counts; if players tied, enter the others before the next deal",
    },
    pack_rule=one_pack,
    options=(
        Option(
            "count",
            "suit",
            "two or three cards of one suit always count together, or the suit with the best sum counts",
            (suit_count,),
            choices=("suit", "best"),
        ),
        Option(
            "three-of-a-kind",
            "no",
            "what three of a kind counts, if your suit doesn't count more",
            (suit_count,),
            choices=("no", "30", "30.5"),
        ),
        Option(
            "blitz-pays",
            "lowest",
            "who loses a marker to a blitz: the lowest of the others, or everybody else",
            (lowest_loses,),
            choices=("lowest", "all"),
        ),
        Option(
            "tied-knocker",
            "loses",
            "whether a knocker who is tied for lowest loses or is safe",
            (lowest_loses, knocker_double),
            choices=("loses", "saved"),
        ),
    ),
    variants=(
        Variant("three-of-a-kind", "Three of a kind counts 30½.", "three-of-a-kind=30.5"),
        Variant("all-pay", "A blitz costs everybody else a marker.", "blitz-pays=all"),
        Variant("three-lives", "Each player starts with three markers.", "markers=3"),
        Variant("best-suit", "Your best suit counts, even if that is a single card.", "count=best"),
        Variant("saved-knocker", "If you knocked and are tied for lowest, you lose nothing.", "tied-knocker=saved"),
        Variant("no-early-knock", "You can't knock on your first turn.", "rounds=1"),
        Variant("cheap-knock", "If you knocked and are lowest, you lose no more than others would.", "knocker-loss=1"),
    ),
    facts={
        "pot": Fact(lambda hand: holds(hand, POT), "its chips"),
        "in": Fact(lambda hand: len(still_in(hand)), "how many players are still in"),
        "knocker": Fact(lambda hand: hand.knock.who if hand.knock else None, "who knocked"),
        "stock": Fact(lambda hand: None if hand.loose else hand.stock, "cards in the stock"),
        "top": Fact(top_card, "the top card of the discard pile"),
        "hand": Fact(lambda hand: hand.number, "its number"),
    },
    asked=(Fact(lambda hand: hand.standing.balance, "markers", "markers left", "lives", "lives left"),),
    standing=Markers,
    accounts=(POT,),
    chips="beside",
    deal_out=take_up,
    closing=share_pot,
    now=lambda hand: [f"upcard {hand.top.pretty}"] if hand.top else [],
    at_a_glance=(
        Glance("cards dealt to each player", HAND, hand_count),
        card_values(lambda card: VALUES[card.rank], suit_count),
        Glance("blitz", BLITZ, blitz),
        Glance("markers each", lambda table: table.house["markers"], lowest_loses),
        Glance("stake", lambda table: table.house["stake"], stake_lost),
    ),
    short_form=(
        "Type `deal`, then who `knocks` or `declares blitz`, and what each player `holds`. Or type only who lost:"
        " `Ben scores -1`, or `Ben scores -2` for a knocker. If you stop entering plays in the"
        " middle of a hand, type `rest` before the totals."
    ),
    phrases={
        "thirty one": "declares blitz",
        "31": "declares blitz",
        "blitz": "declares blitz",
    },
    example=Example(
        "Ann Ben Cat",
        ("deal", "Ben knocks", "Ann holds 20; Ben holds 25; Cat holds 18"),
        "Ann 4, Ben 4, Cat 3",
    ),
    rulings=(
        "Two cards of one suit count even if the third card alone is higher, unless you play with `count=best`.",
        "A knocker who loses along with others still loses as a knocker.",
        "If somebody shows a blitz after a knock, nobody loses extra for the knock.",
        "Several players may show a blitz right after the deal. If every player does, all are tied for lowest.",
        "A knocker with too few markers for the loss is out.",
        Open(
            "If a tie would put everybody out, nobody loses, and the same dealer deals again.",
            "all lowest, all same, everyone tie, everybody out",
        ),
        "If you type `end`, the players with the most markers win and share the pot. Odd chips go to them one at a"
        " time, starting on the dealer's left.",
    ),
    edition=2,
)
