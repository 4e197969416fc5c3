import { FileError, readEmojiArt } from "../files/readEmojiArt.js";
import { pictureOf } from "../files/pictures.js";
import { isDrawing } from "../model/background.js";
import { Limits } from "../model/Limits.js";
import { make } from "./elements.js";

/**
 * @typedef {import("./Editor.js").Editor} Editor
 */

/** Bytes of a file that is worth reading: 100,000 emojis and a picture are below. */
const bytesMax = 32 << 20;

/** Brings files into the document: dropped on the canvas, or chosen. */
export class ImportControl {
    /**
     * @param {HTMLElement} canvas
     * @param {Editor} editor
     * @param {import("./BackgroundControl.js").BackgroundControl} background
     * @param {{fit: () => void, say: (text: string) => void, alert: (text: string) => void}} page
     */
    constructor(canvas, editor, background, page) {
        this.editor = editor;
        this.background = background;
        this.page = page;
        canvas.addEventListener("drop", (event) => {
            const file = event.dataTransfer?.files[0];
            if (file) void this.#take(file);
        });
    }

    /** Has the person choose a file. */
    choose() {
        const input = make("input");
        input.type = "file";
        input.accept = ".emojiart,application/json";
        input.addEventListener("change", () => {
            const file = input.files?.[0];
            if (file) void this.#take(file);
        });
        input.click();
    }

    /** @param {File} file */
    async #take(file) {
        const { editor, background, page } = this;
        if (file.type.startsWith("image/")) return background.upload(file);
        if (file.size > bytesMax) return page.alert(`${file.name} is too large.`);
        try {
            const { background: url, emojis } = readEmojiArt(await file.text());
            if (url !== null) await this.#setBackground(url);
            const added = editor.add(emojis);
            page.say(`${added.length} of ${emojis.length} emojis imported`);
            page.fit();
        } catch (error) {
            if (!(error instanceof FileError)) throw error;
            page.alert(`${file.name}: ${error.message}`);
        }
    }

    /**
     * A picture that is too large for an address, or a drawing, is one for the server.
     * @param {string} url
     */
    async #setBackground(url) {
        const isLarge = url.length > Limits.backgroundBytesMax || isDrawing(url);
        const picture = isLarge ? pictureOf(url) : null;
        if (picture) await this.background.upload(picture);
        else this.editor.setBackground(url);
    }
}
