import { keyName } from "./actions.js";

/**
 * @typedef {import("./actions.js").Action} Action
 * @typedef {import("./Editor.js").Editor} Editor
 * @typedef {import("./CanvasControl.js").CanvasControl} CanvasControl
 * @typedef {import("./Reader.js").Reader} Reader
 */

/** Where an arrow key goes: document units right and up. */
const arrows = new Map([
    ["ArrowLeft", { dx: -1, dy: 0 }],
    ["ArrowRight", { dx: 1, dy: 0 }],
    ["ArrowUp", { dx: 0, dy: 1 }],
    ["ArrowDown", { dx: 0, dy: -1 }],
]);
/** Units of a step with Shift held. */
const largeStep = 10;
/** Pixels that an arrow pans when nothing is selected. */
const panStep = 40;

/** What keys do while the canvas has the focus: everything that pointers can do, too. */
export class KeyControl {
    /** How far a held arrow has moved the selection: one edit when it is let go. */
    #nudge = { dx: 0, dy: 0 };

    /**
     * @param {HTMLElement} canvas
     * @param {Action[]} actions
     * @param {Editor} editor
     * @param {CanvasControl} control
     * @param {Reader} reader
     */
    constructor(canvas, actions, editor, control, reader) {
        this.actions = actions;
        this.editor = editor;
        this.control = control;
        this.reader = reader;
        canvas.addEventListener("keydown", (event) => this.#down(event));
        canvas.addEventListener("keyup", (event) => this.#up(event));
        canvas.addEventListener("blur", () => this.#endNudge());
        document.addEventListener("keydown", (event) => this.#everywhere(event));
    }

    /**
     * Undo and redo also work when the focus is elsewhere, but not where a text has its own.
     * @param {KeyboardEvent} event
     */
    #everywhere(event) {
        if (event.defaultPrevented || isTyping(event.target)) return;
        const name = keyName(event);
        const action = this.actions.find(({ keys }) => keys.includes(name));
        if (action && (action.id === "undo" || action.id === "redo")) this.#run(action, event);
    }

    /** @param {KeyboardEvent} event */
    #down(event) {
        const step = arrows.get(event.key);
        if (step) return this.#arrow(step, event);
        switch (event.key) {
            case "Tab":
                if (this.reader.step(event.shiftKey ? -1 : 1)) event.preventDefault();
                return;
            case "Escape":
                this.#nudge = { dx: 0, dy: 0 };
                if (!this.control.cancel() && !this.#cancelNudge()) this.editor.select([]);
                return;
            case " ":
                event.preventDefault();
                this.control.holdsSpace = true;
                if (!event.repeat) this.reader.toggle();
                return;
            case "Enter":
                return this.reader.toggle();
        }
        const name = keyName(event);
        const action = this.actions.find(({ keys }) => keys.includes(name));
        if (action) this.#run(action, event);
    }

    /** @param {KeyboardEvent} event */
    #up(event) {
        if (event.key === " ") this.control.holdsSpace = false;
        if (arrows.has(event.key)) this.#endNudge();
    }

    /**
     * @param {Action} action
     * @param {KeyboardEvent} event
     */
    #run(action, event) {
        event.preventDefault();
        this.#endNudge();
        if (action.isOn(this.editor)) action.run();
    }

    /**
     * @param {{dx: number, dy: number}} step
     * @param {KeyboardEvent} event
     */
    #arrow({ dx, dy }, event) {
        event.preventDefault();
        if (event.ctrlKey || event.metaKey) return this.reader.go(dx, dy);
        const { editor, control } = this;
        if (editor.selection.length === 0) {
            const { stage } = control;
            stage.viewport = stage.viewport.panned(-dx * panStep, dy * panStep);
            return;
        }
        const length = event.shiftKey ? largeStep : 1;
        this.#nudge = { dx: this.#nudge.dx + dx * length, dy: this.#nudge.dy + dy * length };
        editor.dragBy(editor.selection, this.#nudge.dx, this.#nudge.dy);
    }

    #endNudge() {
        if (this.#nudge.dx === 0 && this.#nudge.dy === 0) return;
        this.#nudge = { dx: 0, dy: 0 };
        this.editor.endGesture();
    }

    #cancelNudge() {
        if (!this.editor.replica.presence.gesture) return false;
        this.editor.cancelGesture();
        return true;
    }
}

/** @param {EventTarget | null} target */
const isTyping = (target) =>
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
