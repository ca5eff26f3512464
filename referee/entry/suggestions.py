"""Suggested lines: the shortest input for what is next, with a blank for everything that isn't known yet.

``_ _ _  bids: Ben Cat Ann`` is for the bids around the table, ``Ann scores _ natural _ red _`` for the numbers of a
team. Every suggestion has been tried: filled with possible values, it is accepted.
"""

from __future__ import annotations

import typing
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from referee.entry.shorthand import Several, first_round, following, in_full
from referee.game.asks import Ask, Macro
from referee.game.common_reports import ANY_TIME, Deal
from referee.game.game import Hand
from referee.language.reports import Argument, Report, Text, shape
from referee.language.words import NOBODY, ParseError, Seat, quoted
from referee.table.legal import coming, samples, standing, trials
from referee.table.referee import Referee

BLANK = "_"
TRIED = 400  # the most candidates to try for one player; the first that is accepted is used


class Blank(NamedTuple):
    """A blank to fill in: the keyword before it, if any, and a value that would be accepted."""

    word: str
    sample: str


class Form(NamedTuple):
    """A line with blanks between a beginning and an end, and whose each blank is."""

    verb: str
    lead: str
    blanks: tuple[Blank, ...]
    tail: str = ""
    label: str = ""
    seats: tuple[Seat, ...] = ()

    @property
    def text(self) -> str:
        """The line with its blanks, followed by whose they are."""
        return self.behind("")

    def filled(self, *values: str) -> str:
        """The line with these values in its blanks."""
        words = [f"{blank.word} {value}".strip() for blank, value in zip(self.blanks, values, strict=True)]
        return " ".join(filter(None, (self.lead, *words, self.tail)))

    @property
    def sample(self) -> str:
        """A line that would be accepted."""
        return self.filled(*(blank.sample for blank in self.blanks))

    def behind(self, line: str) -> str:
        """The rest of this form after the typed beginning of the line. "" if the line doesn't match it."""
        typed = line.split()
        lead = self.lead.split()
        lines = typed[: len(lead)]
        if line and any(not word.lower().startswith(text.lower()) for text, word in zip(lines, lead, strict=False)):
            return ""
        if len(typed) < len(lead) or (len(typed) == len(lead) and lead and not line[-1:].isspace()):
            begun = lead[len(typed) - 1][len(typed[-1]) :] if typed and not line[-1:].isspace() else ""
            words = [begun, *lead[len(typed) :]] if typed and not line[-1:].isspace() else lead[len(typed) :]
            return " ".join((*words, *self._open(0, False)))
        filled, opened = self._filled(typed[len(lead) :])
        if filled > len(self.blanks):
            return ""
        gap = "" if not line or line[-1].isspace() else " "
        rest = " ".join(self._open(filled, opened))
        return f"{gap}{rest}" if rest.strip() else ""

    def _filled(self, words: list[str]) -> tuple[int, bool]:
        """How many blanks are filled or skipped, and whether the keyword of the next one has been typed."""
        filled, opened = 0, False
        for word in words:
            keys = (i for i, blank in enumerate(self.blanks) if i >= filled and blank.word)
            at = next((i for i in keys if word.isalpha() and self.blanks[i].word.startswith(word.lower())), None)
            if at is not None:
                filled, opened = at, True
            else:
                filled, opened = filled + 1, False
        return filled, opened

    def _open(self, filled: int, opened: bool) -> Iterator[str]:
        for i, blank in enumerate(self.blanks[filled:]):
            yield BLANK if (opened and not i) or not blank.word else f"{blank.word} {BLANK}"
        if self.tail:
            yield self.tail
        if self.label and (seats := self.seats[filled:]):
            yield f" {self.label}: {' '.join(map(quoted, seats))}"

    def next_word(self, line: str) -> tuple[str, int]:
        """What the Tab key appends to a line, and how many characters it deletes first."""
        rest = self.behind(line)
        words = rest.split()
        if words and words[0] == BLANK and line.split()[-1:] and line.split()[-1].isalpha() and self._keys(line):
            return self._skipped(line)
        fixed = rest.partition(BLANK)[0]
        return (fixed, 0) if fixed.strip() or fixed != rest else (rest.rstrip(), 0)

    def _keys(self, line: str) -> bool:
        """Whether the last word is the keyword of a blank."""
        return any(blank.word == line.split()[-1] for blank in self.blanks)

    def _skipped(self, line: str) -> tuple[str, int]:
        """Replaces a keyword without a value by the next keyword."""
        word = line.split()[-1]
        at = next(i for i, blank in enumerate(self.blanks) if blank.word == word)
        following = self.blanks[at + 1].word if at + 1 < len(self.blanks) else ""
        return (f"{following} " if following else ""), len(line) - line.rindex(word)


