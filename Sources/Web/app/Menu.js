import { make, makeButton, part } from "./elements.js";

/**
 * @typedef {{label: string, keys?: string, isOn?: boolean, isChecked?: boolean,
 *     run: () => void}} MenuItem
 * @typedef {{x: number, y: number}} Point pixels from the page's left top
 */

/** A menu over the page, by pointer or by keyboard (WAI-ARIA, menu pattern). */
export class Menu {
    /** @type {HTMLElement | null} */
    #element = null;
    /** @type {HTMLElement | null} */
    #before = null;

    /**
     * Opens a menu at a point; one that was open is closed.
     * @param {string} label
     * @param {MenuItem[]} items
     * @param {Point} point
     * @param {"column" | "row"} [way] how the items lie
     */
    open(label, items, point, way = "column") {
        this.close();
        const { activeElement } = document;
        this.#before = activeElement instanceof HTMLElement ? activeElement : null;
        const buttons = items.map(({ label, keys, isOn = true, isChecked, run }) => {
            const role = isChecked === undefined ? "menuitem" : "menuitemcheckbox";
            const button = makeButton({ text: label, role }, () => {
                this.close();
                run();
            });
            if (isChecked !== undefined) button.setAttribute("aria-checked", String(isChecked));
            button.disabled = !isOn;
            if (keys) button.append(make("kbd", { text: keys }));
            return button;
        });
        const element = make("div", { class: `menu ${way}`, role: "menu", label }, ...buttons);
        element.setAttribute("aria-orientation", way === "row" ? "horizontal" : "vertical");
        element.addEventListener("keydown", (event) => this.#key(event, buttons));
        ignoreEarlierPress(element);
        const shade = make("div", { class: "shade" });
        shade.addEventListener("pointerdown", (event) => {
            event.preventDefault();
            this.close();
        });
        shade.addEventListener("contextmenu", (event) => event.preventDefault());
        const whole = make("div", { class: "menus" }, shade, element);
        part("main").append(whole);
        const { width, height } = element.getBoundingClientRect();
        element.style.left = `${Math.max(0, Math.min(point.x, innerWidth - width - 8))}px`;
        element.style.top = `${Math.max(0, Math.min(point.y, innerHeight - height - 8))}px`;
        this.#element = whole;
        // With nothing to choose it still takes the keys that close it.
        element.tabIndex = -1;
        (buttons.find((button) => !button.disabled) ?? element).focus();
    }

    /** Closes the menu, and gives the focus back. */
    close() {
        this.#element?.remove();
        this.#element = null;
        this.#before?.focus();
        this.#before = null;
    }

    /**
     * @param {KeyboardEvent} event
     * @param {HTMLButtonElement[]} buttons
     */
    #key(event, buttons) {
        const able = buttons.filter((button) => !button.disabled);
        const place = able.findIndex((button) => button === document.activeElement);
        const goTo = (/** @type {number} */ next) => {
            able[(next + able.length) % able.length]?.focus();
        };
        switch (event.key) {
            case "ArrowDown":
            case "ArrowRight":
                goTo(place + 1);
                break;
            case "ArrowUp":
            case "ArrowLeft":
                goTo(place - 1);
                break;
            case "Home":
                goTo(0);
                break;
            case "End":
                goTo(able.length - 1);
                break;
            case "Escape":
            case "Tab":
                this.close();
                break;
            default:
                return;
        }
        event.preventDefault();
        event.stopPropagation();
    }
}

/**
 * The finger that opened a menu by a long press may be lifted above it, which chooses nothing.
 * @param {HTMLElement} menu
 */
function ignoreEarlierPress(menu) {
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
