// Charts by Observable Plot, each with its numbers in a table beside it.

const SERIES = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a6cd6"];
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
    const picture = figure.matches("svg") ? [figure] : figure.querySelectorAll("svg");
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
  return holder;
}

// Room for the longest name, and never more than is left for the picture.
const margin = (names, width) =>
  Math.min(280, Math.floor(width * 0.38), 20 + 7 * Math.max(...names.map((name) => name.length)));
const unit = { domain: [0, 1], label: null, grid: true, tickFormat: ".1f" };

// Band names by position, so that two equal texts stay two rows.
const band = (names, width) => ({
  type: "band",
  domain: names.map((_, index) => index),
  tickFormat: (index) => shortened(names[index], Math.floor((margin(names, width) - 14) / 6.4)),
  label: null,
  tickSize: 0,
});

function agentsChart(rows) {
  const points = rows.flatMap(([, totals], row) =>
    [["required share", totals.required], ["additional share", totals.additional]]
      .filter(([, value]) => value !== null)
      .map(([kind, value]) => ({ row, kind, value })),
  );
  if (!points.length) return "";
  const names = rows.map(([name]) => name);
  return chart("Required and additional share by agent; the table below has the numbers", (width) => ({
    height: 40 + 30 * rows.length,
    marginTop: 6,
    marginLeft: margin(names, width),
    x: unit,
    y: band(names, width),
    color: {
      domain: ["required share", "additional share"],
      range: ["var(--accent)", "var(--second)"],
      legend: false,
    },
    symbol: {
      domain: ["required share", "additional share"],
      range: ["circle", "diamond"],
      legend: true,
    },
    marks: [
      Plot.ruleY(rows.map((_, row) => row), { y: (row) => row, stroke: "var(--line)" }),
      Plot.dot(points, { x: "value", y: "row", stroke: "kind", fill: "kind", symbol: "kind", r: 5.5 }),
    ],
  }));
}

function failedSection() {
  const found = data("failed").filter(
    (row) =>
      (filters.agent < 0 || row.agent === report.agents[filters.agent]) &&
      `${row.question_id} ${row.leaf}`.toLowerCase().includes(filters.search.toLowerCase()),
  );
  const top = found.slice(0, 20);
  const named = top.map((row) => `${row.leaf.split("/").at(-1)} · ${row.agent} · ${row.question_id}`);
  const picture = (width) => ({
    height: 36 + 24 * top.length,
    marginTop: 6,
    marginLeft: margin(named, width),
    marginRight: 60,
    x: unit,
    y: band(named, width),
    marks: [
      Plot.barX(top, { x: (row) => row.failed / row.n, y: (_, i) => i, fill: "var(--fail-mark)" }),
      Plot.text(top, {
        x: (row) => row.failed / row.n,
        y: (_, i) => i,
        text: (row) => `${whole(row.failed)} of ${whole(row.n)}`,
        dx: 6,
        textAnchor: "start",
        fill: "currentColor",
      }),
    ],
  });
  const columns = [
    ["Leaf", ""], ["Question", ""], ["Agent", ""], ["Release", ""], ["Failed", "n"],
    ["n", "n"], ["Pass rate", "n"],
  ];
  return section(
    "Checks that fail most",
    el("p", { class: "soft" }, "By failed share, then by n; each line is one agent's release."),
    top.length ? chart("Failed share of the checks that fail most", picture) : "",
    paged(found, 25, ["check", "checks"], (some) =>
      table(
        "Checks that fail most, in numbers",
        columns,
        some.map((row) => [
          leafLink(row), row.question_id, row.agent, row.release, whole(row.failed),
          whole(row.n), measured(row.pass_rate),
        ]),
      ),
    ),
  );
}

function leafLink(row) {
  const question = questions.find((each) => each.id === row.question_id);
  return question ? questionLink(question, row.leaf) : row.leaf;
}

function sliceChart(name, rows) {
  const known = rows.map((row, index) => ({ ...row, index })).filter((row) => row.mean !== null);
  const names = rows.map((row) => row.value);
  return chart(`Mean scores of the slice ${name}, with intervals`, (width) => ({
    height: 36 + 26 * rows.length,
    marginTop: 6,
    marginLeft: margin(names, width),
    x: unit,
    y: band(names, width),
    marks: [
      Plot.ruleY(known.filter((row) => row.low !== null), {
        x1: "low", x2: "high", y: "index", stroke: "var(--accent)", strokeWidth: 2,
        marker: "tick",
      }),
      Plot.dot(known, { x: "mean", y: "index", r: 5, fill: "var(--accent)" }),
    ],
  }));
}

function slicesSection() {
  const names = new Map();
  for (const row of data("slices")) names.set(row.name, [...(names.get(row.name) ?? []), row]);
  const columns = [["Value", ""], ["n", "n"], ["Mean score", "n"], ["From", "n"], ["To", "n"]];
  const each = [...names].map(([name, rows]) => [
    el("h3", {}, name),
    rows.length <= 60 ? sliceChart(name, rows) : "",
    paged(rows, 60, ["value", "values"], (some) =>
      table(
        `Slice ${name} in numbers`,
        columns,
        some.map((row) => [
          row.value, whole(row.n), score(row.mean), score(row.low), score(row.high),
        ]),
      ),
    ),
  ]);
  return section(
    "Slices",
    el("p", { class: "soft" }, "Mean scores of the responses with one value, with their interval."),
    each.length ? each : el("p", { class: "empty" }, "No response has slices."),
  );
}
