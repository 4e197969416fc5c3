import { Activity } from "../sync/Activity.js";

/** Tells the others whether somebody is at this page (P3). */
export class ActivityWatch {
    #activity = new Activity(performance.now());
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;

    /** @param {import("./Editor.js").Editor} editor */
    constructor(editor) {
        this.editor = editor;
        for (const type of ["pointermove", "pointerdown", "keydown", "wheel"]) {
            addEventListener(type, () => this.#input(), { capture: true, passive: true });
        }
        document.addEventListener("visibilitychange", () => {
            this.#activity.setHidden(document.hidden, performance.now());
            this.#look();
        });
        this.#look();
    }

    #input() {
        this.#activity.input(performance.now());
        // The timer that runs finds that its time has not come: a mouse that moves sets none.
        if (this.editor.replica.presence.signals.activity !== "active") this.#look();
    }

    #look() {
        clearTimeout(this.#timer);
        const now = performance.now();
        this.editor.signal({ activity: this.#activity.at(now) });
        const next = this.#activity.changesAt(now);
        if (next !== null) this.#timer = setTimeout(() => this.#look(), next - now);
    }
}
