"""A bot at the table: it plays Gops against Sue, who bids her highest card each time, and the referee judges both."""

from referee import Referee, find_game

PRIZES = ["7", "K", "2", "J", "9", "A", "10", "5", "Q", "3", "8", "4", "6"]
EAGER = ["K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "A"]


class Bot:
    """Bids the card of the prize's own rank."""

    def __init__(self, name: str, table: Referee) -> None:
        self.name = name
        self.table = table

    def choose(self) -> str:
        """The report that the bot makes now, one of those that are legal."""
        legal = [report.text for report in self.table.legal(self.name, "plays")]
        same = f"{self.name} plays {self.table.fact('prize')}"
        return same if same in legal else legal[0]


table = Referee(find_game("gops"), ["Bot", "Sue"])
bot = Bot("Bot", table)
for prize, eager in zip(PRIZES, EAGER, strict=True):
    table.hear(f"upcard {prize}")
    table.hear(bot.choose())
    ruling = table.hear(f"Sue plays {eager}")
    for line in ruling.lines:
        print(f"{line.who} {line.points:+}: {line.because}")

print(table.hear("Sue plays K"))
print(f"{table.scores}, won by {' and '.join(table.winners())}")
