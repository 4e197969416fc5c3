import { longPressTime } from "../gestures/GestureRecogniser.js";

/** @typedef {{class?: string, text?: string, label?: string, role?: string}} Look */

/**
 * A part of the page that must be there.
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {HTMLElement}
 */
export function part(selector, within = document) {
    const found = within.querySelector(selector);
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
 * Makes a choice among options.
 * @param {string} label
 * @param {HTMLOptionElement[]} options
 * @param {string} value the one that is chosen
 */
export function makeSelect(label, options, value) {
    const select = make("select", { label }, ...options);
    select.value = value;
    return select;
}

/**
 * Has the person choose a file.
 * @param {string} accept the kinds that are offered
 * @param {(file: File) => void} take
 */
export function chooseFile(accept, take) {
    const input = make("input", { type: "file", accept });
    input.addEventListener("change", () => {
        const file = input.files?.[0];
        if (file) take(file);
    });
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
 * @param {HTMLElement} button
 * @param {() => void} run
 */
export function onLongPress(button, run) {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
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
