import { distance, Pinch } from "./Pinch.js";

/**
 * @typedef {import("../model/emojiID.js").EmojiID} EmojiID
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
 * @typedef {{type: "tap", target: EmojiID | null, point: Point}} Tap
 * @typedef {{type: "doubleTap", point: Point}} DoubleTap two quick taps on no emoji
 * @typedef {{type: "twoFingerTap"}} TwoFingerTap
 * @typedef {{type: "menu", target: EmojiID | null, point: Point}} Menu a long press
 * @typedef {{type: "moveStart", ids: EmojiID[], copies: boolean}} MoveStart
 * @typedef {{type: "move", dx: number, dy: number, point: Point}} Move pixels since the start
 * @typedef {{type: "moveEnd", point: Point}} MoveEnd
 * @typedef {{type: "scaleStart", ids: EmojiID[]}} ScaleStart
 * @typedef {{type: "scale", factor: number}} Scale since the start
 * @typedef {{type: "scaleEnd"}} ScaleEnd
 * @typedef {{type: "zoom", factor: number, about: Point, dx: number, dy: number}} Zoom since the
 *     last one: by a factor about a point that moved by (dx, dy)
 * @typedef {{type: "pan", dx: number, dy: number}} Pan pixels since the last one
 * @typedef {{type: "marquee", from: Point, to: Point}} Marquee
 * @typedef {{type: "marqueeEnd", from: Point, to: Point}} MarqueeEnd
 * @typedef {{type: "cancel"}} Cancel of the move, scale or marquee that goes on
 * @typedef {Tap | DoubleTap | TwoFingerTap | Menu | MoveStart | Move | MoveEnd | ScaleStart | Scale
 *     | ScaleEnd | Zoom | Pan | Marquee | MarqueeEnd | Cancel} Gesture
 */

