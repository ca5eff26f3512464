"""Last One.  Get rid of your cards: those left count against you, and the last player below the limit has won."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from referee.cards import JOKER, PIPS, SUITS, UPWARD, Card, Pack, listed, read_cards
from referee.game.asks import Asks, at, bar
from referee.game.common_reports import Deal, Dealt
from referee.game.game import Example, Game, Glance, Table, leaders
from referee.kit import counted, left_over, shedding, stock
from referee.kit.counted import CountedHolding
from referee.kit.left_over import Holds, LeftOver
from referee.kit.messages import cards_of
from referee.kit.rest import IN_NUMBERS, TOLD_SO, Rest, the_rest
from referee.kit.shedding import A_RANK, Draws, Effect, Passes, Plays, Upcard
from referee.kit.stock import Shuffle
from referee.language.reports import KW_ONLY, Blind, Report
from referee.language.words import NOBODY, Seat
from referee.rules.options import Variant, apart, in_order
from referee.rules.rule import (
    Answer,
    Reason,
    Rule,
    arithmetic,
    cannot_happen,
    illegal,
    impossible,
    in_letters,
    judges,
    not_next,
    number,
    unclear,
    unjudged,
    worth,
)

# Reports


class DealAgreed(Deal, speaker="after", verb="deal", also=("deals",)):
    """a new hand of more cards than the dealer may choose, as all of them agree"""

    _: KW_ONLY
    agreed: bool

    @classmethod
    def options(cls, hand: LastOne, seat: Seat) -> list[DealAgreed]:
        return [cls(hand.house["agreed"], agreed=True, who=seat)]


class Forgets(Report):
    """the call was forgotten, with a single card left: cards are drawn for it"""


class Out(Report, also=("outs",)):
    """the hand over with this player's last card, plays untold"""


@dataclass
class LastOne(LeftOver):
    """One deal of Last One; in a melee ``turn`` is the defender's, and ``owed`` what there is to draw.

    Cards drawn out of turn, for a draw-two card or a missed call, are counted at once, and may be named until the next
    card: ``since`` has them, each with the rule that they were drawn by, and cards laid behind them in the same turn;
    ``before`` is how all cards lay.
    """

    stands: Card | None = None  # the card that the joker on the pile stands for
    attacker: Seat = NOBODY
    melee_over: Report | None = None  # what ended one just now
    stacking: tuple[Seat, ...] = ()  # who may lay another card on the stack card they played
    since: list[tuple[Rule, Any]] = field(default_factory=list)
    before: dict[str, Any] = field(default_factory=dict)
    alone: dict[Seat, Plays] = field(default_factory=dict)  # who came down to one card, and still has time to call
    silent: dict[Seat, Plays] = field(default_factory=dict)  # for whom that time is over

    # Who may act

    def may_play(self) -> tuple[Seat, ...]:
        """Anybody but the attacker in a melee, else whoever is in turn."""
        if not self.attacker:
            return (self.turn,)
        return tuple(seat for seat in self.playing if seat != self.attacker)

    @property
    def values(self) -> Mapping[str, int]:
        return card_value(self)

    @property
    def free_cards(self) -> int:
        return zero(self)

    # Cards

    @property
    def top(self) -> Card | None:
        """The card to match: of a joker the one that it stands for."""
        top = super().top
        return self.stands if top is JOKER else top

    def fits(self, card: Card) -> bool:
        return card is JOKER or self.has(card, "wild") or super().fits(card)

    def calls(self, card: Card) -> Iterable[str]:
        if self.attacker:
            return ()
        if card is JOKER:
            return (other.text for other in self.pack if other is not JOKER)
        return SUITS if self.has(card, "wild") else ()

    @property
    def answer(self) -> Card | None:
        """The card that goes on with the melee; a king has none."""
        place = UPWARD.index(self.top.rank) + 1 if self.top else len(UPWARD)
        return Card(UPWARD[place], self.top.suit) if self.top and place < len(UPWARD) else None

    def must_draw(self, seat: Seat) -> int:
        return min(self.owed, self.to_draw) if self.attacker else min(self.house["draw"], self.to_draw) or 1

    def unnamed_draws(self) -> dict[Seat, int]:
        """Who may still name the cards drawn out of turn, with the place of those draws."""
        return {act.who: place for place, (_, act) in enumerate(self.since) if isinstance(act.cards, int)}

    def to_name(self) -> tuple[Seat, ...]:
        return tuple(self.unnamed_draws())

    def named_by(self, draws: Draws) -> int | None:
        """The place of the draws out of turn that a report names; None where it is a draw in turn."""
        due, place = self.must_draw(draws.who), self.unnamed_draws().get(draws.who)
        number, aside = draws.number(due), 0 if place is None else self.since[place][1].number()
        in_turn = number == due or (number != aside and not self.enforces(draw_one))
        return None if draws.who == self.turn and in_turn else place

    def due(self, draws: Draws) -> int:
        """How many cards a draw is of."""
        place = self.named_by(draws)
        if place is None:
            return self.must_draw(draws.who)
        drawn: Draws = self.since[place][1]
        return min(drawn.number(), self.as_it_lay(draws).to_draw)

    def as_it_lay(self, draws: Draws) -> LastOne:
        """The hand before a draw, which may have been counted already."""
        place = self.named_by(draws)
        if place is None:
            return self
        twin = copy.copy(self)
        draw_again(twin, place)
        return twin

    def where(self) -> Iterator[str]:
        yield from super().where()
        if self.pile and self.pile[-1] is JOKER:
            yield "it is a joker"
        if self.attacker:
            yield f"melee: {self.attacker} attacks {self.turn}"
            yield f"{self.answer.pretty} answers" if self.answer else "nothing answers"
        elif self.winner:
            yield f"{self.winner} is out of cards"
        elif self.turn:
            yield f"{self.turn} plays or {'draws' if self.to_draw else 'passes'}"
        for place in self.unnamed_draws().values():
            rule, draws = self.since[place]
            yield f"{draws.who} draws {self.due(draws)} " + ("and is skipped" if rule is two else "for a missed call")
        yield from (f"{seat} may lay another card" for seat in self.stacking)
        yield f"stock {self.stock}"


