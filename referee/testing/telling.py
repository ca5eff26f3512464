"""Random games by a model, reported to tables."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

from referee import Referee, Ruling
from referee.game.game import Game
from referee.rules.options import read_house
from referee.table.legal import legal
from referee.testing.models import ModelTable, Move, added
from referee.testing.walker import NAMES, drawn, state

LONGEST = 3000  # moves in a hand
AGAIN = 50  # deals to try if hands go on for too long
MANY = 100_000  # candidates of one verb to try: all of them
CARDS = re.compile(r"(?:(?:10|[AKQJ2-9])[SHDC]|JK)(?: (?:(?:10|[AKQJ2-9])[SHDC]|JK))+")


class Step(NamedTuple):
    """A move, the position before it, and all moves that were possible there."""

    position: Any
    move: Move
    moves: tuple[Move, ...]


def nothing(position: Any) -> dict[str, Any]:
    return {}


def corrected(table: ModelTable, more: Mapping[str, int]) -> ModelTable:
    """The table after a correction that changes nothing but scores."""
    return replace(table, scores=added(table.scores, more))


class Model:
    """A game as defined by its model's module, with defaults for what the module leaves out."""

    def __init__(self, game: Game[Any], module: Any) -> None:
        self.slug, self.game = game.slug, game
        self.path = f"{module.__name__.replace('.', '/')}.py"
        self.players: range = module.PLAYERS
        self.listed: tuple[str, ...] = module.LISTED
        self.findings: tuple[str, ...] = getattr(module, "FINDINGS", ())
        self.reaches: tuple[str, ...] = module.REACHES
        self.hands: int = getattr(module, "HANDS", 2)
        self.longest: int = getattr(module, "LONGEST", LONGEST)
        self.strikes: tuple[str, ...] = getattr(module, "STRIKES", ())
        self.steers: tuple[str, ...] = getattr(module, "STEERS", ())
        self.decides: tuple[str, ...] = getattr(module, "DECIDES", ())
        self.deal, self.after, self.score = module.deal, module.after, module.score
        self.by_the_book = module.moves
        self.opening = getattr(module, "opening", lambda position: [Move(position.table.dealer, "deals")])
        self.dealt = getattr(module, "dealt", lambda position: getattr(position, "dealt", {}))
        self.short = module.short
        self.contrary = getattr(module, "contrary", lambda start, end: ())
        self.facts = getattr(module, "facts", nothing)
        self.by_card: tuple[str, ...] = getattr(module, "BY_CARD", ())
        self.onward = getattr(module, "onward", lambda position: position.table.onward(module.score(position)))
        self.winners = getattr(module, "winners", lambda table: ())
        self.corrected = getattr(module, "corrected", corrected)
        self.came_to = getattr(module, "came_to", lambda end: ())
        self.chips = getattr(module, "chips", nothing)
        self.likely = getattr(module, "likely", lambda position, move: 1)
        self.book: Mapping[str, Any] = module.BOOK

    @cached_property
    def trick(self) -> bool:
        """Whether a trick can be reported as a whole."""
        return any(kind.verb == "trick" for kind in self.game.reports)

    def house(self, players: int) -> dict[str, Any]:
        """The standard rules for that many players."""
        return {name: value(players) if callable(value) else value for name, value in self.book.items()}

    def table(
        self, chance: random.Random, odd: float, farther: random.Random | None = None
    ) -> tuple[ModelTable, dict[str, str]]:
        """A table with standard rules, each replaced with probability ``odd``, and the options chosen.

        ``chance`` draws values near the standard ones; ``farther`` replaces some by any value.
        """
        players = chance.choice([number for number in self.players if number <= len(NAMES)])
        options = [option for option in self.game.options if option.name in self.book and chance.random() < odd]
        chosen = {option.name: chance.choice(option.some(players)) for option in options}
        if farther:
            chosen |= {option.name: drawn(option, players, farther) for option in options if farther.random() < 0.3}
        if not self.game.can_play(players, chosen):
            chosen = {}  # they contradict each other
        if self.game.variants and chance.random() < odd:
            chosen = self.variant(players, chance) or chosen
        struck = {*chosen.pop("without", "none").split("+")} - {"none"}
        unknown = sorted(struck - {*self.strikes})
        assert not unknown, f"a variant strikes out {unknown}, of which {self.path} plays no breach: see STRIKES"
        house = self.house(players) | {name: self.game.house(players, chosen)[name] for name in chosen}
        struck |= {rule for rule in self.strikes if odd and chance.random() < odd}
        if struck:
            chosen["without"] = "+".join(sorted(struck))
        return ModelTable(tuple(NAMES[:players]), house, NAMES[0], struck=tuple(sorted(struck))), chosen

    def variant(self, players: int, chance: random.Random) -> dict[str, str] | None:
        """The options of one of the variants for that many players, None if there is none."""
        houses = [read_house(variant.house) for variant in self.game.variants]
        return chance.choice([house for house in houses if self.game.can_play(players, house)] or [None])

    def moves(self, position: Any) -> Iterator[Move]:
        """Yields the possible moves. A move that breaks only dropped rules is legal."""
        struck = position.table.struck
        for move in self.by_the_book(position):
            breaks = tuple(rule for rule in move.breaks if rule not in struck)
            yield move._replace(breaks=breaks) if struck else move

    def hand(self, table: ModelTable, chance: random.Random) -> tuple[list[Step], Any]:
        """A hand played at random: its steps, and the position at its end.

        A hand that goes on for too long is dealt again.
        """
        for _ in range(AGAIN if self.longest < LONGEST else 1):
            if hand := self.played(table, chance):
                return hand
        raise AssertionError(f"{self.slug}: a hand without an end, where {table}")

    def played(self, table: ModelTable, chance: random.Random) -> tuple[list[Step], Any] | None:
        """A hand played at random, None if it doesn't end soon enough."""
        position = self.deal(table, chance)
        steps: list[Step] = []
        while len(steps) < self.longest:
            moves = tuple(self.moves(position))
            allowed = [move for move in moves if not move.breaks]
            over = all(move.aside for move in allowed)
            if not allowed or (over and chance.random() < 0.4):
                return steps, position
            weights = [self.likely(position, move) for move in allowed]
            move = chance.choices(allowed, weights)[0]
            steps.append(Step(position, move, moves))
            position = self.after(position, move)
        return None


