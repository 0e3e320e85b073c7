"""What the witnesses saw, turned into game commands. Knows no sockets, files or pixels."""
