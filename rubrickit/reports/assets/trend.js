// The trend of the scores, in three kinds of line that are never joined.

const judgeName = (judge) =>
    report.judges[judge]
        ? `${report.judges[judge]} (${judge.slice(0, 6)})`
        : shortened(judge, 12);
const release = (agent) => agent.slice(agent.lastIndexOf("@") + 1);
const family = (agent) =>
    agent.includes("@") ? agent.slice(0, agent.lastIndexOf("@")) : agent;

// Lines of one kind: the points of a line differ in `along` and in nothing else.
function lines(rows, along, rest) {
    const found = new Map();
    for (const row of rows)
        found.set(rest(row), [...(found.get(rest(row)) ?? []), row]);
    return [...found].filter(([, points]) => new Set(points.map(along)).size > 1);
}

// A line through each released point, with the names of its releases above it.
function releaseMarks(series) {
    const found = new Map();
    for (const [, rows] of series)
        for (const row of rows)
            if (row.releases.length) found.set(row.step, row.releases);
    const points = [...found].map(([step, names]) => ({
        step,
        name: shortened(names.join(", "), 16),
    }));
    const above = { frameAnchor: "top", dy: -10, fill: "currentColor" };
    return [
        Plot.ruleX(points, { x: "step", stroke: "var(--soft)", strokeDasharray: "1 3" }),
        Plot.text(points, { x: "step", text: "name", fontWeight: 600, ...above }),
    ];
}

function trendChart(label, series, steps, dash) {
    const points = series.flatMap(([, rows], line) =>
        rows.map((row) => ({ line, x: row.step, mean: row.mean ?? NaN })),
    );
    // Lines by position, so that two names that are shortened alike stay two.
    const scale = (range) => ({
        type: "ordinal",
        domain: series.map((_, line) => line),
        range: series.map((_, line) => range[line % range.length]),
        tickFormat: (line) => shortened(series[line][0], 60),
    });
    const places = { x: "x", y: "mean", stroke: "line" };
    const line = { z: "line", strokeWidth: 2, strokeDasharray: dash, sort: "x" };
    return chart(label, (width) => ({
        height: 300,
        marginTop: 40,
        marginBottom: 44,
        x: {
            type: "point",
            domain: steps.map((_, i) => i),
            label: null,
            tickFormat: (i) =>
                shortened(steps[i], Math.max(4, Math.floor(width / steps.length / 8))),
        },
        y: { ...unit, label: "mean score" },
        color: scale(SERIES),
        symbol: { ...scale(SYMBOLS), legend: true },
        marks: [
            ...(dash ? [] : releaseMarks(series)),
            Plot.line(points, { ...places, ...line }),
            Plot.dot(points, { ...places, fill: "line", symbol: "line", r: 4.5 }),
        ],
    }));
}

const KINDS = [
    {
        title: "Rubric edits",
        says: "A line: one agent version's responses and one judge; only the rubrics change. A dotted upright is a release.",
        along: (row) => row.commit,
        step: (row) => row.commit.slice(0, 7),
        rest: (row) =>
            `${row.agent || "no agent named"} · judge ${judgeName(row.judge)}`,
        dash: null,
    },
    {
        title: "Agent versions",
        says: "A line: the releases of one agent, under the newest rubrics and one judge.",
        along: (row) => release(row.agent),
        step: (row) => release(row.agent),
        rest: (row) => `${family(row.agent)} · judge ${judgeName(row.judge)}`,
        newest: true,
        dash: "8 4",
    },
    {
        title: "Judge changes",
        says: "A line: the same responses and the newest rubrics; only the judge changes.",
        along: (row) => row.judge,
        step: (row) => judgeName(row.judge),
        rest: (row) => row.agent || "no agent named",
        newest: true,
        dash: "2 4",
    },
];

function trendKind(kind, rows) {
    const last = rows.at(-1)?.commit;
    const used = kind.newest ? rows.filter((row) => row.commit === last) : rows;
    const series = lines(used, kind.along, kind.rest);
    const drawn = series.flatMap(([, found]) => found);
    const keys = [...new Set(drawn.map(kind.along))];
    if (!kind.title.startsWith("Rubric")) keys.sort();
    const names = keys.map((key) =>
        kind.step(drawn.find((row) => kind.along(row) === key)),
    );
    const shown = series.map(([name, found]) => [
        name,
        found.map((row) => ({ ...row, step: keys.indexOf(kind.along(row)) })),
    ]);
    return [
        el("h3", {}, kind.title),
        el("p", { class: "soft" }, kind.says),
        shown.length
            ? trendChart(kind.title, shown, names, kind.dash)
            : el("p", { class: "empty" }, "Nothing of this kind changed here."),
    ];
}

const POINTS = [
    "Commit",
    "Date",
    "Subject",
    "Release",
    "Agent",
    "Judge",
    figure("n"),
    figure("Mean score"),
];

const pointCells = (row) => [
    row.commit.slice(0, 12),
    row.date,
    row.subject,
    row.releases.join(", "),
    row.agent,
    judgeName(row.judge),
    whole(row.n),
    score(row.mean),
];

function trendSection() {
    const all = data("trend").filter(
        (row) => filters.agent < 0 || row.agent === report.agents[filters.agent],
    );
    const rows = all.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
    return section(
        "How the scores came here",
        soft(
            "Three kinds of line, since three things move a score. " +
                "Recorded grades only; a gap is a mean that is not on record.",
        ),
        KINDS.map((kind) => trendKind(kind, rows)),
        el("h3", {}, "In numbers"),
        paged([...rows].reverse(), 50, ["row", "rows"], (some) =>
            table(
                "Mean scores by commit, agent and judge",
                POINTS,
                some.map(pointCells),
            ),
        ),
    );
}
