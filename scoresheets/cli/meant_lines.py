"""Corrections in plain words: which lines are meant, and what they should say.

*Sorry, Sue had 4*; *it was spades*; *42, not 40*; *the queen was Lee's*; *Tom had 8 not 7 in the first round*. A clause
says at least one of these: a hand, a player, a number or word, and what was wrong. The latest line that fits all of
it is the one that is meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from referee.cards import read_cards, read_suit
from referee.entry.shorthand import Several, read
from referee.entry.spoken.clauses import clauses, values_named
from referee.entry.spoken.phrases import fits
from referee.entry.spoken.second_thoughts import HESITATES, MEANS, REGRETS
from referee.entry.spoken.table_talk import earlier_hand, hand_named, with_names_apart
from referee.entry.spoken.tidied import hyphened
from referee.entry.spoken.words import LIGHT, SAYING, SMALL, UNITS, last_named, own_word
from referee.game.common_reports import ANY_TIME, Adjust, Pays
from referee.game.game import Hand
from referee.language.reports import Report, shape
from referee.language.synonyms import NUMBERS, SUITS, number_for, stems, written
from referee.language.words import ParseError, Seat, quoted
from referee.table.hands import Entry
from referee.table.referee import Referee
from scoresheets.errors import USAGE, CommandError

_IS = r"(?:['\u2019]s| is| are| was| were)"
_BEGINNING = re.compile(
    rf"(?:(?P<talk>{HESITATES})\b|(?P<wrong>no|nope|make (?:that|it)|{REGRETS}"
    r"|(?:undo|delete|cancel|forget|remove|take) (?:that|it|this)(?: back)?(?=[,.;:]))\b"
    rf"|(?P<firm>{MEANS}|(?:fix|change|correct) (?:that|it|this|the last one)(?: to)?)\b"
    r"|(?P<last>(?:and )?(?:it|that|this|those|these|(?:the )?last(?: one)?) (?:was|were|is|are|ought to be)"
    r"|(?:(?:it|that|this|those|(?:the )?last(?: one)?) )?should(?:['\u2019]ve| have)? be(?:en)?)\b"
    r")[\s,.!:;]*",
    re.IGNORECASE,
)
"""How a line that corrects may begin. After the first two kinds something new may follow: *sorry, Cat 2*."""

_NUMBER = rf"(?:\d+|{'|'.join(NUMBERS)})"
_THAT_NUMBER = rf"(?:the|that|this|his|her|their|\w+['\u2019]s) {_NUMBER}(?: points?)?"
_THAT = rf"that|it|{_THAT_NUMBER}"
_NOT_FIRST = re.compile(r"not (?P<was>\w+)(?:, but|,| but) (?P<now>.+)", re.IGNORECASE)
_OTHER_WORDS = [
    (re.compile(pattern, re.IGNORECASE), same)
    for pattern, same in (
        (
            r"(?P<said>.+?),? (?:so |please )*(?P<change>change|fix|correct) (?:it|that)[.!]*",
            r"\g<change> it: \g<said>",
        ),
        (
            rf"(?:(?:change|correct|fix|make) (?P<was>.+?)|(?P<number>{_THAT_NUMBER})) (?:to|into)"
            r" (?P<now>(?:(?! to ).)+)",
            r"\g<was>\g<number> should be \g<now>",
        ),
        (
            r"(?P<who>\w+) did(?:n['\u2019]?t| not) (?P<was>.+?)(?:,| but|, but) (?:he|she|they) (?P<now>.+)",
            r"\g<who> \g<now>, not \g<was>",
        ),
        (
            r"(?P<was>\w+) did(?:n['\u2019]?t| not) .+?(?:,| but|, but) (?P<now>\w+) did",
            r"it was \g<now>, not \g<was>",
        ),
        (rf"(?P<said>.+?),? {MEANS}", r"i mean \g<said>"),
        (
            r"(?P<it>it|that|this) (?:was|is)(?:n['\u2019]?t| not) (?P<was>.+?)(?P<what> (?:who|that|which) .+?)?"
            rf"(?: but|\s*[,.;:]| -+)\s*(?:but )?(?:(?:it|that|this){_IS} )?(?P<now>.+)",
            r"it was \g<now>\g<what>, not \g<was>",
        ),
        (
            rf"(?P<was>.+?){_IS} (?:all )?(?:wrong|not right|incorrect|a mistake)\s*(?:[,.;:]|-+)\s*"
            r"(?:(?:it|that|he|she|they)\b(?: (?:was|is|should be|should have been))? *)?(?P<now>.+)",
            r"\g<was> should be \g<now>",
        ),
        (
            rf"(?P<was>{_THAT_NUMBER}) (?:was|is|means)(?: really| actually| meant to be)? (?P<now>.+)",
            r"\g<was> should be \g<now>",
        ),
        (rf"(?:make|set) (?P<was>\w+['\u2019]s .+?) (?:an? |to )?(?P<now>{_NUMBER})", r"\g<was> should be \g<now>"),
        (
            r"i (?:said|put|typed|entered|wrote|read) (?P<was>.+?)(?: instead of|,? (?:but )?(?:(?:it|that|he|she)"
            r"(?:['\u2019]s| was| is| had| has)|(?:(?:it|that) )?should(?: be| have been))) (?P<now>.+)",
            r"\g<now>, not \g<was>",
        ),
        (
            rf"(?:put|move|enter|write|count|score) (?P<was>{_THAT}) (?:in|into|to|under|as)(?: the)? (?P<now>.+)",
            r"\g<was> should be \g<now>",
        ),
        (
            r"(?:give )?(?P<was>that|\w+['\u2019]s \w+(?: \w+)?)(?: (?:belongs|goes|should go|should have gone))? to"
            r" (?P<now>[^\W\d]+)",
            r"\g<was> should be \g<now>",
        ),
        (
            rf"(?P<was>{_THAT})(?: (?:belongs|goes|should (?:go|have gone)) (?:in|into|to|under|as)"
            r"| (?:is|was) (?:meant|supposed to be)(?: (?:for|in|as))?) (?P<now>.+)",
            r"\g<was> should be \g<now>",
        ),
    )
]
"""Other ways to correct something, and how the rest of this module understands them."""

_SAYS_WRONG = re.compile(
    r"\b(?:should(?:['\u2019]ve| have| be| read| say)|(?:was|is) wrong|means?t?|not|instead of|rather than"
    r"|changes? to|changed to)\b|^(?:make|correct|change)\b|^(?:it|that) was \w+ (?:who|that)\b",
    re.IGNORECASE,
)
"""What only a correction says."""

_STRIKES = re.compile(
    r"(?:please )?(?:delete|remove|undo|take back|cancel|forget(?: about)?|scrap|strike(?: out)?|scratch|erase|ignore)"
    r" (?:what (?:i|we) (?:said|typed|entered|put|wrote) (?:about|for) )?(?P<what>[^.;:]+?)(?: again)?"
    r"|take (?P<what_too>[^.;:]+) (?:back|off|out|away)",
    re.IGNORECASE,
)
_SWAPS = re.compile(
    r"(?:(?:i|we) )?(?:swap(?:ped)?|switch(?:ed)?|mixed up|confused) (?P<both>.+)"
    r"|(?P<both_too>.+?)(?: (?:are|were|go|should be|need to be))? (?:the )?"
    r"(?:(?:other|wrong) way (?:a?round)|swapped|switched|mixed up|vice versa)",
    re.IGNORECASE,
)
_IS_WRONG = re.compile(rf"(?P<what>.+?){_IS} (?:all )?(?:wrong|not right|incorrect|a mistake)", re.IGNORECASE)

_ONLY = re.compile(r"\b(?:only|just)\b", re.IGNORECASE)
_REALLY = re.compile(r"\b(?:actually|really)\b", re.IGNORECASE)
_ADDS = re.compile(r"\b(?:too|also|as well)\b", re.IGNORECASE)
_NOT = re.compile(r"[\s,]*\b(?:not|instead of|rather than)\s+(?P<was>[^,.;]+?)(?=,|\s+but\b|$)", re.IGNORECASE)
_SHOULD_BE = re.compile(
    r"(?P<was>.+?) (?:should(?: be| have been| have| read| say)|ought to be) (?P<now>.+)", re.IGNORECASE
)
_LINE = re.compile(
    r"line (?P<line>\d{1,9})(?:[,:]? |,|:)(?:(?:should(?: be| have been| say)|is|was|ought to be)(?: really)? )?"
    r"(?P<now>.+)",
    re.IGNORECASE,
)
_DULL = frozenset((
    "no", "nope", "wait", "sorry", "oops", "actually", "correction", "mistake", "wrong", "should", "instead", "but",
    "really", "last", "number", "who", "mean", "meant", "fix", "change", "correct", "scratch", "hang", "hold", "'s",
    "ought", "side", "team", "game", "score", "only", "had", "did", "one", "changes", "changed",
))  # fmt: skip
_OPPOSITE = {"with": "without", "without": "with"}


class Wanted(NamedTuple):
    """What a clause of a correction says: hand, players, values and verbs, and those that were wrong."""

    text: str
    hand: int  # 0 if it names none
    who: list[Seat]
    not_who: list[Seat]
    values: list[str]
    was: list[str]
    verbs: list[str]
    light: list[str]  # verbs without a meaning of their own: *took*, *goes*
    not_verbs: Sequence[str] = ()

    @property
    def number(self) -> int | None:
        """The number that it gives, if it gives nothing else."""
        alone = len(self.values) == 1 and self.values[0].isdecimal() and len(self.values[0]) < 10
        return int(self.values[0]) if alone else None

    @property
    def is_a_player(self) -> bool:
        """Whether it says nothing but who it was."""
        return len(self.who) == 1 and not self.values and not self.verbs and _WHO_DID_IT.issuperset(self.light)


_WHO_DID_IT = frozenset(("won", "took", "got", "has", "was", "is"))
"""Verbs that say who it was: *Ann took it*."""


class Meant(NamedTuple):
    """A line, and what it should say: nothing if it is struck out."""

    line: int
    text: str


class NoSuchLine(CommandError):
    """A correction for which no line is found, of a complete hand or the one in play (0)."""

    def __init__(self, message: str, hand: int = 0) -> None:
        super().__init__(message, USAGE)
        self.hand = hand


class _Line(NamedTuple):
    """A line that may correct: the hand it names, the kinds of its beginnings, and what follows them."""

    text: str
    words: str
    begins: set[str]
    hand: int

    @classmethod
    def of(cls, text: str, referee: Referee) -> _Line:
        hand, text = hand_named(with_names_apart(text, referee).strip(" .!"), referee)
        text = re.sub(r"^(?:was|is)(?: wrong)?\b[\s,.:;-]*" if hand else "", "", text)
        text = re.sub(r"\s+", " ", text)
        begins = {"talk"} if _REALLY.search(text) else set[str]()
        words = _in_other_words(text, referee)
        while (match := _BEGINNING.match(words)) and words[match.end() :]:
            words = _in_other_words(words[match.end() :], referee)
            begins |= {name for name, said in match.groupdict().items() if said}
        if seat := last_named(referee):
            words = re.sub(r"^(?:he|she)\b", quoted(seat), words, flags=re.IGNORECASE)
            words = re.sub(r"^(?:his|her|their)\b", f"{quoted(seat)}'s", words, flags=re.IGNORECASE)
        return cls(text, words, begins, hand)

    @property
    def row(self) -> list[str]:
        """The numbers of a line that is a row of them."""
        row = re.split(r"[\s,]+(?:(?:and|to)\s+)?", self.words)
        return row if len(row) > 1 and all(map(str.isdecimal, row)) else []


def _in_other_words(text: str, referee: Referee) -> str:
    """A text in the words in which this module understands it."""
    first = _NOT_FIRST.fullmatch(text)
    if first and (referee.names.whole(first["was"]) or _is_value(first["was"])):
        return f"{first['now']}, not {first['was']}"
    return next((found.expand(same) for pattern, same in _OTHER_WORDS if (found := pattern.fullmatch(text))), text)


def meant_lines(text: str, referee: Referee, is_new: Callable[[str, bool], bool]) -> Iterator[list[Meant]]:
    """Yields the lines that a text corrects, the likeliest first. Several if it corrects several at once.

    ``is_new`` says whether a text would be accepted as a new report; its second argument is the answer if that is in
    doubt. A new report corrects nothing, unless the text says that something was wrong or the hand is complete.
    Raises NoSuchLine if the text can only be a correction, but fits no line.
    """
    line = _Line.of(text, referee)
    words, begins = line.words, line.begins
    if numbered := _LINE.fullmatch(words):
        yield [Meant(int(numbered["line"]), numbered["now"])]
        return
    if (begins or earlier_hand(text, referee)) and line.row:
        yield row_corrected(line.row, referee, line.hand)
        return
    complete = 0 < line.hand <= referee.standing.hands
    if complete and (not words or _STRIKES.fullmatch(f"{words} it")):
        if words.lower() != "undo" and (words or re.search(r"\bwrong\b", text, re.IGNORECASE)):
            latest = not referee.hand.dealer and line.hand == referee.standing.hands
            undo = " To undo all of it, type `undo hand`" if latest else ""
            raise NoSuchLine(f"which line of hand {line.hand} do you mean?{undo}", line.hand)
        return
    is_verb = words.split()[0].lower() in referee.vocabulary.shapes and not re.search(r"\bback\b", words, re.IGNORECASE)
    if not is_verb and (whole := _of_whole_lines(line, referee)):
        yield whole
        return
    says_wrong = bool("firm" in begins or _SAYS_WRONG.search(line.text) or _SAYS_WRONG.search(words) or complete)
    wanted = [_wanted(part, line.hand, referee) for part in _parts(words, referee)]
    said = [each for each in wanted if each]
    adds = bool(_ADDS.search(words)) and len(said) == 1 and bool(said[0].values)
    if len(said) < len(wanted) and earlier_hand(text, referee):
        alike = [*_same_kind(Wanted(words, line.hand, [], [], [], [], [], []), referee)]
        if not alike:
            raise NoSuchLine(f"no line of hand {line.hand} says that", line.hand)
        yield from ([meant] for meant in alike)
    if len(said) < len(wanted) or not (begins or says_wrong or adds):
        return
    found = [*_found(said, referee, adds)]
    names_another = bool(begins) and said[0].is_a_player
    corrects = says_wrong or names_another or ("last" in begins and not SUITS.keys() >= {*said[0].values})
    if begins & {"talk", "wrong"}:
        only_value = len(said) == 1 and len(said[0].values) == 1 and not said[0].who and not said[0].verbs
        corrects = corrects or not referee.hand.dealer or bool(_ONLY.search(words)) or only_value
    if "wrong" in begins and found:
        just_entered = {entry.report.line for entry in referee.entries_now[-len(referee.players) :]}
        corrects = corrects or just_entered.issuperset(meant.line for meant in found[0])
    if corrects or not is_new(words, not begins):
        yield from found
    if not found and complete:
        raise NoSuchLine(f"no line of hand {line.hand} says that", line.hand)
    if not found and says_wrong and said[0].was and said[0].who and said[0].values:
        raise NoSuchLine(f"no line has {said[0].was[0]} for {said[0].who[0]}. To see the lines, type `log`")
    if not found and says_wrong and said[0].not_who and said[0].who:
        raise NoSuchLine("which line is wrong? To correct one, type `fix LINE REPORT`; `log` shows the lines")


def _of_whole_lines(line: _Line, referee: Referee) -> list[Meant]:
    """The lines that a text strikes out, or whose players it swaps. Empty for another text.

    Raises NoSuchLine if there is no such line, or the text only says that one is wrong.
    """
    if struck := _STRIKES.fullmatch(line.words):
        what = struck["what"] or struck["what_too"]
        found = _named(what, line.hand, referee)
        if not found and re.search(r"\b(?:tricks?|bids?|scores?|points?|melds?)\b", what, re.IGNORECASE):
            raise NoSuchLine("which line? To strike one out, type `void LINE`; `log` shows the lines")
        return [Meant(line, "") for line in dict.fromkeys(report.line for report, _ in found)]
    if swaps := _SWAPS.fullmatch(line.words):
        said = _values(swaps["both"] or swaps["both_too"], referee)
        if len(said.who) == 2 and not said.values and not said.unknown:
            if exchanged := _exchanged(said, line.hand, referee):
                return exchanged
            raise NoSuchLine(f"{' and '.join(said.who)} have nothing to swap. To see the lines, type `log`")
    if wrong := _IS_WRONG.fullmatch(line.words):
        said = _values(wrong["what"], referee)
        of_player = re.search(r"['\u2019]s \w", wrong["what"])
        if (said.values or said.verbs or of_player) and (found := _named(wrong["what"], line.hand, referee)):
            report = found[0][0]
            raise NoSuchLine(
                f"line {report.line} is `{report.text}`. Type it as it should be: `fix {report.line} {report.text}`"
            )
    return []


def _named(what: str, hand: int, referee: Referee) -> list[tuple[Report, Hand]]:
    """The latest line that words name, or that of each player: ``Ann's bid``, ``the queen``, ``the last one``."""
    if numbered := re.fullmatch(r"line (\d{1,9})", what, re.IGNORECASE):
        return [(report, record.run.hand) for record in referee.records
                for entry in record.entries if (report := entry.report).line == int(numbered[1])]  # fmt: skip
    said = _values(re.sub(r"\b(?:line|entry|report|thing)\b", "", what, flags=re.IGNORECASE), referee)
    last = re.search(r"\blast\b", what, re.IGNORECASE)
    if not said.verbs and re.search(r"\btricks?\b", what, re.IGNORECASE):
        return []  # which has several lines, or none
    many = what.isdecimal() or (last and any(map(_is_number, said.values)))  # how many lines to undo
    if many or said.unknown or not (said.who or said.values or said.verbs or last):
        return []
    found: list[tuple[Report, Hand]] = []
    verbs = {stem for verb in said.verbs for stem in stems(verb)}
    for who in [[seat] for seat in said.who] or [[]]:
        wanted = Wanted(what, hand, who, who, [], said.values, said.verbs, said.light)
        lines = _lines(wanted, referee, {}, only_last=not (who or said.values or verbs))
        fits = [each for each in lines if not verbs or _verbs_of(each[0]) & verbs]
        for report, of in fits[:1]:
            if len(report.amounts(of)) > 1 and who:
                raise NoSuchLine(
                    f"line {report.line}, `{report.text}`, has the numbers of several players."
                    f" Type it as it should be: `fix {report.line} {report.text}`"
                )
            found.append((report, of))
    return found


