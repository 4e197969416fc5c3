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
