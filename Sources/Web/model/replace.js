import { Emoji } from "./Emoji.js";
import { sortedIDs } from "./emojiID.js";
import { Limits } from "./Limits.js";
import { none } from "./operations.js";
import { Refusal } from "./Refusal.js";

/**
 * @typedef {import("./Document.js").Document} Document
 * @typedef {import("./operations.js").Replace} Replace
 */

/**
 * Takes emojis away, brings and sets others, and sets what is behind them; what is so already is
 * left out (OP30).
 * @param {Document} document
 * @param {Replace} operation
 * @returns {import("./operations.js").Operation}
 * @throws {Refusal}
 */
export function replace(document, operation) {
    const named = new Set(operation.ids);
    const ids = sortedIDs([...named]).filter((id) => document.emojis.has(id));
    const emojis = operation.emojis.filter((emoji) => {
        if (named.has(emoji.id)) return false;
        named.add(emoji.id);
        return !isThere(document, emoji);
    });
    const added = emojis.filter(({ id }) => !document.emojis.has(id)).length;
    if (document.emojis.size - ids.length + added > Limits.emojisMax) {
        throw new Refusal("document_full");
    }
    for (const id of ids) document.remove(id);
    for (const { id, text, x, y, size, z } of emojis) {
        document.widenStack(z);
        document.put(new Emoji(id, text, x, y, size, z));
    }
    const behind = { ...setBackground(document, operation), ...setCanvas(document, operation) };
    if (ids.length + emojis.length + Object.keys(behind).length === 0) return none;
    return { type: "replace", ids, emojis, ...behind };
}

/**
 * @param {Document} document
 * @param {import("./operations.js").StoredEmoji} emoji
 */
function isThere({ emojis }, { id, text, x, y, size, z }) {
    const now = emojis.get(id);
    if (!now) return false;
    return now.text === text && now.x === x && now.y === y && now.size === size && now.z === z;
}

/**
 * Sets the background, if another is asked for; returns the fields that had an effect.
 * @param {Document} document
 * @param {Replace} operation
 */
function setBackground(document, { url }) {
    if (url === undefined || url === document.background) return {};
    document.setBackground(url);
    return { url };
}

/**
 * Sets the bounds, if others are asked for; returns the fields that had an effect.
 * @param {Document} document
 * @param {Replace} operation
 */
function setCanvas(document, { width, height }) {
    if (width === undefined || height === undefined) return {};
    const canvas = width === null || height === null ? null : { width, height };
    const before = document.canvas;
    if (before?.width === canvas?.width && before?.height === canvas?.height) return {};
    document.setCanvas(canvas);
    return { width, height };
}
