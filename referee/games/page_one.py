"""Page One.  Be the first without cards: follow suit or draw until you can, and say so when one card is left."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from referee.cards import JOKER, SUIT_NAMES, UNKNOWN, Card, Cards, Pack, Rank, Suit
from referee.game.asks import at
from referee.game.common_reports import Deal, Dealt
from referee.game.findings import Offence
from referee.game.game import Example, Fact, Game, Glance, Table
from referee.kit import holdings, tricks
from referee.kit.claims import claims, claims_to_be
from referee.kit.endings import all_played
from referee.kit.evidence import Evidence
from referee.kit.holdings import Holding
from referee.kit.messages import cards_of, doubt_in_words, named_twice
from referee.kit.tricks import Plays, Trick, TrickHand
from referee.language.reports import Blind, Report, one_for_each
from referee.language.words import NOBODY, Seat, so_many
from referee.rules.options import Option, Variant
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
    number,
    unclear,
    unjudged,
    worth,
)

# Reports


class Draws(Report, limits={"cards": lambda hand, seat: len(hand.pack)}):
    """cards a player draws: which ones, or how many; 1 if you say neither"""

    cards: int | Blind = 1

    @property
    def drawn(self) -> Cards:
        """The cards, as unknown cards if only a number was reported."""
        return (UNKNOWN,) * min(self.cards, 53) if isinstance(self.cards, int) else self.cards

    @classmethod
    def options(cls, hand: PageOne, seat: Seat) -> Iterable[Draws]:
        yield from (cls(n, who=seat) for n in range(1, hand.house["missed-call"] + 1))
        yield from (cls(Blind((card,)), who=seat) for card in (hand.unseen() if hand.stock else hand.discards))


class DeclaresPageOne(Report, verb="declares page-one"):
    """a player calls Page One"""


class Out(Report, also=("outs",)):
    """a player wins the game"""


class Holds(Report, limits={"cards": lambda hand, seat: len(hand.pack)}):
    """how many cards a player has left, if that isn't known"""

    cards: int
    options = one_for_each(lambda hand, seat: range(1, most_left(hand, seat) + 1))


class Stuck(Report):
    """a player can't draw, because no card is left, and everybody shares the win"""


