"""What every game gets for nothing: the walker, completeness, and its records."""

from __future__ import annotations

import itertools
import re
from functools import cache
from pathlib import Path

import pytest

from referee import find_game
from referee.games import ours
from referee.notation import Vocabulary, shape
from referee.record import Judge
from referee.reports import ANY_TIME, Deal
from tests.often import times
from tests.walker import Walker, state

RECORDS = Path(__file__).parent / "records"
WALKS = times(12)
STEPS = 30
ACTS = ["bids", "builds", "captures", "discards", "flips", "hits", "knocks", "lays", "melds", "plays", "trails"]


SHARED = Path(__file__).parents[2] / "shared" / "records"
FURTHER = [path for path in sorted(SHARED.glob("*.record")) if re.sub(r"-\d+$", "", path.stem) in ours()]


def records(slug: str) -> list[Path]:
    return sorted((RECORDS / slug).glob("*.record"))


OWN = [path for slug in ours() for path in records(slug)]


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(WALKS))
@pytest.mark.parametrize("slug", ours())
def test_a_random_evening_holds_together(slug: str, seed: int) -> None:
    Walker(find_game(slug), seed).walk(150)


@pytest.mark.parametrize("slug", ours())
def test_an_evening_begins(slug: str) -> None:
    """A short one, in which coverage is counted."""
    Walker(find_game(slug), 5000).walk(STEPS)


@pytest.mark.parametrize("slug", ours())
def test_an_answer_is_true_only_where_a_rule_is_broken(slug: str) -> None:
    """Also of a check that guards several rules, and has nothing against the report by any of them."""
    walker = Walker(find_game(slug), 7000)
    for step in range(STEPS):
        for hand, ask in walker.referee.asks():
            for check, report in itertools.product(ask.checks, walker.some(hand, ask, others=True)[:5]):
                answer = check(hand, report)
                against = answer.values() if isinstance(answer, dict) else (answer,)
                assert bool(answer) == any(against), f"{check.rules}: {report.text}"
        if walker.referee.standing.ended:
            return
        walker.step(step)


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(times(8)))
@pytest.mark.parametrize("slug", ours())
def test_undo_and_redo_agree_after_cards_told_late(slug: str, seed: int) -> None:
    walker = Walker(find_game(slug), 9000 + seed)
    for step in range(60):
        if walker.referee.standing.ended:
            return
        walker.step(step)
        seat = walker.random.choice(walker.referee.seats)
        if walker.hear(f"{seat} dealt {walker.hand_of(seat)}").accepted and not walker.referee.standing.ended:
            walker.step(step)
            walker.back_and_forth()


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(times(4)))
@pytest.mark.parametrize("slug", ours())
def test_after_the_hand_results_are_told_again_and_acts_of_play_are_refused(slug: str, seed: int) -> None:
    walker = Walker(find_game(slug), 8000 + seed)
    referee = walker.referee
    for step in range(200):
        if referee.standing.ended:
            return
        hand = referee.hand
        walker.step(step)
        if referee.standing.ended or referee.hand.dealer or hand is not referee.last:
            continue
        opens = tuple(ask.verb for _, ask in referee.asks())
        before = state(referee)
        played = next(record for record in referee.records if record.run.hand is hand).entries
        for entry in played:
            kind = type(entry.report)
            if kind not in referee.game.reports or issubclass(kind, (Deal, *opens)):
                continue
            ruling = referee.hear(entry.ruling.text)
            counted = isinstance(getattr(entry.report, "what", None), int)  # ships captured, not one being captured
            result = bool(referee.game.ruleset.checks_again(kind)) and (counted or kind.verb not in ACTS)
            assert result or not ruling.accepted, walker.astray(f"{entry.ruling.text} was told again")
            if ruling.accepted:
                referee.undo()
            elif (ends := referee.game.ends) and not result:
                assert ends.name in ruling.rules, walker.astray(f"{entry.ruling.text}: {ruling.rules}")
            assert state(referee) == before, walker.astray(f"{entry.ruling.text} told again changed the table")


@cache
def judged(path: Path) -> Judge:
    with path.open(encoding="utf-8") as lines:
        return Judge().judge(lines)


