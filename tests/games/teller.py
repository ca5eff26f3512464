"""A table at which hands are really played, and told to a referee."""

from __future__ import annotations

import random

from referee import Referee, Ruling


class Teller:
    """Tells what happened; ``said`` is the way there, and begins with the seed."""

    referee: Referee

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.said = [f"seed {seed}"]
        self.findings: list[tuple[str, str]] = []

    @property
    def where(self) -> str:
        return self.said[0]

    @property
    def way(self) -> str:
        return "\n  ".join(self.said)

    def tell(self, text: str, overrule: bool = False) -> Ruling:
        """What is so stands, and no chip is lost."""
        self.said.append("~ " * overrule + text)
        ruling = self.referee.hear(text, overrule=overrule)
        assert ruling.accepted, f"{ruling.verdict} {ruling.rules}: {ruling.message}\n  {self.way}"
        assert not sum(self.referee.accounts.values()), self.way
        self.findings += [(one.name, one.who) for one in ruling.findings]
        return ruling

    def refused(self, text: str, *rules: str) -> Ruling:
        """What can't stand isn't taken, for one of these rules or with that verdict."""
        ruling = self.referee.hear(text)
        cited = {*ruling.rules, str(ruling.verdict)}
        said = f"! {rules} {text}: {ruling.verdict} {ruling.rules}: {ruling.message}\n  {self.way}"
        assert not ruling.accepted and (not any(rules) or cited & {*rules}), said
        return ruling
