// The overview: totals in their parts, agents, and questions x agents.

const PARTS = [
    "n",
    "scored",
    "met",
    "requirements",
    "required",
    "additional",
    "gates",
    "pending",
    "mean",
    "rate",
    "verdicts",
    "unjudged",
];
const parts = (row) =>
    row && Object.fromEntries(PARTS.map((name, i) => [name, row[i]]));

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
    return (
        totals !== null &&
        sought(`${question.id} ${question.text}`) &&
        (!filters.failing || failing(totals)) &&
        (!filters.pending || totals.pending > 0)
    );
}

// What asks for attention first: unmet requirements, closed gates, low shares.
const share = (t) => (t.requirements ? t.met / t.requirements : 2);
const need = (question) => {
    const t = ofAgent(question);
    return [share(t), -t.gates, t.required ?? 2, t.mean ?? 2];
};

function byNeed(one, other) {
    const [a, b] = [need(one), need(other)];
    const apart = a.findIndex((value, index) => value !== b[index]);
    return apart < 0 ? 0 : a[apart] - b[apart];
}

function listed() {
    const found = questions.filter(wanted);
    return filters.order === "need" ? found.sort(byNeed) : found;
}

function questionLink(question, leaf = "") {
    const path = [question.id, leaf].filter(Boolean).map(encodeURIComponent).join("/");
    return el("a", { href: `#question/${path}` }, leaf || question.id);
}

const met = (t) =>
    t.requirements ? `${whole(t.met)} of ${whole(t.requirements)}` : "-";

const PART_COLUMNS = [
    figure("Responses"),
    figure("Requirements met"),
    figure("Required share"),
    figure("Additional share"),
    figure("Gates closed"),
    figure("Pending"),
    figure("Mean score"),
    figure("Pass rate"),
];

const partCells = (t) => [
    whole(t.n),
    el("b", {}, met(t)),
    measured(t.required),
    measured(t.additional),
    t.gates ? chip("fail", `✕ ${whole(t.gates)}`) : "0",
    t.pending ? chip("open", `? ${whole(t.pending)}`) : "0",
    `${score(t.mean)} (of ${whole(t.scored)})`,
    `${score(t.rate)} (of ${whole(t.verdicts)})`,
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
        card(
            "Gates closed",
            whole(t.gates),
            "responses that failed a gate",
            t.gates ? "bad" : "",
        ),
        card(
            "Pending",
            whole(t.pending),
            "responses without a score yet",
            t.pending ? "wait" : "",
        ),
        card(
            "Mean score",
            score(t.mean),
            `over ${whole(t.scored)} of ${count(t.n, "response")}`,
        ),
        card(
            "Pass rate",
            score(t.rate),
            `of ${count(t.verdicts, "verdict")}, ${whole(t.unjudged)} open`,
        ),
    );
}

// One cell of questions x agents: the requirements first, and never a number alone.
function partsCell(t) {
    if (!t) return el("span", { class: "soft" }, "-");
    const tone = !t.requirements
        ? ""
        : t.met === t.requirements
          ? "pass"
          : t.met
            ? ""
            : "fail";
    return el(
        "div",
        { class: "parts" },
        el("b", { class: tone }, t.requirements ? `${met(t)} met` : "not settled"),
        t.required === null ? "" : bar(t.required),
        el("span", {}, `required ${score(t.required)}`),
        el("span", {}, `additional ${score(t.additional)}`),
        t.gates ? chip("fail", `✕ ${count(t.gates, "gate")} closed`) : "",
        t.pending ? chip("open", `? ${whole(t.pending)} pending`) : "",
    );
}

function matrix() {
    const agents = filters.agent < 0 ? report.agents.map((_, i) => i) : [filters.agent];
    const columns = ["Question"];
    if (filters.agent < 0) columns.push("All agents");
    for (const index of agents) columns.push(agentName(index));
    return paged(listed(), 50, ["question", "questions"], (some) => {
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
        filters.agent < 0
            ? parts(report.totals)
            : parts(report.by_agent[filters.agent]);
    return [
        section(
            "Where the scores stand",
            current ? cards(current) : "",
            el("p", { class: "note" }, report.notes[0]),
            el(
                "ul",
                { class: "notes" },
                report.notes.slice(1).map((note) => el("li", {}, note)),
            ),
            report.ungraded.length
                ? soft(`Without responses: ${report.ungraded.join(", ")}.`)
                : "",
        ),
        section(
            "Agents",
            agentsChart(rows),
            table(
                "Agents in numbers",
                ["Agent", ...PART_COLUMNS],
                rows.map(([name, totals]) => [name, ...partCells(totals)]),
            ),
        ),
        section("Questions", matrix()),
    ];
}
