"""Completion at the live table: players, verbs, cards not seen yet, legal bids.

Each key gets a few milliseconds: reports are tried a few at a time, and the rest at the next key.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from time import thread_time
from typing import TYPE_CHECKING, NamedTuple

from referee.cards import Card, Cards, read_cards
from referee.game.asks import Ask, Macro
from referee.game.common_reports import House, Penalty
from referee.game.game import Hand
from referee.language.reports import Blind, Report, forms, shape
from referee.language.words import NOBODY, ParseError, Seat, Word, Words, quoted
from referee.rules.custom import own_rules
from referee.table.legal import at_any_time, candidates, likeliest_first
from referee.table.referee import Referee
from referee.table.rulings import breaches
from scoresheets.cli.prompt_lines import WORDS
from scoresheets.display.ranges import house_values, what
from scoresheets.keeping.session import Session

if TYPE_CHECKING:
    from referee.entry.suggestions import Form

A_KEY = 0.006  # seconds of work for a key, however busy the machine is
BETWEEN = 0.05  # seconds of work before the prompt comes back
TRIED = 2000  # candidates of one verb
MOST = 60  # words to offer
LONG_FORM = 60  # characters of a form that names all of its words

HOUSE = re.compile(rf"{House.verb}\s+(?:.*[\s,])?([^\s,]*)", re.IGNORECASE)
"""The line changes house rules, up to the option being typed."""

ORDERS = tuple(dict.fromkeys(word for key in WORDS for word in re.findall(r"(?:^|· )([a-z]+)", key)))


class Offered(NamedTuple):
    """A completion that starts at column ``start`` of the line, with a remark."""

    text: str
    start: int
    note: str = ""


class Supply:
    """The legal reports of one verb and player, collected step by step."""

    def __init__(self, hand: Hand, ask: Ask, seat: Seat) -> None:
        self.hand = hand
        self.ask = ask
        self.seat = seat
        self.found: list[Report] = []
        self._tried: Iterator[Report] | None = None
        self._left = TRIED

    @property
    def tried(self) -> bool:
        """Whether the search is complete."""
        return not self._left

    def until(self, deadline: float) -> list[Report]:
        while self._left and thread_time() < deadline:
            if self._tried is None:
                self._tried = iter(candidates(self.ask.verb, self.hand, self.seat))
                continue
            report = next(self._tried, None)
            self._left = self._left - 1 if report is not None else 0
            if report is not None and not breaches(self.hand, self.ask, report):
                self.found.append(report)
        return self.found


class Choices:
    """The choices in the present state of a table."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        every = referee.asks()
        self.asks = likeliest_first(every)
        self.macros = [(hand, ask) for hand, ask in every if issubclass(ask.verb, Macro)]
        self.waiting = [ask for _, ask in self.asks if not ask.aside]
        self.next = referee.next()
        self._supplies: dict[tuple[type[Report], Seat, int], Supply] = {}

    def supply(self, hand: Hand, ask: Ask, seat: Seat) -> Supply:
        key = ask.verb, seat, id(ask)
        if key not in self._supplies:
            self._supplies[key] = Supply(hand, ask, seat)
        return self._supplies[key]

    def reports(self, verb: str, who: Seat, deadline: float) -> Iterator[Report]:
        """Yields legal reports of a verb. If it is empty, of the verbs that are due."""
        for hand, ask in self.asks:
            if verb and verb not in spoken(ask.verb):
                continue
            if not verb and ask not in self.waiting:
                continue
            for seat in self._seats(hand, ask, who)[:1]:
                yield from self.supply(hand, ask, seat).until(deadline)

    def may_come(self, ask: Ask) -> bool:
        """Whether a report that an ask accepts would be legal, as far as is known."""
        return any(supply.found or not supply.tried for supply in self._supplies.values() if supply.ask is ask)

    def _seats(self, hand: Hand, ask: Ask, who: Seat) -> tuple[Seat, ...]:
        if ask.verb.speaker == "none":
            return (NOBODY,)
        if who:
            return (who,) if hand.lets_speak(ask, who) else ()
        return tuple(ask.seats() or self.next or ())

    def verbs(self, who: Seat) -> Iterator[tuple[str, type[Report]]]:
        """Yields the verbs that are possible now, those that are due first."""
        for hand, ask in (*self.asks, *self.macros):
            if not who or (ask.verb.speaker != "none" and hand.lets_speak(ask, who)):
                yield _verb_for(ask.verb, who), ask.verb
        for kind in at_any_time(self.referee):
            if not who or (kind.speaker == "before" and not kind.new):
                yield _verb_for(kind, who), kind


def spoken(kind: type[Report]) -> set[str]:
    """Every spelling of the first word of a verb."""
    return {form for verb in (kind.verb.split()[0], *kind.also) for form in forms(verb)}


