"""Crates: match the upcard and get rid of your cards, in hands of eight cards down to one and up again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from referee.cards import SUITS, UNKNOWN, Card, Cards, Pack, Suit, listed
from referee.game.asks import at, bar
from referee.game.common_reports import Deal
from referee.game.game import Example, Fact, Game, Glance, Table, signed
from referee.game.quick_reference import by_points, counted_down
from referee.game.standing import Standing
from referee.games._crates import THREE, Counts, Numbers, by_kind, count, kinds, least_threes, worth_of_pack
from referee.kit import counted, shedding, stock
from referee.kit.claims import claims_to_be
from referee.kit.counted import CountedHolding
from referee.kit.endings import all_played
from referee.kit.messages import cards_of, lines, together
from referee.kit.rest import IN_NUMBERS, TOLD_SO, Rest, the_rest
from referee.kit.shedding import A_RANK, Draws, Effect, Plays, SheddingHand, Upcard
from referee.kit.showdown import Counted
from referee.kit.stock import Shuffle
from referee.kit.worlds import cached_until_next
from referee.language.reports import KW_ONLY, Report
from referee.language.words import Seat, so_many
from referee.rules.options import Option, Variant, apart
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
    worth,
)

# Reports


class Forced(Report, verb="draws"):
    """cards drawn because of another player's card or a missed call"""

    cards: Cards
    _: KW_ONLY
    forced: bool

    @classmethod
    def options(cls, hand: Crates, seat: Seat) -> Iterator[Forced]:
        if seat in hand.drawers():
            yield from (cls((card,), forced=True, who=seat) for card in hand.pack if hand.left(card))


class Forgets(Report):
    """a player with one card left didn't say so"""


class Pressures(Report):
    """a player had to draw from an empty stock"""


class Out(Report, also=("outs",)):
    """a player has no cards left"""


class Holds(Counted, limits={"what": lambda hand, seat: worth_of_pack(hand.pack, hand.counts)}):
    """what is left in a player's hand at the end, in points or cards"""

    @classmethod
    def options(cls, hand: Crates, seat: Seat) -> list[Holds]:
        counts, bounds = hand.counts, hand.bounds(seat)
        dearest = sorted(kinds(counts)[card.rank].points for card in hand.pack if card.rank != THREE)[-bounds[2][-1] :]
        totals = range(4 * counts.alone, sum(dearest) + 1)
        return [cls(n, who=seat) for n in totals if least_threes(n, *bounds, counts) is not None]


@dataclass
class Evening(Standing):
    """The state of a game: how many pressures each side has had."""

    pressures: dict[Seat, int] = field(default_factory=dict)


