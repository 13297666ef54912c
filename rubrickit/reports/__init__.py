"""Results as text, Markdown and JSON."""
