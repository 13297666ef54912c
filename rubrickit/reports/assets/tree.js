// A question's tree: failing first, moved through with the arrow keys.

const worst = (node) => rateOf(node).rate ?? 2;

function rateOf(node) {
    if (filters.agent < 0) return { rate: node.pass_rate, n: node.n };
    const [rate, n] = node.by_agent[filters.agent] ?? [null, 0];
    return { rate, n };
}

function kept(node) {
    if (node.children.length) return node.children.some(kept);
    const { rate } = rateOf(node);
    if (filters.failing && !(rate !== null && rate < 1)) return false;
    return !filters.pending || node.unjudged > 0;
}

function marks(node) {
    return [
        node.gate ? chip("gate", "gate", "its failure fails the response") : "",
        node.tier ? chip(node.tier, node.tier) : "",
        node.kind === "branch" ? "" : chip("kind", node.kind),
        node.expect === false ? chip("kind", "expects no") : "",
        node.when ? chip("kind", `when ${shortened(node.when, 60)}`, node.when) : "",
        node.unjudged ? chip("open", `? ${whole(node.unjudged)} unjudged`) : "",
    ];
}

const LABELS = [
    ["pass_pass", "pass/pass", "same"],
    ["pass_fail", "pass/fail", "apart"],
    ["fail_pass", "fail/pass", "apart"],
    ["fail_fail", "fail/fail", "same"],
];

function labelCounts(node) {
    if (!node.labels) return "";
    return el(
        "span",
        { class: "labels" },
        el("span", { class: "soft" }, "judge/people"),
        LABELS.map(([key, title, kind]) =>
            chip(kind, `${title} ${whole(node.labels[key])}`),
        ),
    );
}

function nodeRow(node) {
    const { rate, n } = rateOf(node);
    const kind = rate === null ? "none" : rate < 1 ? "fail" : "pass";
    return el(
        "div",
        { class: `row ${kind}` },
        el(
            "span",
            { class: "what" },
            el("b", { class: "id" }, node.id),
            " ",
            marks(node),
            node.text ? el("span", { class: "text" }, node.text) : "",
            labelCounts(node),
        ),
        el("span", { class: "figure" }, el("small", {}, "weight"), node.weight),
        el("span", { class: "figure" }, el("small", {}, "share"), score(node.share)),
        el(
            "span",
            { class: "figure rate" },
            el("small", {}, "pass rate"),
            measured(rate),
            el("small", {}, `n ${whole(n)}`),
        ),
    );
}

function treeItem(node, level, open) {
    const branch = node.children.length > 0;
    const item = el(
        "li",
        {
            role: "treeitem",
            tabindex: "-1",
            "aria-level": String(level),
            "aria-expanded": branch ? "true" : null,
            "aria-selected": "false",
            "data-path": node.path,
        },
        nodeRow(node),
    );
    item.firstChild.addEventListener("click", () => {
        focusItem(item);
        if (branch) toggle(item);
        else open(node, item);
    });
    item.openLeaf = branch ? null : () => open(node, item);
    if (branch) item.append(group(node.children, level + 1, open));
    return item;
}

function group(nodes, level, open) {
    const sorted = nodes.filter(kept).sort((a, b) => worst(a) - worst(b));
    return el(
        "ul",
        { role: "group" },
        sorted.map((node) => treeItem(node, level, open)),
    );
}

function toggle(item, to) {
    const expanded = to ?? item.getAttribute("aria-expanded") !== "true";
    item.setAttribute("aria-expanded", String(expanded));
}

function focusItem(item) {
    if (!item) return;
    for (const other of item.closest("[role=tree]").querySelectorAll("[tabindex='0']"))
        other.tabIndex = -1;
    item.tabIndex = 0;
    item.focus();
}

const shownItems = (tree) =>
    [...tree.querySelectorAll("[role=treeitem]")].filter(
        (item) => !item.parentElement.closest("[aria-expanded=false]"),
    );

function arrow(tree, event) {
    const item = event.target.closest("[role=treeitem]");
    const items = shownItems(tree);
    const here = items.indexOf(item);
    const expanded = item.getAttribute("aria-expanded");
    const act = {
        ArrowDown: () => focusItem(items[here + 1]),
        ArrowUp: () => focusItem(items[here - 1]),
        Home: () => focusItem(items[0]),
        End: () => focusItem(items[items.length - 1]),
        ArrowRight: () => {
            if (expanded === "false") toggle(item, true);
            else if (expanded) focusItem(item.querySelector("[role=treeitem]"));
        },
        ArrowLeft: () => {
            if (expanded === "true") toggle(item, false);
            else focusItem(item.parentElement.closest("[role=treeitem]"));
        },
        Enter: () => (item.openLeaf ? item.openLeaf() : toggle(item)),
        " ": () => (item.openLeaf ? item.openLeaf() : toggle(item)),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
}

// `open` is called with a leaf that was clicked, or on which Enter was pressed.
function tree(nodes, open) {
    const root = group(nodes, 1, open);
    root.setAttribute("role", "tree");
    root.setAttribute("aria-label", "The rubric's nodes, failing first");
    root.classList.add("tree");
    root.addEventListener("keydown", (event) => arrow(root, event));
    if (root.firstChild) root.firstChild.tabIndex = 0;
    return root.firstChild
        ? root
        : el("p", { class: "empty" }, "No node matches the filters.");
}
