/**
 * @typedef {import("./Editor.js").Editor} Editor
 * @typedef {import("../view/Stage.js").Stage} Stage
 */

/** The own cursor as a laser pointer, until it is switched off (P11). */
export class Laser {
    /**
     * @param {Editor} editor
     * @param {Stage} stage
     * @param {(text: string) => void} say
     */
    constructor(editor, stage, say) {
        this.editor = editor;
        this.stage = stage;
        this.say = say;
        // The own cursor is drawn by nobody else: a frame is needed for the trail alone.
        stage.element.addEventListener("pointermove", () => {
            if (this.isOn) stage.refresh();
        });
    }

    get isOn() {
        return this.editor.replica.presence.signals.laser;
    }

    /** Switches it on, or off. */
    toggle() {
        this.set(!this.isOn);
    }

    /** @param {boolean} isOn */
    set(isOn) {
        if (isOn === this.isOn) return;
        this.editor.signal({ laser: isOn });
        this.stage.element.classList.toggle("points", isOn);
        this.stage.refresh();
        this.say(isOn ? "Laser pointer on" : "Laser pointer off");
    }
}
