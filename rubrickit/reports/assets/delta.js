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

function waterfall(question) {
    if (question.base === null || question.head === null)
        return el("p", { class: "note" }, "Not known yet: responses are pending.");
    const found = steps(question);
    const names = found.map((step) => step.title);
    const links = found
        .slice(1)
        .map((step, i) => ({ x: found[i].to, y1: i, y2: step.index }));
    const picture = (width) => ({
        height: 36 + 30 * found.length,
        marginTop: 6,
        marginLeft: margin(names, width),
        marginRight: 56,
        x: unit,
        y: band(names, width),
        marks: [
            Plot.link(links, {
                x1: "x",
                x2: "x",
                y1: "y1",
                y2: "y2",
                stroke: "var(--soft)",
                strokeDasharray: "2 3",
            }),
            Plot.barX(found, {
                x1: "from",
                x2: "to",
                y: "index",
                fill: (step) => FILLS[step.kind],
                insetTop: 3,
                insetBottom: 3,
            }),
            Plot.text(found, {
                x: (step) => Math.max(step.from, step.to),
                y: "index",
                text: (step) =>
                    step.kind === "end" ? score(step.to) : signed(step.part),
                dx: 6,
                textAnchor: "start",
                fill: "currentColor",
                fontWeight: 600,
            }),
        ],
    });
    return chart(
        `From ${score(question.base)} to ${score(question.head)}, edit by edit`,
        picture,
    );
}

function editsTable(question) {
    const columns = [
        ["Edit", ""],
        ["Node", ""],
        ["Before", ""],
        ["After", ""],
        ["Did", "n"],
        ["Judge calls", "n"],
    ];
    const rows = question.edits.map((edit) => [
        edit.kind,
        edit.node,
        edit.before,
        edit.after,
        signed(edit.contribution),
        whole(edit.graded_calls),
    ]);
    const error = question.contribution_error
        ? el(
              "p",
              { class: "soft" },
              `Parts are sampled, standard error ${score(question.contribution_error)}; their sum is exact.`,
          )
        : "";
    return [table(`Edits of ${question.question_id}`, columns, rows), error];
}

function movedTable(question) {
    const columns = [
        ["Response", ""],
        ["Agent", ""],
        ["Before", "n"],
        ["After", "n"],
        ["Change", "n"],
        ["Checks that turned", ""],
    ];
    const shown = (some) =>
        table(
            `Responses of ${question.question_id} that moved`,
            columns,
            some.map((move) => [
                move.response_id,
                move.agent,
                score(move.base),
                score(move.head),
                signed(move.delta),
                move.flips.map((flip) =>
                    el(
                        "div",
                        {},
                        `${flip.leaf}: ${flip.base || "absent"} → ${flip.head || "absent"}`,
                        flip.reason ? el("blockquote", {}, flip.reason) : "",
                    ),
                ),
            ]),
        );
    const cut = question.moved_total - question.moved.length;
    return [
        question.moved.length
            ? paged(question.moved, 25, ["response", "responses"], shown)
            : "",
        cut > 0
            ? el(
                  "p",
                  { class: "soft" },
                  `${count(cut, "response")} that moved less are left out of this page.`,
              )
            : "",
    ];
}

function changedQuestion(question) {
    return [
        el("h3", {}, question.question_id, " ", chip("kind", question.status)),
        el(
            "p",
            { class: "soft" },
            question.delta === null
                ? `The change is not known yet${question.bounds ? `, ${between(...question.bounds)}` : ""}; over `
                : `${score(question.base)} → ${score(question.head)} (${signed(question.delta)}), over `,
            `${whole(question.responses)} of ${count(question.responses_total, "response")}`,
        ),
        question.edits.length ? [waterfall(question), editsTable(question)] : "",
        movedTable(question),
    ];
}

function gateChanges(delta) {
    const loosened = delta.loosening.map((item) => [
        item.question_id,
        item.kind,
        item.leaf,
        whole(item.responses.length),
        item.responses.join(", "),
    ]);
    const weakened = delta.weakening.map((item) => [
        item.question_id,
        item.kind,
        item.leaf,
        item.before ?? "",
        item.after ?? "",
    ]);
    return [
        loosened.length
            ? table(
                  "Gates loosened",
                  [
                      ["Question", ""],
                      ["How", ""],
                      ["Leaf", ""],
                      ["Let through", "n"],
                      ["Responses", ""],
                  ],
                  loosened,
              )
            : "",
        weakened.length
            ? table(
                  "Weakened",
                  [
                      ["Question", ""],
                      ["How", ""],
                      ["Leaf", ""],
                      ["Before", ""],
                      ["After", ""],
                  ],
                  weakened,
              )
            : "",
    ];
}

function deltaSection() {
    const delta = data("delta");
    const { mean } = delta;
    const overall =
        mean.delta === null
            ? `not known yet, ${between(mean.low, mean.high)}`
            : signed(mean.delta);
    const wantedHere = delta.questions.filter((question) =>
        question.question_id.toLowerCase().includes(filters.search.toLowerCase()),
    );
    const ends = [
        ["Question", ""],
        ["Before", "n"],
        ["After", "n"],
        ["Change", "n"],
        ["Responses", "n"],
        ["Moved", "n"],
    ];
    const rows = wantedHere.map((q) => [
        q.question_id,
        score(q.base),
        score(q.head),
        signed(q.delta),
        `${whole(q.responses)} of ${whole(q.responses_total)}`,
        whole(q.moved_total),
    ]);
    const agents = delta.by_agent.map((a) => [
        a.agent,
        whole(a.n),
        score(a.base),
        score(a.head),
        signed(a.delta),
    ]);
    return section(
        "What the edit did",
        el(
            "p",
            { class: "verdict" },
            chip(OUTCOMES[delta.outcome], delta.outcome),
            ` overall ${overall}, over ${count(mean.n, "rubric")}`,
            el("small", {}, ` ${sideName(delta.base)} → ${sideName(delta.head)}`),
        ),
        el(
            "ul",
            { class: "notes" },
            [...delta.reasons, ...delta.notes].map((line) => el("li", {}, line)),
        ),
        table("Rubrics that changed", ends, rows),
        agents.length
            ? table(
                  "By agent, over the changed rubrics",
                  [
                      ["Agent", ""],
                      ["n", "n"],
                      ["Before", "n"],
                      ["After", "n"],
                      ["Change", "n"],
                  ],
                  agents,
              )
            : "",
        gateChanges(delta),
        paged(wantedHere, 10, ["rubric", "rubrics"], (some) =>
            el("div", {}, some.map(changedQuestion).flat(3)),
        ),
    );
}
