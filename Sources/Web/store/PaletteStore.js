import { emojisIn } from "../core/module.js";

/**
 * @typedef {import("../core/module.js").Palette} Palette
 * @typedef {{palettes: Palette[], removed: Record<string, string[]>}} KeptPalettes what a browser
 *     keeps of a store
 */

/** @returns {Palette} what a store shows that would be empty: it never is (L11-12) */
const fallback = () => ({ id: "warning", name: "Warning", emojis: ["⚠️"] });

/**
 * The palettes of one store, in order, and the one that is shown.
 *
 * Plain data in, plain data out: who owns it keeps it and shows it.
 */
export class PaletteStore {
    #cursor = 0;
    /** @type {Palette[]} */
    #palettes;
    /** Emojis that were taken out of a palette, by its id: they can be put back (A6). */
    #removed;
    /**
     * The palette that was deleted last, and where it was: not kept.
     * @type {{palette: Palette, place: number} | null}
     */
    #deleted = null;

    /** @param {Partial<KeptPalettes> & {palettes: Palette[]}} kept */
    constructor({ palettes, removed = {} }) {
        this.#palettes = palettes.length > 0 ? palettes : [fallback()];
        this.#removed = removed;
    }

    /** All palettes; never none. */
    get palettes() {
        return this.#palettes;
    }

    /** The place of the one that is shown. */
    get cursor() {
        return Math.min(this.#cursor, this.#palettes.length - 1);
    }

    /** The one that is shown. */
    get current() {
        return this.#palettes[this.cursor];
    }

    /** @returns {KeptPalettes} what is to be kept */
    get kept() {
        return { palettes: this.#palettes, removed: this.#removed };
    }

    /**
     * Shows another palette; after the last comes the first (L11-10).
     * @param {number} place any whole number
     */
    goTo(place) {
        const count = this.#palettes.length;
        this.#cursor = ((place % count) + count) % count;
    }

    /** Puts a palette in; one with its id is moved and replaced, and never there twice (L13-4). */
    insert(/** @type {Palette} */ palette, /** @type {number} */ place = this.cursor) {
        const rest = this.#palettes.filter(({ id }) => id !== palette.id);
        const at = Math.min(Math.max(place, 0), rest.length);
        this.#palettes = [...rest.slice(0, at), palette, ...rest.slice(at)];
        this.#cursor = at;
    }

    /** Takes a palette out. */
    remove(/** @type {string} */ id) {
        const place = this.#palettes.findIndex((palette) => palette.id === id);
        if (place >= 0) this.#deleted = { palette: this.#palettes[place], place };
        const rest = this.#palettes.filter((palette) => palette.id !== id);
        this.#palettes = rest.length > 0 ? rest : [fallback()];
        delete this.#removed[id];
    }

    /** The palette that `undoRemove` would bring back; null for none. */
    get deleted() {
        return this.#deleted?.palette ?? null;
    }

    /** Brings the palette back that was deleted last. */
    undoRemove() {
        if (!this.#deleted) return;
        this.#dropFallback();
        this.insert(this.#deleted.palette, this.#deleted.place);
        this.#deleted = null;
    }

    /**
     * Brings back, behind the others, those of some palettes that are not there; shows the first.
     */
    restore(/** @type {Palette[]} */ palettes) {
        this.#dropFallback();
        const missing = this.missing(palettes);
        this.#cursor = missing.length > 0 ? this.#palettes.length : this.#cursor;
        this.#palettes = [...this.#palettes, ...missing];
    }

    /** Those of some palettes that are not there. */
    missing(/** @type {Palette[]} */ palettes) {
        return palettes.filter(({ id }) => !this.#palettes.some((other) => other.id === id));
    }

    #dropFallback() {
        this.#palettes = this.#palettes.filter(({ id }) => id !== fallback().id);
    }

    /** Moves a palette up or down in the list. */
    move(/** @type {string} */ id, /** @type {1 | -1} */ step) {
        const place = this.#palettes.findIndex((palette) => palette.id === id);
        const palette = this.#palettes[place];
        if (palette) this.insert(palette, place + step);
    }

    rename(/** @type {string} */ id, /** @type {string} */ name) {
        this.#update(id, (palette) => ({ ...palette, name }));
    }

    /**
     * Puts the emojis of a text in front of a palette; what is no emoji, or there already, is left
     * out (L13-2).
     */
    add(/** @type {string} */ id, /** @type {string} */ text) {
        const added = emojisIn(text);
        this.#update(id, (palette) => ({
            ...palette,
            emojis: [...new Set([...added, ...palette.emojis])],
        }));
        this.#removed[id] = this.removedFrom(id).filter((emoji) => !added.includes(emoji));
    }

    /** Takes an emoji out of a palette. */
    removeEmoji(/** @type {string} */ id, /** @type {string} */ emoji) {
        this.#update(id, (palette) => ({
            ...palette,
            emojis: palette.emojis.filter((other) => other !== emoji),
        }));
        this.#removed[id] = [emoji, ...this.removedFrom(id).filter((other) => other !== emoji)];
    }

    /** The emojis that were taken out of a palette, the latest first. */
    removedFrom(/** @type {string} */ id) {
        return this.#removed[id] ?? [];
    }

    #update(/** @type {string} */ id, /** @type {(palette: Palette) => Palette} */ change) {
        this.#palettes = this.#palettes.map((palette) =>
            palette.id === id ? change(palette) : palette,
        );
    }
}
