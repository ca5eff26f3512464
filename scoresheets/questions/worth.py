"""Values from the quick reference, and why somebody got points."""

from __future__ import annotations

import re
from collections.abc import Mapping

from referee.cards import RANK_NAMES, Card
from referee.game.findings import Line
from referee.language.words import so_many
from scoresheets.book.rulebook import every_of
from scoresheets.book.wording import stem, stems_in
from scoresheets.questions.parse import NUMBERS, RANKS, words_of
from scoresheets.questions.position import Known, Position, names, signed

VALUES = ("card values", "face values", "prize values", "points to avoid", "card values for the point")
"""Entries of the quick reference with card values."""


SPECIAL = ("primiera values",)
"""Entries with card values of their own, for questions that name them."""

OF_A_CARD = words_of("what many worth point RANK CARD N SUIT hand card end left hold each all over how take against")
OF_A_PACK = words_of("many what red black RANK CARD SUIT stock card total all play in pack deck game N use")
OF_POINTS = words_of(
    "why WHO N lose lost minus get point score off pay paid how come down win make only penalty worth losing go take "
    "SUIT chip plus up bonus deduct just double twice extra nothing zero all"
)
"""Optional words in a question for each of these."""

IN_PACK = re.compile(r"\b(?:pack|deck|in|there|use|play(?:ing)? with)\b")


def card_value(at: Position) -> Known | None:
    """The value of a card."""
    question = at.question
    if re.search(r"\bmany \w+ (?:are|is) (?:in|there)\b", question.plain):
        return None
    asks = question.has("worth", "point") or (
        question.has("many") and set(question.words) <= {"many", "RANK", "CARD", "N", "hand"}
    )
    if (
        not asks
        or set(question.words) - OF_A_CARD - {name.split()[0] for name in SPECIAL}
        or not (question.cards or question.ranks)
        or question.supposing
        or len({*question.ranks, *(card.rank for card in question.cards)}) > 1
        or re.search(rf"\b(?:{'|'.join(NUMBERS)}|\d+) (?:{'|'.join(RANKS)})s\b", question.plain)
    ):
        return None
    for name in (*(name for name in SPECIAL if name.split()[0] in question.plain), *VALUES):
        values = at.glance(name)
        if not isinstance(values, Mapping):
            continue
        if name == "points to avoid" and re.search(r"\b(?:cost|costs|pay|pays)\b", question.plain):
            continue  # what is paid for it
        found = {}
        for text, value in values.items():
            if any(text == card.text for card in question.cards) or any(
                text.rstrip("SHDC") == rank and (not question.suits or text[-1] in question.suits)
                for rank in question.ranks
            ):
                found[text] = value
        if not found:
            return None
        if len(set(found.values())) == 1:
            value = next(iter(found.values()))
            rank = question.ranks[0] if question.ranks else ""
            called = RANK_NAMES.get(rank, "") if rank else question.cards[0].pretty
            return Known(signed(value), (value,), (f"{name}: {called} = {signed(value)}",))
        words = ", ".join(f"{Card(text[:-1], text[-1]).pretty} {signed(value)}" for text, value in found.items())
        return Known(words, tuple(found.values()))
    return None


def in_pack(at: Position) -> Known | None:
    """The number of cards of a rank, or of all cards."""
    question = at.question
    if set(question.words) - OF_A_PACK or question.hand.which or not IN_PACK.search(question.plain):
        return None
    if not (question.has("many") or question.polar) or re.search(r"\b(?:left|draw)\b", question.plain):
        return None
    pack = at.current.pack
    if question.ranks or question.cards:
        if not IN_PACK.search(question.plain):
            return None
        cards = [
            card
            for card, copies in pack.copies.items()
            if (card.rank in question.ranks or card in question.cards)
            and not (question.has("red") and not card.is_red)
            and not (question.has("black") and card.is_red)
            for _ in range(copies)
        ]
        if question.polar:
            return Known(
                "Yes" if cards else "No", (len(cards),), (f"{so_many(len(cards), 'card')} of {len(pack)}",), bool(cards)
            )
        return Known(str(len(cards)), (len(cards),), (f"{len(pack)} cards in all",))
    if (
        question.has("many")
        and question.has("card")
        and re.search(r"\b(?:pack|deck|in all|altogether|use)\b", question.plain)
    ):
        if at.fact("stock") is not None and re.search(r"\bin the (?:deck|stock)\b", question.plain):
            return None
        return Known(str(len(pack)), (len(pack),))
    return None


