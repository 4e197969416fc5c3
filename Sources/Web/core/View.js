/**
 * @typedef {import("../sdk/emojiart-sync.js").EmojiID} EmojiID
 * @typedef {import("../sdk/emojiart-sync.js").Emoji} Emoji
 * @typedef {import("../sdk/emojiart-sync.js").Change} Change
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