def forms(referee: Referee) -> Iterator[Form]:
    """Yields the shortest lines that are possible now, those of the short form first."""
    found: set[str] = set()
    for kind in _kinds(referee):
        form = _form(referee, kind)
        if form and form.text not in found:
            found.add(form.text)
            yield form


def _kinds(referee: Referee) -> list[type[Report]]:
    """The possible kinds of reports: the points alone, then the game's short form, then whatever is due."""
    may_come = list(coming(referee.asks()))
    short = short_verbs(referee)
    kinds = sorted(may_come, key=lambda here: (
        here.ask.verb.verb not in short or here.ask.verb is Deal,
        here.ask.verb.verb != "scores",
        not here.awaited,
        short.index(here.ask.verb.verb) if here.ask.verb.verb in short else 0,
    ))  # fmt: skip
    return [here.ask.verb for here in kinds if here.awaited or here.ask.verb.verb in short]


def short_verbs(referee: Referee) -> list[str]:
    """The verbs of the game's short form, in their order."""
    game = referee.game
    verbs: list[str] = []
    for report in game.reports:
        if report in ANY_TIME:
            continue
        verbs.append(report.verb)
    text = "; ".join((*(game.example.lines if game.example else ()), game.short_form.replace("`", " ")))
    places = {verb: text.find(f" {verb}") for verb in verbs}
    return sorted((verb for verb, place in places.items() if place >= 0), key=lambda verb: places[verb])


def _asks(referee: Referee, kind: type[Report]) -> tuple[Hand, Ask] | None:
    return next(((hand, ask) for hand, ask in referee.asks() if ask.verb is kind), None)


def _form(referee: Referee, kind: type[Report]) -> Form | None:
    """A line for a kind of report: around the table if each player has one value, otherwise for the first player."""
    here = _asks(referee, kind)
    if here is None or issubclass(kind, Macro):
        return None
    arguments = shape(kind).arguments
    if any(argument.kind is Text for argument in arguments):
        return None
    if issubclass(kind, Deal):
        leads = (kind.verb, *(f"{kind.verb} {quoted(seat)}" for seat in here[1].seats() or ()))
        plain = (Form(kind.verb, lead, ()) for lead in leads)
        if form := next((form for form in plain if _accepted(referee, form.sample, kind)), None):
            return form
    value = _single(kind) if kind.speaker == "before" else None
    if value and (form := _counted(referee, kind, _counting(value, here[0]))):
        return form
    return (_round(referee, kind, value) if value else None) or _alone(referee, kind, *here)


def _single(kind: type[Report]) -> Argument | None:
    """The only argument that each player needs to give. None if there are more."""
    arguments = shape(kind).arguments
    if any(argument.keyword and argument.kind is not bool for argument in arguments):
        return None
    optional = [argument for argument in shape(kind).positional[:1] if _is_number(argument.kind)]
    needed = [argument for argument in arguments if not argument.optional] or optional
    return needed[0] if len(needed) == 1 and not needed[0].keyword and not kind.team else None


def _round(referee: Referee, kind: type[Report], value: Argument) -> Form | None:
    """One value for each player around the table, starting with the first."""
    entered: list[tuple[Seat, str]] = []
    texts: list[str] = []
    number, seat = referee.hand.number, NOBODY
    with referee.trial():
        while here := _asks(referee, kind):
            seat = following(kind, seat, referee) if seat else _first_to_enter(referee, kind, *here)
            report = None if seat in dict(entered) else _sample(*here, kind, seat)
            if report is None or not referee.hear(report.text).accepted:
                break
            entered.append((seat, value.write(getattr(report, value.field))))
            texts.append(report.text)
            if referee.hand.number != number:
                break
    while entered:
        seats = tuple(seat for seat, _ in entered)
        blanks = tuple(Blank("", sample) for _, sample in entered)
        label = value.name if kind.verb == "takes" else kind.verb
        for lead in ("", kind.verb, f"{quoted(seats[0])} {kind.verb}"):
            form = Form(kind.verb, lead, blanks, label=label if len(seats) > 1 or not lead else "", seats=seats)
            if means(referee, form.sample, texts):
                return form
        entered.pop()
        texts.pop()
    return None


