"""An example of every rule from the records of its game; `--write` updates scoresheets/examples.json."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

from referee import find_game
from referee.game.game import Game
from referee.games import ours
from referee.language.words import Piece, pieces
from referee.records.record import Judge
from referee.table.rulings import Ruling
from scoresheets.book.rulebook import EXAMPLES

RECORDS = Path(__file__).parent / "records"
BEFORE = 3  # reports to show before the one for a rule

Example = dict[str, Any]


class Gatherer(Judge):
    """Collects examples from a record: lines that break a rule, score by it, or keep it. The shortest one wins."""

    def __init__(self, examples: dict[str, Example], changed: dict[str, Example]) -> None:
        super().__init__()
        self.examples, self.changed = examples, changed  # under the rule's standard options, and under others
        self.told: dict[int, list[str]] = {}

    def feed(self, line: str) -> None:
        super().feed(line)
        if self.referee and (remark := re.search(r"(?:^|\s)#\s*(.*?)\s*$", line)):
            self.keeps(remark[1], [*pieces(line)])

    @property
    def game(self) -> Game[Any]:
        assert self.referee
        return self.referee.game

    def heard(self, piece: Piece, ruling: Ruling) -> None:
        words = f"~ {ruling.text}" if piece.overrule else ruling.text
        for breach in ruling.broken:
            verdict = "let stand" if ruling.accepted else str(breach.verdict)
            self.take(breach.rule, piece.text if not ruling.accepted else words, breach.proof, verdict, breach.why)
        if not ruling.accepted:
            return
        names = {rule.finding or name: name for name, rule in self.game.rules.items()}
        for finding in ruling.findings:
            if rule := names.get(finding.name):
                self.take(rule, words, finding.proof, f"finding {finding.name} {finding.who}", finding.why)
        for line in ruling.lines:
            about = f"{line.category}: {line.because}" if line.because else line.category
            self.take(line.rule, words, line.proof, f"{line.who} {line.points:+d}", about)
        self.told.setdefault(self.line, []).append(words)

    def keeps(self, remark: str, told: list[Piece]) -> None:
        """The rule that a comment says is kept."""
        why = re.sub(r"[^\w\s]*\s*\b(?:and )?keeps [a-z0-9-]+(?:, [a-z0-9-]+)*", "", remark).strip(" ,;:")
        words = "; ".join(f"{piece.mark} {piece.text}".strip() for piece in told if piece.mark in ("", "~", "="))
        for match in re.finditer(r"\bkeeps ([a-z0-9-]+(?:, [a-z0-9-]+)*)", remark):
            for rule in match[1].split(", ") if words else ():
                self.take(rule, words, (), "kept", "" if "breaks" in why else why)

    def take(self, rule: str, report: str, lines: tuple[int, ...], verdict: str, why: str) -> None:
        if rule not in self.game.rules:
            return
        before = [text for line in sorted(set(lines)) if line != self.line for text in self.told.get(line, ())]
        trick = getattr(self.referee.hand, "trick", ()) if self.referee and " plays " in report else ()
        if before and trick and verdict == "illegal":
            lead = f"{trick[0].who} plays {trick[0].card.text}"
            before = [text for text in before if text != lead] + [lead]
        if not before:
            earlier = [texts for line, texts in sorted(self.told.items()) if line != self.line]
            before = [text for texts in earlier[-1:] for text in texts][-1:]
        why = re.sub(r" \(lines? \d+(?:, \d+)*\)", "", why)  # line numbers of the record, which aren't shown
        entered = {"lines": before[-BEFORE:], "report": report, "verdict": verdict, "why": why}
        found = self.changed if self.is_changed(rule) else self.examples
        if rule not in found or rank(entered) < rank(found[rule]):
            found[rule] = entered

    def is_changed(self, rule: str) -> bool:
        """Whether the house changes an option of a rule."""
        assert self.referee
        house, book = self.referee.in_force, self.game.house(len(self.referee.seats), {})
        return any(rule in option.rules and house[option.name] != book[option.name] for option in self.game.options)


def rank(example: Example) -> tuple[bool, bool, bool, bool, int]:
    """Sorts examples: a breach comes before points, points before a rule that is kept silently; then by length.

    Examples that depend on an overruled report come last.
    """
    plain = example["verdict"] in ("illegal", "impossible", "unclear")
    let_stand = any(text.startswith("~") for text in (*example["lines"], example["report"]))
    return let_stand, example["verdict"] == "kept", not plain, not example["why"], len(json.dumps(example))


def examples(slug: str) -> dict[str, Example]:
    """An example for every rule of a game, in order, if its records have one; with standard rules if possible."""
    by_the_book: dict[str, Example] = {}
    by_a_house: dict[str, Example] = {}
    changed: dict[str, Example] = {}
    for path in sorted((RECORDS / slug).glob("*.record")):
        lines = path.read_text(encoding="utf-8").splitlines()
        Gatherer(by_a_house if any(line.startswith("house:") for line in lines) else by_the_book, changed).judge(lines)
    chosen = changed | by_a_house | by_the_book
    return {name: chosen[name] for name in find_game(slug).rules if name in chosen}


def text() -> str:
    """The file, with one rule on each line."""
    whole = []
    for slug in ours():
        rows = [
            f"  {json.dumps(name)}: {json.dumps(example, ensure_ascii=False)}"
            for name, example in examples(slug).items()
        ]
        whole.append(f"{json.dumps(slug)}: {{\n" + ",\n".join(rows) + "\n}")
    return "{\n" + ",\n".join(whole) + "\n}\n"


if __name__ == "__main__":
    if "--write" in sys.argv[1:]:
        EXAMPLES.write_text(text(), encoding="utf-8", newline="\n")
    elif EXAMPLES.read_text(encoding="utf-8") != text():
        print(f"{EXAMPLES} isn't current; make docs writes it", file=sys.stderr)
        sys.exit(1)
