"""Random evenings: reports that the asks admit, legal and illegal, until a game is over."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from referee import Referee, Verdict
from referee.cards import Card
from referee.game.asks import Ask, Macro
from referee.game.common_reports import ANY_TIME, Deal
from referee.game.game import Game, Hand
from referee.language.reports import Report
from referee.language.words import NOBODY
from referee.rules.options import Option, Scale
from referee.table.legal import candidates, legal, speakers
from referee.table.rulings import breaches

NAMES = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal"]
TRIED = 300  # the most candidates to try for one verb


class Mismatch(AssertionError):
    """Raised for what the walker found, with the reports that led there."""


class Walker:
    """Plays one game at one table, and checks after every step what must always be true."""

    def __init__(self, game: Game[Any], seed: int, names: Sequence[str] = (), *, farther: bool = False) -> None:
        """With ``farther``, an option with few values can have any of them, not only those near the standard one."""
        self.random, self.farther = random.Random(seed), farther
        self.luck = random.Random(f"corrections {seed}")
        self.seed = seed
        if not names:
            sizes = [n for n in game.players if n <= len(NAMES)]
            names = NAMES[: self.random.choice([n for n in sizes if Referee(game, NAMES[:n]).asks()])]
        self.referee = Referee(game, names, self._house(game, len(names)))
        self.lines: list[str] = []
        self.stood: dict[int, tuple[Any, ...]] = {}  # the table after each number of reports
        self.refused = self.overruled = 0

    def _house(self, game: Game[Any], players: int) -> dict[str, str]:
        """Often the standard rules, and often other rules and numbers."""
        changed = self.random.choice((0, 0.2, 0.7))
        options = [option for option in game.options if self.random.random() < changed]
        house = {option.name: self.value(option, players) for option in options}
        return house if game.can_play(players, house) else {}

    def mismatch(self, what: str) -> Mismatch:
        way = "\n    ".join(self.lines[-40:])
        head = f"game: {self.referee.game.slug}, players: {', '.join(self.referee.first_seats)}, {self.referee.chosen}"
        return Mismatch(f"{what}\nseed {self.seed}, {head}\n    {way}")

    def walk(self, steps: int) -> None:
        for step in range(steps):
            if self.referee.standing.ended:
                return
            if self.referee.over and self.random.random() < 0.5:
                self.hear("end")
                return
            self.step(step)

    def step(self, step: int) -> None:
        for _, ask in self.referee.asks():
            if NOBODY in (ask.seats() or ()):
                raise self.mismatch(f"{ask.verb.verb} is asked of a seat in which nobody sits")
        if self.random.random() < 0.06:
            self.any_time()
        if self.referee.game.open_table and self.random.random() < (0.03 if self.referee.playing else 0.4):
            self.hear(self.coming_or_going())
        if self.random.random() < 0.3:
            self.try_anything()
        report = self.legal_report() or self.rare_report()
        if report is None:
            if self.referee.over or self.referee.whole:
                self.hear("end")
                return
            if self.overruled and self.lets_more_stand():
                return
            raise self.mismatch("a dead end: nothing that is awaited can be reported")
        ruling = self.hear(report.text)
        if not ruling.accepted:
            raise self.mismatch(f"{report.text} passes the checks and is {ruling.verdict}: {ruling.message}")
        if step % 7 == 0:
            self.back_and_forth()

    def any_time(self) -> None:
        seat = self.random.choice(self.referee.seats)
        texts = [
            self.correction(),
            "note [bold]a remark; with # marks",
            "misdeal",
            f"{seat} dealt {self.hand_of(seat)}",
        ]
        if self.referee.game.options:
            texts.append(f"house {self.amendment()}")
        if self.referee.chips:
            texts.append(f"{seat} pays {self.random.choice(self.referee.seats)} 3")
        self.hear(self.random.choice(texts))

    def correction(self) -> str:
        """A correction of a score, often to a number in the house rules or level with another.

        It may end or reopen the game.
        """
        side, scores = self.luck.choice(self.referee.sides), self.referee.scores
        numbers = [number for number in self.referee.in_force.values() if isinstance(number, int)]
        goal = self.luck.choice([scores[side] - 5, *scores.values(), *numbers, *(-number for number in numbers)])
        return f"adjust {side} {goal - scores[side] + self.luck.choice([-1, 0, 0, 1]):+d} for luck"

    def coming_or_going(self) -> str:
        """A report that somebody sits down or leaves, if there is room or enough players stay."""
        seats, new = self.referee.seats, [name for name in NAMES if name not in self.referee.seats]
        if not new or self.random.random() < 0.5:
            return f"{self.random.choice(seats)} leaves"
        after = f" after {self.random.choice(seats)}" if self.random.random() < 0.5 else ""
        return f"{self.random.choice(new)} joins{after}"

    def amendment(self) -> str:
        """A possible change of a house rule, from the next deal on."""
        option = self.random.choice(self.referee.game.options)
        return f"{option.name}={self.value(option, len(self.referee.seats))}"

    def value(self, option: Option, players: int) -> str:
        return drawn(option, players, self.random) if self.farther else self.random.choice(option.some(players))

    def hand_of(self, seat: str) -> str:
        """Cards that ``seat`` may have been dealt, often correct ones, including some that were seen since."""
        hand = self.referee.hand
        each = getattr(hand, "each", 0) or getattr(hand, "size", 0) or 1
        size = self.random.choice([1, 2, 3, each, each, each, 11, 12, 15])
        unseen: list[Card] = list(hand.unseen())
        self.random.shuffle(unseen)
        shown = [card for card, reports in hand.seen.items() if any(report.who == seat for report in reports)]
        cards = [*shown[: size * self.random.randint(0, 1)], *unseen][:size]
        return " ".join(card.text for card in cards) or "AS"

    def try_anything(self) -> None:
        """Tries a report from anybody, and overrules a third of the refusals."""
        asks = self.referee.asks()
        if not asks:
            return
        hand, ask = self.random.choice(asks)
        reports = self.some(hand, ask, others=True)
        if not reports:
            return
        text = self.random.choice(reports).text
        ruling = self.hear(text)
        if not ruling.accepted:
            self.refused += 1
            if self.random.random() < 0.34:
                self.overruled += self.hear(text, overrule=True).accepted

    def some(self, hand: Hand, ask: Ask, others: bool = False) -> list[Report]:
        if issubclass(ask.verb, (Macro, *ANY_TIME)) and ask.verb is not Deal:
            return []
        seats = list(speakers(ask, hand, others=others))
        self.random.shuffle(seats)
        every = [itertools.islice(candidates(ask.verb, hand, seat), TRIED) for seat in seats[:3]]
        reports = list(itertools.chain.from_iterable(every))
        self.random.shuffle(reports)
        return reports[:40] if others else reports

    def legal_report(self) -> Report | None:
        """A report that the checks accept, mostly one that is due."""
        asks = self.referee.asks()
        self.random.shuffle(asks)
        asks.sort(key=lambda pair: pair[1].aside and self.random.random() < 0.8)
        for hand, ask in asks:
            for report in self.some(hand, ask):
                if not breaches(hand, ask, report):
                    return report
        return None

    def rare_report(self) -> Report | None:
        """A legal report, from a search through all of them, if none was found among the first few."""
        every = [reports for by_verb in legal(self.referee, limit=100_000).values() for reports in by_verb.values()]
        return every[0][0] if every else None

    def lets_more_stand(self) -> bool:
        """Overrules another report. After breaches that the table kept, there may be no legal report left."""
        reports = itertools.chain.from_iterable(self.some(hand, ask) for hand, ask in self.referee.asks())
        return any(self.hear(report.text, overrule=True).accepted for report in reports)

    def hear(self, text: str, overrule: bool = False) -> Any:
        before = self.stood[len(self.referee.entries)] = state(self.referee)
        self.lines.append(("~ " if overrule else "") + text)
        try:
            ruling = self.referee.hear(text, overrule=overrule)
        except Exception as error:
            raise self.mismatch(f"{text!r} raised {error!r}") from error
        if not ruling.accepted:
            self.lines[-1] += f"    # {ruling.verdict}"
            if state(self.referee) != before:
                raise self.mismatch(f"{text!r} is {ruling.verdict} and changed the table")
            if not ruling.message:
                raise self.mismatch(f"{text!r} is {ruling.verdict} and nobody knows why")
            if overrule and ruling.verdict is Verdict.ACCEPTED:
                raise self.mismatch("accepted and refused at once")
        if sum(self.referee.accounts.values()):
            raise self.mismatch(f"chips were lost or made: {self.referee.accounts}")
        return ruling

    def back_and_forth(self) -> None:
        """Checks that undo restores an earlier state of the table, and that the same reports lead back."""
        count = min(self.random.randint(1, 4), len(self.referee.entries))
        after = state(self.referee)
        gone = self.referee.undo(count)
        before = state(self.referee)
        if before != self.stood[len(self.referee.entries)]:
            raise self.mismatch(f"undo of {[entry.ruling.text for entry in gone]} leads elsewhere")
        for entry in reversed(gone):
            if not self.referee.hear(entry.ruling.text, line=entry.report.line, overrule=entry.overrule).accepted:
                raise self.mismatch(f"{entry.ruling.text} was accepted, and isn't after undo")
        if state(self.referee) != after:
            raise self.mismatch(f"undo and redo of {[entry.ruling.text for entry in gone]} lead elsewhere")
        self.referee.undo(count)
        if state(self.referee) != before:
            raise self.mismatch("a second undo leads elsewhere")
        for entry in reversed(gone):
            self.referee.hear(entry.ruling.text, line=entry.report.line, overrule=entry.overrule)


FEW = 40  # the most numbers for which any may be drawn


def drawn(option: Option, players: int, chance: random.Random) -> str:
    """A possible value for an option: any choice, any of a few numbers, or one near the standard one."""
    numbers = range(0) if option.choices else option.numbers(players)
    if not 0 < len(numbers) <= FEW or chance.random() < 0.5:
        return chance.choice(option.some(players))
    book = option.value(players)
    if isinstance(book, Scale):
        return str(Scale(chance.choice((step, chance.choice(numbers))) for step in book))
    return str(chance.choice(numbers))


def state(referee: Referee) -> tuple[Any, ...]:
    """Everything that a table knows, for comparing."""
    hand = referee.hand
    apart = ("game", "names", "pack", "house")
    facts = [field.name for field in fields(hand) if field.compare and field.name not in apart]
    known = tuple(f"{name}={getattr(hand, name)!r}" for name in facts)
    waits = tuple((ask.verb.__name__, ask.seats()) for _, ask in referee.asks())
    scores, accounts = tuple(referee.scores.items()), tuple(referee.accounts.items())
    return (known, waits, referee.seats, scores, accounts, referee.in_force, len(referee.entries))
