"""Shorthand, as people talk while they play: player and verb can be left out if the table expects them.

``2`` is the bid that is due, ``1 0 2`` and ``3 p p p`` are bids around the table, ``QS 3S KS`` is a trick. ``c 1`` is
Cat's bid, ``ta`` is takes, ``c 90 r 1 h 20`` means that Cat scores ``90 red 1 held 20``, and ``primiera to Ann`` is
what Ann has. A line that can be parsed as a report is never read in any other way.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from itertools import chain, groupby, islice
from typing import NamedTuple

from referee.cards import Card, Suit, read_cards, read_suit
from referee.game.asks import Ask, Macro
from referee.game.common_reports import ANY_TIME, Concedes, Deal, Dealt, End, Joins, Leaves, Misdeal, Note, Replaces
from referee.game.game import Hand
from referee.language.reports import Report, Text, forms, shape
from referee.language.synonyms import number_for
from referee.language.words import NOBODY, ParseError, Seat, Word, Words, either, quoted
from referee.rules.rule import Verdict
from referee.table.legal import may_say
from referee.table.referee import Referee
from referee.table.rulings import broken_by

LONG_ENOUGH = 3  # letters of a verb that isn't due
DRASTIC = (End, Misdeal, Concedes, Joins, Leaves, Note, Replaces)  # typed in full only; a note would accept any words


class Several(ParseError):
    """Raised for a line that could be several reports.

    ``texts`` has them in full; ``question`` replaces the usual message. ``is_aside`` if the line says only what isn't
    entered in this game.
    """

    def __init__(self, text: str, texts: Iterable[str], question: str = "", is_aside: bool = False) -> None:
        self.texts = tuple(texts)
        self.is_aside = is_aside
        super().__init__(question or f"`{text}` could mean {either(self.texts[:4])}", 1, len(text))


class Meant(NamedTuple):
    """The reports that a line stands for, and the player of the first one."""

    entered: tuple[Report, ...]
    first: Seat
    apart: tuple[str, ...] = ()  # the words typed for each, if there are several
    seats: tuple[Seat, ...] = ()  # their players, if they don't follow one another in turn
    verb: bool = False  # at least the beginning of the verb was typed
    alone: bool = False  # only the beginning of a name was typed

    @property
    def text(self) -> str:
        return _of(self.entered[0], self.first).text

    def reports(self, referee: Referee) -> Iterator[str]:
        """Yields one report after the other. Each must be applied before the next is requested."""
        seat = self.first
        for i, report in enumerate(self.entered):
            if i:
                seat = self.seats[i] if i < len(self.seats) else following(type(report), seat, referee)
            yield _of(report, seat).text


def in_full(text: str, referee: Referee) -> Iterator[str]:
    """Yields the reports that a text stands for. A text that isn't shorthand is returned unchanged.

    Each must be applied before the next is requested. Raises Several.
    """
    meant = read(text, referee)
    return meant.reports(referee) if meant else iter((text,))


def read(text: str, referee: Referee) -> Meant | None:
    """Parses shorthand. None if the line isn't shorthand; raises Several if it can be read in several ways.

    A line that is neither a report nor shorthand may be plain speech: see `referee.entry.spoken`.
    """
    try:
        report = referee.vocabulary.read(text, referee.hand)
    except ParseError:
        return _by_phrase(text, referee) or _spoken(text, referee)
    if isinstance(report, (Replaces, Dealt)):
        from referee.entry.spoken.readings import is_doubtful

        if is_doubtful(report, text, referee):
            return _by_phrase(text, referee) or _spoken(text, referee)
    return None  # a full report is never read in any other way


def asks_more(text: str, referee: Referee) -> bool:
    """Whether a line is a phrase of the game that lacks something, so that the game asks for it."""
    try:
        read(text, referee)
    except Several as several:
        return not several.texts
    return False


def _by_phrase(text: str, referee: Referee) -> Meant | None:
    """Parses shorthand. If it has several readings, or its only one isn't allowed, a phrase of the game decides."""
    if score := _as_score(text, referee):
        return score
    try:
        meant = _read(text, referee)
    except Several:
        if phrase := _phrase(text, referee):
            return phrase
        raise
    doubtful = meant and len(meant.entered) == 1 and not referee.can(meant.text).accepted
    return _phrase(text, referee) or meant if doubtful else meant