class Retelling:
    """A table that gets reports of what happened. If something goes wrong, all reports so far are shown."""

    def __init__(
        self, model: Model, seed: int, odd: float, *, fewer_rules: bool = False, changing: bool = False
    ) -> None:
        """A table with random house rules. With ``fewer_rules``, some rules are dropped that all players follow anyway.

        A ``changing`` house has any values, and changes them during the session.
        """
        self.model, self.chance = model, random.Random(f"{model.slug} {seed}")
        self.luck = random.Random(f"corrections of {model.slug} {seed}")
        self.whim = random.Random(f"house {model.slug} {seed}")  # how the table changes its house rules
        self.table, chosen = self.model.table(self.chance, odd, self.whim if changing else None)
        self.changes = 0.5 if changing else 0  # how often the house rules change before the next deal
        self.coming: dict[str, Any] = {}  # house rules from the next deal on
        if fewer_rules:
            chosen["without"] = "+".join(self.some_rules())
        self.chosen = chosen
        self.referee = Referee(self.model.game, self.table.seats, chosen)
        self.lines = [f"seed {seed} of {model.slug}, players: {', '.join(self.table.seats)}, house: {chosen}"]
        self.tried = self.compared = self.left_out = self.hands = self.hidden = 0

    def some_rules(self) -> list[str]:
        """Some or all of the rules that a house may drop and that players can follow anyway."""
        option = self.model.game.option("without")
        assert option
        rules = [rule for rule in option.choices if rule not in self.model.steers]
        count = self.chance.choice([1, 2, len(rules) // 2, len(rules)])
        return self.chance.sample(rules, min(max(count, 1), len(rules)))

    def mismatch(self, what: str) -> AssertionError:
        return AssertionError("\n    ".join([f"{what}\n{self.lines[0]}", *self.lines[1:]]))

    # Reporting

    def hear(self, text: str) -> None:
        """Reports something true, which must be accepted and prove nothing wrong."""
        for part in text.split("; ") if text else ():
            self.lines.append(part)
            ruling = self.ruling_on(part)
            if not ruling.accepted:
                raise self.mismatch(f"{part} is {ruling.verdict} {ruling.rules}: {ruling.message}")
            if wrong := [finding for finding in ruling.findings if finding.name not in self.model.findings]:
                raise self.mismatch(f"{part} proves what isn't so: {wrong}")
            if sum(self.referee.accounts.values()):
                raise self.mismatch(f"chips were lost or made: {self.referee.accounts}")

    def ruling_on(self, text: str) -> Ruling:
        try:
            return self.referee.hear(text)
        except Exception as error:
            raise self.mismatch(f"{text} raised {error!r}") from error

    def refused(self, move: Move) -> None:
        """Checks that a wrong move is refused, and that nothing has changed."""
        entries = len(self.referee.entries)
        ruling = self.ruling_on(move.text)
        if ruling.accepted:
            raise self.mismatch(f"{move.text} breaks {move.breaks} by the model, and the referee lets it stand")
        if not {*ruling.rules, str(ruling.verdict)} & {*move.breaks}:
            cited = f"the referee cites {ruling.rules}: {ruling.message}"
            raise self.mismatch(f"{move.text} breaks {move.breaks} by the model, and {cited}")
        if len(self.referee.entries) != entries:
            raise self.mismatch(f"{move.text} is refused and has joined the record")
        self.tried += 1

    def check_unproven(self, move: Move) -> None:
        """Checks that a wrong move isn't refused if only unseen cards prove it wrong."""
        ruling = self.ruling_on(move.text)
        if not ruling.accepted:
            known = f"it breaks {ruling.rules}: {ruling.message}"
            raise self.mismatch(f"{move.text} is `hidden` in the model, and the referee can prove that {known}")
        self.referee.undo()
        self.hidden += 1

    def less(self, move: Move, odds: float) -> str:
        """A move as somebody reports it, perhaps without what only the player sees."""
        if not move.less or self.chance.random() >= odds:
            return move.text
        self.left_out += 1
        return self.chance.choice(move.less)

    # Comparing

    def listing(self, moves: Iterable[Move]) -> None:
        """Checks that the referee lists what the model allows, for verbs whose reports can be counted."""
        verbs = {name.lower() for name in self.model.listed}
        allowed = {alike(move.text) for move in moves if move.listed and not move.breaks and move.verb in verbs}
        if not allowed:
            return
        listed = listing(self.referee, self.model.listed)
        extra = {alike(move.text) for move in moves if not move.listed and not move.breaks}
        if (only := allowed - listed) or (listed - allowed - extra):
            more = sorted(listed - allowed - extra)
            raise self.mismatch(f"only the model allows {sorted(only)}\nonly the referee lists {more}")
        self.compared += 1

    def agrees(self, position: Any, *, in_numbers: bool = False) -> None:
        """Checks that the facts are those of the model. A hand in totals only may not have all of them."""
        for name, value in self.model.facts(position).items():
            if in_numbers and name in self.model.by_card:
                continue
            if (fact := self.referee.fact(name)) != value and not (in_numbers and fact is None):
                raise self.mismatch(f"the fact {name} is {value} by the model, and {fact} by the referee")

    def awaits(self, moves: Iterable[Move]) -> None:
        """Checks that the players due are those who have a move that can be counted."""
        verbs = {name.lower() for name in self.model.listed}
        allowed = [move for move in moves if not move.breaks]
        if any(move.verb in verbs for move in allowed):
            awaited = {move.who for move in allowed if not move.aside}
            if awaited != {*self.referee.next()} and self.referee.next():
                raise self.mismatch(f"{awaited} have a move in the model, and the referee awaits {self.referee.next()}")

    def settled(self, end: Any, *, in_numbers: bool = False) -> None:
        """Checks the end of a hand: scores, chips, facts, the next dealer and the winners."""
        if self.referee.hand.dealer:
            waits = f"the referee hasn't finished it, and awaits {self.referee.next()}"
            raise self.mismatch(f"the hand is over in the model, and {waits}")
        self.agrees(end, in_numbers=in_numbers)
        self.hands += 1
        self.table = self.model.onward(end)
        self.agrees_between_hands()
        if self.model.corrected and self.luck.random() < 0.5:
            self.corrections()
        if not self.over:
            self.change_the_house()
            self.table = replace(self.table, house={**self.table.house, **self.coming})
            self.table = self.model.corrected(self.table, {}) if self.model.corrected else self.table
        self.coming = {}

    def agrees_between_hands(self) -> None:
        """Checks between hands that scores, chips, the next dealer and the winners are those of the model."""
        table, referee = self.table, self.referee
        beside = referee.chips == "beside"
        accounts = {} if beside else referee.accounts
        scores = {str(who): points for who, points in (*accounts.items(), *referee.scores.items())}
        for kept, wanted in ((scores, table.scores), (referee.accounts if beside else {}, table.chips)):
            known = {name: points for name, points in kept.items() if points}
            if known != {name: points for name, points in wanted.items() if points}:
                raise self.mismatch(f"the score is {dict(wanted)} by the model, and {kept} by the referee")
        won = {*self.model.winners(table)}
        if won != {*referee.winners()}:
            raise self.mismatch(f"{won or 'nobody'} won by the model, and {referee.winners()} by the referee")
        if not won and referee.dealer != table.dealer:
            raise self.mismatch(f"{table.dealer} deals next by the model, and {referee.dealer} by the referee")

    def change_the_house(self) -> None:
        """May change a house rule, from the next deal on."""
        if self.whim.random() >= self.changes or self.referee.over:
            return
        game, players = self.model.game, len(self.table.seats)
        options = [option for option in game.options if option.name in self.model.book and not option.fixed]
        option = self.whim.choice(options)
        chosen = self.chosen | {option.name: drawn(option, players, self.whim)}
        if not game.can_play(players, chosen):
            return
        text = f"house {option.name}={chosen[option.name]}"
        ruling = self.ruling_on(text)
        self.lines.append(text if ruling.accepted else f"{text}    # {ruling.message}")
        if ruling.accepted:
            self.chosen, self.coming[option.name] = chosen, game.house(players, chosen)[option.name]
        elif ruling.rules != ("house-settled",):
            raise self.mismatch(f"{text} is {ruling.verdict} {ruling.rules}: {ruling.message}")

    def corrections(self) -> None:
        """Corrects scores between hands, often across the end of the game, and undoes that half of the time."""
        before, table = state(self.referee), self.table
        count = self.luck.randint(1, 4)
        for _ in range(count):
            side, points = self.correction()
            self.hear(f"adjust {side} {points:+d}")
            more = {str(side): points} | ({"table": -points} if self.referee.chips is True else {})
            self.table = self.model.corrected(self.table, more)
            self.agrees_between_hands()
        if self.luck.random() < 0.5:
            self.referee.undo(count)
            self.lines.append(f"undo {count}")
            self.table = table
            if state(self.referee) != before:
                raise self.mismatch(f"undo of {count} corrections leads elsewhere")

    def correction(self) -> tuple[str, int]:
        """A side, and the points that take it to a number in the house rules, to another's score, or just past it."""
        scores = self.referee.scores
        side = self.luck.choice([*scores])
        numbers = [number for number in self.table.house.values() if isinstance(number, int)]
        goal = self.luck.choice([*scores.values(), *numbers, *(-number for number in numbers), scores[side]])
        points = goal - scores[side] + self.luck.choice([-1, 0, 0, 1])
        return side, points or self.luck.choice([-1, 1])

    @property
    def over(self) -> bool:
        return self.referee.over

    # A hand in every form

    def in_full(self) -> None:
        """Plays a hand that is reported card by card, and tries the list of legal reports, wrong moves and undo at
        places.
        """
        steps, end = self.model.hand(self.table, self.chance)
        start = steps[0].position
        for move in self.model.opening(start):
            self.hear(move.text)
        self.show(self.model.dealt(start))
        places = {*self.chance.sample(range(len(steps)), min(8, len(steps)))}
        once, middle = self.of_every_kind(steps), self.whim.randrange(2 * len(steps))
        for number, step in enumerate(steps):
            if not step.move.aside:
                self.agrees(step.position)
                self.awaits(step.moves)
            if number in places:
                self.listing(step.moves)
                self.wrong(step.moves)
                self.back_and_forth()
            for move in once.get(number, ()):
                self.refused(move)
            self.hear(step.move.text)
            if number == middle:
                self.change_the_house()
        self.settled(end)

    def of_every_kind(self, steps: list[Step]) -> dict[int, list[Move]]:
        """One wrong move of every kind that is possible anywhere in the hand, by the number of the step."""
        kinds: dict[tuple[str, tuple[str, ...]], tuple[int, Move]] = {}
        for number in self.chance.sample(range(len(steps)), len(steps)):
            moves = steps[number].moves
            first = self.chance.randrange(len(moves))
            for move in (*moves[first:], *moves[:first]):
                if move.breaks:
                    kinds.setdefault((move.verb, move.breaks), (number, move))
        return {at: [move for number, move in kinds.values() if number == at] for at, _ in kinds.values()}

    def wrong(self, moves: Iterable[Move]) -> None:
        """Tries some of the wrong moves, preferably each breaking another rule."""
        wrong = [move for move in moves if move.breaks]
        self.chance.shuffle(wrong)
        several, before = {move.breaks: move for move in wrong}, state(self.referee)
        for move in [*several.values(), *wrong[:3]]:
            self.refused(move)
        if state(self.referee) != before:
            raise self.mismatch(f"what was refused has changed the table: {several}")

    def back_and_forth(self) -> None:
        """Checks that undoing reports and entering them again leads to the same table."""
        count = min(self.chance.randint(1, 5), len(self.referee.entries))
        before = state(self.referee)
        gone = self.referee.undo(count)
        for entry in reversed(gone):
            if not self.referee.hear(entry.ruling.text, line=entry.report.line).accepted:
                raise self.mismatch(f"{entry.ruling.text} stood, and doesn't after undo")
        if state(self.referee) != before:
            raise self.mismatch(f"undo of the last {count} and telling them again leads elsewhere")

    def by_the_book(self) -> None:
        """Plays a hand in which everybody follows every rule, even those that the house has dropped."""
        steps, _ = self.model.hand(self.table, self.chance)
        self.some(steps, odds=0, known=self.chance.choice([0, 0.5, 1]))
        self.hands += 1

    def in_part(self, odds: float, known: float) -> None:
        """Plays a hand with some parts left out, with probability ``odds``.

        Each player's cards are entered with probability ``known``.
        """
        steps, end = self.model.hand(self.table, self.chance)
        self.some(steps, odds, known)
        self.settled(end)

    def in_numbers(self, odds: float, known: float, *, at_once: bool) -> bool:
        """Plays a hand in totals only, from the beginning or from some point on.

        False if the model has no totals for it.
        """
        steps, end = self.model.hand(self.table, self.chance)
        places = [0] if at_once else self.chance.sample(range(len(steps)), min(12, len(steps)))
        return any(self.from_there_in_numbers(steps, end, place, odds, known) for place in places)

    def in_numbers_from_the_middle(self, odds: float, known: float) -> bool:
        """Plays a hand in totals only, from a point in the middle half of its moves. False if that is impossible."""
        steps, end = self.model.hand(self.table, self.chance)
        middle = range(len(steps) // 4, len(steps) - len(steps) // 4)
        places = self.chance.sample(middle, len(middle))
        return any(self.from_there_in_numbers(steps, end, place, odds, known) for place in places)

    def from_there_in_numbers(self, steps: list[Step], end: Any, place: int, odds: float, known: float) -> bool:
        """Plays a hand up to a step, and the rest in totals only.

        Totals that contradict the first part must be refused.
        """
        start = steps[place].position
        if not (lines := [*self.model.short(start, end)]):
            return False
        self.some(steps[:place], odds, known * bool(place), steps[0].position)
        before = state(self.referee)
        for text in self.model.contrary(start, end):
            self.contradicted(text)
        if state(self.referee) != before:
            raise self.mismatch("what was refused has changed the table")
        for line in lines:
            for text in shuffle(line, self.chance) if isinstance(line, set) else [line]:
                self.hear(text)
        self.settled(end, in_numbers=True)
        return True

    def contradicted(self, text: str) -> None:
        """Checks that totals which contradict earlier reports are refused.

        The reports that lead up to them are accepted.
        """
        *before, last = text.split("; ")
        for part in before:
            self.hear(part)
        ruling = self.ruling_on(last)
        if ruling.accepted:
            raise self.mismatch(f"{last} goes against what was told, and stands")
        if before:
            self.referee.undo(len(before))
        self.tried += 1

    def some(self, steps: list[Step], odds: float, known: float, start: Any = None) -> None:
        """Reports these steps from the deal on. Dealt cards are entered before, at some point, afterwards or never."""
        start = start or steps[0].position
        for move in self.model.opening(start):
            self.hear(self.less(move, odds))
        hands = {seat: cards for seat, cards in self.model.dealt(start).items() if self.chance.random() < known}
        self.left_out += len(self.model.dealt(start)) - len(hands)
        late = {seat: self.chance.randrange(-len(steps), len(steps) + 1) for seat in hands}
        alone = len(self.table.seats) == 1  # against the house: part by part
        whole, count, placed = self.chance.random() < 0.5 and self.model.trick and not alone, 0, 0
        for number, step in enumerate(steps):
            if number < count:
                continue
            self.show({seat: hands[seat] for seat, place in late.items() if place <= number})
            late = {seat: place for seat, place in late.items() if place > number}
            if not known and odds == 1 and self.chance.random() < 0.2:
                for move in [move for move in step.moves if move.hidden and move.breaks][:4]:
                    self.check_unproven(move)
            trick = steps[number : number + len(self.table.seats)]
            if whole and not placed and self.are_a_trick(trick):
                self.hear(f"trick {' '.join(card.move.words for card in trick)}")
                count = number + len(trick)
                continue
            placed = (placed + (step.move.verb == "plays")) % len(self.table.seats)
            self.hear(self.less(step.move, odds))
        self.show({seat: hands[seat] for seat in late})

    def are_a_trick(self, steps: list[Step]) -> bool:
        """Whether these steps are a card from everybody, in the order of the seats from the next player."""
        first = self.referee.next()[0] if len(self.referee.next()) == 1 else ""
        return (
            first in self.table.seats
            and all(step.move.verb == "plays" for step in steps)
            and tuple(step.move.who for step in steps) == self.table.around(first)
        )

    def show(self, hands: Mapping[str, Iterable[str]]) -> None:
        """Enters dealt hands, in random order."""
        for seat in shuffle(hands, self.chance):
            self.hear(f"{seat} dealt {' '.join(shuffle(hands[seat], self.chance))}")


def shuffle(texts: Iterable[str], chance: random.Random) -> list[str]:
    """The same texts in random order, which depends only on the seed."""
    mixed = sorted(texts)
    chance.shuffle(mixed)
    return mixed


def alike(text: str) -> str:
    """A report with its cards sorted."""
    return CARDS.sub(lambda cards: " ".join(sorted(cards[0].split())), text)


def listing(referee: Referee, verbs: Iterable[str]) -> set[str]:
    """The legal reports for some verbs, without those in which cards are grouped, because those are only sampled."""
    asks = [(hand, ask) for hand, ask in referee.asks() if {*verbs} & {ask.verb.verb, ask.verb.__name__}]
    listed = legal(cast(Referee, SimpleNamespace(asks=lambda: asks)), MANY)
    texts = {report.text for kinds in listed.values() for reports in kinds.values() for report in reports}
    return {alike(text) for text in texts if "," not in text}


def walks(model: Model, seeds: Iterable[int]) -> Iterator[tuple[list[Step], Any]]:
    """Yields random hands that aren't reported to any table: their steps and their ends."""
    for seed in seeds:
        chance = random.Random(f"walk {model.slug} {seed}")
        table, _ = model.table(chance, 0)
        for _ in range(model.hands):
            steps, end = model.hand(table, chance)
            yield steps, end
            table = model.onward(end)
            if model.winners(table):
                break
