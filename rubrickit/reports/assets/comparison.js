// Two agents: is one better, on which questions, and on which checks.

const ANSWERS = {
    better: ["pass", "better"],
    worse: ["fail", "worse"],
    inconclusive: ["open", "not shown to be better or worse"],
};
const MOST_ROWS = 40;

// The rows that lie furthest from no difference, in the order that they have.
function furthest(rows, size) {
    if (rows.length <= MOST_ROWS) return rows;
    const limit = rows.map(size).sort((a, b) => b - a)[MOST_ROWS - 1];
    return rows.filter((row) => size(row) >= limit).slice(0, MOST_ROWS);
}

const onSide = (row) => ({
    ...row,
    dx: row.value < 0 ? -6 : 6,
    kind: row.value < 0 ? "down" : row.value > 0 ? "up" : "end",
});

// From 0 to both sides, as far as the numbers go.
const around = (rows, ends) => {
    const widest = Math.max(...rows.map((row) => Math.abs(row.value)), ...ends, 0.05);
    return { domain: [-widest * 1.25, widest * 1.25], label: null, grid: true };
};

// The change over all questions first, then each question's.
function differences({ mean }, questions) {
    const known = questions.filter((question) => question.delta !== null);
    const shown = furthest(known, (question) => Math.abs(question.delta));
    const all = { question_id: `all ${count(mean.n, "question")}`, delta: mean.delta };
    const names = [all, ...shown].map((each) => each.question_id);
    const rows = [all, ...shown].map((each, index) =>
        onSide({ value: each.delta, index }),
    );
    return shown.length && mean.delta !== null ? [names, rows] : null;
}

function differencesChart(compared, questions) {
    const found = differences(compared, questions);
    if (!found) return "";
    const [names, rows] = found;
    const { base, head, mean } = compared;
    const [low, high] = mean.interval ?? [0, 0];
    const spans = mean.interval ? [{ low, high, index: 0 }] : [];
    const label = `Change of the mean from ${base.agent} to ${head.agent}, by question`;
    const thick = { y: "index", strokeWidth: 2 };
    const numbered = rows.filter((row) => row.index || !spans.length);
    const interval = { x1: "low", x2: "high", stroke: "var(--accent)", marker: "tick" };
    return chart(label, (width) => ({
        height: 40 + 26 * rows.length,
        marginTop: 6,
        marginLeft: margin(names, width),
        marginRight: 24,
        x: {
            ...around(rows, [low, high].map(Math.abs)),
            tickFormat: "+.2f",
            ticks: width < 500 ? 2 : 5,
        },
        y: band(names, width),
        marks: [
            Plot.ruleX([0], { stroke: "var(--soft)" }),
            Plot.ruleY(rows, { x1: 0, x2: "value", stroke: "var(--line)", ...thick }),
            Plot.ruleY(spans, { ...interval, ...thick }),
            Plot.dot(rows, { x: "value", y: "index", r: 5, fill: filled }),
            ...valuesBeside(numbered, (row) => signed(row.value)),
        ],
    }));
}

// A number stands on the outer side of what it belongs to.
const valuesBeside = (rows, text) =>
    ["end", "start"].map((textAnchor) =>
        Plot.text(
            rows.filter((row) => row.dx < 0 === (textAnchor === "end")),
            {
                x: "value",
                y: "index",
                text,
                textAnchor,
                dx: textAnchor === "end" ? -9 : 9,
                fill: "currentColor",
            },
        ),
    );

function flipsChart(leaves) {
    const paired = leaves.filter((each) => each.leaf.broke || each.leaf.mended);
    const shown = paired.slice(0, 20);
    if (!shown.length) return "";
    const names = shown.map(
        ({ path, question_id }) => `${path.split("/").at(-1)} · ${question_id}`,
    );
    const bars = shown.flatMap(({ leaf }, index) =>
        [-leaf.broke, leaf.mended].map((value) => onSide({ value, index })),
    );
    const drawn = bars.filter((bar) => bar.value);
    const label = "Samples that one agent alone passes, by check";
    const look = { fill: filled, insetTop: 3, insetBottom: 3 };
    const counts = (value) =>
        Number.isInteger(value) ? whole(Math.abs(value)) : "";
    return chart(label, (width) => ({
        height: 40 + 24 * shown.length,
        marginTop: 6,
        marginLeft: margin(names, width),
        marginRight: 24,
        x: { ...around(bars, [1]), tickFormat: counts, ticks: 6 },
        y: band(names, width),
        marks: [
            Plot.barX(drawn, { x: "value", y: "index", ...look }),
            Plot.ruleX([0], { stroke: "var(--soft)" }),
            ...valuesBeside(drawn, (bar) => whole(Math.abs(bar.value))),
        ],
    }));
}

