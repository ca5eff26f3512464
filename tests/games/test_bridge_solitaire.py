"""Bridge Solitaire told truthfully: more or less of it, early or late, is never refused and always scored as it was."""

import itertools
import random
from collections import Counter
from typing import Any

import pytest

from referee import Referee, find_game
from referee.cards import Card, Pack, cards

RANKS = "23456789TJQKA"
STRAINS = ("C", "D", "H", "S", "NT")
ANN, HOUSE = "Ann", "house"


def height(card: Card) -> int:
    return RANKS.index("T" if card.rank == "10" else card.rank)


def text(cards: list[Card]) -> str:
    return " ".join(card.text for card in cards)


def sure_tricks(hand: list[Card]) -> int:
    """Counted as the rulebook's example does."""
    sure = 0
    for suit in "CDHS":
        mine = sorted((height(card) for card in hand if card.suit == suit), reverse=True)
        house = [rank for rank in range(12, -1, -1) if rank not in mine]
        while mine:
            top = mine[0]
            if house and house[0] > top:
                house = house[1:]
                mine = mine[:-1]
            else:
                mine = mine[1:]
                sure += 1
    return sure


def balanced(hand: list[Card]) -> bool:
    shape = sorted(sum(card.suit == suit for card in hand) for suit in "CDHS")
    return shape in ([3, 3, 3, 4], [3, 3, 3, 3], [2, 3, 3, 3])


