"""`python -m rubrickit`."""

from rubrickit.cli.main import main

if __name__ == "__main__":
    main()
