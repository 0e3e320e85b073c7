"""A renderer: a plain-data scene in, an overhead image and its truth out, all from a seed."""
