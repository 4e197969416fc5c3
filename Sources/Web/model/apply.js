import { arrange, restack } from "./arrange.js";
import { Emoji } from "./Emoji.js";
import { clientOf, compareIDs, counterOf, sortedIDs } from "./emojiID.js";
import { factorUnit, Limits } from "./Limits.js";
import { isOperation, none } from "./operations.js";
import { Refusal } from "./Refusal.js";
import { replace } from "./replace.js";

/**
 * @typedef {import("./Document.js").Document} Document
 * @typedef {import("./emojiID.js").EmojiID} EmojiID
 * @typedef {import("./operations.js").Operation} Operation
 */

/**
 * Applies an operation to a document: total over all operations that can be read.
 *
 * Ids that no longer exist are skipped, and an operation that changes nothing is `none`. O(ids),
 * but O(n log n) of the document's emojis for `arrange`.
 * @param {Document} document
 * @param {Operation} operation
 * @returns {Operation} the effective operation, ids ascending (OP2)
 * @throws {Refusal} the document is then unchanged
 */
export function apply(document, operation) {
    switch (operation.type) {
        case "add":
            return add(document, operation);
        case "move":
            return move(document, present(document, operation.ids), operation.dx, operation.dy);
        case "scale":
            return scale(document, present(document, operation.ids), operation.factor);
        case "delete":
            return remove(document, present(document, operation.ids));
        case "arrange":
            return arrange(document, present(document, operation.ids), operation.to);
        case "background":
            if (document.background === operation.url) return none;
            document.setBackground(operation.url);
            return operation;
        case "canvas":
            return setCanvas(document, operation);
        case "restore":
            return restore(document, operation.emojis);
        case "resize":
            return resize(document, operation.items);
        case "restack":
            return restack(document, operation.items);
        case "replace":
            return replace(document, operation);
        case "none":
            return none;
    }
}

/**
 * The ids that exist, ascending, each once.
 * @param {Document} document
 * @param {EmojiID[]} ids
 */
function present(document, ids) {
    const isSorted = ids.every((id, index) => index === 0 || compareIDs(ids[index - 1], id) < 0);
    return (isSorted ? ids : sortedIDs(ids)).filter((id) => document.emojis.has(id));
}

/**
 * @param {Document} document
 * @param {import("./operations.js").Add} operation
 * @returns {Operation}
 */
function add(document, operation) {
    const { emojis } = operation;
    if (emojis.length === 0) return none;
    if (document.emojis.size + emojis.length > Limits.emojisMax) throw new Refusal("document_full");
    const client = clientOf(emojis[0].id);
    let counter = document.counters.get(client) ?? 0;
    for (const { id, x, y } of emojis) {
        if (clientOf(id) !== client || counterOf(id) <= counter) throw new Refusal("id_taken");
        counter = counterOf(id);
        if (!isInside(document, x, y)) throw new Refusal("outside_canvas");
    }
    for (const { id, text, x, y, size } of emojis) {
        document.widenStack(Math.min(document.stackTop + 1, Limits.stackMax));
        document.put(new Emoji(id, text, x, y, size, document.stackTop));
    }
    return operation;
}

/**
 * Whether a point is inside the bounds, if there are some (OP10).
 * @param {Document} document
 * @param {number} x
 * @param {number} y
 */
export function isInside({ canvas }, x, y) {
    return !canvas || (2 * Math.abs(x) <= canvas.width && 2 * Math.abs(y) <= canvas.height);
}

/**
 * The delta by which emojis move that are asked to move by (dx, dy): they stop together (OP13).
 * @param {Document} document
 * @param {EmojiID[]} ids
 * @param {number} dx
 * @param {number} dy
 */
export function clampMove(document, ids, dx, dy) {
    const { canvas } = document;
    const right = new Reach(canvas ? Math.floor(canvas.width / 2) : Limits.coordinateMax);
    const up = new Reach(canvas ? Math.floor(canvas.height / 2) : Limits.coordinateMax);
    for (const id of ids) {
        const emoji = document.emojis.get(id);
        if (!emoji) continue;
        right.include(emoji.x);
        up.include(emoji.y);
    }
    return { dx: right.clamp(dx), dy: up.clamp(dy) };
}

/** How far a group may move along one axis; who is outside already may only move inwards. */
class Reach {
    #least = -2 * Limits.coordinateMax;
    #most = 2 * Limits.coordinateMax;

    /** @param {number} limit the largest coordinate either way */
    constructor(limit) {
        this.limit = limit;
    }