def _exchanged(said: _Words, number: int, referee: Referee) -> list[Meant]:
    """The latest lines of two players, or the row of both, with one in place of the other. Empty if there are none."""
    verbs = {stem for verb in said.verbs for stem in stems(verb)}
    wanted = Wanted("", number, said.who, said.who, [], [], said.verbs, [])
    for entries, hand in _hands(wanted, referee):
        reports = [entry.report for entry in reversed(entries) if not verbs or _verbs_of(entry.report) & verbs]
        for report in reports:
            amounts = report.amounts(hand)
            one, other = (seat if seat in amounts else _with_side(seat, referee)[1] for seat in said.who)
            if {one, other} <= amounts.keys() and one != other and not report.who:
                first = report.with_amount(hand, one, amounts[other])
                now = first.with_amount(hand, other, amounts[one]).text
                if now != report.text:
                    return [Meant(report.line, now)]
            if report.who not in (one, other, *said.who):
                continue
            theirs = {one, said.who[0]} if report.who in (other, said.who[1]) else {other, said.who[1]}
            same = (each for each in reports if each.of_kind == report.of_kind and each.who in theirs)
            if partner := next(same, None):
                return [Meant(each.line, _as_of(by, each, hand)) for each, by in ((partner, report), (report, partner))]
    return []


