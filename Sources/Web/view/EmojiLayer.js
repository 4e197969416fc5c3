import { displayText, make } from "./elements.js";

/**
 * @typedef {{dx: number, dy: number, factor: number}} Transient what gestures in flight do to one
 * @typedef {{ids: EmojiID[], dx: number, dy: number}} Copies
 * @typedef {{element: HTMLElement, transient: Transient | undefined}} Shown
 */

const selected = "aria-selected";

/**
 * The emojis of a document as elements, in drawing order, within one element that pans and zooms.
 *
 * Elements and not pixels: a screen reader finds them, the platform draws them in its own font, and
 * panning moves one layer that is drawn already.
 */
export class EmojiLayer {
    /** @type {Map<EmojiID, Shown>} */
    #shown = new Map();
    /** @type {Map<EmojiID, Transient>} */
    #transients = new Map();
    /** @type {readonly EmojiID[]} */
    #selection = [];
    /** @type {{ids: EmojiID[], element: HTMLElement} | null} */
    #copies = null;

    /** @param {HTMLElement} world the element that pans and zooms */
    constructor(world) {
        this.world = world;
    }

    /** Shows where copies of emojis would come; null shows none any more. */
    showCopies(/** @type {Copies | null} */ copies) {
        if (copies?.ids !== this.#copies?.ids) {
            this.#copies?.element.remove();
            this.#copies = copies && { ids: copies.ids, element: this.#copy(copies.ids) };
        }
        if (!copies || !this.#copies) return;
        const { style } = this.#copies.element;
        style.transform = `translate(${copies.dx}px, ${-copies.dy}px)`;
    }

    /** @param {EmojiID[]} ids */
    #copy(ids) {
        const element = make("div", { class: "emojis copies", ariaHidden: "true" });
        for (const id of ids) {
            const shown = this.#shown.get(id);
            if (shown) element.append(shown.element.cloneNode(true));
        }
        this.world.after(element);
        return element;
    }

    /** @param {EmojiID} id */
    elementOf(id) {
        return this.#shown.get(id)?.element;
    }

    /** Draws what has changed. */
    take(/** @type {Change} */ { removed = [], put = [] }) {
        for (const id of removed) {
            this.elementOf(id)?.remove();
            this.#shown.delete(id);
        }
        /** @type {HTMLElement | null} */
        let last = null;
        for (const emoji of put) {
            const shown = this.#shown.get(emoji.id) ?? this.#make(emoji);
            this.#draw(shown.element, emoji);
            if (emoji.above !== undefined) {
                const above = emoji.above === 0 ? last : this.elementOf(emoji.above ?? "");
                this.world.insertBefore(shown.element, above ?? null);
            }
            last = shown.element;
        }
    }

    /**
     * Shows what gestures in flight do to emojis, and which are selected.
     * @param {Map<EmojiID, Transient>} transients what gestures in flight do to emojis
     * @param {readonly EmojiID[]} selection the own one, which a screen reader is told
     */
    show(transients, selection) {
        for (const id of this.#transients.keys()) {
            if (!transients.has(id)) this.#place(this.#shown.get(id), undefined);
        }
        for (const [id, transient] of transients) this.#place(this.#shown.get(id), transient);
        this.#transients = transients;
        if (selection === this.#selection) return;
        for (const id of this.#selection) this.elementOf(id)?.setAttribute(selected, "false");
        for (const id of selection) this.elementOf(id)?.setAttribute(selected, "true");
        this.#selection = selection;
    }

    /** @param {Emoji} emoji */
    #make({ id, text }) {
        const look = { class: "emoji", text: displayText(text), role: "option" };
        const element = make("span", { ...look, tabIndex: -1 });
        element.dataset.id = id;
        element.setAttribute(selected, String(this.#selection.includes(id)));
        /** @type {Shown} */
        const shown = { element, transient: undefined };
        this.#shown.set(id, shown);
        return shown;
    }

    /**
     * Shows what gestures do to an emoji: one in flight is lifted above the others, which need not
     * be drawn anew.
     */
    #place(/** @type {Shown | undefined} */ shown, /** @type {Transient | undefined} */ transient) {
        if (!shown || shown.transient === transient) return;
        shown.transient = transient;
        shown.element.style.transform = transient
            ? `translate(${transient.dx}px, ${-transient.dy}px) scale(${transient.factor})`
            : "";
    }

    #draw(/** @type {HTMLElement} */ element, /** @type {Emoji} */ { x, y, size }) {
        const left = x - size / 2;
        const top = -y - size / 2;
        // A glyph is about 1.25 times as wide as its font size, as in drawings (SVGFile.swift).
        element.style.fontSize = `${(8 * size) / 10}px`;
        // A float that takes no room: its margins make up for its size.
        element.style.margin = `${top}px ${-left - size}px ${-top - size}px ${left}px`;
    }
}
