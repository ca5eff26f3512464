"""Line entry: parses what is typed and applies it to a session, line by line, for every kind of input.

Subclasses answer the rulings: `scoresheets.cli.answers` on a terminal, `scoresheets.web` on a phone.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from referee.cards import read_cards
from referee.game.common_reports import Deal, Dealt, Replaces
from referee.language.reports import Report
from referee.language.synonyms import SUITS, number_for
from referee.language.words import ParseError, Piece, Seat, pieces, quoted
from referee.rules.rule import Verdict
from referee.table.referee import Referee
from referee.table.rulings import Ruling
from scoresheets.errors import FINE, USAGE, CommandError
from scoresheets.keeping.session import JudgedLine, Session, unreadable

if TYPE_CHECKING:
    from referee.entry.shorthand import Meant, Several
    from referee.records.record import Judge
    from scoresheets.keeping.again import AlreadyEntered


FIRST_PARTS = 3
"""How many beginnings of a line are tried as something that is done for everybody."""


class Part(NamedTuple):
    """One piece of a line as it was typed, and the column where its report begins."""

    piece: Piece
    typed: str
    column: int


def parts(line: str) -> list[Part]:
    """The pieces of a line. Raises ParseError if it can't be split."""
    found_parts, end = [], 0
    for piece in pieces(line):
        start = end + len(line[end:]) - len(line[end:].lstrip("; \t"))
        end = piece.column - 1 + len(piece.text)
        found_parts.append(Part(piece, line[start:end], piece.column - start))
    return found_parts


class NotEntered(NamedTuple):
    """Why a part of a line isn't entered: it lacks something, or says what no report is about."""

    reason: str
    is_aside: bool


class LineEntry(ABC):
    """Applies typed lines to a session. Subclasses show the answers.

    If ``dry``, nothing is saved.
    """

    def __init__(self, session: Session, *, dry: bool = False) -> None:
        self.session = session
        self.dry = dry
        self.rehearsed = 0
        self.saved = 0  # the reports of this line that were saved

    @property
    def referee(self) -> Referee:
        return self.session.referee

    def tell(self, line: str, source: str = "") -> int:
        """Applies the reports of a line and answers each. Returns the exit code of the first that is refused."""
        self.saved = 0
        if fault := unreadable(line):
            return self._unread(line, fault, source)
        try:
            told = parts(line)
        except ParseError as fault:
            return self._unread(line, fault, source)
        for i, part in enumerate(told):
            if code := self._piece(part, source):
                if rest := told[i + 1 :]:
                    self._show_ignored("; ".join(part.typed for part in rest))
                return code
        return FINE

    @abstractmethod
    def _answer(self, ruling: Ruling, typed: str, column: int, source: str, number: int) -> int:
        """Shows a ruling and returns the exit code. ``number`` is its line in the journal, 0 if it isn't saved."""

    @abstractmethod
    def _answer_check(self, part: Part, judge: Judge, source: str) -> int:
        """Answers `= Ann 20` and `! Ann bids 1`. Returns the exit code."""

    @abstractmethod
    def _show_ignored(self, rest: str, *, aside: bool = False) -> None:
        """Shows the rest of the line after a report that was refused, or what was only said ``aside``."""

    @abstractmethod
    def _show_aside(self, reason: str) -> None:
        """Shows why a part of a line isn't entered."""

    def _unread(self, line: str, fault: ParseError, source: str) -> int:
        """Answers a line that can't be split into reports."""
        ruling = Ruling(Verdict.UNCLEAR, line, message=fault.message, column=fault.column, width=fault.width)
        return self._answer(ruling, line, 1, source, 0)

    def _prepared(self, part: Part) -> Part:
        """The report to apply. Raises CommandError if this player isn't allowed to enter it."""
        return part

    def _piece(self, part: Part, source: str) -> int:
        part = self._prepared(part)
        piece = part.piece
        if piece.mark:
            return self._checked(part, source)
        if self.dry:
            ruling = self._rehearse(part)
            self.rehearsed += 1
            return self._answer(ruling, part.typed, part.column, source, 0)
        heard = self._say(part)
        return self._answer(heard.ruling, part.typed, part.column, source, heard.line)

    def _say(self, part: Part) -> JudgedLine:
        piece = part.piece
        judged = self.session.say(piece.text, overrule=piece.overrule, column=part.column, typed=part.typed)
        self.saved += judged.ruling.accepted
        return judged

    def _rehearse(self, part: Part) -> Ruling:
        """The ruling on a report that isn't saved."""
        piece = part.piece
        return self.referee.hear(piece.text, line=self._next, overrule=piece.overrule, column=part.column)

    @property
    def _next(self) -> int:
        return self.session.next_line + self.rehearsed

    def _checked(self, part: Part, source: str) -> int:
        """Answers a check. A report that is marked as refused is saved if it is refused."""
        from referee.records.record import Judge

        judge = Judge()
        judge.referee = self.referee
        judge.latest = judge.referee.entries[-1].ruling if judge.referee.entries else None
        judge.line = self._next - 1
        judge.feed(part.typed)
        for refusal in judge.refused if not self.dry else ():
            self.session.note_refusal(refusal.ruling, part.typed)
        return self._answer_check(part, judge, source)