def _as_of(other: Report, report: Report, hand: Hand) -> str:
    """A report with the number of another of its kind. If they have none, with its player."""
    ours, theirs = report.amounts(hand), other.amounts(hand)
    if len(ours) == len(theirs) == 1:
        return report.with_amount(hand, next(iter(ours)), next(iter(theirs.values()))).text
    return quoted(other.who) + report.text.removeprefix(quoted(report.who))


def amended(refused: str, text: str, referee: Referee) -> str:
    """A refused line with another player or number, if a text says nothing else: *make that 4*, *I meant Dave*."""
    line = _Line.of(text, referee)
    if line.hand:
        return ""
    wanted = _wanted(line.words, 0, referee)
    if wanted and wanted.is_a_player:
        named = next((word for word in re.findall(r"\w+", refused) if referee.names.whole(word)), "")
        who = quoted(wanted.who[0])
        return re.sub(rf"\b{named}\b", who, refused, count=1) if named else f"{who} {refused}"
    if not line.begins:
        return ""
    if line.row and not re.search(r"[^\d ,]", refused):
        return " ".join(line.row)
    numbers = [match for match in re.finditer(r"\w+", refused) if number_for(match[0]) or match[0].isdecimal()]
    if not wanted or wanted.number is None or wanted.who or wanted.verbs or not numbers:
        return ""
    return f"{refused[: numbers[-1].start()]}{wanted.number}{refused[numbers[-1].end() :]}"


