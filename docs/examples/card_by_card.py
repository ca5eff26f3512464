"""Referee a hand card by card: each ruling, and for a refusal the reports that prove it."""

from referee import Referee, find_game

PLAY = """
deal Ann
upcard 2C
Ann dealt 9S 5C
Ben bids 1
Cat bids 0
Ann bids 1
Ann bids 2
Ben plays KS
Cat plays 6S
Ann plays 5C
Ann plays 9S
Ben plays KS
Ben plays 7D
Cat plays 8H
Ann plays 5C
"""

table = Referee(find_game("oh-hell"), ["Ann", "Ben", "Cat"], {"first-hand": 2})
entered: dict[int, str] = {}
for text in PLAY.strip().splitlines():
    ruling = table.hear(text)
    print(ruling)
    if ruling.accepted:
        entered[len(table.entries)] = ruling.text
    for broken in ruling.broken:
        for line in broken.proof:
            print(f"    line {line}: {entered[line]}")

print(table.scores)
