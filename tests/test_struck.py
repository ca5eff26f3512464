"""Rules that a house strikes out: what breaks only these is plainly accepted, and is never found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from referee import Referee, Ruling, Verdict, find_game
from referee.core import struck_in
from referee.games import games
from tests.test_rules import Night, nights


class Refusal(NamedTuple):
    """A report of a record that breaks rules, and what stood before it, with what was let stand."""

    night: Night
    stood: list[tuple[str, bool]]
    text: str
    ruling: Ruling
    barred: bool  # which ~ can't change

    def table(self, without: str) -> Referee:
        """The table as it was before the report, with these rules struck out besides its own."""
        struck = (struck_in(self.night.house) | struck_in({"without": without})) - {"none"}
        house = self.night.house | {"without": "+".join(sorted(struck)) or "none"}
        referee = Referee(find_game(self.night.slug), self.night.players, house, self.night.dealer)
        for text, overrule in self.stood:
            assert referee.hear(text, overrule=overrule).accepted, f"{text}, without {without}"
        return referee


def refusals(slug: str) -> Iterator[Refusal]:
    """The reports of a game's records that are illegal and nothing worse."""
    for night in nights(slug):
        referee = Referee(find_game(slug), night.players, night.house, night.dealer)
        stood: list[tuple[str, bool]] = []
        for text, overrule in night.told:
            bars = {rule.name for _, asks in referee._hands.ahead() for _, rule, _ in asks.bars}
            ruling = referee.hear(text)
            if ruling.verdict is Verdict.ILLEGAL:
                yield Refusal(night, [*stood], text, ruling, {*ruling.rules} <= bars)
                if overrule:
                    ruling = referee.hear(text, overrule=True)
            if ruling.accepted:
                stood.append((text, bool(ruling.broken)))


def struck_one_after_the_other(refusal: Refusal, offered: tuple[str, ...]) -> Ruling:
    """The ruling with the rules gone that are cited, and those that are cited then: out of turn only the turn is."""
    struck: list[str] = []
    ruling = refusal.ruling
    while ruling.verdict is Verdict.ILLEGAL and {*ruling.rules} <= {*offered} - {*struck}:
        struck += ruling.rules
        ruling = refusal.table("+".join(struck)).hear(refusal.text)
    return ruling


@pytest.mark.parametrize("slug", games())
def test_what_breaks_only_struck_rules_stands_where_it_might_be_let_stand(slug: str) -> None:
    """Each refusal that names a player: with its rules gone it is accepted exactly where ~ accepts it."""
    offered = next(option.choices for option in find_game(slug).options if option.name == "without")
    otherwise = []
    for refusal in refusals(slug):
        who = refusal.ruling.report.who if refusal.ruling.report else ""
        if not who or not refusal.text.startswith(who) or not {*refusal.ruling.rules} <= {*offered}:
            continue
        plainly = struck_one_after_the_other(refusal, offered)
        let_stand = refusal.table("none").hear(refusal.text, overrule=True)
        assert not (plainly.accepted and plainly.broken)
        if plainly.accepted != let_stand.accepted and not (plainly.accepted and refusal.barred):
            otherwise.append(
                f"{refusal.text}: {refusal.ruling.rules}: "
                f"{plainly.verdict} {plainly.message} / {let_stand.verdict} {let_stand.message}"
            )
    assert not otherwise, "\n".join(otherwise)
