/**
 * @typedef {{x: number, y: number}} Point
 * @typedef {{left: number, right: number, top: number, bottom: number}} Box document units, y up
 */

/** How far in and out a view goes. */
const zoomMin = 0.02;
const zoomMax = 30;

/**
 * Which part of a document a canvas element shows: its own business, never the document's (L11-8).
 *
 * A document point is at centre + zoom * (x, -y) + pan, in pixels from the element's left top
 * (L11-7). It never changes: a change makes another one.
 */
export class Viewport {
    /**
     * @param {number} width of the element, in pixels
     * @param {number} height of the element, in pixels
     * @param {number} zoom pixels for a document unit
     * @param {Point} pan pixels from the element's centre to the document's
     */
    constructor(width, height, zoom = 1, pan = { x: 0, y: 0 }) {
        this.width = width;
        this.height = height;
        this.zoom = zoom;
        this.pan = pan;
    }

    /** Its middle, in pixels from the element's left top. */
    get middle() {
        return { x: this.width / 2, y: this.height / 2 };
    }

    /**
     * Whether a point of the element is within it.
     * @param {Point} point
     */
    holds({ x, y }) {
        return x >= 0 && y >= 0 && x <= this.width && y <= this.height;
    }

    /**
     * Where a document point is on the element.
     * @param {Point} point
     * @returns {Point}
     */
    toScreen({ x, y }) {
        return {
            x: this.width / 2 + this.pan.x + x * this.zoom,
            y: this.height / 2 + this.pan.y - y * this.zoom,
        };
    }

    /**
     * The document point under a point of the element; not rounded.
     * @param {Point} point
     * @returns {Point}
     */
    toDocument({ x, y }) {
        return {
            x: (x - this.width / 2 - this.pan.x) / this.zoom,
            y: -(y - this.height / 2 - this.pan.y) / this.zoom,
        };
    }

    /**
     * What of the document is to be seen.
     * @returns {Box}
     */
    get visible() {
        const { x: left, y: top } = this.toDocument({ x: 0, y: 0 });
        const { x: right, y: bottom } = this.toDocument({ x: this.width, y: this.height });
        return { left, right, top, bottom };
    }

    /**
     * @param {number} dx
     * @param {number} dy pixels
     */
    panned(dx, dy) {
        const pan = { x: this.pan.x + dx, y: this.pan.y + dy };
        return new Viewport(this.width, this.height, this.zoom, pan);
    }

    /**
     * Zoomed by a factor so that what is at a point stays there (W7).
     * @param {number} factor
     * @param {Point} about pixels from the element's left top; its centre by default
     */
    zoomed(factor, about = this.middle) {
        const zoom = clampZoom(this.zoom * factor);
        const ratio = zoom / this.zoom;
        const x = about.x - this.width / 2;
        const y = about.y - this.height / 2;
        return new Viewport(this.width, this.height, zoom, {
            x: x - (x - this.pan.x) * ratio,
            y: y - (y - this.pan.y) * ratio,
        });
    }

    /**
     * The element has another size: its centre stays where it is in the document.
     * @param {number} width
     * @param {number} height
     */
    resized(width, height) {
        return new Viewport(width, height, this.zoom, this.pan);
    }

    /**
     * Shows all of a box, as large as can be; an empty box changes nothing (L14-4).
     * @param {Box} box
     * @param {number} margin pixels around it
     */
    fitted({ left, right, top, bottom }, margin = 24) {
        const width = right - left;
        const height = top - bottom;
        const room = { x: this.width - 2 * margin, y: this.height - 2 * margin };
        if (!(width > 0 && height > 0 && room.x > 0 && room.y > 0)) return this;
        const zoom = clampZoom(Math.min(room.x / width, room.y / height));
        return new Viewport(this.width, this.height, zoom, {
            x: (-(left + right) / 2) * zoom,
            y: ((top + bottom) / 2) * zoom,
        });
    }

    /**
     * A document point in the middle, at the same zoom.
     * @param {Point} point
     */
    centred({ x, y }) {
        const pan = { x: -x * this.zoom, y: y * this.zoom };
        return new Viewport(this.width, this.height, this.zoom, pan);
    }
}

/** @param {number} zoom */
const clampZoom = (zoom) => Math.min(Math.max(zoom, zoomMin), zoomMax);

/**
 * The box around emojis, each a square of its size about its place; null for none (L14-3).
 * @param {Iterable<import("../model/Emoji.js").Emoji>} emojis
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
 * The box around two boxes, of which one may be missing.
 * @param {Box | null} one
 * @param {Box | null} other
 * @returns {Box | null}
 */
export function union(one, other) {
    if (!one || !other) return one ?? other;
    return {
        left: Math.min(one.left, other.left),
        right: Math.max(one.right, other.right),
        bottom: Math.min(one.bottom, other.bottom),
        top: Math.max(one.top, other.top),
    };
}
