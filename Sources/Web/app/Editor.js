import { clampMove, isInside } from "../model/apply.js";
import { compareDrawing } from "../model/Emoji.js";
import { sortedIDs } from "../model/emojiID.js";
import { factorUnit, Limits } from "../model/Limits.js";

/**
 * @typedef {import("../model/emojiID.js").EmojiID} EmojiID
 * @typedef {import("../model/operations.js").EditRequest} EditRequest
 * @typedef {import("../view/Viewport.js").Point} Point document units
 */

/**
 * What a person does to a document, in document units: select, add, move, scale, delete, undo.
 *
 * The selection is presence: this client's own, in memory only.
 */
export class Editor {
    /** Called when this person edits, or begins to. */
    onEdit = () => {};
    /** Whether the others are told neither where this person points nor what they see (P8). */
    isHidden = false;

    /** @param {import("../sync/Client.js").Client} client */
    constructor(client) {
        this.client = client;
    }

    get replica() {
        return this.client.replica;
    }

    /** The document as it is shown: with the own edits that have no answer yet. */
    get document() {
        return this.replica.view;
    }

    /** Ascending. */
    get selection() {
        return this.replica.presence.selection;
    }

    /** Whether this person may edit, as far as the server told. */
    get mayEdit() {
        return this.replica.mayEdit;
    }

    /** @param {Iterable<EmojiID>} ids */
    select(ids) {
        this.client.change(({ presence }) => presence.select(ids));
    }

    /** @param {EmojiID} id */
    toggle(id) {
        const selection = new Set(this.selection);
        if (!selection.delete(id)) selection.add(id);
        this.select(selection);
    }

    /**
     * Adds all emojis whose place is within a box.
     * @param {Point} from a corner
     * @param {Point} to the corner across
     */
    selectWithin(from, to) {
        const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
        const [bottom, top] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
        const inside = [...this.document.emojis.values()].filter(
            ({ x, y }) => x >= left && x <= right && y >= bottom && y <= top,
        );
        this.select([...this.selection, ...inside.map(({ id }) => id)]);
    }

    /** @param {EditRequest} request */
    edit(request) {
        if (!this.mayEdit || ("ids" in request && request.ids.length === 0)) return;
        this.onEdit();
        this.client.change((replica) => replica.edit(request));
    }

    /**
     * Adds emojis; those outside the bounds are left out.
     * @param {{text: string, x: number, y: number, size: number}[]} emojis
     * @returns {EmojiID[]} the ids of those that were added
     */
    add(emojis) {
        if (!this.mayEdit) return [];
        const inside = emojis
            .map(({ text, x, y, size }) => ({
                text,
                x: Math.trunc(x),
                y: Math.trunc(y),
                size: clamp(Math.round(size), Limits.sizeMin, Limits.sizeMax),
            }))
            .filter(({ x, y }) => this.accepts({ x, y }));
        /** @type {EmojiID[]} */
        const ids = [];
        for (let start = 0; start < inside.length; start += Limits.addedEmojisMax) {
            const part = inside.slice(start, start + Limits.addedEmojisMax).flatMap((emoji) => {
                const id = this.replica.pending.mintID();
                return id === null ? [] : [{ id, ...emoji }];
            });
            if (part.length > 0) this.edit({ type: "add", emojis: part });
            ids.push(...part.map(({ id }) => id));
        }
        return ids;
    }

    /**
     * Whether a place can be dropped on (D6).
     * @param {Point} point
     */
    accepts({ x, y }) {
        const isPlace = Math.abs(x) <= Limits.coordinateMax && Math.abs(y) <= Limits.coordinateMax;
        return isPlace && isInside(this.document, x, y);
    }

    /** @param {number} factor */
    scaleSelection(factor) {
        this.edit({ type: "scale", ids: this.selection, factor: roundedFactor(factor) });
    }

    deleteSelection() {
        this.edit({ type: "delete", ids: this.selection });
    }

    /** The selected emojis in drawing order. */
    get selected() {
        return this.#drawn(this.selection);
    }

    /** @param {EmojiID[]} ids */
    #drawn(ids) {
        return ids.flatMap((id) => this.document.emojis.get(id) ?? []).sort(compareDrawing);
    }

    /**
     * Puts copies of emojis beside them and selects the copies.
     * @param {EmojiID[]} ids
     * @param {number} dx
     * @param {number} dy
     */
    duplicate(ids, dx, dy) {
        const copies = this.add(
            this.#drawn(ids).map(({ text, x, y, size }) => ({ text, x: x + dx, y: y + dy, size })),
        );
        if (copies.length > 0) this.select(copies);
    }

    // Gestures in flight: presence while they last, one edit when they end

    /**
     * @param {EmojiID[]} ids
     * @param {number} dx document units since the start
     * @param {number} dy
     */
    dragBy(ids, dx, dy) {
        this.#gesture(ids, (present) => ({
            ...{ type: "move", ids: present },
            ...clampMove(this.document, present, Math.round(dx), Math.round(dy)),
        }));
    }

    /**
     * @param {EmojiID[]} ids
     * @param {number} factor since the start
     */
    pinchBy(ids, factor) {
        const rounded = roundedFactor(factor);
        this.#gesture(ids, (present) => ({ type: "scale", ids: present, factor: rounded }));
    }

    /**
     * @param {EmojiID[]} ids
     * @param {(present: EmojiID[]) => import("../wire/readPresence.js").Gesture} make
     */
    #gesture(ids, make) {
        if (!this.mayEdit) return;
        this.onEdit();
        const present = sortedIDs(ids).filter((id) => this.document.emojis.has(id));
        this.client.change(({ presence }) => {
            presence.setGesture(present.length > 0 ? make(present) : null);
        });
    }

    endGesture() {
        this.client.change((replica) => replica.endGesture());
    }

    cancelGesture() {
        this.client.change((replica) => replica.cancelGesture());
    }

    /** @param {Point | null} point where the others see this member point */
    point(point) {
        const cursor = this.isHidden ? null : point && rounded(point);
        this.client.change(({ presence }) => presence.point(cursor));
    }

    /**
     * Tells the others what this member sees.
     * @param {import("../view/Viewport.js").Viewport} viewport
     */
    look(viewport) {
        const { left, right, top, bottom } = viewport.visible;
        const side = (/** @type {number} */ length) =>
            clamp(Math.round(length), 1, Limits.viewSideMax);
        const view = {
            ...rounded({ x: (left + right) / 2, y: (top + bottom) / 2 }),
            ...{ width: side(right - left), height: side(top - bottom) },
        };
        this.signal({ view: this.isHidden ? null : view });
    }

    /**
     * Tells the others something besides.
     * @param {Partial<import("../wire/readPresence.js").Signals>} signals
     */
    signal(signals) {
        this.client.change(({ presence }) => presence.signal(signals));
    }
}

/**
 * A place as the protocol takes it.
 * @param {Point} point
 */
const rounded = ({ x, y }) => ({
    x: clamp(Math.round(x), -Limits.coordinateMax, Limits.coordinateMax),
    y: clamp(Math.round(y), -Limits.coordinateMax, Limits.coordinateMax),
});

/**
 * A factor as the protocol takes it: at most six places, within its bounds.
 * @param {number} factor
 */
const roundedFactor = (factor) =>
    clamp(Math.round(factor * factorUnit), Limits.factorMin, Limits.factorMax) / factorUnit;

/**
 * @param {number} value
 * @param {number} least
 * @param {number} most
 */
const clamp = (value, least, most) => Math.min(Math.max(value, least), most);