// Two digits, an exact half to the even one, as in rubrickit's other formats.
function probability(value) {
    if (value === null) return "-";
    const [digits, power] = value.toExponential(20).split("e");
    const isHalf = /^\d\.\d50*$/.test(digits) && Number(digits[2]) % 2 === 0;
    const text = isHalf ? `${digits.slice(0, 3)}e${power}` : value.toPrecision(2);
    return String(Number(text));
}
const optional = (value) => (value === null ? "-" : whole(value));
const passedOf = (rate) => `${whole(rate.passed)} of ${whole(rate.n)}`;

function answerCards({ answer, mean }) {
    const [kind, word] = ANSWERS[answer];
    const interval = mean.interval
        ? `95 % interval ${signed(mean.interval[0])} to ${signed(mean.interval[1])}`
        : "no interval: too few questions differ";
    const cells = [
        ["Means", `${score(mean.base)} → ${score(mean.head)}`, count(mean.n, "question")],
        ["Change", signed(mean.delta), interval],
        ["p", probability(mean.p), `${mean.draws ? "sampled" : "exact"}, ${whole(mean.differing)} differ`],
    ];
    const tone = { pass: "good", fail: "bad", open: "wait" }[kind];
    return el(
        "dl",
        { class: "cards" },
        el("div", { class: `card ${tone}` }, el("dt", {}, "Answer"), el("dd", {}, el("b", { class: "words" }, word))),
        cells.map(([title, value, small]) =>
            el(
                "div",
                { class: "card" },
                el("dt", {}, title),
                el("dd", {}, el("b", {}, value), el("small", {}, small)),
            ),
        ),
    );
}

function pairCells(question) {
    const { base, head, paired } = question;
    const counted = paired
        ? count(base.counted, "pair")
        : `${whole(base.counted)} and ${whole(head.counted)}`;
    const found = questions.find((each) => each.id === question.question_id);
    return [
        found ? questionLink(found) : question.question_id,
        score(base.mean),
        score(head.mean),
        signed(question.delta),
        counted,
        `${whole(base.gates_closed)} → ${whole(head.gates_closed)}`,
    ];
}

const flipCells = ({ question_id, path, leaf }) => [
    leafLink({ question_id, leaf: path }),
    question_id,
    passedOf(leaf.base),
    passedOf(leaf.head),
    optional(leaf.broke),
    optional(leaf.mended),
    probability(leaf.p),
    probability(leaf.p_adjusted),
];

const PAIRS = ["Question", ...["A", "B", "Change", "Compared", "Gates closed"].map(figure)];
const TURNS = [
    "Leaf",
    "Question",
    ...["A passes", "B passes", "Only A", "Only B", "p", "p of all"].map(figure),
];

// The leaves that differ, most telling first, with their figures.
function differing(compared) {
    const known = new Map(compared.questions.map((each) => [each.question_id, each]));
    return compared.differing_leaves.map(({ question_id, leaf: path }) => ({
        question_id,
        path,
        leaf: known.get(question_id).leaves[path],
    }));
}

const alone = (side, ids) =>
    ids.length ? soft(`Only answered by ${side.agent}: ${ids.join(", ")}.`) : "";

function comparisonHead(compared) {
    const { base, head, reasons, notes } = compared;
    return section(
        "Two agents",
        el("p", { class: "versus" }, chip("kind", "A"), base.agent),
        el("p", { class: "versus" }, chip("kind", "B"), head.agent),
        answerCards(compared),
        el(
            "ul",
            { class: "notes" },
            [...reasons, ...notes].map((line) => el("li", {}, line)),
        ),
        alone(base, compared.only_base),
        alone(head, compared.only_head),
    );
}

function comparison() {
    const compared = data("comparison");
    const pairs = compared.questions.filter((each) => sought(each.question_id));
    const leaves = differing(compared).filter((each) =>
        sought(`${each.question_id} ${each.path}`),
    );
    return [
        comparisonHead(compared),
        section(
            "Question by question",
            soft(
                "B's mean less A's: right of 0 B is better. A question counts once, " +
                    "whatever the number of its responses.",
            ),
            differencesChart(compared, pairs),
            paged(pairs, 50, ["question", "questions"], (some) =>
                table("Means by question", PAIRS, some.map(pairCells)),
            ),
        ),
        section(
            "Checks that one agent alone passes",
            soft(
                "Samples to the left pass with A alone, those to the right with B alone. " +
                    "“p of all” allows for so many checks having been looked at.",
            ),
            flipsChart(leaves),
            paged(leaves, 25, ["check", "checks"], (some) =>
                table("Checks that differ", TURNS, some.map(flipCells)),
            ),
        ),
    ];
}
