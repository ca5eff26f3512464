"""Lines about several players, split into a part for each: ``Sue 4, Dave 3 and the rest to Bob``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from referee.entry.spoken.phrases import COMMON, phrase_pattern
from referee.entry.spoken.table_talk import without_talk
from referee.entry.spoken.tidied import THE_OTHERS, tidied, without_label
from referee.entry.spoken.words import (
    A_NUMBER,
    A_RANK,
    A_ZERO,
    BETWEEN_PARTS,
    COLORED,
    LIGHT,
    MOST_WORDS,
    PRONOUNS,
    QUESTION,
    SMALL,
    UNITS,
    is_act,
    is_card,
    is_noun,
    is_value,
    player_named,
    says_something,
    says_value,
)
from referee.language.synonyms import (
    SUITS,
    card_for,
    counted,
    number_for,
    stems,
    written,
)
from referee.language.words import NOBODY, Seat, quoted
from referee.table.referee import Referee

_NOBODY_ELSE = re.compile(
    r"(?:nobody|no one|no-one|none) else(?: (?:got |took |did |has |had )?(?:any|anything|one)?)?", re.I
)
_WE = r"(?:they|we|you)(?:['\u2019]ve)?"
_OF_THEM = r"(?: (?:of )?(?:us|them|you|(?:the )?players))?"
_THE_OTHERS = r"(?:(?:all|both) (?:of )?)?(?:the )?(?:others?|rest)(?: of (?:us|them|you))?"
_EVERYONE = (
    rf"(?:{_THE_OTHERS}|every(?:one|body)(?: else)?|(?:all|both|each){_OF_THEM}"
    rf"|{_WE} (?:have )?(?:all|both|each))"
)
_EVERYBODY = re.compile(
    rf"{_EVERYONE} (?P<said>\S.*)|(?:{_WE}(?: \w+)? )?(?P<each>\S+)(?: \w+)? (?:each|apiece)", re.IGNORECASE
)


def of_the_others(text: str) -> bool:
    """Whether a line about everybody leaves out those who were named before: ``the others none``, ``nobody else``."""
    return bool(re.match(rf"(?:\S+ else|{_THE_OTHERS})\b", text.strip(), re.IGNORECASE))


def of_two(text: str) -> bool:
    """Whether a line is about two players or sides: ``they both got 5``."""
    return bool(re.search(r"\bboth\b", text, re.IGNORECASE))


_BUT = re.compile(r",? (?:but|except|apart from|besides)(?: for)? (?P<who>\w+(?: and (?P<more>\w+))?)\b", re.IGNORECASE)


def all_but(text: str, referee: Referee) -> tuple[str, tuple[Seat, ...]]:
    """A line without an exception, and the players that it excepts: ``everybody but Ann made it``."""
    match = _BUT.search(text)
    seats = tuple(seat for word in match["who"].split(" and ") if (seat := referee.names.whole(word))) if match else ()
    if not match or not seats or (match["more"] and len(seats) < 2):
        return text, ()
    return text[: match.start()] + text[match.end() :], seats


def of_everybody(text: str) -> str | None:
    """What a line says of everybody: a number, ``bid`` if everybody made it, or None if it says something else."""
    if _NOBODY_ELSE.fullmatch(text.strip(" .!")):
        return "0"
    if not (match := _EVERYBODY.fullmatch(text.strip(" .!"))):
        return None
    said = [word.lower() for word in re.findall(r"\w+", match["said"] or match["each"])]
    dull = SMALL | UNITS | SUITS.keys() | {"side", "sides", "team", "teams", "player", "players"}
    words = [word for word in said if word not in dull and LIGHT.isdisjoint(stems(word))]
    if not words and any("make" in stems(word) for word in said):
        return "bid"
    number = number_for(words[0]) or words[0] if len(words) == 1 else ""
    return number if number.isdigit() else None


def clauses(text: str, referee: Referee) -> list[str]:
    """Splits a line into parts about players, each with more words. Empty if it can't be.

    A part without a player goes on about the last one, and a part with only a value has the nearest verb before it.
    """
    if QUESTION.match(text) or len(text.split()) > MOST_WORDS:
        return []
    text = _sum_of_a_side(_between_names(without_talk(text, referee), referee), referee)
    if (row := _ROW_FIRST.fullmatch(text)) and referee.names.whole(row["behind"].split()[0].strip(",:")):
        return [row["row"], *(clauses(row["behind"], referee) or [row["behind"]])]
    if apart := _row_behind(text, referee):
        return apart
    several = _for_each(text, referee) or _everybody_does(text, referee) or _some_for_each(text, referee)
    several = several or _all_the_others(text, referee) or _shared_evenly(text, referee)
    if several := several or _of_teams(text, referee) or _columns(text, referee):
        return several
    found: list[str] = []
    named: list[Seat] = []
    if "good" in referee.vocabulary.shapes:
        text = _IS_GOOD.sub(r", \1", text)
    verb, text = _verb_before(text, referee)
    text = text if verb else without_label(text, referee)
    first = ""
    unit: list[str] = []  # what it counts, which no report of something else may stand for
    carried = bool(verb)  # whether the verb has had a number, which those without a verb have in its place
    for part in BETWEEN_PARTS.split(text.strip()):
        words = tidied(part, referee).split()
        seat, rest = _about(words, referee)
        if len(referee.players) == 2 == len({*named}) and words and words[0].lower() in PRONOUNS:
            return []  # he or she may be either
        if named and words and words[-1].lower() == "good" and {*words} <= {"good", "not"}:
            found.append(part)  # says the opponent
            continue
        if named and not seat and words and (_goes_on(words, referee) or of_everybody(part) is not None):
            if (number := of_everybody(part)) is None:
                found.append(_same_player(named[-1], part))
            elif number.isdigit() and verb:
                others = [seat for seat in referee.players if seat not in named]
                found += [f"{quoted(seat)} {verb} {number}" for seat in others]
            else:
                found.append(part.rstrip("."))
            continue
        if seat and first and rest and {word.lower() for word in rest} <= LIKEWISE:
            part, rest = f"{quoted(seat)} {first}", first.split()
        if not seat or not rest or (seat in named and not is_act(rest[0], referee)):
            return []
        values = [word for word in rest if word.lower() not in SMALL]
        only = bool(values) and all(map(says_value, values))
        if only and verb:
            said = [word for word in rest if word.lower() not in ("for", "to")]
            part = " ".join((quoted(seat), verb, *said, *unit))
        elif (
            not only
            and is_act(rest[0], referee)
            and (not named or _only_numbers(rest[1:]) or (not carried and any(map(says_value, rest))))
        ):
            verb, carried = rest[0], any(map(says_value, rest))
            unit = [word for word in rest if word.lower() == "tricks"]
        first = first or " ".join(rest)
        named.append(seat)
        found.append(part.rstrip("."))
    return found


def _sum_of_a_side(text: str, referee: Referee) -> str:
    """A line without what a side has in all, if it says what each has: ``they made 5 between them, Ann 3, Cat 2``."""
    match = _BETWEEN_THEM.match(text)
    behind = text[match.end() :] if match else ""
    return behind if any(map(referee.names.whole, re.findall(r"\w+", behind))) else text


_BETWEEN_THEM = re.compile(r"[^,;:]*\bbetween (?:us|them|\w+ and \w+)\b[^,;:]*[,;:]\s*", re.IGNORECASE)
"""The beginning of a line that says what several have in all."""

_IS_GOOD = re.compile(r"(?<=\w) (?:is|are|was|were) ((?:not )?good)\b", re.IGNORECASE)
"""An answer said with what it answers: ``Ann's point of five is good``."""


