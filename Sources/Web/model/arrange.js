import { compareDrawing } from "./Emoji.js";
import { Limits } from "./Limits.js";
import { none } from "./operations.js";
import { Refusal } from "./Refusal.js";

/**
 * @typedef {import("./Document.js").Document} Document
 * @typedef {import("./Emoji.js").Emoji} Emoji
 * @typedef {import("./emojiID.js").EmojiID} EmojiID
 * @typedef {import("./operations.js").Operation} Operation
 */

/**
 * Changes the drawing order of emojis that exist; their own order is kept (OP18 to OP20).
 * @param {Document} document
 * @param {EmojiID[]} ids ascending, of emojis that exist
 * @param {import("./operations.js").Place} to
 * @returns {Operation}
 */
export function arrange(document, ids, to) {
    const chosen = new Set(ids);
    const hasChanged =
        to === "front" || to === "back"
            ? bringToEnd(document, chosen, to === "front")
            : shift(document, chosen, to === "forward");
    return hasChanged ? { type: "arrange", ids, to } : none;
}

/**
 * Sets z keys; what is gone or as asked already is skipped (OP26).
 * @param {Document} document
 * @param {import("./operations.js").Assignment[]} items
 * @returns {Operation}
 */
export function restack(document, items) {
    /** @type {import("./operations.js").Assignment[]} */
    const changes = [];
    for (const { id, value } of items) {
        const z = Math.min(Math.max(value, -Limits.stackMax), Limits.stackMax);
        const emoji = document.emojis.get(id);
        if (emoji && set(document, emoji, z)) changes.push({ id, value: z });
    }
    return changes.length === 0 ? none : { type: "restack", items: changes };
}

/**
 * Sets an emoji's z; whether that is another one.
 * @param {Document} document
 * @param {Emoji} emoji
 * @param {number} z
 */
function set(document, emoji, z) {
    if (emoji.z === z) return false;
    document.widenStack(z);
    document.put(emoji.stacked(z));
    return true;
}

/**
 * @param {Document} document
 * @param {Set<EmojiID>} chosen
 * @param {boolean} isFront
 */
function bringToEnd(document, chosen, isFront) {
    const order = [...document.emojis.values()].sort(compareDrawing);
    if (!isFront) order.reverse();
    const named = order.filter(({ id }) => chosen.has(id));
    // Beyond all others already: nothing is to be done.
    if (order.slice(order.length - named.length).every(({ id }) => chosen.has(id))) return false;
    let hasChanged = false;
    for (const emoji of named) {
        const z = isFront
            ? Math.min(document.stackTop + 1, Limits.stackMax)
            : Math.max(document.stackBottom - 1, -Limits.stackMax);
        hasChanged = set(document, emoji, z) || hasChanged;
    }
    return hasChanged;
}

/**
 * Moves each chosen emoji one step past the next emoji that is not chosen.
 *
 * The z keys in use are handed out anew in the new order; equal keys, which only an undo can make,
 * are spread on the way; more of them than an undo can name are refused (OP32).
 * @param {Document} document
 * @param {Set<EmojiID>} chosen
 * @param {boolean} isUp
 */
function shift(document, chosen, isUp) {
    const order = [...document.drawingOrder];
    const shifted = [...order];
    const isChosen = (/** @type {number} */ index) => chosen.has(shifted[index].id);
    const swap = (/** @type {number} */ index, /** @type {number} */ next) => {
        if (!isChosen(index) || isChosen(next)) return;
        [shifted[index], shifted[next]] = [shifted[next], shifted[index]];
    };
    if (isUp) {
        for (let index = shifted.length - 2; index >= 0; index -= 1) swap(index, index + 1);
    } else {
        for (let index = 1; index < shifted.length; index += 1) swap(index, index - 1);
    }
    if (shifted.every((emoji, index) => emoji === order[index])) return false;
    let last = -Limits.stackMax - 1;
    const keys = order.map(({ z }) => (last = Math.min(Math.max(z, last + 1), Limits.stackMax)));
    const changed = shifted.filter((emoji, place) => emoji.z !== keys[place]).length;
    if (changed > Limits.itemsMax) throw new Refusal("too_many");
    for (const [place, emoji] of shifted.entries()) set(document, emoji, keys[place]);
    return changed > 0;
}
