"""Which saved files can change what lint or a delta says."""

_SUFFIXES = (".yaml", ".yml", ".jsonl")


def is_watched(path: str, scores: str) -> bool:
    """`path` is from the root; `scores` is the folder that the tool writes itself.

    What is hidden is an editor's or Git's. A name without a suffix may be a folder
    that was moved, of whose files nothing else is heard.
    """
    *_, name = parts = path.split("/")
    is_hidden = any(part.startswith(".") for part in parts)
    is_ours = path == scores or path.startswith(f"{scores}/")
    can_matter = name.endswith(_SUFFIXES) or "." not in name
    return can_matter and not (is_hidden or is_ours or name.endswith("~"))
