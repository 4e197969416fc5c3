import { GestureRecogniser } from "../gestures/GestureRecogniser.js";
import { hitTest } from "../view/hitTest.js";

/**
 * @typedef {import("./Editor.js").Editor} Editor
 * @typedef {import("../view/Stage.js").Stage} Stage
 * @typedef {import("../model/emojiID.js").EmojiID} EmojiID
 * @typedef {import("../gestures/GestureRecogniser.js").Gesture} Gesture
 * @typedef {import("../view/Viewport.js").Point} Point
 * @typedef {{fit: () => void, menu: (target: EmojiID | null, point: Point) => void,
 *     place: (point: Point) => boolean}} Surroundings what the canvas has around it; `place` puts
 *     down what was picked to be placed, if something was
 */

/** Milliseconds after the last turn of a wheel at which a pinch by wheel has ended. */
const wheelPinchEnd = 300;

/** What pointers and wheels do on the canvas. */
export class CanvasControl {
    #recogniser;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #longPress;
    /** @type {{ids: EmojiID[], copies: boolean} | null} */
    #moving = null;
    /** @type {EmojiID[]} */
    #scaling = [];
    /**
     * What a tap on no emoji took away, for a double tap to bring back (L14-5).
     * @type {EmojiID[]}
     */
    #deselected = [];
    /** @type {{factor: number, timer: ReturnType<typeof setTimeout>} | null} */
    #wheelPinch = null;
    /** Whether Space is held: every drag pans. */
    holdsSpace = false;

    /**
     * @param {HTMLElement} element the canvas
     * @param {Stage} stage
     * @param {Editor} editor
     * @param {Surroundings} surroundings
     */
    constructor(element, stage, editor, surroundings) {
        this.element = element;
        this.stage = stage;
        this.editor = editor;
        this.surroundings = surroundings;
        this.#recogniser = new GestureRecogniser(() => editor.selection);
        this.#listen();
    }

