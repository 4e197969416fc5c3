/**
 * @typedef {{x: number, y: number}} Point pixels from the left top of the canvas element
 *
 * A pointer event as far as it matters here. `time` is in milliseconds; `target` is the emoji under
 * the pointer when it went down; `pans` tells that the pointer moves the view wherever it goes down
 * (the middle button, or Space is held); `isMouse`, that it has another button for menus.
 * @typedef {{type: "down" | "move" | "up" | "cancel", pointer: number, time: number,
 *     isTouch: boolean, isMouse?: boolean, target?: EmojiID | null, pans?: boolean,
 *     shift?: boolean, alt?: boolean} & Point} PointerInput
 *
 * What the fingers mean. A gesture begins once, is told on the way, and ends or is cancelled: a
 * cancelled one has changed nothing.
 * @typedef {{type: "tap" | "menu", target: EmojiID | null, point: Point}
 *     | {type: "doubleTap", point: Point}
 *     | {type: "moveStart", ids: EmojiID[], copies: boolean}
 *     | {type: "move", dx: number, dy: number, point: Point}
 *     | {type: "moveEnd", point: Point}
 *     | {type: "scaleStart", ids: EmojiID[]}
 *     | {type: "scale", factor: number}
 *     | {type: "zoom", factor: number, about: Point, dx: number, dy: number}
 *     | {type: "pan", dx: number, dy: number}
 *     | {type: "marquee" | "marqueeEnd", from: Point, to: Point}
 *     | {type: "scaleEnd" | "twoFingerTap" | "cancel"}} Gesture
 *
 * A menu is a long press; a double tap, two quick ones on no emoji; a cancel, of the move, scale or
 * marquee that goes on. Moves and scales are since the start; a pan, since the last one, and so is
 * a zoom: by a factor about a point that moved by (dx, dy).
 */

/** How far a press may drift before it is a drag: a finger is less steady than a mouse. */
const slop = { touch: 6, mouse: 4 };
/** Milliseconds between the taps of a double tap. */
const doubleTapMax = 300;
/** Milliseconds of a long press. */
export const longPressTime = 500;
/** Milliseconds of a tap with two fingers. */
const twoFingerTapMax = 300;
/** Fingers closer than this, in pixels, say nothing about a ratio. */
const closest = 8;

/**
 * Makes gestures of pointer events: a pure state machine without a clock and without a page.
 *
 * Where a drag starts decides what it moves, and what is selected when a pinch starts decides what
 * it scales, for as long as it lasts (H11, R9b).
 */
export class GestureRecogniser {
    /**
     * The pointers that are down, by their number: the first two count.
     * @type {Map<number, Finger>}
     */
    #fingers = new Map();
    /** @type {State} */
    #state = { name: "idle" };
    /** @type {Gesture[]} */
    #told = [];
    /** @type {{time: number, point: Point} | null} */
    #lastTap = null;
    #selection;

    /** @param {() => EmojiID[]} selection what is selected now */
    constructor(selection) {
        this.#selection = selection;
    }

    /** Takes a pointer event; what it means. */
    handle(/** @type {PointerInput} */ input) {
        if (input.type === "down") this.#down(input);
        else if (input.type === "move") this.#move(input);
        else if (input.type === "up") this.#up(input);
        else if (this.#lift(input.pointer)) this.#cancel();
        return this.#told.splice(0);
    }

    /**
     * Ends whatever goes on without a change: Escape, a hidden page, a pointer that was taken away.
     * Pointers that are still down mean nothing until they are lifted.
     */
    cancel() {
        this.#cancel();
        return this.#told.splice(0);
    }

    #cancel() {
        const wasBegun = ["moving", "scaling", "marquee"].includes(this.#state.name);
        this.#state = this.#fingers.size > 0 ? { name: "spent" } : { name: "idle" };
        if (wasBegun) this.#told.push({ type: "cancel" });
    }

    /**
     * When the press that goes on is a long one, if it stays: call `elapsed` then. Never that of a
     * mouse: who thinks before they drag would have a menu instead.
     */
    get longPressAt() {
        if (this.#state.name !== "pressed" || this.#state.finger.start.isMouse) return null;
        return this.#state.finger.start.time + longPressTime;
    }

    /**
     * Time has passed: a press that stayed is a long one.
     * @param {number} time milliseconds
     */
    elapsed(time) {
        const due = this.longPressAt;
        if (this.#state.name === "pressed" && due !== null && time >= due) {
            const { start } = this.#state.finger;
            this.#state = { name: "spent" };
            this.#told.push({ type: "menu", target: start.target ?? null, point: pointOf(start) });
        }
        return this.#told.splice(0);
    }

    /** @param {PointerInput} input */
    #down(input) {
        const finger = { start: input, last: input };
        this.#fingers.set(input.pointer, finger);
        if (this.#fingers.size === 1) {
            this.#state = { name: "pressed", finger };
            return;
        }
        if (this.#fingers.size > 2 || this.#state.name === "spent") return;
        // The second finger makes a pinch of whatever the first had begun.
        this.#cancel();
        const [first, second] = this.#fingers.values();
        // A finger that was dragging does not tap.
        const isTap = distance(first.start, first.last) <= slop.touch;
        const ids = this.#selection();
        const name = ids.length === 0 ? "zooming" : "scaling";
        const { span, middle } = pairOf(first.last, second.last);
        this.#state = { name, time: first.start.time, isTap, span, factor: 1, middle };
        if (ids.length > 0) this.#told.push({ type: "scaleStart", ids });
    }

    /** @param {PointerInput} input */
    #move(input) {
        const finger = this.#fingers.get(input.pointer);
        if (!finger) return;
        const before = finger.last;
        finger.last = { ...finger.start, ...pointOf(input), time: input.time };
        const state = this.#state;
        const point = pointOf(input);
        switch (state.name) {
            case "pressed":
                this.#begin(state.finger);
                break;
            case "moving": {
                const { x, y } = state.finger.start;
                this.#told.push({ type: "move", dx: point.x - x, dy: point.y - y, point });
                break;
            }
            case "panning":
                this.#told.push({ type: "pan", dx: point.x - before.x, dy: point.y - before.y });
                break;
            case "marquee":
                this.#told.push({ type: "marquee", from: pointOf(state.finger.start), to: point });
                break;
            case "scaling":
            case "zooming":
                this.#pinch(state);
        }
    }

    /** The press has moved: what it started on decides what it is. */
    #begin(/** @type {Finger} */ finger) {
        const { start, last } = finger;
        if (distance(start, last) < (start.isTouch ? slop.touch : slop.mouse)) return;
        const delta = { dx: last.x - start.x, dy: last.y - start.y };
        const target = start.target ?? null;
        if (target !== null && !start.pans) {
            const selection = this.#selection();
            // A drag of an emoji that is not selected moves it alone (X1a).
            const ids = selection.includes(target) ? selection : [target];
            this.#state = { name: "moving", finger };
            this.#told.push({ type: "moveStart", ids, copies: start.alt ?? false });
            this.#told.push({ type: "move", ...delta, point: pointOf(last) });
        } else if (start.shift && !start.pans) {
            this.#state = { name: "marquee", finger };
            this.#told.push({ type: "marquee", from: pointOf(start), to: pointOf(last) });
        } else {
            this.#state = { name: "panning", finger };
            this.#told.push({ type: "pan", ...delta });
        }
    }

