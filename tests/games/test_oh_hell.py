"""Oh Hell!: mistakes are found, and the dealer's legal bids."""

import random

import pytest

from referee import Referee, find_game
from referee.game.game import Table
from referee.games.oh_hell import Bids
from referee.table.legal import legal
from referee.testing.models import ModelTable
from tests.models import oh_hell
from tests.tables import seated


@pytest.mark.parametrize("seed", range(40))
def test_what_was_done_wrong_is_found_and_nothing_else(seed: int) -> None:
    """Only real revokes are found, and if all hands are entered at the end, every one of them."""
    chance = random.Random(seed)
    referee = Referee(find_game("oh-hell"), ["Ann", "Ben", "Cat", "Dan"], {"first-hand": "6"})
    house = {**oh_hell.BOOK, "first-hand": 6}
    position = oh_hell.deal(ModelTable(("Ann", "Ben", "Cat", "Dan"), house, "Ann"), chance)
    texts = [move.text for move in oh_hell.opening(position)]
    guilty = set()
    while moves := [*oh_hell.moves(position)]:
        revokes = [move for move in moves if move.breaks == ("follow-suit",)]
        move = chance.choice(
            revokes if chance.random() < 0.1 and revokes else [move for move in moves if not move.breaks]
        )
        guilty |= {move.who} if move.breaks else set()
        texts.append(move.text)
        position = oh_hell.after(position, move)
    shown = [f"{seat} dealt {' '.join(cards)}" for seat, cards in oh_hell.dealt(position).items()]
    for number, text in enumerate([*texts, *shown]):
        ruling = referee.hear(text)
        assert ruling.accepted, (seed, texts[:number], text)
        assert {finding.who for finding in ruling.findings if finding.name == "revoke"} <= guilty, (
            seed,
            texts[:number],
            text,
        )
    named = {finding.who for _, finding in referee.findings if finding.name == "revoke"}
    assert named == guilty, (seed, texts)


def test_one_card_each_under_the_rule_of_the_dealer_has_five_auctions() -> None:
    """Three players, one card: the dealer must take the total above one."""
    accepted = 0
    for first in (0, 1, 2):
        for second in (0, 1, 2):
            for third in (0, 1, 2, 3):
                referee = Referee(find_game("oh-hell"), ["Ann", "Ben", "Cat"], {"first-hand": "1"})
                reports = ["deal Ann", f"Ben bids {first}", f"Cat bids {second}", f"Ann bids {third}"]
                accepted += all(referee.hear(report).accepted for report in reports)
    assert accepted == 5  # 0 0 2, 0 1 1, 1 0 1, 1 1 0, 1 1 1


@pytest.mark.parametrize("size", [1, 10, 17])
def test_the_dealer_is_offered_every_bid_above_the_tricks(size: int) -> None:
    """If nobody has bid, that is one more than the number of tricks, however large the hand."""
    referee = Referee(find_game("oh-hell"), ["Ann", "Ben", "Cat"], {"first-hand": str(size)})
    for text in ("deal Ann", "Ben bids 0", "Cat bids 0"):
        assert referee.hear(text).accepted
    bids = [report.text for report in legal(referee)["Ann"][Bids]]
    assert bids == [f"Ann bids {size + 1}"]
    assert referee.hear(bids[0]).accepted


def test_everybody_else_is_offered_as_many_as_there_are_tricks() -> None:
    referee = Referee(find_game("oh-hell"), ["Ann", "Ben", "Cat"], {"first-hand": "17"})
    assert referee.hear("deal Ann").accepted
    assert [report.text for report in legal(referee)["Ben"][Bids]] == [f"Ben bids {n}" for n in range(18)]


HAND = "deal Ann; Ben bids 0; Cat bids 3; Ann bids 3; Ben takes 0; Cat takes 3; Ann takes 2"
"""A hand of five cards: a bid of zero and one of three are made, and the dealer's is missed by one."""


@pytest.mark.parametrize(
    ("house", "scores"),
    [
        ({}, (-10, 10, 30)),
        ({"square": "1"}, (-10, 10, 39)),
        ({"square": "2", "trick": "0"}, (-10, 10, 18)),
        ({"flat": "5"}, (-15, 10, 30)),
        ({"flat": "5", "missed": "0"}, (-5, 10, 30)),
        ({"nought": "5", "by-size": "2"}, (-10, 15, 30)),
        ({"made": "10", "square": "1", "trick": "0", "nought": "0", "missed": "0", "flat": "10"}, (-10, 10, 19)),
    ],
)
def test_bids_score_as_the_table_counts(house: dict[str, str], scores: tuple[int, ...]) -> None:
    referee = Referee(find_game("oh-hell"), ["Ann", "Ben", "Cat"], {"first-hand": "5", **house})
    for text in HAND.split("; "):
        assert referee.hear(text).accepted, text
    assert tuple(referee.scores[seat] for seat in ("Ann", "Ben", "Cat")) == scores


