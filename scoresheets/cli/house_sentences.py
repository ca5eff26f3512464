"""House rules in plain sentences: the options that a sentence may change, found by their names and meanings."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from referee.entry.spoken.words import LIGHT, MOST_WORDS, SMALL
from referee.game.ruleset import WITHOUT
from referee.language.synonyms import NUMBERS, card_for, counted, stems
from referee.rules.options import FROM_START, Option, Variant, read_house
from referee.table.referee import Referee
from scoresheets.cli.house_lines import Change, variants

OFFERED = 4
NEARLY = 0.9  # of the best match
ALIKE = 0.5  # share of the words that must appear in a change which somebody asks for with ``house``
WEAK = 0.5  # weight of a word that appears only in the rest of a rule
LITTLE = 0.02  # weight of a word that says little
NAMED = 0.3  # weight of how much of an option's name was said
BESIDES = 0.04  # less for each further option that a variant sets
CLOSE = 3  # words before a number, where *at least* is about it
TOGETHER = 3  # changes in one sentence

_FILL = (SMALL - {"up", "down"}) | LIGHT | frozenset((
    "game", "rule", "worth", "cost", "pay", "use", "let", "let's", "lets", "tonight", "today", "instead", "always",
    "point", "points", "everybody", "everyone", "anyone", "house", "must", "may", "can", "could", "allow", "allowed",
    "bonus", "until", "from", "if", "you", "your", "who", "whoever", "come", "out", "about", "like", "long",
    "little", "bit", "extra", "need", "stop", "only", "than", "or", "good", "time", "friend", "evening", "whole",
    "right", "what",
    "should", "agree", "agreed", "decide", "prefer", "usually", "normally", "home", "variant", "version",
))  # fmt: skip
_NO = frozenset((
    "no", "not", "without", "can't", "cannot", "cant", "don't", "dont", "never", "nobody", "nothing", "isn't", "aren't",
    "won't", "doesn't", "skip", "zero", "mustn't", "neither",
))  # fmt: skip
_ZERO = frozenset(("0", "no", "none", "off"))
_FREE = frozenset(("may", "can", "free", "needn't", "any", "anything", "allowed", "optional"))
_ALIKE = (
    "hand round deals", "start begin first", "even uneven equal", "minimum min least lowest fewest smallest low",
    "maximum max most highest largest biggest limit", "deck pack", "court face picture", "honour honor",
    "lose minus lost", "end win target goal",
)  # fmt: skip
_SAME = {word: words.split()[0] for words in _ALIKE for word in words.split()}
_LIMITS = frozenset((_SAME["minimum"], _SAME["maximum"]))
_ENDS = "endsat"
"""The word that stands for every way to say at how many points a game ends."""
_SAYS_END = re.compile(
    r"\b(?:(?:play(?:ing|s|ed)?|go(?:ing)?|first|game|race|up|until|till|gets?|reach(?:es)?)"
    r"(?: (?:up|one|1|player|side|team|is|somebody|someone|anybody|game|has|reaches|gets|only))*"
    r" (?:to|is|has|reaches|gets) )(?=\d)"
    r"|\b(?:until|till|reach(?:es)?|target)\b(?: \w+){0,3}? (?=\d)|\b(?:stop|end|finish)(?:s|es)? at (?=\d)",
)
_MEANS_END = re.compile(
    r"(?:points|score|hands|total|chips|tokens)\b.*\b(?:to win|that ends?|that wins?|that end)\b|won that end"
)
_BELOW = re.compile(r"\b(?:below|under|minus|floor|loses?)\b|-\d")
_WHY = re.compile(r"[,;]? (?:(?:it|that)['\u2019]s|it is|because|since|as (?:it|we)) .*$")
_FROM = re.compile(
    r",? *(?:(?:starting )?from (?:the )?(?:hand|round|deal|game)? ?#?(?P<hand>\d+)(?: on)?"
    r"|(?:starting |right )?from the (?:start|beginning|(?:very )?first (?:hand|round|deal))(?: on)?"
    r"|(?:already )?(?:for|from|in|with|starting(?: with)?) (?P<this>this|the current) (?:hand|round|deal)(?: already"
    r"| too| on)?|--?from-start|from-start)\b"
)
_RULE_SAID = re.compile(
    r"\b(?:we (?:play|start|begin|deal|use|don't|do not|always|never|only|want|agreed|count|go|stop)"
    r"|play(?:ing)? (?:with|without|to|up to|until|till)|first (?:\w+ )?to|up to|no|without|worth|allowed|wild"
    r"|minimum|maximum|at least|at most|always|never|can't|cannot|may|must|don't|needn't|tonight|house rule|we need"
    r"|stops? at|doesn't|isn't|aren't|counts? (?:as|for|double)|(?<=\w )counts|only|costs?|pays?|nobody|until"
    r"|reach(?:es)?|hands|rounds|game (?:is|to)|cards each|starts? (?:at|with)|lowest|highest|smallest|ties|wins)\b"
)
"""Words that say how a table plays."""


class Said(NamedTuple):
    """A sentence: its words, their numbers, and whether it says *no* or *may*.

    ``start`` says from which hand the rule counts: "first", "this", "other", or "".
    """

    words: tuple[str, ...]
    numbers: tuple[int, ...]
    no: bool
    free: bool
    below: bool
    start: str

    @property
    def weights(self) -> dict[str, float]:
        """The weight of each word and number."""
        heavy = {word: 1.0 for word in self.words if not _is_fill(word) and word not in _NO}
        light = {word: LITTLE for word in self.words if _is_fill(word)}
        return light | heavy | {str(number): 1.0 for number in self.numbers}


class Possible(NamedTuple):
    """A change that an option allows: its words, those of the rest of its rule, and those of each of its names.

    ``no`` says whether it can be said with *no*, ``only_no`` whether it can't be said without.
    """

    house: str
    meaning: str
    strong: frozenset[str]
    weak: frozenset[str]
    names: tuple[frozenset[str], ...]
    no: bool = False
    only_no: bool = False

    def covers(self, word: str) -> float:
        """How much of a word or number of the sentence it explains."""
        return 1.0 if word in self.strong else WEAK if word in self.weak else 0.0


class Found(NamedTuple):
    """A change, how much of the sentence it explains, at most 1, and whether that is every word that matters."""

    share: float
    score: float
    change: Change
    whole: bool


def said(text: str) -> Said:
    """The words of a sentence about a house rule, without its reasons."""
    low = re.sub(r"(?<=\d),(?=\d{3}\b)", "", text.lower().replace("\u2019", "'"))
    low, start = _without_start(low)
    low = _WHY.sub("", low)
    low = re.sub(r"\bat (?:most|least)\b", "", low)
    low = _SAYS_END.sub(f" {_ENDS} ", _in_digits(low))
    low = re.sub(r"\b(\d+) (?:points? )?(?:wins?|up|to win)\b", rf"{_ENDS} \1", low)
    low = re.sub(rf"\b{_ENDS}(?= +\d+ (?:games|wins|match)\b)", "", low)
    words = re.findall(r"[a-z']+|-?\d+", low.replace("-", " ") if not re.search(r"-\d", low) else low)
    told = [word for word in words if not re.search(r"\d", word)]
    numbers = tuple(int(word) for word in words if re.fullmatch(r"-?\d{1,7}", word))
    if numbers and not any(word not in _FILL for word in told) and {"points", "tonight"} <= {*told}:
        told.append(_ENDS)  # *only 60 points tonight*
    no = bool(_NO & {*told})
    free = bool(_FREE & {*told} or (no and re.search(r"\b(?:have|need) to\b", low)))
    return Said(tuple(dict.fromkeys(told)), numbers, no, free, bool(_BELOW.search(low)), start)


def _without_start(text: str) -> tuple[str, str]:
    """A text without the hand from which a rule counts, and that hand: "first", "this", "other" or ""."""
    found = _FROM.search(text)
    if not found:
        return text, ""
    start = "this" if found["this"] else "first" if found["hand"] in (None, "1") else "other"
    return text[: found.start()] + text[found.end() :], start


def _in_digits(text: str) -> str:
    """A text with digits for its numbers in words, except for zero, which may be a bid."""
    words, found, at = text.split(" "), [], 0
    while at < len(words):
        for count in (4, 3, 2, 1):
            some = [word for one in words[at : at + count] for word in one.strip(",.!").split("-")]
            plain = all(
                word.isdigit() or word in ("hundred", "a", "and") or NUMBERS.get(word, "0") != "0" for word in some
            )
            if plain and some[0] not in ("and",) and some != ["a"] and (number := counted(some)):
                found.append(number)
                at += count
                break
        else:
            found.append(words[at])
            at += 1
    return " ".join(found)


def changes(referee: Referee, text: str, *, whole: bool = False) -> list[Change]:
    """The changes that a sentence may mean, the likeliest first. With ``whole``, they explain every word that matters.

    They count from the first hand, if the sentence says so.
    """
    if len(text.split()) > MOST_WORDS // 2:
        return []
    sentence = said(text)
    weights = sentence.weights
    if not weights:
        return []
    marked = [found for each in _possible(referee, sentence) if (found := _marked(each, sentence, weights))]
    if not any(found.whole for found in marked):
        both = _clause_by_clause(referee, text) or _together(referee, sentence, weights)
        marked = [both] if both else marked
    marked = [found for found in marked if found.whole or (found.share >= ALIKE and not whole)]
    if sentence.no and not sentence.free and any(WITHOUT not in found.change.text for found in marked):
        marked = [found for found in marked if WITHOUT not in found.change.text]
    best = max((found.score for found in marked), default=0.0)
    near = [found for found in marked if found.score >= NEARLY * best]
    first = _is_first(sentence.start, referee)
    ordered = sorted(near, key=lambda found: -found.score)
    return [Change(each.change.text + f" {FROM_START}" * first, each.change.meaning) for each in ordered][:OFFERED]


def states_a_rule(text: str, referee: Referee) -> bool:
    """Whether a line can be a house rule: it says how the table plays, and names no player."""
    low = text.lower().replace("\u2019", "'")
    if len(text.split()) > MOST_WORDS // 2 or any(referee.names.whole(word.strip(",.'s")) for word in text.split()):
        return False
    first = low.split()[:1]
    if _RULE_SAID.search(low):
        return not re.match(r"no\b.*\d", low)
    named = {part for option in referee.game.options for part in (option.name, option.name.partition("-")[0])}
    of_option = first and first[0] in named - referee.vocabulary.shapes.keys()
    return bool(of_option and re.search(r"\d", low))


def says_target(text: str) -> bool:
    """Whether a sentence says at how many points the game ends, and nothing else: ``we play to 60``."""
    sentence = said(text)
    heavy = {word for word in sentence.words if not _is_fill(word)}
    return len(sentence.numbers) == 1 and heavy == {_ENDS}


def is_certain(text: str, found: list[Change]) -> bool:
    """Whether a sentence can only mean one change: it says ``house`` and a number, or at how many points you stop."""
    sentence = said(text)
    clear = text.startswith("house ") or _ENDS in sentence.words
    return len(found) == 1 and "," not in found[0].text and bool(sentence.numbers) and clear


def is_so(referee: Referee, change: Change) -> bool:
    """Whether the table already plays that way."""
    if change.text.endswith(FROM_START):
        return False
    try:
        values = read_house(change.text.removeprefix("house "))
    except ValueError:
        return False
    return all(_now(referee, name) == value for name, value in values.items())


def _now(referee: Referee, name: str) -> str:
    value = referee.in_force.get(name)
    return "none" if value is None else str(value)


def several(referee: Referee, text: str) -> Change | None:
    """The change that selects several variants and options by name: ``ten-plus hook``. None for any other text.

    Raises ValueError if they contradict each other.
    """
    known = {each.name: each for each in variants(referee)}
    low, start = _without_start(text.lower())
    first = _is_first(start, referee)
    words = [word for word in re.split(r"[\s,]+|\band\b|\bwith\b", low) if word]
    named = any(word in known for word in words) and all(word in known or "=" in word for word in words)
    if not named or (start and not first):
        return None
    chosen: dict[str, str] = {}
    for word in words:
        for name, value in read_house(known[word].house if word in known else word).items():
            if name == WITHOUT and name in chosen:
                chosen[name] = f"{chosen[name]}+{value}"
            elif chosen.setdefault(name, value) != value:
                raise ValueError(f"{' and '.join(words)} can't go together: both set {name}")
    texts = " ".join(known[word].text for word in words if word in known)
    return Change(_as_report(chosen) + (f" {FROM_START}" if first else ""), texts)


def _is_first(start: str, referee: Referee) -> bool:
    """Whether a rule that starts with that hand counts from the first hand on."""
    return start == "first" or (start == "this" and not referee.standing.hands)


def _as_report(chosen: dict[str, str]) -> str:
    return "house " + ", ".join(f"{name}={value}" for name, value in chosen.items())


# How well a change fits


def _marked(possible: Possible, sentence: Said, weights: dict[str, float]) -> Found | None:
    """How much of a sentence a change explains. None if it leaves out a number, or says the opposite."""
    if any(not possible.covers(str(number)) for number in sentence.numbers):
        return None
    if sentence.no and not possible.no and not sentence.free and not sentence.numbers:
        return None
    if possible.only_no and not (sentence.no or sentence.free or sentence.numbers):
        return None
    covered = {word: possible.covers(_plain(word)) for word in weights}
    words = [word for word, share in covered.items() if share and not word.lstrip("-").isdigit()]
    if not words or (all(map(_is_fill, words)) and not sentence.numbers):
        return None
    share = sum(weights[word] * share for word, share in covered.items()) / sum(weights.values())
    told = {_plain(word) for word in sentence.words} | {str(number) for number in sentence.numbers}
    named = max((len(told & name) / len(name) for name in possible.names if name), default=0.0)
    score = share + NAMED * named - BESIDES * possible.house.count(",")
    heavy = [covered[word] for word, weight in weights.items() if weight == 1 and not word.lstrip("-").isdigit()]
    if heavy and sum(heavy) <= len(heavy) / 2:
        return None
    whole = all(heavy)
    return Found(share, score, Change(f"house {possible.house}", possible.meaning), whole)


def _clause_by_clause(referee: Referee, text: str) -> Found | None:
    """The changes of a sentence in which each clause can only mean one: ``play to 50 and no passing``."""
    clauses = re.split(r"[,;]? and |[,;] ", text)
    if not 1 < len(clauses) <= TOGETHER:
        return None
    found = [changes(referee, clause, whole=True) for clause in clauses]
    if any(len(each) != 1 for each in found):
        return None
    houses = [each[0].text.removeprefix("house ").removesuffix(FROM_START).strip() for each in found]
    chosen: dict[str, str] = {}
    for house in houses:
        values = read_house(house)
        if values.keys() & chosen.keys():
            return None
        chosen |= values
    return Found(1, 1, Change(_as_report(chosen), " · ".join(each[0].meaning for each in found)), True)


def _together(referee: Referee, sentence: Said, weights: dict[str, float]) -> Found | None:
    """Several changes that explain all of a sentence together: ``start with 7 cards and go down to 1``."""
    left = {word for word, weight in weights.items() if weight == 1}
    if len(left) < TOGETHER:
        return None
    chosen: dict[str, str] = {}
    meanings: list[str] = []
    every = [*_possible(referee, sentence)]
    for _ in range(TOGETHER):
        free = [each for each in every if not read_house(each.house).keys() & chosen.keys()]
        best = max(free, key=lambda each: _new_words(each, left, weights), default=None)
        new = {word for word in left if best and _plain(word) in best.strong}
        if best is None or (len(new) < 2 and not any(word.isdigit() for word in new)):
            break
        left -= new
        chosen |= read_house(best.house)
        meanings.append(best.meaning)
        if not left:
            return Found(1, 1, Change(_as_report(chosen), " · ".join(meanings)), True) if len(meanings) > 1 else None
    return None


def _new_words(possible: Possible, left: Iterable[str], weights: dict[str, float]) -> tuple[float, ...]:
    """How well a change explains words that are left: how many, how many in all, and how much of its name they are."""
    told = {_plain(word) for word in weights}
    named = max((len(told & name) / len(name) for name in possible.names if name), default=0.0)
    heavy = sum(_plain(word) in possible.strong for word, weight in weights.items() if weight == 1)
    new = sum(_plain(word) in possible.strong for word in left)
    return (bool(new), named + heavy / len(weights) - BESIDES * possible.house.count(","))


# What can be changed


def _possible(referee: Referee, sentence: Said) -> Iterator[Possible]:
    """The changes that a sentence can be about, each with its words."""
    by_house: dict[str, Possible] = {}
    for each in itertools.chain(_of_variants(referee), _of_options(referee, sentence)):
        known = by_house.get(each.house)
        by_house[each.house] = each if not known else known._replace(
            strong=known.strong | each.strong, weak=known.weak | each.weak, names=known.names + each.names,
            no=known.no or each.no, only_no=known.only_no and each.only_no,
        )  # fmt: skip
    yield from by_house.values()


def _of_variants(referee: Referee) -> Iterator[Possible]:
    for each in variants(referee):
        house = _with_rules_left_out(referee, each)
        words = _words(f"{each.name} {each.text}")
        values = {value for value in read_house(each.house).values() if value.lstrip("-").isdigit()}
        no = bool(_NO & {*re.findall(r"[a-z']+", f"{each.name} {each.text}".lower().replace("-", " "))})
        zero = _ZERO & {*read_house(each.house).values()}
        only = each.name.startswith("no-") or {*read_house(each.house).values()} <= _ZERO
        names = (_words(each.name) - _NO,)
        no = no or bool(zero) or WITHOUT in each.house
        yield Possible(house, each.text, words | values, frozenset(), names, no, only)


def _with_rules_left_out(referee: Referee, variant: Variant) -> str:
    """The options of a variant. Rules that the table leaves out already stay left out."""
    now = _now(referee, WITHOUT)
    if now == "none" or f"{WITHOUT}=" not in variant.house:
        return variant.house
    return variant.house.replace(f"{WITHOUT}=", f"{WITHOUT}={now}+")


def _of_options(referee: Referee, sentence: Said) -> Iterator[Possible]:
    players = len(referee.seats)
    for option in referee.game.options:
        if option.name == WITHOUT:
            yield from _left_out(referee, option, sentence)
        elif option.is_scale or option.several:
            continue
        elif option.choices:
            yield from _choices(option, sentence)
        else:
            yield from _numbers(referee, option, sentence, players)


def _left_out(referee: Referee, option: Option, sentence: Said) -> Iterator[Possible]:
    """The rules that a table can leave out."""
    now = _now(referee, WITHOUT)
    if not (sentence.no or sentence.free):
        return
    for rule in option.choices:
        value = "+".join(name for name in option.choices if name == rule or name in now.split("+"))
        text = referee.game.said(rule, len(referee.seats), referee.in_force)
        name = _words(rule)
        if name & {_plain(word) for word in sentence.words}:
            yield Possible(f"{WITHOUT}={value}", f"Without: {text}", name, _words(text), (name,), True, True)


def _choices(option: Option, sentence: Said) -> Iterator[Possible]:
    told = {_plain(word) for word in (*sentence.words, *map(str, sentence.numbers))}
    name, text = _words(option.name), _words(option.text)
    for choice in option.choices:
        house, words = f"{option.name}={choice}", _words(choice)
        if choice in ("yes", "no"):
            if (choice == "no") == sentence.no:
                yield Possible(house, option.text, name | text, frozenset(), (name,), choice == "no", choice == "no")
        elif spoken := {_plain(word) for word in sentence.words if choice.isalnum() and card_for(word) == choice}:
            yield Possible(house, option.text, name | spoken | text, frozenset(), (name,))
        elif words and words <= told:
            no = choice in _ZERO
            yield Possible(house, option.text, name | words | text, frozenset(), (name, words), no)


def _numbers(referee: Referee, option: Option, sentence: Said, players: int) -> Iterator[Possible]:
    numbers = option.numbers(players)
    low = option.value(players) is None or str(option.value(players)).startswith("-")
    if numbers[0] < 0 and low and not sentence.below:
        return  # such as the score at which a game ends early
    name, strong, weak, meaning = _meaning(referee, option)
    names = (name, frozenset((_ENDS,))) if _ENDS in strong else (name,)
    for like, words in _of_one_number(referee, option.name):
        names, strong = (*names, like), strong | words
    told = {_plain(word) for word in sentence.words}
    for number in sentence.numbers:
        if number in numbers:
            yield Possible(f"{option.name}={number}", meaning, strong | {str(number)}, weak, names, True)
    if sentence.no and not sentence.numbers and len(name & told) > len(name) / 2:
        value = "0" if 0 in numbers else "none" if option.or_none or option.value(players) is None else ""
        if value:
            yield Possible(f"{option.name}={value}", meaning, strong, weak, (name,), True, True)


def _of_one_number(referee: Referee, option: str) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
    """The words of each variant that sets only this option, without its number: those of its name, and all."""
    for each in variants(referee):
        house = read_house(each.house)
        if [*house] == [option] and house[option].isdigit():
            number = {house[option]}
            yield _words(each.name) - number, _words(f"{each.name} {each.text}") - number


def _meaning(referee: Referee, option: Option) -> tuple[frozenset[str], frozenset[str], frozenset[str], str]:
    """The words of an option's name, those of its meaning, those of the rest of its rule, and its meaning."""
    name = _words(option.name)
    if option.in_words:
        meaning = option.meaning
        ends = {_ENDS} if _MEANS_END.search(meaning) else ()
        return name, name | _words(meaning) | {*ends}, frozenset(), meaning
    meaning = referee.game.rules[option.rules[0]].naming(option.name, referee.in_force)
    parts = re.split(r"[,;:.]? +(?:and|or|but) +|[,;:.] +", meaning)
    near = next((part for part in parts if f"`{option.name}`" in part), "")
    before = _words(" ".join(near.partition("`")[0].split()[-CLOSE:]))
    strong, weak = (_words(text) - (_LIMITS - before) for text in (near, referee.game.rules[option.rules[0]].text))
    return name, name | strong, weak, meaning