def _only_numbers(words: Sequence[str]) -> bool:
    """Whether words say nothing but numbers."""
    values = [word for word in words if word.lower() not in SMALL | UNITS]
    return bool(values) and all(word.isdecimal() or number_for(word) for word in values)


def _shared_evenly(text: str, referee: Referee) -> list[str]:
    """The tricks of both sides in all, if a line says that they share those that are left: ``they split the rest``."""
    match = _EVENLY.fullmatch(text.strip(" .!"))
    taken: dict[Seat, int] | None = getattr(referee.hand, "taken", None)
    if match is None or not isinstance(taken, dict):
        return []
    for hand, ask in referee.asks():
        if not (left := hand.left_of(ask.verb)) or left[1] != "trick" or len(hand.sides) != 2:
            continue
        known = {side: sum(taken.get(seat, 0) for seat in hand.seats if hand.side(seat) == side) for side in hand.sides}
        rest = left[0] if ask.verb.adds else left[0] - sum(known.values())
        said = number_for(match["number"] or "") or match["number"] or str(rest)
        if rest > 0 and rest % 2 == 0 and said == str(rest):
            both = {side: rest // 2 + (0 if ask.verb.adds else number) for side, number in known.items()}
            return [f"{side} {ask.verb.verb} {number}" for side, number in both.items()]
    return []


_EVENLY = re.compile(
    rf"(?:they|we|(?:the )?(?:two |both )?(?:sides|teams|players)|both)(?: both)? (?:split|shared?|divided?)"
    rf"(?: (?:the|last|other|remaining|rest(?: of)?|tricks?))*(?: (?P<number>{A_NUMBER}))?(?: tricks?)?(?: evenly)?",
    re.IGNORECASE,
)

_ROW_FIRST = re.compile(
    r"(?P<row>(?:[a-z-]+:?\s+)?[+-]?\d+(?:[\s,]+[+-]?\d+)+)\s*(?:[,;.]|\band\b)[\s,]*(?:and\s+)?(?P<behind>[^\W\d].*)",
    re.IGNORECASE,
)
"""A row of numbers before something else: ``hearts 4 4 5 0, Dan had the queen``."""


_ROW = re.compile(
    r"(?:[,;.]\s*|\s+)(?:and\s+)?(?P<row>(?:(?P<verb>[a-z-]+):?\s+)?[+-]?\d+(?:[\s,]+(?:and\s+)?[+-]?\d+)+)"
    r"(?=\s*(?:[,;.]|and\b|$))",
    re.IGNORECASE,
)
"""A row of numbers behind something else: ``Ann out, counts 470 155``."""


_POINTS = ("counts", "scores")
"""Verbs of points, of which a player has one number in a hand."""


def _row_behind(text: str, referee: Referee) -> list[str]:
    """Splits a line at a row with a number for everybody, which is never about the player before it. Else empty."""
    for match in _ROW.finditer(text):
        verb = match["verb"] or ""
        numbers = re.findall(r"[+-]?\d+", match["row"])
        apart = "," not in match["row"] or verb.lower() in _POINTS
        named = (not verb and not match[0].startswith(" ")) or (
            bool(_column(verb, referee)) and not referee.names.whole(verb)
        )
        if named and apart and len(numbers) > 1 and len(numbers) in (len(referee.hand.sides), len(referee.players)):
            before, behind = text[: match.start()].strip(), text[match.end() :].strip(" ,;.")
            return [
                *(clauses(before, referee) or [before]),
                " ".join((*([verb] if verb else []), *numbers)),
                *(clauses(behind, referee) or [behind] if behind else []),
            ]
    return []


def _of_teams(text: str, referee: Referee) -> list[str]:
    """Splits ``Ann and Cat 140, Ben and Dan 110`` into a part for each team. Empty unless a team is named."""
    found: list[str] = []
    verb = ""
    for part in re.split(r"\s*[,;]\s*(?:and\s+)?|(?<=\d)\s+and\s+(?=[^\W\d])", text.strip(" .")):
        words = _teams_first(tidied(THE_OTHERS.sub("the rest", part), referee).split(), found, referee)
        at = 0
        while at < len(words) and (referee.names.whole(words[at]) or (at and words[at].lower() == "and")):
            at += 1
        if not at or at == len(words):
            return []
        rest = words[at:]
        values = [word for word in rest if word.lower() not in SMALL]
        if values and all(map(says_value, values)) and verb:
            rest = [verb, *rest]
        elif is_act(rest[0], referee):
            verb = rest[0]
        found.append(" ".join((*words[:at], *rest)))
    names = [word for part in found for word in part.split() if referee.names.whole(word)]
    return found if len(names) > len(found) > 1 else []


def _teams_first(words: list[str], before: Sequence[str], referee: Referee) -> list[str]:
    """The words with a team at their end moved to the beginning: ``540 for Ann and Cat``, ``310 for the others``."""
    end = len(words)
    if " ".join(words[:2]).lower() == "the rest" and not any(map(referee.names.whole, words)):
        words = [*words[2:], *words[:2]]
    others = " ".join(words[-2:]).lower() == "the rest" and not any(map(referee.names.whole, words))
    if others and before and len(sides := referee.hand.sides) == 2:
        first = referee.names.whole(before[0].split()[0].strip('"')) or NOBODY
        other = next((side for side in sides if side != referee.names.teams.get(first, first)), "")
        words = [*words[:-2], "for", *other.replace("+", " and ").split()] if other else words
        end = len(words)
    while end and (referee.names.whole(words[end - 1]) or words[end - 1].lower() == "and"):
        end -= 1
    team = words[end:]
    rest = [word for word in words[:end] if word.lower() not in ("for", "to", "by", "the", "other")]
    rest = [word for word in rest if word.lower() not in UNITS] if any(map(says_value, rest)) else rest
    return [*team, *rest] if len(team) > 1 and rest and not referee.names.whole(words[0]) else words


def _columns(text: str, referee: Referee) -> list[str]:
    """Splits ``Ben 900, 1 natural and out, Cat 310`` into a report for each column of a sheet. Empty if it can't be."""
    if not referee.game.of_a_sheet:
        return []
    text = _player_first(text, referee)
    if any(map(referee.names.whole, re.findall(r"\b(?:for|to) (\w+)", text))):
        return []  # a player is named behind each number
    plain = re.sub(COLORED, "", tidied(text, referee).replace(",", " , "), flags=re.IGNORECASE)
    plain = re.sub(r"\b(an?|\w+) ([a-z]+) ones?\b", r"\1 \2", plain, flags=re.IGNORECASE)  # a mixed one
    spoken = written(re.sub(r"\ban? (?=[^\W\d])", "1 ", plain, flags=re.IGNORECASE), referee.vocabulary.shapes)
    found: list[str] = []
    verbs = 0
    alike = ""  # the verb that the player before began with, in front of a number
    for who, words in _of_each_side([word for word in spoken.split() if word.lower() not in UNITS], referee):
        begins, before = True, alike
        alike = ""
        while words:
            first, *words = words
            if first.lower() in _BREAKS:
                continue
            number = first if first.removeprefix("-").isdigit() else ""
            verb = _column((words[0] if words else "") if number else first, referee)
            bare, behind = begins and bool(number) and not verb, not number
            if not verb and not number:
                return []
            if number and verb:
                words = words[1:]
            elif verb and words and words[0].isdigit() and not _column(words[1] if words[1:] else "", referee):
                number, *words = words
            found.append(" ".join(filter(None, (who, before if bare else verb, number))))
            if begins and number:
                alike = before if bare else verb if behind else ""
            elif number and not verb:
                alike = ""  # the next bare number is rather of the same as this one
            begins, verbs = False, verbs + bool(verb)
    return found if len(found) > 1 and verbs else []


def _player_first(text: str, referee: Referee) -> str:
    """A line with the only player or team that it names moved to the front: ``620 and two red threes for Ann``."""
    match = re.fullmatch(r"(?P<said>.+?),? (?:for|to) (?P<who>\w+(?: and \w+)?)[.!]*", text)
    named = match and all(map(referee.names.whole, match["who"].split(" and ")))
    if not match or not named or any(map(referee.names.whole, re.findall(r"\w+", match["said"]))):
        return text
    return f"{match['who']} {match['said']}"


_BREAKS = (",", "and", "with")


def _of_each_side(words: Sequence[str], referee: Referee) -> Iterator[tuple[str, list[str]]]:
    """Yields the player or the team that a line names, and the words with a meaning that follow, with their commas."""
    at = 0
    while at < len(words) and referee.names.whole(words[at]):
        named = at
        while at < len(words) and (referee.names.whole(words[at]) or words[at].lower() == "and"):
            at += 1
        who, rest = " ".join(words[named:at]), []
        while at < len(words) and not referee.names.whole(words[at]):
            low = words[at].lower()
            if low in _BREAKS or (low not in SMALL and LIGHT.isdisjoint(stems(low))):
                rest.append(words[at])
            at += 1
        yield who, rest


def _column(word: str, referee: Referee) -> str:
    """The verb of a report that a noun in the singular or plural names. "" if there is none."""
    forms = (word.lower(), f"{word.lower()}s") if not number_for(word) else (f"{word.lower()}s",)
    return next((form for form in forms if form in referee.vocabulary.shapes), "")


def _verb_before(text: str, referee: Referee) -> tuple[str, str]:
    """The verb that a line begins with for several players, and the rest: ``bets: Dan 14, Ann 4``."""
    match = re.match(
        r"(?:(?:the|they|we)(?: all)? )?(?P<verb>[a-z]+)(?: (?:were|was|are|is))?\s*:?\s+(?P<rest>(?P<who>\w+)\s.*)",
        text.strip(),
        re.IGNORECASE,
    )
    if not match or not referee.names.whole(match["who"]) or referee.names.whole(match["verb"]):
        return "", text
    verb = match["verb"]
    known = is_act(verb, referee) or any(phrase.startswith(f"{verb.lower()} ") for phrase in referee.game.phrases)
    return (verb, _between_names(match["rest"], referee)) if known else ("", text)


def _goes_on(words: Sequence[str], referee: Referee) -> bool:
    """Whether words go on about the player just named: ``then takes 2``, ``she's got three``, ``4 in the crib``."""
    while words and words[0].lower() in PRONOUNS | _LEADING:
        words = words[1:]
    if any(phrase_pattern(phrase).fullmatch(" ".join(words)) for phrase in referee.game.phrases):
        return True
    words = words[1:] if words and words[0].lower() == "is" else words
    if not words or any(player_named(word, False, referee) for word in words):
        return False
    return is_act(words[0], referee) or (says_value(words[0]) and any(is_noun(word, referee) for word in words[1:]))


_LEADING = frozenset(("then", "also", "now", "so", "only", "just", "but", "the", "a", "an"))


def _same_player(seat: Seat, part: str) -> str:
    """A part of a line with the player it is about."""
    rest = re.sub(
        r"^(?:(?:then|also|now|so|only|just|but) )*(?:(?:he|she|they)\b(?:['\u2019](?:s|re|ve))?\s*)?",
        "",
        part,
        flags=re.IGNORECASE,
    )
    return f"{quoted(seat)} {rest.rstrip('.')}"


_EVERYBODY_DOES = re.compile(
    rf"{_EVERYONE} (?P<said>[a-z]+)(?: too)?|{_EVERYONE} (?P<counts>[a-z]+ (?:{A_NUMBER}))"
    rf"|{_WE} (?P<each>[a-z]+ (?:{A_NUMBER})) (?:each|apiece)",
    re.IGNORECASE,
)


def _everybody_does(text: str, referee: Referee) -> list[str]:
    """Splits ``everybody passes`` into a part for each player, from the one whose turn it is."""
    match = _EVERYBODY_DOES.fullmatch(text.strip(" .!"))
    seats = list(referee.players)
    if not match or of_the_others(text) or (of_two(text) and len(seats) != 2):
        return []
    does = match["said"] or match["counts"] or match["each"]
    said = any(phrase_pattern(phrase).fullmatch(does) for phrase in referee.game.phrases)
    verb = does.split()[0]
    if not said and not (is_act(verb, referee) and (does == verb or LIGHT.isdisjoint(stems(verb)))):
        return []
    first = next((seat for seat in referee.next() if seat in seats), seats[0])
    at = seats.index(first)
    return [f"{quoted(seat)} {does}" for seat in (*seats[at:], *seats[:at])]


def sides_apart(text: str, referee: Referee) -> list[str]:
    """The two ways to read a line about us and them, if there are two sides. Empty for any other line."""
    sides: list[str] = list(referee.hand.sides)
    parts = [part.strip(" ,") for part in _SIDES.split(text.strip()) if part.strip(" ,")]
    who = [re.match(r"(we|us|ours?|they|them|theirs?)\b", part, re.IGNORECASE) for part in parts]
    if len(sides) != 2 or len(parts) != 2 or not all(who):
        return []
    if len({match[1].lower() in ("we", "us", "our", "ours") for match in who if match}) < 2:
        return []
    said = [re.sub(r"^\w+(?:['\u2019]\w+)?\s+|\s+(?:to|against|and|vs)$", "", part) for part in parts]
    return [
        "; ".join(f"{side} {each}" for side, each in zip(order, said, strict=True)) for order in (sides, sides[::-1])
    ]


_SIDES = re.compile(r"(?:,\s*|\s+)?(?:and\s+)?(?=\b(?:we|us|ours?|they|them|theirs?)\b)", re.IGNORECASE)
LIKEWISE = frozenset(("too", "also", "likewise", "same", "as", "well", "so", "does", "did", "the"))


def cards_around(text: str, referee: Referee) -> str:
    """Cards that a line names with their players, as one report of cards around the table. "" for any other line."""
    asked = any(ask.verb.verb == "upcard" and ask.verb.speaker == "none" for _, ask in referee.asks())
    text = without_label(without_talk(text, referee), referee)
    if asked:
        labels = {phrase.partition(" CARDS")[0] for phrase, report in {**COMMON, **referee.game.phrases}.items()
                  if report.startswith("upcard") and phrase.endswith(" CARDS")}  # fmt: skip
        label = "|".join(map(re.escape, sorted(("upcard", *labels), key=len, reverse=True)))
        text = re.sub(rf"^(?:the )?(?:{label})s?(?: are\b| were\b|:)?\s+", "", text, flags=re.IGNORECASE)
    found: dict[Seat, str] = {}
    for part in BETWEEN_PARTS.split(text.strip()) if asked else ():
        seat, rest = _about(tidied(part, referee).split(), referee)
        cards = [word for word in written(" ".join(rest)).split() if word.lower() not in SMALL | LIGHT]
        if not seat or seat in found or len(cards) != 1 or not is_card(cards[0]):
            return ""
        found[seat] = cards[0]
    around = referee.hand.around(referee.hand.eldest) if referee.hand.dealer else ()
    return " ".join(("upcard", *(found[seat] for seat in around if seat in found))) if len(found) > 1 else ""


def _about(words: Sequence[str], referee: Referee) -> tuple[Seat | None, list[str]]:
    """The player that words begin or end with, or the first of a team, and the other words."""
    if words and (seat := player_named(words[0], False, referee)):
        at = 1
        while at + 1 < len(words) and words[at] == "and" and _is_partner(words[at + 1], seat, referee):
            at += 2
        return seat, [*words[at:]]
    if len(words) > 1 and (seat := player_named(words[-1], False, referee)):
        return seat, [*words[:-1]]
    return None, [*words]


def _is_partner(word: str, seat: Seat, referee: Referee) -> bool:
    other, teams = referee.names.whole(word), referee.names.teams
    return bool(other and teams and teams.get(other) == teams.get(seat))


_SENTENCE = re.compile(r"\s*(?:[,;:.!]+|\band\b|\bthen\b)(?:\s+(?:and\b|then\b|but\b|so\b))*\s+", re.IGNORECASE)
_CORRECTING = re.compile(
    r"\b(?:no|nope|wait|sorry|oops|whoops|actually|rather|instead|meant?|correction|mistake|wrong|not|or|if|maybe|make"
    r" that|make it)\b",
    re.IGNORECASE,
)
MOST_SENTENCES = 12


def counts_unnamed(text: str, referee: Referee) -> bool:
    """Whether a part of a line has a number but nobody's name: it may be about the player before."""
    words = re.findall(r"\w+", re.sub(rf"\w+ (?={A_RANK}\b)", "", text, flags=re.IGNORECASE))  # but three aces
    return any(word.isdecimal() or counted([word]) for word in words) and not any(map(referee.names.whole, words))


def takes_back(text: str) -> bool:
    """Whether a part of a line begins by taking back what was said before it: ``no wait, 3D``."""
    return bool(re.match(r"(?:oh|um|er)?[,. ]*(?:no|nope|wait|sorry|w?h?oops|actually|i mean)\b", text, re.IGNORECASE))


def sentences(text: str, referee: Referee) -> list[tuple[int, int]]:
    """Where the parts of a line begin and end that may be reports of their own: ``JS 10H, then Ann leads KD``.

    Empty if a part is a number alone, which may belong to the one before, or if the line takes something back.
    """
    found, start = [], 0
    for match in (*_SENTENCE.finditer(text), None):
        end = match.start() if match else len(text.rstrip(" .!"))
        if end > start:
            found.append((start, end))
        start = match.end() if match else end
    bare = any(re.fullmatch(r"[+-]?\d+", text[begin:end]) or counted([text[begin:end]]) for begin, end in found)
    many = not 1 < len(found) <= MOST_SENTENCES
    return [] if many or bare or _CORRECTING.search(text) or QUESTION.match(text) else found


def takes_over(text: str, referee: Referee) -> str:
    """A line that says in any words that somebody new plays on for a player, as a report. "" for any other line."""
    match = _TAKES_OVER.fullmatch(text.strip())
    if not match:
        return ""
    whom = referee.names.whole(match["whom"] or match["for"] or match["swapped"] or "")
    if whom and match["swapped"]:
        return f"{match['instead']} replaces {quoted(whom)}" if is_new_name(match["instead"], referee) else ""
    other = referee.names.whole(match["for"] or "")
    if not whom or (other and other != whom) or not is_new_name(match["new"], referee):
        return ""
    if match["for"] and not other and match["for"].lower() not in ("her", "him", "them"):
        return ""
    return f"{match['new']} replaces {quoted(whom)}"


def goes_home(text: str, referee: Referee) -> str:
    """A line that says in any words that a player leaves the game, as a report. "" for any other line."""
    match = _GOES_HOME.fullmatch(text.strip())
    whom = referee.names.whole(match["whom"]) if match else None
    if not match or not whom or (match["act"] and says_something(match["act"], referee)):
        return ""
    return f"{quoted(whom)} leaves"


def is_new_name(word: str, referee: Referee) -> bool:
    """Whether a word can be the name of somebody who doesn't play yet."""
    return not (referee.names.whole(word) or says_something(word, referee) or _NO_NAME.fullmatch(word))


_NO_NAME = re.compile(
    rf"{'|'.join(sorted(SMALL))}|(?:some|any|every|no)(?:one|body)|none|who|partners?|dealers?|dummy|bank|computer"
    r"|others?|game|play|friends?|guests?|nothing",
    re.IGNORECASE,
)
"""Words that nobody is called."""

_TAKES_OVER = re.compile(
    r"(?:swap|replace|exchange|substitute) (?P<swapped>[^\W\d]+) (?:for|with|by|and) (?P<instead>[^\W\d]+)[.!]*"
    r"|(?:(?P<whom>[^\W\d]+)(?:['\u2019]s)?(?: (?:has to|had to|must|needs to|wants to|got to|is|was))?"
    r" (?:go|goes|going|went|gone|leave|leaves|leaving|left|stop|stops|stopping|quit|quits)"
    r"(?: (?:home|to bed|early|now|the table|us|away|off))*[\s,;.]+(?:(?:and|so|but|now) )*)?"
    r"(?P<new>[^\W\d]+)(?:['\u2019](?:s|ll))?(?: (?:is|will|now))*"
    r" (?:plays?|playing|takes? over|taking over|steps? in|stepping in|sits? in|sitting in|fills? in|filling in|subs?)"
    r"(?: (?:now|on))?(?: (?:for|from|instead of|in place of) (?P<for>[^\W\d]+))?"
    r"(?: (?:now|instead|from (?:here|now)(?: on)?))*[.!]*",
    re.IGNORECASE,
)
"""Somebody new who plays in a player's place, with who leaves before or behind."""

_GOES_HOME = re.compile(
    r"(?P<whom>[^\W\d]+)(?:['\u2019](?:s|ll))?"
    r"(?: (?:has to|had to|must|needs to|wants to|got to|gotta|is|was|has|will))*"
    r" (?:(?:go|goes|going|went|gone|heads?|heading|off|out)"
    r" (?:home|to bed|away|off|for (?:the (?:night|evening)|tonight|today))"
    r"|(?:leaves?|leaving|left|quits?|quitting)(?: (?:us|the (?:table|game)))?|(?:has|needs|wants|got) to (?P<act>go)"
    r"|(?:can(?:no|['\u2019])t|won['\u2019]t|doesn['\u2019]t|does not|isn['\u2019]t|is not)"
    r" (?:stay|staying|(?:play|playing|go|going) (?:on|any ?more|any longer)))"
    r"(?: (?:now|early|already|soon|then|for (?:tonight|today)))*[.!]*",
    re.IGNORECASE,
)


def says_zero(text: str) -> bool:
    """Whether the only number in a text is zero: ``none for Ann``, ``Ann 0``."""
    numbers = [number_for(word) or word for word in re.findall(r"\w+", text.lower())]
    return {number for number in numbers if number.isdecimal()} == {"0"}


def values_named(text: str, referee: Referee) -> list[tuple[Seat, str]]:
    """The players that a line names, each with one value: ``Sue only had 4 and Dave 3``. Empty if it says more."""
    found = []
    for part in clauses(text, referee) or [text]:
        seat, rest = _about(tidied(part, referee).split(), referee)
        spoken = written(" ".join(rest)).split()
        values = [word for word in spoken if word.lower() not in SMALL or word == "A"]
        values = [word for word in values if word.lower() not in UNITS and LIGHT.isdisjoint(stems(word.lower()))]
        if not seat or len(values) != 1 or not is_value(values[0]):
            return []
        found.append((seat, values[0]))
    return found


def _for_each(text: str, referee: Referee) -> list[str]:
    """Splits what several players do alike into a part for each: ``Ann and Bob both took 2``, ``all but Sue pass``."""
    everybody, left_out = all_but(text.strip(" .!"), referee)
    if left_out and (match := _EVERYBODY.fullmatch(everybody)) and match["said"] and "," not in match["said"]:
        around = referee.hand.around(referee.hand.eldest) if referee.hand.dealer else referee.players
        return [f"{quoted(seat)} {match['said']}" for seat in around if seat not in left_out]
    alike = (_EACH, _BOTH_FIRST, _BOTH, _SHARE, _PASS)
    patterns = alike if referee.names.teams else (*alike, _MADE, _NONE)
    match = next((match for pattern in patterns if (match := pattern.fullmatch(text.strip()))), None)
    if match and any(referee.names.whole(word) for word in re.findall(r"\w+", match["said"])):
        return []  # it goes on about somebody else
    seats = (
        [referee.names.whole(word) for word in re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", match["who"])] if match else []
    )
    return (
        [f"{quoted(seat)} {match['said']}" for seat in seats if seat] if match and len(seats) > 1 and all(seats) else []
    )


_SHARE = re.compile(r"(?P<who>.+?)\s+(?P<said>(?:split|shared?|chop(?:ped)?)(?: (?:it|the pot|that))?)", re.IGNORECASE)
_PASS = re.compile(
    r"(?P<who>\w+(?:\s*,\s*\w+)*,?\s+and\s+\w+)\s+(?P<said>(?:pass|check|fold|call|muck|stay)(?:es|ed|s)?(?: in)?)",
    re.IGNORECASE,
)
_BOTH = re.compile(r"(?P<who>.+?)\s+(?:both|each)\s+(?P<said>\S.*)", re.IGNORECASE)
_BOTH_FIRST = re.compile(r"both (?P<who>\w+ and \w+)\s+(?P<said>\S.*)", re.IGNORECASE)
_EACH = re.compile(r"(?P<who>\w+(?:\s*,\s*\w+)*\s+and\s+\w+)\s+(?P<said>\S[^,;]*?)\s+(?:each|apiece)", re.IGNORECASE)
_NONE = re.compile(rf"(?P<who>\w+(?:\s*,\s*\w+)*\s+and\s+\w+)\s+(?P<said>(?:\w+\s+)?(?:0|{A_ZERO}))", re.IGNORECASE)
_MADE = re.compile(r"(?P<who>.+?)\s+(?P<said>made (?:it|theirs|ours|their (?:bids?|contracts?)))[.!]*", re.IGNORECASE)


def _some_for_each(text: str, referee: Referee) -> list[str]:
    """Splits a line at its commas, if one part of it is what several players do alike."""
    parts: list[str] = []
    names = ""
    for part in re.split(r"\s*[,;.]\s+(?:(?:and|then|but)\s+)*", text.strip()):
        if referee.names.whole(part):
            names += f"{part}, "
        else:
            parts.append(names + part)
            names = ""
    apart = [_for_each(part, referee) for part in parts] if len(parts) > 1 else []
    if not any(apart):
        return []
    found: list[str] = []
    for part, alike in zip(parts, apart, strict=True):
        left_out = all_but(parts[0], referee)[1]
        if len(left_out) == 1 and part.split()[0].lower() in PRONOUNS:
            found.append(_same_player(left_out[0], part))  # `everybody made it but Eve, she got none`
        else:
            found += alike or clauses(part, referee) or [part]
    return found


def _all_the_others(text: str, referee: Referee) -> list[str]:
    """Splits ``everybody gets 10, Zoe 25`` into a part for each: Zoe has 25, and each of the others has 10."""
    first, comma, rest = text.partition(",")
    number = of_everybody(first) if comma else None
    if not number or not number.isdecimal() or not (named := values_named(rest.strip(), referee)):
        return []
    others = [seat for seat in referee.players if seat not in [who for who, _ in named]]
    return [f"{quoted(who)} {value}" for who, value in (*((seat, number) for seat in others), *named)]


def _between_names(text: str, referee: Referee) -> str:
    """The line with a comma before each name that follows a number or a card: ``Sue 3 Bob 4``."""
    words = text.split()
    if not words or not all(map(referee.names.whole, words[0].split("+"))):
        return text
    out = words[:1]
    for at, word in enumerate(words[1:], 1):
        value = is_value(words[at - 1]) or counted([words[at - 1]]) or card_for(words[at - 1])
        begins = all(map(referee.names.whole, word.split("+"))) and value and at + 1 < len(words)
        out[-1] += "," if begins else ""
        out.append(word)
    return " ".join(out)
