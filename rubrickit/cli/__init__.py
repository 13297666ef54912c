"""The command line: parse, call one flow, print, exit."""
