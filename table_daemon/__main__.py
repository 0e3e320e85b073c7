"""``python -m table_daemon`` is the console script ``queyan``."""

from table_daemon.cli import main

if __name__ == "__main__":
    main()
