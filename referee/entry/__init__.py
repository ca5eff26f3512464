"""What people type: lines in short, rows of numbers, suggestions, and repairs of what was refused."""
