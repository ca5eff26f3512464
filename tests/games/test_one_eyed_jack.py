"""One-Eyed Jack told truthfully is never refused and scores as it was; what breaks a rule is refused."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from referee import Referee, find_game
from referee.games.one_eyed_jack import drawn_board
from tests.often import times

PLAYOUTS = times(20)
NAMES = ["Ann", "Ben", "Cat", "Dan"]
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "Q", "K"]
SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
PACKS = [rank + suit for rank in [*RANKS, "J"] for suit in "SHDC"] * 2
WILD, KILLERS = ("JD", "JC"), ("JS", "JH")

Place = tuple[int, int]  # column and row, from 0

CORNERS = {(0, 0), (9, 0), (0, 9), (9, 9)}
PLACES = [(column, row) for row in range(10) for column in range(10)]
FIVES = [
    frozenset((column + i * right, row + i * down) for i in range(5))
    for column, row in PLACES
    for right, down in ((1, 0), (0, 1), (1, 1), (-1, 1))
    if 0 <= column + 4 * right < 10 and row + 4 * down < 10
]


def named(place: Place) -> str:
    return "abcdefghij"[place[0]] + str(place[1] + 1)


def most_rows(fives: list[frozenset[Place]]) -> int:
    """The largest number of fives of which no two share more than one square, by trying all."""
    if not fives:
        return 0
    first, *rest = fives
    with_it = 1 + most_rows([five for five in rest if len(five & first) <= 1])
    return with_it if with_it > len(rest) else max(with_it, most_rows(rest))


class Game:
    """A game that is really played, and told to a referee."""

    def __init__(self, seed: int, told: bool = True) -> None:
        self.random = chance = random.Random(seed)
        self.told = told
        self.names = NAMES[: chance.randint(2, 4)]
        self.lenient = seed % 4 == 3
        self.hasty = seed % 3 != 2  # plays for rows
        wins = 1 if len(self.names) == 3 else 2
        house = chance.choice([{}, {}, {"rows": "1"}, {"rows": "3"}, {"rows": "40"}])
        self.needed = int(house.get("rows", wins))
        self.referee = Referee(find_game("one-eyed-jack"), self.names, house)
        self.said = [f"seed {seed}, {', '.join(self.names)}, {house}"]
        self.pack = PACKS[:]
        chance.shuffle(self.pack)
        squares = [place for place in PLACES if place not in CORNERS]
        cards = [rank + suit for suit in "SHDC" for rank in RANKS] * 2
        self.own_board = chance.random() < 0.5
        if self.own_board:
            chance.shuffle(cards)
        self.shown = dict.fromkeys(CORNERS, "JK") | dict(zip(squares, cards, strict=True))
        self.markers: dict[Place, str] = {}
        self.hands: dict[str, list[str]] = {}
        self.dealt: dict[str, list[str]] = {}
        self.dealt_told: set[str] = set()
        self.seen: Counter[str] = Counter()  # played or shown
        self.known: dict[str, Counter[str]] = {}  # of hands that were told whole
        self.blind: Counter[str] = Counter()
        self.last: dict[str, str] = {}  # the last card drawn, as long as nobody told it
        self.scores = dict.fromkeys(map(self.side, self.names), 0)
        self.plays = 0

    def side(self, name: str) -> str:
        if len(self.names) < 4:
            return name
        return "Ann+Cat" if name in ("Ann", "Cat") else "Ben+Dan"

    def after(self, name: str, steps: int = 1) -> str:
        return self.names[(self.names.index(name) + steps) % len(self.names)]

    # Telling

    def tell(self, text: str, overrule: bool = False) -> None:
        if not self.told:
            return
        self.said.append("~ " * overrule + text)
        ruling = self.referee.hear(text, overrule=overrule)
        assert ruling.accepted, "\n".join([*self.said, f"{ruling.verdict} {ruling.rules}: {ruling.message}"])
        assert bool(ruling.broken) == overrule, "\n".join(self.said)

    def refused(self, text: str, *rules: str) -> None:
        if not self.told:
            return
        before = self.facts()
        ruling = self.referee.hear(text)
        said = "\n".join([*self.said, f"! {rules} {text}: {ruling.verdict} {ruling.rules}: {ruling.message}"])
        assert not ruling.accepted and {*rules} <= {*ruling.rules, str(ruling.verdict)}, said
        assert self.facts() == before, said

    def facts(self) -> dict[str, Any]:
        return {name: self.referee.fact(name) for name in ("stock", "markers", "at")} | self.referee.scores

    def agree(self) -> None:
        so = {
            "stock": len(self.pack),
            "markers": len(self.markers),
            "at": {named(place): self.markers.get(place, "nobody") for place in PLACES},
        }
        if self.told:
            assert self.facts() == so | self.scores, "\n".join([*self.said, str(self.facts()), str(so | self.scores)])

    def agree_on_the_board(self) -> None:
        head, *rows = drawn_board(self.referee.hand)  # type: ignore[arg-type]
        assert head == ("", *(f" {letter}" for letter in "abcdefghij"))
        for row, (number, *cells) in enumerate(rows):
            assert number == f"{row + 1:>2}"
            for column, cell in enumerate(cells):
                owner, shown = self.markers.get((column, row)), self.shown[column, row]
                printed = shown if shown == "JK" else shown[:-1] + SIGNS[shown[-1]]
                assert cell.strip() == (f"[{owner[0]}]" if owner else printed) and len(cell) == 3, "\n".join(self.said)

    def who(self, name: str, next_one: bool = True) -> str:
        return self.random.choice([f"{name} ", f"{name[0].lower()} ", ""] if next_one else [f"{name} "])

    def card(self, card: str) -> str:
        return self.random.choice([card, card, card.lower(), card[:-1] + SIGNS[card[-1]], card.replace("10", "T")])

    # The model

    def squares(self, card: str) -> list[Place]:
        if card in WILD:
            return [place for place in PLACES if place not in CORNERS]
        return [place for place in PLACES if self.shown[place] == card]

    def free(self, card: str) -> list[Place]:
        return [place for place in self.squares(card) if place not in self.markers]

    def is_dead(self, card: str) -> bool:
        return card[0] != "J" and not self.free(card)

    def rows(self, side: str) -> int:
        mine = {place for place, owner in self.markers.items() if owner == side} | CORNERS
        return most_rows([five for five in FIVES if five <= mine])

    def moves(self, hand: list[str]) -> list[tuple[str, Place | None]]:
        found: list[tuple[str, Place | None]] = []
        for card in set(hand):
            if card in KILLERS:
                found += [(card, None), *((card, place) for place in self.markers)]
            else:
                found += [(card, place) for place in self.free(card)]
        return sorted(found, key=str)

    def worth(self, side: str, card: str, place: Place | None) -> int:
        """What stands of the best five that a marker there would belong to."""
        if place is None:
            return -1
        of = self.markers[place] if card in KILLERS else side
        if card in KILLERS and of == side:
            return -1
        own = [place for place, owner in self.markers.items() if owner == of]
        fives = [
            five
            for five in FIVES
            if place in five and all(one in CORNERS or self.markers.get(one, of) == of for one in five)
        ]
        return max((len(five & {*own, *CORNERS}) for five in fives), default=0)

    def lose(self, name: str, card: str) -> None:
        """A card leaves a hand, and another comes."""
        self.hands[name].remove(card)
        if name in self.known and self.known[name][card]:
            self.known[name][card] -= 1
        else:
            self.blind[name] -= 1
        self.seen[card] += 1
        if self.pack:
            self.last[name] = self.pack.pop()
            self.hands[name].append(self.last[name])
            self.blind[name] += 1
        else:
            self.last.pop(name, None)

    def put(self, name: str, card: str, place: Place | None) -> None:
        if place is None or place in CORNERS:
            return
        if card in KILLERS:
            self.markers.pop(place, None)
        else:
            self.markers[place] = self.side(name)

    # Playing

    def discard(self, name: str) -> None:
        dead = [card for card in self.hands[name] if self.is_dead(card)]
        while dead and (not self.moves(self.hands[name]) or self.random.random() < 0.5):
            card = self.random.choice(dead)
            self.tell(f"{self.who(name)}discards {self.card(card)}")
            self.lose(name, card)
            self.agree()
            dead = [card for card in self.hands[name] if self.is_dead(card)]

    def play(self, name: str) -> None:
        some = self.moves(self.hands[name])
        best = max((self.worth(self.side(name), *move) for move in some), default=0)
        if self.hasty and self.random.random() < 0.85:
            some = [move for move in some if self.worth(self.side(name), *move) == best]
        card, place = self.random.choice(some)
        on = f" on {self.random.choice([named(place), named(place).upper()])}" if place else ""
        if place and card not in KILLERS and len(self.free(card)) == 1 and self.random.random() < 0.5:
            on = ""
        self.tell(f"{self.who(name)}{self.random.choice(['plays', 'play'])} {self.card(card)}{on}")
        self.put(name, card, place)
        self.lose(name, card)

    def let_pass(self) -> str:
        """Any card of anybody's, to any square."""
        name = self.random.choice([one for one in self.names if self.hands[one]])
        card, place = self.random.choice(self.hands[name]), self.random.choice(PLACES)
        may = place in (self.markers if card in KILLERS else self.free(card))
        self.tell(f"{name} plays {card} on {named(place)}", overrule=not may or name != self.turn)
        self.put(name, card, place)
        self.lose(name, card)
        return name

    def go_wrong(self) -> None:
        """Something that can't be, or isn't allowed."""
        name, chance = self.turn, self.random
        other = chance.choice([one for one in self.names if one != name])
        place, marked = chance.choice(PLACES), chance.choice([*self.markers, None])
        card = chance.choice(self.hands[name])
        if self.hands[other]:
            theirs = chance.choice(self.hands[other])
            self.refused(f"{other} plays {theirs} on {named(place)}", "turn-order")
            self.refused(f"{other} discards {theirs}", "turn-order")
        if card in KILLERS:
            if place not in self.markers:
                self.refused(f"plays {card} on {named(place)}", "kill-marker")
        else:
            if place not in self.squares(card):
                rules = ["corner"] if place in CORNERS else []
                rules += ["spot-match"] if card not in WILD else []
                self.refused(f"{name} plays {card} on {named(place)}", *rules)
            if marked:
                rules = ["occupied"] if marked in self.squares(card) else ["occupied", "spot-match"]
                self.refused(f"{name} plays {card} on {named(marked)}", *rules)
            if len(self.free(card)) > 1:
                self.refused(f"{name} plays {card}", "unclear")
            if self.is_dead(card):
                self.refused(f"{name} plays {card}", "occupied")
        if not self.is_dead(card):
            self.refused(f"{name} discards {card}", "dead-card")
        for gone in [one for one, told in self.seen.items() if told == 2][-3:]:
            self.refused(f"{name} plays {gone} on {named(place)}", "two-packs")
            self.refused(f"{name} discards {gone}", "two-packs")
            if self.pack:  # else it may have been drawn last and played since
                self.refused(f"{name} draws {gone}", "two-packs")
        strange = chance.choice(PACKS)
        if name in self.known and not self.blind[name] and not self.known[name][strange]:
            self.refused(f"{name} plays {strange} on {named(place)}", "own-hand")
            self.refused(f"{name} discards {strange}", "own-hand")
        if self.plays:
            self.refused(f"{name} takes {chance.choice(['', '1', '2'])}", "row-count")
        self.refused("row 1 JK AS 2S 3S 4S 5S 6S 7S 8S JK", "board-pack")
        self.refused(f"{name} plays {card} on {chance.choice(['k1', 'a11', 'b0', '5'])}", "unclear")

    def tell_hand(self, name: str) -> None:
        if name in self.dealt_told:
            return
        self.dealt_told.add(name)
        some = self.dealt[name][:]
        self.random.shuffle(some)
        self.refused(f"{name} dealt {' '.join(some[1:])}", "hand-size")
        self.tell(f"{name} dealt {' '.join(some)}")
        if self.plays:
            return  # what is known of it now is more than this model tells
        self.known[name] = Counter(some)
        self.blind[name] = 0

    def tell_board(self) -> None:
        if not self.own_board:
            return
        numbers = list(range(10))
        self.random.shuffle(numbers)
        for number in numbers:
            cards = [self.shown[column, number] for column in range(10)]
            if self.random.random() < 0.2:
                wrong = cards[:]
                wrong[self.random.randrange(10)] = self.random.choice(["JS", "JK"]) if 0 < number < 9 else "JH"
                self.refused(f"row {number + 1} {' '.join(wrong)}", "board-pack")
            self.tell(f"row {number + 1} {' '.join(cards)}")
            if number != numbers[-1]:
                self.refused("deal", "board-pack")

    def deal(self) -> None:
        dealer = self.random.choice(self.names)
        each = {2: 7, 3: 6, 4: 5}[len(self.names)]
        self.tell(f"deal {dealer}" + self.random.choice(["", f" {each}"]))
        for name in self.names:
            self.hands[name] = [self.pack.pop() for _ in range(each)]
            self.dealt[name] = self.hands[name][:]
            self.blind[name] = each
        for name in self.names:
            if self.random.random() < 0.4:
                self.tell_hand(name)
        self.turn = self.after(dealer)

    def reckon(self) -> None:
        self.scores = {side: min(self.rows(side), self.needed) for side in self.scores}

    @property
    def over(self) -> bool:
        return max(self.scores.values()) >= self.needed or not any(self.hands.values())

    def one_turn(self) -> None:
        if self.told and self.random.random() < 0.12:
            self.go_wrong()
        name = self.turn
        if self.lenient and self.random.random() < 0.1:
            name = self.let_pass()
        else:
            self.discard(name)
            if self.hands[name]:
                self.play(name)
        self.plays += 1
        self.reckon()
        self.agree()
        self.turn = next((one for i in range(1, 5) if self.hands[one := self.after(name, i)]), "")

    def tell_draw(self) -> None:
        name = self.random.choice(self.names)
        if drawn := self.last.pop(name, None):
            self.tell(f"{name} draws {drawn}")
            self.refused(f"{name} draws {drawn}", "two-packs")
            if name in self.known:
                self.known[name][drawn] += 1
                self.blind[name] -= 1

    def playout(self) -> None:
        self.tell_board()
        self.deal()
        stops = self.random.choice([10, 40, 200, 200, 200])
        while not self.over and self.plays < stops:
            self.one_turn()
            if self.random.random() < 0.2 and not self.over:
                self.tell_draw()
            if self.random.random() < 0.02:
                self.tell_hand(self.random.choice(self.names))
            if self.told and self.plays % 10 == 0 and not self.over:
                assert self.referee.next() == [self.turn], "\n".join(self.said)
                self.agree_on_the_board()
        if not self.told:
            return
        if not self.over:
            assert not self.referee.over, "\n".join(self.said)
            self.tell("end")
        else:
            for name in self.names:
                self.tell_hand(name)
            self.refused(f"{self.names[0]} plays 5S on k1", "unclear")
            self.refused("deal", "game-over")
        self.agree_at_the_end()

    def agree_at_the_end(self) -> None:
        best = max(self.scores.values())
        assert self.referee.over, "\n".join(self.said)
        assert self.referee.scores == self.scores, "\n".join(self.said)
        assert self.referee.winners() == [side for side in self.scores if self.scores[side] == best]


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(PLAYOUTS))
def test_what_is_told_truly_is_never_refused(seed: int) -> None:
    Game(seed).playout()