@pytest.mark.parametrize("path", [*OWN, *FURTHER], ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_record_holds(path: Path) -> None:
    judge = judged(path)
    assert judge.header and (path in FURTHER or judge.header.game == path.parent.name)
    said = [
        f"{path.name}:{failure.line}: {failure.text}: {failure.actual}, not {failure.expected}"
        for failure in judge.failures
    ]
    assert not said, "\n".join(said)
    assert not judge.warnings, "\n".join(
        f"{path.name}:{warning.line}: {warning.text}: {warning.actual}" for warning in judge.warnings
    )


def told(slug: str) -> tuple[set[str], set[str]]:
    """The rules that a game's records keep, and those they break."""
    game = find_game(slug)
    kept: set[str] = set()
    broken: set[str] = set()
    for path in records(slug):
        judge = judged(path)
        assert judge.referee
        for refusal in judge.refused:
            broken.update(refusal.ruling.rules)
        for entry in judge.referee.entries:
            broken.update(entry.ruling.rules)
            kept.update(game.reports[type(entry.report)].rules if type(entry.report) in game.reports else ())
            kept.update(line.rule for line in entry.ruling.lines)
            names = {rule.finding or name: name for name, rule in game.rules.items()}
            broken.update(names.get(finding.name, finding.name) for finding in entry.ruling.findings)
        for ids in re.findall(r"#.*?\bkeeps ([a-z0-9-]+(?:, [a-z0-9-]+)*)", path.read_text(encoding="utf-8")):
            kept.update(ids.split(", "))
    return kept, broken


@pytest.mark.parametrize("slug", ours())
def test_every_rule_is_kept_and_broken_in_a_record(slug: str) -> None:
    game = find_game(slug)
    kept, broken = told(slug)
    breakable = {name for name, rule in game.rules.items() if rule.breaking}
    where = f"no record in tests/records/{slug}/"
    unbroken, unkept = sorted(breakable - broken), sorted(set(game.rules) - kept)
    assert not unbroken, f"{where} breaks {unbroken}: a line there, `! [{unbroken[0]}] REPORT`, shows how"
    assert not unkept, f"{where} keeps {unkept}: a line that does ends in `# keeps {unkept[0]}`"


@pytest.mark.parametrize("slug", ours())
def test_game_is_whole(slug: str) -> None:
    game = find_game(slug)
    assert game.slug == slug
    named = {rule for report in game.reports.values() for rule in report.rules}
    named |= {rule for option in game.options for rule in option.rules}
    strange = sorted(map(str, named - set(game.rules)))
    assert not strange, f"{strange}: named with a report or an option, but no rules in the module of {slug}"
    for name, rule in game.rules.items():
        assert re.fullmatch(r"[a-z][a-z0-9-]*", name), f"{name}: a rule's name has small letters and underlines only"
        sentence = f"{name}: a rule is a sentence (its text, or the docstring of its function), not {rule.text!r}"
        assert rule.text[:1].isupper() and rule.text.endswith("."), sentence
    for kind in game.reports:
        line = kind.__doc__ or ""  # a dataclass without one has its signature there
        assert line and not line.startswith(f"{kind.__name__}("), f"{kind.__name__} has no line for the rules page"


@pytest.mark.parametrize("slug", ours())
def test_every_report_is_told_in_a_record_and_prints_back(slug: str) -> None:
    game = find_game(slug)
    used = set()
    for path in records(slug):
        referee = judged(path).referee
        assert referee
        for entry in referee.entries:
            used.add(type(entry.report))
            again = Vocabulary((*game.reports, *ANY_TIME)).read(entry.ruling.text, referee.hand)
            assert again == entry.report, entry.ruling.text
            assert again.text == entry.ruling.text
    untold = sorted(kind.verb for kind in set(game.reports) - used)
    assert not untold, f"no record in tests/records/{slug}/ has a report {untold} that stands"


@pytest.mark.parametrize("slug", ours())
def test_usage_names_every_field(slug: str) -> None:
    for kind in find_game(slug).reports:
        usage = shape(kind).usage
        assert usage.split()[0] in ("WHO", "TEAM", kind.verb.split()[0])
