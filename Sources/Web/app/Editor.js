import { Limits } from "../core/module.js";

/**
 * @typedef {{type: string, [field: string]: any}} EditRequest as PROTOCOL.md writes it (section 6)
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
        return this.replica.state.mayEdit;
    }

    /** @param {Iterable<EmojiID>} ids */
    select(ids) {
        const selection = [...new Set(ids)].slice(0, Limits.idsMax);
        this.client.change((replica) => replica.share({ selection }));
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

    /** @returns {EmojiID[]} the ids of emojis that it adds */
    edit(/** @type {EditRequest} */ request) {
        if (!this.mayEdit || ("ids" in request && request.ids.length === 0)) return [];
        this.onEdit();
        return this.client.change((replica) => replica.edit(request)) ?? [];
    }

    /**
     * Adds emojis; those outside the bounds are left out.
     * @returns {EmojiID[]} the ids of those that were added
     */
    add(/** @type {{text: string, x: number, y: number, size: number}[]} */ emojis) {
        // Before the first welcome nobody knows the ids.
        if (!this.mayEdit || this.replica.state.client === undefined) return [];
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
            const emojis = inside.slice(start, start + Limits.addedEmojisMax);
            ids.push(...this.edit({ type: "add", emojis }));
        }
        return ids;
    }

    /** Whether a place can be dropped on (D6). */
    accepts(/** @type {Point} */ { x, y }) {
        return this.replica.core.call("accepts", Math.trunc(x), Math.trunc(y)) === 1;
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
        /** @type {EmojiID[]} */
        const drawn = this.replica.core.json("inOrder", JSON.stringify(ids));
        return drawn.flatMap((id) => this.document.emojis.get(id) ?? []);
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
        this.#gesture({ type: "move", ids, dx: Math.round(dx), dy: Math.round(dy) });
    }

    /**
     * @param {EmojiID[]} ids
     * @param {number} factor since the start
     */
    pinchBy(ids, factor) {
        this.#gesture({ type: "scale", ids, factor: roundedFactor(factor) });
    }

    /** @param {import("../core/Replica.js").Gesture} gesture of which the core takes what can be */
    #gesture(gesture) {
        if (!this.mayEdit) return;
        this.onEdit();
        if (gesture.ids.length === 0) return this.cancelGesture();
        this.client.change((replica) => replica.share({ gesture }));
    }

    endGesture() {
        this.client.change(({ core }) => core.call("endGesture", performance.now()));
    }

    cancelGesture() {
        this.client.change(({ core }) => core.call("cancelGesture", performance.now()));
    }

    /** @param {Point | null} point where the others see this member point */
    point(point) {
        const cursor = this.isHidden ? null : point && rounded(point);
        this.client.change((replica) => replica.share({ cursor }));
    }

    /** Tells the others what this member sees. */
    look(/** @type {Viewport} */ viewport) {
        const { left, right, top, bottom } = viewport.visible;
        const side = (/** @type {number} */ length) =>
            clamp(Math.round(length), 1, Limits.viewSideMax);
        const view = {
            ...rounded({ x: (left + right) / 2, y: (top + bottom) / 2 }),
            ...{ width: side(right - left), height: side(top - bottom) },
        };
        this.signal({ view: this.isHidden ? null : view });
    }

    /** Tells the others something besides. */
    signal(/** @type {Partial<Presence>} */ signals) {
        this.client.change((replica) => replica.share(signals));
    }
}

/** A place as the protocol takes it. */
const rounded = (/** @type {Point} */ { x, y }) => ({
    x: clamp(Math.round(x), -Limits.coordinateMax, Limits.coordinateMax),
    y: clamp(Math.round(y), -Limits.coordinateMax, Limits.coordinateMax),
});

/** A factor as the protocol takes it: at most six places, within its bounds. */
const roundedFactor = (/** @type {number} */ factor) =>
    clamp(Math.round(factor * Limits.factorUnit), Limits.factorMin, Limits.factorMax) /
    Limits.factorUnit;

/** @type {(value: number, least: number, most: number) => number} */
const clamp = (value, least, most) => Math.min(Math.max(value, least), most);
