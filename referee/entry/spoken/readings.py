"""The reports that a spoken line may stand for, the closest first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from referee.cards import Suit
from referee.entry.spoken.clauses import LIKEWISE, cards_around
from referee.entry.spoken.phrases import COMMON, OUTCOMES, THROWN, blanks, fill, phrase_pattern, possible
from referee.entry.spoken.tidied import raw_words, spelled_out, tidied
from referee.entry.spoken.words import (
    ALSO_SAID,
    LIGHT,
    LONGEST,
    ORDINALS,
    PRONOUNS,
    QUESTION,
    SAYING,
    SMALL,
    UNFINISHED,
    UNITS,
    SpokenWord,
    Way,
    bids_now,
    carries,
    has_cards,
    holds,
    is_card,
    is_light,
    is_value,
    is_verb,
    last_named,
    line_of,
    own_word,
    suit_sign,
    verb_forms,
    words_of_game,
)
from referee.game.asks import AS_SAID
from referee.game.common_reports import Concedes, Dealt, End, House, Joins, Leaves, Misdeal, Note, Penalty, Replaces
from referee.language.reports import Report, Shape, shape
from referee.language.synonyms import (
    card_for,
    counted,
    number_for,
    stems,
)
from referee.language.words import Seat, quoted
from referee.table.referee import Referee

TOGETHER = 3  # readings of one line that a question may offer
TYPED_IN_FULL = (Concedes, End, House, Joins, Leaves, Misdeal, Note, Penalty, Replaces)
"""Reports that can't be entered by plain speech."""


_N_FOR_N = re.compile(r"\b\d+ for \d+\b")


_PUT = re.compile(r"\b(?:puts?|plays?|played|lays?|laid|throws?|threw|drops?|dropped)\b", re.IGNORECASE)


def ways(text: str, referee: Referee) -> Iterator[Way]:
    """Yields the reports, in full or in shorthand, that plain speech may stand for, the closest first."""
    text = re.sub(r"(?<=\w) on(?: (?:it|top|that))?[.!]*$", "", text) if _PUT.search(text) else text
    words = text.split()
    asks = (QUESTION.match(text) and not referee.names.whole(words[0])) or " down to " in text
    if asks or not 0 < len(words) <= LONGEST or words[-1].lower() in UNFINISHED:
        return
    seen: set[str] = set()
    if cards := cards_around(text, referee):
        yield Way(0, cards)
    for far, phrase in sorted(_ways(tidied(text, referee), referee), key=lambda way: way.far):
        if phrase not in seen and phrase != text:
            seen.add(phrase)
            yield Way(far, phrase)


def _ways(text: str, referee: Referee) -> Iterator[Way]:
    raw = raw_words(text, referee)
    bids = "bids" in referee.vocabulary.shapes
    several = (
        len(raw) > 1
        and raw[0].low == "they"
        and (len(referee.hand.seats) > 2 or bool(_OF_SEVERAL & {*stems(raw[1].low)}))
    )
    if several and not referee.names.teams:
        named = referee.names.whole
        yield from (way for way in _phrases("", (raw,), referee) if named(way.text.split()[0].partition("+")[0]))
        return
    if not several and len(raw) > 1 and raw[0].low in PRONOUNS and (seat := last_named(referee)):
        yield from _ways(f"{quoted(seat)} {text.partition(' ')[2]}", referee)
        raw_far = MUCH_FARTHER
    else:
        raw_far = 0
    yield from (way._replace(far=way.far + raw_far) for way in _of_words(raw, bids, referee))


_OF_SEVERAL = frozenset(("split", "share", "chop", "divide"))
"""What nobody does alone, so that *they* are several."""

MUCH_FARTHER = 10
"""Added to the readings in which *he* isn't the player of the last report, but the one whose turn it is."""


