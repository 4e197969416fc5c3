import { make, makeButton, part } from "../view/elements.js";

/**
 * @typedef {{label: string, keys?: string, isOn?: boolean, isChecked?: boolean,
 *     run: () => void}} MenuItem
 */

/** @type {HTMLElement | null} */
let opened = null;
/** @type {HTMLElement | null} */
let focusedBefore = null;

/**
 * Opens a menu over the page, by pointer or by keyboard (WAI-ARIA, menu pattern); one that was open
 * is closed.
 * @param {string} label
 * @param {MenuItem[]} items
 * @param {{x: number, y: number}} point pixels from the page's left top
 * @param {"column" | "row"} [way] how the items lie
 */
export function openMenu(label, items, point, way = "column") {
    closeMenu();
    const { activeElement } = document;
    focusedBefore = activeElement instanceof HTMLElement ? activeElement : null;
    const buttons = items.map(({ label, keys, isOn = true, isChecked, run }) => {
        const role = isChecked === undefined ? "menuitem" : "menuitemcheckbox";
        const button = makeButton({ text: label, role }, () => {
            closeMenu();
            run();
        });
        if (isChecked !== undefined) button.setAttribute("aria-checked", String(isChecked));
        button.disabled = !isOn;
        if (keys) button.append(make("kbd", { text: keys }));
        return button;
    });
    const element = make("div", { class: `menu ${way}`, role: "menu", label }, ...buttons);
    element.setAttribute("aria-orientation", way === "row" ? "horizontal" : "vertical");
    element.addEventListener("keydown", (event) => {
        if (!handleKey(event.key, buttons)) return;
        event.preventDefault();
        event.stopPropagation();
    });
    ignoreEarlierPress(element);
    const shade = make("div", { class: "shade" });
    shade.addEventListener("pointerdown", (event) => {
        event.preventDefault();
        closeMenu();
    });
    shade.addEventListener("contextmenu", (event) => event.preventDefault());
    opened = make("div", { class: "menus" }, shade, element);
    part("main").append(opened);
    const { width, height } = element.getBoundingClientRect();
    element.style.left = `${Math.max(0, Math.min(point.x, innerWidth - width - 8))}px`;
    element.style.top = `${Math.max(0, Math.min(point.y, innerHeight - height - 8))}px`;
    // With nothing to choose it still takes the keys that close it.
    element.tabIndex = -1;
    (buttons.find((button) => !button.disabled) ?? element).focus();
}

/** Closes the menu that is open, and gives the focus back. */
function closeMenu() {
    opened?.remove();
    opened = null;
    focusedBefore?.focus();
    focusedBefore = null;
}

/** Goes to another item, or closes the menu; whether the key is one of the menu's. */
function handleKey(/** @type {string} */ key, /** @type {HTMLButtonElement[]} */ buttons) {
    if (key === "Escape" || key === "Tab") {
        closeMenu();
        return true;
    }
    const able = buttons.filter((button) => !button.disabled);
    const place = able.findIndex((button) => button === document.activeElement);
    const next = new Map([
        ["ArrowDown", place + 1],
        ["ArrowRight", place + 1],
        ["ArrowUp", place - 1],
        ["ArrowLeft", place - 1],
        ["Home", 0],
        ["End", -1],
    ]).get(key);
    if (next === undefined) return false;
    able[(next + able.length) % able.length]?.focus();
    return true;
}

/** The finger that opened a menu by a long press may be lifted above it, which chooses nothing. */
function ignoreEarlierPress(/** @type {HTMLElement} */ menu) {
    let isPressed = false;
    menu.addEventListener("pointerdown", () => {
        isPressed = true;
    });
    const choose = (/** @type {MouseEvent} */ event) => {
        // A keyboard or a screen reader presses without a pointer: its click counts none.
        if (event.detail > 0 && !isPressed) event.stopPropagation();
    };
    menu.addEventListener("click", choose, { capture: true });
}