/** How far a press may drift before it is a drag: a finger is less steady than a mouse. */
const slop = { touch: 6, mouse: 4 };
/** Milliseconds between the taps of a double tap. */
const doubleTapMax = 300;
/** Milliseconds of a long press. */
export const longPressTime = 500;
/** Milliseconds of a tap with two fingers. */
const twoFingerTapMax = 300;

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
    /** @type {{time: number, point: Point} | null} */
    #lastTap = null;
    #selection;

    /** @param {() => EmojiID[]} selection what is selected now */
    constructor(selection) {
        this.#selection = selection;
    }

    /** Whether a gesture goes on that moves or scales emojis. */
    get isEditing() {
        return this.#state.name === "moving" || this.#state.name === "scaling";
    }

    /**
     * Takes a pointer event.
     * @param {PointerInput} input
     * @returns {Gesture[]}
     */
    handle(input) {
        switch (input.type) {
            case "down":
                return this.#down(input);
            case "move":
                return this.#move(input);
            case "up":
                return this.#up(input);
            case "cancel":
                return this.#lift(input.pointer) ? this.cancel() : [];
        }
    }

    /**
     * Ends whatever goes on without a change: Escape, a hidden page, a pointer that was taken away.
     * Pointers that are still down mean nothing until they are lifted.
     * @returns {Gesture[]}
     */
    cancel() {
        const wasBegun = this.isEditing || this.#state.name === "marquee";
        this.#state = this.#fingers.size > 0 ? { name: "spent" } : { name: "idle" };
        return wasBegun ? [{ type: "cancel" }] : [];
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
     * @returns {Gesture[]}
     */
    elapsed(time) {
        const due = this.longPressAt;
        if (this.#state.name !== "pressed" || due === null || time < due) return [];
        const { start } = this.#state.finger;
        this.#state = { name: "spent" };
        return [{ type: "menu", target: start.target ?? null, point: pointOf(start) }];
    }

    /**
     * @param {PointerInput} input
     * @returns {Gesture[]}
     */
    #down(input) {
        const finger = { start: input, last: input };
        this.#fingers.set(input.pointer, finger);
        if (this.#fingers.size === 1) {
            this.#state = { name: "pressed", finger };
            return [];
        }
        if (this.#fingers.size > 2 || this.#state.name === "spent") return [];
        // The second finger makes a pinch of whatever the first had begun.
        const begun = this.cancel();
        const [first, second] = this.#fingers.values();
        const pinch = new Pinch(first.last, second.last);
        // A finger that was dragging does not tap.
        const isTap = distance(first.start, first.last) <= slop.touch;
        const ids = this.#selection();
        const name = ids.length === 0 ? "zooming" : "scaling";
        this.#state = { name, pinch, time: first.start.time, isTap };
        if (ids.length === 0) return begun;
        return [...begun, { type: "scaleStart", ids }];
    }

    /**
     * @param {PointerInput} input
     * @returns {Gesture[]}
     */
    #move(input) {
        const finger = this.#fingers.get(input.pointer);
        if (!finger) return [];
        const before = finger.last;
        finger.last = { ...finger.start, ...pointOf(input), time: input.time };
        const state = this.#state;
        switch (state.name) {
            case "pressed":
                return this.#begin(state.finger);
            case "moving": {
                const { start } = state.finger;
                const { x, y } = input;
                return [{ type: "move", dx: x - start.x, dy: y - start.y, point: { x, y } }];
            }
            case "panning":
                return [{ type: "pan", dx: input.x - before.x, dy: input.y - before.y }];
            case "marquee":
                return [{ type: "marquee", from: pointOf(state.finger.start), to: pointOf(input) }];
            case "scaling":
            case "zooming":
                return this.#pinch(state);
            case "idle":
            case "spent":
                return [];
        }
    }

    /**
     * The press has moved: what it started on decides what it is.
     * @param {Finger} finger
     * @returns {Gesture[]}
     */
    #begin(finger) {
        const { start, last } = finger;
        if (distance(start, last) < (start.isTouch ? slop.touch : slop.mouse)) return [];
        const delta = { dx: last.x - start.x, dy: last.y - start.y };
        const target = start.target ?? null;
        if (target !== null && !start.pans) {
            const selection = this.#selection();
            // A drag of an emoji that is not selected moves it alone (X1a).
            const ids = selection.includes(target) ? selection : [target];
            this.#state = { name: "moving", finger };
            return [
                { type: "moveStart", ids, copies: start.alt ?? false },
                { type: "move", ...delta, point: pointOf(last) },
            ];
        }
        if (start.shift && !start.pans) {
            this.#state = { name: "marquee", finger };
            return [{ type: "marquee", from: pointOf(start), to: pointOf(last) }];
        }
        this.#state = { name: "panning", finger };
        return [{ type: "pan", ...delta }];
    }

    /**
     * @param {Pinching} state
     * @returns {Gesture[]}
     */
    #pinch(state) {
        const [first, second] = this.#fingers.values();
        if (distance(first.start, first.last) > slop.touch) state.isTap = false;
        if (distance(second.start, second.last) > slop.touch) state.isTap = false;
        const step = state.pinch.move(first.last, second.last);
        if (state.name === "scaling") return [{ type: "scale", factor: state.pinch.factor }];
        return [{ type: "zoom", ...step }];
    }

    /**
     * Forgets a pointer that is down no longer. A third finger is no part of the gesture (G9).
     * @param {number} pointer
     * @returns {boolean} whether it was part of the gesture
     */
    #lift(pointer) {
        const place = [...this.#fingers.keys()].indexOf(pointer);
        this.#fingers.delete(pointer);
        return place === 0 || place === 1;
    }

    /**
     * @param {PointerInput} input
     * @returns {Gesture[]}
     */
    #up(input) {
        const finger = this.#fingers.get(input.pointer);
        if (!this.#lift(input.pointer) || !finger) return [];
        const state = this.#state;
        this.#state = this.#fingers.size > 0 ? { name: "spent" } : { name: "idle" };
        const point = pointOf(finger.last);
        switch (state.name) {
            case "pressed":
                return this.#tap(finger, input.time);
            case "moving":
                return [{ type: "moveEnd", point }];
            case "marquee":
                return [{ type: "marqueeEnd", from: pointOf(finger.start), to: point }];
            case "scaling":
            case "zooming":
                return this.#endPinch(state, input.time);
            case "idle":
            case "panning":
            case "spent":
                return [];
        }
    }

    /**
     * @param {Pinching} state
     * @param {number} time
     * @returns {Gesture[]}
     */
    #endPinch(state, time) {
        const isTap = state.isTap && time - state.time < twoFingerTapMax;
        if (state.name === "zooming") return isTap ? [{ type: "twoFingerTap" }] : [];
        return isTap ? [{ type: "cancel" }, { type: "twoFingerTap" }] : [{ type: "scaleEnd" }];
    }

    /**
     * @param {Finger} finger
     * @param {number} time
     * @returns {Gesture[]}
     */
    #tap({ start }, time) {
        const point = pointOf(start);
        const target = start.target ?? null;
        const last = this.#lastTap;
        this.#lastTap = target === null ? { time, point } : null;
        const isDouble =
            target === null &&
            last !== null &&
            time - last.time <= doubleTapMax &&
            distance(last.point, point) < 4 * slop.touch;
        if (!isDouble) return [{ type: "tap", target, point }];
        this.#lastTap = null;
        return [{ type: "doubleTap", point }];
    }
}

/**
 * @typedef {{start: PointerInput, last: PointerInput}} Finger
 * @typedef {{name: "scaling" | "zooming", pinch: Pinch, time: number, isTap: boolean}} Pinching
 * @typedef {{name: "idle"} | {name: "spent"} | {name: "pressed", finger: Finger}
 *     | {name: "moving", finger: Finger} | {name: "panning", finger: Finger}
 *     | {name: "marquee", finger: Finger} | Pinching} State
 */

/**
 * @param {Point} point
 * @returns {Point}
 */
const pointOf = ({ x, y }) => ({ x, y });