class InShort(LineEntry):
    """Also takes shorthand: applies a row of numbers completely or not at all, and never saves a report twice.

    If it ``adds``, a number may add to an earlier one, as in a record. Otherwise it asks which is meant.
    """

    adds = False
    corrects = True  # whether a line may correct what is in
    follows = False  # whether another report of the same row follows
    scored_later = False  # whether one of those has a score

    @abstractmethod
    def _answer_again(self, again: AlreadyEntered, ruling: Ruling, part: Part) -> int:
        """Answers for what is already in, or asks what to correct. Returns the exit code."""

    def _piece(self, part: Part, source: str) -> int:
        if part.piece.mark:
            return super()._piece(part, source)
        part = self._without_talk(part)
        referee = self.referee
        try:
            report = referee.vocabulary.read(part.piece.text, referee.hand)
        except ParseError:
            return self._short(part, source)
        if isinstance(report, (Replaces, Dealt)) and self._is_doubtful(part, report):
            return self._short(self._as_number(part, report) if isinstance(report, Dealt) else part, source)
        return self._long(part, report, source)

    def _as_number(self, part: Part, report: Dealt) -> Part:
        """``Ann had 6`` as a number, in words of the game if it has a phrase for it."""
        from referee.entry.spoken.readings import ways

        text = f"{quoted(report.who)} {report.cards[0].text}"
        return _spelled_out(part, next((way.text for way in ways(part.piece.text, self.referee)), text))

    def _is_doubtful(self, part: Part, report: Report) -> bool:
        from referee.entry.spoken.readings import is_doubtful

        return is_doubtful(report, part.piece.text, self.referee)

    def _without_talk(self, part: Part) -> Part:
        """The part without words that only introduce it."""
        from referee.entry.spoken.table_talk import without_talk

        text = without_talk(part.piece.text, self.referee)
        return part if text == part.piece.text else _spelled_out(part, text)

    def _long(self, part: Part, report: Report, source: str, counted: bool = False) -> int:
        """Applies a complete report unless it is already in. Of a row that is partly in, applies the rest.

        ``counted`` is set if the line names a number, even if the report doesn't.
        """
        referee = self.referee
        if isinstance(report, Deal) and self.corrects and not self.dry and (again := self._dealt_already(report)):
            return self._entered(again, None, part, source)
        if self.corrects and not self.dry and not part.piece.overrule and (again := self._of_last_hand(report)):
            return self._entered(again, None, part, source)
        row = report.speaker == "none" and bool(report.amounts(referee.hand))
        if row and not self.dry and (ruling := referee.can(part.piece.text)).verdict is not Verdict.ACCEPTED:
            from referee.entry.rows import the_rest

            if rest := the_rest(referee, report, part.piece.text):
                return self._all(part, [other.text for other in rest], source)
            if again := self._in_already(part, row=[report]) or self._in_points(part):
                return self._entered(again, ruling, part, source)
        elif not row and (again := self._in_already(part, counted=counted)):
            return self._entered(again, None, part, source)
        if not self.adds and self._has_phrase(report) and (texts := self._also_means(part, report)):
            from referee.entry.shorthand import Several

            return self._asks_which(part, Several(part.piece.text, texts), source)
        if again := self._deals_first(part):
            return self._entered(again, None, part, source)
        return super()._piece(part, source)

    def _has_phrase(self, report: Report) -> bool:
        """Whether a phrase of the game has several meanings, one of them with the verb of this report."""
        phrases = self.referee.game.phrases.values()
        return any(" | " in each and f" {report.verb} " in f" {each} " for each in phrases)

    def _also_means(self, part: Part, report: Report) -> list[str]:
        """The meanings of a report that a player's last report makes doubtful."""
        from referee.entry.spoken.readings import also_means

        return [] if self.dry or part.piece.overrule else also_means(report, part.piece.text, self.referee)

    def _of_last_hand(self, report: Report) -> AlreadyEntered | None:
        """Asks which hand a number is of that could have ended the last one."""
        from scoresheets.keeping import again

        return again.late(self.session, report) if self.referee.last else None

    def _is_late(self, part: Part) -> bool:
        """Whether a report may be of the hand that is complete."""
        try:
            report = self.referee.vocabulary.read(part.piece.text, self.referee.hand)
        except ParseError:
            return False
        return self.corrects and bool(self._of_last_hand(report))

    def _dealt_already(self, report: Deal) -> AlreadyEntered | None:
        """Says so if a deal repeats the one of this hand."""
        from scoresheets.keeping import again

        return again.dealt_already(self.session, report)

    def _known_already(self, part: Part) -> AlreadyEntered | None:
        """Says so if a line in words repeats what follows from others: who took a trick, who took none."""
        if self.dry or part.piece.overrule or not self.corrects:
            return None
        from scoresheets.keeping import again

        text = part.piece.text
        known = (again.trick_taken, again.zero_counted, again.won_already)
        return next((found for says in known if (found := says(self.session, text))), None)

    def _deals_first(self, part: Part) -> AlreadyEntered | None:
        """Asks whether to deal, if a line is about a hand that hasn't been dealt."""
        if self.dry or part.piece.overrule or not self.corrects:
            return None
        from scoresheets.keeping import again

        return again.deals_first(self.session, part.piece.text)

    def _or_deals(self, again: AlreadyEntered | None, part: Part) -> AlreadyEntered | None:
        """A question about what is in, or whether the line is about the next hand."""
        if again and not again.choices:
            return again
        from scoresheets.keeping.again import merged

        return merged(again, self._deals_first(part))

    def _in_points(self, part: Part) -> AlreadyEntered | None:
        """What a row of points stands for in a game that counts something else."""
        if self.dry or part.piece.overrule or not self.corrects:
            return None
        from scoresheets.keeping import again

        return again.in_points(self.session, part.piece.text)

    def _short(self, part: Part, source: str) -> int:
        """Applies a line that is no report in full: as one report or a row in shorthand, otherwise as several parts."""
        from referee.entry.shorthand import Several, read
        from referee.entry.spoken.clauses import goes_home
        from referee.entry.spoken.table_talk import earlier_hand
        from scoresheets.keeping.again import has_number

        if number := earlier_hand(part.piece.text, self.referee):
            raise CommandError(
                f"hand {number} is complete. To correct it, type `fix LINE REPORT`; `log` shows the lines."
                " Nothing was saved",
                USAGE,
            )
        if report := self._takes_over(part.piece.text) or goes_home(part.piece.text, self.referee):
            return self._piece(_spelled_out(part, report), source)
        if known := self._known_already(part):
            return self._entered(known, None, part, source)
        try:
            meant = read(part.piece.text, self.referee)
        except Several as several:
            return self._asks_which(part, several, source)
        if meant and len(meant.entered) > 1:
            return self._row(part, meant, source)
        if meant and not self._begins_well(_spelled_out(part, meant.text)) and (sequence := self._in_sequence(part)):
            return self._each_in_turn(sequence, source)
        if meant:
            whole = _spelled_out(part, meant.text)
            return self._long(whole, meant.entered[0], source, has_number(part.piece.text))
        if again := self._or_deals(self._in_already(part, row=()), part):
            return self._entered(again, None, part, source)
        if (code := self._in_parts(part, source)) is not None:
            return code
        if apart := self._without_filler(part):
            main, left_out = apart
            code = self._piece(main, source)
            self._show_ignored(left_out, aside=True)
            return code
        return self._unknown(part, source)

    def _takes_over(self, text: str) -> str:
        """The report that somebody new takes over a seat, if a line says so in other words and it is possible."""
        from referee.entry.spoken.clauses import takes_over

        report = takes_over(text, self.referee)
        return report if report and self.referee.can(report).accepted else ""

    def _without_filler(self, part: Part) -> tuple[Part, str] | None:
        """The line without words that say nothing, and those words, if everything else would be accepted."""
        from referee.entry.spoken.table_talk import without_filler
        from referee.entry.spoken.words import MOST_WORDS

        if len(part.piece.text.split()) > MOST_WORDS:
            return None
        text, left_out = without_filler(part.piece.text, self.referee)
        main = _spelled_out(part, text)
        return (main, left_out) if left_out and self._fits(main) else None

    def _fits(self, part: Part) -> bool:
        """Whether everything that a line says would be accepted."""
        from referee.entry.shorthand import Several, in_full

        referee = self.referee
        clauses = self._clauses(part)
        clauses = self._same_verb(clauses) or clauses or [part]
        number = referee.hand.number
        with referee.trial(), suppress(Several):
            for clause in clauses:
                for text in in_full(clause.piece.text, referee):
                    if not referee.hear(text).accepted:
                        return referee.hand.number != number and text.endswith(" 0")
            return True
        return False

    def _in_parts(self, part: Part, source: str) -> int | None:
        """Applies the parts of a line one by one, without what only is said aside. None if it has no parts."""
        from referee.entry.spoken.words import MOST_WORDS

        if len(part.piece.text.split()) > MOST_WORDS:
            return None
        if for_all := self._first_and_more(part):
            return self._one_by_one(for_all, source)
        clauses = self._clauses(part)
        if not self._all_begin_well(clauses) and (sequence := self._in_sequence(part)):
            return self._each_in_turn(sequence, source)
        if (len(clauses) < 2 or not self._begins_well(clauses[0])) and (apart := self._without_asides(part)):
            main, aside = apart
            code = self._piece(main, source)
            self._show_ignored(aside, aside=True)
            return code
        if len(clauses) < 2:
            return None
        if alike := self._same_verb(clauses):
            return self._together(part, alike, source)
        if self._is_in_words(part) and self._loses_a_value(clauses) and (gist := self._gist(part)):
            return self._entered(gist, None, part, source)
        return self._one_by_one(clauses, source)

    def _unknown(self, part: Part, source: str) -> int:
        """Refuses a line that can't be read, as the nearest report if there is one, or asks who takes a seat."""
        from referee.entry.guesses import not_understood

        if again := self._takes_seat(part):
            return self._entered(again, None, part, source)
        if gist := self._gist(part):
            return self._entered(gist, None, part, source)
        if not self.dry and not part.piece.overrule and (ruling := not_understood(part.piece.text, self.referee)):
            at = part.column + ruling.column - 1
            return self._answer(ruling._replace(column=at), part.typed, part.column, source, 0)
        nearest = self._of_a_team(part)
        return super()._piece(_spelled_out(part, nearest) if nearest else part, source)

    def _loses_a_value(self, clauses: Sequence[Part]) -> bool:
        """Whether a number or a card in one of the reports of a line can't be entered after those before it."""
        from referee.entry.gist import has_value
        from referee.entry.shorthand import Several, read

        with self.referee.trial():
            for clause in (inner for outer in clauses for inner in self._clauses(outer) or [outer]):
                try:
                    read(clause.piece.text, self.referee)
                except Several as several:
                    if several.texts:
                        return False  # the choice is asked for
                lost = self._enters(clause) is None and has_value(clause.piece.text)
                if lost and not self._without_asides(clause):
                    return True
        return False

    def _is_in_words(self, part: Part) -> bool:
        """Whether a line says more than names and numbers."""
        from referee.entry.spoken.words import SMALL

        names = self.referee.names.whole
        words = re.findall(r"[^\W\d]{2,}", part.piece.text)
        return any(not names(word) and not number_for(word) and word.lower() not in SMALL for word in words)

    def _gist(self, part: Part) -> AlreadyEntered | None:
        """Asks whether a sentence means the facts that are understood of it. None if one of them isn't."""
        from referee.entry.gist import meanings
        from scoresheets.keeping.again import AlreadyEntered, Choice

        if self.dry or part.piece.overrule or not self.corrects:
            return None
        found = meanings(part.piece.text, self.referee)
        choices = tuple(Choice("; ".join(reports), (), tuple(reports)) for reports in found)
        return AlreadyEntered("Is this right?" if len(found) == 1 else "Which one?", choices) if found else None

    def _without_asides(self, part: Part) -> tuple[Part, str] | None:
        """The line without a clause that says nothing, and that clause, if the rest would be accepted."""
        from referee.entry.spoken.table_talk import without_asides

        for text, aside in without_asides(part.piece.text, self.referee):
            main = _spelled_out(part, text)
            if self._begins_well(self._without_talk(main)):
                return main, aside
        return None

    def _begins_well(self, part: Part) -> bool:
        """Whether a line would be accepted as it is said."""
        from referee.entry.shorthand import Several, in_full

        try:
            text = next(in_full(part.piece.text, self.referee))
        except Several as several:
            return bool(several.texts)
        if self.referee.can(text).accepted:
            return True
        clauses = self._clauses(part)
        return (len(clauses) > 1 and self._begins_well(clauses[0])) or bool(self._first_and_more(part))

    def _all_begin_well(self, clauses: Sequence[Part]) -> bool:
        """Whether several reports would be accepted, one after the other."""
        with self.referee.trial():
            return len(clauses) > 1 and all(self._enters(clause) is not None for clause in clauses)

    def _enters(self, part: Part) -> int | None:
        """Applies the reports of a part in a trial, and counts them. None if one isn't accepted."""
        from referee.entry.shorthand import Several, in_full

        if self._known_already(part):
            return 0
        if left_out := self._is_not_entered(part):
            return 0 if left_out.is_aside else None
        referee = self.referee
        heard = 0
        with suppress(Several):
            for report in in_full(part.piece.text, referee):
                if not referee.hear(report).accepted:
                    break
                heard += 1
            else:
                return heard
        referee.undo(heard)
        return None

    def _in_sequence(self, part: Part) -> list[Part]:
        """The reports of a line one after the other, if commas, full stops and *then* separate them. Else empty.

        Each takes as much of the line as it can, and all must be accepted.
        """
        from referee.entry.spoken.clauses import counts_unnamed, sentences

        referee = self.referee
        text, ends = part.piece.text, sentences(part.piece.text, referee)
        found: list[str] = []
        at = 0
        with referee.trial():
            while at < len(ends):
                for behind in range(len(ends) - (not at), at, -1):
                    piece = text[ends[at][0] : ends[behind - 1][1]]
                    if referee.names.whole(piece):
                        continue
                    count = self._enters(_spelled_out(part, piece))
                    if count and at and (counts_unnamed(piece, referee) or self._counts_something_else(piece, count)):
                        referee.undo(count)
                        continue
                    if count is not None:
                        break
                else:
                    return []
                found.append(piece)
                at = behind
        return [_spelled_out(part, piece) for piece in found]

    def _counts_something_else(self, text: str, count: int) -> bool:
        """Whether the last reports are of a number alone, but count something else than the report before them."""
        from referee.entry.spoken.clauses import values_named

        referee = self.referee
        if not values_named(text, referee) or len(referee.entries) <= count:
            return False
        before, *last = [entry.report for entry in referee.entries[-count - 1 :]]
        return bool(before.amounts(referee.hand)) and any(type(report) is not type(before) for report in last)

    def _first_and_more(self, part: Part) -> list[Part]:
        """What is done for everybody, and what is said with it, if that would be accepted then.

        ``Ann deals, 7H turned up``; ``hearts are trumps, Ben 3``.
        """
        from referee.entry.spoken.clauses import takes_back

        referee = self.referee
        for comma in islice(re.finditer(r"\s*[,;.:]\s+(?:and\s+)?|\s+and\s+", part.piece.text), FIRST_PARTS):
            first, more = part.piece.text[: comma.start()], part.piece.text[comma.end() :]
            if takes_back(more):
                return []
            texts = self._meanings(first)
            with referee.trial():
                if len(texts) != 1 or not (ruling := referee.hear(texts[0])).accepted:
                    continue
                for_all = (
                    ruling.report is not None
                    and ruling.report.speaker == "none"
                    and not ruling.report.amounts(referee.hand)
                )
                follows = (for_all or isinstance(ruling.report, Deal)) and self._begins_well(_spelled_out(part, more))
            if follows:
                return [_spelled_out(part, ruling.text), _spelled_out(part, more)]
            if isinstance(ruling.report, Deal) and any(self._deals(text) for text in self._meanings(more)):
                return [_spelled_out(part, more)]  # `new hand, Ann deals`
        return []

    def _deals(self, text: str) -> bool:
        ruling = self.referee.can(text)
        return ruling.accepted and isinstance(ruling.report, Deal)

    def _meanings(self, text: str) -> list[str]:
        """The reports that a text stands for. Empty if it could be several, or is a name alone."""
        from referee.entry.shorthand import Several, in_full

        if self.referee.names.whole(text.strip()):
            return []
        try:
            return [*in_full(text, self.referee)]
        except Several:
            return []

    def _takes_seat(self, part: Part) -> AlreadyEntered | None:
        """Asks about ``eve for Ann``, if it has no other meaning."""
        if self.dry or part.piece.overrule:
            return None
        from scoresheets.keeping import again

        return again.takes_seat(self.session, part.piece.text)

    def _of_a_team(self, part: Part) -> str:
        """The nearest report to a line about ``Ann and Cat``, whose refusal says what is missing."""
        from referee.entry.spoken.readings import ways

        shapes = self.referee.vocabulary.shapes
        texts = [way.text for way in ways(part.piece.text, self.referee)]
        text = next((text for text in texts if text.split()[1:] and text.split()[1] in shapes), next(iter(texts), ""))
        return text if "+" in text.partition(" ")[0] and "+" not in part.piece.text else ""

    def _clauses(self, part: Part) -> list[Part]:
        """The reports of a line about several players: ``Ben 3, Cat 2 and Ann passes``."""
        from referee.entry.spoken.clauses import clauses

        texts = clauses(part.piece.text, self.referee)
        return [_spelled_out(part, text) for text in texts]

    def _same_verb(self, clauses: Sequence[Part]) -> list[Part]:
        """The parts of a line with the verb of the first, if each has one number for another player.

        ``Cat made 2, Ann 1``: the 1 is never a bid, even if the 2 ends the hand. Empty if the parts say more.
        """
        from referee.entry.shorthand import Several, read

        referee = self.referee
        values = [self._number_said(clause.piece.text) for clause in clauses]
        named = [each for each in values if each]
        if not named or len(named) != len(clauses) or len({who for who, _ in named}) != len(named):
            return []
        try:
            first = read(clauses[0].piece.text, referee)
            report = first.entered[0] if first else referee.vocabulary.read(clauses[0].piece.text, referee.hand)
            whole = [clauses[0].piece.text, *(f"{quoted(who)} {report.verb} {number}" for who, number in named[1:])]
            entered = [report, *(referee.vocabulary.read(text, referee.hand) for text in whole[1:])]
        except (Several, ParseError):
            return []
        alike = (not first or len(first.entered) == 1) and not any(
            self._has_another_verb(clause, report) for clause in clauses[1:]
        )
        texts = [report.text if first is None else first.text, *whole[1:]] if alike else []
        return [_spelled_out(clauses[0], text) for text in texts if {*map(type, entered)} == {type(report)}]

    def _has_another_verb(self, part: Part, report: Report) -> bool:
        """Whether a part of a line is a report in full, and of another kind."""
        referee = self.referee
        try:
            return type(referee.vocabulary.read(part.piece.text, referee.hand)) is not type(report)
        except ParseError:
            return False

    def _counted_in_all(self, rest: Sequence[Report]) -> AlreadyEntered | None:
        """Asks whether numbers for the whole hand mean what some of it leaves. None if there is nothing to ask."""
        from scoresheets.keeping.again import AlreadyEntered, Choice

        if not rest or self.dry or not self.corrects:
            return None
        texts = tuple(report.text for report in rest)
        return AlreadyEntered(
            "Some of that is counted already. Add what is left?", (Choice("; ".join(texts), (), texts),)
        )

    def _number_said(self, text: str) -> tuple[Seat, str] | None:
        """The player and the number that a text names, and nothing else unless it is a report with that number."""
        from referee.entry.shorthand import Several, in_full
        from referee.entry.spoken.clauses import values_named

        referee = self.referee
        if len(values := values_named(text, referee)) == 1:
            return values[0] if values[0][1].isdecimal() else None
        try:
            report = referee.vocabulary.read(next(in_full(text, referee)), referee.hand)
        except (Several, ParseError):
            return None
        if not report.who:
            return None
        number = report.amount(referee.hand)
        said = str(number) in [number_for(word) or word for word in re.findall(r"\w+", text)]
        plain = said and report.text == f"{quoted(report.who)} {report.verb} {number}"
        return (report.who, str(number)) if plain else None

    def _together(self, part: Part, clauses: Sequence[Part], source: str) -> int:
        """Applies numbers of several players, all or none of them. If some are in already, asks one by one."""
        from referee.entry.rows import in_all, of_named, refused, too_many

        referee = self.referee
        number, texts = referee.hand.number, [clause.piece.text for clause in clauses]
        reports = [referee.vocabulary.read(text, referee.hand) for text in texts]
        if again := self._counted_in_all(in_all(referee, reports)):
            return self._entered(again, None, part, source)
        row = of_named(referee, reports)
        if row and (not referee.can(row).accepted or self._is_late(_spelled_out(part, row))):
            return self._piece(_spelled_out(part, row), source)
        bids = any(" bids " in text for text in texts)  # one after another, as far as they go
        late = not row and any(map(self._is_late, clauses))
        if bids or late or any(self._in_already(clause, counted=True) for clause in clauses):
            return self._one_by_one(clauses, source)
        if fault := too_many(referee, reports):
            return self._answer(refused(part.typed, fault), part.typed, part.column, source, 0)
        refusal: Ruling | None = None
        entered: list[str] = []
        with referee.trial():
            for text in texts:
                if referee.hand.number != number and entered and text.endswith(" 0"):
                    continue  # the hand was complete without it
                if not (ruling := referee.hear(text)).accepted:
                    refusal = ruling
                    break
                entered.append(text)
        if refusal is None:
            return self._all(part, entered, source)
        refusal = refusal._replace(verdict=Verdict.UNCLEAR, report=None, instead=(), column=1, width=len(text))
        return self._answer(refusal, text, 1, source, 0)

    def _one_by_one(self, clauses: Sequence[Part], source: str) -> int:
        """Applies reports one by one, up to the first that is refused. What the others have ends with the hand."""
        from referee.entry.spoken.clauses import of_everybody

        if of_one_suit := self._of_the_suit_led(clauses):
            return self._asks_which(
                _spelled_out(clauses[0], "; ".join(each.piece.text for each in clauses)), of_one_suit, source
            )
        if unread := [clause for clause in clauses if self._says_nothing_known(clause)]:
            known = [clause for clause in clauses if clause not in unread]
            of_others = any(of_everybody(clause.piece.text) is not None for clause in known)
            if not of_others and any(map(self._begins_well, known)):
                self._show_ignored("; ".join(each.typed for each in unread), aside=True)
                clauses = known
        return self._each_in_turn(clauses, source)

    def _each_in_turn(self, clauses: Sequence[Part], source: str) -> int:
        """Applies reports one by one, up to the first that is refused, and says what isn't entered."""
        from referee.entry.rows import refused
        from referee.entry.spoken.clauses import of_everybody
        from referee.entry.spoken.words import is_value

        number = self.referee.hand.number
        clauses = [clause for clause, then in zip(clauses, (*clauses[1:], None), strict=True)
                   if not then or not self._is_reason(clause, then)]  # fmt: skip
        reasons = [self._left_aside(clause, clauses) for clause in clauses]
        entered = [clause for clause, reason in zip(clauses, reasons, strict=True) if not reason] or [*clauses[:1]]
        for left_out in dict.fromkeys(reasons) if len(clauses) > len(entered) else ():
            if left_out and left_out.is_aside:
                self._show_aside(left_out.reason)
        unused = [each.typed for each in clauses if each not in entered]
        if cards := [text for text in unused if any(map(is_value, text.split()))]:
            self._show_ignored("; ".join(cards), aside=True)
        clauses = entered
        if lacking := next((clause for clause in clauses if self._is_not_entered(clause)), None):
            return self._piece(lacking, source)
        if fault := self._ends_too_early(clauses):
            return self._answer(refused(clauses[0].typed, fault), clauses[0].typed, clauses[0].column, source, 0)
        for i, clause in enumerate(clauses, 1):
            over = self.referee.hand.number != number
            if over and (of_everybody(clause.piece.text) is not None or self._says_zero(clause)):
                continue  # the hand was complete without them
            if code := self._piece(clause, source):
                if rest := clauses[i:]:
                    self._show_ignored("; ".join(each.typed for each in rest))
                return code
        return FINE

    def _says_zero(self, part: Part) -> bool:
        """Whether a part of a line gives somebody nothing, in a number or in words of the game: ``Dan clean``."""
        from referee.entry.spoken.clauses import says_zero

        last = self.referee.entries[-1].report.verb if self.referee.entries else ""
        return says_zero(part.piece.text) or any(
            text.endswith(f" {last} 0") for text in self._meanings(part.piece.text)
        )

    def _ends_too_early(self, clauses: Sequence[Part]) -> str:
        """Why none of the reports can be entered: one ends the game, and numbers after it can't be. Else empty."""
        from scoresheets.keeping.again import has_number

        referee = self.referee
        ends = ""
        with referee.trial():
            for clause in clauses:
                if self._enters(clause) is None:
                    break
                ends = ends or (clause.piece.text if referee.over else "")
            else:
                ends = ""
        if not ends or not has_number(clause.piece.text):
            return ""
        return (
            f"`{ends}` ends the game by the rules in force, so `{clause.piece.text}` can't be entered. "
            "To play by other rules, type `house`."
        )

    def _of_the_suit_led(self, clauses: Sequence[Part]) -> Several | None:
        """Asks whether ranks that several players play are of the suit led: ``Cat ace, Dan king, Ann six``."""
        from referee.entry.shorthand import Several, in_full

        referee = self.referee
        entered: list[str] = []
        bare = 0
        with referee.trial(), suppress(Several):
            for clause in clauses:
                ruling = referee.can(text := next(in_full(clause.piece.text, referee)))
                if not ruling.accepted and ruling.verdict is Verdict.UNCLEAR and ruling.instead:
                    text, bare = f"{text.rpartition(' ')[0]} {ruling.instead[0].rpartition(' ')[2]}", bare + 1
                elif entered and (followed := self._of_suit(text, entered[0])):
                    text, bare = followed, bare + 1
                if " plays " not in text or not referee.hear(text).accepted:
                    return None
                entered.append(text)
            whole = "; ".join(clause.piece.text for clause in clauses)
            return Several(whole, ["; ".join(entered)], "Are these cards of the suit led?") if bare else None
        return None

    def _of_suit(self, text: str, lead: str) -> str:
        """A play of a bare rank as one of the suit that another play leads, if that is allowed. Otherwise empty."""
        rank, led = (read_cards(play.rpartition(" ")[2]) for play in (text, lead))
        if not rank or not led or not rank[0].is_bare or led[0].is_bare:
            return ""
        followed = f"{text}{led[0].suit}"
        return followed if self.referee.can(followed).accepted else ""

    def _is_reason(self, part: Part, then: Part) -> bool:
        """Whether a part without a number is only why the next one counts: ``jack turned up, two for his heels``."""
        from referee.entry.shorthand import Several, in_full
        from scoresheets.keeping.again import has_number

        if has_number(part.piece.text) or not has_number(then.piece.text):
            return False
        try:
            meant = [next(in_full(each.piece.text, self.referee)) for each in (part, then)]
        except Several:
            return False
        return meant[0] == meant[1]

    def _left_aside(self, part: Part, clauses: Sequence[Part]) -> NotEntered | None:
        """Why a part isn't entered. What is lacking counts only if another part is about the same player and has it."""
        left_out, names = self._is_not_entered(part), self.referee.names
        who = [names.whole(clause.piece.text.split()[0].strip('"')) for clause in clauses]
        known = left_out and (left_out.is_aside or who.count(who[[*clauses].index(part)]) > 1)
        return left_out if known else None

    def _is_not_entered(self, part: Part) -> NotEntered | None:
        """Why a part of a line isn't entered: a pass, a knock, card points. None if it may be."""
        from referee.entry.shorthand import Several, read
        from scoresheets.keeping.again import has_number

        try:
            self.referee.vocabulary.read(part.piece.text, self.referee.hand)
            return None
        except ParseError:
            pass
        try:
            read(part.piece.text, self.referee)
        except Several as several:
            if several.texts or (has_number(part.piece.text) and not several.is_aside):
                return None
            return NotEntered(several.message, several.is_aside)
        return None

    def _says_nothing_known(self, part: Part) -> bool:
        """Whether a part of a line has no number, card or suit, and can't be read: ``sue farkled``."""
        from referee.entry.shorthand import Several, read
        from scoresheets.keeping.again import has_number

        text, referee = part.piece.text, self.referee
        if has_number(text) or re.search(r"\d", text) or not SUITS.keys().isdisjoint(text.lower().split()):
            return False
        try:
            referee.vocabulary.read(text, referee.hand)
        except ParseError:
            pass
        else:
            return False
        try:
            return read(text, referee) is None
        except Several:
            return False

    def _row(self, part: Part, meant: Meant, source: str) -> int:
        """Applies all reports of a shorthand row, or none of them."""
        from referee.entry.rows import in_all, judged

        piece = part.piece
        reports = [replace(report, who=seat) for report, seat in zip(meant.entered, meant.seats, strict=False)]
        whole = len(reports) == len(meant.entered)
        if whole and (again := self._counted_in_all(in_all(self.referee, reports))):
            return self._entered(again, None, part, source)
        row = judged(self.referee, meant, piece.text, overrule=piece.overrule)
        again = self._in_already(part, row=row.reports or meant.entered, stands=row.refusal is None)
        if row.refusal is not None and not again and (sequence := self._in_sequence(part)):
            return self._each_in_turn(sequence, source)
        if row.refusal is not None:
            again = self._or_deals(again, part) or self._in_points(part)
        if again:
            return self._entered(again, row.refusal, part, source)
        if row.refusal is None:
            return self._all(part, [report.text for report in row.reports], source)
        at = part.column + row.refusal.column - 1
        return self._answer(row.refusal._replace(column=at), part.typed, part.column, source, 0)

    def _all(self, part: Part, texts: Sequence[str], source: str) -> int:
        """Applies reports that belong together. Raises CommandError and saves none if one isn't accepted."""
        told = [_spelled_out(part, text) for text in texts]
        if self.dry:
            return next((code for each in told if (code := super(InShort, self)._piece(each, source))), FINE)
        told = [self._prepared(each) for each in told]
        heard: list[JudgedLine] = []
        with self.session.alone():
            for each in told:
                heard.append(self._say(each))
                if not (ruling := heard[-1].ruling).accepted:
                    raise CommandError(f"{ruling.text}: {ruling.message}")
        for i, (each, (ruling, line)) in enumerate(zip(told, heard, strict=True), 1):
            self.follows = i < len(told)
            self.scored_later = any(later.ruling.lines for later in heard[i:])
            self._answer(ruling, each.typed, each.column, source, line)
        return FINE

    def _in_already(
        self, part: Part, *, row: Sequence[Report] | None = None, stands: bool = False, counted: bool = False
    ) -> AlreadyEntered | None:
        """What to do about a report that is already in, or about a row with its reports. None if it is new."""
        if self.dry or part.piece.overrule or not self.corrects:
            return None
        from scoresheets.keeping import again

        text = part.piece.text
        if row is None:
            return again.single(self.session, text, adds=self.adds, counted=counted)
        return again.row(self.session, text, row, stands=stands, adds=self.adds)

    def _entered(self, again: AlreadyEntered, ruling: Ruling | None, part: Part, source: str) -> int:
        """Answers for reports that are already in, and applies the rest of a row that is partly in."""
        if not again.question:
            return self._all(part, again.choices[0].texts, source)
        if not again.choices:
            ruling = Ruling(Verdict.ACCEPTED, part.piece.text)
        elif ruling is None or ruling.accepted:
            ruling = self.referee.can(part.piece.text)
            ruling = ruling if not ruling.accepted else Ruling(Verdict.UNCLEAR, part.piece.text)
        return self._answer_again(again, ruling._replace(message=again.question), part)

    def _asks_which(self, part: Part, several: Several, source: str) -> int:
        ruling = Ruling(Verdict.UNCLEAR, part.piece.text, message=several.message, column=part.column,
                        width=several.width, instead=several.texts)  # fmt: skip
        return self._answer(ruling, part.typed, part.column, source, 0)


def _spelled_out(part: Part, text: str) -> Part:
    mark = "~ " if part.piece.overrule else ""
    return Part(part.piece._replace(text=text, column=len(mark) + 1), mark + text, len(mark) + 1)
