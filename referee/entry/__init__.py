"""What people type: shorthand, rows of numbers, suggestions, and repairs for refused reports."""