@dataclass
class Crates(SheddingHand):
    """One hand of Crates. ``owed`` is the number of cards a sequence has added up to."""

    loose: bool = False  # only the end is entered, so hands aren't counted
    laid: Report | None = None  # who played the top card
    cover: Card | None = None  # the again card its player must cover
    skipped: int = 0  # players in the order of their next turns, starting with this one
    alone: dict[Seat, Plays] = field(default_factory=dict)  # who came down to one card since their last turn
    silent: list[Seat] = field(default_factory=list)  # who didn't say so, and must still pay
    forced: list[tuple[Seat, Shuffle | None]] = field(
        default_factory=list
    )  # cards that may be named, and the stock they came from
    pressed: list[Seat] = field(default_factory=list)  # who got a pressure in the last turn
    ran_out: list[Seat] = field(default_factory=list)  # who ended a turn without cards
    held: dict[Seat, Holds] = field(default_factory=dict)

    @property
    def over(self) -> bool:
        return bool(self.ran_out) and not self.owed

    @property
    def due(self) -> int:
        """How many cards the player whose turn it is must draw if they don't play."""
        usual: int = self.house["draw"]
        return usual if self.cover else self.owed or usual

    def must_draw(self, seat: Seat) -> int:
        return min(self.due, self.to_draw)

    def to_hold(self) -> tuple[Seat, ...]:
        """Players whose cards must still be entered when the hand is over."""
        return tuple(seat for seat in self.all_but(self.held) if not self.holding(seat).whole)

    # What may be played

    def has(self, card: Card, effect: str) -> bool:
        return super().has(card, effect) and (effect != "reverse" or len(self.seats) > 2)

    def calls(self, card: Card) -> Iterable[str]:
        if self.has(card, "own-colour"):
            return [suit for suit in SUITS if Card(card.rank, suit).is_red == card.is_red]
        return SUITS if self.has(card, "change-suit") else ()

    def is_wild(self, card: Card) -> bool:
        return self.house["eights"] == "wild" and self.has(card, "change-suit") and not self.owed

    def covers(self, card: Card, on: Card) -> bool:
        return card.suit == on.suit or self.has(card, "again") or self.is_wild(card)

    def fits(self, card: Card) -> bool:
        if self.cover:
            return self.covers(card, self.cover)
        if self.owed:
            return self.has(card, "sequence") or self.has(card, "answer")
        again = self.called and self.top and card.rank == self.top.rank
        return bool(again) or self.is_wild(card) or super().fits(card)

    @property
    def bound_by(self) -> tuple[Rule, ...]:
        """The rules in force now besides matching: cover a card, or answer in a sequence."""
        return (six_again,) if self.cover else (two_sequence,) if self.owed else ()

    @property
    def answers(self) -> str:
        ranks = dict.fromkeys((self.house["sequence"], self.house["answer"]))
        return " or ".join(rank for rank in ranks if rank != "none")

    def why_not(self, card: Card) -> Reason:
        reports = [self.laid] if self.laid else []
        where = f" ({at(reports[0])})" if reports else ""
        if self.cover:
            why = (
                f"{self.turn} must cover {self.cover.pretty}{where}, and {card.pretty} has neither its suit nor its"
                " rank"
            )
        elif self.owed:
            why = f"a sequence of {self.owed} is running{where}, and {card.pretty} isn't a {self.answers}"
        else:
            why = f"{super().why_not(card)}{where}"
        return Reason(why, *reports)

    def choices(self, seat: Seat) -> Iterator[Cards]:
        single = [*super().choices(seat)]
        yield from single
        for (card,) in single if len(self.holding(seat)) > 1 else ():
            if self.has(card, "again"):
                yield from ((card, two) for (two,) in single if two.face is not card.face and self.covers(two, card))

    # Forced draws

    def drawers(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, _ in self.forced)

    def came_from(self, origin: Shuffle | None, card: Card) -> bool:
        """Whether a card may have come from that stock. None means the first stock."""
        if origin and any(shuffle is origin for shuffle in self.shuffles):
            return origin.cards[card] > 0
        return self.left(card) > sum(shuffle.cards[card] for shuffle in self.shuffles)

    def drawn_as(self, forced: Forced) -> list[int]:
        """Which of the forced cards these are, in order as far as possible."""
        places: list[int] = []
        for place, (seat, origin) in enumerate(self.forced):
            named = forced.cards[len(places) : len(places) + 1]
            if seat == forced.who and any(self.came_from(origin, card) for card in named):
                places.append(place)
        return places

    # The points of a hand

    @cached_until_next
    def as_counted(self) -> Crates:
        """The hand when its end is entered. Without any turns, nothing is known of the cards."""
        if self.begun or self.loose:
            return self
        unknown = {seat: CountedHolding(blind=len(self.pack)) for seat in self.seats}
        return replace(self, loose=True, holdings=unknown, seen={}, pile=[], shuffles=[])

    def cards_of(self, seat: Seat) -> Cards:
        """The cards SEAT has left, if they were named."""
        return self.held[seat].cards if seat in self.held else tuple(self.holding(seat).known.elements())

    @cached_property
    def counts(self) -> Counts:
        """The card values at this table."""
        return Counts(tuple(card_value(self).items()), *threes(self))

    def entered_points(self, holds: Holds) -> int:
        """The points of a hand as it was entered."""
        return holds.counted(lambda cards: count(cards, self.counts))

    def points_of(self, seat: Seat) -> int:
        return self.entered_points(self.held[seat]) if seat in self.held else count(self.cards_of(seat), self.counts)

    @cached_until_next
    def bounds(self, seat: Seat) -> tuple[Numbers, Numbers, range]:
        """The fewest and the most cards of each kind SEAT can have at the end, and how many in all."""
        hand = self.as_counted()
        holding = hand.holding(seat)
        sizes = range(1, len(holding)) if hand.loose and holding.blind else range(len(holding), len(holding) + 1)
        return by_kind(holding.known, self.counts), by_kind(hand.may_hold(seat), self.counts), sizes

    def where(self) -> Iterator[str]:
        yield from super().where()
        if self.over or self.loose:
            yield f"{together(self.to_hold())} still to count"
        elif self.cover:
            yield f"{self.turn} covers {self.cover.pretty} or draws {in_letters(self.due)}"
        elif self.owed:
            yield f"{self.turn} plays {self.answers} or draws {self.owed}"
        elif self.turn:
            yield f"{self.turn} plays or draws {in_letters(self.due)}"
        yield from (f"{seat} must first draw {self.house['missed-call']}" for seat in self.silent)
        yield f"stock {self.stock}"


# The hand


