"""What is wrong with rubrics that can be read: one module a family of rules."""