def _found(said: Sequence[Wanted], referee: Referee, adds: bool) -> Iterator[list[Meant]]:
    """Yields the lines that clauses correct together, the likeliest first."""
    if passed := _ended_again(said, referee):
        yield passed
    elif len(said) == 1:
        yield from ([meant] for meant in _meant(said[0], referee, {}, adds))
    elif together := _together(said, referee):
        yield together


def _parts(words: str, referee: Referee) -> list[str]:
    """The clauses of a line. ``not 8`` belongs to the clause before it."""
    apart = re.split(r",(?!\s*(?:not|instead|rather)\b)\s*(?:and\s+)?|\s+and\s+", words)
    if _NOT.search(words) and all(any(map(referee.names.whole, re.findall(r"\w+", part))) for part in apart):
        return apart
    return clauses(words, referee) or [words]


def _wanted(clause: str, hand: int, referee: Referee) -> Wanted | None:
    """What a clause says. None if a word has no meaning here and nothing says which number was wrong."""
    was = [match["was"] for match in _NOT.finditer(clause)]
    text = _NOT.sub(" ", clause).strip()
    if change := _SHOULD_BE.fullmatch(_in_other_words(text, referee)):
        was, text = [*was, change["was"]], change["now"]
    wrong, right = _values(" ".join(was), referee), _values(text, referee)
    if change and not right.who:  # *change Ann's bid to 4*
        right, wrong = right._replace(who=wrong.who, verbs=right.verbs or wrong.verbs), wrong._replace(who=[])
    not_verbs = wrong.verbs if right.verbs != wrong.verbs else []
    if not right.who and not right.values and not right.verbs:
        return None
    if was and wrong.unknown and not (wrong.who or wrong.values or wrong.verbs):
        return None  # *Ann not yet*
    if right.unknown and not (right.who and right.values and wrong.values):
        return None
    return Wanted(text, hand, right.who, wrong.who, right.values, wrong.values, right.verbs, right.light, not_verbs)


