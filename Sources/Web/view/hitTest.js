/**
 * @typedef {import("../model/Document.js").Document} Document
 * @typedef {import("../model/emojiID.js").EmojiID} EmojiID
 * @typedef {import("./Viewport.js").Viewport} Viewport
 * @typedef {import("./Viewport.js").Point} Point
 */

/** The smallest side of what can be hit, in pixels: a finger finds it (WCAG 2.2, 2.5.8). */
const leastSide = { touch: 44, mouse: 24 };

/**
 * The topmost emoji under a point of the element; null for none. O(emojis).
 *
 * An emoji that is small on the screen is hit around it, too, unless another one is really there.
 * @param {Document} document
 * @param {Viewport} viewport
 * @param {Point} point
 * @param {boolean} isTouch
 * @returns {EmojiID | null}
 */
export function hitTest(document, viewport, point, isTouch) {
    const { x, y } = viewport.toDocument(point);
    const least = (isTouch ? leastSide.touch : leastSide.mouse) / 2 / viewport.zoom;
    /** @type {EmojiID | null} */
    let near = null;
    let nearest = Infinity;
    const order = document.drawingOrder;
    for (let place = order.length - 1; place >= 0; place -= 1) {
        const emoji = order[place];
        const distance = Math.max(Math.abs(emoji.x - x), Math.abs(emoji.y - y));
        if (distance <= emoji.size / 2) return emoji.id;
        if (distance > least || distance >= nearest) continue;
        near = emoji.id;
        nearest = distance;
    }
    return near;
}