class Evening:
    """A rubber that is really played, and scored by hand."""

    def __init__(self, seed: int, revoke: bool = False) -> None:
        self.random = random.Random(seed)
        self.revoke = revoke
        self.guilty = False
        self.house = {
            "house-tie": self.random.choice(["high", "low"]),
            "honours": self.random.choice(["auto", "claim", "off"]),
        }
        self.referee = Referee(find_game("bridge-solitaire"), [ANN], self.house)
        self.scores = {ANN: 0, HOUSE: 0}
        self.below = {ANN: 0, HOUSE: 0}
        self.games = {ANN: 0, HOUSE: 0}
        self.where = f"seed {seed}, {self.house}"
        self.said: list[str] = []
        self.findings: list[str] = []

    def tell(self, said: str) -> None:
        self.said.append(said)
        ruling = self.referee.hear(said)
        story = "\n".join(self.said[-40:])
        assert ruling.accepted, f"{self.where}: {said} is {ruling.verdict}: {ruling.message}\n{story}"
        self.findings += [f"{one.name} {one.who}" for one in ruling.findings]

    def chance(self, part: float) -> bool:
        return self.random.random() < part

    def hand(self) -> None:
        pack = [card for card, copies in Pack(jokers=2).copies.items() for _ in range(copies)]
        self.random.shuffle(pack)
        down, open_cards, self.stock = pack[:7], pack[7:20], pack[20:]
        jokers = [card for card in open_cards if card.is_joker]
        others = [card for card in open_cards if not card.is_joker]
        keeps = [[*jokers, *some] for some in itertools.combinations(others, 6 - len(jokers))]
        kept = next((some for some in keeps if balanced([*down, *some])), self.random.choice(keeps))
        self.cards = [*down, *kept]
        doubled = sum(card.is_joker for card in self.cards)
        self.word = word = ("", " doubled", " redoubled")[doubled]

        # What is told of the hand, and when
        self.known = False
        self.late = ""
        self.tell("deal")
        way = self.random.choice(["all", "late seven", "thirteen", "late", "never", "short"])
        if self.revoke:
            way = "late"
        if way in ("all", "late seven"):
            self.tell(f"upcard {text(open_cards)}")
            self.tell(f"keeps {text(kept)}")
        if way == "all":
            self.tell(f"dealt {text(down)}")
            self.known = True
        elif way == "thirteen":
            if self.chance(0.5):
                self.tell(f"upcard {text(open_cards)}")
            self.tell(f"Ann dealt {text(self.cards)}")
            self.known = True
        elif way == "late seven":
            self.late = f"dealt {text(down)}"
        elif way == "late":
            self.late = f"dealt {text(self.cards)}"

        # Bids
        level = 6 - sure_tricks(self.cards)
        lengths = {suit: sum(card.suit == suit for card in self.cards) for suit in "CDHS"}
        short = [suit for suit in "CDHS" if lengths[suit] == min(lengths.values())]
        opening = (level, short[-1 if self.house["house-tie"] == "high" else 0]) if level > 0 else None
        if not self.known or self.chance(0.5):
            self.tell(f"house bids {opening[0]}{opening[1]}" if opening else "house passes")
        strains = STRAINS if balanced(self.cards) else STRAINS[:4]
        every = [(n, strain) for n in range(1, 8) for strain in strains]
        higher = [
            bid
            for bid in every
            if not opening or (bid[0], STRAINS.index(bid[1])) > (opening[0], STRAINS.index(opening[1]))
        ]
        some = [bid for bid in higher if bid[1] == "NT"] or higher
        bid = self.random.choice(some[: self.random.choice([3, 8, 30])])
        said = word if not self.known or self.chance(0.3) else ""
        declarer = ANN
        if opening and (self.chance(0.4) or self.revoke):
            declarer, bid = HOUSE, opening
            self.tell(self.random.choice(["passes", "Ann passes"]) + said)
        else:
            self.tell(f"Ann bids {bid[0]}{bid[1]}{said}")
        self.trump = None if bid[1] == "NT" else bid[1]
        self.calls = [f"house bids {opening[0]}{opening[1]}" if opening else "house passes"]
        self.calls.append(f"Ann bids {bid[0]}{bid[1]}" if declarer == ANN else "Ann passes")

        # Tricks
        tops = [card for card in self.cards if not card.is_joker]
        held = sum(card.suit == self.trump and height(card) >= 8 for card in tops)
        aces = sum(card.rank == "A" for card in tops)
        due = {4: 100, 5: 150}.get(held, 0) if self.trump else 150 * (aces == 4)
        if self.house["honours"] == "off":
            due = 0
        self.due = due
        asked = due and (self.house["honours"] == "claim" or not self.known)
        if asked and (self.chance(0.5) or self.late):
            self.tell(f"claims honours {due}")
            asked = 0
        taken = self.play(HOUSE if declarer == ANN else ANN, short=way == "short")
        standing: Any = self.referee.standing
        if asked and standing.claimable:
            self.tell(f"claims honours {due}")

        # Score
        self.count(declarer, bid, doubled, taken[declarer])
        self.scores[ANN] += due
        assert dict(self.referee.scores) == self.scores, f"{self.where}\n" + "\n".join(self.said[-40:])
        if self.late:
            self.tell(self.late)

    def play(self, leader: str, short: bool) -> dict[str, int]:
        left, stock = list(self.cards), list(self.stock)
        taken = {ANN: 0, HOUSE: 0}
        untold = {ANN: 0, HOUSE: 0}
        self.tricks: list[tuple[str, list[str]]] = []
        counted = True  # the referee knows how many cards the stock has left
        while left and stock:
            if leader == HOUSE:
                lead = stock.pop(0)
                follow = [card for card in left if card.suit == lead.suit and not lead.is_joker]
                if self.revoke and follow and len(follow) < len(left) and not self.guilty and self.chance(0.5):
                    follow = [card for card in left if card not in follow]
                    self.guilty = True
                card = self.random.choice(follow or left)
                parts = [[lead], [card]]
            else:
                card = self.random.choice(left)
                turned: list[Card] = []
                while stock and (self.trump or len(turned) < 4):
                    turned.append(stock.pop(0))
                    if card.is_joker or turned[-1].is_joker or turned[-1].suit in (card.suit, self.trump):
                        break
                parts = [[card], turned]
            left.remove(card)
            won = self.winner(leader, *(part[-1] for part in parts))
            taken[won] += 1
            names = (leader, HOUSE if leader == ANN else ANN)
            self.tricks.append((won, [f"{who} plays {text(part)}" for who, part in zip(names, parts, strict=True)]))
            hidden = short or (self.chance(0.15) and not self.revoke)
            if not stock and not counted:
                hidden = True
            if hidden:
                untold[won] += 1
                counted = False
            else:
                counted &= self.trick(leader, parts, untold, stock)
                untold = {ANN: 0, HOUSE: 0}
            leader = won
            if self.late and self.chance(0.1) and not self.revoke and sum(taken.values()) < 13 and left and stock:
                for who, tricks in untold.items():
                    if tricks:
                        self.tell(f"{who} takes {tricks}")
                self.tell(self.late)
                untold, self.late, self.known = {ANN: 0, HOUSE: 0}, "", True
        if not counted:
            untold[ANN] += len(left)
        taken[ANN] += len(left)
        for who, tricks in untold.items():
            if tricks:
                self.tell(f"{who} takes {tricks}")
        assert self.referee.last and not self.referee.hand.dealer, f"{self.where}: the hand isn't over"
        return taken

    def trick(self, leader: str, parts: list[list[Card]], untold: dict[str, int], stock: list[Card]) -> bool:
        """Tells a trick, after those untold; whether every card turned was told or marked."""
        both = all(untold.values())
        for who, tricks in sorted(untold.items(), reverse=self.chance(0.5)):
            if tricks:
                self.tell(f"{who} takes {tricks}")
        whole = True
        cards = [[card.text for card in part] for part in parts]
        if leader == ANN and len(cards[1]) > 1 and (self.trump or len(cards[1]) < 4) and stock:
            if self.chance(0.2):
                cards[1] = [f"?{len(cards[1]) - 1}", cards[1][-1]]
            elif self.chance(0.1):
                cards[1] = cards[1][-1:]
                whole = False
        if both or self.chance(0.4):
            other = HOUSE if leader == ANN else ANN
            self.tell(f"{leader} plays {' '.join(cards[0])}")
            self.tell(f"{other} plays {' '.join(cards[1])}")
        else:
            self.tell(f"trick {' '.join(cards[0] + cards[1])}")
        return whole

    def winner(self, leader: str, lead: Card, answer: Card) -> str:
        other = HOUSE if leader == ANN else ANN
        if lead.is_joker or answer.is_joker:
            return ANN if leader == HOUSE and lead.is_joker and answer.is_joker else HOUSE
        if answer.suit == lead.suit:
            return other if height(answer) > height(lead) else leader
        return other if answer.suit == self.trump else leader

    def count(self, declarer: str, bid: tuple[int, str], doubled: int, tricks: int) -> None:
        """Rubber bridge, from the table in any handbook."""
        other = HOUSE if declarer == ANN else ANN
        vulnerable = self.games[declarer] > 0
        over = tricks - bid[0] - 6
        if over < 0:
            plain = {False: 50, True: 100}[vulnerable] * -over
            table = [200, 500, 800] if vulnerable else [100, 300, 500]
            hard = table[-over - 1] if -over <= 3 else table[-1] + 300 * (-over - 3)
            self.scores[other] += (plain, hard, 2 * hard)[doubled]
            return
        each = 20 if bid[1] in "CD" else 30
        points = (bid[0] * each + (10 if bid[1] == "NT" else 0)) * (1, 2, 4)[doubled]
        self.below[declarer] += points
        above = over * (each, 200 if vulnerable else 100, 400 if vulnerable else 200)[doubled]
        above += (0, 50, 100)[doubled] + {6: 500, 7: 1000}.get(bid[0], 0) * (3 if vulnerable else 2) // 2
        if self.below[declarer] >= 100:
            self.below = {ANN: 0, HOUSE: 0}
            self.games[declarer] += 1
            if self.games[declarer] == 2:
                above += 500 if self.games[other] else 700
        self.scores[declarer] += points + above


