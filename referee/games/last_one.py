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
from referee.game.game import Example, Fact, Game, Glance, Table, leaders
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


class DealAgreed(Deal, speaker="after", verb="deal", also=("deals",), labels={"agreed": "all players agree"}):
    """a new hand with more cards than the dealer alone may choose"""

    _: KW_ONLY
    agreed: bool

    @classmethod
    def options(cls, hand: LastOne, seat: Seat) -> list[DealAgreed]:
        return [cls(hand.house["agreed"], agreed=True, who=seat)]


class Forgets(Report):
    """a player forgot to call "last one" and draws cards for it"""


class Out(Report, also=("outs",)):
    """a player has no cards left"""


@dataclass
class LastOne(LeftOver):
    """One hand of Last One. In a melee, ``turn`` is the defender and ``owed`` the cards to draw.

    Cards drawn out of turn, for a draw-two card or a missed call, are applied at once. They may be named until the next
    card is played. ``since`` has those draws with their rules, and cards played after them in the same turn. ``before``
    is the layout before them.
    """

    stands: Card | None = None  # the card a joker on the pile represents
    attacker: Seat = NOBODY
    melee_over: Report | None = None  # the report that has just ended a melee
    stacking: tuple[Seat, ...] = ()  # players who may play another card on their stack card
    since: list[tuple[Rule, Any]] = field(default_factory=list)
    before: dict[str, Any] = field(default_factory=dict)
    alone: dict[Seat, Plays] = field(default_factory=dict)  # players down to one card who may still call
    silent: dict[Seat, Plays] = field(default_factory=dict)  # players who can't call any more

    # Who may act

    def may_play(self) -> tuple[Seat, ...]:
        """Everybody but the attacker in a melee, otherwise the player whose turn it is."""
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
        """Players who may still name cards drawn out of turn, with the index of that draw."""
        return {act.who: place for place, (_, act) in enumerate(self.since) if isinstance(act.cards, int)}

    def to_name(self) -> tuple[Seat, ...]:
        return tuple(self.unnamed_draws())

    def named_by(self, draws: Draws) -> int | None:
        """The index of the draw out of turn that a report names, or None for a draw in turn."""
        due, place = self.must_draw(draws.who), self.unnamed_draws().get(draws.who)
        number, aside = draws.number(due), 0 if place is None else self.since[place][1].number()
        in_turn = number == due or (number != aside and not self.enforces(draw_one))
        return None if draws.who == self.turn and in_turn else place

    def due(self, draws: Draws) -> int:
        """How many cards a draw must have."""
        place = self.named_by(draws)
        if place is None:
            return self.must_draw(draws.who)
        drawn: Draws = self.since[place][1]
        return min(drawn.number(), self.as_it_lay(draws).to_draw)

    def as_it_lay(self, draws: Draws) -> LastOne:
        """The hand before a draw that may already be applied."""
        place = self.named_by(draws)
        if place is None:
            return self
        twin = copy.copy(self)
        draw_again(twin, place)
        return twin

    def where(self) -> Iterator[str]:
        yield from super().where()
        if self.pile and self.pile[-1] is JOKER:
            yield "the upcard is a joker"
        if self.attacker:
            yield f"melee: {self.attacker} attacks {self.turn}"
            yield f"play {self.answer.pretty} to defend" if self.answer else "there is no card to defend with"
        elif self.winner:
            yield f"{self.winner} has no cards left"
        elif self.turn:
            yield f"{self.turn} plays or {'draws' if self.to_draw else 'passes'}"
        for place in self.unnamed_draws().values():
            rule, draws = self.since[place]
            yield f"{draws.who} draws {self.due(draws)} " + ("and is skipped" if rule is two else "for a missed call")
        yield from (f"{seat} may lay another card" for seat in self.stacking)
        yield f"stock {self.stock}"


def natural(card: Card) -> Card | None:
    """The card a joker is named as."""
    return next((named for named in read_cards(card.says) or () if named.suit), None)


# The hand


