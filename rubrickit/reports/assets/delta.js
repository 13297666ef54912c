// What an edit did: each rubric's waterfall, what turned, and which gates it opened.

const OUTCOMES = {
    pass: "pass",
    fail: "fail",
    pending: "open",
    inconclusive: "open",
    none: "none",
};
const named = (edit) => `${edit.kind} ${edit.node}`;
const between = (low, high) => `between ${signed(low)} and ${signed(high)}`;
const sideName = (side) => (side ? side.ref : "");

// The steps of a waterfall: where each starts and ends. An edit whose part is not
// known yet has no bar.
function steps(question) {
    let level = question.base;
    const found = [{ title: "before", from: 0, to: question.base, kind: "end" }];
    for (const edit of question.edits) {
        const to = level + (edit.contribution ?? 0);
        const kind = edit.contribution === null ? "open" : to < level ? "down" : "up";
        found.push({
            title: named(edit),
            from: level,
            to,
            kind,
            part: edit.contribution,
        });
        level = to;
    }
    found.push({ title: "after", from: 0, to: question.head, kind: "end" });
    return found.map((step, index) => ({ ...step, index }));
}

const FILLS = {
    end: "var(--soft)",
    up: "var(--pass-mark)",
    down: "var(--fail-mark)",
    open: "none",
};

const filled = (step) => FILLS[step.kind];
const told = (step) => (step.kind === "end" ? score(step.to) : signed(step.part));

function waterfall(question) {
    if (question.base === null || question.head === null)
        return el("p", { class: "note" }, "Not known yet: responses are pending.");
    const found = steps(question);
    const names = found.map((step) => step.title);
    const links = found
        .slice(1)
        .map((step, i) => ({ x: found[i].to, y1: i, y2: step.index }));
    const across = { stroke: "var(--soft)", strokeDasharray: "2 3" };
    const thin = { insetTop: 3, insetBottom: 3 };
    const tips = found.map((step) => ({ ...step, end: Math.max(step.from, step.to) }));
    const label = `From ${score(question.base)} to ${score(question.head)}, edit by edit`;
    return chart(label, (width) => ({
        height: 36 + 30 * found.length,
        marginTop: 6,
        marginLeft: margin(names, width),
        marginRight: 56,
        x: unit,
        y: band(names, width),
        marks: [
            Plot.link(links, { x1: "x", x2: "x", y1: "y1", y2: "y2", ...across }),
            Plot.barX(found, {
                x1: "from",
                x2: "to",
                y: "index",
                fill: filled,
                ...thin,
            }),
            Plot.text(tips, {
                x: "end",
                y: "index",
                text: told,
                fontWeight: 600,
                ...beside,
            }),
        ],
    }));
}

function editsTable(question) {
    const columns = [
        "Edit",
        "Node",
        "Before",
        "After",
        figure("Did"),
        figure("Judge calls"),
    ];
    const rows = question.edits.map((edit) => [
        edit.kind,
        edit.node,
        edit.before,
        edit.after,
        signed(edit.contribution),
        whole(edit.graded_calls),
    ]);
    const error = score(question.contribution_error);
    const sampled = `Parts are sampled, standard error ${error}; their sum is exact.`;
    return [
        table(`Edits of ${question.question_id}`, columns, rows),
        question.contribution_error ? soft(sampled) : "",
    ];
}

const MOVED = [
    "Response",
    "Agent",
    figure("Before"),
    figure("After"),
    figure("Change"),
    "Checks that turned",
];

const turned = (flip) =>
    el(
        "div",
        {},
        `${flip.leaf}: ${flip.base || "absent"} → ${flip.head || "absent"}`,
        flip.reason ? el("blockquote", {}, flip.reason) : "",
    );

const movedCells = (move) => [
    move.response_id,
    move.agent,
    score(move.base),
    score(move.head),
    signed(move.delta),
    move.flips.map(turned),
];

function movedTable(question) {
    const caption = `Responses of ${question.question_id} that moved`;
    const shown = (some) => table(caption, MOVED, some.map(movedCells));
    const cut = question.moved_total - question.moved.length;
    const left = `${count(cut, "response")} that moved less are left out of this page.`;
    return [
        question.moved.length
            ? paged(question.moved, 25, ["response", "responses"], shown)
            : "",
        cut > 0 ? soft(left) : "",
    ];
}

function movement(question) {
    const over = count(question.responses_total, "response");
    const change =
        question.delta !== null
            ? `${ends(question).slice(0, 2).join(" → ")} (${signed(question.delta)})`
            : question.bounds
              ? `The change is not known yet, ${between(...question.bounds)}`
              : "The change is not known";
    return soft(`${change}; over ${whole(question.responses)} of ${over}.`);
}

function changedQuestion(question) {
    return [
        el("h3", {}, question.question_id, " ", chip("kind", question.status)),
        movement(question),
        question.edits.length ? [waterfall(question), editsTable(question)] : "",
        movedTable(question),
    ];
}

const LOOSENED = ["Question", "How", "Leaf", figure("Let through"), "Responses"];
const WEAKENED = ["Question", "How", "Leaf", "Before", "After"];
const ENDS = [figure("Before"), figure("After"), figure("Change")];

function gateChanges(delta) {
    const named = (item) => [item.question_id, item.kind, item.leaf];
    const loosened = delta.loosening.map((item) => [
        ...named(item),
        whole(item.responses.length),
        item.responses.join(", "),
    ]);
    const weakened = delta.weakening.map((item) => [
        ...named(item),
        item.before ?? "",
        item.after ?? "",
    ]);
    return [
        tableOfAny("Gates loosened", LOOSENED, loosened),
        tableOfAny("Weakened", WEAKENED, weakened),
    ];
}

const ends = (row) => [score(row.base), score(row.head), signed(row.delta)];

const rubricCells = (row) => [
    row.question_id,
    ...ends(row),
    `${whole(row.responses)} of ${whole(row.responses_total)}`,
    whole(row.moved_total),
];

function verdictLine(delta) {
    const { mean } = delta;
    const overall =
        mean.delta === null
            ? `not known yet, ${between(mean.low, mean.high)}`
            : signed(mean.delta);
    return el(
        "p",
        { class: "verdict" },
        chip(OUTCOMES[delta.outcome], delta.outcome),
        ` overall ${overall}, over ${count(mean.n, "rubric")}`,
        el("small", {}, ` ${sideName(delta.base)} → ${sideName(delta.head)}`),
    );
}

function deltaSection() {
    const delta = data("delta");
    const found = delta.questions.filter((question) => sought(question.question_id));
    const lines = [...delta.reasons, ...delta.notes].map((line) => el("li", {}, line));
    const agents = delta.by_agent.map((row) => [row.agent, whole(row.n), ...ends(row)]);
    return section(
        "What the edit did",
        verdictLine(delta),
        el("ul", { class: "notes" }, lines),
        table(
            "Rubrics that changed",
            ["Question", ...ENDS, figure("Responses"), figure("Moved")],
            found.map(rubricCells),
        ),
        tableOfAny(
            "By agent, over the changed rubrics",
            ["Agent", figure("n"), ...ENDS],
            agents,
        ),
        gateChanges(delta),
        paged(found, 10, ["rubric", "rubrics"], (some) =>
            el("div", {}, some.map(changedQuestion)),
        ),
    );
}
