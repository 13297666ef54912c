// Charts by Observable Plot, each with its numbers in a table beside it.

const SERIES = [
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#cc79a7",
    "#e69f00",
    "#56b4e9",
    "#7a6cd6",
];
const SYMBOLS = ["circle", "square", "triangle", "diamond", "star", "times", "plus"];

// Draws anew when the page's width changes; `options` are made for a width.
function chart(label, options) {
    const holder = el("figure", { class: "chart" });
    const draw = () => {
        const width = Math.max(280, Math.floor(holder.clientWidth));
        if (holder.dataset.width === String(width)) return;
        holder.dataset.width = String(width);
        const figure = Plot.plot({
            width,
            style: { background: "none", fontSize: "12px", overflow: "visible" },
            ...options(width),
        });
        const picture = figure.matches("svg")
            ? [figure]
            : figure.querySelectorAll("svg");
        for (const svg of picture) {
            svg.setAttribute("role", "img");
            svg.setAttribute("aria-label", label);
            // Within a picture nothing has a name of its own.
            for (const part of svg.querySelectorAll("[aria-label]"))
                part.removeAttribute("aria-label");
        }
        holder.replaceChildren(figure);
    };
    new ResizeObserver(draw).observe(holder);
    holder.draw = draw;
    return holder;
}

// Room for the longest name, and never more than is left for the picture.
const margin = (names, width) =>
    Math.min(
        280,
        Math.floor(width * 0.38),
        20 + 7 * Math.max(...names.map((name) => name.length)),
    );
const unit = { domain: [0, 1], label: null, grid: true, tickFormat: ".1f" };

// Band names by position, so that two equal texts stay two rows.
const band = (names, width) => ({
    type: "band",
    domain: names.map((_, index) => index),
    tickFormat: (index) =>
        shortened(names[index], Math.floor((margin(names, width) - 14) / 6.4)),
    label: null,
    tickSize: 0,
});

const SHARES = ["required share", "additional share"];

function agentsChart(rows) {
    const points = rows.flatMap(([, totals], row) =>
        [totals.required, totals.additional]
            .map((value, which) => ({ row, kind: SHARES[which], value }))
            .filter(({ value }) => value !== null),
    );
    if (!points.length) return "";
    const names = rows.map(([name]) => name);
    const lines = rows.map((_, row) => ({ row }));
    const look = { stroke: "kind", fill: "kind", symbol: "kind", r: 5.5 };
    const label =
        "Required and additional share by agent; the table below has the numbers";
    return chart(label, (width) => ({
        height: 40 + 30 * rows.length,
        marginTop: 6,
        marginLeft: margin(names, width),
        x: unit,
        y: band(names, width),
        color: {
            domain: SHARES,
            range: ["var(--accent)", "var(--second)"],
            legend: false,
        },
        symbol: { domain: SHARES, range: ["circle", "diamond"], legend: true },
        marks: [
            Plot.ruleY(lines, { y: "row", stroke: "var(--line)" }),
            Plot.dot(points, { x: "value", y: "row", ...look }),
        ],
    }));
}

// What stands right of a bar.
const beside = { dx: 6, textAnchor: "start", fill: "currentColor" };

function failedChart(rows) {
    const bars = rows.map((row, index) => ({
        ...row,
        index,
        share: row.failed / row.n,
    }));
    const names = rows.map(
        (row) => `${row.leaf.split("/").at(-1)} · ${row.agent} · ${row.question_id}`,
    );
    const text = (row) => `${whole(row.failed)} of ${whole(row.n)}`;
    return chart("Failed share of the checks that fail most", (width) => ({
        height: 36 + 24 * rows.length,
        marginTop: 6,
        marginLeft: margin(names, width),
        marginRight: 60,
        x: unit,
        y: band(names, width),
        marks: [
            Plot.barX(bars, { x: "share", y: "index", fill: "var(--fail-mark)" }),
            Plot.text(bars, { x: "share", y: "index", text, ...beside }),
        ],
    }));
}

const FAILED = [
    "Leaf",
    "Question",
    "Agent",
    "Release",
    figure("Failed"),
    figure("n"),
    figure("Pass rate"),
];

const failedCells = (row) => [
    leafLink(row),
    row.question_id,
    row.agent,
    row.release,
    whole(row.failed),
    whole(row.n),
    measured(row.pass_rate),
];

function failedSection() {
    const found = data("failed").filter(
        (row) =>
            (filters.agent < 0 || row.agent === report.agents[filters.agent]) &&
            sought(`${row.question_id} ${row.leaf}`),
    );
    return section(
        "Checks that fail most",
        soft("By failed share, then by n; each line is one agent's release."),
        found.length ? failedChart(found.slice(0, 20)) : "",
        paged(found, 25, ["check", "checks"], (some) =>
            table("Checks that fail most, in numbers", FAILED, some.map(failedCells)),
        ),
    );
}

function leafLink(row) {
    const question = questions.find((each) => each.id === row.question_id);
    return question ? questionLink(question, row.leaf) : row.leaf;
}

function sliceChart(name, rows) {
    const known = rows
        .map((row, index) => ({ ...row, index }))
        .filter((row) => row.mean !== null);
    const names = rows.map((row) => row.value);
    return chart(`Mean scores of the slice ${name}, with intervals`, (width) => ({
        height: 36 + 26 * rows.length,
        marginTop: 6,
        marginLeft: margin(names, width),
        x: unit,
        y: band(names, width),
        marks: [
            Plot.ruleY(
                known.filter((row) => row.low !== null),
                {
                    x1: "low",
                    x2: "high",
                    y: "index",
                    stroke: "var(--accent)",
                    strokeWidth: 2,
                    marker: "tick",
                },
            ),
            Plot.dot(known, { x: "mean", y: "index", r: 5, fill: "var(--accent)" }),
        ],
    }));
}

function slicesSection() {
    const names = new Map();
    for (const row of data("slices"))
        names.set(row.name, [...(names.get(row.name) ?? []), row]);
    const columns = [
        "Value",
        figure("n"),
        figure("Mean score"),
        figure("From"),
        figure("To"),
    ];
    const each = [...names].map(([name, rows]) => [
        el("h3", {}, name),
        rows.length <= 60 ? sliceChart(name, rows) : "",
        paged(rows, 60, ["value", "values"], (some) =>
            table(
                `Slice ${name} in numbers`,
                columns,
                some.map((row) => [
                    row.value,
                    whole(row.n),
                    score(row.mean),
                    score(row.low),
                    score(row.high),
                ]),
            ),
        ),
    ]);
    return section(
        "Slices",
        soft("Mean scores of the responses with one value, with their interval."),
        each.length ? each : el("p", { class: "empty" }, "No response has slices."),
    );
}
