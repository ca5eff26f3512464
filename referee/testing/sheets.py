"""A plain model of any declared trick game: hands are played at random with some breaches, which the referee must find.

The plain player reads nothing but the [play] table and the kinds of the columns. It knows every card, so it knows who
broke a rule. The referee knows only what is reported. It must never refuse a legal card or accuse an innocent player
alone. It must find what a player's own cards show, and every breach once all hands are known. Scores must equal those
of the same hands entered in numbers only.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from referee import Referee
from referee.cards import SUITS, Card, read_suit
from referee.cards import cards as read_cards
from referee.declared import sheet as declared
from referee.table.rulings import Ruling

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Finn")
COLORS = {"S": "C", "C": "S", "H": "D", "D": "H"}


@dataclass
class Breach:
    """A card that broke a rule: a revoke, or a suit led too early."""

    who: str
    line: int
    denied: frozenset[str]  # suits that the player claimed to have none of


@dataclass
class PlainHand:
    """One hand with every card in its place."""

    play: declared.Play
    seats: list[str]
    dealer: str
    dealt: dict[str, list[Card]]
    hands: dict[str, list[Card]]
    upcard: Card | None = None
    trump: str = ""
    tops: Sequence[Card] = ()
    ranks: list[str] = field(default_factory=list)
    out: str = ""  # who sits out
    idle: str = ""  # the partner of a player who plays alone
    leader: str = ""
    left: list[Card] = field(default_factory=list)
    away: list[Card] = field(default_factory=list)
    declarer: str = ""
    exchanged: bool = False  # whether a player picked up cards and laid others away unseen
    most_tricks: int | None = None
    trick: list[tuple[str, Card]] = field(default_factory=list)
    won: dict[str, list[Card]] = field(default_factory=dict)
    tricks: Counter[str] = field(default_factory=Counter)
    played: set[str] = field(default_factory=set)
    gone: Counter[str] = field(default_factory=Counter)

    def after(self, seat: str, steps: int = 1) -> str:
        return self.seats[(self.seats.index(seat) + steps) % len(self.seats)]

    @property
    def in_play(self) -> list[str]:
        return [seat for seat in self.seats if seat not in (self.out, self.idle)]

    @property
    def dealers_place(self) -> str:
        """The dealer, or the player on the right if the dealer sits out."""
        return self.dealer if self.dealer in self.dealt else self.after(self.dealer, -1)

    def opposite(self, seat: str) -> str:
        players = list(self.dealt)
        return players[(players.index(seat) + len(players) // 2) % len(players)]

    def suit(self, card: Card) -> str:
        if self.trump and card.face in self.tops:
            return self.trump
        left = self.play.bowers and self.trump and card.rank == "J" and COLORS[self.trump] == card.suit
        return self.trump if left else card.suit

    def height(self, card: Card) -> tuple[bool, bool, int, int]:
        suit, ranks = self.suit(card), self.ranks or self.play.ranks.split()
        bower = 0
        if suit == self.trump and card.face in self.tops:
            bower = len(self.tops) - self.tops.index(card.face)
        if self.play.bowers and card.rank == "J" and suit == self.trump:
            bower = 2 if card.suit == self.trump else 1
        led = self.suit(self.trick[0][1])
        return suit == self.trump, suit == led, bower, -ranks.index(card.rank)

    def first(self) -> str:
        if self.play.leads:
            return next(seat for seat in self.seats if read_cards(self.play.leads)[0] in self.hands[seat])
        return self.in_play_from(self.after(self.dealer))

    def in_play_from(self, seat: str) -> str:
        """The first player in play, from this seat on."""
        return next(other for other in map(partial(self.after, seat), range(len(self.seats))) if other in self.in_play)

    @property
    def next(self) -> str:
        if not self.trick:
            return self.leader or self.first()
        return self.in_play_from(self.after(self.trick[-1][0]))

    def breaks(self, seat: str, card: Card) -> str:
        """The rule that a card would break, "" if none."""
        own = self.hands[seat]
        if self.trick:
            led = self.suit(self.trick[0][1])
            if self.suit(card) != led and any(self.suit(other) == led for other in own):
                return "follow-suit"
            clean = declared.cards_named(self.play.clean)
            off_suit = self.suit(card) != led
            if off_suit and not self.tricks and card in clean and not all(other in clean for other in own):
                return "clean"
            return ""
        if self.play.leads and not self.leader and card.text != self.play.leads:
            return "first-lead"
        for name in self.play.breaks:
            suit = read_suit(name)
            only = all(self.suit(other) == suit for other in own)
            if self.suit(card) == suit and suit not in self.played and not only:
                return f"{name}-broken"
        return ""

    def denied(self, card: Card) -> frozenset[str]:
        """The suits that the player must have none of, if this card was correct."""
        if self.trick:
            return frozenset({self.suit(self.trick[0][1])})
        return frozenset(SUITS) - {self.suit(card)}

    def put(self, seat: str, card: Card) -> None:
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        self.gone[card.text] += 1
        self.played.add(self.suit(card))
        self.leader = self.leader or seat
        if len(self.trick) == len(self.in_play):
            self.leader = max(self.trick, key=lambda laid: self.height(laid[1]))[0]
            self.won.setdefault(self.leader, []).extend(card for _, card in self.trick)
            self.tricks[self.leader] += 1
            self.trick = []

    def pass_on(self, steps: int, passed: Mapping[str, Sequence[Card]]) -> None:
        for seat, cards in passed.items():
            for card in cards:
                self.hands[seat].remove(card)
        for seat, cards in passed.items():
            self.hands[self.after(seat, steps)] += cards

    @property
    def over(self) -> bool:
        return not any(self.hands[seat] for seat in self.in_play)


class Mismatch(AssertionError):
    """Raised if the referee does something that the plain player doesn't expect, with everything that was reported."""


