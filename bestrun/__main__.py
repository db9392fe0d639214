"""``python -m bestrun``: the command line where no script is on the path."""

from bestrun.cli import main

if __name__ == "__main__":
    main()
