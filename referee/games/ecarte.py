"""Écarté.  Change cards as often as both like, then take three tricks of five; refusing to change is a risk."""

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
from referee.game.game import Example, Game, Glance, Outcome
from referee.kit import tricks
from referee.kit.endings import reached
from referee.kit.evidence import Charge, Void, accuse, charges
from referee.kit.exchanges import Changed, Changes, Lack, can_be_laid
from referee.kit.holdings import fresh
from referee.kit.messages import lines, told_before, would_tell
from referee.kit.tricks import Plays, Takes, Trick, TrickHand
from referee.language.reports import Blind, Report
from referee.language.words import NOBODY, Seat, so_many
from referee.rules.options import Option, Variant
from referee.rules.rule import (
    Answer,
    Reason,
    Rule,
    cannot_happen,
    illegal,
    impossible,
    in_letters,
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
    """the card turned up after the deal, or only that it was a king"""

    card: Card


class Proposes(Report, also=("asks", "begs")):
    """elder asks to change cards"""


class Stays(Report, also=("stands",)):
    """elder plays the hand as it is"""


class Accepts(Report, also=("agrees", "gives")):
    """the dealer agrees to change cards"""


class Refuses(Report, also=("declines", "rejects")):
    """the dealer declines to change cards"""


class Discards(Changes):
    """cards thrown to be changed, or their number"""

    @classmethod
    def options(cls, hand: Ecarte, seat: Seat) -> Iterator[Discards]:
        size, held = hand.house["hand-size"], hand.may_hold(seat, thrown=True)
        yield from (cls(count, who=seat) for count in range(size + 1))
        for count in range(1, size + 1 if len(held) == size else 2):
            yield from (cls(Blind(cards), who=seat) for cards in itertools.combinations(held, count))


class Draws(Changes):
    """the cards drawn for those thrown, or their number"""

    @classmethod
    def options(cls, hand: Ecarte, seat: Seat) -> Iterator[Draws]:
        yield from (cls(count, who=seat) for count in range(hand.house["hand-size"] + 1))
        yield from (cls(Blind((card,)), who=seat) for card in hand.unseen() if hand.holder(card) is None)


class Shows(Report, bare=True):
    """the king of trumps"""

    card: Card

    @classmethod
    def options(cls, hand: Ecarte, seat: Seat) -> Iterator[Shows]:
        yield cls(Card(KING), who=seat)
        yield from (cls(card, who=seat) for card in hand.pack if card.rank == KING)


Stage = Literal["choice", "answer", "accepted", "change", "spent", "empty", "play"]


@dataclass
class Ecarte(TrickHand):
    """One deal of Écarté.

    ``stage``: elder's choice, the dealer's answer, cards being changed, the stock spent by elder or empty, the play.
    """

    upcard: Upcard | None = None
    king: Shows | None = None
    stage: Stage = "choice"
    asked: Seat = NOBODY  # whose answer to a proposal is awaited
    declined: bool = False  # so that elder plays the hand as it is, said or not
    thrown: list[Seat] = field(default_factory=list)  # who has thrown cards in this exchange
    undrawn: dict[Seat, Discards] = field(default_factory=dict)  # for which the cards drawn may be told
    exchanges: int = 0
    stock_told: bool = True
    stock_most: int = 0  # what it holds, or can hold at most
    vulnerable: Seat = NOBODY
    begun: bool = False  # a card was played
    won: bool = False  # the game, by a king
    played: set[Seat] = field(default_factory=set)
    hidden_hands: dict[Seat, Changed] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.stock_most = self.whole_stock

    @property
    def whole_stock(self) -> int:
        """Cards left when both hands are dealt and one is turned up."""
        return len(self.pack) - 2 * int(self.house["hand-size"]) - 1

    @property
    def stock(self) -> int | None:
        """Cards left to draw, None where an exchange was told in part."""
        return self.stock_most if self.stock_told else None

    def height(self, card: Card) -> int:
        return -ORDER.index(card.rank)

    def to_throw(self) -> tuple[Seat, ...]:
        return self.next_behind(self.thrown)

    def prevented_by(self, seat: Seat) -> None:
        """SEAT plays, or would rather play, than change cards."""
        if not self.exchanges:
            self.vulnerable = seat

    def to_draw(self) -> tuple[Seat, ...]:
        return tuple(self.undrawn)

    @property
    def changing(self) -> bool:
        """An exchange was proposed, and takes place untold if a card is played or shown now."""
        return self.stage in ("answer", "accepted", "change")

    def changing_untold(self, told: Stays | Refuses) -> bool:
        """Whether it tells that cards were changed before, and nobody said which."""
        return self.stage == "accepted" or (self.stage == "answer" and isinstance(told, Stays))

    # What is known of the cards

    def holder(self, card: Card) -> tuple[Seat, Report] | None:
        """Who had a card, so that nobody else can have it."""
        for seat, holding in self.hidden_hands.items():
            if report := holding.told.get(card):
                return seat, report
        return None

    def laid(self, holdings: Mapping[Seat, Changed], lacking: bool = False) -> bool:
        """Whether the cards can lie so, and also so that everybody was ``lacking`` what they seemed to."""
        return can_be_laid([card for card in self.pack if card not in self.seen], holdings, lacking)

    def without(self, seat: Seat, *cards: Card, thrown: bool = False) -> dict[Seat, Changed] | None:
        """The hands once SEAT has played or thrown these cards, None where they can't have been there.

        What they disprove that SEAT was lacking isn't believed any more.
        """
        holding = self.hidden_hands[seat].copy()
        if not thrown and self.changing and seat not in self.thrown:
            holding.change_untold(self.stock_most)
        holding.lacks = [lack for lack in holding.lacks if lack.cards.isdisjoint(cards)]
        holdings = self.hidden_hands | {seat: holding}
        return holdings if all(holding.leave(card) for card in cards) and self.laid(holdings) else None

    def may_hold(self, seat: Seat, thrown: bool = False) -> list[Card]:
        left = [card for card in self.unseen() if (holder := self.holder(card)) is None or holder[0] == seat]
        return [card for card in left if seat in self.hidden_hands and self.without(seat, card, thrown=thrown)]

    def known(self, seat: Seat) -> list[Card]:
        told = self.hidden_hands[seat].told if self.hidden_hands else ()
        return [card for card in told if must_be_there(self, self.hidden_hands, seat, card)]

    def meant(self, report: Report, rank: Rank) -> list[Card]:
        if isinstance(report, (Discards, Plays)):
            possible = self.may_hold(report.who, thrown=isinstance(report, Discards))
        else:
            possible = [card for card in self.unseen() if self.holder(card) is None]
        return [card for card in possible if card.rank == rank]

    # Who ought to have played another card

    def lacking(self, play: Plays) -> list[Lack]:
        """What a player who does right hasn't got, by the card that is played second and the rules in force.

        Where suit needn't be followed, whoever may have the suit led doesn't have to trump either.
        """
        lacks = self.book_lacking(play)
        first = lacks[0] if lacks else None
        if first and first.rule is follow_suit and not self.enforces(follow_suit):
            lacks = [] if any(self.may_have(play, first.cards)) else lacks[1:]
        return [lack for lack in lacks if self.enforces(lack.rule)]

    def may_have(self, play: Plays, cards: Collection[Card]) -> Iterator[Card]:
        """Those of some cards that a player may have besides the one in play."""
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
        """Takes the card from the hand, with what it says of the others in it, and of plays before."""
        holding, lacking = self.hidden_hands[play.who], self.lacking(play)
        known = any(Offence(play.who, lack.rule.finding, play.line) in self.proven for lack in lacking)
        right = not known and not does_what_is_due(self, play)
        self.disprove(play, play.card)
        if right:
            holding.lacks += lacking
        holding.leave(play.card)

    def disprove(self, report: Report, card: Card) -> None:
        """Finds what was done wrong by a player who turns out to have had this card."""
        holding = self.hidden_hands[report.who]
        for lack in [lack for lack in holding.lacks if card in lack.cards]:
            if lack in holding.lacks:
                self.blame(report.who, lack, f"{report.who} had {card.pretty}", report)

    def prove(self, told: Report) -> None:
        """Finds who must have done wrong, or may have where one of both must."""
        doubted = [lack for holding in self.hidden_hands.values() for lack in holding.lacks]
        charged = [*map(self.narrowed, charges(doubted, self.stand, lambda lack: lack.play.who))]
        for lack in [lack for charge in charged if charge.sure for lack in charge.doubted]:
            self.forget(lack)
        accuse(self, [charge._replace(doubted=[as_void(lack) for lack in charge.doubted]) for charge in charged], told)

    def stand(self, believed: Collection[Lack]) -> bool:
        """Whether these plays may all have been right: who had the suit led needn't have trumped."""
        followed = {lack.play for lack in believed if lack.rule is follow_suit}
        counts = [lack for lack in believed if lack.rule is not must_trump or lack.play in followed]
        holdings = self.hidden_hands.items()
        lacking = {
            who: replace(holding, lacks=[other for other in holding.lacks if other in counts])
            for who, holding in holdings
        }
        return self.laid(lacking, lacking=True)

    def narrowed(self, charge: Charge) -> Charge:
        """A charge without a revoke that the cards rule out, where it is of a single play."""
        if charge.sure or len({lack.play for lack in charge.doubted}) > 1:
            return charge
        may_be = [lack for lack in charge.doubted if lack.rule is not follow_suit or self.may_have_had(lack)]
        return Charge(may_be, len(may_be) == 1)

    def may_have_had(self, lack: Lack) -> bool:
        """Whether a player may have had a card that a play was right without."""
        holding = self.hidden_hands[lack.play.who]
        if any(lack in before for _, before in holding.untold):
            return True
        for card in lack.cards & set(self.unseen()):
            twin = holding.copy()
            if twin.show(lack.play, card) and self.laid(self.hidden_hands | {lack.play.who: twin}):
                return True
        return False

    def blame(self, seat: Seat, lack: Lack, why: str, told: Report) -> None:
        """A finding; the play says no more of the hand."""
        self.forget(lack)
        name, card = lack.rule.finding, lack.play.card
        self.find(name, seat, f"{why} when playing {card.pretty} ({at(lack.play)})", lack.play, told)

    def forget(self, lack: Lack) -> None:
        """A play was wrong, so it says no more of the hand; whoever had the suit led needn't have trumped."""
        holding = self.hidden_hands[lack.play.who]
        with_it = [other for other in holding.lacks if other.play is lack.play and lack.rule is follow_suit]
        holding.lacks = [other for other in holding.lacks if other is not lack and other not in with_it]

    def take_untold(self, who: Seat, tricks: int) -> None:
        for seat in self.seats:
            self.hidden_hands[seat].play_untold(tricks - any(play.who == seat for play in self.trick))
            self.played.add(seat)
        super().take_untold(who, tricks)


def must_be_there(hand: Ecarte, holdings: Mapping[Seat, Changed], seat: Seat, card: Card) -> bool:
    """Whether a card can't have been thrown or played unseen."""
    return not hand.laid(lacking_only(holdings, seat, Lack(Plays(card), None, frozenset((card,)))), lacking=True)


def lacking_only(holdings: Mapping[Seat, Changed], seat: Seat, *lacks: Lack) -> dict[Seat, Changed]:
    """The hands where this is all that somebody is lacking."""
    return {who: replace(holding, lacks=[*lacks] if who == seat else []) for who, holding in holdings.items()}


def as_void(lack: Lack) -> Void:
    return Void(lack.play.who, Suit(wanted(lack)), lack.play, lack.rule.finding)


def wanted(lack: Lack) -> str:
    """The kind of card that somebody had none of."""
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
    # Staying goes without saying, or tells that cards were changed.
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
                hand.take_untold(takes.who, tricks)
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
    """What most of the tricks bring, by rule, where the other player is vulnerable or not."""
    every = took == hand.house["hand-size"]
    yield majority, majority(hand)
    if every:
        yield all_tricks, all_tricks(hand)
    if vulnerable and not (every and hand.house["vole"] == "alone"):
        yield vulnerable_bonus, vulnerable_bonus(hand)


def choice_brings(hand: Ecarte, choice: Stays | Refuses) -> Iterator[Outcome]:
    """What the hand would bring either player where cards aren't changed any more, or not at all."""
    who, size = choice.who, hand.house["hand-size"]
    vulnerable = hand.vulnerable if hand.exchanges or hand.declined or hand.changing_untold(choice) else who
    for winner in (who, hand.after(who)):
        for least, most in ((size // 2 + 1, size - 1), (size, size)):
            lines = [*brings(hand, most, vulnerable=vulnerable == hand.after(winner))]
            tricks = f"{least} or {most}" if most == least + 1 else f"{least} to {most}" if most > least else str(most)
            points = sum(points for _, points in lines)
            yield Outcome(f"{winner} takes {tricks}", {winner: points}, tuple(rule for rule, _ in lines))


def asks(hand: Ecarte, stage: Stage) -> Asks[Any]:
    """What is waited for at a stage; a card played ends the exchanges, told in full or not."""
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


# Turning up and showing


def to_show(hand: Ecarte) -> tuple[Seat, ...]:
    """Whoever may still show the king."""
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


def king_scores(hand: Ecarte, who: Seat, rule: Rule, points: int, told: Report) -> None:
    """A king's point may be the last one."""
    hand.book(who, rule, points, told.text, told)
    hand.won = hand.standing.balance[hand.side(who)] >= hand.house["target"]


def take_up(hand: Ecarte, dealt: Dealt) -> None:
    cards = those_named(dealt.cards)
    hand.hidden_hands[dealt.who] = Changed.dealt(len(dealt.cards), *cards, told=dealt)
    hand.stock_most -= len(dealt.cards) - hand.size


# Exchanges


def exchange(hand: Ecarte, told: Report) -> None:
    match told:
        case Proposes():
            if hand.stage == "accepted":
                change_untold(hand)
            hand.asked, hand.stage = hand.after(told.who), "answer"
        case Accepts():
            hand.stage = "accepted"
        case Stays() if hand.declined:
            hand.declined = False
        case Stays() | Refuses():
            if hand.changing_untold(told):
                change_untold(hand)
            hand.declined = isinstance(told, Refuses)
            hand.prevented_by(told.who)
            close_exchanges(hand)
        case Discards():
            throw(hand, told)
        case Draws():
            draw(hand, told)


def throw(hand: Ecarte, told: Discards) -> None:
    """Cards are changed: elder's, then the dealer's; then elder chooses again while there are cards to draw."""
    hand.hidden_hands[told.who].change(told.named, told.count)
    hand.tell(told, *told.named)
    hand.undrawn[told.who] = told
    hand.asked = NOBODY
    hand.stock_most = max(0, hand.stock_most - told.count)
    hand.thrown.append(told.who)
    both = not hand.to_throw()
    if hand.stage != "spent" and (both or not hand.stock_most):
        hand.exchanges += 1
    if both:
        hand.thrown.clear()
    if hand.stock_most:
        hand.stage = "choice" if both else "change"
    else:
        hand.stage = "empty" if both else "spent"


def draw(hand: Ecarte, told: Draws) -> None:
    """The cards drawn are told; where the table lets it stand, others than those thrown call for."""
    holding, thrown = hand.hidden_hands[told.who], 0
    if discards := hand.undrawn.pop(told.who, None):
        thrown = discards.count
    else:
        holding.change((), 0)
    holding.draw(told, told.named, told.count, thrown)
    hand.stock_most = max(0, hand.stock_most - told.count + thrown)


def begin_play(hand: Ecarte) -> None:
    """Elder plays at once, or after what was proposed: an exchange that wasn't refused took place."""
    if hand.stage == "choice":
        hand.prevented_by(hand.eldest)
    elif hand.changing:
        change_untold(hand)
    hand.declined = False
    close_exchanges(hand)


def close_exchanges(hand: Ecarte) -> None:
    hand.stage = "empty" if hand.stage in ("spent", "empty") else "play"


def change_untold(hand: Ecarte) -> None:
    """An exchange took place, and nobody said what was thrown, or only elder did."""
    for seat in hand.seats:
        if seat not in hand.thrown:
            hand.hidden_hands[seat].change_untold(hand.stock_most)
    hand.thrown.clear()
    hand.stock_told = False
    hand.exchanges += 1


# Rules: the deal

deal_alternates = illegal(
    "The deal goes back and forth, and both get {hand_size:word} cards.",
    turn=Deal,
    hand_size=number(5, "cards each, an odd number of them", least=3, most=13, step=2),
)
one_pack = impossible("The pack is 32 cards, ace to seven, each once; the card turned up stays where it is.")


@judges(one_pack)
def as_many_dealt(hand: Ecarte, dealt: Dealt) -> str | None:
    size = hand.house["hand-size"]
    if len(dealt.cards) != size and dealt.who not in hand.dealt:
        why = f"{dealt.who} was dealt {in_letters(size)} cards, not {len(dealt.cards)}"
        return miscounted(why) if len(dealt.cards) <= size + hand.stock_most else cannot_happen(why)
    return told_before(hand, dealt) or fresh(hand, *dealt.cards)


turned_king = worth(
    "A king turned up brings the dealer {turned_king:word}, there and then.", lines="turned-king", turned_king=1
)


# Rules: the exchange

proposal = illegal(
    "Elder says whether to play or to change cards, and says so again when cards were changed, {exchanges}; the"
    " dealer may decline.",
    turn=(Proposes, Stays, Accepts, Refuses),
    exchanges={"none": "as long as there are cards", "N": "until that was done {N:times}"},
)


@judges(proposal)
def may_change_again(hand: Ecarte, report: Proposes | Refuses) -> str | None:
    """A refusal says that there was a proposal."""
    most: int | None = hand.house["exchanges"]
    if most is None or hand.stage == "answer" or hand.exchanges + (hand.stage == "accepted") < most:
        return None
    return f"cards are changed {in_letters(most)} time{'s' * (most != 1)} at most in a hand"


exchange_order = illegal(
    "Whoever changes cards throws as many as wanted, even none, and draws as many: elder first.", turn=(Discards, Draws)
)


@judges(one_pack)
def as_many_as_held(hand: Ecarte, discards: Discards) -> str | None:
    holds = hand.hidden_hands[discards.who].size
    return (
        None if 0 <= discards.count <= holds else f"{discards.who} holds {so_many(holds, 'card')}, not {discards.count}"
    )


stock_limit = illegal("As many cards can be thrown as the stock has left; elder takes from it before the dealer.")
stock_empty = illegal("Once the stock has run out, no more cards are changed.")


@judges(stock_limit, stock_empty)
def in_stock(hand: Ecarte, discards: Discards) -> Answer:
    left = hand.stock_most
    if discards.count <= left:
        return None
    if not left:
        return dict.fromkeys((stock_limit, stock_empty), "the stock is empty")
    return {stock_limit: f"{left} card{'s are' if left > 1 else ' is'} left in the stock, not {discards.count}"}


@judges(exchange_order)
def as_many_as_thrown(hand: Ecarte, draws: Draws) -> str | None:
    if (thrown := hand.undrawn.get(draws.who)) is None:
        return f"{draws.who} has thrown nothing to draw for"
    if draws.count == thrown.count:
        return None
    return Reason(f"{draws.who} threw {thrown.count} ({at(thrown)}), and draws as many, not {draws.count}", thrown)


@judges(one_pack)
def fresh_cards(hand: Ecarte, draws: Draws) -> str | None:
    if not 0 <= draws.count <= hand.whole_stock:
        return f"nobody draws {so_many(draws.count, 'card')}"
    return fresh(hand, *draws.named)


vulnerable = unjudged("Whoever keeps the first change from coming about is vulnerable in this hand.")

# Rules: the king of trumps

king_shown = impossible(
    "Whoever has the king of trumps in the end may show it, which brings {king:word}.", lines="king", king=1
)


@judges(king_shown)
def is_king_of_trumps(hand: Ecarte, shows: Shows) -> str | None:
    card = shows.card
    if card.rank != KING or (card.suit and hand.trump not in (None, card.suit)):
        trumps = f" of {SUIT_NAMES[hand.trump]}" if hand.trump else ""
        points = "a point" if hand.house["king"] == 1 else f"{hand.house['king']} points"
        return f"the king{trumps} brings {points}, {card.pretty} doesn't"
    if hand.upcard and hand.upcard.card.rank == KING:
        return Reason(f"the king of trumps was turned up ({at(hand.upcard)})", hand.upcard)
    if hand.king:
        return Reason(f"{hand.king.who} has shown the king of trumps ({at(hand.king)})", hand.king)
    suit = hand.trump or card.suit
    return cannot_part(hand, shows.who, Card(KING, suit)) if suit else None


@judges(one_pack, king_shown)
def can_be_turned(hand: Ecarte, upcard: Upcard) -> Answer:
    card, king = upcard.card, hand.king
    if card.rank not in hand.pack.ranks:
        return {one_pack: f"there is no {card.pretty} in this pack"}
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


king_time = illegal("The king is shown before its owner plays a card.")


@judges(king_time)
def before_a_card(hand: Ecarte, shows: Shows) -> str | None:
    return f"{shows.who} has played a card" if shows.who in hand.played else None


@judges(king_time, when="again")
def was_shown(hand: Ecarte, shows: Shows) -> Answer:
    king = hand.king
    if king and king.who == shows.who and shows.card in (king.card, Card(KING), Card(KING, hand.trump or "")):
        return None
    return when_won(hand, king_time, "the hand is over")


# Rules: tricks

lead_order = illegal(
    "Elder leads to the first trick, later the player who took the one before.",
    tricks.whole_trick,
    tricks.one_card_each,
    turn=Plays,
)
trick_winner = worth("A trump takes the trick, the higher of two; else the higher card of the suit led does.")


@judges(trick_winner)
def trump_told(hand: Ecarte, play: Plays) -> Reason | None:
    if hand.trump:
        return None
    return unclear("what is trump? the suit turned up hasn't been told")


@judges(one_pack)
def from_the_hand(hand: Ecarte, report: Plays | Discards) -> Reason | None:
    if isinstance(report, Discards):
        return cannot_part(hand, report.who, *report.named, thrown=True)
    return cannot_part(hand, report.who, report.card)


def cannot_part(hand: Ecarte, seat: Seat, *cards: Card, thrown: bool = False) -> Reason | None:
    """Why SEAT can't have had these cards."""
    if why := fresh(hand, *cards, to=seat):
        return why
    if hand.without(seat, *cards, thrown=thrown):
        return None
    proof = tuple(dict.fromkeys(hand.hidden_hands[seat].told.values()))
    missing = next((card for card in cards if hand.without(seat, card, thrown=thrown) is None), None)
    return Reason(f"{seat} holds {'no ' + missing.pretty if missing else 'not so many others'}{lines(proof)}", *proof)


follow_suit = illegal("A card of the suit led is played by a player who has one.", finding="revoke")
head_trick = illegal("It must be a higher one than was led, if there is such.", finding="not-headed")
must_trump = illegal("Without a card of the suit led, a trump has to be played.", finding="not-trumped")


def may_owe_another(hand: Ecarte, play: Plays) -> Answer:
    """Whether the card may still turn out to be the wrong one."""
    for lack in hand.lacking(play):
        if any(hand.may_have(play, lack.cards)):
            return {lack.rule: would_tell(play.who, f"may have {wanted(lack)}")}
    return None


@judges(follow_suit, head_trick, must_trump, doubt=may_owe_another)
def does_what_is_due(hand: Ecarte, play: Plays) -> Answer:
    """A card is wrong where no deal agrees with it and with all that was told."""
    lacking = hand.lacking(play)
    holdings = hand.without(play.who, play.card) if lacking else None
    if not holdings:
        return None
    holding = holdings[play.who]
    for i, lack in enumerate(lacking, 1):
        if not hand.laid(lacking_only(holdings, play.who, *lacking[:i]), lacking=True):
            known = [card for card in holding.told if card in lack.cards]
            proof = [card for card in known if must_be_there(hand, holdings, play.who, card)]
            due = "must " + {follow_suit: "follow", head_trick: "head the trick", must_trump: "trump"}[lack.rule]
            if not proof:
                return {lack.rule: f"{play.who} must still have {wanted(lack)}, and {due}"}
            report = holding.told[proof[0]]
            return {lack.rule: Reason(f"{play.who} holds {proof[0].pretty} ({at(report)}), so {due}", report)}
    return None


trick_count = impossible("There are {hand_size:word} tricks in a hand.", tricks.enough_tricks, hand_size=5)


@judges(trick_count, when="again")
def took_so_many(hand: Ecarte, takes: Takes) -> Answer:
    why = tricks.took_as_many(hand, takes)
    return when_won(hand, trick_count, why) if why else None


# Rules: the score


majority = worth("Most of the tricks bring {majority:word}.", lines="hand", majority=1)
all_tricks = worth("All the tricks bring {all_tricks:word} more.", lines="all-tricks", all_tricks=1)
vulnerable_bonus = worth(
    "Winning the hand from a vulnerable player brings {vulnerable:word} more, {vole}.",
    lines="vulnerable",
    vole={"adds": "with all the tricks too", "alone": "but not with all the tricks"},
    vulnerable=1,
)
game_point = illegal(
    "The game is won, and over, with the point that reaches the target of {target}, even before the play.",
    target=number(5, "points that win the game", least=1),
)


def when_won(hand: Ecarte, rule: Rule, why: str) -> Answer:
    """What clashes with the hand just finished; more of it if the game is won."""
    return {rule: why} | ({game_point: "the game is won"} if hand.standing.over else {})


GAME = Game(
    slug="ecarte",
    name="Écarté",
    summary="Change cards as often as both like, then take three tricks of five.",
    family="trick-taking",
    players=range(2, 3),
    pack=Pack("A K Q J 10 9 8 7", ace="high"),
    pack_rule=one_pack,
    hand=Ecarte,
    play=play_hand,
    over=reached("target"),
    when_over=lambda hand: hand.ask(None, Deal) | bar(game_point, "the game is won", *hand.game.verbs),
    verbs={
        Deal: "first, and when a hand is finished",
        Upcard: "after the deal; of a king the rank will do",
        Proposes: "elder, before the play",
        Stays: "elder, before the play; after a proposal it says that cards were changed",
        Accepts: "the dealer, when elder has proposed; cards thrown say it too",
        Refuses: "the dealer; it says too that elder has proposed",
        Discards: "elder, then the dealer",
        Draws: "when that player has thrown, or not at all",
        Shows: "when no more cards are changed",
        Plays: "from elder's lead on",
        Trick: "from elder's lead on",
        Takes: "in place of tricks; the hand ends with the fifth",
    },
    options=(
        Option("exchanges", None, "the most exchanges in a hand; without it as many as there are cards", (proposal,)),
        Option(
            "vole",
            "adds",
            "whether all tricks taken from a vulnerable player count alone, or both bring their points",
            (vulnerable_bonus,),
            choices=("adds", "alone"),
        ),
    ),
    variants=(
        Variant("vole-alone", "All the tricks bring two points, from a vulnerable player too.", "vole=alone"),
        Variant("no-must-trump", "Without a card of the suit led any card may be played.", "without=must-trump"),
        Variant("one-exchange", "Cards are changed only once in a hand.", "exchanges=1"),
        Variant("seven-points", "The game is seven points.", "target=7"),
        Variant("no-king", "The king of trumps brings nothing.", "turned-king=0, king=0"),
    ),
    brings={Stays: choice_brings, Refuses: choice_brings},
    facts={
        "trump": lambda hand: hand.trump,
        "stock": lambda hand: hand.stock,
        "exchanges": lambda hand: hand.exchanges,
        "tricks": lambda hand: dict(hand.taken),
        "vulnerable": lambda hand: hand.vulnerable or "nobody",
        "elder": lambda hand: hand.eldest if hand.dealer else None,
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
        "`upcard K` where a king was turned up; `refuses` by the dealer, `proposes` by elder where cards were changed,"
        " neither where elder played at once; `shows K`; and `takes` for whoever took tricks."
    ),
    example=Example(
        "Ann Ben",
        ("deal", "upcard K", "Ben proposes", "Ben takes 5"),
        "Ann 1, Ben 2",
    ),
    rulings=(
        "The deal alternates.",
        "The first proposal can only be rejected by the dealer, who is vulnerable then.",
        "The king may be shown without any exchange, until its owner has played a card.",
        "Nobody has to show the king.",
        "A proposal that wasn't refused led to an exchange, told or not, also where elder then stays.",
        "Whoever plays second follows suit, heads the trick and trumps, the dealer and elder alike.",
    ),
    edition=4,
)