class _Words(NamedTuple):
    """The words of a clause by what they are."""

    who: list[Seat]
    values: list[str]
    verbs: list[str]
    light: list[str]
    unknown: list[str]


def _values(text: str, referee: Referee) -> _Words:
    tidy = re.sub(r"\b(last|that|this|the) one\b", r"\1", text, flags=re.IGNORECASE)
    said = _Words([], [], [], [], [])
    sides = {side.lower(): side for side in referee.names.teams.values()}
    for word in _written(hyphened(tidy, referee), referee):
        low = word.lower()
        if seat := referee.names.whole(word) or sides.get(low):
            said.who.append(seat)
        elif word.isupper() and read_cards(word) and not text.startswith("A "):
            said.values.append(word)
        elif _is_own(low, referee):
            said.values.append(low)
        elif low in _DULL | SMALL:
            continue
        elif low in referee.vocabulary.shapes:
            said.verbs.append(low)
        elif _is_value(word):
            said.values.append(word)
        elif low in UNITS:
            continue
        elif _forms(low, referee):
            said.verbs.append(low)
        else:
            (said.unknown if LIGHT.isdisjoint(stems(low)) else said.light).append(low)
    return said


def _written(text: str, referee: Referee) -> list[str]:
    kept = {word for _, ask in referee.asks() for word in shape(ask.verb).own}
    kept |= SUITS.keys() | referee.vocabulary.shapes.keys()
    plain = re.sub(r"['\u2019]s\b|[,.!;:]+(?=\s|$)", " ", text)
    return written(plain, kept).split()


def _is_number(word: str) -> bool:
    return word.lstrip("+-").isdecimal()


def _is_value(word: str) -> bool:
    low = word.lower()
    return _is_number(low) or low in SUITS or (word.isupper() and bool(read_cards(word)))


def _is_own(word: str, referee: Referee) -> bool:
    """Whether a word belongs to a report of the game, beside its verb."""
    forms = (form for shapes in referee.vocabulary.shapes.values() for form in shapes)
    return any(own_word(word, form) for form in forms)


