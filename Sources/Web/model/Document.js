import { Checksum, Digest } from "./Digest.js";
import { compareDrawing } from "./Emoji.js";

/** @typedef {import("./Emoji.js").Emoji} Emoji */
/** @typedef {import("./emojiID.js").EmojiID} EmojiID */
/** @typedef {{width: number, height: number}} Canvas bounds about the centre */

/**
 * A canvas: emojis, a background, and bounds if it has some.
 *
 * It changes only by `apply` (apply.js), which is pure: the same operations in the same order make
 * the same document on the server and in every client. `checksum` proves it.
 */
export class Document {
    /**
     * The emojis by id.
     * @type {Map<EmojiID, Emoji>}
     */
    emojis = new Map();
    /**
     * The URL of what is drawn below all emojis.
     * @type {string | null}
     */
    background = null;
    /**
     * The bounds, if there are some.
     * @type {Canvas | null}
     */
    canvas = null;
    /** The highest z ever given: no z is given twice. */
    stackTop = 0;
    /** The lowest z ever given. */
    stackBottom = 0;
    /**
     * The highest counter that each client has used.
     * @type {Map<number, number>}
     */
    counters = new Map();
    /** The rolling checksum of all that is drawn. */
    checksum = Checksum.zero;
    /**
     * The emojis in drawing order, as long as it holds.
     * @type {Emoji[] | null}
     */
    #order = null;

    /** A document of its own that is as this one. O(emojis). */
    copy() {
        const copy = new Document();
        copy.emojis = new Map(this.emojis);
        copy.counters = new Map(this.counters);
        copy.background = this.background;
        copy.canvas = this.canvas;
        copy.stackTop = this.stackTop;
        copy.stackBottom = this.stackBottom;
        copy.checksum = this.checksum;
        copy.#order = this.#order;
        return copy;
    }

    /** The emojis in drawing order, the lowest first. O(n log n) after a change of it. */
    get drawingOrder() {
        this.#order ??= [...this.emojis.values()].sort(compareDrawing);
        return this.#order;
    }

    // Every change goes through these, so that the checksum cannot be forgotten.

    /**
     * Puts an emoji in, or in the place of the one with its id.
     * @param {Emoji} emoji
     */
    put(emoji) {
        const before = this.emojis.get(emoji.id);
        if (before) this.checksum = this.checksum.minus(before.digest);
        this.checksum = this.checksum.plus(emoji.digest);
        this.emojis.set(emoji.id, emoji);
        const counter = this.counters.get(emoji.client) ?? 0;
        if (emoji.counter > counter) this.counters.set(emoji.client, emoji.counter);
        this.#order = null;
    }

    /**
     * Takes an emoji out.
     * @param {EmojiID} id
     */
    remove(id) {
        const emoji = this.emojis.get(id);
        if (!emoji) return;
        this.checksum = this.checksum.minus(emoji.digest);
        this.emojis.delete(id);
        this.#order = null;
    }

    /** @param {string | null} url */
    setBackground(url) {
        this.#replace(backgroundDigest(this.background), backgroundDigest(url));
        this.background = url;
    }

    /** @param {Canvas | null} canvas */
    setCanvas(canvas) {
        this.#replace(canvasDigest(this.canvas), canvasDigest(canvas));
        this.canvas = canvas;
    }

    /**
     * Widens the range of z keys in use so that it holds `z`.
     * @param {number} z
     */
    widenStack(z) {
        this.setStack(Math.max(this.stackTop, z), Math.min(this.stackBottom, z));
    }

    /**
     * @param {number} top
     * @param {number} bottom
     */
    setStack(top, bottom) {
        if (top === this.stackTop && bottom === this.stackBottom) return;
        this.#replace(stackDigest(this.stackTop, this.stackBottom), stackDigest(top, bottom));
        this.stackTop = top;
        this.stackBottom = bottom;
    }

    /**
     * @param {Checksum} before
     * @param {Checksum} after
     */
    #replace(before, after) {
        this.checksum = this.checksum.minus(before).plus(after);
    }
}

/**
 * CK5.
 * @param {string | null} url
 */
const backgroundDigest = (url) =>
    url === null ? Checksum.zero : new Digest().word(2).text(url).value;

/**
 * CK5.
 * @param {Canvas | null} canvas
 */
const canvasDigest = (canvas) =>
    canvas === null
        ? Checksum.zero
        : new Digest().word(3).word(canvas.width).word(canvas.height).value;

/**
 * CK6.
 * @param {number} top
 * @param {number} bottom
 */
const stackDigest = (top, bottom) =>
    top === 0 && bottom === 0
        ? Checksum.zero
        : new Digest().word(4).integer(top).integer(bottom).value;
