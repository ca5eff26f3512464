"""Score a hand from what stands on paper, and say where the points come from."""

from referee import Referee, find_game

table = Referee(find_game("oh-hell"), ["Ann", "Ben", "Cat"], {"first-hand": 9})

for report in ("deal Ann", "Ben bids 3", "Cat bids 4", "Ann bids 4", "Ben takes 3", "Cat takes 5", "Ann takes 1"):
    print(table.hear(report))

for line in table.lines:
    print(f"{line.who} {line.points:+}: {line.because}")
    print(f"    {table.rule_text(line.rule)}")
print(f"{table.dealer} deals next")