    /** @param {number} position */
    include(position) {
        this.#least = Math.max(this.#least, Math.min(0, -this.limit - position));
        this.#most = Math.min(this.#most, Math.max(0, this.limit - position));
    }

    /** @param {number} delta */
    clamp(delta) {
        return Math.min(Math.max(delta, this.#least), this.#most);
    }
}

/**
 * @param {Document} document
 * @param {EmojiID[]} ids
 * @param {number} dxAsked
 * @param {number} dyAsked
 * @returns {Operation}
 */
function move(document, ids, dxAsked, dyAsked) {
    const { dx, dy } = clampMove(document, ids, dxAsked, dyAsked);
    if (ids.length === 0 || (dx === 0 && dy === 0)) return none;
    for (const id of ids) {
        const emoji = /** @type {Emoji} */ (document.emojis.get(id));
        document.put(emoji.at(emoji.x + dx, emoji.y + dy));
    }
    return { type: "move", ids, dx, dy };
}

/**
 * A size times a factor, rounded half away from zero and clamped (OP15).
 * @param {number} size
 * @param {number} factor at most six places
 */
function scaledSize(size, factor) {
    // Whole numbers below 2^53: the rounding of the division is exact.
    const numerator = 2 * size * Math.round(factor * factorUnit) + factorUnit;
    return clampSize(Math.floor(numerator / (2 * factorUnit)));
}

/** @param {number} size */
const clampSize = (size) => Math.min(Math.max(size, Limits.sizeMin), Limits.sizeMax);

/**
 * @param {Document} document
 * @param {EmojiID[]} ids
 * @param {number} factor
 * @returns {Operation}
 */
function scale(document, ids, factor) {
    const sizes = ids.map((id) => ({
        id,
        value: scaledSize(/** @type {Emoji} */ (document.emojis.get(id)).size, factor),
    }));
    // Ids whose size did not change stay named: the factor is what was meant for all (OP16).
    return setSizes(document, sizes).length === 0 ? none : { type: "scale", ids, factor };
}

/**
 * @param {Document} document
 * @param {import("./operations.js").Assignment[]} items
 * @returns {Operation}
 */
function resize(document, items) {
    const changes = setSizes(document, items);
    return changes.length === 0 ? none : { type: "resize", items: changes };
}

/**
 * Sets sizes; returns those that changed, in the order given.
 * @param {Document} document
 * @param {import("./operations.js").Assignment[]} items
 */
function setSizes(document, items) {
    /** @type {import("./operations.js").Assignment[]} */
    const changes = [];
    for (const { id, value } of items) {
        const emoji = document.emojis.get(id);
        const size = clampSize(value);
        if (!emoji || emoji.size === size) continue;
        document.put(emoji.sized(size));
        changes.push({ id, value: size });
    }
    return changes;
}

/**
 * @param {Document} document
 * @param {EmojiID[]} ids
 * @returns {Operation}
 */
function remove(document, ids) {
    for (const id of ids) document.remove(id);
    return ids.length === 0 ? none : { type: "delete", ids };
}

/**
 * @param {Document} document
 * @param {import("./operations.js").SetCanvas} operation
 * @returns {Operation}
 */
function setCanvas(document, operation) {
    const { width, height } = operation;
    const canvas = width === null || height === null ? null : { width, height };
    const before = document.canvas;
    if (before?.width === canvas?.width && before?.height === canvas?.height) return none;
    document.setCanvas(canvas);
    return operation;
}

/**
 * @param {Document} document
 * @param {import("./operations.js").StoredEmoji[]} emojis
 * @returns {Operation}
 */
function restore(document, emojis) {
    /** @type {Set<EmojiID>} */
    const seen = new Set();
    const missing = emojis.filter(({ id }) => {
        if (document.emojis.has(id) || seen.has(id)) return false;
        seen.add(id);
        return true;
    });
    if (missing.length === 0) return none;
    if (document.emojis.size + missing.length > Limits.emojisMax) {
        throw new Refusal("document_full");
    }
    for (const { id, text, x, y, size, z } of missing) {
        document.widenStack(z);
        document.put(new Emoji(id, text, x, y, size, z));
    }
    return { type: "restore", emojis: missing };
}

/**
 * Applies what is asked for, as far as it can be known here: a refusal, an undo, a redo and a
 * revert do nothing.
 * @param {Document} document
 * @param {import("./operations.js").EditRequest} request
 * @returns {Operation | null} the effective operation; null for none
 */
export function attempt(document, request) {
    if (!isOperation(request)) return null;
    try {
        return apply(document, request);
    } catch (error) {
        if (error instanceof Refusal) return null;
        throw error;
    }
}
