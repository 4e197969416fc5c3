/**
 * @typedef {import("../model/Document.js").Document} Document
 * @typedef {import("../model/Emoji.js").Emoji} Emoji
 * @typedef {{left: number, top: number, width: number, height: number}} Extent canvas units, as a
 *     picture has them: y points down
 */

/** Space around the emojis of a picture, in canvas units. */
const padding = 20;
/** The smallest side of a picture without bounds that has a background, in canvas units. */
const backgroundSideMin = 200;

/**
 * What a picture of a document shows: its bounds if it has some, else every emoji's square and the
 * centre with some space around; with a background it lies evenly about the centre.
 * @param {Document} document
 * @param {readonly Emoji[]} emojis
 * @returns {Extent}
 */
export function extentOf({ canvas, background }, emojis) {
    if (canvas) {
        const { width, height } = canvas;
        return { left: -width / 2, top: -height / 2, width, height };
    }
    const side = (/** @type {number[]} */ ends) => Math.max(0, ...ends) + padding;
    const left = side(emojis.map(({ x, size }) => size / 2 - x));
    const right = side(emojis.map(({ x, size }) => size / 2 + x));
    const top = side(emojis.map(({ y, size }) => size / 2 + y));
    const bottom = side(emojis.map(({ y, size }) => size / 2 - y));
    if (background === null) {
        return { left: -left, top: -top, width: left + right, height: top + bottom };
    }
    const across = Math.max(left, right, backgroundSideMin);
    const down = Math.max(top, bottom, backgroundSideMin);
    return { left: -across, top: -down, width: 2 * across, height: 2 * down };
}
