"""Disputes: which report a question means, how certain a breach is, and the effect of each remedy."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.games import ours
from referee.language.words import pieces
from referee.records.record import Judge
from referee.table.certainty import Certainty
from scoresheets.disputes.cases import before, consider, decided
from scoresheets.disputes.remedies import carry_out, effects
from scoresheets.errors import NOTHING, REFUSED, USAGE, CommandError
from scoresheets.keeping import journal
from scoresheets.keeping.journal import open_journal
from scoresheets.keeping.session import Session
from tests.evening import fails, reports_of

BIDS = ("deal Ann 3", "upcard 7H", "Ben bids 1", "Cat bids 1")
REVOKE = 8  # the line where Cat plays a diamond to the queen of spades


@pytest.fixture
def table(shelf: Path) -> Iterator[Session]:
    """Three cards each: Ann's bid of zero was refused, and Cat didn't follow suit."""
    with open_journal(shelf / "evening.db", create=True) as kept:
        session = kept.new("oh-hell", ["Ann", "Ben", "Cat"], {"first-hand": "3"})
        for text in BIDS:
            assert session.say(text).ruling.accepted
        assert not session.say("Ann bids 0").ruling.accepted
        for text in ("Ann bids 2", "Ben plays QS", "Cat plays 2D"):
            assert session.say(text).ruling.accepted
        yield session


def come_to_light(session: Session) -> None:
    for text in ("Ann plays KS", "trick 2H 3H 4S", "trick 5D 6D 9C"):
        assert session.say(text).ruling.accepted


# Which report


@pytest.mark.parametrize(
    "question",
    ["8", "line 8", "#8", "Cat plays 2D", "cat play 2d", "Cat revoked", "did Cat renege", "may Cat play 2D",
     "what about line 8?"],
)  # fmt: skip
def test_a_question_finds_its_report(table: Session, question: str) -> None:
    case = consider(table, question)
    assert (case.line, case.report, case.who, case.hand) == (REVOKE, "Cat plays 2D", "Cat", 1)
    assert case.certainty is Certainty.POSSIBLE and case.missing == ["Cat had …"]
    assert case.cited == ["follow-suit"]


@pytest.mark.parametrize("question", ["was that bid allowed", "may Ann bid 0", "Ann bids 0", "line 5"])
def test_a_report_that_was_refused_is_found_too(table: Session, question: str) -> None:
    case = consider(table, question)
    assert (case.line, case.status, case.certainty) == (5, "illegal", Certainty.PROVEN)
    assert case.cited == ["dealer-must-overbid"]
    assert case.suspicion.of[0].proof == (3, 4)


def test_alone_it_is_the_last_report_that_somebody_may_quarrel_about(table: Session) -> None:
    table.say("note a break")
    assert consider(table, "").line == REVOKE


def test_a_report_that_nobody_has_made_is_judged_as_if_it_were(table: Session) -> None:
    case = consider(table, "Ann plays QS")
    assert (case.line, case.status, case.certainty) == (0, "not told", Certainty.PROVEN)
    assert case.cited == ["one-pack"]
    assert consider(table, "Ann plays KS").certainty is Certainty.NO_EVIDENCE


def test_points_are_looked_up(table: Session) -> None:
    come_to_light(table)
    assert consider(table, "who made the bid?").position[0].startswith("Ben and Cat")
    case = consider(table, "why does Ann have -10 points?")
    assert [(line.who, line.points) for line in case.scored] == [("Ann", -10)] and case.cited == ["missed-bid"]
    assert case.line == 0 and not case.which


def test_where_no_rule_covers_it_the_nearest_are_given(table: Session) -> None:
    case = consider(table, "Ben spilled beer everywhere")
    assert case.which and not case.line and len(case.nearest) == 3


def test_what_cannot_be_in_dispute(table: Session, tmp_path: Path) -> None:
    with fails(NOTHING):
        consider(table, "99")
    table.undo()
    with fails(NOTHING):
        consider(table, "9")
    assert consider(table, "8").status == "doesn't count"
    empty = table.journal.new("gops", ["Ann", "Ben"])
    with fails(NOTHING):
        consider(empty, "")


# Certainty


def test_the_missing_fact_settles_it(table: Session) -> None:
    guilty = consider(table, "Cat revoked", ["Cat dealt 2D 3D 4S"])
    assert guilty.certainty is Certainty.PROVEN and guilty.missing == []
    cleared = consider(table, "Cat revoked", ["Cat dealt 2D 3D 4C"])
    assert (cleared.line, cleared.certainty, cleared.missing) == (REVOKE, Certainty.NO_EVIDENCE, [])
    assert reports_of(table)[-1] == "Cat plays 2D" and len(table.referee.entries) == 7
    with fails(REFUSED):
        consider(table, "Cat revoked", ["Cat dealt QS 2D 3D"])
    assert len(table.referee.entries) == 7


def test_what_came_to_light_proves_it(table: Session) -> None:
    come_to_light(table)
    case = consider(table, "Cat revoked")
    assert (case.line, case.certainty) == (REVOKE, Certainty.PROVEN)
    assert case.suspicion.of[0].proof == (REVOKE, 10)


def test_a_revoke_in_a_trick_told_in_one_line(shelf: Path) -> None:
    with open_journal(shelf / "evening.db", create=True) as kept:
        session = kept.new("oh-hell", ["Ann", "Ben", "Cat"], {"first-hand": "2"})
        for text in ("deal Ann", *BIDS[1:], "Ann bids 1", "trick QS 2D KS", "trick 5D 2H 4S"):
            assert session.say(text).ruling.accepted, text
        case = consider(session, "Cat revoked")
        assert (case.report, case.who, case.certainty) == ("trick QS 2D KS", "Cat", Certainty.PROVEN)
        fix = next(effect for effect in effects(case) if effect.name == "fix")
        assert fix.does == "fix line 6: trick QS 4S KS; line 7: trick 5D 2H 2D"
        assert not fix.clash


# Effects


def test_the_score_as_it_stands_and_with_each_remedy(table: Session) -> None:
    come_to_light(table)
    stands_, fixed, void = effects(consider(table, "Cat revoked"))
    assert stands_.scores == {"Ann": -10, "Ben": 10, "Cat": 10}
    assert fixed.does == "fix line 8: Cat plays 4S; line 10: trick 2H 3H 2D" and not fixed.moved
    assert void.scores is None and void.clash.startswith("line 9, Ann plays KS, ")
    assert len(table.entries) == 11  # nothing was written


def test_a_bid_that_is_let_stand_or_corrected(table: Session) -> None:
    table.undo(3)
    _, stand = effects(consider(table, "Ann bids 0"))
    assert (stand.name, stand.does, stand.clash) == ("stand", "~ Ann bids 0", "")
    assert carry_out(consider(table, "Ann bids 0"), "stand") == ("~ Ann bids 0", "")
    assert reports_of(table)[-1] == "Ann bids 0"
    case = consider(table, "Ann bids 0")
    assert (case.status, case.certainty) == ("let stand", Certainty.PROVEN)
    fixes = [effect.does for effect in effects(case) if effect.name == "fix"]
    assert fixes == ["fix line 10: Ann bids 2", "fix line 10: Ann bids 3"]
    assert carry_out(case, "1", "it must") == ("fix line 10, Ann bids 0 → Ann bids 2", "")
    assert table.entries[-1].why == "it must"


@pytest.mark.parametrize(
    ("wanted", "does", "last"),
    [
        ("adjust Cat -10", "adjust Cat -10", "adjust Cat -10 dispute: Cat revoked"),
        ("adjust Cat -10 for the revoke", "adjust Cat -10 for the revoke", "adjust Cat -10 for the revoke"),
        ("note we talked", "note we talked", "note we talked"),
        ("nothing", "no change", "trick 5D 6D 9C"),
    ],
)
def test_what_the_table_does_goes_through_the_journal(table: Session, wanted: str, does: str, last: str) -> None:
    come_to_light(table)
    done, effect = carry_out(consider(table, "Cat revoked"), wanted)
    assert done == does and reports_of(table)[-1] == last
    assert effect == ("Cat 10 → 0" if wanted.startswith("adjust") else "")


def test_the_facts_that_settled_it_become_reports(table: Session) -> None:
    case = consider(table, "Cat revoked", ["Cat dealt 2D 3D 4S"])
    carry_out(case, "fix Cat plays 4S", "it was the four")
    assert "Cat dealt 2D 3D 4S" in reports_of(table) and "Cat plays 4S" in reports_of(table)


@pytest.mark.parametrize("wanted", ["", "burn it", "9", "0x1", "stand", "void now and then", "fix"])
def test_what_is_no_remedy(table: Session, wanted: str) -> None:
    before_ = len(table.entries)
    with pytest.raises(CommandError) as no:
        carry_out(consider(table, "Cat revoked"), wanted)
    assert no.value.code == USAGE
    assert len(table.entries) == before_


def test_a_remedy_that_cannot_be_is_refused(table: Session) -> None:
    come_to_light(table)
    with fails(REFUSED):
        carry_out(consider(table, "Cat revoked"), "void")


def test_a_closed_session_is_ruled_on_and_left_alone(table: Session) -> None:
    come_to_light(table)
    table.end()
    case = consider(table, "Cat revoked")
    assert case.certainty is Certainty.PROVEN
    assert [effect.name for effect in effects(case)] == ["as it stands"]


def test_a_decision_remembers_what_it_rests_on(table: Session) -> None:
    case = consider(table, "Cat revoked")
    precedent = decided(case, "let it go", agreed="Ann, Ben", note="first evening")
    assert (precedent.rule, precedent.certainty, precedent.line, precedent.session) == (
        "follow-suit",
        "POSSIBLE",
        REVOKE,
        1,
    )
    assert precedent.options == {name: value for name, value in table.referee.in_force.items() if value is not None}
    assert {"first-hand": 3, "trick": 10}.items() <= precedent.options.items() and "without" not in precedent.options
    assert precedent.facts["report"] == "Cat plays 2D" and precedent.facts["lines"] == {"7": "Ben plays QS"}
    assert [likeness.precedent for likeness in before(consider(table, "Cat revoked"))] == [precedent]
    assert before(consider(table, "did Ben revoke?")) == []  # no evidence against Ben
    assert before(consider(table, "was that bid allowed")) == []


# Every game

QUESTIONS = ("was that allowed", "{who} played out of turn", "how many points has {who}", "", "1")


@pytest.mark.parametrize("slug", ours())
def test_a_dispute_changes_nothing_in_any_game(tmp_path: Path, slug: str) -> None:
    path = min((Path(__file__).parents[1] / "records" / slug).glob("*.record"), key=lambda path: path.stat().st_size)
    with open_journal(tmp_path / "evening.db", create=True) as kept:
        session = session_of(kept, path)
        lines, score = len(session.entries), dict(session.referee.scores)
        reports = [entry.report for entry in session.referee.entries]
        for question in QUESTIONS:
            case = consider(session, question.format(who=next(iter(session.players))))
            assert case.rules or case.nearest or case.scored or case.line or case.position
            assert effects(case)[0].scores == score
            assert before(case) == []
        assert [entry.report for entry in session.referee.entries] == reports
        assert len(session.entries) == lines and dict(session.referee.scores) == score


def session_of(kept: journal.Journal, path: Path) -> Session:
    """A session with the reports of a record."""
    judge = Judge()
    session: Session | None = None
    for line in path.read_text(encoding="utf-8").splitlines():
        judge.feed(line)
        if judge.header is None:
            continue
        if session is None:
            header = judge.header
            session = kept.new(header.game, header.players, header.house, dealer=header.others.get("dealer", ""))
        for piece in pieces(line):
            if piece.mark != "=":
                session.say(piece.text, overrule=piece.overrule)
    assert session
    return session


# One of several


@pytest.fixture
def hearts(shelf: Path) -> Iterator[Session]:
    """The ace of hearts is missing: Cat and Ann didn't follow, and Ben, who had to lead hearts, leads a club."""
    with open_journal(shelf / "evening.db", create=True) as kept:
        session = kept.new("funfzehnern", ["Ann", "Ben", "Cat"], {"out": "D"})
        for text in ("deal Cat", "trick 9H KH 10H", "trick QH JH 8H", "trick 7H QS AC", "Ben plays 7C"):
            assert session.say(text).ruling.accepted
        yield session


