import { longPressTime } from "../gestures/GestureRecogniser.js";

/** The fonts that have emojis, those of the platforms first. */
export const emojiFonts =
    "Apple Color Emoji, Segoe UI Emoji, Noto Color Emoji, sans-serif";
const isPresentation = /\p{Emoji_Presentation}/u;

/** Lines on a square of 24 by 24, by the id of what they stand for. */
const lens = "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 21 21M8 10.5h5";
const paths = new Map([
    ["undo", "M8 6 3 11l5 5M3 11h11a6 6 0 0 1 6 6v1"],
    ["redo", "m16 6 5 5-5 5m5-5H10a6 6 0 0 0-6 6v1"],
    ["delete", "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13"],
    ["bigger", "M12 5v14M5 12h14"],
    ["smaller", "M5 12h14"],
    ["zoomIn", `${lens}M10.5 8v5`],
    ["zoomOut", lens],
    ["fit", "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5"],
    ["history", "M12 4a8 8 0 1 1-7.4 5M4 4v5h5M12 8v4l3 2"],
    ["documents", "M4 6h16M4 12h16M4 18h16"],
    ["rename", "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3"],
    ["close", "m6 6 12 12M18 6 6 18"],
]);

const namespace = "http://www.w3.org/2000/svg";

/** @typedef {{class?: string, text?: string, label?: string, role?: string}} Look */

/** A number of edits in words. */
export const countText = (/** @type {number} */ count) =>
    count === 1 ? "1 edit" : `${count} edits`;

/** A part of the page that must be there. */
export function part(/** @type {string} */ selector) {
    const found = document.querySelector(selector);
    if (!(found instanceof HTMLElement)) throw new Error(`The page has no ${selector}.`);
    return found;
}

/**
 * Makes an element. Texts are text, whatever they hold: nothing that somebody wrote is markup.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Look & Partial<HTMLElementTagNameMap[Tag]>} [look] further ones are properties
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, look, ...children) {
    const { class: name, text, label, role, ...properties } = look ?? {};
    const element = document.createElement(tag);
    if (name) element.className = name;
    if (text !== undefined) element.textContent = text;
    if (label) element.setAttribute("aria-label", label);
    if (role) element.setAttribute("role", role);
    Object.assign(element, properties);
    element.append(...children);
    return element;
}

/**
 * Makes a button that does something.
 * @param {Look} look
 * @param {(event: MouseEvent) => void} run
 * @param {...Node} children
 */
export function makeButton(look, run, ...children) {
    const button = make("button", { ...look, type: "button" }, ...children);
    button.addEventListener("click", run);
    return button;
}

/**
 * A picture of what a button does. Drawn here: signs of a font are missing on one machine or
 * another.
 */
export function makeIcon(/** @type {string} */ id) {
    const path = document.createElementNS(namespace, "path");
    path.setAttribute("d", paths.get(id) ?? "");
    const icon = document.createElementNS(namespace, "svg");
    icon.setAttribute("viewBox", "0 0 24 24");
    icon.setAttribute("aria-hidden", "true");
    icon.classList.add("icon");
    icon.append(path);
    return icon;
}

/**
 * Makes a choice among values.
 * @param {string} label
 * @param {string[]} values
 * @param {string} chosen
 * @param {(value: string) => string} textOf what a value is called
 */
export function makeSelect(label, values, chosen, textOf = (value) => value) {
    const options = values.map((value) => make("option", { text: textOf(value), value }));
    const select = make("select", { label }, ...options);
    select.value = chosen;
    return select;
}

/**
 * Lets the person choose a file. The input stays in the page until then: a browser may discard an
 * input that is not in the page, and the chosen file with it.
 * @param {string} accept the kinds that are offered
 * @param {(file: File) => void} take
 */
export function chooseFile(accept, take) {
    const input = make("input", { type: "file", accept });
    input.hidden = true;
    input.addEventListener("cancel", () => input.remove());
    input.addEventListener("change", () => {
        input.remove();
        const file = input.files?.[0];
        if (file) take(file);
    });
    document.body.append(input);
    input.click();
}

/**
 * Takes out the elements that are not wanted any more.
 * @template Key
 * @param {Map<Key, {element: HTMLElement}>} shown
 * @param {{has: (key: Key) => boolean}} wanted
 */
export function removeOthers(shown, wanted) {
    for (const [key, { element }] of shown) {
        if (wanted.has(key)) continue;
        element.remove();
        shown.delete(key);
    }
}

/**
 * Has a button do something else by a long press, a right click, or an arrow up or down; such a
 * press is then no click (G6).
 */
export function onLongPress(/** @type {HTMLElement} */ button, /** @type {() => void} */ run) {
    let timer = 0;
    let hasRun = false;
    const start = (/** @type {Event} */ event) => {
        event.preventDefault();
        clearTimeout(timer);
        if (hasRun) return;
        hasRun = true;
        run();
    };
    button.addEventListener("pointerdown", (event) => {
        hasRun = false;
        // A mouse has another button for it.
        if (event.pointerType !== "mouse") timer = setTimeout(() => start(event), longPressTime);
    });
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
        button.addEventListener(name, () => clearTimeout(timer));
    }
    button.addEventListener("contextmenu", start);
    button.addEventListener("keydown", (event) => {
        hasRun = false;
        if (event.key === "ArrowUp" || event.key === "ArrowDown") start(event);
    });
    // Before the listeners of the button itself.
    button.addEventListener(
        "click",
        (event) => {
            if (hasRun) event.stopImmediatePropagation();
            hasRun = false;
        },
        { capture: true },
    );
}

/** Makes a function that asks for one frame at a time, in which `run` runs. */
export function onceAFrame(/** @type {() => void} */ run) {
    let isAsked = false;
    return () => {
        if (isAsked) return;
        isAsked = true;
        requestAnimationFrame(() => {
            isAsked = false;
            run();
        });
    };
}

/**
 * An emoji as it is drawn: a bare character that fonts may draw as a sign is asked to be drawn as
 * an emoji. The document keeps it as it is.
 */
export const displayText = (/** @type {string} */ text) =>
    isPresentation.test(text) || text.includes("\ufe0f") || text.includes("\u200d")
        ? text
        : `${text}\ufe0f`;

/**
 * Fills an element with a colour, its text in black or white, whichever is easier to read on that
 * (P1: at least 4.5 to 1).
 * @param {HTMLElement} element
 * @param {string} colour `#rrggbb`
 */
export function paint({ style }, colour) {
    const channels = [1, 3, 5].map((start) => {
        const value = parseInt(colour.slice(start, start + 2), 16) / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    const luminance = 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2];
    style.backgroundColor = colour;
    // Both contrasts are equal, and 4.58, at this luminance (WCAG 2.2, relative luminance).
    style.color = luminance > 0.179 ? "#000000" : "#ffffff";
}
