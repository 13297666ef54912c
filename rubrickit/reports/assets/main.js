// The page: its sections, the filters, the address, and the keys.

const main = document.getElementById("main");
const island = (name) => document.getElementById(`data-${name}`) !== null;

const SECTIONS = [
    ["overview", "Overview", overview, true],
    ["delta", "What the edit did", () => [deltaSection()], island("delta")],
    ["agents", "Two agents", comparison, island("comparison")],
    ["failed", "Fails most", () => [failedSection()], true],
    ["trend", "Trend", () => [trendSection()], true],
    ["slices", "Slices", () => [slicesSection()], true],
].filter(([, , , there]) => there);

// What the report was asked for comes first.
const FIRST = SECTIONS.some(([name]) => name === report.kind)
    ? report.kind
    : "overview";

function address() {
    const [place, ...rest] = location.hash.slice(1).split("/");
    try {
        return [
            place || FIRST,
            ...rest.map(decodeURIComponent),
        ];
    } catch {
        return ["overview"]; // a hand-typed address with a stray `%`
    }
}

function content([place, id, leaf]) {
    if (place === "question") {
        const question = questions.find((each) => each.id === id);
        if (question) return questionPage(question, leaf);
        return [
            section(
                "No such question",
                el("p", {}, "This report has no question of that name."),
            ),
        ];
    }
    const found = SECTIONS.find(([name]) => name === place) ?? SECTIONS[0];
    return found[2]();
}

function show() {
    const [place] = address();
    for (const link of document.querySelectorAll("#sections a")) {
        if (link.getAttribute("href") === `#${place}`) {
            link.setAttribute("aria-current", "page");
            link.parentElement.scrollLeft = link.offsetLeft - 48;
        } else link.removeAttribute("aria-current");
    }
    main.replaceChildren(...content(address()));
}

function header() {
    const { version, judge } = report;
    document.title = `rubrickit: ${version.ref || version.commit || "report"}`;
    const commit = version.commit ? ` · ${version.commit.slice(0, 12)}` : "";
    document.getElementById("about").textContent =
        `${version.ref}${commit} · judged by ${judge.model || judge.kind} · ` +
        `${count(report.questions.length, "question")}, ${count(report.totals[0], "response")}`;
    document.getElementById("tool").textContent = report.tool;
    document
        .getElementById("sections")
        .append(
            ...SECTIONS.map(([name, title]) => el("a", { href: `#${name}` }, title)),
        );
}

function controls() {
    const agent = document.getElementById("agent");
    agent.append(
        el("option", { value: "-1" }, "All agents"),
        ...report.agents.map((_, index) =>
            el("option", { value: String(index) }, agentName(index)),
        ),
    );
    const read = () => {
        filters.search = document.getElementById("search").value;
        filters.agent = Number(agent.value);
        filters.order = document.getElementById("order").value;
        filters.failing = document.getElementById("failing").checked;
        filters.pending = document.getElementById("pending").checked;
        show();
    };
    document.getElementById("filters").addEventListener("input", read);
    document
        .getElementById("filters")
        .addEventListener("submit", (event) => event.preventDefault());
    document.getElementById("theme").addEventListener("change", (event) => {
        document.documentElement.dataset.theme = event.target.value;
    });
}

document.addEventListener("keydown", (event) => {
    const typing = event.target.matches?.("input, select, textarea");
    if (event.key === "/" && !typing) {
        event.preventDefault();
        document.getElementById("search").focus();
    }
});

window.addEventListener("hashchange", () => {
    show();
    main.focus({ preventScroll: true });
    window.scrollTo(0, 0);
});

// Paper has no tabs: it gets every section, after the question that is open.
window.addEventListener("beforeprint", () => {
    const open = address()[0] === "question" ? content(address()) : [];
    main.replaceChildren(...open, ...SECTIONS.flatMap(([, , made]) => made()));
    for (const holder of main.querySelectorAll(".chart")) holder.draw();
});
window.addEventListener("afterprint", show);

header();
controls();
show();
document.documentElement.dataset.ready = String(Math.round(performance.now()));