OF_A_SCORE = words_of(
    "what many WHO who point score get make win lose earn take all total come up chip worth add far game for bring "
    "fetch give yield"
)
"""Words of a question for what somebody scored, besides the thing that scored it."""


def scored_for(at: Position) -> Known | None:
    """What somebody scored for one thing, by the names of the score lines: ``how much did Ben get for the crib``."""
    question, plain = at.question, at.question.plain
    if question.supposing or question.trick.which or question.has("who") or not question.has("many", "what", "far"):
        return None
    much = re.search(r"\b(?:how much|points?|for|score|bring|make|fetch|yield|give)\b", question.text.lower())
    if not much or not re.search(r" (?:did|was|were|has|have) ", plain):
        return None
    said = zip(question.words, question.said, strict=True)
    things = {stem(text) for word, text in said if word not in OF_A_SCORE and text not in OF_A_SCORE}
    who = {*at.meant, *at.sides} or {*at.current.sides}
    lines = [one for one in at.referee.lines if one.who in who]
    lines = [one for one in lines if things <= stems_in(f"{one.category} {one.because} {one.rule.replace('-', ' ')}")]
    number = at.number if question.hand.which else max((one.hand for one in lines), default=0)
    found = [one for one in lines if one.hand == number]
    if not things or not found:
        return None
    total = sum(one.points for one in found)
    shown = tuple(f"{one.because or one.category} ({signed(one.points)})" for one in found)
    by = {side: sum(one.points for one in found if one.who == side) for side in dict.fromkeys(one.who for one in found)}
    text = signed(total) if at.meant else ", ".join(f"{side} {signed(points)}" for side, points in by.items())
    return Known(f"{text} (hand {number})", (total,), shown)


_PASSIVE = re.compile(r"\b(?:got|was|were|been|get|is)(?: ever)? (?:\w+ed|undercut|caught|skunked|shut out)\b")
"""Something that was done to a player, which costs points."""

_WHO_OF_SCORE = words_of("who WHO get make win have take far ever hand game score point any all there the in total")


def who_scored_for(at: Position) -> Known | None:
    """Who scored for one thing, or whether anybody did, by the names of the score lines: ``who got caught``."""
    question, plain = at.question, at.question.plain
    anybody = re.search(r" (?:any|some)(?:one|body) ", plain)
    if question.supposing or question.trick.which or not question.past or question.has("many", "what", "why", "how"):
        return None
    if question.numbers or question.cards or question.suits or not (question.has("who") or question.polar):
        return None
    said = zip(question.words, question.said, strict=True)
    things = {stem(text) for word, text in said if word not in _WHO_OF_SCORE and text not in _WHO_OF_SCORE}
    if not things:
        return None
    lines = [one for one in at.referee.lines if one.who in at.current.sides and one.points]
    lines = [one for one in lines if things <= stems_in(f"{one.category} {one.because} {one.rule.replace('-', ' ')}")]
    number = at.number if question.hand.which else max((one.hand for one in lines), default=0)
    if (not question.overall and not anybody) or question.hand.which:
        lines = [one for one in lines if one.hand == number]
    if not lines:
        return _nobody_yet(at, things)
    points = dict.fromkeys((one.who for one in lines), 0)
    for one in lines:
        points[one.who] += one.points
    if _PASSIVE.search(plain) and not low(at) and min(points.values()) > 0:  # the lines are of those who did it
        others = [side for side in at.current.sides if side not in points]
        if len(others) != 1 or len(points) != 1:
            return None
        points = dict.fromkeys(others, -1)
    worst = min(points.values()) if bool(_PASSIVE.search(plain)) is not low(at) else max(points.values())
    found = [who for who, amount in points.items() if amount == worst]
    shown = tuple(dict.fromkeys(f"{one.because or one.category} (hand {one.hand})" for one in lines))[-3:]
    if question.polar and not anybody:
        yes = any(who in found for who in (*at.meant, *at.sides))
        return Known("Yes" if yes else "No", (), shown, yes)
    hands = {one.hand for one in lines if one.who in found}
    of_hand = f" (hand {number})" if len(hands) == 1 else ""
    text = f"Yes: {names(found)}" if question.polar else names(found)
    return Known(f"{text}{of_hand}", tuple(found), shown, True if question.polar else None)


