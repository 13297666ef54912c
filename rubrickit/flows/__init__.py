"""Jobs, step by step: ask the world, call the core, return a value."""
