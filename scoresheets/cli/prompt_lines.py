"""Lines typed at the live table: reports, complete or as shorthand, and the other words of the prompt."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from referee.cards import read_cards, read_suit
from referee.entry.shorthand import Several, in_full, read
from referee.entry.spoken.table_talk import without_talk
from referee.entry.spoken.words import MOST_WORDS, QUESTION
from referee.game.common_reports import Deal, House
from referee.language.reports import Report
from referee.language.synonyms import SUITS, number_for, stems
from referee.language.words import NOBODY, ParseError, Seat, either, nearest, pieces, quoted, so_many
from referee.rules.options import FROM_START
from referee.rules.rule import ORDINALS, Verdict
from referee.table.referee import Referee
from referee.table.rulings import Ruling
from scoresheets.cli import console, house_lines, house_sentences, read_as
from scoresheets.cli.another_game import SAME_PLAYERS, AnotherGame, Change
from scoresheets.cli.answers import LineAnswers
from scoresheets.cli.can import Asker, list_legal
from scoresheets.cli.commands import COMMANDS, split
from scoresheets.cli.corrections import NoCorrection, as_correction, change, corrections, filled_in
from scoresheets.cli.first_person import introduced, says_who, with_names
from scoresheets.cli.legal_screen import ABOVE_THE_PROMPT
from scoresheets.cli.meant_lines import NoSuchLine, amended
from scoresheets.cli.small_talk import (
    A_HAND,
    ALSO_CALLED,
    CONTRADICTS,
    COURTESIES,
    FINAL,
    HOW_TO_ENTER,
    MAY_END,
    MEANT,
    MOST_LETTERS,
    NEW_HAND,
    NEXT_HAND,
    NO,
    NO_SUCH,
    NOT_MEANT,
    NOT_THERE,
    OF_EVENING,
    OF_HAND,
    OF_RECORD,
    ONE_MORE,
    ONLY_TOTALS,
    OOPS,
    PLAY_AGAIN,
    PUTS_BACK,
    RULE_COUNTS,
    TAKES_BACK,
    WINS,
    YES,
)
from scoresheets.cli.table import close, draw, heading, show_where_we_are
from scoresheets.cli.wanted_game import (
    asks,
    names_apart,
    of_game,
    wanted,
)
from scoresheets.display import phrases
from scoresheets.display.changed import changes
from scoresheets.display.rulings import overrulable, repairs
from scoresheets.errors import FINE, USAGE, CommandError, LeftFor, as_sentence
from scoresheets.keeping.again import WHY
from scoresheets.keeping.line_entry import Part
from scoresheets.keeping.replay import JournalLine, JournalReport
from scoresheets.keeping.session import Session
from scoresheets.questions.asking import is_question
from scoresheets.questions.evening import at_the_table, game_in
from scoresheets.questions.following import asks_why
from scoresheets.questions.parse import ASKING

if TYPE_CHECKING:
    from scoresheets.keeping.again import AlreadyEntered, Choice

WORDS = {
    "?": "what you can type next; legal does the same",
    "< · >": "take the last line back · put it back",
    "score · log [N]": "the score sheet · the last lines",
    "why [LINE, WHO or hand N]": "where points or a refusal come from",
    "can REPORT · value REPORT": "is it allowed? · what is it worth?",
    "rule WORDS · rules": "find a rule · the rules of this game",
    "fix LINE REPORT --why TEXT": "correct a line; also `fix sue 3`, `fix last 3`",
    "undo [N] · redo · void LINE": "undo a line, or N reports · put back · strike out",
    "dispute [LINE or WORDS]": "settle an argument, or the last question",
    "house · penalty WHO RULE": "the house rules · charge what one costs",
    "board · phone": "the score on a TV · the table on your phones",
    "standings · new GAME WHO…": "who has won how much · the next game",
    "end [--count] · quit": "finish the game · leave; the game stays open",
}
"""Words that can be typed besides reports."""

HOUSES = ("init", "show", "set", "diff", "list", "leaflet")
"""Subcommands for houses in files. Anything else after `house` changes the rules at the table."""

HELP = (
    "Type what happens, line by line. Several reports go on one line with ; between.",
    "  2          what the next player does; 1 0 2 goes around the table from there",
    "  b 2        what Ben does; you can shorten names and verbs",
    "  QS 3S KS   a whole trick, or its next cards",
    "  I'm Ann    who you are; then `me 2` and `we got 500` work too",
    "Ask anything: who deals next? how many tricks are left? can I play 9H?",
    "Press Enter for the quickest line, and Tab for its next field.",
    "After a refusal, 1 takes the first repair and ~ keeps it as played.",
)
"""How to type, printed above the words in `WORDS`. All of it fits a screen of 80 columns and 24 lines."""


_SHOULD_BE = re.compile(r"should(?:['\u2019]?ve| have)? be(?:en)?\b", re.IGNORECASE)
_LAST_HAND = re.compile(r"(?:(?:in|for|of) )?(?:the )?last (?:hand|round|deal)\s*[:,]?\s+", re.IGNORECASE)
_PLACES = ("first", "second", "third", "fourth")
_DULL = frozenset(("the", "a", "it", "one", "was", "is", "of", "he", "she", "they", "that", "meant", "i"))


class Offer(NamedTuple):
    """An offer after a refusal: its key and the report it stands for."""

    key: str
    text: str
    overrule: bool = False
    choice: Choice | None = None  # choices of a question about a correction


class Typed(NamedTuple):
    """A typed line and the journal lines of its accepted reports."""

    text: str
    lines: list[int]


class Sitting(LineAnswers):
    """One visit of a user to the live table of a session.

    ``brief`` is for screens that show elsewhere what comes next. ``ask`` gets a line from the user, None if there is
    nobody to ask. ``restored`` is put back into the input line, ``left`` is set when the user leaves, and
    ``me`` is the player who types, if known.
    """

    adds = False

    def __init__(
        self,
        session: Session,
        *,
        plain: bool = False,
        brief: bool = False,
        ask: Callable[[str], str | None] = lambda text: None,
        me: Seat = NOBODY,
    ) -> None:
        super().__init__(session, plain=plain)
        self.brief = brief
        self.ask = ask
        self.obey = obey
        self.restored = ""
        self.left = False
        self.offers: list[Offer] = []
        self.refused = ""  # the last line, or the part of it that was refused
        self.faulty: Report | None = None  # the report of the last line that was refused
        self.left_open: tuple[list[Offer], int] = ([], 0)  # what a refused line left open, and the next line then
        self.unheard = ""  # the rest of the line after a report that was refused
        self.said_dispute = False  # whether it was said how to settle a disagreement
        self.me = me
        self.then = ""  # what was typed about the next game
        self.came_from = 0  # the session that was left open for this one
        self.before_me = ""  # the line that waits until it is known who types
        self.lines: list[Typed] = []
        self._accepted: list[int] = []
        self._refused_part = ""

    # Sitting down

    def greet(self) -> None:
        """Prints the state of the session with the last saved report."""
        console.say(f"Session {self.session.number}: {heading(self.session)}")
        show_where_we_are(self.session)

    def news(self) -> None:
        """Reads lines that others have written meanwhile, and prints them."""
        for entry in self.session.catch_up():
            if entry.accepted:
                self.offers = []
                console.say(f"Meanwhile, line {entry.number}: {_elsewhere(entry)}")
        if self.session.ended and not self.left:
            console.say(
                f"Session {self.session.number} was closed. To continue it, run `referee resume {self.session.number}`."
            )
            self.left = True

    # A line

    def hear(self, line: str, source: str = "") -> int:
        """Runs a line. Returns the exit code it would have as a command."""
        kept, self.restored = self.restored, ""
        typed = self._bare(line.strip())
        if kept and typed.startswith(kept) and typed[len(kept) :].strip() in ("<", ">", "?"):
            typed = typed[-1]  # remaining text of an undone line that was left unchanged
        try:
            self.news()
            return self._hear(typed, source) if typed and not self.left else FINE
        except CommandError as trouble:
            console.tell(as_sentence(trouble.message))
            return trouble.code

    def _bare(self, typed: str) -> str:
        """A line without the words that only the shell needs: ``referee score``, ``referee say Ann bids 2``."""
        for word in ("referee", "say"):
            first, _, rest = typed.partition(" ")
            referee = self.referee
            if first.lower() != word or (word == "say" and is_question(typed, referee)):
                continue
            if not referee.names.whole(first) and word not in referee.vocabulary.shapes:
                typed = rest.strip() or ("table" if word == "referee" else typed)
                typed = "undo 1" if word == "referee" and typed == "undo" else typed  # as the command does
        return typed

    def _hear(self, typed: str, source: str) -> int:
        """Runs a line as the first of these that it is, otherwise as a report."""
        if not self.offers:
            self.then = ""
        if of_record := OF_RECORD.fullmatch(typed):
            belongs = f"`{of_record[1]}:` belongs in a record file. To bring one in, run `referee import FILE`."
            raise CommandError(belongs, USAGE)
        if another := self._another_game.change(typed):
            return self._change_game(another)
        if me := introduced(typed, self.referee):
            return self._is_me(me, source)
        if not self.referee.names.whole(self.me):
            self.me = NOBODY  # who doesn't play this game
        ours = without_talk(typed, self.referee)  # what *we* play is no report of a team
        typed = with_names(typed, self.me, self.referee) if self.me else typed
        bare = without_talk(typed, self.referee)
        for reading in (
            self._question_of_evening, self._question, self._answer_to_offers,
            self._undo_in_words, self._house_rule,
            self._new_name, self._amendment, self._stop, self._correction, self._word_of_prompt, self._remark,
            self._question_of_who_types,
        ):  # fmt: skip
            if (code := reading(typed, ours if reading == self._house_rule else bare, source)) is not None:
                return code
        return self._report(typed, source)

    # What a line may be: each runs the line and returns the exit code, None if it is something else. ``typed`` is the
    # whole line, ``bare`` the line without table talk.

    def _question_of_evening(self, typed: str, bare: str, source: str) -> int | None:
        """Shows who has won the games of tonight, or answers another question about games."""
        from scoresheets.cli.history import any_tonight

        if asks(typed) and not is_question(typed, self.referee) and at_the_table(self.session, typed):
            return self._answered(typed)
        if len(typed) > MOST_LETTERS or not OF_EVENING.fullmatch(typed) or game_in(typed)[0]:
            return None
        if any_tonight(self.session.journal.path):
            return self._command("standings", ["--tonight"])
        console.say("No game has been finished tonight.")
        return self._answered("who is winning?")

    def _question(self, typed: str, bare: str, source: str) -> int | None:
        asked = next((text for text in dict.fromkeys((bare, typed)) if self._asks(text)), "")
        asks_for_it = QUESTION.match(bare) and not _SHOULD_BE.match(bare)
        if not asked or (not typed.endswith("?") and not asks_for_it and self._as_correction(typed)):
            return None
        if TAKES_BACK.fullmatch(bare):
            return None
        return self._answered(asked)

    def _answer_to_offers(self, typed: str, bare: str, source: str) -> int | None:
        if self.offers and (YES.fullmatch(typed) or _refuses(typed)):
            return self._yes_or_no(typed, source)
        if offer := next((made for made in self.offers if typed.removeprefix("#") == made.key), None):
            rest = self.unheard
            code = self._take(offer, source)
            return self._hear(self._likewise(offer.text, rest), source) if rest and code == FINE else code
        before, number = self.left_open
        offer = next((made for made in before if typed.removeprefix("#") == made.key), None)
        if offer and number == self.session.next_line and not read_as.is_possible(typed, self.referee):
            return self._take(offer, source)
        if chosen := self._chosen(typed):
            return self._take(chosen, source)
        if typed == "~":
            raise CommandError("nothing was refused, so there is nothing to enter anyway", USAGE)
        return None

    def _undo_in_words(self, typed: str, bare: str, source: str) -> int | None:
        begun_only = not self.session.entries and _refuses(typed)
        if begun_only or any(TAKES_BACK.fullmatch(text) for text in (typed, bare)):
            return self._take_last_back()
        if any(PUTS_BACK.fullmatch(text) for text in (typed, bare)):
            return self._forth("") or FINE
        return None

    def _house_rule(self, typed: str, bare: str, source: str) -> int | None:
        """Offers the house rules that a sentence without ``house`` can mean: ``we play to 60``, ``no passing``."""
        if len(typed) > MOST_LETTERS:
            return None
        text = bare.strip(" .!")
        if RULE_COUNTS.fullmatch(text):
            return self._last_rule_from_start()
        referee = self.referee
        variant = house_lines.named(referee, text)
        if not text or not (variant or house_sentences.states_a_rule(text, referee)) or self._word(text):
            return None
        found = [variant] if variant else house_sentences.changes(referee, text, whole=True)
        if house_sentences.says_target(text):
            return self._house(text) or FINE
        after_rule = bool(referee.entries) and isinstance(referee.entries[-1].report, House)
        if not found or read_as.is_report(text, self.referee) or read_as.is_speech(text, self.referee):
            return None
        if not after_rule and self._as_correction(typed):
            return None
        if NO_SUCH.fullmatch(text):
            console.say("You can leave out what didn't happen.")
        return self._change_house(text, found)

    def _last_rule_from_start(self) -> int | None:
        """Offers to count the last house rule from the first hand on. None if none was changed."""
        standing = [report.text for report in self.session.course.standing]
        last = next((text for text in reversed(standing) if text.startswith("house ")), "")
        if not last or last.endswith(FROM_START):
            return None
        return self._offered(
            "A house rule starts with the next hand, or counts from the first one.", f"{last} {FROM_START}"
        )

    def _new_name(self, typed: str, bare: str, source: str) -> int | None:
        """Offers to rename a player, if a line gives one another name."""
        from scoresheets.cli.new_names import new_name

        if not (given := new_name(bare, self.referee)) or read_as.is_possible(typed, self.referee):
            return None
        who, new = given
        code = self._offered(f"Call {who} {new} from the next game on?", f"players rename {quoted(who)} {new}")
        console.tell(f"Or only in this game: `{new} for {quoted(who)}`. Then {new} counts as a new player.")
        return code

    def _amendment(self, typed: str, bare: str, source: str) -> int | None:
        """The line before, which was refused, with a change; or what was meant instead of it."""
        if self._replaces_refused(bare):
            return self._report(bare, source)
        if amended := self._amended(typed, bare):
            self.refused = ""
            return self._hear(amended, source)
        meant = MEANT.fullmatch(typed)
        if meant and (corrected := self._as_correction(typed)):
            last = self.referee.entries[-1].report.line
            of_last = corrected.startswith(f"{last} ") and ";" not in corrected
            return (self._fix(f'{corrected} --why "{WHY}"') or FINE) if of_last else None
        if meant and (
            not read_as.player(meant["instead"].partition(" ")[0], self.referee)
            or read_as.is_report(meant["instead"], self.referee)
        ):
            return self._fix(f'last {meant["instead"]} --why "{WHY}"') or FINE
        return None

    def _stop(self, typed: str, bare: str, source: str) -> int | None:
        stops = self._another_game.stops(typed) or self._another_game.stops(bare)
        if not stops or typed.lower() in self.referee.vocabulary.shapes:  # a report of Put and Take
            return None
        self._end("")
        then = stops.groupdict().get("then") or ""
        self.then = then if self.session.ended and self._another_game.is_named(then) else ""
        return FINE

    def _correction(self, typed: str, bare: str, source: str) -> int | None:
        if not source and self._depends_on_me(typed):
            return None  # it is asked first whose line it is
        try:
            corrected = self._as_correction(typed, quietly=False)
        except NoSuchLine as none:
            if not none.hand:
                raise
            console.tell(as_sentence(none.message))
            self._lines_of_hand(str(none.hand))
            return USAGE
        last = _LAST_HAND.match(typed)
        between = last and not self.referee.hand.dealer
        if corrected and last and between and read_as.completes_hand(typed[last.end() :], self.referee):
            return self._offered("Is that the last hand, or a new one?", f"fix {corrected}", typed[last.end() :])
        if corrected:
            return self._fix(corrected) or FINE
        if not self.refused and (CONTRADICTS.fullmatch(typed) or self._says_wrong(typed)):
            raise CommandError(
                "which line is wrong? To correct one, type `fix LINE REPORT`; `log` shows the lines", USAGE
            )
        return None

    def _word_of_prompt(self, typed: str, bare: str, source: str) -> int | None:
        word = self._word(typed if bare.lower() == "end" else bare) or self._word(typed)
        return (word[0](word[1]) or FINE) if word else None

    def _remark(self, typed: str, bare: str, source: str) -> int | None:
        return self._about_the_game(typed, bare)

    def _question_of_who_types(self, typed: str, bare: str, source: str) -> int | None:
        """Asks who *I* is, if the line depends on it. The answer is remembered, and the line is run then."""
        if source or not self._depends_on_me(typed):
            return None
        self.before_me = typed
        return self._offered("Who are you?", *(f"I'm {seat}" for seat in self.referee.players))

    def _is_me(self, me: Seat, source: str) -> int:
        """Remembers who types, and runs the line that waits for it."""
        self.me, self.offers = me, []
        console.say(f"`I` and `me` now mean {me}.")
        waiting, self.before_me = self.before_me, ""
        return self._hear(waiting, source) if waiting else FINE

    def _depends_on_me(self, typed: str) -> bool:
        """Whether nobody knows yet whom a line is about, because it says *I* or *we*."""
        referee = self.referee
        return (
            not self.me
            and len(referee.players) > 1
            and says_who(typed, referee)
            and not read_as.is_possible(typed, self.referee)
        )

    def _yes_or_no(self, typed: str, source: str) -> int:
        """Takes the only offer, or leaves everything as it is."""
        offered = [offer for offer in self.offers if not offer.overrule]
        if _refuses(typed):
            self.offers = []
            console.say("Nothing was changed.")
            return FINE
        if len(offered) == 1:
            return self._take(offered[0], source)
        raise CommandError(f"Which one? Type {either([offer.key for offer in self.offers])}", USAGE)

    def _likewise(self, chosen: str, rest: str) -> str:
        """The rest of a line with the verb of the report that was chosen, if it begins with a name and a number."""
        from referee.entry.spoken.clauses import values_named

        referee = self.referee
        first, semicolon, more = rest.partition(";")
        values, verb = values_named(first, referee), next(iter(chosen.split()[1:]), "")
        text = f"{quoted(values[0][0])} {verb} {values[0][1]}" if len(values) == 1 else ""
        plain = len(first.split()) == 2 and verb.isalpha()
        return f"{text}{semicolon}{more}" if plain and text and referee.can(text).accepted else rest

    def _chosen(self, typed: str) -> Offer | None:
        """The offer that a line names by its place or by words of its own: ``the second one``, ``lost``, ``hearts``."""
        made = [offer for offer in self.offers if not offer.overrule]
        if len(made) < 2 or not (words := [word for word in re.findall(r"\w+", typed.lower()) if word not in _DULL]):
            return None
        if len(words) == 1 and words[0] in _PLACES:
            at = _PLACES.index(words[0])
            return made[at] if at < len(made) else None
        referee = self.referee
        if any(referee.names.whole(word) or word.isdecimal() for word in words):
            return None
        said = [{*stems(word), read_suit(word) or SUITS.get(word, "") or word} for word in words]
        fits = [offer for offer in made if all(each & _words_of(offer.text) for each in said)]
        return fits[0] if len(fits) == 1 else None

    def _replaces_refused(self, bare: str) -> bool:
        """Whether a line begins with the report of the last line that was refused, with another number."""
        from referee.entry.spoken.clauses import clauses

        referee, faulty = self.referee, self.faulty
        if faulty is None:
            return False
        first = next(iter(clauses(bare, referee)), bare)
        try:
            meant = read(first, referee)
            report = meant.entered[0] if meant else referee.vocabulary.read(first, referee.hand)
        except ParseError:
            return False
        return type(report) is type(faulty) and report.who == faulty.who and referee.can(report.text).accepted

    def _amended(self, typed: str, bare: str) -> str:
        """The last line, which was refused, with another number or player: ``make that 4``, ``I meant Dave``."""
        if not self.refused:
            return ""
        return amended(self.refused, typed, self.referee)

    def _about_the_game(self, typed: str, bare: str) -> int | None:
        """Answers a line that says something about the game as a whole, or nothing at all. None for any other line."""
        from referee.entry.spoken.tidied import hyphened

        text = re.sub(r"\b(that|it|let)s\b", r"\1's", bare.strip(" .!") or typed, flags=re.IGNORECASE)
        if read_as.is_report(text, self.referee):
            return None
        between = not self.referee.hand.dealer
        if ONE_MORE.fullmatch(text) and between:
            return self._report("deal", "")
        if (
            NO_SUCH.fullmatch(text)
            and not read_as.is_phrase(text, self.referee)
            and hyphened(text, self.referee) == text
        ):
            console.say("You can leave out what didn't happen.")
            return FINE
        if read_as.is_possible(text, self.referee):
            return None
        if ONLY_TOTALS.fullmatch(text) and not re.search(r"\d", text):
            if self.referee.can("rest").accepted:
                return self._report("rest", "")
            console.say(self.session.game.short_form or "Type the result of each hand. You can leave out the cards.")
            return FINE
        if FINAL.fullmatch(text):
            self._score("")
            return FINE
        if NEXT_HAND.fullmatch(text):
            if self.referee.can("deal").accepted or self._the_rest():
                return self._report("deal", "")
            begun = bool(self.referee.entries_now) and not self.referee.over
            console.say("This hand isn't over. " * begun + phrases.awaits(self.referee, besides=False))
            return FINE
        if NOT_THERE.fullmatch(text) and text == bare.strip(" .!") and not read_as.says_zero(text, self.referee):
            console.say("You can leave out what didn't happen.")
            return FINE
        if COURTESIES.fullmatch(text):
            console.say(phrases.awaits(self.referee, besides=False))
            return FINE
        if (wins := WINS.fullmatch(text)) and read_as.player(wins["who"], self.referee):
            referee = self.referee
            won = phrases.won(referee) if referee.over else f"The game isn't over. The score: {phrases.totals(referee)}"
            console.say(won)
            return FINE
        wants = wanted(text)
        if unknown := self._another_game.unknown(wants.name if wants else text):
            return self._change_game(unknown)
        if PLAY_AGAIN.fullmatch(text):
            return self._offered(SAME_PLAYERS, f"new {self.session.slug} --same")
        if MAY_END.fullmatch(text) and not self.referee.can("done").accepted:
            return self._offered("Do you want to stop here? `end` ends the game; `quit` leaves it open.", "end", "quit")
        return None

    # Another game

    @property
    def _another_game(self) -> AnotherGame:
        return AnotherGame(self.session, self._asks)

    def _change_game(self, change: Change) -> int:
        """Does what a line about another game asks for."""
        if change.resumes:
            return self._command("resume", [str(change.resumes)])
        if change.ends:
            self._end("")
        self.then = change.then
        if change.begins:
            return self._new_game(change.begins)
        if change.answers:
            return self._answered(change.answers)
        if change.asks:
            self._offered(change.asks, *change.choices)
        if change.otherwise:
            console.tell(change.otherwise)
        return USAGE if change.asks else FINE

    def _offered(self, question: str, *lines: str) -> int:
        """Asks a question, with words of the prompt as answers."""
        self.offers = [Offer(str(i), line) for i, line in enumerate(lines, 1)]
        console.tell(question)
        for offer in self.offers:
            console.tell(f"  [{offer.key}] {offer.text}")
        return USAGE

    def _as_correction(self, typed: str, *, quietly: bool = True) -> str:
        """A line such as ``sorry, Sue had 4`` in the form of ``fix``, if it corrects what is in.

        Raises NoSuchLine, unless ``quietly``, if it names a hand in which no line fits.
        """
        if len(typed.split()) > MOST_WORDS:
            return ""
        try:
            text = as_correction(typed, self.session)
            wanted = filled_in(self.session, corrections(text, self.session)) if text else []
        except NoSuchLine:
            if quietly:
                return ""
            raise
        except (CommandError, ParseError):
            return ""
        return text if wanted else ""

    def _says_wrong(self, typed: str) -> bool:
        """Whether a line says that something is wrong: alone, or when a hand is complete and the next hasn't begun."""
        wrong = OOPS.match(typed) if not self.referee.hand.dealer else OOPS.fullmatch(typed.rstrip(".! "))
        return bool(wrong and self.referee.entries)

    def _word(self, typed: str) -> tuple[Callable[[str], int | None], str] | None:
        """The action for a line that isn't a report, with the rest of the line."""
        if typed[0] in "<>?":
            return {"<": self._back, ">": self._forth, "?": self._legal}[typed[0]], typed[1:].strip()
        first, _, rest = typed.partition(" ")
        if not rest and first.lower() not in self.referee.vocabulary.shapes:
            first = ALSO_CALLED.get(first.lower(), first)
        obey = {
            "score": self._score, "why": self._why, "can": self._can, "value": self._value, "rule": self._rule,
            "rules": self._rules,
            "legal": self._legal, "log": self._log, "fix": self._fix, "void": self._void, "undo": self._undo,
            "redo": self._forth, "table": self._table, "end": self._end, "help": self._help, "quit": self._quit,
            "exit": self._quit, "dispute": self._dispute,
        }.get(first.lower())  # fmt: skip
        referee = self.referee
        if referee.names.whole(first):
            return None
        if first.lower() == "house" and "=" not in rest and rest.partition(" ")[0] not in (*HOUSES, "rule"):
            return self._house, rest.strip()
        of_files = first.lower() == "house" and rest.partition(" ")[0] in HOUSES
        if first.lower() == "end" and rest.strip() in ("--count", "count"):
            return self._end, rest.strip()
        if first.lower() in referee.vocabulary.shapes and (rest or obey is None) and not of_files:
            return None  # `score 20` if that is a report of the game
        if first.lower() == "new" and NEW_HAND.fullmatch(rest.strip()):
            return None
        if first.lower() == "new" and (named := wanted(rest)) and named.slug:
            return self._new_game, rest
        if obey is None and first in COMMANDS and first not in ("table", "say"):
            return lambda rest: self._command(first, split(rest)), rest
        return (obey, rest.strip()) if obey else None

    def _report(self, typed: str, source: str) -> int:
        """Applies reports, and remembers which of them belong together."""
        before, number = self.offers or self.left_open[0], self.session.next_line
        self.offers, self._accepted, self.unheard, self.asked, self.faulty = [], [], "", "", None
        self._refused_part = typed
        code = self.tell(typed, source)
        unchanged = code and number == self.session.next_line and not self.offers
        self.left_open = (before, number) if unchanged else ([], 0)
        self.refused = (self._refused_part if self._accepted else typed) if code else ""
        if self._accepted:
            self.lines.append(Typed(typed, self._accepted))
        return code

    def _answer(self, ruling: Ruling, typed: str, column: int, source: str, number: int) -> int:
        if ruling.accepted:
            self._accepted.append(number)
            console.ruling(
                ruling,
                self.referee,
                plain=self.plain,
                brief=self.brief,
                more=self.follows,
                total=not self.scored_later,
            )
            return FINE
        self.faulty = ruling.report
        unread = ruling.verdict is Verdict.UNCLEAR and not ruling.report
        if unread and not source and (known := self._stated(typed)):
            for text in (*known, console.nothing_saved(self.saved > 0)):
                console.say(text)
            return console.exit_code(ruling)
        self._refused_part = typed
        self.offers = offers(ruling, self.referee, typed, column)
        if isinstance(ruling.report, Deal) and (rest := self._the_rest()):
            self.offers.append(Offer("1", f"{rest}; {ruling.text}"))
        shown = [
            f"[{offer.key}] {'enter it anyway' if offer.overrule else _explained(offer.text)}" for offer in self.offers
        ]
        first = not ruling.report and not ruling.instead and ruling.column == column
        named = self.referee.names.whole((typed[column - 1 :].split() or [""])[0])
        if first and not named and (word := _word_meant(typed[column - 1 :])):
            shown.append(f"`{word}`")
        referee = self.referee
        where = f"{source}:{ruling.column or 1}" if source else console.place(referee, number or self._next)
        console.ruling(
            ruling, referee, where=where, line=typed, column=column, plain=self.plain, offers=shown,
            partly=self.saved > 0,
        )  # fmt: skip
        self._say_before(ruling)
        return console.exit_code(ruling)

    def _the_rest(self) -> str:
        """The report that completes a hand, if only one player or team is missing and the total is known."""
        referee = self.referee
        for hand, ask in referee.asks():
            left, told = hand.left_of(ask.verb), {entry.report.who for entry in referee.entries_now}
            missing = [seat for seat in ask.seats() or () if seat not in told]
            if left and left[0] >= 0 and len(missing) == 1:
                text = f"{quoted(missing[0])} {ask.verb.verb} {left[0]}"
                if referee.can(text).accepted:
                    return text
        return ""

    def _stated(self, typed: str) -> list[str]:
        """The lines that say whether a sentence is true. Empty if nothing shows it."""
        from scoresheets.questions.answer import stated

        known = stated(self.session, typed)
        return known.lines() if known else []

    def _answer_again(self, again: AlreadyEntered, ruling: Ruling, part: Part) -> int:
        if not again.choices:
            console.say(again.question)
            return FINE
        console.tell(again.question)
        self.offers = [Offer(str(i), choice.label, choice=choice) for i, choice in enumerate(again.choices, 1)]
        for offer in self.offers:
            console.tell(f"  [{offer.key}] {offer.text}")
        console.tell(console.nothing_saved(self.saved > 0))
        return console.exit_code(ruling)

    def _take(self, offer: Offer, source: str) -> int:
        """Takes an offer after a refusal, or answers a question."""
        choice = offer.choice
        if choice is None and (me := introduced(offer.text, self.referee)):
            return self._is_me(me, source)
        if choice is None and not offer.overrule and (word := self._word(offer.text)):
            self.offers = []
            return word[0](word[1]) or FINE
        if choice is None:
            return self._report(f"~ {offer.text}" if offer.overrule else offer.text, source)
        from scoresheets.keeping.again import take

        self.offers = []
        if made := take(self.session, choice):
            for line in changes(made):
                console.say(line)
        for text in choice.texts:
            console.say(text)
        return self._show_state()

    def _show_ignored(self, rest: str, *, aside: bool = False) -> None:
        if aside or not self.offers:
            super()._show_ignored(rest)
            return
        console.tell(f"After your choice: {rest}")
        self.unheard += f"; {rest}" if self.unheard else rest

    # Undo

    def _back(self, rest: str) -> int:
        """Undoes the last typed line, which is put back into the input line."""
        _nothing_more(rest, "<")
        standing = [report.line for report in self.session.course.standing]
        while self.lines and standing[-len(self.lines[-1].lines) :] != self.lines[-1].lines:
            self.lines.pop()  # corrected or undone in some other way
        last = self.lines.pop() if self.lines else None
        going = self._take_back(len(last.lines) if last else 1)
        self.restored = last.text if last else _as_typed(going[0])
        self.offers = []
        return FINE

    def _take_last_back(self) -> int:
        """Undoes the last typed line for a user who asks for it in words. Without any, the game is taken back."""
        if not self.session.entries:
            return self._take_game_back()
        self._back("")
        self.restored = ""
        return self._show_state()

    def _take_game_back(self) -> int:
        """Leaves out a game in which nothing was entered, and returns to the one before it."""
        number, name = self.session.number, self.session.played
        self.session.set_aside("begun by mistake")
        self.offers = []
        console.say(f"{name} doesn't count, as if it hadn't begun. To bring it back, type `resume {number}`.")
        if self.came_from:
            return self._command("resume", [str(self.came_from)])
        self.left = True
        return FINE

    def _take_back(self, count: int) -> list[JournalReport]:
        going = self.session.undo(count)
        for report in going:
            console.say(f"Undone: {_as_typed(report)} (line {report.line})")
        return going

    def _forth(self, rest: str) -> int:
        _nothing_more(rest, ">")
        back = self.session.redo()
        for report in back:
            console.say(f"Redone: {_as_typed(report)} (line {report.line})")
        self.lines.append(Typed("; ".join(_as_typed(report) for report in back), [report.line for report in back]))
        self.offers = []
        return self._show_state()

    def _undo(self, rest: str) -> int:
        referee = self.referee
        if OF_HAND.fullmatch(rest):
            self._take_back(len(referee.entries_now) or len(referee.records[-1].entries if referee.records else ()))
        elif rest:
            self._take_back(_number(_ONLY_A_NUMBER.sub("", rest.lower()).strip()))
        else:
            return self._take_last_back()
        self.offers = []
        return self._show_state()

    def _fix(self, rest: str) -> int:
        if named := A_HAND.fullmatch(rest.strip()):
            return self._lines_of_hand(named["number"] or named["which"].lower())
        return self._correct(rest, "fix LINE REPORT --why TEXT")

    def _lines_of_hand(self, which: str) -> int:
        """Shows the lines of a hand, and how to correct one of them."""
        records = [record for record in self.referee.records if record.entries]
        if which in ("last", "this", "current"):
            under_way = which == "last" and self.referee.hand.dealer and len(records) > 1
            record = records[-2 if under_way else -1] if records else None
        else:
            number = int(which) if which.isdecimal() else ORDINALS.index(which) + 1
            record = next((each for each in records if each.number == number), None)
        if not record:
            raise CommandError(
                f"nothing was entered for hand {which}" if which.isdecimal() else "there is no such hand"
            )
        console.say(f"Hand {record.number}:")
        for entry in record.entries:
            console.say(f"  line {entry.report.line}  {entry.report.text}")
        line = record.entries[-1].report.line
        console.say(f"To correct one, type its line as it should be: `fix {line} {record.entries[-1].report.text}`.")
        return FINE

    def _void(self, rest: str) -> int:
        if rest.split()[:1] == ["session"]:
            return self._command("void", split(rest))
        return self._correct(f"void {rest}", "void LINE… --why TEXT")

    def _correct(self, words: str, form: str) -> int:
        """Shows the effect of a correction, and makes it once the reason is known."""
        text, *why = re.split(r"\s--why(?:=|\s+|$)", words, maxsplit=1)
        try:
            wanted, fault = filled_in(self.session, corrections(text, self.session)), ""
        except NoCorrection:
            wanted, fault = [], ""
        except CommandError as error:
            wanted, fault = [], f"{as_sentence(error.message)} "
        if not wanted:
            standing = {str(report.line): report.text for report in self.session.course.standing}
            fault = fault if standing else "There is no line to correct yet. "
            known = f"Line {text.strip()} is `{standing[text.strip()]}`. " if text.strip() in standing else fault
            raise CommandError(f"{known}To correct a line, type `{form}`", USAGE)
        reason = why[0].strip().strip("\"'") if why else ""
        if not reason:
            if (made := self.session.correct(wanted, "", dry=True)).clash:
                if isinstance(made.clash[1].report, Deal):
                    how = "type what the others had too" if all(each.text for each in wanted) else "change it instead"
                    raise CommandError(f"with that, the hand isn't complete: {how}", USAGE)
                return change(self.session, wanted, "to see what it changes", True, self.plain)
            console.say("This is what would change:")
            for line in changes(made):
                console.say(line)
            if (answer := self.ask("Why? (Enter: no reason, Esc: change nothing) ")) is None:
                again = text if text.startswith("void ") else f"fix {text}"
                left = (
                    "Nothing was changed."
                    if self.brief
                    else f"Nothing was changed yet. To do it, type `{again} --why TEXT`"
                )
                raise CommandError(left, USAGE)
            following = answer.strip() if self._is_a_report(answer) else ""
            self.session.correct(wanted, "" if following else answer.strip())
            console.say("Corrected, without a reason: you typed a report." if following else "Corrected.")
            self.offers = []
            return self._hear(following, "") if following else FINE
        self.offers = []
        return change(self.session, wanted, reason, False, self.plain)

    def _is_a_report(self, text: str) -> bool:
        """Whether a reason is really the next line: a report, even as shorthand, or a word of the prompt."""
        line = text.strip().lower()
        first = line.partition(" ")[0]
        if line in (*COMMANDS, "<", ">", "?", "redo", "quit", "exit") or line.endswith("?") or first in ("fix", "void"):
            return True
        try:
            return any(read_as.is_report(piece.text, self.referee) for piece in pieces(text))
        except ParseError:
            return False

    def _table(self, rest: str) -> int:
        if rest:
            return self._command("resume", split(rest))
        show_where_we_are(self.session)
        return FINE

    def _show_state(self) -> int:
        if not self.brief:
            show_where_we_are(self.session)
        else:
            console.say(f"  {phrases.totals(self.referee)}")
        return FINE

    # Asking

    def _asks(self, typed: str) -> bool:
        """Whether a line is a question, and not a command with arguments."""
        if not is_question(typed, self.referee):
            return False
        first, _, rest = typed.partition(" ")
        if first.lower() in ASKING:
            return not self._of_command(first.lower(), rest)
        return not rest or (self._word(typed) is None and first.lower() not in ("note", "notes"))

    def _of_command(self, first: str, rest: str) -> bool:
        """Whether ``can`` or ``why`` is followed by a report, a line, a player or a hand."""
        if rest.endswith("?"):
            return False
        if first == "can":
            return any(read_as.is_report(piece.text, self.referee) for piece in pieces(rest))
        return first == "why" and bool(re.fullmatch(r"(?:(?:line |hand |#)?\d+|\S+)", rest.strip().lower()))

    def _answered(self, typed: str) -> int:
        """Answers a question. A command with a question mark after it is run."""
        from scoresheets.cli.ask import exit_code, print_answer

        bare = typed.rstrip("? ")
        follows = self.asked and asks_why(typed)
        if " " not in bare and not follows and (word := self._word(bare)):
            return word[0](word[1]) or FINE
        if HOW_TO_ENTER.fullmatch(bare) and self.session.game.short_form:
            console.say(self.session.game.short_form)
            return FINE
        settles = "" if self.said_dispute else "type `dispute`"
        given = print_answer(self.session, typed, plain=self.plain, settles=settles, before=self.asked)
        self.said_dispute = self.said_dispute or any(one.settles for one in given.every)
        self.asked = given.asked
        return exit_code(given)

    def _can(self, rest: str) -> int:
        if not rest:
            raise CommandError("type a report too, for example `can Ann bids 2`", USAGE)
        before = len(self.referee.entries)
        asking = Asker(self.session, dry=True, plain=self.plain)
        try:
            return asking.tell(rest)
        finally:
            self.referee.undo(len(self.referee.entries) - before)

    def _value(self, rest: str) -> int:
        from scoresheets.cli.value import print_value

        return print_value(self.referee, _meant(rest, self.referee), plain=self.plain)

    def _legal(self, rest: str) -> None:
        list_legal(self.referee, plain=self.plain, height=ABOVE_THE_PROMPT)

    def _why(self, rest: str) -> None:
        from scoresheets.cli.look import explain

        explain(self.session, rest.replace('"', "").split(), plain=self.plain)

    def _rule(self, rest: str) -> int:
        if not rest:
            raise CommandError("type some words too, for example `rule follow suit`", USAGE)
        return self._command("rule", [*split(rest), "--game", self.session.slug])

    def _rules(self, rest: str) -> int:
        words = split(rest)
        named = any(not word.startswith("-") for word in words)
        return self._command("rules", words if named else [self.session.slug, *words])

    def _house(self, rest: str) -> int:
        """Lists the rules that can be changed, selects a variant by name, or finds a rule by words."""
        referee = self.referee
        if not rest:
            house_lines.show(referee, self.plain)
            return FINE
        if wanted_change := house_lines.named(referee, rest):
            return self._report(wanted_change.text, "")
        try:
            if wanted_change := house_sentences.several(referee, rest):
                return self._report(wanted_change.text, "")
        except ValueError as error:
            raise CommandError(str(error), USAGE) from None
        found = house_sentences.changes(referee, rest)
        sentence = house_sentences.said(rest)
        if not found and not sentence.numbers and not sentence.no:
            found = house_lines.in_words(referee, rest)
        if not found:
            raise CommandError(f"No house rule matches {rest!r}. To see what you can change, type `house`.", USAGE)
        return self._change_house(f"house {rest}", found)

    def _change_house(self, text: str, found: list[house_lines.Change]) -> int:
        """Makes the only change that a sentence can mean, or asks which one is meant."""
        referee = self.referee
        start = house_sentences.said(text).start
        if house_sentences.is_so(referee, found[0]):
            console.say(f"You already play that: `{found[0].text.removeprefix('house ')}`.")
            return FINE
        if start == "other" or (start == "this" and referee.standing.hands):
            console.tell("A house rule starts with the next hand, or counts from the first one.")
            found = [
                made._replace(text=text, meaning=_begins(text))
                for made in found
                for text in (made.text, f"{made.text} {FROM_START}")
            ]
        elif house_sentences.is_certain(text, found):
            return self._report(found[0].text, "")
        self.offers = [Offer(str(i), made.text) for i, made in enumerate(found, 1)]
        console.tell("Change this?" if len(found) == 1 else "Which one?")
        for offer, made in zip(self.offers, found, strict=True):
            console.tell(f"  [{offer.key}] {offer.text}  {made.meaning}")
        console.tell("Nothing was saved.")
        return USAGE

    def _dispute(self, rest: str) -> int:
        """Settles the named line, otherwise the last question, otherwise the last report."""
        words = split(rest) or ([self.asked.rstrip("? ")] if self.asked else [])
        self.asked = ""
        return self._command("dispute", words)

    def _command(self, name: str, words: list[str]) -> int:
        """Runs another command of `referee`. If it opens a session, continues with that."""
        try:
            with playing(0 if self.session.ended or name in ("new", "resume") else self.session.number):
                code = self.obey([*(["--plain"] if self.plain else []), name, *words])
        except LeftFor as left:
            console.say("Nothing was decided.")
            return self._hear(left.line, "")
        if (number := self.session.journal.in_play()) and number != self.session.number and name in ("new", "resume"):
            self.came_from = 0 if self.session.ended or self.session.aside or name != "new" else self.session.number
            self.session = self.session.journal.session(number)
            self.lines, self.offers, self.then = [], [], ""
        return code

    def _new_game(self, rest: str) -> int:
        """Opens another game with players named as people name them: ``new piquet, Ann and Ben``."""
        from scoresheets.cli.next_game import named

        game, others = named(split(of_game(_quoted_options(rest))))
        options = next((at for at, word in enumerate(others) if word.startswith("-")), len(others))
        names = [str(self.me) if self.me and word.lower() in ("me", "i") else word for word in others[:options]]
        return self._command("new", [game.slug, *names_apart(names), *others[options:]])

    def _score(self, rest: str) -> None:
        _nothing_more(rest, "score")
        draw(self.session, self.plain)

    def _log(self, rest: str) -> None:
        from scoresheets.cli.look import log_of

        entries = self.session.entries
        log_of(self.session).out(entries[-_number(rest) :] if rest else entries, plain=self.plain, paged=True)

    def _help(self, rest: str) -> None:
        for line in HELP:
            console.say(line)
        width = max(map(len, WORDS))
        for word, does in WORDS.items():
            console.say(f"  {word:<{width}}  {does}")

    # Leaving

    def _end(self, rest: str) -> None:
        count = rest in ("--count", "count")
        _nothing_more("" if count else rest, "end")
        close(self.session, self._sure if self.brief else None, self.plain, count=count)
        self.left = True

    def _sure(self) -> bool:
        """Asks for confirmation. A line that is neither yes nor no is put back into the input line."""
        answer = (self.ask("Close it? [y/N] ") or "").strip()
        if answer.lower() not in ("", "y", "yes", "n", "no"):
            self.restored = answer
        return answer.lower() in ("y", "yes")

    def _quit(self, rest: str) -> None:
        _nothing_more(rest, "quit")
        self.left = True

    def leave(self) -> None:
        """Prints the farewell."""
        if not self.session.ended and not self.referee.over and not self.session.aside:
            console.say(f"Session {self.session.number} is still open. To continue it, run `referee table`.")


