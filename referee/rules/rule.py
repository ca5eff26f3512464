"""A rule: its sentence, its checks, the turn it orders, and its numbers.

A rule is named after its variable in the module of its game, with dashes. If it consists of a single check or a single
sum, it is that function, and the docstring is the sentence. Otherwise it is a sentence, and `judges` adds checks to it.
A sentence with one number is worth that number. For a choice, the sentence has words for each value.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from types import UnionType
from typing import Any, Concatenate, Generic, Literal, ParamSpec, TypeAlias, TypeVar, get_args, overload

from referee.cards import Card
from referee.language.reports import Report
from referee.language.words import Seat, either, span
from referee.rules.options import ByPlayers, Option, Scale

P = ParamSpec("P")
A = TypeVar("A")

Verbs = type[Report] | tuple[type[Report], ...]
Numbers = int | str | tuple[int, ...] | Option
Words = Mapping[str, str]
"""What a sentence says for each value of a choice: ``{"half": "the bank takes half of the bet", "all": …}``.

``none`` is for no value at all, a figure for that number, and ``N`` for any other, which is ``{N}`` in its words.
"""


class Verdict(StrEnum):
    """The answer to a report: accepted, illegal (it breaks a rule), impossible (it can't have happened) or unclear.

    >>> from referee import Verdict
    >>> Verdict.ILLEGAL == "illegal"
    True
    """

    ACCEPTED = "accepted"
    ILLEGAL = "illegal"
    IMPOSSIBLE = "impossible"
    UNCLEAR = "unclear"


class Kind(StrEnum):
    """What a ruling says about a report: accepted, or why not. Programs should use this and never the words.

    >>> from referee import Kind, Referee, find_game
    >>> table = Referee(find_game("oh-hell"), ["Ann", "Ben", "Cat"])
    >>> for report in ("deal Ann", "Cat bids 1", "Ben bidz 1", "Ben plays 5H"):
    ...     print(repr(table.hear(report).kind))
    <Kind.ACCEPTED: 'accepted'>
    <Kind.OUT_OF_TURN: 'out-of-turn'>
    <Kind.UNREAD: 'unread'>
    <Kind.NOT_DUE: 'not-due'>
    """

    ACCEPTED = "accepted"
    UNREAD = "unread"  # the text can't be parsed
    AMBIGUOUS = "ambiguous"  # it has several readings, or leaves out who did it
    NOT_DUE = "not-due"  # this kind of report isn't possible at this point of the game
    OUT_OF_TURN = "out-of-turn"
    GAME_OVER = "game-over"
    BROKEN_RULE = "broken-rule"
    IMPOSSIBLE = "impossible"


class Reason(str):
    """Why a report breaks a rule, with the reports that prove it. ``verdict`` overrides the rule's own.

    ``about`` is the card, number or player at fault, if the report has several. ``due`` has the players whose turn it
    is, if the report came out of turn. ``then`` says what to enter, at the end of the text; ``settles`` has the reports
    that would settle a doubt, and ``instead`` those that the text says to enter in place of this one.
    """

    reports: tuple[Report, ...]
    verdict: Verdict | None
    kind: Kind | None
    about: Card | int | Seat | None
    due: tuple[Seat, ...]
    then: str
    settles: tuple[str, ...]
    instead: tuple[str, ...]

    def __new__(
        cls,
        text: str,
        *reports: Report,
        verdict: Verdict | None = None,
        kind: Kind | None = None,
        about: Card | int | Seat | None = None,
        due: tuple[Seat, ...] = (),
        then: str = "",
        settles: tuple[str, ...] = (),
        instead: tuple[str, ...] = (),
    ) -> Reason:
        reason = super().__new__(cls, f"{text}. {then}" if then else text)
        reason.reports = reports
        reason.verdict = verdict
        reason.kind = kind
        reason.about = about
        reason.due = due
        reason.then = then
        reason.settles = settles
        reason.instead = instead
        return reason


def _with_article(seat: Seat) -> str:
    return "the house" if seat == "house" else seat


def not_next(who: Seat, *due: Seat) -> Reason:
    """Why ``who`` can't act now: it is the turn of one of ``due``, or of nobody if that is empty."""
    if not due:
        return Reason(f"it isn't {who}'s turn", kind=Kind.OUT_OF_TURN, about=who)
    turns = either([f"{_with_article(seat)}'s" for seat in due])
    whose = f"it's {turns} turn, not {_with_article(who)}'s"
    return Reason(whose, kind=Kind.OUT_OF_TURN, about=who, due=due)


def cannot_happen(
    text: str, *reports: Report, about: Card | int | Seat | None = None, instead: tuple[str, ...] = ()
) -> Reason:
    """Why a report can't have happened. This overrides the rule's own verdict."""
    return Reason(text, *reports, verdict=Verdict.IMPOSSIBLE, about=about, instead=instead)


def miscounted(text: str, *reports: Report, instead: tuple[str, ...] = ()) -> Reason:
    """Why a report has a wrong count.

    People miscount, so it is illegal rather than impossible, whatever the rule's own verdict.
    """
    return Reason(text, *reports, verdict=Verdict.ILLEGAL, instead=instead)


def unclear(text: str, *reports: Report) -> Reason:
    """Why a report doesn't say what happened. This overrides the rule's own verdict."""
    return Reason(text, *reports, verdict=Verdict.UNCLEAR)


_serial = itertools.count()
"""Numbers rules and checks in the order of the source."""


def last(*rules: Rule) -> None:
    """Puts rules at the end of a game's rules, in this order."""
    for rule in rules:
        rule.serial = next(_serial)


class Rule:
    """One rule of a game: its sentence, and everything that belongs to it.

    ``name`` is its id, and ``text`` the sentence with the standard numbers; `Game.said` gives it as a table plays it.
    ``breaking`` is the verdict on a breach, None if nobody can break it. ``finding`` is the name of a breach that comes
    to light later. ``lines`` has the names of its score lines.

    >>> from referee import find_game
    >>> rule = find_game("oh-hell").rules["follow-suit"]
    >>> rule.name, rule.breaking, rule.finding
    ('follow-suit', <Verdict.ILLEGAL: 'illegal'>, 'revoke')

    A ``fact`` isn't a rule of play: it is checked out of turn too, it can't be dropped, and reports that contradict it
    clash. A rule orders the ``turn`` of verbs, and is cited if a verb in ``place`` isn't possible now. ``also`` has its
    former names, which saved sessions may still use. Nobody can break it where an option has its value in ``lax``.

    ``asked`` has the phrases by which players ask for the rule, with commas between them. A phrase is the words that a
    question must have, in any order, with ``/`` between alternatives: ``"knock first turn, early knock/drop"``.
    """

    name: str
    text: str
    breaking: Verdict | None
    finding: str
    lines: tuple[str, ...]

    def __init__(
        self,
        text: str,
        breaking: Verdict | None = None,
        finding: str = "",
        turn: Verbs = (),
        place: Verbs = (),
        lines: str | tuple[str, ...] = (),
        amounts: Mapping[str, Numbers | Words] | None = None,
        fact: bool = False,
        also: str | tuple[str, ...] = (),
        lax: Mapping[str, str] | None = None,
        asked: str = "",
    ) -> None:
        self.name = ""
        self.asked = asked
        self.lax = lax or {}
        self.also = (also,) if isinstance(also, str) else also
        self.unjudged = False
        self.serial = next(_serial)
        self.template = self.text = " ".join(text.split())
        self.breaking = breaking
        self.fact = fact or breaking is Verdict.IMPOSSIBLE
        self.finding = finding
        self.turn = turn if isinstance(turn, tuple) else (turn,)
        self.place = place if isinstance(place, tuple) else (place,)
        self.lines = (lines,) if isinstance(lines, str) else lines
        self.checks: list[Check[Any]] = []
        places = amounts or {}
        numbers = {name: number for name, number in places.items() if not isinstance(number, Mapping)}
        self.amounts = {name: amount(name, number) for name, number in numbers.items()}
        self.filled = tuple((name, option.name) for name, option in self.amounts.items())
        self.words = {name: words for name, words in places.items() if isinstance(words, Mapping)}
        self.words |= {name: option.words for name, option in self.amounts.items() if option.words}

    def __repr__(self) -> str:
        return f"<rule {self.name or self.template}>"

    def __call__(self, hand: Any) -> int:
        """The value of a rule with a single number, under the house rules."""
        ((_, option),) = self.filled
        number: int = hand.house[option]
        return number

    @property
    def called(self) -> str:
        """The name of a breach that is proven later."""
        return self.finding or self.name

    def said(self, house: Mapping[str, Any], book: Mapping[str, Any]) -> str:
        """The sentence with the numbers and choices of a house.

        The standard value is shown next to any that was changed.
        """
        if not (self.filled or self.words):
            return self.template
        sentences = re.split(r"(?<=[.?!]) ", self.template)
        template = " ".join(self._for_each_number(sentence, house, book) for sentence in sentences)
        filled = self._by_players(self.filled_in(template, house, book), house)
        if not self.words:
            return filled
        return re.sub(r"(?:^|(?<=[.?!] ))[a-z]", lambda first: first[0].upper(), filled)

    def _option_of(self, place: str) -> str:
        """The name of the option for a placeholder in the sentence."""
        return dict(self.filled).get(place) or option_called(place)

    def _for_each_number(self, sentence: str, house: Mapping[str, Any], book: Mapping[str, Any]) -> str:
        """A sentence, repeated for each number of players if several of its numbers depend on it, or one of two."""
        options = {self._option_of(name) for name, _ in BLANK.findall(sentence) if name in dict(self.filled)}
        by_players = [house[of] for of in options if isinstance(house[of], ByPlayers)]
        if not by_players or (len(by_players) == 1 and len(by_players[0].spans) > 2):
            return sentence
        players_of: dict[str, list[int]] = {}
        for place, players in enumerate(by_players[0].players):
            here, standard = (
                {name: value[place] if isinstance(value, ByPlayers) else value for name, value in of.items()}
                for of in (house, book)
            )
            players_of.setdefault(self.filled_in(sentence, here, standard), []).append(players)
        at = {text: span(players).replace(" and ", " or ") for text, players in players_of.items()}
        return " ".join(
            f"With {players} {'player' if players == '1' else 'players'}, {text[:1].lower()}{text[1:]}"
            for text, players in at.items()
        )

    def _by_players(self, text: str, house: Mapping[str, Any]) -> str:
        """A text in which a number that depends on the number of players is listed for each."""
        options = [*dict(self.filled).values(), *map(self._option_of, self.words)]
        by_players = [house[of] for of in options if isinstance(house[of], ByPlayers) and len(house[of].spans) > 1]
        several = {say(numbers): (numbers, say) for numbers in by_players for say in (in_letters, _in_words)}
        for words in sorted(several):
            numbers, say = several[words]
            (value, players), *others = (
                (say(value), players.replace(" and ", " or ")) for value, players in numbers.spans.items()
            )
            *more, last = (f"{value} with {players}" for value, players in others)
            first = f" with {players} {'player' if players == '1' else 'players'}"
            each = ", ".join((first, *more)) + f" and {last}"
            text = re.sub(rf"\b{re.escape(words)}\b( [a-z]+)?", rf"{value}\g<1>{each}", text, count=1)
        return text

    def is_about(self, option: str) -> bool:
        """Whether it is a single sentence that says in words what an option is set to."""
        return ". " not in self.template and option in map(self._option_of, self.words)

    def naming(self, option: str, house: Mapping[str, Any]) -> str:
        """The sentences that have an option's number, with its name instead: ``Score `trick` per trick.``"""
        here = house[option]
        marked = {**house, option: [MARK] * len(here) if isinstance(here, list | tuple) else MARK}
        text = self.filled_in(self.template, marked, marked).replace(f"{MARK:,}", f"`{option}`")
        named = [sentence for sentence in re.split(r"(?<=[.?!]) ", text) if f"`{option}`" in sentence]
        return " ".join(sentence[:1].upper() + sentence[1:] for sentence in named) or text

    def filled_in(self, text: str, house: Mapping[str, Any], book: Mapping[str, Any], **besides: Any) -> str:
        """Fills in a text: the numbers and choices of this rule, and anything in ``besides``.

        The text may come from a stranger, so it is never used as a format string. Braces around anything else stay as
        they are.
        """
        numbers = {name: _Number(house[of], book[of]) for name, of in self.filled}
        choices = {name: _Choice(self, name, house, book) for name in self.words}
        known = numbers | choices | besides
        return BLANK.sub(lambda blank: known[blank[1]].said(blank[2] or "") if blank[1] in known else blank[0], text)


class Open(str):
    """An answer to a question that the rules leave open, with the phrases by which players ask for it: see `Rule`."""

    asked: str

    def __new__(cls, text: str, asked: str = "") -> Open:
        answer = super().__new__(cls, text)
        answer.asked = asked
        return answer


MARK = 987_654_321
"""A number that no house sets, to find an option in a sentence."""

HOW_SAID = r"[a-z]*(?: [a-z]+)*"
"""The ways to format a number in a sentence, as in ``{size:word card}``."""

BLANK = re.compile(rf"\{{([A-Za-z][A-Za-z0-9_-]*)(?::({HOW_SAID}))?\}}")


class _Choice:
    """The words for the value of a choice. If it isn't the standard value, the standard words follow."""

    def __init__(self, rule: Rule, name: str, house: Mapping[str, Any], book: Mapping[str, Any]) -> None:
        self.rule, self.words, self.house, self.book = rule, rule.words[name], house, book
        self.of = rule._option_of(name)

    def said(self, how: str) -> str:
        here, standard = self.house[self.of], self.book[self.of]
        text = self._in_words_of(here, self.house)
        instead = self._in_words_of(standard, self.book)
        same = self._in_words_of(here, self.book) == instead
        words = instead.strip(" ,")
        return text if same else f"{text} ({f'standard: {words}' if words else 'not standard'})"

    def _in_words_of(self, value: Any, house: Mapping[str, Any]) -> str:
        by_players = value if isinstance(value, list) else [value]
        return _either(self._worded(number, house) for number in by_players)

    def _worded(self, value: Any, house: Mapping[str, Any]) -> str:
        number = str(value) if str(value) in self.words else "N"
        words = self.words[number if isinstance(value, int) else "none" if value is None else value]
        return self.rule.filled_in(words, house, self.book, N=_Number(value, value))


class _Number:
    """A number in a sentence: ``{size}`` 7, ``{size:word}`` seven, ``{size:card}`` 7 cards, ``{size:word card}`` seven
    cards, ``{more:times}`` twice, ``{bonus:score}`` nothing if it is 0, and ``{values:second}`` the second of a scale.
    If it isn't the standard number, that follows.
    """

    def __init__(self, here: Any, book: Any) -> None:
        self.here, self.book = here, book

    def said(self, how: str) -> str:
        if how in ORDINALS:
            step = ORDINALS.index(how)
            return _Number(self.here[step], self.book[step]).said("")
        say = {"times": _often, "score": _scored}.get(how, in_letters if how.startswith("word") else _in_words)
        noun = "" if how in ("times", "score") else how.removeprefix("word").strip()
        text = f"{say(self.here)} {noun}{'s' * (self.here != 1)}" if noun else say(self.here)
        return text if self.here == self.book else f"{text} (standard: {say(self.book)})"


ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def _often(number: Any) -> str:
    """How many times, in words."""
    return {0: "zero times", 1: "once", 2: "twice"}.get(number, f"{in_letters(number)} times")


def _scored(number: Any) -> str:
    """A number of points, or ``nothing``."""
    return "nothing" if number == 0 else _in_words(number)


def in_letters(number: Any) -> str:
    """A small number as a word, a larger one in figures."""
    if isinstance(number, list):  # by the number of players
        return _either(map(in_letters, number))
    return SPELT[number] if isinstance(number, int) and 0 <= number < len(SPELT) else _in_words(number)


SPELT = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]