def natural(card: Card) -> Card | None:
    """The card that a joker is named as."""
    return next((named for named in read_cards(card.says) or () if named.suit), None)


# The hand


async def play_hand(hand: LastOne) -> None:
    agreed = hand.ask(lambda: hand.standing.dealer or hand.seats[0], DealAgreed, aside=True)
    deal = await hand.deal(barred=agreed | bar(hand_over, "no hand is in progress", Plays, Draws, Passes))
    hand.playing = tuple(still_in(hand) or hand.seats)
    hand.deal_out(deal.size or 0, hand.playing)
    hand.holdings |= {seat: CountedHolding() for seat in hand.seats if seat not in hand.playing}
    hand.turn = hand.next_from(hand.dealer)
    if upcard := await hand.ask_upcard():
        act(hand, hand.dealer, upcard.card, upcard)

    # Turns
    turns, attacks = ask_turn(hand), ask_turn(hand, in_melee=True)
    while not hand.winner:
        match report := await (attacks if hand.attacker else turns):
            case Plays():
                play(hand, report)
            case Draws() if (place := hand.named_by(report)) is not None:
                name_cards(hand, report, place)
            case Draws() | Passes():
                draw(hand, report)
            case Forgets():
                if hand.enforces(last_one_call):
                    draw_aside(hand, report.who, last_one_call, hand.house["missed-call"], report)
            case Rest():
                hand.begun = False
                turns = attacks = hand.ask(None, Out, free=True) | bar(hand_over, TOLD_SO, Plays, Draws, Passes, Holds)
            case _:
                run_out(hand, report.who)

    # Score
    counting = (
        hand.ask(hand.to_hold, Holds, free=True)
        | hand.ask(None, Out, Forgets, aside=True)
        | bar(hand_over, f"{hand.winner} is out of cards", Plays, Draws, Passes)
    )
    while hand.to_hold():
        if isinstance(report := await counting, Holds):
            hand.hear(report)
    for seat in hand.playing:
        score(hand, seat)


def ask_turn(hand: LastOne, in_melee: bool = False) -> Asks[Any]:
    return (
        hand.ask(hand.may_play, Plays, aside=in_melee)
        | hand.ask(lambda: hand.stacking, Plays, aside=True, free=True)
        | hand.ask(hand.to_play, Draws)
        | hand.ask(hand.to_name, Draws, aside=True, free=True)
        | hand.ask(hand.to_play, Passes)
        | hand.ask((), Passes, aside=True, free=True)
        | hand.ask(lambda: tuple(hand.silent), Forgets, aside=True, free=True)
        | hand.ask(None, Out, aside=True)
        | the_rest(hand)
        | bar(hand_over, "cards are counted when somebody is out", Holds)
    )


