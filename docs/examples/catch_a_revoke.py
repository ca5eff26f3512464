"""Catch a revoke: nobody's cards are known, and a later card proves that an earlier one was wrong."""

from referee import Referee, find_game

HAND = ("deal Ann", "upcard 2C", "Ben bids 1", "Cat bids 1", "Ann bids 1")
TRICKS = ("Ben plays 5H", "Cat plays 7S", "Ann plays 6H", "Ann plays KS", "Ben plays 9S", "Cat plays 8H")

table = Referee(find_game("oh-hell"), ["Ann", "Ben", "Cat"], {"first-hand": 2})
for text in HAND:
    table.hear(text)

for text in TRICKS:
    question = table.can(text)
    for doubt in question.doubts:
        print(f"{text}: maybe against {doubt.rule}")
    for finding in table.hear(text).findings:
        print(f"{text}: {finding.name} by {' or '.join(finding.suspects)}, proven by lines {finding.proof}")

wrong = next(entry for entry in table.entries if entry.report.text == "Cat plays 7S")
print(f"line {wrong.report.line} was {wrong.ruling.verdict} when it was entered")