def _in_words(number: Any) -> str:
    if isinstance(number, list):  # by the number of players
        return _either(map(_in_words, number))
    if number is None:
        return "none"
    return f"{number:,}".replace("-", "−") if isinstance(number, int) else str(number)


def _either(texts: Iterable[str]) -> str:
    """Each alternative once: ``10, 8 or 7``."""
    *others, last = [*dict.fromkeys(texts)]
    return f"{', '.join(others)} or {last}" if others else last


def option_called(place: str) -> str:
    """The name of the option for a placeholder in a sentence."""
    return place.replace("_", "-").strip("-")


def amount(name: str, number: Any) -> Option:
    """A rule's number as an option, under its own name or the placeholder's with dashes."""
    option = number if isinstance(number, Option) else Option("", number, least=0)
    return option.named(option.name or option_called(name))


def number(
    default: Any,
    text: str = "",
    *,
    least: int | Callable[[int], int] = 0,
    most: int | Callable[[int], int] = 1_000_000,
    step: int = 1,
    fixed: str = "",
    words: Words | None = None,
    also: str | tuple[str, ...] = (),
) -> Any:
    """A rule's number with details: what it means, its range, and its step.

    ``default`` may be a function of the number of players. None is no number at all, and needs ``words``. ``also`` has
    former names of the option, which saved sessions may still use.
    """
    names = (also,) if isinstance(also, str) else also
    return Option("", default, text, (), (), least, most, step, fixed, words=words, also=names)


