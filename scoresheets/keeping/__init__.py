"""Saved sessions: their journal in a file or on a server, with checks, backups, imports and exports."""
