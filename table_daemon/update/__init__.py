"""Updates of an installed Queyan: beside the running release, tried first, undone by themselves."""
