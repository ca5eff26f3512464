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
from referee.entry.spoken.table_talk import with_names_apart
from referee.entry.spoken.tidied import hyphened
from referee.entry.spoken.words import LIGHT, SAYING, SMALL, UNITS, last_named, own_word
from referee.game.common_reports import ANY_TIME, Adjust, Pays
from referee.game.game import Hand
from referee.language.reports import Report, shape
from referee.language.synonyms import SUITS, number_for, stems, written
from referee.language.words import ParseError, Seat, quoted
from referee.table.hands import Entry
from referee.table.referee import Referee
from scoresheets.errors import USAGE, CommandError

_BEGINNING = re.compile(
    r"(?:(?P<talk>oh|wait|hold on|hang on|sorry|actually)\b"
    r"|(?P<wrong>w?h?oops+|no|nope|correction|my mistake|scratch that|make (?:that|it)"
    r"|that(?:['\u2019]s| is| was) (?:wrong|not right)|(?:in )?(?:the )?last (?:hand|round) (?:it|that) was)\b"
    r"|(?P<firm>i mean(?:t)?|(?:fix|change|correct) (?:that|it|this|the last one)(?: to)?)\b"
    r"|(?P<last>(?:and )?(?:it|that|this|(?:the )?last(?: one)?) (?:was|is|should be|should have been|ought to be))\b"
    r")[\s,.!:;]*",
    re.IGNORECASE,
)
"""How a line that corrects may begin. After the first two kinds something new may follow: *sorry, Cat 2*."""

_CHANGE_IT = re.compile(
    r"(?P<said>.+?),? (?:so |please )*(?P<change>change|fix|correct) (?:it|that)[.!]*$", re.IGNORECASE
)
_SAYS_WRONG = re.compile(
    r"\b(?:should(?:['\u2019]ve| have| be| read| say)|(?:was|is) wrong|means?t?|not|instead of|rather than"
    r"|changes? to|changed to)\b|^(?:make|correct|change)\b|^(?:it|that) was \w+ (?:who|that)\b",
    re.IGNORECASE,
)
"""What only a correction says."""