class RandomTable:
    """A table of a sheet, where hands are dealt, called and passed on at random. ``sums`` is told only numbers."""

    def __init__(self, game: Any, seed: int) -> None:
        self.game, self.seed = game, seed
        self.chance = random.Random(f"{game.slug} {seed}")
        self.seats = list(NAMES[: self.chance.choice(game.players)])
        self.playing = game.playing or 99
        self.sums = Referee(game, self.seats)
        self.lines: list[str] = []

    def mismatch(self, why: str) -> None:
        head = f"game: {self.game.slug}\nplayers: {', '.join(self.seats)}\n"
        raise Mismatch(f"seed {self.seed}: {why}\n{head}\n" + "\n".join(self.lines))

    # A hand

    def shuffled(self, number: int) -> PlainHand:
        """The cards of a hand, dealt."""
        chance, play, players = self.chance, self.game.declared.play, len(self.seats)
        without = play.without if isinstance(play.without, str) else play.without.get(str(players), "")
        pack = [Card(rank, suit, copy=n) for n in range(play.copies) for suit in SUITS for rank in play.ranks.split()]
        pack = [card for card in pack if card.face not in read_cards(without)]
        chance.shuffle(pack)
        dealer = self.seats[(number - 1) % players]
        playing = [seat for seat in self.seats if not (players > self.playing and seat == dealer)]
        size = play.cards or len(pack) // len(playing)
        dealt = {seat: pack[i * size : (i + 1) * size] for i, seat in enumerate(playing)}
        plain = PlainHand(play, self.seats, dealer, dealt, {seat: [*cards] for seat, cards in dealt.items()})
        plain.trump, plain.tops = read_suit(play.trump) or "", read_cards(play.tops)
        plain.left, plain.out = pack[size * len(playing) :], "" if dealer in dealt else dealer
        if play.upcard:
            there = len(playing) * size
            plain.upcard = pack[there] if there < len(pack) else dealt[plain.dealers_place][-1]
        return plain

    @staticmethod
    def as_dealt(plain: PlainHand, seat: str) -> str:
        return f"{seat} dealt {' '.join(card.text for card in plain.dealt[seat])}"

    def opening(self, plain: PlainHand) -> Iterator[str]:
        """Yields what is bid, called and turned up."""
        chance, play = self.chance, plain.play
        if play.trump == "upcard" and plain.upcard:
            plain.trump = plain.upcard.suit
            yield chance.choice([f"upcard {plain.upcard.text}", f"trump {plain.trump}"])
        if play.trump == "declarer" or (play.names and chance.random() < 0.5):
            yield self.declare(plain)
            if plain.away != plain.left and chance.random() < 0.3:
                plain.exchanged = False
                yield f"{plain.declarer} discards {' '.join(card.text for card in plain.away)}"
        for column in self.game.columns:
            if isinstance(column.spec, declared.Bid):
                tricks = len(plain.dealt[self.seats[0]])
                bids = [str(chance.randint(0, tricks // 2)) for _ in plain.dealt]
                text = f"{column.verb} {' '.join(bids)}"
                self.sums.hear(text)
                yield text
            elif isinstance(column.spec, declared.Contract):
                caller, alone = chance.choice(list(plain.dealt)), bool(column.spec.alone) and chance.random() < 0.3
                plain.trump = chance.choice(SUITS)
                shown = play.upcard and plain.upcard and chance.random() < 0.6
                if shown and plain.upcard:
                    plain.trump = chance.choice([plain.trump, plain.upcard.suit])
                    yield f"upcard {plain.upcard.text}"
                ordered = plain.upcard is not None and shown and plain.trump == plain.upcard.suit
                suit = "" if ordered and chance.random() < 0.5 else f" {plain.trump}"
                self.sums.hear(f"{caller} {column.verb}{' alone' * alone}")
                yield f"{caller} {column.verb}{suit}{' alone' * alone}"
                if alone and column.of_sheet.partners:
                    plain.idle = plain.opposite(caller)
                if ordered and plain.upcard:
                    own = plain.hands[plain.dealers_place]
                    own.append(plain.upcard)
                    gone = chance.choice(own)
                    own.remove(gone)
                    plain.exchanged = chance.random() >= 0.3
                    if not plain.exchanged:
                        yield f"{plain.dealers_place} discards {gone.text}"

    def declare(self, plain: PlainHand) -> str:
        """A game is declared, and its player takes what is left over and lays as much away."""
        chance, play = self.chance, plain.play
        plain.declarer = chance.choice(list(plain.dealt))
        name = chance.choice(["spades", "hearts", "diamonds", "clubs", *play.names, *play.names])
        if game := play.names.get(name):
            plain.tops = plain.tops if game.tops is None else read_cards(game.tops)
            plain.trump = read_suit(game.trump) or ("tops" if plain.tops else "")
            plain.ranks, plain.most_tricks = game.ranks.split(), game.tricks
        else:
            plain.trump = read_suit(name) or ""
        by_hand = bool(plain.left) and chance.random() < 0.3
        if plain.left and not by_hand:
            own = plain.hands[plain.declarer]
            own += plain.left
            for card in chance.sample(own, len(plain.left)):
                own.remove(card)
                plain.away.append(card)
            plain.exchanged = True
        else:
            plain.away = [*plain.left]
        return f"{plain.declarer} declares {name}{' hand' * by_hand}"

    def to_pass(self, plain: PlainHand, number: int) -> tuple[int, dict[str, list[Card]]]:
        """How many seats to the left cards are passed in this hand, and a choice of them. 0 for no passing."""
        players = len(self.seats)
        ways = [1, players - 1, *([players // 2] if players % 2 == 0 and players > 3 else []), 0]
        if not plain.play.passes or not (steps := ways[(number - 1) % len(ways)]):
            return 0, {}
        each = plain.play.passes if isinstance(plain.play.passes, int) else plain.play.passes[str(players)]
        return steps, {seat: self.chance.sample(plain.hands[seat], each) for seat in self.seats}

    def numbers(self, plain: PlainHand) -> Iterator[str]:
        """Yields the hand in numbers: what each column with cards counts."""
        hand = self.sums.hand
        for column in self.game.columns:
            if isinstance(column.spec, declared.Share):
                yield self.game_of(plain, column, self.won_by_declarer(plain))
            if not (what := getattr(column.spec, "cards", "")) or not column.in_play(hand.house):
                continue
            counted = declared.cards_named([what]) if what != "tricks" else frozenset()
            tellers = column.tellers(hand)
            sums: Counter[str] = Counter()
            for seat in self.seats:
                whose = seat if seat in tellers else self.sums.hand.side(seat)  # type: ignore[arg-type]
                mine = plain.won.get(seat, ())
                sums[whose] += plain.tricks[seat] if what == "tricks" else sum(card.face in counted for card in mine)
            if isinstance(column.spec, declared.Who):
                yield from (f"{seat} {column.verb}" for seat in tellers if sums[seat])
            else:
                yield f"{column.verb} {' '.join(str(sums[seat]) for seat in tellers)}"

    @property
    def ends_by_game(self) -> bool:
        """Whether a hand ends with a report of who won, which the cards don't fill in."""
        return any(isinstance(column.spec, declared.Share) for column in self.game.columns)

    def won_by_declarer(self, plain: PlainHand) -> bool:
        """Whether the cards say that a declarer without a partner has won. True if nobody has declared a game."""
        if not plain.declarer:
            return True
        if plain.most_tricks is not None:
            return plain.tricks[plain.declarer] <= plain.most_tricks
        points = plain.play.points
        own = [*plain.won.get(plain.declarer, ()), *plain.away]
        return sum(points.get(card.rank, 0) for card in own) >= (plain.play.needs or 0)

    def game_of(self, plain: PlainHand, column: Any, won: bool) -> str:
        """The game as it is entered in the share column."""
        alone = (
            ""
            if not plain.declarer
            else next(
                (f" {name}" for name, word in column.spec.word.items() if word.party == 1 and not word.on_top), ""
            )
        )
        words = column.words if won else column.losing_words
        worth = alone or f" {column.some(self.sums.hand, words)[0]}"
        players = list(plain.dealt)
        who = plain.declarer or f"{players[0]}+{players[2]}"
        return f"{who} {column.verb if won else column.spec.loses}{worth}"

    def wrong_game(self, plain: PlainHand) -> str:
        """A game that the cards rule out, "" where they rule out none."""
        for column in self.game.columns:
            if isinstance(column.spec, declared.Share) and plain.declarer and not self.won_by_declarer(plain):
                return self.game_of(plain, column, True)
        return ""


class Evening(RandomTable):
    """Some hands at one table. ``counts`` has the numbers of plays, breaches, findings and refusals."""

    def __init__(self, game: Any, seed: int, hands: int = 2, wrong: float = 0.07) -> None:
        super().__init__(game, seed)
        self.wrong, self.referee = wrong, Referee(game, self.seats)
        self.counts: Counter[str] = Counter()
        for number in range(1, hands + 1):
            if not (self.referee.over or self.sums.over):
                self.hand(number)

    # Reports

    def tell(self, text: str, must: bool = True, overrule: bool = False) -> Ruling:
        ruling = self.referee.hear(text, overrule=overrule)
        self.lines.append(f"{'~ ' * overrule}{text}" + ("" if ruling.accepted else f"    # {ruling}"))
        if must and not ruling.accepted:
            self.mismatch(f"{text} is refused: {ruling}")
        return ruling

    # A hand

    def hand(self, number: int) -> None:
        chance, plain = self.chance, self.deal(number)
        self.breaches: list[Breach] = []
        self.kept: set[int] = set()
        self.found: set[tuple[str, int]] = set()
        self.all_known = True
        for text in self.opening(plain):
            self.tell(text)
        self.pass_on(plain, number)
        cut = chance.randint(1, len(plain.dealt[plain.in_play[0]])) if chance.random() < 0.4 else 99
        while not plain.over:
            if sum(plain.tricks.values()) >= cut and (not plain.trick or chance.random() < 0.2):
                break
            self.one_card(plain)
            if self.referee.last and self.referee.last.number == number and not self.referee.hand.dealer:
                break
        by_cards = plain.over
        while not plain.over:
            seat = plain.next
            legal = [card for card in plain.hands[seat] if not plain.breaks(seat, card)]
            plain.put(seat, chance.choice(legal))
        self.all_known = self.all_known and (by_cards or not plain.exchanged)
        numbers = [*self.numbers(plain)]
        wrong = self.wrong_game(plain) if by_cards else ""
        if wrong and self.tell(wrong, must=False).accepted:
            self.mismatch(f"{wrong} is accepted")
        if not by_cards:
            self.counts["in numbers from mid-hand"] += 1
            for text in numbers:
                self.tell(text)
        elif self.ends_by_game:
            for text in numbers:
                self.tell(text)
        elif chance.random() < 0.5:
            for text in numbers:  # repeating them changes nothing
                self.tell(text)
        for text in numbers:
            if not self.sums.hear(text).accepted:
                self.mismatch(f"in numbers {text} is refused")
        if self.referee.last is None or self.referee.last.number != number:
            self.mismatch("the hand isn't finished")
        if self.referee.scores != self.sums.scores:
            self.mismatch(f"scores are {self.referee.scores}, and {self.sums.scores} in numbers")
        self.show_all(plain)
        self.counts["hands"] += 1

    def deal(self, number: int) -> PlainHand:
        chance, plain = self.chance, self.shuffled(number)
        dealer, dealt = plain.dealer, plain.dealt
        if number > 1 or chance.random() < 0.5:
            self.tell(f"deal {dealer}")
            for seat in dealt:
                if chance.random() < 0.15:
                    self.tell(self.as_dealt(plain, seat))
        self.sums.hear(f"deal {dealer}")
        return plain

    def pass_on(self, plain: PlainHand, number: int) -> None:
        chance, (steps, passed) = self.chance, self.to_pass(plain, number)
        how = chance.random()
        for seat, cards in passed.items():
            text = " ".join(card.text for card in cards) if chance.random() < how else str(len(cards))
            reported = chance.random() < 0.7
            if reported:
                self.tell(f"{seat} passes {text}")
            self.all_known = self.all_known and reported and text != str(len(cards))
        plain.pass_on(steps, passed)

    def one_card(self, plain: PlainHand) -> None:
        chance, seat = self.chance, plain.next
        own = plain.hands[seat]
        legal = [card for card in own if not plain.breaks(seat, card)]
        card = chance.choice(own if chance.random() < self.wrong else legal)
        rule = plain.breaks(seat, card)
        ruling, kept = self.tell(f"{seat} plays {card.text}", must=False), False
        self.counts["plays"] += 1
        revoked = rule == "follow-suit" and rule not in ruling.rules
        if not ruling.accepted and "clean" in ruling.rules and rule in ("", "follow-suit"):
            rule = "clean"  # nobody knows what else the player has
        if not ruling.accepted:
            if not rule or rule not in ruling.rules:
                self.mismatch(f"{seat} plays {card.text} breaks {rule or 'nothing'}, and is {ruling}")
            self.counts[f"refused {rule}"] += 1
            if rule != "first-lead" and chance.random() < 0.5:
                kept = True
                ruling = self.tell(f"{seat} plays {card.text}", overrule=True)
            else:
                card, rule, revoked = chance.choice(legal), "", False
                if plain.breaks(seat, card):
                    self.mismatch("the plain player broke a rule itself")
                again = self.tell(f"{seat} plays {card.text}", must=False)
                if not again.accepted:
                    if again.rules != ("clean",):
                        self.mismatch(f"{seat} plays {card.text} is legal, and is {again}")
                    again, kept = self.tell(f"{seat} plays {card.text}", overrule=True), True
                ruling = again
        line = self.referee.entries[-1].report.line
        if rule and (not kept or revoked):
            if not kept and rule in ("first-lead", "clean"):
                self.mismatch(f"{seat} plays {card.text} breaks {rule}, and is accepted")
            self.breaches.append(Breach(seat, line, plain.denied(card)))
            self.counts[f"hidden {rule}"] += 1
        self.judge(ruling)
        suit = plain.suit(card)
        for breach in self.breaches:
            shown = breach.who == seat and breach.line < line and suit in breach.denied
            if shown and (seat, breach.line) not in self.found:
                self.mismatch(f"{seat} plays {card.text}, and nobody finds what line {breach.line} broke")
        plain.put(seat, card)

    def judge(self, ruling: Ruling) -> None:
        """Compares the findings with the truth.

        Players are suspected of the fewest breaches that explain the cards. If more of them are hidden, none of those
        suspected may be one. But a player who is named alone must have broken something.
        """
        guilty = {(breach.who, breach.line) for breach in self.breaches}
        for finding in ruling.findings:
            self.counts["suspicions" if finding.open else "found"] += 1
            offences = {
                (offence.who, offence.line) for offence in (finding.offences if finding.open else finding.proven)
            }
            if not finding.open:
                self.found |= offences
            alone = len(finding.suspects) == 1 and finding.suspects[0] not in {who for who, _ in guilty}
            if finding.open and (alone or (not offences & guilty and len(guilty - self.found) < 2)):
                self.mismatch(f"{finding.who} are suspected and innocent: {finding.why}")
            if not finding.open and not offences <= guilty:
                self.mismatch(f"{finding.who} is innocent: {finding.why}")

    def show_all(self, plain: PlainHand) -> None:
        """Shows all hands. Then every breach must be known, unless cards were passed unseen."""
        for seat in self.chance.sample([*plain.dealt], len(plain.dealt)):
            self.judge(self.tell(self.as_dealt(plain, seat)))
        for breach in self.breaches:
            if self.all_known and (breach.who, breach.line) not in self.found:
                self.mismatch(f"all cards are known, and nobody finds what {breach.who} broke in line {breach.line}")