def _words_of(text: str) -> set[str]:
    """The words of an offer in all tenses, with the suits and ranks of its cards."""
    words = {stem for word in re.findall(r"[\w-]+", text.lower()) for stem in stems(word)}
    return words | {
        str(sign) for word in text.split() for card in read_cards(word) or () for sign in (card.suit, card.rank)
    }


def _refuses(text: str) -> bool:
    """Whether a line says *no*, or that the one before was misunderstood."""
    return bool(NO.fullmatch(text) or (NOT_MEANT.fullmatch(text) and not TAKES_BACK.fullmatch(text)))


_ONLY_A_NUMBER = re.compile(r"\b(?:the|last|please|lines?|reports?|of|them)\b")
"""Words beside the number in ``undo the last three please``."""


def _number(text: str) -> int:
    text = number_for(text) or text
    if not text.isascii() or not text.isdigit() or not int(text[:9]) > 0:
        raise CommandError(f"{text!r} isn't a number of lines", USAGE)
    return int(text[:9])


def _begins(text: str) -> str:
    """From which hand on a change of house rules counts."""
    return "counts from the first hand" if text.endswith(FROM_START) else "starts with the next hand"


def _quoted_options(text: str) -> str:
    """A command with quotation marks around each name or title of several words: ``--name Phase 10``."""
    return re.sub(r"(--(?:name|title|place)[ =])([^\s\"'-][^\"'-]*?)(?=\s+--|\s*$)", r'\1"\2"', text)


