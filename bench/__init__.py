"""What rubrickit's speed is judged by: `python -m bench`, or `make bench`."""