def _of_words(raw: list[SpokenWord], bids: bool, referee: Referee) -> Iterator[Way]:
    """Yields the readings of a line's words."""
    places = [at for at, word in enumerate(raw) if word.seat]
    if len(places) == 1 and 0 < places[0] < len(raw) - 1:
        named = places[0]
        yield from _any_order(quoted(raw[named].seat or ""), [*raw[:named], *raw[named + 1 :]], referee)
    for who, rest in _speakers(raw, referee):
        yield from _likewise(who, rest, referee)
        yield from _a_trick(who, rest, referee)
        spellings = [*spelled_out(rest, referee)]
        yield from _phrases(who, (rest, *spellings), referee)
        yield from _as_said(who, rest, referee)
        yield from _the_rest(who, rest, referee)
        yield from _the_bid(who, rest, referee)
        yield from _a_number(who, rest, referee)
        yield from _any_order(who, rest, referee)
        if [word.low for word in rest if word.low not in LIGHT | SMALL] == ["nil"]:
            continue  # it is a bid, and never another number
        for written_out in spellings:
            if _N_FOR_N.search(line_of("", written_out)):
                continue  # the second is what the first scores: only a phrase of the game says which counts
            yield from _by_verb(who, written_out, referee)
            plain = _without_small(written_out)
            if plain and plain[0].text.lower() not in referee.vocabulary.shapes:
                yield Way(1, line_of(who, plain))
                if (turned := _keywords_first(plain, _keywords(referee))) != plain:
                    yield Way(1, line_of(who, turned))
                things = [word for word in _without_small(written_out, UNITS) if not is_light(word)]
                if who and things != plain and any(word.low.isalpha() for word in things):
                    yield Way(2, line_of(who, things))
            values = [word for word in plain if word.seat or is_value(word.low)]
            others = [word for word in plain if word not in values]
            whole = any(is_card(word.text) and len(word.text) > 1 for word in values)
            holding = whole and any(holds(word) for word in others)
            if bids and any(not SAYING.isdisjoint(stems(word.low)) for word in others):
                continue  # what somebody says isn't what somebody took
            if (
                any(not word.seat for word in values)
                and not holding
                and all(carries(word) and not is_verb(word, referee) for word in others)
            ):
                yield Way(4, line_of(who, values))


def also_means(report: Report, text: str, referee: Referee) -> list[str]:
    """The reports that a phrase of the game may stand for, if a player's report goes on from the same player's last.

    ``takes 5`` is rather the cards drawn if the player has just discarded. Empty if it has one meaning.
    """
    last = referee.entries_now[-1].report if referee.entries_now else None
    if not last or not report.who or last.who != report.who or not referee.hand.dealer:
        return []
    texts = [way.text for way in ways(text, referee) if not way.far and not way.text.startswith("?")]
    texts = [ruling.text for each in texts if (ruling := referee.can(each)).accepted]
    return texts if len(texts) > 1 and report.text in texts else []


def is_doubtful(report: Report, text: str, referee: Referee) -> bool:
    """Whether a report rather means something else.

    ``go for Ann`` says what Ann did, not that somebody called Go takes over the seat; without cards, ``Ann had 6`` is
    a number.
    """
    if isinstance(report, Dealt):
        bare = len(report.cards) == 1 and report.cards[0].is_bare
        return bare and not has_cards(referee)
    if not isinstance(report, Replaces) or not re.match(r"\S+ for\b", text, re.IGNORECASE):
        return False
    word = text.split()[0]
    known = word.lower() in words_of_game(referee) or bool(card_for(word) or number_for(word))
    return word.islower() or known


def _a_trick(who: str, words: Sequence[SpokenWord], referee: Referee) -> Iterator[Way]:
    """Yields ``first trick to Ann`` as one trick, if tricks add up, and ``Ann took it`` if only one trick is left."""
    low = [word.low for word in words if word.low not in ("the", "to", "for", "goes")]
    adds = any(form.kind.adds for form in referee.vocabulary.shapes.get("takes", ()))
    which = low[1:] if low and not {"take", "get", "win"}.isdisjoint(stems(low[0])) else low
    if who and adds and len(which) == 2 and which[0] in ORDINALS and which[1] == "trick":
        yield Way(1, f"{who} takes 1")
    if (
        who
        and len(low) == 2
        and low[1] in ("it", "trick")
        and not {"take", "get", "win", "have"}.isdisjoint(stems(low[0]))
    ):
        left = ((ask, hand.left_of(ask.verb)) for hand, ask in referee.asks())
        yield from (Way(1, f"{who} {ask.verb.verb} 1") for ask, left_of in left if left_of == (1, "trick"))


def _likewise(who: str, words: Sequence[SpokenWord], referee: Referee) -> Iterator[Way]:
    """Yields ``Ben too`` as the last report with another player."""
    said = {word.low for word in words}
    last = referee.entries[-1].report if referee.entries else None
    if who and last and last.who and said and said <= LIKEWISE and said & {"too", "also", "likewise", "same"}:
        yield Way(0, f"{who} {last.text.removeprefix(quoted(last.who)).strip()}")


