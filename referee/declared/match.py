"""A match of several games: how many games everybody has won, and how many a game counts if the loser is far behind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.declared.columns import Round
from referee.declared.sheet import Sheet
from referee.game.facts import Fact
from referee.game.findings import Line
from referee.game.game import leaders
from referee.language.words import Seat, so_many
from referee.rules.options import Option
from referee.rules.rule import Rule, Verdict

MATCH = "match"
"""The rule and the option for the games that win a match."""

AGAIN, GAMES = "points cleared", "games won"
"""The lines of the score that end a game: its points are cleared, and after the last game the games are the score."""


class Match:
    """The match that a sheet may be played in, with the lines that a loser who is below them hasn't crossed."""

    def __init__(self, sheet: Sheet) -> None:
        assert sheet.match is not None
        self.behind = sheet.match
        side = "side" if sheet.partners else "player"
        words = {
            "none": "You play a single game, not a match. In a match, you play until"
            f" a {side} has won the agreed number of games",
            "N": f"You play a match. The first {side} to win {{N:word game}} wins it",
        }
        losers = "the loser has" if sheet.partners or sheet.span[-1] == 2 else "everyone else has"
        amounts = {MATCH: Option(MATCH, None, "number of games that wins a match", least=1, or_none=True, words=words)}
        text = f"{{{MATCH}}}. Points are cleared after each game."
        for name, line in self.behind.items():
            title, below = name.replace("-", " "), f"{name}-below"
            text += f" If {losers} fewer than {{{below}}} points, that is a {title}, which {{{name}}}."
            nearer = [other for other, its in self.behind.items() if its.below > line.below]
            like = min(nearer, key=lambda other: self.behind[other].below, default="").replace("-", " ")
            alike = f"counts no more than a {like}" if like else "counts like any other win"
            counts = {"none": alike, "N": "counts as {N:word game}"}
            amounts[name] = Option(
                name,
                line.games,
                f"how many games a {title} counts as; with `{name}=none`, it {alike}",
                least=1,
                or_none=True,
                words=counts,
            )
            amounts[below] = Option(below, line.below, f"score that saves the loser from a {title}", least=1)
        self.rule = Rule(text, Verdict.IMPOSSIBLE, lines=(AGAIN, GAMES), amounts=amounts)

    # The games

    @staticmethod
    def on(house: Mapping[str, Any]) -> bool:
        """Whether a house plays a match."""
        return house.get(MATCH) is not None

    def worth(self, house: Mapping[str, Any], best_of_losers: int) -> tuple[int, str]:
        """How many games a win counts, and what it is called: ``2, "skunk"``."""
        worth = [
            (house[name], name.replace("-", " "))
            for name in self.behind
            if house[name] is not None and best_of_losers < house[f"{name}-below"]
        ]
        return max(worth, default=(1, ""))

    def won(self, hand: Round) -> dict[Seat, int]:
        """The games that every side has won so far. Empty if the house doesn't play a match."""
        if not self.on(hand.house):
            return {}
        games = dict.fromkeys(hand.sides, 0)
        for _, side, number in hand.standing.games:
            games[side] = games.get(side, 0) + number
        return games

    def is_won(self, hand: Round) -> bool:
        """Whether a side has won as many games as win the match."""
        most: int = hand.house[MATCH]
        return max(self.won(hand).values(), default=0) >= most

    def ahead(self, hand: Round) -> list[Seat]:
        """The sides that have won the most games and haven't conceded."""
        conceded = hand.standing.conceded
        return leaders({side: games for side, games in self.won(hand).items() if side not in conceded})

    # What the end of a game brings

    def note(self, hand: Round, scores: Mapping[Seat, int], winners: Sequence[Seat] | None) -> None:
        """Notes who has won the game that ended with this hand. None if it goes on; nobody wins it if it is a tie."""
        standing = hand.standing
        standing.games = [won for won in standing.games if won[0] != hand.number]
        if winners and len(winners) == 1 and self.on(hand.house):
            others = max((points for side, points in scores.items() if side not in winners), default=0)
            standing.games.append((hand.number, winners[0], self.worth(hand.house, others)[0]))

    def at_the_end(self, hand: Round, scores: Mapping[Seat, int], points: Mapping[Seat, int]) -> Iterator[Line]:
        """The lines that clear the points of a game that ended with these scores. After the last game, the games won
        are the score.
        """
        if ended := [side for number, side, _ in hand.standing.games if number == hand.number]:
            others = sorted((points for side, points in scores.items() if side not in ended), reverse=True)
            called = self.worth(hand.house, others[0])[1]
            numbers = " to ".join(map(str, (scores[ended[0]], *others)))
            wins = "win" if "+" in ended[0] else "wins"
            number = len({number for number, *_ in hand.standing.games})
            because = f"{ended[0]} {wins} game {number}, {numbers}{f', a {called}' if called else ''}"
        else:
            because = "a tie: nobody wins the game"
        for side, number in points.items():
            if number:
                yield Line(side, -number, AGAIN, MATCH, because, 0)
        if self.is_won(hand):
            yield from self.result(hand)

    def result(self, hand: Round) -> Iterator[Line]:
        """The games won, as the score of the match."""
        for side, games in self.won(hand).items():
            if games:
                yield Line(side, games, GAMES, MATCH, so_many(games, "game"), 0)

    def close(self, hand: Round) -> None:
        """Makes the games won the score, if the table stops before the match is won."""
        if not self.on(hand.house) or hand.standing.over:
            return
        for side in hand.sides:
            if points := hand.standing.balance.get(side, 0):
                hand.enter(Line(side, -points, AGAIN, MATCH, "the game wasn't finished", 0))
        for line in self.result(hand):
            hand.enter(line)

    def begin(self, hand: Round) -> None:
        """Forgets what accumulated in the game before, once a hand of the next game is scored."""
        standing = hand.standing
        if self.on(hand.house) and standing.end_of < hand.number and standing.at_the_end:
            standing.kept.clear()

    def clash(self, players: int, house: Mapping[str, Any]) -> str:
        """Why a house can't play a match, or an empty string."""
        if not self.on(house):
            return ""
        if house["target"] is None:
            return "match needs a target that ends each game"
        if other := next((name for name in ("rounds", "floor") if house[name] is not None), ""):
            return f"match can't go with {other}: in a match, a game ends at the target"
        if other := next((name for name in ("low-wins", "chips") if house.get(name) == "yes"), ""):
            return f"match can't go with {other}=yes: in a match, the most points win each game"
        return ""


def games_won(hand: Round) -> Mapping[Seat, int] | None:
    """The games of the match, by player or team. None without a match."""
    return hand.game.match.won(hand) or None  # type: ignore[attr-defined]


ASKED = Fact(games_won, "how many games won", "who won more games", "who leads the match")
