"""What a release records, and whether it can be recomputed from its own files."""