def _nothing_more(rest: str, word: str) -> None:
    if rest:
        raise CommandError(f"type `{word}` alone", USAGE)


def _explained(text: str) -> str:
    """A report to offer, with what `rest` in front of it does."""
    return f"{text} (stops tracking cards in this hand)" if text.startswith("rest; ") else text


def _word_meant(typed: str) -> str:
    """The other word of the prompt that a line with a misspelled first word may mean."""
    words = [*dict.fromkeys(form.split()[0] for form in WORDS if form[0].isalpha()), "help", *COMMANDS]
    first, *more = typed.split() or [""]
    return next(iter(nearest(first.lower(), words, 1, 0.8 if more else 0.74)), "")


def _as_typed(report: JournalReport) -> str:
    return f"~ {report.text}" if report.overrule else report.text


def _elsewhere(entry: JournalLine) -> str:
    from scoresheets.display.reasons import line_in_words

    return line_in_words(entry)


def obey(words: list[str]) -> int:
    """Runs another command of `referee`, typed at the prompt. Returns its exit code."""
    from scoresheets.cli import dispatch

    with console.at_the_prompt():
        return dispatch.obey(words)


# After a refusal


def offers(ruling: Ruling, referee: Referee, typed: str, column: int) -> list[Offer]:
    """The offers after a refusal: a key for each repair, or ``~``.

    If the number in each repair is itself a report, as with a bid, that number is the key. Otherwise ``1`` takes the
    first.
    """
    several = ruling.verdict is Verdict.UNCLEAR and not ruling.report and ruling.instead
    whole = several and ruling.width == len(ruling.text) and all(" " in text for text in ruling.instead)
    texts = list(ruling.instead)[:4] if whole else repairs(ruling, referee, typed, column)
    numbers = [text.rpartition(" ")[2] for text in texts]
    by_number = all(
        number.isdigit() and _in_short(number, referee) == text for number, text in zip(numbers, texts, strict=True)
    )
    keys = numbers if by_number else [str(i) for i in range(1, len(texts) + 1)]
    offered = [Offer(key, text) for key, text in zip(keys, texts, strict=True)]
    if text := overrulable(ruling, referee):
        offered.append(Offer("~", text, True))
    return offered