@pytest.mark.parametrize("seed", range(60))
def test_what_is_told_truly_is_never_refused(seed: int) -> None:
    evening = Evening(seed)
    hands = 0
    while 2 not in evening.games.values() and hands < 8:
        evening.hand()
        hands += 1
    played_out = 2 in evening.games.values()
    assert evening.referee.over == played_out
    assert not evening.findings, evening.where
    if not played_out:
        evening.tell("end")
        for points, count in ((300, evening.games), (100, evening.below)):
            if sum(number > 0 for number in count.values()) == 1:
                evening.scores[ANN if count[ANN] else HOUSE] += points
        assert dict(evening.referee.scores) == evening.scores
    best = max(evening.scores.values())
    ahead = [side for side, points in evening.scores.items() if points == best]
    assert evening.referee.ahead() == ahead, evening.where
    assert evening.referee.winners() == (ahead if played_out else []), evening.where


@pytest.mark.parametrize("seed", range(60))
def test_the_same_hand_scores_the_same_in_every_form(seed: int) -> None:
    true = Evening(seed)
    true.hand()
    claims = [f"claims honours {true.due}"] if true.due else []
    told = random.Random(seed).randrange(len(true.tricks))
    rest = Counter(winner for winner, _ in true.tricks[told:])
    rest[ANN] += 13 - len(true.tricks)  # cards that were left when the stock ran out
    takes = {count: [f"{who} takes {n}" for who, n in wins.items() if n] for count, wins in (
        ("all", rest + Counter(winner for winner, _ in true.tricks[:told])), ("rest", rest))}  # fmt: skip
    cards = [part for _, parts in true.tricks for part in parts]
    full = ["deal", f"dealt {text(true.cards)}", *true.calls, *(claims if true.house["honours"] == "claim" else [])]
    short = ["deal", true.calls[0], true.calls[1] + true.word, *claims]
    for form in ([*full, *cards], [*short, *takes["all"]], [*short, *cards[: 2 * told], *takes["rest"]]):
        referee = Referee(find_game("bridge-solitaire"), [ANN], true.house)
        for said in form:
            ruling = referee.hear(said)
            assert ruling.accepted, f"{true.where}: {said}: {ruling.message}\n{form}"
        assert dict(referee.scores) == true.scores, f"{true.where}: {form}"


