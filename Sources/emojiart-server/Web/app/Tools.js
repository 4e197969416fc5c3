import { makeButton, part } from "./elements.js";
import { makeIcon } from "./icons.js";

/**
 * @typedef {import("./actions.js").Action} Action
 * @typedef {import("./Editor.js").Editor} Editor
 */

/** The actions that have a button beside the canvas. */
const shown = ["undo", "redo", "delete", "bigger", "smaller", "zoomIn", "zoomOut", "fit"];

/** The buttons beside the canvas: each is an action that a key and a menu have, too. */
export class Tools {
    /** @type {{button: HTMLButtonElement, action: Action}[]} */
    #buttons;

    /**
     * @param {Action[]} actions
     * @param {Editor} editor
     */
    constructor(actions, editor) {
        this.editor = editor;
        this.#buttons = actions
            .filter(({ id }) => shown.includes(id))
            .map((action) => {
                const { label, keys, id } = action;
                const button = makeButton({ label }, () => action.run());
                button.append(makeIcon(id));
                button.dataset.action = id;
                button.title = keys.length > 0 ? `${label} (${keyText(keys[0])})` : label;
                return { button, action };
            });
        part(".tools").append(...this.#buttons.map(({ button }) => button));
    }

    /** Shows what can be done now. What needs a selection is there only with one (O21-2). */
    show() {
        for (const { button, action } of this.#buttons) {
            const isOn = action.isOn(this.editor);
            const isOfSelection = ["delete", "bigger", "smaller"].includes(action.id);
            button.hidden = isOfSelection && !isOn;
            button.disabled = !isOn;
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
        const text = operation ? `${label} ${operation}` : label;
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
