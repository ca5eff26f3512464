"""Écarté: exchange cards as often as both players agree, then win three of the five tricks."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import Any, Literal

from referee.cards import SUIT_NAMES, Card, Pack, Rank, Suit, those_named
from referee.game.asks import NOTHING, Asks, at, bar
from referee.game.common_reports import Deal, Dealt
from referee.game.findings import Offence
from referee.game.game import Example, Fact, Game, Glance, Outcome
from referee.kit import tricks
from referee.kit.endings import reached
from referee.kit.evidence import Charge, Void, accuse, charges
from referee.kit.exchanges import Changed, Changes, Lack, can_be_laid
from referee.kit.holdings import fresh
from referee.kit.messages import doubt_in_words, entered_before, lines
from referee.kit.tricks import Plays, Takes, Trick, TrickHand
from referee.language.reports import Blind, Report
from referee.language.words import NOBODY, Seat, so_many, so_often
from referee.rules.options import Option, Variant
from referee.rules.rule import (
    Answer,
    Open,
    Reason,
    Rule,
    cannot_happen,
    illegal,
    impossible,
    judges,
    miscounted,
    number,
    unclear,
    unjudged,
    worth,
)

ORDER = ("K", "Q", "J", "A", "10", "9", "8", "7")
KING = Rank("K")

# Reports


class Upcard(Report, speaker="none", bare=True):
    """the card turned up, or just its rank if it is a king"""

    card: Card


class Proposes(Report, also=("asks", "begs")):
    """the non-dealer proposes an exchange"""


class Stays(Report, also=("stands",)):
    """the non-dealer plays without another exchange"""


class Accepts(Report, also=("agrees", "gives")):
    """the dealer accepts the exchange"""


class Refuses(Report, also=("declines", "rejects")):
    """the dealer refuses the exchange"""


class Discards(Changes):
    """the cards a player discards, or their number"""

    @classmethod
    def options(cls, hand: Ecarte, seat: Seat) -> Iterator[Discards]:
        size, held = hand.house["hand-size"], hand.may_hold(seat, thrown=True)
        yield from (cls(count, who=seat) for count in range(size + 1))
        for count in range(1, size + 1 if len(held) == size else 2):
            yield from (cls(Blind(cards), who=seat) for cards in itertools.combinations(held, count))


class Draws(Changes):
    """the cards a player draws, or their number"""

    @classmethod
    def options(cls, hand: Ecarte, seat: Seat) -> Iterator[Draws]:
        yield from (cls(count, who=seat) for count in range(hand.house["hand-size"] + 1))
        yield from (cls(Blind((card,)), who=seat) for card in hand.unseen() if hand.holder(card) is None)


class Shows(Report, bare=True):
    """the king of trumps, shown to the opponent"""

    card: Card

    @classmethod
    def options(cls, hand: Ecarte, seat: Seat) -> Iterator[Shows]:
        yield cls(Card(KING), who=seat)
        yield from (cls(card, who=seat) for card in hand.pack if card.rank == KING)


Stage = Literal["choice", "answer", "accepted", "change", "spent", "empty", "play"]


@dataclass
class Ecarte(TrickHand):
    """One deal of Écarté.

    ``stage`` is the non-dealer's choice, the dealer's answer, the exchange, the end of the stock, or the play.
    """

    upcard: Upcard | None = None
    king: Shows | None = None
    stage: Stage = "choice"
    asked: Seat = NOBODY  # whose answer to a proposal is next
    declined: bool = False  # so the non-dealer plays without an exchange, even if nobody reports it
    thrown: list[Seat] = field(default_factory=list)  # who has discarded in this exchange
    undrawn: dict[Seat, Discards] = field(default_factory=dict)  # discards whose draws may be entered
    exchanges: int = 0
    stock_told: bool = True
    stock_most: int = 0  # its number of cards, or the highest it can be
    vulnerable: Seat = NOBODY
    begun: bool = False  # a card was played
    won: bool = False  # by scoring for a king
    played: set[Seat] = field(default_factory=set)
    hidden_hands: dict[Seat, Changed] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.stock_most = self.whole_stock

    @property
    def whole_stock(self) -> int:
        """Cards left after both hands are dealt and one card is turned up."""
        return len(self.pack) - 2 * int(self.house["hand-size"]) - 1

    @property
    def stock(self) -> int | None:
        """Cards left to draw, or None if an exchange wasn't fully entered."""
        return self.stock_most if self.stock_told else None

    def height(self, card: Card) -> int:
        return -ORDER.index(card.rank)

    def to_throw(self) -> tuple[Seat, ...]:
        return self.next_behind(self.thrown)

    def prevented_by(self, seat: Seat) -> None:
        """Records that SEAT prevented an exchange."""
        if not self.exchanges:
            self.vulnerable = seat

    def to_draw(self) -> tuple[Seat, ...]:
        return tuple(self.undrawn)

    @property
    def changing(self) -> bool:
        """Whether an exchange was proposed that counts as made if a card is played or shown now."""
        return self.stage in ("answer", "accepted", "change")

    def changing_unnamed(self, report: Stays | Refuses) -> bool:
        """Whether a report implies that cards were exchanged and nobody entered which."""
        return self.stage == "accepted" or (self.stage == "answer" and isinstance(report, Stays))

    # What is known of the cards

    def holder(self, card: Card) -> tuple[Seat, Report] | None:
        """Who had a card, and the report of it, so nobody else can have it."""
        for seat, holding in self.hidden_hands.items():
            if report := holding.reports.get(card):
                return seat, report
        return None

    def laid(self, holdings: Mapping[Seat, Changed], lacking: bool = False) -> bool:
        """Whether these hands are possible, and also possible if everybody was ``lacking`` what their plays imply."""
        return can_be_laid([card for card in self.pack if card not in self.seen], holdings, lacking)

    def without(self, seat: Seat, *cards: Card, thrown: bool = False) -> dict[Seat, Changed] | None:
        """The hands after SEAT played or discarded these cards, or None if SEAT can't have had them.

        If the cards disprove something that SEAT seemed to lack, that is dropped.
        """
        holding = self.hidden_hands[seat].copy()
        if not thrown and self.changing and seat not in self.thrown:
            holding.change_unnamed(self.stock_most)
        holding.lacks = [lack for lack in holding.lacks if lack.cards.isdisjoint(cards)]
        holdings = self.hidden_hands | {seat: holding}
        return holdings if all(holding.leave(card) for card in cards) and self.laid(holdings) else None

    def may_hold(self, seat: Seat, thrown: bool = False) -> list[Card]:
        left = [card for card in self.unseen() if (holder := self.holder(card)) is None or holder[0] == seat]
        return [card for card in left if seat in self.hidden_hands and self.without(seat, card, thrown=thrown)]

    def known(self, seat: Seat) -> list[Card]:
        entered = self.hidden_hands[seat].reports if self.hidden_hands else ()
        return [card for card in entered if must_be_there(self, self.hidden_hands, seat, card)]

    def meant(self, report: Report, rank: Rank) -> list[Card]:
        if isinstance(report, (Discards, Plays)):
            possible = self.may_hold(report.who, thrown=isinstance(report, Discards))
        else:
            possible = [card for card in self.unseen() if self.holder(card) is None]
        return [card for card in possible if card.rank == rank]

    # Who should have played another card

    def lacking(self, play: Plays) -> list[Lack]:
        """What a player who keeps the rules can't have, judging by the card played second and the rules in force.

        If you needn't follow suit, you needn't trump either while you may have a card of the suit led.
        """
        lacks = self.book_lacking(play)
        first = lacks[0] if lacks else None
        if first and first.rule is follow_suit and not self.enforces(follow_suit):
            lacks = [] if any(self.may_have(play, first.cards)) else lacks[1:]
        return [lack for lack in lacks if self.enforces(lack.rule)]

    def may_have(self, play: Plays, cards: Collection[Card]) -> Iterator[Card]:
        """Those of some cards that a player may have, besides the one just played."""
        holdings = self.without(play.who, play.card) or {}
        for card in {*cards}.intersection(self.unseen()) - {play.card} if holdings else ():
            holding = holdings[play.who].copy()
            if holding.show(play, card) and self.laid(holdings | {play.who: holding}):
                yield card

    def book_lacking(self, play: Plays) -> list[Lack]:
        if not self.trick or self.trump is None or self.trick[0].who == play.who:
            return []
        lead = self.trick[0].card
        of_suit = frozenset([card for card in self.pack if card.suit == lead.suit])
        if play.card.suit == lead.suit:
            higher = frozenset([card for card in of_suit if self.height(card) > self.height(lead)])
            return [] if play.card in higher else [Lack(play, head_trick, higher)]
        follow = Lack(play, follow_suit, of_suit)
        if play.card.suit == self.trump:
            return [follow]
        trumps = frozenset([card for card in self.pack if card.suit == self.trump])
        return [follow, Lack(play, must_trump, trumps)]

    def note_suit(self, play: Plays) -> None:
        """Removes a card from the hand. Notes what it implies about the other cards and about earlier plays."""
        holding, lacking = self.hidden_hands[play.who], self.lacking(play)
        known = any(Offence(play.who, lack.rule.finding, play.line) in self.proven for lack in lacking)
        right = not known and not does_what_is_due(self, play)
        self.disprove(play, play.card)
        if right:
            holding.lacks += lacking
        holding.leave(play.card)

    def disprove(self, report: Report, card: Card) -> None:
        """Records the breaches of a player who turns out to have had this card."""
        holding = self.hidden_hands[report.who]
        for lack in [lack for lack in holding.lacks if card in lack.cards]:
            if lack in holding.lacks:
                self.blame(report.who, lack, f"{report.who} had {card.pretty}", report)

    def prove(self, report: Report) -> None:
        """Records who must have broken a rule, or who may have if one of two players must."""
        doubted = [lack for holding in self.hidden_hands.values() for lack in holding.lacks]
        charged = [*map(self.narrowed, charges(doubted, self.stand, lambda lack: lack.play.who))]
        for lack in [lack for charge in charged if charge.sure for lack in charge.doubted]:
            self.forget(lack)
        accuse(
            self, [charge._replace(doubted=[as_void(lack) for lack in charge.doubted]) for charge in charged], report
        )

    def stand(self, believed: Collection[Lack]) -> bool:
        """Whether all these plays may have been right. A player with the suit led didn't have to trump."""
        followed = {lack.play for lack in believed if lack.rule is follow_suit}
        counts = [lack for lack in believed if lack.rule is not must_trump or lack.play in followed]
        holdings = self.hidden_hands.items()
        lacking = {
            who: replace(holding, lacks=[other for other in holding.lacks if other in counts])
            for who, holding in holdings
        }
        return self.laid(lacking, lacking=True)

    def narrowed(self, charge: Charge) -> Charge:
        """Drops a revoke that the cards rule out from a charge about a single play."""
        if charge.sure or len({lack.play for lack in charge.doubted}) > 1:
            return charge
        may_be = [lack for lack in charge.doubted if lack.rule is not follow_suit or self.may_have_had(lack)]
        return Charge(may_be, len(may_be) == 1)

    def may_have_had(self, lack: Lack) -> bool:
        """Whether a player may have had a card whose absence made a play right."""
        holding = self.hidden_hands[lack.play.who]
        if any(lack in before for _, before in holding.untold):
            return True
        for card in lack.cards & set(self.unseen()):
            twin = holding.copy()
            if twin.show(lack.play, card) and self.laid(self.hidden_hands | {lack.play.who: twin}):
                return True
        return False

    def blame(self, seat: Seat, lack: Lack, why: str, report: Report) -> None:
        """Records a breach. The play then implies nothing about the hand."""
        self.forget(lack)
        name, card = lack.rule.finding, lack.play.card
        self.find(name, seat, f"{why} but played {card.pretty} ({at(lack.play)})", lack.play, report)

    def forget(self, lack: Lack) -> None:
        """Drops what a wrong play implied. If the player had the suit led, that player needn't have trumped."""
        holding = self.hidden_hands[lack.play.who]
        with_it = [other for other in holding.lacks if other.play is lack.play and lack.rule is follow_suit]
        holding.lacks = [other for other in holding.lacks if other is not lack and other not in with_it]

    def take_unnamed(self, who: Seat, tricks: int) -> None:
        for seat in self.seats:
            self.hidden_hands[seat].play_without_name(tricks - any(play.who == seat for play in self.trick))
            self.played.add(seat)
        super().take_unnamed(who, tricks)