    /** @param {Pinching} state */
    #pinch(state) {
        const [first, second] = this.#fingers.values();
        if (distance(first.start, first.last) > slop.touch) state.isTap = false;
        if (distance(second.start, second.last) > slop.touch) state.isTap = false;
        const { span, middle } = pairOf(first.last, second.last);
        const { factor: before, middle: about } = state;
        const factor = span / state.span;
        Object.assign(state, { factor, middle });
        if (state.name === "scaling") {
            this.#told.push({ type: "scale", factor });
        } else {
            // The point that the middle was at is to be where the middle is, at another zoom.
            const delta = { dx: middle.x - about.x, dy: middle.y - about.y };
            this.#told.push({ type: "zoom", factor: factor / before, about, ...delta });
        }
    }

    /**
     * Forgets a pointer that is down no longer. A third finger is no part of the gesture (G9).
     * @returns {boolean} whether it was part of the gesture
     */
    #lift(/** @type {number} */ pointer) {
        const place = [...this.#fingers.keys()].indexOf(pointer);
        this.#fingers.delete(pointer);
        return place === 0 || place === 1;
    }

    /** @param {PointerInput} input */
    #up(input) {
        const finger = this.#fingers.get(input.pointer);
        if (!this.#lift(input.pointer) || !finger) return;
        const state = this.#state;
        this.#state = this.#fingers.size > 0 ? { name: "spent" } : { name: "idle" };
        const point = pointOf(finger.last);
        switch (state.name) {
            case "pressed":
                this.#tap(finger.start, input.time);
                break;
            case "moving":
                this.#told.push({ type: "moveEnd", point });
                break;
            case "marquee":
                this.#told.push({ type: "marqueeEnd", from: pointOf(finger.start), to: point });
                break;
            case "scaling":
            case "zooming":
                this.#endPinch(state, input.time);
        }
    }

    #endPinch(/** @type {Pinching} */ state, /** @type {number} */ time) {
        const isTap = state.isTap && time - state.time < twoFingerTapMax;
        if (state.name === "scaling") this.#told.push({ type: isTap ? "cancel" : "scaleEnd" });
        if (isTap) this.#told.push({ type: "twoFingerTap" });
    }

    #tap(/** @type {PointerInput} */ start, /** @type {number} */ time) {
        const point = pointOf(start);
        const target = start.target ?? null;
        const last = this.#lastTap;
        const isDouble =
            target === null &&
            last !== null &&
            time - last.time <= doubleTapMax &&
            distance(last.point, point) < 4 * slop.touch;
        this.#lastTap = target === null && !isDouble ? { time, point } : null;
        if (isDouble) this.#told.push({ type: "doubleTap", point });
        else this.#told.push({ type: "tap", target, point });
    }
}

/**
 * @typedef {{start: PointerInput, last: PointerInput}} Finger
 * @typedef {{name: "scaling" | "zooming", time: number, isTap: boolean, span: number,
 *     factor: number, middle: Point}} Pinching two fingers: how far apart they were at first, and
 *     by what factor more they are now (W6)
 * @typedef {{name: "idle" | "spent"} | Pinching
 *     | {name: "pressed" | "moving" | "panning" | "marquee", finger: Finger}} State
 */

/** @param {Point} point */
const pointOf = ({ x, y }) => ({ x, y });

/** How far apart two fingers are, and their middle. */
const pairOf = (/** @type {Point} */ first, /** @type {Point} */ second) => ({
    span: Math.max(closest, distance(first, second)),
    middle: { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 },
});

/**
 * Pixels between two points.
 * @param {Point} from
 * @param {Point} to
 */
const distance = (from, to) => Math.hypot(to.x - from.x, to.y - from.y);