    #listen() {
        const { element } = this;
        element.addEventListener("pointerdown", (event) => this.#down(event));
        element.addEventListener("pointermove", (event) => this.#pointer("move", event));
        element.addEventListener("pointerup", (event) => this.#pointer("up", event));
        element.addEventListener("pointercancel", (event) => this.#pointer("cancel", event));
        element.addEventListener("lostpointercapture", (event) => this.#pointer("cancel", event));
        element.addEventListener("pointerleave", () => this.editor.point(null));
        element.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
        element.addEventListener("contextmenu", (event) => this.#menu(event));
        // With a touch screen the same events come of fingers, which are pointers already.
        if (navigator.maxTouchPoints === 0) this.#listenToSafari();
        document.addEventListener("visibilitychange", () => {
            if (document.hidden) this.cancel();
        });
    }

    /** Safari tells of a touchpad's pinch in its own way, each time with the whole factor (W5). */
    #listenToSafari() {
        let whole = 1;
        for (const type of ["gesturestart", "gesturechange", "gestureend"]) {
            this.element.addEventListener(type, (event) => {
                event.preventDefault();
                if (type === "gesturestart") whole = 1;
                if (type !== "gesturechange") return;
                const { scale, clientX, clientY } = /** @type {any} */ (event);
                this.#pinch(scale / whole, this.#pointOf({ clientX, clientY }));
                whole = scale;
            });
        }
    }

    /** Ends whatever goes on without an edit. Whether something did. */
    cancel() {
        const told = this.#recogniser.cancel();
        this.#handle(told);
        return told.length > 0;
    }

    /**
     * A point of the page as one of the canvas.
     * @param {{clientX: number, clientY: number}} event
     * @returns {Point}
     */
    #pointOf({ clientX, clientY }) {
        const { left, top } = this.element.getBoundingClientRect();
        return { x: clientX - left, y: clientY - top };
    }

    /** @param {PointerEvent} event */
    #down(event) {
        if (event.button !== 0 && event.button !== 1) return;
        if (event.target instanceof Element && event.target.closest("button, input, a")) return;
        this.element.setPointerCapture(event.pointerId);
        this.#pointer("down", event);
    }

    /**
     * @param {"down" | "move" | "up" | "cancel"} type
     * @param {PointerEvent} event
     */
    #pointer(type, event) {
        const point = this.#pointOf(event);
        const isTouch = event.pointerType === "touch";
        if (type === "move") this.editor.point(this.stage.viewport.toDocument(point));
        const { document } = this.editor;
        const { viewport } = this.stage;
        const isDown = type === "down";
        this.#handle(
            this.#recogniser.handle({
                ...{ type, pointer: event.pointerId, time: event.timeStamp, isTouch, ...point },
                isMouse: event.pointerType === "mouse",
                target: isDown ? hitTest(document, viewport, point, isTouch) : null,
                pans: this.holdsSpace || event.button === 1,
                shift: event.shiftKey,
                alt: event.altKey,
            }),
        );
        this.#awaitLongPress(event.timeStamp);
    }

    /** @param {number} now */
    #awaitLongPress(now) {
        clearTimeout(this.#longPress);
        const due = this.#recogniser.longPressAt;
        if (due === null) return;
        this.#longPress = setTimeout(() => this.#handle(this.#recogniser.elapsed(due)), due - now);
    }

    /** @param {Gesture[]} gestures */
    #handle(gestures) {
        for (const gesture of gestures) this.#take(gesture);
    }

    /** @param {Gesture} gesture */
    #take(gesture) {
        const { editor, stage, surroundings } = this;
        const { zoom } = stage.viewport;
        switch (gesture.type) {
            case "tap":
                return this.#tap(gesture.target, gesture.point);
            case "doubleTap":
                editor.select(this.#deselected);
                return surroundings.fit();
            case "twoFingerTap":
                return editor.undo();
            case "menu":
                return surroundings.menu(gesture.target, gesture.point);
            case "moveStart":
                this.#moving = gesture;
                return;
            case "move":
                return this.#drag(gesture.dx / zoom, -gesture.dy / zoom);
            case "moveEnd":
                return this.#drop(gesture.point);
            case "scaleStart":
                this.#scaling = gesture.ids;
                return;
            case "scale":
                return editor.pinchBy(this.#scaling, gesture.factor);
            case "scaleEnd":
                return editor.endGesture();
            case "zoom":
                stage.viewport = stage.viewport
                    .zoomed(gesture.factor, gesture.about)
                    .panned(gesture.dx, gesture.dy);
                return;
            case "pan":
                stage.viewport = stage.viewport.panned(gesture.dx, gesture.dy);
                return;
            case "marquee":
                return stage.showMarquee(gesture.from, gesture.to);
            case "marqueeEnd":
                stage.showMarquee(null, null);
                return editor.selectWithin(
                    stage.viewport.toDocument(gesture.from),
                    stage.viewport.toDocument(gesture.to),
                );
            case "cancel":
                this.#moving = null;
                stage.takeCopies();
                stage.showMarquee(null, null);
                stage.showDrop("none");
                return editor.cancelGesture();
        }
    }

    /**
     * @param {EmojiID | null} target
     * @param {Point} point
     */
    #tap(target, point) {
        const { editor } = this;
        this.#deselected = editor.selection;
        if (this.surroundings.place(point)) return;
        if (target === null) {
            if (editor.selection.length > 0) editor.select([]);
        } else if (editor.document.emojis.has(target)) {
            editor.toggle(target);
        }
    }

    /**
     * @param {number} dx
     * @param {number} dy document units
     */
    #drag(dx, dy) {
        if (!this.#moving) return;
        if (this.#moving.copies) {
            this.stage.showCopies(this.#moving.ids, dx, dy);
        } else {
            this.editor.dragBy(this.#moving.ids, dx, dy);
        }
    }

    /**
     * A drop outside the canvas puts the emojis back where they were (D3).
     * @param {Point} point
     */
    #drop(point) {
        const { editor, stage } = this;
        const moving = this.#moving;
        this.#moving = null;
        const isInside =
            point.x >= 0 &&
            point.y >= 0 &&
            point.x <= stage.viewport.width &&
            point.y <= stage.viewport.height &&
            editor.accepts(stage.viewport.toDocument(point));
        if (moving?.copies) {
            const copies = stage.takeCopies();
            if (isInside && copies) editor.duplicate(moving.ids, copies.dx, copies.dy);
        } else if (isInside) {
            editor.endGesture();
        } else {
            editor.cancelGesture();
        }
    }

    /** @param {WheelEvent} event */
    #wheel(event) {
        event.preventDefault();
        const { stage } = this;
        const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
        if (!event.ctrlKey && !event.metaKey) {
            const [dx, dy] = event.shiftKey
                ? [event.deltaX || event.deltaY, 0]
                : [event.deltaX, event.deltaY];
            stage.viewport = stage.viewport.panned(-dx * unit, -dy * unit);
            return;
        }
        // A pinch on a touchpad comes as a wheel with Control.
        this.#pinch(Math.exp((-event.deltaY * unit) / 100), this.#pointOf(event));
    }

    /**
     * A touchpad's pinch goes on: with a selection it scales that, as it was when it began (R9b).
     * @param {number} step what it multiplies by now
     * @param {Point} point
     */
    #pinch(step, point) {
        const { stage, editor } = this;
        if (!this.#wheelPinch && editor.selection.length === 0) {
            stage.viewport = stage.viewport.zoomed(step, point);
            return;
        }
        if (this.#wheelPinch) clearTimeout(this.#wheelPinch.timer);
        else this.#scaling = editor.selection;
        const factor = (this.#wheelPinch?.factor ?? 1) * step;
        editor.pinchBy(this.#scaling, factor);
        const timer = setTimeout(() => {
            this.#wheelPinch = null;
            editor.endGesture();
        }, wheelPinchEnd);
        this.#wheelPinch = { factor, timer };
    }

    /** @param {MouseEvent} event */
    #menu(event) {
        event.preventDefault();
        // A finger's long press was told by the recogniser already.
        if (event instanceof PointerEvent && event.pointerType === "touch") return;
        const point = this.#pointOf(event);
        const target = hitTest(this.editor.document, this.stage.viewport, point, false);
        this.surroundings.menu(target, point);
    }
}
