"""Disputes: the question, the case, the remedies, and earlier decisions."""