def _as_score(text: str, referee: Referee) -> Meant | None:
    """``9-4`` as both sides' numbers, if so many things are left to count. For points it is a subtraction."""
    pair = re.fullmatch(r"(\d+)\s*[-\u2013:]\s*(\d+)", text.strip())
    meant = _read(f"{pair[1]} {pair[2]}", referee) if pair else None
    counted = meant and referee.hand.left_of(type(meant.entered[0])) is not None
    return meant if meant and counted and len(meant.entered) == 2 else None


def _phrase(text: str, referee: Referee) -> Meant | None:
    """The only report that a phrase of the game stands for, if it is allowed."""
    if not referee.game.phrases:
        return None
    from referee.entry.spoken.readings import ways

    phrases = [way.text for way in ways(text, referee) if not way.far and not way.text.startswith("?")]
    meanings = [meaning for phrase in phrases for meaning in _meanings(phrase, referee)]
    meanings = [meaning for meaning in meanings if _verdict(meaning, referee) is Verdict.ACCEPTED]
    return meanings[0] if len({meaning.text for meaning in meanings}) == 1 else None


def _read(text: str, referee: Referee) -> Meant | None:
    """Parses shorthand without plain speech.

    The readings are tried from the likeliest down, and the first tier with any reading decides: a report whose last
    words are abbreviated, what is due, what may precede that, what else is possible, bare numbers as cards, what can be
    entered at any time, a deal that is too early, and a line with the player last.
    """
    try:
        words = Words(text)
    except ParseError:
        return None
    if not words.list:
        return None
    words.join(referee.names)
    begun = referee.vocabulary.begun(text, referee.hand)
    if begun := [report for report in begun if not isinstance(report, Replaces)]:
        return _only_meaning(
            text, [Meant((report,), report.who or _due(type(report), referee), verb=True) for report in begun], referee
        )
    weak: list[Meant] = []  # readings in which bare numbers are cards
    mismatch: Meant | None = None  # the first row that would be refused
    unclear: Several | None = None  # the first line with several meanings that would all be refused
    deals = _deals(words, referee)
    may_deal = deals and any(issubclass(ask.verb, Deal) for _, ask in referee.asks())
    if deals and may_deal and not words.list[0].quoted and len(text.strip()) == 1:
        return deals  # "d" deals, even if diamonds could be called
    for asks in tiers(referee):
        meanings: list[Meant] = []
        for who, at in _speakers(words, referee):
            for meant in _by_prefix(words, at, [ask.verb for _, ask in asks], who, referee):
                (weak if _numerals(words, at + 1, meant, referee) else meanings).append(meant)
            for hand, ask in asks:
                meanings += _round_of(words, at, ask, who, referee)
                for meant in _without_verb(words, at, hand, ask, who, referee):
                    (weak if _numerals(words, at, meant, referee) else meanings).append(meant)
        if may_deal:  # a lone "d" then deals, even if a player is called Dan
            meanings = [meant for meant in meanings if not meant.alone]
        elif deals and len(text.strip()) == 1:  # and never is another word that begins like "deal"
            suit = read_suit(text.strip())
            meanings = [meant for meant in meanings if suit in meant.text.split() or _named_rightly(meant, referee)]
        if not meanings:
            meanings = [
                meant for who, at in _speakers(words, referee) for meant in _mixed(words.list[at:], asks, who, referee)
            ]
        if weak and getattr(referee.hand, "trick", None) and not any(meaning.verb for meaning in meanings):
            break  # in the middle of a trick, a number is a card
        if meanings:
            try:
                meant = _only_meaning(text, meanings, referee)
            except Several as several:
                if any(referee.can(meaning.text).accepted for meaning in meanings):
                    raise
                unclear = unclear or several  # unless another reading works
                continue
            many = len(meant.entered) > 1
            number = not meant.verb and any(word.text.isdigit() for word in words.list)
            verdict = referee.can(meant.text).verdict if many or number else Verdict.ACCEPTED
            if verdict is Verdict.IMPOSSIBLE or (many and verdict is not Verdict.ACCEPTED):
                mismatch = mismatch or meant  # unless it is a number, or a row, of something else
                continue
            return None if _says_too_little(words, meant, meanings, asks) else meant
    # Nothing that is asked for fits well. Take what nearly did, so that its refusal says why.
    if mismatch:
        return mismatch
    if unclear:
        raise unclear
    if weak:
        return _only_meaning(text, weak, referee)
    # What can be entered at any time, by at least three letters of its verb.
    others = [kind for kind in ANY_TIME if kind not in DRASTIC]
    meanings = [
        meaning for who, at in _speakers(words, referee) for meaning in _by_prefix(words, at, others, who, referee)
    ]
    long = [meaning for meaning in meanings if len(words.list[bool(meaning.first)].text) >= LONG_ENOUGH]
    if long:
        return _only_meaning(text, long, referee)
    if deals:
        return deals  # too early: its refusal says so
    turned = _turned(words, referee)
    try:
        return _read_plainly(turned, referee) or _whole(turned, referee) if turned else None
    except Several as several:
        raise Several(text, several.texts, "" if several.texts else several.message) from None


