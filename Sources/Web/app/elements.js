import { longPressTime } from "../gestures/GestureRecogniser.js";

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
 * @param {{class?: string, text?: string, label?: string, role?: string}} [look]
 * @param {...Node} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, look = {}, ...children) {
    const element = document.createElement(tag);
    if (look.class) element.className = look.class;
    if (look.text !== undefined) element.textContent = look.text;
    if (look.label) element.setAttribute("aria-label", look.label);
    if (look.role) element.setAttribute("role", look.role);
    element.append(...children);
    return element;
}

/**
 * Makes a button that does something.
 * @param {{class?: string, text?: string, label?: string, role?: string}} look
 * @param {() => void} run
 */
export function makeButton(look, run) {
    const button = make("button", look);
    button.type = "button";
    button.addEventListener("click", run);
    return button;
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
