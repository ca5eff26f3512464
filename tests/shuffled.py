"""All records judged in one process, in a shuffled order and with other house rules in between.

``python -m tests.shuffled SEED`` judges each record by its own house rules and with one option changed at random: first
in separate processes, then all of them in this one. It exits with 1 and prints the seed if any result differs. No table
may influence the next one: a cache that outlives a table must depend on everything it is computed from, including the
house rules.
"""

from __future__ import annotations

import json
import os
import random
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from referee import Referee
from referee.games import find_game
from referee.language.words import pieces
from referee.records.record import HEADERS, split_names
from referee.rules.custom import PREFIX, Heading
from referee.rules.options import read_house
from referee.table.objects import table_object
from tests.share import few

HERE = Path(__file__).parent
RECORDS = sorted([*HERE.glob("records/*/*.record"), *HERE.glob("declared/records/*.record")])


class Night:
    """The content of a record, without judging it."""

    def __init__(self, path: Path) -> None:
        fields: dict[str, str] = {}
        in_words: list[str] = []
        self.told: list[tuple[str, bool]] = []
        for line in path.read_text(encoding="utf-8").splitlines():
            name, colon, text = re.sub(r"(^|\s)#.*", "", line).partition(":")
            if self.told or not colon or name not in HEADERS:
                told = (piece for piece in pieces(line) if piece.mark != "=" and piece.text)
                self.told += [(piece.text, piece.overrule) for piece in told]
            elif name == "rule":
                in_words.append(text)
            else:
                fields[name] = text.strip()
        self.game = find_game(fields["game"])
        self.players = split_names(fields["players"])
        self.dealer = fields.get("dealer", "").strip('"')
        self.house = read_house(fields.get("house", ""))
        for text in in_words:
            name, rule = Heading.read(text, self.game.rules)
            self.house[PREFIX + name] = rule


@cache
def night(path: Path) -> Night:
    return Night(path)


class Task(NamedTuple):
    """A record, and the options that replace some of its own."""

    path: Path
    other: dict[str, str]

    def __str__(self) -> str:
        text = ", ".join(f"{name}={value}" for name, value in self.other.items())
        return f"{self.path.relative_to(HERE)} under {text or 'its own house'}"

    def judge(self) -> list[Any]:
        """The ruling on each report, and the final state of the table."""
        told = night(self.path)
        referee = Referee(told.game, told.players, told.house | self.other, told.dealer)
        said: list[Any] = []
        for text, overrule in told.told:
            ruling = referee.hear(text, overrule=overrule)
            said.append([text, ruling.verdict, ruling.rules, ruling.message, ruling.findings, ruling.lines])
        return [*said, table_object(referee)]

    def told(self) -> str:
        """The same as text."""
        return json.dumps(self.judge(), default=str)


def other_house(own: Night, luck: random.Random) -> dict[str, str]:
    """A value for one option other than the record's, more often a choice than a number. Empty if none is found."""
    players = len(own.players)
    for _ in range(20):
        option = luck.choice(own.game.options)
        value = luck.choice(option.choices if option.choices and luck.random() < 0.8 else option.some(players))
        if own.game.can_play(players, own.house | {option.name: value}):
            return {option.name: value}
    return {}


def tasks(luck: random.Random) -> Iterator[Task]:
    """Each record by its own house and by another one. With SHARE, some of the records."""
    for path in luck.sample(RECORDS, few(len(RECORDS), least=60)):
        yield Task(path, {})
        if other := other_house(night(path), luck):
            yield Task(path, other)


def in_a_process_of_its_own(task: Task) -> str:
    """The result of a task in a fresh process."""
    reading, writing = os.pipe()
    if (child := os.fork()) == 0:
        status = 1
        try:
            with os.fdopen(writing, "w") as out:
                out.write(task.told())
            status = 0
        finally:
            os._exit(status)
    os.close(writing)
    with os.fdopen(reading) as coming:
        text = coming.read()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0, f"{task} died"
    return text


def main(seed: str) -> int:
    luck = random.Random(seed)
    alone = {str(task): (task, in_a_process_of_its_own(task)) for task in tasks(luck)}
    order = [*alone.values()]
    luck.shuffle(order)
    before, otherwise = "nothing", []
    for task, text in order:
        if (now := task.told()) != text:
            pairs = zip(json.loads(now), json.loads(text), strict=True)
            first = next(f"{here}\n  alone: {there}" for here, there in pairs if here != there)
            otherwise.append(f"{task}, behind {before}:\n  {first}")
        before = str(task)
    print(f"seed {seed}: {len(order)} judged, {len(otherwise)} otherwise than alone")
    print("\n".join(otherwise[:5]))
    return bool(otherwise)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