async def play_hand(hand: Crates) -> None:
    deal = await hand.deal(barred=bar(hand_over, "no hand is in progress", Plays, Draws, Holds))
    hand.deal_out(deal.size or size_due(hand))
    hand.turn = hand.eldest
    if upcard := await hand.ask_upcard():
        hand.laid, hand.called = upcard, suit_named(hand, upcard.card)

    # Turns
    at_end = hand.ask(hand.drawers, Forced, free=True, aside=True) | hand.ask(None, Pressures, Out, aside=True)
    turn = (
        hand.ask(hand.to_play, Plays, Draws, free=True)
        | hand.ask(None, Forgets, aside=True)
        | at_end
        | the_rest(hand)
        | bar(hand_over, "cards are counted only when a player has none left", Holds)
    )
    first = turn | hand.ask(None, Holds, aside=True)
    rest = hand.ask(None, Holds, free=True) | at_end | bar(hand_over, TOLD_SO, Plays, Draws, Forgets)
    while not (hand.over or hand.loose):
        match report := await (rest if hand.in_numbers else turn if hand.begun else first):
            case Plays():
                play(hand, report)
            case Draws():
                draw(hand, report)
            case Forgets():
                forget(hand, report)
            case Rest():
                hand.begun, hand.in_numbers = False, True
                hand.ran_out, hand.owed = [], 0
            case _:
                note_the_end(hand, report)

    # Count
    counting = (
        hand.ask(hand.to_hold, Holds, free=True)
        | at_end
        | bar(hand_over, "the hand is over: enter the points left in hand", Plays, Draws)
    )
    while hand.to_hold():
        note_the_end(hand, await counting)
    for seat in hand.seats:
        score_held(hand, seat)


def play(hand: Crates, play: Plays) -> None:
    take_turn(hand, play)
    hand.forced.clear()
    for card in play.cards:
        hand.bring_out(play, card)
        hand.lay(play, card)
        hand.laid = play
        if len(hand.holding(play.who)) == 1:
            hand.alone[play.who] = play
        take_effect(hand, play, card)
    if hand.cover and not len(hand.holding(play.who)):  # a Cooper
        force(hand, play, play.who, cooper(hand))
        hand.cover = None
    if not hand.cover:
        end_turn(hand, play)


def draw(hand: Crates, draws: Draws) -> None:
    take_turn(hand, draws)
    cards = draws.drawn(hand.due)
    if len(cards) == hand.to_draw:  # the first missing card is a pressure, too
        cards += (UNKNOWN,) * (hand.due - len(cards))
    drawn = take(hand, draws, cards)
    if must_play.name in hand.let_stand:  # no proof needed any more
        hand.gain_more(draws.who, drawn)
    else:
        hand.hold_back(draws, drawn)
    if not hand.cover:
        hand.owed = 0
    end_turn(hand, draws)


def take_turn(hand: Crates, report: Report) -> None:
    """Applies a play or a draw, out of turn if the table keeps it."""
    hand.begun = True
    hand.pressed.clear()
    if report.who != hand.turn:
        pass_turn(hand, report, report.who)
    if not hand.cover:
        hand.alone.pop(report.who, None)


def end_turn(hand: Crates, report: Report) -> None:
    if not len(hand.holding(report.who)):
        hand.ran_out.append(report.who)
    if not hand.over:
        pass_turn(hand, report, hand.next_from(report.who, 1 + hand.skipped))


def pass_turn(hand: Crates, report: Report, seat: Seat) -> None:
    """Gives SEAT the turn. It starts with the draw for a missed call."""
    hand.turn, hand.cover, hand.skipped = seat, None, 0
    if seat in hand.silent:
        hand.silent.remove(seat)
        force(hand, report, seat, hand.house["missed-call"])


def forget(hand: Crates, forgets: Forgets) -> None:
    if not hand.enforces(one_card_call):
        return
    hand.alone.pop(forgets.who, None)
    hand.silent.append(forgets.who)
    if forgets.who == hand.turn and not hand.cover:  # it has just started
        pass_turn(hand, forgets, forgets.who)


# Effects


def take_effect(hand: Crates, play: Plays, card: Card) -> None:
    hand.called = suit_named(hand, card)
    hand.cover = card.face if hand.has(card, "again") else None
    if hand.has(card, "sequence"):
        hand.owed += hand.house["sequence-cards"]
    elif hand.owed and hand.has(card, "answer"):
        hand.owed += hand.house["answer-cards"]
    if hand.has(card, "reverse"):
        hand.reverse()
    players = len(hand.seats)
    if hand.has(card, "all-draw"):
        for steps in range(1, players):
            force(hand, play, hand.next_from(play.who, steps), five_all(hand))
    if hand.has(card, "one-draws"):
        force(hand, play, hand.next_from(play.who, 1 if players < 4 else 2), seven(hand))
    if hand.has(card, "few-draw") and players < 4:
        force(hand, play, hand.next_from(play.who, -1), jack(hand))
    hand.skipped += hand.has(card, "skip")


def suit_named(hand: Crates, card: Card) -> Suit | None:
    return shedding.suit_called(card) if hand.calls(card) else None


def force(hand: Crates, cause: Report, seat: Seat, number: int) -> None:
    """Deals cards to SEAT because of a card played. They have no names yet."""
    drawing = Draws(number, who=seat, line=cause.line)
    hand.gain_more(seat, take(hand, drawing, drawing.drawn(), forced=True))


def take(hand: Crates, draws: Draws, cards: Cards, forced: bool = False) -> int:
    """Draws cards from the stock, with a pressure if it runs out. Returns how many there were."""
    for place, card in enumerate(cards):
        if not hand.stock:
            press(hand, draws)
            hand.renew()
            if not hand.stock:
                return place
        hand.draw(draws, card, at_once=False)
        if forced:
            hand.forced.append((draws.who, hand.shuffles[-1] if hand.shuffles else None))
    return len(cards)


