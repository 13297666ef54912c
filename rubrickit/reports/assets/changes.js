// What moved the scores: one delta's waterfall, and the trend in three kinds of line.

const OUTCOMES = { pass: "pass", fail: "fail", pending: "open", inconclusive: "open", none: "none" };
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
    found.push({ title: named(edit), from: level, to, kind, part: edit.contribution });
    level = to;
  }
  found.push({ title: "after", from: 0, to: question.head, kind: "end" });
  return found.map((step, index) => ({ ...step, index }));
}

const FILLS = { end: "var(--soft)", up: "var(--pass-mark)", down: "var(--fail-mark)", open: "none" };

function waterfall(question) {
  if (question.base === null || question.head === null)
    return el("p", { class: "note" }, "Not known yet: responses are pending.");
  const found = steps(question);
  const names = found.map((step) => step.title);
  const links = found.slice(1).map((step, i) => ({ x: found[i].to, y1: i, y2: step.index }));
  const picture = (width) => ({
    height: 36 + 30 * found.length,
    marginTop: 6,
    marginLeft: margin(names, width),
    marginRight: 56,
    x: unit,
    y: band(names, width),
    marks: [
      Plot.link(links, { x1: "x", x2: "x", y1: "y1", y2: "y2", stroke: "var(--soft)", strokeDasharray: "2 3" }),
      Plot.barX(found, { x1: "from", x2: "to", y: "index", fill: (step) => FILLS[step.kind], insetTop: 3, insetBottom: 3 }),
      Plot.text(found, {
        x: (step) => Math.max(step.from, step.to),
        y: "index",
        text: (step) => (step.kind === "end" ? score(step.to) : signed(step.part)),
        dx: 6,
        textAnchor: "start",
        fill: "currentColor",
        fontWeight: 600,
      }),
    ],
  });
  return chart(`From ${score(question.base)} to ${score(question.head)}, edit by edit`, picture);
}

function editsTable(question) {
  const columns = [["Edit", ""], ["Node", ""], ["Before", ""], ["After", ""], ["Did", "n"], ["Judge calls", "n"]];
  const rows = question.edits.map((edit) => [
    edit.kind, edit.node, edit.before, edit.after, signed(edit.contribution), whole(edit.graded_calls),
  ]);
  const error = question.contribution_error
    ? el("p", { class: "soft" }, `Parts are sampled, standard error ${score(question.contribution_error)}; their sum is exact.`)
    : "";
  return [table(`Edits of ${question.question_id}`, columns, rows), error];
}

