import { Limits } from "../model/Limits.js";
import { sortedIDs } from "../model/emojiID.js";
import { firstSignals } from "./Members.js";
import { renamedIDs } from "./PendingEdits.js";

/**
 * @typedef {import("../model/emojiID.js").EmojiID} EmojiID
 * @typedef {import("../wire/readPresence.js").Gesture} Gesture
 * @typedef {import("../wire/readPresence.js").PresencePatch} PresencePatch
 * @typedef {import("../wire/readPresence.js").Signals} Signals
 * @typedef {import("../model/operations.js").Operation} Operation
 */

/**
 * What this member shares, and what of it the server does not know yet.
 *
 * A change is told at once, later ones after `presenceIntervalMilliseconds`, the latest value of
 * each: values in between may never be told.
 */
export class OwnPresence {
    /** @type {EmojiID[]} */
    selection = [];
    /** @type {import("../wire/readPresence.js").Cursor | null} */
    cursor = null;
    /** @type {Gesture | null} */
    gesture = null;
    /** @type {Signals} */
    signals = firstSignals;
    /** @type {PresencePatch} */
    #unshared = {};
    #due = 0;

    /** @param {Iterable<EmojiID>} ids */
    select(ids) {
        this.selection = sortedIDs(ids).slice(0, Limits.idsMax);
        this.#unshared.selection = this.selection;
    }

    /** @param {import("../wire/readPresence.js").Cursor | null} cursor */
    point(cursor) {
        this.cursor = cursor;
        this.#unshared.cursor = cursor;
    }

    /** @param {Gesture | null} gesture */
    setGesture(gesture) {
        this.gesture = gesture;
        this.#unshared.gesture = gesture;
    }

    /**
     * Tells what is new of the signals; nothing while that is what was told last.
     * @param {Partial<Signals>} signals
     */
    signal(signals) {
        const news = Object.fromEntries(
            Object.entries(signals).filter(([name, value]) => {
                const known = this.signals[/** @type {keyof Signals} */ (name)];
                return JSON.stringify(value) !== JSON.stringify(known);
            }),
        );
        this.signals = { ...this.signals, ...news };
        Object.assign(this.#unshared, news);
    }

    /** The gesture has become an edit, which ends it at the others without a word (PR9). */
    endGesture() {
        this.gesture = null;
        delete this.#unshared.gesture;
    }

    /**
     * Drops emojis from the selection, and says so: the others may still see them selected.
     * @param {(id: EmojiID) => boolean} isGone
     */
    deselect(isGone) {
        if (this.selection.some(isGone)) this.select(this.selection.filter((id) => !isGone(id)));
    }

    /**
     * An edit is sent: it ends a gesture that goes on, and a selection that was shared before the
     * edit that adds its emojis lost them. Both are shared again.
     * @param {EmojiID[]} added
     */
    resume(added) {
        if (this.gesture) this.#unshared.gesture = this.gesture;
        if (added.some((id) => this.selection.includes(id))) {
            this.#unshared.selection = this.selection;
        }
    }

    /** Nothing of it is known to the server, which knows an empty one. */
    shareAnew() {
        const { selection, cursor, gesture } = this;
        this.#unshared = {
            ...(selection.length > 0 && { selection }),
            ...(cursor && { cursor }),
            ...(gesture && { gesture }),
        };
        const { signals } = this;
        this.signals = firstSignals;
        this.signal(signals);
    }

    /** The server may know another one: what is empty is told, too. */
    shareWhole() {
        const { selection, cursor, gesture, signals } = this;
        this.#unshared = { selection, cursor, gesture, ...signals };
    }

    /** @param {Map<EmojiID, EmojiID>} names */
    rename(names) {
        this.selection = renamedIDs(this.selection, names);
        if (this.gesture) {
            this.gesture = { ...this.gesture, ids: renamedIDs(this.gesture.ids, names) };
        }
    }

    /** When there is something to share: the time from which it may be; null when there is not. */
    get dueAt() {
        return Object.keys(this.#unshared).length === 0 ? null : this.#due;
    }

    /**
     * What is to be shared at this time.
     * @param {number} now milliseconds
     * @returns {PresencePatch}
     */
    take(now) {
        const { selection, cursor, gesture, ...signals } = this.#unshared;
        const { view, activity, chat, reaction, laser } = signals;
        this.#unshared = {};
        this.#due = now + Limits.presenceIntervalMilliseconds;
        // In the protocol's order; what is undefined is not written.
        return { selection, cursor, gesture, view, activity, chat, reaction, laser };
    }
}

/**
 * The operation that a gesture ends in; null when it would do nothing.
 * @param {Gesture} gesture
 * @returns {Operation | null}
 */
export function operationOf(gesture) {
    if (gesture.ids.length === 0) return null;
    if (gesture.type === "scale") return gesture.factor === 1 ? null : gesture;
    return gesture.dx === 0 && gesture.dy === 0 ? null : gesture;
}