def _read_plainly(text: str, referee: Referee) -> Meant | None:
    """The same without plain speech. Also None for a full report."""
    try:
        referee.vocabulary.read(text, referee.hand)
        return None
    except ParseError:
        return _read(text, referee)


def _spoken(text: str, referee: Referee) -> Meant | None:
    """Reads a line of plain speech as one report. Raises Several if the closest wordings fit several.

    If none of its meanings is allowed, the closest is returned, so that its refusal says why.
    """
    from referee.entry.spoken.clauses import of_everybody, sides_apart
    from referee.entry.spoken.phrases import fits
    from referee.entry.spoken.readings import ways

    if words := of_everybody(text):
        return _everybody(words, text, referee)
    if texts := sides_apart(text, referee):
        raise Several(text, texts, "which team does 'we' mean?")
    asked = {ask.verb for _, ask in referee.asks()}
    refused: list[Meant] = []  # the closest readings, in case none is allowed
    for far, alike in groupby(ways(text, referee), key=lambda way: way.far):
        meanings: dict[tuple[str, ...], Meant] = {}
        for way in islice(alike, TRIED):
            if way.text.startswith("?"):
                raise Several(text, (), way.text.lstrip("?- "), way.text.startswith("?-"))
            for meaning in _meanings(way.text, referee):
                if far and not fits(text, type(meaning.entered[0])):
                    continue
                if len(meaning.entered) > 1 and _names_one(text, way.text, referee):
                    continue  # what one player did is no row of several
                meanings.setdefault((meaning.text, *meaning.apart), meaning)
        verdicts = {meaning: _verdict(meaning, referee) for meaning in meanings.values()}
        stand = [meaning for meaning, verdict in verdicts.items() if verdict is Verdict.ACCEPTED]
        stand = stand or [meaning for meaning, verdict in verdicts.items() if verdict is Verdict.UNCLEAR]  # who was it?
        if len(stand) > 1 and len({meaning.text for meaning in stand}) > 1:
            raise Several(text, dict.fromkeys(meaning.text for meaning in stand))
        if stand:
            return stand[0]
        refused = refused or [meaning for meaning in meanings.values() if _is_said(meaning, text, asked)]
        if not far and refused:
            break  # a phrase of the game has no other meaning
    return next((meaning for meaning in refused if type(meaning.entered[0]) in asked), refused[0] if refused else None)


