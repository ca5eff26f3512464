"""Text and reports: words, the classes of reports, how they are read and written, and synonyms."""
