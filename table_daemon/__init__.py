"""The daemon beside the table: rules, game, fusion of witnesses, store, views and the composition root."""
