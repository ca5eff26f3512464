"""Text and reports: words, report classes, how reports are parsed and written, and synonyms."""
