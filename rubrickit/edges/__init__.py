"""One module for each outside thing: it translates and decides nothing."""