async def play_hand(hand: LastOne) -> None:
    agreed = hand.ask(lambda: hand.standing.dealer or hand.seats[0], DealAgreed, aside=True)
    deal = await hand.deal(barred=agreed | bar(hand_over, "there is no hand in progress", Plays, Draws, Passes))
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
                hand.begun, hand.in_numbers = False, True
                turns = attacks = hand.ask(None, Out, free=True) | bar(hand_over, TOLD_SO, Plays, Draws, Passes, Holds)
            case _:
                run_out(hand, report.who)

    # Score
    counting = (
        hand.ask(hand.to_hold, Holds, free=True)
        | hand.ask(None, Out, Forgets, aside=True)
        | bar(hand_over, f"{hand.winner} has no cards left", Plays, Draws, Passes)
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
        | bar(hand_over, "cards are counted only when a player has none left", Holds)
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
    """Starts a play or a draw and closes what was open before it."""
    hand.begun = True
    hand.silent |= {seat: play for seat, play in hand.alone.items() if seat != report.who}
    hand.silent.pop(report.who, None)
    hand.alone = {}
    hand.attacker, hand.owed, hand.melee_over = NOBODY, 0, None
    hand.stacking, hand.since, hand.before = (), [], {}


def act(hand: LastOne, seat: Seat, card: Card, report: Report) -> None:
    """Applies the effect of a card that SEAT played, or that the dealer turned up."""
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
    """Draws cards out of turn. They have no names yet."""
    draws = Draws(number, who=seat, line=report.line)
    hand.before = hand.before or lying(hand)
    hand.since.append((rule, draws))
    hand.draw(draws, *draws.drawn())
    hand.alone.pop(seat, None)
    hand.silent.pop(seat, None)


def name_cards(hand: LastOne, report: Draws, place: int) -> None:
    """Names cards drawn out of turn, and replays what was drawn and played since."""
    rule, _ = hand.since[place]
    hand.since[place] = rule, replace(report, cards=Blind(report.drawn(hand.due(report))))
    draw_again(hand, len(hand.since))


def draw_again(hand: LastOne, number: int) -> None:
    """Replays the first of the acts out of turn from the layout before them."""
    vars(hand).update(hand.before)
    vars(hand).update(lying(hand))
    for _, act in hand.since[:number]:
        if isinstance(act, Draws):
            hand.draw(act, *act.drawn())
        else:
            hand.lay(act, *act.cards)


def lying(hand: LastOne) -> dict[str, Any]:
    """A copy of the layout of all cards."""
    return {
        "holdings": {
            seat: CountedHolding(holding.known.copy(), holding.blind, holding.reports.copy())
            for seat, holding in hand.holdings.items()
        },
        "seen": {card: [*reports] for card, reports in hand.seen.items()},
        "stock": hand.stock,
        "pile": [*hand.pile],
        "shuffles": [Shuffle(shuffle.cards.copy(), shuffle.drawn.copy()) for shuffle in hand.shuffles],
    }


# Score


def score(hand: LastOne, seat: Seat) -> None:
    points, left, reports = hand.points(seat) or 0, len(hand.holding(seat)), [*filter(None, [hand.held.get(seat)])]
    if seat == hand.winner:
        hand.book(seat, zero, 0, "has no cards left", line="out")
    elif points:
        hand.book(seat, card_value, points, hand.said(seat), *reports)
    else:
        few = "few enough cards" if hand.loose else in_letters(left) + " card" + "s" * (left != 1)
        hand.book(seat, zero, 0, f"has {few} left", *reports, line="one-card")


def is_over(hand: LastOne) -> bool:
    return len(still_in(hand)) <= 1


def winners(hand: LastOne) -> list[Seat]:
    """The players left in the game. If play stops early, the lowest of them. Nobody who conceded."""
    may_win = [seat for seat in hand.seats if seat not in hand.standing.conceded]
    left = [seat for seat in may_win if seat in still_in(hand)]
    return leaders({seat: hand.standing.balance[seat] for seat in left or may_win}, lowest=True)


# Rules: the deal

dealer_rotation = illegal(
    "The deal passes to the left. It skips players who have dropped out.", turn=(Deal, DealAgreed)
)
dropped_out = illegal(
    "If you have {limit:point} or more after a hand, you drop out. The last player left wins the game.",
    limit=number(250, "points at which a player drops out", least=1),
    asked="out game, when out, drop out, eliminated, 250, knocked out, who win game, over limit",
)


def still_in(hand: LastOne) -> list[Seat]:
    return [seat for seat in hand.seats if hand.standing.balance[seat] < hand.house["limit"]]


def dropped(hand: LastOne, seat: Seat) -> str | None:
    """Why SEAT isn't in the hand, or None."""
    return None if seat in hand.playing else f"{seat} dropped out with {hand.standing.balance.get(seat, 0)} points"


@judges(dropped_out)
def still_plays(hand: LastOne, dealt: Dealt) -> str | None:
    return dropped(hand, dealt.who)


@illegal(asked="dealer choose cards")
def hand_size(
    hand: LastOne,
    deal: Deal,
    *,
    fewest: int = number(4, "fewest cards the dealer may choose", least=1, most=8),
    most: int = number(8, "most cards the dealer may choose", least=4, most=lambda players: max(8, 53 // players)),
    agreed: int = number(9, "cards for each player if all agree", least=1, most=lambda players: max(9, 53 // players)),
) -> Reason | str | None:
    """The dealer chooses how many cards each player gets: {fewest:word} to {most:word}, or {agreed:word} if all players
    agree. Turn the next card face up as the upcard. The rest is the stock.
    """
    available = (len(hand.pack) - 1) // len(still_in(hand) or hand.seats)
    if deal.size is None:
        return unclear("how many cards for each player, as in `deal 6`?")
    if not 1 <= deal.size <= available:
        return cannot_happen(f"the deck has enough for 1 to {available} cards each, not {deal.size}")
    most = max(most, fewest)
    if fewest <= deal.size <= most or (deal.size == agreed and isinstance(deal, DealAgreed)):
        return None
    sizes = f"each player is dealt {fewest} to {most} cards, not {deal.size}"
    return sizes + ", unless all players agree" * (deal.size == agreed)


def sizes_dealt(table: Table) -> str:
    fewest, most, agreed = (table.house[name] for name in ("fewest", "most", "agreed"))
    return f"{fewest} to {most}, or {agreed} if all agree"


one_pack = impossible(
    "The deck has 52 cards, one of each, and two jokers. You can play only cards that are in your hand.",
    stock.fresh_upcard,
)
judges(hand_size, one_pack)(counted.as_dealt)

# Rules: turns

turn_order = illegal(
    "The player on the dealer's left goes first, unless the upcard changes that. On your turn, play one card or"
    " draw. Then the next player in the direction of play has a turn.",
    turn=(Plays, Draws, Passes),
)
match = illegal(
    "Unless your card is wild or a joker, it must match the upcard in suit or rank. On a wild card, it must be of the"
    " suit that was named."
)
melee = illegal(
    "{melee} is a melee card. When you play it, you attack the next player, the defender. Any player but you may"
    " answer with the next higher card of its suit. That player then attacks you, and you are the defender. This goes"
    " on, up to the king. If nobody answers, the defender draws as many cards as the number on the last card, or"
    " {court_pips:word} if it is a jack, queen or king.",
    melee=A_RANK,
    court_pips=number(10, "cards drawn if a jack, queen or king ends a melee", least=1, most=26),
    asked="four, melee, what four, attack, answer four, beat four, defend, attack next, beat melee, melee card",
)


def pips(hand: LastOne, card: Card) -> int:
    """How many cards the defender draws if this card ends a melee."""
    return melee(hand) if card.rank in "KQJ" else PIPS[card.rank]


after_melee = illegal(
    "After a melee, the player after the defender who drew has the next turn.", asked="after melee, who turn melee"
)


@judges(turn_order, melee, after_melee, dropped_out)
def in_turn(hand: LastOne, act: Plays | Draws | Passes) -> Answer:
    """Out of turn, a player may only play on their own stack card, or name cards they drew."""
    free = (*hand.may_play(), *hand.stacking) if isinstance(act, Plays) else (hand.turn,)
    if act.who in free or (isinstance(act, Draws) and act.who in hand.to_name()):
        return None
    wrong: dict[Rule, str | None] = {dropped_out: dropped(hand, act.who)}
    if hand.attacker:
        attacks = f"{act.who} is the attacker, and must wait for an answer or for {hand.turn} to draw"
        wrong[melee] = attacks if act.who == hand.attacker else f"{hand.turn} is the defender, not {act.who}"
    if (over := hand.melee_over) is not None:
        wrong[after_melee] = Reason(f"{over.who} ended the melee ({at(over)}), so it's {hand.turn}'s turn", over)
    return wrong | {turn_order: not_next(act.who, hand.turn)}


@judges(match, melee)
def fits_here(hand: LastOne, play: Plays) -> Answer:
    card = play.cards[0].face
    if not hand.attacker:
        return None if play.who in hand.stacking or hand.fits(card) else {match: hand.why_not(card)}
    if play.cards == (hand.answer,):
        return None
    answer = f"only {hand.answer.pretty} answers" if hand.answer else "nothing answers"
    return {melee: f"{answer} {hand.top.pretty if hand.top else ''}, not {listed(play.cards)}"}


three = worth(
    "{stack} is a stack card. You may play any other card on it at once. That card has its own effect.",
    stack=A_RANK,
    asked="what three, play three, stack, play after three, three again",
)


@judges(turn_order, three)
def one_card(hand: LastOne, play: Plays) -> Answer:
    for under, _ in itertools.pairwise(play.cards):
        if not hand.has(under, "stack") or hand.has(under, "melee"):
            return dict.fromkeys(
                (turn_order, three), f"you play one card a turn, and can't play another on {under.pretty}"
            )
    return None


eight_wild = illegal(
    "{wild} is wild. You may play a wild card on any card, except in a melee, and name a suit. The next card must be"
    " of that suit, or wild.",
    wild=A_RANK,
    asked="what eight, play eight, name suit",
)
joker = illegal(
    "You may play a joker on any card, except in a melee. Name the card it represents. The next card must match the"
    " suit or rank of that card.",
    asked="play joker, joker do, what joker",
)


@judges(eight_wild, joker)
def rightly_named(hand: LastOne, report: Plays | Upcard) -> Answer:
    """Whether a joker or wild card that stays on top is named, unless it is a player's last, and nothing else is."""
    cards = report.cards if isinstance(report, Plays) else (report.card,)
    last = isinstance(report, Plays) and len(hand.holding(report.who)) <= len(cards)
    wrong: dict[Rule, str] = {}
    for card in cards:
        face, must = card.face.pretty, card is cards[-1] and not last and not hand.attacker
        wild = hand.has(card, "wild") and not hand.attacker
        if card.is_joker and not natural(card) and (card.says or must):
            wrong[joker] = "which card is the joker, as in JK=7H?"
        elif card.says and not card.is_joker and not (wild and card.says in SUITS):
            not_wild = f"{face} isn't wild here, so it can't name a suit"
            wrong[eight_wild] = f"{face} names a suit, and nothing else" if wild else not_wild
        elif wild and must and not card.says:
            wrong[eight_wild] = f"{face} is wild: name a suit, as in {card.text}=S"
    return wrong


judges(one_pack)(shedding.from_hand)
jack_skips = worth(
    "{skip} is a skip card. When you play it, the next player misses a turn.",
    skip=A_RANK,
    asked="jack, what jack, skip, miss turn",
)
ace_reverses = worth(
    "{reverse} is a reverse card. When you play it, play changes direction.",
    reverse=A_RANK,
    asked="what ace, reverse, direction change",
)

# Rules: cards drawn

draw_one = illegal(
    "If you can't play, or don't want to, draw {draw:word card} from the stock. That ends your turn.",
    draw=number(1, "cards drawn by a player who doesn't play", least=1, most=12),
)
two = illegal(
    "{draw_two} is a draw-two card. When you play it, the next player draws {draw_two_cards:word card} and misses a"
    " turn.",
    draw_two=A_RANK,
    draw_two_cards=number(2, "cards drawn because of a draw-two card", least=1, most=12),
    asked="what two, draw two, stack two, two on two",
)
last_one_call = illegal(
    'When you have one card left, call "last one" before another player plays. If you don\'t, draw'
    " {missed_call:word card}.",
    missed_call=number(2, "cards drawn for a missed call", least=1, most=12),
    asked="say last one, forget last one, last one, one card left, not say last, call last one, forget call/say",
)


def cards_to_draw(table: Table) -> dict[str, int]:
    return {"a draw-two card": table.house["draw-two-cards"], "a missed call": table.house["missed-call"]}


@judges(draw_one, two, melee, last_one_call)
def as_many_as_due(hand: LastOne, draws: Draws) -> Answer:
    piles, due, place = hand.as_it_lay(draws), hand.due(draws), hand.named_by(draws)
    rule = hand.since[place][0] if place is not None else melee if hand.attacker else draw_one
    number = draws.number(due)
    wrong = {rule: f"{draws.who} must draw {cards_of(due)}, not {number}"} if number != due else {}
    if number > piles.to_draw or not piles.to_draw:
        wrong[draw_one] = cannot_happen(str(stock.enough_to_draw(piles, number)))
    return wrong


@judges(one_pack)
def from_stock(hand: LastOne, draws: Draws) -> Reason | None:
    return stock.can_come(hand.as_it_lay(draws), draws.drawn())


@judges(draw_one)
def nothing_left(hand: LastOne, passes: Passes) -> str | None:
    return (
        f"{passes.who} must play or draw, because the stock and discard pile still have {cards_of(hand.to_draw)}"
        if hand.to_draw
        else None
    )


restock = unjudged("When the stock is gone, shuffle the discard pile, except for the upcard, to make a new one.")
EFFECTS = {
    "draw-two": Effect("2", two, "that makes the next player draw and miss a turn"),
    "stack": Effect("3", three, "on which you may play a second card at once"),
    "melee": Effect("4", melee, "that starts a melee"),
    "wild": Effect("8", eight_wild, "that lets you name a suit"),
    "skip": Effect("J", jack_skips, "that makes the next player miss a turn"),
    "reverse": Effect("A", ace_reverses, "that reverses the direction of play"),
}

# Rules: the end

hand_over = illegal(
    "The hand is over when a player has no cards left. Then count the cards of the others.", place=Holds
)


@judges(last_one_call, dropped_out, hand_over)
def missed_call(hand: LastOne, forgets: Forgets) -> Answer:
    who, left = forgets.who, len(hand.holding(forgets.who))
    if hand.winner:
        return dict.fromkeys((last_one_call, hand_over), f"{hand.winner} has no cards left, so the drawing is over")
    if who in hand.silent and left == 1:
        return {}
    why = f"{who} has {cards_of(left)}, and calls only with one left"
    if play := hand.alone.get(who):
        why = Reason(f"nobody has played since {play.text} ({at(play)}), so {who} may still call", play)
    elif left == 1:
        why = f"{who} has already played or drawn since then"
    return {last_one_call: why, dropped_out: dropped(hand, who)}


@judges(hand_over, dropped_out, when="always")
def can_be_out(hand: LastOne, out: Out) -> Answer:
    if hand.winner:
        why = cannot_happen(f"{hand.winner} has no cards left, not {out.who}")
        return {hand_over: None if out.who == hand.winner else why}
    left = len(hand.holding(out.who))
    has = f"{out.who} still has {cards_of(left)}" if left else f"{out.who}'s last card hasn't been played in this hand"
    return {hand_over: has if hand.begun else None, dropped_out: dropped(hand, out.who)}


# Rules: the score

zero = worth(
    "Cards left in your hand score against you, {free_cards}.",
    lines=("out", "one-card"),
    free_cards=number(
        1,
        "most cards left in a hand that scores nothing",
        most=3,
        words={
            "0": "even a single one",
            "1": "but a single card scores nothing",
            "N": "but {N:word card} or fewer score nothing",
        },
    ),
    asked="single card, one card left count",
)


@worth(lines="held")
def card_value(hand: LastOne, *, joker: int = 40, eight: int = 25, ace: int = 15, court: int = 10) -> Mapping[str, int]:
    """Each card left in your hand scores against you: a joker {joker}, an eight {eight}, an ace {ace}, a jack, queen or
    king {court}, any other card its number.
    """
    return {**PIPS, **dict.fromkeys("KQJ", court), "JK": joker, "8": eight, "A": ace}


held_total = arithmetic("The points of a hand must be possible with its number of cards.")
judges(held_total, one_pack, when="always")(left_over.is_entered_rightly)


@judges(dropped_out, when="always")
def held_by_player(hand: LastOne, holds: Holds) -> str | None:
    return dropped(hand, holds.who)


def free_cards(table: Table) -> str:
    most = table.house["free-cards"]
    return cards_of(most) + " or fewer" * (most > 1) if most else "only an empty one"


GAME = Game(
    slug="last-one",
    name="Last One",
    summary="Get rid of your cards. Cards left in your hand score against you, and the last player left wins.",
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
        Deal: "to start, and after a hand is over",
        DealAgreed: "instead of `deal`, when all players agree",
        Upcard: "after the deal; if you leave it out, the first play isn't checked",
        Plays: "on your turn, in a melee, or on your own stack card",
        Draws: "on your turn, to end a melee, or because of a draw-two card or a missed call",
        Passes: "on your turn, if there is nothing left to draw",
        Forgets: "after another player has played, and before the next turn of the player who forgot; if you know"
        " which cards were drawn, type `draws` with them next",
        Out: "if you don't enter the plays, or stop entering them",
        Rest: IN_NUMBERS,
        Holds: "when the hand is over, for every other player; if you entered the plays, leave out hands that score"
        " nothing",
    },
    pack_rule=one_pack,
    options=shedding.effect_options(EFFECTS),
    clashes=(
        in_order(("fewest", "most"), ("fewest", "agreed")),
        apart(("melee", "wild"), ("melee", "stack"), ("melee", "draw-two"), ("melee", "skip")),
    ),
    facts={
        "suit": Fact(lambda hand: hand.suit or "any", "the suit to match, or any"),
        "direction": Fact(lambda hand: hand.towards, "left or right"),
        "attacker": Fact(lambda hand: hand.attacker or None, "who played the last attack"),
        "defender": Fact(lambda hand: hand.turn if hand.attacker else None, "who must answer it"),
        "stock": Fact(lambda hand: None if hand.loose else hand.stock, "cards in the stock"),
        "pile": Fact(lambda hand: None if hand.loose else len(hand.pile), "cards in the discard pile"),
        "cards": Fact(
            lambda hand: {} if hand.loose else {seat: len(hand.holding(seat)) for seat in hand.playing},
            "cards in each hand",
        ),
        "size": Fact(lambda hand: hand.each, "cards dealt to each player"),
        "hand": Fact(lambda hand: hand.number, "its number"),
        "in": Fact(still_in, "players who haven't dropped out"),
    },
    says=True,
    deal_out=counted.take_up,
    now=shedding.where,
    ends=(hand_over,),
    at_a_glance=(
        Glance("cards dealt to each player", sizes_dealt, hand_size),
        left_over.card_values(card_value),
        Glance("a hand that scores nothing", free_cards, zero),
        shedding.what_cards_do(EFFECTS),
        Glance("cards to draw", cards_to_draw, two, last_one_call),
        Glance("drops out", lambda table: f"at {table.house['limit']} points", dropped_out),
    ),
    variants=(
        Variant("to-a-hundred", "You drop out at 100 points.", "limit=100"),
        Variant("no-melees", "A four has no effect.", "melee=none"),
        Variant("no-calls", "You needn't call your last card.", "without=last-one-call"),
        Variant("all-count", "A single card left scores, too.", "free-cards=0"),
    ),
    short_form=(
        "Type `deal` and the number of cards, who is `out`, and the points every other player `holds`: 0 for a single"
        " card. If you stop entering plays in the middle of a hand, type `rest` before the totals."
    ),
    example=Example(
        "Ann Ben Cat",
        ("deal 6", "Ben out", "Ann holds 27; Cat holds 0"),
        "Ann 27, Ben 0, Cat 0",
    ),
    rulings=(
        "The upcard has its effect as if the dealer had played it. The dealer names a suit for a wild card, and a"
        " card for a joker. A stack card turned up has no effect.",
        "A joker has the suit and rank it is named as (type `JK=7H`), but not the effect. It can't be played in a"
        " melee.",
        "In a melee, cards have no other effect, and the attacker can't answer. If aces are melee cards, an ace that"
        " ends a melee counts one.",
        "If your last card is a melee card, or any other that makes players draw, the hand ends and nobody draws.",
        "You can report a forgotten call once another player has played or drawn on their turn, until the player"
        " with one card plays or draws again. A player who draws and comes down to one card again must call again.",
        "With two players, a skip card gives you another turn, and a reverse card has no effect.",
        "You also drop out if you have exactly the limit. If you type `end`, the lowest score of those still in wins.",
        "The discard pile is shuffled as soon as the stock is empty. If too few cards are left for a draw, draw those.",
        "Each hand starts clockwise. Card values stay the same if your table moves effects to other cards.",
    ),
    edition=2,
)
