"""Plain speech: a line as people say it across the table, rewritten as a report.

``Sue took 3``, ``spades are trumps`` and ``the rest to Cat`` change only words, tenses or word order. A line loses its
table talk (`table_talk`), is split into a clause for each player (`clauses`) and tidied (`tidied`). Then its readings
are tried from the closest to its own words outward (`readings`): the phrases of the game (`phrases`), its verbs in
another tense, synonyms. Every word must be accounted for (`words`).
"""
