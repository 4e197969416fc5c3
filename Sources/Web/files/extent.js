/**
 * @typedef {import("../model/Document.js").Document} Document
 * @typedef {import("../model/Emoji.js").Emoji} Emoji
 * @typedef {{left: number, top: number, width: number, height: number}} Extent canvas units, as a
 *     picture has them: y points down
 */

/** Space around picture and emojis, in canvas units. */
const padding = 20;

/**
 * The part that a drawing shows: a document's bounds if it has some, else the background's picture
 * and every emoji's square, or the centre without either, with some space around (EX2, EX3).
 * @param {Document} document
 * @param {readonly Emoji[]} emojis
 * @param {{width: number, height: number} | null} picture the background's, in units
 * @returns {Extent}
 */
export function extentOf({ canvas }, emojis, picture) {
    if (canvas) {
        const { width, height } = canvas;
        return { left: -width / 2, top: -height / 2, width, height };
    }
    const boxes = emojis.map(({ x, y, size }) => ({ x, y: -y, width: size, height: size }));
    if (picture) boxes.push({ x: 0, y: 0, ...picture });
    if (boxes.length === 0) boxes.push({ x: 0, y: 0, width: 0, height: 0 });
    let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const { x, y, width, height } of boxes) {
        left = Math.min(left, x - width / 2);
        right = Math.max(right, x + width / 2);
        top = Math.min(top, y - height / 2);
        bottom = Math.max(bottom, y + height / 2);
    }
    return {
        left: left - padding,
        top: top - padding,
        width: right - left + 2 * padding,
        height: bottom - top + 2 * padding,
    };
}