class FunctionRule(Rule, Generic[P, A]):
    """A rule that is a single function: a check, or what something is worth. Calling it passes the numbers in force."""

    def __init__(self, function: Callable[Concatenate[Any, P], A], words: Mapping[str, Words], **how: Any) -> None:
        amounts = getattr(function, "__kwdefaults__", None) or {}
        super().__init__(function.__doc__ or "", amounts={**amounts, **words}, **how)
        self.function = function
        self.__wrapped__ = function

    def __call__(self, hand: Any, *arguments: P.args, **besides: P.kwargs) -> A:  # type: ignore[override]
        house = hand.house
        return self.function(hand, *arguments, **{name: house[of] for name, of in self.filled}, **besides)


# Checks

Answer = str | None | Mapping[Any, str | None] | tuple[str | None, ...]
"""What a check returns: None if the report is fine, otherwise why it isn't.

If a check belongs to several rules, it returns one answer per rule: by rule, or in their order.
"""

Judge: TypeAlias = Callable[[Any, Any], Any]
When = Literal["now", "again", "always", "late"]


class Check(Generic[A]):
    """A function ``(hand, report) -> Answer`` with the rules that it judges. Its annotation says which verbs it judges.

    ``doubt`` judges an accepted report: whether it may still break a rule, and which fact would settle that. A
    ``settled`` check refuses nothing, because the hand itself deals with the breach; the table may waive it. ``when``
    says which reports are checked against the hand: those at their place, results that are entered again after the
    hand, or both; ``"late"`` is for dealt cards, checked against the hand as it is now. ``of`` lists the verbs if the
    annotation can't, as in the kit, where each game has its own reports.
    """

    __slots__ = ("doubt", "judge", "of_verbs", "rules", "serial", "settled", "when")

    def __init__(
        self,
        judge: Callable[[Any, Any], A],
        rules: tuple[Any, ...] = (),
        doubt: Judge | None = None,
        settled: bool = False,
        when: When = "now",
        of: Verbs = (),
    ) -> None:
        self.serial = next(_serial)
        self.when = when
        self.judge = judge
        self.rules = rules
        self.doubt = None if doubt is None else Check(getattr(doubt, "judge", doubt), rules)
        self.settled = settled
        self.of_verbs = of if isinstance(of, tuple) else (of,)

    @property
    def __name__(self) -> str:
        return str(getattr(self.judge, "__name__", getattr(self.judge, "__wrapped__", self.judge)))

    def __call__(self, hand: Any, report: Any) -> A:
        """Why the report is refused, by rule if the check has several; only the rules that it breaks."""
        answer: Any = self.judge(hand, report)
        return answer if answer is None or isinstance(answer, str) else self.by_rule(answer)  # type: ignore[return-value]

    def by_rule(self, answer: Any) -> dict[Rule, str]:
        """Turns an answer into reasons by rule, only for the rules that the report breaks."""
        if isinstance(answer, str):
            return {self.rules[0]: answer}
        if isinstance(answer, tuple):
            by_rule: dict[Rule, str] = {}
            for rule, why in zip(self.rules, answer, strict=True):
                if why:
                    by_rule.setdefault(rule, why)
            return by_rule
        return {rule: why for rule, why in answer.items() if why}

    def verbs(self, names: Mapping[str, Any]) -> tuple[type[Report], ...]:
        """The reports that it judges.

        ``names`` are the names of the game, for those that the check's module doesn't import.
        """
        if not self.of_verbs:
            self.of_verbs = _verbs(self.judge, names)
        return self.of_verbs


