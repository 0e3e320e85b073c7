"""Building the weights: data, split, networks, training, export, evaluation. Alone in importing torch."""
