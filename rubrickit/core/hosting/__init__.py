"""What a code host such as GitHub knows of a pull request, and what is posted there."""