# Turns


def play(hand: LastOne, play: Plays) -> None:
    answers = bool(hand.attacker) and play.cards == (hand.answer,)
    attacker = hand.attacker
    move_on(hand, play)
    for card in play.cards:
        hand.lay(play, card)
        if hand.since:
            hand.since.append((three, replace(play, cards=(card,))))
        if not hand.holding(play.who):
            run_out(hand, play.who)
            return
        if answers:
            hand.called = None
            hand.attacker, hand.turn, hand.owed = play.who, attacker, pips(hand, card)
        else:
            act(hand, play.who, card, play)
    if hand.has(card, "stack") and not hand.attacker:
        hand.stacking = (play.who,)
    if len(hand.holding(play.who)) == 1:
        hand.alone[play.who] = play


def move_on(hand: LastOne, report: Report) -> None:
    """Somebody plays or draws, and what was left to be done before is done now."""
    hand.begun = True
    hand.silent |= {seat: play for seat, play in hand.alone.items() if seat != report.who}
    hand.silent.pop(report.who, None)
    hand.alone = {}
    hand.attacker, hand.owed, hand.melee_over = NOBODY, 0, None
    hand.stacking, hand.since, hand.before = (), [], {}


def act(hand: LastOne, seat: Seat, card: Card, report: Report) -> None:
    """What a card does, played by SEAT or turned up by the dealer."""
    hand.called, hand.stands = None, natural(card)
    hand.attacker, hand.owed = NOBODY, 0
    if hand.has(card, "wild"):
        hand.called = shedding.suit_called(card)
    if hand.has(card, "reverse") and len(hand.playing) > 2:
        hand.reverse()
    following = hand.next_from(seat)
    if hand.has(card, "melee"):
        hand.attacker, hand.turn, hand.owed = seat, following, pips(hand, card)
        return
    hand.turn = hand.next_from(seat, 2) if hand.has(card, "skip") or hand.has(card, "draw-two") else following
    if hand.has(card, "draw-two") and hand.to_draw:
        draw_aside(hand, following, two, hand.house["draw-two-cards"], report)


def run_out(hand: LastOne, seat: Seat) -> None:
    hand.run_out(seat)
    hand.attacker, hand.owed = NOBODY, 0
    hand.stacking, hand.since, hand.before = (), [], {}


# Drawing


def draw(hand: LastOne, report: Draws | Passes) -> None:
    drawn = report.drawn(hand.due(report)) if isinstance(report, Draws) else ()
    in_melee = bool(hand.attacker)
    move_on(hand, report)
    hand.draw(report, *drawn)
    hand.melee_over = report if in_melee else None
    hand.turn = hand.next_from(report.who)


def draw_aside(hand: LastOne, seat: Seat, rule: Rule, number: int, report: Report) -> None:
    """Cards that nobody has named yet, and that cost no turn."""
    draws = Draws(number, who=seat, line=report.line)
    hand.before = hand.before or lying(hand)
    hand.since.append((rule, draws))
    hand.draw(draws, *draws.drawn())
    hand.alone.pop(seat, None)
    hand.silent.pop(seat, None)


def name_cards(hand: LastOne, report: Draws, place: int) -> None:
    """Cards drawn out of turn are named: everything drawn and laid since is so once more."""
    rule, _ = hand.since[place]
    hand.since[place] = rule, replace(report, cards=Blind(report.drawn(hand.due(report))))
    draw_again(hand, len(hand.since))


def draw_again(hand: LastOne, number: int) -> None:
    """The first of what happened out of turn, from how all cards lay before that."""
    vars(hand).update(hand.before)
    vars(hand).update(lying(hand))
    for _, act in hand.since[:number]:
        if isinstance(act, Draws):
            hand.draw(act, *act.drawn())
        else:
            hand.lay(act, *act.cards)


