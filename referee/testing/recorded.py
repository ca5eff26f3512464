"""The records of a game, and whether they cover all of it: every rule, every number, every report."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from referee.game.common_reports import ANY_TIME
from referee.game.game import SITTING_OUT
from referee.language.reports import Report, Vocabulary, shape
from referee.records.record import Judge
from referee.rules.options import read_house
from referee.testing.asked import asked_in, is_asked
from referee.testing.tried import Tried, always, of_each


@of_each(lambda tried: tried.records)
def record_holds(tried: Tried, path: Path) -> None:
    judge = tried.judged[path]
    assert judge.header and judge.header.game == tried.slug, f"{path} is a record of another game"
    holds(path, judge)


def holds(path: Path, judge: Judge) -> None:
    """Fails if anything in a record is wrong."""
    texts = [
        f"{path.name}:{failure.line}: {failure.text}: {failure.actual}, not {failure.expected}"
        for failure in judge.failures
    ]
    assert not texts, "\n".join(texts)
    assert not judge.warnings, "\n".join(
        f"{path.name}:{warning.line}: {warning.text}: {warning.actual}" for warning in judge.warnings
    )


def rules_tried(tried: Tried) -> tuple[set[str], set[str]]:
    """The rules that a game's records confirm, and those they break.

    A comment confirms only rules without code. If a rule is broken and its checks never pass, it forbids a report
    altogether; then the rest of the record confirms it.
    """
    game = tried.game
    kept: set[str] = set()
    broken: set[str] = set()
    texts: set[str] = set()
    passing: set[str] = set()
    for path, judge in tried.judged.items():
        assert judge.referee
        for refusal in judge.refused:
            broken.update(refusal.ruling.rules)
        for entry in judge.referee.entries:
            broken.update(entry.ruling.rules)
            names = {rule.finding or name: name for name, rule in game.rules.items()}
            broken.update(names.get(finding.name, finding.name) for finding in entry.ruling.findings)
        for ids in re.findall(r"#.*?\bkeeps ([a-z0-9-]+(?:, [a-z0-9-]+)*)", path.read_text(encoding="utf-8")):
            texts.update(ids.split(", "))
        asking = asked_in(game, path)
        kept |= asking.kept
        passing |= asking.passing
    kept |= {name for name in texts & game.rules.keys() if not is_asked(game.rules[name])}
    kept |= {name for name in (broken - passing) & game.rules.keys() if game.rules[name].checks}
    return kept, broken


@always
def every_rule_is_kept_and_broken_in_a_record(tried: Tried) -> None:
    game = tried.game
    kept, broken = rules_tried(tried)
    breakable = {name for name, rule in game.rules.items() if rule.breaking}
    where = f"no record in {tried.folder}"
    unbroken, unkept = sorted(breakable - broken), sorted(set(game.rules) - kept)
    assert not unbroken, f"{where} breaks {unbroken}: a line there, `! [{unbroken[0]}] REPORT`, shows how"
    asked = [name for name in unkept if is_asked(game.rules[name])]
    assert not asked, f"{where} keeps {asked}: no report that stands was held to that, and nothing has called it"
    assert not unkept, f"{where} keeps {unkept}: a line that does ends in `# keeps {unkept[0]}`"


@always
def every_finding_comes_to_light_in_a_record(tried: Tried) -> None:
    entries = [entry for judge in tried.judged.values() if judge.referee for entry in judge.referee.entries]
    found = {name for entry in entries for finding in entry.ruling.findings for name in finding.name.split(" or ")}
    declared = {rule.finding for rule in tried.game.rules.values() if rule.finding}
    missing = sorted(declared - found)
    assert not missing, (
        f"no record in {tried.folder} has {missing}: a line there, `= finding {missing[0]} WHO`, shows it"
    )


@always
def game_is_whole(tried: Tried) -> None:
    game = tried.game
    named = {rule for report in game.reports.values() for rule in report.rules}
    named |= {rule for option in game.options for rule in option.rules}
    strange = sorted(map(str, named - set(game.rules)))
    assert not strange, f"{strange}: named with a report or an option, but no rules in the module of {tried.slug}"
    for name, rule in game.rules.items():
        assert re.fullmatch(r"[a-z][a-z0-9-]*", name), f"{name}: a rule's name has small letters and underlines only"
        sentence = f"{name}: a rule is a sentence (its text, or the docstring of its function), not {rule.text!r}"
        assert rule.text[:1].isupper() and rule.text.endswith("."), sentence
    for kind in game.reports:
        line = kind.__doc__ or ""  # without a docstring, a dataclass gets its signature
        assert line and not line.startswith(f"{kind.__name__}("), f"{kind.__name__} has no line for the rules page"


@always
def every_report_is_told_in_a_record_and_prints_back(tried: Tried) -> None:
    """Parsed again for the same players as at that time."""
    game = tried.game
    vocabulary, used = Vocabulary((*game.reports, *ANY_TIME)), set[type[Report]]()
    for night in tried.nights:
        referee = night.table()
        for text, overrule in night.told:
            hand = referee.hand
            ruling = referee.hear(text, overrule=overrule)
            if ruling.accepted:
                again = vocabulary.read(ruling.text, hand)
                assert again == ruling.report, ruling.text
                assert again.text == ruling.text
                used.add(type(again))
    untold = sorted(kind.verb for kind in set(game.reports) - used)
    assert not untold, f"no record in {tried.folder} has a report {untold} that stands"


@always
def usage_names_every_field(tried: Tried) -> None:
    for kind in tried.game.reports:
        usage = shape(kind).usage
        assert usage.split()[0] in ("WHO", "TEAM", kind.verb.split()[0])


# Rules as a house sees them


@of_each(lambda tried: [option.name for option in tried.amounts])
def every_number_counts_and_is_said(tried: Tried, name: str) -> None:
    """Changing a number changes the result of some record, and the sentence of its rule."""
    game = tried.game
    option = next(option for option in tried.amounts if option.name == name)
    likeliest = sorted(tried.nights, key=lambda night: name not in night.house)
    values = dict.fromkeys(value for night in likeliest for value in option.some(len(night.players)))
    assert any(
        night.differs(**{name: value})
        for value in values
        for night in likeliest
        if value in option.some(len(night.players))
        and value != night.house.get(name, str(option.value(len(night.players))))
    ), f"no record in {tried.folder} comes to anything else with another {name}: tell there what it decides"
    players = game.players[-1]
    book = game.house(players, {})
    number = 0
    for value in option.some(players):
        house = {**book, name: option.chosen(value, players)}
        rules = [rule for rule in game.rules.values() if any(amount.name == name for amount in rule.amounts.values())]
        for rule in rules:
            if house[name] != book[name]:
                number += bool(re.search(r"\((?:standard: |not standard)", rule.said(house, book)))
                silent = f"the sentence of {rule.name} doesn't say {name}: put {{{name.replace('-', '_')}}} into it"
                assert rule.said(house, book) != rule.said(book, book), silent
    assert number, f"no rule's sentence says another {name} beside the standard one: put the number into it in braces"


@of_each(lambda tried: [option.name for option in tried.worded])
def every_value_of_a_choice_is_said(tried: Tried, name: str) -> None:
    """Each value gives a different sentence for a rule that the option names."""
    game = tried.game
    option = next(option for option in tried.worded if option.name == name)
    players = game.players[-1]
    book = game.house(players, {})
    values = [*option.choices] or option.some(players)
    said: dict[tuple[str, ...], str] = {}
    for value in dict.fromkeys(["none"] * (book[name] is None or option.or_none) + values):
        house = {**book, name: option.chosen(value, players)}
        sentences = tuple(game.rules[rule].said(house, house) for rule in option.rules)
        like = said.setdefault(sentences, value)
        assert like == value, (
            f"no rule reads differently with {name}={value} than with {name}={like}: give the sentence of one, of"
            f" {', '.join(option.rules) or 'those it changes'}, a place {{{name.replace('-', '_')}}} and words by value"
        )


@always
def every_rule_that_is_broken_is_cited_with_its_report(tried: Tried) -> None:
    """In every record of a game. After the end of a hand, the rule that ended it is broken too."""
    game = tried.game
    for night in tried.nights:
        referee = night.table()
        for text, overrule in night.told:
            barred = {rule.name for _, asks in referee._hands.ahead() for _, rule, _ in asks.bars}
            ruling = referee.hear(text, overrule=overrule)
            if ruling.report and (kind := type(ruling.report)) in game.reports:
                cited = {
                    *game.reports[kind].rules,
                    *(rule.name for rule in game.ends),
                    *barred,
                    game.pack_rule.name,
                    *([SITTING_OUT] if game.playing else []),
                }
                strange = {rule for rule in ruling.rules if rule in game.rules} - cited
                assert not strange, f"{text} breaks {strange}, of which no check judges {kind.__name__}"


@always
def the_house_is_asked_for_what_it_has(tried: Tried) -> None:
    names = {option.name for option in tried.game.options}
    home = Path(sys.modules[tried.game.play.__module__].__file__ or "")
    places = [path for path in home.parent.glob("*.py") if re.fullmatch(rf"{home.stem}|_{home.stem}(_.*)?", path.stem)]
    code = "".join(path.read_text(encoding="utf-8") for path in places)
    asked = {*re.findall(r"""house\["([^"]+)"\]""", code)}
    assert asked <= names, f"house[...] in the module asks for {sorted(asked - names)}; there are {sorted(names)}"
    unused = {name for name in re.findall(r'\bOption\(\s*"([^"]+)"', code) if f'["{name}"]' not in code}
    assert not unused, f"nothing asks for house[...] of {sorted(unused)}, so these options change nothing"


@always
def variants_are_houses_that_can_be_played(tried: Tried) -> None:
    game = tried.game
    names = {variant.name for variant in game.variants}
    assert len(names) >= 3, "GAME has variants=(Variant(…), …): three ways at least in which tables play it"
    assert len(names) == len(game.variants), f"two variants of {tried.slug} have one name"
    for name, text, options, seats in game.variants:
        house = read_house(options)
        assert re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", name), (
            f"{name}: lowercase letters and dashes make a variant's name"
        )
        assert text.endswith("."), f"{name} is told in a sentence, not {text!r}"
        tables = [players for players in seats or game.players if game.can_play(players, house)]
        assert tables, f"nobody can play {name}"
        other = [players for players in tables if game.house(players, house) != game.house(players, {})]
        assert other, f"{name} changes no option for {[*(seats or game.players)]} players"