@dataclass
class PageOne(TrickHand):
    """One game of Page One.

    ``shown_out`` has the reports that showed a hand out of a suit. It covers only cards without names: cards drawn by
    name may be of any suit.
    """

    shown_out: dict[Seat, dict[Suit, Report]] = field(default_factory=dict)
    stock: int = 0
    discards: list[Card] = field(default_factory=list)
    renewed: set[Card] | None = None  # the cards of the renewed stock, without those drawn by name
    drawer: Seat = NOBODY  # who is drawing for the suit
    drawn: list[Card] = field(default_factory=list)  # the cards drawn so far
    single: Plays | None = None  # a play that left its player one card, until the call is made or missed
    owing: dict[Seat, Plays] = field(default_factory=dict)  # players who owe the penalty, with that play
    winner: Seat = NOBODY
    held: dict[Seat, Holds] = field(default_factory=dict)  # for plays that weren't entered

    def to_hold(self) -> tuple[Seat, ...]:
        """Players whose cards must still be counted."""
        return tuple(seat for seat in self.all_but(self.held) if seat != self.winner)

    def left_to(self, seat: Seat) -> int:
        """How many cards a player has left."""
        return self.held[seat].cards if seat in self.held else len(self.hold(seat))

    @property
    def to_draw(self) -> int:
        """The cards that can be drawn: the stock, then the finished tricks."""
        return self.stock + len(self.discards)

    def to_play(self) -> Seat | tuple[Seat, ...]:
        return self.drawer or super().to_play()

    @property
    def leading(self) -> Plays | None:
        """The card whose suit must be followed, or None if anything may be played."""
        after_joker = self.house["joker-led"] == "second"
        return next((play for play in self.trick[: 1 + after_joker] if play.card is not JOKER), None)

    @property
    def led(self) -> Suit | None:
        return self.leading.card.suit if self.leading else None

    def strength(self, card: Card) -> int:
        return 1000 if card is JOKER else super().strength(card)

    def in_stock(self, card: Card) -> bool:
        """Whether a card is certainly in the stock: shuffled into it, with no unknown card drawn since."""
        return self.renewed is not None and card in self.renewed and len(self.renewed) == self.stock

    def owes(self, seat: Seat) -> bool:
        """Whether SEAT's next draw is the penalty."""
        if seat in self.owing or not self.single or not self.enforces(page_one_penalty):
            return seat in self.owing
        return self.single.who == seat == self.to_play() and not self.trick

    def meant(self, report: Report, rank: Rank) -> list[Card]:
        if not isinstance(report, Draws):
            return super().meant(report, rank)
        return [card for card in self.unseen() if card.rank == rank and not self.holder(card)]

    def note_suit(self, play: Plays) -> None:
        """Finds a broken rule if this card shows that its player had the suit while drawing, or playing the joker."""
        suits = self.shown_out.setdefault(play.who, {})
        suit = play.card.suit
        just_drawn = self.drawer == play.who and UNKNOWN in self.drawn
        if play.card not in self.hold(play.who).known and suit in suits and not (just_drawn and suit == self.led):
            earlier = suits.pop(suit)
            rule = joker_void if isinstance(earlier, Plays) else no_need_to_draw
            why = f"{play.who} plays {play.card.pretty}, so {play.who} had {SUIT_NAMES[suit]} earlier ({at(earlier)})"
            self.find(rule, play.who, why, earlier, play)
        if play.card is JOKER and self.led and self.house["joker"] == "any" and self.drawn[-1:] == [UNKNOWN]:
            suits.pop(self.led, None)  # the last card drawn may be of the suit, and kept
        if play.card is JOKER and self.led and self.house["joker"] == "void" and not joker_void(self, play):
            self.show_out(play, joker_void)

    def show_out(self, report: Any, rule: Rule) -> None:
        """Stores that a report shows the player out of the suit led, unless it is known to break the rule."""
        if self.led and self.enforces(rule) and Offence(report.who, rule.called, report.line) not in self.proven:
            self.shown_out.setdefault(report.who, {}).setdefault(self.led, report)

    def prove(self, report: Report) -> None:
        """No proof by counting here: unknown cards drawn may be of a suit that was drawn past."""


# The hand


async def play_hand(hand: PageOne) -> None:
    size: int = hand.house["hand-size"]
    deal = await hand.deal(size=size)
    size = hand.house["hand-size"]
    hand.deal_cards(size, deal)
    hand.stock = len(hand.pack) - size * len(hand.seats)
    hand.leader = hand.eldest
    asks = (
        hand.ask(hand.to_play, Plays, Draws)
        | hand.ask(None, Trick, aside=True)
        | hand.ask(lambda: tuple(hand.owing), Draws, aside=True)
        | hand.ask(lambda: (hand.single.who,) if hand.single else hand.seats, DeclaresPageOne, free=True, aside=True)
        | hand.ask(hand.to_play, Out, Stuck, free=True, aside=True)
    )
    while not hand.winner:
        match report := await asks:
            case Plays():
                play_card(hand, report)
            case Draws():
                draw(hand, report)
            case DeclaresPageOne():
                hand.single = None
                hand.owing.pop(report.who, None)
            case Out():
                hand.winner = report.who
            case _:
                return
    if hand.house["points"] == "games":
        hand.book(hand.winner, out, 1, f"{hand.winner} is out", report)
        return
    counting = hand.ask(hand.to_hold, Holds, free=True) | hand.ask(None, Out, aside=True)
    while isinstance(report, Out) and hand.to_hold():
        if isinstance(holds := await counting, Holds):
            hand.held[holds.who] = holds
    for seat in hand.all_but([hand.winner]):
        left, reports = hand.left_to(seat), [*filter(None, [hand.held.get(seat)])]
        hand.book(hand.winner, cards_left, left * cards_left(hand), f"{seat} has {cards_of(left)} left", *reports)


# Tricks


def play_card(hand: PageOne, play: Plays) -> None:
    overlook(hand, play)
    hand.single = None
    hand.owing.pop(play.who, None)
    trick = [*(other.card for other in hand.trick), play.card]
    if hand.put(play):
        hand.discards += trick
    hand.drawer = NOBODY
    hand.drawn = []
    left = len(hand.hold(play.who))
    if left == 0:
        hand.winner = play.who
    elif left == 1 and hand.enforces(page_one):
        hand.single = play


