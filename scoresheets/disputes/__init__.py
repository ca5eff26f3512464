"""Disputes: the question, the case, what can be done about it, and what was decided before."""
