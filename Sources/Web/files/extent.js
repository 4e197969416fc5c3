import { boxOf, union } from "../view/Viewport.js";

/**
 * @typedef {{left: number, top: number, width: number, height: number}} Extent canvas units, as a
 *     picture has them: y points down
 */

/** Space around picture and emojis, in canvas units. */
const padding = 20;

/**
 * The part that a drawing shows: a document's bounds if it has some, else the background's picture
 * and every emoji's square, or the centre without either, with some space around (EX2, EX3).
 * @param {import("../model/Document.js").Document} document
 * @param {readonly import("../model/Emoji.js").Emoji[]} emojis
 * @param {{width: number, height: number} | null} picture the background's, in units
 * @returns {Extent}
 */
export function extentOf({ canvas }, emojis, picture) {
    if (canvas) {
        const { width, height } = canvas;
        return { left: -width / 2, top: -height / 2, width, height };
    }
    const pictureBox = picture && boxAround(picture);
    return extentAround(union(boxOf(emojis), pictureBox) ?? boxAround({ width: 0, height: 0 }));
}

/**
 * A box about the document's origin.
 * @param {{width: number, height: number}} size
 */
const boxAround = ({ width, height }) => ({
    ...{ left: -width / 2, right: width / 2, bottom: -height / 2, top: height / 2 },
});

/**
 * A box with some space around.
 * @param {import("../view/Viewport.js").Box} box
 * @returns {Extent}
 */
export const extentAround = ({ left, right, top, bottom }) => ({
    left: left - padding,
    top: -top - padding,
    width: right - left + 2 * padding,
    height: top - bottom + 2 * padding,
});