def lying(hand: LastOne) -> dict[str, Any]:
    """How all cards lie, to come back to."""
    return {
        "holdings": {
            seat: CountedHolding(holding.known.copy(), holding.blind, holding.told.copy())
            for seat, holding in hand.holdings.items()
        },
        "seen": {card: [*told] for card, told in hand.seen.items()},
        "stock": hand.stock,
        "pile": [*hand.pile],
        "shuffles": [Shuffle(shuffle.cards.copy(), shuffle.drawn.copy()) for shuffle in hand.shuffles],
    }


# Score


def score(hand: LastOne, seat: Seat) -> None:
    points, left, told = hand.points(seat) or 0, len(hand.holding(seat)), [*filter(None, [hand.held.get(seat)])]
    if seat == hand.winner:
        hand.book(seat, zero, 0, "is out of cards", line="out")
    elif points:
        hand.book(seat, card_value, points, hand.said(seat), *told)
    else:
        few = "few enough cards" if hand.loose else in_letters(left) + " card" + "s" * (left != 1)
        hand.book(seat, zero, 0, f"has {few} left", *told, line="one-card")


def is_over(hand: LastOne) -> bool:
    return len(still_in(hand)) <= 1


def winners(hand: LastOne) -> list[Seat]:
    """Who is left; when the table stops early the lowest of those. Nobody who gave up."""
    may_win = [seat for seat in hand.seats if seat not in hand.standing.conceded]
    left = [seat for seat in may_win if seat in still_in(hand)]
    return leaders({seat: hand.standing.balance[seat] for seat in left or may_win}, lowest=True)


# Rules: the deal

dealer_rotation = illegal("The deal passes to the left, past whoever has dropped out.", turn=(Deal, DealAgreed))
dropped_out = illegal(
    "Whoever has reached {limit} points is dealt no more hands; the last player left has won.",
    limit=number(250, "the score that puts a player out of the game", least=1),
)


def still_in(hand: LastOne) -> list[Seat]:
    return [seat for seat in hand.seats if hand.standing.balance[seat] < hand.house["limit"]]


def dropped(hand: LastOne, seat: Seat) -> str | None:
    """Why SEAT has nothing to do with a hand."""
    return None if seat in hand.playing else f"{seat} dropped out with {hand.standing.balance.get(seat, 0)} points"


@judges(dropped_out)
def still_plays(hand: LastOne, dealt: Dealt) -> str | None:
    return dropped(hand, dealt.who)


