"""A whole legal table with known truth: players, physical layout, mishaps; it drives camera and link from outside."""