def _forms(word: str, referee: Referee) -> list[str]:
    """The verbs of the game that a word is a tense of."""
    return [form for stem in stems(word) for form in (stem, f"{stem}s") if form in referee.vocabulary.shapes]


def hand_shown(referee: Referee) -> Hand:
    """The hand in play, or the last one before the next deal."""
    return referee.hand if referee.hand.dealer else referee.last or referee.hand


# Which line


def row_corrected(numbers: Sequence[str], referee: Referee, number: int = 0) -> list[Meant]:
    """The lines that a row of numbers for everybody corrects, as it was entered: a row, or a line a player.

    ``number`` is that of the hand, if it isn't the one in play. Empty if there is no such row. Raises CommandError if
    nothing changes.
    """
    hand, reports = hand_shown(referee), [entry.report for entry in referee.entries_now]
    if earlier := next((record for record in referee.records if number and record.number == number), None):
        hand, reports = earlier.run.hand, [entry.report for entry in earlier.entries]
    rows = (report for report in reversed(reports) if report.speaker == "none")
    if row := next((row for row in rows if len(row.one_by_one(hand)) == len(numbers)), None):
        return [Meant(row.line, f"{row.verb} {' '.join(numbers)}")]
    lines = reports[-len(numbers) :]
    counts = [(seat, number) for report in lines for seat, number in report.amounts(hand).items()]
    if len({type(report) for report in lines}) != 1 or len({seat for seat, _ in counts}) != len(numbers):
        return []
    given = zip(lines, counts, map(int, numbers), strict=True)
    changed = [Meant(report.line, report.with_amount(hand, seat, number).text)
               for report, (seat, before), number in given if number != before]  # fmt: skip
    if not changed:
        raise CommandError("that row is already entered", USAGE)
    return changed


def ended_again(text: str, referee: Referee) -> list[Meant]:
    """The lines of a complete hand that change if players had other numbers: *Ben 0, Cat 1*. Empty for another text.

    Only if one of them has no line, because that player's number follows from the others. A line may pass from one
    player to another. Raises CommandError if there are too few lines.
    """
    hand, counted = hand_shown(referee), [entry.report for entry in referee.entries_now]
    values = values_named(text, referee) if counted and not referee.hand.dealer else []
    counted = [report for report in counted if report.amounts(hand)]
    lines = [report for report in counted if type(report) is type(counted[-1])]
    if not values or not all(value.isdecimal() and len(value) < 10 for _, value in values):
        return []
    if any(report.speaker == "none" or len(report.amounts(hand)) > 1 for report in lines):
        return []
    by_side = any("+" in report.who for report in lines)
    now = {report.who: next(iter(report.amounts(hand).values())) for report in lines}
    left = now | {_with_side(who, referee)[by_side]: int(value) for who, value in values}
    if all(who in now for who in left):
        return []
    wanted = [(who, number) for who, number in left.items() if number]
    kept = [report for report in lines if (report.who, now[report.who]) in wanted]
    free = [report for report in lines if report not in kept]
    moved = [each for each in wanted if each not in [(report.who, now[report.who]) for report in kept]]
    if len(moved) > len(free) and len([who for who in left if who not in now]) == 1:
        return [Meant(report.line, report.with_amount(hand, report.who, left[report.who]).text) for report in free]
    if len(moved) > len(free):
        raise CommandError("too few lines to correct: type `undo hand` and enter the hand again", USAGE)
    changed = [Meant(report.line, f"{quoted(who)} {report.verb} {number}")
               for report, (who, number) in zip(free, moved, strict=False)]  # fmt: skip
    return [*changed, *(Meant(report.line, "") for report in free[len(moved) :])]


def _ended_again(said: Sequence[Wanted], referee: Referee) -> list[Meant]:
    """The same for what a line says in its own words."""
    sides = referee.names.teams
    counts = [each for each in said if len({sides.get(seat, seat) for seat in each.who}) == 1 and not each.not_who]
    if len(counts) < len(said) or any(not SAYING.isdisjoint(stems(word)) for word in said[0].text.split()):
        return []
    return ended_again(", ".join(f"{quoted(each.who[0])} {each.number}" for each in said), referee)


def _together(said: Sequence[Wanted], referee: Referee) -> list[Meant]:
    """The lines that several clauses correct. Empty if one of them has none, or only says whose something else was."""
    if any(wanted.is_a_player and not wanted.not_who for wanted in said[1:]) and said[0].values:
        return []
    changed: dict[int, Report] = {}
    for wanted in said:
        meant = next(_meant(wanted, referee, changed), None)
        if meant is None and _is_so(wanted, referee):
            continue
        if meant is None:
            return []
        hand = next(record.run.hand for record in referee.records
                    if meant.line in [entry.report.line for entry in record.entries])  # fmt: skip
        changed[meant.line] = replace(referee.vocabulary.read(meant.text, hand), line=meant.line)
    return [Meant(line, report.text) for line, report in changed.items()]