def must_be_there(hand: Ecarte, holdings: Mapping[Seat, Changed], seat: Seat, card: Card) -> bool:
    """Whether a card can't have been discarded or played unseen."""
    return not hand.laid(lacking_only(holdings, seat, Lack(Plays(card), None, frozenset((card,)))), lacking=True)


def lacking_only(holdings: Mapping[Seat, Changed], seat: Seat, *lacks: Lack) -> dict[Seat, Changed]:
    """The hands if nobody lacks anything except this."""
    return {who: replace(holding, lacks=[*lacks] if who == seat else []) for who, holding in holdings.items()}


def as_void(lack: Lack) -> Void:
    return Void(lack.play.who, Suit(wanted(lack)), lack.play, lack.rule.finding)


def wanted(lack: Lack) -> str:
    """The kind of card that a player had none of."""
    if lack.rule is must_trump:
        return "a trump"
    suit = SUIT_NAMES[next(iter(lack.cards)).suit]
    return f"higher {suit}" if lack.rule is head_trick else suit


# The hand


async def play_hand(hand: Ecarte) -> None:
    size: int = hand.house["hand-size"]
    await hand.deal(size=size, sized=deal_alternates)
    hand.size, hand.leader = hand.house["hand-size"], hand.eldest
    hand.taken = dict.fromkeys(hand.seats, 0)
    hand.hidden_hands = {seat: Changed.dealt(hand.size) for seat in hand.seats}
    asks_at = cache(partial(asks, hand))
    turning = hand.ask(None, Upcard, aside=True)
    # Playing at once needn't be entered; entered late, it may imply that cards were exchanged.
    staying = hand.ask(hand.eldest, Stays, turn=proposal, aside=True)
    drawing = hand.ask(hand.to_draw, Draws, aside=True, free=True)

    while hand.tricks_left:
        waiting = asks_at(hand.stage)
        if not hand.begun:
            waiting |= drawing if hand.upcard and not hand.upcard.card.is_bare else drawing | turning
            waiting |= staying if hand.stage in ("spent", "empty", "answer") or hand.declined else NOTHING
        match await waiting:
            case Upcard() as upcard:
                turn_up(hand, upcard)
            case Shows() as shows:
                begin_play(hand)
                show_king(hand, shows)
            case Plays() as play:
                begin_play(hand)
                hand.begun = True
                hand.played.add(play.who)
                hand.put(play)
            case Takes(tricks) as takes if tricks:
                begin_play(hand)
                hand.begun = True
                hand.take_unnamed(takes.who, tricks)
            case told:
                exchange(hand, told)
        if hand.won:
            return

    # Score
    winner = max(hand.seats, key=lambda seat: hand.taken[seat])
    took = hand.taken[winner]
    because = {majority: so_many(took, "trick"), all_tricks: "every trick"}
    for rule, points in brings(hand, took, vulnerable=hand.vulnerable == hand.after(winner)):
        hand.book(winner, rule, points, because.get(rule, f"{hand.vulnerable} was vulnerable"))


