import { keyName } from "./actions.js";

/**
 * @typedef {import("./actions.js").Action} Action
 * @typedef {import("./Editor.js").Editor} Editor
 * @typedef {import("./CanvasControl.js").CanvasControl} CanvasControl
 * @typedef {import("./Following.js").Following} Following
 * @typedef {import("./Laser.js").Laser} Laser
 * @typedef {import("./PaletteStrip.js").PaletteStrip} PaletteStrip
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

/**
 * Keys do everything that pointers can do, wherever the focus is, except where it takes keys
 * itself.
 */
export class KeyControl {
    /** How far a held arrow has moved the selection: one edit when it is let go. */
    #nudge = { dx: 0, dy: 0 };

    /**
     * @param {HTMLElement} canvas
     * @param {Action[]} actions
     * @param {Editor} editor
     * @param {CanvasControl} control
     * @param {Reader} reader
     * @param {{following: Following, laser: Laser, palette: PaletteStrip}} modes what Escape ends
     */
    constructor(canvas, actions, editor, control, reader, { following, laser, palette }) {
        this.canvas = canvas;
        this.actions = actions;
        this.editor = editor;
        this.control = control;
        this.reader = reader;
        this.following = following;
        this.laser = laser;
        this.palette = palette;
        document.addEventListener("keydown", (event) => this.#down(event));
        document.addEventListener("keyup", (event) => this.#up(event));
        addEventListener("blur", () => this.#endNudge());
    }

    /** @param {KeyboardEvent} event */
    #down(event) {
        if (event.defaultPrevented || isTaken(event.target)) return;
        const step = arrows.get(event.key);
        if (step) return this.#arrow(step, event);
        // On another part of the page these three keys are the browser's.
        if (event.target === this.canvas && this.#stepOrToggle(event)) return;
        if (event.key === "Escape") return this.#escape(event);
        const name = keyName(event);
        const action = this.actions.find(({ keys }) => keys.includes(name));
        if (action) this.#run(action, event);
    }

    /** @param {KeyboardEvent} event */
    #escape(event) {
        this.#nudge = { dx: 0, dy: 0 };
        if (this.control.cancel() || this.#cancelNudge() || this.#leave()) {
            return event.preventDefault();
        }
        this.editor.select([]);
    }

    /**
     * Tab goes from emoji to emoji; Space and Enter select the one that it is at.
     * @returns {boolean} whether it was one of these keys
     * @param {KeyboardEvent} event
     */
    #stepOrToggle(event) {
        switch (event.key) {
            case "Tab":
                if (this.reader.step(event.shiftKey ? -1 : 1)) event.preventDefault();
                return true;
            case " ":
                event.preventDefault();
                this.control.holdsSpace = true;
                if (!event.repeat) this.reader.toggle();
                return true;
            case "Enter":
                this.reader.toggle();
                return true;
        }
        return false;
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

    /** Stops following, pointing with the laser or placing; whether there was one of them. */
    #leave() {
        const { following, laser, palette } = this;
        if (following.member !== null) following.follow(null);
        else if (laser.isOn) laser.set(false);
        else if (palette.isPicked) palette.pick(null);
        else return false;
        return true;
    }

    #cancelNudge() {
        if (!this.editor.replica.presence.gesture) return false;
        this.editor.cancelGesture();
        return true;
    }
}

/**
 * Fields, dialogs and menus take the keys themselves. A dialog that was just closed may keep the
 * focus for a moment, and takes none.
 * @param {EventTarget | null} target the element with the focus
 */
export const isTaken = (target) =>
    target instanceof Element &&
    target.closest("dialog:not([open])") === null &&
    target.closest("input, textarea, select, dialog, .menu") !== null;