def _is_so(wanted: Wanted, referee: Referee) -> bool:
    """Whether a line already has the number that a clause gives to a player."""
    sides = {side for seat in wanted.who for side in _with_side(seat, referee)}
    return wanted.number is not None and any(
        entry.report.amounts(hand).get(side) == wanted.number
        for entries, hand in _hands(wanted, referee)
        for entry in entries
        for side in sides
    )


def _meant(wanted: Wanted, referee: Referee, changed: Mapping[int, Report], adds: bool = False) -> Iterator[Meant]:
    """Yields the lines that a clause may mean, each with what it should say, the likeliest first.

    ``changed`` are lines that another clause has changed. If ``adds``, the clause says more than the last line did.
    """
    only_last = adds or (wanted.is_a_player and not wanted.not_who) or not (wanted.who or wanted.verbs or wanted.was)
    lines = [*_lines(wanted, referee, changed, only_last)]
    verbs = {stem for verb in wanted.not_verbs or wanted.verbs for stem in stems(verb)}
    alike = [(report, hand) for report, hand in lines if _verbs_of(report) & verbs]
    for report, hand in alike or lines:
        yield from (Meant(report.line, text) for text in _changes(report, wanted, hand, referee, adds))
    yield from _same_kind(wanted, referee)


def _lines(
    wanted: Wanted, referee: Referee, changed: Mapping[int, Report], only_last: bool
) -> Iterator[tuple[Report, Hand]]:
    """Yields the lines that fit what a clause says of hand, player and what was wrong, the latest first.

    It looks at earlier hands only if the clause names one, or says what was wrong.
    """
    for entries, hand in _hands(wanted, referee):
        reports = [entry.report for entry in reversed(entries)]
        for report in reports[:1] if only_last else reports:
            now = changed.get(report.line, report)
            if isinstance(report, ANY_TIME) and not (only_last and isinstance(report, (Adjust, Pays))):
                continue
            if _may_mean(now, wanted, hand, referee):
                yield now, hand


def _hands(wanted: Wanted, referee: Referee) -> Iterator[tuple[Sequence[Entry], Hand]]:
    shown = hand_shown(referee)
    if wanted.hand in (0, shown.number):
        yield referee.entries_now, shown
    if wanted.hand or wanted.not_who or wanted.not_verbs or any(map(_is_number, wanted.was)):
        for record in reversed(referee.records):
            if record.run.hand is not shown and wanted.hand in (0, record.number):
                yield record.entries, record.run.hand


def _may_mean(report: Report, wanted: Wanted, hand: Hand, referee: Referee) -> bool:
    """Whether a clause may be about a line, by its player, what was wrong, and what kind of number it is."""
    amounts = report.amounts(hand)
    players = {report.who, *amounts}
    for seats, needed in ((wanted.not_who, True), (wanted.who, bool(wanted.values) and not wanted.not_who)):
        if needed and seats and report.who and players.isdisjoint(_with_side(seats[0], referee)):
            return False
    numbers = {*map(str, amounts.values())} | {*report.text.split()}
    numbers |= {str(card.rank) for word in report.text.split()[1:] for card in read_cards(word) or ()}
    if wanted.was and wanted.who and amounts and not report.who:
        numbers = {str(amounts.get(seat)) for seat in _with_side(wanted.who[0], referee)}
    wrong = [word for word in wanted.was if _is_number(word) or (read_cards(word) and len(word) > 1)]
    return numbers.issuperset(wrong) and (wanted.number is None or fits(wanted.text, type(report)))


def _with_side(seat: Seat, referee: Referee) -> tuple[Seat, Seat]:
    return seat, referee.names.teams.get(seat, seat)


def _verbs_of(report: Report) -> set[str]:
    return {stem for word in (*report.verb.split(), *report.as_said.split()) for stem in stems(word)}


def _same_kind(wanted: Wanted, referee: Referee) -> Iterator[Meant]:
    """Yields the last lines of the same kind, if a clause is plain speech for a report: *Cat had the queen*."""
    if any(map(_is_number, wanted.was)):
        return  # a line that says so would have been found
    try:
        meant = read(wanted.text, referee)
        report = meant.entered[0] if meant else referee.vocabulary.read(wanted.text, referee.hand)
    except (Several, ParseError):
        return
    if isinstance(report, ANY_TIME) or (not report.who and report.speaker == "before"):
        return
    lines = (entry.report for entries, _ in _hands(wanted, referee) for entry in reversed(entries))
    alike = [other for other in lines if other.of_kind == report.of_kind]
    alike = [other for other in alike if other.who == report.who] or ([] if re.search(r"\d", report.text) else alike)
    yield from (Meant(other.line, report.text) for other in alike)


# What it should say