def _verbs(judge: Any, names: Mapping[str, Any]) -> tuple[type[Report], ...]:
    """The reports that a check judges, from the annotation of its second parameter; raises TypeError if it has none."""
    while hasattr(judge, "__wrapped__"):  # unwrap its decorators
        judge = judge.__wrapped__
    code, own, called = judge.__code__, judge.__globals__, f"{judge.__module__}.{judge.__name__}"
    form = f"def {judge.__name__}(hand, report: Verb)"
    if code.co_argcount < 2:
        raise TypeError(f"the check {called} takes no report: write `{form}`")
    text = judge.__annotations__.get(parameter := code.co_varnames[1])
    if text is None:
        raise TypeError(f"the check {called} doesn't say which reports it judges: write `{form}`, or `of=Verb`")
    # The annotation is text, such as "Plays | tricks.Trick": look each name up in the check's module, then in the game.
    # A name may be an alias for a union. Without postponed evaluation, the annotation is a type already.
    words = [word.strip() for word in text.split("|")] if isinstance(text, str) else [text]
    kinds = [_named(word, own, names) if isinstance(word, str) else word for word in words]
    flat = [
        *itertools.chain.from_iterable(get_args(kind) if isinstance(kind, UnionType) else (kind,) for kind in kinds)
    ]
    if not all(isinstance(kind, type) and issubclass(kind, Report) and kind is not Report for kind in flat):
        wrong = f"{parameter}: {text if isinstance(text, str) else getattr(text, '__name__', text)}"
        raise TypeError(f"the check {called} judges `{wrong}`, which names no verb: write `{form}`")
    return tuple(flat)