def name(hand: Crates, forced: Forced) -> None:
    """Names cards that were drawn unnamed. If the table keeps one too many, it is drawn."""
    places, holding = hand.drawn_as(forced), hand.holdings[forced.who]
    for place, card in zip(places, forced.cards, strict=False):
        holding.blind -= 1
        holding.gain(forced, card)
        hand.tell(forced, card)
        for shuffle in hand.shuffles:
            if shuffle is hand.forced[place][1]:
                shuffle.cards[card] -= 1
                shuffle.drawn[forced.who] -= 1
    hand.forced = hand.forced[places[-1] + 1 :] if places else hand.forced
    take(hand, Draws(1, who=forced.who, line=forced.line), forced.cards[len(places) :])


def press(hand: Crates, report: Report) -> None:
    """Scores a pressure. Each costs the side more than the one before."""
    side, pressures = hand.side(report.who), hand.standing.pressures
    pressures[side] = pressures.get(side, 0) + 1
    hand.pressed.append(report.who)
    because = f"pressure {pressures[side]} of {side}"
    hand.book(report.who, pressure, pressure(hand, pressures[side]), because, report)


# The end


def note_the_end(hand: Crates, report: Report) -> None:
    """Stores how a hand ended, without its plays; or what is entered of cards and pressures along with the plays."""
    if not isinstance(report, Forced):
        hand.__dict__.update(hand.as_counted().__dict__)
    match report:
        case Forced():
            name(hand, report)
        case Pressures():
            if hand.loose or report.who not in hand.pressed:
                press(hand, report)
        case Out():
            hand.holdings[report.who] = CountedHolding()
            hand.held.pop(report.who, None)
            if report.who not in hand.ran_out:
                hand.ran_out.append(report.who)
        case Holds() if len(hand.holding(report.who)):
            hand.held[report.who] = report
            hand.forced = [(seat, origin) for seat, origin in hand.forced if seat != report.who]
            if report.cards:
                hand.show(report.who, report, report.cards)


def score_held(hand: Crates, seat: Seat) -> None:
    cards, reports = hand.cards_of(seat), [hand.held[seat]] if seat in hand.held else []
    if cards or reports:
        points = hand.points_of(seat)
        rule: Rule = threes if points < 0 or any(card.rank == THREE for card in cards) else card_value
        hand.book(seat, rule, points, f"{seat} was left with {listed(cards) if cards else points}", *reports)


# Rules: the deal

dealer_rotation = illegal("The deal passes to the left.", turn=Deal)


@illegal(place=Deal)
def hand_size(
    hand: Crates,
    deal: Deal,
    *,
    first_hand: int = number(
        8,
        "cards in the first hand",
        least=1,
        most=lambda players: 51 // players,
        fixed="the hand sizes go down to one and up again",
    ),
) -> str | None:
    """Each player gets {first_hand:card} in the first hand. Each later hand has one card less, down to one card. After
    that, each has one card more, up to the first size. Turn the next card face up as the upcard; the rest is the stock.
    """
    due, most = size_due(hand), (len(hand.pack) - 1) // len(hand.seats)
    if deal.size in (None, due):
        return None
    if not 1 <= deal.size <= most:
        return cannot_happen(f"the deck has enough for 1 to {most} cards each, not {deal.size}")
    return f"hand {hand.number} has {cards_of(due)} each, not {deal.size}"