def brings(hand: Ecarte, took: int, *, vulnerable: bool) -> Iterator[tuple[Rule, int]]:
    """What the majority of the tricks scores, by rule, with the opponent vulnerable or not."""
    every = took == hand.house["hand-size"]
    yield majority, majority(hand)
    if every:
        yield all_tricks, all_tricks(hand)
    if vulnerable and not (every and hand.house["vole"] == "alone"):
        yield vulnerable_bonus, vulnerable_bonus(hand)


def choice_brings(hand: Ecarte, choice: Stays | Refuses) -> Iterator[Outcome]:
    """What either player would score if no cards are exchanged anymore, or none at all."""
    who, size = choice.who, hand.house["hand-size"]
    vulnerable = hand.vulnerable if hand.exchanges or hand.declined or hand.changing_unnamed(choice) else who
    for winner in (who, hand.after(who)):
        for least, most in ((size // 2 + 1, size - 1), (size, size)):
            lines = [*brings(hand, most, vulnerable=vulnerable == hand.after(winner))]
            tricks = f"{least} or {most}" if most == least + 1 else f"{least} to {most}" if most > least else str(most)
            points = sum(points for _, points in lines)
            yield Outcome(f"{winner} takes {tricks}", {winner: points}, tuple(rule for rule, _ in lines))


def asks(hand: Ecarte, stage: Stage) -> Asks[Any]:
    """The asks for a stage. A card played ends the exchanges, whether they were fully entered or not."""
    asked, untold = lambda: hand.asked or hand.dealer, stage not in ("spent", "empty", "play")
    proposing = hand.ask(hand.eldest, Proposes, Stays, turn=proposal, aside=stage == "accepted")
    refusing = hand.ask(asked, Refuses, turn=proposal, aside=stage in ("choice", "accepted"))
    throwing = hand.ask(hand.to_throw, Discards, turn=exchange_order, aside=stage in ("answer", "spent"))
    no_more = bar(stock_empty, "the stock is empty", Proposes, Accepts, Refuses, Discards)
    playing: Asks[Any] = (
        hand.ask(hand.to_play, Plays, turn=lead_order, free=hand.open_lead, aside=untold)
        | hand.ask(None, Trick, Takes, aside=True)
        | hand.ask(lambda: to_show(hand), Shows, aside=True, free=True)
    )
    match stage:
        case "choice":
            return proposing | refusing | playing
        case "answer":
            return hand.ask(lambda: hand.asked, Accepts) | refusing | throwing | playing
        case "accepted":
            return throwing | proposing | refusing | playing
        case "change":
            return throwing | playing
        case "spent":
            return playing | throwing | no_more
        case "empty":
            return playing | no_more
        case "play":
            return playing


# The upcard and showing the king


def to_show(hand: Ecarte) -> tuple[Seat, ...]:
    """The players who may still show the king."""
    return hand.all_but(hand.played if hand.enforces(king_time) else ())


def turn_up(hand: Ecarte, upcard: Upcard) -> None:
    first, hand.upcard = hand.upcard is None, upcard
    if not upcard.card.is_bare:
        hand.trump = upcard.card.suit
        hand.tell(upcard, upcard.card)
        if hand.king:
            hand.hidden_hands[hand.king.who].show(hand.king, Card(KING, hand.trump))
    if upcard.card.rank == KING and first:
        king_scores(hand, hand.dealer, turned_king, turned_king(hand), upcard)


def show_king(hand: Ecarte, shows: Shows) -> None:
    hand.king = shows
    hand.trump = hand.trump or shows.card.suit or None
    if hand.trump:
        king = Card(KING, hand.trump)
        hand.hidden_hands[shows.who].show(shows, king)
        hand.disprove(shows, king)
    king_scores(hand, shows.who, king_shown, hand.house["king"], shows)


def king_scores(hand: Ecarte, who: Seat, rule: Rule, points: int, report: Report) -> None:
    """Scores for a king. The points may win the game."""
    hand.book(who, rule, points, report.text, report)
    hand.won = hand.standing.balance[hand.side(who)] >= hand.house["target"]


def take_up(hand: Ecarte, dealt: Dealt) -> None:
    cards = those_named(dealt.cards)
    hand.hidden_hands[dealt.who] = Changed.dealt(len(dealt.cards), *cards, told=dealt)
    hand.stock_most -= len(dealt.cards) - hand.size


# Exchanges


def exchange(hand: Ecarte, report: Report) -> None:
    match report:
        case Proposes():
            if hand.stage == "accepted":
                change_unnamed(hand)
            hand.asked, hand.stage = hand.after(report.who), "answer"
        case Accepts():
            hand.stage = "accepted"
        case Stays() if hand.declined:
            hand.declined = False
        case Stays() | Refuses():
            if hand.changing_unnamed(report):
                change_unnamed(hand)
            hand.declined = isinstance(report, Refuses)
            hand.prevented_by(report.who)
            close_exchanges(hand)
        case Discards():
            throw(hand, report)
        case Draws():
            draw(hand, report)


def throw(hand: Ecarte, report: Discards) -> None:
    """Applies discards: the non-dealer's, then the dealer's. Then the non-dealer chooses again while cards are left."""
    hand.hidden_hands[report.who].change(report.named, report.count)
    hand.tell(report, *report.named)
    hand.undrawn[report.who] = report
    hand.asked = NOBODY
    hand.stock_most = max(0, hand.stock_most - report.count)
    hand.thrown.append(report.who)
    both = not hand.to_throw()
    if hand.stage != "spent" and (both or not hand.stock_most):
        hand.exchanges += 1
    if both:
        hand.thrown.clear()
    if hand.stock_most:
        hand.stage = "choice" if both else "change"
    else:
        hand.stage = "empty" if both else "spent"


def draw(hand: Ecarte, report: Draws) -> None:
    """Applies cards drawn. If the table keeps a wrong number, the hand has that many."""
    holding, thrown = hand.hidden_hands[report.who], 0
    if discards := hand.undrawn.pop(report.who, None):
        thrown = discards.count
    else:
        holding.change((), 0)
    holding.draw(report, report.named, report.count, thrown)
    hand.stock_most = max(0, hand.stock_most - report.count + thrown)


def begin_play(hand: Ecarte) -> None:
    """Starts the play. A proposal that wasn't refused led to an exchange."""
    if hand.stage == "choice":
        hand.prevented_by(hand.eldest)
    elif hand.changing:
        change_unnamed(hand)
    hand.declined = False
    close_exchanges(hand)


def close_exchanges(hand: Ecarte) -> None:
    hand.stage = "empty" if hand.stage in ("spent", "empty") else "play"


def change_unnamed(hand: Ecarte) -> None:
    """Applies an exchange for which nobody, or only the non-dealer, entered the discards."""
    for seat in hand.seats:
        if seat not in hand.thrown:
            hand.hidden_hands[seat].change_unnamed(hand.stock_most)
    hand.thrown.clear()
    hand.stock_told = False
    hand.exchanges += 1


# Rules: the deal

deal_alternates = illegal(
    "The deal alternates. Each player gets {hand_size:word card}. Turn the next card face up: its suit is trump.",
    turn=Deal,
    hand_size=number(5, "cards dealt to each player, an odd number", least=3, most=13, step=2),
    asked="many cards",
)
one_pack = impossible("The deck has 32 cards, seven to ace, one of each. The card turned up can't be drawn.")


@judges(one_pack)
def as_many_dealt(hand: Ecarte, dealt: Dealt) -> str | None:
    size = hand.house["hand-size"]
    if len(dealt.cards) != size and dealt.who not in hand.dealt:
        why = f"{dealt.who} must be dealt {size} cards, not {len(dealt.cards)}"
        return miscounted(why) if len(dealt.cards) <= size + hand.stock_most else cannot_happen(why)
    return entered_before(hand, dealt) or fresh(hand, *dealt.cards)


turned_king = worth(
    "If the card turned up is a king, the dealer scores {turned_king} at once.",
    lines="turned-king",
    turned_king=1,
    asked="king turned up, turn up king, dealer king",
)


# Rules: the exchange

proposal = illegal(
    "The non-dealer plays at once or proposes an exchange. The dealer may accept or refuse. After each exchange"
    " the non-dealer may propose another, {exchanges}.",
    turn=(Proposes, Stays, Accepts, Refuses),
    exchanges={
        "none": "as long as the stock has cards",
        "N": "but cards can't be exchanged more than {N:times} in a hand",
    },
    asked="propose, ask exchange, refuse, accept, decline, exchange again, change cards, may exchange, "
    "say no exchange, dealer refuse, second exchange",
)


@judges(proposal)
def may_change_again(hand: Ecarte, report: Proposes | Refuses) -> str | None:
    """Whether another exchange is allowed. A refusal implies a proposal."""
    most: int | None = hand.house["exchanges"]
    if most is None or hand.stage == "answer" or hand.exchanges + (hand.stage == "accepted") < most:
        return None
    return f"cards can be exchanged only {so_often(most)} in a hand"


exchange_order = illegal(
    "In an exchange, you may discard any number of cards, even none. Then draw the same number from the stock."
    " The non-dealer goes first.",
    turn=(Discards, Draws),
    asked="many change, who change first, discard none, change cards before/first, many discard,"
    " how many cards exchange",
)


@judges(one_pack)
def as_many_as_held(hand: Ecarte, discards: Discards) -> str | None:
    holds = hand.hidden_hands[discards.who].size
    return (
        None if 0 <= discards.count <= holds else f"{discards.who} has {so_many(holds, 'card')}, not {discards.count}"
    )


stock_limit = illegal(
    "You can't discard more cards than the stock has left. The non-dealer draws before the dealer.",
    asked="more than stock",
)
stock_empty = illegal("When the stock is empty, there are no more exchanges.", asked="stock empty")


@judges(stock_limit, stock_empty)
def in_stock(hand: Ecarte, discards: Discards) -> Answer:
    left = hand.stock_most
    if discards.count <= left:
        return None
    if not left:
        return dict.fromkeys((stock_limit, stock_empty), "the stock is empty")
    return {stock_limit: f"the stock has only {left} card{'s' * (left != 1)} left, not {discards.count}"}


@judges(exchange_order)
def as_many_as_thrown(hand: Ecarte, draws: Draws) -> str | None:
    if (thrown := hand.undrawn.get(draws.who)) is None:
        return f"{draws.who} hasn't discarded, so can't draw"
    if draws.count == thrown.count:
        return None
    return Reason(
        f"{draws.who} discarded {thrown.count} ({at(thrown)}), so must draw {thrown.count}, not {draws.count}", thrown
    )


@judges(one_pack)
def fresh_cards(hand: Ecarte, draws: Draws) -> str | None:
    if not 0 <= draws.count <= hand.whole_stock:
        return f"nobody can draw {so_many(draws.count, 'card')}"
    return fresh(hand, *draws.named)


vulnerable = unjudged(
    "If you prevent the first exchange, you are vulnerable in this hand. The non-dealer prevents it by playing at"
    " once, the dealer by refusing.",
    asked="vulnerable, refuse exchange, dealer refuse, play at once, dealer not let change, refuse first",
)

# Rules: the king of trumps

king_shown = impossible(
    "If you have the king of trumps after the exchanges, you may show it and score {king}.",
    lines="king",
    king=1,
    asked="king trumps, have king, tell king, show king, king worth, declare king, announce king, point king",
)


@judges(king_shown)
def is_king_of_trumps(hand: Ecarte, shows: Shows) -> str | None:
    card = shows.card
    if card.rank != KING or (card.suit and hand.trump not in (None, card.suit)):
        trumps = f" of {SUIT_NAMES[hand.trump]}" if hand.trump else ""
        points = "1 point" if hand.house["king"] == 1 else f"{hand.house['king']} points"
        return f"the king{trumps} scores {points}, not {card.pretty}"
    if hand.upcard and hand.upcard.card.rank == KING:
        return Reason(f"the king of trumps was turned up ({at(hand.upcard)})", hand.upcard)
    if hand.king:
        return Reason(f"{hand.king.who} has already shown the king of trumps ({at(hand.king)})", hand.king)
    suit = hand.trump or card.suit
    return cannot_part(hand, shows.who, Card(KING, suit)) if suit else None


@judges(one_pack, king_shown)
def can_be_turned(hand: Ecarte, upcard: Upcard) -> Answer:
    card, king = upcard.card, hand.king
    if card.rank not in hand.pack.ranks:
        return {one_pack: f"this deck has no {card.pretty}"}
    if hand.upcard and (hand.upcard.card.rank != card.rank or card.is_bare):
        return {one_pack: Reason(f"{hand.upcard.card.pretty} was turned up ({at(hand.upcard)})", hand.upcard)}
    if king and card.rank == KING:
        shown = Reason(f"{king.who} showed the king of trumps ({at(king)})", king)
        return {one_pack: shown, king_shown: shown}
    if card.is_bare:
        return None
    if why := fresh(hand, card):
        return {one_pack: why}
    if king and hand.trump not in (None, card.suit):
        return {one_pack: Reason(f"{king.who} showed {king.card.pretty} as the king of trumps ({at(king)})", king)}
    if king and not hand.trump and (why := cannot_part(hand, king.who, Card(KING, card.suit))):
        return {king_shown: why}
    return None


@judges(one_pack, when="again")
def was_turned(hand: Ecarte, upcard: Upcard) -> Answer:
    turned = hand.upcard.card if hand.upcard else None
    if turned and upcard.card in (turned, Card(turned.rank)):
        return None
    return when_won(hand, one_pack, f"{turned.pretty} was turned up" if turned else "the hand is over")


king_time = illegal(
    "You must show the king before you play your first card.",
    asked="when show king, late king, show king after, must show king when",
)


@judges(king_time)
def before_a_card(hand: Ecarte, shows: Shows) -> str | None:
    return f"{shows.who} has already played a card" if shows.who in hand.played else None


@judges(king_time, when="again")
def was_shown(hand: Ecarte, shows: Shows) -> Answer:
    king = hand.king
    if king and king.who == shows.who and shows.card in (king.card, Card(KING), Card(KING, hand.trump or "")):
        return None
    return when_won(hand, king_time, "the hand is over")


# Rules: tricks

lead_order = illegal(
    "The non-dealer leads first. After that, the winner of each trick leads to the next one.",
    tricks.whole_trick,
    tricks.one_card_each,
    turn=Plays,
)
trick_winner = worth(
    "The higher trump wins the trick. If nobody plays a trump, the higher card of the suit led wins. Cards rank king"
    " (highest), queen, jack, ace, ten, nine, eight, seven.",
    asked="king high, ace rank, ace below, order cards, best card, highest card",
)


@judges(trick_winner)
def trump_entered(hand: Ecarte, play: Plays) -> Reason | None:
    if hand.trump:
        return None
    return unclear("what is trump? Enter the card turned up")


@judges(one_pack)
def from_the_hand(hand: Ecarte, report: Plays | Discards) -> Reason | None:
    if isinstance(report, Discards):
        return cannot_part(hand, report.who, *report.named, thrown=True)
    return cannot_part(hand, report.who, report.card)


def cannot_part(hand: Ecarte, seat: Seat, *cards: Card, thrown: bool = False) -> Reason | None:
    """Why SEAT can't have had these cards, or None."""
    if why := fresh(hand, *cards, to=seat):
        return why
    if hand.without(seat, *cards, thrown=thrown):
        return None
    proof = tuple(dict.fromkeys(hand.hidden_hands[seat].reports.values()))
    missing = next((card for card in cards if hand.without(seat, card, thrown=thrown) is None), None)
    return Reason(
        f"{seat} has {'no ' + missing.pretty if missing else 'fewer unknown cards than that'}{lines(proof)}", *proof
    )


follow_suit = illegal("You must follow suit if you can.", finding="revoke")
head_trick = illegal(
    "You must play a higher card of the suit led if you can.",
    finding="not-headed",
    asked="must beat, play higher, head trick, must win trick, beat card",
)
must_trump = illegal(
    "If you have no card of the suit led, you must play a trump if you can.",
    finding="not-trumped",
    asked="must trump, must ruff, not follow trump, no suit trump",
)


def may_owe_another(hand: Ecarte, play: Plays) -> Answer:
    """Whether the card may still turn out to be wrong."""
    for lack in hand.lacking(play):
        if any(hand.may_have(play, lack.cards)):
            return {lack.rule: doubt_in_words(play.who, f"may have {wanted(lack)}")}
    return None


@judges(follow_suit, head_trick, must_trump, doubt=may_owe_another)
def does_what_is_due(hand: Ecarte, play: Plays) -> Answer:
    """Whether a card is wrong because no deal agrees with it and with all the reports."""
    lacking = hand.lacking(play)
    holdings = hand.without(play.who, play.card) if lacking else None
    if not holdings:
        return None
    holding = holdings[play.who]
    for i, lack in enumerate(lacking, 1):
        if not hand.laid(lacking_only(holdings, play.who, *lacking[:i]), lacking=True):
            known = [card for card in holding.reports if card in lack.cards]
            proof = [card for card in known if must_be_there(hand, holdings, play.who, card)]
            due = "must " + {follow_suit: "follow suit", head_trick: "head the trick", must_trump: "trump"}[lack.rule]
            if not proof:
                return {lack.rule: f"{play.who} must still have {wanted(lack)}, and {due}"}
            report = holding.reports[proof[0]]
            return {lack.rule: Reason(f"{play.who} has {proof[0].pretty} ({at(report)}) and {due}", report)}
    return None


trick_count = impossible("A hand has {hand_size:word trick}.", tricks.enough_tricks, hand_size=5)


@judges(trick_count, when="again")
def took_so_many(hand: Ecarte, takes: Takes) -> Answer:
    why = tricks.took_as_many(hand, takes)
    return when_won(hand, trick_count, why) if why else None


# Rules: the score


majority = worth(
    "If you win most of the tricks, you score {majority}.",
    lines="hand",
    majority=1,
    asked="most tricks, three tricks, win most, four tricks",
)
all_tricks = worth(
    "If you win all the tricks, you score {all_tricks} more.",
    lines="all-tricks",
    all_tricks=1,
    asked="all tricks, five tricks, every trick, all five, sweep, vole",
)
vulnerable_bonus = worth(
    "If you win most of the tricks against a vulnerable opponent, you score {vulnerable} more, {vole}.",
    lines="vulnerable",
    vole={"adds": "even if you win them all", "alone": "but not if you win them all"},
    vulnerable=1,
    asked="vulnerable bonus, after refuse score, refused lose, vulnerable lose",
)
game_point = illegal(
    "The first player to score {target} wins. The game ends at once, even before the play.",
    target=number(5, "points to win", least=1),
    asked="win game, many/points play to, five points, points win, end",
)


def when_won(hand: Ecarte, rule: Rule, why: str) -> Answer:
    """What conflicts with a hand that is over, or with a game that is over."""
    return {rule: why} | ({game_point: "the game is over"} if hand.standing.over else {})


GAME = Game(
    slug="ecarte",
    name="Écarté",
    summary="Exchange cards as often as both players agree, then win three of the five tricks.",
    family="trick-taking",
    players=range(2, 3),
    pack=Pack("A K Q J 10 9 8 7", ace="high"),
    pack_rule=one_pack,
    hand=Ecarte,
    play=play_hand,
    over=reached("target"),
    when_over=lambda hand: hand.ask(None, Deal) | bar(game_point, "the game is over", *hand.game.verbs),
    verbs={
        Deal: "to start, and after a hand is over",
        Upcard: "after the deal",
        Proposes: "before the play",
        Stays: "before the play; after a proposal, it means that the exchange was made",
        Accepts: "after a proposal; if you enter discards, you may leave it out",
        Refuses: "before the play; you needn't enter the proposal",
        Discards: "in an exchange, first the non-dealer, then the dealer",
        Draws: "after that player's discards; optional",
        Shows: "after the exchanges",
        Plays: "from the first lead on",
        Trick: "from the first lead on",
        Takes: "for tricks whose cards you don't enter; the hand ends after all tricks are taken",
    },
    options=(
        Option("exchanges", None, "the most exchanges in a hand, or none if only the stock limits them", (proposal,)),
        Option(
            "vole",
            "adds",
            "whether the bonus for a vulnerable opponent is added when you win all the tricks",
            (vulnerable_bonus,),
            choices=("adds", "alone"),
        ),
    ),
    variants=(
        Variant(
            "vole-alone", "Winning all the tricks scores two points, even against a vulnerable opponent.", "vole=alone"
        ),
        Variant("no-must-trump", "Without a card of the suit led, you may play any card.", "without=must-trump"),
        Variant("one-exchange", "Only one exchange in a hand.", "exchanges=1"),
        Variant("seven-points", "Play to seven.", "target=7"),
        Variant("no-king", "The king of trumps doesn't score.", "turned-king=0, king=0"),
    ),
    brings={Stays: choice_brings, Refuses: choice_brings},
    facts={
        "trump": lambda hand: hand.trump,
        "stock": Fact(lambda hand: hand.stock, "cards in the stock"),
        "exchanges": Fact(lambda hand: hand.exchanges, "exchanges made"),
        "tricks": Fact(lambda hand: dict(hand.taken), "tricks each player has"),
        "vulnerable": Fact(lambda hand: hand.vulnerable or "nobody", "who is"),
        "elder": Fact(lambda hand: hand.eldest if hand.dealer else None, "the non-dealer"),
    },
    deal_out=take_up,
    now=lambda hand: [*tricks.on_the_table(hand), *tricks.taken(hand)],
    ends=(trick_count,),
    at_a_glance=(
        Glance("cards each", lambda table: table.house["hand-size"]),
        tricks.trick_ranking(trick_winner),
        Glance("points to win", lambda table: table.house["target"], game_point),
    ),
    short_form=(
        "Type `deal`, and `upcard K` if a king is turned up. If cards are exchanged, type who `proposes`; if not,"
        " type that the non-dealer `stays` or the dealer `refuses`. Then type who `shows K` and who `takes` how many"
        " tricks."
    ),
    phrases={
        "win point": "? Type how many tricks each player took, for example `Ann takes 3`.",
        "vole": "takes 5",
        "win vole": "takes 5",
        "make vole": "takes 5",
        "mark king": "shows K",
        "king": "shows K",
    },
    example=Example(
        "Ann Ben",
        ("deal", "upcard K", "Ben proposes", "Ben takes 5"),
        "Ann 1, Ben 2",
    ),
    rulings=(
        "The usual rules don't say who deals the next hand. Here the deal alternates.",
        "If the dealer refuses the first proposal, the dealer is vulnerable. Refusing a later one has no such cost.",
        "You may show the king even if there was no exchange, until you play your first card.",
        Open("You don't have to show the king.", "must show king, must tell king, must declare king"),
        "A proposal that isn't refused counts as an exchange, even if its cards aren't entered.",
        "Dealer or not, the player who plays second to a trick must follow suit, head the trick or trump.",
    ),
    edition=4,
)
