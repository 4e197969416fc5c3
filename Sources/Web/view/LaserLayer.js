import { make } from "./elements.js";

/**
 * @typedef {import("./Viewport.js").Viewport} Viewport
 * @typedef {{x: number, y: number, time: number}} Mark where a laser was, in document units, and
 *     when, in milliseconds
 */

/** Milliseconds after which a trail has faded. */
const fadeTime = 1_200;
/** Pixels. */
const width = 5;

/** Laser pointers: a trail that fades behind each, or a dot where nothing is to move (P11). */
export class LaserLayer {
    /**
     * The trails by their members' numbers, and by time.
     * @type {Map<number, {colour: string, isOn: boolean, marks: Mark[]}>}
     */
    #trails = new Map();
    #canvas = make("canvas", { class: "laser" });
    #isStill = matchMedia("(prefers-reduced-motion: reduce)");
    #isAsked = false;
    /** @type {Viewport | null} */
    #viewport = null;

    /** @param {HTMLElement} element */
    constructor(element) {
        element.append(this.#canvas);
    }

    /**
     * @param {Viewport} viewport
     * @param {Map<number, import("../sync/Members.js").Member>} members
     */
    show(viewport, members) {
        this.#viewport = viewport;
        const time = performance.now();
        for (const [number, trail] of this.#trails) {
            trail.isOn = members.get(number)?.laser ?? false;
        }
        for (const [number, { laser, cursor, colour }] of members) {
            if (!laser || !cursor) continue;
            const trail = this.#trails.get(number) ?? { colour, isOn: true, marks: [] };
            this.#trails.set(number, trail);
            const last = trail.marks.at(-1);
            if (last?.x !== cursor.x || last.y !== cursor.y) trail.marks.push({ ...cursor, time });
        }
        if (this.#trails.size > 0) this.#draw();
    }

    #draw() {
        const context = this.#canvas.getContext("2d");
        const viewport = this.#viewport;
        if (!context || !viewport) return;
        const scale = devicePixelRatio;
        const size = { x: viewport.width * scale, y: viewport.height * scale };
        if (this.#canvas.width !== size.x || this.#canvas.height !== size.y) {
            this.#canvas.width = size.x;
            this.#canvas.height = size.y;
        }
        context.setTransform(scale, 0, 0, scale, 0, 0);
        context.clearRect(0, 0, viewport.width, viewport.height);
        const now = performance.now();
        let isFading = false;
        for (const [number, trail] of this.#trails) {
            const tip = trail.marks.at(-1);
            trail.marks = this.#isStill.matches
                ? []
                : trail.marks.filter(({ time }) => now - time < fadeTime);
            isFading ||= trail.marks.length > 0;
            drawTrail(context, viewport, trail, now);
            if (trail.isOn && tip) {
                // The tip stays: it says where the laser points while it rests.
                if (trail.marks.length === 0) trail.marks = [tip];
                drawTip(context, viewport, trail.colour, tip);
            } else if (trail.marks.length === 0) {
                this.#trails.delete(number);
            }
        }
        if (!isFading || this.#isAsked) return;
        // It fades on without anything else being drawn.
        this.#isAsked = true;
        requestAnimationFrame(() => {
            this.#isAsked = false;
            this.#draw();
        });
    }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Viewport} viewport
 * @param {{colour: string, marks: Mark[]}} trail
 * @param {number} now
 */
function drawTrail(context, viewport, { colour, marks }, now) {
    context.strokeStyle = colour;
    // Round ends of parts that one sees through would be seen twice where they meet.
    context.lineCap = "butt";
    marks.forEach((mark, index) => {
        const before = marks[index - 1];
        if (!before) return;
        const from = viewport.toScreen(before);
        const to = viewport.toScreen(mark);
        const freshness = 1 - (now - mark.time) / fadeTime;
        context.globalAlpha = freshness;
        context.lineWidth = width * (0.4 + 0.6 * freshness);
        context.beginPath();
        context.moveTo(from.x, from.y);
        context.lineTo(to.x, to.y);
        context.stroke();
    });
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Viewport} viewport
 * @param {string} colour
 * @param {Mark} mark
 */
function drawTip(context, viewport, colour, mark) {
    const { x, y } = viewport.toScreen(mark);
    context.globalAlpha = 1;
    context.fillStyle = colour;
    context.beginPath();
    context.arc(x, y, width, 0, 2 * Math.PI);
    context.fill();
}