def who_won(at: Position) -> Known | None:
    """Who won something that scores: ``who won primiera``."""
    question = at.question
    return who_scored_for(at) if question.has("win") and question.has("who") and not at.going else None


def _nobody_yet(at: Position, things: set[str]) -> Known | None:
    """Nobody, if the rules of the game have a score by these names."""
    scoring = (rule for rule in every_of(at.referee.game.slug) if rule.scores)
    scored = any(things <= stems_in(" ".join((rule.name.replace("-", " "), *rule.scores))) for rule in scoring)
    if not scored or not at.referee.standing.hands:
        return None
    return Known("No", (), (), False) if at.question.polar else Known("Nobody, so far.", ("nobody",))


def low(at: Position) -> bool:
    return at.referee.game.low_wins(at.referee.in_force)


LOSES = re.compile(r"\b(?:lose|lost|loses|minus|down|off|pay|paid|cost|penalty)\b")


def why_points(at: Position) -> Known | None:
    """Why somebody got or lost points: the lines of the score with their rules."""
    question = at.question
    if not question.plain.startswith((" why", " how come", " what for")) or not (at.meant or question.has("all")):
        return None
    if set(question.words) - OF_POINTS:
        return None
    if not (
        question.numbers
        or LOSES.search(question.plain)
        or question.has("point", "score", "only", "plus", "bonus", "win", "nothing", "zero", "up")
    ):
        return None
    who = {*at.sides, *at.meant} or {*at.current.sides}
    lines = [line for line in at.referee.lines if line.who in who]
    if question.hand.which:
        lines = [line for line in lines if line.hand == at.number]
    hands: dict[int, list[Line]] = {}
    for line in lines:
        hands.setdefault(line.hand, []).append(line)
    total = sum(line.points for line in lines)
    if not question.hand.which and len(hands) > 1 and total in (*question.numbers, *(-one for one in question.numbers)):
        of_hands = {number: sum(line.points for line in of_hand) for number, of_hand in hands.items()}
        text = ", ".join(f"{signed(points)} in hand {number}" for number, points in of_hands.items())
        return Known(text, (total,))
    loses = bool(LOSES.search(question.plain)) and not low(at)
    for number in sorted(hands, reverse=True):
        of_hand = hands[number]
        total = sum(line.points for line in of_hand)
        one = [line for line in of_hand if question.numbers and abs(line.points) in question.numbers]
        if question.numbers and abs(total) not in question.numbers:
            of_hand = one[-1:]
        elif not question.numbers and (total < 0) != loses and loses:
            of_hand = [line for line in of_hand if line.points < 0]
        of_hand = [line for line in of_hand if line.points] or of_hand
        if of_hand:
            return _reason(at, of_hand)
    return _otherwise(lines) if loses or question.numbers else None


def _shown(lines: list[Line]) -> str:
    """The first three lines with their points, and what the others add up to."""
    shown = [f"{line.because or line.category} ({signed(line.points)})" for line in lines[:3]]
    if rest := lines[3:]:
        shown.append(f"the rest ({signed(sum(line.points for line in rest))})")
    return "; ".join(shown)


def _otherwise(lines: list[Line]) -> Known | None:
    """What a player scored last, if the question is about points that aren't there."""
    if not lines:
        return None
    last = [line for line in lines if line.hand == lines[-1].hand]
    text = _shown(last)
    total = sum(line.points for line in last)
    return Known(f"{last[0].who} scored {signed(total)} (hand {last[0].hand}): {text}", (total,))


