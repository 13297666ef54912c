// Reading the page's data, making elements, telling numbers. Texts only ever become
// text nodes or `title` and `aria-label`: nothing of others' is parsed as markup.
"use strict";

const data = (name) => {
    const island = document.getElementById(`data-${name}`);
    return island ? JSON.parse(island.textContent) : null;
};

const report = data("summary");
const filters = { search: "", agent: -1, failing: false, pending: false, order: "" };

const filtering = () =>
    Boolean(filters.search || filters.agent >= 0 || filters.failing || filters.pending);

const sought = (text) => text.toLowerCase().includes(filters.search.toLowerCase());

function el(tag, attributes = {}, ...children) {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (typeof value === "function") node.addEventListener(name, value);
        else if (value !== null && value !== undefined && value !== false)
            node.setAttribute(name, value === true ? "" : value);
    }
    node.append(
        ...children.flat(Infinity).filter((child) => child !== null && child !== ""),
    );
    return node;
}

// Halves go to the even digit, as in rubrickit's other formats. Only odd sixteenths
// are exact halves of a thousandth.
function fixed(value) {
    if (Number.isInteger(value * 16) && !Number.isInteger(value * 8)) {
        const below = Math.floor(value * 1000);
        return ((below % 2 ? below + 1 : below) / 1000).toFixed(3);
    }
    const text = value.toFixed(3);
    return text === "-0.000" ? "0.000" : text;
}

const score = (value) => (value === null || value === undefined ? "-" : fixed(value));
const whole = (value) => value.toLocaleString("en-US");
const count = (n, noun, many = `${noun}s`) => `${whole(n)} ${n === 1 ? noun : many}`;

function signed(value) {
    const text = score(value);
    return value > 0 && text !== "0.000" ? `+${text}` : text;
}

const shortened = (text, limit) =>
    text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;

// A bar beside its number, for the eye only: the number stands in the text.
function bar(value, kind = "pass") {
    const fill = el("i", { class: kind });
    fill.style.width = `${100 * value}%`;
    return el("span", { class: "bar", "aria-hidden": "true" }, fill);
}

const measured = (value) => [
    value === null ? "" : bar(value),
    el("b", {}, score(value)),
];

// Only what is too wide for its place is a stop for the keyboard.
const widths = new ResizeObserver((entries) => {
    for (const { target } of entries) {
        const stop = {
            tabindex: "0",
            role: "region",
            "aria-label": target.dataset.label,
        };
        const wide = target.scrollWidth > target.clientWidth;
        for (const [name, value] of Object.entries(stop))
            if (wide) target.setAttribute(name, value);
            else target.removeAttribute(name);
    }
});

function scrolling(label, ...children) {
    const holder = el("div", { class: "scroll", "data-label": label }, ...children);
    widths.observe(holder);
    return holder;
}

// A column is its title, or `figure(title)` where numbers stand in it.
const figure = (title) => [title, "n"];

function table(caption, titles, rows) {
    const columns = titles.map((title) => (Array.isArray(title) ? title : [title, ""]));
    const head = columns.map(([title, kind]) =>
        el("th", { scope: "col", class: kind }, title),
    );
    const body = rows.map((cells) =>
        el(
            "tr",
            {},
            cells.map((cell, index) => {
                const [title, kind] = columns[index];
                const attributes = { class: kind, "data-title": title };
                if (index === 0) attributes.scope = "row";
                return el(index ? "td" : "th", attributes, cell);
            }),
        ),
    );
    return scrolling(
        caption,
        el(
            "table",
            { class: "plain" },
            el("caption", {}, caption),
            el("thead", {}, el("tr", {}, head)),
            el("tbody", {}, body),
        ),
    );
}

// A page of `items` at a time; `shown` makes the element for some of them.
function paged(items, size, noun, shown) {
    const holder = el("div", { class: "paged" });
    const turn = (first) => {
        const last = Math.min(first + size, items.length);
        const step = (title, to, off) =>
            el(
                "button",
                { type: "button", disabled: off, click: () => turn(to) },
                title,
            );
        const pager = el(
            "p",
            { class: "pager" },
            step("Previous", first - size, first === 0),
            el(
                "span",
                { role: "status" },
                `${whole(first + 1)} to ${whole(last)} of ${count(items.length, ...noun)}`,
            ),
            step("Next", last, last === items.length),
        );
        holder.replaceChildren(
            shown(items.slice(first, last), first),
            items.length > size ? pager : "",
        );
    };
    const none = filtering() ? `No ${noun[1]} match the filters.` : `No ${noun[1]}.`;
    if (items.length) turn(0);
    else holder.append(el("p", { class: "empty" }, none));
    return holder;
}

// The space after it parts the words of two chips for who hears or copies them.
const chip = (kind, text, title) => [
    el("span", { class: `chip ${kind}`, title }, text),
    " ",
];

const soft = (text) => el("p", { class: "soft" }, text);

// A table that is not there where it would be empty.
const tableOfAny = (caption, titles, rows) =>
    rows.length ? table(caption, titles, rows) : "";

function section(title, ...children) {
    return el("section", {}, el("h2", {}, title), ...children);
}
