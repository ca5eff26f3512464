"""The play of a declared sheet: tricks are refereed card by card, and fill the columns that count them.

A hand may be entered card by card, in numbers, or first by cards and then in numbers. Numbers are always those of the
whole hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from types import new_class
from typing import Any, ClassVar

from referee.cards import RANK_NAMES, SUIT_NAMES, Card, Cards, Pack, Suit, listed, read_suit
from referee.cards import cards as read_cards
from referee.declared import sheet as declared
from referee.declared.column_reports import Terms
from referee.declared.columns import ColumnAtWork, Numbers, Round, by_players, dealing, one_or_more
from referee.declared.columns import listed as in_a_row
from referee.declared.contracts import ContractAtWork, ShareAtWork
from referee.declared.counted import AllAtWork
from referee.declared.sheet import Play, Sheet
from referee.game.asks import NOTHING, Ask, Asks, at, bar
from referee.game.common_reports import Deal, Dealt
from referee.game.facts import Fact
from referee.game.game import Glance, Outcome
from referee.game.quick_reference import downward, high_to_low
from referee.kit import holdings, messages, tricks
from referee.kit.evidence import Evidence, Void
from referee.kit.exchanges import Changes
from referee.kit.tricks import BowerHand, Plays, Trick, TrickHand
from referee.language.reports import Report, one_for_each
from referee.language.words import Seat, Words, either, nearest
from referee.rules.options import Option
from referee.rules.rule import (
    Reason,
    Rule,
    Verdict,
    cannot_happen,
    illegal,
    impossible,
    in_letters,
    judges,
    miscounted,
    unclear,
    worth,
)

TRUMPS = Suit("trumps")
"""The suit of trumps that belong to no suit, such as the jacks in grand."""

TRICKS = "tricks"
"""In a column's ``cards``: the tricks themselves are counted."""


# Reports


class Upcard(Report, speaker="none"):
    """the card turned up"""

    card: Card


class Trump(Report, speaker="none"):
    """the trump suit, if nothing else that you enter shows it"""

    suit: Suit


class Discards(Report):
    """the card that the dealer discards for the upcard"""

    card: Card
    options = one_for_each(lambda hand, seat: hand.may_hold(seat))


class LaysAway(Report, verb="discards", also=("buries",), sampled=True):
    """the cards that the declarer discards"""

    cards: Cards
    options = one_for_each(lambda hand, seat: [tuple(hand.may_hold(seat)[: hand.to_lay_away])])


@dataclass(frozen=True)
class PlayedGame:
    """The game that a declarer plays, by its suit or its name in the sheet: ``hearts``, ``grand``."""

    name: str

    names: ClassVar[tuple[str, ...]] = ()
    metavar: ClassVar[str] = "GAME"

    def __str__(self) -> str:
        return self.name

    @classmethod
    def read(cls, words: Words, reader: Any) -> PlayedGame:
        """Parses a suit or a name. Raises ParseError."""
        word = words.take()
        suit = read_suit(word.text)
        name = SUIT_NAMES[suit] if suit else word.text.lower()
        if name not in cls.names:
            known = either(cls.names)
            raise words.unread(f"{word.text!r} isn't a game here: type {known}", nearest(name, cls.names, 2), word=word)
        return cls(name)


class Declares(Report):
    """the game that a player declares"""

    game: PlayedGame
    options = one_for_each(lambda hand, seat: [hand.rules.game(name) for name in hand.rules.game.names])


class DeclaresByHand(Declares, verb="declares"):
    """the game that a player declares; add `hand` if nobody picked up the cards left over"""

    hand: bool = field(default=False, kw_only=True)


class LedTrick(Trick, speaker="before", verb="trick"):
    """a whole trick, in the order played, starting with the card that was led; the leader may be left out if known"""

    def parts(self, hand: PlayedRound) -> Iterator[Report]:
        lead, *others = super().parts(hand)
        yield replace(lead, who=self.who)
        yield from others


class Gives(Changes, verb="passes", also=("gives",)):
    """the cards that a player passes, or how many"""

    options = one_for_each(lambda hand, seat: [hand.passing] if hand.passing else [])


# A hand


