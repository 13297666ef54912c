// The overview: totals in their parts, agents, and questions x agents.

const PARTS = [
  "n", "scored", "met", "requirements", "required", "additional", "gates", "pending", "mean",
];
const parts = (row) => row && Object.fromEntries(PARTS.map((name, i) => [name, row[i]]));

const questions = report.questions.map((row, index) => ({
  index,
  id: row[0],
  text: row[1],
  weighting: row[2],
  totals: parts(row[3]),
  byAgent: row[4].map(parts),
}));

const agentName = (index) => report.agents[index] || "no agent named";
const ofAgent = (entry) =>
  filters.agent < 0 ? entry.totals : entry.byAgent[filters.agent];
const failing = (t) => t.met < t.requirements || t.gates > 0;

function wanted(question) {
  const totals = ofAgent(question);
  const text = `${question.id} ${question.text}`.toLowerCase();
  return (
    totals !== null &&
    text.includes(filters.search.toLowerCase()) &&
    (!filters.failing || failing(totals)) &&
    (!filters.pending || totals.pending > 0)
  );
}

const questionLink = (question, leaf = "") =>
  el(
    "a",
    { href: `#question/${encodeURIComponent(question.id)}${leaf && `/${encodeURIComponent(leaf)}`}` },
    leaf || question.id,
  );

const met = (t) => (t.requirements ? `${whole(t.met)} of ${whole(t.requirements)}` : "-");

const PART_COLUMNS = [
  ["Responses", "n"], ["Requirements met", "n"], ["Required share", "n"],
  ["Additional share", "n"], ["Gates closed", "n"], ["Pending", "n"], ["Mean score", "n"],
];

const partCells = (t) => [
  whole(t.n),
  el("b", {}, met(t)),
  measured(t.required),
  measured(t.additional),
  t.gates ? chip("fail", `✕ ${whole(t.gates)}`) : "0",
  t.pending ? chip("open", `? ${whole(t.pending)}`) : "0",
  `${score(t.mean)} (of ${whole(t.scored)})`,
];

function cards(t) {
  const card = (title, value, detail, kind = "") =>
    el(
      "div",
      { class: `card ${kind}` },
      el("dt", {}, title),
      el("dd", {}, el("b", {}, value), el("small", {}, detail)),
    );
  const tone = t.requirements && t.met === t.requirements ? "good" : "";
  return el(
    "dl",
    { class: "cards" },
    card("Requirements met", met(t), "responses that meet every requirement", tone),
    card("Required share", score(t.required), "of required checks passed"),
    card("Additional share", score(t.additional), "of additional checks passed"),
    card("Gates closed", whole(t.gates), "responses that failed a gate", t.gates ? "bad" : ""),
    card("Pending", whole(t.pending), "responses without a score yet", t.pending ? "wait" : ""),
    card("Mean score", score(t.mean), `over ${whole(t.scored)} of ${count(t.n, "response")}`),
  );
}

// One cell of questions x agents: the requirements first, and never a number alone.
function partsCell(t) {
  if (!t) return el("span", { class: "soft" }, "-");
  const tone = !t.requirements ? "" : t.met === t.requirements ? "pass" : t.met ? "" : "fail";
  return el(
    "div",
    { class: "parts" },
    el("b", { class: tone }, `${met(t)} met`),
    bar(t.required),
    el("span", {}, `required ${score(t.required)}`),
    el("span", {}, `additional ${score(t.additional)}`),
    t.gates ? chip("fail", `✕ ${count(t.gates, "gate")} closed`) : "",
    t.pending ? chip("open", `? ${whole(t.pending)} pending`) : "",
  );
}

function matrix() {
  const agents = filters.agent < 0 ? report.agents.map((_, i) => i) : [filters.agent];
  const columns = [["Question", ""]];
  if (filters.agent < 0) columns.push(["All agents", ""]);
  for (const index of agents) columns.push([agentName(index), ""]);
  return paged(questions.filter(wanted), 50, ["question", "questions"], (some) => {
    const rows = some.map((question) => [
      [questionLink(question), el("small", {}, shortened(question.text, 120))],
      ...(filters.agent < 0 ? [partsCell(question.totals)] : []),
      ...agents.map((index) => partsCell(question.byAgent[index])),
    ]);
    const found = table("Questions by agent", columns, rows);
    found.classList.add("matrix");
    found.firstChild.className = "";
    return found;
  });
}

function overview() {
  const rows = report.agents
    .map((_, index) => [agentName(index), parts(report.by_agent[index])])
    .filter(([, totals]) => totals);
  const current =
    filters.agent < 0 ? parts(report.totals) : parts(report.by_agent[filters.agent]);
  return [
    section(
      "Where the scores stand",
      current ? cards(current) : "",
      el(
        "p",
        { class: "note" },
        "A modest share with every requirement met is a good result: additional checks " +
          "reward what goes beyond it.",
      ),
      el("ul", { class: "notes" }, report.notes.map((note) => el("li", {}, note))),
    ),
    section(
      "Agents",
      agentsChart(rows),
      table(
        "Agents in numbers",
        [["Agent", ""], ...PART_COLUMNS],
        rows.map(([name, totals]) => [name, ...partCells(totals)]),
      ),
    ),
    section("Questions", matrix()),
  ];
}
