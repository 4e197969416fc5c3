/**
 * @typedef {import("./Editor.js").Editor} Editor
 * @typedef {import("../view/Stage.js").Stage} Stage
 * @typedef {import("../model/Emoji.js").Emoji} Emoji
 * @typedef {import("../model/emojiID.js").EmojiID} EmojiID
 */

/**
 * The emoji that the keyboard is at: Tab goes through all in reading order, and a screen reader is
 * told of each (A11y-1, A11y-3).
 */
export class Reader {
    /** @type {EmojiID | null} */
    #active = null;

    /**
     * @param {HTMLElement} canvas
     * @param {Stage} stage
     * @param {Editor} editor
     * @param {(text: string) => void} say
     */
    constructor(canvas, stage, editor, say) {
        this.canvas = canvas;
        this.stage = stage;
        this.editor = editor;
        this.say = say;
    }

    /** The emoji that the keyboard is at, if it is still there. */
    get active() {
        return this.#active === null ? undefined : this.editor.document.emojis.get(this.#active);
    }

    /**
     * Goes on to the next emoji, or the one before; false at the end, where the focus goes on.
     * @param {1 | -1} step
     */
    step(step) {
        const order = this.#readingOrder();
        const place = order.findIndex(({ id }) => id === this.#active);
        const next = place < 0 ? (step > 0 ? 0 : order.length - 1) : place + step;
        const emoji = order[next];
        this.#goTo(emoji);
        return emoji !== undefined;
    }

    /**
     * Goes to the nearest emoji in a direction.
     * @param {number} dx -1, 0 or 1, right
     * @param {number} dy -1, 0 or 1, up
     */
    go(dx, dy) {
        const from = this.active ?? { id: null, x: 0, y: 0 };
        /** @type {Emoji | undefined} */
        let best;
        let least = Infinity;
        for (const emoji of this.editor.document.emojis.values()) {
            const along = (emoji.x - from.x) * dx + (emoji.y - from.y) * dy;
            const aside = Math.abs((emoji.x - from.x) * dy) + Math.abs((emoji.y - from.y) * dx);
            const distance = along + 2 * aside;
            if (emoji.id === from.id || along <= 0 || distance >= least) continue;
            best = emoji;
            least = distance;
        }
        if (best) this.#goTo(best);
    }

    /** Selects the emoji that the keyboard is at, or takes it out of the selection. */
    toggle() {
        const emoji = this.active;
        if (!emoji) return;
        this.editor.toggle(emoji.id);
        const isSelected = this.editor.selection.includes(emoji.id);
        const count = this.editor.selection.length;
        this.say(`${emoji.text} ${isSelected ? "selected" : "not selected"}, ${count} selected`);
    }

    /** @param {Emoji | undefined} emoji */
    #goTo(emoji) {
        this.#active = emoji?.id ?? null;
        this.stage.setActive(this.#active);
        if (!emoji) return this.canvas.removeAttribute("aria-activedescendant");
        const element = this.stage.elementOf(emoji.id);
        if (element) {
            element.id = `emoji-${emoji.id.replace(".", "-")}`;
            this.canvas.setAttribute("aria-activedescendant", element.id);
        }
        const { visible } = this.stage.viewport;
        const isSeen =
            emoji.x >= visible.left &&
            emoji.x <= visible.right &&
            emoji.y >= visible.bottom &&
            emoji.y <= visible.top;
        if (!isSeen) this.stage.viewport = this.stage.viewport.centred(emoji);
        const order = this.#readingOrder();
        const place = order.indexOf(emoji) + 1;
        const isSelected = this.editor.selection.includes(emoji.id);
        this.say(`${emoji.text}, ${place} of ${order.length}${isSelected ? ", selected" : ""}`);
    }

    /** From the top down, and along each row as wide as an emoji; O(n log n). */
    #readingOrder() {
        const row = (/** @type {Emoji} */ { y }) => -Math.round(y / 40);
        return [...this.editor.document.emojis.values()].sort(
            (left, right) => row(left) - row(right) || left.x - right.x,
        );
    }
}
