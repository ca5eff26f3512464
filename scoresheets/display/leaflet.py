"""A leaflet for newcomers on one page: what a house plays differently, and what to say at the table."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from referee.game.asks import Macro
from referee.game.common_reports import Penalty
from referee.game.game import Game, struck_in
from referee.game.ruleset import WITHOUT
from referee.language.reports import shape
from referee.rules.custom import in_words as own_rules_in_words
from referee.rules.custom import own_rules
from scoresheets.book.game_page import by_players, default, example_lines, glances, meaning, sentence_at, tables
from scoresheets.book.house import House, digests
from scoresheets.display.plain import struck, unmarked, visible, with_strokes
from scoresheets.display.printing import self_contained

WEB = Path(__file__).parent / "web"
TALK = (
    "Type what happens, one line at a time: `Ann bids 2`, `Ben plays QH`, `trick QS 3S KS`.",
    "Type a card as rank and suit: QH, 10D, A♠. You can shorten a name if nobody else's begins like it.",
    "Referee refuses what isn't allowed and names the rule. To keep it as played, type `~` before it.",
    "To undo the last line, type `undo`. `why` shows where points come from, `legal` what you can enter now.",
)


class Chapter(NamedTuple):
    """One game on the leaflet; ``differs`` has each changed rule with its standard value."""

    name: str
    summary: str
    differs: list[str]  # marked
    glance: list[str]  # the quick reference
    says: list[tuple[str, str]]
    short: str
    example: list[str]
    digest: str


def chapters(house: House, games: Sequence[Game[Any]]) -> list[Chapter]:
    return [_chapter(house, game, brief=len(games) > 2) for game in games]


def _chapter(house: House, game: Game[Any], brief: bool) -> Chapter:
    chosen = house.of(game)
    at = tables(game, 0, chosen)
    differs = [
        f"{option.name}={chosen[option.name]} (standard: {default(game, option)}): {option.text}"
        for option in game.options
        if option.name in chosen and chosen[option.name] != default(game, option) and option.name != WITHOUT
    ]
    differs += own_rules_in_words(chosen)
    differs += [
        f"not played: {struck(sentence_at(rule, at))}" for name, rule in game.rules.items() if name in struck_in(chosen)
    ]
    says = [(shape(kind).usage, "" if brief else meaning(kind)) for kind in game.reports if not issubclass(kind, Macro)]
    if own_rules(chosen):
        says.append((shape(Penalty).usage, "" if brief else meaning(Penalty)))
    looked_up = [] if brief else [line for entry in glances(at) for line in (entry.line, *entry.lines)]
    example = [] if brief else example_lines(at)
    return Chapter(
        game.name, game.summary, differs, looked_up, says, game.short_form, example, by_players(digests(game, chosen))
    )


def as_text(house: House, chapters: Sequence[Chapter]) -> list[str]:
    lines = [f"{house.name}: the house rules" + (f" ({house.about})" if house.about else "")]
    for chapter in chapters:
        lines += ["", chapter.name, f"  {chapter.summary}"]
        lines += [f"  - {unmarked(text)}" for text in chapter.differs or ["standard rules"]]
        lines += [f"  {_bare(text)}" for text in chapter.glance]
        lines += ["  You type:", *(f"    {usage}" + (f"  {text}" if text else "") for usage, text in chapter.says)]
        lines += [f"  Totals only: {_bare(chapter.short)}"] if chapter.short else []
        lines += [f"    {text}" for text in chapter.example]
        lines += [f"  rule set {chapter.digest}"]
    return [*lines, "", "At the table", *(f"  {_bare(text)}" for text in TALK)]


def as_html(house: House, chapters: Sequence[Chapter]) -> str:
    """One page for the wall, in smaller letters if there is more text."""
    letters = sum(len(line) + 20 for line in as_text(house, chapters))
    size = max(6.0, min(11.0, round(2 * 11.0 * min(1.0, (3600 / max(1, letters)) ** 0.5)) / 2))
    style = (WEB / "leaflet.css").read_text(encoding="utf-8") + f"body {{ font-size: {size:g}pt }}\n"
    title = f"{house.name}: the house rules"
    inside = [f"<h1>{_text(title)}</h1>", f"<p>{_text(house.about)}</p>" if house.about else "", "<main>"]
    for chapter in chapters:
        inside += [f"<section><h2>{_text(chapter.name)}</h2>", f"<p>{_text(chapter.summary)}</p>"]
        differs = map(with_strokes, chapter.differs or ["standard rules"])
        inside += [f"<ul>{''.join(f'<li>{text}</li>' for text in differs)}</ul>"]
        inside += [f"<p>{_text(_bare(text))}</p>" for text in chapter.glance]
        says = "".join(f"<dt>{_text(usage)}</dt><dd>{_text(text)}</dd>" for usage, text in chapter.says)
        inside += [f"<h3>You type</h3><dl>{says}</dl>"]
        inside += [f"<p>Totals only: {_text(_bare(chapter.short))}</p>"] if chapter.short else []
        inside += [f"<p><code>{_text(text)}</code></p>" for text in chapter.example]
        inside += [f'<p class="rules">rule set {_text(chapter.digest)}</p></section>']
    inside += [
        "</main>",
        "<footer><h2>At the table</h2>",
        *(f"<p>{_text(_bare(text))}</p>" for text in TALK),
        "</footer>",
    ]
    return self_contained(title, style, inside)


def _bare(text: str) -> str:
    return " ".join(text.replace("`", "").split())


def _text(text: str) -> str:
    return escape(visible(text))