def _reason(at: Position, lines: list[Line]) -> Known:
    first = lines[0]
    text = _shown(lines)
    rules = dict.fromkeys(line.rule for line in lines if line.rule)
    proof = f", line{'s' if len(first.proof) > 1 else ''} {', '.join(map(str, first.proof))}" if first.proof else ""
    told = [entry.report.text for entry in at.referee.entries if entry.report.line in first.proof]
    shown = [f"hand {first.hand}{proof}{': ' if told else ''}{'; '.join(told[:3])}"]
    for rule in list(rules)[:2]:
        try:
            shown.append(at.referee.rule_text(rule, first.hand))
        except KeyError:
            continue
    return Known(f"{text[:1].upper()}{text[1:]}", tuple(line.points for line in lines), tuple(shown))


ASKS = words_of(
    "what which many is are was the a an do does did you i we get gets got for of to in on worth count counts score "
    "scores point points pay pays cost costs value much it per each there would one bring brings bonus chips chip be s "
    "has have at"
)
"""Words that ask for a value, whatever it is of."""

NOT_VALUES = (
    "judged",
    "tonk",
    "blitz",
    "best hand",
    "over",
    "rank",
    *VALUES,
    *SPECIAL,
    "values for adding",
    "cards each",
    "cards dealt",
)
"""How entries of the quick reference begin that say nothing of a single thing's value."""


def in_reference(at: Position) -> Known | None:
    """What the quick reference says of the thing that a question names: a bonus, a stake, what a card does."""
    question = at.question
    if question.supposing or at.meant or question.hand.which or question.trick.which or question.has("who"):
        return None
    plain = re.sub(r"\bnot\b", " ", question.plain)
    if found := _does(at, plain):
        return found
    words = [_stem(word) for word in re.findall(r"[a-z]+(?:-[a-z]+)*", plain)]
    words = [word for word in words if word not in ASKS and word not in NUMBERS]
    if not words or not (question.numbers if question.polar else re.match(r" (?:what|many|which)\b", plain)):
        return None
    for glance in at.referee.game.at_a_glance:
        if glance.name.startswith(NOT_VALUES):
            continue
        value, name = at.glance(glance.name), _stems(glance.name)
        if isinstance(value, Mapping):
            found_keys = [key for key in value if {*words} & _stems(str(key)) and {*words} <= _stems(str(key)) | name]
            if len(found_keys) == 1:
                return _of_reference(at, f"{glance.name}: {found_keys[0]}", value[found_keys[0]])
        pays = re.search(r"\b(?:pay|pays|paid|cost|costs)\b", plain)
        tells = bool(_PAYS.search(glance.name)) if pays else isinstance(value, int) or " score" not in plain
        if {*words} == name and tells:
            return _of_reference(at, glance.name, value)
    return None


_PAYS = re.compile(r"pay|cost|stake|ante|bonus|penalt|bet|chip|price|fee|score|point", re.IGNORECASE)
"""How entries of the quick reference are called that say what is paid."""


def _does(at: Position, plain: str) -> Known | None:
    """What a card does, if the quick reference has that."""
    ranks = at.question.ranks or [card.rank for card in at.question.cards]
    if len(ranks) != 1 or not re.match(r" what (?:do|does) .* do\s*$| what happens (?:on|with|when) ", plain):
        return None
    value = at.glance("what cards do")
    if not isinstance(value, list):
        return None
    texts = [str(text).partition(": ")[2] for text in value if str(text).startswith(f"{ranks[0]}:")]
    if not texts:
        return Known("Nothing special", ("nothing",), tuple(map(str, value)))
    return Known("; ".join(f"{text[:1].upper()}{text[1:]}" for text in texts), (ranks[0],))


def _of_reference(at: Position, name: str, value: object) -> Known | None:
    text = signed(value) if isinstance(value, int) else str(value)
    if at.question.polar:
        if not isinstance(value, int):
            return None
        yes = abs(value) in at.question.numbers
        return Known("Yes" if yes else f"No: {text}", (), (f"{name}: {text}",), yes)
    return Known(text[:1].upper() + text[1:], (value,), (f"{name}: {text}",))


def _stems(text: str) -> set[str]:
    return {_stem(word) for word in re.findall(r"[a-z]+(?:-[a-z]+)*", text.lower())} - {_stem(word) for word in ASKS}


def _stem(word: str) -> str:
    return re.sub(r"(?:ing|s)$", "", word) if len(word) > 4 else word