def _names_one(text: str, way: str, referee: Referee) -> bool:
    """Whether a line is about one player or team, and says more than numbers."""
    first = way.split()[0]
    words = re.findall(r"[^\W\d]+", text)
    more = [word for word in words if not referee.names.whole(word) and not number_for(word) and len(word) > 1]
    return ("+" in first or bool(referee.names.whole(first))) and any(word.lower() != "and" for word in more)


def _is_said(meant: Meant, text: str, asked: Collection[type[Report]]) -> bool:
    """Whether a line says all words of a verb that isn't possible now: *Ann won* says nothing of a tie."""
    kind = type(meant.entered[0])
    return kind in asked or " the " not in kind.verb or all(word in text.lower() for word in kind.verb.split()[1:])


def _everybody(number: str, text: str, referee: Referee) -> Meant | None:
    """The same number for all who are awaited, or what each has bid. There are others only after a first one."""
    from referee.entry.spoken.clauses import of_the_others, of_two
    from referee.entry.spoken.words import bids_now

    bids = bids_now(referee)
    hand = referee.hand
    entered = [entry.report for entry in (referee.entries_now if referee.playing or hand.dealer else ())]
    named = {report.who for report in entered if not isinstance(report, Deal)}
    verbs = {*map(type, entered)}
    for _, ask in chain(*tiers(referee)):
        seats = in_order(ask, referee)
        if (of_the_others(text) and ask.verb not in verbs) or (of_two(text) and len(seats) != 2):
            around = hand.around(seats[0]) if {*seats} <= {*hand.seats} else hand.sides
            seats = tuple(seat for seat in around if seat not in named) if named else ()
        if of_two(text) and len(seats) != 2:
            continue
        numbers = [getattr(bids.get(seat), "tricks", bids.get(seat)) if number == "bid" else number for seat in seats]
        read = [_reports(f"{quoted(seat)} {ask.verb.verb} {said}", referee, exact=True)
                for seat, said in zip(seats, numbers, strict=True)]  # fmt: skip
        if len(read) > 1 and all(read):
            return Meant(tuple(reports[0] for reports in read), seats[0], seats=seats, verb=True)
    return None


TRIED = 40  # readings to try for a line of plain speech


def _meanings(text: str, referee: Referee) -> list[Meant]:
    """The meanings of a text as a report, in full or in shorthand."""
    try:
        report = referee.vocabulary.read(text, referee.hand)
        return [Meant((report,), report.who or _due(type(report), referee), verb=True)]
    except ParseError:
        pass
    try:
        meant = _read(text, referee)
    except Several as several:
        return [meaning for words in several.texts for meaning in _meanings(words, referee)]
    return [meant] if meant else []


def _verdict(meant: Meant, referee: Referee) -> Verdict:
    """The verdict if it were entered now."""
    if len(meant.entered) == 1:
        return referee.can(meant.text).verdict
    with referee.trial():
        accepted = all(referee.hear(report).accepted for report in meant.reports(referee))
    return Verdict.ACCEPTED if accepted else Verdict.ILLEGAL


def _named_rightly(meant: Meant, referee: Referee) -> bool:
    """Whether the beginning of a name is a report that would be accepted."""
    return meant.alone and referee.can(meant.text).accepted


def _deals(words: Words, referee: Referee) -> Meant | None:
    """The meaning of a word that begins ``deal``, even if it also begins a name."""
    if len(words.list) != 1 or Deal not in referee.game.reports:
        return None
    return next(_by_prefix(words, 0, [Deal], NOBODY, referee), None)


