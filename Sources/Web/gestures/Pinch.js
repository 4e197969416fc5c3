/** @typedef {import("./GestureRecogniser.js").Point} Point */

/** Fingers closer than this, in pixels, say nothing about a ratio. */
const closest = 8;

/** Two fingers: how far they have come apart since they went down, and where their middle is. */
export class Pinch {
    /** How far they have come apart since the start: 1 is as far as then (W6). */
    factor = 1;
    #startDistance;
    #middle;

    /**
     * @param {Point} first
     * @param {Point} second
     */
    constructor(first, second) {
        this.#startDistance = Math.max(closest, distance(first, second));
        this.#middle = middle(first, second);
    }

    /**
     * The fingers are elsewhere.
     * @param {Point} first
     * @param {Point} second
     * @returns {{factor: number, about: Point, dx: number, dy: number}} what that is since the last
     *     time: the point that the middle was at is to be where the middle is, at another zoom
     */
    move(first, second) {
        const now = middle(first, second);
        const factor = Math.max(closest, distance(first, second)) / this.#startDistance;
        const step = {
            factor: factor / this.factor,
            about: this.#middle,
            dx: now.x - this.#middle.x,
            dy: now.y - this.#middle.y,
        };
        this.factor = factor;
        this.#middle = now;
        return step;
    }
}

/**
 * @param {Point} first
 * @param {Point} second
 */
const middle = (first, second) => ({ x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 });

/**
 * Pixels between two points.
 * @param {Point} from
 * @param {Point} to
 */
export const distance = (from, to) => Math.hypot(to.x - from.x, to.y - from.y);
