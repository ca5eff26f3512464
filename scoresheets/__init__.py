"""scoresheets saves what the referee decides, and shows it."""