def _speakers(words: list[SpokenWord], referee: Referee) -> Iterator[tuple[str, list[SpokenWord]]]:
    """Yields who the line is about, as a report names them, and the other words. The original order comes first."""
    named: list[Seat] = []
    at = 0
    while at < len(words) and (words[at].seat or (named and words[at].low in ("and", "+", ",", "&"))):
        if seat := words[at].seat:
            named.append(seat)
        at += 1
    if named:
        while at and not words[at - 1].seat:
            at -= 1
        yield "+".join(quoted(seat) for seat in dict.fromkeys(named)), words[at:]
        return
    places = [i for i, word in enumerate(words) if word.seat]
    if len(places) == 1 and places[0] == len(words) - 1:
        yield quoted(words[-1].seat or ""), _without_link(words[:-1])
    elif (team := _team_last(words)) and len(words) > len(team):
        seats = [word.seat for word in team if word.seat]
        yield "+".join(quoted(seat) for seat in seats), _without_link(words[: -len(team)])
    yield "", words


def _team_last(words: Sequence[SpokenWord]) -> list[SpokenWord]:
    """The words at the end of a line that name several players: ``to Ann and Cat``."""
    at = len(words)
    while at and (words[at - 1].seat or words[at - 1].low in ("and", "+", "&")):
        at -= 1
    team = list(words[at:])
    return team if team and team[0].seat and sum(1 for word in team if word.seat) > 1 else []


_LINKS = (",", "to", "for", "by", "goes", "go", "went", "is", "from", "with", "was")


def _without_link(words: Sequence[SpokenWord]) -> list[SpokenWord]:
    """The words before a player's name, without those that only link them."""
    end = len(words)
    while end > 1 and words[end - 1].low in _LINKS:
        end -= 1
    return list(words[:end]) if words and words[0].low not in _LINKS[:5] else []


def _phrases(who: str, spellings: Iterable[list[SpokenWord]], referee: Referee) -> Iterator[Way]:
    """Yields what phrases of the game, or of every table, make of the words in any spelling.

    A phrase with fewer blanks comes first: *two for 15* is rather that than any number for another.
    """
    said = [" ".join(word.typed for word in words) for words in spellings]
    texts = dict.fromkeys((*said, *(_with_the_opponent(text, who, referee) for text in said)))
    shapes = referee.vocabulary.shapes.keys()
    others = COMMON if "discards" in shapes else COMMON | THROWN
    others = {phrase: report for phrase, report in others.items() if phrase not in referee.game.phrases}
    for far, phrases in ((0, referee.game.phrases), (1, others)):
        fitting = [
            (phrase, match, reports)
            for text in texts
            if len(text) > 1  # a single letter is rather a slip
            for phrase, report in phrases.items()
            if (reports := possible(report, shapes))
            and (match := phrase_pattern(phrase).fullmatch(text))
            and all(
                referee.names.whole(said.strip('"')) for kind, said in match.groupdict().items() if kind[:3] == "WHO"
            )
        ]
        fewest = min((blanks(phrase) for phrase, *_ in fitting), default=0)
        for phrase, match, reports in fitting:
            if blanks(phrase) > fewest:
                continue
            for one in reports:
                if one.startswith("?"):
                    if all(suit_sign(said) for name, said in match.groupdict().items() if name.startswith("SUIT")):
                        yield Way(far, one)
                elif (filled := fill(one, match, referee.hand)) is not None:
                    yield Way(far, filled if one.startswith("=") else f"{who} {filled}".strip())


def _with_the_opponent(text: str, who: str, referee: Referee) -> str:
    """A text with the name of the other of two players for *him* and *her*."""
    others = [quoted(seat) for seat in referee.players if quoted(seat) != who]
    return re.sub(r"\b(?:him|her|them)\b", others[0], text, flags=re.IGNORECASE) if who and len(others) == 1 else text


def _as_said(who: str, words: list[SpokenWord], referee: Referee) -> Iterator[Way]:
    """Yields a report without arguments from its spoken form, or the beginning of that: *shot the moon*."""
    spoken = [word.low for word in words if word.low not in SMALL]
    for shapes in referee.vocabulary.shapes.values():
        for form in shapes:
            phrase = form.kind.as_said or AS_SAID.get(form.kind.verb, "")
            does = [word for word in phrase.split() if word not in SMALL]
            if len(spoken) < min(2, len(does)) or len(spoken) > len(does) or not spoken:
                continue
            alike = all(set(stems(a)) & set(stems(b)) for a, b in zip(spoken, does, strict=False))
            if alike and all(argument.optional for argument in form.arguments):
                yield Way(int(len(spoken) < len(does)), line_of(who, (), *form.words))