_ONLY = re.compile(r"\b(?:only|just)\b", re.IGNORECASE)
_REALLY = re.compile(r"\b(?:actually|really)\b", re.IGNORECASE)
_ADDS = re.compile(r"\b(?:too|also|as well)\b", re.IGNORECASE)
_NOT = re.compile(r"[\s,]*\b(?:not|instead of|rather than)\s+(?P<was>[^,.;]+?)(?=,|\s+but\b|$)", re.IGNORECASE)
_FROM_TO = re.compile(
    r"(?:change|correct|fix|make) (?P<was>.+?) (?:to|into) (?P<now>.+)"
    r"|(?P<was_too>.+?) (?:should(?: be| have been| have| read| say)|ought to be) (?P<now_too>.+)",
    re.IGNORECASE,
)
_LINE = re.compile(
    r"(?:(?:change|correct|fix|make) )?line (?P<line>\d{1,9})(?:[,:]? |,|:)"
    r"(?:(?:should(?: be| have been| say)|is|was|ought to be|to|into)(?: really)? )?(?P<now>.+)",
    re.IGNORECASE,
)
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_HAND = re.compile(
    r"(?:^|,?\s*\b)(?:in |of |for )?(?:the )?(?:(?:hand|round|deal) (?P<number>\d{1,9})"
    rf"|(?P<which>{'|'.join(_ORDINALS)}|last|same|that|this) (?:hand|round|deal)|last time)\b[:,]?\s*",
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
    hand: int | None  # None if it names no hand
    who: list[Seat]
    not_who: list[Seat]
    values: list[str]
    was: list[str]
    verbs: list[str]
    light: list[str]  # verbs without a meaning of their own: *took*, *goes*

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
    """A correction of a hand in which no line fits."""


def meant_lines(text: str, referee: Referee, is_new: Callable[[str, bool], bool]) -> Iterator[list[Meant]]:
    """Yields the lines that a text corrects, the likeliest first. Several if it corrects several at once.

    ``is_new`` says whether a text would be accepted as a new report; its second argument is the answer if that is in
    doubt. A new report corrects nothing, unless the text says that something was wrong or the hand is complete.
    """
    text = _CHANGE_IT.sub(r"\g<change> it: \g<said>", with_names_apart(text, referee).strip(" .!"))
    words, begins = _without_beginning(text)
    if line := _LINE.fullmatch(words):
        yield [Meant(int(line["line"]), line["now"])]
        return
    row = re.split(r"[\s,]+(?:(?:and|to)\s+)?", words)
    if begins and len(row) > 1 and all(word.isdecimal() for word in row):
        yield row_corrected(row, referee)
        return
    hand = next((_hand_named(match, referee) for match in _HAND.finditer(words)), None)
    words = _HAND.sub(" ", words).strip()
    says_wrong = bool("firm" in begins or _SAYS_WRONG.search(text) or _is_complete(hand, referee))
    if (seat := last_named(referee)) and (match := re.match(r"(?:he|she)\b", words, re.IGNORECASE)):
        words = f"{quoted(seat)}{words[match.end() :]}"
    wanted = [_wanted(part, hand, referee) for part in _parts(words, referee)]
    said = [each for each in wanted if each]
    adds = bool(_ADDS.search(words)) and len(said) == 1 and bool(said[0].values)
    if len(said) < len(wanted) or not (begins or says_wrong or adds):
        return
    found = [*_found(said, referee, adds)]
    names_another = bool(begins) and said[0].is_a_player
    corrects = says_wrong or names_another or ("last" in begins and not SUITS.keys() >= {*said[0].values})
    if begins & {"talk", "wrong"}:
        corrects = corrects or not referee.hand.dealer or bool(_ONLY.search(words))
    if "wrong" in begins and found:
        just_entered = {entry.report.line for entry in referee.entries_now[-len(referee.players) :]}
        corrects = corrects or just_entered.issuperset(meant.line for meant in found[0])
    if corrects or not is_new(words, not begins):
        yield from found
    if not found and _is_complete(hand, referee):
        raise NoSuchLine(f"no line of hand {hand} says that. To see the lines, type `log`", USAGE)
    if not found and says_wrong and said[0].was and said[0].who and said[0].values:
        raise NoSuchLine(f"no line has {said[0].was[0]} for {said[0].who[0]}. To see the lines, type `log`", USAGE)


def amended(refused: str, text: str, referee: Referee) -> str:
    """A refused line with another player or number, if a text says nothing else: *make that 4*, *I meant Dave*."""
    words, begins = _without_beginning(with_names_apart(text, referee).strip(" .!"))
    wanted = _wanted(words, None, referee)
    if wanted and wanted.is_a_player:
        named = next((word for word in re.findall(r"\w+", refused) if referee.names.whole(word)), "")
        who = quoted(wanted.who[0])
        return re.sub(rf"\b{named}\b", who, refused, count=1) if named else f"{who} {refused}"
    if not begins:
        return ""
    row = re.split(r"[\s,]+(?:(?:and|to)\s+)?", words)
    if len(row) > 1 and all(word.isdecimal() for word in row) and not re.search(r"[^\d ,]", refused):
        return " ".join(row)
    numbers = [match for match in re.finditer(r"\w+", refused) if number_for(match[0]) or match[0].isdecimal()]
    if not wanted or wanted.number is None or wanted.who or wanted.verbs or not numbers:
        return ""
    return f"{refused[: numbers[-1].start()]}{wanted.number}{refused[numbers[-1].end() :]}"


def _without_beginning(text: str) -> tuple[str, set[str]]:
    """A line without the words that only say that it corrects, and the kinds of those words."""
    begins = {"talk"} if _REALLY.search(text) else set[str]()
    while (match := _BEGINNING.match(text)) and text[match.end() :]:
        text = text[match.end() :]
        begins |= {name for name, said in match.groupdict().items() if said}
    return text, begins


def _found(said: Sequence[Wanted], referee: Referee, adds: bool) -> Iterator[list[Meant]]:
    """Yields the lines that clauses correct together, the likeliest first."""
    if passed := _ended_again(said, referee):
        yield passed
    elif len(said) == 1:
        yield from ([meant] for meant in _meant(said[0], referee, {}, adds))
    else:
        yield _together(said, referee)


def _parts(words: str, referee: Referee) -> list[str]:
    """The clauses of a line. ``not 8`` belongs to the clause before it."""
    apart = re.split(r",(?!\s*(?:not|instead|rather)\b)\s*(?:and\s+)?|\s+and\s+", words)
    if _NOT.search(words) and all(any(map(referee.names.whole, re.findall(r"\w+", part))) for part in apart):
        return apart
    return clauses(words, referee) or [words]


def _wanted(clause: str, hand: int | None, referee: Referee) -> Wanted | None:
    """What a clause says. None if a word has no meaning here and nothing says which number was wrong."""
    was = [match["was"] for match in _NOT.finditer(clause)]
    text = _NOT.sub(" ", clause).strip()
    if change := _FROM_TO.fullmatch(text):
        was, text = [*was, change["was"] or change["was_too"]], change["now"] or change["now_too"]
    wrong, right = _values(" ".join(was), referee), _values(text, referee)
    if change and not right.who:  # *change Ann's bid to 4*
        right, wrong = right._replace(who=wrong.who, verbs=[*right.verbs, *wrong.verbs]), wrong._replace(who=[])
    if not right.who and not right.values and not right.verbs:
        return None
    if right.unknown and not (right.who and right.values and wrong.values):
        return None
    return Wanted(text, hand, right.who, wrong.who, right.values, wrong.values, right.verbs, right.light)


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


def _hand_named(match: re.Match[str], referee: Referee) -> int | None:
    """The number of the hand that a text names."""
    if match["number"]:
        return int(match["number"])
    if (which := (match["which"] or "").lower()) in _ORDINALS:
        return _ORDINALS.index(which) + 1
    finished = which in ("last", "") and referee.last
    return (finished or hand_shown(referee)).number


def _is_complete(hand: int | None, referee: Referee) -> bool:
    """Whether a hand that a text names is over, so that only a correction can be about it."""
    return hand is not None and bool(referee.last) and (hand < referee.hand.number or not referee.hand.dealer)


def hand_shown(referee: Referee) -> Hand:
    """The hand in play, or the last one before the next deal."""
    return referee.hand if referee.hand.dealer else referee.last or referee.hand


# Which line


def row_corrected(numbers: Sequence[str], referee: Referee) -> list[Meant]:
    """The lines that a row of numbers for everybody corrects, as it was entered: a row, or a line a player.

    Empty if there is no such row. Raises CommandError if nothing changes.
    """
    hand, reports = hand_shown(referee), [entry.report for entry in referee.entries_now]
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
    """The lines that several clauses correct. Empty if one of them has none."""
    changed: dict[int, Report] = {}
    for wanted in said:
        meant = next(_meant(wanted, referee, changed), None)
        if meant is None:
            return []
        hand = next(record.run.hand for record in referee.records
                    if meant.line in [entry.report.line for entry in record.entries])  # fmt: skip
        changed[meant.line] = replace(referee.vocabulary.read(meant.text, hand), line=meant.line)
    return [Meant(line, report.text) for line, report in changed.items()]


def _meant(wanted: Wanted, referee: Referee, changed: Mapping[int, Report], adds: bool = False) -> Iterator[Meant]:
    """Yields the lines that a clause may mean, each with what it should say, the likeliest first.

    ``changed`` are lines that another clause has changed. If ``adds``, the clause says more than the last line did.
    """
    only_last = adds or (wanted.is_a_player and not wanted.not_who) or not (wanted.who or wanted.verbs or wanted.was)
    lines = [*_lines(wanted, referee, changed, only_last)]
    verbs = {stem for verb in wanted.verbs for stem in stems(verb)}
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
    if wanted.hand in (None, shown.number):
        yield referee.entries_now, shown
    if wanted.hand is not None or wanted.not_who or any(map(_is_number, wanted.was)):
        for record in reversed(referee.records):
            if record.run.hand is not shown and wanted.hand in (None, record.number):
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
    for now in _swapped(words, wanted.values, wanted.was, report, adds):
        for verb in wanted.verbs:
            forms = _forms(verb, referee)
            if who and now[0] not in forms and not _verbs_of(report) & {*stems(verb)}:
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