@dataclass
class PlayedRound(Round, BowerHand):
    """A round whose tricks are refereed.

    ``filled`` names the columns that the tricks have filled, ``confirmed`` those among them whose numbers were entered
    anyway, and ``typed`` those whose numbers were entered before the tricks had filled them.
    """

    upcard: Upcard | None = None
    picked_up: bool = False
    broken: set[Suit] = field(default_factory=set)  # suits with a card that has been played
    filled: set[str] = field(default_factory=set)
    confirmed: set[str] = field(default_factory=set)
    typed: set[str] = field(default_factory=set)
    copied: ClassVar = (*TrickHand.copied, LaysAway)
    first_played: bool = False
    declaration: Declares | None = None
    to_lay_away: int = 0  # cards that the declarer picked up, until as many are named
    away: Cards = ()
    passed: dict[Seat, Gives] = field(default_factory=dict)

    @property
    def rules(self) -> PlayAtWork:
        """The rules of play of this sheet."""
        at_work: PlayAtWork = self.game.at_play  # type: ignore[attr-defined]
        return at_work

    def begin(self) -> None:
        self.pair_up()
        self.size = self.rules.size(len(self.seats))
        for seat in self.seats:
            self.hold(seat)
        for holder in self.in_play:
            self.hold(holder).gain(Deal(), blind=self.size)
            self.taken[holder] = 0
            self.piles[holder] = []
        self.trump = self.rules.trump

    def deal_again(self) -> None:
        """Deals the cards again if others play than it seemed."""
        if {*self.taken} != {*self.in_play}:
            for dealt in (self.holdings, self.taken, self.piles):
                dealt.clear()
            self.begin()

    # Passing

    @property
    def passing(self) -> int:
        """The number of cards that everybody passes in this hand."""
        return int(self.house["passes"]) if self.rules.passing and self.passing_direction else 0

    @property
    def passing_direction(self) -> int:
        """How many seats to the left cards are passed in this hand; 0 for no passing."""
        ways = directions(len(self.seats))
        return ways[(self.number - 1) % len(ways)]

    @property
    def passes_to(self) -> str | None:
        """Where cards are passed in this hand, in words. None if the sheet has no passing."""
        if not self.rules.passing:
            return None
        if not self.passing:
            return "Nobody passes"
        return {1: "to the left", len(self.seats) - 1: "to the right"}.get(self.passing_direction, "across")

    def receiver(self, seat: Seat) -> Seat:
        return self.after(seat, self.passing_direction)

    def take_up(self, report: Dealt) -> None:
        """Applies dealt cards before the first card is played, when some have been passed on and others received."""
        holdings.take_up(self, report)
        if number := self.passing:
            holding = self.hold(report.who)
            holding.passed_to = self.seats.index(self.receiver(report.who))
            holding.throw_unnamed(number)
            holding.gain(report, blind=number)

    def pass_on(self, report: Gives) -> None:
        """Moves named cards from one hand to another."""
        self.passed[report.who] = report
        giver, getter = self.hold(report.who), self.hold(self.receiver(report.who))
        for card in report.named:
            if card in giver.known:
                giver.was_thrown(card)
            getter.gain(report, card)
            getter.blind -= 1

    # Cards

    def suit_of(self, card: Card) -> Suit:
        if self.rules.spec.bowers:
            return BowerHand.suit_of(self, card)
        return self.trump if self.trump and card.face in self.tops else card.suit

    @property
    def called(self) -> declared.Declared:
        """The game that is played, with what it leaves to the play."""
        return self.rules.games[self.declaration.game.name] if self.declaration else self.rules.plain

    @property
    def tops(self) -> tuple[Card, ...]:
        """The highest trumps, high to low."""
        return self.rules.tops[self.called.tops or ""]

    def height(self, card: Card) -> int:
        if self.trump and card.face in self.tops:
            return len(self.tops) - self.tops.index(card.face)
        if self.rules.spec.bowers and card.rank == "J" and self.suit_of(card) == self.trump:
            return 2 if card.suit == self.trump else 1
        return -self.called.ranks.split().index(card.rank)

    # Whose turn it is

    @property
    def in_play(self) -> tuple[Seat, ...]:
        """The players of this round, except the partners of players who play alone."""
        return tuple(seat for seat in self.players if seat not in self.idle_partners)

    @property
    def idle_partners(self) -> tuple[Seat, ...]:
        """The partners of players who play alone, for a contract or against it."""
        calls = [self.call] if getattr(self.call, "alone", False) else []
        calls += [
            call for column in self.columns if isinstance(column, ContractAtWork) for call in column.defenders(self)
        ]
        alone = {call.who: self.side(call.who) for call in calls}
        return tuple(seat for seat in self.players if seat not in alone and self.side(seat) in alone.values())

    @property
    def call(self) -> Any:
        """The report of the player who makes trump or plays alone, None before that."""
        calls = (report for column in self.columns if isinstance(column, ContractAtWork)
                 for report in self.reports.get(column.name, {}).values())  # fmt: skip
        return next(calls, None)

    def to_play(self) -> Seat | tuple[Seat, ...]:
        if self.trick or self.leader:
            return super().to_play()
        if card := self.rules.leads:
            if (holder := self.holder(card)) and card not in self.hold(holder[0]).loose:
                return holder[0]
            return tuple(seat for seat in self.in_play if card in self.may_hold(seat)) or self.in_play
        eldest = self.after(dealing(self))
        return next(seat for seat in self.around(eldest) if seat in self.in_play)

    # What can be reported

    @property
    def by_cards(self) -> bool:
        """Whether tricks of this hand are entered card by card."""
        return self.first_played

    @property
    def awaits_cards(self) -> bool:
        """Whether this hand is expected to be entered card by card, like the one before. False once it has begun."""
        return not self.dealer and bool(self.standing.by_cards)

    @property
    def in_numbers(self) -> bool:
        """Whether numbers were entered that the tricks hadn't filled in."""
        return bool(self.typed)

    @property
    def counting(self) -> list[ColumnAtWork[Any]]:
        """The columns in play that the tricks fill."""
        return [column for column in self.columns if column.name in self.rules.fills]

    @property
    def adds_up(self) -> bool:
        return not self.goes_on and super().adds_up

    @property
    def goes_on(self) -> bool:
        """Whether more tricks are expected, even if the numbers are known."""
        known = {column.name for column in self.counting}
        return (
            self.by_cards
            and not self.in_numbers
            and bool(known)
            and self.tricks_left > 0
            and not known <= self.confirmed
        )

    def lacking(self) -> tuple[Rule, str] | None:
        if self.by_cards and not self.in_numbers:
            for column in self.counting:
                if column.name not in self.filled:
                    return column.rule, f"{are(self.tricks_left, 'tricks')} still to be played"
        return super().lacking()

    def ask_column(self, column: ColumnAtWork[Any]) -> Asks[Any]:
        """The reports a column accepts. Numbers that the tricks have filled in may be entered again."""
        parts = column.spec.of if isinstance(column, AllAtWork) else [column.name]
        if self.filled.issuperset(parts) and column.settled(self):
            return self.ask_again(*column.kinds)
        if self.awaits_cards and self.rules.fills.keys() >= {*parts}:
            return NOTHING  # such a number is about the hand before
        if self.awaits_cards and isinstance(column, ShareAtWork):
            return self.ask(None, column.passing, aside=True) if column.passing else NOTHING
        asks = super().ask_column(column)
        played = isinstance(column, ShareAtWork) and self.tricks_left > 0
        if self.by_cards and (played or column.name in self.rules.fills):
            asks = Asks(tuple(ask._replace(aside=True) for ask in asks.asks), asks.bars, asks.optional)
        return asks

    def ask_again(self, *kinds: type[Report]) -> Asks[Any]:
        """Asks that accept known numbers again."""
        again = self.game.ruleset.checks_again
        return Asks(tuple(Ask(kind, None, again(kind), None, True, False) for kind in kinds))

    def ask_besides(self) -> Asks[Any]:
        """The reports accepted in addition to the columns: those before the first card, then the cards."""
        rules, before = self.rules, self._before_play()
        cards = (Plays, rules.trick)
        if self.in_numbers:
            return bar(rules.lead_order, "this hand is already entered as totals", *cards) | before
        for column in self.columns:
            if rules.comes_first(column) and (why := column.lacks(self)):
                return bar(column.rule, why, *cards) | before
        if not self.tricks_left:
            return bar(rules.lead_order, "all the tricks of this hand are already entered", *cards)
        playing = self.ask(
            self.to_play,
            Plays,
            turn=rules.lead_order,
            aside=not (self.by_cards or self.awaits_cards),
            free=self.open_lead,
        )
        return playing | self.ask(None, rules.trick, aside=True) | before

    def _before_play(self) -> Asks[Any]:
        if self.by_cards:
            return NOTHING
        rules, asks = self.rules, NOTHING
        if rules.spec.upcard and not self.upcard:
            asks |= self.ask(None, Upcard, aside=True)
        if rules.names_trump and not self.trump:
            asks |= self.ask(None, Trump, aside=True)
        if rules.declares and not self.declaration:
            asks |= self.ask(None, rules.declares, aside=not self.awaits_cards)
        if self.passing and not self.typed and self.next_to_pass():
            asks |= self.ask(self.next_to_pass, Gives, aside=True)
        if self.picked_up:
            asks |= self.ask((self.dealers_place,), Discards, aside=True)
        if self.declaration and self.to_lay_away:
            asks |= self.ask((self.declaration.who,), LaysAway, aside=True)
        return asks

    def next_to_pass(self) -> tuple[Seat, ...]:
        return self.all_but(self.passed)

    # Applying reports

    def take(self, report: Any) -> None:
        match report:
            case Plays():
                self.first_played = True
                self.put(report)
            case Upcard():
                self.upcard = report
                self.turn_up()
            case Trump():
                self.trump = report.suit
                self.turn_up()
            case Declares():
                self.declare(report)
            case Discards() | LaysAway():
                self.lay_away(report)
            case Gives():
                self.pass_on(report)
            case _:
                self.take_number(report)

    def take_number(self, report: Report) -> None:
        column = self.column_of(report)
        parts = column.spec.of if isinstance(column, AllAtWork) else [column.name]
        if self.filled.issuperset(parts) and column.settled(self):
            self.confirmed.update(parts)
            self.nothing_new = True
            return
        super().take(report)
        self.typed.update({*parts} & self.rules.fills.keys() - self.filled)
        self.confirmed.update({*parts} & self.filled)
        if isinstance(column, ContractAtWork):
            self.trump = self.trump or getattr(report, "suit", None)
            self.turn_up()

    def declare(self, report: Declares) -> None:
        """A game is declared: it makes trump, and unless it is played by hand its player exchanges cards."""
        self.declaration = report
        called, rules = self.called, self.rules
        self.trump = read_suit(called.trump) or (TRUMPS if self.tops else None)
        if (left := rules.left_over(len(self.seats))) and not getattr(report, "hand", False):
            self.hold(report.who).gain(report, blind=left)
            self.hold(report.who).throw_unnamed(left)
            self.to_lay_away = left

    def turn_up(self) -> None:
        """Applies the upcard: its suit is trump, and if it was ordered up the dealer picks it up."""
        upcard, rules = self.upcard, self.rules
        if upcard is None:
            return
        card, dealer = upcard.card, self.dealers_place
        made = rules.spec.trump != "maker" or self.call is not None
        if not self.trump and made:
            self.trump = card.suit
        if rules.is_dealers(len(self.seats)):
            if card not in self.hold(dealer).known:
                self.hold(dealer).gain(upcard, card)
                self.hold(dealer).blind -= 1
        elif made and self.trump == card.suit and rules.spec.trump == "maker":
            self.seen.pop(card, None)
            self.picked_up = True
            self.hold(dealer).gain(upcard, card)
            self.hold(dealer).throw_unnamed(1)
        else:
            self.seen.setdefault(card, [upcard])

    def lay_away(self, discards: Discards | LaysAway) -> None:
        """Applies the cards that were laid away for those picked up."""
        holding, self.away = self.hold(discards.who), away_with(discards)
        for card in self.away:
            if card in holding.known:
                holding.was_thrown(card)
        holding.kept_all()
        self.picked_up, self.to_lay_away = False, 0
        self.tell(discards, *self.away)

    def put(self, play: Plays) -> Seat | None:
        if (giver := self.passed_by(play.who, play.card)) is not None:
            giver.was_thrown(play.card)
        winner = super().put(play)
        self.broken.add(self.suit_of(play.card))
        if winner:
            for column in self.counting:
                if column.name not in self.reports and self.is_complete(column.name):
                    for seat, number in self.so_far(column.name).items():
                        if number or isinstance(column, Numbers):
                            self.add(column.name, seat, number, play)
                    self.filled.add(column.name)
        return winner

    def note_suit(self, play: Plays) -> None:
        super().note_suit(play)
        suit = self.suit_of(play.card)
        rule = self.rules.breaks.get(suit)
        if rule and not self.trick and suit not in self.broken and not leads_unbroken(self, play):
            first, *more = (Suit(other) for other in SUIT_NAMES if other != suit)
            self.seems_out(Void(play.who, first, play, rule.called, tuple(more)))

    def comes_late(self, void: Void, play: Plays) -> str:
        if not void.more:
            return super().comes_late(void, play)
        led = f"{SUIT_NAMES[self.suit_of(void.play.card)]} ({at(void.play)})"
        return f"{play.who} plays {play.card.pretty} but led {led} before one was played"

    # What the tricks add up to

    def counts(self, column: str) -> Sequence[Card] | None:
        """The cards of this pack that a column counts, None for the tricks themselves."""
        what = self.rules.fills[column]
        return None if what is None else [card for card in self.pack if card.face in what]

    def so_far(self, name: str) -> dict[Seat, int]:
        if name in self.reports or name not in self.rules.fills or not self.by_cards:
            return super().so_far(name)
        return self.fallen_to(name)

    def fallen_to(self, name: str) -> dict[Seat, int]:
        """What a column counts in the tricks that were entered card by card, by player or side."""
        column = next(column for column in self.columns if column.name == name)
        counted, sums = self.counts(name), dict.fromkeys(column.tellers(self), 0)
        for seat in self.players:
            whose = seat if seat in sums else self.side(seat)
            taken = self.piles.get(seat, ())
            sums[whose] += self.taken.get(seat, 0) if counted is None else sum(card in counted for card in taken)
        return sums

    def there_are(self, name: str) -> int | None:
        if not self.by_cards or name not in self.rules.fills:
            return None
        counted = self.counts(name)
        return self.size if counted is None else len(counted)

    def is_complete(self, name: str) -> bool:
        """Whether the tricks so far contain everything that a column counts."""
        counted = self.counts(name)
        return not self.tricks_left if counted is None else sum(self.fallen_to(name).values()) == len(counted)

    def against_cards(self, column: ColumnAtWork[Any], numbers: Mapping[Seat, int]) -> str | Reason:
        if not self.by_cards or column.name not in self.rules.fills:
            return ""
        fell, counted = self.fallen_to(column.name), self.counts(column.name)
        for seat, number in numbers.items():
            if number < fell[seat]:
                return f"{seat} already took {one_or_more(fell[seat], column.title)}, so it can't be {number}"
        more = {seat: number - fell[seat] for seat, number in numbers.items()}
        still = self.tricks_left if counted is None else len(counted) - sum(fell.values())
        if sum(more.values()) > still:
            return f"{are(still, column.title)} left, not {sum(more.values())}"
        if counted is not None and (needed := self._tricks_for(column, more)) > self.tricks_left:
            return f"{are(self.tricks_left, 'tricks')} left, and these numbers take {needed}"
        return ""

    def _tricks_for(self, column: ColumnAtWork[Any], more: Mapping[Seat, int]) -> int:
        """The fewest tricks that can contain these cards, together with those entered in other columns."""
        needed = dict(more)
        for other in self.counting:
            if other is not column and other.name in self.typed and self.counts(other.name) is not None:
                fell = self.fallen_to(other.name)
                for seat, number in self.of(other.name).items():
                    needed[seat] = needed.get(seat, 0) + max(0, number - fell.get(seat, 0))
        each = len(self.in_play)
        return sum(-(-number // each) for number in needed.values())

    @property
    def card_points(self) -> dict[Seat, int]:
        """The card points in everybody's tricks so far."""
        return {seat: self.rules.points_in(self.piles.get(seat, ())) for seat in self.players}

    def enters_again(self, kind: type[Report]) -> bool:
        """Whether a report repeats a number of this hand. It may, until the next hand begins, if cards were entered."""
        column = self.column(kind)
        if not self.by_cards or column is None:
            return False
        if isinstance(column, ShareAtWork):
            return kind is not column.passing
        parts = column.spec.of if isinstance(column, AllAtWork) else [column.name]
        return self.rules.fills.keys() >= {*parts}


def are(number: int, thing: str) -> str:
    """A number of things with its verb: ``1 trick is``, ``5 hearts are``."""
    return f"{one_or_more(number, thing)} {'is' if number == 1 else 'are'}"


# Checks


def leads_unbroken(hand: Any, play: Plays) -> Reason | None:
    """Why a suit can't be led yet: the player is known to hold another."""
    rules = hand.rules
    suit = hand.suit_of(play.card)
    if hand.trick or suit not in rules.breaks or suit in hand.broken or play.who not in hand.holdings:
        return None
    name = SUIT_NAMES[suit]
    holding = hand.holdings[play.who]
    if cards := holding.surely(lambda card: hand.suit_of(card) != suit and card is not play.card):
        told = holding.known[cards[0]]
        return Reason(
            f"no {name.removesuffix('s')} has been played yet, and {play.who} has {cards[0].pretty} ({at(told)})", told
        )
    others = [Suit(other) for other in SUIT_NAMES if other != suit]
    if Evidence(hand, play.who, play.card).may_lack(*others):
        return None
    return Reason(f"no {name.removesuffix('s')} has been played yet, and {play.who} must hold another suit")


def may_lead_unbroken(hand: Any, play: Plays) -> str | None:
    suit = hand.suit_of(play.card)
    if hand.trick or suit not in hand.rules.breaks or suit in hand.broken or leads_unbroken(hand, play):
        return None
    return messages.doubt_in_words(play.who, "may have another suit")


PICKS_UP = " If it is the suit of the upcard, the dealer picks up the upcard and discards a card."
FOR_DEALER = " If the dealer sits out, the player on the dealer's right does so."


PASSING = (
    Fact(lambda hand: hand.passes_to, "way pass", "where pass", "what way", by_number=True),
    Fact(lambda hand: "yes" if hand.passing else "no", "pass", "pass card", by_number=True),
    Fact(lambda hand: "no" if hand.passing else "yes", "hold hand", "no pass", "keep hand", by_number=True),
)
"""Where cards are passed, and whether they are, as players ask for it."""


class PlayAtWork:
    """The rules of a sheet's play, made from its table, and questions about them."""

    def __init__(self, spec: Play, sheet: Sheet) -> None:
        self.spec, self.sheet = spec, sheet
        self.shares = [column for column in sheet.columns.values() if isinstance(column, declared.Share)]
        self.playing = sheet.seated
        self.plain = declared.Declared(tops=spec.tops, ranks=spec.ranks)
        self.games: dict[str, declared.Declared] = {}
        for suit in declared.SUITS_BY_NAME:
            self.games[suit] = declared.Declared(trump=suit, tops=spec.tops, ranks=spec.ranks)
        for name, game in spec.names.items():
            tops = spec.tops if game.tops is None else game.tops
            self.games[name] = replace(game, tops=tops, ranks=game.ranks or spec.ranks)
        self.tops = {
            text or "": tuple(read_cards(text or ""))
            for text in (spec.tops, "", *(game.tops for game in self.games.values()))
        }
        named = {"names": tuple(self.games), "metavar": "|".join(self.games)}
        self.game: type[PlayedGame] = type("PlayedGame", (PlayedGame,), named)
        self.leads = read_cards(spec.leads)[0] if spec.leads else None
        self.trump = read_suit(spec.trump) if spec.trump else None
        self.trick: type[Trick] = LedTrick if self.leads else Trick
        self.passing = spec.passes != 0
        self.names_trump = spec.trump in ("upcard", "maker")
        self.clean = declared.cards_named(spec.clean)
        self.fills = {
            name: None if column.cards == TRICKS else declared.cards_named([column.cards])
            for name, column in sheet.columns.items()
            if isinstance(column, declared.Count | declared.Who) and column.cards
        }
        self.pack = cache(self._pack)
        self.declares: type[Declares] | None = None
        if spec.trump == "declarer" or spec.names:
            self.declares = declares_one_of(self.game, DeclaresByHand if self.leaves_cards else Declares, spec.rest)
        self.breaks: dict[Suit, Rule] = {}
        self.rules = dict(self._rules())

    def _pack(self, players: int) -> Pack:
        copies = self.spec.copies
        return Pack(self.spec.ranks, packs=copies, without=self.left_out(players), apart=copies > 1)

    def left_out(self, players: int) -> str:
        without = self.spec.without
        return without if isinstance(without, str) else without.get(str(players), "")

    def pack_for(self, players: int, house: Mapping[str, Any]) -> Pack:
        return self.pack(players)

    def size(self, players: int) -> int:
        """The number of cards dealt to each player."""
        return self.spec.cards or len(self.pack(players)) // min(players, self.playing or players)

    def left_over(self, players: int) -> int:
        """The cards that nobody is dealt."""
        return len(self.pack(players)) - self.size(players) * min(players, self.playing or players)

    @property
    def leaves_cards(self) -> bool:
        """Whether some cards are dealt to nobody, with any number of players."""
        return any(self.left_over(players) for players in self.sheet.span)

    def points_in(self, cards: Iterable[Card]) -> int:
        return sum(self.spec.points.get(card.rank, 0) for card in cards)

    def is_dealers(self, players: int) -> bool:
        """Whether the upcard is the dealer's last card, because all cards are dealt."""
        return self.size(players) * players == len(self.pack(players))

    def comes_first(self, column: ColumnAtWork[Any]) -> bool:
        """Whether a column must be entered before the first card, such as bids and calls."""
        return isinstance(column.spec, (declared.Bid, declared.Contract))

    # The rules

    def _rules(self) -> Iterator[tuple[str, Rule]]:
        spec = self.spec
        self.one_pack = impossible(self.of_the_pack(), tricks.from_hand, holdings.from_the_pack)
        yield "pack", self.one_pack
        if spec.upcard:
            judges(self.one_pack, of=Upcard)(upcard_unnamed)
            self.one_pack.place += (Upcard,)
        if self.passing:
            ways = {directions(number) for number in self.sheet.span}
            after = "" if ways == {directions(4)} else " if four or six play"
            text = (
                "Before the first card, pass {passes}: to the left in the first hand, to the right in the second, and"
                f" across in the third{after}. In the next hand, nobody passes. Then start again. Pass"
                " your cards before you look at the ones you get."
            )
            phrase = "cards that everybody passes before play"
            words = {"0": "no cards", "N": "{N:card}"}
            option = Option("passes", by_players(spec.passes), phrase, least=0, words=words)
            self.passing_rule = Rule(text, Verdict.ILLEGAL, amounts={"passes": option}, place=Gives)
            judges(self.passing_rule)(passes_as_many)
            judges(self.one_pack)(passes_own)
            judges(self.one_pack)(passed_where_it_is)
            yield "passing", self.passing_rule
        if self.names_trump:
            if spec.trump == "upcard":
                phrase = "The suit of the upcard is trump."
                phrase += " The upcard is the dealer's last card." if self.is_dealers(self.sheet.span[0]) else ""
            else:
                phrase = "The player who calls names the trump suit."
                phrase += PICKS_UP if spec.upcard else ""
                phrase += FOR_DEALER if spec.upcard and self.playing else ""
            self.trump_suit = illegal(phrase, trump_is_made, place=Trump)
            yield "trump-suit", self.trump_suit
            if spec.trump == "maker" and spec.upcard:
                judges(self.trump_suit)(dealer_discards)
                judges(self.one_pack, of=Discards)(from_own_cards)
        if self.declares:
            self.trump_suit = illegal(self.of_the_games(), game_is_declared, place=self.declares)
            if self.leaves_cards:
                judges(self.trump_suit)(lays_away_as_many)
                judges(self.one_pack, of=LaysAway)(from_own_cards)
            yield "trump-suit", self.trump_suit
        first = (
            f"The player with {self.leads.pretty} leads first"
            if self.leads
            else "The player on the dealer's left leads first"
        )
        order = f"{first}, then the winner of each trick. Play is clockwise."
        if any(getattr(column, "alone", None) for column in self.sheet.columns.values()):
            order += (
                " If you play alone, your partner sits out. If your partner would lead first, the next player leads."
            )
        self.lead_order = illegal(order, tricks.whole_trick, tricks.one_card_each, turn=Plays)
        yield "lead-order", self.lead_order
        if self.leads:
            self.first_lead = illegal(f"The first card must be {self.leads.pretty}.", leads_that_card)
            yield "first-lead", self.first_lead
        yield "follow-suit", illegal(self.following(), tricks.follows_suit, finding="revoke")
        for name in spec.breaks:
            suit = read_suit(name)
            assert suit
            one = name.removesuffix("s")
            rule = illegal(f"You can't lead {name} until a {one} has been played, unless you have nothing else.")
            judges(rule, doubt=may_lead_unbroken, of=Plays)(only_of(suit, leads_unbroken))
            self.breaks[suit] = rule
            yield f"{name}-broken", rule
        if self.clean:
            what = in_a_row([part if part in NAMED else listed(read_cards(part)) for part in spec.clean], "or")
            yield (
                "clean",
                illegal(f"You can't play {what} to the first trick, unless you have nothing else.", keeps_clean),
            )
        best = "The highest trump takes the trick. If nobody plays a trump, the highest card of the suit led takes it."
        if not spec.trump:
            best = "The highest card of the suit led takes the trick. There is no trump."
        if self.trump and not spec.names:
            best = f"{spec.trump.capitalize()} are always trump. {best}"
        if spec.copies > 1:
            best += " Of two equal cards, the first one played wins."
        if spec.bowers:
            best += " The jack of trumps is the highest trump. The other jack of the same color comes next."
        if spec.tops:
            others = [self.title(name) for name, game in spec.names.items() if game.tops not in (None, spec.tops)]
            the = f"Except in {in_a_row(others)}, the" if others else "The"
            best += f" {the} top trumps, from the highest down, are {self.shown(spec.tops)}."
        self.winner = worth(best)
        yield "trick-winner", self.winner
        if spec.points:
            phrase = in_a_row([f"{points} for each {RANK_NAMES[rank]}" for rank, points in spec.points.items()])
            whose = (
                "you and your partner, if you have one,"
                if not self.trump and any(max(share.party) > 1 for share in self.shares)
                else "you"
            )
            free = [self.title(name) for name, game in self.games.items() if game.tricks is not None]
            other = f" other than {in_a_row(free, 'or')}" if free else ""
            solo = "solo" if self.trump else "game"
            needs = f" If you declare a {solo}{other}, {whose} need {spec.needs} to win it." if spec.needs else ""
            if needs and self.left_over(self.sheet.span[0]):
                rest = self.rest(self.left_over(self.sheet.span[0]))
                needs += f" {rest[:1].upper()}{rest[1:]}, or the cards you discard instead, count for you."
            self.card_points = impossible(f"Card points are {phrase}.{needs}")
            yield "card-points", self.card_points

    def of_the_games(self) -> str:
        """What is trump in each game."""
        tops = f", and so are {self.shown(self.spec.tops)}" if self.spec.tops else ""
        which = in_a_row(
            ["a suit solo" if self.trump else "a suit", *(self.title(name) for name in self.spec.names)], "or"
        )
        if self.trump:
            texts = [
                f"You may declare a solo: {which}. In a suit solo, the declared suit is trump{tops}. If nobody"
                f" declares a solo, {self.spec.trump} are trump{', and so are the cards just listed' if tops else ''}."
            ]
        else:
            alone = max(share.party[-1] for share in self.shares) == 1
            who = "If you play alone, you declare" if alone else "One player, the declarer, chooses"
            texts = [f"{who} the game: {which}."]
            texts.append(f"In a suit game, the declared suit is trump{tops}.")
        for name, spec in self.spec.names.items():
            game = self.games[name]
            highest = self.tops[game.tops or ""]
            trumps = [card.pretty for card in highest] + ([game.trump] if game.trump else [])
            rank = ""
            if spec.ranks or game.tops != self.spec.tops:
                plain = [rank for rank in game.ranks.split() if all(card.rank != rank for card in highest)]
                rank = f", and the {'other ' * bool(highest)}cards rank {' '.join(plain)}"
            trump = f"only {in_a_row(trumps)} are trump" if trumps else "nothing is trump"
            texts.append(f"In {self.title(name)}, {trump}{rank}.")
            if spec.tricks is not None:
                most = f"more than {one_or_more(spec.tricks, 'tricks')}" if spec.tricks else "a trick"
                texts.append(f"You lose {self.title(name)} if you take {most}.")
        if rest := self.left_over(self.sheet.span[0]):
            texts.append(
                f"Before you declare, you may pick up {self.rest(rest)} and discard {in_letters(rest)} cards. If"
                f" you leave {self.rest(rest)} unseen, you play `hand`."
            )
        return " ".join(texts)

    def rest(self, number: int) -> str:
        """What players call the cards that nobody is dealt."""
        return self.spec.rest or f"the {in_letters(number)} cards left over"

    def title(self, name: str) -> str:
        """What players call a game that is declared by this name."""
        game = self.spec.names.get(name)
        return (game.title if game else "") or name

    @staticmethod
    def shown(cards: str) -> str:
        return in_a_row([card.pretty for card in read_cards(cards)])

    def judge_games(self, columns: Iterable[ColumnAtWork[Any]]) -> None:
        """Holds the game that is entered to the cards that were played."""
        if self.declares and self.spec.points:
            for column in columns:
                if isinstance(column, ShareAtWork):
                    judges(self.card_points, of=(column.single, column.losing))(partial(against_tricks, column))
                    if column.passing:
                        judges(self.trump_suit, of=column.passing)(nobody_declared)

    def of_the_pack(self) -> str:
        dealt: dict[tuple[int, str], list[int]] = {}
        for players in self.sheet.span:
            dealt.setdefault((self.size(players), self.left_out(players)), []).append(players)
        first = self.sheet.span[0]
        whole = len(Pack(self.spec.ranks, packs=self.spec.copies))
        each = f"{whole} cards, {in_letters(self.spec.copies)} of each" if self.spec.copies > 1 else f"{whole} cards"
        if len(dealt) > 1:
            parts = [
                f"With {in_a_row(players, 'or')} players, {self.leave_out(without)}each player gets {size} cards."
                for (size, without), players in dealt.items()
            ]
            return " ".join((f"The deck has {each}.", *parts))
        ((size, without),) = dealt
        rest = self.left_over(first)
        over = f", and {in_letters(rest)} {'is' if rest == 1 else 'are'} left over" if rest else ""
        over += f": {self.spec.rest}" if rest and self.spec.rest else ""
        texts = [f"The deck has {each}.", f"{self.leave_out(without)}each player gets {size} cards{over}."]
        if self.playing and self.sheet.span[-1] > self.playing:
            texts.append("A player who sits out gets no cards.")
        return " ".join(part[0].upper() + part[1:] for part in texts)

    @staticmethod
    def leave_out(without: str) -> str:
        return f"leave out {in_a_row([card.pretty for card in read_cards(without)])}, and " if without else ""

    def following(self) -> str:
        bowers = " The other jack of the same color as trump belongs to the trump suit." if self.spec.bowers else ""
        tops = " All trumps count as one suit." if self.spec.tops else ""
        return f"You must follow suit if you can.{bowers}{tops}"

    def reports(self) -> dict[type[Report], str]:
        """The reports of the play, and when each is made."""
        verbs: dict[type[Report], str] = {}
        if self.spec.upcard:
            verbs[Upcard] = "after the deal, before the first card"
        if self.passing:
            verbs[Gives] = "before the first card, if you want to enter the pass"
        if self.names_trump:
            verbs[Trump] = "before the first card"
        if self.spec.trump == "maker" and self.spec.upcard:
            verbs[Discards] = "before the first card, if the card is known"
        if self.declares:
            verbs[self.declares] = "before the first card, if you enter the hand card by card"
            if self.leaves_cards:
                verbs[LaysAway] = "before the first card, if these cards are known"
        return verbs | dict.fromkeys((Plays, self.trick), f"if you enter the hand card by card{self.known_first}")

    @property
    def known_first(self) -> str:
        """What must be known before the first card, in words."""
        for column in self.sheet.columns.values():
            if isinstance(column, declared.Bid):
                return ", once everybody has bid"
            if isinstance(column, declared.Contract):
                return f", once you have entered who {column.does}"
        return ", once the game is declared; at the end, type the result" if self.declares and not self.trump else ""

    def glances(self) -> tuple[Glance, ...]:
        if not (self.spec.tops or self.spec.bowers):
            return (tricks.trick_ranking(self.winner),)
        trump = self.trump or Suit("H")
        name = "rank of trumps" if self.trump else "rank of trumps, for example hearts"
        plain = next(suit for suit in ("S", "C") if suit != trump)
        others = Glance(
            "rank in other suits", partial(in_a_plain_suit, Suit(plain), trump), self.winner, show=high_to_low
        )
        return (tricks.trick_ranking(self.winner, name=name, trump=trump), others)

    def clash(self, column: ColumnAtWork[Any], players: int, house: Mapping[str, Any]) -> str:
        """Why the total of a column contradicts the pack, or an empty string."""
        if column.name not in self.fills or not isinstance(column.spec, declared.Count):
            return ""
        cards = self.fills[column.name]
        there = self.size(players) if cards is None else sum(card in cards for card in self.pack(players))
        total = column.of_house(house, "total")
        return "" if total in (None, there) else f"the total is {total}, but its cards make {there}"


NAMED = frozenset(SUIT_NAMES.values())


def only_of(suit: Suit, judge: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    return lambda hand, play: judge(hand, play) if hand.suit_of(play.card) == suit else None


def directions(players: int) -> tuple[int, ...]:
    """How many seats to the left cards are passed, hand by hand; 0 for no passing."""
    across = (players // 2,) if players % 2 == 0 and players > 3 else ()
    return (1, players - 1, *across, 0)


def passes_as_many(hand: Any, report: Gives) -> Reason | None:
    if not hand.passing or report.count == hand.passing:
        return None
    why = f"{hand.passing} cards must be passed, not {report.count}"
    return miscounted(why) if 0 <= report.count <= hand.size else cannot_happen(why)


def passes_own(hand: Any, report: Gives) -> Reason | None:
    """Checks that players pass cards they had, not cards they have just received."""
    for card in report.named:
        holding = hand.hold(report.who)
        came = holding.known.get(card)
        if isinstance(came, Gives):
            return Reason(f"{card.pretty} came to {report.who} only later ({at(came)})", came, about=card)
        if report.who in hand.dealt and card not in holding.known:
            told = hand.dealt[report.who]
            return Reason(f"{report.who} wasn't dealt {card.pretty} ({at(told)})", told, about=card)
    if why := holdings.fresh(hand, *report.named, to=report.who):
        return why
    loose = [
        card
        for card in report.named
        if card not in hand.hold(report.who).known and hand.passed_by(report.who, card) is not None
    ]
    if loose:
        return Reason(f"{loose[0].pretty} was dealt to another player", about=loose[0])
    return None


def passed_where_it_is(hand: Any, play: Plays) -> Reason | None:
    """Checks, if cards were passed unseen, that a card shown by a player can have come from some hand."""
    if not any(holding.slack and holding.passed_to is not None for holding in hand.holdings.values()):
        return None
    if play.who not in hand.holdings or holdings.held(hand, play.who, play.card):
        return None
    if Evidence(hand, play.who, apart=play.card).may_hold(Suit(play.card.text)):
        return None
    return Reason(f"{play.who} can't have {play.card.pretty}, given the cards dealt and passed", about=play.card)


def take_up(hand: Round, report: Dealt) -> None:
    """Applies dealt cards to a hand."""
    if isinstance(hand, PlayedRound):
        hand.take_up(report)


def leads_that_card(hand: Any, play: Plays) -> str | None:
    card = hand.rules.leads
    if hand.by_cards or play.card is card:
        return None
    return f"the first card must be {card.pretty}, not {play.card.pretty}"


def keeps_clean(hand: Any, play: Plays) -> Reason | None:
    """Checks that the first trick is clean, unless the whole hand is known to have nothing else."""
    clean = hand.rules.clean
    if (
        hand.led == hand.suit_of(play.card)
        or play.card not in clean
        or any(hand.taken.values())
        or not hand.trick
        or play.who not in hand.holdings
    ):
        return None
    holding = hand.holdings[play.who]
    if holding.whole and all(card in clean for card in holding.known):
        return None
    return Reason(f"{play.card.pretty} can't be played to the first trick")


def trump_is_made(hand: Any, play: Plays) -> Reason | None:
    if hand.trump:
        return None
    upcard = "`upcard 7H` or " if hand.rules.spec.upcard else ""
    return unclear(f"what is trump? Type it first, as in {upcard}`trump hearts`")


def game_is_declared(hand: Any, play: Plays) -> Reason | None:
    return (
        None
        if hand.declaration or hand.rules.trump
        else unclear(f"which game is it? Type it first, as in `{play.who or hand.seats[0]} declares hearts`")
    )


def against_tricks(column: ShareAtWork, hand: Any, report: Any) -> str | None:
    """Why a game can't have been won or lost by this party, by who declared it and the tricks so far."""
    game, rules = hand.declaration, hand.rules
    if game is None or not report.who:
        return None
    party = [Seat(seat) for seat in report.who.split("+")]
    if game.who not in party:
        return f"{game.who} declared this game ({at(game)})"
    if rules.trump and len(party) > 1:
        return f"{game.who} declared this game alone ({at(game)})"
    lost, most = isinstance(report, column.losing), hand.called.tricks
    if most is not None:
        took = sum(hand.taken.get(seat, 0) for seat in party)
        return None if lost or took <= most else f"{in_a_row(party)} took {one_or_more(took, 'tricks')}"
    if rules.spec.needs is None:
        return None
    points, needs = hand.card_points, rules.spec.needs
    own = sum(points.get(seat, 0) for seat in party)
    laid_away = rules.points_in(hand.away) if hand.declaration.who in party else 0
    there = rules.points_in(hand.pack)
    most_points = there - sum(points.values()) + own
    has = "has" if len(party) == 1 else "have"
    if not lost and most_points < needs:
        return f"{in_a_row(party)} {has} at most {most_points} card points, and {needs} are needed"
    if (
        lost
        and (own := own + laid_away) >= needs
        and not column.spec.overbid
        and not column.spec.times.keys() & names_in(report.number)
    ):
        return f"{in_a_row(party)} {has} {own} card points, and {needs} are enough"
    return None


def declaration_brings(column: ShareAtWork, hand: Any, report: Declares) -> Iterator[Outcome]:
    """What a declared game would score, by the cards or extras that it depends on."""
    rules, name = hand.rules, report.game.name
    worth = rules.spec.worth.get(name, [])
    if isinstance(worth, str):
        yield from column.brings_by_name(hand, report.who, worth)
    elif isinstance(worth, int):
        by_hand = getattr(report, "hand", False)
        for row in range(1, len(rules.tops[rules.games[name].tops or ""]) + 1):
            yield from column.may_bring(hand, report.who, f", with or without {row}", worth * (row + 1 + by_hand))
    else:
        for number in worth:
            yield from column.may_bring(hand, report.who, "", number)


def nobody_declared(hand: Any, passed: Report) -> str | None:
    game = hand.declaration
    return f"{game.who} declared a game ({at(game)})" if game else None


def names_in(terms: Any) -> set[str]:
    return {name for name, _ in terms.parts} if isinstance(terms, Terms) else set()


def declares_one_of(game: type[PlayedGame], base: type[Declares], rest: str) -> type[Declares]:
    """The report of these games."""

    def body(space: dict[str, Any]) -> None:
        space["__module__"] = __name__
        space["__doc__"] = (base.__doc__ or "").replace("the cards left over", rest or "the cards left over")
        space["__annotations__"] = {"game": game}

    return new_class("Declares", (base,), {"verb": "declares"}, body)


def in_a_plain_suit(plain: Suit, trump: Suit, table: Any) -> list[str]:
    """A suit when another is trump, from the highest card down."""
    hand = table.hand(trump=trump)
    return downward((card for card in table.pack if hand.suit_of(card) == plain), hand.height)


def upcard_unnamed(hand: Any, upcard: Upcard) -> Reason | None:
    if hand.rules.is_dealers(len(hand.seats)):
        return holdings.held(hand, hand.dealers_place, upcard.card)
    return holdings.untold(hand, upcard)


def dealer_discards(hand: Any, discards: Discards) -> str | None:
    dealer = hand.dealers_place
    return None if discards.who == dealer else f"{dealer} picked up the upcard, not {discards.who}"


def lays_away_as_many(hand: Any, discards: LaysAway) -> Reason | None:
    if len(discards.cards) != hand.to_lay_away:
        return miscounted(f"{hand.to_lay_away} cards must be discarded, not {len(discards.cards)}")
    return None


def away_with(discards: Discards | LaysAway) -> Cards:
    """The cards of a report of cards laid away."""
    return discards.cards if isinstance(discards, LaysAway) else (discards.card,)


def from_own_cards(hand: Any, discards: Discards | LaysAway) -> Reason | None:
    return holdings.held(hand, discards.who, *away_with(discards))