@illegal
def hand_size(
    hand: LastOne,
    deal: Deal,
    *,
    fewest: int = number(4, "the fewest cards for each", least=1, most=8),
    most: int = number(8, "the most cards for each", least=4, most=lambda players: max(8, 53 // players)),
    agreed: int = number(9, "cards for each where all agree", least=1, most=lambda players: max(9, 53 // players)),
) -> Reason | str | None:
    """The dealer chooses: {fewest:word} to {most:word} cards for everybody, or {agreed:word} where all of them
    agree."""
    available = (len(hand.pack) - 1) // len(still_in(hand) or hand.seats)
    if deal.size is None:
        return unclear("how many cards for each, as in `deal 6`?")
    if not 1 <= deal.size <= available:
        return cannot_happen(f"the pack deals 1 to {available} cards each, not {deal.size}")
    most = max(most, fewest)
    if fewest <= deal.size <= most or (deal.size == agreed and isinstance(deal, DealAgreed)):
        return None
    sizes = f"{in_letters(fewest)} to {in_letters(most)} cards each are dealt, not {deal.size}"
    return sizes + " unless all agree" * (deal.size == agreed)


def sizes_dealt(table: Table) -> str:
    fewest, most, agreed = (table.house[name] for name in ("fewest", "most", "agreed"))
    return f"{fewest} to {most}, or {agreed} where all agree"


one_pack = impossible(
    "Each card is there once, the joker twice, and is played from the hand that has it.", stock.fresh_upcard
)
judges(hand_size, one_pack)(counted.as_dealt)

# Rules: turns

turn_order = illegal(
    "The player on the dealer's left begins, unless the upcard has it otherwise; a turn is one card, and"
    " the next has theirs in the"
    " direction of play.",
    turn=(Plays, Draws, Passes),
)
match = illegal("A card has the suit or the rank of the upcard; on a wild card it has the suit that was called.")
melee = illegal(
    "{melee} is a melee card, which attacks the next player. The card one higher in its suit answers it, from"
    " anybody but the attacker, who has to defend then; and so on up to the king. When nobody answers, the defender"
    " draws as many cards as the last one has pips, {court_pips:word} for a court card.",
    melee=A_RANK,
    court_pips=number(10, "cards to draw when a court card ends a melee", least=1, most=26),
)


def pips(hand: LastOne, card: Card) -> int:
    """Cards that are drawn when this one ends a melee."""
    return melee(hand) if card.rank in "KQJ" else PIPS[card.rank]


after_melee = illegal("After a melee it is the turn of the player after the last defender.")


@judges(turn_order, melee, after_melee, dropped_out)
def in_turn(hand: LastOne, act: Plays | Draws | Passes) -> Answer:
    """Out of turn a card may only go on one's own stack card, and cards that were due may be named."""
    free = (*hand.may_play(), *hand.stacking) if isinstance(act, Plays) else (hand.turn,)
    if act.who in free or (isinstance(act, Draws) and act.who in hand.to_name()):
        return None
    wrong: dict[Rule, str | None] = {dropped_out: dropped(hand, act.who)}
    if hand.attacker:
        attacks = f"{act.who} attacks, so waits for an answer or for {hand.turn} to draw"
        wrong[melee] = attacks if act.who == hand.attacker else f"{hand.turn} defends here, not {act.who}"
    if (over := hand.melee_over) is not None:
        wrong[after_melee] = Reason(f"{over.who} ended the melee ({at(over)}), and {hand.turn} comes after", over)
    return wrong | {turn_order: not_next(act.who, hand.turn)}


@judges(match, melee)
def fits_here(hand: LastOne, play: Plays) -> Answer:
    card = play.cards[0].face
    if not hand.attacker:
        return None if play.who in hand.stacking or hand.fits(card) else {match: hand.why_not(card)}
    if play.cards == (hand.answer,):
        return None
    answer = f"{hand.answer.pretty} alone answers" if hand.answer else "nothing answers"
    return {melee: f"{answer} {hand.top.pretty if hand.top else ''}, not {listed(play.cards)}"}


three = worth(
    "{stack} is a stack card, on which its player may lay any other, with all that this one does.", stack=A_RANK
)


@judges(turn_order, three)
def one_card(hand: LastOne, play: Plays) -> Answer:
    for under, _ in itertools.pairwise(play.cards):
        if not hand.has(under, "stack") or hand.has(under, "melee"):
            return dict.fromkeys((turn_order, three), f"a turn is one card, and {under.pretty} allows no other")
    return None


eight_wild = illegal(
    "{wild} is wild. A wild card goes on anything outside a melee; its player calls a suit, which the next card has,"
    " unless it is wild too.",
    wild=A_RANK,
)
joker = illegal(
    "A joker goes on anything outside a melee, as the card that its player names; the next card has the suit or the"
    " rank of that one."
)


@judges(eight_wild, joker)
def rightly_named(hand: LastOne, report: Plays | Upcard) -> Answer:
    """A joker or a wild card that stays on top is named, unless it is somebody's last; nothing else is."""
    cards = report.cards if isinstance(report, Plays) else (report.card,)
    last = isinstance(report, Plays) and len(hand.holding(report.who)) <= len(cards)
    wrong: dict[Rule, str] = {}
    for card in cards:
        face, must = card.face.pretty, card is cards[-1] and not last and not hand.attacker
        wild = hand.has(card, "wild") and not hand.attacker
        if card.is_joker and not natural(card) and (card.says or must):
            wrong[joker] = "which card does the joker stand for, as in JK=7H?"
        elif card.says and not card.is_joker and not (wild and card.says in SUITS):
            wrong[eight_wild] = f"{face} calls a suit, and nothing else" if wild else f"{face} calls nothing here"
        elif wild and must and not card.says:
            wrong[eight_wild] = f"{face} is wild: which suit does it call, as in {card.text}=S?"
    return wrong


judges(one_pack)(shedding.from_hand)
jack_skips = worth("{skip} is a skip card, which takes the next player's turn.", skip=A_RANK)
ace_reverses = worth("{reverse} is a reverse card, which turns the direction of play round.", reverse=A_RANK)

# Rules: cards drawn

draw_one = illegal(
    "Whoever can't play, or doesn't want to, draws {draw:word} from the stock for their turn, to be played later.",
    draw=number(1, "cards drawn for a turn", least=1, most=12),
)
two = illegal(
    "{draw_two} is a draw-two card, which gives the next player {draw_two_cards:word} from the stock and takes their"
    " turn.",
    draw_two=A_RANK,
    draw_two_cards=number(2, "cards that a draw-two card gives", least=1, most=12),
)
last_one_call = illegal(
    "Whoever comes down to a single card says so before somebody else has played, and otherwise draws"
    " {missed_call:word}.",
    missed_call=number(2, "cards for a missed call", least=1, most=12),
)


def cards_to_draw(table: Table) -> dict[str, int]:
    return {"a draw-two card": table.house["draw-two-cards"], "a missed call": table.house["missed-call"]}


@judges(draw_one, two, melee, last_one_call)
def as_many_as_due(hand: LastOne, draws: Draws) -> Answer:
    piles, due, place = hand.as_it_lay(draws), hand.due(draws), hand.named_by(draws)
    rule = hand.since[place][0] if place is not None else melee if hand.attacker else draw_one
    number = draws.number(due)
    wrong = {rule: f"{draws.who} draws {cards_of(due)} here, not {number}"} if number != due else {}
    if number > piles.to_draw or not piles.to_draw:
        wrong[draw_one] = cannot_happen(str(stock.enough_to_draw(piles, number)))
    return wrong


@judges(one_pack)
def from_stock(hand: LastOne, draws: Draws) -> Reason | None:
    return stock.can_come(hand.as_it_lay(draws), draws.drawn())


@judges(draw_one)
def nothing_left(hand: LastOne, passes: Passes) -> str | None:
    return f"{passes.who} plays or draws, with {cards_of(hand.to_draw)} to draw" if hand.to_draw else None


restock = unjudged("When the stock is used up the pile under the upcard is shuffled to be the new one.")
EFFECTS = {
    "draw-two": Effect("2", two, "that makes the next player draw and wait"),
    "stack": Effect("3", three, "on which its player may lay another card"),
    "melee": Effect("4", melee, "that begins a melee"),
    "wild": Effect("8", eight_wild, "that goes on anything and calls a suit"),
    "skip": Effect("J", jack_skips, "that takes the next player's turn"),
    "reverse": Effect("A", ace_reverses, "that turns the direction of play round"),
}

# Rules: the end

hand_over = illegal(
    "A hand is over with somebody's last card, and what the others hold is told after that.", place=Holds
)


@judges(last_one_call, dropped_out, hand_over)
def missed_call(hand: LastOne, forgets: Forgets) -> Answer:
    who, left = forgets.who, len(hand.holding(forgets.who))
    if hand.winner:
        return dict.fromkeys((last_one_call, hand_over), f"{hand.winner} is out of cards, and nothing is drawn")
    if who in hand.silent and left == 1:
        return {}
    why = f"{who} has {cards_of(left)}, and the call is for a single one"
    if play := hand.alone.get(who):
        why = Reason(f"nobody has played since {play.text} ({at(play)}), so {who} may still call", play)
    elif left == 1:
        why = f"{who} has played or drawn since the call was due"
    return {last_one_call: why, dropped_out: dropped(hand, who)}


@judges(hand_over, dropped_out, when="always")
def can_be_out(hand: LastOne, out: Out) -> Answer:
    if hand.winner:
        why = cannot_happen(f"{hand.winner} is out of cards, not {out.who}")
        return {hand_over: None if out.who == hand.winner else why}
    has = f"{out.who} still has {cards_of(len(hand.holding(out.who)))}"
    return {hand_over: has if hand.begun else None, dropped_out: dropped(hand, out.who)}


# Rules: the score

zero = worth(
    "Whoever is out of cards scores nothing, and neither does anybody with {free_cards:word} left.",
    lines=("out", "one-card"),
    free_cards=number(1, "cards left that cost nothing", most=3),
)


@worth(lines="held")
def card_value(hand: LastOne, *, joker: int = 40, eight: int = 25, ace: int = 15, court: int = 10) -> Mapping[str, int]:
    """A joker counts {joker}, an eight {eight}, an ace {ace}, a court card {court}, any other card its pips."""
    return {**PIPS, **dict.fromkeys("KQJ", court), "JK": joker, "8": eight, "A": ace}


held_total = arithmetic("A hand counts what so many cards of the pack can count.")
judges(held_total, one_pack, when="always")(left_over.is_told_rightly)


@judges(dropped_out, when="always")
def held_by_player(hand: LastOne, holds: Holds) -> str | None:
    return dropped(hand, holds.who)


GAME = Game(
    slug="last-one",
    name="Last One",
    summary="Get rid of your cards: those left count against you, and the last player below the limit has won.",
    family="shedding",
    players=range(2, 7),
    pack=Pack(jokers=2),
    hand=LastOne,
    play=play_hand,
    over=is_over,
    out=lambda hand: [seat for seat in hand.seats if seat not in still_in(hand)],
    deal_passes=False,
    winners=winners,
    lowest_wins=True,
    verbs={
        Deal: "first, and when a hand is finished",
        DealAgreed: "in place of it, for as many as all must agree to",
        Upcard: "after the deal; untold, it leaves the first play free",
        Plays: "in turn; by name in a melee, and on one's own stack card",
        Draws: "in turn; by name for a draw-two card or a missed call, until the next card; to end a melee",
        Passes: "in turn, when nothing is left to draw",
        Forgets: "when somebody else has played, until the next turn of who forgot; draws may name the cards",
        Out: "in place of all plays, or of the rest of them",
        Rest: IN_NUMBERS,
        Holds: "when the hand is over, of whoever has two cards or more",
    },
    pack_rule=one_pack,
    options=shedding.effect_options(EFFECTS),
    clashes=(
        in_order(("fewest", "most"), ("fewest", "agreed")),
        apart(("melee", "wild"), ("melee", "stack"), ("melee", "draw-two"), ("melee", "skip")),
    ),
    facts={
        "suit": lambda hand: hand.suit or "any",
        "direction": lambda hand: hand.towards,
        "attacker": lambda hand: hand.attacker or None,
        "defender": lambda hand: hand.turn if hand.attacker else None,
        "stock": lambda hand: None if hand.loose else hand.stock,
        "pile": lambda hand: None if hand.loose else len(hand.pile),
        "cards": lambda hand: {} if hand.loose else {seat: len(hand.holding(seat)) for seat in hand.playing},
        "size": lambda hand: hand.each,
        "hand": lambda hand: hand.number,
        "in": still_in,
    },
    says=True,
    deal_out=counted.take_up,
    now=shedding.where,
    ends=(hand_over,),
    at_a_glance=(
        Glance("cards each", sizes_dealt, hand_size),
        left_over.card_values(card_value),
        Glance("cards left that cost nothing", lambda table: table.house["free-cards"], zero),
        shedding.what_cards_do(EFFECTS),
        Glance("cards to draw", cards_to_draw, two, last_one_call),
        Glance("out of the game", lambda table: f"from {table.house['limit']} points", dropped_out),
    ),
    variants=(
        Variant("to-a-hundred", "Whoever reaches a hundred points is out of the game.", "limit=100"),
        Variant("no-melees", "A four is a card like any other.", "melee=none"),
        Variant("no-calls", "Nobody says that a single card is left.", "without=last-one-call"),
        Variant("all-count", "A single card left counts like any others.", "free-cards=0"),
    ),
    short_form=(
        "`deal` with its size, `out` for who went out, and `holds` for everybody else, 0 for a single card; in mid-hand"
        " after `rest`."
    ),
    example=Example(
        "Ann Ben Cat",
        ("deal 6", "Ben out", "Ann holds 27; Cat holds 0"),
        "Ann 27, Ben 0, Cat 0",
    ),
    rulings=(
        "The upcard acts as if the dealer had played it, and the dealer names for a wild card or a joker; a stack card"
        " turned up does nothing.",
        "A joker has the suit and the rank it is named for, but no effect, and no place in a melee.",
        "In a melee cards have no effect of their own, and the attacker can't answer; an ace would be one pip.",
        "The last card ends the hand at once, in a melee too, and costs nobody cards.",
        "A call is taken as made. Until the player plays or draws again it can be said to have been forgotten, once"
        " another has played or drawn for a turn; whoever has drawn since and comes down to one again calls anew.",
        "A skip card gives the turn back where there are two; a reverse card does nothing there.",
        "Whoever reaches the limit exactly is out of the game. With `end` the lowest of those still in win.",
        "The pile is shuffled as soon as the stock is empty, or at the next draw if there was nothing to shuffle. When"
        " less is left than is due, that is drawn.",
        "Each hand begins to the left again. What cards count goes by the book, whichever effects a house has moved.",
    ),
    edition=2,
)
