/**
 * @typedef {string} EmojiID `"<client>.<counter>"`: who made it, and that client's own count
 * @typedef {{id: EmojiID, text: string, x: number, y: number, size: number}} Emoji
 *
 * An emoji that is new or changed; `above` is there when it has another place in the drawing order:
 * right below that emoji, below the one before it in the list for 0, or on top for null.
 * @typedef {Emoji & {above?: EmojiID | 0 | null}} Put
 *
 * What is otherwise than it was, the topmost emojis first.
 * @typedef {{removed?: EmojiID[], put?: Put[], background?: string | null,
 *     canvas?: {width: number, height: number} | null}} Change
 */

/** A document as the core has told of it. */
export class View {
    /** @type {Map<EmojiID, Emoji>} in no order that means something */
    emojis = new Map();
    /** @type {string | null} an address, or `image:` and the digest of what the server keeps */
    background = null;
    /** @type {{width: number, height: number} | null} null for no bounds */
    canvas = null;

    /** @param {Change} change */
    take({ removed = [], put = [], background, canvas }) {
        for (const id of removed) this.emojis.delete(id);
        for (const emoji of put) this.emojis.set(emoji.id, emoji);
        if (background !== undefined) this.background = background;
        if (canvas !== undefined) this.canvas = canvas;
    }
}