def _named(words: str, *places: Mapping[str, Any]) -> Any:
    """Looks up a name from an annotation in these namespaces.

    It may be in a module that is named there (``tricks.Plays``).
    """
    first, *inner = words.split(".")
    named = next((place[first] for place in places if place.get(first)), None)
    for word in inner:
        named = getattr(named, word, None)
    return named


def judges(
    *rules: Rule, doubt: Judge | None = None, settled: bool = False, when: When | None = None, of: Verbs = ()
) -> Callable[[Callable[[Any, Any], A] | Check[Any]], Check[A]]:
    """Adds a pure function ``(hand, report) -> Answer``, or a check of the kit, to rules: see `Check`.

    A check must never raise and never change anything, whatever it is given.
    """

    def hung(judge: Callable[[Any, Any], A] | Check[Any]) -> Check[A]:
        of_kit = judge if isinstance(judge, Check) else Check(judge)
        check = Check(of_kit.judge, rules, doubt or of_kit.doubt, settled, when or of_kit.when, of or of_kit.of_verbs)
        for rule in dict.fromkeys(rules):
            rule.checks.append(check)
        return check

    return hung


def check(*, doubt: Judge | None = None, when: When = "now") -> Callable[[Callable[[Any, Any], A]], Check[A]]:
    """Sets details of a check of the kit. Each game adds it to rules of its own."""
    return lambda judge: Check(judge, (), doubt, when=when)