def _verb_for(kind: type[Report], who: Seat) -> str:
    """A verb in the form used after this player's name."""
    if who and kind.also and kind.speaker == "after":
        return kind.also[0]
    return kind.verb


class Completer:
    """Completes typed lines for the present state of a session."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.form: Form | None = None  # the shortest line, while it is shown
        self._forms: Iterator[Form] = iter(())
        self._known: tuple[object, Choices] | None = None

    @property
    def choices(self) -> Choices:
        referee = self.session.referee  # lines that were tried and undone leave it another hand
        stands = (self.session.next_line, id(referee), id(referee.hand), len(self.session.course.standing))
        if self._known is None or self._known[0] != stands:
            self._known = stands, Choices(self.session.referee)
        return self._known[1]

    def think(self) -> None:
        """Tries the reports that are due, before anybody types."""
        deadline = thread_time() + BETWEEN
        for _ in self.choices.reports("", NOBODY, deadline):
            pass

    def awaited(self) -> str:
        """The form of the report that is due, like ``Ben bids N``."""
        waiting = self.choices.waiting
        if not waiting:
            return ""
        ask = next((asked for asked in waiting if self.choices.may_come(asked)), waiting[0])
        usage = shape(ask.verb).usage
        seats = ask.seats() if ask.verb.speaker != "none" else ()
        usage = re.sub(r"(\S+?\|\S+?\|\S+?)\|\S+", r"\1|…", usage) if len(usage) > LONG_FORM else usage
        return re.sub(r"^(WHO|TEAM)\b|\[WHO\]", quoted(seats[0]) if seats else r"\g<0>", usage)

    # The shortest line

    def next_form(self) -> bool:
        """Shows the shortest possible line, or the next one after it. Returns whether there is one."""
        from referee.entry.suggestions import forms

        known = self.form
        self.form = next(self._forms, None)
        if self.form is None:
            self._forms = forms(self.session.referee)
            self.form = next(self._forms, known)
        return self.form is not None

    def no_form(self) -> None:
        """Forgets the forms after a line was accepted."""
        self.form, self._forms = None, iter(())

    def in_grey(self) -> str:
        """The hint in an empty line: the shortest possible line, or the form of the report that is due."""
        return self.form.text if self.form else self.awaited()

    def next_field(self, line: str) -> tuple[str, int]:
        """What Tab appends to a line that fills the form in, and how many characters it removes first."""
        return self.form.next_word(line) if self.form else ("", 0)

    # Words

    def words(self, line: str) -> list[Offered]:
        """Completions for the last word of a line, the likeliest first."""
        deadline = thread_time() + A_KEY
        first, _, rest = line.lstrip().partition(" ")
        begin = len(line) - len(rest)
        if rest or line.endswith(" "):
            order = first.lower() if self._is_order(first) else ""
            if order == "can":
                return self._report(rest, begin, deadline)
            if order in ("fix", "void"):
                return self._of_line(rest, begin) if order == "fix" else []
            if order in ("why", "rule"):
                return self._asked(order, rest, begin)
        start = _last_piece(line)
        offered = self._report(line[start:], start, deadline)
        if start == 0 and " " not in line.strip() and not line.endswith(" "):
            offered += [Offered(word, len(line) - len(line.lstrip())) for word in ORDERS
                      if word.startswith(line.strip().lower()) and line.strip()]  # fmt: skip
        return offered

    def ghost(self, line: str) -> str:
        """The likeliest rest of a line. "" if there is none."""
        if not line.strip():
            return ""
        if self.form and (rest := self.form.behind(line)):
            return rest
        offered = self.words(line)
        if not offered:
            return ""
        typed = line[offered[0].start :]
        if typed or len(offered) == 1 or offered[0].note:
            return offered[0].text[len(typed) :] if offered[0].text.lower().startswith(typed.lower()) else ""
        return ""

    def _is_order(self, word: str) -> bool:
        return word.lower() in ORDERS and not self.session.referee.names.whole(word)

    # Reports

    def _report(self, text: str, start: int, deadline: float) -> list[Offered]:
        """Completions in a report that begins at ``start`` of the line."""
        bare = text.lstrip("~! \t")
        start += len(text) - len(bare)
        if (amended := HOUSE.fullmatch(bare)) and not self.session.referee.names.whole(House.verb):
            return self._of_house(amended[1], start + amended.start(1))
        try:
            words = Words(bare)
        except ParseError:
            return []
        done = words.list if not bare or bare[-1].isspace() else words.list[:-1]
        last = words.list[-1] if len(done) < len(words.list) else None
        typed = bare[last.column - 1 :] if last else ""
        start += last.column - 1 if last else len(bare)
        notes: dict[str, str] = {}
        for word, note in self._next(done, deadline):
            if word.lower().startswith(typed.lower()) and word not in notes:
                notes[word] = note
            if len(notes) >= MOST:
                break
        return [Offered(word, start, note) for word, note in notes.items()]

    def _of_house(self, typed: str, start: int) -> list[Offered]:
        """The options of the house, and the values of the one that is named."""
        game, players = self.session.referee.game, len(self.session.referee.seats)
        offers = [(f"{option.name}=", option.text) for option in game.options]
        if "=" in typed:
            offers = [offer for option in game.options for offer in house_values(game, option, players, typed)]
        begun = [(text, note) for text, note in offers if text.startswith(typed.lower())]
        return [Offered(text, start, note) for text, note in begun[:MOST]]

    def _next(self, done: list[Word], deadline: float) -> Iterator[tuple[str, str]]:
        """The words that can follow others, each with a remark."""
        choices = self.choices
        who, at = self._speaker(done)
        if at == len(done):
            if not who:
                yield from ((quoted(seat), "next") for seat in choices.next)
            for verb, kind in choices.verbs(who):
                yield verb, shape(kind).usage
            if not who:
                yield from ((quoted(seat), "") for seat in self.session.referee.seats)
                return
        verb = done[at].text.lower() if at < len(done) else ""
        known = verb in self.session.referee.vocabulary.shapes
        entered = [word.text for word in done[at + known :]]
        if known or verb or who:
            yield from ((word, "") for word in self._arguments(verb if known else "", who, entered, deadline))

    def _speaker(self, done: list[Word]) -> tuple[Seat, int]:
        """The player named first, and the word after it."""
        names = self.session.referee.names
        if not done:
            return NOBODY, 0
        first = done[0].text
        whole = names.whole(first)
        if whole:
            return whole, 1
        meant = [] if first.lower() in self.session.referee.vocabulary.shapes else names.begins(first)
        return (meant[0], 1) if len(meant) == 1 else (NOBODY, 0)

    def _arguments(self, verb: str, who: Seat, lines: list[str], deadline: float) -> Iterator[str]:
        """Completions of a verb's arguments: legal ones first, then cards not seen yet."""
        if verb in spoken(Penalty) and (own := own_rules(self.session.referee.hand.house)):
            yield from own if lines else map(quoted, self.session.referee.seats)
        for report in self.choices.reports(verb, who, deadline):
            yield from following(what(report), lines)
        if any(_takes_cards(ask.verb) for _, ask in self._asks(verb)) or not verb:
            gone = Counter(card for word in lines for card in read_cards(word) or ())
            for card in self.session.referee.hand.unseen() if self._wants_cards(verb) else ():
                if card not in gone:
                    yield card.text

    def _asks(self, verb: str) -> Iterator[tuple[Hand, Ask]]:
        every = (*self.choices.asks, *self.choices.macros)
        return ((hand, ask) for hand, ask in every if not verb or verb in spoken(ask.verb))

    def _wants_cards(self, verb: str) -> bool:
        asks = self._asks(verb) if verb else ((None, ask) for ask in self.choices.waiting)
        return any(_takes_cards(ask.verb) for _, ask in asks)

    # Other words

    def _of_line(self, rest: str, begin: int) -> list[Offered]:
        """The report in a line, to be corrected."""
        number, _, text = rest.partition(" ")
        at = self.session.course.find(int(number)) if number.isdigit() and len(number) < 10 else None
        if at is None or text or not rest.endswith(" "):
            return []
        return [Offered(self.session.course.reports[at].text, begin + len(rest))]

    def _asked(self, order: str, rest: str, begin: int) -> list[Offered]:
        referee = self.session.referee
        rules = (*own_rules(referee.in_force), *referee.game.rules)
        words: Iterable[str] = rules if order == "rule" else (*referee.sides, "hand")
        return [Offered(word, begin) for word in words if word.lower().startswith(rest.lower())]


def following(text: str, lines: list[str]) -> Iterator[str]:
    """The words that can follow in a report after those already typed; cards in any order."""
    words: list[str] = re.findall(r'"[^"]*"|[^\s,]+', text)
    left = [word.lower() for word in words]
    for word in lines:
        if word == ",":
            continue
        if word.lower() not in left:
            return
        words.pop(left.index(word.lower()))
        left.remove(word.lower())
    if not words:
        return
    yield from words if all(read_cards(word) for word in words) else words[:1]


def _takes_cards(kind: type[Report]) -> bool:
    return any(
        argument.kind in (Card, Cards, Blind) or "CARD" in shape(kind).usage for argument in shape(kind).arguments
    )


def _last_piece(line: str) -> int:
    """The index of the last report in a line."""
    at, within = 0, False
    for i, letter in enumerate(line):
        if letter == '"':
            within = not within
        elif letter == ";" and not within:
            at = i + 1
    return at


__all__ = ["Completer", "Offered"]
