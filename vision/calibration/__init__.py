"""Where the table lies in the picture: found from tags, corners or the felt itself, checked, shown and kept."""