# What a game writes


def _rule(verdict: Verdict | None, text: Any, checks: tuple[Any, ...], how: dict[str, Any], fact: bool = False) -> Any:
    words = ("finding", "turn", "place", "lines", "also", "lax", "asked")
    given = {word: how.pop(word) for word in words if word in how} | {"fact": fact}
    doubt, settled, when = how.pop("doubt", None), how.pop("settled", False), how.pop("when", "now")
    if isinstance(text, str):
        rule = Rule(text, verdict, amounts=how, **given)
        for judge in checks:
            judges(rule)(judge)
        return rule

    def made(function: Any) -> FunctionRule[Any, Any]:
        rule: FunctionRule[Any, Any] = FunctionRule(function, how, breaking=verdict, **given)
        if verdict:
            rule.checks.append(Check(rule if rule.filled else function, (rule,), doubt, settled, when))
        return rule

    return made(text) if text else made


class Breakable:
    """Makes rules that can be broken, from a sentence and its checks, or from a single check."""

    def __init__(self, verdict: Verdict, fact: bool = False) -> None:
        self._verdict = verdict
        self._fact = fact

    @overload
    def __call__(
        self,
        text: str,
        /,
        *checks: Check[Any] | Judge,
        finding: str = "",
        turn: Verbs = (),
        place: Verbs = (),
        lines: str | tuple[str, ...] = (),
        also: str | tuple[str, ...] = (),
        asked: str = "",
        **amounts: Any,
    ) -> Rule: ...
    @overload
    def __call__(self, function: Callable[Concatenate[Any, P], A], /) -> FunctionRule[P, A]: ...
    @overload
    def __call__(
        self,
        /,
        *,
        finding: str = "",
        turn: Verbs = (),
        place: Verbs = (),
        lines: str | tuple[str, ...] = (),
        also: str | tuple[str, ...] = (),
        asked: str = "",
        doubt: Judge | None = None,
        settled: bool = False,
        when: When = "now",
        **words: Words,
    ) -> Callable[[Callable[Concatenate[Any, P], A]], FunctionRule[P, A]]: ...
    def __call__(self, said: Any = None, /, *checks: Any, **how: Any) -> Any:
        return _rule(self._verdict, said, checks, how, self._fact)


