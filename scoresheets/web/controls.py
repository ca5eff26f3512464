"""Fields for the arguments of a report: numbers, cards, players and words, by their types and the table.

The referee's candidates and checks find what is likely. Values they didn't look at can still be entered.
"""

from __future__ import annotations

import itertools
import re
import types
import typing
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import pairwise
from time import thread_time
from typing import Any, Literal, NamedTuple

from referee.cards import JOKER, RANK_NAMES, RANKS, SUIT_NAMES, SUIT_SIGNS, SUITS, UNKNOWN, Card, Cards, Rank, Suit
from referee.game.asks import Ask, Macro
from referee.game.common_reports import Dealt
from referee.game.game import Hand
from referee.language.reports import Blind, Groups, Report, Signed, Text, shape
from referee.language.words import NOBODY, Seat
from referee.rules.custom import Habit, own_rules
from referee.rules.options import Amendment
from referee.table.hand_run import TABLE
from referee.table.legal import samples, standing, trials, values
from referee.table.rulings import broken_by
from scoresheets.display.ranges import house_values
from scoresheets.web.forms import FEW, Field, Flag, Line, Number, Pick, Pieces, Place, Several, Tap, key_of

A_WHILE = 0.03  # seconds of work that checking a verb may take, however busy the machine is
CHECKED = 250  # candidates of a verb to check
LISTED = 3000  # candidates of a verb whose values are offered
MANY = 40  # words to offer as buttons
AWAY = ("plays", "trick", "discards", "trails", "upcard")  # verbs by which a card leaves a hand for good
AGAIN = ("dealt", "shows", "holds", "talon", "claims", "declares", "takes")  # verbs that can repeat such cards
FEW_CARDS = 12  # of a pack, to be shown without the others
SHORT = 14  # numbers in a row of buttons
CALLS = 24  # cards with an announcement to offer one by one


def label_of(kind: type[Report], argument: Any) -> str:
    """What an argument is, in players' words."""
    name: str = argument.name
    return kind.labels.get(argument.field) or name.replace("-", " ")


class Verb(NamedTuple):
    """A report that is possible now, the place that asks for it, and the players who can make it."""

    kind: type[Report]
    hand: Hand
    seats: tuple[Seat, ...]  # who is due, or may speak
    others: tuple[Seat, ...]
    place: Place
    does: str
    ask: Ask | None = None

    def speaks(self, seat: Seat) -> bool:
        """Whether a player may use a verb now."""
        return self.ask is not None and self.hand.lets_speak(self.ask, seat)


def accounts(hand: Hand) -> tuple[Seat, ...]:
    """The accounts for moving chips. If there are many, only those with chips, and the kitty."""
    every = hand.names.accounts
    chips = hand.standing.purse if hand.chips == "beside" else hand.standing.balance
    return every if len(every) <= MANY else tuple(name for name in every if name == TABLE or chips.get(name))


class Supply(NamedTuple):
    """The values for the fields of a report: all that were tried, and those that would be accepted."""

    tried: Mapping[str, Mapping[Any, None]]
    likely: Mapping[str, Mapping[Any, None]]
    listed: bool  # the candidates are all there are
    sure: bool  # all of them were looked at
    stands: bool  # at least one would be accepted
    given: bool = False  # the report lists its values
    broken: str = ""  # the rule that refuses what isn't likely


