import { Digest } from "./Digest.js";
import { clientOf, counterOf } from "./emojiID.js";

/** An emoji of a document. It never changes: a change makes another one under the same id. */
export class Emoji {
    /** @type {import("./Digest.js").Checksum | undefined} */
    #digest;

    /**
     * @param {import("./emojiID.js").EmojiID} id who it is
     * @param {string} text one emoji, at most 64 bytes
     * @param {number} x canvas units right of the centre, an integer
     * @param {number} y canvas units above the centre, an integer
     * @param {number} size canvas units, 1 to 10,000
     * @param {number} z the key of the drawing order, an integer
     */
    constructor(id, text, x, y, size, z) {
        this.id = id;
        this.client = clientOf(id);
        this.counter = counterOf(id);
        this.text = text;
        this.x = x;
        this.y = y;
        this.size = size;
        this.z = z;
    }

    /**
     * The emoji elsewhere.
     * @param {number} x
     * @param {number} y
     */
    at(x, y) {
        return new Emoji(this.id, this.text, x, y, this.size, this.z);
    }

    /**
     * The emoji in another size.
     * @param {number} size
     */
    sized(size) {
        return new Emoji(this.id, this.text, this.x, this.y, size, this.z);
    }

    /**
     * The emoji at another place of the drawing order.
     * @param {number} z
     */
    stacked(z) {
        return new Emoji(this.id, this.text, this.x, this.y, this.size, z);
    }

    /** Its part of the document's checksum (CK4). */
    get digest() {
        this.#digest ??= new Digest()
            .word(1)
            .word(this.client)
            .word(this.counter)
            .text(this.text)
            .word(this.x)
            .word(this.y)
            .word(this.size)
            .integer(this.z).value;
        return this.#digest;
    }
}

/**
 * Drawing order: (z, id) ascending, the last on top.
 * @param {Emoji} left
 * @param {Emoji} right
 */
export const compareDrawing = (left, right) =>
    left.z - right.z || left.client - right.client || left.counter - right.counter;