def _the_rest(who: str, words: list[SpokenWord], referee: Referee) -> Iterator[Way]:
    """Yields ``the rest to Cat`` as what is left of a known number."""
    left = {"rest", "remaining", "others", "remainder", "everything", "all", "both"}
    spoken = [word.low for word in words]
    others = [word for word in spoken if word not in SMALL and word not in UNITS and word not in left]
    if (
        not who
        or not left.intersection(spoken)
        or any(stem not in LIGHT for word in others for stem in stems(word)[-1:])
    ):
        return
    for hand, ask in referee.asks():
        if (left_of := hand.left_of(ask.verb)) and left_of[0] > 0 and (left_of[0] == 2 or "both" not in spoken):
            yield Way(1, f"{who} {ask.verb.verb} {left_of[0]}")


def _the_bid(who: str, words: list[SpokenWord], referee: Referee) -> Iterator[Way]:
    """Yields ``Sue made her bid`` and ``Sue went down by one`` as the tricks that she took, if bids are tricks."""
    bids = bids_now(referee)
    if not who or referee.names.teams or (missed := _missed([word.low for word in words])) is None:
        return
    verbs = [ask.verb.verb for hand, ask in referee.asks() if (left := hand.left_of(ask.verb)) and left[1] == "trick"]
    for seat, bid in bids.items():
        number = getattr(bid, "tricks", bid)
        if quoted(seat) == who and isinstance(number, int) and verbs:
            yield Way(0 if missed else 1, f"{who} {verbs[0]} {number + missed}")


def _a_number(who: str, words: list[SpokenWord], referee: Referee) -> Iterator[Way]:
    """Yields ``Ann had 12`` as the number alone, if no cards can be entered and the game has no phrase for it."""
    spoken = [word.low for word in words if word.low not in SMALL]
    if not who or has_cards(referee) or "have N" in referee.game.phrases:
        return
    if len(spoken) == 2 and "have" in stems(spoken[0]) and spoken[1].isdecimal():
        yield Way(2, f"{who} {spoken[1]}")


def _missed(words: Sequence[str]) -> int | None:
    """By how many tricks a bid was missed; 0 for *made it exactly*, None if the words don't say."""
    spoken = [word for word in words if word not in ("just", "also", "too", "again")]
    if spoken[1:] and "make" in stems(spoken[0]) and {*spoken[1:]} <= _WHAT_WAS_BID:
        return 0
    if len(spoken) == 2 and not {"get", "take"}.isdisjoint(stems(spoken[0])) and spoken[1] in _ONES_OWN:
        return 0
    numbers = [counted([word]) for word in words if counted([word])]
    if len(numbers) != 1:
        return None
    said = {stem for word in words for stem in stems(word)}
    if said & {"down", "set", "short", "under", "miss"}:
        return -int(numbers[0])
    return int(numbers[0]) if said & {"over", "many"} else None


_WHAT_WAS_BID = frozenset((
    "it", "bid", "contract", "exactly", "the", "on", "nose", "his", "her", "hers", "their", "theirs", "my", "mine",
    "ours",
))  # fmt: skip
_ONES_OWN = ("his", "hers", "theirs", "mine", "ours")


def _any_order(who: str, words: list[SpokenWord], referee: Referee) -> Iterator[Way]:
    """Yields a report of named values whose verb and words stand in any order: *hearts with 2, hand, and lost*."""
    for kind in dict.fromkeys(ask.verb for _, ask in referee.asks()):
        form = shape(kind)
        if form.own and kind.speaker == "before" and (said := _in_order(words, form)):
            yield Way(1, line_of(who, map(SpokenWord, said), *form.words[:1]))


def _in_order(words: list[SpokenWord], form: Shape) -> list[str]:
    """The values of a report that words say in any order, its number first. Empty if they say anything else."""
    text = " ".join(word.low for word in words)
    verbs = {*stems(form.words[0])}
    for verb, outcomes in OUTCOMES.items():
        found = next((match for each in outcomes if (match := phrase_pattern(each).search(text))), None)
        if found and verb not in verbs:
            return []
        if found:
            text = f"{text[: found.start()]} {text[found.end() :]}"
    suited = any(argument.kind in (Suit, Suit | None) for argument in form.arguments)
    numbers: list[str] = []
    said: list[str] = []
    spoken = text.replace(",", " ").split()
    for at, word in enumerate(spoken):
        own, number = own_word(word, form), word if word.isdecimal() else number_for(word)
        if own or (suited and suit_sign(word)):
            said.append(own or suit_sign(word))
            after = spoken[at + 1] if spoken[at + 1 :] else ""
            has_own = after.isdecimal() or bool(number_for(after))
            if own and form.own[own] and numbers and spoken[at - 1] == numbers[-1] and not has_own:
                said.append(numbers.pop())  # 3 runners
        elif number:
            spoken[at] = number
            (said if said and form.own.get(said[-1]) else numbers).append(number)
        elif word not in SMALL | UNITS and ALSO_SAID.get(word) != "" and (LIGHT | verbs).isdisjoint(stems(word)):
            return []
    named = [word for word in said if not word.isdecimal()]
    return [*numbers, *said] if {*named} & {*form.own} and len(named) == len({*named}) and len(numbers) < 2 else []