@pytest.mark.parametrize("seed", range(40))
def test_what_was_done_wrong_is_found_and_nothing_else(seed: int) -> None:
    evening = Evening(seed, revoke=True)
    evening.hand()
    assert set(evening.findings) == ({"revoke Ann"} if evening.guilty else set()), evening.where


TURNED = "5S-KS 2H-AH 9D-AD"  # 28 of the stock's cards; 2S 3S 4S 5D 6D 7D 8D lie face down


def table(*said: str) -> Referee:
    """A hand of clubs against the house's clubs, of which only the cards that lay open are told."""
    referee = Referee(find_game("bridge-solitaire"), [ANN])
    for one in ("deal", "upcard AKQJ109C 8765C 432D", "keeps AKQJ109C", "house bids 1C", "passes", *said):
        ruling = referee.hear(one)
        assert ruling.accepted and not ruling.findings, f"{one}: {ruling.message} {ruling.findings}"
    return referee


def test_counting_proves_that_a_hand_nobody_told_must_follow() -> None:
    """Eight cards are unseen, five of them no spades, and seven are in the hand."""
    referee = table(f"trick AC {TURNED} 2C", "trick KC 3C", "trick QC 4C", "trick JC JK", "house plays AS")
    ruling = referee.can("plays 10C")
    assert ruling.rules == ("follow-suit",)
    assert referee.can("plays 4S").accepted
    assert "one-pack" in referee.can("plays 5H").rules


def test_counting_proves_a_revoke_as_soon_as_the_cards_are_seen() -> None:
    referee = table("trick AC JK", "house plays AS")
    assert [one.rule for one in referee.can("plays 9C").doubts] == ["follow-suit"]
    for said in ("plays 9C", "trick KC 2C"):
        ruling = referee.hear(said)
        assert ruling.accepted and not ruling.findings
    assert not referee.can("trick QC 5S-QS 2H-AH 9D-JD 3C").findings  # three cards fewer: the hand may hold them
    found = referee.hear(f"trick QC {TURNED} 3C").findings
    assert [(one.name, one.who, one.lines[0]) for one in found] == [("revoke", ANN, 8)]


@pytest.mark.parametrize(
    ("hand", "sure"),
    [
        ("AQ109D", 2),  # the rulebook's
        ("AKQJ108C Q87H 94S 3D JK", 6),
        ("AQ1032H 3D K43C A93S JK", 5),
        ("QJ10S", 1),
        ("KD", 0),
        ("K2D", 1),
    ],
)
def test_sure_tricks_are_those_of_the_rulebook(hand: str, sure: int) -> None:
    assert sure_tricks(list(cards(hand))) == sure
    if len(cards(hand)) == 13:
        referee = Referee(find_game("bridge-solitaire"), [ANN])
        assert referee.hear("deal").accepted
        assert referee.hear(f"dealt {hand}").accepted
        assert referee.fact("winning-tricks") == sure