def _first_to_enter(referee: Referee, kind: type[Report], hand: Hand, ask: Ask) -> Seat:
    """Who reports first: the first player around the table who has something to report."""
    first = first_round(ask, referee)
    seats = hand.around(first) if first in hand.seats else (first,)
    return next((seat for seat in seats if _sample(hand, ask, kind, seat)), first)


def _alone(referee: Referee, kind: type[Report], hand: Hand, ask: Ask) -> Form | None:
    """The report of the first player, with a blank for each of its values."""
    seats: tuple[Seat, ...] = (NOBODY,)
    if kind.speaker == "before":
        seats = ask.seats() or (hand.parties if kind.team else hand.players)
    for seat in seats:
        if report := _sample(hand, ask, kind, seat):
            break
    else:
        return None
    blanks: list[Blank] = []
    for argument in shape(kind).arguments:
        known = getattr(report, argument.field)
        if argument.kind is bool:
            continue
        if not argument.optional or known != argument.default:
            blanks.append(Blank(argument.name if argument.keyword else "", _value(argument, known)))
        elif _is_number(argument.kind) and not issubclass(kind, Deal):
            blanks.append(Blank(argument.name if argument.keyword else "", "0"))
    several = len(seats) > 1 and not blanks
    if several:
        form = Form(kind.verb, "", (Blank("", quoted(seat)),), tail=kind.verb, label="who", seats=())
        return form if means(referee, form.sample, [report.text]) else None
    for lead in (kind.verb, *([f"{quoted(seat)} {kind.verb}"] if seat else [])):
        while True:
            form = Form(kind.verb, lead, tuple(blanks))
            if _accepted(referee, form.sample, kind):
                return form
            dropped = next((blank for blank in reversed(blanks) if blank.word and blank.sample == "0"), None)
            if dropped is None or _accepted(referee, f"{lead} {blanks[0].sample}", kind) is False:
                break
            blanks.remove(dropped)
    return None


def _counting(argument: Argument, hand: Hand) -> Mapping[str, int]:
    """The names of what an argument counts, written around its number. Empty if plain numbers are enough."""
    counting = getattr(argument.kind, "counting", None)
    counted: Mapping[str, int] = counting(hand) if counting else {}
    return {} if "{}" in counted else counted


def _counted(referee: Referee, kind: type[Report], counting: Mapping[str, int]) -> Form | None:
    """The numbers of the first player who has any to report, each after the name of what it counts."""
    words = {text.replace("{}", "").strip(): most for text, most in counting.items() if "{}" in text}
    for seat in referee.seats:
        form = Form(kind.verb, f"{quoted(seat)} {kind.verb}", ())
        for word, most in words.items():
            more = (form._replace(blanks=(*form.blanks, Blank(word, str(n)))) for n in (most // 2, 0, most))
            form = next((longer for longer in more if _accepted(referee, longer.sample, kind)), form)
        if form.blanks:
            return form
    return None


def _value(argument: Argument, value: Any) -> str:
    """A value as it is written, without its keyword."""
    return argument._replace(keyword=False).write(value)


def _is_number(kind: Any) -> bool:
    return kind is int or any(_is_number(part) for part in typing.get_args(kind))


def _sample(hand: Hand, ask: Ask, kind: type[Report], seat: Seat) -> Report | None:
    """A report from a player that would be accepted."""
    trial = trials(kind, hand, seat)
    tried = trial.reports if trial.listed else samples(kind, hand, seat)
    return next(standing(hand, ask, islice(tried, TRIED)), None)


def means(referee: Referee, line: str, texts: list[str]) -> bool:
    """Whether shorthand stands for exactly these reports, and all of them are accepted."""
    with referee.trial():
        heard = _rulings(referee, line)
    said = [ruling.text for ruling in heard]
    return all(ruling.accepted for ruling in heard) and said == texts


def _accepted(referee: Referee, line: str, kind: type[Report]) -> bool:
    with referee.trial():
        heard = _rulings(referee, line)
    return len(heard) == 1 and heard[0].accepted and type(heard[0].report) is kind


def _rulings(referee: Referee, line: str) -> list[Any]:
    rulings = []
    try:
        for text in in_full(line, referee):
            rulings.append(referee.hear(text))
            if not rulings[-1].accepted:
                break
    except (ParseError, Several):
        return rulings
    return rulings


__all__ = ["Blank", "Form", "forms", "means", "short_verbs"]