def _changes(report: Report, wanted: Wanted, hand: Hand, referee: Referee, adds: bool) -> Iterator[str]:
    """Yields a line with what a clause says in place of what it said, if that is a report too."""
    if wanted.number is not None and not wanted.not_who and (seat := _whose_number(report, wanted, hand, referee)):
        others = 0 if wanted.was else counted_before(report, seat, hand, referee)
        if not report.who or others:
            if 0 <= wanted.number - others != report.amounts(hand)[seat]:
                yield report.with_amount(hand, seat, wanted.number - others).text
            return
    who = report.who
    sides = {who, *(seat for seat in referee.players if referee.names.teams.get(seat) == who)}
    others_named = [seat for seat in wanted.who if seat not in sides]
    verbs = {stem for verb in wanted.verbs for stem in stems(verb)}
    team = "+" in who and len(wanted.who) == 2
    words = report.text.removeprefix(quoted(report.who)).split() if report.who else report.text.split()
    if others_named:
        says_so = wanted.not_who or wanted.is_a_player or team or (len(others_named) == 1 and verbs & _verbs_of(report))
        same = words in _swapped(words, wanted.values, wanted.was, report, adds)
        if not who and not wanted.was:
            return
        if who and (not says_so or not (same or wanted.not_who)):
            return
        who = Seat("+".join(wanted.who)) if team else others_named[0] if who else who
    named = "+".join(map(quoted, who.split("+"))) if team else quoted(who) if who else ""
    only_named = bool(wanted.who) and not (wanted.values or wanted.was or wanted.not_verbs)  # it was Ann's trick
    due = {ask.verb.verb for _, ask in referee.asks()} if only_named and hand is referee.hand else set()
    for now in _swapped(words, wanted.values, wanted.was, report, adds):
        for verb in wanted.verbs:
            forms = _forms(verb, referee)
            if who and now[0] not in forms and not _verbs_of(report) & {*stems(verb)}:
                if due.intersection(forms):
                    return  # it is still to come
                now[0] = forms[0]
        try:
            text = referee.vocabulary.read(f"{named} {' '.join(now)}".strip(), hand).text
        except ParseError:
            continue
        if text != report.text:
            yield text


def _whose_number(report: Report, wanted: Wanted, hand: Hand, referee: Referee) -> Seat | None:
    """The player or side whose number in a line a clause is about."""
    amounts = report.amounts(hand)
    if wanted.who:
        return next((seat for seat in _with_side(wanted.who[0], referee) if seat in amounts), None)
    was = [seat for seat, number in amounts.items() if str(number) in wanted.was]
    seats = was or [*amounts]
    return seats[0] if len(seats) == 1 else None


def counted_before(report: Report, seat: Seat, hand: Hand, referee: Referee) -> int:
    """What the other lines of a kind that adds up count for a player, card by card too."""
    if not report.adds:
        return 0
    taken = getattr(hand, "taken", None)
    if isinstance(taken, dict) and isinstance(known := taken.get(seat), int):
        return known - report.amounts(hand)[seat]
    alike = (entry.report for record in referee.records if record.run.hand is hand for entry in record.entries)
    return sum(
        other.amounts(hand).get(seat, 0) for other in alike if type(other) is type(report) and other.line < report.line
    )


def _swapped(
    now: list[str], values: Sequence[str], was: Sequence[str], report: Report, adds: bool
) -> Iterator[list[str]]:
    """Yields the words of a report with each value in place of one of its kind, or behind them."""
    if not values:
        yield [*now]
        return
    value, *rest = values
    form = shape(type(report))
    own = own_word(value, form)
    if own and rest and rest[0].isdecimal() and form.own[own]:
        name = next((each for each in (own, _OPPOSITE.get(own, "")) if each in now), "")
        at = now.index(name) if name else len(now)
        yield from _swapped([*now[:at], own, rest[0], *now[at + 2 :]], rest[1:], was, report, adds)
        return
    if own and own in now:
        yield from _swapped(now, rest, was, report, adds)
        return
    suit = read_suit(value) or SUITS.get(value, "")
    if (rank := read_cards(value)) and rank[0].is_bare:
        value = _of_its_suit(value, now)
    if value.lstrip("+-").isdecimal():
        places = [at for at, word in enumerate(now) if word.lstrip("+-").isdecimal()]
        places = [at for at in places if now[at] in was] or places
    elif suit:
        places = [at for at, word in enumerate(now) if at and (read_suit(word) or word in SUITS)]
    elif own:
        places = [at for at, word in enumerate(now) if {*word.split("-")} & {*own.split("-")}]
    else:
        places = [at for at, word in enumerate(now) if read_cards(word) and at]
        places = [at for at in places if now[at] in was or _rank_of(now[at]) in was] or places
    if len(places) > 1:
        return
    if not places and own and not adds and now[1:] and now[1] in form.own:
        places = [1]  # another game
    if places and not adds:
        yield from _swapped([*now[: places[0]], own or suit or value, *now[places[0] + 1 :]], rest, was, report, adds)
    if own and not suit:
        yield from _swapped([*now, own], rest, was, report, adds)


def _rank_of(word: str) -> str:
    """The rank of a card. "" for any other word."""
    cards = read_cards(word)
    return str(cards[0].rank) if cards and len(cards) == 1 else ""


def _of_its_suit(rank: str, words: Sequence[str]) -> str:
    """A rank as the card of the suit of the only card in a report; otherwise as it is."""
    cards = [card for word in words[1:] for card in read_cards(word) or () if not card.is_bare]
    return f"{rank}{cards[0].suit}" if len(cards) == 1 else rank
