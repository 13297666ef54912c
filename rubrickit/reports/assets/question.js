// One question: its tree, the responses behind a leaf, and the heat map.

const VERDICTS = {
    P: ["pass", "pass"],
    F: ["fail", "fail"],
    U: ["open", "unjudged"],
    "-": ["none", "does not apply"],
};
const ROW = [
    "id",
    "agent",
    "sample",
    "created",
    "score",
    "ungated",
    "result",
    "met",
    "leaves",
    "text",
    "reasons",
];

function loaded(question) {
    question.detail ??= data(`question-${question.index}`);
    question.responses ??= question.detail.responses.map((row) =>
        Object.fromEntries(ROW.map((name, i) => [name, row[i]])),
    );
    return question;
}

function responsesOf(question) {
    return loaded(question).responses.filter(
        (response) =>
            (filters.agent < 0 || response.agent === filters.agent) &&
            (!filters.failing || response.leaves.includes("F")) &&
            (!filters.pending || response.result === "pending"),
    );
}

const reasonOf = (response, leaf) =>
    (response.reasons ?? []).find(([index]) => index === leaf)?.[1] ?? "";

const verdict = (letter) =>
    chip(VERDICTS[letter][0], `${letter} ${VERDICTS[letter][1]}`);

const scoreOf = (response) =>
    response.ungated !== null && response.ungated !== response.score
        ? `${score(response.score)} (${score(response.ungated)} but for a gate)`
        : score(response.score);

const RESULTS = {
    pass: "scored",
    fail: "gate closed",
    pending: "pending",
    not_applicable: "does not apply",
};

function responseText(response) {
    if (!response.text) return soft("Its text is left out of this page.");
    return el(
        "details",
        { open: response.text.length < 600 },
        el("summary", {}, "Response"),
        el("p", { class: "answer" }, response.text),
    );
}

function responseHead(response) {
    const result =
        response.result === "pass"
            ? "kind"
            : response.result === "fail"
              ? "fail"
              : "open";
    return el(
        "header",
        {},
        el("b", {}, response.id),
        ` ${agentName(response.agent)} · sample ${response.sample} · `,
        `score ${scoreOf(response)} `,
        chip(result, RESULTS[response.result]),
        response.created ? el("small", {}, ` ${response.created}`) : "",
    );
}

// The responses behind one leaf, those that failed it first.
function leafDetail(question, node) {
    const index = question.detail.leaf_paths.indexOf(node.path);
    const order = (response) => "FUP-".indexOf(response.leaves[index]);
    const found = [...responsesOf(question)].sort((a, b) => order(a) - order(b));
    const agents = node.by_agent
        .map((entry, i) => [agentName(i), entry])
        .filter(([, entry]) => entry)
        .map(([name, [rate, n]]) => [name, measured(rate), whole(n)]);
    return [
        el("h3", { tabindex: "-1" }, node.path),
        el("p", { class: "answer" }, node.text),
        table(
            "Pass rate by agent",
            ["Agent", figure("Pass rate"), figure("n")],
            agents,
        ),
        paged(found, 10, ["response", "responses"], (some) =>
            el(
                "div",
                {},
                some.map((response) =>
                    el(
                        "article",
                        { class: "response" },
                        responseHead(response),
                        verdict(response.leaves[index]),
                        reasonOf(response, index)
                            ? el("blockquote", {}, reasonOf(response, index))
                            : soft("No reason is on record."),
                        responseText(response),
                    ),
                ),
            ),
        ),
    ];
}

function responseDetail(question, response) {
    const rows = question.detail.leaf_paths.map((path, index) => [
        path,
        verdict(response.leaves[index]),
        reasonOf(response, index),
    ]);
    return [
        el("h3", { tabindex: "-1" }, response.id),
        el(
            "article",
            { class: "response" },
            responseHead(response),
            responseText(response),
        ),
        table("Its verdicts", ["Leaf", "Verdict", "Reason"], rows),
    ];
}

