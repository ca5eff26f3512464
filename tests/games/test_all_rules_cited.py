"""A report that breaks several rules is refused with all of them, as far as each can be judged alone."""

import pytest

from referee import Referee, find_game

CASES = {
    "fifty-one": (
        "Emi, Goro, Rei",
        ["deal Rei", "Goro stops", "Goro holds AS KS QS JS 10S"],
        "Emi holds AS KS",
        {"hand-count", "one-pack"},
    ),
    "i-doubt-it": (
        "Mia, Noa, Olaf",
        ["deal Olaf", "Mia dealt AS AH 2C 3D 5S 6H 7H 9C 10D JD QS KS KH 2D 4S 4D 8C 8D"],
        "Noa dealt AS AD",
        {"even-deal", "one-pack"},
    ),
    "i-doubt-it laid": (
        "Mia, Noa, Olaf",
        [
            "deal Olaf",
            "Noa dealt AS AH 2C 3D 5S 6H 7H 9C 10D JD QS KS KH 2D 4S 4D 8C",
            "Mia declares 17",
            "Noa declares 1",
            "Olaf declares 1",
            "Mia declares 1",
            "Noa doubts",
        ],
        "Mia shows AC AS",
        {"card-count", "one-pack"},
    ),
    "indian-chief": (
        "Mia, Noa",
        ["deal", "Mia dealt 10H AS AH AC AD 2S 2H 2C", "Mia melds 10H", "Noa scores 0 lawyer", "deal"],
        "Mia dealt AS AH AC AD",
        {"packs", "held-cards"},
    ),
    "last-one": (
        "Iris, Jude",
        ["deal Jude 7", "upcard 9C"],
        "Iris plays JK=9 8H",
        {"joker", "eight-wild"},
    ),
    "old-maid": (
        "Kit, Lea, Max",
        ["deal Kit", "Max dealt JC 8H 6D 7C 8C 4H 6C 5D JD 9S 5H 2D QD 7S 4D 8S 9D"],
        "Lea dealt AD 6S JC",
        {"even-deal", "pack-51"},
    ),
    "old-maid thrown": (
        "Kit, Lea, Max",
        ["deal Kit", "Max dealt JC 8H 6D 7C 8C 4H 6C 5D JD 9S 5H 2D QD 7S 4D 8S 9D"],
        "Lea discards JC JH 2S 2C 3S 3C 4S 4C 10S 10C AS AC KS KC QS QC 6S 6H",
        {"card-count", "pack-51"},
    ),
    "piquet": (
        "Ann, Ben",
        ["deal Ann", "Ann dealt 7S 8S 9S 10S AS 7H 8H 9H 10H AH 7D 8D"],
        "Ben shows AS AD AC 9D 9C",
        {"carte-blanche", "one-pack"},
    ),
    "razz": (
        "Ida, Sam",
        ["deal Ida", "upcard KH 4S", "Sam bets 2", "Ida calls", "upcard 2S 3D", "Sam dealt 9D 9C"],
        "Sam dealt 3D 9H",
        {"streets", "one-pack"},
    ),
    "thirty-one": (
        "Ivo, Jana",
        ["deal Jana", "upcard 5D", "Ivo draws", "Ivo discards 9C", "Jana knocks", "Ivo draws", "Ivo discards 2C"],
        "Jana holds AS 5D",
        {"hand-count", "one-pack"},
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_every_broken_rule_is_cited(case: str) -> None:
    players, lines, refused, rules = CASES[case]
    referee = Referee(find_game(case.split()[0]), players.split(", "))
    for text in lines:
        ruling = referee.hear(text)
        assert ruling.accepted, f"{text}: {ruling.message}"
    assert rules <= set(referee.hear(refused).rules), referee.hear(refused)
