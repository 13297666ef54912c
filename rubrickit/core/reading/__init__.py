"""From a located tree of a file to the values of the core, and to their cached form."""