def test_of_everybody_who_may_have_done_it_a_breach_is_possible(hearts: Session) -> None:
    assert [finding.suspects for _, finding in hearts.referee.findings] == [("Ann", "Ben", "Cat")]
    for line, rule in ((4, "revoke"), (5, "lead-revoke")):
        case = consider(hearts, f"line {line}")
        assert case.certainty is Certainty.POSSIBLE and [breach.rule for breach in case.suspicion.of] == [rule]
        assert case.missing == ["Ann had …", "Ben had …", "Cat had …"]


def test_who_is_cleared_is_named_no_more(hearts: Session) -> None:
    ruling = hearts.say("Ben dealt KH QH 7H 7C KC 8C 7S 8S").ruling
    assert [finding.suspects for finding in ruling.findings] == [("Ann", "Cat")]
    assert [finding.suspects for finding in ruling.withdrawn] == [("Ann", "Ben", "Cat")]
    assert consider(hearts, "line 5").certainty is Certainty.NO_EVIDENCE
    assert consider(hearts, "line 4").missing == ["Ann had …", "Cat had …"]
    hearts.undo()
    assert [finding.suspects for _, finding in hearts.referee.findings] == [("Ann", "Ben", "Cat")]


def test_what_settles_it_proves_it_of_one(hearts: Session) -> None:
    case = consider(hearts, "line 4", ["Ann dealt 9H 8H AC QC KS 9C JS 10S", "Ben dealt KH QH 7H 7C KC 8C 7S 8S"])
    assert case.certainty is Certainty.PROVEN and case.who == "Cat"
    assert consider(hearts, "line 4").certainty is Certainty.POSSIBLE
