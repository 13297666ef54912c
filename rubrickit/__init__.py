"""Rubrics as code: score answers, and say what an edit of a rubric does to them."""

__version__ = "0.1.0"
