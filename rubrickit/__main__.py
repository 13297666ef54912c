"""`python -m rubrickit`, where the command is not on the path."""

from rubrickit.cli.main import main

if __name__ == "__main__":
    main()