function movedTable(question) {
  const columns = [["Response", ""], ["Agent", ""], ["Before", "n"], ["After", "n"], ["Change", "n"], ["Checks that turned", ""]];
  const shown = (some) =>
    table(
      `Responses of ${question.question_id} that moved`,
      columns,
      some.map((move) => [
        move.response_id, move.agent, score(move.base), score(move.head), signed(move.delta),
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
    question.moved.length ? paged(question.moved, 25, ["response", "responses"], shown) : "",
    cut > 0 ? el("p", { class: "soft" }, `${count(cut, "response")} that moved less are left out of this page.`) : "",
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
    item.question_id, item.kind, item.leaf, whole(item.responses.length), item.responses.join(", "),
  ]);
  const weakened = delta.weakening.map((item) => [
    item.question_id, item.kind, item.leaf, item.before ?? "", item.after ?? "",
  ]);
  return [
    loosened.length
      ? table("Gates loosened", [["Question", ""], ["How", ""], ["Leaf", ""], ["Let through", "n"], ["Responses", ""]], loosened)
      : "",
    weakened.length
      ? table("Weakened", [["Question", ""], ["How", ""], ["Leaf", ""], ["Before", ""], ["After", ""]], weakened)
      : "",
  ];
}

function deltaSection() {
  const delta = data("delta");
  const { mean } = delta;
  const overall =
    mean.delta === null ? `not known yet, ${between(mean.low, mean.high)}` : signed(mean.delta);
  const wantedHere = delta.questions.filter((question) =>
    question.question_id.toLowerCase().includes(filters.search.toLowerCase()),
  );
  const ends = [["Question", ""], ["Before", "n"], ["After", "n"], ["Change", "n"], ["Responses", "n"], ["Moved", "n"]];
  const rows = wantedHere.map((q) => [
    q.question_id, score(q.base), score(q.head), signed(q.delta),
    `${whole(q.responses)} of ${whole(q.responses_total)}`, whole(q.moved_total),
  ]);
  const agents = delta.by_agent.map((a) => [a.agent, whole(a.n), score(a.base), score(a.head), signed(a.delta)]);
  return section(
    "What the edit did",
    el(
      "p",
      { class: "verdict" },
      chip(OUTCOMES[delta.outcome], delta.outcome),
      ` overall ${overall}, over ${count(mean.n, "rubric")}`,
      el("small", {}, ` ${sideName(delta.base)} → ${sideName(delta.head)}`),
    ),
    el("ul", { class: "notes" }, [...delta.reasons, ...delta.notes].map((line) => el("li", {}, line))),
    table("Rubrics that changed", ends, rows),
    agents.length
      ? table("By agent, over the changed rubrics", [["Agent", ""], ["n", "n"], ["Before", "n"], ["After", "n"], ["Change", "n"]], agents)
      : "",
    gateChanges(delta),
    paged(wantedHere, 10, ["rubric", "rubrics"], (some) => el("div", {}, some.map(changedQuestion).flat(3))),
  );
}

const judgeName = (judge) =>
  judge === report.judge.digest && report.judge.model ? report.judge.model : shortened(judge, 12);
const release = (agent) => agent.slice(agent.lastIndexOf("@") + 1);
const family = (agent) => (agent.includes("@") ? agent.slice(0, agent.lastIndexOf("@")) : agent);

// Lines of one kind: the points of a line differ in `along` and in nothing else.
function lines(rows, along, rest) {
  const found = new Map();
  for (const row of rows) found.set(rest(row), [...(found.get(rest(row)) ?? []), row]);
  return [...found].filter(([, points]) => new Set(points.map(along)).size > 1);
}

function trendChart(label, series, steps, dash) {
  const names = series.map(([name]) => name);
  const points = series.flatMap(([name, rows]) =>
    rows.map((row) => ({ name, x: row.step, mean: row.mean ?? NaN })),
  );
  const scale = (range) => ({ domain: names, range: names.map((_, i) => range[i % range.length]) });
  return chart(label, (width) => ({
    height: 280,
    marginBottom: 44,
    x: {
      type: "point", domain: steps.map((_, i) => i), label: null,
      tickFormat: (i) => shortened(steps[i], Math.max(4, Math.floor(width / steps.length / 8))),
    },
    y: { ...unit, label: "mean score" },
    color: scale(SERIES),
    symbol: { ...scale(SYMBOLS), legend: true },
    marks: [
      Plot.line(points, { x: "x", y: "mean", z: "name", stroke: "name", strokeWidth: 2, strokeDasharray: dash, sort: "x" }),
      Plot.dot(points, { x: "x", y: "mean", stroke: "name", fill: "name", symbol: "name", r: 4.5 }),
    ],
  }));
}

const KINDS = [
  {
    title: "Rubric edits",
    says: "One line: the same responses of one agent version, the same judge; only the rubrics change.",
    along: (row) => row.commit,
    step: (row) => row.commit.slice(0, 7),
    rest: (row) => `${row.agent || "no agent named"} · judge ${judgeName(row.judge)}`,
    dash: null,
  },
  {
    title: "Agent versions",
    says: "One line: the releases of one agent under the newest rubrics and the same judge.",
    along: (row) => release(row.agent),
    step: (row) => release(row.agent),
    rest: (row) => `${family(row.agent)} · judge ${judgeName(row.judge)}`,
    newest: true,
    dash: "8 4",
  },
  {
    title: "Judge changes",
    says: "One line: the same responses under the newest rubrics; only the judge changes.",
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
  const names = keys.map((key) => kind.step(drawn.find((row) => kind.along(row) === key)));
  const shown = series.map(([name, found]) => [name, found.map((row) => ({ ...row, step: keys.indexOf(kind.along(row)) }))]);
  return [
    el("h3", {}, kind.title),
    el("p", { class: "soft" }, kind.says),
    shown.length
      ? trendChart(kind.title, shown, names, kind.dash)
      : el("p", { class: "empty" }, "Nothing of this kind changed here."),
  ];
}

function trendSection() {
  const all = data("trend").filter(
    (row) => filters.agent < 0 || row.agent === report.agents[filters.agent],
  );
  const rows = [...all].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  const columns = [["Commit", ""], ["Date", ""], ["Subject", ""], ["Agent", ""], ["Judge", ""], ["n", "n"], ["Mean score", "n"]];
  return section(
    "How the scores came here",
    el("p", { class: "soft" }, "Three kinds of line, since three things move a score. Recorded grades only; a gap is a mean that is not on record."),
    KINDS.map((kind) => trendKind(kind, rows)).flat(),
    el("h3", {}, "In numbers"),
    paged([...rows].reverse(), 50, ["row", "rows"], (some) =>
      table(
        "Mean scores by commit, agent and judge",
        columns,
        some.map((row) => [
          row.commit.slice(0, 12), row.date, row.subject, row.agent, judgeName(row.judge), whole(row.n), score(row.mean),
        ]),
      ),
    ),
  );
}
