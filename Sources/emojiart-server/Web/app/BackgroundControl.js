import { imageURL } from "../model/imageURL.js";
import { ask } from "./Dialog.js";
import { part } from "./elements.js";

/**
 * @typedef {import("./Editor.js").Editor} Editor
 * @typedef {import("../view/Stage.js").Stage} Stage
 */

/** Sets the background, and says what becomes of it: by address, drop or paste. */
export class BackgroundControl {
    #state = part(".background-state");

    /**
     * @param {HTMLElement} canvas
     * @param {Editor} editor
     * @param {Stage} stage
     * @param {{fit: () => void, alert: (text: string) => void}} page
     */
    constructor(canvas, editor, stage, page) {
        this.editor = editor;
        this.stage = stage;
        this.page = page;
        stage.background.onChange = () => this.#show();
        canvas.addEventListener("dragover", (event) => {
            if (!event.dataTransfer) return;
            event.preventDefault();
            event.dataTransfer.dropEffect = "copy";
        });
        canvas.addEventListener("drop", (event) => {
            event.preventDefault();
            const data = event.dataTransfer;
            // Only the first usable item counts (L11-4).
            this.take(data?.getData("text/uri-list") || data?.getData("text/plain") || "");
        });
    }

    /**
     * Sets the background that a text stands for; whether it stands for one.
     * @param {string} text
     */
    take(text) {
        const url = imageURL(text);
        if (url !== null) this.editor.setBackground(url);
        return url !== null;
    }

    /** Asks for an address; none takes the background away. */
    ask() {
        const { background } = this.editor.document;
        ask("Background", "Address of a picture", background ?? "", (text) => {
            if (text === "") {
                if (background !== null) this.editor.setBackground(null);
                return null;
            }
            return this.take(text) ? null : "An address begins with http, https or data:image.";
        });
    }

    /** What is being fetched, or has failed; the emojis stay as they are (L12-3, L14-2). */
    #show() {
        const { state, url } = this.stage.background;
        this.#state.hidden = state === "none" || state === "found";
        const name = (url ?? "").slice(0, 80);
        this.#state.textContent =
            state === "fetching" ? "Fetching the background…" : `No background: ${name}`;
        this.#state.dataset.state = state;
        if (state === "found") this.page.fit();
        if (state === "failed") this.page.alert(`The background cannot be fetched: ${name}`);
    }
}