def _turned(words: Words, referee: Referee) -> str:
    """Moves the player from the end of a line to its beginning: ``primiera to Ann``. "" for any other line."""
    *rest, last = words.list
    names = referee.names
    if last.quoted or not rest or names.whole(rest[0].text) or rest[0].quoted:
        return ""
    shapes = referee.vocabulary.shapes
    forms_of = shapes.get(last.text.lower(), ())
    if any(form.kind.speaker == "none" for form in forms_of):
        entered_any_time = any(form.kind in ANY_TIME for form in forms_of)
        first = "" if entered_any_time or rest[0].text.lower() in shapes else last.text
    else:
        begun = [] if len(last.text) < 2 or read_cards(last.text, referee.pack) else names.begins(last.text)
        seat = names.whole(last.text) or (begun[0] if len(begun) == 1 else "")
        first = quoted(seat) if seat else ""
    rest = rest[: -1 if rest[-1].text.lower() in ("to", "for") else None]
    text = words.source[: rest[-1].column - words.column + rest[-1].width] if rest else ""
    return f"{first} {text}" if first and text else ""


def _whole(text: str, referee: Referee) -> Meant | None:
    """A full report as a `Meant`."""
    reports = [report for report in _reports(text, referee) if not isinstance(report, DRASTIC)]
    return Meant((reports[0],), reports[0].who or _due(type(reports[0]), referee), verb=True) if reports else None


def tiers(referee: Referee) -> list[list[tuple[Hand, Ask]]]:
    """Three tiers of asks: what is due, what may precede it, and what else is possible."""
    verbs = {ask.verb for ask in referee.awaited() if ask.seats() != () and not ask.verb.behind}
    tiers: list[list[tuple[Hand, Ask]]] = [[], [], []]
    for hand, ask in referee.asks():
        stands_for = ask.verb.stands_for if issubclass(ask.verb, Macro) else None
        first = stands_for in verbs or (ask.verb in verbs and not ask.aside)
        tiers[0 if first else 2 if ask.aside else 1].append((hand, ask))
    return tiers


def _speakers(words: Words, referee: Referee) -> Iterator[tuple[str, int]]:
    """Yields who may be named first, as a report names them, and the index of the next word.

    The reading without a name is first.
    """
    first = words.list[0] if words.list else None
    names = referee.names
    if first is None:
        return
    if not first.quoted and not names.whole(first.text):
        yield "", 0
        is_cards = len(first.text) > 1 and read_cards(first.text, referee.pack)
        if is_cards or ("+" not in first.text and len(names.begins(first.text)) != 1):
            return
    try:
        group = names.group(words, first)
    except ParseError:
        return
    yield "+".join(quoted(seat) for seat in group), 1


def _by_prefix(words: Words, at: int, kinds: Iterable[type[Report]], who: str, referee: Referee) -> Iterator[Meant]:
    """Yields readings with an abbreviated verb, or with only the last word of a long one: the pot, a point."""
    word = words.list[at] if at < len(words.list) else None
    if word is None or not _is_begun(word, referee):
        return
    behind = words.source[word.column - words.column + len(word.text) :]
    if len(word.text) < LONG_ENOUGH:
        kinds = [kind for kind in kinds if not kind.behind or shape(kind).arguments]  # not by accident
    text = word.text.lower()
    said = {verb: None for kind in kinds for verb in (kind.verb.split()[0], *kind.also) if verb.startswith(text)}
    said |= {kind.verb: None for kind in kinds if kind.verb.endswith(f" {text}")}
    for verb in said:
        for report in _reports(f"{who} {verb}{behind}", referee):
            yield Meant((report,), report.who or _due(type(report), referee), verb=True)


def _is_begun(word: Word, referee: Referee) -> bool:
    return not word.quoted and word.text.isalpha() and word.text.lower() not in referee.vocabulary.shapes