def size_due(hand: Crates) -> int:
    """The hand size that is due: from the first down to one and up again, or as many as a short deck allows."""
    return min(abs(int(hand.house["first-hand"]) - hand.number) + 1, (len(hand.pack) - 1) // len(hand.seats))


def sizes_due(table: Table) -> list[int]:
    """The hand sizes of a game, from the first to the last."""
    return [size_due(table.hand(number=number)) for number in range(1, 2 * table.house["first-hand"])]


one_pack = impossible(
    "The deck has {pack}, one of each. You can play only cards that are in your hand.",
    stock.fresh_upcard,
    pack={"full": "52 cards", "short": "44 cards, without kings and queens"},
)
judges(hand_size, one_pack)(counted.as_dealt)
upcard_suit = illegal(
    "If the upcard lets its player name a suit, the dealer must name one before looking at any cards.",
    place=Upcard,
    asked="dealer name suit",
)
eight_suit = illegal(
    "{change_suit} is a suit-changer. When you play it, name a suit. The next card must be of that suit, or of"
    " the same rank. A suit-changer {eights}.",
    change_suit=A_RANK,
    eights={"match": "must match like any other card", "wild": "may be played on any card, except in a sequence"},
    asked="eight, what eight, change suit, name suit",
)
nine_colour = illegal(
    "{own_colour} is a color-keeper. When you play it, name a suit of its own color.",
    own_colour=A_RANK,
    asked="nine, what nine",
)


def naming_rule(hand: Crates, card: Card) -> Rule:
    return nine_colour if hand.has(card, "own-colour") else eight_suit


@judges(upcard_suit, nine_colour)
def dealer_names_suit(hand: Crates, upcard: Upcard) -> Answer:
    of_own_colour = upcard.card.says in SUITS and naming_rule(hand, upcard.card) is nine_colour
    return {nine_colour if of_own_colour else upcard_suit: shedding.misnamed(hand, upcard.card)}


# Rules: turns

turn_order = illegal(
    "The player on the dealer's left goes first. Play passes to the left until a card reverses it.",
    turn=(Plays, Draws),
)
match = illegal(
    "On your turn, play a card that matches the upcard in suit or rank. If a suit was named, your card must be of that"
    " suit or of the upcard's rank."
)
must_play = illegal("You can draw only if you can't play.", finding="held-back")
draw_one = illegal(
    "If you can't play, draw {draw:word card} from the stock. That ends your turn. You draw at other times only if"
    " another rule says so.",
    place=Forced,
    draw=number(1, "cards drawn by a player who can't play", least=1, most=12),
)
two_sequence = illegal(
    "{sequence} is a sequence card. It starts a sequence: in turn, each player must play another one, or"
    " {answer}, of any suit. The first player who can't do that draws {sequence_cards:word} for each sequence"
    " card and {answer_cards:word} for each other card of the sequence. That ends the sequence, and the next"
    " player must match its last card.",
    sequence=A_RANK,
    answer={**A_RANK, "none": "nothing"},
    sequence_cards=number(2, "cards drawn for each sequence card", least=1, most=12),
    answer_cards=number(1, "cards drawn for each answering card", most=12),
    asked="two, what two, sequence, stack twos, answer two",
)
six_again = illegal(
    "{again} is an again card. You must cover it at once with another one or with a card of its suit. If you"
    " can't, draw {draw:word card}.",
    again=A_RANK,
    draw=number(1, "cards drawn by a player who can't play", least=1, most=12),
    asked="six, what six, cover six, again card",
)


@judges(turn_order, six_again)
def in_turn(hand: Crates, report: Plays | Draws) -> Answer:
    """Whether it is this player's turn, and an again card is covered first."""
    wrong = report.who != hand.turn
    covers = f"{hand.turn} must cover {hand.cover.pretty} first" if hand.cover else None
    return {
        turn_order: not_next(report.who, hand.turn) if wrong else None,
        six_again: covers if wrong else None,
    }


@judges(match, two_sequence, six_again, eight_suit, nine_colour)
def matches(hand: Crates, play: Plays) -> Answer:
    """Whether the first card matches, and each further one covers the one before."""
    first, *more = (card.face for card in play.cards)
    if play.who != hand.turn:
        return None
    if not hand.fits(first):
        rules = (match, naming_rule(hand, hand.top)) if hand.called and hand.top else (match,)
        return dict.fromkeys(hand.bound_by or rules, hand.why_not(first))
    for card, on in zip(more, (first, *more), strict=False):
        if not hand.has(on, "again"):
            return {six_again: f"you play one card a turn: {on.pretty} needn't be covered"}
        if not hand.covers(card, on):
            return {six_again: f"{card.pretty} has neither the suit nor the rank of {on.pretty}"}
    return None


@judges(eight_suit, nine_colour)
def names_suit(hand: Crates, play: Plays) -> Answer:
    """Whether a card that names a suit does so, unless it is the player's last."""
    wrong: dict[Rule, str] = {}
    for place, card in enumerate(play.cards, 1):
        goes_on = place < len(play.cards) or len(hand.holding(play.who)) > place
        if why := shedding.misnamed(hand, card, needed=goes_on) if play.who == hand.turn else None:
            wrong.setdefault(naming_rule(hand, card), why)
    return wrong


judges(one_pack)(shedding.from_hand)


@judges(draw_one, two_sequence, six_again)
def as_many_as_due(hand: Crates, draws: Draws) -> Answer:
    due = min(hand.due, hand.to_draw)
    if (number := draws.number(due)) == due or draws.who != hand.turn:
        return None
    rules = hand.bound_by if hand.owed and not hand.cover else (*hand.bound_by, draw_one)
    why = f"{draws.who} must draw {cards_of(due)}, not {number}"
    return dict.fromkeys(rules, why if 0 < number <= hand.to_draw else cannot_happen(why))


def may_have_a_card(hand: Crates, draws: Draws) -> Answer:
    return {must_play: shedding.may_have_to_play(hand, draws.who)}


@judges(must_play, two_sequence, six_again, doubt=may_have_a_card)
def has_no_card(hand: Crates, draws: Draws) -> Answer:
    if draws.who != hand.turn:
        return None
    why: str | None = shedding.could_play(hand, draws.who)
    if not why and hand.must_fit(draws.who):
        few = cards_of(len(hand.holding(draws.who)))
        why = f"{draws.who} must have a card that matches: there aren't {few} that don't"
    return dict.fromkeys((must_play, *hand.bound_by), why) if why else None


judges(one_pack)(stock.from_stock)


# Rules: what cards do

four_skips = worth(
    "{skip} is a skip card. When you play it, the next player misses a turn.",
    skip=A_RANK,
    asked="four, what four, skip",
)
five_all = worth(
    "{all_draw} is an all-draw card. When you play it, every other player in turn draws {all_draw_cards:word}.",
    all_draw=A_RANK,
    all_draw_cards=number(1, "cards drawn by every other player after an all-draw card", least=1, most=12),
    asked="five, what five",
)
cooper = worth(
    "You can't go out with an again card. If it is your last card, draw {cooper:word card}. That is called a Cooper.",
    cooper=number(1, "cards drawn for a Cooper", least=1, most=12),
    asked="finish six, last card six, cooper, go out again",
)
seven = worth(
    "{one_draws} is a one-draws card. When you play it with two or three players, the next player draws"
    " {one_draws_cards:word}. With four or more, the player after the next one does. The player who draws"
    " doesn't miss a turn.",
    one_draws=A_RANK,
    one_draws_cards=number(1, "cards drawn by one player after a one-draws card", least=1, most=12),
    asked="seven, what seven",
)
ten_reverses = worth(
    "{reverse} is a reverse card. With three or more players, play changes direction.",
    reverse=A_RANK,
    asked="ten, what ten, reverse",
)
jack = worth(
    "{few_draw} is a few-draw card: it makes somebody draw if only a few play. With two players, the other player"
    " draws {few_draw_cards:word}. With three, the player before you draws. With more, nothing happens.",
    few_draw=A_RANK,
    few_draw_cards=number(1, "cards drawn by one player after a few-draw card", least=1, most=12),
    asked="jack, what jack",
)


EFFECTS = {
    "sequence": Effect("2", two_sequence, "that starts a sequence"),
    "answer": Effect("A", two_sequence, "that answers in a sequence"),
    "skip": Effect("4", four_skips, "that skips the next player"),
    "all-draw": Effect("5", five_all, "that makes all others draw"),
    "again": Effect("6", six_again, "that must be covered"),
    "one-draws": Effect("7", seven, "that makes one player draw"),
    "change-suit": Effect("8", eight_suit, "that lets you name a suit"),
    "own-colour": Effect("9", nine_colour, "that lets you name a suit of its own color"),
    "reverse": Effect("10", ten_reverses, "that reverses the direction of play"),
    "few-draw": Effect("J", jack, "that makes one player draw, with two or three players"),
}


@judges(draw_one, one_pack)
def names_what_came(hand: Crates, forced: Forced) -> Answer:
    cards, due = forced.cards, hand.drawers().count(forced.who)
    twice = next((card for card, number in Counter(cards).items() if number > 1), None)
    stray = (twice,) if twice else cards[len(hand.drawn_as(forced)) :]
    if len(cards) > due and not twice:
        number = f"{forced.who} can name {cards_of(due)} here, not {len(cards)}"
        return {draw_one: number, one_pack: stock.can_come(hand, stray)}
    reports = hand.seen.get(stray[0], []) if stray else []
    return {one_pack: Reason(f"{stray[0].pretty} wasn't in the stock{lines(reports)}", *reports) if stray else None}


# Rules: pressures and calls


@worth(lines="pressure", asked="pressure, stock empty, stock out, stock run out, deck empty")
def pressure(
    hand: Crates,
    nth: int,
    *,
    pressure: int = number(5, "points for a side's first pressure", most=1000),
    growth: int = number(2, "factor for each further pressure", least=1, most=4),
) -> int:
    """If you must draw from an empty stock, you get a pressure. The first pressure of a player or team in a game scores
    {pressure:point}. Each further one scores {growth:times} as much as the one before. Shuffle the discard pile, except
    for the upcard, to make a new stock, and finish drawing."""
    return int(pressure * growth ** (nth - 1))


MOST_PRESSURES = 40


@judges(pressure)
def just_found(hand: Crates, pressures: Pressures) -> Reason | str | None:
    if hand.standing.pressures.get(hand.side(pressures.who), 0) >= MOST_PRESSURES:
        return cannot_happen(f"no side can have more than {MOST_PRESSURES} pressures in a game")
    if not hand.begun or pressures.who in hand.pressed:
        return None
    return f"{pressures.who} didn't get a pressure on the last turn"


judges(pressure)(claims_to_be(Pressures, lambda hand, pressures: hand.booked(pressure), "had a pressure in that hand"))


@illegal(asked="one card left, say last, forget say, call, last card say, not say")
def one_card_call(
    hand: Crates, forgets: Forgets, *, missed_call: int = number(2, "cards drawn for a missed call", least=1, most=12)
) -> str | None:
    """When you play one of your last two cards, you must say that you have one card left. If you don't, start your next
    turn by drawing {missed_call:word}."""
    left = cards_of(len(hand.holding(forgets.who)))
    why = f"{forgets.who} has {left}, and didn't come down to one since their last turn"
    return None if forgets.who in hand.alone else why


# Rules: the end

hand_over = illegal(
    "The hand is over when a player has no cards at the end of a turn. In a sequence, the hand goes on until the"
    " sequence ends. Then count the cards left."
)


@judges(hand_over)
def has_no_cards(hand: Crates, out: Out) -> Reason | None:
    left = len(hand.holding(out.who))
    if hand.begun and left:
        return Reason(f"{out.who} still has {cards_of(left)}")
    if earlier := hand.held.get(out.who):
        return Reason(f"{out.who} still has cards ({at(earlier)})", earlier)
    if left and len(hand.ran_out) == len(hand.seats) - 1:
        return Reason(f"{out.who} can't be out: everybody else is, so {out.who} had to draw the cards of the sequence")
    return None


judges(hand_over)(
    claims_to_be(Out, lambda hand, out: [seat for seat in hand.seats if not hand.holding(seat)], "had no cards left")
)


# Rules: the score


@worth(lines="held")
def card_value(
    hand: Crates,
    *,
    ace: int = 1,
    two: int = 20,
    four: int = 15,
    five: int = 30,
    six: int = 30,
    seven: int = 20,
    eight: int = 50,
    nine: int = 30,
    ten: int = 25,
    court: int = 10,
) -> dict[str, int]:
    """Each card left in your hand scores against you: an ace {ace}, a two {two}, a four {four}, a five {five}, a six
    {six}, a seven {seven}, an eight {eight}, a nine {nine}, a ten {ten}, a jack, queen or king {court}."""
    numbers = {"2": two, "4": four, "5": five, "6": six, "7": seven, "8": eight, "9": nine, "10": ten}
    return {"A": ace, **numbers, "J": court, "Q": court, "K": court}


@worth(lines="held", asked="three, threes, three cover, only threes")
def threes(
    hand: Crates,
    *,
    all_threes: int = number(50, "points subtracted for each three if a hand has only threes", least=1, most=1000),
    covered: int = number(3, "points for a card covered by a three", most=10),
) -> tuple[int, int]:
    """If you have only threes left, each scores −{all_threes}. Otherwise each three covers one of your other cards,
    except an eight. A covered card scores only {covered}, and the threes score nothing."""
    return -all_threes, covered


held_total = arithmetic("The points of a hand must be possible with its number of cards.", place=Holds)


@judges(one_pack, held_total)
def can_be_held(hand: Crates, holds: Holds) -> Answer:
    table, hand, who, cards, earlier = hand, hand.as_counted(), holds.who, holds.cards, hand.held.get(holds.who)
    counts, points = hand.counts, hand.entered_points(holds)
    if not len(hand.holding(who)):
        return {held_total: None if holds.what == 0 else cannot_happen(f"{who} has no cards left")}
    if earlier and hand.entered_points(earlier) != points:
        return {
            held_total: cannot_happen(
                f"{who} was left with {hand.entered_points(earlier)} ({at(earlier)}), not {points}", earlier
            )
        }
    least, most, sizes = table.bounds(who)
    if cards:
        return {
            one_pack: counted.holds_too(hand, who, cards) or stock.can_part(hand, who, cards),
            held_total: None if len(cards) in sizes else f"{who} has {cards_of(sizes[0])}, not {len(cards)}",
        }
    needed = least_threes(points, least, most, sizes, counts)
    if needed is None:
        cards_left = "a hand" if hand.loose else f"{who}'s {cards_of(sizes[0])}"
        return {held_total: f"{cards_left} can't score {points}"}
    free = sum(hand.left(card) for card in hand.pack if card.rank == THREE)
    for seat, other in hand.held.items():
        if seat != who and not other.cards:
            bounds = table.bounds(seat)
            free -= (least_threes(hand.entered_points(other), *bounds, counts) or 0) - bounds[0][0]
    needs = needed - least[0]
    threes = (
        f"{points} needs {so_many(needs, 'more three')}, and {f'only {free}' if free else 'none'}"
        f" {'are' if free > 1 else 'is'} left"
    )
    return {held_total: threes if needs > free else None}


@judges(held_total, when="again")
def was_counted(hand: Crates, holds: Holds) -> Reason | None:
    points, cards = hand.points_of(holds.who), hand.cards_of(holds.who)
    if hand.entered_points(holds) == points and (
        not holds.cards or not cards or Counter(cards) == Counter(holds.cards)
    ):
        return None
    entered = listed(holds.cards) if cards and holds.cards else hand.entered_points(holds)
    return Reason(f"{holds.who} was left with {listed(cards) if cards else points}, not {entered}")


@worth(partners={"yes": "in a team of two", "no": "alone"}, asked="who win, end, teams, game over")
def lowest_score(hand: Crates) -> bool:
    """The game ends after the last hand, and the lowest score wins. You play {partners}. Only four players can play in
    teams."""
    return all_played(hand, 2 * int(hand.house["first-hand"]) - 1)


def values(table: Table) -> dict[str, int]:
    """The card values, except for hands of only threes."""
    points = card_value(table)
    return {card.text: points.get(card.rank, 0) for card in table.pack}


GAME = Game(
    slug="crates",
    name="Crates",
    summary="Get rid of your cards first, in hands of eight cards down to one and up again.",
    family="shedding",
    players=range(2, 6),
    pack=lambda players, house: Pack("A J 10 9 8 7 6 5 4 3 2") if house["pack"] == "short" else Pack(),
    hand=Crates,
    play=play_hand,
    over=lowest_score,
    clashes=(apart(("change-suit", "own-colour")),),
    standing=Evening,
    lowest_wins=True,
    partners=lambda players, house: players == 4 and house["partners"] == "yes",
    verbs={
        Deal: "to start, and after a hand is over",
        Upcard: "after the deal; without it, the first play is free",
        Plays: "on your turn; an again card with the card that covers it, or one at a time",
        Draws: "on your turn: one card, or all you must draw for a sequence",
        Forced: "in the order they were drawn, before the next play; optional",
        Forgets: "until that player's next turn",
        Pressures: "when it happens, if plays aren't entered",
        Out: "if you don't enter the plays, or stop entering them",
        Rest: IN_NUMBERS,
        Holds: "when the hand is over, for each player whose cards aren't known",
    },
    options=(
        Option(
            "partners",
            lambda players: "yes" if players == 4 else "no",
            "whether four play in two teams",
            (lowest_score, pressure),
            choices=("yes", "no"),
        ),
        Option(
            "eights",
            "match",
            "whether a suit-changer must match, or may be played on any card outside a sequence",
            (eight_suit, match),
            choices=("match", "wild"),
        ),
        Option(
            "pack",
            "full",
            "52 cards, or 44 without kings and queens",
            (one_pack,),
            choices=("full", "short"),
        ),
        *shedding.effect_options(EFFECTS),
    ),
    variants=(
        Variant("no-partners", "Four players, each alone.", "partners=no"),
        Variant("wild-eights", "You may play an eight on any card, except in a sequence.", "eights=wild"),
        Variant("short-pack", "Leave out kings and queens.", "pack=short"),
        Variant("nine-hands", "Hands of five cards down to one and up again.", "first-hand=5"),
    ),
    facts={
        "size": Fact(lambda hand: hand.each, "cards dealt to each player"),
        "hand": Fact(lambda hand: hand.number, "its number"),
        "suit": Fact(lambda hand: hand.suit or "any", "the suit to match, or any"),
        "direction": Fact(lambda hand: hand.towards, "left or right"),
        "sequence": Fact(lambda hand: hand.owed, "cards to draw for it"),
        "stock": Fact(lambda hand: None if hand.loose else hand.stock, "cards in the stock"),
        "pile": Fact(lambda hand: None if hand.loose else len(hand.pile), "cards in the discard pile"),
        "cards": Fact(lambda hand: {} if hand.loose else counted.hand_sizes(hand), "cards in each hand"),
        "pressures": Fact(
            lambda hand: {side: hand.standing.pressures.get(side, 0) for side in hand.sides}, "of each side"
        ),
    },
    says=True,
    pack_rule=one_pack,
    deal_out=counted.take_up,
    outlasts=("pressure",),
    now=shedding.where,
    ends=(hand_over,),
    at_a_glance=(
        Glance("cards each, hand by hand", sizes_due, hand_size, show=counted_down),
        Glance("card values", values, card_value, show=by_points),
        Glance("only threes left", lambda table: f"{signed(threes(table)[0])} each", threes),
        Glance(
            "a three among other cards",
            lambda table: f"your highest card, except an eight, scores only {threes(table)[1]}",
            threes,
        ),
        Glance("pressures", lambda table: f"{', '.join(str(pressure(table, nth)) for nth in range(1, 5))} …", pressure),
        shedding.what_cards_do(EFFECTS),
    ),
    short_form=(
        "Type `deal`, who is `out` if anybody is, and what all others `hold`. Whenever Ben must draw from an empty"
        " stock, type `Ben pressures`. If you stop entering plays, type `rest` first."
    ),
    example=Example(
        "Ann Ben Cat",
        ("deal", "Ben pressures", "Ann out", "Ben holds 35; Cat holds 20"),
        "Ann 0, Ben 40, Cat 20",
    ),
    rulings=(
        "The upcard has no effect when it is turned up, because nobody played it. Only the suit it names counts.",
        "Color-keepers must match like any other card.",
        "If the last card makes others draw, they draw before the cards are counted. Pressures from that score, too.",
        "If a player runs out of cards during a sequence, the hand ends with the sequence. That holds even if the"
        " same player must then draw.",
        "You get a pressure for the first card that isn't there, even in the middle of a draw. If only the upcard"
        " is left, stop drawing.",
        "If another player's card makes you draw, you don't miss a turn. The next player and the"
        " player before you are those in the direction of play.",
        "The card that covers an again card has its own effects. The draw for a Cooper ends the turn.",
        "You pay for a missed call at your next turn, even in a sequence, however many cards you have then. You"
        " don't pay if the hand ends first.",
        "Threes cover the cards that score most, never an ace.",
        "If you draw instead of playing, referee may prove later that you had a card that matched: you have then played"
        " more such cards than you have drawn since.",
        "If players tie for the lowest score, they share the win. If you stop early, the lowest"
        " score wins, and pressures of the unfinished hand count.",
    ),
    edition=2,
)
