/**
 * @typedef {import("./Viewport.js").Box} Box
 * @typedef {import("../model/Emoji.js").Emoji} Emoji
 */

/**
 * The box around emojis, each a square of its size about its place; null for none (L14-3).
 * @param {Iterable<Emoji>} emojis
 * @returns {Box | null}
 */
export function boxOf(emojis) {
    /** @type {Box | null} */
    let box = null;
    for (const { x, y, size } of emojis) {
        box = union(box, {
            left: x - size / 2,
            right: x + size / 2,
            bottom: y - size / 2,
            top: y + size / 2,
        });
    }
    return box;
}

/**
 * The box around two boxes.
 * @param {Box | null} one
 * @param {Box} other
 * @returns {Box}
 */
export function union(one, other) {
    if (!one) return other;
    return {
        left: Math.min(one.left, other.left),
        right: Math.max(one.right, other.right),
        bottom: Math.min(one.bottom, other.bottom),
        top: Math.max(one.top, other.top),
    };
}

/**
 * Returns true for two boxes that overlap or touch.
 * @param {Box} one
 * @param {Box} other
 */
export const meets = (one, other) =>
    one.left <= other.right &&
    other.left <= one.right &&
    one.bottom <= other.top &&
    other.bottom <= one.top;