def _meant(typed: str, referee: Referee) -> str:
    """A single report made from shorthand."""
    try:
        return next(in_full(typed, referee)) if typed else ""
    except Several as several:
        raise CommandError(several.message, USAGE) from None


def _in_short(typed: str, referee: Referee) -> str:
    """The report that a number alone stands for, if any."""
    try:
        text = next(in_full(typed, referee))
    except Several:
        return typed + " "
    return text if text != typed else ""


def status(session: Session) -> Iterator[str]:
    """The line below, the most important first: who is next, the play, the score."""
    referee = session.referee
    yield phrases.awaits(referee, besides=False).rstrip(".")
    yield from dict.fromkeys((*phrases.facts_now(referee), *phrases.accounts(referee)))
    if (follows := referee.hand.deals_next) and len(referee.players) > 1 and Deal in referee.game.reports:
        yield f"{follows} deals next"
    yield phrases.scores(referee)
    if referee.hand.dealer:
        dealt = f", {referee.hand.dealer} dealt" if Deal in referee.game.reports else ""
        yield f"hand {referee.hand.number}{dealt}"
    else:
        yield f"{so_many(referee.standing.hands, 'hand')} played"
    yield session.title or session.game.name


__all__ = ["Offer", "Sitting", "offers", "status"]


@contextmanager
def playing(number: int) -> Iterator[None]:
    """Makes commands act on this session, even if another one is resumed meanwhile."""
    before = os.environ.get("REFEREE_SESSION")
    if number:
        os.environ["REFEREE_SESSION"] = str(number)
    try:
        yield
    finally:
        if before is None:
            os.environ.pop("REFEREE_SESSION", None)
        else:
            os.environ["REFEREE_SESSION"] = before