function heatRow(question, response, show) {
    const cells = [...response.leaves].map((letter, index) =>
        el(
            "td",
            {
                class: `cell ${VERDICTS[letter][0]}`,
                title: `${question.detail.leaf_paths[index]}: ${VERDICTS[letter][1]}`,
            },
            letter,
        ),
    );
    const open = () => show(responseDetail(question, response));
    return el(
        "tr",
        {},
        el(
            "th",
            { scope: "row" },
            el("button", { type: "button", class: "link", click: open }, response.id),
        ),
        el("td", {}, agentName(response.agent)),
        el("td", { class: "n" }, score(response.score)),
        cells,
    );
}

// A leaf's own id is enough where no other leaf has it.
function leafNames(paths) {
    const ids = paths.map((path) => path.split("/").at(-1));
    return paths.map((path, index) =>
        ids.indexOf(ids[index]) === ids.lastIndexOf(ids[index]) ? ids[index] : path,
    );
}

function heatMap(question, show) {
    const paths = question.detail.leaf_paths;
    const heads = leafNames(paths).map((name, index) =>
        el(
            "th",
            { scope: "col", class: "turned", title: paths[index] },
            el("span", {}, name),
        ),
    );
    const head = ["Response", "Agent", "Score"].map((title) =>
        el("th", { scope: "col" }, title),
    );
    const legend = Object.entries(VERDICTS).map(([letter, [kind, word]]) =>
        chip(kind, `${letter} ${word}`),
    );
    return [
        el("p", { class: "legend" }, legend),
        paged(responsesOf(question), 50, ["response", "responses"], (some) =>
            scrolling(
                "Verdicts by response and leaf",
                el(
                    "table",
                    { class: "heat" },
                    el("caption", {}, "Verdicts by response and leaf"),
                    el("thead", {}, el("tr", {}, head, heads)),
                    el(
                        "tbody",
                        {},
                        some.map((response) => heatRow(question, response, show)),
                    ),
                ),
            ),
        ),
    ];
}

function leafNamed(nodes, path) {
    for (const node of nodes) {
        if (node.path === path && !node.children.length) return node;
        const found = leafNamed(node.children, path);
        if (found) return found;
    }
    return null;
}

// The questions before and after this one, of those that the filters leave.
function turns(question) {
    const order = listed();
    const here = order.indexOf(question);
    const before = order[here - 1];
    const after = here < 0 ? order[0] : order[here + 1];
    const link = (to, word) =>
        to ? el("span", {}, `${word} `, questionLink(to)) : el("span");
    return el(
        "nav",
        { class: "turns", "aria-label": "Questions" },
        link(before, "Before:"),
        link(after, "Next:"),
    );
}

// Where responses and reasons open: `show` fills it, and closing leads back to `item`.
function detailPanel() {
    const label = "Responses and reasons";
    const panel = el("aside", { class: "detail", "aria-label": label });
    const show = (content, item) => {
        const close = () => {
            panel.replaceChildren();
            if (item) focusItem(item);
        };
        panel.replaceChildren(
            el("button", { type: "button", class: "close", click: close }, "Close"),
            ...content,
        );
        panel.onkeydown = (event) => event.key === "Escape" && close();
        panel.querySelector("h3").focus();
        panel.scrollIntoView({ block: "nearest" });
    };
    return [panel, show];
}

function choose(item) {
    for (const other of document.querySelectorAll("[aria-selected=true]"))
        other.setAttribute("aria-selected", "false");
    item?.setAttribute("aria-selected", "true");
}

function questionHead(question) {
    const totals = ofAgent(question);
    return section(
        question.id,
        el("p", { class: "asked" }, question.text),
        totals
            ? cards(totals)
            : el("p", { class: "empty" }, "This agent has no response here."),
        soft(`Weighting: ${question.weighting}.`),
    );
}

function questionPage(question, path) {
    const { nodes } = loaded(question).detail;
    const [panel, show] = detailPanel();
    const open = (node, item) => {
        choose(item);
        show(leafDetail(question, node), item);
    };
    const leaf = path && leafNamed(nodes, path);
    if (leaf) requestAnimationFrame(() => open(leaf, null));
    return [
        turns(question),
        questionHead(question),
        section(
            "What it is graded by",
            soft("Choose a check to read the responses and the judge's reasons."),
            el("div", { class: "split" }, tree(nodes, open), panel),
        ),
        section("Responses and checks", heatMap(question, show)),
    ];
}