@cache
def _words(text: str) -> frozenset[str]:
    """The words of a rule, in the form in which they are compared."""
    low = re.sub(r"(?<=\d),(?=\d{3}\b)", "", text.lower()).replace("-", " ")
    words = re.findall(r"[a-z']+|\d+", _in_digits(low))
    ends = {_ENDS} if re.search(r"\bplay to \d", " ".join(words)) else set()
    return frozenset({_plain(word) for word in words if word not in ("whether", "or", "what")} | ends)


@cache
def _is_fill(word: str) -> bool:
    """Whether a word says little about a rule."""
    return word in _FILL or (word != "games" and any(form in _FILL for form in stems(word)))


@cache
def _plain(word: str) -> str:
    """The shortest form of a word, or the word that stands for all of its kind."""
    forms = stems(word)
    if word.lstrip("-").isdigit():
        return word
    if len(forms) > 1 and not word.endswith(("s", "ed", "ing")):
        forms = stems(forms[1])  # of an irregular verb
    return next((_SAME[form] for form in forms if form in _SAME), min(map(_bare, forms)))


def _bare(form: str) -> str:
    """A form without its last *e* or doubled letter, which its tenses may lack."""
    return re.sub(r"(.)\1$", r"\1", form.rstrip("e"))


__all__ = ["changes", "is_certain", "is_so", "said", "says_target", "several", "states_a_rule"]
