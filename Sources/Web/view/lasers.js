import { make, onceAFrame, part } from "./elements.js";

// Laser pointers: a trail that fades behind each, or a dot where nothing is to move (P11).

/**
 * @typedef {{x: number, y: number, time: number}} Mark where a laser was, in document units, and
 *     when, in milliseconds
 */

/** Milliseconds after which a trail has faded. */
const fadeTime = 1_200;
/** Pixels. */
const width = 5;

/** @type {Map<number, {colour: string, isOn: boolean, marks: Mark[]}>} by members' numbers */
const trails = new Map();
const canvas = make("canvas", { class: "laser" });
part(".presence").append(canvas);
const stillness = matchMedia("(prefers-reduced-motion: reduce)");
/** It fades on without anything else being drawn. */
const drawOn = onceAFrame(draw);
/** @type {Viewport} the part of the document that was shown last */
let viewport;

/**
 * @param {Viewport} shown
 * @param {Map<number, Member>} members
 */
export function showLasers(shown, members) {
    viewport = shown;
    const time = performance.now();
    for (const [number, trail] of trails) trail.isOn = members.get(number)?.laser ?? false;
    for (const [number, { laser, cursor, colour }] of members) {
        if (!laser || !cursor) continue;
        const trail = trails.get(number) ?? { colour, isOn: true, marks: [] };
        trails.set(number, trail);
        const last = trail.marks.at(-1);
        if (last?.x !== cursor.x || last.y !== cursor.y) trail.marks.push({ ...cursor, time });
    }
    if (trails.size > 0) draw();
}

function draw() {
    const context = canvas.getContext("2d");
    if (!context) return;
    const scale = devicePixelRatio;
    const size = { x: viewport.width * scale, y: viewport.height * scale };
    if (canvas.width !== size.x || canvas.height !== size.y) {
        canvas.width = size.x;
        canvas.height = size.y;
    }
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, viewport.width, viewport.height);
    const now = performance.now();
    let isFading = false;
    for (const [number, trail] of trails) {
        const tip = trail.marks.at(-1);
        trail.marks = stillness.matches
            ? []
            : trail.marks.filter(({ time }) => now - time < fadeTime);
        isFading ||= trail.marks.length > 0;
        drawTrail(context, trail, now);
        if (trail.isOn && tip) {
            // The tip stays: it says where the laser points while it rests.
            if (trail.marks.length === 0) trail.marks = [tip];
            const { x, y } = viewport.toScreen(tip);
            context.globalAlpha = 1;
            context.fillStyle = trail.colour;
            context.beginPath();
            context.arc(x, y, width, 0, 2 * Math.PI);
            context.fill();
        } else if (trail.marks.length === 0) {
            trails.delete(number);
        }
    }
    if (isFading) drawOn();
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {{colour: string, marks: Mark[]}} trail
 * @param {number} now
 */
function drawTrail(context, { colour, marks }, now) {
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