def _without_verb(words: Words, at: int, hand: Hand, ask: Ask, who: str, referee: Referee) -> Iterator[Meant]:
    """Yields readings of arguments without a verb: all for one report, or one for each player around the table."""
    kind = ask.verb
    rest = words.list[at:]
    taken = {argument.kind for argument in shape(kind).arguments}
    if Text in taken or (ask.aside and Suit in taken) or (who and kind.speaker == "none"):
        return
    if ask.aside and len(rest) == 1 and Seat in taken and referee.names.begins(rest[0].text):
        return  # a lone name is the player who speaks
    begun = not rest and not referee.names.whole(words.list[0].text)
    suited = rest and rest[0].text[-1:].upper() in "SHDC" and read_cards(rest[0].text, referee.pack)
    if suited and kind.verb == "draws":
        return  # a card alone is played, and never drawn
    if issubclass(kind, Deal) and (rest or begun):
        return  # a late report about the last hand must not deal
    verb = kind.verb
    behind = words.source[rest[0].column - words.column :] if rest else ""
    exact = ask.aside and len(rest) < 2  # an optional verb is never abbreviated
    if reports := _reports(f"{who} {verb} {behind}", referee, kind, exact=exact):
        for report in reports:
            checks = referee.game.ruleset.checks_on(type(report))
            whole = not isinstance(report, Macro) or not broken_by(hand, report, checks)
            if whole and (rest or ask.admits(report.who)):
                yield Meant((report,), report.who or _alone(ask), alone=begun)
        if not all(_numerals(words, at, Meant((report,), NOBODY), referee) for report in reports):
            return
    each = _each(ask, rest, who, referee)
    yield from (meant for meant in each if not reports or not _numerals(words, at, meant, referee))


def _round_of(words: Words, at: int, ask: Ask, who: str, referee: Referee) -> Iterator[Meant]:
    """Yields readings in which a verb has a value for each of several players: ``holds 35 12``."""
    word = words.list[at] if at < len(words.list) else None
    texts = forms(ask.verb.verb) if word and not word.quoted and " " not in ask.verb.verb else ()
    if word and any(verb.startswith(word.text.lower()) for verb in texts):
        yield from _each(ask, words.list[at + 1 :], who, referee, verb=True)


def _each(ask: Ask, rest: list[Word], who: str, referee: Referee, *, verb: bool = False) -> Iterator[Meant]:
    """Yields one report for each of several values, around the table."""
    kind = ask.verb
    apart = _apart(kind, rest, referee)
    entered = [report for part in apart for report in _reports(f"{who} {kind.verb} {part}", referee, kind)]
    if len(entered) == len(apart) > 1:
        reports = tuple(replace(report, who=NOBODY) for report in entered)
        seats = in_order(ask, referee, entered[0].who, len(entered))
        seats = seats if kind.adds else seats[:1]
        yield Meant(reports, entered[0].who or seats[0], tuple(apart), seats, verb=verb)


def _mixed(rest: list[Word], asks: list[tuple[Hand, Ask]], who: str, referee: Referee) -> Iterator[Meant]:
    """Yields readings of different kinds around the table, a word each: ``3 p p p`` is a bid and three passes."""
    said = [word for word in rest if word.text != ","]
    kinds = {ask.verb: ask for _, ask in asks if ask.verb.speaker == "before" and not issubclass(ask.verb, Macro)}
    verbs = {kind: kind.verb for kind in kinds if not shape(kind).arguments}
    reports: list[Report] = []
    for word in said:
        if word.quoted:
            return
        text = word.text.lower()
        begun = [verb for verb in verbs.values() if verb.startswith(text)]
        counted = [f"{kind.verb} {text}" for kind in kinds if kind not in verbs and not text.isalpha()]
        read = [report for part in (*begun, *counted) for report in _reports(f"{who} {part}", referee)]
        if len(read) != 1 or type(read[0]) not in kinds:
            return
        reports.append(read[0])
    if len(reports) > 1 and any(type(report) in verbs for report in reports):
        first = reports[0].who or first_round(kinds[type(reports[0])], referee)
        yield Meant(tuple(replace(report, who=NOBODY) for report in reports), first, tuple(word.text for word in said))


