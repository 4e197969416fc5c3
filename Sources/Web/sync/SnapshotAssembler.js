import { Document } from "../model/Document.js";
import { Emoji } from "../model/Emoji.js";
import { Limits } from "../model/Limits.js";

/** @typedef {import("../wire/readServerMessage.js").SnapshotPart} SnapshotPart */

/** Puts the parts of a snapshot together (SM5, SY24). */
export class SnapshotAssembler {
    /** @type {SnapshotPart[]} */
    #parts = [];
    #count = 0;

    /**
     * Takes the next part; false when it is not the next one, or one emoji too many.
     * @param {SnapshotPart} part
     */
    append(part) {
        this.#count += part.emojis.length;
        if (part.part !== this.#parts.length || this.#count > Limits.emojisMax) return false;
        this.#parts.push(part);
        return true;
    }

    /**
     * The document and its header, once the last part was taken; null when an emoji stands twice.
     */
    take() {
        const parts = this.#parts;
        this.#parts = [];
        this.#count = 0;
        const header = /** @type {import("../wire/readServerMessage.js").SnapshotHeader} */ (
            parts[0]
        );
        const document = new Document();
        document.setStack(header.stackTop, header.stackBottom);
        document.setBackground(header.background);
        document.setCanvas(header.canvas);
        for (const { id, text, x, y, size, z } of parts.flatMap((part) => part.emojis)) {
            if (document.emojis.has(id)) return null;
            document.put(new Emoji(id, text, x, y, size, z));
        }
        return { document, header };
    }
}