def overlook(hand: PageOne, report: Report) -> None:
    """Marks the call as missed if another player acts."""
    if hand.single and hand.single.who != report.who:
        if hand.enforces(page_one_penalty):
            hand.owing[hand.single.who] = hand.single
        miss(hand, hand.single, report)


def miss(hand: PageOne, single: Plays, report: Report) -> None:
    why = f"{single.who} has had one card left since {single.card.pretty} ({at(single)}) and didn't call"
    hand.find(page_one, single.who, why, single, report)
    hand.single = None


# Drawing


def draw(hand: PageOne, draws: Draws) -> None:
    voids = hand.shown_out.setdefault(draws.who, {})
    if hand.owes(draws.who):
        if hand.owing.pop(draws.who, None) is None and hand.single:
            miss(hand, hand.single, draws)
        kept = {}
    else:
        overlook(hand, draws)
        if hand.drawer != draws.who:
            if not looks_for_suit(hand, draws):
                hand.show_out(draws, no_need_to_draw)
            hand.drawer, hand.drawn = draws.who, []
        ends = hand.enforces(draw_until_suit) and hand.enforces(follow_suit)  # the card that ends the drawing is played
        kept = {suit: report for suit, report in voids.items() if suit == hand.led and ends}
    if UNKNOWN in draws.drawn:  # it may be of any other suit
        hand.shown_out[draws.who] = kept
    for card in draws.drawn:
        if not hand.stock:
            renew(hand)
        hand.stock -= 1
        if hand.renewed is not None:
            hand.renewed.discard(card)
    if hand.drawer == draws.who:
        hand.drawn += draws.drawn
    hand.hold(draws.who).gain(draws, *draws.drawn)


def renew(hand: PageOne) -> None:
    """Makes the finished tricks the new stock. Their cards may be drawn again."""
    hand.stock, hand.renewed = len(hand.discards), set(hand.discards)
    for card in hand.discards:
        hand.seen.pop(card, None)
    hand.discards = []


# Rules: the deal