def _apart(kind: type[Report], rest: list[Word], referee: Referee) -> list[str]:
    """Splits the arguments of several reports of a kind that takes one word. Empty if it takes more."""
    arguments = [argument for argument in shape(kind).arguments if not argument.optional] or list(
        shape(kind).positional[:1]
    )
    if len(arguments) != 1 or arguments[0].keyword or kind.speaker == "none" or issubclass(kind, Macro):
        return []
    texts: list[str] = []
    for i, word in enumerate(rest):
        if texts and (word.text in ("+", "-") or rest[i - 1].text in ("+", "-")):
            texts[-1:] = [f"{texts[-1]}{word.text}"]  # a sum
            continue
        cards = read_cards(word.text, referee.pack) if arguments[0].kind is Card and not word.quoted else None
        if word.text != ",":
            texts += [card.text for card in cards] if cards else [_typed(word)]
    return texts


def _typed(word: Word) -> str:
    return f'"{word.text}"' if word.quoted else word.text


def _numerals(words: Words, at: int, meant: Meant, referee: Referee) -> bool:
    """Whether bare numbers would be cards although a number is possible, or a count would be below zero."""
    rest = [word.text for word in words.list[at:] if word.text != ","]
    report = meant.entered[0]
    if any(_below_nought(other) for other in meant.entered):
        return True
    if rest[1:] and not at and referee.names.begins(rest[0]):
        rest = rest[1:]  # a 2 is Ann's number, not an ace and a deuce
    if report.bare or not rest or not all(word.isdigit() for word in rest):
        return False
    return any(isinstance(getattr(report, argument.field), (Card, tuple)) for argument in shape(type(report)).arguments)


def _below_nought(report: Report) -> bool:
    """Whether a report has a number below zero, which most counts can't have."""
    values = (getattr(report, argument.field) for argument in shape(type(report)).arguments)
    return any(isinstance(value, int) and value < 0 for value in values)


def _only_meaning(text: str, meanings: list[Meant], referee: Referee) -> Meant:
    """Returns the one that is meant: the only one, or the only one that would be allowed. Raises Several.

    A bare number that lacks only a player's name with another verb is ambiguous, even if it is legal as it is.
    """
    by_text = {(meaning.text, len(meaning.entered)): meaning for meaning in reversed(meanings)}
    kept = list(by_text.values())[::-1]
    kept = [meaning for meaning in kept if not meaning.alone or all(other.alone for other in kept)]
    whole = {type(meaning.entered[0]).stands_for for meaning in kept if isinstance(meaning.entered[0], Macro)}
    kept = [meaning for meaning in kept if type(meaning.entered[0]) not in whole]
    if referee.names.begins(text.split()[0]):  # prefer those about a named player
        kept = [meaning for meaning in kept if meaning.first or meaning.entered[0].speaker == "none"] or kept
    sides = {referee.names.teams.get(meaning.first, meaning.first) for meaning in kept}
    if len(sides) == 1 or len(referee.seats) == 1:
        kept = [meaning for meaning in kept if meaning.verb] or kept
        if len(kept) > 1:
            may_be = (Verdict.ACCEPTED, Verdict.UNCLEAR) if text.strip().isdigit() else (Verdict.ACCEPTED,)
            kept = [meaning for meaning in kept if referee.can(meaning.text).verdict in may_be] or kept
    if len(kept) > 1:
        rows = [len(meaning.entered) for meaning in kept if len(meaning.entered) > 1]
        if rows and not any(meaning.verb for meaning in kept) and rows[0] != (most := len(referee.hand.players)):
            row = f"a row has {most} numbers, one for each player" if most > 1 else "type one number here"
            raise Several(text, (), f"{row}, not {rows[0]}")
        last = referee.entries_now[-1].report.verb if referee.entries_now else ""
        kept.sort(key=lambda meaning: meaning.entered[0].verb != last)  # more of the same is nearest
        raise Several(text, dict.fromkeys(_whole_row(text, meaning) for meaning in kept))
    return kept[0]