@pytest.mark.parametrize(("players", "first", "hands"), [(8, 6, 11), (9, 5, 9), (10, 5, 9)])
def test_large_tables_begin_with_fewer_cards(players: int, first: int, hands: int) -> None:
    game = find_game("oh-hell")
    referee = Referee(game, [f"P{seat}" for seat in range(players)])
    assert referee.hear("deal P0").accepted
    assert (referee.hand.size, game.hands_due(Table(game, players, dict(referee.house)))) == (first, hands)


# Two decks


EIGHT = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo"]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("equal", ["first", "second"])
@pytest.mark.parametrize("players", [8, 9, 10])
def test_two_decks_played_against_a_plain_count(players: int, equal: str, seed: int) -> None:
    """Ten cards each of two decks: who takes a trick with two equal cards, and who revoked."""
    luck = random.Random(f"{players} {equal} {seed}")
    seats, ranks = EIGHT[:players], "23456789TJQKA"
    deck = [rank.replace("T", "10") + suit for rank in ranks for suit in "SHDC"] * 2
    luck.shuffle(deck)
    held = {seat: [deck.pop() for _ in range(10)] for seat in seats}
    referee = seated("oh-hell", seats, f"deal {seats[-1]}", house={"packs": "2", "first-hand": "10", "equal": equal})
    if seed % 2:
        for seat in seats:
            assert referee.hear(f"{seat} dealt {' '.join(held[seat])}").accepted
    assert referee.hear(f"upcard {deck[-1]}").accepted
    for seat in seats[:-1]:
        assert referee.hear(f"{seat} bids 1").accepted
    assert referee.hear(f"{seats[-1]} bids {max(0, 12 - players)}").accepted
    trump, leader, took = deck[-1][-1], 0, dict.fromkeys(seats, 0)
    revokes: set[str] = set()
    for trick in range(10):
        order = [seats[(leader + i) % players] for i in range(players)]
        played: list[str] = []
        for seat in order:
            led = played[0][-1] if played else ""
            follows = [card for card in held[seat] if card[-1] == led] or held[seat]
            card = luck.choice(follows)
            if not seed % 2 and trick < 3 and follows is not held[seat] and luck.random() < 0.1:
                card = luck.choice(held[seat])
                if card[-1] != led:
                    revokes.add(seat)
            ruling = referee.hear(f"{seat} plays {card}")
            assert ruling.accepted, ruling.message
            held[seat].remove(card)
            played.append(card)

        def height(card: str, led: str = played[0][-1]) -> tuple[bool, bool, int]:
            return card[-1] == trump, card[-1] == led, ranks.index(card[:-1].replace("10", "T"))

        best = max(map(height, played))
        places = [i for i, card in enumerate(played) if height(card) == best]
        winner = order[places[0] if equal == "first" else places[-1]]
        leader, took[winner] = seats.index(winner), took[winner] + 1
        if referee.hand.dealer:
            assert referee.fact("tricks") == took
    bids = dict.fromkeys(seats, 1) | {seats[-1]: max(0, 12 - players)}
    brought = {
        who: (10 * bids[who] or 10) if took[who] == bids[who] else -10 * abs(bids[who] - took[who]) for who in seats
    }
    assert referee.scores == brought
    assert {finding.who for _, finding in referee.findings} == revokes


def test_a_third_equal_card_is_impossible() -> None:
    reports = ["deal Cat", "upcard 2H", "Ann bids 0", "Ben bids 0", "Cat bids 3", "Ann plays KC", "Ben plays KC"]
    referee = seated("oh-hell", EIGHT[:3], *reports, house={"packs": "2", "first-hand": "2"})
    assert referee.hear("Cat plays KC").rules[0] == "one-pack"
    assert referee.hear("Cat plays 2H").accepted and referee.hear("Cat plays 2H").rules[0] == "one-pack"


def test_one_of_two_equal_cards_in_hand() -> None:
    """Ann was dealt one king of clubs; Ben's is the other one, and a third one is nobody's."""
    reports = ["deal Cat", "upcard 2H", "Ann dealt KC 5C", "Ann bids 0", "Ben bids 0", "Cat bids 3", "Ann plays 5C"]
    referee = seated("oh-hell", EIGHT[:3], *reports, "Ben plays KC", house={"packs": "2", "first-hand": "2"})
    assert referee.hear("Cat plays KC").rules[0] == "one-pack"
    assert referee.hear("Cat plays 5C").accepted
    assert referee.hear("Ben plays KC").rules[0] == "one-pack" and referee.hear("Ben plays 9S").accepted


@pytest.mark.parametrize("house", [{"first-hand": "7"}, {"playoff": "7"}])
def test_more_cards_than_there_are(house: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=next(iter(house))):
        seated("oh-hell", EIGHT[:8], house=house)
    assert seated("oh-hell", EIGHT[:8], house={"first-hand": "13", "packs": "2"}).rule_text("one-pack")
