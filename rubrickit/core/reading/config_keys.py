"""Every key of `rubrickit.yaml`, once: for reading, for messages and for editors."""

from rubrickit.core.reading.keys import FORMAT, Key, Keys, table


def _section(name: str, says: str, keys: Keys) -> Key:
    return Key(name, "section", says, optional=True, keys=keys)


PRICES = table(
    [
        Key("input", "limit", "Money per million tokens sent.", optional=True),
        Key("output", "limit", "Money per million tokens received.", optional=True),
    ]
)
JUDGE = table(
    [
        Key(
            "kind",
            "choice",
            "Who answers checks.",
            choices=("openai", "human", "local", "recorded"),
        ),
        Key("model", "text", "The model's name at its endpoint."),
        Key("base_url", "text", "An OpenAI-compatible endpoint."),
        Key("api_key_env", "variable", "The environment variable that holds the key."),
        Key("passes", "passes", "How often a check is asked: `adaptive`, or 1 to 9."),
        Key("temperature", "limit", "null leaves it to the endpoint.", optional=True),
        Key("max_tokens", "count", "The longest reply."),
        Key("max_concurrency", "count", "Calls in flight."),
        Key("timeout", "limit", "Seconds that a call may take."),
        _section("prices", "What tokens cost.", PRICES),
    ]
)
BUDGET = table(
    [
        Key("max_calls", "calls", "Judge calls a run.", optional=True),
        Key("max_cost", "limit", "Money a run.", optional=True),
        Key("max_minutes", "limit", "Minutes a run.", optional=True),
    ]
)
GATE = table(
    [
        Key("max_regression", "limit", "How far the mean may fall; 0 is a limit."),
        Key(
            "max_question_regression",
            "limit",
            "How far a changed question may fall.",
            optional=True,
        ),
        Key("max_slice_gap", "limit", "How far slices may differ.", optional=True),
        Key(
            "rule",
            "choice",
            "How a fall is decided.",
            choices=("exact", "proven", "noninferior"),
        ),
        Key(
            "loosening",
            "choice",
            "What a looser gate needs.",
            choices=("sign_off", "report"),
        ),
        Key(
            "pending",
            "choice",
            "What missing verdicts mean.",
            choices=("fail", "neutral"),
        ),
    ]
)
PERSON = table(
    [
        Key("id", "name", "The expert's id in sign-offs.", required=True),
        Key("name", "text", "The expert's name."),
        Key("github", "name", "The expert's login."),
        Key("key", "text", "The expert's public SSH key."),
        Key("gates", "names", "The gates that the expert may sign off."),
    ]
)
EXPERTS = table(
    [
        Key("sign_offs", "count", "How many sign-offs a looser gate needs."),
        Key("people", "sections", "Who may sign off.", keys=PERSON),
    ]
)
LEDGER = table(
    [
        Key(
            "write",
            "choice",
            "Where CI keeps grades: on a data branch, or committed to the default one.",
            choices=("branch", "commit"),
        ),
        Key(
            "reasons",
            "choice",
            "Where the judge's reasons go.",
            choices=("git", "local", "none"),
        ),
    ]
)
PATHS = table(
    [
        Key("rubrics", "folder", "The folder of rubrics."),
        Key("gold", "folder", "The folder of responses and labels."),
        Key("scores", "folder", "The folder of grades and releases."),
    ]
)
LINT = table(
    [
        Key("max_lines", "count", "The longest rubric file."),
        Key("max_leaves", "count", "The largest rubric."),
        Key("disable", "names", "Rules of advice that are not wanted."),
    ]
)
CONFIG = table(
    [
        FORMAT,
        _section("judge", "What answers checks.", JUDGE),
        _section("budget", "Limits of one run.", BUDGET),
        _section("gate", "Limits of an edit.", GATE),
        _section("experts", "Who may loosen a gate.", EXPERTS),
        _section("ledger", "How grades are kept.", LEDGER),
        _section("paths", "Where things stand.", PATHS),
        _section("lint", "Limits of advice.", LINT),
    ]
)