def _without_small(words: Iterable[SpokenWord], kept: Iterable[str] = ()) -> list[SpokenWord]:
    """The words, except the ones without a meaning of their own."""
    keep = frozenset(kept)
    return [
        word
        for word in words
        if word.seat or word.low in keep or word.low not in SMALL | UNITS | {","} or is_card(word.text)
    ]


def _by_verb(who: str, words: list[SpokenWord], referee: Referee) -> Iterator[Way]:
    """Yields readings in which one of the words is the verb, in another tense or as a synonym."""
    shapes = referee.vocabulary.shapes
    for at, word in enumerate(words[:6]):
        if not (low := word.low) or is_value(low):
            continue
        before = words[:at]
        if any(not carries(other) for other in before):
            return
        numbers = [other for other in before if other.seat or is_value(other.low)]
        for stem in stems(low):
            for form in verb_forms(shapes, stem):
                if not issubclass(form.kind, TYPED_IN_FULL if has_cards(referee) else (*TYPED_IN_FULL, Dealt)):
                    yield from _arguments(1 if stem == low or not at else 2, who, form, numbers, words[at + 1 :], low)
        bare = low in shapes and not any(form.arguments for form in shapes[low])
        carded = bare and any(is_card(other.text) and len(other.text) > 1 for other in words)
        if (low in shapes and not carded) or (holds(word) and any(is_card(other.text) for other in words)):
            continue
        done = not {"pass", "draw", "hit"}.isdisjoint(stems(low))  # what is never a number of tricks or cards left
        for stem in stems(low):
            for form in referee.vocabulary.meant(stem):
                if done and (form.kind.verb == "holds" or "tricks" in form.kind.as_said):
                    continue
                if not issubclass(form.kind, (*TYPED_IN_FULL, Dealt)):
                    yield from _arguments(3, who, form, numbers, words[at + 1 :], low)


def _arguments(
    far: int, who: str, form: Shape, before: list[SpokenWord], behind: list[SpokenWord], verb: str
) -> Iterator[Way]:
    """Yields the report with that verb, and the arguments before and after it."""
    own = tuple(form.own)
    rest = [word for word in _without_small((*before, *behind), own) if "go" not in stems(word.low)]
    first: Sequence[str] = form.words[:1] if any(word.low in form.vocabulary for word in rest) else form.words
    if verb in form.vocabulary and verb not in form.words:
        first = (*form.words[:1], verb)
    numbers = [word for word in rest if word.low.isdigit()]
    if who and before and len(numbers) > max(1, len(form.arguments)):
        return  # numbers before and behind the verb are no row
    if "with" in own or any("with" in word.low for word in behind):
        yield Way(far, line_of(who, (*before, *behind), *first))
    yield Way(far, line_of(who, rest, *first))
    with_units = _without_small((*before, *behind), (*own, *UNITS))
    if len(with_units) > len(rest):
        yield Way(far, line_of(who, with_units, *first))
    if (turned := _keywords_first(rest, form.keywords)) != rest:
        yield Way(far, line_of(who, turned, *first))
    if any(word.text == "," for word in behind):
        with_commas = [word for word in (*before, *behind) if word.text == "," or word in rest]
        yield Way(far, line_of(who, with_commas, *first).replace(" ,", ","))


def _keywords(referee: Referee) -> set[str]:
    """The keywords of all reports that are possible now."""
    shapes = referee.vocabulary.shapes
    asked = {ask.verb for _, ask in referee.asks()}
    return {word for forms in shapes.values() for form in forms if form.kind in asked for word in form.keywords}


def _keywords_first(words: Sequence[SpokenWord], keywords: Iterable[str]) -> list[SpokenWord]:
    """The words with numbers behind their keywords: ``1 natural`` becomes ``natural 1``."""
    turned, behind = list(words), 0
    for at, word in enumerate(words[:-1]):
        rest = [other.low for other in words[at + 2 : at + 4]]
        own = bool(rest) and rest[0].isdigit() and not (len(rest) > 1 and rest[1] in keywords)  # held 85
        if at >= behind and word.low.isdigit() and words[at + 1].low in keywords and not own:
            turned[at], turned[at + 1] = words[at + 1], word
            behind = at + 2
    return turned