def supply_of(verb: Verb) -> Supply:
    """The values for the fields of a verb, for all who may use it.

    Candidates are checked for a time that nobody notices. Those left unchecked aren't called unlikely.
    """
    kind, hand = verb.kind, verb.hand
    seats = verb.seats or verb.others[:1] or (NOBODY,)
    likely: dict[str, dict[Any, None]] = {argument.field: {} for argument in shape(kind).arguments}
    if verb.ask is None or issubclass(kind, Macro):
        return Supply(by_type(kind, hand, seats), likely, False, False, True)
    most = LISTED // len(seats)
    trial = [trials(kind, hand, seat) for seat in seats]
    listed, given = trial[0].listed, trial[0].given
    reports = [report for each in trial for report in itertools.islice(each.reports, most)]
    tried = by_values(kind, reports) if given else by_type(kind, hand, seats)
    sure = listed and len(reports) < most
    if any(len([value for value in several if type(value) is int]) > FEW for several in tried.values()):
        return Supply(tried, likely, listed, False, True, given)  # numbers are typed, so likely ones aren't marked
    checked: Iterable[Report] = reports[:: len(reports) // CHECKED + 1]
    if not listed:
        others = (itertools.islice(samples(kind, hand, seat), CHECKED // len(seats)) for seat in seats)
        checked = itertools.chain(checked, *others)
        if len(tried) == 1 and any(type(value) is int for several in tried.values() for value in several):
            checked = sorted(checked, key=_in_cards)
    together = all(parts_of(argument.kind) == [Groups] for argument in shape(kind).arguments)
    deadline = thread_time() + A_WHILE
    looked_at, stands, broken = 0, False, ""
    for report in checked:
        if looked_at % FEW == FEW - 1 and thread_time() > deadline:
            break
        if stands and (together or (not listed and _in_cards(report))):
            break  # numbers are marked one by one; of cards that are put together, one report is enough
        looked_at += 1
        marks = [(likely[name], getattr(report, name)) for name in likely]
        if stands and all(value in several for several, value in marks):
            continue  # it would mark nothing new
        if next(standing(hand, verb.ask, (report,)), None):
            stands = True
            for several, value in marks:
                several[value] = None
        elif not broken:
            broken = next((breach.rule for breach in broken_by(hand.judging(verb.ask), report, verb.ask.checks)), "")
    return Supply(tried, likely, listed, sure and looked_at == len(reports), stands, given, broken)


def _in_cards(report: Report) -> bool:
    """Whether a report holds more than a single number."""
    entered = [getattr(report, argument.field) for argument in shape(type(report)).arguments]
    return [type(value) for value in entered] != [int]


def by_type(kind: type[Report], hand: Hand, seats: Sequence[Seat]) -> dict[str, dict[Any, None]]:
    """The possible values for the fields of a report, by their types alone."""
    return {
        argument.field: dict.fromkeys(value for seat in seats for value in values(argument.kind, hand, seat))
        for argument in shape(kind).arguments
    }


def by_values(kind: type[Report], reports: Iterable[Report]) -> dict[str, dict[Any, None]]:
    """The values for the fields of a report in some of its kind."""
    reports = [*reports]
    return {
        argument.field: dict.fromkeys([getattr(report, argument.field) for report in reports])
        for argument in shape(kind).arguments
    }


class Way(NamedTuple):
    """A way to enter an argument: its tag, and the field for it."""

    tag: str
    fields: tuple[Field, ...]


@dataclass
class Ways:
    """The ways to enter one argument of a verb."""

    verb: Verb
    supply: Supply
    argument: Any

    def __iter__(self) -> Iterator[Way]:
        optional = self.argument.optional
        for kind in parts_of(self.argument.kind):
            for tag, *plain in self._of(kind):
                fields = [self._labeled(field, tag) for field in plain]
                alone = len(fields) == 1 and not optional
                yield Way(
                    tag, tuple(replace(field, needed=True) if alone and not field.needed else field for field in fields)
                )
                optional = False

    @property
    def label(self) -> str:
        return label_of(self.verb.kind, self.argument)

    def _labeled(self, field: Field, tag: str) -> Field:
        """A field with the label for this way to enter it, and those of its choices."""
        labels, name = self.verb.kind.labels, self.argument.field
        own = labels.get(f"{name} {tag}")
        field = replace(field, label=own) if own else field
        if not isinstance(field, Pick) or not any(key.startswith(f"{name}=") for key in labels):
            return field
        taps = tuple(tap._replace(label=labels.get(f"{name}={tap.value}", tap.label)) for tap in field.taps)
        return replace(field, taps=taps)

    @property
    def words(self) -> dict[str, Any]:
        return {"name": f"{key_of(self.verb.kind)}/{self.argument.field}", "label": self.label, "needed": False}

    def values(self, of: type, likely: bool = False) -> list[Any]:
        """The tried values of one type. If ``likely``, only those that would be accepted."""
        several = (self.supply.likely if likely else self.supply.tried)[self.argument.field]
        return [value for value in several if isinstance(value, of) and (of is bool or type(value) is not bool)]

    def _of(self, kind: Any) -> Iterator[tuple[Any, ...]]:
        base = typing.get_args(kind)[0] if typing.get_origin(kind) is typing.Annotated else kind
        if base is bool:
            yield "flag", Flag(**self.words | {"needed": not self.argument.optional})
        elif base in (int, Signed):
            yield from self._numbers(kind, base)
        elif base is Card:
            yield "card", self._one_card(self.values(Card), self.values(Card, likely=True))
            if self.verb.hand.game.says and self.alone:
                yield "cards", self._pieces()
        elif base in (Cards, Blind) or (
            isinstance(base, type) and issubclass(base, tuple) and self.values(tuple) and _all_cards(self.values(base))
        ):
            yield from self._cards(base)
        elif base == Groups:
            yield "cards", self._pieces((Tap(",", "next meld", most=99),))
        elif base is Text:
            yield "text", Line(**self.words)
        elif base in (Rank, Suit, Seat) or typing.get_origin(base) is Literal:
            yield "word", self._word(base)
        else:
            yield from self._own(base)

    # Numbers

    @property
    def alone(self) -> bool:
        """Whether the verb has no other argument."""
        return len(shape(self.verb.kind).arguments) == 1

    def _numbers(self, kind: Any, base: Any) -> Iterator[tuple[str, Field]]:
        """Buttons for a few numbers, otherwise a field for a number. Both if other numbers are possible too."""
        bounds = next((part for part in typing.get_args(kind) if isinstance(part, range)), None)
        tried, likely = sorted(self.values(int)), set(self.values(int, likely=True))
        whole = self.supply.listed and self.supply.given
        highest = self._highest()
        if bounds and not whole:
            tried = [*bounds]
        elif not whole:
            few = range(highest + 1) if highest is not None and highest < SHORT else ()
            tried = sorted(likely) if self.alone and likely else [*few]
        if len(tried) <= FEW and (tried or (self.alone and self.argument.optional)):
            sign = "+d" if base is Signed else ""
            known = self.supply.sure
            shown = () if tried == [self.argument.default] else tried
            taps = (Tap(str(number), format(number, sign), likely=not known or number in likely) for number in shown)
            yield "number", Pick(**self.words, taps=tuple(taps))
            ends = (len(tried) > 1 or (tried and not shown) if whole else known) and not self._goes_on(tried)
            if ends or self.argument is not shape(self.verb.kind).arguments[0]:
                return
        below = base is Signed or self._accepts(-min((number for number in tried if number > 0), default=1))
        least = min(0, bounds[0]) if bounds else None if below else min(0, 0, *tried)
        most, step = (bounds[-1], bounds.step) if bounds else (highest, 1)
        yield "other", Number(**self.words, least=least, most=most, step=step)

    def _highest(self) -> int | None:
        """The highest number that the report declares, for whoever may make it."""
        verb, field = self.verb, self.argument.field
        if field not in verb.kind.limits:
            return None
        seats = verb.seats or verb.others or (NOBODY,)
        limits = [verb.kind.highest(field, verb.hand, seat) for seat in seats]
        return None if None in limits else max(limit for limit in limits if limit is not None)

    def _goes_on(self, listed: Sequence[int]) -> bool:
        """Whether other numbers than those listed would be accepted."""
        verb, others = self.verb, [other for other in shape(self.verb.kind).arguments if other != self.argument]
        if verb.ask is None or not all(other.optional for other in others):
            return True
        step = min((after - before for before, after in pairwise(listed)), default=1)
        near = {number + by for number in listed for by in (1, -1, step, -step)}
        return any(map(self._accepts, sorted(near - {*listed}, reverse=True)))

    def _accepts(self, number: int) -> bool:
        """Whether a number that wasn't tried would be accepted."""
        verb, others = self.verb, [other for other in shape(self.verb.kind).arguments if other != self.argument]
        if verb.ask is None or not all(other.optional for other in others):
            return False
        seat = (*verb.seats, *verb.others, NOBODY)[0]
        report = verb.kind(who=seat, **{self.argument.field: number})
        return next(standing(verb.hand, verb.ask, (report,)), None) is not None

    # Cards

    def _cards(self, base: Any) -> Iterator[tuple[str, Field]]:
        """A button for each card if one card may be enough, and a field that collects several if more are possible."""
        single = [value[0] for value in self.values(tuple) if len(value) == 1]
        likely = [value[0] for value in self.values(tuple, likely=True) if len(value) == 1]
        if self.supply.listed and single and self.alone and (likely or not self.supply.sure):
            yield "card", self._one_card(single, likely)
        signs = (Tap(UNKNOWN.text, "?", "a card that nobody saw", most=99),) if base is Blind else ()
        yield "cards", self._pieces(signs)

    def _one_card(self, tried: Sequence[Card], likely: Sequence[Card]) -> Pick:
        taps, columns = self._grid(tried, likely)
        said = [card for card in dict.fromkeys(tried) if card.says]
        bare = [card for card in dict.fromkeys(tried) if card.is_bare and not card.says]
        if self.by_rank and not bare:
            bare = [Card(rank) for rank in self.verb.hand.pack.ranks]
        more = [*bare, *([UNKNOWN] if UNKNOWN in tried else []), *(said if len(said) <= CALLS else [])]
        beside = tuple(_card_tap(card, not self.supply.sure or card in likely) for card in more)
        return Pick(**self.words, taps=taps, more=beside, columns=columns)

    @property
    def by_rank(self) -> bool:
        """Whether a rank alone is enough."""
        kind, hand = self.verb.kind, self.verb.hand
        if issubclass(kind, Macro):
            kind = kind.stands_for
        who = (*self.verb.seats, *hand.seats)[0]
        probe = Dealt(Blind(()), who=who if who in hand.seats else hand.seats[0])
        bare = kind.bare or (kind is Dealt and any(other.bare for other in hand.game.reports))
        return bare or any(card.is_bare for rank in hand.pack.ranks for card in hand.meant(probe, rank))

    def _pieces(self, signs: tuple[Tap, ...] = ()) -> Pieces:
        hand = self.verb.hand
        taps, columns = self._grid([], [])
        if hand.game.says:  # a card may stand for one that is out
            taps = tuple(tap._replace(out=False) if tap.out else tap for tap in taps)
        mine = _cards_in(self.supply.tried[self.argument.field])
        own = set() if any(card.is_bare for card in mine) else {card.face.text for card in mine}
        bounded = self.supply.given and self.supply.listed and bool(own)  # the report lists the cards that may be in it
        few = bounded and len(own) <= FEW_CARDS
        if bounded:
            shown = (tap for tap in taps if tap.value in own or not few)
            taps = tuple(tap if tap.value in own else tap._replace(likely=False) for tap in shown)
        if self.by_rank:
            signs += tuple(_card_tap(Card(rank), most=99) for rank in hand.pack.ranks)
        texts = {card.says for card in self.named if card.says}
        says = tuple(_says(texts)) if hand.game.says and (texts or not few) else ()
        return Pieces(**self.words, taps=taps, signs=signs, says=says, columns=columns)

    @cached_property
    def named(self) -> set[Card]:
        """Every card in the values that were tried."""
        return set[Card]().union(*(_cards_in(several) for several in self.supply.tried.values()))

    @property
    def may_enter_again(self) -> bool:
        """Whether cards that were played can be entered once more."""
        return self.verb.hand.finished or self.verb.kind.verb.split()[0] in AGAIN

    def _grid(self, tried: Sequence[Card], likely: Sequence[Card]) -> tuple[tuple[Tap, ...], int]:
        """The pack by suits and ranks, with cards that can't be entered marked, and the number of columns."""
        hand = self.verb.hand
        gone = set() if self.may_enter_again else {card for card in hand.seen if _is_out(card, hand)}
        gone -= {card.face for card in self.named}
        for seat in (*self.verb.seats, *self.verb.others):
            gone.difference_update(hand.known(seat) if seat in hand.seats else ())
        pack, ranks = _in_order((*hand.pack.copies.items(),), hand.pack.ranks), len(hand.pack.ranks)
        gone = pack.keys() - {card.face for card in hand.pack.copies if card not in gone}
        here = gone | {card.face for card in (likely if self.supply.sure and likely else pack)}
        taps = [_card_tap(card, card in here, card in gone, copies) for card, copies in pack.items()]
        return tuple(taps), ranks if ranks <= 7 else -(-ranks // 2)

    # Words

    def _word(self, base: Any) -> Pick:
        likely = self.supply.likely[self.argument.field]
        hand = self.verb.hand
        if base is Seat:
            kind = self.verb.kind
            everybody = (*hand.seats, *hand.standing.heirs) if kind.absent or kind.accounts else hand.seats
            taps = [Tap(seat, seat) for seat in (*everybody, *(accounts(hand) if kind.accounts else ()))]
            if kind.absent or kind.accounts:
                taps += [Tap(side, side) for side in hand.sides if side not in everybody]
        elif base is Suit:
            taps = [Tap(suit, SUIT_SIGNS[suit], SUIT_NAMES[suit], suit=suit) for suit in SUITS]
        elif base is Rank:
            taps = [Tap(rank, rank, RANK_NAMES[rank]) for rank in hand.pack.ranks]
        else:
            taps = [Tap(word, word) for word in typing.get_args(base)]
        known = self.supply.sure and likely and base is not Seat
        return Pick(
            **self.words, taps=tuple([tap._replace(likely=tap.value in likely) for tap in taps] if known else taps)
        )

    # Words of a game

    def _own(self, base: Any) -> Iterator[tuple[Any, ...]]:
        hand = self.verb.hand
        mine = [self._written(value) for value in self.supply.tried[self.argument.field] if isinstance(value, base)]
        if base is Amendment:
            yield "word", Pick(**self.words, taps=_of_house(hand.game, len(hand.seats)), listed=True)
            yield "text", Line(**self.words)
            return
        if base is Habit:
            yield (
                "word",
                Pick(**self.words, taps=tuple(Tap(name, rule.text) for name, rule in own_rules(hand.house).items())),
            )
            return
        if hasattr(base, "counting"):
            yield "counts", *self._counts(base.counting(hand))
            if hasattr(base, "cards"):  # or the cards stand for it
                yield "cards", self._pieces()
            return
        if any(mine) and len(mine) <= MANY and self.supply.listed:
            yield "word", Pick(**self.words, taps=tuple(Tap(text, text) for text in mine if text))
            if not hasattr(base, "pieces"):
                return
        known = base.pieces(hand) if hasattr(base, "pieces") else ()
        words = dict.fromkeys((*known, *(word for text in mine for word in text.split())))
        yield "pieces", Pieces(**self.words, taps=tuple(_piece(word) for word in words))

    def _counts(self, most: Mapping[str, int]) -> Iterator[Field]:
        """Fields for the number of each thing that counts. Single things get a checkbox."""
        for what, number in most.items():
            words = self.words | {"name": f"{self.words['name']}.{what}"}
            if "{}" not in what:
                yield Flag(**words | {"label": _piece(what).label.replace("-", " ")})
            else:
                label = what.replace("{}", "").replace("-", " ").strip() or self.label
                yield Number(**words | {"label": label}, most=number)

    def _written(self, value: Any) -> str:
        """A value in notation."""
        written: str = self.argument.write(value)
        return written.removeprefix(f"{self.argument.name} ") if self.argument.keyword else written


@lru_cache(maxsize=16)
def _of_house(game: Any, players: int) -> tuple[Tap, ...]:
    """Values of house rules from the next deal on."""
    every = (text for option in game.options for text, _ in house_values(game, option, players, f"{option.name}="))
    texts = (text for text in every if not re.search(r"\d{6}", text))  # not the far ends of a range
    return tuple(Tap(text, text.replace("-", " ").replace("=", ": ")) for text in texts)


def parts_of(kind: Any) -> list[Any]:
    """The types of a field, without None."""
    if typing.get_origin(kind) in (typing.Union, types.UnionType):
        return [part for part in typing.get_args(kind) if part is not types.NoneType]
    return [kind]


def _is_out(card: Card, hand: Hand) -> bool:
    """Whether every copy of a card has been played or is face up."""
    entered = hand.seen.get(card, ())
    return len(entered) >= hand.pack.copies.get(card, 1) and all(report.verb in AWAY for report in entered)


def _all_cards(several: Iterable[Any]) -> bool:
    return all(isinstance(part, Card) for value in several for part in value)


def _cards_in(values: Iterable[Any]) -> set[Card]:
    """The cards in some values: cards, hands or melds."""
    parts = set[Any]()
    for value in values:
        for part in value if isinstance(value, tuple) else (value,):
            parts.update(part if isinstance(part, tuple) else (part,))
    return {part for part in parts if isinstance(part, Card)}


@lru_cache(maxsize=64)
def _in_order(pack: tuple[tuple[Card, int], ...], ranks: Iterable[Rank]) -> dict[Card, int]:
    """The cards of a pack by suits and ranks, then a joker, with the copies of each, also if they are told apart."""
    copies = Counter[Card]()
    for card, number in pack:
        copies[card.face] += number
    order = {rank: place for place, rank in enumerate((*ranks, *RANKS))}
    suited = sorted((card for card in copies if card.suit), key=lambda card: (SUITS.index(card.suit), order[card.rank]))
    return {card: copies[card] for card in (*suited, *([JOKER] if JOKER in copies else []))}


@lru_cache(maxsize=1024)
def _card_tap(card: Card, likely: bool = True, out: bool = False, most: int = 1) -> Tap:
    rank = RANK_NAMES.get(card.rank, "")
    if card is UNKNOWN:
        return Tap(card.text, "?", "a card that nobody saw", likely, most=99)
    spoken = f"{rank} of {SUIT_NAMES[card.suit]}" if card.suit else f"any {rank}" if not card.is_joker else rank
    return Tap(card.text, card.pretty, spoken + (f" as {card.says}" if card.says else ""), likely, out, most, card.suit)


def _says(lines: Collection[str]) -> Iterator[Tap]:
    """What a card can announce: a suit that it calls, or a rank or the next tapped card that it stands for."""
    yield Tap("=", "=", "stands for", most=99)
    for suit in SUITS if not lines or any(suit in lines for suit in SUITS) else ():
        yield Tap(f"={suit}", f"={SUIT_SIGNS[suit]}", f"calls {SUIT_NAMES[suit]}", most=99, suit=suit)
    for rank in RANKS:
        yield Tap(f"={rank}", f"={rank}", f"stands for a rank: {RANK_NAMES[rank]}", most=99)


def _piece(word: str) -> Tap:
    """A word of a game, shown as a card if it names one."""
    suit = word[-1:] if word[:-1] in RANK_NAMES and word[-1:] in SUIT_SIGNS else ""
    return _card_tap(Card(word[:-1], suit), most=99) if suit else Tap(word, word, most=99)


def who_says(verb: Verb, key: str) -> tuple[list[Field], tuple[tuple[str, str], ...]]:
    """The player of a report: a field to choose one, or a hidden value."""
    kind, name = verb.kind, f"{key}/who"
    if kind.speaker == "none":
        return [], ()
    if kind.new:
        return [Line(name=name, label="name", longest=60)], ()
    seats = (*verb.seats, *verb.others)
    if len(seats) == 1:
        return [], ((name, seats[0]),)
    given = verb.seats[0] if len(verb.seats) == 1 else ""
    taps = tuple(Tap(seat, seat, likely=seat in verb.seats) for seat in seats)
    if kind.several:
        return [
            Several(
                name=name, label="which players", taps=tuple(Tap(seat, seat) for seat in verb.hand.players), given=given
            )
        ], ()
    return [Pick(name=name, label="player", taps=taps, given=given, folded=bool(given))], ()