def _whole_row(text: str, meaning: Meant) -> str:
    """What a line means, with all of its words: ``holds 8 5 1 7`` for a row."""
    row = len(meaning.entered) > 1 and not meaning.verb
    return f"{meaning.entered[0].verb} {text}" if row else meaning.text


def _says_too_little(words: Words, meant: Meant, meanings: list[Meant], asks: list[tuple[Hand, Ask]]) -> bool:
    """Whether a lone name isn't enough: that player may also give a card or a number, or too much is left out."""
    seat, verbs = meant.entered[0].who, {type(meaning.entered[0]) for meaning in meanings}
    if len(words.list) > 1 or meant.verb or not seat:
        return False
    if all(ask.aside for _, ask in asks) and len(shape(type(meant.entered[0])).arguments) > 1:
        return True
    more = ((hand, ask) for hand, ask in asks if ask.turn and not ask.aside and ask.verb not in verbs)
    return any(ask.admits(seat) and may_say(hand, ask, seat) for hand, ask in more)


# Who


def _of(report: Report, seat: Seat) -> Report:
    return report if report.who or report.speaker == "none" else replace(report, who=seat)


def _alone(ask: Ask) -> Seat:
    """The only player due, if there is just one."""
    seats = ask.seats() if ask.verb.speaker != "none" else ()
    return seats[0] if seats and len(seats) == 1 else NOBODY


def _due(kind: type[Report], referee: Referee) -> Seat:
    """The only player due to report this, if there is just one."""
    return next((_alone(ask) for _, ask in referee.asks() if ask.verb is kind), NOBODY)


def first_round(ask: Ask, referee: Referee) -> Seat:
    """Who comes first when several reports go around the table."""
    return in_order(ask, referee)[0]


def in_order(ask: Ask, referee: Referee, first: Seat = NOBODY, count: int = 0) -> tuple[Seat, ...]:
    """Who reports in a row, one after the other, starting with ``first`` if given.

    For numbers that add up, only players who haven't reported yet, unless ``count`` numbers cover everybody.
    """
    hand = referee.hand
    if not (seats := ask.seats()):
        begins = hand.eldest if ask.verb.adds and hand.dealer else next(iter((*referee.next(), *hand.seats)))
        around = hand.around(begins) if begins in hand.seats else hand.seats
        around = tuple(seat for seat in around if seat in hand.players)
        seats = tuple(dict.fromkeys(map(hand.side, around))) if ask.verb.team else around
    if ask.verb.adds:
        lines = [entry.report.who for entry in referee.entries_now if type(entry.report) is ask.verb]
        left = tuple(seat for seat in seats if seat not in lines)
        seats = left if left and count != len(seats) else seats
    at = seats.index(first) if first in seats else 0
    return seats[at:] + seats[:at]


def following(kind: type[Report], seat: Seat, referee: Referee) -> Seat:
    """Who reports after ``seat``: the next player due, otherwise the player to the left, or the next side."""
    awaited = next((ask.seats() for ask in referee.awaited() if ask.verb is kind), None)
    hand = referee.hand
    if not awaited and seat not in hand.seats:
        at = hand.sides.index(seat) + 1 if seat in hand.sides else 0
        return hand.sides[at % len(hand.sides)]
    if not awaited:
        return hand.after(seat)
    behind = hand.around(hand.after(seat)) if seat in hand.seats else awaited
    return next((other for other in behind if other in awaited), awaited[0])


def _reports(text: str, referee: Referee, kind: type[Report] = Report, *, exact: bool = False) -> list[Report]:
    """The report of that kind that a text means. If it isn't one, those it means with abbreviated keywords."""
    try:
        reports = [referee.vocabulary.read(text.strip(), referee.hand)]
    except ParseError:
        reports = [] if exact else referee.vocabulary.begun(text.strip(), referee.hand)
    return [report for report in reports if kind is Report or type(report) is kind]


__all__ = ["Meant", "Several", "first_round", "following", "in_full", "read"]