illegal = Breakable(Verdict.ILLEGAL)
"""A rule that players can break. The table may keep the breach as played."""

impossible = Breakable(Verdict.IMPOSSIBLE)
"""A fact of the cards: a card is in one place, nobody takes more than there is, of two different reports one is wrong.

For what people count wrongly, use `arithmetic`.
"""

arithmetic = Breakable(Verdict.ILLEGAL, fact=True)
"""What has to add up: cards dealt, drawn, thrown or shown, and what a hand counts.

People miscount, so the table may keep it as played; then it isn't used as evidence.
"""


@overload
def worth(
    text: str,
    /,
    *,
    finding: str = "",
    turn: Verbs = (),
    place: Verbs = (),
    lines: str | tuple[str, ...] = (),
    also: str | tuple[str, ...] = (),
    asked: str = "",
    **amounts: Any,
) -> Rule: ...
@overload
def worth(function: Callable[Concatenate[Any, P], A], /) -> FunctionRule[P, A]: ...
@overload
def worth(
    *,
    finding: str = "",
    turn: Verbs = (),
    place: Verbs = (),
    lines: str | tuple[str, ...] = (),
    also: str | tuple[str, ...] = (),
    asked: str = "",
    **words: Words,
) -> Callable[[Callable[Concatenate[Any, P], A]], FunctionRule[P, A]]: ...
def worth(said: Any = None, /, *checks: Any, **how: Any) -> Any:
    """A rule that nobody can break: the referee only counts by it."""
    return _rule(None, said, checks, how)


def unjudged(text: str, *, also: str | tuple[str, ...] = (), asked: str = "") -> Rule:
    """A rule that is only shown: no report breaks it, and no line of the score comes from it."""
    rule = Rule(text, also=also, asked=asked)
    rule.unjudged = True
    return rule


def all_checks(rules: Iterable[Rule]) -> Iterator[Check[Any]]:
    """The checks of these rules, each once, in the order of the source."""
    every = dict.fromkeys(check for rule in rules for check in rule.checks)
    return iter(sorted(every, key=lambda check: check.serial))


__all__ = [
    "Answer", "Check", "FunctionRule", "Judge", "Kind", "Numbers", "Open", "Option", "Reason", "Rule", "Scale", "Verbs",
    "Verdict", "Words", "all_checks", "arithmetic", "cannot_happen", "check", "illegal", "impossible",
    "in_letters", "judges", "last", "miscounted", "not_next", "number", "option_called", "unclear",
    "unjudged", "worth",
]  # fmt: skip
