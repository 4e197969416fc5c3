import { makeButton, onLongPress, part } from "./elements.js";
import { makeIcon } from "./icons.js";

/**
 * @typedef {import("./actions.js").Action} Action
 * @typedef {import("./Editor.js").Editor} Editor
 * @typedef {import("./Menu.js").Menu} Menu
 */

/** The actions that have a button beside the canvas. */
const shown = ["undo", "redo", "delete", "bigger", "smaller", "zoomIn", "zoomOut", "fit"];

/** Operations as people know them, where that is another word. */
const words = new Map([
    ["scale", "resize"],
    ["background", "set background"],
    ["canvas", "set bounds"],
    ["replace", "restore"],
]);

/** The buttons beside the canvas: each is an action that a key and a menu have, too. */
export class Tools {
    /** @type {{button: HTMLButtonElement, action: Action}[]} */
    #buttons;

    /**
     * @param {Action[]} actions
     * @param {Editor} editor
     * @param {Menu} menu
     */
    constructor(actions, editor, menu) {
        this.editor = editor;
        this.menu = menu;
        this.#buttons = actions
            .filter(({ id }) => shown.includes(id))
            .map((action) => {
                const { label, keys, id } = action;
                const button = makeButton({ label }, () => {
                    if (action.isOn(this.editor)) action.run();
                });
                button.append(makeIcon(id));
                button.dataset.action = id;
                button.title = keys.length > 0 ? `${label} (${keyText(keys[0])})` : label;
                return { button, action };
            });
        part(".tools").append(...this.#buttons.map(({ button }) => button));
        for (const { button, action } of this.#buttons) {
            if (!["undo", "redo"].includes(action.id)) continue;
            onLongPress(button, () => this.#openHistory(button));
        }
    }

    /**
     * What would be undone and redone, by name (L15-2).
     * @param {HTMLElement} button
     */
    #openHistory(button) {
        const { right, top } = button.getBoundingClientRect();
        const items = this.#buttons
            .filter(({ action }) => ["undo", "redo"].includes(action.id))
            .map(({ button, action }) => {
                const isOn = action.isOn(this.editor);
                const label = isOn ? button.title : `Nothing to ${action.id}`;
                return { label, isOn, run: action.run };
            });
        this.menu.open("History", items, { x: right, y: top });
    }

    /** Shows what can be done now. What needs a selection is there only with one (O21-2). */
    show() {
        for (const { button, action } of this.#buttons) {
            const isOn = action.isOn(this.editor);
            const isOfSelection = ["delete", "bigger", "smaller"].includes(action.id);
            button.hidden = isOfSelection && !isOn;
            // One that is disabled would get no long press, which tells why (L15-2).
            button.setAttribute("aria-disabled", String(!isOn));
        }
        const { undo, redo } = this.editor.replica.names;
        this.#name("undo", "Undo", undo);
        this.#name("redo", "Redo", redo);
    }

    /**
     * @param {string} id
     * @param {string} label
     * @param {string | undefined} operation what would be taken or brought back (L15-2)
     */
    #name(id, label, operation) {
        const found = this.#buttons.find(({ action }) => action.id === id);
        const text = operation ? `${label} ${words.get(operation) ?? operation}` : label;
        found?.button.setAttribute("aria-label", text);
        if (found) found.button.title = text;
    }
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/**
 * A key as people know it.
 * @param {string} name as `keyName` writes it
 */
export const keyText = (name) => name.replace("Mod", isMac ? "⌘" : "Ctrl");
