/** A document as the core has told of it. */
export class View {
    /** @type {Map<EmojiID, Emoji>} in no order that means something */
    emojis = new Map();
    /** @type {string | null} an address, or `image:` and the digest of what the server keeps */
    background = null;
    /** @type {{width: number, height: number} | null} null for no bounds */
    canvas = null;

    /**
     * Takes in what the core tells, which writes six values for each emoji that it puts.
     * @returns {Change}
     */
    take(/** @type {any} */ { removed = [], put: values = [], background, canvas, members }) {
        /** @type {NonNullable<Change["put"]>} */
        const put = [];
        for (const id of removed) this.emojis.delete(id);
        for (let at = 0; at < values.length; at += 6) {
            const above = values[at + 5];
            const emoji = {
                id: values[at],
                text: values[at + 1],
                x: values[at + 2],
                y: values[at + 3],
                size: values[at + 4],
                above: above === false ? undefined : above,
            };
            this.emojis.set(emoji.id, emoji);
            put.push(emoji);
        }
        if (background !== undefined) this.background = background;
        if (canvas !== undefined) this.canvas = canvas;
        return { removed, put, background, canvas, members };
    }
}
