"""Questions about house rules: whether one is played here, which are, and what breaking a rule costs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from referee.language.words import quoted
from referee.rules.custom import own_rules
from referee.rules.options import Variant, read_house
from referee.table.referee import Referee
from scoresheets.book.wording import stem, stems_in
from scoresheets.display.phrases import changes, other_rules, other_values
from scoresheets.display.phrases import sentence as phrases_sentence
from scoresheets.questions.parse import NUMBERS, SMALL, Question
from scoresheets.questions.position import Known

_WHICH = re.compile(r" (?:what|which|any|do|are|is|have|many)\b.*\bhouse rules?\b")
_IS_ONE = re.compile(
    r" (?:is|are) (?!(?:we|you|they|there|any)\b)(?P<is>.+?) (?:a |an |one of )?(?:the |our )?house rules?\b"
    r"| (?:do|did|have) (?:we|you|they) (?:\w+ )?(?:a |any )?(?:house rules?) (?:for|on|about|with) (?P<have>.+?)\s*$"
    r"| (?:what|which) is (?:the |our )?house rule (?:for|on|about|with) (?P<what>.+?)\s*$"
)


def of_the_house(referee: Referee, question: Question) -> Known | None:
    """Whether something is a house rule at this table, or all house rules."""
    plain = re.sub(r" (?:here|tonight|at this table|at the moment|in this game|now|today)(?=\s|$)", "", question.plain)
    if not _WHICH.match(plain):
        return None
    if match := _IS_ONE.match(plain):
        return _named(referee, next(said for said in match.groups() if said))
    if question.polar or re.match(r" (?:what|which|any|many)\b", plain):
        every = changed(referee)
        yes = question.polar or plain.startswith(" any")
        none = f"{'No' if yes else 'None'}: you play by the standard rules."
        text = "; ".join(every)
        return Known(f"Yes: {text}" if yes and every else text or none, tuple(every), (), bool(every))
    return None


_WISH = re.compile(
    r"\b(?:can|could|may) (?:we|you|i) (?:also |just |still )?(?:do|play|use|count|take|have|change|set|switch) "
    r"(?:that|it|this|to that|to it)\b"
    r"|\b(?:we|i) (?:normally|usually|always|used to|prefer to|would rather|like to) (?!\w+ up to)\w+"
)
_COMPARES = re.compile(r"\b(?:what|how|which|and) (?:do|does|is|are|about)? ?(?:we|it|here|this|ours)\b")
"""A question for the rule here, after one that is played elsewhere."""


def wished(referee: Referee, question: Question) -> Known | None:
    """What to type for a rule that players would like: ``we normally cap it at three raises, can you take that in``."""
    text = question.text.lower()
    if question.happened or not _WISH.search(text) or _COMPARES.search(text):
        return None
    said = stems_in(_in_words(text)) - stems_in(_OF_A_WISH)
    every = [(f"house {variant.name}", f"{variant.name} {variant.text}", variant.text)
             for variant in referee.game.variants]  # fmt: skip
    number = question.numbers[-1] if question.numbers else None
    for option in referee.game.options:
        value = "N" if number is None else number
        every.append((f"house {option.name}={value}", f"{option.name.replace('-', ' ')} {option.text or ''}",
                      option.text or ""))  # fmt: skip

    def fit(one: tuple[str, str, str]) -> int:
        command, words, _ = one
        name = re.split(r"[ =]", command)[1].replace("-", " ")
        return len(said & stems_in(_in_words(words))) + (stems_in(name) <= said)

    best = max(every, key=fit, default=None)
    if best is None or fit(best) < ENOUGH:
        return None
    return Known(f"Yes, if you all agree: type `{best[0]}`.", ("unknown",), (phrases_sentence(best[2]),))


ENOUGH = 2
"""Words that a house rule must have of those that are wished for."""

_OF_A_WISH = (
    "my our can we you do that instead play plays normally usually always use take in it for the a at and of to sister "
    "this i is be what or if one one's rather prefer like game rule home"
)


def _in_words(text: str) -> str:
    words = {str(number): word for word, number in NUMBERS.items()}
    return re.sub(r"\b\d+\b", lambda match: words.get(match[0], match[0]), text.lower().replace("-", " "))


def changed(referee: Referee) -> list[str]:
    """What this table plays differently from the standard rules."""
    house, standard = referee.in_force, _standard(referee)
    found = changes(house, standard)
    own = [f"{name}: {rule.priced}" for name, rule in own_rules(house).items()]
    return [text for text in (other_values(found), other_rules(referee.game, found), *own) if text]


def _standard(referee: Referee) -> Mapping[str, Any]:
    return referee.game.house(len(referee.seats), {})


def _named(referee: Referee, said: str) -> Known:
    """Whether the house rule with this name, or about these words, is played."""
    wanted = {stem(word) for word in re.findall(r"[a-z0-9]+", said) if word not in SMALL}
    name = "-".join(re.findall(r"[a-z0-9]+", said.removeprefix("the ").removeprefix("a ")))
    house, standard = referee.in_force, _standard(referee)
    for own, rule in own_rules(house).items():
        if wanted and wanted <= stems_in(f"{own.replace('-', ' ')} {rule.text}"):
            return Known(f"Yes: {rule.priced}", (own,), (), True)
    for variant in referee.game.variants:
        if variant.name == name:
            return _variant(referee, variant)
    options = [option for option in referee.game.options if option.name == name]
    options = options or [
        option for option in referee.game.options
        if wanted and wanted <= stems_in(f"{option.name.replace('-', ' ')} {option.text or ''}")
    ]  # fmt: skip
    for option in options[:1]:
        now, was = house.get(option.name), standard.get(option.name)
        text = referee.rule_text(option.rules[0]) if option.rules else f"{option.name}={now}"
        return Known(f"{'Yes' if now != was else 'No, that is standard'}: {text}", (), (), now != was)
    shown = ("; ".join(every),) if (every := changed(referee)) else ()
    return Known("No house rule of this game is called that. To see them all, type `house`.", ("none",), shown, False)


def _variant(referee: Referee, variant: Variant) -> Known:
    """Whether the options of a variant are in force."""
    house = referee.game.house(len(referee.seats), read_house(variant.house))
    standard = _standard(referee)
    yes = all(referee.in_force.get(name) == house[name] for name in house if house[name] != standard.get(name))
    shown = () if yes else (f"To play it, type `house {variant.name}`.",)
    return Known(f"{'Yes' if yes else 'No'}: {variant.text}", (), shown, yes)


_PRICE = re.compile(r"\b(?:cost|costs|penalty|penalties|penalized|fine|price|lose|loses|pay|pays|worth|punished)\b")
_BREACH = re.compile(
    r"\b(?P<revoke>revok\w+|revoke|reneg\w+|renege|not follow\w*(?: suit)?)\b|\b(?P<turn>out of turn)\b"
    r"|\b(?P<shown>exposed? (?:a )?cards?)\b"
)


def price_of_breach(referee: Referee, question: Question) -> Known | None:
    """What breaking a rule costs: by a rule of the house, or as the table decides."""
    plain = question.plain
    match = _BREACH.search(plain)
    if question.happened or not match or not _PRICE.search(plain) or question.polar:
        return None
    told = next(name for name, found in match.groupdict().items() if found)
    words = {"revoke": ("revok", "reneg", "follow"), "turn": ("turn",), "shown": ("expos",)}[told]
    own = own_rules(referee.in_force)
    for name, rule in own.items():
        if any(word in f"{name} {rule.text}".lower() for word in words):
            return Known(f"{rule.costs}: {rule.priced}" if rule.costs else rule.text, (rule.costs,))
    if any(
        word in text and re.search(r"\d", text) and _PRICE.search(text)
        for text in _rules(referee)
        for word in words[:2]
    ):
        return None
    sign = "+" if referee.game.low_wins(referee.in_force) else "-"
    who, name = referee.seats[0], {"revoke": "revoke", "turn": "out-of-turn", "shown": "exposed-card"}[told]
    shown = (
        f"To charge 3 points once, type `adjust {quoted(who)} {sign}3 {name}`.",
        f"To set a price, type `house rule {name} = 3 It costs 3.` Then `penalty {quoted(who)} {name}` charges it.",
    )
    return Known("The rules set no price for that: the table decides.", ("unknown",), shown)


def _rules(referee: Referee) -> list[str]:
    return [referee.rule_text(name).lower() for name in referee.game.rules]


__all__ = ["changed", "of_the_house", "price_of_breach", "wished"]
