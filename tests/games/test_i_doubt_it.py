"""I Doubt It: what a doubt can reveal, cards that were shown, and the number of packs by players."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from referee import Referee, find_game
from referee.cards import Pack


@pytest.mark.parametrize("seed", range(30))
def test_cards_are_refused_exactly_when_no_way_of_playing_brings_them_there(seed: int) -> None:
    """One hand is known, and the player who laid one pile has taken it up again."""
    rng = random.Random(seed)
    referee = Referee(find_game("i-doubt-it"), ["Ann", "Ben", "Cat"])
    pack = list(Pack())
    rng.shuffle(pack)
    hands = {"Ben": pack[:18], "Cat": pack[18:35], "Ann": pack[35:]}
    referee.hear("deal Ann")
    known = rng.choice(["Ben", "Cat", "Ann"])
    referee.hear(f"{known} dealt {' '.join(map(str, hands[known]))}")
    first = rng.randint(1, 3)
    referee.hear(f"Ben declares {first}")
    assert referee.hear("Ann doubts").accepted
    assert referee.hear("Ben takes pile").accepted
    assert referee.hear("Cat declares 1").accepted
    assert referee.hear("Ben doubts").accepted
    for card in rng.sample(pack, 20):
        # Cat's card was dealt to Cat: to nobody else who is known.
        possible = card in hands[known] if known == "Cat" else card not in hands[known]
        assert referee.can(f"Cat shows {card}").accepted == possible, (seed, known, card)


def test_what_was_shown_stays_with_whoever_took_it() -> None:
    referee = Referee(find_game("i-doubt-it"), ["Ann", "Ben", "Cat"])
    for text in ("deal Ann", "Ben declares 2", "Cat doubts", "Ben shows AS AH", "Cat declares 1", "Ben doubts"):
        assert referee.hear(text).accepted, text
    assert referee.can("Cat shows AS").accepted  # Cat took the aces up
    refused = referee.can("Cat shows AS AS")
    assert not refused.accepted and "one-pack" in refused.rules
    for text in ("Cat shows 2S", "Ann declares 1", "Ben doubts"):
        assert referee.hear(text).accepted, text
    refused = referee.can("Ann shows AH")
    assert refused.rules == ("one-pack",)
    assert Counter(refused.broken[0].proof) == Counter([4])


def test_thirteen_players_need_a_pack() -> None:
    names = [f"P{number}x" for number in range(27)]
    with pytest.raises(ValueError, match="packs=2"):
        Referee(find_game("i-doubt-it"), names[:14])
    with pytest.raises(ValueError, match=r"packs .*3 .*12"):
        Referee(find_game("i-doubt-it"), names, {"packs": "2"})
    referee = Referee(find_game("i-doubt-it"), names[:26], {"packs": "2"})
    assert referee.hear("deal").accepted and not referee.hear("house packs=1").accepted