dealer_rotation = illegal("The deal passes to the left.", turn=Deal)
one_pack = impossible(
    "The deck has 52 cards, one of each, and {jokers:word joker}. Each player gets {hand_size:word card}. The rest"
    " is the stock. You can play only cards that are in your hand.",
    holdings.from_the_pack,
    hand_size=number(4, "cards dealt to each player", least=1, most=lambda players: 51 // players),
    jokers=number(1, "jokers in the deck", most=1),
)


def take_up(hand: PageOne, dealt: Dealt) -> None:
    """Takes up a hand. If its size is wrong, the stock changes by the difference."""
    hand.stock -= len(dealt.cards) - hand.house["hand-size"]
    holdings.take_up(hand, dealt)


# Rules: cards to a trick

lead_order = illegal(
    "The player on the dealer's left leads to the first trick. After that, the player who took the last trick leads."
    " Play is clockwise.",
    tricks.one_card_each,
    turn=(Plays, Draws),
)
hand_count = impossible(
    "You can't play more cards than you were dealt and have drawn. The game ends when a player plays their last card."
)


@judges(hand_count, lead_order)
def whole_trick(hand: PageOne, trick: Trick) -> Answer:
    """Whether a trick in one report has a card from everybody, or ends with a player's last card."""
    if hand.trick:
        return {lead_order: unclear("this trick has already begun, so enter it card by card")}
    leader = hand.to_play()
    order = hand.around(leader if isinstance(leader, str) else leader[0])
    last = next((i for i, seat in enumerate(order, 1) if len(hand.hold(seat)) == 1), len(order))
    if last < len(trick.cards) <= len(order):
        played = trick.cards[:last]
        ends = f"{order[last - 1]} is out with {played[-1].pretty}, and that ends the game"
        return {hand_count: unclear(f"{ends}. Enter `trick {' '.join(card.text for card in played)}`")}
    if len(trick.cards) != last:
        return {lead_order: unclear(f"a trick here is {so_many(last, 'card')}, not {len(trick.cards)}")}
    return None


@judges(one_pack, hand_count)
def from_hand(hand: PageOne, play: Plays) -> Answer:
    if hand.in_stock(play.card):
        return {one_pack: f"{play.card.pretty} was shuffled into the stock and hasn't been drawn"}
    if play.card not in hand.pack or not (why := holdings.held(hand, play.who, play.card)):
        return None
    alone = play.who in hand.holdings and hand.hold(play.who).whole and play.card not in hand.seen
    return {one_pack: why} | ({hand_count: why} if alone else {})


@illegal(
    joker_led={
        "free": "if the joker was led, you may play anything",
        "second": "if the joker was led, the next card may be anything, and the others must follow its suit",
    },
    asked="joker led, lead joker follow",
)
def follow_suit(hand: PageOne, play: Plays) -> Reason | None:
    """A card you play must be of the suit led, unless it is the joker. {joker_led}."""
    led = hand.leading
    if not led or play.card.suit == led.card.suit or play.card is JOKER:
        return None
    suit = SUIT_NAMES[led.card.suit]
    why = f"{suit} were led ({at(led)}), and {play.card.pretty} isn't a {suit.removesuffix('s')}"
    return Reason(why, led)


trick_winner = worth(
    "The joker takes any trick it is played to. Otherwise the highest card of the suit led takes the trick. Ace is"
    " high.",
    asked="joker win, joker beat, joker lose, joker always",
)

# Rules: the joker


def joker_may_be_early(hand: PageOne, play: Plays) -> Reason | None:
    if play.card is not JOKER or not hand.led or hand.house["joker"] == "any" or play.who not in hand.holdings:
        return None
    if not may_have_suit(hand, play.who, hand.led):
        return None
    return doubt_in_words(play.who, f"may hold {SUIT_NAMES[hand.led]}", *filter(None, [hand.leading]))


@illegal(
    lax={"joker": "any"},
    finding="joker-early",
    doubt=joker_may_be_early,
    joker={
        "void": "you may lead the joker. Otherwise you can play it only if you don't have the suit led",
        "any": "you may play the joker at any time",
    },
    asked="play joker, when joker, joker any time, lead joker, use joker, joker have suit, "
    "joker instead follow, follow instead joker",
)
def joker_void(hand: PageOne, play: Plays) -> Reason | None:
    """{joker}."""
    if play.card is not JOKER or not hand.trick or hand.house["joker"] == "any":
        return None
    if why := certainly(hand, play.who, play.card):
        return Reason(f"{why}, so the joker can't be played yet", *why.reports)
    return None


def certainly(hand: PageOne, seat: Seat, playing: Card | None = None) -> Reason | None:
    """The proof that SEAT has a card of the suit led, or None."""
    suit = hand.led
    if not suit or seat not in hand.holdings:
        return None
    holding = hand.holdings[seat]
    if card := next((held for held in holding.known if held.suit == suit), None):
        return Reason(f"{seat} has {card.pretty} ({at(holding.known[card])})", holding.known[card])
    blind = unnamed(hand)
    from_blind = None if playing in holding.known else playing
    if Evidence(blind, seat, from_blind).may_lack(suit):
        return None
    return Reason(f"{seat} must have {SUIT_NAMES[suit]}: all other cards are elsewhere")


def unnamed(hand: PageOne) -> PageOne:
    """A copy of the hand with only the unknown cards, for evidence."""
    twin = copy.copy(hand)
    known = {card: [report] for holding in hand.holdings.values() for card, report in holding.known.items()}
    twin.seen = hand.seen | known
    twin.holdings = {seat: Holding(blind=holding.blind) for seat, holding in hand.holdings.items()}
    return twin


def may_have_suit(hand: PageOne, seat: Seat, suit: Suit) -> bool:
    return Evidence(unnamed(hand), seat).may_hold(suit)


# Rules: drawing

draw_until_suit = illegal(
    "If you don't have the suit led, draw from the stock, one card at a time, until you get a card of that suit."
    " Then play that card.",
    place=Draws,
    asked="not have suit, no card suit, nothing suit, void, can not follow, many draw, draw until, "
    "out of suit, keep draw, play drawn card",
)
no_need_to_draw = illegal(
    "You can't draw if you can follow suit.",
    finding="needless-draw",
    asked="draw if can follow, draw anyway, draw instead follow, choose draw",
)
reshuffle = unjudged(
    "When a trick is over, put it on the discard pile. When the stock is gone, shuffle the discard pile to make a"
    " new stock."
)
no_cards_left = impossible(
    "You can't draw more cards than the stock and the discard pile have. If you must draw and there is nothing left,"
    " the game is a draw.",
    place=Stuck,
    asked="nothing left draw, no cards left, everything gone, both piles empty",
)


@judges(draw_until_suit)
def plays_what_came_up(hand: PageOne, play: Plays) -> str | None:
    """Drawing ends with a card of the suit or the joker, and that card must be played."""
    if hand.drawer != play.who or not hand.led or not hand.drawn or hand.drawn[-1] in (UNKNOWN, play.card):
        return None
    if play.card is JOKER and hand.house["joker"] == "any":
        return None
    if came := next((card for card in hand.drawn if card.suit == hand.led), None):
        return f"{play.who} drew {came.pretty} and must play it"
    if not hand.to_draw:
        return None  # there is nothing left to draw
    return f"{play.who} must draw again: no {SUIT_NAMES[hand.led].removesuffix('s')} has come up yet"


@judges(one_pack)
def from_stock(hand: PageOne, draws: Draws) -> str | None:
    """Whether a card drawn can be from the stock: not in a hand, on the table or in a trick that isn't shuffled yet."""
    if twice := named_twice(draws.drawn[: hand.to_draw]):
        return twice
    for place, card in enumerate(draws.drawn[: hand.to_draw]):
        if card is UNKNOWN or card not in hand.pack:
            continue
        if holder := hand.holder(card):
            return Reason(f"{holder[0]} has {card.pretty} ({at(holder[1])})", holder[1])
        if place < hand.stock:
            if reports := hand.seen.get(card):
                return Reason(f"{card.pretty} was played ({at(reports[-1])})", reports[-1])
            if hand.renewed is not None and card not in hand.renewed:
                return f"{card.pretty} wasn't in the discard pile that was shuffled"
        elif card not in hand.discards:
            return f"{card.pretty} isn't in the discard pile that is shuffled now"
    return None


page_one = illegal(
    'When you have one card left, call "Page One" before the next player acts. If you lead next yourself, call it'
    " before you lead.",
    finding="page-one-missed",
    asked="page one, say page one, call page one, one card left, when call, last card say, forget call",
)
page_one_penalty = illegal(
    "If you didn't call, you must draw {missed_call:word card} before you play another card.",
    missed_call=number(5, "cards drawn for a missed call", least=1, most=40),
    asked="not call, forget call/say, penalty page one, miss call, not say, forgot page one, many pick up forget,"
    " many draw call",
)


@judges(page_one_penalty, page_one)
def pays_first(hand: PageOne, play: Plays) -> Answer:
    if hand.single and hand.single.who == play.who:
        why = Reason(f"{play.who} has one card left ({at(hand.single)}) and must call before playing it", hand.single)
        return {page_one: why, page_one_penalty: why}
    if play.who not in hand.owing or not hand.to_draw:
        return None
    single, number = hand.owing[play.who], in_letters(hand.house["missed-call"])
    why = Reason(f"{play.who} had one card left ({at(single)}) and didn't call, so must first draw {number}", single)
    return {page_one_penalty: why}


@judges(page_one)
def calls_in_time(hand: PageOne, call: DeclaresPageOne) -> str | None:
    if call.who in hand.owing:
        single = hand.owing[call.who]
        return Reason(f"{call.who} had one card left ({at(single)}), and another player has acted since", single)
    if (left := len(hand.hold(call.who))) != 1:
        return f"{call.who} has {so_many(left, 'card')}, not one"
    if hand.single and hand.single.who == call.who:
        return None
    return f"{call.who} has already called"


@judges(no_cards_left, page_one_penalty)
def as_many_as_there_are(hand: PageOne, draws: Draws) -> Answer:
    count = draws.cards if isinstance(draws.cards, int) else len(draws.cards)
    if not 1 <= count <= hand.to_draw:
        left = f"there {'is' if hand.to_draw == 1 else 'are'} {cards_of(hand.to_draw)} to draw"
        return {no_cards_left: f"{left}, not {count}" if hand.to_draw else left}
    due = min(hand.house["missed-call"], hand.to_draw)
    if hand.owes(draws.who) and count != due:
        return {page_one_penalty: f"{draws.who} didn't call, and must draw {so_many(due, 'card')}, not {count}"}
    return None


def may_follow(hand: PageOne, draws: Draws) -> Answer:
    if not hand.led or hand.owes(draws.who) or hand.drawer or draws.who not in hand.holdings:
        return None
    if not may_have_suit(hand, draws.who, hand.led):
        return None
    return {
        no_need_to_draw: doubt_in_words(draws.who, f"may have {SUIT_NAMES[hand.led]}", *filter(None, [hand.leading]))
    }


@judges(draw_until_suit, no_need_to_draw, doubt=may_follow)
def looks_for_suit(hand: PageOne, draws: Draws) -> Answer:
    """Drawing starts without the suit and ends with its first card."""
    if hand.owes(draws.who):
        return None
    if played := next((play for play in hand.trick if play.who == draws.who), None):
        again = cannot_happen(
            f"{draws.who} has already played {played.card.pretty} to this trick ({at(played)})", played
        )
        return {draw_until_suit: again}
    if not hand.led:
        why = (
            f"the joker was led, so {draws.who} may play anything"
            if hand.trick
            else f"{draws.who} leads, and can't draw"
        )
        return dict.fromkeys((draw_until_suit, no_need_to_draw), why)
    before = hand.drawn if hand.drawer == draws.who else []
    wrong: dict[Rule, str] = {}
    if came := next((card for card in [*before, *draws.drawn[:-1]] if card.suit == hand.led), None):
        wrong[draw_until_suit] = f"{draws.who} drew {came.pretty} and can't draw again"
    if not before and (holds := certainly(hand, draws.who)):
        wrong[no_need_to_draw] = Reason(f"{holds} and must follow suit", *holds.reports)
    return wrong


# Rules: the end

out = worth(
    "The first player without cards wins the game. A match has {games:word game}, unless you play for cards left.",
    place=Out,
    lines="out",
    games=number(1, "games in a match", least=1),
    asked="win game, who win, how win, last card, first out",
)
judges(out)(
    claims_to_be(
        Out, lambda hand, out: hand.winner if hand.winner or hand.finished else out.who, "was out first", when="always"
    )
)
cards_left = worth(
    "{points}.",
    lines="left",
    points={
        "games": "each game won scores one point, and the cards left score nothing. With `points=cards`, the winner"
        " scores {each_card:word point} for each card left in the other players' hands instead",
        "cards": "the winner of a game scores {each_card:word point} for each card left in the other players' hands",
    },
    each_card=number(1, "points for each card left", least=1, most=100),
    asked="count cards, points, score cards, cards worth",
)
left_in_pack = arithmetic(
    "Each player who isn't out has at least one card left. All players together can't have more cards than the deck.",
    place=Holds,
)


@judges(left_in_pack)
def can_be_left(hand: PageOne, holds: Holds) -> str | None:
    most = most_left(hand, holds.who)
    if holds.who == hand.winner:
        return f"{holds.who} has no cards left"
    return None if 1 <= holds.cards <= most else f"{holds.who} has 1 to {so_many(most, 'card')} left, not {holds.cards}"


def most_left(hand: PageOne, seat: Seat) -> int:
    """The most cards a player can have left, given what is known of the others."""
    others = [other for other in hand.all_but([hand.winner]) if other != seat]
    return len(hand.pack) - 1 - sum(hand.held[other].cards if other in hand.held else 1 for other in others)


def counted(hand: PageOne, holds: Holds) -> int | range:
    """What a player had left at the end. A range if it wasn't entered and doesn't score."""
    played_out = hand.winner and not hand.hold(hand.winner)
    if hand.house["points"] == "cards" or played_out:
        return hand.left_to(holds.who)
    return range(0, 1) if holds.who == hand.winner else range(1, most_left(hand, holds.who) + 1)


judges(left_in_pack)(claims(Holds, "cards", counted, "{who} had {} cards left"))


@worth
def match_end(hand: PageOne, *, goal: int = number(20, "points that win the match", least=1)) -> bool:
    """If you play for cards left, the first player with {goal:point} wins the match."""
    if hand.house["points"] == "games":
        return all_played(hand, hand.house["games"])
    return any(points >= goal for points in hand.standing.balance.values())


def target(table: Table) -> str:
    """How many games or points the match is for."""
    if table.house["points"] == "cards":
        return f"won with {table.house['goal']} points"
    return "one game" if table.house["games"] == 1 else f"{table.house['games']} games"


GAME = Game(
    slug="page-one",
    name="Page One",
    summary=(
        'Follow suit, or draw until you can, and be the first player without cards. Call "Page One" when one card'
        " is left."
    ),
    family="shedding",
    players=range(2, 5),
    pack=lambda players, house: Pack(jokers=house["jokers"]),
    hand=PageOne,
    play=play_hand,
    over=match_end,
    hands_due=lambda table: table.house["games"] if table.house["points"] == "games" else None,
    verbs={
        Deal: "to start, and after a game if more follow",
        Plays: "on your turn",
        Trick: "on the leader's turn, if nobody draws",
        Draws: "on your turn before you play; the penalty at any time",
        DeclaresPageOne: "with one card left",
        Stuck: "when that happens, or for a game whose cards aren't entered",
        Out: "for a game that isn't entered to its end",
        Holds: "after a player is out, for each of the others, with `points=cards`",
    },
    pack_rule=one_pack,
    options=(
        Option(
            "joker",
            "void",
            "when you may play the joker: only if you don't have the suit led, or at any time",
            (joker_void,),
            choices=("void", "any"),
        ),
        Option(
            "joker-led",
            "free",
            "what you may play on a joker that was led: anything, or the suit of the second player's card",
            (follow_suit,),
            choices=("free", "second"),
        ),
        Option(
            "points",
            "games",
            "what scores: games won, or cards left in the other players' hands",
            (out, cards_left, match_end),
            choices=("games", "cards"),
        ),
    ),
    variants=(
        Variant("points", "Cards left in the other players' hands score, and 20 points win.", "points=cards"),
        Variant(
            "second-suit",
            "You may play the joker at any time. If it is led, the second player's card sets the suit.",
            "joker=any, joker-led=second",
        ),
        Variant("free-joker", "You may play the joker at any time.", "joker=any"),
        Variant("no-joker", "Use 52 cards and no joker.", "jokers=0"),
        Variant("no-calls", "You needn't call your last card.", "without=page-one"),
        Variant("seven-cards", "Each player gets seven cards.", "hand-size=7"),
    ),
    facts={
        "stock": Fact(lambda hand: hand.stock, "cards in the stock"),
        "discards": Fact(lambda hand: len(hand.discards), "cards in the discard pile"),
        "game": Fact(lambda hand: hand.number, "its number"),
        "least": Fact(
            lambda hand: min((len(holding) for holding in hand.holdings.values()), default=0),
            "cards in the smallest hand",
        ),
    },
    deal_out=take_up,
    now=lambda hand: [f"stock {hand.stock}", *tricks.on_the_table(hand)],
    ends=(out,),
    at_a_glance=(
        Glance("cards dealt to each player", lambda table: table.house["hand-size"], one_pack),
        tricks.trick_ranking(trick_winner),
        Glance("cards drawn for a missed call", lambda table: table.house["missed-call"], page_one_penalty),
        Glance("the match is", target, out, match_end),
    ),
    short_form=(
        "Type `deal`, then who is `out`, or who was `stuck` if the game is a draw. With `points=cards`, also type how"
        " many cards every other player `holds`."
    ),
    phrases={
        "say page one": "declares page-one",
        "call page one": "declares page-one",
        "say page 1": "declares page-one",
        "page one": "declares page-one",
        "page 1": "declares page-one",
    },
    example=Example(
        "Ann Ben Cat",
        ("deal", "Ben out"),
        "Ann 0, Ben 1, Cat 0",
    ),
    rulings=(
        "You may play the joker instead of drawing. With `joker=any` you may play it at any time.",
        "If you draw the joker, you may play it at once. If you keep it, you must go on drawing.",
        "If the joker was led, everybody may play anything, and nobody draws, unless you play with joker-led=second.",
        "You win with your last card even if the trick isn't complete, or if you lose it.",
        "A player acts by drawing or playing a card. If you take a trick and have one card left, you may call until"
        " you lead.",
        "A missed call counts as noticed at once. The player must draw before playing another card. If the player did"
        " call and you didn't enter it, type `~` in front of that player's next card.",
        "You can't draw cards of the current trick. If the game is a draw, everybody shares the win. Over several"
        " games, the player with the most wins is ahead.",
    ),
    edition=3,
)