@pytest.mark.parametrize("seed", range(10))
def test_the_same_hand_scores_the_same_in_every_form(seed: int) -> None:
    game = Game(seed, told=False)
    game.playout()
    game.told = True
    game.tell(f"deal {game.random.choice(game.names)}")
    for side, rows in sorted(game.scores.items(), key=lambda one: one[1]):
        who = game.random.choice(side.split("+"))
        if rows == 1 or game.random.random() < 0.5:
            for _ in range(rows):
                game.tell(f"{who} takes")
        else:
            game.tell(f"{side} takes {rows}")
        if rows < game.needed:
            game.refused(f"{who} takes {game.needed - rows + 1}", "row-count")
            if any(game.scores.values()) and rows:
                game.refused(f"{who} plays AS on b1", "turn-order")
    if max(game.scores.values()) < game.needed:
        game.tell("end")
    game.agree_at_the_end()


@pytest.mark.no_cover
def test_some_games_are_won_and_some_are_played_out() -> None:
    """The playouts are worth something only where rows are formed and broken, and the stock runs out."""
    games = [Game(seed, told=False) for seed in range(20)]
    for game in games:
        game.playout()
    assert sum(max(game.scores.values()) >= game.needed for game in games) > 5
    assert any(not any(game.hands.values()) for game in games)
    assert any(max(game.scores.values()) > 1 for game in games)


def test_the_board_is_drawn_within_80_columns() -> None:
    for names in (["Ann", "Ben"], ["Ann", "Al", "Abe"], ["Ann", "Anna"], ["Ann", "Ben", "Cat", "Dan"]):
        referee = Referee(find_game("one-eyed-jack"), names)
        for text in (f"deal {names[-1]}", "plays AS on b1", "plays 2S on c1"):
            assert referee.hear(text).accepted
        rows = list(drawn_board(referee.hand))  # type: ignore[arg-type]
        widths = [max(len(row[column]) for row in rows) for column in range(11)]
        assert sum(widths) + 10 <= 80 and max(widths) <= 6
        assert rows[1][2].strip() != rows[1][3].strip()
