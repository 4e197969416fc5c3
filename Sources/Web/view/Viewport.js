/**
 * @typedef {{x: number, y: number}} Point
 * @typedef {{left: number, right: number, top: number, bottom: number}} Box document units, y up
 */

/** How far in and out a view goes. */
const zoomMin = 0.02;
const zoomMax = 30;
/** Pixels from each edge to a marker's middle; at the right the tools stand in between. */
const room = { left: 22, right: 76, top: 22, bottom: 22 };

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

    /** @param {Point} point of the element */
    holds({ x, y }) {
        return x >= 0 && y >= 0 && x <= this.width && y <= this.height;
    }

    /** @param {Point} point of the document */
    toScreen({ x, y }) {
        return {
            x: this.width / 2 + this.pan.x + x * this.zoom,
            y: this.height / 2 + this.pan.y - y * this.zoom,
        };
    }

    /** @param {Point} point of the element; that of the document is not rounded */
    toDocument({ x, y }) {
        return {
            x: (x - this.width / 2 - this.pan.x) / this.zoom,
            y: -(y - this.height / 2 - this.pan.y) / this.zoom,
        };
    }

    /** The CSS transform that takes document units, y down, to the element. */
    get transform() {
        const { x, y } = this.toScreen({ x: 0, y: 0 });
        return `translate(${x}px, ${y}px) scale(${this.zoom})`;
    }

    /** What of the document is to be seen. */
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

    /** @param {Point} point of the document that comes to the middle, at the same zoom */
    centred({ x, y }) {
        const pan = { x: -x * this.zoom, y: y * this.zoom };
        return new Viewport(this.width, this.height, this.zoom, pan);
    }
}

/** @param {number} zoom */
const clampZoom = (zoom) => Math.min(Math.max(zoom, zoomMin), zoomMax);

/** The box around emojis, each a square of its size about its place; null for none (L14-3). */
export function boxOf(/** @type {Iterable<Emoji>} */ emojis) {
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

/** @returns {Box | null} the box around two boxes, of which one may be missing */
export function union(/** @type {Box | null} */ one, /** @type {Box | null} */ other) {
    if (!one || !other) return one ?? other;
    return {
        left: Math.min(one.left, other.left),
        right: Math.max(one.right, other.right),
        bottom: Math.min(one.bottom, other.bottom),
        top: Math.max(one.top, other.top),
    };
}

/**
 * Where the edge of a view is crossed on the way from its middle to a point that is outside, and
 * in which direction that is: radians, clockwise from the right. Null for a point inside.
 * @param {Viewport} viewport
 * @param {Point} point pixels from the left top
 */
export function edgePoint(viewport, { x, y }) {
    if (viewport.holds({ x, y })) return null;
    const { middle } = viewport;
    const dx = x - middle.x;
    const dy = y - middle.y;
    // How far it goes, and how many times as far away the point is; any view has a pixel.
    const along = Math.max(1, middle.x - (dx < 0 ? room.left : room.right));
    const down = Math.max(1, middle.y - (dy < 0 ? room.top : room.bottom));
    const part = 1 / Math.max(Math.abs(dx) / along, Math.abs(dy) / down);
    return { x: middle.x + dx * part, y: middle.y + dy * part, angle: Math.atan2(dy, dx) };
}
